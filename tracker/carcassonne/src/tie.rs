//! Tying vision's lattice to the board: which lattice cell is the start tile, and how the
//! lattice is turned against the board's north.
//!
//! ```
//! use carcassonne::geometry::{Cell, Rotation};
//! use carcassonne::tie::Tie;
//!
//! // The start tile was found on (7, 3), and the camera looks from the board's east.
//! let tie = Tie { lattice: 1, origin: Cell::new(7, 3), turn: Rotation::R90 };
//! assert_eq!(tie.cell(Cell::new(7, 3)), Cell::new(0, 0));
//! assert_eq!(tie.cell(Cell::new(7, 2)), Cell::new(1, 0));
//! assert_eq!(tie.lattice_cell(Cell::new(1, 0)), Cell::new(7, 2));
//! ```

use crate::geometry::{Cell, Rotation, turn_point};

/// Where a lattice lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The lattice's number, [`crate::seen::SeenTable::lattice`].
    pub lattice: u32,
    /// The lattice cell that is the board's origin.
    pub origin: Cell,
    /// The turn that takes lattice directions to board directions.
    pub turn: Rotation,
}

impl Tie {
    /// The board cell of a lattice cell.
    pub fn cell(&self, lattice: Cell) -> Cell {
        turn_cell(
            Cell::new(lattice.x - self.origin.x, lattice.y - self.origin.y),
            self.turn,
        )
    }

    /// The board's rotation of a face seen with `rotation` on the lattice.
    pub fn rotation(&self, rotation: Rotation) -> Rotation {
        rotation.then(self.turn)
    }

    /// A foot point in the board's directions.
    pub fn foot(&self, foot: [f32; 2]) -> [f32; 2] {
        turn_point(foot, self.turn)
    }

    /// The lattice cell of a board cell.
    pub fn lattice_cell(&self, cell: Cell) -> Cell {
        let turned = turn_cell(cell, self.turn.inverse());
        Cell::new(turned.x + self.origin.x, turned.y + self.origin.y)
    }
}

/// Turns a cell about the origin, clockwise.
pub fn turn_cell(cell: Cell, turn: Rotation) -> Cell {
    (0..turn.quarter_turns()).fold(cell, |cell, _| Cell::new(-cell.y, cell.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lattice_and_board_cells_go_both_ways() {
        for turn in Rotation::ALL {
            let tie = Tie {
                lattice: 0,
                origin: Cell::new(3, -2),
                turn,
            };
            let cell = Cell::new(5, 1);
            assert_eq!(tie.lattice_cell(tie.cell(cell)), cell);
        }
        let tie = Tie {
            lattice: 0,
            origin: Cell::default(),
            turn: Rotation::R90,
        };
        assert_eq!(tie.cell(Cell::new(0, -1)), Cell::new(1, 0));
        assert_eq!(tie.foot([0.0, -0.4]), [0.4, 0.0]);
    }
}
