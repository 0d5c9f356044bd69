//! Which tile is which face, all at once: no face more often than the box has it, and altogether
//! as likely as can be (Kuhn–Munkres). And what it would cost to be wrong about one.

use ndarray::Array2;
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;

/// Units of cost are whole numbers to the solver.
const GRAIN: f64 = 1000.0;

/// Faces by number, `None` for a tile that the box has no place for.
pub(super) struct Assignment {
    pub(super) faces: Vec<Option<usize>>,
    pub(super) cost: f64,
}

/// The cheapest assignment of tiles (rows) to faces (columns) with so many copies each; a tile
/// that is none of them costs `stranger` more than its cheapest face.
pub(super) fn assign(costs: &Array2<f64>, copies: &[usize], stranger: f64) -> Assignment {
    let (tiles, _) = costs.dim();
    let slots: Vec<usize> = copies
        .iter()
        .enumerate()
        .flat_map(|(face, copies)| std::iter::repeat_n(face, *copies))
        .collect();
    let cheapest = |tile: usize| {
        let row = costs.row(tile);
        row.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let mut weights = Vec::with_capacity(tiles * (slots.len() + tiles));
    for tile in 0..tiles {
        let own = costs.row(tile);
        let worst = cheapest(tile) + stranger;
        let units = |cost: f64| (cost * GRAIN) as i64;
        weights.extend(slots.iter().map(|face| units(own[*face])));
        weights.extend((0..tiles).map(|_| units(worst)));
    }
    let Ok(weights) = Matrix::from_vec(tiles, slots.len() + tiles, weights) else {
        return Assignment {
            faces: vec![None; tiles],
            cost: f64::INFINITY,
        };
    };
    let (cost, places) = kuhn_munkres_min(&weights);
    let faces = places.iter().map(|place| slots.get(*place).copied());
    Assignment {
        faces: faces.collect(),
        cost: cost as f64 / GRAIN,
    }
}

/// How much dearer everything becomes if a tile (row) is a face (column) other than the one it was
/// assigned to: directly, and by those that must make way.
pub(super) fn dearer(
    costs: &Array2<f64>,
    faces: &[Option<usize>],
    copies: &[usize],
) -> Array2<f64> {
    let (tiles, kinds) = costs.dim();
    // Making room on a face: one of its tiles goes to another, which makes room again, until there
    // is room. Shortest ways over faces (Floyd–Warshall); `kinds` is where room is to spare.
    let spare = kinds;
    let mut way = Array2::from_elem((kinds + 1, kinds + 1), 1e6);
    for face in 0..=kinds {
        way[[face, face]] = 0.0;
    }
    for (tile, face) in faces.iter().enumerate() {
        let Some(face) = *face else { continue };
        for other in 0..kinds {
            let step = costs[[tile, other]] - costs[[tile, face]];
            way[[face, other]] = step.min(way[[face, other]]);
        }
    }
    for face in 0..kinds {
        let used = faces.iter().filter(|f| **f == Some(face)).count();
        if used < copies[face] {
            way[[face, spare]] = 0.0;
        }
    }
    for over in 0..=kinds {
        for from in 0..=kinds {
            for to in 0..=kinds {
                let around = way[[from, over]] + way[[over, to]];
                if around < way[[from, to]] {
                    way[[from, to]] = around;
                }
            }
        }
    }
    let mut dearer = Array2::zeros((tiles, kinds));
    for tile in 0..tiles {
        for other in 0..kinds {
            let (own, room) = match faces[tile] {
                Some(face) => (
                    costs[[tile, face]],
                    way[[other, face]].min(way[[other, spare]]),
                ),
                None => (
                    costs
                        .row(tile)
                        .iter()
                        .copied()
                        .fold(f64::INFINITY, f64::min),
                    way[[other, spare]],
                ),
            };
            if faces[tile] != Some(other) {
                dearer[[tile, other]] = (costs[[tile, other]] - own + room).max(0.0);
            }
        }
    }
    dearer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_face_is_named_more_often_than_the_box_has_it() {
        // Three tiles look like the first face, of which there are two.
        let costs = ndarray::array![[0.0, 9.0], [0.0, 2.0], [0.0, 5.0]];
        let named = assign(&costs, &[2, 1], 50.0);
        assert_eq!(named.faces, [Some(0), Some(1), Some(0)]);
        assert!((named.cost - 2.0).abs() < 1e-6);
        // The third could be the second face if the second made way.
        let dearer = dearer(&costs, &named.faces, &[2, 1]);
        assert!((dearer[[2, 1]] - 3.0).abs() < 1e-6, "{dearer}");
        let none_left = assign(&costs, &[2, 0], 50.0);
        assert_eq!(none_left.faces.iter().filter(|f| f.is_none()).count(), 1);
    }
}
