//! A tile that was lifted and laid again elsewhere (rules dossier "Tatan", section 2, option 1).
//!
//! A vanished tile that a card may move is no fault for a while: somebody holds it. Once its face
//! lies in another cell, the two are one move, and the card that allows it was drawn before. It
//! never moves a tile that the rules hold fast.

use crate::log::Log;
use crate::log::event::{By, EventId, EventKind, TatanUse};
use crate::rules::{Game, tatan};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;

use super::weigh::on_board;
use super::{Belief, limits};

/// Looks for which a tile may be in a hand that is out of the picture.
const IN_HAND: u32 = 100;
/// Log-likelihood by which the lifted face may be worse than the best reading of the new cell: the
/// two changes explain each other, so it only has to be among the likely ones.
const CLOSE: f32 = 2.0;

impl Belief {
    /// The tile that may have been lifted: the only one that is gone, and not for too long.
    pub(super) fn lifted(&self, game: &Game) -> Option<(EventId, Cell)> {
        let mut gone = self.watched.iter().filter(|(_, watch)| watch.missing > 0);
        let (&event, watch) = gone.next()?;
        if gone.next().is_some() || watch.missing >= IN_HAND {
            return None;
        }
        let tile = game.tiles().iter().find(|tile| tile.event == event)?;
        tatan::may_be_moved(game, tile.cell).then_some((event, tile.cell))
    }

    /// Believes that a tile was moved where it vanished and came up again.
    pub(super) fn decide_moved(&mut self, log: &mut Log, table: &SeenTable) {
        let Some((event, from)) = self.lifted(log.game()) else {
            return;
        };
        let watch = &self.watched[&event];
        if watch.missing < limits::NEW {
            return;
        }
        let evidence = crate::log::event::Evidence {
            first_frame: watch.missing_since,
            last_frame: table.frame,
            looks: watch.missing,
        };
        let Some(events) = self
            .new_places(log.game(), from)
            .into_iter()
            .map(|(to, rotation)| events(log.game(), from, to, rotation))
            .find(|events| is_allowed(log, events))
        else {
            return;
        };
        for kind in events {
            // It was tried.
            drop(Self::append(log, table, limits::SURE, evidence, kind));
        }
        self.watched.remove(&event);
        if let Some(frame) = self.frame {
            let board = log.game().board();
            self.cells.retain(|&cell, _| !board.holds(frame.cell(cell)));
        }
    }

    /// Where the face of the tile that lay there is seen now, likeliest first.
    fn new_places(&self, game: &Game, from: Cell) -> Vec<(Cell, Rotation)> {
        let (Some(frame), Some(laid)) = (self.frame, game.board().get(from)) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for (&cell, new) in &self.cells {
            if new.evidence.looks() < limits::NEW {
                continue;
            }
            let readings: Vec<_> = on_board(game, frame, &new.evidence).collect();
            let best = readings.iter().map(|(_, value)| *value);
            let best = best.fold(f32::NEG_INFINITY, f32::max);
            let same = readings
                .into_iter()
                .filter(|((face, _), value)| *face == laid.face.id && *value >= best - CLOSE);
            places.extend(same.map(|((_, turn), value)| (value, frame.cell(cell), turn)));
        }
        places.sort_by(|a, b| b.0.total_cmp(&a.0));
        places.into_iter().map(|(_, to, turn)| (to, turn)).collect()
    }
}

/// What happened if the tile was moved there: a card was drawn, said to move it, and did.
fn events(game: &Game, from: Cell, to: Cell, rotation: Rotation) -> Vec<EventKind> {
    let how = TatanUse::Relocate { from };
    let moved = EventKind::TileMoved { from, to, rotation };
    let all = [EventKind::TatanDrawn, EventKind::TatanUsed { how }, moved];
    let known = match tatan::drawn(game) {
        None => 0,
        Some(None) => 1,
        Some(Some(_)) => 2,
    };
    all.into_iter().skip(known).collect()
}

fn is_allowed(log: &Log, events: &[EventKind]) -> bool {
    let mut tried = log.clone();
    let mut events = events.iter();
    events.all(|kind| tried.append(0, By::Rule, kind.clone()).is_ok())
}
