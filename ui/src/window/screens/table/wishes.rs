//! What parts of the table's screen want done, for the screen to do once all are drawn; and how it is
//! looked at.

use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::snapshot::{ScoreLine, Snapshot};

use crate::run::news::picture::CutOut;
use crate::text::Words;
use crate::window::screens::action::Action;
use crate::window::screens::table::Ongoing;
use crate::window::screens::{Page, ShareTo};
use crate::window::widgets::art::Art;
use crate::window::widgets::board;

/// What fills the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Picture and board side by side.
    Both,
    /// The drawn board.
    Board,
    /// The picture.
    Picture,
}

impl View {
    /// The one after it.
    pub fn next(self) -> Self {
        match self {
            Self::Both => Self::Board,
            Self::Board => Self::Picture,
            Self::Picture => Self::Both,
        }
    }
}

/// What a part of the screen wants done.
#[derive(Default)]
pub struct Wishes {
    /// Actions, as if their keys were pressed.
    pub actions: Vec<Action>,
    /// Commands.
    pub commands: Vec<Command>,
    /// Segments to light up.
    pub lit: Vec<SegmentRef>,
    /// Another view.
    pub view: Option<View>,
    /// A line of points to explain.
    pub why: Option<ScoreLine>,
    /// A tile that somebody wants to name.
    pub name: Option<Cell>,
    /// What is asked for beyond the table.
    pub beyond: Option<Beyond>,
}

/// What every part of the table is drawn from and draws into, in one pass.
pub struct Pass<'a> {
    /// The words.
    pub words: Words,
    /// The game.
    pub snapshot: &'a Snapshot,
    /// The drawings.
    pub art: &'a mut Art,
    /// What goes on with the game.
    pub ongoing: &'a mut Ongoing,
    /// What the parts want done.
    pub wishes: &'a mut Wishes,
}

/// A tile that somebody named, with its picture.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it is.
    pub face: FaceId,
    /// How it lies.
    pub rotation: Rotation,
    /// Its picture, and where it lies.
    pub picture: Arc<CutOut>,
}

/// What is asked for beyond the table itself.
#[derive(Clone, Debug)]
pub enum Beyond {
    /// The key help.
    Help,
    /// The television, opened or closed.
    Tv,
    /// A screen beside the table.
    Page(Page),
    /// The same game with another tile pack.
    Pack(String),
    /// That a tile's picture goes into the pack.
    Learn(Lesson),
    /// Once more with the same people and rules.
    Rematch,
    /// A picture of the game, copied or saved.
    Share(ShareTo),
}

/// The segments of everything on a cell, to light up what a text speaks of.
pub fn all_segments(snapshot: &Snapshot, cell: Cell) -> Vec<SegmentRef> {
    let Some(tile) = board::tile_on(snapshot, cell) else {
        return Vec::new();
    };
    let count = crate::faces::known(&tile.face).map_or(0, |face| face.segments.len());
    (0..count).map(|n| SegmentRef::new(cell, n)).collect()
}
