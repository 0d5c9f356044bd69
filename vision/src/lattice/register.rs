//! Notices how the board moved in the picture between two still frames, and by how much.
//!
//! Corners on the board are followed from the old frame to the new (pyramidal Lucas–Kanade,
//! forwards and back; Bouguet 2001) and a homography is fitted to them. A knocked camera or a
//! pushed table is then nothing but a new place of the same lattice.

use calibration::Homography;
use calibration::space::{Image, ImageCorners, ImagePoint, vec2};
use opencv::core::{Mat, Point, Point2f, Rect, Scalar, Size, TermCriteria, Vector};
use opencv::prelude::*;
use opencv::{imgproc, video};

use crate::cv;

/// Corners followed; a homography needs four, the rest buys certainty.
const POINTS: i32 = 250;
/// A point that does not come back to where it started is lost, pixels.
const ROUND_TRIP_PX: f32 = 1.0;
/// How far a followed point may lie from the fitted motion, pixels.
const TOLERANCE_PX: f64 = 1.5;
/// Halvings of the picture: what was not seen to move may have moved by some 30 px, a knock by a
/// few hundred. The former is looked for on and close around the board only.
const LEVELS_AT_REST: i32 = 1;
const LEVELS: i32 = 4;
const AROUND_PX: i32 = 40;
/// Drift, as it looks in a smaller picture, under which the board has surely not moved, pixels.
const AT_REST_PX: f64 = 0.35;
/// Fewest points that must agree, and the share of those that could be followed.
const MIN_INLIERS: usize = 12;
const SHARE: f64 = 0.4;

/// Grey copy of a frame.
///
/// # Errors
/// Fails when OpenCV does.
pub fn grey(picture: &Mat) -> opencv::Result<Mat> {
    let grey = cv::converted(picture, imgproc::COLOR_BGR2GRAY)?;
    Ok(grey)
}

/// The map from pixels of `old` to pixels of `new` for the board whose tiles cover `cells`
/// (corners in `old`), beginning the search at `hint`; `None` when it cannot be told.
///
/// # Errors
/// Fails when OpenCV does.
pub fn motion(
    old: &Mat,
    new: &Mat,
    cells: &[ImageCorners],
    hint: Option<Homography<Image, Image>>,
) -> opencv::Result<Option<Homography<Image, Image>>> {
    if old.size()? != new.size()? {
        return Ok(None);
    }
    if hint.is_none() && is_at_rest(old, new, cells)? {
        return Ok(Some(Homography::IDENTITY));
    }
    let points = corners_on(old, &on(cells, old)?, cells)?;
    if points.len() < MIN_INLIERS {
        return Ok(None);
    }
    if hint.is_none() {
        let area = around(cells, AROUND_PX, old)?;
        let part = |picture: &Mat| Mat::roi(picture, area)?.try_clone();
        let shifted = |p: Point2f| Point2f::new(p.x - area.x as f32, p.y - area.y as f32);
        let near: Vector<Point2f> = points.iter().map(shifted).collect();
        let moved = followed(
            &part(old)?,
            &part(new)?,
            &near,
            near.clone(),
            LEVELS_AT_REST,
        )?;
        if let Some(map) = moved {
            let (x, y) = (f64::from(area.x), f64::from(area.y));
            let (to, from) = (
                Homography::translation(x, y),
                Homography::translation(-x, -y),
            );
            return Ok(Some(to.after(&map).after(&from)));
        }
    }
    let guess = |p: Point2f| match hint {
        Some(map) => {
            let there = map.apply(cv::place(p));
            Point2f::new(there.x as f32, there.y as f32)
        }
        None => p,
    };
    let there = points.iter().map(guess).collect();
    followed(old, new, &points, there, LEVELS)
}

/// Whether the board has surely not moved, as far as pictures of half the size tell: they are
/// followed to a tenth of a pixel, for a quarter of the cost.
fn is_at_rest(old: &Mat, new: &Mat, cells: &[ImageCorners]) -> opencv::Result<bool> {
    let area = around(cells, AROUND_PX, old)?;
    if area.width < 2 * AROUND_PX || area.height < 2 * AROUND_PX {
        return Ok(false);
    }
    let half = |picture: &Mat| -> opencv::Result<Mat> {
        let size = Size::new(area.width / 2, area.height / 2);
        let part = Mat::roi(picture, area)?;
        let half = cv::resized(&part, size, imgproc::INTER_AREA)?;
        Ok(half)
    };
    let origin = vec2(f64::from(area.x), f64::from(area.y));
    // Of that half picture.
    let cells: Vec<ImageCorners> = cells
        .iter()
        .map(|corners| corners.map(|p| (p - origin) / 2.0))
        .collect();
    let (old, new) = (half(old)?, half(new)?);
    let points = corners_on(&old, &on(&cells, &old)?, &cells)?;
    if points.len() < MIN_INLIERS {
        return Ok(false);
    }
    let map = followed(&old, &new, &points, points.clone(), LEVELS_AT_REST)?;
    Ok(map.is_some_and(|map| 2.0 * map.drift(cells.as_flattened()) < AT_REST_PX))
}

/// The map that most of the points agree on, followed from `old` to `new` and back, looked for
/// `there` first.
fn followed(
    old: &Mat,
    new: &Mat,
    points: &Vector<Point2f>,
    mut there: Vector<Point2f>,
    levels: i32,
) -> opencv::Result<Option<Homography<Image, Image>>> {
    let mut back: Vector<Point2f> = points.clone();
    let (mut found, mut returned) = (Vector::<u8>::new(), Vector::<u8>::new());
    follow(old, new, points, &mut there, &mut found, levels)?;
    follow(new, old, &there, &mut back, &mut returned, levels)?;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for i in 0..points.len() {
        let (p, b, t) = (points.get(i)?, back.get(i)?, there.get(i)?);
        let round_trip = (p.x - b.x).hypot(p.y - b.y);
        if found.get(i)? == 1 && returned.get(i)? == 1 && round_trip < ROUND_TRIP_PX {
            from.push(cv::place(p));
            to.push(cv::place(t));
        }
    }
    let Some(fit) = Homography::fit(&from, &to, TOLERANCE_PX) else {
        return Ok(None);
    };
    let agree = fit.inliers.iter().filter(|i| **i).count();
    let enough = agree >= MIN_INLIERS && agree as f64 >= SHARE * from.len() as f64;
    Ok(enough.then_some(fit.map))
}

/// The pixel in which a place lies.
fn pixel(place: &ImagePoint) -> Point {
    let [x, y] = [place.x, place.y].map(|coordinate| cv::bounded(coordinate) as i32);
    Point::new(x, y)
}

/// Where in a picture tiles cover it.
fn on(cells: &[ImageCorners], picture: &Mat) -> opencv::Result<Mat> {
    let size = picture.size()?;
    let mut mask = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    for corners in cells {
        let outline: Vector<Point> = corners.iter().map(pixel).collect();
        imgproc::fill_convex_poly_def(&mut mask, &outline, Scalar::all(255.0))?;
    }
    Ok(mask)
}

/// The part of a picture within `reach_px` of the board, empty when none of it is in view.
fn around(cells: &[ImageCorners], reach_px: i32, picture: &Mat) -> opencv::Result<Rect> {
    let all: Vector<Point> = cells.iter().flatten().map(pixel).collect();
    if all.is_empty() {
        return Ok(Rect::default());
    }
    let reach = Point::new(reach_px, reach_px);
    let board = imgproc::bounding_rect(&all)?;
    let (low, high) = (board.tl() - reach, board.br() + reach);
    Ok(Rect::from_points(low, high) & Rect::new(0, 0, picture.cols(), picture.rows()))
}

/// The corners to follow: looked for no further around the board than their filters reach.
fn corners_on(
    picture: &Mat,
    mask: &Mat,
    cells: &[ImageCorners],
) -> opencv::Result<Vector<Point2f>> {
    let area = around(cells, 8, picture)?;
    if area.width <= 0 || area.height <= 0 {
        return Ok(Vector::new());
    }
    let (picture, mask) = (Mat::roi(picture, area)?, Mat::roi(mask, area)?);
    let mut points = Vector::<Point2f>::new();
    imgproc::good_features_to_track(
        &picture,
        &mut points,
        POINTS,
        0.01,
        6.0,
        &mask,
        5,
        false,
        0.04,
    )?;
    let place = |p: Point2f| Point2f::new(p.x + area.x as f32, p.y + area.y as f32);
    Ok(points.iter().map(place).collect())
}

fn follow(
    from: &Mat,
    to: &Mat,
    points: &Vector<Point2f>,
    moved: &mut Vector<Point2f>,
    found: &mut Vector<u8>,
    levels: i32,
) -> opencv::Result<()> {
    video::calc_optical_flow_pyr_lk(
        from,
        to,
        points,
        moved,
        found,
        &mut opencv::core::no_array(),
        Size::new(21, 21),
        levels,
        TermCriteria::new(3, 30, 0.01)?,
        video::OPTFLOW_USE_INITIAL_FLOW,
        1e-4,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::point2;

    #[test]
    fn a_board_that_reaches_to_the_horizon_fills_the_picture() -> opencv::Result<()> {
        let size = Size::new(80, 60);
        let black = Scalar::all(0.0);
        let picture = Mat::new_size_with_default(size, opencv::core::CV_8UC1, black)?;
        let far = f64::INFINITY;
        let cell = [(-far, 10.0), (far, 10.0), (far, far), (-far, far)];
        let cell: ImageCorners = cell.map(|(x, y)| point2(x, y));
        assert_eq!(around(&[cell], 8, &picture)?, Rect::new(0, 2, 80, 58));
        Ok(())
    }
}
