//! How the light of a lamp or a flash falls off over a table.
//!
//! Far tiles of a table seen flat show the same print half as bright as near ones, and would pass for
//! other colours. The logarithm of lightness is taken for a plane, fitted to places whose print is known;
//! Lab's three numbers change together with the light. Where such places are, and in which space, is
//! the business of those who ask: [`crate::tiles::presence`] in the picture, [`crate::bare`] on the board.

use opencv::core::{self, Mat, Vec3b, Vec3f};
use opencv::prelude::*;

/// Of fewer places chance tells where the brighter prints lie, and one figure where the darker ones do.
const FEWEST: usize = 9;
/// Share of the places that must lie near the plane for it to be believed.
const NEAR: f64 = 0.6;
/// What speaks against a slope: as much as one place a tenth of the unit aside that lies in even light.
const EVEN: f64 = 0.1;
/// Fits, each but the first without the places that are off the last by more than so many times what
/// half of them are off: figures stand there. By judgement, as are the others here.
const FITS: usize = 3;
const OFF: f64 = 3.0;
/// By what lightness is multiplied or divided at most: beyond, a picture is black or burnt out.
const MOST: f64 = 2.5;
/// Neutral a and b of Lab in bytes.
const NEUTRAL: f32 = 128.0;

/// A place, and the natural logarithm of its lightness.
pub(crate) type Lit = ([f64; 2], f64);

/// The light over a plane, against that in the middle of the places it was told by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Illumination {
    middle: [f64; 2],
    /// Change of the natural logarithm of lightness to the right and down, per length of that space.
    slope: [f64; 2],
}

impl Illumination {
    /// From the lightness of some places; even if they are too few, or too many of them lie off any plane.
    /// `unit` is how far apart places lie in whose light a difference is expected.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of(places: &[Lit], unit: f64) -> opencv::Result<Self> {
        let mut fitted = Self::default();
        let mut kept = places.to_vec();
        for _ in 0..FITS {
            if places.len() < FEWEST || (kept.len() as f64) < NEAR * places.len() as f64 {
                return Ok(Self::default());
            }
            let light;
            (fitted, light) = Self::fit(&kept, unit)?;
            let off = |(at, seen): &Lit| (seen - light - fitted.log(*at)).abs();
            let mut apart: Vec<f64> = kept.iter().map(off).collect();
            apart.sort_by(f64::total_cmp);
            let limit = OFF * apart[apart.len() / 2];
            kept.retain(|place| off(place) <= limit);
        }
        Ok(fitted)
    }

    /// The plane of least squares, and its height in its middle.
    fn fit(places: &[Lit], unit: f64) -> opencv::Result<(Self, f64)> {
        let count = places.len() as f64;
        let mean = |of: fn(&Lit) -> f64| places.iter().map(of).sum::<f64>() / count;
        let middle = [mean(|place| place.0[0]), mean(|place| place.0[1])];
        let light = mean(|place| place.1);
        let mut offsets = vec![[EVEN, 0.0], [0.0, EVEN]];
        let mut lights = vec![0.0, 0.0];
        for (at, seen) in places {
            offsets.push([0, 1].map(|c| (at[c] - middle[c]) / unit));
            lights.push(seen - light);
        }
        let (offsets, lights) = (Mat::from_slice_2d(&offsets)?, Mat::from_slice(&lights)?);
        let lights = lights.reshape(1, offsets.rows())?;
        let mut slope = Mat::default();
        core::solve(&offsets, &lights, &mut slope, core::DECOMP_QR)?;
        let slope = [*slope.at::<f64>(0)? / unit, *slope.at::<f64>(1)? / unit];
        Ok((Self { middle, slope }, light))
    }

    /// What one coordinate of a place adds to the logarithm of its lightness.
    fn share(&self, coordinate: usize, at: f64) -> f64 {
        self.slope[coordinate] * (at - self.middle[coordinate])
    }

    fn log(&self, at: [f64; 2]) -> f64 {
        self.share(0, at[0]) + self.share(1, at[1])
    }

    /// By what the lightness of a place is to be multiplied to be what it would be in the middle.
    pub(crate) fn gain(&self, at: [f64; 2]) -> f32 {
        bounded((-self.log(at)).exp())
    }

    /// What one coordinate of each of these places makes of their gain: a place's is the product of both,
    /// [`bounded`], so a grid needs no exponential for each of its places.
    pub(crate) fn factors(&self, coordinate: usize, at: impl Iterator<Item = f64>) -> Vec<f64> {
        at.map(|at| (-self.share(coordinate, at)).exp()).collect()
    }

    /// Whether it is the same everywhere.
    pub(crate) fn is_even(&self) -> bool {
        self.slope == [0.0; 2]
    }
}

/// A gain that is believed.
pub(crate) fn bounded(gain: f64) -> f32 {
    let gain = gain.clamp(1.0 / MOST, MOST) as f32;
    // Beyond the horizon of a plane there is no place, and no number.
    if gain.is_nan() { 1.0 } else { gain }
}

/// A colour in Lab, of bytes, so many times as light.
pub(crate) fn lit(pixel: Vec3b, gain: f32) -> Vec3b {
    let [light, a, b] = pixel.0.map(f32::from);
    let hue = |v: f32| NEUTRAL + (v - NEUTRAL) * gain;
    // Rust's casts stop at both ends, and cut off: half more is rounded.
    Vec3b::from_array([light * gain, hue(a), hue(b)].map(|v| (v + 0.5) as u8))
}

/// The same of numbers.
pub(crate) fn lit_exactly(pixel: Vec3f, gain: f32) -> Vec3f {
    Vec3f::from_array(pixel.0.map(|v| v * gain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(light: impl Fn(f64) -> f64, count: usize) -> Vec<([f64; 2], f64)> {
        let place = |n: usize| ([n as f64, (n % 3) as f64], light(n as f64).ln());
        (0..count).map(place).collect()
    }

    #[test]
    fn light_is_told_beyond_the_places_it_was_seen_at() {
        let mut seen = places(|n| 200.0 * 0.9f64.powf(n), 12);
        // Figures.
        (seen[2].1, seen[7].1) = (20.0f64.ln(), 30.0f64.ln());
        let light = Illumination::of(&seen, 10.0).unwrap();
        let of = |n: f64| f64::from(light.gain([n, 1.0])) * 0.9f64.powf(n);
        assert!(
            (of(0.0) / of(13.0) - 1.0).abs() < 0.1,
            "{} {}",
            of(0.0),
            of(13.0)
        );
    }

    #[test]
    fn a_few_places_tell_nothing_and_no_light_is_beyond_belief() {
        let few = places(|n| 200.0 * 0.5f64.powf(n), FEWEST - 1);
        assert!(Illumination::of(&few, 10.0).unwrap().is_even());
        let steep = places(|n| 200.0 * 0.5f64.powf(n), FEWEST);
        let light = Illumination::of(&steep, 10.0).unwrap();
        assert_eq!(light.gain([500.0, 0.0]), MOST as f32);
        assert_eq!(light.gain([-500.0, 0.0]), 1.0 / MOST as f32);
        assert_eq!(light.gain([f64::NAN, 0.0]), 1.0);
    }

    #[test]
    fn the_gains_of_a_grid_are_those_of_its_places() {
        let light = Illumination::of(&places(|n| 200.0 * 0.9f64.powf(n), 12), 10.0).unwrap();
        let [across, down] = [[0.0, 3.5, 400.0], [1.0, -20.0, 7.0]];
        let columns = light.factors(0, across.into_iter());
        for (row, y) in light.factors(1, down.into_iter()).into_iter().zip(down) {
            for (column, x) in columns.iter().zip(across) {
                let (gain, alone) = (bounded(row * column), light.gain([x, y]));
                assert!((gain - alone).abs() < 1e-6, "{gain} {alone}");
            }
        }
    }

    /// One figure on nine tiles in even light, wherever it stands.
    #[test]
    fn a_figure_makes_no_slope() {
        for n in 0..FEWEST {
            let mut seen = places(|n| 200.0 - (n * 7.0) % 5.0, FEWEST);
            seen[n].1 = 60.0f64.ln();
            let light = Illumination::of(&seen, 10.0).unwrap();
            for at in [0.0, 8.0] {
                let gain = light.gain([at, 1.0]);
                assert!((gain - 1.0).abs() < 0.1, "{n}: {gain} at {at}");
            }
        }
    }

    #[test]
    fn paint_in_half_the_light_keeps_its_hue() {
        let half = lit(Vec3b::from_array([100, 108, 168]), 0.5);
        assert_eq!(half.0, [50, 118, 148]);
        assert_eq!(lit(half, 2.0).0, [100, 108, 168]);
        assert_eq!(lit(half, 100.0).0, [255, 0, 255]);
    }
}
