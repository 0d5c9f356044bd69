//! Ghosts and the animals of the mist: where they can be.
//!
//! Vocabulary of the sheets "Mists over Carcassonne", "Ghosts, castles and cemeteries" and
//! "Spell circles", spoken by events, choices and snapshots. What is allowed stands in
//! [`crate::rules`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::EventId;
use carcassonne::geometry::Cell;

/// Where ghosts can be.
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
#[serde(rename_all = "snake_case")]
pub enum GhostPlace {
    /// The general supply, or the stock beside Eloise's.
    #[default]
    Supply,
    /// The stock in front of Eloise while she is not in play.
    CatStock,
    /// On the mist of a tile.
    Mist {
        /// The tile.
        cell: Cell,
        /// The mist segment's number on its face.
        part: usize,
    },
    /// In the spell circles of a tile, one ghost in each.
    Circle {
        /// The tile.
        cell: Cell,
        /// The number on its face of the mist segment that shows the circles.
        part: usize,
    },
    /// On a cemetery.
    Cemetery {
        /// The tile.
        cell: Cell,
    },
    /// Beside a meeple.
    Beside {
        /// The event that placed the meeple.
        figure: EventId,
    },
}

impl GhostPlace {
    /// Whether a ghost there stands on the board.
    pub const fn is_on_board(self) -> bool {
        !matches!(self, Self::Supply | Self::CatStock)
    }

    /// The tile it names; `None` off the board and beside a meeple.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Mist { cell, .. } | Self::Circle { cell, .. } | Self::Cemetery { cell } => {
                Some(cell)
            }
            Self::Supply | Self::CatStock | Self::Beside { .. } => None,
        }
    }
}

/// Some of the ghosts at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GhostCount {
    /// Where.
    pub place: GhostPlace,
    /// How many.
    pub count: u8,
}

/// An animal that accompanies a meeple.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Companion {
    /// The first hound.
    Rufus,
    /// The second hound.
    Ronja,
    /// The cat of the spell circles.
    Eloise,
}
