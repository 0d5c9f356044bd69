//! Parts of a picture whose colours the table does not have: where a small board may lie.
//!
//! The finder keeps a picture's strongest features, and grain, cloth or print of a table may have
//! more of them than three tiles. What lies on a table seldom has its colours, and a table reaches to the
//! picture's rim: so what is rare there stands out (histogram back projection, Swain and Ballard 1991).
//! Lightness is left out: planks differ in it, for which the plain tables that tiles are taught on
//! ([`crate::learn::teach::rows`]) need no care. Says where to look closer; knows no tile.

use opencv::core::{self, Mat, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::tiles::cells::SIDES_PX;

/// Longest side of the copy in which colours are told apart, pixels: a tile of 63 px on 1280 is 24 wide.
/// This and what follows was chosen on such tiles on drawn planks.
const LONGEST_PX: i32 = 480;
/// Width of the rim that shows the table, share of each side.
const RIM: f64 = 0.12;
/// Bins of each of the two colours (Lab's a and b), and how far each is spread to its neighbours.
const BINS: i32 = 32;
const SPREAD: f64 = 1.0;
/// Share of what the table's commonest colour has, of 255, under which a colour is not the table's.
const RARE: f64 = 6.0;
/// Gaps that are closed, and specks that are left out, pixels of the copy.
const GAP_PX: i32 = 9;
const SPECK_PX: i32 = 3;
/// How much around it belongs to a part, share of its longer side.
const AROUND: f64 = 0.2;
/// A part larger than this share of the picture is no small board.
const LARGEST: f64 = 0.3;
/// Parts, at most, the largest first.
const MOST: usize = 4;

/// Those parts of a BGR picture, the largest first, each with some table around it.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn parts(picture: &Mat) -> opencv::Result<Vec<Rect>> {
    let longest = picture.cols().max(picture.rows());
    let shrink = (f64::from(LONGEST_PX) / f64::from(longest)).min(1.0);
    let small = cv::scaled(picture, shrink, imgproc::INTER_AREA)?;
    let soft = cv::softened(&small, 1.0)?;
    let lab = cv::converted(&soft, imgproc::COLOR_BGR2Lab)?;
    let unlike = unlike_rim(&lab)?;
    let mut contours = Vector::<Vector<core::Point>>::new();
    let (outer, simple) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE);
    imgproc::find_contours_def(&unlike, &mut contours, outer, simple)?;
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    let mut parts = Vec::new();
    for contour in contours {
        let bounds = imgproc::bounding_rect(&contour)?;
        let [x, y, width, height] = [bounds.x, bounds.y, bounds.width, bounds.height]
            .map(|side| (f64::from(side) / shrink) as i32);
        let is_small = f64::from(width) * f64::from(height) < LARGEST * f64::from(whole.area());
        if f64::from(width.min(height)) < *SIDES_PX.start() || !is_small {
            continue;
        }
        let around = (AROUND * f64::from(width.max(height))) as i32;
        let part = Rect::new(
            x - around,
            y - around,
            width + 2 * around,
            height + 2 * around,
        );
        parts.push(part & whole);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.area()));
    parts.truncate(MOST);
    Ok(parts)
}

/// Where a Lab picture shows colours that its rim hardly has (255).
fn unlike_rim(lab: &Mat) -> opencv::Result<Mat> {
    let picture = Vector::<Mat>::from_iter([lab.clone()]);
    let channels = Vector::<i32>::from_slice(&[1, 2]);
    let ranges = Vector::<f32>::from_slice(&[0.0, 256.0, 0.0, 256.0]);
    let bins = Vector::<i32>::from_slice(&[BINS, BINS]);
    let mut common = Mat::default();
    let rim = rim(lab.size()?)?;
    imgproc::calc_hist_def(&picture, &channels, &rim, &mut common, &bins, &ranges)?;
    let spread = cv::softened(&common, SPREAD)?;
    let mut shares = Mat::default();
    let (how, kind, all) = (core::NORM_MINMAX, core::CV_32F, core::no_array());
    core::normalize(&spread, &mut shares, 0.0, 255.0, how, kind, &all)?;
    let mut table = Mat::default();
    imgproc::calc_back_project(&picture, &channels, &shares, &mut table, &ranges, 1.0)?;
    let unlike = cv::compared(&table, &Scalar::all(RARE), core::CMP_LT)?;
    let opened = cv::morphed(&unlike, imgproc::MORPH_OPEN, &cv::disc(SPECK_PX)?)?;
    cv::morphed(&opened, imgproc::MORPH_CLOSE, &cv::disc(GAP_PX)?)
}

/// The rim of a picture (255).
fn rim(size: Size) -> opencv::Result<Mat> {
    let mut rim = Mat::new_size_with_default(size, core::CV_8UC1, Scalar::all(255.0))?;
    let [left, top] = [size.width, size.height].map(|side| (RIM * f64::from(side)) as i32);
    let inner = Rect::new(left, top, size.width - 2 * left, size.height - 2 * top);
    let (black, filled, line) = (Scalar::all(0.0), imgproc::FILLED, imgproc::LINE_8);
    imgproc::rectangle(&mut rim, inner, black, filled, line, 0)?;
    Ok(rim)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brown planks, lighter and darker, with dark gaps.
    fn planks() -> Mat {
        let brown = Scalar::new(70.0, 115.0, 160.0, 0.0);
        let size = Size::new(1280, 720);
        let mut table = Mat::new_size_with_default(size, core::CV_8UC3, brown).unwrap();
        for (n, y) in (0..720).step_by(90).enumerate() {
            let plank = Rect::new(0, y, 1280, 86);
            let shade = Scalar::new(60.0, 100.0, 140.0, 0.0) * (1.0 + 0.1 * (n % 3) as f64);
            imgproc::rectangle(&mut table, plank, shade, -1, imgproc::LINE_8, 0).unwrap();
        }
        table
    }

    #[test]
    fn a_green_tile_stands_out_of_planks_and_planks_do_not() {
        let mut table = planks();
        assert_eq!(parts(&table).unwrap(), []);
        let tile = Rect::new(600, 300, 64, 60);
        let green = Scalar::new(60.0, 160.0, 110.0, 0.0);
        imgproc::rectangle(&mut table, tile, green, -1, imgproc::LINE_8, 0).unwrap();
        let found = parts(&table).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0] & tile, tile);
        assert!(found[0].width < 2 * tile.width, "{found:?}");
    }

    #[test]
    fn nothing_is_found_in_the_smallest_picture() {
        for side in [1, 2, 9] {
            let grey = Scalar::all(120.0);
            let size = Size::new(side, side);
            let picture = Mat::new_size_with_default(size, core::CV_8UC3, grey).unwrap();
            assert_eq!(parts(&picture).unwrap(), []);
        }
    }
}
