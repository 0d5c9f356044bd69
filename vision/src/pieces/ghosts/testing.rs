//! A made-up board for the tests of this folder: tiles of one colour, looked at from above.

use std::collections::BTreeMap;

use calibration::space;
use carcassonne::geometry::{Cell, Rotation};
use opencv::core::{Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::Board;
use super::target::blank;
use crate::bare::pixels;
use crate::bare::raster::{CELL_PX, Raster};
use crate::bare::{BareTile, TableLight};
use crate::lattice::Lattice;
use crate::pieces::silhouette::Silhouettes;

/// Tiles of one colour.
pub(super) struct Meadow {
    pub(super) raster: Raster,
    pub(super) tiles: BTreeMap<Cell, BareTile>,
}

impl Meadow {
    pub(super) fn of(cells: impl IntoIterator<Item = Cell>) -> Self {
        let side = f64::from(CELL_PX);
        let corners = space::square(2.0 * side, 3.0 * side);
        let lattice = Lattice::from_tile(corners).expect("a lattice");
        let tile = |cell: Cell| BareTile {
            picture: 0,
            rotation: Rotation::R0,
            corners: lattice.corners(cell),
        };
        let tiles: BTreeMap<_, _> = cells.into_iter().map(|cell| (cell, tile(cell))).collect();
        Self {
            raster: Raster::from_above(&lattice, tiles.keys()).expect("a raster"),
            tiles,
        }
    }

    /// A picture of one colour (Lab), as large as the raster.
    pub(super) fn plain(&self, [l, a, b]: [f64; 3]) -> Mat {
        plain(self.raster.size, [l, a, b])
    }

    /// Asks the board that is seen so and would look so bare.
    pub(super) fn seen<T>(
        &self,
        [seen, bare]: [&Mat; 2],
        silhouettes: &Silhouettes<pixels::Raster>,
        ask: impl FnOnce(&Board) -> T,
    ) -> T {
        let mut known = blank(Rect::new(0, 0, seen.cols(), seen.rows())).expect("a mask");
        for cell in self.tiles.keys() {
            let (tile, white) = (self.raster.rect(*cell, 0), Scalar::all(255.0));
            let filled = imgproc::FILLED;
            imgproc::rectangle(&mut known, tile, white, filled, imgproc::LINE_8, 0).expect("drawn");
        }
        let light = TableLight::of(bare, bare, &known).expect("a light");
        ask(&Board {
            raster: &self.raster,
            tiles: &self.tiles,
            seen,
            bare,
            known: &known,
            light: &light,
            silhouettes,
        })
    }
}

/// A picture of one colour (Lab).
pub(super) fn plain(size: Size, [l, a, b]: [f64; 3]) -> Mat {
    let colour = Scalar::new(l, a, b, 0.0);
    Mat::new_size_with_default(size, opencv::core::CV_32FC3, colour).expect("a picture")
}
