//! The points as a table (CSV): one row per line of points, in English, for spreadsheets.
//!
//! The column `points` is by how much the score really moved, so that its sums are the final
//! scores: the track has no numbers below 0. `worth` is what the expression adds up to.

use std::collections::BTreeMap;

use carcassonne::piece::Color;
use serde::Serialize;
use tracker::snapshot::{Bonus, ScoreLine, ScoreReason};

use super::told::{File, Lack, Told};
use crate::text::{Language, Words};

pub(super) const CSV: &str = "points.csv";

/// A line of points and what it did to the score.
pub struct Scored<'a> {
    /// The line.
    pub line: &'a ScoreLine,
    /// By how much the score moved.
    pub moved: i32,
    /// The score after it.
    pub score: i32,
}

/// All lines of points, oldest first.
pub fn scored(told: &Told) -> Vec<Scored<'_>> {
    let mut scores: BTreeMap<Option<Color>, i32> = BTreeMap::new();
    let mut lines = Vec::new();
    for line in &told.story.lines {
        let score = scores.entry(line.color).or_default();
        let before = *score;
        *score = before.saturating_add(line.points).max(0);
        lines.push(Scored {
            line,
            moved: *score - before,
            score: *score,
        });
    }
    lines
}

/// Everybody who scores, in turn order, with their points at the end; `None` is the team.
pub fn finals(told: &Told) -> Vec<(Option<Color>, i32)> {
    let game = told.log.game();
    let scorers: Vec<Option<Color>> = if game.shares_score() {
        vec![None]
    } else {
        game.colors().map(Some).collect()
    };
    let lines = scored(told);
    let last = |color| lines.iter().rev().find(|scored| scored.line.color == color);
    let score = |color| (color, last(color).map_or(0, |scored| scored.score));
    scorers.into_iter().map(score).collect()
}

#[derive(Serialize)]
struct Row<'a> {
    turn: u32,
    player: String,
    color: &'a str,
    points: i32,
    score: i32,
    worth: i32,
    expression: String,
    when: &'a str,
    what: &'a str,
    x: Option<i32>,
    y: Option<i32>,
}

/// The table.
pub(super) fn csv(told: &Told, _: Words) -> Result<Vec<File>, Lack> {
    let words = Words::new(Language::English);
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut write = |row: Row<'_>| table.serialize(row).map_err(|error| Lack::failed(&error));
    for Scored { line, moved, score } in scored(told) {
        let (when, what) = named(line.reason);
        let at = line.segments.first().map(|segment| segment.cell);
        write(Row {
            turn: line.turn,
            player: files::words::cell(&words.scorer(&told.snapshot, line.color)),
            color: line.color.map_or("team", Color::name),
            points: moved,
            score,
            worth: line.points,
            expression: files::words::cell(&line.expression.to_string()),
            when,
            what,
            x: at.map(|cell| cell.x),
            y: at.map(|cell| cell.y),
        })?;
    }
    if told.story.lines.is_empty() {
        // A table without rows still says what its columns are.
        table
            .write_record(COLUMNS)
            .map_err(|error| Lack::failed(&error))?;
    }
    let bytes = table
        .into_inner()
        .map_err(|error| Lack::Failed(error.to_string()))?;
    Ok(vec![File::new(CSV, bytes)])
}

const COLUMNS: [&str; 11] = [
    "turn",
    "player",
    "color",
    "points",
    "score",
    "worth",
    "expression",
    "when",
    "what",
    "x",
    "y",
];

/// When points were given, and for what.
pub(super) const fn named(reason: ScoreReason) -> (&'static str, &'static str) {
    match reason {
        ScoreReason::Completed(kind) => ("play", kind.name()),
        ScoreReason::Final(kind) => ("final", kind.name()),
        ScoreReason::AbbotRecalled => ("play", "abbot"),
        ScoreReason::Bonus(Bonus::Hound) => ("play", "hound"),
        ScoreReason::Bonus(Bonus::Eloise) => ("play", "eloise"),
        ScoreReason::Bonus(Bonus::Tatan) => ("play", "tatan"),
        ScoreReason::Bonus(Bonus::Chip) => ("play", "chip"),
        ScoreReason::ByHand => ("play", "by_hand"),
    }
}
