//! Wooden pieces: the figures that stand on tiles, and the player colours.
//!
//! ```
//! use carcassonne::piece::{Color, FigureKind};
//!
//! assert_eq!("red".parse(), Ok(Color::Red));
//! assert_eq!("mauve".parse::<Color>().unwrap_err().0, "mauve");
//! // A big meeple counts as two where the most win.
//! assert_eq!(FigureKind::BigMeeple.strength(), 2);
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player's wooden colour.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Color {
    Red,
    Blue,
    Yellow,
    Green,
    Black,
    Pink,
}

impl Color {
    /// All six, in the order in which the box lists them.
    pub const ALL: [Self; 6] = [
        Self::Red,
        Self::Blue,
        Self::Yellow,
        Self::Green,
        Self::Black,
        Self::Pink,
    ];

    /// The one spelling used in files, on the command line and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Black => "black",
            Self::Pink => "pink",
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no player colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a player colour; they are red blue yellow green black pink")]
pub struct NotAColor(pub String);

impl std::str::FromStr for Color {
    type Err = NotAColor;

    fn from_str(text: &str) -> Result<Self, NotAColor> {
        Self::ALL
            .into_iter()
            .find(|color| color.name() == text)
            .ok_or_else(|| NotAColor(text.to_owned()))
    }
}

/// What kind of wooden figure or token a piece is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FigureKind {
    Meeple,
    BigMeeple,
    Guard,
    Abbot,
    Ghost,
    Cat,
    Mage,
    Witch,
    Hound,
    Chip,
}

impl FigureKind {
    /// The one spelling used in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Meeple => "meeple",
            Self::BigMeeple => "big_meeple",
            Self::Guard => "guard",
            Self::Abbot => "abbot",
            Self::Ghost => "ghost",
            Self::Cat => "cat",
            Self::Mage => "mage",
            Self::Witch => "witch",
            Self::Hound => "hound",
            Self::Chip => "chip",
        }
    }

    /// Whether it may be a farmer, and so lie: abbots and pieces that belong to nobody never are.
    pub const fn can_lie(self) -> bool {
        matches!(self, Self::Meeple | Self::BigMeeple | Self::Guard)
    }

    /// How many followers it counts as where the most figures win.
    pub const fn strength(self) -> u32 {
        match self {
            Self::BigMeeple => 2,
            _ => 1,
        }
    }
}

/// How a figure is set down. Farmers lie, everyone else stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Pose {
    Standing,
    Lying,
}
