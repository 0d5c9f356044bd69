//! What is known of a camera from before: its lens, and where a board last lay.
//!
//! Kept from one game to the next, so both may be wrong by the time they are used: a camera is
//! moved, a file is edited. This only judges whether the numbers make sense; whoever uses them
//! has to check whether they still hold.

use serde::{Deserialize, Serialize};

use crate::homography::Homography;
use crate::lens::{Lens, TOLD_BENDS};
use crate::space::{Image, Lattice, apart, point2};

/// One camera at one picture size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownView {
    /// Width and height of its pictures, pixels.
    pub size: [u32; 2],
    /// Its lens, once a board has told it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lens: Option<KnownLens>,
    /// Where the last board lay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<KnownBoard>,
}

/// A lens's bend, and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLens {
    /// [`Lens::bend`].
    pub bend: f64,
    /// Tiles that told it.
    pub tiles: u32,
}

/// Where a board lay in the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBoard {
    /// Cell coordinates (a cell's centre at whole numbers) to pixels.
    pub image_from_lattice: Homography<Image, Lattice>,
    /// Side of a tile's picture as a share of the pitch from cell to cell.
    pub face_share: f64,
    /// The cells that held a tile, `[x, y]`.
    pub cells: Vec<[i32; 2]>,
}

/// Why something that is said to be known of a camera cannot be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KnownFault {
    /// No camera makes such pictures.
    #[error("no camera makes pictures of {}x{} pixels", .0[0], .0[1])]
    Size([u32; 2]),
    /// No lens sold for cameras bends so much.
    #[error("no lens bends a picture like this")]
    Bend,
    /// The board is no board.
    #[error("no board of tiles lies like this in the picture")]
    Board,
}

/// Pictures that cameras make, pixels a side.
const SIDES_PX: std::ops::RangeInclusive<u32> = 64..=16_384;
/// Tiles of all boxes together, and how far from its start a board of them can reach, cells.
const MOST_CELLS: usize = 400;
const FARTHEST_CELL: i32 = 200;
/// Sides of a tile that can be meant, pixels.
const TILE_PX: std::ops::RangeInclusive<f64> = 6.0..=4000.0;
/// Sides of a face as a share of the pitch that can be meant.
const FACE_SHARES: std::ops::RangeInclusive<f64> = 0.8..=1.2;

impl KnownView {
    /// Checks that it can be meant.
    ///
    /// # Errors
    /// Names the first thing that cannot.
    pub fn check(&self) -> Result<(), KnownFault> {
        if !self.size.iter().all(|side| SIDES_PX.contains(side)) {
            return Err(KnownFault::Size(self.size));
        }
        if self
            .lens
            .is_some_and(|lens| !TOLD_BENDS.contains(&lens.bend))
        {
            return Err(KnownFault::Bend);
        }
        let size = self.size.map(f64::from);
        match &self.board {
            Some(board) if !board.lies_in(size) => Err(KnownFault::Board),
            _ => Ok(()),
        }
    }

    /// The lens, for pictures of this size.
    pub fn lens(&self) -> Option<Lens> {
        let bend = self.lens?.bend;
        let size = self.size.map(f64::from);
        Some(Lens {
            bend,
            ..Lens::straight(size)
        })
    }
}

impl KnownBoard {
    /// Whether all cells lie, as tiles of a plausible size, in or about a picture of `size`.
    fn lies_in(&self, [width, height]: [f64; 2]) -> bool {
        let finite = self
            .image_from_lattice
            .0
            .iter()
            .flatten()
            .all(|v| v.is_finite());
        let few = (1..=MOST_CELLS).contains(&self.cells.len());
        if !finite || !few || !FACE_SHARES.contains(&self.face_share) {
            return false;
        }
        if self.image_from_lattice.inverse().is_none() {
            return false;
        }
        self.cells.iter().all(|&[x, y]| {
            let far = -FARTHEST_CELL..=FARTHEST_CELL;
            let near = far.contains(&x) && far.contains(&y);
            let at = |dx: f64, dy: f64| {
                let place = point2(f64::from(x) + dx, f64::from(y) + dy);
                self.image_from_lattice.apply(place)
            };
            let side = apart(at(0.5, 0.5), at(-0.5, -0.5)) / std::f64::consts::SQRT_2;
            let middle = at(0.0, 0.0);
            // A tile at the rim may be cut by it.
            let about = |v: f64, most: f64| (-0.5 * most..=1.5 * most).contains(&v);
            near && TILE_PX.contains(&side) && about(middle.x, width) && about(middle.y, height)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownView {
        KnownView {
            size: [1920, 1080],
            lens: Some(KnownLens {
                bend: -0.08,
                tiles: 31,
            }),
            board: Some(KnownBoard {
                image_from_lattice: Homography::new([
                    [95.0, 12.0, 900.0],
                    [-8.0, 82.0, 480.0],
                    [0.004, -0.02, 1.0],
                ]),
                face_share: 0.985,
                cells: vec![[0, 0], [1, 0], [2, -1]],
            }),
        }
    }

    #[test]
    fn what_was_seen_can_be_meant() {
        assert_eq!(known().check(), Ok(()));
        assert_eq!(known().lens().map(|lens| lens.bend), Some(-0.08));
    }

    /// Else a camera with such a lens would be forgotten each time.
    #[test]
    fn what_a_fit_tells_at_most_can_be_meant() {
        for bend in [-0.35 - 0.05 - 0.01, 0.15 + 0.05 + 0.01] {
            let mut view = known();
            view.lens = Some(KnownLens { bend, tiles: 31 });
            assert_eq!(view.check(), Ok(()), "{bend}");
        }
    }

    #[test]
    fn nonsense_is_refused_and_named() {
        let but = |change: fn(&mut KnownView)| {
            let mut view = known();
            change(&mut view);
            view.check().expect_err("nonsense")
        };
        let board = |change: fn(&mut KnownBoard)| {
            let mut view = known();
            change(view.board.as_mut().expect("a board"));
            view.check().expect_err("nonsense")
        };
        assert_eq!(but(|v| v.size = [0, 1080]), KnownFault::Size([0, 1080]));
        for bend in [f64::NAN, -3.0, f64::INFINITY] {
            let mut view = known();
            view.lens = Some(KnownLens { bend, tiles: 1 });
            assert_eq!(view.check(), Err(KnownFault::Bend), "{bend}");
        }
        for fault in [
            board(|b| b.image_from_lattice.0[1][1] = f64::NAN),
            board(|b| b.image_from_lattice = Homography::new([[0.0; 3]; 3])),
            board(|b| b.image_from_lattice = Homography::scaling(1.0)),
            board(|b| b.image_from_lattice = Homography::translation(1e9, 0.0)),
            board(|b| b.cells.clear()),
            board(|b| b.cells = vec![[0, 0]; 100_000]),
            board(|b| b.cells.push([i32::MIN, i32::MAX])),
            board(|b| b.face_share = -1.0),
        ] {
            assert_eq!(fault, KnownFault::Board);
        }
    }
}
