//! Tiles seem to come, and the camera cannot make them out: somebody is asked in words.
//!
//! Vision says when things of a tile's size have come for two turns and it follows no board
//! ([`LostReason::Unreadable`](carcassonne::seen::LostReason::Unreadable)). The likeliest by far is the
//! start tile, so one key lays it; vision goes on looking, and what it finds later is tied to it.
//! Asked once per such time, and taken back as soon as a board is followed.

use crate::log::Log;
use crate::log::event::EventKind;
use crate::setup::StartTile;
use crate::snapshot::{About, Guess, Meaning};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;

use super::Belief;

/// How likely it is that what came first is the start tile: people also put down cups.
const IS_START: f32 = 0.7;

impl Belief {
    /// The camera sees things come and go that it cannot make out.
    pub(super) fn ask_for_start(&mut self, log: &Log, table: &SeenTable) {
        if std::mem::replace(&mut self.asked_for_start, true) || !log.game().board().is_empty() {
            return;
        }
        let cell = Cell::default();
        let guess = |meaning, events, probability| Guess {
            meaning,
            events,
            probability,
            overturns: 0,
        };
        let mut guesses = Vec::new();
        if let StartTile::Face(face) = log.game().setup().start {
            let rotation = Rotation::R0;
            let laid = EventKind::TileLaid {
                cell,
                face,
                rotation,
                garden: None,
                before: false,
            };
            guesses.push(guess(
                Meaning::Tile { face, rotation },
                vec![laid],
                IS_START,
            ));
        }
        guesses.push(guess(Meaning::NoTile, Vec::new(), 1.0 - IS_START));
        self.ask(About::Unreadable, cell, table.frame, guesses);
    }

    /// A look that can be read: whether something is still to be asked will show anew.
    pub(super) fn is_readable(&mut self) {
        self.asked_for_start = false;
        self.questions.retain(|q| q.about != About::Unreadable);
    }
}
