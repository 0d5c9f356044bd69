//! The record: a game on disk, as JSON Lines.
//!
//! The first line is the [`Header`]; each further line an [`Event`] or an [`Expect`]. A record
//! with expectations is a test. Written by [`crate::log::journal`], read here; a line cut off by a
//! crash is accepted as not written, everything else that is wrong is refused by line.
//!
//! ```
//! use tracker::log::record::{Record, RecordError};
//!
//! let text = r#"{"format":"nebelwacht-record","version":1,"setup":{"player":[{"color":"red"}]}}
//! {"id":1,"at_ms":0,"by":"person","kind":"tile_laid","cell":{"x":0,"y":0},"face":"D","rotation":0}
//! {"expect":{"turn":1}}
//! "#;
//! let record = Record::read(text.as_bytes())?;
//! assert_eq!(record.log().game().turn(), 0);
//! assert!(record.failures()[0].starts_with("line 3: turn: expected 1, got 0"));
//! # Ok::<(), RecordError>(())
//! ```

use std::sync::Arc;

use files::limits::{LINE_BYTES, LINES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::log::Log;
pub use crate::log::expect::Expect;
use crate::setup::Setup;

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
}

/// A record of these events as it lies on disk: JSON Lines, the header first.
///
/// # Errors
/// If something in them cannot be said in JSON.
pub fn to_lines<'e>(
    header: &Header,
    events: impl IntoIterator<Item = &'e Event>,
) -> serde_json::Result<Vec<u8>> {
    let mut lines = serde_json::to_vec(header)?;
    lines.push(b'\n');
    for event in events {
        serde_json::to_writer(&mut lines, event)?;
        lines.push(b'\n');
    }
    Ok(lines)
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
    Event::deserialize(&value)
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
    fn what_is_written_can_be_read() {
        let record = Record::read(GAME.as_bytes()).unwrap();
        let lines = to_lines(&record.header, record.events()).unwrap();
        let again = Record::read(&lines).unwrap();
        assert_eq!(again.header, record.header);
        assert!(again.events().eq(record.events()));
        assert!(again.ends_with_line_end && again.whole_bytes == lines.len());
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
