//! What one cell of the board looks like.

use calibration::space::{ImageCorners, LatticeOffset, apart};
use carcassonne::catalogue::{BACK, FaceId};

use crate::lattice::outline::side_of;
use crate::tiles::model::{Match, Rest};

/// What one cell looks like.
#[derive(Clone, Debug)]
pub struct CellReading {
    /// One match per face and rotation against the lattice, best first.
    pub ranked: Vec<Match>,
    /// How much it looks like any known tile, −1…1.
    pub likeness: f32,
    /// How well the best match explains it.
    pub rest: Rest,
    /// Where the tile lies: offset of its centre from the lattice point, in cells.
    pub offset: LatticeOffset,
    /// Something has come to stand on it: what it is and where it lies was told by an earlier look.
    pub covered: bool,
    /// The free part, if it was read by that alone.
    pub part: Option<FreePart>,
    /// Corners NW NE SE SW in the picture where it was read, pixels.
    pub corners: ImageCorners,
    /// The same where it was looked for.
    pub expected: ImageCorners,
}

/// The part of a tile that nothing hides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreePart {
    /// Its share of the tile, 0…1.
    pub share: f32,
    /// Log ratio of tile to table of its colours, −3…3.
    pub colour: f32,
}

/// How far from where it is expected a tile may have been read for the reading to hold, as a
/// share of its side: three steps of the finest search.
const SETTLED: f64 = 0.06;
/// The same of where it was looked for: another look would come to the same. On a photograph two tiles
/// of forty were found only as they were looked for again, a few hundredths aside.
const SAME: f64 = 0.01;

/// Whether what was read at one place holds at the other.
pub(crate) fn is_settled(read: &ImageCorners, expected: &ImageCorners) -> bool {
    farthest(read, expected) < SETTLED * side_of(expected)
}

/// How far the corner is moved that is moved farthest, pixels.
fn farthest(from: &ImageCorners, to: &ImageCorners) -> f64 {
    let pairs = from.iter().zip(to);
    pairs.map(|(a, b)| apart(*a, *b)).fold(0.0, f64::max)
}

impl CellReading {
    /// Whether it holds where the cell is now expected: it was read there, or looked for there.
    pub(crate) fn is_settled(&self, expected: &ImageCorners) -> bool {
        is_settled(&self.corners, expected)
            || farthest(&self.expected, expected) < SAME * side_of(expected)
    }

    /// Whether it looks like a tile's back.
    pub(crate) fn shows_back(&self) -> bool {
        let best = self.ranked.first();
        best.is_some_and(|best| best.face.as_str() == BACK)
    }

    /// Whether it looks most like one of these.
    pub(crate) fn shows_one_of(&self, faces: &[FaceId]) -> bool {
        let best = self.ranked.first();
        best.is_some_and(|best| faces.contains(&best.face))
    }

    /// By how much a difference of two matches' log-likelihoods is to be divided to be one of
    /// probabilities.
    ///
    /// Features of one picture are far from independent, and the less of a tile its best face
    /// explains, the more of any difference is chance.
    pub fn temperature(&self) -> f32 {
        PER_MISFIT * self.rest.misfit.max(0.0).sqrt().max(1.0)
    }
}

/// [`CellReading::temperature`] per square root of misfit. Chosen so that stated confidence matches
/// how often readings are right: over 649 single readings of drawn boards in mixed poses and
/// lights what is said is off least at 0.7 to 0.8, whether the pack shows the tiles' own print or
/// another artwork (`unknown_report`, seeds 3001 to 3012 and 3101 to 3108, with `--whole` 3201 to 3210
/// and 3301 to 3308): by 2.4 % and 5.9 % here, by 2.6 % and 8.1 % with the best single temperature for
/// all misfits. The upper end, since other artworks are named too surely even so.
const PER_MISFIT: f32 = 0.8;

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::{square, vec2};

    /// Of a tile of 100 px that was found 10 px aside of where it was looked for.
    #[test]
    fn a_reading_holds_where_it_was_read_or_looked_for_and_nowhere_else() {
        let expected: ImageCorners = square(0.0, 100.0);
        let aside = |x: f64| expected.map(|corner| corner + vec2(x, 0.0));
        let reading = CellReading {
            ranked: Vec::new(),
            likeness: 0.5,
            rest: Rest {
                misfit: 700.0,
                strangeness: 0.0,
            },
            offset: LatticeOffset::zero(),
            covered: false,
            part: None,
            corners: aside(10.0),
            expected,
        };
        let holds = [0.0, 0.5, 10.0, 15.0].map(aside);
        assert!(holds.iter().all(|at| reading.is_settled(at)));
        // Looked for from there, more of the cell comes into reach.
        let not = [3.0, -3.0, 17.0].map(aside);
        assert!(!not.iter().any(|at| reading.is_settled(at)));
    }
}
