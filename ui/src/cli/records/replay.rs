//! `replay`: folds a record and tells the game turn by turn.

use std::path::Path;

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
        print(&as_text(&report))
    }
}

fn as_text(report: &ReplayReport) -> String {
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
