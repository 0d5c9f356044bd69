//! What figures cover of the picture, and leave free of a tile.

use calibration::Homography;
use calibration::space::{self, ImageCorners, ImagePoint, Patch};
use opencv::core::{Mat, Point, Scalar, Size, Vector};
use opencv::imgproc;

use crate::cv;

/// The corners of figures in the picture, pixels: each covers their hull.
pub(crate) type Covers = Vec<Vec<ImagePoint>>;

/// How much around a figure is not free, share of what is looked at: its outline errs, and its shadow is
/// there.
const AROUND: f64 = 1.0 / 16.0;

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
    let around = (AROUND * side).round() as i32;
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
pub(super) fn overlaps(outline: &[ImagePoint], corners: &ImageCorners) -> bool {
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
