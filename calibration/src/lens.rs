//! Lens distortion as one shared number, estimated from points that should lie on a plane's
//! lattice.
//!
//! Straight lines of the table bend in the picture by a share that grows with the square of the
//! distance from the optical axis. The division model (Fitzgibbon 2001) has a closed inverse and
//! one parameter, which is all that a board of tiles can fix.

use crate::homography::{Fit, Homography};
use crate::space::{Image, Point, Straight, point2};

/// Radial distortion about the picture's middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Optical axis, pixels.
    pub centre: Point<Image>,
    /// Length that counts as one, pixels: half the picture's diagonal.
    pub unit_px: f64,
    /// Division model's parameter: negative for barrel distortion; a corner of the picture
    /// moves outwards by about its share when the bend is taken out.
    pub bend: f64,
}

/// Bends that lenses sold for cameras have; a fish-eye is not expected.
const BENDS: std::ops::RangeInclusive<f64> = -0.35..=0.15;
/// Steps of the search over bends, coarse and then fine.
const STEPS: usize = 10;
/// Bends that [`Lens::fit`] can tell: each finer search reaches a step of the one before beyond
/// [`BENDS`], 0.05 and 0.01.
pub(crate) const TOLD_BENDS: std::ops::RangeInclusive<f64> = -0.411..=0.211;

impl Lens {
    /// A lens that bends nothing, for a picture of `size` (width, height).
    pub fn straight(size: [f64; 2]) -> Self {
        Self {
            centre: point2(size[0] / 2.0, size[1] / 2.0),
            unit_px: (size[0].hypot(size[1]) / 2.0).max(1.0),
            bend: 0.0,
        }
    }

    /// Where a point of the picture would be without the lens's bend.
    pub fn straighten(&self, shown: Point<Image>) -> Point<Straight> {
        let (dx, dy) = (shown.x - self.centre.x, shown.y - self.centre.y);
        let square = (dx * dx + dy * dy) / (self.unit_px * self.unit_px);
        let stretch = 1.0 / (1.0 + self.bend * square);
        point2(self.centre.x + dx * stretch, self.centre.y + dy * stretch)
    }

    /// The inverse of [`Lens::straighten`]: where the lens shows a straight point.
    pub fn distort(&self, straight: Point<Straight>) -> Point<Image> {
        let (dx, dy) = (straight.x - self.centre.x, straight.y - self.centre.y);
        let square = (dx * dx + dy * dy) / (self.unit_px * self.unit_px);
        if self.bend.abs() < 1e-12 || square < 1e-12 {
            return straight.cast_unit();
        }
        // r·(1 + b·r²)⁻¹ = s solved for r; the root that goes to s as b goes to 0.
        let root = (1.0 - 4.0 * self.bend * square).max(0.0).sqrt();
        let shrink = 2.0 / (1.0 + root);
        point2(self.centre.x + dx * shrink, self.centre.y + dy * shrink)
    }

    /// The homography from a plane to the *straightened* picture that explains pairs of its
    /// points best under this lens. Points farther than `tolerance` pixels count as outliers.
    ///
    /// Returns `None` where [`Homography::fit`] does.
    pub fn fit_plane<Plane>(
        &self,
        plane: &[Point<Plane>],
        image: &[Point<Image>],
        tolerance: f64,
    ) -> Option<Fit<Straight, Plane>> {
        let straight: Vec<_> = image.iter().map(|p| self.straighten(*p)).collect();
        Homography::fit(plane, &straight, tolerance)
    }

    /// The bend under which a homography explains the pairs best, with that homography from
    /// the plane to the *straightened* picture. Points farther than `tolerance` pixels count
    /// as outliers.
    ///
    /// Returns `None` when not even a straight lens has a fit.
    pub fn fit<Plane>(
        plane: &[Point<Plane>],
        image: &[Point<Image>],
        size: [f64; 2],
        tolerance: f64,
    ) -> Option<(Self, Fit<Straight, Plane>)> {
        let try_bend = |bend: f64| {
            let lens = Self {
                bend,
                ..Self::straight(size)
            };
            Some((lens, lens.fit_plane(plane, image, tolerance)?))
        };
        // Outliers cost their tolerance, so that dropping points is no way to a better fit.
        let cost = |fit: &Fit<Straight, Plane>| {
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
    use crate::space::{Lattice, apart};

    const SIZE: [f64; 2] = [1920.0, 1080.0];

    #[test]
    fn a_known_lens_is_recovered() {
        let view: Homography<Straight, Lattice> = Homography::new([
            [95.0, 12.0, 300.0],
            [-8.0, 82.0, 180.0],
            [0.004, -0.02, 1.0],
        ]);
        for bend in [-0.2, -0.08, 0.0, 0.05] {
            let lens = Lens {
                bend,
                ..Lens::straight(SIZE)
            };
            let plane: Vec<Point<Lattice>> = (0..70)
                .map(|i| point2(f64::from(i % 14), f64::from(i / 14) * 1.5))
                .collect();
            let image: Vec<Point<Image>> = plane
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let shown = lens.distort(view.apply(*p));
                    // Tiles laid by hand: a pixel here and there.
                    point2(
                        shown.x + (i * 7 % 5) as f64 * 0.4 - 0.8,
                        shown.y + (i * 3 % 5) as f64 * 0.4 - 0.8,
                    )
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
        for (x, y) in [(0.0, 0.0), (960.0, 540.0), (1900.0, 30.0)] {
            let back = lens.distort(lens.straighten(point2(x, y)));
            assert!(apart(back, point2(x, y)) < 1e-6);
        }
    }
}
