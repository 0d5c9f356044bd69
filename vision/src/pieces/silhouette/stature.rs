//! How large the pieces of this set are, which tells a big meeple from a meeple: both have one
//! shape, and sets and editions differ in size by as much as the two do.
//!
//! Nearly all figures of a game are meeples, so the usual size is theirs. Beside
//! [`crate::pieces::silhouette`], which finds place, pose and size of one piece; knows no picture.

use carcassonne::piece::FigureKind;

use crate::pieces::silhouette::Fit;

/// A big meeple's sides as a share of a meeple's.
const BIG: f64 = 1.25;
/// Size of a set's pieces, as a share of our own shapes, as long as too few were seen: between
/// the drawn table's and those of films and photographs.
const USUAL: f64 = 0.93;
/// So many pieces tell the set's own size.
const ENOUGH: usize = 3;
/// How far the size of one piece is read off, as a share of it …
const SPREAD: f64 = 0.06;
/// … and the overlap that such a difference is worth; no difference is worth more than the last.
const COST: f64 = 0.02;
const MAX_COST: f64 = 0.2;

/// Whether size alone tells some of these kinds apart.
pub fn matters(kinds: &[FigureKind]) -> bool {
    [FigureKind::Meeple, FigureKind::BigMeeple]
        .iter()
        .all(|kind| kinds.contains(kind))
}

/// The usual size of this set's pieces, from those that were read.
pub fn usual(read: impl Iterator<Item = (FigureKind, Fit)>) -> f64 {
    // Each as if it were a meeple: the rare big ones do not move the median.
    let mut sizes: Vec<f64> = read
        .filter_map(|(kind, fit)| match kind {
            FigureKind::Meeple => Some(fit.size),
            FigureKind::BigMeeple => Some(fit.size * BIG),
            _ => None,
        })
        .collect();
    if sizes.len() < ENOUGH {
        return USUAL;
    }
    sizes.sort_by(f64::total_cmp);
    sizes[(sizes.len() - 1) / 2]
}

/// What it costs, in overlap, to be of such a size in a set of that usual size.
pub fn cost(fit: &Fit, usual: f64) -> f64 {
    let off = (fit.size / usual - 1.0) / SPREAD;
    (COST * off * off).min(MAX_COST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::silhouette::Turn;
    use calibration::space::LatticePoint;

    fn fit(size: f64) -> Fit {
        Fit {
            overlap: 0.9,
            foot: LatticePoint::origin(),
            size,
            turn: Turn {
                deg: 0.0,
                mirrored: false,
            },
        }
    }

    #[test]
    fn most_pieces_are_meeples_and_tell_the_sets_size() {
        use FigureKind::{Abbot, BigMeeple, Meeple};
        let few = [(Meeple, fit(0.8)), (Abbot, fit(1.1))];
        assert_eq!(usual(few.into_iter()), USUAL);
        let set = [0.79, 0.8, 0.82].map(|size| (Meeple, fit(size)));
        let big = [(BigMeeple, fit(0.8)), (Meeple, fit(1.0))];
        let usual = usual(set.into_iter().chain(big));
        assert_eq!(usual, 0.82);
        // What covers as much as a meeple of size 1 is a big one in a set of small pieces.
        assert!(cost(&fit(0.8), usual) + 0.05 < cost(&fit(1.0), usual));
    }
}
