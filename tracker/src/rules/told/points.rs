//! Points as they were given: each line with its sum, what it waits for, and what was kept against
//! the rules.

use crate::board::features::{FeatureId, FeatureKind, SegmentRef};
use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::points::expression::Expression;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreReason {
    /// A feature was completed.
    Completed(#[schemars(with = "String")] FeatureKind),
    /// Final scoring.
    Final(#[schemars(with = "String")] FeatureKind),
    /// An abbot was recalled.
    AbbotRecalled,
    /// Something an expansion pays for.
    Bonus(Bonus),
    /// A person gave them.
    ByHand,
}

/// What an expansion pays for besides features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
