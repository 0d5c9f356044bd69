//! Blobs: connected pixels of a wooden colour, by their contours.
//!
//! Before anybody asks which piece a blob is: [`outline`] draws its whole from a part, `touching`
//! cuts what may be several. Knows no pieces.

pub mod outline;
pub(crate) mod touching;

use calibration::Point as Place;
use calibration::space::point2;
use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;

/// The centroid of a contour.
///
/// # Errors
/// Fails when OpenCV does.
pub fn middle<Picture>(contour: &Vector<Point>) -> opencv::Result<Place<Picture>> {
    let m = imgproc::moments_def(contour)?;
    if m.m00.abs() < 1e-9 {
        let p = contour.get(0)?;
        return Ok(point2(f64::from(p.x), f64::from(p.y)));
    }
    Ok(point2(m.m10 / m.m00, m.m01 / m.m00))
}

/// The inside of a contour (255) in a part of its picture.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn filled(contour: &Vector<Point>, area: Rect) -> opencv::Result<Mat> {
    let mut mask =
        Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    imgproc::draw_contours(
        &mut mask,
        &Vector::<Vector<Point>>::from_iter([contour.clone()]),
        -1,
        Scalar::all(255.0),
        imgproc::FILLED,
        imgproc::LINE_8,
        &opencv::core::no_array(),
        i32::MAX,
        Point::new(-area.x, -area.y),
    )?;
    Ok(mask)
}
