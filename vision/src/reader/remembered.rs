//! A board that was found, and what is remembered of its cells.

use std::collections::BTreeMap;

use calibration::space::ImageCorners;
use carcassonne::geometry::Cell;

use crate::gate::backdrop::Thumb;
use crate::lattice::Lattice;
use crate::tiles::reading::CellReading;

/// What is remembered of a cell.
pub(super) struct Remembered {
    /// What it looks like; `None` where it looks as it did before anything was laid, so it is
    /// table, whatever it resembles.
    pub(super) reading: Option<CellReading>,
    /// How it looked when it was last table.
    pub(super) bare: Option<Thumb>,
    pub(super) thumb: Thumb,
    /// Where the thumbnail was taken, pixels: the lattice is corrected by less than a hair
    /// without anything having changed there.
    pub(super) at: ImageCorners,
    /// Its tile's corners, NW NE SE SW, pixels, once they were asked for; `None` inside where its
    /// picture could not be aligned.
    pub(super) aligned: Option<Option<ImageCorners>>,
    /// Other pictures of faces are known since it was read.
    pub(super) stale: bool,
}

/// A board and what its cells look like.
pub(super) type Found = (Lattice, BTreeMap<Cell, CellReading>);
