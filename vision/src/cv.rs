//! OpenCV as this crate speaks it: pictures that come of pictures, its points made of ours, and ours
//! of its.

use calibration::space::{Point, point2};
use opencv::core::{self, Mat, Point as Pixel, Point2f, Scalar, Size, ToInputArray, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// What a function of OpenCV makes.
pub(crate) fn made(make: impl FnOnce(&mut Mat) -> opencv::Result<()>) -> opencv::Result<Mat> {
    let mut made = Mat::default();
    make(&mut made)?;
    Ok(made)
}

/// A picture in another colour space, by OpenCV's code.
pub(crate) fn converted(picture: &impl ToInputArray, code: i32) -> opencv::Result<Mat> {
    made(|to| imgproc::cvt_color_def(picture, to, code))
}

/// A picture of another size.
pub(crate) fn resized(picture: &impl ToInputArray, size: Size, how: i32) -> opencv::Result<Mat> {
    made(|to| imgproc::resize(picture, to, size, 0.0, 0.0, how))
}

/// A picture so many times as large.
pub(crate) fn scaled(picture: &impl ToInputArray, by: f64, how: i32) -> opencv::Result<Mat> {
    made(|to| imgproc::resize(picture, to, Size::default(), by, by, how))
}

/// A picture seen through a map, a 3×3 matrix; `border` says what lies around it.
pub(crate) fn warped(
    picture: &impl ToInputArray,
    map: &Mat,
    size: Size,
    how: i32,
    border: i32,
    color: Scalar,
) -> opencv::Result<Mat> {
    made(|to| imgproc::warp_perspective(picture, to, map, size, how, border, color))
}

/// Each pixel the mean of those around it.
pub(crate) fn averaged(picture: &impl ToInputArray, over: Size) -> opencv::Result<Mat> {
    made(|to| imgproc::blur_def(picture, to, over))
}

/// Each pixel the median of a square around it, `side` pixels wide.
pub(crate) fn median(picture: &impl ToInputArray, side: i32) -> opencv::Result<Mat> {
    made(|to| imgproc::median_blur(picture, to, side))
}

/// A mask opened, closed or otherwise changed by a brush.
pub(crate) fn morphed(mask: &impl ToInputArray, how: i32, brush: &Mat) -> opencv::Result<Mat> {
    made(|to| imgproc::morphology_ex_def(mask, to, how, brush))
}

/// A round brush so many pixels across.
pub(crate) fn disc(side_px: i32) -> opencv::Result<Mat> {
    imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(side_px, side_px))
}

/// A square brush so many pixels across.
pub(crate) fn square(side_px: i32) -> opencv::Result<Mat> {
    imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(side_px, side_px))
}

/// A mask grown by a brush.
pub(crate) fn dilated(mask: &impl ToInputArray, brush: &Mat) -> opencv::Result<Mat> {
    made(|to| imgproc::dilate_def(mask, to, brush))
}

/// A picture softened by a Gaussian of that standard deviation, pixels.
pub(crate) fn softened(picture: &impl ToInputArray, sigma_px: f64) -> opencv::Result<Mat> {
    made(|to| imgproc::gaussian_blur_def(picture, to, Size::default(), sigma_px))
}

/// A picture turned by quarters, by OpenCV's code.
pub(crate) fn turned(picture: &impl ToInputArray, code: i32) -> opencv::Result<Mat> {
    made(|to| core::rotate(picture, to, code))
}

/// A picture of numbers of another type, each times `gain` and `more`.
pub(crate) fn retyped(
    picture: &impl MatTraitConst,
    to: i32,
    gain: f64,
    more: f64,
) -> opencv::Result<Mat> {
    made(|made| picture.convert_to(made, to, gain, more))
}

/// One channel of a picture.
pub(crate) fn channel(picture: &impl ToInputArray, number: i32) -> opencv::Result<Mat> {
    made(|to| core::extract_channel(picture, to, number))
}

/// A mask of pixels above or below a threshold, by OpenCV's kinds.
pub(crate) fn thresholded(
    picture: &impl ToInputArray,
    threshold: f64,
    value: f64,
    kind: i32,
) -> opencv::Result<Mat> {
    made(|to| imgproc::threshold(picture, to, threshold, value, kind).map(drop))
}

/// A mask of pixels that compare so, by OpenCV's code.
pub(crate) fn compared(
    one: &impl ToInputArray,
    other: &impl ToInputArray,
    how: i32,
) -> opencv::Result<Mat> {
    made(|to| core::compare(one, other, to, how))
}

/// A mask of pixels between two colours.
pub(crate) fn within(
    picture: &impl ToInputArray,
    least: &impl ToInputArray,
    most: &impl ToInputArray,
) -> opencv::Result<Mat> {
    made(|to| core::in_range(picture, least, most, to))
}

/// What lies in both masks.
pub(crate) fn both(one: &impl ToInputArray, other: &impl ToInputArray) -> opencv::Result<Mat> {
    made(|to| core::bitwise_and_def(one, other, to))
}

/// What lies in either mask.
pub(crate) fn either(one: &impl ToInputArray, other: &impl ToInputArray) -> opencv::Result<Mat> {
    made(|to| core::bitwise_or_def(one, other, to))
}

/// What lies outside a mask.
pub(crate) fn inverted(mask: &impl ToInputArray) -> opencv::Result<Mat> {
    made(|to| core::bitwise_not_def(mask, to))
}

/// One picture less another.
pub(crate) fn subtracted(
    picture: &impl ToInputArray,
    less: &impl ToInputArray,
) -> opencv::Result<Mat> {
    made(|to| core::subtract_def(picture, less, to))
}

/// How far two pictures differ, pixel by pixel and channel by channel.
pub(crate) fn difference(
    one: &impl ToInputArray,
    other: &impl ToInputArray,
) -> opencv::Result<Mat> {
    made(|to| core::absdiff(one, other, to))
}

/// The outline of the largest part of a mask whose first pixel lies at `at`.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn largest(mask: &Mat, at: Pixel) -> opencv::Result<Option<Vector<Pixel>>> {
    let mut contours = Vector::<Vector<Pixel>>::new();
    let (outer, every) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
    imgproc::find_contours(mask, &mut contours, outer, every, at)?;
    let mut largest: Option<(f64, Vector<Pixel>)> = None;
    for contour in contours {
        let size = imgproc::contour_area_def(&contour)?;
        if largest.as_ref().is_none_or(|(most, _)| size > *most) {
            largest = Some((size, contour));
        }
    }
    Ok(largest.map(|(_, contour)| contour))
}

/// No picture reaches so far, pixels: beyond, it does not matter how far off something is.
const FAR_PX: f64 = 5e8;

/// A coordinate in pixels, no farther off than matters: what lies at a plane's horizon is endlessly far off,
/// and sums and differences of whole pixels must stay numbers.
pub(crate) fn bounded(coordinate: f64) -> f64 {
    coordinate.clamp(-FAR_PX, FAR_PX)
}

/// The pixel nearest to a place.
pub(crate) fn pixel<Space>(place: Point<Space>) -> Pixel {
    let nearest = |coordinate: f64| bounded(coordinate).round() as i32;
    Pixel::new(nearest(place.x), nearest(place.y))
}

/// The pixels nearest to places.
pub(crate) fn polygon<'a, Space: 'a>(
    places: impl IntoIterator<Item = &'a Point<Space>>,
) -> Vector<Pixel> {
    points(places.into_iter().map(|place| pixel(*place)))
}

/// Points as OpenCV takes them, handed over at once: pushed one by one they cost more than what is
/// done with them.
pub(crate) fn points(all: impl Iterator<Item = Pixel>) -> Vector<Pixel> {
    Vector::from_slice(&all.collect::<Vec<_>>())
}

/// The same to a fraction of a pixel.
pub(crate) fn smooth<'a, Space: 'a>(
    places: impl IntoIterator<Item = &'a Point<Space>>,
) -> Vector<Point2f> {
    let point = |place: &Point<Space>| Point2f::new(place.x as f32, place.y as f32);
    let points: Vec<Point2f> = places.into_iter().map(point).collect();
    Vector::from_slice(&points)
}

/// The place of a point that OpenCV has found.
pub(crate) fn place<Space>(found: Point2f) -> Point<Space> {
    point2(f64::from(found.x), f64::from(found.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::Image;
    use opencv::core::Rect;

    #[test]
    fn what_lies_at_the_horizon_has_bounds_within_a_picture() -> opencv::Result<()> {
        let far = f64::INFINITY;
        let places: [Point<Image>; 3] = [point2(-far, 20.0), point2(3e9, 30.0), point2(4.0, far)];
        let bounds = imgproc::bounding_rect(&polygon(&places))?;
        assert_eq!(bounds & Rect::new(0, 0, 80, 60), Rect::new(0, 20, 80, 40));
        // Of no number a pixel is made all the same.
        assert_eq!(pixel::<Image>(point2(f64::NAN, 7.4)), Pixel::new(0, 7));
        Ok(())
    }
}
