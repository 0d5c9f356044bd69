//! Deciding on a map: chips on its squares and beside it, and the islands' stacks.
//!
//! Where vision numbers its cells as the map's squares, the lattice is tied to the board at once.
//! Chips are noted before the first turn; what a taken one is worth is told by a chip of its
//! colour that newly lies face up beside the squares, and stays an open choice until one does. A
//! tile that a stack lacks as its like comes onto the board was bought.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::posterior;
use crate::belief::evidence::weigh_tile::{Ranked, face_of};
use crate::belief::{Belief, limits};
use crate::event::{EventKind, Evidence};
use crate::rules::Game;
use crate::rules::expansions::benelux;
use carcassonne::geometry::Cell;
use carcassonne::map::ChipColor;

/// Probability from which a new tile may be the one that a stack lacks.
const MAY_BE: f32 = 0.02;

impl Belief {
    /// Chips that lie, and stacks whose top was turned up.
    pub(in crate::belief) fn decide_map(&mut self, draft: &mut Draft) {
        draft.decide_all(self.judge_stacks(draft.game()));
        if draft.game().turn() == 0 {
            draft.decide_all(self.judge_chips(draft.game()));
        }
    }

    fn judge_stacks(&self, game: &Game) -> Vec<Decision> {
        let stacks = benelux::islands(game).into_iter();
        let face_down = stacks.filter(|stack| stack.top.is_none() && stack.left > 0);
        let revealed = face_down.filter_map(|stack| {
            let top = self.map.tops.get(&stack.cell)?;
            let waited = top.looks() >= limits::PATIENCE;
            let (face, sure) = face_of(game, top)?;
            let island = stack.cell;
            let known = top.looks() >= limits::NEW && (sure >= limits::SURE || waited);
            let revealed = EventKind::IslandRevealed { island, face };
            known.then(|| Decision::seen(revealed, sure, top.frames()))
        });
        revealed.collect()
    }

    fn judge_chips(&self, game: &Game) -> Vec<Decision> {
        let lies = |cell| benelux::chips_on_map(game).any(|(other, _)| other == cell);
        let chips = self.map.chips.iter();
        let settled = chips.filter(|(cell, chip)| !lies(**cell) && chip.looks() >= limits::NEW);
        let laid = settled.filter_map(|(&cell, chip)| {
            let (color, sure) = posterior(chip.readings()).into_iter().next()?;
            let color = Some(color);
            let laid = EventKind::ChipLaid { cell, color };
            Some(Decision::seen(laid, sure, chip.frames()))
        });
        laid.collect()
    }

    /// What newly lies face up beside the squares tells what a taken chip is worth.
    pub(in crate::belief) fn decide_chip_values(&mut self, draft: &mut Draft) {
        for chip in &mut self.map.turned {
            let Some((value, sure)) = chip.news() else {
                continue;
            };
            let Some((cell, back)) = taken_chip(draft.game(), chip.color) else {
                continue;
            };
            let color = back.is_none().then_some(chip.color);
            let turned = EventKind::ChipTurned { cell, value, color };
            let turned = Decision::seen(turned, sure, chip.value.frames());
            chip.told = draft.decide(turned).is_ok();
        }
    }

    /// If a stack lacks the like of a tile that is about to be laid, it was bought there: that, and
    /// the readings of the tile that are left.
    pub(super) fn judge_bought_tile(
        &self,
        draft: &Draft,
        legal: &[Ranked],
    ) -> Option<(Decision, Vec<Ranked>)> {
        let mut lacking = benelux::islands(draft.game())
            .into_iter()
            .filter(|stack| stack.top.is_some() && self.map.is_bought(stack.cell));
        let (Some(stack), None) = (lacking.next(), lacking.next()) else {
            return None;
        };
        let is_it = |((face, _), _): &&Ranked| Some(*face) == stack.top;
        let bought = legal.iter().filter(is_it);
        let sum: f32 = bought.clone().map(|(_, sure)| sure).sum();
        // The stack says more of which tile it is than a look at a few pixels of it.
        if sum < MAY_BE {
            return None;
        }
        let readings = bought.map(|&(reading, sure)| (reading, sure / sum));
        let island = stack.cell;
        let taken = EventKind::IslandTaken { island };
        let frames = Evidence::of_look(draft.table.frame, limits::NEW);
        let taken = Decision::seen(taken, limits::SURE, frames);
        Some((taken, readings.collect()))
    }
}

/// The taken chip that one beside the squares may be, and its colour if its back shows it; one whose
/// back does not may be any.
fn taken_chip(game: &Game, color: ChipColor) -> Option<(Cell, Option<ChipColor>)> {
    [Some(color), None].into_iter().find_map(|back| {
        let mut taken = benelux::unread_chips(game);
        taken.find(|(_, color)| *color == back)
    })
}
