//! Cuts what may be several pieces of one paint that touch each other, or hide each other in part.
//!
//! Between the blobs of [`crate::pieces::figures`] and [`crate::pieces::explain`], which says whether
//! the parts are pieces. Knows no shapes.

use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pieces::blob;

/// A blob is cut where it is as narrow as these shares of its greatest depth, and into parts as deep
/// as this share of it: of two black meeples on a photograph the nearer one left a neck that was or was
/// not under 0.8, by a pixel.
const CUTS: [f64; 7] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9];
const AS_DEEP: f64 = 0.5;

/// A blob cut where it is narrow: its deep parts, and to each what is nearest to it; empty where it
/// has one deep part only.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn split(blob: &Vector<Point>) -> opencv::Result<Vec<Vector<Point>>> {
    let bounds = imgproc::bounding_rect(blob)?;
    let area = Rect::new(
        bounds.x - 1,
        bounds.y - 1,
        bounds.width + 2,
        bounds.height + 2,
    );
    let inside = blob::filled(blob, area)?;
    let depth = |mask: &Mat| -> opencv::Result<Mat> {
        let mut depth = Mat::default();
        imgproc::distance_transform_def(mask, &mut depth, imgproc::DIST_L2, 5)?;
        Ok(depth)
    };
    let deep = depth(&inside)?;
    let (mut deepest, none) = (0.0, opencv::core::no_array());
    opencv::core::min_max_loc(&deep, None, Some(&mut deepest), None, None, &none)?;
    let cores = cores(&deep, deepest)?;
    let mut parts = Vec::new();
    let mut away = Vec::new();
    for core in &cores {
        let outside = cv::inverted(core)?;
        away.push(depth(&outside)?);
    }
    for (n, own) in away.iter().enumerate() {
        let mut part = inside.clone();
        for (_, other) in away.iter().enumerate().filter(|(m, _)| *m != n) {
            let nearer = cv::compared(own, other, opencv::core::CMP_LT)?;
            part = cv::both(&part, &nearer)?;
        }
        parts.extend(cv::largest(&part, area.tl())?);
    }
    Ok(parts)
}

/// The parts of a blob that are deep (pixels to its rim), at the first cut that leaves two or more.
fn cores(deep: &Mat, deepest: f64) -> opencv::Result<Vec<Mat>> {
    let whole = Rect::new(0, 0, deep.cols(), deep.rows());
    for level in CUTS {
        let limit = Scalar::all(level * deepest);
        let core = cv::compared(deep, &limit, opencv::core::CMP_GT)?;
        let mut contours = Vector::<Vector<Point>>::new();
        let (outer, every) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
        imgproc::find_contours_def(&core, &mut contours, outer, every)?;
        let mut all = Vec::new();
        for contour in contours {
            let mask = blob::filled(&contour, whole)?;
            let mut here = 0.0;
            opencv::core::min_max_loc(deep, None, Some(&mut here), None, None, &mask)?;
            if here >= AS_DEEP * deepest {
                all.push(mask);
            }
        }
        if all.len() > 1 {
            return Ok(all);
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bare::pixels;

    /// The outline of discs with these middles and radii.
    fn discs(of: &[([i32; 2], i32)]) -> Vector<Point> {
        let none = Scalar::all(0.0);
        let mut mask =
            Mat::new_rows_cols_with_default(200, 200, opencv::core::CV_8UC1, none).unwrap();
        for &([x, y], radius) in of {
            let (filled, line) = (imgproc::FILLED, imgproc::LINE_8);
            let at = Point::new(x, y);
            imgproc::circle(&mut mask, at, radius, Scalar::all(255.0), filled, line, 0).unwrap();
        }
        cv::largest(&mask, Point::default()).unwrap().unwrap()
    }

    #[test]
    fn two_that_touch_are_cut_where_they_do() {
        let parts = split(&discs(&[([70, 100], 24), ([112, 100], 22)])).unwrap();
        assert_eq!(parts.len(), 2);
        let mut middles: Vec<f64> = parts
            .iter()
            .map(|part| blob::middle::<pixels::Raster>(part).unwrap().x)
            .collect();
        middles.sort_by(f64::total_cmp);
        assert!((middles[0] - 69.0).abs() < 4.0, "{middles:?}");
        assert!((middles[1] - 113.0).abs() < 4.0, "{middles:?}");
    }

    /// The nearer one hides half of the other.
    #[test]
    fn two_that_hide_each_other_are_cut_where_a_neck_is_left() {
        for two in [
            [([70, 100], 24), ([93, 100], 22)],
            [([70, 100], 26), ([106, 100], 15)],
        ] {
            assert_eq!(split(&discs(&two)).unwrap().len(), 2, "{two:?}");
        }
    }

    #[test]
    fn one_is_left_whole_and_so_is_what_has_a_small_head() {
        assert!(split(&discs(&[([90, 90], 30)])).unwrap().is_empty());
        let with_head = discs(&[([90, 100], 30), ([90, 66], 12)]);
        assert!(split(&with_head).unwrap().is_empty());
    }
}
