//! Records that say what cannot be: every number of every golden game replaced by extreme ones.
//! Each is refused with words or told; nothing panics.
//!
//! A sample runs by default; `NEBELWACHT_EXTREMES=1` tries every one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::spots::RimGeometry;
use serde_json::{Value, json};
use tracker::Tracker;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::history::place_of;
use tracker::log::record::Record;
use tracker::snapshot::review::Review;

/// What 8, 16, 32, 53 and 64 bits end with, and what no game reaches but a number may.
const EXTREMES: [i128; 14] = [
    -1,
    127,
    255,
    499,
    501,
    65_535,
    -2_147_483_648,
    2_147_483_647,
    4_294_967_295,
    1 << 48,
    9_007_199_254_740_993,
    -9_223_372_036_854_775_808,
    9_223_372_036_854_775_807,
    18_446_744_073_709_551_615,
];

/// Of so many mutated records one is tried by default; a prime, so that every place has its turn.
const SAMPLE: usize = 23;

fn golden() -> Vec<PathBuf> {
    fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, into);
            } else {
                into.push(path);
            }
        }
    }
    let mut all = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden"),
        &mut all,
    );
    all.sort();
    assert!(all.len() > 100);
    all
}

/// Where numbers stand in a line, as JSON pointers.
fn numbers(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Number(_) => into.push(at),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                numbers(item, format!("{at}/{i}"), into);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                numbers(field, format!("{at}/{}", key.replace('/', "~1")), into);
            }
        }
        _ => {}
    }
}

fn extreme(value: i128) -> Value {
    i64::try_from(value).map_or_else(|_| json!(u64::try_from(value).unwrap()), Value::from)
}

/// All that is ever done with a record but showing it.
fn tell(bytes: &[u8]) {
    let Ok(record) = Record::read(bytes) else {
        return;
    };
    record.failures();
    let log = record.log();
    let review = Review::of(&log);
    for share in &review.by_reason {
        share.total();
    }
    for share in &review.by_module {
        share.total();
    }
    review.snapshot(Some(review.moments.len() / 2));
    log.until(1);
    let mut tracker = Tracker::resume(&record, Arc::new(RimGeometry));
    tracker.snapshot();
    for command in [
        Command::EndTurn,
        Command::Undo,
        Command::UndoTurn,
        Command::Redo,
        Command::EndGame,
    ] {
        // Whether it is allowed does not matter here.
        drop(tracker.command(5_000, command));
    }
    tracker.snapshot();
}

#[test]
fn no_number_in_a_record_is_too_much() {
    let all = std::env::var_os("NEBELWACHT_EXTREMES").is_some();
    let (mut tried, mut fell) = (0, Vec::new());
    let mut turn = 0;
    for path in golden() {
        let mut lines: Vec<Value> = std::fs::read_to_string(&path)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        // Golden games give no points by hand.
        let color = lines[0].pointer("/setup/player/0/color").cloned();
        for n in 0..2 {
            let id = 1_000 + n;
            let color = color.clone().unwrap_or(json!("red"));
            lines.push(json!({"id": id, "at_ms": id, "by": "person", "kind": "points", "color": color, "points": 9_000}));
        }
        for line in 0..lines.len() {
            let mut places = Vec::new();
            numbers(&lines[line], String::new(), &mut places);
            for place in places {
                for value in EXTREMES {
                    turn += 1;
                    if !all && turn % SAMPLE != 0 {
                        continue;
                    }
                    tried += 1;
                    let mut mutated = lines.clone();
                    *mutated[line].pointer_mut(&place).unwrap() = extreme(value);
                    // What was said once is said again where that can be.
                    if place == "/points" {
                        *mutated[lines.len() - 2].pointer_mut(&place).unwrap() = extreme(value);
                    }
                    let text: String = mutated.iter().map(|line| format!("{line}\n")).collect();
                    let told = catch_unwind(AssertUnwindSafe(|| tell(text.as_bytes())));
                    if told.is_err() {
                        fell.push(format!(
                            "{} line {}: {place} = {value}",
                            path.display(),
                            line + 1
                        ));
                    }
                }
            }
        }
    }
    println!("{tried} mutated records, {} panics", fell.len());
    assert!(
        fell.is_empty(),
        "{} of {tried}:\n{}",
        fell.len(),
        fell.join("\n")
    );
}

fn log_of(lines: &[Value]) -> Log {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let record = Record::read(lines.join("\n").as_bytes()).expect("a record");
    record.log()
}

fn laid(id: u64, face: &str, cell: [i32; 2], rotation: u16) -> Value {
    let cell = json!({"x": cell[0], "y": cell[1]});
    json!({"id": id, "at_ms": 0, "by": "person", "kind": "tile_laid", "cell": cell, "face": face, "rotation": rotation})
}

fn header() -> Value {
    json!({"format": "nebelwacht-record", "version": 1, "setup": {"player": [{"color": "red"}, {"color": "blue"}]}})
}

#[test]
fn an_event_that_names_itself_happened_nowhere() {
    let taken = json!({"id": 1, "at_ms": 0, "by": "person", "kind": "figure_taken", "figure": 1});
    let log = log_of(&[header(), taken]);
    assert_eq!(place_of(&log, &log.events()[0].kind), None);
}

/// Each names the one before it: no thread has room for as many calls within each other.
#[test]
fn the_place_of_what_names_others_in_a_long_row_is_found() {
    let taken = |id: u64| json!({"id": id, "at_ms": 0, "by": "person", "kind": "figure_taken", "figure": id - 1});
    let mut lines = vec![header(), laid(1, "D", [0, 0], 0)];
    lines.extend((2..=20_000).map(taken));
    let log = log_of(&lines);
    let newest = &log.events()[19_999].kind;
    assert_eq!(place_of(&log, newest), Some(Cell::new(0, 0)));
}

/// A turn with more events than anybody tells is not gone through again for each that cannot be now:
/// that would keep a whole game for every one of them.
#[test]
fn a_turn_of_thousands_of_events_is_not_gone_through_again() {
    let mut lines = vec![header(), laid(1, "D", [0, 0], 0), laid(2, "U", [1, 0], 90)];
    let late = |id: u64, figure: u64| json!({"id": id, "at_ms": 0, "by": "person", "kind": "figure_taken", "figure": figure});
    for id in 3..20_000 {
        let points = json!({"id": id, "at_ms": 0, "by": "person", "kind": "points", "color": "red", "points": 1});
        lines.push(points);
    }
    lines.push(late(20_000, 9_999));
    let log = log_of(&lines);
    assert_eq!(log.rejected().len(), 1);
    assert_eq!(log.game().players()[0].score, 19_997);
}
