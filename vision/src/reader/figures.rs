//! The figures on the board, looked for again where something has changed.
//!
//! Keeps what stood there at the last look, so that a look costs what has changed since. Which
//! feature a figure claims is `tracker::belief`'s business.

use std::collections::{BTreeMap, BTreeSet};

use carcassonne::geometry::Cell;
use carcassonne::seen::{SeenFigure, SeenSupply};
use opencv::core::Mat;

use super::given::{Given, size_of};
use crate::bare::BareTile;
use crate::lattice::Lattice;
use crate::picture::pyramid::Pyramid;
use crate::pieces::beside::heaps;
use crate::pieces::beside::supply::Supplies;
use crate::pieces::figures::{find_figures, view};
use crate::pieces::memory::Memory;

/// The figures of one board.
#[derive(Default)]
pub(super) struct Figures {
    pub(super) memory: Memory,
    /// The tiles on which they were looked for last; empty when all must be looked at.
    tiles: BTreeMap<Cell, BareTile>,
    /// Where something has changed since.
    touched: BTreeSet<Cell>,
    /// The last look was at a part of the board.
    in_part: bool,
}

impl Figures {
    /// Something has changed there.
    pub(super) fn touch(&mut self, cell: Cell) {
        self.touched.insert(cell);
    }

    /// The next look is at the whole board.
    pub(super) fn look_anew(&mut self) {
        self.tiles.clear();
    }

    /// Whether figures were not looked at somewhere because something was over them, which now is not.
    pub(super) fn await_a_look(&self, hidden: &[Cell]) -> bool {
        self.touched.iter().any(|cell| !hidden.contains(cell))
    }

    /// Whether the last look was at a part of the board only.
    pub(super) const fn were_in_part(&self) -> bool {
        self.in_part
    }

    /// Finds the figures on these tiles, where something has changed.
    pub(super) fn find(
        &mut self,
        pyramid: &Pyramid,
        lattice: &Lattice,
        tiles: &BTreeMap<Cell, BareTile>,
        given: &Given,
    ) -> opencv::Result<Found> {
        let part = self.changed_since(tiles);
        let (pack, wanted, memory) = (&given.pack, &given.config.wanted, &mut self.memory);
        let figures = find_figures(pyramid, lattice, tiles, pack, wanted, memory, part.as_ref())?;
        Ok(Found {
            figures,
            in_part: part.is_some(),
        })
    }

    /// Keeps on which tiles they were looked for, for the next look to begin from.
    pub(super) fn keep(&mut self, tiles: BTreeMap<Cell, BareTile>) {
        self.tiles = tiles;
    }

    /// A look is over; what was hidden is looked at again.
    pub(super) fn end_look(&mut self, in_part: bool, hidden: &BTreeSet<Cell>) {
        self.in_part = in_part;
        self.touched.clone_from(hidden);
    }

    /// The cells on which something has changed since figures were looked for; `None` when that
    /// is all of them.
    fn changed_since(&self, tiles: &BTreeMap<Cell, BareTile>) -> Option<BTreeSet<Cell>> {
        let before = &self.tiles;
        let all = tiles.keys().chain(before.keys()).copied();
        let changed = all.filter(|c| before.get(c) != tiles.get(c));
        let touched = self.touched.iter().copied();
        (!before.is_empty()).then(|| changed.chain(touched).collect())
    }

    /// The players' pieces beside the board. What they tell of the light is kept for the next look.
    pub(super) fn count_supplies(
        &mut self,
        picture: &Mat,
        lattice: &Lattice,
        given: &Given,
    ) -> opencv::Result<Option<Vec<SeenSupply>>> {
        let size = size_of(picture).map(f64::from);
        let view = view(lattice, &self.tiles, size);
        let Some((view, lattice_from_image)) = view.zip(lattice.image_from_lattice.inverse())
        else {
            return Ok(None);
        };
        let tiles: Vec<_> = self.tiles.values().map(|tile| tile.corners).collect();
        let supplies = Supplies {
            lattice_from_image: &lattice_from_image,
            view: &view,
            usual_size: self.memory.usual_size(),
        };
        let paints = &given.config.wanted.paints;
        let heaps = heaps::of(picture, &tiles, paints)?;
        self.memory.piles = heaps::piles(&heaps);
        supplies.count(&heaps, paints).map(Some)
    }
}

/// What one look for figures has found.
pub(super) struct Found {
    pub(super) figures: Vec<SeenFigure>,
    /// It was at a part of the board only; the rest is as it was.
    pub(super) in_part: bool,
}
