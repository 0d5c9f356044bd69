//! White balance by the print: the grey of roads and walls, as the pack has it, tells the colour of
//! the table's light.
//!
//! Paints are told by their hue, and a lamp in the evening turns it: blue wood is then as dark as
//! black and greener than blue, and in shade yellow wood has grass's hue. Each channel is scaled in
//! linear light (von Kries' coefficients) so that what is grey in print is grey in the picture. Only
//! greys are asked, because packs and cameras differ in how strong they show colours. Knows no
//! figures.

use opencv::core::{Mat, Vec3b, Vec3f};
use opencv::prelude::*;

use crate::pieces::bare::lab;

/// Chroma up to which a print is grey, and how light it is at least: roads and walls.
const GREY: f32 = 8.0;
const LIGHT: f32 = 40.0;
/// A channel brighter than this is burnt out and tells nothing, one darker is noise.
const CLEAR: std::ops::RangeInclusive<u8> = 8..=250;
/// So many grey pixels at least must be seen, or the light is taken as it is.
const ENOUGH: usize = 60;
/// How far a print may lie off its place, pixels of the rectified board, and the step of the search.
const REACH_PX: usize = 6;
const REACH_STEP: usize = 2;
/// Of the pixels of the board, one in so many is asked, as in [`crate::pieces::bare`].
const STEP: usize = 7;
/// A light that is further off white than this factor between two channels is an error.
const STRONGEST: f64 = 4.0;
/// One that is less so is white: the greys of another copy's print differ by up to 1.4 in daylight and
/// by flash, candles are 2.8 off.
const NEARLY_WHITE: f64 = 1.6;

/// Factors for blue, green and red in linear light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance([f64; 3]);

impl Default for Balance {
    /// White light.
    fn default() -> Self {
        Self([1.0; 3])
    }
}

impl Balance {
    /// From where the bare board (in the pack's colours) is known; both pictures BGR.
    pub(crate) fn of(bare: &Mat, seen: &Mat, known: &Mat) -> opencv::Result<Self> {
        let (printed, shown) = (lab(bare)?, lab(seen)?);
        let (printed, shown): (&[Vec3f], &[Vec3f]) = (printed.data_typed()?, shown.data_typed()?);
        let [width, height] = [bare.cols(), bare.rows()].map(|v| v as usize);
        let (bare, seen): (&[Vec3b], &[Vec3b]) = (bare.data_typed()?, seen.data_typed()?);
        let known: &[u8] = known.data_typed()?;
        let mut ratios: [Vec<f64>; 3] = Default::default();
        for i in (0..known.len()).step_by(STEP) {
            let [lightness, a, b] = printed[i].0;
            let is_grey = lightness > LIGHT && a.hypot(b) < GREY;
            if known[i] == 0 || !is_grey {
                continue;
            }
            // A road is narrow and lies a little beside where the pack has it: of what is seen
            // there, the lightest. What is palest in coloured light is not grey.
            let near = around(i, [width, height]);
            let Some(j) = near.max_by(|x, y| shown[*x][0].total_cmp(&shown[*y][0])) else {
                continue;
            };
            if !seen[j].0.iter().all(|v| CLEAR.contains(v)) {
                continue;
            }
            for (c, ratios) in ratios.iter_mut().enumerate() {
                ratios.push(linear(seen[j][c]) / linear(bare[i][c]));
            }
        }
        if ratios[0].len() < ENOUGH {
            return Ok(Self::default());
        }
        let [blue, green, red] = ratios.map(|mut all| {
            let middle = all.len() / 2;
            *all.select_nth_unstable_by(middle, f64::total_cmp).1
        });
        // Lightness stays as it is.
        let white = 0.0722 * blue + 0.7152 * green + 0.2126 * red;
        let (least, most) = (blue.min(green).min(red), blue.max(green).max(red));
        if most <= NEARLY_WHITE * least {
            return Ok(Self::default());
        }
        let factor = |v: f64| (white / v).clamp(1.0 / STRONGEST, STRONGEST);
        Ok(Self([blue, green, red].map(factor)))
    }

    /// A BGR picture as if the light were white.
    pub(crate) fn on(&self, picture: &Mat) -> opencv::Result<Mat> {
        if *self == Self::default() {
            return Ok(picture.clone());
        }
        let byte = |v: u8| Vec3b::from_array(self.0.map(|factor| encoded(factor * linear(v))));
        let table: Vec<Vec3b> = (0..=255).map(byte).collect();
        let mut balanced = Mat::default();
        opencv::core::lut(picture, &Mat::from_slice(&table)?, &mut balanced)?;
        Ok(balanced)
    }
}

/// The pixels at most [`REACH_PX`] from pixel `i`, every few of them.
fn around(i: usize, [width, height]: [usize; 2]) -> impl Iterator<Item = usize> {
    let (x, y) = (i % width.max(1), i / width.max(1));
    let span = |v: usize, end: usize| v.saturating_sub(REACH_PX)..(v + REACH_PX + 1).min(end);
    let (columns, rows) = (span(x, width), span(y, height));
    rows.step_by(REACH_STEP).flat_map(move |y| {
        columns
            .clone()
            .step_by(REACH_STEP)
            .map(move |x| y * width + x)
    })
}

/// A byte of sRGB as linear light, 0 to 1 (IEC 61966-2-1).
fn linear(byte: u8) -> f64 {
    linear_share(f64::from(byte) / 255.0)
}

fn linear_share(v: f64) -> f64 {
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

/// The reverse of [`linear`].
fn encoded(v: f64) -> u8 {
    let v = if v <= 0.003_130_8 {
        12.92 * v
    } else {
        1.055 * v.powf(1.0 / 2.4) - 0.055
    };
    (v * 255.0).round().clamp(0.0, 255.0) as u8
}

/// How much more blue than red light a colour in white light reflects; Lab as in [`lab`].
pub(crate) fn blue_over_red(color: [f64; 3]) -> opencv::Result<f64> {
    let pixel = [Vec3f::from_array(color.map(|v| v as f32))];
    let printed = Mat::from_slice(&pixel)?;
    let mut bgr = Mat::default();
    opencv::imgproc::cvt_color_def(&printed, &mut bgr, opencv::imgproc::COLOR_Lab2BGR)?;
    let [blue, _, red] = bgr.at::<Vec3f>(0)?.0.map(|v| linear_share(f64::from(v)));
    Ok((blue + DARKEST) / (red + DARKEST))
}

/// Linear light under which channels are noise: a fifth of a byte.
const DARKEST: f64 = 0.0003;

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC1, CV_8UC3, Scalar};

    /// A board of grey, grass and roofs in a light of these factors.
    fn lit(factors: [f64; 3]) -> (Mat, Mat, Mat) {
        let prints = [[180u8, 180, 180], [60, 150, 90], [60, 80, 190]];
        let pixel = |i: usize| Vec3b::from_array(prints[i % 3]);
        let bare: Vec<Vec3b> = (0..6400).map(pixel).collect();
        let seen: Vec<Vec3b> = bare
            .iter()
            .map(|p| Vec3b::from_array([0, 1, 2].map(|c| encoded(factors[c] * linear(p[c])))))
            .collect();
        let board = |pixels: Vec<Vec3b>| {
            let mat = Mat::from_slice(&pixels).unwrap();
            mat.reshape(3, 80).unwrap().try_clone().unwrap()
        };
        let known = Mat::new_rows_cols_with_default(80, 80, CV_8UC1, Scalar::all(255.0)).unwrap();
        (board(bare), board(seen), known)
    }

    #[test]
    fn what_is_grey_in_print_is_grey_in_any_light() {
        for light in [[0.3, 0.8, 1.0], [1.0, 1.0, 1.0], [1.0, 0.9, 0.5]] {
            let (bare, seen, known) = lit(light);
            let balance = Balance::of(&bare, &seen, &known).unwrap();
            let balanced = balance.on(&seen).unwrap();
            let [b, g, r] = balanced.at::<Vec3b>(0).unwrap().0.map(i32::from);
            assert!(
                (b - g).abs() < 6 && (g - r).abs() < 6,
                "{light:?}: {b} {g} {r}"
            );
        }
    }

    #[test]
    fn brown_that_is_grey_in_blue_light_is_not_taken_for_grey() {
        // A brown wall beside each road.
        let light = [1.5, 0.8, 0.4];
        let prints = [[180u8, 180, 180], [60, 110, 150], [60, 110, 150]];
        let seen = |p: [u8; 3]| [0, 1, 2].map(|c| encoded(light[c] * linear(p[c])));
        let board = |of: &dyn Fn([u8; 3]) -> [u8; 3]| {
            let pixels: Vec<Vec3b> = (0..6400)
                .map(|i| Vec3b::from_array(of(prints[i % 3])))
                .collect();
            let mat = Mat::from_slice(&pixels).unwrap();
            mat.reshape(3, 80).unwrap().try_clone().unwrap()
        };
        let (bare, shown) = (board(&|p| p), board(&seen));
        let known = Mat::new_rows_cols_with_default(80, 80, CV_8UC1, Scalar::all(255.0)).unwrap();
        let balance = Balance::of(&bare, &shown, &known).unwrap();
        let balanced = balance.on(&shown).unwrap();
        let [b, g, r] = balanced.at::<Vec3b>(0).unwrap().0.map(i32::from);
        assert!((b - g).abs() < 12 && (g - r).abs() < 12, "{b} {g} {r}");
    }

    #[test]
    fn light_that_is_nearly_white_is_taken_as_it_is() {
        let (bare, seen, known) = lit([0.82, 1.0, 0.95]);
        let balance = Balance::of(&bare, &seen, &known).unwrap();
        assert_eq!(balance, Balance::default());
    }

    #[test]
    fn without_grey_the_light_is_taken_as_it_is() {
        let grass = Scalar::new(60.0, 150.0, 90.0, 0.0);
        let bare = Mat::new_rows_cols_with_default(80, 80, CV_8UC3, grass).unwrap();
        let known = Mat::new_rows_cols_with_default(80, 80, CV_8UC1, Scalar::all(255.0)).unwrap();
        let balance = Balance::of(&bare, &bare, &known).unwrap();
        assert_eq!(balance, Balance::default());
    }

    /// Of a table in the evening: blue wood that is nearly as dark as black.
    #[test]
    fn dark_blue_wood_reflects_more_blue_than_red() {
        let blue = blue_over_red([9.0, 4.0, -18.0]).unwrap();
        let black = blue_over_red([6.0, 1.0, -3.0]).unwrap();
        assert!(blue > 3.5 && black < 2.5, "{blue} {black}");
    }
}
