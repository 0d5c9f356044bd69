//! What a blob holds of pieces that stood there before: nobody takes a piece up to put it down half a
//! centimetre on, so what still shows whole has stayed, and the rest of the blob has come.
//!
//! Between the blobs of [`crate::pieces::figures`] and what [`crate::pieces::memory`] keeps of the last
//! look. Reads no blob.

use opencv::core::{Mat, Point, Point2f, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pieces::blob;
use crate::pieces::memory::{self, Memory, Remembered};
use crate::pieces::paint::wooden::{Wooden, smoothed};
use crate::pieces::place::Place;

/// Share of its outline that still shows of a piece that has stayed: 0.96 and 0.97 of a meeple and the
/// cat that touch, on the drawn table.
const STILL_SHOWS: f64 = 0.85;
/// How many times as large as before a blob is at least where something has come: 1.8 times with the cat
/// beside a meeple, and what light changes of a blob is a twentieth.
const GROWN: f64 = 1.25;

/// A blob in which pieces stand that stood there before.
pub(crate) struct Stayed {
    pub(crate) pieces: Vec<Remembered>,
    /// Where these show, on the whole rectified board.
    pub(crate) shown: Mat,
    /// The largest part of the blob beside them.
    pub(crate) rest: Option<Vector<Point>>,
}

/// The pieces of the last look that still stand in a blob; `None` if there is none or nothing has come.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn stayed(
    blob: &Vector<Point>,
    wood: &Wooden,
    place: &Place,
    memory: &Memory,
) -> opencv::Result<Option<Stayed>> {
    let raster = place.raster;
    let mut inside = Vec::new();
    for piece in memory
        .blobs
        .iter()
        .filter(|piece| piece.paint == *wood.paint)
    {
        let middle = raster.raster_from_lattice.apply(piece.middle).to_f32();
        let middle = Point2f::new(middle.x, middle.y);
        let solid = memory::known_solid(piece);
        if let Some(solid) = solid
            && imgproc::point_polygon_test(blob, middle, false)? >= 0.0
        {
            inside.push((piece, solid));
        }
    }
    let before: f64 = inside.iter().map(|(piece, _)| piece.area_px).sum();
    let has_grown = imgproc::contour_area_def(blob)? >= GROWN * before;
    if inside.is_empty() || (inside.len() == 1 && !has_grown) {
        return Ok(None);
    }
    let filled = blob::filled(blob, Rect::new(0, 0, raster.size.width, raster.size.height))?;
    // It shows in its own shade, too.
    let shows = match &wood.with_shade {
        Some(shade) => cv::either(&filled, shade)?,
        None => filled.clone(),
    };
    let nothing = Mat::new_size_with_default(raster.size, filled.typ(), Scalar::all(0.0))?;
    let (mut pieces, mut shown) = (Vec::new(), nothing.clone());
    for (piece, solid) in inside {
        let mut outline = nothing.clone();
        for part in &place.shape(&solid) {
            imgproc::fill_poly_def(&mut outline, &cv::polygon(part), Scalar::all(255.0))?;
        }
        let count = |mask: &Mat| opencv::core::count_non_zero(mask).map(f64::from);
        if count(&cv::both(&outline, &shows)?)? >= STILL_SHOWS * count(&outline)?.max(1.0) {
            shown = cv::either(&shown, &outline)?;
            pieces.push(piece.clone());
        }
    }
    if pieces.is_empty() {
        return Ok(None);
    }
    let rest = cv::both(&filled, &cv::inverted(&shown)?)?;
    let rest = cv::largest(&smoothed(&rest)?, Point::default())?;
    Ok(Some(Stayed {
        pieces,
        shown,
        rest,
    }))
}
