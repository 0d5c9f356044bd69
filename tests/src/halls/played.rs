//! Games to be told to halls: drawn by lot, moves at a time, with everything a snapshot holds.

use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tracker::event::{By, Event, EventKind};
use tracker::log::Log;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use tracker::snapshot_of;

/// A game that is played by lot.
pub struct Played {
    log: Log,
    lot: ChaCha8Rng,
}

impl Played {
    /// A game of those players.
    pub fn new(setup: &str, seed: u64) -> Self {
        let setup: Setup = setup.parse().expect("a sound set-up");
        let mut log = Log::new(Arc::new(setup));
        let start = carcassonne::catalogue::face_id("D").expect("a face");
        let kind = EventKind::tile(start, Cell::new(0, 0), carcassonne::geometry::Rotation::R0);
        log.append(0, By::Person, kind)
            .expect("the start tile lies");
        Self {
            log,
            lot: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Plays a turn; `false` once the bag is empty.
    pub fn turn(&mut self) -> bool {
        let game = self.log.game();
        let bag = snapshot_of(&self.log).bag;
        let faces: Vec<_> = bag.faces.iter().filter(|(_, left)| *left > 0).collect();
        let Some((face, _)) = faces.choose(&mut self.lot) else {
            return false;
        };
        let catalogue = game.setup().catalogue();
        let Some(known) = catalogue.face(face) else {
            return false;
        };
        let places = game.board().placements(known);
        let at_ms = self.log.events().len() as u64 * 10_000;
        let Some(&(cell, rotation)) = places.choose(&mut self.lot) else {
            let kind = EventKind::TileDiscarded { face: *face };
            return self.log.append(at_ms, By::Person, kind).is_ok();
        };
        let laid = self
            .log
            .append(at_ms, By::Person, EventKind::tile(*face, cell, rotation));
        if laid.is_err() {
            return false;
        }
        let game = self.log.game();
        let player = game.open_turn().and_then(|open| open.player);
        if let Some(color) = player.filter(|_| self.lot.random_bool(0.6)) {
            let places = game.figure_places(color);
            if let Some(place) = places.choose(&mut self.lot) {
                let kind = EventKind::figure(FigureKind::Meeple, color, place.at);
                // Nobody has to put one.
                let _ = self.log.append(at_ms + 1, By::Person, kind);
            }
        }
        self.log
            .append(at_ms + 2, By::Person, EventKind::TurnEnded)
            .is_ok()
    }

    /// Ends it, if the empty bag has not.
    pub fn end(&mut self) {
        if self.log.game().is_over() {
            return;
        }
        let at_ms = self.log.events().len() as u64 * 10_000;
        self.log
            .append(at_ms, By::Person, EventKind::GameEnded)
            .expect("any game can end");
    }

    /// How it stands.
    pub fn snapshot(&self) -> Snapshot {
        snapshot_of(&self.log)
    }

    /// All that happened.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// A player's points.
    pub fn score(&self, color: Color) -> i32 {
        let mut players = self.log.game().players().iter();
        players
            .find(|player| player.color == color)
            .map_or(0, |player| player.score)
    }
}
