//! The board of a snapshot, to ask where a tile fits.

use std::sync::Arc;

use tracker::board::Board;
use tracker::log::Log;
use tracker::snapshot::{PlacedTile, Snapshot};

use crate::faces;

/// The board of a game before its first tile. A map, if there is one, is known to the rules.
pub(crate) fn empty_board(snapshot: &Snapshot) -> Board {
    Log::new(Arc::clone(&snapshot.setup)).game().board().clone()
}

/// The tiles of a snapshot on a board. They fit in the order of laying, but for those that were
/// moved later.
pub(crate) fn board_of(empty: &Board, snapshot: &Snapshot) -> Board {
    let mut board = empty.clone();
    let mut left: Vec<&PlacedTile> = snapshot.tiles.iter().collect();
    loop {
        let before = left.len();
        left.retain(|tile| match faces::known(&tile.face) {
            Some(face) if face.is_wild() => board.lay_face_down(tile.cell, &face).is_err(),
            Some(face) => board.lay(tile.cell, &face, tile.rotation).is_err(),
            None => false,
        });
        if left.is_empty() || left.len() == before {
            break;
        }
    }
    // What a person insisted on lies there although it does not fit.
    for tile in left {
        let kept = faces::known(&tile.face).map(|f| board.keep(tile.cell, &f, tile.rotation));
        if !matches!(kept, Some(Ok(()))) {
            tracing::warn!(cell = %tile.cell, "the snapshot holds a tile that cannot lie there");
        }
    }
    board
}
