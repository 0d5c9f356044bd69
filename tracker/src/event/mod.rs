//! Events: the facts and decisions a game consists of, as they stand in its record.
//!
//! Between belief or a person (who make them) and [`crate::rules`] (which folds them into a
//! board and points). An event never carries derived points or owners: those follow from the
//! rules, so a better rule re-scores an old record. History is never deleted: a change of mind
//! is one more event ([`EventKind::Corrected`], [`EventKind::Undone`] …).

pub mod ghost;
mod names;

pub use names::{ChoiceId, EventId};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::features::SegmentRef;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::piece::{Color, FigureKind};
use ghost::{Companion, GhostCount, GhostPlace};

/// One line of a record: what happened, when, and who says so.
// The kind refuses fields it does not know, which flattening hides from the schema's maker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct Event {
    /// Its name.
    pub id: EventId,
    /// Milliseconds since the game was started, by the clock the caller passes in.
    #[serde(deserialize_with = "carcassonne::bounds::number")]
    pub at_ms: u64,
    /// Who says so.
    pub by: By,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Who says that something happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The camera saw it.
    Camera {
        /// Posterior probability of this reading against all others, 0 to 1.
        confidence: f32,
        /// What it was read from.
        evidence: Evidence,
    },
    /// A person said it.
    Person,
    /// It follows from a rule.
    Rule,
}

impl By {
    /// The camera saw it, so surely and in these frames. A posterior of exactly 1 would claim what
    /// no camera can know, and what is no number could not be read again from a record.
    pub fn camera(sure: f32, evidence: Evidence) -> Self {
        let confidence = match sure.is_nan() {
            true => 0.0,
            false => sure.clamp(0.0, 0.999),
        };
        Self::Camera {
            confidence,
            evidence,
        }
    }

    /// How sure it is: persons and rules are taken at their word.
    pub const fn confidence(&self) -> f32 {
        match self {
            Self::Camera { confidence, .. } => *confidence,
            Self::Person | Self::Rule => 1.0,
        }
    }

    /// The frame in which the camera first saw it.
    pub const fn frame(&self) -> Option<u64> {
        match self {
            Self::Camera { evidence, .. } => Some(evidence.first_frame),
            Self::Person | Self::Rule => None,
        }
    }
}

/// The frames a reading rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The first still frame that showed it.
    #[serde(deserialize_with = "carcassonne::bounds::number")]
    pub first_frame: u64,
    /// The still frame that decided it.
    #[serde(deserialize_with = "carcassonne::bounds::number")]
    pub last_frame: u64,
    /// How many still frames were added up.
    #[serde(deserialize_with = "carcassonne::bounds::looks")]
    pub looks: u32,
}

impl Evidence {
    /// So many looks of which the one at that frame was the newest, and all that is known.
    pub const fn of_look(frame: u64, looks: u32) -> Self {
        Self {
            first_frame: frame,
            last_frame: frame,
            looks,
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EventKind {
    /// A tile was laid. The first one of a record is the start tile (turn 0). Laying a tile
    /// ends the turn before.
    TileLaid {
        /// Where.
        cell: Cell,
        /// Which face.
        face: FaceId,
        /// How it is turned; the smallest of the rotations that look the same.
        rotation: Rotation,
        /// Whether this copy shows a garden; absent if nobody said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        garden: Option<bool>,
        /// It lay there before watching began: it opens no turn and scores nothing.
        #[serde(default, skip_serializing_if = "is_false")]
        before: bool,
    },
    /// A figure was put on a segment. A piece that belongs to nobody comes from wherever it
    /// was: there is one of it.
    FigurePlaced {
        /// The tile.
        cell: Cell,
        /// The segment's number on the tile's face.
        segment: usize,
        /// Which piece.
        figure: FigureKind,
        /// Whose; `None` for pieces that belong to nobody.
        color: Option<Color>,
        /// Where it stands, as in [`carcassonne::seen::SeenFigure::foot`] but in the board's frame.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        foot: Option<[f32; 2]>,
        /// It stood there before watching began, so the newest-tile rule does not apply.
        #[serde(default, skip_serializing_if = "is_false")]
        before: bool,
    },
    /// A figure was taken off the board. What that means (home after scoring, an abbot
    /// recalled, taken back) follows from the rules.
    FigureTaken {
        /// The event that placed it.
        figure: EventId,
    },
    /// A drawn tile fitted nowhere (ruling B3).
    TileDiscarded {
        /// Which face.
        face: FaceId,
    },
    /// It is this colour's turn, whatever the seat order says.
    TurnOf {
        /// Whose turn.
        color: Color,
    },
    /// The turn is over although no further tile lies.
    TurnEnded,
    /// The face-down pile is empty, whatever was counted: no further tile is drawn.
    PileEmpty,
    /// The game is over; final scoring follows.
    GameEnded,
    /// Ghosts were moved, as a choice allowed.
    GhostsMoved {
        /// From there.
        from: GhostPlace,
        /// To there.
        to: GhostPlace,
        /// How many.
        count: u8,
    },
    /// An animal was put beside a meeple.
    CompanionPlaced {
        /// Which.
        companion: Companion,
        /// The event that placed the meeple; `None` is beside the board.
        host: Option<EventId>,
    },
    /// A completed region is scored at once: the team takes its points, or forgoes them and
    /// removes ghosts.
    RegionDecided {
        /// A segment of the region.
        at: SegmentRef,
        /// The ghosts removed, all from one tile; none if the points are taken.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removal: Vec<GhostCount>,
    },
    /// A meeple was buried on a closed cemetery.
    MeepleBuried {
        /// The cemetery.
        cell: Cell,
        /// Whose meeple.
        color: Color,
        /// The event that placed it; `None` if it came from the supply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        figure: Option<EventId>,
    },
    /// A tile was drawn unseen and laid face down.
    TileTurnedDown {
        /// Where.
        cell: Cell,
    },
    /// A tile that lay on the board was laid again somewhere else. It keeps the name of the
    /// event that laid it; its figures have to be gone.
    TileMoved {
        /// Where it lay.
        from: Cell,
        /// Where it lies now.
        to: Cell,
        /// How it is turned now.
        rotation: Rotation,
    },
    /// The next player drew a Tatan card instead of a tile.
    TatanDrawn,
    /// What the drawn Tatan card is used for was said before it was seen.
    TatanUsed {
        /// For what.
        how: TatanUse,
    },
    /// A gap was filled with Tatan cards.
    GapFilled {
        /// Its cells, ascending.
        cells: Vec<Cell>,
    },
    /// A map chip was laid face down before the first tile.
    ChipLaid {
        /// The square.
        cell: Cell,
        /// What its back shows; absent if that is the same for all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<ChipColor>,
    },
    /// The chip under a tile was taken and turned over.
    ChipTurned {
        /// Where it lay.
        cell: Cell,
        /// What it shows, 1 or 2.
        value: u8,
        /// Its colour, where its back did not show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<ChipColor>,
    },
    /// The top tile of an island's stack was turned up.
    IslandRevealed {
        /// The stack's square.
        island: Cell,
        /// What it shows.
        face: FaceId,
    },
    /// A chip was paid for the top tile of an island's stack.
    IslandTaken {
        /// The stack's square.
        island: Cell,
    },
    /// An optional choice is left alone.
    Declined {
        /// Which one.
        choice: ChoiceId,
    },
    /// Points from outside the rules: a house rule, a slip agreed on.
    Points {
        /// Who gets them.
        color: Color,
        /// How many, possibly negative.
        #[serde(deserialize_with = "carcassonne::bounds::points")]
        points: i32,
    },
    /// A person insists, or a picture surely shows, that it lies or stands like that although the
    /// rules forbid it: it is kept, marked, and scored as it stands.
    Insisted {
        /// What: a tile that was laid or a figure that was placed.
        what: Box<EventKind>,
    },
    /// Another event happened differently.
    Corrected {
        /// Which one.
        event: EventId,
        /// What really happened.
        to: Box<EventKind>,
    },
    /// Another event did not happen.
    Removed {
        /// Which one.
        event: EventId,
    },
    /// Something happened that nobody noted at the time.
    Inserted {
        /// The event before which it happened.
        before: EventId,
        /// What happened.
        what: Box<EventKind>,
    },
    /// An event (a fact or a change) is taken back.
    Undone {
        /// Which one.
        event: EventId,
    },
    /// An undone event holds again.
    Redone {
        /// Which one.
        event: EventId,
    },
}

/// What a drawn Tatan card is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TatanUse {
    /// To lay a tile of the board again.
    Relocate {
        /// The tile.
        from: Cell,
    },
    /// To draw two tiles.
    TwoTiles,
}

// serde's `skip_serializing_if` hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl EventKind {
    /// A tile is laid, which opens a turn; of a garden nobody has said anything.
    pub const fn tile(face: FaceId, cell: Cell, rotation: Rotation) -> Self {
        Self::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before: false,
        }
    }

    /// A player's figure is put on a segment of the newest tile.
    pub const fn figure(figure: FigureKind, color: Color, at: SegmentRef) -> Self {
        Self::FigurePlaced {
            cell: at.cell,
            segment: at.segment,
            figure,
            color: Some(color),
            foot: None,
            before: false,
        }
    }

    /// Whether the turn that was open is over after it.
    pub fn ends_turn(&self) -> bool {
        matches!(
            self.deed(),
            Self::TileLaid { before: false, .. }
                | Self::TileMoved { .. }
                | Self::TatanDrawn
                | Self::TurnEnded
                | Self::GameEnded
        )
    }

    /// What was done, whether the rules allow it or a person insists on it.
    pub fn deed(&self) -> &Self {
        match self {
            Self::Insisted { what } => what.deed(),
            other => other,
        }
    }

    /// Whether it says something about the game itself, not about other events.
    pub const fn is_fact(&self) -> bool {
        !matches!(
            self,
            Self::Corrected { .. }
                | Self::Removed { .. }
                | Self::Inserted { .. }
                | Self::Undone { .. }
                | Self::Redone { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_confidence_can_be_written_and_read_again() {
        let of = |sure: f32| By::camera(sure, Evidence::of_look(0, 1)).confidence();
        let all = [f32::NAN, f32::NEG_INFINITY, 0.5, 1.0].map(of);
        assert_eq!(all, [0.0, 0.0, 0.5, 0.999]);
    }

    #[test]
    fn events_survive_a_round_trip() {
        let event = Event {
            id: EventId(7),
            at_ms: 1200,
            by: By::Camera {
                confidence: 0.98,
                evidence: Evidence {
                    first_frame: 3,
                    last_frame: 9,
                    looks: 4,
                },
            },
            kind: EventKind::Corrected {
                event: EventId(2),
                to: Box::new(EventKind::FigureTaken { figure: EventId(1) }),
            },
        };
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(
            serde_json::from_str::<Event>(&text).unwrap(),
            event,
            "{text}"
        );
    }
}
