//! How a game stands and ends, and what was refused.

use crate::board::features::{FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::RuleFault;
use carcassonne::piece::FigureKind;
use serde::Serialize;

/// The team of a cooperative game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamView {
    /// Points on the track; where every colour scores for itself, the lowest of them.
    pub score: i32,
    /// Points after the open turn, if it ends as it is.
    pub provisional_score: i32,
    /// Points to reach.
    pub target: i32,
}

/// How a cooperative game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The target is reached.
    Won,
    /// More ghosts were due than are left.
    NoGhostsLeft,
    /// A tile must be drawn and none is left.
    NoTilesLeft,
}

/// An event without effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rejected {
    /// Which one.
    pub event: EventId,
    /// Why.
    pub fault: RuleFault,
}

/// A segment that may be claimed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FigurePlace {
    /// Which piece.
    pub figure: FigureKind,
    /// Which segment of the newest tile.
    pub at: SegmentRef,
    /// What the segment is.
    pub on: FeatureKind,
}
