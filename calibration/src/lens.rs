//! Lens distortion as one shared number, estimated from points that should lie on a plane's
//! lattice.
//!
//! Straight lines of the table bend in the picture by a share that grows with the square of the
//! distance from the optical axis. The division model (Fitzgibbon 2001) has a closed inverse and
//! one parameter, which is all that a board of tiles can fix.

use serde::{Deserialize, Serialize};

use crate::homography::{Fit, Homography};

/// Radial distortion about the picture's middle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lens {
    /// Optical axis, pixels.
    pub centre: [f64; 2],
    /// Length that counts as one, pixels: half the picture's diagonal.
    pub unit_px: f64,
    /// Division model's parameter: negative for barrel distortion; a corner of the picture
    /// moves outwards by about its share when the bend is taken out.
    pub bend: f64,
}

/// Bends that lenses sold for cameras have; a fish-eye is not expected.
pub(crate) const BENDS: std::ops::RangeInclusive<f64> = -0.35..=0.15;
/// Steps of the search over bends, coarse and then fine.
const STEPS: usize = 10;

impl Lens {
    /// A lens that bends nothing, for a picture of `size` (width, height).
    pub fn straight(size: [f64; 2]) -> Self {
        Self {
            centre: [size[0] / 2.0, size[1] / 2.0],
            unit_px: (size[0].hypot(size[1]) / 2.0).max(1.0),
            bend: 0.0,
        }
    }

    /// Where a point of the picture would be without the lens's bend, pixels.
    pub fn straighten(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (dx, dy) = (x - self.centre[0], y - self.centre[1]);
        let square = (dx * dx + dy * dy) / (self.unit_px * self.unit_px);
        let stretch = 1.0 / (1.0 + self.bend * square);
        [self.centre[0] + dx * stretch, self.centre[1] + dy * stretch]
    }

    /// The inverse of [`Lens::straighten`]: where the lens shows a straight point, pixels.
    pub fn distort(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (dx, dy) = (x - self.centre[0], y - self.centre[1]);
        let square = (dx * dx + dy * dy) / (self.unit_px * self.unit_px);
        if self.bend.abs() < 1e-12 || square < 1e-12 {
            return [x, y];
        }
        // r·(1 + b·r²)⁻¹ = s solved for r; the root that goes to s as b goes to 0.
        let root = (1.0 - 4.0 * self.bend * square).max(0.0).sqrt();
        let shrink = 2.0 / (1.0 + root);
        [self.centre[0] + dx * shrink, self.centre[1] + dy * shrink]
    }

    /// The homography from a plane to the *straightened* picture that explains pairs of its
    /// points best under this lens. Points farther than `tolerance` pixels count as outliers.
    ///
    /// Returns `None` where [`Homography::fit`] does.
    pub fn fit_plane(&self, plane: &[[f64; 2]], image: &[[f64; 2]], tolerance: f64) -> Option<Fit> {
        let straight: Vec<[f64; 2]> = image.iter().map(|p| self.straighten(*p)).collect();
        Homography::fit(plane, &straight, tolerance)
    }

    /// The bend under which a homography explains the pairs best, with that homography from
    /// the plane to the *straightened* picture. Points farther than `tolerance` pixels count
    /// as outliers.
    ///
    /// Returns `None` when not even a straight lens has a fit.
    pub fn fit(
        plane: &[[f64; 2]],
        image: &[[f64; 2]],
        size: [f64; 2],
        tolerance: f64,
    ) -> Option<(Self, Fit)> {
        let try_bend = |bend: f64| {
            let lens = Self {
                bend,
                ..Self::straight(size)
            };
            Some((lens, lens.fit_plane(plane, image, tolerance)?))
        };
        // Outliers cost their tolerance, so that dropping points is no way to a better fit.
        let cost = |fit: &Fit| {
            let inliers = fit.inliers.iter().filter(|i| **i).count() as f64;
            let outliers = fit.inliers.len() as f64 - inliers;
            fit.rms * fit.rms * inliers + tolerance * tolerance * outliers
        };
        let mut best = try_bend(0.0)?;
        let mut reach = (*BENDS.start(), *BENDS.end());
        for _ in 0..3 {
            let step = (reach.1 - reach.0) / STEPS as f64;
            for i in 0..=STEPS {
                let Some(candidate) = try_bend(reach.0 + step * i as f64) else {
                    continue;
                };
                if cost(&candidate.1) < cost(&best.1) {
                    best = candidate;
                }
            }
            reach = (best.0.bend - step, best.0.bend + step);
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [f64; 2] = [1920.0, 1080.0];

    #[test]
    fn a_known_lens_is_recovered() {
        let view = Homography([
            [95.0, 12.0, 300.0],
            [-8.0, 82.0, 180.0],
            [0.004, -0.02, 1.0],
        ]);
        for bend in [-0.2, -0.08, 0.0, 0.05] {
            let lens = Lens {
                bend,
                ..Lens::straight(SIZE)
            };
            let plane: Vec<[f64; 2]> = (0..70)
                .map(|i| [f64::from(i % 14), f64::from(i / 14) * 1.5])
                .collect();
            let image: Vec<[f64; 2]> = plane
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let [x, y] = lens.distort(view.apply(*p));
                    // Tiles laid by hand: a pixel here and there.
                    [
                        x + (i * 7 % 5) as f64 * 0.4 - 0.8,
                        y + (i * 3 % 5) as f64 * 0.4 - 0.8,
                    ]
                })
                .collect();
            let (found, fit) = Lens::fit(&plane, &image, SIZE, 8.0).unwrap();
            assert!(
                (found.bend - bend).abs() < 0.02,
                "{bend} read as {}",
                found.bend
            );
            assert!(fit.rms < 1.2, "rms {}", fit.rms);
        }
    }

    #[test]
    fn straightening_undoes_the_lens() {
        let lens = Lens {
            bend: -0.25,
            ..Lens::straight(SIZE)
        };
        for point in [[0.0, 0.0], [960.0, 540.0], [1900.0, 30.0]] {
            let [x, y] = lens.distort(lens.straighten(point));
            assert!((x - point[0]).hypot(y - point[1]) < 1e-6);
        }
    }
}
