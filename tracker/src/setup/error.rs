//! Why a set-up cannot be used.

use crate::rules::Expansion;
use crate::rules::ruling::RulingError;
use carcassonne::catalogue::FaceId;
use carcassonne::piece::Color;

/// A set-up that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text is no TOML of the right shape.
    #[error("the set-up is not readable: {0}")]
    Unreadable(String),
    /// A key of the inline form that does not exist.
    #[error(
        "`{0}` is not a set-up key; they are modules players start two_tile_city farmers unplaceable_tile meeples claims_at_once large_followers map parts bag aids pictures, for mists level target ghosts first_hound second_hound confirmed, and the rulings of the modules"
    )]
    UnknownKey(String),
    /// A value that a key cannot have.
    #[error("`{value}` is not a value of `{key}`; expected {expected}")]
    BadValue {
        /// Which key.
        key: String,
        /// What was written.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Two players share a colour.
    #[error("two players play {0}")]
    SameColor(Color),
    /// Two modules that exclude each other.
    #[error("{} and {} are two ways to play; play one of them", .0.name(), .1.name())]
    Apart(Expansion, Expansion),
    /// The bag cannot be filled like that.
    #[error("the bag: {0}")]
    Bag(String),
    /// The start tile is no tile of this game.
    #[error("the game has no tile `{0}` to begin with; expected `seen` or a face such as `D`")]
    UnknownStart(FaceId),
    /// A ruling has no such answer.
    #[error(transparent)]
    Ruling(#[from] RulingError),
    /// A module's own table lacks an answer or contradicts another.
    #[error("{module}: {what}")]
    Module {
        /// Which module.
        module: &'static str,
        /// What is wrong and how to mend it.
        what: String,
    },
}

/// A key with a value that it cannot have.
pub(super) fn bad(key: &str, value: &str, expected: &'static str) -> SetupError {
    SetupError::BadValue {
        key: key.to_owned(),
        value: value.to_owned(),
        expected,
    }
}
