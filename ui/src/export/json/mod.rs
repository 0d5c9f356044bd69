//! The shapes of the JSON that `read`, `score`, `watch` and `replay` print, and how a record becomes
//! one. Measuring tools read them: fields may be added, never renamed.
//!
//! Directions as everywhere: `x` right, `y` down, `rotation` in degrees clockwise.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tracker::log::Log;
use tracker::log::event::Event;

use self::story::{is_final, leaders, scored};

mod photographed;
mod story;
mod turns;

pub use photographed::{
    FinalLine, ReadAlternative, ReadFigure, ReadFigureAlternative, ReadReport, ReadTile,
    ScoreGuess, ScoreQuestion, ScoreReport,
};
pub use story::Story;
pub use turns::{FigureReport, Ground, ScoredReport, Scores, TileReport, TurnReport};

/// How the game stands at the end of the record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FinalReport {
    /// Whether final scoring is in the scores.
    pub over: bool,
    /// Final scoring, line by line; empty while the game is not over.
    pub scored: Vec<ScoredReport>,
    /// All scores.
    pub scores: Scores,
    /// Who has most points; several if tied.
    pub winner: Vec<&'static str>,
    /// The board.
    pub tiles: Vec<TileReport>,
}

/// What `replay --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayReport {
    /// Turn by turn.
    pub turns: Vec<TurnReport>,
    /// The end.
    #[serde(rename = "final")]
    pub last: FinalReport,
    /// Events of the record that the rules refuse, in words; they had no effect.
    pub refused: Vec<String>,
}

/// What `watch --events` prints of an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventReport<'a> {
    /// Its line of the record.
    #[serde(flatten)]
    pub event: &'a Event,
    /// The first still frame that showed it; `null` for what no camera saw.
    pub at_frame: Option<u64>,
}

impl<'a> EventReport<'a> {
    /// Tells an event.
    pub const fn of(event: &'a Event) -> Self {
        Self {
            event,
            at_frame: event.by.frame(),
        }
    }
}

/// What `watch --json` prints at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WatchReport {
    /// Always true: tells this object from events.
    pub end: bool,
    /// Frames looked at.
    pub frames: u64,
    /// Turns begun.
    pub turns: u32,
    /// The board.
    pub tiles: Vec<TileReport>,
    /// Every figure that stood on it.
    pub figures: Vec<FigureReport>,
    /// All scores; an open last turn counts as if it ended now.
    pub scores: Scores,
    /// Questions still open.
    pub questions_open: usize,
    /// Questions asked in all.
    pub questions_asked: usize,
    /// Times that table and board began to differ.
    pub desyncs: u32,
    /// Processor time of the whole program, seconds.
    pub cpu_s: f64,
    /// Time from frame to claims for still frames, ms.
    pub read_ms: ReadTimes,
    /// The file the game was written to.
    pub record: Option<PathBuf>,
    /// What went wrong on the way, in words.
    pub warnings: Vec<String>,
}

/// Times of still frames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadTimes {
    pub median: f64,
    pub p95: f64,
}

impl ReadTimes {
    /// Of these durations; zeros if there are none.
    pub fn of(took: &[Duration]) -> Self {
        let mut ms: Vec<f64> = took
            .iter()
            .map(|took| took.as_secs_f64() * 1000.0)
            .collect();
        ms.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (ms.len().saturating_sub(1) as f64 * share).round() as usize;
            ms.get(index).map_or(0.0, |ms| (ms * 10.0).round() / 10.0)
        };
        Self {
            median: at(0.5),
            p95: at(0.95),
        }
    }
}

impl ReplayReport {
    /// Tells a log, up to the end of a turn if one is given.
    pub fn of(log: &Log, until: Option<u32>) -> Self {
        let story = Story::of(log);
        let last = until.unwrap_or(u32::MAX).min(story.turns());
        let over = story.over && last == story.turns();
        let scores = if over {
            story.scores()
        } else {
            story.scores_after(last)
        };
        let final_lines = story.lines.iter().filter(|line| over && is_final(line));
        let first = u32::from(!story.lines.iter().any(|line| line.turn == 0));
        Self {
            turns: (first..=last).map(|turn| story.turn(turn)).collect(),
            last: FinalReport {
                over,
                scored: final_lines.map(scored).collect(),
                winner: leaders(&scores),
                scores,
                tiles: story
                    .tiles
                    .iter()
                    .filter(|tile| tile.turn <= last)
                    .cloned()
                    .collect(),
            },
            refused: log
                .rejected()
                .iter()
                .map(|refused| format!("event {}: {}", refused.event, refused.fault))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_told_with_the_frame_that_showed_it() {
        let line = r#"{"id": 1, "at_ms": 2600, "by": {"camera": {"confidence": 0.5, "evidence": {"first_frame": 11, "last_frame": 13, "looks": 3}}}, "kind": "tile_laid", "cell": {"x": 0, "y": 0}, "face": "D", "rotation": 0}"#;
        let event: Event = serde_json::from_str(line).expect("an event");
        let told = serde_json::to_value(EventReport::of(&event)).expect("told");
        let mut kept: serde_json::Value = serde_json::from_str(line).expect("a line");
        kept["at_frame"] = 11.into();
        assert_eq!(told, kept, "the line of the record and the frame");
    }
}
