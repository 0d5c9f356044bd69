//! The board: which tile lies where, and whether another one may be laid.
//!
//! What the camera claims or a person types is asked of [`Board::faults`] first; only what a
//! person insists on is kept although it does not fit ([`Board::keep`]). It knows nothing of figures,
//! turns or points.
//!
//! ```
//! use carcassonne::catalogue::{Catalogue, TileSet};
//! use carcassonne::geometry::{Cell, Rotation};
//! use tracker::board::Board;
//!
//! let base = Catalogue::of(&[TileSet::Base]);
//! let mut board = Board::default();
//! board.lay(Cell::new(0, 0), base.find("D").unwrap(), Rotation::R0).unwrap();
//! // The city in the start tile's north takes another city, and no road.
//! let north = Cell::new(0, -1);
//! assert!(board.accepts(north, base.find("E").unwrap(), Rotation::R180));
//! let faults = board.faults(north, base.find("U").unwrap(), Rotation::R0);
//! assert_eq!(faults.len(), 1);
//! ```

pub mod features;
pub mod holes;
mod join;
pub mod mist;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::board::join::Join;
use carcassonne::catalogue::{Face, FaceId, Terrain};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::map::{Ground, SquareKind};

/// A tile as it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    /// What is printed on it.
    pub face: Arc<Face>,
    /// How it is turned, in the smallest of the rotations that look the same.
    pub rotation: Rotation,
}

impl Laid {
    /// The terrain on `side` of the board.
    pub fn side(&self, side: Side) -> Terrain {
        self.face.side(side, self.rotation)
    }

    /// The number of the mist segment that covers `side` of the board.
    pub fn mist_on(&self, side: Side) -> Option<usize> {
        self.face.mist_on(side, self.rotation)
    }
}

/// One reason why a tile may not be laid (rules dossier "base game", section 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlacementFault {
    /// Another tile lies there.
    Occupied {
        /// What lies there.
        face: FaceId,
    },
    /// No tile lies beside the cell.
    NoNeighbour,
    /// No board reaches that far ([`files::limits::FARTHEST_CELL`]).
    TooFar,
    /// The map has no square there that takes a tile (rules dossier "Maps Benelux", section 1).
    NoSquare {
        /// What is there instead.
        kind: SquareKind,
    },
    /// A side shows another terrain than the neighbour's.
    EdgeMismatch {
        /// The side of the new tile.
        side: Side,
        /// What the new tile shows there.
        own: Terrain,
        /// The neighbour's cell.
        neighbour: Cell,
        /// The neighbour's face.
        neighbour_face: FaceId,
        /// What the neighbour shows.
        theirs: Terrain,
    },
}

impl fmt::Display for PlacementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied { face } => write!(f, "tile {face} is already there"),
            Self::NoNeighbour => f.write_str("no tile lies beside it"),
            Self::TooFar => f.write_str("no board reaches that far"),
            Self::NoSquare {
                kind: SquareKind::None,
            } => f.write_str("the map has no square there"),
            Self::NoSquare { kind } => write!(f, "a {kind} takes no tile"),
            Self::EdgeMismatch {
                side,
                own,
                neighbour,
                neighbour_face,
                theirs,
            } => write!(
                f,
                "its {side:?} side is {own:?}, but {neighbour_face} at {neighbour} shows {theirs:?}"
            ),
        }
    }
}

/// The tiles on the table, and the map they lie on if there is one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    tiles: BTreeMap<Cell, Laid>,
    ground: Option<Arc<Ground>>,
    /// Start squares of the map that have not been used yet.
    starts: BTreeSet<Cell>,
}

impl Board {
    /// An empty map.
    pub fn on(ground: Arc<Ground>) -> Self {
        Self {
            tiles: BTreeMap::new(),
            starts: ground.starts.clone(),
            ground: Some(ground),
        }
    }

    /// The map it lies on.
    pub fn ground(&self) -> Option<&Ground> {
        self.ground.as_deref()
    }

    /// Whether a tile may ever lie on the cell.
    pub fn takes_tile(&self, cell: Cell) -> bool {
        self.ground().is_none_or(|map| map.kind(cell).takes_tile())
    }

    /// Whether what reaches that side of a tile ends there because of the map.
    pub fn is_closed(&self, cell: Cell, side: Side) -> bool {
        self.ground().is_some_and(|map| map.is_closed(cell, side))
    }

    /// The start squares of a map where no tile has lain yet: one must before the first turn.
    pub fn starts_left(&self) -> impl Iterator<Item = Cell> {
        self.starts.iter().copied()
    }

    /// How many groups the tiles form; tiles that touch at a corner only are apart.
    pub fn groups(&self) -> usize {
        let mut join = Join::new(self.tiles.keys().copied());
        for &cell in self.tiles.keys() {
            for side in [Side::East, Side::South] {
                let neighbour = cell.neighbour(side);
                if self.holds(neighbour) {
                    join.union(cell, neighbour);
                }
            }
        }
        join.groups().count()
    }

    /// The tile on a cell.
    pub fn get(&self, cell: Cell) -> Option<&Laid> {
        self.tiles.get(&cell)
    }

    /// Whether a tile lies on the cell.
    pub fn holds(&self, cell: Cell) -> bool {
        self.tiles.contains_key(&cell)
    }

    /// All tiles by cell.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, &Laid)> {
        self.tiles.iter().map(|(&cell, laid)| (cell, laid))
    }

    /// How many tiles lie.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether no tile lies.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Every reason why the tile may not be laid there; empty if it may. The first tile may
    /// lie anywhere, but on a map only on a start square, which needs no neighbour.
    pub fn faults(&self, cell: Cell, face: &Face, rotation: Rotation) -> Vec<PlacementFault> {
        if let Some(laid) = self.get(cell) {
            return vec![PlacementFault::Occupied { face: laid.face.id }];
        }
        let mut faults = Vec::new();
        if !cell.is_near() {
            faults.push(PlacementFault::TooFar);
        }
        if !self.takes_tile(cell) {
            let kind = self.ground().map_or(SquareKind::None, |map| map.kind(cell));
            faults.push(PlacementFault::NoSquare { kind });
        }
        let mut neighbours = 0;
        for side in Side::ALL {
            let neighbour = cell.neighbour(side);
            let Some(laid) = self.get(neighbour) else {
                continue;
            };
            neighbours += 1;
            let (own, theirs) = (face.side(side, rotation), laid.side(side.opposite()));
            if !own.fits(theirs) {
                let neighbour_face = laid.face.id;
                faults.push(PlacementFault::EdgeMismatch {
                    side,
                    own,
                    neighbour,
                    neighbour_face,
                    theirs,
                });
            }
        }
        let begins = match self.ground() {
            Some(_) => self.starts.contains(&cell),
            None => self.is_empty(),
        };
        if neighbours == 0 && !begins {
            faults.push(PlacementFault::NoNeighbour);
        }
        faults
    }

    /// Whether the tile may be laid there.
    pub fn accepts(&self, cell: Cell, face: &Face, rotation: Rotation) -> bool {
        self.faults(cell, face, rotation).is_empty()
    }

    /// Lays a tile.
    ///
    /// # Errors
    /// With every fault, if it may not lie there; the board is unchanged then.
    pub fn lay(
        &mut self,
        cell: Cell,
        face: &Arc<Face>,
        rotation: Rotation,
    ) -> Result<(), Vec<PlacementFault>> {
        let faults = self.faults(cell, face, rotation);
        if !faults.is_empty() {
            return Err(faults);
        }
        self.put(cell, face, rotation);
        Ok(())
    }

    /// Keeps a tile that lies there although it may not. What meets another terrain ends there.
    ///
    /// # Errors
    /// If another tile lies there; the board is unchanged then.
    pub fn keep(
        &mut self,
        cell: Cell,
        face: &Arc<Face>,
        rotation: Rotation,
    ) -> Result<(), PlacementFault> {
        if let Some(laid) = self.get(cell) {
            return Err(PlacementFault::Occupied { face: laid.face.id });
        }
        self.put(cell, face, rotation);
        Ok(())
    }

    fn put(&mut self, cell: Cell, face: &Arc<Face>, rotation: Rotation) {
        let rotation = face.canonical(rotation);
        let face = Arc::clone(face);
        self.starts.remove(&cell);
        self.tiles.insert(cell, Laid { face, rotation });
    }

    /// Lays a face-down tile, which may touch others by a corner only (rules dossier "mists
    /// coop", ruling M9).
    ///
    /// # Errors
    /// If another tile lies there; the board is unchanged then.
    pub fn lay_face_down(&mut self, cell: Cell, back: &Arc<Face>) -> Result<(), PlacementFault> {
        if let Some(laid) = self.get(cell) {
            return Err(PlacementFault::Occupied { face: laid.face.id });
        }
        if !cell.is_near() {
            return Err(PlacementFault::TooFar);
        }
        let laid = Laid {
            face: Arc::clone(back),
            rotation: Rotation::R0,
        };
        self.tiles.insert(cell, laid);
        Ok(())
    }

    /// Takes a tile off the board. A start square it leaves is a square like any other.
    pub fn lift(&mut self, cell: Cell) -> Option<Laid> {
        self.tiles.remove(&cell)
    }

    /// The board with one cell empty, to ask what else could lie there.
    pub fn without(&self, cell: Cell) -> Self {
        let mut board = self.clone();
        board.lift(cell);
        let starts = self.ground().map(|map| &map.starts);
        if starts.is_some_and(|starts| starts.contains(&cell)) {
            board.starts.insert(cell);
        }
        board
    }

    /// Empty cells beside a tile, and free start squares: the places where the next tile may
    /// lie if it fits.
    pub fn frontier(&self) -> BTreeSet<Cell> {
        self.tiles
            .keys()
            .flat_map(|cell| Side::ALL.map(|side| cell.neighbour(side)))
            .filter(|&cell| !self.holds(cell) && self.takes_tile(cell))
            .chain(self.starts_left())
            .collect()
    }

    /// Every cell and rotation where the face may be laid; of rotations that look the same
    /// only the smallest. As long as start squares are free, those come first.
    pub fn placements(&self, face: &Face) -> Vec<(Cell, Rotation)> {
        let cells = match self.starts.is_empty() {
            true => self.frontier(),
            false => self.starts_left().collect(),
        };
        cells
            .into_iter()
            .flat_map(|cell| {
                face.distinct_rotations()
                    .map(move |rotation| (cell, rotation))
            })
            .filter(|&(cell, rotation)| self.accepts(cell, face, rotation))
            .collect()
    }

    /// How many of the eight surrounding cells hold a tile, or count as if they did because the
    /// map takes none there (rules dossier "Maps Benelux", ruling X4).
    pub fn surroundings(&self, cell: Cell) -> usize {
        self.around(cell, |_| true)
    }

    /// The same, but face-down tiles and Tatan cards, which are no tiles there, do not count.
    pub fn printed_surroundings(&self, cell: Cell) -> usize {
        self.around(cell, |laid| laid.face.is_tile())
    }

    fn around(&self, cell: Cell, counts: impl Fn(&Laid) -> bool) -> usize {
        let filled = |around: &Cell| match self.get(*around) {
            Some(laid) => counts(laid),
            None => self.ground().is_some_and(|map| map.fills(*around)),
        };
        cell.surrounding().iter().filter(|at| filled(at)).count()
    }

    /// How many of the four cells beside it hold a tile: with four a cemetery closes at levels
    /// 2 to 4 (rules dossier "mists coop", section 7).
    pub fn neighbours(&self, cell: Cell) -> usize {
        Side::ALL
            .into_iter()
            .filter(|&side| self.holds(cell.neighbour(side)))
            .count()
    }
}

impl fmt::Display for Board {
    /// The board as text, three lines of `+C+`, `F D0 R`, `+F+` per tile: for a terminal and for failing tests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let xs = self.tiles.keys().map(|cell| cell.x);
        let ys = self.tiles.keys().map(|cell| cell.y);
        let (Some(left), Some(right)) = (xs.clone().min(), xs.max()) else {
            return writeln!(f, "(empty board)");
        };
        let (top, bottom) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
        for y in top..=bottom {
            for line in 0..3 {
                if line == 1 {
                    write!(f, "{y:>4} ")?;
                } else {
                    f.write_str("     ")?;
                }
                for x in left..=right {
                    let Some(laid) = self.get(Cell::new(x, y)) else {
                        f.write_str("  .....  ")?;
                        continue;
                    };
                    let letter = |side| laid.side(side).letter();
                    match line {
                        0 => write!(f, " +--{}--+ ", letter(Side::North))?,
                        2 => write!(f, " +--{}--+ ", letter(Side::South))?,
                        _ => write!(
                            f,
                            " {}{:>3}{}{} ",
                            letter(Side::West),
                            laid.face.id,
                            [' ', '>', 'v', '<'][usize::from(laid.rotation.quarter_turns())],
                            format_args!(" {}", letter(Side::East)),
                        )?,
                    }
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "     x from {left} to {right}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::Catalogue;

    #[test]
    fn a_fault_names_edge_and_neighbour() {
        let catalogue = Catalogue::bundled();
        let mut board = Board::default();
        board
            .lay(Cell::new(0, 0), catalogue.find("D").unwrap(), Rotation::R0)
            .unwrap();
        let faults = board.faults(Cell::new(0, -1), catalogue.find("E").unwrap(), Rotation::R0);
        assert_eq!(faults.len(), 1);
        assert_eq!(
            faults[0].to_string(),
            "its South side is Field, but D at (0, 0) shows City"
        );
        let far = board.faults(Cell::new(5, 5), catalogue.find("E").unwrap(), Rotation::R0);
        assert_eq!(far, [PlacementFault::NoNeighbour]);
        assert!(
            board
                .lay(Cell::new(0, 0), catalogue.find("E").unwrap(), Rotation::R0)
                .is_err()
        );
        assert!(board.accepts(
            Cell::new(0, -1),
            catalogue.find("E").unwrap(),
            Rotation::R180
        ));
    }
}
