//! The names of the topics: `BASE/TABLE/KIND`. A table writes below its own name only, which the
//! broker's access rules can hold it to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::limits::TABLE_LETTERS;

/// What a message is about, the last part of its topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Whether the table is there; the broker itself says when it is cut off.
    Presence,
    /// What is played: the set-up. Told with the board only.
    Game,
    /// How the game stands.
    State,
    /// The drawn board, SVG.
    Drawing,
    /// Something that happened.
    Event,
    /// The confirmed result.
    Result,
    /// The whole record of the game whose result was confirmed, JSON Lines.
    Record,
}

impl Kind {
    /// All of them, as they are sent after a connection.
    pub const ALL: [Self; 7] = [
        Self::Presence,
        Self::Game,
        Self::State,
        Self::Drawing,
        Self::Event,
        Self::Result,
        Self::Record,
    ];

    /// The last part of the topic.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Presence => "presence",
            Self::Game => "game",
            Self::State => "state",
            Self::Drawing => "drawing",
            Self::Event => "event",
            Self::Result => "result",
            Self::Record => "record",
        }
    }

    /// Whether the broker keeps the newest for whoever comes later.
    pub const fn is_retained(self) -> bool {
        !matches!(self, Self::Event)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of a table: up to 40 letters, digits, spaces and `-_.`, so that it is one part of a
/// topic and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct TableName(String);

/// A text that names no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a table’s name has 1 to 40 letters, digits, spaces and -_. and begins with a letter or digit"
)]
pub struct NotATable;

impl FromStr for TableName {
    type Err = NotATable;

    fn from_str(text: &str) -> Result<Self, NotATable> {
        let fits = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
        let sound = text.starts_with(char::is_alphanumeric)
            && !text.ends_with(' ')
            && text.chars().count() <= TABLE_LETTERS
            && text.chars().all(fits);
        sound.then(|| Self(text.to_owned())).ok_or(NotATable)
    }
}

impl<'de> Deserialize<'de> for TableName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl TableName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name by which tables are sorted: `Table 9` before `Table 10`.
    pub fn order(&self) -> (String, u64, &str) {
        let digits = self.0.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let number = self.0[digits..].parse().unwrap_or(0);
        (self.0[..digits].to_lowercase(), number, &self.0)
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The topic of a table's messages of a kind.
pub fn topic(base: &str, table: &TableName, kind: Kind) -> String {
    format!("{base}/{table}/{kind}")
}

/// What all tables below `base` say. Whatever lies deeper is nobody's of ours.
pub fn all_tables(base: &str) -> String {
    format!("{base}/+/+")
}

/// Whose and which a topic below `base` is; none if it is neither.
pub fn read(base: &str, topic: &str) -> Option<(TableName, Kind)> {
    let rest = topic.strip_prefix(base)?.strip_prefix('/')?;
    let (table, kind) = rest.split_once('/')?;
    let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
    Some((table.parse().ok()?, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_topic() {
        for sound in ["7", "Table 7", "Tisch-7", "Größte_Runde.2"] {
            assert!(sound.parse::<TableName>().is_ok(), "{sound}");
        }
        let long = "n".repeat(41);
        for none in [
            "",
            " 7",
            "7 ",
            "a/b",
            "+",
            "#",
            "$SYS",
            "a\nb",
            "a\u{202e}b",
            &long,
        ] {
            assert!(none.parse::<TableName>().is_err(), "{none:?}");
        }
        let mut names =
            ["Table 10", "table 9", "Bar"].map(|name| name.parse::<TableName>().unwrap());
        names.sort_by(|one, other| one.order().cmp(&other.order()));
        assert_eq!(
            names.map(|name| name.to_string()),
            ["Bar", "table 9", "Table 10"]
        );
    }

    #[test]
    fn topics_are_read_as_they_are_written() {
        let table: TableName = "Table 7".parse().unwrap();
        for kind in Kind::ALL {
            let written = topic("club/friday", &table, kind);
            assert_eq!(read("club/friday", &written), Some((table.clone(), kind)));
        }
        for foreign in [
            "club/friday/7",
            "club/friday/7/state/more",
            "club/friday/7/secret",
            "club/fridays/7/state",
            "club/friday//state",
            "other/7/state",
        ] {
            assert_eq!(read("club/friday", foreign), None, "{foreign}");
        }
    }
}
