//! Entering by hand: choose the drawn tile, click a glowing place, put a figure, end the turn.
//!
//! Knows where a tile fits by asking [`tracker::board::Board`]; what really happens the
//! tracker decides. The camera may watch all the while.

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::map::ChipColor;
use carcassonne::piece::Color;
use tracker::board::Board;
use tracker::command::Command;
use tracker::log::event::{EventId, EventKind};
use tracker::snapshot::{FigurePlace, Snapshot};

use crate::faces;
use crate::views::lying::{board_of, empty_board};
use crate::window::screens::table::points::track::Track;
use crate::window::widgets::art::Copy;
use crate::window::widgets::board::Held;

mod foot;
pub mod land;
mod layout;
mod panel;

/// What is in hand.
pub struct Hand {
    open: bool,
    held: Option<Held>,
    filter: String,
    /// The search is to get the keyboard.
    focus: bool,
    whose: Option<Color>,
    /// The chip in hand, to be laid on a map, with its colour if its back shows it.
    chip: Option<Option<ChipColor>>,
    /// Whether places against the rules are offered, too.
    anyway: bool,
    /// The points that are being entered.
    track: Track,
    /// The snapshot the tile in hand was fitted to.
    version: Option<u64>,
    /// The board before the first tile.
    empty: Option<Board>,
    board: Board,
    gaps: Vec<Cell>,
    /// Somebody wants to end the game, and is asked once more.
    ending: bool,
    /// What undoing takes back: another event as soon as somebody plays on.
    newest: Option<EventId>,
}

impl Hand {
    /// An empty hand.
    pub fn new(open: bool) -> Self {
        Self {
            open,
            held: None,
            filter: String::new(),
            focus: false,
            whose: None,
            chip: None,
            anyway: false,
            track: Track::default(),
            version: None,
            empty: None,
            board: Board::default(),
            gaps: Vec::new(),
            ending: false,
            newest: None,
        }
    }

    /// Whether the panel is shown.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Shows or hides the panel; a tile in hand is put back.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.held = None;
    }

    /// The tile in hand.
    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref().filter(|_| self.open)
    }

    /// The snapshot's board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How a face fits on a cell of the snapshot's board once the tile of that event is off it.
    pub fn fitting(
        &self,
        snapshot: &Snapshot,
        without: EventId,
        cell: Cell,
        face: &FaceId,
    ) -> Vec<Rotation> {
        let (Some(empty), Some(face)) = (&self.empty, faces::known(face)) else {
            return Vec::new();
        };
        let mut rest = snapshot.clone();
        rest.tiles.retain(|tile| tile.event != without);
        let board = board_of(empty, &rest);
        let turns = face.distinct_rotations();
        turns
            .filter(|&turn| board.accepts(cell, &face, turn))
            .collect()
    }

    /// The gaps beside tiles that can be looked into, while nothing is in hand.
    pub fn gaps(&self) -> &[Cell] {
        if self.held.is_some() { &[] } else { &self.gaps }
    }

    /// Fits board and hand to the newest snapshot.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        if self.version == Some(snapshot.version) {
            return;
        }
        self.version = Some(snapshot.version);
        if std::mem::replace(&mut self.newest, snapshot.can_undo) != snapshot.can_undo {
            // Who plays on does not want to end the game.
            self.ending = false;
        }
        let empty = self.empty.get_or_insert_with(|| empty_board(snapshot));
        let board = board_of(empty, snapshot);
        let changed = board != self.board;
        self.board = board;
        if changed {
            // Which tiles still fit is a hint.
            let hints = snapshot.setup.aids.hints;
            let gaps = self.board.frontier().into_iter();
            self.gaps = gaps.filter(|_| hints).collect();
        }
        if changed && let Some(held) = self.held.take() {
            // Somebody laid a tile meanwhile, perhaps this very one.
            let left = left_of(snapshot, held.copy.face);
            if left > 0 && !just_laid(snapshot, &held) {
                self.hold(held.copy.face);
            }
        }
        if !snapshot.turn.open {
            self.whose = None;
        }
        if snapshot.over {
            // Nothing more is laid.
            self.held = None;
        }
    }

    fn hold(&mut self, id: FaceId) {
        let Some(face) = faces::known(&id) else {
            return;
        };
        let mut held = Held {
            copy: Copy::plain(id),
            fits: std::collections::BTreeMap::new(),
            rotation: Rotation::R0,
            at: None,
        };
        if self.board.is_empty() && self.board.ground().is_none() {
            held.fits
                .insert(Default::default(), face.distinct_rotations().collect());
        }
        for (cell, rotation) in self.board.placements(&face) {
            held.fits.entry(cell).or_default().push(rotation);
        }
        if self.anyway {
            let all: Vec<Rotation> = face.distinct_rotations().collect();
            let near = self.board.frontier().into_iter();
            held.fits.extend(near.map(|cell| (cell, all.clone())));
        }
        self.held = Some(held);
    }

    /// Holds the tile over a cell.
    pub fn hold_over(&mut self, cell: carcassonne::geometry::Cell) {
        if let Some(held) = &mut self.held {
            held.at = Some(cell);
        }
    }

    /// The chip in hand and the squares where it may lie.
    pub fn chip_places(&self, snapshot: &Snapshot) -> Vec<(Cell, Option<ChipColor>)> {
        let chip = self.chip.filter(|_| self.open && self.held.is_none());
        let (Some(color), Some(view)) = (chip, &snapshot.modules.benelux) else {
            return Vec::new();
        };
        if view.chips_to_lay == 0 {
            return Vec::new();
        }
        let starts = view.starts.iter().copied().collect();
        let taken = |cell: Cell| {
            let near = |&(other, _): &(Cell, Option<ChipColor>)| {
                other == cell || Side::ALL.iter().any(|&side| cell.neighbour(side) == other)
            };
            self.board.holds(cell) || view.chips.iter().any(near)
        };
        let squares = view.map.squares().map(|(cell, _)| cell);
        squares
            .filter(|&cell| view.map.takes_chip(cell, &starts) && !taken(cell))
            .map(|cell| (cell, color))
            .collect()
    }

    /// Turns the tile in hand.
    pub fn turn(&mut self) {
        if let Some(held) = &mut self.held {
            held.turn();
        }
    }

    /// Takes a tile in hand, opening the panel; a card asks what it is used for.
    pub fn take(&mut self, id: FaceId) -> Option<Command> {
        self.open = true;
        self.filter.clear();
        if faces::known(&id).is_some_and(|face| face.set == TileSet::Tatan) {
            let what = EventKind::TatanDrawn;
            return Some(Command::Tell { what });
        }
        self.hold(id);
        None
    }

    /// Opens the panel and gives its search the keyboard.
    pub fn search(&mut self) {
        self.open = true;
        self.held = None;
        self.focus = true;
    }

    /// Figures of the next colour.
    pub fn next_color(&mut self, snapshot: &Snapshot) {
        let players = snapshot.players.iter();
        let colors = players.flat_map(|p| std::iter::once(p.color).chain(p.also.iter().copied()));
        let colors: Vec<Color> = colors.collect();
        let now = self.color(snapshot);
        let at = colors.iter().position(|&color| Some(color) == now);
        let next = at.map_or(0, |at| (at + 1) % colors.len());
        self.whose = colors.get(next).copied();
    }

    /// Turns the garden of the tile in hand on or off.
    pub fn garden(&mut self) {
        if let Some(held) = &mut self.held
            && faces::known(&held.copy.face).is_some_and(|face| face.garden_copies > 0)
        {
            held.copy.garden = !held.copy.garden;
        }
    }

    /// Takes the tile in hand out of the game.
    pub fn discard(&mut self) -> Option<Command> {
        let held = self.held.take()?;
        let face = held.copy.face;
        Some(Command::DiscardTile { face })
    }

    /// Takes the tile in hand to the place before.
    pub fn last_place(&mut self) {
        if let Some(held) = &mut self.held {
            held.last_place();
        }
    }

    /// Takes the tile in hand to the nearest place in a direction.
    pub fn toward(&mut self, right: i8, down: i8) {
        if let Some(held) = &mut self.held {
            held.toward(right.into(), down.into());
        }
    }

    /// Takes the tile in hand to the next place.
    pub fn next_place(&mut self) {
        if let Some(held) = &mut self.held {
            held.next_place();
        }
    }

    /// Puts the tile in hand back.
    pub fn put_down(&mut self) {
        self.anyway = false;
        self.held = None;
    }

    /// Lays the tile in hand where it is held over.
    pub fn lay(&mut self) -> Option<Command> {
        let held = self.held.as_ref()?;
        let cell = held.at?;
        let rotation = held.rotation_at(cell)?;
        let copy = held.copy;
        self.held = None;
        let legal = faces::known(&copy.face)
            .is_none_or(|face| self.board.accepts(cell, &face, rotation) || self.board.is_empty());
        if std::mem::take(&mut self.anyway) && !legal {
            return Some(Command::Insist {
                what: EventKind::TileLaid {
                    cell,
                    face: copy.face,
                    rotation,
                    garden: copy.garden.then_some(true),
                    before: false,
                },
            });
        }
        Some(Command::PlaceTile {
            cell,
            face: copy.face,
            rotation,
            garden: copy.garden.then_some(true),
        })
    }

    /// Whose figures are being put: the player on turn unless somebody else was chosen.
    pub fn color(&self, snapshot: &Snapshot) -> Option<Color> {
        let first = || snapshot.players.first().map(|player| player.color);
        self.whose.or(snapshot.turn.player).or_else(first)
    }

    /// Where a figure may be put, while the panel is open and no tile is in hand.
    pub fn spots<'a>(&self, snapshot: &'a Snapshot) -> &'a [FigurePlace] {
        if self.open && self.held.is_none() && snapshot.turn.open && !snapshot.over {
            &snapshot.turn.figure_places
        } else {
            &[]
        }
    }

    /// Puts a figure.
    pub fn put(&self, spot: &FigurePlace, snapshot: &Snapshot) -> Command {
        Command::PlaceFigure {
            cell: spot.at.cell,
            segment: spot.at.segment,
            figure: spot.figure,
            color: self.color(snapshot),
        }
    }
}

fn left_of(snapshot: &Snapshot, face: FaceId) -> u8 {
    let entry = snapshot.bag.faces.iter().find(|(id, _)| *id == face);
    entry.map_or(0, |&(_, left)| left)
}

/// Whether the newest tile is the one in hand, laid by the camera or another window.
fn just_laid(snapshot: &Snapshot, held: &Held) -> bool {
    snapshot
        .tiles
        .last()
        .is_some_and(|tile| tile.face == held.copy.face)
}
