//! The messages: what a table tells the hall. `docs/hall.md` says the same in words.
//!
//! Each is one JSON object (a record is JSON Lines, a drawing SVG). A reader takes no notice of
//! fields it does not know; what a message means changes only with [`VERSION`]. Points stand in
//! them as the table reckons them: the hall reckons again from the record. Boards travel as moves ([`board`]); where a
//! message goes says its [`topic`]; [`schema`] describes all of them.

pub mod board;
pub mod schema;
pub mod topic;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracker::event::Event;
use tracker::rules::points::expression::Expression;
use tracker::setup::Setup;
use tracker::snapshot::ScoreReason;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use carcassonne::piece::{Color, FigureKind};

/// The version of all messages. A reader leaves other ones alone.
pub const VERSION: u32 = 1;

/// `TABLE/presence`: whether the table is there. Retained. The broker says `online: false` for a
/// table that is cut off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// [`VERSION`].
    pub v: u32,
    /// Grows with each start of the table's program, by whatever clock it has.
    pub session: u64,
    /// Whether it is there.
    pub online: bool,
}

/// `TABLE/game`: what is played. Retained; told only with the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Game {
    /// [`VERSION`].
    pub v: u32,
    /// The game's name: when it was started, by the table's clock.
    pub game: Timestamp,
    /// Players, modules, options, taught tiles; names as agreed.
    pub setup: Setup,
}

/// `TABLE/state`: how the game stands. Retained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// [`VERSION`].
    pub v: u32,
    /// As in [`Presence`].
    pub session: u64,
    /// Grows with each state of a session. Of two states the one with the larger session is newer,
    /// and within a session the one with the larger number.
    pub number: u64,
    /// When it was told, by the table's clock. Only differences between two times of one table
    /// mean anything: its clock may be wrong.
    pub at: Timestamp,
    /// The game's name: when it was started.
    pub game: Timestamp,
    /// The players in turn order.
    pub players: Vec<Player>,
    /// The team of a cooperative game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// The turn that is open or was last; 0 before the first.
    pub turn: u32,
    /// When that turn began, by the table's clock.
    pub turn_since: Timestamp,
    /// Tiles on the board.
    pub tiles: u32,
    /// Tiles left to draw.
    pub tiles_left: u32,
    /// Whether the game is over and final scoring is in the scores.
    pub over: bool,
    /// The newest points, the newest first; at most five.
    #[serde(default)]
    pub last: Vec<Points>,
    /// What is wrong at the table, the worst first.
    #[serde(default)]
    pub trouble: Vec<Ailment>,
    /// What lies there, if the table shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// As agreed: the name, its initials, or the colour's.
    pub name: String,
    /// Their wooden colour.
    pub color: Color,
    /// Points as on the score track.
    pub score: i32,
    /// Whether it is their turn.
    #[serde(default)]
    pub on_turn: bool,
}

/// The team of a cooperative game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Team {
    /// Points.
    pub score: i32,
    /// Points to win with.
    pub target: i32,
}

/// Points that were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Points {
    /// In which turn.
    pub turn: u32,
    /// Whose; absent for the team's.
    pub color: Option<Color>,
    /// How many.
    pub points: i32,
    /// What for.
    pub reason: ScoreReason,
    /// The sum they come from.
    pub expression: Expression,
}

/// What is wrong at a table.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Ailment {
    /// Somebody at the table asks for the organisers.
    Calls,
    /// The game cannot be saved.
    Unsaved,
    /// The camera does not find the table.
    Lost,
    /// Table and record differ.
    Differs,
    /// A question waits for an answer.
    Asks,
}

/// A board as compact moves, in the order of laying.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// Tiles: x to the east, y to the south of the start tile, face, clockwise degrees.
    pub tiles: Vec<(i32, i32, FaceId, Rotation)>,
    /// Figures: x, y, the segment's number on the face, which piece, whose.
    pub figures: Vec<(i32, i32, u32, FigureKind, Option<Color>)>,
}

/// `TABLE/event`: something happened, in the order of its `event.id`. Not retained; told only with
/// the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// [`VERSION`].
    pub v: u32,
    /// The game's name.
    pub game: Timestamp,
    /// What happened, as in the record.
    pub event: Event,
}

/// `TABLE/result`: the result that the table has confirmed. Retained. The first one of a game is
/// final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// [`VERSION`].
    pub v: u32,
    /// The game's name.
    pub game: Timestamp,
    /// The players in turn order with their final points.
    pub players: Vec<Player>,
    /// The team of a cooperative game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// Turns that were played.
    pub turns: u32,
    /// When it was confirmed, by the table's clock.
    pub confirmed: Timestamp,
}

/// A message that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// No JSON of that shape.
    #[error("it is no such message: {0}")]
    Malformed(String),
    /// Another version.
    #[error("it has version {0}, and this program reads {VERSION}")]
    Version(u32),
    /// More of something than a table has.
    #[error("it has {0} beyond what any table has")]
    TooMuch(&'static str),
}

/// Reads a message of that shape.
///
/// # Errors
/// When it is none, or of another version.
pub fn read<'p, T: Deserialize<'p>>(payload: &'p [u8]) -> Result<T, Unread> {
    #[derive(Deserialize)]
    struct Versioned {
        v: u32,
    }
    let malformed = |error: serde_json::Error| {
        let told = error.to_string();
        Unread::Malformed(files::words::sentence(&told))
    };
    let Versioned { v } = serde_json::from_slice(payload).map_err(malformed)?;
    if v != VERSION {
        return Err(Unread::Version(v));
    }
    serde_json::from_slice(payload).map_err(malformed)
}

/// A message as it is sent. There is nothing in one that JSON could not say.
pub fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_default()
}
