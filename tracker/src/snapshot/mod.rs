//! The snapshot: all that screens, exports and reports need, immutable and complete.
//!
//! Last station of the tracker. Typed facts only; words are the screen's business, except for
//! the plain English of an [`Expression`], which reports print.

pub mod review;
pub mod supply;
pub mod view;

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::belief::doubt::Doubt;
use crate::board::PlacementFault;
use crate::board::features::{FeatureId, FeatureKind, SegmentRef};
use crate::log::event::{EventId, EventKind};
use crate::log::history::Entry;
use crate::log::recount::Recount;
use crate::rules::RuleFault;
use crate::rules::benelux::{BeneluxReminder, BeneluxView};
use crate::rules::choice::{Choice, ChoiceId, Expected};
use crate::rules::expression::Expression;
use crate::rules::ghosts_castles_cemeteries::{GhostsCastlesCemeteriesView, GhostsReminder};
use crate::rules::mage_and_witch::{MageAndWitchReminder, MageAndWitchView};
use crate::rules::mists::{MistsReminder, MistsView};
use crate::rules::set_out::Item;
use crate::rules::spell_circles::CompetitiveCirclesView;
use crate::rules::spell_circles::{EloiseReminder, EloiseView};
use crate::rules::tatan::{TatanReminder, TatanView};
use crate::setup::Setup;
use crate::snapshot::supply::{Counted, Supply};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::Calm;

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

/// A segment that may be claimed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FigurePlace {
    /// Which piece.
    pub figure: FigureKind,
    /// Which segment of the newest tile.
    pub at: SegmentRef,
    /// What the segment is.
    pub on: FeatureKind,
}

/// Tiles not laid yet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BagView {
    /// Tiles in the game, the start tile included.
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

/// Points given to one player at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreLine {
    /// The turn.
    pub turn: u32,
    /// Who gets the points; `None` is the team of a cooperative game.
    pub color: Option<Color>,
    /// How many.
    pub points: i32,
    /// Why.
    pub reason: ScoreReason,
    /// How they come about.
    pub expression: Expression,
    /// The segments to light up.
    pub segments: Vec<SegmentRef>,
    /// The figures that earned them.
    pub figures: Vec<EventId>,
}

/// A feature that was scored while nobody had told which of two figures changes its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unsettled {
    /// The turn that scored it.
    pub turn: u32,
    /// Which feature.
    pub feature: FeatureId,
    /// The segments to light up.
    pub segments: Vec<SegmentRef>,
    /// What it gives, depending on who stays in it.
    pub either: Vec<Possible>,
}

impl Unsettled {
    /// What `color` gets in each case; `None` is the team.
    pub fn points(&self, color: Option<Color>) -> impl Iterator<Item = (FigureKind, i32)> {
        self.either.iter().map(move |one| {
            let own = one.lines.iter().filter(|line| line.color == color);
            (one.stays, own.map(|line| line.points).sum())
        })
    }

    /// Who gets anything at all.
    pub fn colors(&self) -> Vec<Option<Color>> {
        let lines = self.either.iter().flat_map(|one| &one.lines);
        let mut colors: Vec<Option<Color>> = lines.map(|line| line.color).collect();
        colors.sort();
        colors.dedup();
        colors
    }
}

/// What is given if a figure is the one that stays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Possible {
    /// Who stays.
    pub stays: FigureKind,
    /// The points then.
    pub lines: Vec<ScoreLine>,
}

/// Something that lies or stands on the table against the rules because a person insists on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Irregularity {
    /// The event that brought it.
    pub event: EventId,
    /// In which turn.
    pub turn: u32,
    /// The tile.
    pub cell: Cell,
    /// What was done.
    pub what: EventKind,
    /// Why the rules forbid it.
    pub fault: RuleFault,
}

/// Why points are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreReason {
    /// A feature was completed.
    Completed(FeatureKind),
    /// Final scoring.
    Final(FeatureKind),
    /// An abbot was recalled.
    AbbotRecalled,
    /// Something an expansion pays for.
    Bonus(Bonus),
    /// A person gave them.
    ByHand,
}

/// What an expansion pays for besides features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    /// A hound's meeple was scored.
    Hound,
    /// Eloise's meeple was scored.
    Eloise,
    /// A Tatan card fills a gap.
    Tatan,
    /// A map chip was taken.
    Chip,
}

/// The team of a cooperative game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamView {
    /// Points on the track; where every colour scores for itself, the lowest of them.
    pub score: i32,
    /// Points after the open turn, if it ends as it is.
    pub provisional_score: i32,
    /// Points to reach.
    pub target: i32,
}

/// How a cooperative game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The target is reached.
    Won,
    /// More ghosts were due than are left.
    NoGhostsLeft,
    /// A tile must be drawn and none is left.
    NoTilesLeft,
}

/// What the expansions have to show; a part is absent if its module is not played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModuleViews {
    /// Mage and witch.
    pub mage_and_witch: Option<MageAndWitchView>,
    /// Mists over Carcassonne, cooperative.
    pub mists: Option<MistsView>,
    /// Eloise, the cat of the spell circles.
    pub eloise: Option<EloiseView>,
    /// Tatan.
    pub tatan: Option<TatanView>,
    /// The Benelux map.
    pub benelux: Option<BeneluxView>,
    /// Ghosts, castles and cemeteries.
    pub ghosts_castles_cemeteries: Option<GhostsCastlesCemeteriesView>,
    /// The spell circles, competitive.
    pub competitive_circles: Option<CompetitiveCirclesView>,
}

/// Something a player should not forget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reminder {
    /// The same as long as it is the same reminder.
    pub id: String,
    /// What to do.
    pub kind: ReminderKind,
    /// Rule sheet and section.
    pub source: &'static str,
    /// When it has to be done.
    pub urgency: Urgency,
    /// What makes it go away.
    pub until: Until,
    /// The cells concerned.
    pub cells: Vec<Cell>,
    /// The figures concerned, by the events that placed them.
    pub figures: Vec<EventId>,
    /// It has stood longer than the grace time: a step was probably missed.
    pub overdue: bool,
}

impl Reminder {
    /// A reminder that concerns no cell and no figure.
    pub fn new(
        id: impl Into<String>,
        kind: ReminderKind,
        source: &'static str,
        urgency: Urgency,
        until: Until,
    ) -> Self {
        Self {
            id: id.into(),
            kind,
            source,
            urgency,
            until,
            cells: Vec::new(),
            figures: Vec::new(),
            overdue: false,
        }
    }

    /// The same, concerning those cells.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }

    /// The same, concerning those figures.
    #[must_use]
    pub fn about(mut self, figures: impl IntoIterator<Item = EventId>) -> Self {
        self.figures.extend(figures);
        self
    }
}

/// When something has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// At once, before anything else.
    Now,
    /// Before a meeple is placed.
    BeforeMeeple,
    /// Before the next tile.
    EndOfTurn,
    /// Good to know.
    Info,
}

/// What makes a reminder go away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The choice is made.
    Chosen(ChoiceId),
    /// A figure is placed.
    FigurePlaced,
    /// The figures concerned are gone.
    FigureTaken,
    /// The next tile lies, or the turn is ended.
    TurnEnds,
    /// What it says is no longer so.
    Changed,
}

/// What to remember.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReminderKind {
    /// This figure's feature has scored; take it home.
    TakeHome {
        /// The event that placed it.
        figure: EventId,
        /// Where it stands.
        at: SegmentRef,
        /// Whose.
        color: Option<Color>,
    },
    /// The open turn completes this feature: points and figures are due.
    Completed {
        /// Which feature.
        feature: FeatureId,
        /// What it is.
        kind: FeatureKind,
        /// Who gets how many points; `None` is the team.
        points: Vec<(Option<Color>, i32)>,
    },
    /// No figure was placed in the open turn, but one could be.
    MayPlaceFigure {
        /// Whose turn it is.
        color: Option<Color>,
    },
    /// No figure was placed, so the abbot may be recalled.
    MayRecallAbbot {
        /// Whose.
        color: Color,
        /// The event that placed it.
        figure: EventId,
        /// What it would bring.
        points: i32,
    },
    /// A figure was placed by another colour than the seat order expects.
    OutOfTurn {
        /// Whose turn it was.
        expected: Color,
        /// Who placed.
        seen: Color,
    },
    /// A figure stands where no rule allows it; it is not counted.
    FigureNotAllowed {
        /// The likeliest segment.
        at: SegmentRef,
        /// Where it stands, as in [`EventKind::FigurePlaced`].
        foot: [f32; 2],
        /// Which piece.
        kind: FigureKind,
        /// Whose.
        color: Option<Color>,
        /// Why the likeliest reading is refused.
        fault: RuleFault,
    },
    /// The last tile lies: final scoring comes next.
    LastTile,
    /// Final scoring comes next: what is in hand should be as many as [`Snapshot::supplies`]
    /// says.
    CountHands,
    /// Of mage and witch.
    MageAndWitch(MageAndWitchReminder),
    /// Of the mists, cooperative.
    Mists(MistsReminder),
    /// Of the spell circles, cooperative.
    Eloise(EloiseReminder),
    /// Of Tatan cards.
    Tatan(TatanReminder),
    /// Of the Benelux map.
    Benelux(BeneluxReminder),
    /// Of ghosts, castles, cemeteries and spell circles in competition.
    Ghosts(GhostsReminder),
}

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

/// An event without effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rejected {
    /// Which one.
    pub event: EventId,
    /// Why.
    pub fault: RuleFault,
}
