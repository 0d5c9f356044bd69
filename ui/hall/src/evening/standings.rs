//! How everybody stands.
//!
//! A game gives each player the share of the others at the table that they have beaten, ties half:
//! with two players a win is 1 and a draw ½, as tournament programs count, and tables of three to
//! six weigh the same. Ties are broken by what the opponents have won (Buchholz), then by how many
//! points one was ahead of the mean of the others.

use std::collections::BTreeMap;

use super::{Pairings, Played};

/// One player's place.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Counted from 1; equals share a place.
    pub place: usize,
    /// Who.
    pub name: String,
    /// Games that count, byes among them.
    pub games: usize,
    /// Won shares.
    pub won: f64,
    /// What the opponents have won, added up.
    pub buchholz: f64,
    /// Points ahead of the mean of the others, added up.
    pub ahead: f64,
    /// Points in all games.
    pub points: i64,
}

/// What each player of a game won, in its order.
pub fn shares(players: &[(String, i32)]) -> Vec<f64> {
    let others = players.len().saturating_sub(1).max(1) as f64;
    let of = |(at, (_, own)): (usize, &(String, i32))| {
        let beaten = players.iter().enumerate().filter(|(other, _)| *other != at);
        let won = beaten.map(|(_, (_, score))| match own.cmp(score) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        won.sum::<f64>() / others
    };
    players.iter().enumerate().map(of).collect()
}

/// The table of an evening, the first first. Somebody who was paired with nobody has won.
pub fn standings(games: &[Played], pairings: &Pairings) -> Vec<Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut met: Vec<(String, String)> = Vec::new();
    for name in pairings.players() {
        rows.insert(name.clone(), empty(name));
    }
    for game in games {
        let players: Vec<(String, i32)> = game
            .players
            .iter()
            .map(|player| known(game, player))
            .collect();
        let shares = shares(&players);
        let sum: i64 = players.iter().map(|(_, points)| i64::from(*points)).sum();
        for ((name, points), won) in players.iter().zip(shares) {
            let row = rows
                .entry(name.clone())
                .or_insert_with(|| empty(name.clone()));
            row.games += 1;
            row.won += won;
            row.points += i64::from(*points);
            let others = players.len() - 1;
            if others > 0 {
                let mean = (sum - i64::from(*points)) as f64 / others as f64;
                row.ahead += f64::from(*points) - mean;
            }
            let opponents = players.iter().filter(|(other, _)| other != name);
            met.extend(opponents.map(|(other, _)| (name.clone(), other.clone())));
        }
    }
    for bye in pairings
        .0
        .iter()
        .filter(|pairing| pairing.players.len() == 1)
    {
        if let Some(row) = rows.get_mut(&bye.players[0]) {
            row.games += 1;
            row.won += 1.0;
        }
    }
    let won: BTreeMap<String, f64> = rows
        .iter()
        .map(|(name, row)| (name.clone(), row.won))
        .collect();
    for (name, opponent) in met {
        if let Some(row) = rows.get_mut(&name) {
            row.buchholz += won.get(&opponent).copied().unwrap_or(0.0);
        }
    }
    placed(rows.into_values().collect())
}

/// Who that is all evening: a name that says so, or somebody at that table in that game.
fn known(game: &Played, (name, points): &(String, i32)) -> (String, i32) {
    let is_somebody = game.round.is_some() || is_name(name);
    let name = if is_somebody {
        name.clone()
    } else {
        format!("{name} ({})", game.table)
    };
    (name, *points)
}

/// Whether a name tells one person from another: initials and colours do not.
fn is_name(name: &str) -> bool {
    let is_initials = name
        .split_whitespace()
        .all(|word| word.ends_with('.') || word == "?");
    !is_initials && name.parse::<carcassonne::piece::Color>().is_err()
}

fn empty(name: String) -> Row {
    Row {
        place: 0,
        name,
        games: 0,
        won: 0.0,
        buchholz: 0.0,
        ahead: 0.0,
        points: 0,
    }
}

fn placed(mut rows: Vec<Row>) -> Vec<Row> {
    let order = |one: &Row, other: &Row| {
        let by = other.won.total_cmp(&one.won);
        by.then(other.buchholz.total_cmp(&one.buchholz))
            .then(other.ahead.total_cmp(&one.ahead))
    };
    rows.sort_by(|one, other| order(one, other).then_with(|| one.name.cmp(&other.name)));
    for at in 0..rows.len() {
        rows[at].place = match at.checked_sub(1) {
            Some(before) if order(&rows[before], &rows[at]).is_eq() => rows[before].place,
            _ => at + 1,
        };
    }
    rows
}
