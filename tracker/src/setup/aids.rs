//! What a table wants of the program itself: which pictures are kept, and what it may help with.
//! Neither changes a rule or a point.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SetupError, bad};

/// What is kept of the pictures of a game, on the machine that watches it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Pictures {
    /// Nothing.
    None,
    /// The surroundings of each thing the camera noted.
    #[default]
    Evidence,
    /// That, and the whole board after each turn.
    All,
}

impl Pictures {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::None, Self::Evidence, Self::All];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Evidence => "evidence",
            Self::All => "all",
        }
    }
}

impl std::str::FromStr for Pictures {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let found = Self::ALL.into_iter().find(|what| what.name() == text);
        found.ok_or_else(|| bad("pictures", text, "none, evidence or all"))
    }
}

/// What the program may help with at this table. They change no rule and no point: what was
/// seen, the points and what the rules ask for are always told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aids {
    /// What everybody would have if the game ended now.
    pub projection: bool,
    /// What each option of a choice leads to.
    pub effects: bool,
    /// What a player could do but need not.
    pub hints: bool,
    /// A card with each rule when it first applies.
    pub rule_cards: bool,
    /// Which tiles are left, and which of them fit where.
    pub tiles_left: bool,
    /// The borders of all fields over board and picture.
    pub field_borders: bool,
}

impl Default for Aids {
    /// All of them.
    fn default() -> Self {
        Self {
            projection: true,
            effects: true,
            hints: true,
            rule_cards: true,
            tiles_left: true,
            field_borders: true,
        }
    }
}

impl Aids {
    /// None of them, for tables that want no hints.
    pub const PURIST: Self = Self {
        projection: false,
        effects: false,
        hints: false,
        rule_cards: false,
        tiles_left: false,
        field_borders: false,
    };
}
