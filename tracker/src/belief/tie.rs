//! Where vision's lattice lies on the board, and recognising an old board under a new lattice.

use std::collections::BTreeMap;

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;
use carcassonne::tie::{Tie, turn_cell};

use crate::board::Board;

/// Share of the tiles that are both on the board and in view that must agree before an old
/// board is recognised under a new lattice. Half would do against chance; a misread tile in
/// five leaves room above that.
const SHARE_TO_RECOGNISE: f32 = 0.6;

/// What is known of where the lattice lies.
#[derive(Debug, Default)]
pub(super) struct Footing {
    /// Where it lies, once that is known.
    pub(super) tie: Option<Tie>,
    /// The number of the lattice that all evidence belongs to.
    lattice: Option<u32>,
    /// Looks at it that could not be tied to the board.
    pub(super) looks_untied: u32,
    /// Where it lies if what came first is the start tile, of which no reading is: somebody may say so.
    pub(super) perhaps: Option<Tie>,
    /// Somebody was asked what lies there that cannot be read.
    pub(super) asked_for_start: bool,
}

impl Footing {
    /// Turns to the lattice of that number. Whether it is another one than before.
    pub(super) fn turn_to(&mut self, lattice: u32) -> bool {
        let another = self.lattice != Some(lattice);
        if another {
            *self = Self {
                lattice: Some(lattice),
                ..Self::default()
            };
        }
        another
    }
}

/// The lattice's turn and origin that put `board` under the tiles seen; `None` if too few
/// agree or two ways agree equally well.
pub fn recognise(board: &Board, seen: &SeenTable) -> Option<Tie> {
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
    recognised.then_some(Tie {
        lattice: seen.lattice,
        origin,
        turn,
    })
}
