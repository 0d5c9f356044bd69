//! OpenCV as this crate speaks it: its points made of ours, and ours of its.

use calibration::space::{Point, point2};
use opencv::core::{Point as Pixel, Point2f, Vector};

/// The pixel nearest to a place.
pub(crate) fn pixel<Space>(place: Point<Space>) -> Pixel {
    Pixel::new(place.x.round() as i32, place.y.round() as i32)
}

/// The pixels nearest to places.
pub(crate) fn polygon<'a, Space: 'a>(
    places: impl IntoIterator<Item = &'a Point<Space>>,
) -> Vector<Pixel> {
    places.into_iter().map(|place| pixel(*place)).collect()
}

/// The same to a fraction of a pixel.
pub(crate) fn smooth<'a, Space: 'a>(
    places: impl IntoIterator<Item = &'a Point<Space>>,
) -> Vector<Point2f> {
    let point = |place: &Point<Space>| Point2f::new(place.x as f32, place.y as f32);
    places.into_iter().map(point).collect()
}

/// The place of a point that OpenCV has found.
pub(crate) fn place<Space>(found: Point2f) -> Point<Space> {
    point2(f64::from(found.x), f64::from(found.y))
}
