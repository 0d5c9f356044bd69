//! A camera's view of a plane with heights: where raised points appear.
//!
//! A homography maps only the plane itself. Figures stand 16 mm above it; where their heads
//! appear follows from the camera's pose. Works in the plane's own unit (cells or mm).

use std::marker::PhantomData;

use opencv::calib3d;
use opencv::core::{Mat, Point2d, Point3d, TermCriteria, Vector};
use opencv::prelude::*;

use crate::Homography;
use crate::space::{Image, Offset, Point, Raised, point2};

/// Focal lengths tried, as shares of the picture's longer side: webcams lie around 0.7, phones
/// around 0.85.
const FOCALS: [f64; 7] = [0.55, 0.65, 0.73, 0.8, 0.9, 1.05, 1.3];
/// The lens expected before anything is measured, and how far others are from it (standard
/// deviation of the natural logarithm).
const USUAL_FOCAL: f64 = 0.78;
const FOCAL_SPREAD: f64 = 0.25;
/// Points are measured to about this, pixels; smaller residuals say nothing.
const NOISE_PX: f64 = 1.5;
/// Cost of a camera that is held upside down over a table seen flat: three standard deviations, squared,
/// since a single tile looks nearly alike from two sides.
const UPSIDE_DOWN: f64 = 9.0;

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
        Self::fit_measured(plane, image, size, NOISE_PX)
    }

    /// The same for points that are measured to about `noise_px` pixels.
    pub fn fit_measured(
        plane: &[Point<Plane>],
        image: &[Point<Image>],
        size: [f64; 2],
        noise_px: f64,
    ) -> Option<Self> {
        if plane.len() < 4 || plane.len() != image.len() {
            return None;
        }
        let longer = size[0].max(size[1]);
        let mut best: Option<(f64, Self)> = None;
        for share in FOCALS {
            for view in poses(plane, image, size, share * longer).unwrap_or_default() {
                let square: f64 = plane
                    .iter()
                    .zip(image)
                    .map(|(p, i)| {
                        let there = view.project(p.to_3d());
                        (there.x - i.x).powi(2) + (there.y - i.y).powi(2)
                    })
                    .sum();
                let prior = ((share / USUAL_FOCAL).ln() / FOCAL_SPREAD).powi(2);
                let cost = square / (noise_px * noise_px) + prior + view.upside_down();
                if best.as_ref().is_none_or(|(c, _)| cost < *c) {
                    best = Some((cost, view));
                }
            }
        }
        best.map(|(_, view)| view)
    }

    /// What it costs that the plane leads away downwards in the picture, where cameras stand upright.
    fn upside_down(&self) -> f64 {
        let [x, y, _, depth] = self.rows[2];
        // A short step away from the camera.
        let away = Offset::<Plane>::new(x, y) * (0.01 * depth / (x * x + y * y).max(1e-12));
        let at = |place: Point<Plane>| self.project(place.to_3d());
        let step = at(Point::origin() + away) - at(Point::origin());
        let down = step.y / step.x.hypot(step.y).max(1e-12);
        UPSIDE_DOWN * self.tilt_rad.sin() * down.max(0.0)
    }

    /// Where points of the plane itself appear.
    pub fn ground(&self) -> Homography<Image, Plane> {
        Homography::new(self.rows.map(|[x, y, _, rest]| [x, y, rest]))
    }

    /// How far a raised point is from the camera along its axis, in the plane's unit. From steep above it is as
    /// uncertain as the focal length, but not which of two points is nearer.
    pub fn depth(&self, at: Raised<Plane>) -> f64 {
        let [x, y, up, rest] = self.rows[2];
        x * at.x + y * at.y + up * at.z + rest
    }

    /// Where a raised point appears.
    pub fn project(&self, at: Raised<Plane>) -> Point<Image> {
        let value = |[x, y, up, rest]: [f64; 4]| x * at.x + y * at.y + up * at.z + rest;
        let [u, v, w] = self.rows.map(value);
        point2(u / w, v / w)
    }
}

/// The poses under one focal length, heights towards the camera: two where a plane so small is nearly as
/// well explained leaning the other way.
fn poses<Plane>(
    plane: &[Point<Plane>],
    image: &[Point<Image>],
    size: [f64; 2],
    focal_px: f64,
) -> opencv::Result<Vec<View<Plane>>> {
    // Heights point up while x runs right and y down: a left-handed frame, so the plane is
    // given to OpenCV with y turned over.
    let object: Vector<Point3d> = plane.iter().map(|p| Point3d::new(p.x, -p.y, 0.0)).collect();
    let pixels: Vector<Point2d> = image.iter().map(|p| Point2d::new(p.x, p.y)).collect();
    let centre = [size[0] / 2.0, size[1] / 2.0];
    let camera = Mat::from_slice_2d(&[
        [focal_px, 0.0, centre[0]],
        [0.0, focal_px, centre[1]],
        [0.0, 0.0, 1.0],
    ])?;
    let (mut turns, mut shifts) = (Vector::<Mat>::new(), Vector::<Mat>::new());
    let none = Mat::default();
    calib3d::solve_pnp_generic(
        &object,
        &pixels,
        &camera,
        &none,
        &mut turns,
        &mut shifts,
        false,
        calib3d::SolvePnPMethod::SOLVEPNP_IPPE,
        &none,
        &none,
        &mut opencv::core::no_array(),
    )?;
    let limit = TermCriteria::new(3, 30, 1e-9)?;
    let mut views = Vec::new();
    for (mut turn, mut shift) in turns.iter().zip(&shifts) {
        calib3d::solve_pnp_refine_lm(
            &object, &pixels, &camera, &none, &mut turn, &mut shift, limit,
        )?;
        views.extend(view(&turn, &shift, focal_px, centre));
    }
    Ok(views)
}

/// The view from a pose as OpenCV tells it; `None` from below the plane.
fn view<Plane>(turn: &Mat, shift: &Mat, focal_px: f64, centre: [f64; 2]) -> Option<View<Plane>> {
    let mut matrix = Mat::default();
    calib3d::rodrigues_def(turn, &mut matrix).ok()?;
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
            // By how much the far side of the table is farther away than the near one.
            let depth = |y: f64| view.depth(point3(0.0, y, 0.0));
            let farther = depth(-69.0) - depth(69.0);
            let off = farther - 138.0 * f64::to_radians(tilt).sin();
            assert!(off.abs() < 12.0, "at {tilt}: {off} mm off");
        }
    }

    #[test]
    fn one_tile_tells_where_its_neighbours_lie() {
        let corners: [Point<Table>; 4] = crate::space::square(-22.5, 22.5);
        for tilt in [45.0, 55.0, 65.0, 69.0] {
            // Without its perspective, as a tile's outline is found.
            let seen = corners.map(|corner| truth(tilt, corner.to_3d()));
            let middle = truth(tilt, Point::<Table>::origin().to_3d());
            let flat = [0, 1, 2, 3].map(|i| middle + (seen[i] - seen[(i + 2) % 4]) / 2.0);
            let view = View::fit_measured(&corners, &flat, [1920.0, 1080.0], 4.0).unwrap();
            let side = (seen[1] - seen[0]).x;
            for place in [[184.0, 0.0], [0.0, -184.0], [-138.0, -138.0], [138.0, 46.0]] {
                let place = Point::<Table>::from(place).to_3d();
                let off = view.project(place) - truth(tilt, place);
                let off = off.x.hypot(off.y) / side;
                assert!(off < 0.25, "at {tilt}, {place:?}: {off} tiles off");
            }
        }
    }

    #[test]
    fn a_table_leads_away_upwards() {
        let corners: [Point<Table>; 4] = crate::space::square(-22.5, 22.5);
        let flat = corners.map(|corner| point2(960.0 + 2.0 * corner.x, 540.0 + corner.y));
        let view = View::fit(&corners, &flat, [1920.0, 1080.0]).unwrap();
        let [near, far] = [40.0, -40.0].map(|y| {
            let [left, right] = [-20.0, 20.0].map(|x| view.project(point3(x, y, 0.0)));
            (right - left).x
        });
        assert!(far < 0.95 * near, "{far} px far, {near} px near");
    }

    #[test]
    fn too_few_points_are_no_view() {
        assert!(View::fit(&board(1), &[Point::origin()], [1920.0, 1080.0]).is_none());
    }
}
