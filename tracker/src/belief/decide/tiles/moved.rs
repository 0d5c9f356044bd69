//! Deciding about a tile that was lifted and laid again elsewhere (rules dossier "Tatan",
//! section 2, option 1).
//!
//! A vanished tile that a card may move is no fault for a while: somebody holds it. Once its face
//! lies in another cell, the two are one move, and the card that allows it was drawn before. It
//! never moves a tile that the rules hold fast.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::weigh_tile::on_board;
use crate::belief::{Belief, limits};
use crate::event::{By, EventId, EventKind, TatanUse};
use crate::log::Log;
use crate::rules::Game;
use crate::rules::expansions::tatan;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::tie::Tie;

/// Looks for which a tile may be in a hand that is out of the picture.
const IN_HAND: u32 = 100;
/// Log-likelihood by which the lifted face may be worse than the best reading of the new cell: the
/// two changes explain each other, so it only has to be among the likely ones.
const CLOSE: f32 = 2.0;

impl Belief {
    /// The tile that may have been lifted: the only one that is gone, and not for too long.
    pub(super) fn lifted(&self, game: &Game) -> Option<(EventId, Cell)> {
        let mut gone = self.tiles.gone();
        let (event, watch) = gone.next()?;
        if gone.next().is_some() || watch.missing >= IN_HAND {
            return None;
        }
        let tile = game.tiles().iter().find(|tile| tile.event == event)?;
        tatan::may_be_moved(game, tile.cell).then_some((event, tile.cell))
    }

    /// Believes that a tile was moved where it vanished and came up again.
    pub(in crate::belief) fn decide_moved(&mut self, draft: &mut Draft, tie: Tie) {
        let Some((event, from)) = self.lifted(draft.game()) else {
            return;
        };
        let Some(events) = self.judge_moved(draft.log(), tie, event, from) else {
            return;
        };
        let Some(watch) = self.tiles.known.remove(&event) else {
            return;
        };
        let frames = watch.absence(draft.table.frame);
        let seen = |kind| Decision::seen(kind, limits::SURE, frames);
        draft.decide_all(events.into_iter().map(seen));
        let board = draft.game().board();
        self.tiles
            .new
            .retain(|&cell, _| !board.holds(tie.cell(cell)));
    }

    /// What happened, if the tile lies elsewhere now: the likeliest place that the rules allow.
    fn judge_moved(
        &self,
        log: &Log,
        tie: Tie,
        event: EventId,
        from: Cell,
    ) -> Option<Vec<EventKind>> {
        if self.tiles.known.get(&event)?.missing < limits::NEW {
            return None;
        }
        let places = self.new_places(log.game(), tie, from).into_iter();
        let mut moves = places.map(|(to, rotation)| events(log.game(), from, to, rotation));
        moves.find(|events| is_allowed(log, events))
    }

    /// Where the face of the tile that lay there is seen now, likeliest first.
    fn new_places(&self, game: &Game, tie: Tie, from: Cell) -> Vec<(Cell, Rotation)> {
        let Some(laid) = game.board().get(from) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for (&cell, new) in &self.tiles.new {
            if new.evidence.looks() < limits::NEW {
                continue;
            }
            let readings: Vec<_> = on_board(game, tie, &new.evidence).collect();
            let best = readings.iter().map(|(_, value)| *value);
            let best = best.fold(f32::NEG_INFINITY, f32::max);
            let same = readings
                .into_iter()
                .filter(|((face, _), value)| *face == laid.face.id && *value >= best - CLOSE);
            places.extend(same.map(|((_, turn), value)| (value, tie.cell(cell), turn)));
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
