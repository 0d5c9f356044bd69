//! What is reminded of is what the rules then do, also where a ruling or something later changes it.

use std::path::Path;

use tracker::log::record::Record;
use tracker::rules::expansions::mists::MistsReminder;
use tracker::snapshot::{ReminderKind, Snapshot};
use tracker::snapshot_of;

/// The golden game up to that event, without what it expects.
fn told(name: &str, last: u64) -> Snapshot {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let text = std::fs::read_to_string(golden.join(name)).expect("a golden record");
    let is_later = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        line["id"].as_u64().is_some_and(|id| id > last) || line.get("expect").is_some()
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_later(line)).collect();
    let record = Record::read(lines.join("\n").as_bytes()).expect("a record");
    snapshot_of(&record.log())
}

fn of_mist(snapshot: &Snapshot) -> impl Iterator<Item = &MistsReminder> {
    let reminders = snapshot.reminders.iter();
    reminders.filter_map(|reminder| match &reminder.kind {
        ReminderKind::Mists(what) => Some(what),
        _ => None,
    })
}

/// Section 11, number 1: the stock once the tile's own ghosts lie; the cemetery's comes after them.
#[test]
fn the_supply_is_counted_once_the_tiles_ghosts_lie() {
    let snapshot = told("mists/12-one-more-for-an-open-cemetery.jsonl", 6);
    let left = of_mist(&snapshot).find_map(|what| match what {
        MistsReminder::GhostsCome { count, left, .. } => Some((*count, *left)),
        _ => None,
    });
    assert_eq!(left, Some((2, 10)));
}

/// Section 9 and ruling M16.
#[test]
fn a_hound_is_said_to_bring_what_it_brings() {
    let snapshot = told("mists/33-ruling-m16.jsonl", 12);
    let points = of_mist(&snapshot).find_map(|what| match what {
        MistsReminder::HoundScores { points, .. } => Some(*points),
        _ => None,
    });
    assert_eq!(points, Some(20), "10 ghosts for each of two colours");
}

/// Section 10: whoever draws the last tile without having reached the target has lost.
#[test]
fn nobody_is_promised_a_final_scoring_that_does_not_come() {
    let snapshot = told("mists/23-no-tile-left-to-draw.jsonl", 24);
    let promised = |kind: &ReminderKind| *kind == ReminderKind::LastTile;
    assert!(!snapshot.over);
    assert!(!snapshot.reminders.iter().any(|one| promised(&one.kind)));
}
