//! A camera's view of a plane with heights: where raised points appear.
//!
//! A homography maps only the plane itself. Figures stand 16 mm above it; where their heads
//! appear follows from the camera's pose. Works in the plane's own unit (cells or mm).

use std::marker::PhantomData;

use opencv::calib3d;
use opencv::core::{Mat, Point2d, Point3d, TermCriteria, Vector};
use opencv::prelude::*;

use crate::space::{Image, Point, Raised, point2};

/// Focal lengths tried, as shares of the picture's longer side: webcams lie around 0.7, phones
/// around 0.85.
const FOCALS: [f64; 7] = [0.55, 0.65, 0.73, 0.8, 0.9, 1.05, 1.3];
/// The lens expected before anything is measured, and how far others are from it (standard
/// deviation of the natural logarithm).
const USUAL_FOCAL: f64 = 0.78;
const FOCAL_SPREAD: f64 = 0.25;
/// Points are measured to about this, pixels; smaller residuals say nothing.
const NOISE_PX: f64 = 1.5;

/// Where points of a plane, and above it, appear in the picture.
#[derive(Debug)]
pub struct View<Plane> {
    /// Rows of the 3×4 projection, plane units with height up to pixels.
    rows: [[f64; 4]; 3],
    plane: PhantomData<Plane>,
    /// Focal length, pixels.
    pub focal_px: f64,
    /// Angle between the line of sight and the plumb line, radians.
    pub tilt_rad: f64,
}

impl<Plane> Clone for View<Plane> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Plane> Copy for View<Plane> {}

impl<Plane> View<Plane> {
    /// How high above the plane the camera looks at it, degrees: 90 straight from above.
    pub fn above_deg(&self) -> f64 {
        90.0 - self.tilt_rad.to_degrees()
    }

    /// The view that explains where points of the plane appear in a picture of `size` (width,
    /// height) whose optical axis meets its middle: a rigid pose has six freedoms where a
    /// homography has eight, so a few tiles already fix the tilt. Of several lenses the best is
    /// kept, leaning towards the usual one (Collins & Bartoli 2014 for the pose, as OpenCV has
    /// it).
    ///
    /// Returns `None` for fewer than four points, points in a line, or when nothing fits.
    pub fn fit(plane: &[Point<Plane>], image: &[Point<Image>], size: [f64; 2]) -> Option<Self> {
        if plane.len() < 4 || plane.len() != image.len() {
            return None;
        }
        let longer = size[0].max(size[1]);
        let mut best: Option<(f64, Self)> = None;
        for share in FOCALS {
            let Some(view) = pose(plane, image, size, share * longer) else {
                continue;
            };
            let square: f64 = plane
                .iter()
                .zip(image)
                .map(|(p, i)| {
                    let there = view.project(p.to_3d());
                    (there.x - i.x).powi(2) + (there.y - i.y).powi(2)
                })
                .sum();
            let prior = ((share / USUAL_FOCAL).ln() / FOCAL_SPREAD).powi(2);
            let cost = square / (NOISE_PX * NOISE_PX) + prior;
            if best.as_ref().is_none_or(|(c, _)| cost < *c) {
                best = Some((cost, view));
            }
        }
        best.map(|(_, view)| view)
    }

    /// Where a raised point appears.
    pub fn project(&self, at: Raised<Plane>) -> Point<Image> {
        let value = |[x, y, up, rest]: [f64; 4]| x * at.x + y * at.y + up * at.z + rest;
        let [u, v, w] = self.rows.map(value);
        point2(u / w, v / w)
    }
}

/// The pose under one focal length, heights towards the camera.
fn pose<Plane>(
    plane: &[Point<Plane>],
    image: &[Point<Image>],
    size: [f64; 2],
    focal_px: f64,
) -> Option<View<Plane>> {
    // Heights point up while x runs right and y down: a left-handed frame, so the plane is
    // given to OpenCV with y turned over.
    let object: Vector<Point3d> = plane.iter().map(|p| Point3d::new(p.x, -p.y, 0.0)).collect();
    let pixels: Vector<Point2d> = image.iter().map(|p| Point2d::new(p.x, p.y)).collect();
    let centre = [size[0] / 2.0, size[1] / 2.0];
    let camera = Mat::from_slice_2d(&[
        [focal_px, 0.0, centre[0]],
        [0.0, focal_px, centre[1]],
        [0.0, 0.0, 1.0],
    ])
    .ok()?;
    let (mut turn, mut shift) = (Mat::default(), Mat::default());
    let none = Mat::default();
    let method = calib3d::SOLVEPNP_IPPE;
    let found = calib3d::solve_pnp(
        &object, &pixels, &camera, &none, &mut turn, &mut shift, false, method,
    )
    .ok()?;
    if !found {
        return None;
    }
    let limit = TermCriteria::new(3, 30, 1e-9).ok()?;
    calib3d::solve_pnp_refine_lm(
        &object, &pixels, &camera, &none, &mut turn, &mut shift, limit,
    )
    .ok()?;
    let mut matrix = Mat::default();
    calib3d::rodrigues_def(&turn, &mut matrix).ok()?;
    let r: &[f64] = matrix.data_typed().ok()?;
    let t: &[f64] = shift.data_typed().ok()?;
    if r.len() != 9 || t.len() != 3 || r.iter().chain(t).any(|v| !v.is_finite()) {
        return None;
    }
    let axis = |row: usize| [r[row * 3], -r[row * 3 + 1], r[row * 3 + 2], t[row]];
    let depth = axis(2);
    let row = |i: usize, c: f64| {
        let a = axis(i);
        std::array::from_fn(|k| focal_px * a[k] + c * depth[k])
    };
    // Seen from above, up is towards the camera.
    (depth[2] < 0.0 && depth[3] > 0.0).then(|| View {
        rows: [row(0, centre[0]), row(1, centre[1]), depth],
        plane: PhantomData,
        focal_px,
        tilt_rad: (-depth[2]).clamp(-1.0, 1.0).acos(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Table, point3, vec2};

    /// A camera `tilt` degrees off the plumb line, 700 mm away, focal length 1450 px.
    fn truth(tilt: f64, at: Raised<Table>) -> Point<Image> {
        let (sin, cos) = f64::to_radians(tilt).sin_cos();
        let [x, y, z] = at.to_array();
        let (u, v, w) = (x, y * cos - z * sin, -y * sin - z * cos + 700.0);
        point2(1450.0 * u / w + 960.0, 1450.0 * v / w + 540.0)
    }

    fn board(cells: i32) -> Vec<Point<Table>> {
        (0..cells * cells)
            .map(|i| {
                point2(
                    f64::from(i % cells) * 46.0 - 69.0,
                    f64::from(i / cells) * 46.0 - 69.0,
                )
            })
            .collect()
    }

    #[test]
    fn heads_appear_where_a_real_camera_shows_them() {
        for tilt in [5.0, 20.0, 35.0, 55.0] {
            let plane = board(4);
            // Corners are off by a pixel, as read from tiles laid by hand.
            let image: Vec<Point<Image>> = plane
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let wobble = vec2((i * 7 % 5) as f64 - 2.0, (i * 3 % 5) as f64 - 2.0);
                    truth(tilt, p.to_3d()) + wobble * 0.5
                })
                .collect();
            let view = View::fit(&plane, &image, [1920.0, 1080.0]).unwrap();
            let (head, foot) = (point3(20.0, -40.0, 16.0), point3(20.0, -40.0, 0.0));
            let lean = truth(tilt, head) - truth(tilt, foot);
            let read = view.project(head) - view.project(foot);
            let error = (lean.x - read.x).hypot(lean.y - read.y);
            // A sixth of a meeple's height at a tilt of 20 degrees.
            assert!(error < 2.5, "at {tilt}: leans {lean:?}, read {read:?}");
        }
    }

    #[test]
    fn too_few_points_are_no_view() {
        assert!(View::fit(&board(1), &[Point::origin()], [1920.0, 1080.0]).is_none());
    }
}
