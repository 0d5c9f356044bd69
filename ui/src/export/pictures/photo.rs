//! The board as it really lay: each tile out of the newest picture kept of it, side by side
//! (PNG).

use std::collections::BTreeMap;

use carcassonne::geometry::Cell;
use opencv::core::{CV_8UC3, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use tracker::log::history::place_of;
use vision::view::rectify::{decode, png};

use super::board::MOST_PX;
use crate::export::told::{File, Lack, Told};
use crate::store::album::{MARGIN_PX, TILE_PX, newest};
use crate::views::board_plan;

pub(in crate::export) const PHOTO: &str = "photo.png";

/// The table where no tile was kept, BGR: the felt of the drawn board.
const FELT: [f64; 3] = [190.0, 208.0, 216.0];

/// The mosaic.
pub(in crate::export) fn photo(told: &Told, _: crate::text::Words) -> Result<Vec<File>, Lack> {
    let tiles = tiles(told);
    let bounds = board_plan::bounds(tiles.keys().copied());
    let (first, last) = bounds.ok_or(Lack::NoPictures)?;
    let picture = mosaic(&tiles, first, last).and_then(|picture| png(&picture));
    let bytes = picture.map_err(|error| Lack::failed(&error))?;
    Ok(vec![File::new(PHOTO, bytes)])
}

/// The newest picture of each tile of the last board that has one.
fn tiles(told: &Told) -> BTreeMap<Cell, Mat> {
    let Some(album) = &told.album else {
        return BTreeMap::new();
    };
    let moments = told.review.moments.iter();
    let about = moments.filter_map(|m| Some((m.event, place_of(&told.log, &m.kind)?)));
    let newest = newest(about, &told.snapshot).into_iter();
    let newest = newest.filter_map(|(cell, events)| {
        let mut there = events.into_iter();
        let picture = there.find_map(|event| {
            let bytes =
                files::read::bytes(&album.event(event), files::limits::PICTURE_BYTES).ok()?;
            decode(&bytes).ok()
        })?;
        Some((cell, picture))
    });
    newest.collect()
}

/// The tiles side by side, as large as they were kept unless the picture becomes too large. A picture
/// that is too small to be one that was kept is left out: somebody has put it there.
fn mosaic(tiles: &BTreeMap<Cell, Mat>, first: Cell, last: Cell) -> opencv::Result<Mat> {
    let (wide, high) = (last.x - first.x + 1, last.y - first.y + 1);
    let side = (MOST_PX as i32 / wide.max(high)).clamp(1, TILE_PX);
    let px = |cells: i32| cells * side;
    let (rows, cols) = (px(high), px(wide));
    let felt = Scalar::new(FELT[0], FELT[1], FELT[2], 0.0);
    let mut picture = Mat::new_rows_cols_with_default(rows, cols, CV_8UC3, felt)?;
    for (cell, kept) in tiles {
        let tile = Rect::new(MARGIN_PX, MARGIN_PX, TILE_PX, TILE_PX);
        let Ok(tile) = Mat::roi(kept, tile) else {
            continue;
        };
        let at = Rect::new(px(cell.x - first.x), px(cell.y - first.y), side, side);
        let mut there = Mat::roi_mut(&mut picture, at)?;
        let size = Size::new(side, side);
        imgproc::resize(&tile, &mut there, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use opencv::core::Vec3b;
    use opencv::prelude::*;

    use super::*;

    #[test]
    fn a_long_board_makes_no_larger_picture_and_a_strange_one_spoils_none() {
        let whole = TILE_PX + 2 * MARGIN_PX;
        let grey = Scalar::all(10.0);
        let kept = || Mat::new_rows_cols_with_default(whole, whole, CV_8UC3, grey).unwrap();
        let small = Mat::new_rows_cols_with_default(8, 8, CV_8UC3, grey).unwrap();
        let (first, last) = (Cell::new(-50, 0), Cell::new(49, 0));
        let tiles = [(first, kept()), (Cell::new(0, 0), small), (last, kept())];
        let tiles = BTreeMap::from(tiles);
        let picture = mosaic(&tiles, first, last).unwrap();
        assert_eq!([picture.cols(), picture.rows()], [6000, 60]);
        let at = |x: i32| picture.at_2d::<Vec3b>(30, x).unwrap()[0];
        assert_eq!([at(30), at(3030), at(5970)], [10, 190, 10]);
    }
}
