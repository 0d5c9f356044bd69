//! What the tracker asks, and where table and board disagree.

use crate::board::PlacementFault;
use crate::board::features::{FeatureKind, SegmentRef};
use crate::event::{EventId, EventKind};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use serde::{Deserialize, Serialize};

/// Names a question as long as it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QuestionId(pub u64);

/// A doubt that matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Its name.
    pub id: QuestionId,
    /// What it is about.
    pub about: About,
    /// The cell to show.
    pub cell: Cell,
    /// The frame to show.
    pub frame: u64,
    /// The answers, likeliest first.
    pub guesses: Vec<Guess>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Which tile lies there?
    WhichTile,
    /// On which feature does this figure stand, or whose is it?
    WhichFigure,
    /// Why is this figure gone although its feature is open?
    FigureGone {
        /// The event that placed it.
        figure: EventId,
    },
    /// The tile finished something nobody stood on: was it claimed and scored in one breath?
    ClaimedAtOnce {
        /// The event that laid the tile.
        tile: EventId,
    },
    /// Tiles seem to have come that the camera cannot make out: does the start tile lie there?
    Unreadable,
    /// The camera now reads an old tile differently.
    OldTile {
        /// The event that laid it.
        event: EventId,
    },
    /// A person doubts it.
    Doubted {
        /// Which event.
        event: EventId,
        /// What about it.
        doubt: Doubt,
    },
}

/// What a person doubts about an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// That it was read rightly, or happened at all.
    Reading,
    /// That its turn was noted completely: something was missed.
    Missed,
    /// That it was that player's turn.
    Turn,
}

/// One possible answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guess {
    /// What it says.
    pub meaning: Meaning,
    /// What would be appended, in order; empty if the board stays as it is.
    pub events: Vec<EventKind>,
    /// Probability, 0 to 1; all guesses of a question sum to at most 1.
    pub probability: f32,
    /// How many later events would have no effect any more.
    pub overturns: usize,
}

impl Guess {
    /// A guess that overturns nothing, as far as is known.
    pub const fn new(meaning: Meaning, events: Vec<EventKind>, probability: f32) -> Self {
        Self {
            meaning,
            events,
            probability,
            overturns: 0,
        }
    }
}

/// What an answer says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// This tile lies there.
    Tile {
        /// Which face.
        face: FaceId,
        /// How it is turned.
        rotation: Rotation,
    },
    /// This figure stands on that segment.
    Figure {
        /// Which piece.
        kind: FigureKind,
        /// Whose.
        color: Option<Color>,
        /// Where.
        at: SegmentRef,
        /// What the segment is.
        on: FeatureKind,
    },
    /// It is no figure at all, or not part of the game.
    NoFigure,
    /// What is seen there is no tile.
    NoTile,
    /// Nobody claimed what was finished.
    Unclaimed,
    /// The figure is still there, hidden or fallen over.
    StillThere,
    /// The figure was taken off the board.
    Taken,
    /// The abbot was recalled and scores.
    AbbotRecalled,
    /// The placement was taken back; it never happened.
    TakenBack,
    /// This happened.
    Happened(Box<EventKind>),
    /// The tile shows a garden, or none.
    Garden(bool),
    /// It was that player's turn.
    TurnOf(Color),
    /// It never happened.
    NeverHappened,
    /// It is right as it stands.
    AsItIs,
}

/// Table and board differ and no event explains it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Desync {
    /// The frame since which they differ.
    pub since_frame: u64,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// One difference between table and board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// The board has a tile where the table shows none.
    TileMissing {
        /// Where.
        cell: Cell,
        /// What should lie there.
        face: FaceId,
        /// How it should be turned.
        rotation: Rotation,
    },
    /// The table shows another tile than the board has.
    TileOther {
        /// Where.
        cell: Cell,
        /// What should lie there.
        face: FaceId,
        /// How it should be turned.
        rotation: Rotation,
        /// What the camera reads.
        seen_face: FaceId,
        /// How that is turned.
        seen_rotation: Rotation,
    },
    /// A new tile that fits by no reading.
    TileIllegal {
        /// Where.
        cell: Cell,
        /// The likeliest reading.
        face: FaceId,
        /// How that is turned.
        rotation: Rotation,
        /// Why it does not fit.
        faults: Vec<PlacementFault>,
        /// The likeliest reading that would fit, if any was read at all.
        fitting: Option<(FaceId, Rotation)>,
    },
    /// A new tile that shows a face no pack knows.
    TileUnknown {
        /// Where.
        cell: Cell,
    },
    /// A new tile although the game is over.
    GameIsOver {
        /// Where.
        cell: Cell,
    },
    /// The start tile cannot be found among the tiles seen.
    StartTileMissing {
        /// The face looked for; `None` if any would do but none is readable.
        face: Option<FaceId>,
    },
    /// A new lattice that does not match the known board.
    BoardNotFound,
}
