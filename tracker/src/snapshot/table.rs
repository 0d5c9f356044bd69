//! What lies on the table, and who plays: tiles, figures, features, players.

use crate::board::features::{FeatureId, FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::points::expression::Expression;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use serde::Serialize;

/// A tile on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacedTile {
    /// The event that laid it.
    pub event: EventId,
    /// Where.
    pub cell: Cell,
    /// Which face.
    pub face: FaceId,
    /// How it is turned.
    pub rotation: Rotation,
    /// Whether this copy shows a garden, if known.
    pub garden: Option<bool>,
    /// The turn it was laid in; 0 for the start tile and tiles from before watching.
    pub turn: u32,
    /// How sure the reading is, 0 to 1.
    pub confidence: f32,
    /// The frame that first showed it.
    pub frame: Option<u64>,
}

/// A figure on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingFigure {
    /// The event that placed it.
    pub event: EventId,
    /// The tile and segment it stands on.
    pub at: SegmentRef,
    /// What that segment is.
    pub on: FeatureKind,
    /// The connected feature it stands in.
    pub feature: FeatureId,
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Option<Color>,
    /// Farmers lie, everyone else stands.
    pub pose: Pose,
    /// Where on the tile, −0.5…0.5 in the board's frame, if the camera saw it.
    pub foot: Option<[f32; 2]>,
    /// The turn it was placed in.
    pub turn: u32,
    /// Its feature has scored: it belongs back into its owner's supply, where it already counts.
    pub due_home: bool,
    /// How sure the reading is, 0 to 1.
    pub confidence: f32,
    /// The frame that first showed it.
    pub frame: Option<u64>,
}

/// A connected feature.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeatureView {
    /// Its name: its first segment in cell order.
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Every segment of it.
    pub segments: Vec<SegmentRef>,
    /// Whether it can still grow. Fields are always open.
    pub open: bool,
    /// What it is worth now to its owners: as completed if closed, as at the end if open.
    pub value: Expression,
    /// Who would get that; several if tied, none if nobody stands there.
    pub owners: Vec<Color>,
    /// Figures that stand in it.
    pub figures: Vec<EventId>,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerView {
    /// What the others call them.
    pub name: String,
    /// Their wooden colour.
    pub color: Color,
    /// Further colours they play, in a cooperative game of one or two.
    pub also: Vec<Color>,
    /// Place in turn order, from 1.
    pub seat: u8,
    /// Points as on the score track.
    pub score: i32,
    /// Points after the open turn, if it ends as it is.
    pub provisional_score: i32,
    /// Points if the game ended now.
    pub projected_score: i32,
    /// Lowest and highest score over the answers to all open questions.
    pub score_range: (i32, i32),
    /// Lowest and highest score if the game ended now, over the answers to each open question
    /// and the options of each open choice.
    pub projected_range: (i32, i32),
}

impl PlayerView {
    /// All colours they play, the first one first.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        std::iter::once(self.color).chain(self.also.iter().copied())
    }
}
