//! A board read from one picture, turned so that its north is the direction nearest to the picture's
//! up.

use calibration::space::ImageCorners;
use carcassonne::geometry::{Cell, Rotation};
use vision::reader::photo::BoardReading;

/// The turn from a reading's lattice to the picture.
pub struct Upright {
    /// Quarter turns clockwise from the lattice's north to the picture's.
    turn: Rotation,
}

impl Upright {
    /// That of a reading.
    pub fn of(reading: &BoardReading) -> Self {
        let middle = reading.verdicts.keys().next().copied().unwrap_or_default();
        let [nw, ne, se, sw] = reading.lattice.corners(middle);
        let heights = [(nw, ne), (ne, se), (se, sw), (sw, nw)].map(|(a, b)| a.y + b.y);
        let highest = (0..4)
            .min_by(|&a, &b| heights[a].total_cmp(&heights[b]))
            .unwrap_or(0);
        // The side that is up in the picture becomes north.
        Self {
            turn: Rotation::from_quarter_turns(-(highest as i32)),
        }
    }

    /// The board's cell of a lattice's.
    pub fn cell(&self, cell: Cell) -> Cell {
        (0..self.turn.quarter_turns()).fold(cell, |cell, _| Cell::new(-cell.y, cell.x))
    }

    /// The turn on the board of one in the lattice.
    pub fn rotation(&self, rotation: Rotation) -> Rotation {
        rotation.then(self.turn)
    }

    /// Corners in the board's order, NW NE SE SW.
    pub fn corners(&self, mut corners: ImageCorners) -> ImageCorners {
        corners.rotate_right(usize::from(self.turn.quarter_turns()));
        corners
    }
}
