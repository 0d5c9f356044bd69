//! Which sides of tiles lie along each other.

use calibration::space::{apart, middle};

use super::quads::{Quad, side};
use super::tile::Tile;

/// How far corners of sides that meet may be apart, share of a tile's side: tiles laid by hand and
/// cut out of a photograph.
const REACH: f64 = 0.2;

/// Two sides that lie along each other, clockwise from the top of each cut-out picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Numbers of the tiles.
    pub tiles: [usize; 2],
    /// Which side of each.
    pub sides: [usize; 2],
}

impl Meeting {
    /// The rows of the two sides where each tile has four.
    pub(super) fn rows(&self) -> [usize; 2] {
        [0, 1].map(|n| self.tiles[n] * 4 + self.sides[n])
    }
}

/// All sides that lie along each other, tiles of one photograph.
pub(super) fn meetings(tiles: &[Tile]) -> Vec<Meeting> {
    let mut found = Vec::new();
    for (b, other) in tiles.iter().enumerate() {
        for (a, one) in tiles[..b].iter().enumerate() {
            if one.cutout.photo != other.cutout.photo {
                continue;
            }
            let sides = along(&one.corners_px, &other.corners_px);
            found.extend(sides.map(|sides| Meeting {
                tiles: [a, b],
                sides,
            }));
        }
    }
    found
}

/// The sides that lie along each other, if any do.
fn along(a: &Quad, b: &Quad) -> Option<[usize; 2]> {
    let reach = REACH * side(a).min(side(b));
    if apart(middle(a), middle(b)) > 2.0 * side(a) {
        return None;
    }
    let mut pairs = (0..4).flat_map(|i| (0..4).map(move |j| [i, j]));
    let fits = |[i, j]: &[usize; 2]| {
        let far = apart(a[*i], b[(j + 1) % 4]).max(apart(a[(i + 1) % 4], b[*j]));
        far < reach
    };
    pairs.find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::{self, ImagePoint, vec2};

    #[test]
    fn sides_meet_however_the_tiles_are_turned() {
        let square = |x: f64, y: f64| -> Quad {
            space::square(0.0, 50.0).map(|corner: ImagePoint| corner + vec2(x, y))
        };
        let mut beside = square(52.0, 3.0);
        assert_eq!(along(&square(0.0, 0.0), &beside), Some([1, 3]));
        beside.rotate_left(1);
        assert_eq!(along(&square(0.0, 0.0), &beside), Some([1, 2]));
        assert_eq!(along(&square(0.0, 0.0), &square(1.0, -51.0)), Some([0, 2]));
        // Half a tile off, or one tile away, they do not.
        assert_eq!(along(&square(0.0, 0.0), &square(51.0, 25.0)), None);
        assert_eq!(along(&square(0.0, 0.0), &square(70.0, 0.0)), None);
    }
}
