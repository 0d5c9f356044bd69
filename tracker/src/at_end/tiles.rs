//! The tiles of one look, laid one by one: the surest that fits first. Part of [`super`].

use std::collections::{BTreeMap, BTreeSet};

use super::{ARGUABLE, About, Answer, GUESSES, Guess, SURE, Taking, guess};
use crate::event::{EventId, EventKind};
use crate::rules::{Kept, RuleFault};
use carcassonne::catalogue::FaceId;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};

/// Probability from which a cell that rather holds no tile is asked about.
const PERHAPS: f32 = 0.25;

/// A tile that waits to be laid.
struct Waiting {
    cell: Cell,
    /// Readings with their probabilities, likeliest first.
    ranked: Vec<(FaceId, Rotation, f32)>,
    /// How many tiles hang together with it.
    island: usize,
}

impl Waiting {
    fn best(&self) -> f32 {
        self.ranked.first().map_or(0.0, |best| best.2)
    }
}

impl Taking<'_> {
    /// The tiles of the look, the largest island first, and the surest first.
    fn waiting(&self) -> Vec<Waiting> {
        let mut waiting: Vec<Waiting> = Vec::new();
        for (&cell, verdict) in self.look.tiles {
            let ranked = match self.answer(About::Tile(cell)) {
                Some(Answer::Tile(face, rotation)) => vec![(face, rotation, 1.0)],
                Some(_) => continue,
                None => self.ranked(verdict),
            };
            // What is rather nothing than any tile is asked about, if at all.
            let likelier = ranked
                .first()
                .is_some_and(|best| best.2 > 1.0 - verdict.present);
            if likelier && verdict.present > 0.5 || self.answer(About::Tile(cell)).is_some() {
                waiting.push(Waiting {
                    cell,
                    ranked,
                    island: 0,
                });
            }
        }
        let islands = islands(waiting.iter().map(|tile| tile.cell));
        for tile in &mut waiting {
            tile.island = islands.get(&tile.cell).copied().unwrap_or(0);
        }
        waiting.sort_by(|a, b| {
            let by_island = b.island.cmp(&a.island);
            by_island.then(b.best().total_cmp(&a.best()))
        });
        waiting
    }

    /// The readings of a cell, turns that look alike as one, with their probabilities.
    fn ranked(&self, verdict: &Verdict) -> Vec<(FaceId, Rotation, f32)> {
        let sure = verdict.present * (1.0 - verdict.unknown);
        let mut odds: BTreeMap<(FaceId, Rotation), f32> = BTreeMap::new();
        for &(face, rotation, p) in &verdict.ranked {
            if let Some(known) = self.log.game().catalogue().face(&face) {
                *odds.entry((face, known.canonical(rotation))).or_default() += p * sure;
            }
        }
        let mut ranked: Vec<_> = odds.into_iter().map(|((f, r), p)| (f, r, p)).collect();
        ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
        ranked
    }

    fn lay(
        &mut self,
        cell: Cell,
        reading: (FaceId, Rotation, f32),
        kept: Kept,
    ) -> Option<RuleFault> {
        let (face, rotation, p) = reading;
        let laid = EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before: true,
        };
        self.see(p, laid, kept).err()
    }

    pub(super) fn lay_tiles(&mut self) {
        let mut waiting = self.waiting();
        while !waiting.is_empty() {
            // The surest that fits as it was read.
            let fits = |tile: &Waiting| {
                self.lay(tile.cell, tile.ranked[0], Kept::IfAllowed)
                    .is_none()
            };
            if let Some(at) = waiting.iter().position(fits) {
                let tile = waiting.remove(at);
                if tile.best() < SURE {
                    self.doubt_tile(&tile, None, Some(tile.ranked[0]));
                }
                continue;
            }
            // Then what fits as it may be read, too.
            if let Some((at, reading)) = self.lay_otherwise(&waiting) {
                let tile = waiting.remove(at);
                let fault = self.fault(&tile);
                self.doubt_tile(&tile, fault, Some(reading));
                continue;
            }
            // Against the rules: kept if the look is sure of it, and asked about in any case.
            let tile = waiting.remove(0);
            let fault = self.fault(&tile);
            let sure = tile.best() >= SURE;
            let kept = sure
                && self
                    .lay(tile.cell, tile.ranked[0], Kept::Insisted)
                    .is_none();
            if kept && self.answer(About::Tile(tile.cell)).is_some() {
                continue;
            }
            self.doubt_tile(&tile, fault, kept.then_some(tile.ranked[0]));
        }
    }

    /// Lays a tile in the likeliest other reading that the rules allow.
    fn lay_otherwise(&mut self, waiting: &[Waiting]) -> Option<(usize, (FaceId, Rotation, f32))> {
        for (at, tile) in waiting.iter().enumerate() {
            let others = tile
                .ranked
                .iter()
                .skip(1)
                .filter(|other| other.2 >= ARGUABLE);
            for &other in others.take(GUESSES) {
                if self.lay(tile.cell, other, Kept::IfAllowed).is_none() {
                    return Some((at, other));
                }
            }
        }
        None
    }

    /// Why the tile may not lie there as it was read.
    fn fault(&self, tile: &Waiting) -> Option<RuleFault> {
        let &(face, rotation, _) = tile.ranked.first()?;
        let laid = EventKind::TileLaid {
            cell: tile.cell,
            face,
            rotation,
            garden: None,
            before: true,
        };
        self.log
            .game()
            .clone()
            .apply(EventId::default(), &laid)
            .err()
    }

    fn doubt_tile(
        &mut self,
        tile: &Waiting,
        fault: Option<RuleFault>,
        taken: Option<(FaceId, Rotation, f32)>,
    ) {
        let present = self.look.tiles.get(&tile.cell).map_or(1.0, |v| v.present);
        let readings = tile.ranked.iter().take(GUESSES);
        let readings = readings.filter(|reading| reading.2 >= ARGUABLE);
        let mut guesses: Vec<Guess> = readings
            .map(|&(face, rotation, p)| guess(Answer::Tile(face, rotation), p))
            .collect();
        if fault.is_some() || 1.0 - present >= ARGUABLE {
            guesses.push(guess(Answer::NoTile, 1.0 - present));
        }
        let taken = taken.map_or(Answer::NoTile, |(face, rotation, _)| {
            Answer::Tile(face, rotation)
        });
        self.doubt(About::Tile(tile.cell), tile.cell, fault, taken, guesses);
    }

    /// Cells beside the board that may hold a tile after all.
    pub(super) fn doubt_empty_cells(&mut self) {
        for (&cell, verdict) in self.look.tiles {
            let board = self.log.game().board();
            let known = self
                .doubts
                .iter()
                .any(|doubt| doubt.about == About::Tile(cell));
            let perhaps = verdict.present > PERHAPS && !known;
            let beside = cell.surrounding().iter().any(|&near| board.holds(near));
            let asked = self.answer(About::Tile(cell)).is_some();
            if !perhaps || !beside || asked || board.holds(cell) {
                continue;
            }
            let readings = self.ranked(verdict).into_iter().take(GUESSES);
            let readings = readings.filter(|reading| reading.2 >= ARGUABLE);
            let mut guesses = vec![guess(Answer::NoTile, 1.0 - verdict.present)];
            guesses
                .extend(readings.map(|(face, rotation, p)| guess(Answer::Tile(face, rotation), p)));
            if guesses.len() > 1 {
                self.doubt(About::Tile(cell), cell, None, Answer::NoTile, guesses);
            }
        }
    }
}

/// How many cells hang together with each.
fn islands(cells: impl Iterator<Item = Cell>) -> BTreeMap<Cell, usize> {
    let mut left: BTreeSet<Cell> = cells.collect();
    let mut sizes = BTreeMap::new();
    while let Some(first) = left.pop_first() {
        let mut island = vec![first];
        let mut next = 0;
        while let Some(&cell) = island.get(next) {
            next += 1;
            let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            let near = sides.map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
            island.extend(near.into_iter().filter(|cell| left.remove(cell)));
        }
        sizes.extend(island.iter().map(|&cell| (cell, island.len())));
    }
    sizes
}
