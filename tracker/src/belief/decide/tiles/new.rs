//! Deciding each turn's new tile.

use super::known::newest;
use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::posterior;
use crate::belief::evidence::tiles::{NewTile, Watch};
use crate::belief::evidence::weigh_tile::{
    Laying, Ranked, Ranking, TileEvidence, preference, rank,
};
use crate::belief::question::{About, Difference, Guess, Meaning};
use crate::belief::{Belief, limits};
use crate::event::{EventId, EventKind};
use crate::rules::Game;
use crate::rules::expansions::mists;
use carcassonne::catalogue::BACK;
use carcassonne::geometry::{Cell, Side};
use carcassonne::tie::Tie;

/// A tile that is believed to lie.
pub(super) struct NewlyLaid {
    /// Where.
    pub(super) cell: Cell,
    /// What it may be, likeliest first, and at least one.
    pub(super) readings: Vec<Ranked>,
    /// It lay there before watching began.
    pub(super) before: bool,
}

impl NewlyLaid {
    fn event(&self, (face, rotation): Laying) -> EventKind {
        EventKind::TileLaid {
            cell: self.cell,
            face,
            rotation,
            garden: None,
            before: self.before,
        }
    }
}

/// What a new tile comes to.
enum NewTileIs {
    /// Not believed yet, or none of the game: it takes more looks.
    Waiting,
    /// The face-down tile of an expansion.
    FaceDown,
    /// Explained, once an older tile is put right that was misread all along. If that is refused,
    /// it differs.
    Explained(Decision, Difference),
    /// Against the rules by every reading.
    Different(Difference),
    /// Laid.
    Laid(NewlyLaid),
}

impl Belief {
    /// Decides new tiles, in the order in which they appeared.
    pub(in crate::belief) fn decide_new_tiles(&mut self, draft: &mut Draft, tie: Tie) {
        let settled = self.tiles.new.iter().filter(|(_, new)| new.is_settled());
        let mut order: Vec<(u64, Cell)> = settled
            .map(|(&cell, new)| (new.evidence.frames().first_frame, tie.cell(cell)))
            .collect();
        order.sort();
        for (_, cell) in order {
            let on_lattice = tie.lattice_cell(cell);
            let Some(new) = self.tiles.new.get(&on_lattice) else {
                continue;
            };
            match self.judge_new_tile(draft, tie, cell, new) {
                NewTileIs::Waiting => {}
                NewTileIs::FaceDown => {
                    let laid = EventKind::TileTurnedDown { cell };
                    let frames = new.evidence.frames();
                    let laid = Decision::seen(laid, limits::SURE, frames);
                    if draft.decide(laid).is_ok() {
                        self.tiles.new.remove(&on_lattice);
                    }
                }
                NewTileIs::Explained(correction, otherwise) => {
                    // The new tile fits with the next look.
                    if draft.decide(correction).is_err() {
                        draft.differ(otherwise);
                    }
                }
                NewTileIs::Different(difference) => draft.differ(difference),
                NewTileIs::Laid(tile) => self.lay_next(draft, tie, tile),
            }
        }
    }

    fn judge_new_tile(&self, draft: &Draft, tie: Tie, cell: Cell, new: &NewTile) -> NewTileIs {
        let (game, evidence) = (draft.game(), &new.evidence);
        if shows_back(evidence) {
            // Beside the board it is the pile, which the rules refuse.
            return NewTileIs::FaceDown;
        }
        let board = game.board();
        let beside = Side::ALL
            .iter()
            .any(|&side| board.holds(cell.neighbour(side)));
        let starts = board.starts_left().any(|start| start == cell);
        if self.waits_for_follower(game, cell, evidence) || (!beside && !starts) {
            return NewTileIs::Waiting;
        }
        let Ranking {
            legal,
            illegal,
            unknown,
        } = rank(game, board, tie, cell, evidence);
        let best = legal.first().map_or(0.0, |(_, probability)| *probability);
        let waited = evidence.looks() >= limits::PATIENCE;
        if waited && unknown > best.max(illegal) {
            return NewTileIs::Different(Difference::TileUnknown { cell });
        }
        if waited && illegal + unknown > limits::SURE.max(best) {
            let difference = against_the_rules(game, tie, cell, evidence, &legal);
            let misread = || self.judge_misread_tile(game, tie, cell, evidence);
            return match draft.is_explained().then(misread).flatten() {
                Some((correction, sure)) => {
                    let correction = Decision::seen(correction, sure, evidence.frames());
                    NewTileIs::Explained(correction, difference)
                }
                None => NewTileIs::Different(difference),
            };
        }
        let sure = (best >= limits::SURE || waited) && best > 0.0;
        if !sure || !draft.is_explained() || self.is_wavering(game) {
            return NewTileIs::Waiting;
        }
        NewTileIs::Laid(NewlyLaid {
            cell,
            readings: legal,
            before: starts && !board.is_empty(),
        })
    }

    /// Whether the newest tile may be on its way back: a new one may be the same tile.
    fn is_wavering(&self, game: &Game) -> bool {
        newest(game)
            .and_then(|event| self.tiles.known.get(&event))
            .is_some_and(|watch| watch.missing > 0)
    }

    /// Lays the tile that opens the next turn: where the game has ended, only if something was
    /// missed that lets it go on.
    fn lay_next(&mut self, draft: &mut Draft, tie: Tie, mut tile: NewlyLaid) {
        if draft.game().is_over() || mists::is_short(draft.game()) {
            let Some(missed) = self.judge_ended_early(draft, tie) else {
                draft.differ(Difference::GameIsOver { cell: tile.cell });
                return;
            };
            draft.decide_all(missed);
        }
        if let Some((bought, readings)) = self.judge_bought_tile(draft, &tile.readings)
            && draft.decide(bought).is_ok()
        {
            tile.readings = readings;
        }
        self.lay(draft, tie, tile);
    }

    /// Decides a tile and, if it is unsure, asks about it.
    pub(super) fn lay(&mut self, draft: &mut Draft, tie: Tie, tile: NewlyLaid) {
        let lattice_cell = tie.lattice_cell(tile.cell);
        let Some(new) = self.tiles.new.remove(&lattice_cell) else {
            return;
        };
        let (reading, sure) = tile.readings[0];
        let laid = Decision::seen(tile.event(reading), sure, new.evidence.frames());
        let Ok(event) = draft.decide(laid) else {
            return;
        };
        let frame = draft.table.frame;
        let baseline = preference(draft.game(), &new.evidence, tie, reading).0;
        let watch = Watch::new(new.evidence, baseline, frame);
        self.tiles.known.insert(event, watch);
        if sure < limits::SURE && tile.readings.len() > 1 {
            let guesses = guesses(event, &tile);
            self.questions
                .ask(About::WhichTile, tile.cell, frame, guesses);
        }
    }
}

/// What a tile that was believed may be instead.
fn guesses(event: EventId, tile: &NewlyLaid) -> Vec<Guess> {
    let readings = tile.readings.iter().take(5).enumerate();
    let guess = |(at, &(reading, probability)): (usize, &Ranked)| {
        let (face, rotation) = reading;
        let change = EventKind::Corrected {
            event,
            to: Box::new(tile.event(reading)),
        };
        let events = if at == 0 { Vec::new() } else { vec![change] };
        Guess::new(Meaning::Tile { face, rotation }, events, probability)
    };
    readings.map(guess).collect()
}

/// Whether a tile lies face down.
fn shows_back(evidence: &TileEvidence) -> bool {
    let best = posterior(evidence.readings()).into_iter().next();
    best.is_some_and(|(reading, probability)| {
        probability >= limits::SURE && reading.is_some_and(|(face, _)| face.as_str() == BACK)
    })
}

/// Why no reading of a new tile may stand.
fn against_the_rules(
    game: &Game,
    tie: Tie,
    cell: Cell,
    evidence: &TileEvidence,
    legal: &[Ranked],
) -> Difference {
    let best = posterior(evidence.readings())
        .into_iter()
        .find_map(|(reading, _)| reading);
    let known = best.and_then(|(id, rotation)| Some((game.catalogue().face(&id)?, rotation)));
    let Some((face, rotation)) = known else {
        return Difference::TileUnknown { cell };
    };
    let rotation = face.canonical(tie.rotation(rotation));
    Difference::TileIllegal {
        cell,
        face: face.id,
        rotation,
        faults: game.board().faults(cell, face, rotation),
        fitting: legal.first().map(|(reading, _)| *reading),
    }
}
