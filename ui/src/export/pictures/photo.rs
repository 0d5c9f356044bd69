//! The board as it really lay: each tile out of the newest picture kept of it, side by side
//! (PNG).

use std::collections::BTreeMap;

use carcassonne::geometry::Cell;
use opencv::core::{CV_8UC3, Mat, Rect, Scalar};
use opencv::prelude::*;
use tracker::log::history::place_of;
use vision::view::rectify::{decode, png};

use crate::export::told::{File, Lack, Told};
use crate::store::album::{MARGIN_PX, TILE_PX, newest};

pub(in crate::export) const PHOTO: &str = "photo.png";

/// The table where no tile was kept, BGR: the felt of the drawn board.
const FELT: [f64; 3] = [190.0, 208.0, 216.0];

/// The mosaic.
pub(in crate::export) fn photo(told: &Told, _: crate::text::Words) -> Result<Vec<File>, Lack> {
    let tiles = tiles(told);
    let (first, last) = bounds(&tiles).ok_or(Lack::NoPictures)?;
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

fn bounds(tiles: &BTreeMap<Cell, Mat>) -> Option<(Cell, Cell)> {
    let xs = || tiles.keys().map(|cell| cell.x);
    let ys = || tiles.keys().map(|cell| cell.y);
    let first = Cell::new(xs().min()?, ys().min()?);
    Some((first, Cell::new(xs().max()?, ys().max()?)))
}

fn mosaic(tiles: &BTreeMap<Cell, Mat>, first: Cell, last: Cell) -> opencv::Result<Mat> {
    let px = |cells: i32| cells * TILE_PX;
    let (rows, cols) = (px(last.y - first.y + 1), px(last.x - first.x + 1));
    let felt = Scalar::new(FELT[0], FELT[1], FELT[2], 0.0);
    let mut picture = Mat::new_rows_cols_with_default(rows, cols, CV_8UC3, felt)?;
    for (cell, kept) in tiles {
        let tile = Mat::roi(kept, Rect::new(MARGIN_PX, MARGIN_PX, TILE_PX, TILE_PX))?;
        let at = Rect::new(px(cell.x - first.x), px(cell.y - first.y), TILE_PX, TILE_PX);
        tile.copy_to(&mut Mat::roi_mut(&mut picture, at)?)?;
    }
    Ok(picture)
}
