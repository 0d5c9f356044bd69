//! Plane-to-plane maps with their residuals, fitted robustly by OpenCV.

use std::fmt;
use std::marker::PhantomData;

use opencv::calib3d;
use opencv::core::{Mat, Point2d, Vector};
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

use crate::space::{Corners, Point, apart, point2};

/// A projective map to the plane `Target` from the plane `Source`, spoken of in this order: name
/// variables `target_from_source`. Written as its nine numbers, row by row.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Homography<Target, Source>(
    pub [[f64; 3]; 3],
    #[serde(skip)] PhantomData<(Target, Source)>,
);

impl<Target, Source> Clone for Homography<Target, Source> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Target, Source> Copy for Homography<Target, Source> {}

impl<Target, Source> PartialEq for Homography<Target, Source> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<Target, Source> fmt::Debug for Homography<Target, Source> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Homography").field(&self.0).finish()
    }
}

/// A fitted homography and how well it fits.
#[derive(Clone, Debug)]
pub struct Fit<Target, Source> {
    /// The map from the `from` points to the `to` points.
    pub map: Homography<Target, Source>,
    /// Which point pairs it explains.
    pub inliers: Vec<bool>,
    /// Root mean square distance of the inliers, in units of the target plane.
    pub rms: f64,
}

impl<Space> Homography<Space, Space> {
    /// Maps every point to itself.
    pub const IDENTITY: Self = Self::scaling(1.0);

    /// How far the map moves the farthest of `points`: how much a camera or a table has drifted
    /// between two pictures, pixels.
    pub fn drift(&self, points: &[Point<Space>]) -> f64 {
        points
            .iter()
            .map(|p| self.distance(*p, *p))
            .fold(0.0, f64::max)
    }
}

impl<Target, Source> Homography<Target, Source> {
    /// The map with these numbers, row by row.
    pub const fn new(rows: [[f64; 3]; 3]) -> Self {
        Self(rows, PhantomData)
    }

    /// Shifts by (`x`, `y`).
    pub const fn translation(x: f64, y: f64) -> Self {
        Self::new([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
    }

    /// Stretches by `factor` from the origin.
    pub const fn scaling(factor: f64) -> Self {
        Self::new([[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, 1.0]])
    }

    /// The image of a point; not finite on the line that is mapped to infinity.
    pub fn apply(&self, point: Point<Source>) -> Point<Target> {
        let (m, Point { x, y, .. }) = (&self.0, point);
        let w = m[2][0] * x + m[2][1] * y + m[2][2];
        point2(
            (m[0][0] * x + m[0][1] * y + m[0][2]) / w,
            (m[1][0] * x + m[1][1] * y + m[1][2]) / w,
        )
    }

    /// `self` after `first`: `target_from_middle.after(&middle_from_source)`.
    pub fn after<First>(&self, first: &Homography<Source, First>) -> Homography<Target, First> {
        let mut product = [[0.0; 3]; 3];
        for (row, out) in self.0.iter().zip(&mut product) {
            for (c, value) in out.iter_mut().enumerate() {
                *value = (0..3).map(|k| row[k] * first.0[k][c]).sum();
            }
        }
        Homography::new(product).normalised()
    }

    /// The inverse map; `None` when the map squeezes the plane onto a line.
    pub fn inverse(&self) -> Option<Homography<Source, Target>> {
        let m = &self.0;
        let cofactor = |r: usize, c: usize| {
            let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
            m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
        };
        let determinant: f64 = (0..3).map(|c| m[0][c] * cofactor(0, c)).sum();
        if !determinant.is_finite() || determinant.abs() < 1e-12 {
            return None;
        }
        let mut inverse = [[0.0; 3]; 3];
        for (r, row) in inverse.iter_mut().enumerate() {
            for (c, value) in row.iter_mut().enumerate() {
                *value = cofactor(c, r) / determinant;
            }
        }
        Some(Homography::new(inverse).normalised())
    }

    fn normalised(self) -> Self {
        let scale = self.0[2][2];
        if scale.abs() < 1e-12 {
            return self;
        }
        Self::new(self.0.map(|row| row.map(|v| v / scale)))
    }

    /// As OpenCV's 3×3 matrix of doubles.
    ///
    /// # Errors
    /// Fails when OpenCV cannot allocate.
    pub fn to_mat(&self) -> opencv::Result<Mat> {
        Mat::from_slice_2d(&self.0)
    }

    /// The map through four point pairs.
    ///
    /// Returns `None` where OpenCV finds no finite one. Three points on a line are not always
    /// refused, and what comes of them squeezes the plane: whoever takes corners from a person looks
    /// at them first.
    pub fn through(from: Corners<Source>, to: Corners<Target>) -> Option<Self> {
        find(&from, &to, 0, 0.0)
    }

    /// The map that explains most of the pairs within `tolerance` (units of the target plane),
    /// refined on those (RANSAC with MAGSAC++ scoring; Barath et al. 2020, as OpenCV has it).
    ///
    /// Returns `None` for fewer than four pairs or when no map explains four of them.
    pub fn fit(
        from: &[Point<Source>],
        to: &[Point<Target>],
        tolerance: f64,
    ) -> Option<Fit<Target, Source>> {
        if from.len() < 4 || from.len() != to.len() {
            return None;
        }
        let rough = if tolerance.is_finite() {
            find(from, to, calib3d::USAC_MAGSAC, tolerance)?
        } else {
            find(from, to, 0, 0.0)?
        };
        // USAC stops at the best sample; least squares over what it explains is the estimate.
        rough.settled(from, to, tolerance)
    }

    /// [`fit`](Self::fit) for pairs so near each other that their map's perspective hardly shows:
    /// what one affine map explains within `loosely` is fitted. Many times faster, above all where
    /// no map explains `fewest` pairs, which gives `None`.
    pub fn fit_nearby(
        from: &[Point<Source>],
        to: &[Point<Target>],
        [loosely, tolerance]: [f64; 2],
        fewest: usize,
    ) -> Option<Fit<Target, Source>> {
        if from.len() < fewest.max(4) || from.len() != to.len() {
            return None;
        }
        let mut mask = Mat::default();
        let ransac = calib3d::RANSAC;
        let (all_from, all_to) = (points(from), points(to));
        calib3d::estimate_affine_2d(
            &all_from, &all_to, &mut mask, ransac, loosely, SAMPLES, 0.99, 0,
        )
        .ok()?;
        let agree: &[u8] = mask.data_typed().ok()?;
        let kept: Vec<usize> = (0..agree.len()).filter(|&i| agree[i] > 0).collect();
        if kept.len() < fewest.max(4) {
            return None;
        }
        let rough = Self::least_squares(from, to, &kept)?.settled(from, to, tolerance)?;
        rough.map.settled(from, to, tolerance)
    }

    /// The least squares over the pairs that this map explains.
    fn settled(
        &self,
        from: &[Point<Source>],
        to: &[Point<Target>],
        tolerance: f64,
    ) -> Option<Fit<Target, Source>> {
        let near = |map: &Self, i: usize| map.distance(from[i], to[i]) <= tolerance;
        let kept: Vec<usize> = (0..from.len()).filter(|&i| near(self, i)).collect();
        if kept.len() < 4 {
            return None;
        }
        let map = Self::least_squares(from, to, &kept).unwrap_or(*self);
        let inliers: Vec<bool> = (0..from.len()).map(|i| near(&map, i)).collect();
        let count = inliers.iter().filter(|&&i| i).count();
        if count < 4 {
            return None;
        }
        let square: f64 = (0..from.len())
            .filter(|&i| inliers[i])
            .map(|i| map.distance(from[i], to[i]).powi(2))
            .sum();
        Some(Fit {
            map,
            inliers,
            rms: (square / count as f64).sqrt(),
        })
    }

    fn least_squares(from: &[Point<Source>], to: &[Point<Target>], of: &[usize]) -> Option<Self> {
        let from: Vec<_> = of.iter().map(|&i| from[i]).collect();
        let to: Vec<_> = of.iter().map(|&i| to[i]).collect();
        find(&from, &to, 0, 0.0)
    }

    /// How far the image of `from` lies from `to`.
    pub fn distance(&self, from: Point<Source>, to: Point<Target>) -> f64 {
        apart(self.apply(from), to)
    }
}

/// Samples of three after which an agreement of a quarter of the pairs is found by 99 in 100.
const SAMPLES: usize = 300;

fn points<Space>(of: &[Point<Space>]) -> Vector<Point2d> {
    of.iter().map(|p| Point2d::new(p.x, p.y)).collect()
}

/// OpenCV's homography estimate, if it gives a finite one.
fn find<Target, Source>(
    from: &[Point<Source>],
    to: &[Point<Target>],
    method: i32,
    tolerance: f64,
) -> Option<Homography<Target, Source>> {
    let mut mask = Mat::default();
    let (from, to) = (points(from), points(to));
    let found =
        calib3d::find_homography_ext(&from, &to, method, tolerance, &mut mask, 2000, 0.995).ok()?;
    let values: &[f64] = found.data_typed().ok()?;
    if values.len() != 9 || values.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let mut map = [[0.0; 3]; 3];
    for (i, v) in values.iter().enumerate() {
        map[i / 3][i % 3] = *v;
    }
    Some(Homography::new(map))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Image, Lattice};

    const TILTED: Homography<Image, Lattice> =
        Homography::new([[90.0, 12.0, 400.0], [-8.0, 70.0, 300.0], [0.01, -0.04, 1.0]]);

    #[test]
    fn outliers_do_not_bend_the_fit() {
        let from: Vec<Point<Lattice>> = (0..30)
            .map(|i| point2(f64::from(i % 6), f64::from(i / 6)))
            .collect();
        let mut to: Vec<Point<Image>> = from.iter().map(|&p| TILTED.apply(p)).collect();
        for wrong in to.iter_mut().step_by(4) {
            wrong.x += 60.0;
        }
        let fit = Homography::fit(&from, &to, 2.0).unwrap();
        assert!(fit.rms < 1e-3, "rms {}", fit.rms);
        assert_eq!(fit.inliers.iter().filter(|&&i| !i).count(), 8);
    }

    #[test]
    fn a_patch_is_told_from_chance() {
        let from: Vec<Point<Lattice>> = (0..30)
            .map(|i| point2(f64::from(i % 6) / 6.0, f64::from(i / 6) / 6.0))
            .collect();
        let chance = |i: u32| f64::from((i.pow(3) * 7919 + i.pow(2) * 104_729) % 613);
        let stray: Vec<Point<Image>> = (0..30).map(|i| point2(chance(i), chance(i + 31))).collect();
        let mut to = stray.clone();
        for (to, from) in to.iter_mut().zip(&from).step_by(2) {
            *to = TILTED.apply(*from);
        }
        let fit = |to: &[Point<Image>]| Homography::fit_nearby(&from, to, [2.0, 1.0], 7);
        let found = fit(&to).unwrap();
        assert!(found.rms < 0.1, "{found:?}");
        assert!(found.inliers.iter().step_by(2).all(|i| *i));
        assert!(fit(&stray).is_none());
    }

    #[test]
    fn the_inverse_undoes_the_map() {
        let there = TILTED.apply(point2(2.5, -1.0));
        let back = TILTED.inverse().unwrap().apply(there);
        assert!((back.x - 2.5).abs() < 1e-9 && (back.y + 1.0).abs() < 1e-9);
        let flat = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let flat = Homography::<Image, Lattice>::new(flat);
        assert!(flat.inverse().is_none());
    }

    #[test]
    fn drift_is_the_farthest_move() {
        let pushed = [[1.0, 0.01, 3.0], [-0.01, 1.0, 4.0], [0.0, 0.0, 1.0]];
        let pushed = Homography::<Image, Image>::new(pushed);
        let (near, far) = (Point::origin(), point2(1000.0, 0.0));
        assert!((pushed.drift(&[near]) - 5.0).abs() < 1e-9);
        assert!(pushed.drift(&[near, far]) > 6.0);
        let still = Homography::<Image, Image>::IDENTITY;
        assert_eq!(still.drift(&[point2(7.0, 8.0)]), 0.0);
    }

    #[test]
    fn too_few_points_are_no_fit() {
        let (from, to) = (
            [Point::<Lattice>::origin(); 3],
            [Point::<Image>::origin(); 3],
        );
        assert!(Homography::fit(&from, &to, 1.0).is_none());
    }
}
