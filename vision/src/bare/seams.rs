//! Lets tiles meet that lie edge to edge: one that is half hidden is measured too small or beside its
//! place, and what stands across such a seam would fall apart.
//!
//! Moves corners of tiles that are known. Looks at no picture.

use std::collections::BTreeMap;

use calibration::space::{LatticeOffset, LatticePoint};
use carcassonne::geometry::Cell;

use super::BareTile;
use crate::lattice::Lattice;

/// How far a tile's corner may lie off where it and its neighbours have it on the whole, cells: tiles
/// laid by hand gape by up to 3 mm, half of it each.
const OFF: f64 = 0.035;

/// The tiles with corners that lie too far off their neighbours' set where all have them on the whole.
pub(crate) fn closed(
    tiles: &BTreeMap<Cell, BareTile>,
    lattice: &Lattice,
) -> BTreeMap<Cell, BareTile> {
    let mut closed = tiles.clone();
    let Some(lattice_from_image) = lattice.image_from_lattice.inverse() else {
        return closed;
    };
    let expected = |cell: Cell, i: usize| lattice.square(cell)[i];
    // How far off they have it.
    let off = |cell: Cell, i: usize| -> Option<LatticeOffset> {
        let corner: LatticePoint = lattice_from_image.apply(tiles.get(&cell)?.corners[i]);
        Some(corner - expected(cell, i))
    };
    for (&cell, tile) in &mut closed {
        for i in 0..4 {
            let all: Vec<LatticeOffset> = around_corner(cell, i)
                .into_iter()
                .filter_map(|(cell, i)| off(cell, i))
                .collect();
            let mean = all.iter().copied().sum::<LatticeOffset>() / all.len().max(1) as f64;
            let is_off = off(cell, i).is_some_and(|own| (own - mean).square_length() > OFF * OFF);
            if is_off {
                let meant = expected(cell, i) + mean;
                tile.corners[i] = lattice.image_from_lattice.apply(meant);
            }
        }
    }
    closed
}

/// The four cells that meet in a cell's corner (NW NE SE SW), and which of theirs it is.
fn around_corner(cell: Cell, i: usize) -> [(Cell, usize); 4] {
    let (east, south) = ([0, 1, 1, 0][i], [0, 0, 1, 1][i]);
    let (x, y) = (cell.x + east, cell.y + south);
    [
        (Cell::new(x, y), 0),
        (Cell::new(x - 1, y), 1),
        (Cell::new(x - 1, y - 1), 2),
        (Cell::new(x, y - 1), 3),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::{self, apart, vec2};
    use carcassonne::geometry::Rotation;

    /// With tiles of 100 px.
    fn lattice() -> Lattice {
        Lattice::from_tile(space::square(200.0, 300.0)).unwrap()
    }

    fn two_tiles(lattice: &Lattice) -> BTreeMap<Cell, BareTile> {
        let tile = |cell: Cell| BareTile {
            picture: 0,
            rotation: Rotation::R0,
            corners: lattice
                .square(cell)
                .map(|corner| lattice.image_from_lattice.apply(corner)),
        };
        [Cell::new(0, 0), Cell::new(0, 1)]
            .map(|cell| (cell, tile(cell)))
            .into()
    }

    #[test]
    fn a_tile_measured_too_small_meets_its_neighbour_again() {
        let lattice = lattice();
        let laid = two_tiles(&lattice);
        assert_eq!(closed(&laid, &lattice), laid);
        let mut measured = laid.clone();
        let lower = measured.get_mut(&Cell::new(0, 1)).unwrap();
        for corner in &mut lower.corners[..2] {
            *corner += vec2(0.0, 12.0);
        }
        let met = closed(&measured, &lattice);
        let [upper, lower] = [0, 1].map(|y| met[&Cell::new(0, y)].corners);
        let gapes = |a: usize, b: usize| apart(lower[a], upper[b]);
        let before = gapes(0, 3).max(gapes(1, 2));
        let was = apart(
            laid[&Cell::new(0, 1)].corners[0],
            laid[&Cell::new(0, 0)].corners[3],
        );
        assert!((before - was).abs() < 1e-6, "gapes by {before}, laid {was}");
        // What only one tile tells stays.
        assert_eq!(lower[2], laid[&Cell::new(0, 1)].corners[2]);
    }

    #[test]
    fn tiles_laid_a_bit_apart_stay_so() {
        let lattice = lattice();
        let mut laid = two_tiles(&lattice);
        for corner in &mut laid.get_mut(&Cell::new(0, 1)).unwrap().corners {
            *corner += vec2(1.0, 5.0);
        }
        assert_eq!(closed(&laid, &lattice), laid);
    }
}
