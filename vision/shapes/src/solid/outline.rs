//! The outlines of wooden pieces, mm: x to the right, y up from the foot.
//!
//! Sizes are those of the box where known; shapes are our own. Nothing here has a colour.

use carcassonne::piece::FigureKind;

use super::Body;

/// The solid of a piece. The meeple is 16 mm wide and tall and 10 mm deep, as in the box;
/// the others are our own shapes at the usual sizes.
pub fn body(kind: FigureKind) -> Body {
    let (outline_mm, depth_mm) = match kind {
        FigureKind::Meeple => (mirrored(MEEPLE), 10.0),
        FigureKind::BigMeeple => {
            let mut big = mirrored(MEEPLE);
            big.iter_mut().flatten().for_each(|v| *v *= 1.25);
            (big, 12.0)
        }
        FigureKind::Abbot => (mirrored(ABBOT), 10.0),
        FigureKind::Guard => (GUARD.to_vec(), 10.0),
        FigureKind::Ghost => (mirrored(GHOST), 8.0),
        FigureKind::Cat => (CAT.to_vec(), 8.0),
        FigureKind::Mage => (mirrored(MAGE), 10.0),
        FigureKind::Witch => (mirrored(WITCH), 10.0),
        FigureKind::Hound => (HOUND.to_vec(), 8.0),
        FigureKind::Chip => (mirrored(CHIP), 4.0),
    };
    Body {
        outline_mm: rounded(outline_mm),
        depth_mm,
    }
}

/// A right half, from the top of the head down to the foot, and its mirror image.
fn mirrored(half: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let left = half.iter().rev().filter(|p| p[0] > 0.0);
    let left = left.map(|p| [-p[0], p[1]]);
    half.iter().copied().chain(left).collect()
}

/// Rounds an outline by cutting its corners twice (Chaikin 1974).
fn rounded(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    for _ in 0..2 {
        let around = points.clone();
        points = (0..around.len())
            .flat_map(|i| {
                let (a, b) = (around[i], around[(i + 1) % around.len()]);
                let mix = |t: f64| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                [mix(0.25), mix(0.75)]
            })
            .collect();
    }
    points
}

/// Right halves of the outlines, from the top of the head down to the foot, mm.
const MEEPLE: &[[f64; 2]] = &[
    [0.0, 16.2],
    [1.9, 16.1],
    [3.2, 14.4],
    [3.1, 12.3],
    [2.2, 11.0],
    [3.6, 10.5],
    [7.6, 9.7],
    [8.4, 8.4],
    [7.8, 6.9],
    [5.2, 6.3],
    [4.3, 5.6],
    [5.3, 3.6],
    [7.3, 1.1],
    [7.0, -0.05],
    [5.0, 0.0],
    [2.6, 0.0],
    [1.6, 0.9],
    [0.6, 3.2],
    [0.0, 3.6],
];
const ABBOT: &[[f64; 2]] = &[
    [0.0, 20.6],
    [0.9, 19.8],
    [2.7, 16.8],
    [2.9, 13.8],
    [2.5, 11.8],
    [3.2, 11.0],
    [5.9, 8.8],
    [6.2, 7.0],
    [4.6, 6.4],
    [5.0, 3.0],
    [6.2, 0.6],
    [5.8, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
/// A dome with a fluttering hem.
const GHOST: &[[f64; 2]] = &[
    [0.0, 16.0],
    [2.8, 15.5],
    [4.9, 13.2],
    [5.7, 9.8],
    [6.0, 5.0],
    [6.9, 0.4],
    [5.4, 0.0],
    [4.0, 1.7],
    [2.6, 0.0],
    [1.3, 1.7],
    [0.0, 0.2],
];
/// A tall hat with a narrow brim.
const MAGE: &[[f64; 2]] = &[
    [0.0, 25.0],
    [0.6, 24.2],
    [2.4, 18.0],
    [3.2, 15.0],
    [4.6, 14.4],
    [4.6, 13.7],
    [3.2, 13.2],
    [3.6, 11.6],
    [6.6, 9.6],
    [6.8, 7.2],
    [5.0, 7.0],
    [5.6, 2.6],
    [6.9, 0.4],
    [6.3, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
/// A tall hat with a broad brim.
const WITCH: &[[f64; 2]] = &[
    [0.0, 24.0],
    [0.7, 23.0],
    [2.2, 18.4],
    [2.8, 17.0],
    [7.6, 16.4],
    [7.8, 15.3],
    [3.1, 15.1],
    [3.0, 12.6],
    [2.6, 11.4],
    [5.4, 9.8],
    [6.0, 7.2],
    [4.2, 7.2],
    [5.0, 3.0],
    [6.6, 0.4],
    [6.1, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
const CHIP: &[[f64; 2]] = &[
    [0.0, 15.0],
    [3.0, 14.4],
    [5.6, 12.6],
    [7.2, 9.6],
    [7.4, 7.4],
    [7.2, 5.4],
    [5.6, 2.4],
    [3.0, 0.6],
    [0.0, 0.0],
];
/// The whole outline: broad, in a helmet with a brim, a spear upright in one hand.
const GUARD: &[[f64; 2]] = &[
    [0.0, 17.8],
    [1.4, 17.4],
    [2.9, 15.8],
    [3.2, 14.0],
    [4.7, 13.7],
    [4.7, 12.8],
    [3.0, 12.5],
    [2.7, 11.3],
    [5.6, 11.0],
    [7.6, 10.4],
    [7.9, 10.4],
    [7.9, 18.2],
    [7.0, 18.6],
    [8.7, 23.0],
    [10.4, 18.6],
    [9.5, 18.2],
    [9.5, 0.0],
    [7.9, 0.0],
    [7.9, 7.8],
    [7.0, 6.6],
    [6.6, 3.2],
    [7.3, 0.6],
    [6.9, 0.0],
    [-6.9, 0.0],
    [-7.3, 0.6],
    [-6.6, 3.2],
    [-7.0, 6.6],
    [-8.2, 8.2],
    [-7.6, 10.4],
    [-5.6, 11.0],
    [-2.7, 11.3],
    [-3.0, 12.5],
    [-4.7, 12.8],
    [-4.7, 13.7],
    [-3.2, 14.0],
    [-2.9, 15.8],
    [-1.4, 17.4],
];
/// The whole outline: on four legs, the tail up.
const CAT: &[[f64; 2]] = &[
    [-8.9, 13.6],
    [-7.9, 14.6],
    [-7.0, 13.4],
    [-7.0, 10.2],
    [-5.4, 9.2],
    [-1.0, 8.8],
    [2.4, 9.3],
    [3.3, 11.0],
    [3.2, 15.0],
    [5.0, 13.0],
    [6.5, 13.0],
    [8.3, 15.0],
    [8.5, 11.2],
    [7.6, 8.9],
    [5.9, 7.8],
    [5.7, 4.0],
    [6.0, 0.0],
    [3.8, 0.0],
    [3.3, 4.0],
    [-3.4, 4.3],
    [-4.0, 0.0],
    [-6.3, 0.0],
    [-6.3, 4.6],
    [-7.0, 7.6],
    [-8.7, 9.4],
];
/// The whole outline: on four legs, the tail low.
const HOUND: &[[f64; 2]] = &[
    [-9.0, 9.6],
    [-8.2, 12.4],
    [-6.2, 13.0],
    [-5.6, 10.8],
    [2.0, 10.2],
    [4.2, 13.4],
    [5.4, 11.8],
    [8.8, 10.8],
    [9.0, 9.2],
    [6.6, 8.4],
    [6.2, 5.4],
    [6.4, 0.6],
    [6.0, 0.0],
    [4.2, 0.0],
    [3.8, 4.6],
    [-2.6, 4.6],
    [-3.6, 0.0],
    [-5.4, 0.0],
    [-5.8, 0.6],
    [-6.4, 6.0],
    [-7.4, 8.8],
];
