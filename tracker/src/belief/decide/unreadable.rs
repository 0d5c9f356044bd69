//! Deciding nothing: tiles seem to come, and the camera cannot make them out: somebody is asked in words.
//!
//! Vision says when things of a tile's size have come for two turns and it follows no board
//! ([`LostReason::Unreadable`](carcassonne::seen::LostReason::Unreadable)); or it follows one of which no
//! tile reads as the start tile. What came first is that by far the likeliest, so one key lays it; vision
//! goes on looking, and what it finds is tied to it. Asked once per such time, and taken back as soon as
//! the board is known.

use crate::belief::Belief;
use crate::belief::question::{About, Guess, Meaning};
use crate::event::EventKind;
use crate::rules::Game;
use crate::setup::StartTile;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;

/// How likely it is that what came first is the start tile: people also put down cups.
const IS_START: f32 = 0.7;

impl Belief {
    /// The camera sees things come and go that it cannot make out.
    pub(in crate::belief) fn ask_for_start(&mut self, game: &Game, table: &SeenTable) {
        let asked = std::mem::replace(&mut self.footing.asked_for_start, true);
        if !asked && game.board().is_empty() {
            let cell = Cell::default();
            let guesses = guesses(game, cell);
            self.questions
                .ask(About::Unreadable, cell, table.frame, guesses);
        }
    }

    /// It is known where the board lies: whether something is still to be asked will show anew.
    pub(in crate::belief) fn is_readable(&mut self) {
        self.footing.asked_for_start = false;
        self.questions.keep(|q| q.about != About::Unreadable);
    }
}

/// What may lie there: the start tile, if it is a certain one, or no tile.
fn guesses(game: &Game, cell: Cell) -> Vec<Guess> {
    let start = match game.setup().start {
        StartTile::Face(face) => Some(face),
        StartTile::Seen => None,
    };
    let rotation = Rotation::R0;
    let lies = start.map(|face| {
        let laid = EventKind::tile(face, cell, rotation);
        Guess::new(Meaning::Tile { face, rotation }, vec![laid], IS_START)
    });
    let none = Guess::new(Meaning::NoTile, Vec::new(), 1.0 - IS_START);
    lies.into_iter().chain([none]).collect()
}
