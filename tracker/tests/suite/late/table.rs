//! A game told event by event, as a person tells it.

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::Tracker;
use tracker::command::Command;
use tracker::event::ghost::Companion;
use tracker::event::{EventId, EventKind};
use tracker::rules::Game;
use tracker::rules::choice::ChoiceKind;
use tracker::snapshot::Snapshot;

/// The game.
pub(super) struct Table(pub(super) Tracker);

impl Table {
    pub(super) fn new(setup: &str) -> Self {
        let setup = setup.parse().expect("a set-up");
        Self(Tracker::new(Arc::new(setup), Arc::new(RimGeometry)))
    }

    /// The cooperative start tile.
    pub(super) fn in_mist(setup: &str) -> Self {
        let mut table = Self::new(setup);
        let quarters = [
            ("S-NW", 0, 0),
            ("S-NE", 1, 0),
            ("S-SW", 0, 1),
            ("S-SE", 1, 1),
        ];
        for (n, (name, x, y)) in quarters.into_iter().enumerate() {
            table.lay(name, x, y, 0, n > 0);
        }
        table
    }

    pub(super) fn game(&self) -> &Game {
        self.0.log().game()
    }

    pub(super) fn tell(&mut self, what: EventKind) -> EventId {
        let told = self.0.command(0, Command::Tell { what: what.clone() });
        let told = told.unwrap_or_else(|why| panic!("{what:?}: {why}"));
        told.last().expect("an event").id
    }

    pub(super) fn lay(
        &mut self,
        face: &str,
        x: i32,
        y: i32,
        degrees: u16,
        before: bool,
    ) -> EventId {
        let face = face_id(face).expect("a face");
        let rotation = Rotation::try_from(degrees).expect("a rotation");
        let cell = Cell::new(x, y);
        self.tell(EventKind::TileLaid {
            cell,
            face,
            rotation: self
                .game()
                .catalogue()
                .face(&face)
                .expect("in play")
                .canonical(rotation),
            garden: None,
            before,
        })
    }

    pub(super) fn next(&mut self, face: &str, x: i32, y: i32, degrees: u16) -> EventId {
        self.lay(face, x, y, degrees, false)
    }

    pub(super) fn put(
        &mut self,
        x: i32,
        y: i32,
        segment: usize,
        figure: FigureKind,
        color: Option<Color>,
    ) -> EventId {
        let before = self.game().turn() == 0;
        self.tell(EventKind::FigurePlaced {
            cell: Cell::new(x, y),
            segment,
            figure,
            color,
            foot: None,
            before,
        })
    }

    pub(super) fn meeple(&mut self, x: i32, y: i32, segment: usize, color: Color) -> EventId {
        self.put(x, y, segment, FigureKind::Meeple, Some(color))
    }

    pub(super) fn companion(&mut self, companion: Companion, host: EventId) {
        let host = Some(host);
        self.tell(EventKind::CompanionPlaced { companion, host });
    }

    pub(super) fn snapshot(&mut self) -> Arc<Snapshot> {
        self.0.snapshot()
    }

    pub(super) fn score(&self, color: Color) -> i32 {
        self.game().player_of(color).expect("a player").score
    }

    pub(super) fn asks(&self, kind: ChoiceKind) -> bool {
        self.game()
            .choices()
            .iter()
            .any(|choice| choice.kind == kind)
    }
}

impl Table {
    /// Lays the first tile after which the game is as wanted.
    pub(super) fn lay_where(&mut self, wanted: impl Fn(&Game) -> bool) {
        let game = self.game().clone();
        let faces = game.catalogue().faces().filter(|face| !face.is_wild());
        let faces: Vec<_> = faces.filter(|face| game.copies_left(face) > 0).collect();
        let laid = faces.iter().flat_map(|face| {
            let places = game.board().placements(face).into_iter();
            places.map(|(cell, rotation)| EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            })
        });
        let fits = |kind: &EventKind| {
            let mut then = game.clone();
            then.apply(EventId(900), kind).is_ok() && !then.is_over() && wanted(&then)
        };
        let laid: Vec<_> = laid.filter(fits).take(1).collect();
        self.tell(laid.into_iter().next().expect("such a tile"));
    }
}
