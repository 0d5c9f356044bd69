//! Tiles as seen: those that newly lie, those of the board, and those that the picture cuts off.

use std::collections::BTreeMap;

use super::super::limits;
use super::Likelihoods;
use super::weigh_tile::{Laying, TileEvidence, preference, readings};
use crate::event::{By, EventId};
use crate::log::Log;
use crate::rules::Game;
use carcassonne::geometry::Cell;
use carcassonne::seen::{SeenTable, SeenTile};
use carcassonne::tie::Tie;

/// Mean log-likelihood per look by which vision must prefer another reading of a known tile
/// before the belief doubts it: less is within the noise of one look.
const PREFERS_OTHER: f32 = 1.0;

/// How much that preference must have grown since the tile was believed. A tile that vision
/// has always read wrong, and that the rules put right, is no news.
const CHANGED_BY: f32 = 2.0;

/// All that was seen of tiles.
#[derive(Debug, Default)]
pub struct Tiles {
    /// Cells of the lattice that seem to hold a new tile.
    pub new: BTreeMap<Cell, NewTile>,
    /// The tiles of the board, by the events that laid them.
    pub known: BTreeMap<EventId, Watch>,
    /// Board cells with a tile that the picture cuts off, and in how many looks in a row.
    cut: BTreeMap<Cell, u32>,
}

/// A cell that seems to hold a new tile.
#[derive(Clone, Debug)]
pub struct NewTile {
    /// All looks at it.
    pub evidence: TileEvidence,
    /// Looks in a row without it.
    pub absent: u32,
}

impl NewTile {
    /// Whether it was seen often enough to be believed, and still is.
    pub fn is_settled(&self) -> bool {
        self.evidence.looks() >= limits::NEW && self.absent == 0
    }
}

/// A tile of the board under observation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// All looks at it.
    pub total: TileEvidence,
    /// The looks since it was last judged.
    pub window: TileEvidence,
    /// By how much vision preferred another reading, per look, when the tile was believed.
    baseline: f32,
    /// What a person said it is. What vision has always preferred to that is no news either.
    told: Option<Laying>,
    /// What vision now prefers, if that is news.
    pub other: Option<Laying>,
    /// Looks in a row without it.
    pub missing: u32,
    /// The first frame of those.
    pub missing_since: u64,
}

impl Watch {
    /// A tile that was just believed, from what was seen of it.
    pub fn new(total: TileEvidence, baseline: f32, frame: u64) -> Self {
        Self {
            total,
            window: Likelihoods::new(frame),
            baseline,
            told: None,
            other: None,
            missing: 0,
            missing_since: frame,
        }
    }

    /// A person said that it is this tile.
    fn tell(&mut self, as_laid: Laying, frame: u64) {
        if self.told != Some(as_laid) {
            self.told = Some(as_laid);
            self.baseline = f32::INFINITY;
            self.window = Likelihoods::new(frame);
            self.other = None;
        }
    }

    /// Adds a look at it, and judges it anew at the end of each window.
    fn add(&mut self, game: &Game, tie: Tie, as_laid: Laying, seen: &SeenTile, frame: u64) {
        self.missing = 0;
        self.total.add(frame, readings(game, seen));
        self.window.add(frame, readings(game, seen));
        if self.window.looks() >= limits::WINDOW {
            let (by, other) = preference(game, &self.window, tie, as_laid);
            if self.baseline == f32::INFINITY {
                self.baseline = by;
            }
            let news = by > PREFERS_OTHER && by - self.baseline > CHANGED_BY;
            self.other = other.filter(|_| news);
            self.window = Likelihoods::new(frame);
        }
    }

    /// Its place was visible and empty.
    fn miss(&mut self, frame: u64) {
        if self.missing == 0 {
            self.missing_since = frame;
        }
        self.missing += 1;
    }

    /// The looks in a row without it.
    pub fn absence(&self, frame: u64) -> crate::event::Evidence {
        crate::event::Evidence {
            first_frame: self.missing_since,
            last_frame: frame,
            looks: self.missing,
        }
    }
}

impl Tiles {
    /// Adds a look's tiles in new cells. One that clearly shows another thing than before was
    /// turned or exchanged in between, and begins anew.
    pub fn add(&mut self, game: &Game, tie: Option<Tie>, table: &SeenTable) {
        let board = game.board();
        let on_board = |cell: Cell| tie.is_some_and(|tie| board.holds(tie.cell(cell)));
        for tile in table.tiles.iter().filter(|tile| !on_board(tile.cell)) {
            let new = self.new.entry(tile.cell).or_insert_with(|| NewTile {
                evidence: Likelihoods::new(table.frame),
                absent: 0,
            });
            new.absent = 0;
            let look: Vec<_> = readings(game, tile).collect();
            if new.evidence.contradiction(&look) > limits::TURNED {
                new.evidence = Likelihoods::new(table.frame);
            }
            new.evidence.add(table.frame, look);
        }
        self.new.retain(|cell, new| {
            let seen = table.tiles.iter().any(|tile| tile.cell == *cell);
            if !seen && !table.hidden.contains(cell) {
                new.absent += 1;
            }
            new.absent < limits::NEW && !on_board(*cell)
        });
    }

    /// Adds a look to what is known of each tile that lies.
    pub fn watch(&mut self, log: &Log, tie: Tie, table: &SeenTable) {
        let game = log.game();
        let lie = |event: &EventId| game.tiles().iter().any(|tile| tile.event == *event);
        self.known.retain(|event, _| lie(event));
        for tile in game.tiles() {
            let Some(laid) = game.board().get(tile.cell) else {
                continue;
            };
            let fresh = || Watch::new(Likelihoods::new(table.frame), 0.0, table.frame);
            let watch = self.known.entry(tile.event).or_insert_with(fresh);
            let as_laid = (laid.face.id, laid.rotation);
            if log.fact(tile.event).is_some_and(|f| f.by == By::Person) {
                watch.tell(as_laid, table.frame);
            }
            let on_lattice = tie.lattice_cell(tile.cell);
            if let Some(seen) = table.tiles.iter().find(|seen| seen.cell == on_lattice) {
                watch.add(game, tie, as_laid, seen, table.frame);
            } else if !table.hidden.contains(&on_lattice) {
                watch.miss(table.frame);
            }
        }
    }

    /// Tiles of the board whose place is visibly empty.
    pub fn gone(&self) -> impl Iterator<Item = (EventId, &Watch)> {
        let gone = self.known.iter().filter(|(_, watch)| watch.missing > 0);
        gone.map(|(&event, watch)| (event, watch))
    }

    /// Adds a look's tiles that the picture cuts off.
    pub fn note_cut_off(&mut self, game: &Game, tie: Option<Tie>, table: &SeenTable) {
        let before = std::mem::take(&mut self.cut);
        let Some(tie) = tie else { return };
        let cells = table.cut.iter().map(|&cell| tie.cell(cell));
        self.cut = cells
            .filter(|&cell| !game.board().holds(cell))
            .map(|cell| (cell, before.get(&cell).map_or(1, |looks| looks + 1)))
            .collect();
    }

    /// Nothing of what was seen counts any more.
    pub fn forget(&mut self) {
        self.new.clear();
        self.known.clear();
    }

    /// Board cells in which a new tile lies that cannot be read because the picture cuts it off.
    pub fn cut_off(&self) -> Vec<Cell> {
        let cut = self.cut.iter().filter(|(_, looks)| **looks >= limits::NEW);
        cut.map(|(cell, _)| *cell).collect()
    }
}
