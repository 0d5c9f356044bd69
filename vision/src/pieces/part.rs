//! Which part of the board is looked at again for figures.
//!
//! What has changed, what lies around it, and what may touch pieces there. Asked by
//! [`crate::pieces::figures`]; looks at no picture.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{LatticePoint, apart};
use carcassonne::geometry::Cell;

use crate::bare::BareTile;
use crate::pieces::memory::Remembered;
use crate::pieces::place::nearest;

/// How far the middles of pieces that touch in the picture lie apart at most, cells: as long as a standing
/// one leans on a table seen from 25 degrees, and its width.
const TOUCHING: f64 = 1.1;

/// The cells that are looked at.
pub(crate) struct Part<'a> {
    tiles: &'a BTreeMap<Cell, BareTile>,
    pub(crate) cells: BTreeSet<Cell>,
}

impl<'a> Part<'a> {
    /// All tiles, or those on and around what has changed, and under what may touch pieces there: such
    /// pieces are told apart only together.
    pub(crate) fn of<'b>(
        tiles: &'a BTreeMap<Cell, BareTile>,
        changed: Option<&BTreeSet<Cell>>,
        blobs: impl Iterator<Item = &'b Remembered>,
    ) -> Self {
        let is_looked_at = |cell: &&Cell| changed.is_none_or(|changed| is_near(cell, changed));
        let mut part = Self {
            tiles,
            cells: tiles.keys().filter(is_looked_at).copied().collect(),
        };
        let pieces = blobs.filter(|blob| blob.figure.is_some());
        let (mut held, mut beyond): (Vec<_>, Vec<_>) =
            pieces.partition(|blob| part.holds(blob.middle));
        while let Some(blob) = held.pop() {
            let touching = beyond.extract_if(.., |other| may_touch(blob, other));
            for other in touching {
                part.cells.extend(nearest(tiles, other.middle));
                held.push(other);
            }
        }
        part
    }

    /// Whether a place (in cells) belongs to it.
    pub(crate) fn holds(&self, at: LatticePoint) -> bool {
        nearest(self.tiles, at).is_some_and(|cell| self.cells.contains(&cell))
    }
}

/// Whether two blobs may be of pieces that touch in the picture.
fn may_touch(one: &Remembered, other: &Remembered) -> bool {
    one.paint == other.paint && apart(one.middle, other.middle) < TOUCHING
}

/// Whether a cell is among others or touches one, if only with a corner.
fn is_near(cell: &Cell, others: &BTreeSet<Cell>) -> bool {
    others.contains(cell) || cell.surrounding().iter().any(|c| others.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::memory;
    use calibration::space;
    use carcassonne::geometry::Rotation;
    use carcassonne::piece::Color;

    /// On a row of tiles the first has changed: the pieces on the third and fourth touch one that is
    /// looked at again.
    #[test]
    fn pieces_that_may_touch_are_looked_at_together() {
        let tile = BareTile {
            picture: 0,
            rotation: Rotation::R0,
            corners: space::square(0.0, 100.0),
        };
        let tiles = (0..7).map(|x| (Cell::new(x, 0), tile)).collect();
        let piece = |color, x| memory::tests::piece(color, x, 0.9, 1.0);
        let red = [1, 2, 3, 6].map(|x| piece(Color::Red, x));
        let blobs = [&red[..], &[piece(Color::Blue, 4)]].concat();
        let part = Part::of(&tiles, Some(&[Cell::new(0, 0)].into()), blobs.iter());
        let cells: Vec<i32> = part.cells.iter().map(|cell| cell.x).collect();
        assert_eq!(cells, [0, 1, 2, 3]);
    }
}
