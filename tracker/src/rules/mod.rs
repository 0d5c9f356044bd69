//! The rules: how events become a board, figures, turns and points.
//!
//! [`Game`] folds events; [`turn`] holds the order of effects in one place; [`points`] what
//! features are worth; [`told`] what the game says about itself. Each of the [`expansions`] is one
//! file and brings its own moments. No image, probability or wording in here: events come in,
//! facts come out.

pub mod bag;
pub mod choice;
pub mod expansions;
mod game;
pub mod points;
pub mod ruling;
pub mod set_out;
pub mod told;
pub mod turn;

use serde::Serialize;

pub use expansions::benelux::{ChipFault, IslandFault};
pub use expansions::combinations::SetupWarning;
pub use expansions::ghosts::Ghosts;
pub use expansions::moments::{JustLaid, Moments};
pub use expansions::tatan::StaysBecause;
pub use expansions::tokens::Token;
pub use expansions::{Expansion, NoExpansion};
pub use game::{Figure, FigureState, Game, OpenTurn, PlayerState, Tile};

use crate::board::PlacementFault;
use crate::board::features::FeatureKind;
use crate::event::EventId;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// Why the rules refuse an event. The game is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum RuleFault {
    /// The catalogue has no such face.
    #[error("there is no face `{0}`")]
    UnknownFace(FaceId),
    /// Every copy of the face lies already.
    #[error("all copies of {0} are laid or discarded")]
    NoCopyLeft(FaceId),
    /// The tile does not fit.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Placement(Vec<PlacementFault>),
    /// More points at once than anybody gives.
    #[error("{0} points are more than can be given at once")]
    TooManyPoints(i32),
    /// The tile would fit somewhere.
    #[error("{0} fits somewhere, so it may not be discarded")]
    Fits(FaceId),
    /// A map has start squares without a tile.
    #[error("the start tiles come first")]
    StartTilesFirst,
    /// No turn is open.
    #[error("no turn is open")]
    NoOpenTurn,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A figure stands on a tile that is not the newest.
    #[error("a figure may only be placed on the newest tile")]
    NotTheNewestTile,
    /// The tile has no such segment.
    #[error("the tile has no segment {0}")]
    NoSuchSegment(usize),
    /// A figure was already placed in this turn.
    #[error("a figure has already been placed this turn")]
    SecondFigure,
    /// A figure stands in the feature already.
    #[error("the feature is already occupied")]
    Occupied,
    /// The player has no such piece in hand.
    #[error("{color} has no {figure:?} in hand")]
    NoneInHand {
        /// Whose.
        color: Color,
        /// Which piece.
        figure: FigureKind,
    },
    /// This piece may not stand there.
    #[error("a {figure:?} may not be placed on a {on}")]
    WrongFeature {
        /// Which piece.
        figure: FigureKind,
        /// What the segment is.
        on: FeatureKind,
    },
    /// The segment lies wholly under mist.
    #[error("nobody may stand in the mist")]
    InMist,
    /// Farmers are switched off (option B2).
    #[error("farmers are switched off")]
    NoFarmers,
    /// The piece belongs to no module that is played, or has no owner.
    #[error("a {0:?} is not part of this game")]
    NotInPlay(FigureKind),
    /// Nobody plays that colour.
    #[error("nobody plays {0}")]
    NotAPlayer(Color),
    /// No such figure stands on the board.
    #[error("no figure of event {0} stands on the board")]
    NoSuchFigure(EventId),
    /// No choice of that name is open, or it must be made.
    #[error("there is no such choice to leave alone")]
    NoSuchChoice,
    /// There are not so many ghosts.
    #[error("there are {there} ghosts, not {count}")]
    NotSoManyGhosts {
        /// How many there are.
        there: u8,
        /// How many were to be moved.
        count: u8,
    },
    /// A Tatan card may not move that tile.
    #[error("the tile at {cell} may not be moved: {why}")]
    TileStays {
        /// Where it lies.
        cell: Cell,
        /// Why.
        why: StaysBecause,
    },
    /// A map chip may not lie there.
    #[error("no chip may lie at {cell}: {why}")]
    Chip {
        /// The square.
        cell: Cell,
        /// Why.
        why: ChipFault,
    },
    /// No chip may be paid for that island tile.
    #[error("the island tile cannot be taken: {0}")]
    Island(IslandFault),
    /// Another tile was taken from an island.
    #[error("{0} was taken from an island and must be laid first")]
    NotTheIslandTile(FaceId),
    /// The face-down pile is empty.
    #[error("the last face-down tile has been laid")]
    NoTileToDraw,
    /// A ghost was put beside a guard.
    #[error("guards take no ghosts")]
    GuardsTakeNoGhosts,
    /// None of the open choices allows it.
    #[error("the rules do not call for that now")]
    NotCalledFor,
    /// The event named does not exist or has no effect.
    #[error("there is no event {0}")]
    NoSuchEvent(EventId),
    /// A change may only be made into a fact.
    #[error("an event can only be changed into a fact of the game")]
    NotAFact,
    /// Tiles from before watching come before the first turn.
    #[error("the game has begun; it is too late to add tiles from before")]
    NotBefore,
}

/// How far the rules have a say in what comes onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// It is kept only if the rules allow it.
    IfAllowed,
    /// It is kept against the rules, too: a person insists on it, or a picture surely shows it.
    Insisted,
}

impl RuleFault {
    /// Whether what it forbids can lie or stand on a table all the same, so that a person may
    /// insist on it.
    pub fn can_be_overruled(&self) -> bool {
        match self {
            Self::Placement(faults) => !faults
                .iter()
                .any(|fault| matches!(fault, PlacementFault::Occupied { .. })),
            Self::NoCopyLeft(_)
            | Self::NoOpenTurn
            | Self::NotTheNewestTile
            | Self::SecondFigure
            | Self::Occupied
            | Self::NoneInHand { .. }
            | Self::WrongFeature { .. }
            | Self::InMist
            | Self::NoFarmers
            | Self::NotCalledFor
            | Self::NotTheIslandTile(_) => true,
            _ => false,
        }
    }
}
