//! Tells a city with a shield from its twin without one by the shield itself.
//!
//! Copies of a face differ in their houses as much as twins do, and a pack shows one copy of each: a
//! feature of the whole tile then names the twin whose houses are alike. So twins are compared at the
//! place where the one has its shield and the other has none (correlation, which light leaves
//! alone). Where a figure covers that place, the two stay as likely as each other, and what is left
//! in the box decides. Beside [`crate::tiles::occlusion::covered`], which compares whole tiles; knows no points.

use std::collections::BTreeMap;

use calibration::space::ImageCorners;
use carcassonne::catalogue::{Catalogue, FaceId, SegmentKind};
use carcassonne::consistency::Opinion;
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Point, Rect, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::lab;
use crate::cv;
use crate::lattice::outline::side_of;
use crate::pack::{FACE_PX, Pack};
use crate::picture::pyramid::Pyramid;
use crate::tiles::model::Match;
use crate::tiles::occlusion::covers::{Covers, free_of};
use crate::tiles::reading::CellReading;

/// Side at which tiles are compared, pixels: a shield is then 10 wide.
const SIDE_PX: i32 = 96;
/// A tile smaller than this in the picture shows no shield, pixels.
const SMALLEST_PX: f64 = 40.0;
/// A shield is blue: hue in degrees, least chroma.
const BLUE: std::ops::Range<f32> = 220.0..320.0;
const CHROMA: f32 = 12.0;
/// Its width and height, shares of the tile; how far from square its outline is; what it fills of
/// that, 0.42 to 0.76 in three editions. Roofs are longer or larger, and in the twin's picture, too.
const SIDES: std::ops::RangeInclusive<f64> = 0.08..=0.19;
const SQUARE: f64 = 1.45;
const FILLS: f64 = 0.38;
/// Its white quarters are no wider than this, pixels of a face's picture.
const QUARTER_PX: i32 = 11;
/// Share of the shield's place that is blue in the twin's picture at most, or it is a roof.
const TWIN_BLUE: f32 = 0.2;
/// What is compared around it, pixels.
const AROUND_PX: i32 = 5;
/// How far a tile may lie off its place, pixels: where tiles are seen from 25 degrees, readings err
/// by up to a twelfth of a side. And the usual error.
const OFF_PX: i32 = 8;
const USUALLY_OFF_PX: f32 = 4.0;
/// Share of its place that must be free of figures to tell anything.
const FREE: f64 = 0.4;
/// Correlation with the shield's picture at which it is as likely there as not …
/// (on four photographs 0.28 to 0.87 with a shield, 0.03 to 0.49 without) …
const EVEN: f32 = 0.45;
/// … log odds per unit of it …
const TELLS: f32 = 24.0;
/// … and at most.
const SURELY: f32 = 6.0;
/// The same where less than this share of its place is free: what is left of a shield is like any
/// wall.
const UNCOVERED: f64 = 0.9;
const HARDLY: f32 = 1.5;
/// What the look of the rest of the tile may tell between twins at most, log-likelihood.
const REST: f32 = 1.0;

/// Corrects the opinions of tiles that may show a shield or not.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn correct<'a>(
    opinions: &mut BTreeMap<Cell, Opinion>,
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    pyramid: &Pyramid,
    (pack, catalogue): (&Pack, &Catalogue),
    covers: &Covers,
) -> opencv::Result<()> {
    let twins = twins(catalogue);
    let mut places: BTreeMap<(usize, usize), Option<Rect>> = BTreeMap::new();
    for (cell, reading) in readings {
        let Some(opinion) = opinions.get_mut(&cell) else {
            continue;
        };
        let Some(&(face, rotation, _)) = opinion.candidates.first() else {
            continue;
        };
        let pair = twins
            .iter()
            .find(|(with, without)| *with == face || *without == face);
        let Some(&(with, without)) = pair else {
            continue;
        };
        let look = |face: FaceId| {
            let of_name = |m: &&Match| (m.face, m.rotation) == (face, rotation);
            reading.ranked.iter().find(of_name)?.picture
        };
        let Some((shield, plain)) = look(with).zip(look(without)) else {
            continue;
        };
        let place = match places.get(&(shield, plain)) {
            Some(place) => *place,
            None => {
                let place = place(&pack.pictures[shield].image, &pack.pictures[plain].image)?;
                places.insert((shield, plain), place);
                place
            }
        };
        // Turned back, so that it lies as the picture does.
        let turn = usize::from(rotation.quarter_turns());
        let corners = std::array::from_fn(|i| reading.corners[(i + turn) % 4]);
        let Some(place) = place.filter(|_| side_of(&corners) >= SMALLEST_PX) else {
            continue;
        };
        let picture = &pack.pictures[shield].image;
        let odds = odds(pyramid, corners, picture, place, covers)?;
        let of = |face: FaceId| {
            let mut all = opinion.candidates.iter();
            all.position(|c| (c.0, c.1) == (face, rotation))
        };
        let Some((a, b)) = of(with).zip(of(without)) else {
            continue;
        };
        let (ours, theirs) = (opinion.candidates[a].2, opinion.candidates[b].2);
        let odds = odds + (ours - theirs).clamp(-REST, REST);
        let most = ours.max(theirs);
        opinion.candidates[a].2 = most + odds.min(0.0);
        opinion.candidates[b].2 = most - odds.max(0.0);
        opinion.candidates.sort_by(|x, y| y.2.total_cmp(&x.2));
    }
    Ok(())
}

/// Faces that differ in nothing but their shields: with and without.
pub(crate) fn twins(catalogue: &Catalogue) -> Vec<(FaceId, FaceId)> {
    let bare = |kind: &SegmentKind| match kind {
        SegmentKind::City { .. } => SegmentKind::City { shields: 0 },
        other => other.clone(),
    };
    let shields = |kind: &SegmentKind| match kind {
        SegmentKind::City { shields } => *shields,
        _ => 0,
    };
    let mut found = Vec::new();
    for with in catalogue.faces() {
        let own: u8 = with.segments.iter().map(|s| shields(&s.kind)).sum();
        let is_twin = |other: &carcassonne::catalogue::Face| {
            other.edges == with.edges
                && other.set == with.set
                && other.segments.len() == with.segments.len()
                && other.segments.iter().all(|s| shields(&s.kind) == 0)
                && other
                    .segments
                    .iter()
                    .zip(&with.segments)
                    .all(|(a, b)| a.rim == b.rim && bare(&a.kind) == bare(&b.kind))
        };
        if own > 0 {
            let twin = catalogue.faces().find(|other| is_twin(other));
            found.extend(twin.map(|twin| (with.id, twin.id)));
        }
    }
    found
}

/// Where a face's picture has its shield, pixels of [`FACE_PX`]; `None` if nothing there is one.
fn place(shield: &Mat, plain: &Mat) -> opencv::Result<Option<Rect>> {
    let (with, without) = (blue(shield)?, blue(plain)?);
    let closed = cv::morphed(&with, imgproc::MORPH_CLOSE, &cv::disc(QUARTER_PX)?)?;
    let mut contours = Vector::<Vector<Point>>::new();
    let (outer, simple) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
    imgproc::find_contours_def(&closed, &mut contours, outer, simple)?;
    let mut best: Option<(f64, Rect)> = None;
    for contour in contours {
        let bounds = imgproc::bounding_rect(&contour)?;
        let (w, h) = (f64::from(bounds.width), f64::from(bounds.height));
        let area = imgproc::contour_area_def(&contour)?;
        let face = f64::from(FACE_PX);
        let fits = SIDES.contains(&(w / face))
            && SIDES.contains(&(h / face))
            && w.max(h) / w.min(h) <= SQUARE
            && area >= FILLS * w * h;
        let twin = opencv::core::mean_def(&Mat::roi(&without, bounds)?)?[0] / 255.0;
        if fits && twin < f64::from(TWIN_BLUE) && best.is_none_or(|(most, _)| area > most) {
            best = Some((area, bounds));
        }
    }
    Ok(best.map(|(_, bounds)| bounds))
}

/// Where a picture is blue.
fn blue(picture: &Mat) -> opencv::Result<Mat> {
    let pixels = lab(picture)?;
    let is_blue = |p: &Vec3f| {
        let hue = p[2].atan2(p[1]).to_degrees().rem_euclid(360.0);
        p[1].hypot(p[2]) > CHROMA && BLUE.contains(&hue)
    };
    let marks: Vec<u8> = pixels
        .data_typed::<Vec3f>()?
        .iter()
        .map(|p| if is_blue(p) { 255 } else { 0 })
        .collect();
    Mat::from_slice(&marks)?
        .reshape(1, picture.rows())?
        .try_clone()
}

/// Log odds that the tile shows a shield at that place; 0 where a figure covers it.
fn odds(
    pyramid: &Pyramid,
    corners: ImageCorners,
    shield: &Mat,
    place: Rect,
    covers: &Covers,
) -> opencv::Result<f32> {
    let scale = f64::from(SIDE_PX) / f64::from(FACE_PX);
    let at = |v: i32| (f64::from(v) * scale).round() as i32;
    let whole = Rect::new(0, 0, SIDE_PX, SIDE_PX);
    let inner = Rect::new(at(place.x), at(place.y), at(place.width), at(place.height)) & whole;
    let free = free_of(corners, SIDE_PX, covers)?;
    let Some(free) = free else { return Ok(0.0) };
    let share = opencv::core::mean_def(&Mat::roi(&free, inner)?)?[0] / 255.0;
    if share < FREE {
        return Ok(0.0);
    }
    let grown = |by: i32| {
        Rect::new(
            inner.x - by,
            inner.y - by,
            inner.width + 2 * by,
            inner.height + 2 * by,
        ) & whole
    };
    let patch = grown(AROUND_PX);
    // The margin around the tile takes the patch's place to the middle of this.
    let (width, height) = (patch.width + 2 * OFF_PX, patch.height + 2 * OFF_PX);
    let around = Rect::new(patch.x, patch.y, width, height);
    let seen = pyramid.rectify(corners, SIDE_PX, OFF_PX)?;
    // As coarse as the picture shows it.
    let pixel = f64::from(FACE_PX) / side_of(&corners).clamp(1.0, f64::from(SIDE_PX));
    let soft = cv::softened(shield, 0.5 * pixel)?;
    let size = whole.size();
    let small = cv::resized(&soft, size, imgproc::INTER_AREA)?;
    // What a figure covers is left out of the picture that is looked for.
    let (wanted, shows) = (Mat::roi(&small, patch)?, Mat::roi(&free, patch)?);
    let mut alike = Mat::default();
    imgproc::match_template(
        &Mat::roi(&seen, around)?.try_clone()?,
        &wanted.try_clone()?,
        &mut alike,
        imgproc::TM_CCOEFF_NORMED,
        &shows.try_clone()?,
    )?;
    let columns = alike.cols().max(1);
    let odds = alike.data_typed::<f32>()?.iter().zip(0..);
    let odds = odds.filter(|(alike, _)| alike.is_finite());
    let odds = odds.map(|(alike, i)| {
        let off = [i % columns, i / columns].map(|v| (v - OFF_PX) as f32 / USUALLY_OFF_PX);
        TELLS * (alike - EVEN) - (off[0] * off[0] + off[1] * off[1]) / 2.0
    });
    let odds = odds.reduce(f32::max).unwrap_or(0.0);
    // Beside a figure, its shadow and its rim are compared too.
    let surely = match share < UNCOVERED {
        true => HARDLY,
        false => SURELY,
    };
    Ok(odds.clamp(-surely, surely) * share as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(name: &str) -> FaceId {
        carcassonne::catalogue::face_id(name).expect("a face")
    }

    #[test]
    fn twins_differ_in_their_shields_only() {
        let mut found = twins(&Catalogue::bundled());
        found.sort_unstable();
        let pairs = [("F", "G"), ("M", "N"), ("O", "P"), ("Q", "R"), ("S", "T")];
        assert_eq!(found, pairs.map(|(a, b)| (face(a), face(b))));
    }
}
