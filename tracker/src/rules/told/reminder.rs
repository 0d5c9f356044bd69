//! What the rules ask of the people at the table now, typed; the wording is the screens'.

use crate::board::features::{FeatureId, FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::RuleFault;
use crate::rules::choice::ChoiceId;
use crate::rules::expansions::benelux::BeneluxReminder;
use crate::rules::expansions::ghosts_castles_cemeteries::GhostsReminder;
use crate::rules::expansions::mage_and_witch::MageAndWitchReminder;
use crate::rules::expansions::mists::MistsReminder;
use crate::rules::expansions::spell_circles::EloiseReminder;
use crate::rules::expansions::tatan::TatanReminder;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use serde::Serialize;

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
