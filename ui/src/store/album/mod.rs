//! The pictures kept of a game: a folder beside its record.
//!
//! `GAME.pictures/` holds `event-0012.jpg`, the surroundings of what event 12 is about, and
//! `turn-007.jpg`, the whole board after turn 7, each with north up; `turn-007.cells.json` says
//! where its cells lie. What a person settled has its label beside it, `event-0012.json`. Knows
//! names, reads and writes files; the running game makes what is in them ([`crate::run::keeping`]).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use carcassonne::geometry::Cell;
use files::limits::{FARTHEST_CELL, TEXT_BYTES};
use serde::{Deserialize, Serialize};
use tracker::log::event::EventId;
use tracker::setup::Pictures;
use tracker::snapshot::Snapshot;

pub mod labels;

/// Side of the tile in an event's picture, px: faces are recognised in it, and it is sharp as
/// large as a hand on a laptop.
pub const TILE_PX: i32 = 160;
/// What is shown around that tile, px: half a tile, as figures lean out of theirs.
pub const MARGIN_PX: i32 = 80;
/// Side of a tile in a picture of the whole board, px.
pub const BOARD_TILE_PX: i32 = 96;

/// The share of an event's picture, from either side, that is not its tile.
#[allow(clippy::cast_precision_loss)]
pub const MARGIN: f32 = MARGIN_PX as f32 / (TILE_PX + 2 * MARGIN_PX) as f32;

const SWITCH: &str = "keep.json";
/// Ending of what says where the cells lie in a picture.
pub const CELLS: &str = "cells.json";

/// The pictures kept of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Album {
    folder: PathBuf,
}

/// Where the cells lie in a picture of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardNote {
    /// The turn that had ended, or was about to.
    pub turn: u32,
    /// The newest event then.
    pub event: EventId,
    /// The cell in the north-western corner.
    pub north_west: Cell,
    /// Cells to the east and to the south.
    pub cells: [i32; 2],
}

/// The events about each tile of a board, the newest first, of those that happened until then:
/// its pictures are the tile's. What was there before the tile came is left out.
pub fn newest(
    until: impl Iterator<Item = (EventId, Cell)>,
    board: &Snapshot,
) -> BTreeMap<Cell, Vec<EventId>> {
    let mut about: BTreeMap<Cell, Vec<EventId>> = BTreeMap::new();
    for (event, cell) in until {
        about.entry(cell).or_default().insert(0, event);
    }
    about.retain(|cell, events| {
        let tile = board.tiles.iter().find(|tile| tile.cell == *cell);
        if let Some(came) = tile.and_then(|tile| events.iter().position(|&e| e == tile.event)) {
            events.truncate(came + 1);
        }
        tile.is_some()
    });
    about
}

/// What a person chose for this game after it had begun.
#[derive(Serialize, Deserialize)]
struct Switch {
    keep: Pictures,
}

impl Album {
    /// The pictures of the game with that record.
    pub fn of(record: &Path) -> Self {
        Self {
            folder: record.with_extension("pictures"),
        }
    }

    /// Where they lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The surroundings of what an event is about.
    pub fn event(&self, event: EventId) -> PathBuf {
        self.folder.join(format!("event-{:04}.jpg", event.0))
    }

    /// The whole board after a turn.
    pub fn turn(&self, turn: u32) -> PathBuf {
        self.folder.join(format!("turn-{turn:03}.jpg"))
    }

    /// Where the cells lie in the picture after a turn, if there is one.
    pub fn board(&self, turn: u32) -> Option<BoardNote> {
        let path = self.turn(turn);
        let note = files::read::bytes(&path.with_extension(CELLS), TEXT_BYTES).ok()?;
        let note: BoardNote = serde_json::from_slice(&note).ok()?;
        let board = 1..=2 * (FARTHEST_CELL + 2);
        let lies = note.cells.iter().all(|cells| board.contains(cells));
        (lies && path.is_file()).then_some(note)
    }

    /// The events of which there are pictures, and the turns, both ascending.
    pub fn kept(&self) -> (Vec<EventId>, Vec<u32>) {
        let (mut events, mut turns) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten() {
            let Some(name) = entry
                .ok()
                .and_then(|entry| entry.file_name().into_string().ok())
            else {
                continue;
            };
            let Some(name) = name.strip_suffix(".jpg") else {
                continue;
            };
            match name.split_once('-') {
                Some(("event", number)) => events.extend(number.parse().map(EventId)),
                Some(("turn", number)) => turns.extend(number.parse::<u32>()),
                _ => {}
            }
        }
        events.sort_unstable();
        turns.sort_unstable();
        (events, turns)
    }

    /// What a person chose for this game after it had begun, if anybody did.
    pub fn switch(&self) -> Option<Pictures> {
        let switch = files::read::bytes(&self.folder.join(SWITCH), TEXT_BYTES).ok()?;
        let switch: Switch = serde_json::from_slice(&switch)
            .map_err(|error| tracing::warn!(%error, "which pictures to keep cannot be read"))
            .ok()?;
        Some(switch.keep)
    }

    /// Chooses what is kept of this game from now on. What was kept stays.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn set_switch(&self, keep: Pictures) -> std::io::Result<()> {
        let switch = serde_json::to_vec(&Switch { keep })?;
        self.put(&self.folder.join(SWITCH), &switch)
    }

    /// Writes a file of the album, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written; what was there stays then.
    pub fn put(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        files::write::file(path, bytes)
    }

    /// Removes what is kept here of the game, and the folder if it is empty then. What somebody
    /// else has put there stays. Answers what was removed.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn delete(&self) -> std::io::Result<Vec<PathBuf>> {
        // A link in the folder's place was made by somebody else.
        if !self.folder.symlink_metadata().is_ok_and(|is| is.is_dir()) {
            return Ok(Vec::new());
        }
        let (events, turns) = self.kept();
        let events = events.into_iter().map(|event| self.event(event));
        let turns = turns.into_iter().map(|turn| self.turn(turn));
        for picture in events.chain(turns) {
            files::write::remove(&picture.with_extension("json"))?;
            files::write::remove(&picture.with_extension(CELLS))?;
            files::write::remove(&picture)?;
        }
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            if files::write::is_unfinished(&entry.file_name().to_string_lossy()) {
                files::write::remove(&entry.path())?;
            }
        }
        files::write::remove(&self.folder.join(SWITCH))?;
        files::write::remove_empty_folder(&self.folder)?;
        let gone = !self.folder.exists();
        Ok(gone.then(|| self.folder.clone()).into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_beside_the_record_and_are_found_by_their_names() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("friday.jsonl"));
        assert_eq!(album.folder(), place.path().join("friday.pictures"));
        assert_eq!(album.kept(), (Vec::new(), Vec::new()));
        for path in [
            album.event(EventId(12)),
            album.event(EventId(3)),
            album.turn(7),
            album.folder().join("event-x.jpg"),
            album.folder().join("event-0003.json"),
        ] {
            album.put(&path, b"").expect("written");
        }
        assert_eq!(album.kept(), (vec![EventId(3), EventId(12)], vec![7]));
        assert_eq!(album.board(7), None, "nobody knows what it shows");
    }

    #[test]
    fn what_is_kept_can_be_chosen_in_the_middle_of_a_game() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("friday.jsonl"));
        assert_eq!(album.switch(), None);
        for keep in Pictures::ALL {
            album.set_switch(keep).expect("written");
            assert_eq!(album.switch(), Some(keep));
        }
        std::fs::write(album.folder().join(SWITCH), "?").expect("written");
        assert_eq!(album.switch(), None);
    }
}
