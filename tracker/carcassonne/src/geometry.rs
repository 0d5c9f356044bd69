//! Where things are on the board: cells, sides, quarter turns and the twelve rim positions.
//!
//! Everything else speaks in these. Conventions are those of the rules dossier "base game",
//! section 1: x grows east, y grows south, a rotation is clockwise quarter turns of the face
//! as it is printed. Nothing here knows pixels or millimetres.
//!
//! ```
//! use carcassonne::geometry::{Cell, Rotation, Side};
//!
//! let start = Cell::new(0, 0);
//! assert_eq!(start.neighbour(Side::North), Cell::new(0, -1));
//! // A face turned clockwise by a quarter shows in the east what is printed in the north.
//! assert_eq!(Side::North.rotated(Rotation::R90), Side::East);
//! assert_eq!(Rotation::R90.then(Rotation::R270), Rotation::R0);
//! assert_eq!(Rotation::try_from(180), Ok(Rotation::R180));
//! assert!(Rotation::try_from(45).is_err());
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cell of the board's square lattice; the start tile lies on the origin.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Cell {
    /// Grows to the east.
    #[serde(deserialize_with = "crate::bounds::coordinate")]
    pub x: i32,
    /// Grows to the south.
    #[serde(deserialize_with = "crate::bounds::coordinate")]
    pub y: i32,
}

impl Cell {
    /// The cell at (`x`, `y`).
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The orthogonal neighbour across `side`.
    pub const fn neighbour(self, side: Side) -> Self {
        let (dx, dy) = side.step();
        self.moved(dx, dy)
    }

    /// Whether a tile of any game may lie there ([`files::limits::FARTHEST_CELL`]).
    pub const fn is_near(self) -> bool {
        let most = files::limits::FARTHEST_CELL.unsigned_abs();
        self.x.unsigned_abs() <= most && self.y.unsigned_abs() <= most
    }

    /// The cell so far to the east and south; the last one where numbers end.
    const fn moved(self, dx: i32, dy: i32) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }

    /// The eight surrounding cells, clockwise from the north-west.
    pub fn surrounding(self) -> [Self; 8] {
        [
            (-1, -1),
            (0, -1),
            (1, -1),
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
        ]
        .map(|(dx, dy)| self.moved(dx, dy))
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// One of the four sides of a tile or cell.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Side {
    North,
    East,
    South,
    West,
}

impl Side {
    /// All sides, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Clockwise index from the north, 0..4.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side facing this one across a seam.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Where this side of a face points once the face is turned.
    pub const fn rotated(self, by: Rotation) -> Self {
        Self::ALL[(self as usize + by.quarter_turns() as usize) % 4]
    }

    /// The step to the neighbouring cell as (dx, dy).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }
}

/// Clockwise quarter turns of a face; written as degrees (0, 90, 180, 270) in files.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(into = "u16", try_from = "u16")]
#[schemars(extend("enum" = [0, 90, 180, 270]))]
#[allow(missing_docs)]
pub enum Rotation {
    #[default]
    R0,
    R90,
    R180,
    R270,
}

/// A rotation in a file that is not a multiple of 90 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rotation is 0, 90, 180 or 270 degrees, not {0}")]
pub struct NotAQuarterTurn(pub u16);

impl Rotation {
    /// All four, in clockwise order.
    pub const ALL: [Self; 4] = [Self::R0, Self::R90, Self::R180, Self::R270];

    /// The rotation by `n` clockwise quarter turns, modulo four.
    pub const fn from_quarter_turns(n: i32) -> Self {
        Self::ALL[n.rem_euclid(4) as usize]
    }

    /// 0..4
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// 0, 90, 180 or 270, clockwise.
    pub const fn degrees(self) -> u16 {
        self as u16 * 90
    }

    /// This turn followed by `other`.
    pub const fn then(self, other: Self) -> Self {
        Self::from_quarter_turns(self as i32 + other as i32)
    }

    /// The turn that undoes this one.
    pub const fn inverse(self) -> Self {
        Self::from_quarter_turns(4 - self as i32)
    }
}

impl From<Rotation> for u16 {
    fn from(rotation: Rotation) -> Self {
        rotation.degrees()
    }
}

impl TryFrom<u16> for Rotation {
    type Error = NotAQuarterTurn;

    fn try_from(degrees: u16) -> Result<Self, NotAQuarterTurn> {
        match degrees {
            0 | 90 | 180 | 270 => Ok(Self::from_quarter_turns(i32::from(degrees / 90))),
            _ => Err(NotAQuarterTurn(degrees)),
        }
    }
}

/// Turns a point about the tile's centre, clockwise.
pub fn turn_point(point: [f32; 2], turn: Rotation) -> [f32; 2] {
    (0..turn.quarter_turns()).fold(point, |[x, y], _| [-y, x])
}

/// One of the twelve rim positions, numbered clockwise from the north-west corner:
/// `NL NM NR EL EM ER SL SM SR WL WM WR`, L and R as seen from the centre looking out
/// (rules dossier "base game", section 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Rim(u8);

/// A text that names no rim position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rim position; they are NL NM NR EL EM ER SL SM SR WL WM WR")]
pub struct NotARimPosition(pub String);

const RIM_NAMES: [&str; 12] = [
    "NL", "NM", "NR", "EL", "EM", "ER", "SL", "SM", "SR", "WL", "WM", "WR",
];

impl Rim {
    /// All twelve, clockwise from the north-west corner.
    pub const ALL: [Self; 12] = {
        let mut all = [Self(0); 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// The position on `side`; `third` is 0 for L, 1 for M, 2 for R.
    pub const fn new(side: Side, third: usize) -> Self {
        assert!(third < 3, "a side has three thirds");
        Self((side as usize * 3 + third) as u8)
    }

    /// 0..12, clockwise from the north-west corner.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side this position lies on.
    pub const fn side(self) -> Side {
        Side::ALL[self.0 as usize / 3]
    }

    /// 0 for L, 1 for M, 2 for R.
    pub const fn third(self) -> usize {
        self.0 as usize % 3
    }

    /// Where this position of a face comes to lie once the face is turned.
    pub const fn rotated(self, by: Rotation) -> Self {
        Self((self.0 + 3 * by.quarter_turns()) % 12)
    }

    /// The position it touches on the neighbour across the seam (NL meets SR, NM SM, NR SL).
    pub const fn across(self) -> Self {
        Self::new(self.side().opposite(), 2 - self.third())
    }
}

impl std::fmt::Display for Rim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(RIM_NAMES[self.index()])
    }
}

impl std::str::FromStr for Rim {
    type Err = NotARimPosition;

    fn from_str(text: &str) -> Result<Self, NotARimPosition> {
        RIM_NAMES
            .iter()
            .position(|&name| name == text)
            .map(|i| Self(i as u8))
            .ok_or_else(|| NotARimPosition(text.to_owned()))
    }
}

impl From<Rim> for String {
    fn from(rim: Rim) -> Self {
        rim.to_string()
    }
}

impl TryFrom<String> for Rim {
    type Error = NotARimPosition;

    fn try_from(text: String) -> Result<Self, NotARimPosition> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_touch_as_the_rules_say() {
        let across = |name: &str| name.parse::<Rim>().unwrap().across().to_string();
        for (a, b) in [
            ("NL", "SR"),
            ("NM", "SM"),
            ("NR", "SL"),
            ("EL", "WR"),
            ("EM", "WM"),
            ("ER", "WL"),
        ] {
            assert_eq!(across(a), b);
            assert_eq!(across(b), a);
        }
    }

    #[test]
    fn a_quarter_turn_moves_north_to_east() {
        assert_eq!(Side::North.rotated(Rotation::R90), Side::East);
        assert_eq!(
            "NL".parse::<Rim>()
                .unwrap()
                .rotated(Rotation::R90)
                .to_string(),
            "EL"
        );
        assert_eq!(
            "WR".parse::<Rim>()
                .unwrap()
                .rotated(Rotation::R90)
                .to_string(),
            "NR"
        );
    }

    #[test]
    fn rotations_form_a_group() {
        for r in Rotation::ALL {
            assert_eq!(r.then(r.inverse()), Rotation::R0);
            assert_eq!(Rotation::try_from(r.degrees()), Ok(r));
        }
        assert!(Rotation::try_from(45).is_err());
    }
}
