//! Mist banks: what the mist on the board joins into, and what a new tile did to it.
//!
//! Between the board and the rules of the mist expansions. [`Banks`] is the mist as it lies,
//! [`Seams`] the edge of one tile as laying it left it. Nothing here knows ghosts, turns or
//! modes of play. Source: rules dossiers "mists coop", section 4, and "ghosts, castles and
//! cemeteries", section 3.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::board::join::Join;
use carcassonne::geometry::{Cell, Side};

/// A mist segment on the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct MistRef {
    /// The tile.
    pub cell: Cell,
    /// The number of the mist on its face, [`carcassonne::catalogue::Face::mists`].
    pub mist: usize,
}

impl MistRef {
    /// The mist `mist` of the tile on `cell`.
    pub const fn new(cell: Cell, mist: usize) -> Self {
        Self { cell, mist }
    }
}

/// Names a bank by its first mist segment in cell order. Two banks that join become one with
/// the smaller name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BankId(pub MistRef);

/// Mist segments that hang together (rules dossier "mists coop", section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Its name.
    pub id: BankId,
    /// Every mist segment, in cell order.
    pub parts: Vec<MistRef>,
    /// Whether a misty side lies against an empty cell.
    pub open: bool,
    /// Whether a misty side lies against a clear one or against a tile with wild sides: the
    /// bank can never be finished.
    pub spoiled: bool,
}

impl Bank {
    /// Whether every misty side is joined.
    pub const fn finished(&self) -> bool {
        !self.open && !self.spoiled
    }

    /// The tiles it lies on, in cell order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let parts = self.parts.iter().enumerate();
        parts
            .filter(|&(n, part)| n == 0 || self.parts[n - 1].cell != part.cell)
            .map(|(_, part)| part.cell)
    }
}

/// All mist banks of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banks {
    banks: BTreeMap<BankId, Bank>,
    of_part: BTreeMap<MistRef, BankId>,
}

impl Banks {
    /// Joins the mist of `board`.
    pub fn of(board: &Board) -> Self {
        let parts = board.tiles().flat_map(|(cell, laid)| {
            (0..laid.face.mists.len()).map(move |mist| MistRef::new(cell, mist))
        });
        let mut join = Join::new(parts);
        let mut edges: Vec<(MistRef, Seam)> = Vec::new();
        for (cell, _) in board.tiles() {
            for seam in seams(board, cell) {
                let Some(own) = seam.own else { continue };
                let own = MistRef::new(cell, own);
                match (seam.state(), seam.theirs) {
                    (SeamState::Joined, Some(theirs)) => {
                        join.union(own, MistRef::new(seam.neighbour, theirs));
                    }
                    _ => edges.push((own, seam)),
                }
            }
        }
        let mut all = Self::default();
        for parts in join.groups() {
            let Some(&first) = parts.first() else {
                continue;
            };
            let id = BankId(first);
            all.of_part.extend(parts.iter().map(|&part| (part, id)));
            let bank = Bank {
                id,
                parts,
                open: false,
                spoiled: false,
            };
            all.banks.insert(id, bank);
        }
        for (own, seam) in edges {
            let bank = all.of_part.get(&own).copied();
            let Some(bank) = bank.and_then(|id| all.banks.get_mut(&id)) else {
                continue;
            };
            match seam.state() {
                SeamState::Empty => bank.open = true,
                SeamState::Destroyed | SeamState::Wild => bank.spoiled = true,
                SeamState::Joined | SeamState::Clear => {}
            }
        }
        all
    }

    /// The bank of that name.
    pub fn get(&self, id: BankId) -> Option<&Bank> {
        self.banks.get(&id)
    }

    /// The bank that mist number `mist` of the tile on `cell` belongs to.
    pub fn at(&self, cell: Cell, mist: usize) -> Option<&Bank> {
        let id = self.of_part.get(&MistRef::new(cell, mist))?;
        self.banks.get(id)
    }

    /// All banks by name.
    pub fn iter(&self) -> impl Iterator<Item = &Bank> {
        self.banks.values()
    }
}

/// One side of a tile and what lies against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Seam {
    /// The side of the board.
    pub side: Side,
    /// The cell beyond it.
    pub neighbour: Cell,
    /// The tile's own mist on that side.
    pub own: Option<usize>,
    /// The neighbour's mist on its touching side.
    pub theirs: Option<usize>,
    /// Whether a tile lies beyond it.
    pub filled: bool,
    /// Whether this tile or the neighbour has wild sides.
    pub wild: bool,
}

/// What mist does at a seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeamState {
    /// No tile lies beyond it.
    Empty,
    /// Mist meets mist.
    Joined,
    /// Mist on exactly one side of the seam, whichever tile it belongs to (ruling G1).
    Destroyed,
    /// No mist on either side.
    Clear,
    /// One of the two shows no print. It spoils a bank for ever, but destroys nothing:
    /// face-down tiles belong to the cooperative game, which knows no destroying, and Tatan
    /// cards are laid after the last turn.
    Wild,
}

impl Seam {
    /// What mist does here.
    pub const fn state(&self) -> SeamState {
        match (self.own, self.theirs) {
            _ if !self.filled => SeamState::Empty,
            _ if self.wild => SeamState::Wild,
            (Some(_), Some(_)) => SeamState::Joined,
            (None, None) => SeamState::Clear,
            (Some(_), None) | (None, Some(_)) => SeamState::Destroyed,
        }
    }
}

/// The four seams of a tile, clockwise from the north: what laying it did to the mist.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seams(Vec<Seam>);

impl Seams {
    /// The seams of the tile on `cell`; none if no tile lies there.
    pub fn of(board: &Board, cell: Cell) -> Self {
        Self(seams(board, cell).collect())
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Seam> {
        self.0.iter()
    }

    /// Where the tile's mist meets mist: it extends a bank.
    pub fn joined(&self) -> impl Iterator<Item = &Seam> {
        self.in_state(SeamState::Joined)
    }

    /// Whether mist number `mist` of the tile meets mist.
    pub fn joins(&self, mist: usize) -> bool {
        self.joined().any(|seam| seam.own == Some(mist))
    }

    /// Where mist lies on exactly one side of the seam.
    pub fn destroyed(&self) -> impl Iterator<Item = &Seam> {
        self.in_state(SeamState::Destroyed)
    }

    fn in_state(&self, state: SeamState) -> impl Iterator<Item = &Seam> {
        self.iter().filter(move |seam| seam.state() == state)
    }
}

fn seams(board: &Board, cell: Cell) -> impl Iterator<Item = Seam> + '_ {
    let tile = board.get(cell).into_iter();
    tile.flat_map(move |laid| {
        Side::ALL.into_iter().map(move |side| {
            let neighbour = cell.neighbour(side);
            let beyond = board.get(neighbour);
            Seam {
                side,
                neighbour,
                own: laid.mist_on(side),
                theirs: beyond.and_then(|beyond| beyond.mist_on(side.opposite())),
                filled: beyond.is_some(),
                wild: laid.face.is_wild() || beyond.is_some_and(|beyond| beyond.face.is_wild()),
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::Catalogue;
    use carcassonne::geometry::Rotation;

    /// `N` mist to the north, `NE` round the corner, `NS` right across, `N+S` two apart, `O`
    /// all around, `X` clear, `back` face down; all fields.
    const FACES: &str = r#"
        set = "mists"
        face = [
          { id = "N", copies = 9, edges = "FFFF", mist = [{ sides = "N", ghosts = 1 }],
            segments = [{ kind = "field", rim = "E* S* W*" }] },
          { id = "NE", copies = 9, edges = "FFFF", mist = [{ sides = "N E", ghosts = 1 }],
            segments = [{ kind = "field", rim = "S* W*" }] },
          { id = "NS", copies = 9, edges = "FFFF", mist = [{ sides = "N S", ghosts = 1 }],
            segments = [{ kind = "field", rim = "E*" }, { kind = "field", rim = "W*" }] },
          { id = "N+S", copies = 9, edges = "FFFF",
            mist = [{ sides = "N", ghosts = 1 }, { sides = "S", ghosts = 1 }],
            segments = [{ kind = "field", rim = "E* W*" }] },
          { id = "O", copies = 9, edges = "FFFF", mist = [{ sides = "N E S W", ghosts = 3 }] },
          { id = "X", copies = 9, edges = "FFFF",
            segments = [{ kind = "field", rim = "N* E* S* W*" }] },
          { id = "back", copies = 0, edges = "****" },
        ]
    "#;

    fn board(tiles: &[(i32, i32, &str, Rotation)]) -> Board {
        let catalogue = Catalogue::from_toml(&[FACES]).unwrap();
        let mut board = Board::default();
        for &(x, y, face, rotation) in tiles {
            let face = catalogue.find(face).unwrap();
            board.lay(Cell::new(x, y), face, rotation).unwrap();
        }
        board
    }

    /// Open, spoiled and finished of the bank at a cell.
    fn bank(board: &Board, x: i32, y: i32, mist: usize) -> (bool, bool, bool) {
        let banks = Banks::of(board);
        let bank = banks.at(Cell::new(x, y), mist).unwrap();
        (bank.open, bank.spoiled, bank.finished())
    }

    use Rotation::{R0, R90, R180};

    #[test]
    fn a_misty_side_is_open_joined_or_spoiled() {
        let alone = [(0, 0, "N", R0)];
        assert_eq!(bank(&board(&alone), 0, 0, 0), (true, false, false));
        let joined = [alone[0], (0, -1, "N", R180)];
        assert_eq!(bank(&board(&joined), 0, 0, 0), (false, false, true));
        // Worked example 6 of the dossier "mists coop": legal, and never finished.
        let spoiled = [alone[0], (0, -1, "X", R0)];
        assert_eq!(bank(&board(&spoiled), 0, 0, 0), (false, true, false));
        let haunted = [alone[0], (0, -1, "back", R0)];
        assert_eq!(bank(&board(&haunted), 0, 0, 0), (false, true, false));
    }

    #[test]
    fn a_chain_of_mist_is_one_bank_with_all_its_tiles() {
        let board = board(&[
            (0, 0, "N", R0),
            (0, -1, "NS", R0),
            (0, -2, "NE", R90),
            (1, -2, "X", R0),
        ]);
        let banks = Banks::of(&board);
        assert_eq!(banks.iter().count(), 1);
        let bank = banks.at(Cell::new(0, 0), 0).unwrap();
        assert_eq!(bank.cells().count(), 3);
        assert_eq!(bank.id, BankId(MistRef::new(Cell::new(0, -2), 0)));
        assert!(bank.spoiled && !bank.open);
    }

    #[test]
    fn two_mists_on_a_tile_belong_to_two_banks_until_they_meet_elsewhere() {
        let apart = board(&[(0, 0, "N+S", R0), (0, -1, "N", R180)]);
        let banks = Banks::of(&apart);
        let at = |mist| banks.at(Cell::new(0, 0), mist).unwrap();
        assert_ne!(at(0).id, at(1).id);
        assert!(at(0).finished() && at(1).open);
        assert_eq!(banks.iter().count(), 2);
        let ring = board(&[
            (0, 0, "N+S", R0),
            (0, -1, "O", R0),
            (1, -1, "O", R0),
            (1, 0, "O", R0),
            (1, 1, "O", R0),
            (0, 1, "O", R0),
        ]);
        let banks = Banks::of(&ring);
        assert_eq!(banks.iter().count(), 1);
        let bank = banks.at(Cell::new(0, 0), 0).unwrap();
        assert_eq!((bank.parts.len(), bank.cells().count()), (7, 6));
        // The all-misty tile to the east lies against the clear east side.
        assert!(bank.spoiled);
    }

    #[test]
    fn seams_tell_joined_from_destroyed_both_ways() {
        // Own mist to the north against clear, own clear south against the neighbour's mist,
        // mist against mist to the east, nothing to the west.
        let board = board(&[
            (0, 1, "N", R0),
            (1, 1, "X", R0),
            (1, 0, "N+S", R90),
            (1, -1, "X", R0),
            (0, -1, "X", R0),
            (0, 0, "NE", R0),
        ]);
        let seams = Seams::of(&board, Cell::new(0, 0));
        let sides = |seams: Vec<&Seam>| seams.iter().map(|seam| seam.side).collect::<Vec<_>>();
        assert_eq!(sides(seams.joined().collect()), [Side::East]);
        assert_eq!(
            sides(seams.destroyed().collect()),
            [Side::North, Side::South]
        );
        assert!(seams.joins(0));
        assert_eq!(seams.iter().last().unwrap().state(), SeamState::Empty);
    }

    #[test]
    fn a_face_down_tile_neither_extends_nor_destroys() {
        let board = board(&[(0, 0, "N", R0), (0, -1, "back", R0)]);
        for y in [0, -1] {
            let seams = Seams::of(&board, Cell::new(0, y));
            assert_eq!(seams.joined().count() + seams.destroyed().count(), 0);
        }
        assert_eq!(Seams::of(&board, Cell::new(9, 9)).iter().count(), 0);
    }
}
