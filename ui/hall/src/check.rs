//! The hall reckons itself: it folds a record and says where that disagrees with what the table
//! has published.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tracker::log::record::{Header, Line, Record};
use tracker::snapshot::Snapshot;
use tracker::snapshot_of;

use crate::message::{Outcome, Player, Team, VERSION};
use carcassonne::piece::Color;

/// Where a record and what was published disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// The record cannot be read.
    Unreadable(String),
    /// It is another game's.
    OtherGame,
    /// The game in it is not over.
    NotOver,
    /// The rules refuse so many of its events.
    Refused(usize),
    /// Somebody's points.
    Points {
        /// Whose.
        color: Color,
        /// As published; none if nobody of that colour was.
        published: Option<i32>,
        /// As the hall reckons; none if nobody of that colour plays.
        reckoned: Option<i32>,
    },
    /// The team's points.
    Team {
        /// As published.
        published: Option<i32>,
        /// As the hall reckons.
        reckoned: Option<i32>,
    },
    /// Something was insisted on against the rules, so many times. No mistake; the organisers
    /// should know.
    Irregular(usize),
}

/// Why a record cannot be reckoned, in words that are fit to be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

/// A record as the hall reckons it.
#[derive(Clone, Debug)]
pub struct Reckoned {
    /// When the game was started.
    pub game: Option<Timestamp>,
    /// How it ended.
    pub snapshot: Snapshot,
}

impl Reckoned {
    /// Folds a record.
    ///
    /// # Errors
    /// When it is none.
    pub fn of(bytes: &[u8]) -> Result<Self, Unreadable> {
        let record = Record::read(bytes);
        let record =
            record.map_err(|error| Unreadable(files::words::sentence(&error.to_string())))?;
        Self::of_record(&record)
    }

    /// Folds a record that was read.
    ///
    /// # Errors
    /// When the rules' code breaks over it. Records are checked as they are read; should one of a stranger
    /// still do that, the others are reckoned all the same.
    pub fn of_record(record: &Record) -> Result<Self, Unreadable> {
        let folded = catch_unwind(AssertUnwindSafe(|| snapshot_of(&record.log())));
        let snapshot = folded.map_err(|_| Unreadable("its game cannot be told".to_owned()))?;
        Ok(Self {
            game: record.header.started,
            snapshot,
        })
    }

    /// Its result, as a table would have published it; none if it is not over. `confirmed` is when
    /// it was handed in.
    pub fn outcome(&self, confirmed: Timestamp) -> Option<Outcome> {
        let snapshot = &self.snapshot;
        let player = |player: &tracker::snapshot::PlayerView| Player {
            name: files::words::name(&player.name),
            color: player.color,
            score: player.score,
            on_turn: false,
        };
        snapshot.over.then(|| Outcome {
            v: VERSION,
            game: self.game.unwrap_or(Timestamp::UNIX_EPOCH),
            players: snapshot.players.iter().map(player).collect(),
            team: snapshot.team.as_ref().map(|team| Team {
                score: team.score,
                target: team.target,
            }),
            turns: snapshot.turn.number,
            confirmed,
        })
    }

    /// Where it disagrees with a published result.
    pub fn differences(&self, published: &Outcome) -> Vec<Difference> {
        if self.game != Some(published.game) {
            return vec![Difference::OtherGame];
        }
        let snapshot = &self.snapshot;
        let mut found = Vec::new();
        if !snapshot.over {
            found.push(Difference::NotOver);
        }
        if !snapshot.rejected.is_empty() {
            found.push(Difference::Refused(snapshot.rejected.len()));
        }
        for color in Color::ALL {
            let told = published
                .players
                .iter()
                .find(|player| player.color == color);
            let own = snapshot.players.iter().find(|player| player.color == color);
            let (published, reckoned) = (told.map(|p| p.score), own.map(|p| p.score));
            if published != reckoned {
                found.push(Difference::Points {
                    color,
                    published,
                    reckoned,
                });
            }
        }
        let (published, reckoned) = (
            published.team.map(|team| team.score),
            snapshot.team.as_ref().map(|team| team.score),
        );
        if published != reckoned {
            found.push(Difference::Team {
                published,
                reckoned,
            });
        }
        if !snapshot.irregular.is_empty() {
            found.push(Difference::Irregular(snapshot.irregular.len()));
        }
        found
    }
}

/// A record put together again from what was heard of a game; none if something is missing.
pub fn heard(
    game: &crate::message::Game,
    events: &std::collections::BTreeMap<u64, tracker::event::Event>,
) -> Option<Record> {
    let whole = events.keys().zip(1..).all(|(id, expected)| *id == expected);
    (whole && !events.is_empty()).then(|| Record {
        header: Header::new(game.setup.clone(), Some(game.game)),
        lines: events.values().cloned().map(Line::Event).collect(),
        whole_bytes: 0,
        torn: false,
        ends_with_line_end: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_strangers_record_commands_no_terminal() {
        let header = serde_json::to_string(&Header::new(tracker::setup::Setup::default(), None));
        let line = r#"{"id":1,"at_ms":0,"by":"person","kind":"\u001b[2J"}"#;
        let bytes = format!("{}\n{line}\n", header.unwrap());
        let wrong = Reckoned::of(bytes.as_bytes()).unwrap_err().to_string();
        assert!(wrong.contains("[2J"), "{wrong:?}");
        assert!(wrong.chars().all(files::words::is_plain), "{wrong:?}");
    }
}
