//! The rules: how events become a board, figures, turns and points.
//!
//! [`Game`] folds events; [`turn`] holds the order of effects in one place; [`scoring`] the
//! values of features. Each expansion is one file and brings its own moments. No image,
//! probability or wording in here: events come in, facts come out.

mod abbot;
pub mod bag;
pub mod benelux;
pub mod choice;
pub mod combinations;
pub mod expression;
mod game;
mod ghosts;
pub mod ghosts_castles_cemeteries;
pub mod mage_and_witch;
pub mod mists;
mod moments;
mod retake;
pub mod ruling;
pub mod scoring;
pub mod set_out;
pub mod spell_circles;
pub mod tatan;
mod tokens;
pub mod told;
pub mod turn;

use serde::{Serialize, Serializer};

pub use benelux::{ChipFault, IslandFault};
pub use combinations::SetupWarning;
pub use game::{Figure, FigureState, Game, OpenTurn, PlayerState, Tile};
pub use ghosts::Ghosts;
pub use moments::{JustLaid, Moments};
pub use tatan::StaysBecause;
pub use tokens::Token;

use crate::board::PlacementFault;
use crate::board::features::FeatureKind;
use crate::event::EventId;
use crate::rules::ruling::Ruling;
use crate::setup::Setup;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// What can be added to the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expansion {
    /// Abbots and gardens (base game, section 2.1).
    Abbot,
    /// Mage and witch.
    MageAndWitch,
    /// Mists over Carcassonne, cooperative.
    Mists,
    /// Ghosts, castles and cemeteries, competitive.
    GhostsCastlesCemeteries,
    /// The spell circles.
    SpellCircles,
    /// Tatan.
    Tatan,
    /// The Benelux map.
    Benelux,
}

impl Expansion {
    /// All of them, in the order of the rules dossiers.
    pub const ALL: [Self; 7] = [
        Self::Abbot,
        Self::MageAndWitch,
        Self::Mists,
        Self::GhostsCastlesCemeteries,
        Self::SpellCircles,
        Self::Tatan,
        Self::Benelux,
    ];

    /// The one spelling used in files, on the command line and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abbot => "abbot",
            Self::MageAndWitch => "mage_and_witch",
            Self::Mists => "mists",
            Self::GhostsCastlesCemeteries => "ghosts_castles_cemeteries",
            Self::SpellCircles => "spell_circles",
            Self::Tatan => "tatan",
            Self::Benelux => "benelux",
        }
    }

    /// What it brings to a game of that set-up.
    pub fn moments(self, setup: &Setup) -> &'static dyn Moments {
        match self {
            Self::Abbot => &abbot::Abbot,
            Self::MageAndWitch => &mage_and_witch::MageAndWitch,
            Self::Mists => &mists::Mists,
            Self::GhostsCastlesCemeteries => &ghosts_castles_cemeteries::GhostsCastlesCemeteries,
            Self::SpellCircles if setup.plays(Self::Mists) => &spell_circles::Cooperative,
            Self::SpellCircles => &spell_circles::Competitive,
            Self::Tatan => &tatan::Tatan,
            Self::Benelux => &benelux::Benelux,
        }
    }

    /// Its table options.
    pub const fn rulings(self) -> &'static [&'static Ruling] {
        match self {
            Self::Abbot => &[],
            Self::MageAndWitch => mage_and_witch::RULINGS,
            Self::Mists => mists::RULINGS,
            Self::GhostsCastlesCemeteries => ghosts_castles_cemeteries::RULINGS,
            Self::SpellCircles => spell_circles::RULINGS,
            Self::Tatan => tatan::RULINGS,
            Self::Benelux => benelux::RULINGS,
        }
    }
}

impl Serialize for Expansion {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

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
