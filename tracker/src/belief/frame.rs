//! Tying vision's lattice to the board: which lattice cell is the start tile, and how the
//! lattice is turned against the board's north.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::geometry::{Cell, Rotation, turn_point};
use crate::seen::SeenTable;

/// Share of the tiles that are both on the board and in view that must agree before an old
/// board is recognised under a new lattice. Half would do against chance; a misread tile in
/// five leaves room above that.
const SHARE_TO_RECOGNISE: f32 = 0.6;

/// Where a lattice lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The lattice's number, [`SeenTable::lattice`].
    pub lattice: u32,
    /// The lattice cell that is the board's origin.
    pub origin: Cell,
    /// The turn that takes lattice directions to board directions.
    pub turn: Rotation,
}

impl Frame {
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

    /// The lattice's turn and origin that put `board` under the tiles seen; `None` if too few
    /// agree or two ways agree equally well.
    pub fn recognise(board: &Board, seen: &SeenTable) -> Option<Self> {
        let mut votes: BTreeMap<(Rotation, Cell), usize> = BTreeMap::new();
        for tile in &seen.tiles {
            let Some(best) = tile.candidates.first() else {
                continue;
            };
            for (cell, laid) in board.tiles().filter(|(_, laid)| laid.face.id == best.face) {
                for turn in Rotation::ALL {
                    if laid.face.canonical(best.rotation.then(turn)) != laid.rotation {
                        continue;
                    }
                    // origin such that `cell(tile.cell)` is `cell`
                    let offset = turn_cell(cell, turn.inverse());
                    let origin = Cell::new(tile.cell.x - offset.x, tile.cell.y - offset.y);
                    *votes.entry((turn, origin)).or_default() += 1;
                }
            }
        }
        let mut ranked: Vec<_> = votes.into_iter().collect();
        ranked.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let &((turn, origin), count) = ranked.first()?;
        let rival = ranked.get(1).map_or(0, |&(_, count)| count);
        let needed = SHARE_TO_RECOGNISE * seen.tiles.len().min(board.len()) as f32;
        let recognised = count > rival && count as f32 >= needed;
        recognised.then_some(Self {
            lattice: seen.lattice,
            origin,
            turn,
        })
    }
}

/// Turns a cell about the origin, clockwise.
fn turn_cell(cell: Cell, turn: Rotation) -> Cell {
    (0..turn.quarter_turns()).fold(cell, |cell, _| Cell::new(-cell.y, cell.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lattice_and_board_cells_go_both_ways() {
        for turn in Rotation::ALL {
            let frame = Frame {
                lattice: 0,
                origin: Cell::new(3, -2),
                turn,
            };
            let cell = Cell::new(5, 1);
            assert_eq!(frame.lattice_cell(frame.cell(cell)), cell);
        }
        let frame = Frame {
            lattice: 0,
            origin: Cell::default(),
            turn: Rotation::R90,
        };
        assert_eq!(frame.cell(Cell::new(0, -1)), Cell::new(1, 0));
        assert_eq!(frame.foot([0.0, -0.4]), [0.4, 0.0]);
    }
}
