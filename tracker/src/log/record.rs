//! The record: a game on disk, as JSON Lines.
//!
//! The first line is the [`Header`]; each further line an [`Event`] or an [`Expect`]. A record
//! with expectations is a test. Written by [`crate::log::journal`], read here; a line cut off by a
//! crash is accepted as not written, everything else that is wrong is refused by line.

use std::collections::BTreeMap;
use std::sync::Arc;

use files::limits::{LINE_BYTES, LINES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::features::SegmentRef;
use crate::log::Log;
use crate::log::event::{By, Event, EventKind};
use crate::rules::scoring;
use crate::setup::Setup;
use carcassonne::piece::Color;

/// The name in every header.
pub const FORMAT: &str = "nebelwacht-record";
/// The version this program writes. It reads this one and no newer one.
pub const VERSION: u32 = 1;

/// First line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`] of the program that began the record.
    pub version: u32,
    /// When the game was started, if the caller knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<jiff::Timestamp>,
    /// The set-up.
    pub setup: Setup,
}

impl Header {
    /// The header of a new record.
    pub fn new(setup: Setup, started: Option<jiff::Timestamp>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            started,
            setup,
        }
    }
}

/// What must be true at its place in a record. Absent parts expect nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    /// Scores of these colours.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<Color, i32>,
    /// Meeples these colours have in hand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub meeples: BTreeMap<Color, u8>,
    /// The newest score line, as `red 3: 3 tiles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_line: Option<String>,
    /// Segments where the open turn's player may put a meeple.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<SegmentRef>>,
    /// Each group of segments is one feature, and different groups are different features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Vec<SegmentRef>>,
    /// What the feature at a segment is worth as it stands, as `4 tiles × 2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(SegmentRef, String)>,
    /// Who would get the feature at a segment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<(SegmentRef, Vec<Color>)>,
    /// Number of the newest turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Values in the snapshot by JSON pointer, as `/choices/0/kind`; `null` if there is none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, serde_json::Value>,
    /// A reminder whose id begins like this stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<String>,
    /// No reminder whose id begins like this stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub no_reminders: Vec<String>,
    /// These events would be refused now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<EventKind>,
}

/// A line after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Line {
    /// An expectation.
    Expect {
        /// What must be true here.
        expect: Expect,
    },
    /// An event.
    Event(Event),
}

/// A record as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its first line.
    pub header: Header,
    /// The other lines.
    pub lines: Vec<Line>,
    /// Bytes up to the end of the last whole line; what follows was cut off while written.
    pub whole_bytes: usize,
    /// Whether a cut-off line follows.
    pub torn: bool,
    /// Whether the last whole line has its line end.
    pub ends_with_line_end: bool,
}

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is not even a whole first line.
    #[error("the record is empty or was cut off in its first line; there is no game in it")]
    Empty,
    /// The first line is not that of a record.
    #[error("this is not a Nebelwacht record: {0}")]
    NotARecord(String),
    /// A newer program wrote it.
    #[error(
        "the record has version {found}, this program reads up to {VERSION}; update Nebelwacht to open it"
    )]
    Newer {
        /// Its version.
        found: u32,
    },
    /// The header's set-up cannot be played.
    #[error("the record's set-up cannot be played: {0}")]
    Setup(#[from] crate::setup::SetupError),
    /// An event of a kind this program does not know.
    #[error(
        "line {line} is an event of the unknown kind `{kind}`; update Nebelwacht, or remove the line if you wrote it"
    )]
    UnknownKind {
        /// Counted from 1.
        line: usize,
        /// Its kind.
        kind: String,
    },
    /// A line that cannot be understood.
    #[error("line {line} cannot be read: {what}; restore it, or remove it if you wrote it")]
    Malformed {
        /// Counted from 1.
        line: usize,
        /// Why.
        what: String,
    },
    /// More lines, or a longer line, than any game has.
    #[error("line {line} goes beyond what any game takes ({what}); the file is damaged or no game")]
    TooLarge {
        /// Counted from 1.
        line: usize,
        /// Which limit.
        what: &'static str,
    },
    /// Event numbers do not grow.
    #[error(
        "line {line}: event numbers must grow from line to line; two records may have been mixed"
    )]
    Disorder {
        /// Counted from 1.
        line: usize,
    },
}

impl Header {
    /// Reads the first line of a record and nothing else.
    ///
    /// # Errors
    /// As [`Record::read`], of that line.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        read_header(&rows(bytes).next().ok_or(RecordError::Empty)?)
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// If there is no header, a newer program wrote it, a whole line cannot be understood, or
    /// there is more of it than any game takes ([`files::limits`]). A last line without line end
    /// that cannot be understood is taken as not written.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut rows = rows(bytes);
        let Some(first) = rows.next() else {
            return Err(RecordError::Empty);
        };
        let header = read_header(&first)?;
        let mut record = Self {
            header,
            lines: Vec::new(),
            whole_bytes: first.end,
            torn: false,
            ends_with_line_end: first.whole,
        };
        let mut newest = 0;
        for row in rows {
            row.check()?;
            if row.text.trim_ascii().is_empty() {
                continue;
            }
            match read_line(&row) {
                Err(_) if !row.whole => {
                    record.torn = true;
                    return Ok(record);
                }
                Err(error) => return Err(error),
                Ok(line) => {
                    if let Line::Event(event) = &line {
                        if event.id.0 <= newest {
                            return Err(RecordError::Disorder { line: row.number });
                        }
                        newest = event.id.0;
                    }
                    record.lines.push(line);
                    record.whole_bytes = row.end;
                    record.ends_with_line_end = row.whole;
                }
            }
        }
        Ok(record)
    }

    /// The events, without the expectations.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.lines.iter().filter_map(|line| match line {
            Line::Event(event) => Some(event),
            Line::Expect { .. } => None,
        })
    }

    /// The folded log of all events.
    pub fn log(&self) -> Log {
        let setup = Arc::new(self.header.setup.clone());
        Log::of(setup, self.events().cloned().collect())
    }

    /// Plays the record and lists every expectation that is not met, by line.
    pub fn failures(&self) -> Vec<String> {
        let mut log = Log::new(Arc::new(self.header.setup.clone()));
        let mut failures = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line {
                Line::Event(event) => log.push(event.clone()),
                Line::Expect { expect } => failures.extend(
                    expect
                        .failures(&log)
                        .into_iter()
                        .map(|failure| format!("line {}: {failure}", index + 2)),
                ),
            }
        }
        failures.extend(
            log.rejected()
                .iter()
                .map(|r| format!("event {} is refused: {}", r.event, r.fault)),
        );
        if !failures.is_empty() {
            failures.push(format!("the board at the end:\n{}", log.game().board()));
        }
        failures
    }
}

impl Expect {
    /// What is expected of the log's game and not true.
    pub fn failures(&self, log: &Log) -> Vec<String> {
        let game = log.game();
        let mut failures = self.snapshot_failures(log);
        let mut compare = |what: String, expected: String, got: String| {
            if expected != got {
                failures.push(format!("{what}: expected {expected}, got {got}"));
            }
        };
        for (color, expected) in &self.scores {
            let player = game.players().iter().find(|player| player.color == *color);
            let got = player.map_or(0, |player| player.score);
            compare(
                format!("score of {color}"),
                expected.to_string(),
                got.to_string(),
            );
        }
        for (color, expected) in &self.meeples {
            let got = game.in_hand(*color, carcassonne::piece::FigureKind::Meeple);
            compare(
                format!("meeples of {color}"),
                expected.to_string(),
                got.to_string(),
            );
        }
        if let Some(expected) = &self.last_line {
            let got = game.lines().last().map_or_else(String::new, |line| {
                let who = line.color.map_or("team", Color::name);
                format!("{who} {}: {}", line.points, line.expression)
            });
            compare("last line".to_owned(), expected.clone(), got);
        }
        if let Some(expected) = &self.places {
            let player = game.open_turn().and_then(|open| open.player);
            let mut got: Vec<SegmentRef> = player
                .map(|color| {
                    game.figure_places(color)
                        .into_iter()
                        .map(|place| place.at)
                        .collect()
                })
                .unwrap_or_default();
            got.sort();
            got.dedup();
            compare(
                "places".to_owned(),
                format!("{expected:?}"),
                format!("{got:?}"),
            );
        }
        let mut seen = Vec::new();
        for group in &self.features {
            let mut ids: Vec<_> = group
                .iter()
                .map(|&at| game.features().at(at).map(|feature| feature.id))
                .collect();
            ids.dedup();
            compare(
                format!("features of {group:?}"),
                "1".to_owned(),
                ids.len().to_string(),
            );
            seen.extend(ids);
        }
        let different = seen.iter().collect::<std::collections::HashSet<_>>().len();
        compare(
            "different features".to_owned(),
            seen.len().to_string(),
            different.to_string(),
        );
        for (at, expected) in &self.values {
            let got = game
                .features()
                .at(*at)
                .map(|feature| scoring::value(game, feature, !feature.open).to_string());
            compare(
                format!("value at {at:?}"),
                expected.clone(),
                got.unwrap_or_default(),
            );
        }
        for (at, expected) in &self.owners {
            let got = game
                .features()
                .at(*at)
                .map(|feature| scoring::owners(game, feature));
            compare(
                format!("owners at {at:?}"),
                format!("{:?}", Some(expected)),
                format!("{got:?}"),
            );
        }
        if let Some(turn) = self.turn {
            compare("turn".to_owned(), turn.to_string(), game.turn().to_string());
        }
        failures
    }

    /// What is expected of the snapshot and of events, and not true.
    fn snapshot_failures(&self, log: &Log) -> Vec<String> {
        let mut failures = Vec::new();
        for event in &self.refused {
            if log.clone().append(0, By::Person, event.clone()).is_ok() {
                failures.push(format!("{event:?} is accepted"));
            }
        }
        if self.at.is_empty() && self.reminders.is_empty() && self.no_reminders.is_empty() {
            return failures;
        }
        let snapshot = crate::snapshot::view::of_log(log);
        for (pointer, expected) in &self.at {
            let whole = serde_json::to_value(&snapshot).unwrap_or_default();
            let got = whole.pointer(pointer).unwrap_or(&serde_json::Value::Null);
            if got != expected {
                failures.push(format!("{pointer}: expected {expected}, got {got}"));
            }
        }
        let ids: Vec<&str> = snapshot.reminders.iter().map(|r| r.id.as_str()).collect();
        let has = |start: &str| ids.iter().any(|id| id.starts_with(start));
        for missing in self.reminders.iter().filter(|start| !has(start)) {
            failures.push(format!("no reminder {missing} among {ids:?}"));
        }
        for present in self.no_reminders.iter().filter(|start| has(start)) {
            failures.push(format!("a reminder {present} among {ids:?}"));
        }
        failures
    }
}

struct Row<'b> {
    number: usize,
    text: &'b [u8],
    whole: bool,
    end: usize,
}

impl Row<'_> {
    fn check(&self) -> Result<(), RecordError> {
        let line = self.number;
        if self.text.len() > LINE_BYTES {
            let what = "a line of 4 MB";
            return Err(RecordError::TooLarge { line, what });
        }
        if line > LINES {
            let what = "100000 lines";
            return Err(RecordError::TooLarge { line, what });
        }
        Ok(())
    }
}

/// The lines; a mark that an editor put before the first belongs to none.
fn rows(bytes: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut start = files::read::mark_bytes(bytes);
    bytes[start..]
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
        .map(move |(index, text)| {
            start += text.len();
            let whole = text.ends_with(b"\n");
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            Row {
                number: index + 1,
                text,
                whole,
                end: start,
            }
        })
}

fn read_header(row: &Row<'_>) -> Result<Header, RecordError> {
    row.check()?;
    let value: serde_json::Value = match serde_json::from_slice(row.text) {
        Ok(value) => value,
        Err(_) if !row.whole => return Err(RecordError::Empty),
        Err(error) => return Err(RecordError::NotARecord(error.to_string())),
    };
    if value.get("format").and_then(|format| format.as_str()) != Some(FORMAT) {
        return Err(RecordError::NotARecord(format!(
            "its first line names no `{FORMAT}`"
        )));
    }
    let version = value
        .get("version")
        .and_then(serde_json::Value::as_u64)
        .unwrap_or(0);
    if version > u64::from(VERSION) {
        return Err(RecordError::Newer {
            found: u32::try_from(version).unwrap_or(u32::MAX),
        });
    }
    let mut header: Header = serde_json::from_value(value)
        .map_err(|error| RecordError::NotARecord(error.to_string()))?;
    header.setup = header.setup.validated()?;
    Ok(header)
}

fn read_line(row: &Row<'_>) -> Result<Line, RecordError> {
    let malformed = |what: String| RecordError::Malformed {
        line: row.number,
        what,
    };
    let value: serde_json::Value =
        serde_json::from_slice(row.text).map_err(|error| malformed(error.to_string()))?;
    if let Some(expect) = value.get("expect") {
        let expect = Expect::deserialize(expect).map_err(|error| malformed(error.to_string()))?;
        return Ok(Line::Expect { expect });
    }
    serde_json::from_value(value.clone())
        .map(Line::Event)
        .map_err(|error| {
            let what = error.to_string();
            match value.get("kind").and_then(|kind| kind.as_str()) {
                Some(kind) if what.contains("unknown variant") && what.contains(kind) => {
                    RecordError::UnknownKind {
                        line: row.number,
                        kind: kind.to_owned(),
                    }
                }
                _ => malformed(what),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = concat!(
        r#"{"format":"nebelwacht-record","version":1,"setup":{"player":[{"name":"Jörg","color":"red"}]}}"#,
        "\n",
        r#"{"id":1,"at_ms":0,"by":"person","kind":"tile_laid","cell":{"x":0,"y":0},"face":"D","rotation":0}"#,
        "\n",
        r#"{"id":2,"at_ms":9,"by":"person","kind":"tile_laid","cell":{"x":0,"y":-1},"face":"E","rotation":180}"#,
        "\n",
        r#"{"expect":{"turn":1}}"#,
        "\n",
    );

    #[test]
    fn a_record_cut_at_any_byte_is_read_up_to_the_cut() {
        let bytes = GAME.as_bytes();
        let header_end = GAME.find('\n').unwrap();
        for cut in 0..=bytes.len() {
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            match Record::read(&bytes[..cut]) {
                Ok(record) => {
                    // A last line that lacks nothing but its line end is a line.
                    assert!(record.lines.len() + 1 >= whole, "{cut}");
                    assert!(record.lines.len() <= whole, "{cut}");
                    assert!(record.whole_bytes <= cut);
                }
                Err(error) => {
                    assert_eq!(error, RecordError::Empty);
                    assert!(cut < header_end, "{cut}");
                }
            }
        }
        assert!(Record::read(bytes).unwrap().failures().is_empty());
    }

    #[test]
    fn what_cannot_be_read_says_why_and_what_to_do() {
        let error = |text: &str| Record::read(text.as_bytes()).unwrap_err().to_string();
        assert!(
            error(&GAME.replace("\"version\":1", "\"version\":7")).contains("update Nebelwacht")
        );
        assert!(error("hello\n").contains("not a Nebelwacht record"));
        let kind = error(&GAME.replacen("tile_laid", "tile_eaten", 1));
        assert!(
            kind.contains("line 2") && kind.contains("tile_eaten"),
            "{kind}"
        );
        assert!(error(&GAME.replacen("\"face\":\"D\"", "\"face\":7", 1)).contains("line 2"));
        assert!(error(&GAME.replacen("\"id\":2", "\"id\":1", 1)).contains("line 3"));
        assert!(
            error(&GAME.replacen("\"setup\":{", "\"setup\":{\"modules\":[\"chess\"],", 1))
                .contains("chess")
        );
    }

    #[test]
    fn a_mark_before_the_text_is_no_part_of_it() {
        let marked = format!("\u{feff}{GAME}");
        let record = Record::read(marked.as_bytes()).unwrap();
        assert_eq!(record.lines, Record::read(GAME.as_bytes()).unwrap().lines);
        assert_eq!(record.whole_bytes, marked.len(), "counted in the file");
    }

    #[test]
    fn what_no_game_says_is_refused_by_line() {
        let error = |text: &str| Record::read(text.as_bytes()).unwrap_err();
        let far = error(&GAME.replace("\"y\":-1", "\"y\":-2147483648"));
        assert!(
            matches!(far, RecordError::Malformed { line: 3, .. }),
            "{far}"
        );
        assert!(far.to_string().contains("cell"), "{far}");
        let id = error(&GAME.replace("\"id\":2", "\"id\":18446744073709551615"));
        assert!(matches!(id, RecordError::Malformed { line: 3, .. }), "{id}");
        let long = error(&(GAME.to_owned() + &" ".repeat(LINE_BYTES + 1)));
        assert!(
            matches!(long, RecordError::TooLarge { line: 5, .. }),
            "{long}"
        );
        let many = error(&(GAME.to_owned() + &"\n".repeat(LINES)));
        assert!(matches!(many, RecordError::TooLarge { .. }), "{many}");
        let name = error(&GAME.replace("\"D\"", "\"\\u001b[2J\""));
        assert!(name.to_string().contains("line 2"), "{name}");
        assert!(!name.to_string().contains('\u{1b}'), "{name:?}");
    }

    #[test]
    fn an_unmet_expectation_is_a_failure_with_its_line() {
        let record = Record::read(GAME.replace("{\"turn\":1}", "{\"turn\":2}").as_bytes()).unwrap();
        let failures = record.failures();
        assert!(
            failures[0].contains("line 4: turn: expected 2, got 1"),
            "{failures:?}"
        );
    }
}
