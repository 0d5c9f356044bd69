//! Tiles cut off by the picture's edge.
//!
//! Too little of them is visible to read them, but their colours show that they are there
//! ([`crate::tiles::presence`]). Says where, never which.

use calibration::space::{ImageCorners, point2};
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Point2f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::lattice::Lattice;
use crate::tiles::cells::{inside, is_from_above};
use crate::tiles::standard::Standard;

/// How much of a cell must be in the picture to say that a tile lies there.
const SEEN: f64 = 0.3;
/// Log ratio of tile to table of a cell's colours from which on a tile does.
const COLOUR: f32 = 1.0;

/// The cells beside the known tiles that reach over the picture's edge and look like tiles as far
/// as they are seen; of those that are `free` of hands.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn cut_off(
    picture: &Mat,
    lattice: &Lattice,
    standard: &Standard,
    free: impl Fn(&ImageCorners) -> bool,
) -> opencv::Result<Vec<Cell>> {
    let size = (picture.cols(), picture.rows());
    let mut cut = Vec::new();
    for cell in lattice.frontier() {
        let corners = lattice.corners(cell);
        if is_from_above(&corners)
            && !inside(&corners, size)
            && free(&corners)
            && seen_share(&corners, size)? >= SEEN
            && standard.colour_in(picture, &corners)? > COLOUR
        {
            cut.push(cell);
        }
    }
    Ok(cut)
}

/// How much of a cell is in the picture, 0…1.
fn seen_share(corners: &ImageCorners, (width, height): (i32, i32)) -> opencv::Result<f64> {
    let [width, height] = [width, height].map(f64::from);
    let frame = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let frame: ImageCorners = frame.map(|(x, y)| point2(x, y));
    let (frame, cell) = (cv::smooth(&frame), cv::smooth(corners));
    let mut common = Vector::<Point2f>::new();
    let seen = imgproc::intersect_convex_convex_def(&cell, &frame, &mut common)?;
    let whole = imgproc::contour_area_def(&cell)?;
    Ok(f64::from(seen) / whole.max(f64::EPSILON))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_cell_is_seen_at_the_edge() {
        let at = |x: f64| {
            let corners = [(x, 10.0), (x + 20.0, 10.0), (x + 20.0, 30.0), (x, 30.0)];
            corners.map(|(x, y)| point2(x, y))
        };
        let share = |x| seen_share(&at(x), (100, 50)).unwrap();
        assert!((share(40.0) - 1.0).abs() < 1e-6);
        assert!((share(90.0) - 0.5).abs() < 1e-6);
        assert!(share(110.0) < 1e-6);
    }
}
