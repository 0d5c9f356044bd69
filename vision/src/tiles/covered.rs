//! Names tiles on which figures stand by what can be seen of them.
//!
//! A meeple in the middle of a road looks like a monastery to a feature of the whole tile. Where
//! figures are known to stand and several names are likely, the pictures of those names are
//! compared with what the figures leave free (correlation with a mask). Beside [`crate::tiles::model`],
//! which names whole tiles; finds no figures.

use std::collections::BTreeMap;

use calibration::Homography;
use calibration::space::{self, ImageCorners, ImagePoint, Patch};
use carcassonne::consistency::Opinion;
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Point, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pack::{FACE_PX, Pack};
use crate::tiles::cells::Pyramid;
use crate::tiles::reading::CellReading;

/// Side at which pictures are compared, pixels: printed lines are thicker than one.
const SIDE_PX: i32 = 64;
/// How far a tile may lie off its place, pixels.
const OFF_PX: i32 = 3;
/// Rim that is not compared, pixels: it may show a neighbour.
const RIM_PX: i32 = 2;
/// How much around a figure is not compared, pixels: its outline errs, and its shadow is there.
const AROUND_PX: i32 = 4;
/// Share of a tile that must be free for it to tell anything.
const FREE: f64 = 0.25;
/// Names are compared that are at most so much less likely than the likeliest, log-likelihood: a
/// figure makes a false name likelier by up to 8.
const RACE: f32 = 9.0;
/// Log-likelihood per unit of correlation: the true name's is larger by 0.1 to 0.4.
const TELLS: f32 = 40.0;

/// The corners of figures in the picture, pixels: each covers their hull.
pub(crate) type Covers = Vec<Vec<ImagePoint>>;

/// Corrects the opinions of tiles under `covers`.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn correct<'a>(
    opinions: &mut BTreeMap<Cell, Opinion>,
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    pyramid: &Pyramid,
    pack: &Pack,
    covers: &Covers,
) -> opencv::Result<()> {
    for (cell, reading) in readings {
        let Some(opinion) = opinions.get_mut(&cell) else {
            continue;
        };
        let in_race = |candidate: &&mut (_, _, f32)| candidate.2 > -RACE;
        let racing = opinion.candidates.iter().filter(|c| c.2 > -RACE).count();
        if racing < 2 || !covers.iter().any(|cover| overlaps(cover, &reading.corners)) {
            continue;
        }
        let mut likenesses = Vec::with_capacity(racing);
        for (face, rotation, _) in opinion.candidates.iter_mut().filter(in_race) {
            let of_name =
                |m: &&crate::tiles::model::Match| (m.face, m.rotation) == (*face, *rotation);
            let Some(look) = reading.ranked.iter().find(of_name) else {
                continue;
            };
            let Some(picture) = pack.pictures.get(look.picture) else {
                continue;
            };
            // Turned back, so that it lies as the picture does.
            let turn = usize::from(rotation.quarter_turns());
            let corners = std::array::from_fn(|i| reading.corners[(i + turn) % 4]);
            likenesses.push(likeness(pyramid, corners, &picture.image, covers)?);
        }
        let Some(likenesses) = likenesses.into_iter().collect::<Option<Vec<f32>>>() else {
            continue;
        };
        if likenesses.len() < racing {
            continue;
        }
        let most = likenesses.iter().copied().fold(f32::MIN, f32::max);
        let racers = opinion.candidates.iter_mut().filter(in_race);
        for ((.., log_likelihood), likeness) in racers.zip(likenesses) {
            *log_likelihood -= TELLS * (most - likeness);
        }
        let ranked = &mut opinion.candidates;
        ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
        let top = ranked.first().map_or(0.0, |best| best.2);
        ranked.iter_mut().for_each(|candidate| candidate.2 -= top);
    }
    Ok(())
}

/// How much what is free of a tile looks like a picture, −1…1; `None` where too little is free.
fn likeness(
    pyramid: &Pyramid,
    corners: ImageCorners,
    picture: &Mat,
    covers: &Covers,
) -> opencv::Result<Option<f32>> {
    let side = f64::from(SIDE_PX);
    let whole = Rect::new(0, 0, SIDE_PX, SIDE_PX);
    let Some(uncovered) = free_of(corners, SIDE_PX, covers)? else {
        return Ok(None);
    };
    let mut free = Mat::new_size_with_default(whole.size(), opencv::core::CV_8UC1, 0.into())?;
    let inner = Rect::new(RIM_PX, RIM_PX, SIDE_PX - 2 * RIM_PX, SIDE_PX - 2 * RIM_PX);
    let shows = Mat::roi(&uncovered, inner)?;
    shows.copy_to(&mut Mat::roi_mut(&mut free, inner)?)?;
    let share = f64::from(opencv::core::count_non_zero(&free)?) / (side * side);
    if share < FREE {
        return Ok(None);
    }
    let seen = pyramid.rectify(corners, SIDE_PX, 0)?;
    let (mut small, mut soft, mut padded) = (Mat::default(), Mat::default(), Mat::default());
    let blur = f64::from(FACE_PX) / side * 0.5;
    imgproc::gaussian_blur_def(picture, &mut soft, Size::new(0, 0), blur)?;
    imgproc::resize(
        &soft,
        &mut small,
        whole.size(),
        0.0,
        0.0,
        imgproc::INTER_AREA,
    )?;
    opencv::core::copy_make_border_def(
        &small,
        &mut padded,
        OFF_PX,
        OFF_PX,
        OFF_PX,
        OFF_PX,
        opencv::core::BORDER_REPLICATE,
    )?;
    let mut alike = Mat::default();
    imgproc::match_template(&padded, &seen, &mut alike, imgproc::TM_CCOEFF_NORMED, &free)?;
    let best = alike.data_typed::<f32>()?.iter().copied();
    let best = best.filter(|v| v.is_finite()).reduce(f32::max);
    Ok(best)
}

/// What figures leave free (255) of a tile that is rectified to `side_px`; `None` if its corners
/// enclose nothing.
pub(crate) fn free_of(
    corners: ImageCorners,
    side_px: i32,
    covers: &Covers,
) -> opencv::Result<Option<Mat>> {
    let side = f64::from(side_px);
    let square = space::square::<Patch>(0.0, side);
    let Some(into) = Homography::through(corners, square) else {
        return Ok(None);
    };
    let size = Size::new(side_px, side_px);
    let mut free = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))?;
    let around = AROUND_PX * side_px / SIDE_PX;
    for cover in covers.iter().filter(|cover| overlaps(cover, &corners)) {
        let points = cover.iter().map(|p| cv::pixel(into.apply(*p)));
        let points: Vector<Point> = points.collect();
        let mut outline = Vector::<Point>::new();
        imgproc::convex_hull_def(&points, &mut outline)?;
        let black = Scalar::all(0.0);
        imgproc::fill_convex_poly_def(&mut free, &outline, black)?;
        let outlines = Vector::<Vector<Point>>::from_iter([outline]);
        let line = imgproc::LINE_8;
        imgproc::polylines(&mut free, &outlines, true, black, 2 * around, line, 0)?;
    }
    Ok(Some(free))
}

/// Whether an outline's bounds touch those of a tile.
fn overlaps(outline: &[ImagePoint], corners: &ImageCorners) -> bool {
    let bounds = |points: &[ImagePoint], axis: fn(&ImagePoint) -> f64| {
        let along = points.iter().map(axis);
        (
            along.clone().fold(f64::MAX, f64::min),
            along.fold(f64::MIN, f64::max),
        )
    };
    let axes: [fn(&ImagePoint) -> f64; 2] = [|p| p.x, |p| p.y];
    axes.into_iter().all(|axis| {
        let ((a, b), (from, to)) = (bounds(outline, axis), bounds(corners, axis));
        a < to && b > from
    })
}
