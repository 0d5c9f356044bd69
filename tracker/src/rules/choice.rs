//! Choices: what the rules now let somebody decide, as data.
//!
//! An expansion lists its open choices with every legal option; taking an option appends its
//! events, whether the camera saw it happen or a person clicked it. A choice that is not taken
//! stays open and never blocks the table. Between the rules and the snapshot; wording is the
//! screen's business.

use serde::Serialize;

pub use crate::event::ChoiceId;
use crate::event::EventKind;
use crate::event::ghost::GhostPlace;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// Something that somebody may or must decide now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Its name.
    pub id: ChoiceId,
    /// What is decided.
    pub kind: ChoiceKind,
    /// Who decides; `None` for the team of a cooperative game, or if nobody knows.
    pub who: Option<Color>,
    /// Whether it may be left alone.
    pub optional: bool,
    /// What can be chosen.
    pub options: Vec<ChoiceOption>,
    /// Rule sheet and section.
    pub source: &'static str,
}

/// One thing that can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ChoiceOption {
    /// What is appended if it is taken.
    pub events: Vec<EventKind>,
    /// What it leads to; filled in for the snapshot.
    pub leads_to: Effect,
}

impl ChoiceOption {
    /// The option of one event.
    pub fn of(event: EventKind) -> Self {
        Self {
            events: vec![event],
            leads_to: Effect::default(),
        }
    }

    /// What of it is to be shown: of an animal that moves on, where it comes to.
    pub fn shown(&self) -> &[EventKind] {
        match &self.events[..] {
            [
                EventKind::CompanionPlaced { companion: one, .. },
                last @ EventKind::CompanionPlaced { companion, .. },
            ] if one == companion => std::slice::from_ref(last),
            all => all,
        }
    }

    /// Whether it consists of just this event. Which stock a ghost comes from or goes to is none of
    /// its business: the rules know, and what is told in another order may have named the other.
    pub fn is(&self, told: &EventKind) -> bool {
        let [only] = &self.events[..] else {
            return false;
        };
        let alike = |one: &GhostPlace, other: &GhostPlace| {
            one == other || !one.is_on_board() && !other.is_on_board()
        };
        match (only, told) {
            (
                EventKind::GhostsMoved { from, to, count },
                EventKind::GhostsMoved {
                    from: told_from,
                    to: told_to,
                    count: told_count,
                },
            ) => count == told_count && alike(from, told_from) && alike(to, told_to),
            _ => only == told,
        }
    }
}

/// What an option leads to, compared with leaving the choice alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// Points at the end of the open turn, more or fewer, of those whose points change; `None`
    /// is the team.
    pub scores: Vec<(Option<Color>, i32)>,
    /// Points if the game ended now, more or fewer, of those whose points change.
    pub projected: Vec<(Option<Color>, i32)>,
    /// Ghosts on the board, more or fewer.
    pub ghosts: i32,
    /// Whether it wins or loses the game.
    pub ends_game: bool,
}

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceKind {
    /// Where mage or witch goes after a tile with the magic symbol.
    MoveMageOrWitch,
    /// Which of mage and witch leaves their common feature, and where it goes.
    SeparateMageAndWitch,
    /// Which of mage and witch leaves the board, since there is no feature to go to.
    RemoveMageOrWitch,
    /// Whether a completed region brings points or removes ghosts, and which.
    PointsOrRemoval,
    /// Which meeple is buried on a closed cemetery.
    BuryMeeple,
    /// On which open cemetery the additional ghost goes.
    CemeteryGhost,
    /// Beside which meeple a hound is put.
    PlaceHound,
    /// Which ghosts around a hound are removed.
    HoundRemoval,
    /// Where the face-down tile goes.
    TurnTileDown,
    /// Which ghosts are moved into spell circles.
    FillCircles,
    /// Beside which meeple Eloise is put, now that her stock is empty.
    BringEloise,
    /// To which meeple Eloise moves.
    MoveEloise,
    /// What a drawn Tatan card is used for.
    UseTatan,
    /// Where the tile that a Tatan card moves is laid.
    RelocateTile,
    /// Which gap is filled with Tatan cards.
    FillGap,
    /// Which follower goes on the Tatan cards that fill a gap.
    FollowerOnTatan,
    /// Whether a chip is paid for an island's tile; leaving it alone is drawing face down.
    BuyIslandTile,
    /// What the chip under the new tile is worth.
    ChipValue,
    /// Beside which meeple of another player a ghost goes.
    HauntOpponent,
    /// Beside which own meeple a ghost goes.
    HauntOwn,
    /// Which meeple's ghost is drawn into a new spell circle.
    DrawIntoCircle,
}

impl ChoiceKind {
    /// Whether the rules say what holds if nobody tells.
    pub const fn has_default(self) -> bool {
        matches!(
            self,
            Self::PointsOrRemoval | Self::CemeteryGhost | Self::FillCircles
        )
    }
}

/// What should be seen on the table next, for belief to weigh its claims by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// Pieces come onto a tile.
    Arrives {
        /// Which.
        piece: FigureKind,
        /// Whose, if anybody's.
        color: Option<Color>,
        /// Where.
        cell: Cell,
        /// How many.
        count: u8,
    },
    /// Pieces leave a tile.
    Leaves {
        /// Which.
        piece: FigureKind,
        /// Whose, if anybody's.
        color: Option<Color>,
        /// Where.
        cell: Cell,
        /// How many.
        count: u8,
    },
}
