//! The snapshot: all that screens, exports and reports need, immutable and complete.
//!
//! Last station of the tracker. Typed facts only; words are the screen's business, except for
//! the plain English of an [`Expression`], which reports print.

mod check;
pub mod review;
mod table;
pub mod view;

pub use crate::belief::question::{
    About, Desync, Difference, Guess, Meaning, Question, QuestionId,
};
pub use crate::belief::supply;
pub use crate::rules::told::{
    Bonus, FigurePlace, Irregularity, ModuleViews, Outcome, Possible, Rejected, Reminder,
    ReminderKind, ScoreLine, ScoreReason, TeamView, Unsettled, Until, Urgency,
};
pub use table::{FeatureView, PlacedTile, PlayerView, StandingFigure};

use crate::event::EventId;
use crate::log::history::Entry;
use crate::log::recount::Recount;
use crate::rules::choice::{Choice, Expected};
use crate::rules::set_out::Item;
use crate::setup::Setup;
use crate::snapshot::supply::{Counted, Supply};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use carcassonne::seen::Calm;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The whole game at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// Grows by one with each change.
    pub version: u64,
    /// The set-up.
    #[serde(serialize_with = "shared")]
    pub setup: Arc<Setup>,
    /// Tiles on the board in the order of laying.
    pub tiles: Vec<PlacedTile>,
    /// Figures on the board in the order of placing.
    pub figures: Vec<StandingFigure>,
    /// All features of the board, by id.
    pub features: Vec<FeatureView>,
    /// The players in seat order (or order of appearance).
    pub players: Vec<PlayerView>,
    /// The pieces of each colour: what there is, and what must be in hand.
    pub supplies: Vec<Supply>,
    /// What the camera counts in the supplies that are in view, by colour.
    pub counted: Vec<Counted>,
    /// The turn that is open, or would be next.
    pub turn: TurnView,
    /// Tiles not laid yet.
    pub bag: BagView,
    /// All points given so far, oldest first.
    pub score_lines: Vec<ScoreLine>,
    /// Points that the open turn will give if it ends as it is; not in any score yet.
    pub provisional: Vec<ScoreLine>,
    /// Points final scoring would give if the game ended now.
    pub projected: Vec<ScoreLine>,
    /// Points that wait for somebody to tell what counted, the open turn's among them; in no
    /// score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<Unsettled>,
    /// What a person insisted on although the rules forbid it, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub irregular: Vec<Irregularity>,
    /// Things a player should not forget, most urgent first.
    pub reminders: Vec<Reminder>,
    /// What is laid out before the first turn, and what of it is known to be done; empty from
    /// then on.
    pub set_out: Vec<Item>,
    /// What somebody may or must decide now, with all options.
    pub choices: Vec<Choice>,
    /// Choices of the turn before that nobody told; the newest tile closed them, but they can
    /// still be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub late_choices: Vec<Choice>,
    /// What should be seen on the table next.
    pub expected: Vec<Expected>,
    /// What the expansions have to show.
    pub modules: ModuleViews,
    /// The team of a cooperative game.
    pub team: Option<TeamView>,
    /// Doubts that only a person can settle, oldest first.
    pub questions: Vec<Question>,
    /// Set while table and board differ in a way that no event explains.
    pub desync: Option<Desync>,
    /// How the watching goes.
    pub health: Health,
    /// Events of the record that the rules cannot accept; they have no effect.
    pub rejected: Vec<Rejected>,
    /// All that was ever noted, in the order in which it happened.
    pub history: Vec<Entry>,
    /// What the newest change to the past did to the points, until something else happens.
    pub recount: Option<Recount>,
    /// Whether the game is over and final scoring is in the scores.
    pub over: bool,
    /// How a cooperative game ended.
    pub outcome: Option<Outcome>,
    /// The event that `Undo` would take back.
    pub can_undo: Option<EventId>,
    /// The event that `Redo` would bring back.
    pub can_redo: Option<EventId>,
}

fn shared<S: Serializer>(setup: &Arc<Setup>, to: S) -> Result<S::Ok, S::Error> {
    setup.as_ref().serialize(to)
}

impl Snapshot {
    /// The pieces of a player, colour by colour.
    pub fn supplies_of(&self, player: &PlayerView) -> impl Iterator<Item = &Supply> {
        let of = |color| self.supplies.iter().filter(move |own| own.color == color);
        player.colors().flat_map(of)
    }
}

/// Where the game stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnView {
    /// Number of the open turn, or of the last one if none is open; 0 before the first.
    pub number: u32,
    /// Whether a tile lies and the turn is not over.
    pub open: bool,
    /// Whose turn that is; unknown as long as nothing shows it.
    pub player: Option<Color>,
    /// Who is to lay the next tile.
    pub next: Option<Color>,
    /// The tile of the open turn.
    pub tile: Option<Cell>,
    /// Where the open turn's player may still put a figure.
    pub figure_places: Vec<FigurePlace>,
}

/// Tiles not laid yet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BagView {
    /// Tiles to draw in the whole game; the start tile is none of them.
    pub total: u32,
    /// Tiles left to draw.
    pub left: u32,
    /// Of those, tiles in the face-down pile.
    pub pile: u32,
    /// Copies left of each face, in catalogue order.
    pub faces: Vec<(FaceId, u8)>,
    /// Faces that fitted nowhere.
    pub discarded: Vec<FaceId>,
}

/// How the watching goes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Health {
    /// The gate's last verdict; `None` before the first look.
    pub calm: Option<Calm>,
    /// Number of the last frame looked at.
    pub frame: Option<u64>,
    /// A person stopped the watching.
    pub paused: bool,
    /// Something new is being looked at but not decided yet.
    pub pending: Vec<Cell>,
    /// A new tile lies here that the picture cuts off, so that it cannot be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Cell>,
    /// Why the record cannot be written at the moment; the game goes on in memory and
    /// writing is tried again.
    pub storage: Option<String>,
}
