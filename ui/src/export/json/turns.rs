//! What a record comes to turn by turn: the tile laid, the figures put, the points given.

use std::collections::BTreeMap;

use carcassonne::piece::{Color, FigureKind, Pose};
use serde::Serialize;
use tracker::board::features::FeatureKind;
use tracker::log::ghost::GhostPlace;
use tracker::rules::Game;
use tracker::snapshot::{Reminder, ScoreReason};

/// Points per player.
pub type Scores = BTreeMap<&'static str, i32>;

/// A tile on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct TileReport {
    /// 0 for the start tile.
    pub turn: u32,
    pub x: i32,
    pub y: i32,
    pub face: String,
    pub rotation: u16,
    /// The first still frame that showed it; absent for tiles laid by hand in the program.
    pub at_frame: Option<u64>,
}

/// What a figure stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Ground {
    /// A feature of its tile.
    Feature(FeatureKind),
    /// Something else of it.
    Other(&'static str),
}

impl Ground {
    /// The one spelling used in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Feature(kind) => kind.name(),
            Self::Other(name) => name,
        }
    }

    /// Where a ghost or an animal stands.
    pub(super) fn of(game: &Game, place: GhostPlace) -> Self {
        let host = |figure| {
            let at = game.figure(figure)?.at;
            Some(Self::Feature(game.features().at(at)?.kind))
        };
        match place {
            GhostPlace::Circle { .. } => Self::Other("circle"),
            GhostPlace::Cemetery { .. } => Self::Feature(FeatureKind::Cemetery),
            GhostPlace::Beside { figure } => host(figure).unwrap_or(Self::Other("tile")),
            GhostPlace::Mist { .. } => Self::Other("tile"),
            GhostPlace::Supply | GhostPlace::CatStock => Self::Other("table"),
        }
    }
}

/// A figure that stood on the board at some time; ghosts and animals once for each place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct FigureReport {
    pub turn: u32,
    pub kind: FigureKind,
    pub color: Option<Color>,
    pub pose: Pose,
    pub x: i32,
    pub y: i32,
    pub on: Ground,
    pub placed_at_frame: Option<u64>,
    /// Absent while it stands.
    pub taken_at_frame: Option<u64>,
    /// Whether it still stands.
    pub standing: bool,
}

/// Points given to one player at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ScoredReport {
    pub player: &'static str,
    pub points: i32,
    pub expression: String,
    pub reason: ScoreReason,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReport {
    /// From 1; 0 holds what was there before the first turn.
    pub turn: u32,
    /// Whose turn it was, if anything showed it.
    pub player: Option<Color>,
    /// The tile laid in it.
    pub tile: Option<TileReport>,
    /// Figures placed in it.
    pub figures: Vec<FigureReport>,
    /// Points given at its end.
    pub scored: Vec<ScoredReport>,
    /// All scores after it.
    pub scores: Scores,
    /// What players had to remember when it was about to end; added by whoever can ask a
    /// tracker.
    pub reminders: Vec<Reminder>,
}
