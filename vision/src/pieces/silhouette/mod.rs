//! Compares a blob with what a wooden piece would look like there.
//!
//! The piece's outline, standing or lying, is projected into the raster of the board at several
//! turns; overlap with the blob (intersection over union) says which pose and place explain it.

pub mod stature;

use calibration::space::{self, LatticeOffset, LatticePoint, point3, vec2};
use calibration::{Offset, Point as Place, Raised};
use carcassonne::piece::{FigureKind, Pose};
use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::pixels::Raster;
use crate::cv;
use crate::pieces::blob::{filled, middle};
use shapes::solid::{Body, body};

/// Turns tried: every 15 degrees; a meeple's outline changes little in between.
const TURN_STEP_DEG: usize = 15;
/// Turns that are tried in other sizes, too.
const SIZED: usize = 8;
/// How many are then moved and sized until they overlap no more, by steps of so many pixels; and by which
/// the best of them then is.
const REFINED: usize = 3;
const COARSE_PX: f64 = 2.0;
const FINE_PX: f64 = 1.0;
/// Overlap under which no refining makes a piece of a blob: of 2068 blobs on photographs and drawn
/// tables the 149 below came to 0.40 at most. It adds 0.00 to 0.13, from the first to the last hundredth.
const HOPEFUL: f64 = 0.25;
/// Sizes tried, as shares of the usual piece, the middle one first: sets and editions differ.
const SIZES: [f64; 3] = [0.78, 0.87, 0.97];
/// Bounds of the size.
const SMALLEST: f64 = 0.7;
const LARGEST: f64 = 1.1;
/// Step by which the size is then refined.
const SIZE_STEP: f64 = 0.03;
/// Overlap under which a blob is no such piece: cups, fingers, rims, roofs reach 0.5, pieces in
/// films and photographs 0.72 to 0.91.
pub const MIN_IOU: f64 = 0.57;
/// The same where the piece was seen a moment ago.
pub const MIN_IOU_AGAIN: f64 = 0.42;
/// Log-likelihood per unit of overlap: in films at 1080p the true pose overlaps more by 0.02 to
/// 0.18, and once in sixty looks less by 0.01.
pub const SHARPNESS: f32 = 60.0;

/// How far the outline that is compared may be off the piece's.
const CORNERS_OFF_MM: f64 = 0.15;

/// Overlap from which a blob is sharp.
pub const WELL: f64 = 0.85;
/// By how much one pose then beats the others.
pub const CLEARLY: f64 = 0.06;

/// What a piece's solid covers: polygons, convex or not, filled together.
pub(crate) type Outlines<Picture> = Vec<Vec<Place<Picture>>>;

/// How pieces appear in a picture: the rectified board, or another.
pub struct Silhouettes<'a, Picture> {
    /// Where raised places of the board appear.
    pub to_picture: &'a (dyn Fn(Raised<space::Lattice>) -> Place<Picture> + Sync),
    /// Millimetres in a cell.
    pub unit_mm: f64,
}

/// The best explanation of a blob by one pose.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Intersection over union with the blob.
    pub overlap: f64,
    /// Where the piece touches the tile (standing) or its middle (lying), in cells.
    pub foot: LatticePoint,
    /// Its size as a share of the usual piece.
    pub size: f64,
    /// How it is turned.
    pub turn: Turn,
}

/// How a piece is turned.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Seen from above, degrees.
    pub deg: f64,
    /// Whether its back is where its face would be.
    pub mirrored: bool,
}

/// The one that overlaps more goes first.
fn likelier(one: &Fit, other: &Fit) -> std::cmp::Ordering {
    other.overlap.total_cmp(&one.overlap)
}

/// The turns in which a piece looks different: a standing one with equal halves looks the same
/// from behind, and one with unequal halves may lie on either side.
pub(crate) fn turns(body: &Body, pose: Pose) -> Vec<Turn> {
    let equal = body.has_equal_halves();
    let around = if pose == Pose::Standing && equal {
        180
    } else {
        360
    };
    let sides = if pose == Pose::Lying && !equal {
        &[false, true][..]
    } else {
        &[false]
    };
    let turn = |deg: usize, mirrored: bool| Turn {
        deg: deg as f64,
        mirrored,
    };
    let degrees = (0..around).step_by(TURN_STEP_DEG);
    degrees
        .flat_map(|deg| sides.iter().map(move |&mirrored| turn(deg, mirrored)))
        .collect()
}

impl Silhouettes<'_, Raster> {
    /// The turn and place at which `kind` in `pose` overlaps most with `blob`, begun at `start`
    /// (cells). In `unclear`, as large as the rectified board, the piece may show or not.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn fit(
        &self,
        unclear: &Mat,
        blob: &Vector<Point>,
        kind: FigureKind,
        pose: Pose,
        start: LatticePoint,
    ) -> opencv::Result<Option<Fit>> {
        let body = body(kind);
        let all = turns(&body, pose);
        let fitting = Fitting {
            silhouettes: self,
            target: Target::of(blob, unclear)?,
            // A raster's pixel is half a millimetre: rounder corners show nowhere, and cost.
            body: body.with_fewer_corners(CORNERS_OFF_MM)?,
            pose,
            cells_per_px: self.cells_per_px(start),
        };
        let blob_middle = middle(blob)?;
        let put = |turn, size| fitting.onto_middle(blob_middle, start, size, turn);
        let [small, usual, large] = SIZES;
        let mut tries = all
            .into_iter()
            .map(|turn| put(turn, usual))
            .collect::<opencv::Result<Vec<Fit>>>()?;
        tries.sort_by(likelier);
        let turns: Vec<Turn> = tries.iter().take(SIZED).map(|fit| fit.turn).collect();
        for (turn, size) in turns.into_iter().flat_map(|t| [(t, small), (t, large)]) {
            tries.push(put(turn, size)?);
        }
        tries.sort_by(likelier);
        let hopeful = tries.first().is_some_and(|best| best.overlap >= HOPEFUL);
        if hopeful {
            for fit in tries.iter_mut().take(REFINED) {
                *fit = fitting.refined(*fit, COARSE_PX)?;
            }
            tries.sort_by(likelier);
            if let Some(best) = tries.first_mut() {
                *best = fitting.refined(*best, FINE_PX)?;
            }
        }
        Ok(tries.first().copied())
    }
}

/// A piece in a pose, held against a blob.
struct Fitting<'a> {
    silhouettes: &'a Silhouettes<'a, Raster>,
    target: Target,
    body: Body,
    pose: Pose,
    /// [`Silhouettes::cells_per_px`] where it is looked for.
    cells_per_px: [LatticeOffset; 2],
}

impl Fitting<'_> {
    fn in_cells(&self, step: Offset<Raster>) -> LatticeOffset {
        let [right, down] = self.cells_per_px;
        right * step.x + down * step.y
    }

    fn at(&self, foot: LatticePoint, size: f64, turn: Turn) -> opencv::Result<Fit> {
        let shape = self
            .silhouettes
            .shape(&self.body, self.pose, foot, size, turn);
        Ok(Fit {
            overlap: self.target.overlap(&shape)?,
            foot,
            size,
            turn,
        })
    }

    /// The piece of that size and turn, its middle put onto the blob's.
    fn onto_middle(
        &self,
        blob: Place<Raster>,
        start: LatticePoint,
        size: f64,
        turn: Turn,
    ) -> opencv::Result<Fit> {
        let (body, pose) = (&self.body, self.pose);
        let mut foot = start;
        for _ in 0..2 {
            let faces = self
                .silhouettes
                .faces(body, pose, foot, size, turn, &|point| point);
            foot += self.in_cells(blob - middle_of(&faces)?);
        }
        self.at(foot, size, turn)
    }

    /// The same turn, moved by steps of so many pixels and sized for as long as it overlaps more (hill
    /// climbing).
    fn refined(&self, mut best: Fit, step_px: f64) -> opencv::Result<Fit> {
        let shifts = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let moves = shifts.map(|(x, y)| (x * step_px, y * step_px, 0.0));
        let sizes = [(0.0, 0.0, SIZE_STEP), (0.0, 0.0, -SIZE_STEP)];
        let mut better = true;
        while better {
            better = false;
            for (dx, dy, grow) in moves.into_iter().chain(sizes) {
                let moved = best.foot + self.in_cells(vec2(dx, dy));
                let sized = (best.size + grow).clamp(SMALLEST, LARGEST);
                let here = self.at(moved, sized, best.turn)?;
                if here.overlap > best.overlap + 1e-6 {
                    (best, better) = (here, true);
                }
            }
        }
        Ok(best)
    }
}

impl<Picture> Silhouettes<'_, Picture> {
    /// How far in cells one pixel to the right and one down lead from a place on the board.
    fn cells_per_px(&self, at: LatticePoint) -> [LatticeOffset; 2] {
        const STEP: f64 = 0.1;
        let place = |step: LatticeOffset| (self.to_picture)((at + step).to_3d());
        let here = place(LatticeOffset::zero());
        let east = (place(vec2(STEP, 0.0)) - here) / STEP;
        let south = (place(vec2(0.0, STEP)) - here) / STEP;
        let area = east.x * south.y - east.y * south.x;
        // A plane seen edge-on: nothing in it moves.
        let inverse = if area.abs() > 1e-9 { 1.0 / area } else { 0.0 };
        [
            vec2(south.y * inverse, -east.y * inverse),
            vec2(-south.x * inverse, east.x * inverse),
        ]
    }

    /// What the piece's solid covers.
    pub(crate) fn shape(
        &self,
        body: &Body,
        pose: Pose,
        foot: LatticePoint,
        size: f64,
        turn: Turn,
    ) -> Outlines<Picture> {
        self.cast(body, pose, foot, size, turn, &|point| point)
    }

    /// The same of its shadow on the tile; `slope` is how far it falls, in heights.
    pub(crate) fn shadow(
        &self,
        body: &Body,
        pose: Pose,
        foot: LatticePoint,
        size: f64,
        turn: Turn,
        slope: LatticeOffset,
    ) -> Outlines<Picture> {
        self.cast(body, pose, foot, size, turn, &|point| {
            (point.xy() + slope * point.z).to_3d()
        })
    }

    /// The polygons of the piece's solid that face one way, each corner moved by `onto` first: quadrangles
    /// of its sides, and one of its two faces. Those that face the other way cover the same.
    fn cast(
        &self,
        body: &Body,
        pose: Pose,
        foot: LatticePoint,
        size: f64,
        turn: Turn,
        onto: &dyn Fn(Raised<space::Lattice>) -> Raised<space::Lattice>,
    ) -> Outlines<Picture> {
        let [mut near, far] = self.faces(body, pose, foot, size, turn, onto);
        let n = near.len();
        let mut polygons: Outlines<Picture> = (0..n)
            .map(|i| vec![near[i], near[(i + 1) % n], far[(i + 1) % n], far[i]])
            .collect();
        // So that all run the same way around as seen from outside.
        near.reverse();
        polygons.extend([near, far]);
        polygons.retain(|polygon| is_clockwise(polygon));
        polygons
    }

    /// The two faces of the piece's solid, each corner moved by `onto` first.
    fn faces(
        &self,
        body: &Body,
        pose: Pose,
        foot: LatticePoint,
        size: f64,
        turn: Turn,
        onto: &dyn Fn(Raised<space::Lattice>) -> Raised<space::Lattice>,
    ) -> [Vec<Place<Picture>>; 2] {
        let (sin, cos) = turn.deg.to_radians().sin_cos();
        let side = if turn.mirrored { -1.0 } else { 1.0 };
        let mm = size / self.unit_mm;
        let half = body.depth_mm / 2.0;
        let lying_middle = body.middle_mm();
        let place = |p: &[f64; 2], depth: f64| {
            let (along, across, height) = match pose {
                Pose::Standing => (p[0] * side, depth - half, p[1]),
                Pose::Lying => (p[0] * side, p[1] - lying_middle, depth),
            };
            (self.to_picture)(onto(point3(
                foot.x + mm * (cos * along - sin * across),
                foot.y + mm * (sin * along + cos * across),
                mm * height,
            )))
        };
        [0.0, body.depth_mm].map(|depth| body.outline_mm.iter().map(|p| place(p, depth)).collect())
    }
}

/// Whether a polygon runs clockwise in the picture (the shoelace formula).
fn is_clockwise<Picture>(polygon: &[Place<Picture>]) -> bool {
    let next = polygon.iter().cycle().skip(1);
    let turns = polygon
        .iter()
        .zip(next)
        .map(|(a, b)| a.to_vector().cross(b.to_vector()));
    turns.sum::<f64>() > 0.0
}

/// The mean of both faces' centroids: near enough to the silhouette's middle.
fn middle_of(faces: &[Vec<Place<Raster>>; 2]) -> opencv::Result<Place<Raster>> {
    let mut middle = Place::origin();
    for face in faces {
        let m = imgproc::moments_def(&cv::smooth(face))?;
        let area = if m.m00.abs() < 1e-9 { 1.0 } else { m.m00 };
        middle += vec2(m.m10 / area / 2.0, m.m01 / area / 2.0);
    }
    Ok(middle)
}

/// What silhouettes are compared with.
struct Target {
    blob: Mat,
    area_px: f64,
    unclear: Mat,
    /// Its first pixel in the rectified board.
    at: Point,
}

impl Target {
    /// A blob, with room around it for the piece wherever it overlaps.
    fn of(blob: &Vector<Point>, unclear: &Mat) -> opencv::Result<Self> {
        let bounds = imgproc::bounding_rect(blob)?;
        let pad = 32;
        let frame = Rect::new(0, 0, unclear.cols(), unclear.rows());
        let area = Rect::new(
            bounds.x - pad,
            bounds.y - pad,
            bounds.width + 2 * pad,
            bounds.height + 2 * pad,
        ) & frame;
        let blob = filled(blob, area)?;
        Ok(Self {
            area_px: f64::from(opencv::core::count_non_zero(&blob)?),
            blob,
            unclear: Mat::roi(unclear, area)?.try_clone()?,
            at: area.tl(),
        })
    }

    /// Intersection over union of the filled polygons with the blob. Where it is unclear what
    /// shows, the piece is missed by half: it may as well be there.
    fn overlap(&self, polygons: &[Vec<Place<Raster>>]) -> opencv::Result<f64> {
        let drawn = covered(polygons, Rect::from_point_size(self.at, self.blob.size()?))?;
        let drawn_area = f64::from(opencv::core::count_non_zero(&drawn)?);
        let mut both = cv::both(&self.blob, &drawn)?;
        let common = f64::from(opencv::core::count_non_zero(&both)?);
        let union = self.area_px + drawn_area - common;
        let rest = cv::subtracted(&drawn, &both)?;
        opencv::core::bitwise_and_def(&rest, &self.unclear, &mut both)?;
        let guessed = f64::from(opencv::core::count_non_zero(&both)?);
        Ok(common / (union - guessed / 2.0).max(1.0))
    }
}

/// What a solid's polygons cover (255) of a part of the raster.
pub(crate) fn covered(polygons: &[Vec<Place<Raster>>], area: Rect) -> opencv::Result<Mat> {
    let mut covered =
        Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    for polygon in polygons {
        let points = cv::points(polygon.iter().map(|corner| cv::pixel(*corner) - area.tl()));
        // Sides are convex, which is quicker to fill.
        if points.len() == 4 {
            imgproc::fill_convex_poly_def(&mut covered, &points, Scalar::all(255.0))?;
        } else {
            let one = Vector::<Vector<Point>>::from_iter([points]);
            imgproc::fill_poly_def(&mut covered, &one, Scalar::all(255.0))?;
        }
    }
    Ok(covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::apart;
    use calibration::space::point2;

    /// Cells of 45 mm, 100 px each, seen from a height of ten cells above the origin.
    fn from_above(at: Raised<space::Lattice>) -> Place<Raster> {
        let grow = 10.0 / (10.0 - at.z);
        point2(200.0 + at.x * 100.0 * grow, 200.0 + at.y * 100.0 * grow)
    }

    fn clear() -> Mat {
        Mat::new_rows_cols_with_default(400, 400, opencv::core::CV_8UC1, Scalar::all(0.0)).unwrap()
    }

    fn outline(mask: &Mat) -> Vector<Point> {
        let mut contours = Vector::<Vector<Point>>::new();
        let (all, none) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
        imgproc::find_contours_def(mask, &mut contours, all, none).unwrap();
        contours.get(0).unwrap()
    }

    /// Where a piece in a pose shows.
    fn blob(kind: FigureKind, pose: Pose, foot: LatticePoint, turn: Turn) -> Mat {
        let eyes = Silhouettes {
            to_picture: &from_above,
            unit_mm: 45.0,
        };
        let mut mask = clear();
        for polygon in eyes.shape(&body(kind), pose, foot, 0.9, turn) {
            let one = Vector::<Vector<Point>>::from_iter([cv::polygon(&polygon)]);
            imgproc::fill_poly_def(&mut mask, &one, Scalar::all(255.0)).unwrap();
        }
        mask
    }

    /// The sides that face one way cover what all sides do, however a piece stands and is turned.
    #[test]
    fn the_half_of_a_solid_that_is_drawn_covers_what_the_whole_does() {
        let eyes = Silhouettes {
            to_picture: &from_above,
            unit_mm: 45.0,
        };
        let covered = |polygons: &[Vec<Place<Raster>>]| {
            let mut mask = clear();
            for polygon in polygons {
                let one = Vector::<Vector<Point>>::from_iter([cv::polygon(polygon)]);
                imgproc::fill_poly_def(&mut mask, &one, Scalar::all(255.0)).unwrap();
            }
            mask
        };
        let foot = point2(0.6, 0.2);
        for (pose, mirrored) in [Pose::Standing, Pose::Lying].into_iter().zip([true, false]) {
            for deg in [0.0, 75.0, 200.0] {
                let turn = Turn { deg, mirrored };
                let body = body(FigureKind::Meeple);
                let half = eyes.shape(&body, pose, foot, 0.9, turn);
                let [near, far] = eyes.faces(&body, pose, foot, 0.9, turn, &|point| point);
                let n = near.len();
                let side = |i: usize| vec![near[i], near[(i + 1) % n], far[(i + 1) % n], far[i]];
                let mut whole: Vec<_> = (0..n).map(side).collect();
                whole.extend([near.clone(), far.clone()]);
                assert!(half.len() < whole.len());
                let missing = cv::subtracted(&covered(&whole), &covered(&half)).unwrap();
                let missing = opencv::core::count_non_zero(&missing).unwrap();
                assert!(missing < 6, "{missing} px of {pose:?} at {deg}");
            }
        }
    }

    /// A red meeple whose lower half stands before a red roof.
    #[test]
    fn a_piece_half_lost_before_its_own_colour_fits_where_it_stands() {
        let eyes = Silhouettes {
            to_picture: &from_above,
            unit_mm: 45.0,
        };
        let turn = Turn {
            deg: 30.0,
            mirrored: false,
        };
        let foot = point2(0.6, 0.2);
        let mut mask = blob(FigureKind::Meeple, Pose::Standing, foot, turn);
        let bounds = imgproc::bounding_rect(&mask).unwrap();
        let lost = Rect::new(bounds.x, bounds.y, bounds.width / 2, bounds.height);
        let mut unclear = clear();
        for (picture, value) in [(&mut unclear, 255.0), (&mut mask, 0.0)] {
            imgproc::rectangle(picture, lost, Scalar::all(value), -1, imgproc::LINE_8, 0).unwrap();
        }
        let fit = |unclear: &Mat| {
            let fit = eyes.fit(
                unclear,
                &outline(&mask),
                FigureKind::Meeple,
                Pose::Standing,
                foot,
            );
            fit.unwrap().unwrap()
        };
        let (blind, fit) = (fit(&clear()), fit(&unclear));
        let off = |fit: Fit| apart(fit.foot, foot);
        assert!(fit.overlap > blind.overlap, "{fit:?} {blind:?}");
        assert!(off(fit) < off(blind) && off(fit) < 0.1, "{fit:?} {blind:?}");
    }

    #[test]
    fn pieces_of_every_kind_fit_their_own_silhouette_best() {
        use FigureKind::{Cat, Ghost, Guard, Hound, Meeple};
        let eyes = Silhouettes {
            to_picture: &from_above,
            unit_mm: 45.0,
        };
        let kinds = [Meeple, Guard, Ghost, Cat, Hound];
        for (n, kind) in kinds.into_iter().enumerate() {
            let turn = Turn {
                deg: 195.0 + 15.0 * n as f64,
                mirrored: matches!(kind, Guard | Cat | Hound),
            };
            let foot = point2(0.1, -0.05);
            let outline = outline(&blob(kind, Pose::Lying, foot, turn));
            let mut fits = kinds.map(|other| {
                let fit = eyes.fit(
                    &clear(),
                    &outline,
                    other,
                    Pose::Lying,
                    LatticePoint::origin(),
                );
                (fit.unwrap().unwrap(), other)
            });
            fits.sort_by(|a, b| b.0.overlap.total_cmp(&a.0.overlap));
            let (best, named) = fits[0];
            assert_eq!(named, kind, "{fits:?}");
            assert!(best.overlap > 0.9, "{kind:?}: {best:?}");
            assert!(
                best.overlap > fits[1].0.overlap + 0.06,
                "{kind:?}: {fits:?}"
            );
            assert!(apart(best.foot, foot) < 0.05, "{kind:?}: {best:?}");
        }
    }
}
