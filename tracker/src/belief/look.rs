//! One look, from what is seen to what is decided.
//!
//! The whole way in its order: what was seen is added to the evidence, tiles are decided before
//! the figures that stand on them, and figures only where no difference between table and board is
//! left. Each step judges by the game as the steps before will have left it.

use super::Belief;
use super::decision::{Decision, Draft};
use super::evidence::names;
use super::tie;
use crate::belief::decide::figures::at_once::acted_in_turn_of;
use crate::belief::question::{About, Guess, Meaning, Question};
use crate::event::EventKind;
use crate::log::Log;
use crate::rules::{Expansion, Game};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{Calm, LostReason, SeenTable};
use carcassonne::tie::Tie;

impl Belief {
    /// Looks at the table once, at `at_ms` milliseconds of the game, and says what that decides:
    /// appending it is the caller's.
    #[must_use]
    pub fn see(&mut self, log: &Log, table: &SeenTable, at_ms: u64) -> Vec<Decision> {
        match (table.calm, self.tie()) {
            (Calm::Still, _) => return self.look(log, table, at_ms),
            (Calm::Lost(LostReason::Unreadable), None) => self.ask_for_start(log.game(), table),
            (Calm::Hand, Some(tie)) => self
                .at_once
                .hand_over(|cell| table.hidden.contains(&tie.lattice_cell(cell))),
            _ => {}
        }
        Vec::new()
    }

    fn look(&mut self, log: &Log, table: &SeenTable, at_ms: u64) -> Vec<Decision> {
        self.observe(log.game(), table);
        let mut draft = Draft::new(log, table, at_ms);
        if self.tie().is_none() {
            self.decide_start(&mut draft);
        }
        if let Some(tie) = self.tie() {
            self.is_readable();
            self.tiles.watch(draft.log(), tie, table);
            self.decide_moved(&mut draft, tie);
            self.decide_missing_tiles(&mut draft);
            self.decide_changed_tiles(&mut draft);
            self.decide_map(&mut draft);
            if draft.game().setup().plays(Expansion::Tatan) {
                self.decide_drawn_cards(&mut draft);
                self.decide_gaps(&mut draft, tie);
            }
            self.decide_new_tiles(&mut draft, tie);
        }
        self.tiles.note_cut_off(draft.game(), self.tie(), table);
        self.set_desync(table.frame, draft.take_differences());
        self.decide_chip_values(&mut draft);
        if let Some(tie) = self.tie().filter(|_| self.desync.is_none()) {
            self.reminders.clear();
            self.decide_burials(&mut draft, tie);
            self.decide_missing_figures(&mut draft);
            self.decide_follower(&mut draft, tie);
            self.decide_new_figures(&mut draft, tie);
            self.decide_newest_figure(&mut draft, tie);
            self.decide_choices(&mut draft, tie);
            self.decide_at_once(&mut draft, tie);
        }
        self.count_hands(draft.game(), table);
        self.withdraw_settled_questions(draft.log());
        draft.into_decisions()
    }

    /// Adds what is seen to the evidence, and ties the lattice to the board where that is sure.
    fn observe(&mut self, game: &Game, table: &SeenTable) {
        if self.footing.turn_to(table.lattice) {
            self.tiles.new.clear();
            self.figures.forget_tracks();
        }
        if let Some(seen) = table
            .map
            .as_ref()
            .filter(|_| game.board().ground().is_some())
        {
            // Vision numbers its cells as the map's squares.
            self.footing.tie = Some(Tie {
                lattice: table.lattice,
                origin: Cell::default(),
                turn: Rotation::R0,
            });
            self.map.add(game, table, seen);
        }
        if self.tie().is_none() && !game.board().is_empty() {
            let start = self.footing.perhaps.filter(|_| game.board().len() == 1);
            self.footing.tie = tie::recognise(game.board(), table).or(start);
        }
        let tie = self.tie();
        self.tiles.add(game, tie, table);
        let (loose, others) = names::parted(game, tie, &table.figures);
        if let Some(tie) = tie {
            self.loose.add(tie, table, &loose);
        }
        let (geometry, tiles) = (self.geometry.as_ref(), &self.tiles);
        let awaits = |cell| tiles.new.contains_key(&cell);
        self.figures
            .add((game, geometry), tie, table, &others, awaits);
    }

    /// Adds what a look counted in the supplies, and holds the newest counts against the game.
    fn count_hands(&mut self, game: &Game, table: &SeenTable) {
        let ledger = self.supplies(game);
        self.hands.add(game.colors(), &ledger, table);
    }

    /// Closes questions whose subject has changed since.
    pub(crate) fn withdraw_settled_questions(&mut self, log: &Log) {
        let Self {
            questions,
            figures,
            footing,
            ..
        } = self;
        let game = log.game();
        let stands = |cell: Cell| {
            let here = |tie: Tie| {
                figures
                    .tracks
                    .iter()
                    .any(|track| tie.cell(track.cell) == cell)
            };
            footing.tie.is_some_and(here)
        };
        questions.keep(|question| match question.about {
            About::FigureGone { figure } => {
                game.figure(figure).is_some() && figures.missing.contains_key(&figure)
            }
            About::OldTile { event } => log.fact(event).is_some() && lies_as_asked(game, question),
            About::ClaimedAtOnce { tile } => {
                log.fact(tile).is_some() && !acted_in_turn_of(log, tile)
            }
            About::Doubted { .. } | About::Unreadable => true,
            About::WhichTile => lies_as_asked(game, question),
            About::WhichFigure => {
                question.guesses.iter().any(|guess| corrects(log, guess)) || stands(question.cell)
            }
        });
    }
}

/// Whether a tile still lies as it did when it was asked about, and nobody has said otherwise.
fn lies_as_asked(game: &Game, question: &Question) -> bool {
    let mut as_it_is = question
        .guesses
        .iter()
        .filter(|guess| guess.events.is_empty());
    as_it_is.any(|guess| {
        let Meaning::Tile { face, rotation } = guess.meaning else {
            return false;
        };
        let laid = game.board().get(question.cell);
        laid.is_some_and(|laid| {
            let turned = |rotation| laid.face.canonical(rotation);
            laid.face.id == face && turned(laid.rotation) == turned(rotation)
        })
    })
}

/// Whether a guess changes something that holds.
fn corrects(log: &Log, guess: &Guess) -> bool {
    guess.events.iter().any(|kind| match kind {
        EventKind::Corrected { event, .. } | EventKind::Removed { event } => {
            log.fact(*event).is_some()
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Tracker;
    use crate::command::Command;
    use crate::setup::Setup;
    use carcassonne::catalogue::face_id;
    use carcassonne::seen::{FaceCandidate, SeenTile};
    use carcassonne::spots::RimGeometry;

    fn still(frame: u64, tiles: &[(&str, Rotation, Cell)]) -> SeenTable {
        let tile = |&(face, rotation, cell): &(&str, Rotation, Cell)| SeenTile {
            cell,
            candidates: vec![FaceCandidate {
                face: face_id(face).unwrap(),
                rotation,
                log_likelihood: 0.0,
            }],
            unknown: -20.0,
            corners_px: [[0.0; 2]; 4],
        };
        SeenTable {
            tiles: tiles.iter().map(tile).collect(),
            ..SeenTable::still(frame, frame * 200, 0)
        }
    }

    /// Nobody is asked any longer which tile lies somewhere, once somebody has said that it is none of
    /// those.
    #[test]
    fn a_tile_put_right_by_hand_is_no_longer_asked_about() {
        let setup: Setup = "players=red,blue".parse().unwrap();
        let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
        let tiles = [
            ("D", Rotation::R0, Cell::new(4, 4)),
            ("U", Rotation::R90, Cell::new(5, 4)),
        ];
        for frame in 1..=4 {
            tracker.see(&still(frame, &tiles[..1]));
        }
        for frame in 5..=20 {
            let mut table = still(frame, &tiles);
            let mut other = table.tiles[1].candidates[0];
            (other.face, other.log_likelihood) = (face_id("W").unwrap(), -0.5);
            table.tiles[1].candidates.push(other);
            tracker.see(&table);
        }
        let snapshot = tracker.snapshot();
        assert_eq!(snapshot.questions[0].about, About::WhichTile);
        let laid = snapshot.tiles.last().unwrap();
        let to = EventKind::TileLaid {
            cell: laid.cell,
            face: face_id("V").unwrap(),
            rotation: Rotation::R0,
            garden: None,
            before: false,
        };
        let event = laid.event;
        let put_right = Command::Correct { event, to };
        tracker.command(5_000, put_right).expect("it fits");
        assert_eq!(tracker.snapshot().questions, []);
    }

    /// Of two tiles that lie when watching begins, the second is believed beside the first, which
    /// is in no log yet.
    #[test]
    fn one_look_decides_what_rests_on_its_own_decisions_and_appends_nothing() {
        let setup = "players=red,blue".parse().unwrap();
        let mut log = Log::new(Arc::new(setup));
        let mut belief = Belief::new(Arc::new(RimGeometry));
        let tiles = [
            ("D", Rotation::R0, Cell::new(4, 4)),
            ("E", Rotation::R180, Cell::new(4, 3)),
        ];
        let mut decided = Vec::new();
        for frame in 1..=8 {
            decided = belief.see(&log, &still(frame, &tiles), frame * 200);
            if !decided.is_empty() {
                break;
            }
        }
        assert_eq!(log.events(), []);
        let laid = |decision: &Decision| match decision.kind {
            EventKind::TileLaid { cell, before, .. } => (cell, before),
            _ => panic!("{decision:?}"),
        };
        let laid: Vec<_> = decided.iter().map(laid).collect();
        assert_eq!(laid, [(Cell::new(0, 0), false), (Cell::new(0, -1), true)]);
        for Decision { by, kind } in decided {
            log.append(1_600, by, kind).expect("accepted in the draft");
        }
        assert_eq!(log.game().board().len(), 2);
    }
}
