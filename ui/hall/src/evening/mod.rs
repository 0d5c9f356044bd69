//! The evening: who plays whom, whose results are final, and how everybody stands.
//!
//! Results come from tables that have confirmed them and from records that were handed in as files;
//! both count alike. Who sits where is not decided here: pairings come from a tournament program
//! and go back to it ([`pairings`], [`trf`]).

pub mod pairings;
pub mod results;
pub mod standings;
pub mod tables;
pub mod trf;

pub use pairings::{Pairing, Pairings};
pub use results::Results;
pub use standings::{Row, standings};

use crate::check::{Difference, Reckoned};
use crate::message::Outcome;
use crate::wall::Confirmed;
use jiff::Timestamp;

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In which round, if a pairing says so.
    pub round: Option<u32>,
    /// Where: a table's name, or the file's that was handed in.
    pub table: String,
    /// Players with their points, in turn order.
    pub players: Vec<(String, i32)>,
    /// Handed in as a file rather than confirmed in the hall.
    pub by_file: bool,
    /// The organisers should look at it.
    pub disagrees: bool,
    /// The game's name.
    pub game: Timestamp,
}

impl Played {
    /// A game whose players have confirmed it in the hall.
    fn confirmed(table: &str, confirmed: &Confirmed) -> Self {
        Self {
            disagrees: confirmed.disagrees(),
            ..Self::of(table, &confirmed.outcome)
        }
    }

    /// A game whose record was handed in; `refused` if the rules refuse some of it.
    fn by_file(name: &str, outcome: &Outcome, refused: bool) -> Self {
        Self {
            by_file: true,
            disagrees: refused,
            ..Self::of(name, outcome)
        }
    }

    fn of(table: &str, outcome: &Outcome) -> Self {
        let players = outcome.players.iter();
        Self {
            round: None,
            table: table.to_owned(),
            players: players
                .map(|player| (player.name.clone(), player.score))
                .collect(),
            by_file: false,
            disagrees: false,
            game: outcome.game,
        }
    }
}

/// A record that was handed in.
#[derive(Clone, Debug)]
pub struct HandedIn {
    /// The file's name without its ending.
    pub name: String,
    /// The game in it, or why there is none.
    pub reckoned: Result<Reckoned, String>,
}

/// The games of an evening, the oldest first; cooperative ones are nobody's result.
pub fn played(results: &Results, handed_in: &[HandedIn], pairings: &Pairings) -> Vec<Played> {
    let confirmed = results.all().filter(|(_, it)| it.outcome.team.is_none());
    let mut games: Vec<Played> = confirmed
        .map(|(table, confirmed)| Played::confirmed(table.as_str(), confirmed))
        .collect();
    for file in handed_in {
        let Ok(reckoned) = &file.reckoned else {
            continue;
        };
        let outcome = reckoned.outcome(Timestamp::UNIX_EPOCH);
        let Some(outcome) = outcome.filter(|outcome| outcome.team.is_none()) else {
            continue;
        };
        // A game that was confirmed in the hall is there already; its file is checked instead.
        let known = games.iter().any(|game| reckoned.game == Some(game.game));
        if !known {
            let refused = !reckoned.snapshot.rejected.is_empty();
            games.push(Played::by_file(&file.name, &outcome, refused));
        }
    }
    games.sort_by(|one, other| (one.game, &one.table).cmp(&(other.game, &other.table)));
    pairings.place(&mut games);
    games
}

/// Where a handed-in record disagrees with a result that was confirmed in the hall.
pub fn differences(results: &Results, handed_in: &[HandedIn]) -> Vec<(String, Vec<Difference>)> {
    let mut found = Vec::new();
    for file in handed_in {
        let Ok(reckoned) = &file.reckoned else {
            continue;
        };
        let mut all = results.all();
        let same = all.find(|(_, it)| Some(it.outcome.game) == reckoned.game);
        if let Some((_, confirmed)) = same {
            let differences = reckoned.differences(&confirmed.outcome);
            if !differences.is_empty() {
                found.push((file.name.clone(), differences));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
