//! Games on a map: chips on its squares and beside it, and the islands' stacks.
//!
//! Where vision numbers its cells as the map's squares, the lattice is tied to the board at once.
//! Chips are noted before the first turn; what a taken one is worth is told by a chip of its
//! colour that newly lies face up beside the squares, and stays an open choice until one does. A
//! tile that a stack lacks as its like comes onto the board was bought.

use std::collections::BTreeMap;

use crate::log::Log;
use crate::log::event::EventKind;
use crate::rules::{Game, benelux};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::seen::{SeenMap, SeenTable};

use super::evidence::{Evidence, posterior};
use super::figures::distance;
use super::weigh::Ranked;
use super::{Belief, TileEvidence, limits, readings};
use carcassonne::tie::Tie;

/// How far a chip beside the squares may seem to move from look to look, in squares.
const SAME_CHIP: f32 = 0.25;

/// What is seen on the map and beside it.
#[derive(Debug, Default)]
pub(super) struct OnMap {
    /// Looks at the tile on top of each stack.
    tops: BTreeMap<Cell, TileEvidence>,
    /// Looks in a row in which a stack did not show the tile that was its top.
    gone: BTreeMap<Cell, u32>,
    chips: BTreeMap<Cell, Evidence<ChipColor>>,
    turned: Vec<Turned>,
}

/// A chip that lies beside the squares.
#[derive(Debug)]
struct Turned {
    at: [f32; 2],
    color: ChipColor,
    value: Evidence<u8>,
    /// Looks in a row without it.
    absent: u32,
    /// Its value has been told.
    told: bool,
}

impl Belief {
    /// Ties the lattice to the board where vision sees the map, and adds a look at what lies on
    /// it.
    pub(super) fn add_map(&mut self, log: &Log, table: &SeenTable) {
        let Some(seen) = table.map.as_ref() else {
            return;
        };
        if log.game().board().ground().is_none() {
            return;
        }
        self.frame = Some(Tie {
            lattice: table.lattice,
            origin: Cell::default(),
            turn: Rotation::R0,
        });
        self.map.add_tops(log, table, seen);
        self.map.add_chips(table, seen);
    }

    /// Chips that lie, and stacks whose top was turned up.
    pub(super) fn decide_map(&mut self, log: &mut Log, table: &SeenTable) {
        let known = benelux::islands(log.game());
        for stack in known.iter().filter(|s| s.top.is_none() && s.left > 0) {
            let Some(top) = self.map.tops.get(&stack.cell) else {
                continue;
            };
            let waited = top.looks() >= limits::PATIENCE;
            let best = face_of(log.game(), top);
            let sure = best.filter(|(_, sure)| *sure >= limits::SURE || waited);
            let Some((face, sure)) = sure.filter(|_| top.looks() >= limits::NEW) else {
                continue;
            };
            let (frames, island) = (top.frames(), stack.cell);
            let revealed = EventKind::IslandRevealed { island, face };
            drop(Self::append(log, table, sure, frames, revealed));
        }
        if log.game().turn() > 0 {
            return;
        }
        for (&cell, chip) in &self.map.chips {
            let lies = benelux::chips_on_map(log.game()).any(|(other, _)| other == cell);
            let best = posterior(chip.readings()).into_iter().next();
            let Some((color, sure)) = best.filter(|_| !lies && chip.looks() >= limits::NEW) else {
                continue;
            };
            let frames = chip.frames();
            let color = Some(color);
            let laid = EventKind::ChipLaid { cell, color };
            drop(Self::append(log, table, sure, frames, laid));
        }
    }

    /// What newly lies face up beside the squares tells what a taken chip is worth.
    pub(super) fn decide_chip_values(&mut self, log: &mut Log, table: &SeenTable) {
        for chip in self.map.turned.iter_mut().filter(|chip| !chip.told) {
            let best = posterior(chip.value.readings()).into_iter().next();
            let sure = best.filter(|(_, sure)| *sure >= limits::SURE);
            let Some((value, sure)) = sure.filter(|_| chip.value.looks() >= limits::NEW) else {
                continue;
            };
            // One whose back did not show its colour may be any.
            let taken = [Some(chip.color), None].into_iter().find_map(|back| {
                let mut taken = benelux::unread_chips(log.game());
                taken.find(|(_, color)| *color == back)
            });
            let Some((cell, back)) = taken else {
                continue;
            };
            let frames = chip.value.frames();
            let color = back.is_none().then_some(chip.color);
            let turned = EventKind::ChipTurned { cell, value, color };
            chip.told = Self::append(log, table, sure, frames, turned).is_ok();
        }
    }

    /// A tile is about to be taken for laid: if a stack lacks its like, it was bought there.
    /// Returns the readings that are left.
    pub(super) fn buy_island_tile(
        &self,
        log: &mut Log,
        table: &SeenTable,
        legal: Vec<Ranked>,
    ) -> Vec<Ranked> {
        let mut lacking = benelux::islands(log.game()).into_iter().filter(|stack| {
            let gone = self.map.gone.get(&stack.cell).copied();
            stack.top.is_some() && gone.is_some_and(|looks| looks >= limits::NEW)
        });
        let (Some(stack), None) = (lacking.next(), lacking.next()) else {
            return legal;
        };
        let is_it = |((face, _), _): &Ranked| Some(*face) == stack.top;
        let bought: Vec<Ranked> = legal.iter().copied().filter(is_it).collect();
        let sum: f32 = bought.iter().map(|(_, sure)| sure).sum();
        // The stack says more of which tile it is than a look at a few pixels of it.
        if sum < MAY_BE {
            return legal;
        }
        let evidence = crate::log::event::Evidence {
            first_frame: table.frame,
            last_frame: table.frame,
            looks: limits::NEW,
        };
        let island = stack.cell;
        let taken = EventKind::IslandTaken { island };
        match Self::append(log, table, limits::SURE, evidence, taken) {
            Ok(_) => bought
                .into_iter()
                .map(|(r, sure)| (r, sure / sum))
                .collect(),
            Err(_) => legal,
        }
    }
}

/// Probability from which a new tile may be the one that a stack lacks.
const MAY_BE: f32 = 0.02;

impl OnMap {
    fn add_tops(&mut self, log: &Log, table: &SeenTable, seen: &SeenMap) {
        for stack in benelux::islands(log.game()) {
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
            let known = self.tops.get(&cell).and_then(|e| face_of(log.game(), e));
            if known.is_some_and(|(face, _)| face != best.face) {
                self.tops.remove(&cell);
            }
            let fresh = || Evidence::new(table.frame);
            let evidence = self.tops.entry(cell).or_insert_with(fresh);
            evidence.add(table.frame, readings(log, top));
        }
    }

    fn add_chips(&mut self, table: &SeenTable, seen: &SeenMap) {
        let fresh = || Evidence::new(table.frame);
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
            let known = self
                .turned
                .iter_mut()
                .find(|known| known.color == chip.color && distance(known.at, chip.at) < SAME_CHIP);
            let known = match known {
                Some(known) => known,
                None => {
                    self.turned.push(Turned {
                        at: chip.at,
                        color: chip.color,
                        value: Evidence::new(table.frame),
                        absent: 0,
                        told: false,
                    });
                    let Some(new) = self.turned.last_mut() else {
                        continue;
                    };
                    new
                }
            };
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

/// The likeliest face of a tile, however it lies, and its probability.
fn face_of(game: &Game, evidence: &TileEvidence) -> Option<(FaceId, f32)> {
    let mut faces: BTreeMap<FaceId, f32> = BTreeMap::new();
    let drawable = |face: &FaceId| {
        let face = game.catalogue().face(face);
        face.is_some_and(|face| game.copies_left(face) > 0)
    };
    for (reading, probability) in posterior(evidence.readings()) {
        if let Some((face, _)) = reading.filter(|(face, _)| drawable(face)) {
            *faces.entry(face).or_default() += probability;
        }
    }
    faces.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
}
