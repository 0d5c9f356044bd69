//! Games on a map as seen: the islands' stacks, chips on the squares and beside them.

use std::collections::BTreeMap;

use super::track::distance;
use super::weigh_tile::{TileEvidence, face_of, readings};
use super::{Likelihoods, posterior};
use crate::belief::limits;
use crate::rules::Game;
use crate::rules::expansions::benelux;
use carcassonne::geometry::Cell;
use carcassonne::map::ChipColor;
use carcassonne::seen::{SeenMap, SeenTable};

/// How far a chip beside the squares may seem to move from look to look, in squares.
const SAME_CHIP: f32 = 0.25;

/// What is seen on the map and beside it.
#[derive(Debug, Default)]
pub struct OnMap {
    /// Looks at the tile on top of each stack.
    pub tops: BTreeMap<Cell, TileEvidence>,
    /// Looks in a row in which a stack did not show the tile that was its top.
    gone: BTreeMap<Cell, u32>,
    /// The chips that lie on squares.
    pub chips: BTreeMap<Cell, Likelihoods<ChipColor>>,
    /// The chips that lie beside them.
    pub turned: Vec<Turned>,
}

/// A chip that lies beside the squares.
#[derive(Debug)]
pub struct Turned {
    at: [f32; 2],
    /// Its colour.
    pub color: ChipColor,
    /// What it shows.
    pub value: Likelihoods<u8>,
    /// Looks in a row without it.
    absent: u32,
    /// Its value has been told.
    pub told: bool,
}

impl Turned {
    fn new(at: [f32; 2], color: ChipColor, frame: u64) -> Self {
        Self {
            at,
            color,
            value: Likelihoods::new(frame),
            absent: 0,
            told: false,
        }
    }

    /// Its value and how sure that is, once it was seen often enough and nobody told it.
    pub fn news(&self) -> Option<(u8, f32)> {
        let best = posterior(self.value.readings()).into_iter().next();
        let sure = best.filter(|(_, sure)| *sure >= limits::SURE);
        sure.filter(|_| !self.told && self.value.looks() >= limits::NEW)
    }
}

impl OnMap {
    /// Adds a look at what lies on the map and beside it.
    pub fn add(&mut self, game: &Game, table: &SeenTable, seen: &SeenMap) {
        self.add_tops(game, table, seen);
        self.add_chips(table, seen);
    }

    /// Whether that stack has not shown its top tile for long.
    pub fn is_bought(&self, stack: Cell) -> bool {
        let gone = self.gone.get(&stack).copied();
        gone.is_some_and(|looks| looks >= limits::NEW)
    }

    fn add_tops(&mut self, game: &Game, table: &SeenTable, seen: &SeenMap) {
        for stack in benelux::islands(game) {
            let cell = stack.cell;
            if table.hidden.contains(&cell) {
                continue;
            }
            let top = seen.tops.iter().find(|top| top.cell == cell);
            let best = top.and_then(|top| top.candidates.first());
            let Some((top, best)) = top.zip(best) else {
                self.tops.remove(&cell);
                *self.gone.entry(cell).or_default() += 1;
                continue;
            };
            if stack.top.is_none_or(|face| face == best.face) {
                self.gone.remove(&cell);
            } else {
                *self.gone.entry(cell).or_default() += 1;
            }
            let known = self.tops.get(&cell).and_then(|e| face_of(game, e));
            if known.is_some_and(|(face, _)| face != best.face) {
                self.tops.remove(&cell);
            }
            let fresh = || Likelihoods::new(table.frame);
            let evidence = self.tops.entry(cell).or_insert_with(fresh);
            evidence.add(table.frame, readings(game, top));
        }
    }

    fn add_chips(&mut self, table: &SeenTable, seen: &SeenMap) {
        let fresh = || Likelihoods::new(table.frame);
        for chip in &seen.chips {
            let evidence = self.chips.entry(chip.cell).or_insert_with(fresh);
            evidence.add(
                table.frame,
                [(chip.color, SEEN_AS), (other(chip.color), 0.0)],
            );
        }
        let lies = |cell: &Cell| seen.chips.iter().any(|chip| chip.cell == *cell);
        self.chips
            .retain(|cell, _| lies(cell) || table.hidden.contains(cell));
        for chip in &mut self.turned {
            chip.absent += 1;
        }
        for chip in &seen.turned {
            let is_it = |known: &Turned| {
                known.color == chip.color && distance(known.at, chip.at) < SAME_CHIP
            };
            let at = self.turned.iter().position(is_it).unwrap_or_else(|| {
                self.turned
                    .push(Turned::new(chip.at, chip.color, table.frame));
                self.turned.len() - 1
            });
            let known = &mut self.turned[at];
            known.absent = 0;
            if let Some(value) = chip.value {
                let readings = [(value, SEEN_AS), (3 - value.min(2), 0.0)];
                known.value.add(table.frame, readings);
            }
        }
        self.turned.retain(|chip| chip.absent < limits::MISSED);
    }
}

/// Natural logarithm of how much likelier a chip is what it was seen as: colours and dots are
/// told apart in all but one of twenty looks.
const SEEN_AS: f32 = 3.0;

fn other(color: ChipColor) -> ChipColor {
    match color {
        ChipColor::Purple => ChipColor::LightBlue,
        ChipColor::LightBlue | ChipColor::Orange => ChipColor::Purple,
    }
}
