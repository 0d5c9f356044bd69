//! Draws a blob's outline again along the picture's edges.
//!
//! A blob is where a paint shows that the bare board does not; before printed grass or a roof of
//! its own colour it has holes and lacks limbs. Graph cuts ("GrabCut", Rother, Kolmogorov and
//! Blake 2004) find the whole from a part: what is surely the piece and what is surely beside it
//! teach the colours of both, and the border between them runs where neighbouring pixels differ.
//!
//! Knows nothing of pieces; whether an outline is one is [`crate::pieces::silhouette`]'s business.

use opencv::core::{CMP_GT, CV_8UC1, Mat, Point, Rect, Scalar, Vec3b, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::raster::CELL_PX;
use crate::cv;
use crate::pieces::blob::filled;

/// How far beside a blob its piece may reach, pixels: a standing meeple shows 16 mm of itself
/// and a part was seen.
const REACH_PX: i32 = CELL_PX / 4;
/// Room around that for the colours of the background.
const ROOM_PX: i32 = CELL_PX / 8;
/// Depth inside a blob, as a share of the deepest, from which it surely is the piece.
const CORE: f64 = 0.5;
/// Steps that a colour as large as its lightness makes: as many as half the range of lightness.
const PER_LIGHTNESS: f32 = 50.0;
/// Lightness under which colours are noise.
const DARKEST: f32 = 12.0;
/// Area of a blob in the picture that is cut, at most, pixels: where it shows larger the picture is
/// shrunk, as the cost is that of the pixels. Of 588 pieces on forty changed photographs 548 were read
/// right so, and as many at full size.
const MOST_PX: f64 = 600.0;
/// Rounds of learning colours and cutting; the border moves little after the second.
const ROUNDS: i32 = 3;

/// The outline of the piece that a blob is a part of; `None` if it cannot be told from what is
/// around it.
///
/// `seen` is the rectified board, Lab as floats.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn redrawn(seen: &Mat, blob: &Vector<Point>) -> opencv::Result<Option<Vector<Point>>> {
    let bounds = imgproc::bounding_rect(blob)?;
    let pad = REACH_PX + ROOM_PX;
    let area = Rect::new(
        bounds.x - pad,
        bounds.y - pad,
        bounds.width + 2 * pad,
        bounds.height + 2 * pad,
    ) & Rect::new(0, 0, seen.cols(), seen.rows());
    let part = filled(blob, area)?;
    let near = cv::dilated(&part, &cv::disc(2 * REACH_PX + 1)?)?;
    let core = core(&part)?;
    let mark = |value: i32| Scalar::all(f64::from(value));
    let mut marks = Mat::new_size_with_default(area.size(), CV_8UC1, mark(imgproc::GC_BGD))?;
    marks.set_to(&mark(imgproc::GC_PR_BGD), &near)?;
    marks.set_to(&mark(imgproc::GC_PR_FGD), &part)?;
    marks.set_to(&mark(imgproc::GC_FGD), &core)?;
    let mut window = in_any_light(&Mat::roi(seen, area)?.try_clone()?)?;
    let shrink = (MOST_PX / imgproc::contour_area_def(blob)?).sqrt();
    if shrink < 1.0 {
        window = cv::scaled(&window, shrink, imgproc::INTER_AREA)?;
        marks = cv::resized(&marks, window.size()?, imgproc::INTER_NEAREST)?;
    }
    // The colours' first groups are drawn by lot: the same ones for the same picture.
    opencv::core::set_rng_seed(1)?;
    imgproc::grab_cut(
        &window,
        &mut marks,
        Rect::default(),
        &mut Mat::default(),
        &mut Mat::default(),
        ROUNDS,
        imgproc::GC_INIT_WITH_MASK,
    )?;
    // Both marks of the foreground are odd.
    let whole = cv::compared(&cv::both(&marks, &mark(1))?, &mark(0), CMP_GT)?;
    let whole = cv::resized(&whole, area.size(), imgproc::INTER_LINEAR)?;
    cv::largest(&cv::compared(&whole, &mark(127), CMP_GT)?, area.tl())
}

/// Lab as bytes, both colours as shares of the lightness: paint keeps those in its own shade, and
/// grass in a shadow stays grass.
fn in_any_light(lab: &Mat) -> opencv::Result<Mat> {
    let bytes: Vec<Vec3b> = lab
        .data_typed::<Vec3f>()?
        .iter()
        .map(|pixel| {
            let of_light = |v: f32| 128.0 + PER_LIGHTNESS * v / pixel[0].max(DARKEST);
            let [a, b] = [1, 2].map(|c| of_light(pixel[c]).clamp(0.0, 255.0) as u8);
            Vec3b::from_array([pixel[0].clamp(0.0, 100.0) as u8, a, b])
        })
        .collect();
    Mat::from_slice(&bytes)?.reshape(3, lab.rows())?.try_clone()
}

/// The inner part of a mask: its rim may be the piece's shadow.
fn core(part: &Mat) -> opencv::Result<Mat> {
    let mut deep = Mat::default();
    let mut core = Mat::default();
    imgproc::distance_transform_def(part, &mut deep, imgproc::DIST_L2, 3)?;
    let mut deepest = 0.0;
    opencv::core::min_max_loc(
        &deep,
        None,
        Some(&mut deepest),
        None,
        None,
        &opencv::core::no_array(),
    )?;
    opencv::core::compare(&deep, &Scalar::all(CORE * deepest), &mut core, CMP_GT)?;
    Ok(core)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A green disc on green grass, a third of it taken for grass; as it is, and so large that it is cut
    /// from a smaller picture.
    #[test]
    fn a_part_grows_to_the_whole_and_no_further() {
        for radius in [16, 32] {
            grows_to_the_whole(radius);
        }
    }

    fn grows_to_the_whole(radius: i32) {
        let mut picture =
            Mat::new_rows_cols_with_default(200, 200, opencv::core::CV_8UC3, Scalar::all(0.0))
                .unwrap();
        opencv::core::set_rng_seed(7).unwrap();
        let (grass, noise) = (Scalar::new(70.0, 150.0, 100.0, 0.0), Scalar::all(12.0));
        opencv::core::randn(&mut picture, &grass, &noise).unwrap();
        let middle = Point::new(100, 100);
        let wood = Scalar::new(60.0, 100.0, 30.0, 0.0);
        let (filled, line) = (imgproc::FILLED, imgproc::LINE_8);
        imgproc::circle(&mut picture, middle, radius, wood, filled, line, 0).unwrap();
        let mut mask =
            Mat::new_rows_cols_with_default(200, 200, CV_8UC1, Scalar::all(0.0)).unwrap();
        let white = Scalar::all(255.0);
        imgproc::circle(&mut mask, middle, radius, white, filled, line, 0).unwrap();
        let whole = opencv::core::count_non_zero(&mask).unwrap();
        let lost = Rect::new(
            100 - radius - 4,
            100 + radius / 4,
            2 * radius + 8,
            radius + 4,
        );
        imgproc::rectangle(&mut mask, lost, Scalar::all(0.0), filled, line, 0).unwrap();
        let mut contours = Vector::<Vector<Point>>::new();
        let (outer, every) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
        imgproc::find_contours_def(&mask, &mut contours, outer, every).unwrap();
        let part = contours.get(0).unwrap();
        let drawn = redrawn(&crate::bare::lab(&picture).unwrap(), &part)
            .unwrap()
            .unwrap();
        let inside = crate::pieces::blob::filled(&drawn, Rect::new(0, 0, 200, 200)).unwrap();
        let area = opencv::core::count_non_zero(&inside).unwrap();
        let off = f64::from((area - whole).abs()) / f64::from(whole);
        assert!(off < 0.08, "{area} of {whole} pixels");
    }
}
