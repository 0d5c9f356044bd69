//! What the board shows, and what a person did on it.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::piece::{Color, FigureKind, Pose};
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::log::ghost::GhostPlace;
use tracker::snapshot::{FigurePlace, Snapshot};

use super::held::Held;
use crate::text::Words;

/// How far from its foot a figure is meant by a click, tile sides: the half of its picture.
pub(super) const REACH: f32 = 0.18;

/// What to show.
pub struct Scene<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// Segments to light up.
    pub lit: &'a [SegmentRef],
    /// The tile in hand.
    pub held: Option<&'a Held>,
    /// Places to offer for a figure.
    pub spots: &'a [FigurePlace],
    /// Whose figure would go there.
    pub spot_color: Option<Color>,
    /// Options of an open choice that are about one place each.
    pub options: &'a [OptionSpot],
    /// Squares that a chip can be laid on.
    pub chips: &'a [(Cell, Option<ChipColor>)],
    /// Gaps that can be looked into.
    pub gaps: &'a [Cell],
    /// The gap that is being looked into.
    pub gap: Option<Cell>,
    /// The cell an open question is about.
    pub asked: Option<Cell>,
    /// Whether to show the borders of all fields.
    pub fields: bool,
    /// The words.
    pub words: Words,
}

/// What a person did on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reaction {
    /// The place under the pointer where the tile in hand fits.
    pub over: Option<Cell>,
    /// A click there.
    pub lay: Option<Cell>,
    /// A click on a place for a figure.
    pub put: Option<FigurePlace>,
    /// A click on a square for a chip.
    pub chip: Option<(Cell, Option<ChipColor>)>,
    /// The option of a choice under the pointer, by its number in the choice.
    pub over_option: Option<usize>,
    /// A click on an option of a choice, by its number in the choice.
    pub choose: Option<usize>,
    /// A click on a tile or figure, by the event that brought it.
    pub doubt: Option<EventId>,
    /// A click on a gap.
    pub gap: Option<Cell>,
    /// A tile or figure that was dragged to where it really is.
    pub moved: Option<Moved>,
    /// The feature under the pointer, to be lit up from now on.
    pub feature: Vec<SegmentRef>,
}

impl<'a> Scene<'a> {
    /// A board that is only looked at.
    pub fn still(snapshot: &'a Snapshot, lit: &'a [SegmentRef], words: Words) -> Self {
        Self {
            snapshot,
            lit,
            held: None,
            spots: &[],
            spot_color: None,
            options: &[],
            chips: &[],
            gaps: &[],
            gap: None,
            asked: None,
            fields: false,
            words,
        }
    }
}

/// How a figure is set down there: farmers lie.
pub fn pose_on(spot: &FigurePlace) -> Pose {
    if spot.on == tracker::board::features::FeatureKind::Field {
        Pose::Lying
    } else {
        Pose::Standing
    }
}

/// An option of a choice that is about one place.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionSpot {
    /// Its number in the choice.
    pub option: usize,
    /// Where.
    pub place: Place,
    /// What would stand there, or nothing if something there is only chosen.
    pub piece: Option<(FigureKind, Option<Color>)>,
    /// The tile that would lie there.
    pub tile: Option<(FaceId, Rotation)>,
    /// What it does, in words.
    pub label: String,
    /// Whether the pointer is on the same option elsewhere.
    pub lit: bool,
}

/// A place that an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A segment.
    Segment(SegmentRef),
    /// A figure on the board, by the event that placed it.
    Figure(EventId),
    /// Where ghosts stand or come to stand.
    Ghosts(GhostPlace),
    /// A cell that a tile is laid on.
    Cell(Cell),
}

/// What is held while it is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grab {
    /// The tile that this event laid.
    Tile(EventId),
    /// The figure that this event placed.
    Figure(EventId),
}

/// Where it was let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// That tile lies there.
    Tile(EventId, Cell),
    /// That figure stands there.
    Figure(EventId, SegmentRef),
}
