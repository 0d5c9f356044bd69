//! Who plays at which table in which round, as tournament programs write it: CSV with a column for
//! the round, one for the table, and one for each player.
//!
//! `Round;Board;White;Black`, `round,table,player 1,player 2,player 3`: names of columns in any
//! order, separated by comma, semicolon or tab.

use super::Played;
use crate::limits::ROUNDS;

/// One table of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Counted from 1.
    pub round: u32,
    /// The table's name.
    pub table: String,
    /// Who plays there; one alone has a bye.
    pub players: Vec<String>,
}

/// All pairings so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairings(pub Vec<Pairing>);

/// Pairings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPairings {
    /// A column is missing.
    #[error("the first line names no column for {0}")]
    Lacks(&'static str),
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// Why.
        what: String,
    },
}

const ROUND: [&str; 4] = ["round", "rd", "runde", "rnd"];
const TABLE: [&str; 5] = ["table", "board", "tisch", "brett", "bo."];
const PLAYERS: [&str; 6] = ["player", "white", "black", "spieler", "weiß", "schwarz"];
/// What programs write where nobody sits.
const BYE: [&str; 4] = ["bye", "freilos", "spielfrei", "-"];

impl Pairings {
    /// Reads a CSV.
    ///
    /// # Errors
    /// When it names no columns for table and players, or a line is wrong.
    pub fn read(text: &str) -> Result<Self, NotPairings> {
        let text = text.trim_start_matches('\u{feff}');
        let head = text.lines().next().unwrap_or_default();
        let separators = [b';', b'\t', b','];
        let most = separators
            .into_iter()
            .max_by_key(|&separator| head.bytes().filter(|&byte| byte == separator).count());
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(most.unwrap_or(b','))
            .trim(csv::Trim::All)
            .flexible(true)
            .from_reader(text.as_bytes());
        let wrong = |error: csv::Error| NotPairings::Line {
            line: error.position().map_or(1, csv::Position::line),
            what: error.to_string(),
        };
        let columns = reader.headers().map_err(wrong)?.clone();
        let named = |names: &[&str]| -> Vec<usize> {
            let of = |column: &str| {
                names
                    .iter()
                    .any(|name| column.to_lowercase().starts_with(name))
            };
            let all = columns.iter().enumerate();
            all.filter(|(_, column)| of(column))
                .map(|(at, _)| at)
                .collect()
        };
        let (round, table, players) = (named(&ROUND), named(&TABLE), named(&PLAYERS));
        let table = *table.first().ok_or(NotPairings::Lacks("the table"))?;
        if players.is_empty() {
            return Err(NotPairings::Lacks("the players"));
        }
        let mut all = Vec::new();
        for line in reader.records() {
            let line = line.map_err(wrong)?;
            let number = line.position().map_or(0, csv::Position::line);
            let cell = |at: usize| files::words::name(line.get(at).unwrap_or_default());
            let round = match round.first().map(|&at| cell(at)) {
                None => 1,
                Some(text) => {
                    let round = text.parse().ok();
                    let round = round.filter(|round| (1..=ROUNDS).contains(round));
                    round.ok_or_else(|| NotPairings::Line {
                        line: number,
                        what: format!("`{text}` is no round"),
                    })?
                }
            };
            let is_somebody =
                |name: &String| !name.is_empty() && !BYE.contains(&name.to_lowercase().as_str());
            let players = players
                .iter()
                .map(|&at| cell(at))
                .filter(is_somebody)
                .collect();
            all.push(Pairing {
                round,
                table: cell(table),
                players,
            });
        }
        Ok(Self(all))
    }

    /// Everybody who is paired, in the order of appearance.
    pub fn players(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for player in self.0.iter().flat_map(|pairing| &pairing.players) {
            if !all.contains(player) {
                all.push(player.clone());
            }
        }
        all
    }

    /// Says which round each game belongs to and who really played it: a table tells initials, and
    /// the pairing knows whose they are.
    pub(super) fn place(&self, games: &mut [Played]) {
        let mut free: Vec<bool> = vec![true; self.0.len()];
        for game in games {
            let at = self.0.iter().enumerate().find_map(|(at, pairing)| {
                let here = game.by_file || is_same_table(&pairing.table, &game.table);
                let names = here
                    .then(|| matched(&game.players, &pairing.players))
                    .flatten()?;
                free[at].then_some((at, names))
            });
            let Some((at, names)) = at else { continue };
            free[at] = false;
            game.round = Some(self.0[at].round);
            if game.by_file {
                game.table.clone_from(&self.0[at].table);
            }
            for (player, name) in game.players.iter_mut().zip(names) {
                player.0 = name;
            }
        }
    }
}

/// `7`, `Table 7` and `tisch-7` are one table.
fn is_same_table(one: &str, other: &str) -> bool {
    let number = |text: &str| -> String {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.trim_start_matches('0').to_owned()
    };
    let bare = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    one.eq_ignore_ascii_case(other)
        || (bare(one) || bare(other)) && !number(one).is_empty() && number(one) == number(other)
}

/// The paired name of each player, if they fit one to one.
fn matched(players: &[(String, i32)], paired: &[String]) -> Option<Vec<String>> {
    if players.len() != paired.len() || players.is_empty() {
        return None;
    }
    let mut left: Vec<&String> = paired.iter().collect();
    let mut names = vec![None; players.len()];
    // Whole names first, so that initials take what is left.
    let fits: [fn(&str, &str) -> bool; 2] = [is_whole, is_short];
    for fit in fits {
        for (at, (told, _)) in players.iter().enumerate() {
            if names[at].is_none()
                && let Some(found) = left.iter().position(|name| fit(told, name))
            {
                names[at] = Some(left.remove(found).clone());
            }
        }
    }
    names.into_iter().collect()
}

fn is_whole(told: &str, name: &str) -> bool {
    told.to_lowercase() == name.to_lowercase()
}

/// `A. B.` or `Anna` for `Anna Berg`, or for `Berg, Anna`.
fn is_short(told: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let all = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        all.map(str::to_lowercase).collect()
    };
    let (told, mut name) = (words(told), words(name));
    !told.is_empty()
        && told.iter().all(|short| {
            let found = name.iter().position(|word| {
                word == short || short.chars().count() == 1 && word.starts_with(short.as_str())
            });
            found.map(|at| name.remove(at)).is_some()
        })
}
