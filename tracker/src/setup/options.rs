//! The table options of the base game, and those of the expansions beside them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_default;
use crate::rules::ruling::Rulings;

/// Table options of the base game, by readable names.
/// Each may also be written by its number (`B1 = 2`). B5 is the module `abbot`; B4 (several
/// scorings of a turn go clockwise around its tile) and B6 are not offered. Those of the
/// expansions are [`Options::rulings`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Options {
    /// B1: what a completed city of two tiles pays, 4 (third edition) or 2 (older ones; a coat
    /// of arms in it then adds 1 instead of 2).
    #[serde(alias = "B1")]
    pub two_tile_city: u8,
    /// B2: whether meeples may be placed as farmers.
    #[serde(alias = "B2")]
    pub farmers: bool,
    /// B3: what becomes of a drawn tile that fits nowhere.
    #[serde(alias = "B3")]
    pub unplaceable_tile: UnplaceableTile,
    /// Meeples in each player's supply at the start, the scoring meeple not counted.
    pub meeples: u8,
    /// What is taken for granted when a tile finishes something nobody stood on and no meeple was
    /// seen: players often move on the track without putting it down.
    #[serde(skip_serializing_if = "is_default")]
    pub claims_at_once: ClaimsAtOnce,
    /// The rulings of the expansions, by name or number.
    #[serde(flatten)]
    pub rulings: Rulings,
}

impl Default for Options {
    /// Third edition.
    fn default() -> Self {
        Self {
            two_tile_city: 4,
            farmers: true,
            unplaceable_tile: UnplaceableTile::Removed,
            meeples: 7,
            claims_at_once: ClaimsAtOnce::Ask,
            rulings: Rulings::default(),
        }
    }
}

/// Whether what a tile finishes is taken to be claimed by whoever laid it although no meeple was
/// seen there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimsAtOnce {
    /// That is asked.
    #[default]
    Ask,
    /// It always is, by a meeple, unless a figure is seen elsewhere on the tile.
    Always,
    /// It never is: at this table meeples are put down long enough to be seen.
    Never,
}

impl ClaimsAtOnce {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Always, Self::Never];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// What becomes of a drawn tile that fits nowhere (ruling B3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnplaceableTile {
    /// It leaves the game.
    #[default]
    Removed,
    /// It is shuffled back in and still counts as left.
    PutBack,
}
