//! `replay`: folds a record and tells the game turn by turn.

use std::path::Path;

use tracker::board::Board;
use tracker::log::Log;

use crate::cli::output::{print, print_json};
use crate::export::json::{ReplayReport, ScoredReport, Scores};
use crate::failure::Failure;
use crate::store::records::{note_torn, read};

pub(in crate::cli) fn run(path: &Path, json: bool, until: Option<u32>) -> Result<(), Failure> {
    let record = read(path)?;
    if record.torn {
        note_torn(path);
    }
    let log = record.log();
    let mut report = ReplayReport::of(&log, until);
    if json {
        let mut reminders = tracker::reminders_by_turn(&log);
        for turn in &mut report.turns {
            turn.reminders = reminders.remove(&turn.turn).unwrap_or_default();
        }
        print_json(&report)
    } else {
        print(&as_text(&report, &board(&log, until)))
    }
}

/// The board as it lay at the end of that turn; without one, as it lies now.
fn board(log: &Log, until: Option<u32>) -> Board {
    match until {
        Some(turn) => log.until(turn).game().board().clone(),
        None => log.game().board().clone(),
    }
}

fn as_text(report: &ReplayReport, board: &Board) -> String {
    let mut text = String::new();
    for turn in &report.turns {
        text += &format!("{:>3}", turn.turn);
        if let Some(player) = turn.player {
            text += &format!(" {player}");
        }
        if let Some(tile) = &turn.tile {
            text += &format!(
                " {} {}° at ({}, {})",
                tile.face, tile.rotation, tile.x, tile.y
            );
        }
        for figure in &turn.figures {
            let color = figure
                .color
                .map_or(String::new(), |color| format!("{color} "));
            let kind = figure.kind.name();
            text += &format!(", {color}{kind} on {}", figure.on.name());
        }
        text += "\n";
        text += &lines(&turn.scored);
        if !turn.scored.is_empty() {
            text += &format!("      {}\n", points(&turn.scores));
        }
    }
    text += &board.to_string();
    let last = &report.last;
    if last.over {
        text += "final scoring\n";
        text += &lines(&last.scored);
    }
    text += &format!(
        "{}: {}\n",
        if last.over { "final" } else { "so far" },
        points(&last.scores)
    );
    for refused in &report.refused {
        text += &format!("refused: {refused}\n");
    }
    text
}

fn lines(scored: &[ScoredReport]) -> String {
    let line = |line: &ScoredReport| {
        format!(
            "      {} {} = {}\n",
            line.player, line.expression, line.points
        )
    };
    scored.iter().map(line).collect()
}

fn points(scores: &Scores) -> String {
    let one = |(color, points): (&&str, &i32)| format!("{color} {points}");
    scores.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use tracker::log::record::Record;

    use super::*;

    const RECORD: &str = r#"{"format": "nebelwacht-record", "version": 1, "setup": {"modules": ["base"], "start": "seen", "player": [{"color": "yellow"}, {"color": "green"}]}}
{"id": 1, "at_ms": 1000, "by": "person", "kind": "tile_laid", "cell": {"x": 0, "y": 0}, "face": "B", "rotation": 0}
{"id": 2, "at_ms": 2000, "by": "person", "kind": "tile_laid", "cell": {"x": 1, "y": 0}, "face": "E", "rotation": 90}
{"id": 3, "at_ms": 3000, "by": "person", "kind": "tile_laid", "cell": {"x": 2, "y": 0}, "face": "E", "rotation": 270}
"#;

    #[test]
    fn a_game_is_told_with_the_board_it_came_to() {
        let log = Record::read(RECORD.as_bytes()).expect("a record").log();
        let told = |until| as_text(&ReplayReport::of(&log, until), &board(&log, until));
        let whole = told(None);
        assert!(whole.contains("E>") && whole.contains("E<"), "{whole}");
        let first = told(Some(1));
        assert!(first.contains("E>") && !first.contains("E<"), "{first}");
        assert!(first.ends_with("so far: green 0, yellow 0\n"), "{first}");
    }
}
