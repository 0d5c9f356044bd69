//! What a table has agreed to tell, and how it is told: nothing else leaves it.

use serde::{Deserialize, Serialize};
use tracker::log::record::{Header, Record, to_lines};
use tracker::setup::Setup;

use carcassonne::piece::Color;

/// How players are called in the hall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Names {
    /// By their initials.
    #[default]
    Initials,
    /// As at the table.
    Full,
    /// By their colours.
    Colors,
}

impl Names {
    /// All of them, the most careful one last.
    pub const ALL: [Self; 3] = [Self::Full, Self::Initials, Self::Colors];

    /// The one spelling in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initials => "initials",
            Self::Full => "full",
            Self::Colors => "colors",
        }
    }
}

/// A text that names no way of calling players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not one of full, initials, colors")]
pub struct NotNames(String);

impl std::str::FromStr for Names {
    type Err = NotNames;

    fn from_str(text: &str) -> Result<Self, NotNames> {
        let mut all = Self::ALL.into_iter();
        all.find(|names| names.name() == text)
            .ok_or_else(|| NotNames(text.to_owned()))
    }
}

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreed {
    /// How the players are called.
    pub names: Names,
    /// Whether the hall sees every move: board, set-up, events, and the record at the end.
    /// Otherwise scores, turn and tiles left only.
    pub board: bool,
    /// Whether it also gets the drawn board as a picture. There is no other picture.
    pub drawing: bool,
}

impl Default for Agreed {
    fn default() -> Self {
        Self {
            names: Names::default(),
            board: true,
            drawing: false,
        }
    }
}

impl Agreed {
    /// What a player is called in the hall.
    pub fn name(&self, name: &str, color: Color) -> String {
        let nameless = name == color.name();
        match self.names {
            Names::Full => files::words::name(name),
            Names::Initials if !nameless => initials(name),
            Names::Initials | Names::Colors => color.name().to_owned(),
        }
    }

    /// The set-up as the hall sees it.
    pub fn setup(&self, setup: &Setup) -> Setup {
        let mut told = setup.clone();
        for player in &mut told.players {
            player.name = self.name(&player.name, player.color);
        }
        // What is kept of pictures is nobody's business.
        told.pictures = None;
        told
    }

    /// The record as the hall sees it, JSON Lines; none if it sees no moves.
    pub fn record(&self, record: &Record) -> Option<Vec<u8>> {
        if !self.board {
            return None;
        }
        let header = Header {
            setup: self.setup(&record.header.setup),
            ..record.header.clone()
        };
        to_lines(&header, record.events())
            .map_err(|error| tracing::error!(%error, "the record is not told"))
            .ok()
    }
}

/// `Anna-Lena Berg` is `A. B.`.
fn initials(name: &str) -> String {
    let first = |word: &str| {
        let letter = word.chars().find(|c| c.is_alphanumeric())?;
        Some(format!("{}.", letter.to_uppercase()))
    };
    let all: Vec<String> = name.split_whitespace().filter_map(first).take(3).collect();
    match all.is_empty() {
        true => "?".to_owned(),
        false => all.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_as_they_agreed() {
        let called = |names, name| {
            let agreed = Agreed {
                names,
                ..Agreed::default()
            };
            agreed.name(name, Color::Red)
        };
        assert_eq!(called(Names::Full, "Anna-Lena Berg"), "Anna-Lena Berg");
        assert_eq!(called(Names::Initials, "Anna-Lena Berg"), "A. B.");
        assert_eq!(called(Names::Initials, "ßa öl"), "SS. Ö.");
        assert_eq!(called(Names::Initials, "🦊"), "?");
        assert_eq!(called(Names::Initials, "red"), "red");
        assert_eq!(called(Names::Colors, "Anna"), "red");
    }

    #[test]
    fn a_told_record_holds_no_name_that_was_not_agreed_to() {
        let text = "{\"format\":\"nebelwacht-record\",\"version\":1,\"setup\":{\"player\":[\
            {\"name\":\"Anna Berg\",\"color\":\"red\"},{\"name\":\"Ben\",\"color\":\"blue\"}]}}\n\
            {\"id\":1,\"at_ms\":0,\"by\":\"person\",\"kind\":\"tile_laid\",\
            \"cell\":{\"x\":0,\"y\":0},\"face\":\"D\",\"rotation\":0}\n";
        let record = Record::read(text.as_bytes()).unwrap();
        let told = Agreed::default().record(&record).unwrap();
        let again = Record::read(&told).unwrap();
        let names: Vec<_> = again
            .header
            .setup
            .players
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        assert_eq!(names, ["A. B.", "B."]);
        assert_eq!(again.lines, record.lines);
        assert!(!String::from_utf8(told).unwrap().contains("Anna"));
        let closed = Agreed {
            board: false,
            ..Agreed::default()
        };
        assert_eq!(closed.record(&record), None);
    }
}
