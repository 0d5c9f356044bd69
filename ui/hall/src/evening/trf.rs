//! The tournament as a FIDE tournament report (TRF16), which programs that pair by the Swiss system
//! read: bbpPairings, JaVaFo, Swiss-Manager, py4swiss.
//!
//! It knows games of two only. Whoever laid the first tile has white.

use std::fmt::Write as _;

use super::standings::{Row, shares};
use super::{Pairings, Played};

/// A tournament that cannot be told like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotToTell {
    /// Nobody is paired.
    #[error("there are no pairings")]
    NoPairings,
    /// More than two sat at a table.
    #[error("a tournament report knows games of two, and {0} sat at a table")]
    TooMany(usize),
}

/// The report after the rounds that are through, of `rounds` to be played in all: one that lacks a
/// result is left out, as programs pair by whole rounds only.
///
/// # Errors
/// When there are no pairings, or tables of more than two.
pub fn report(
    name: &str,
    games: &[Played],
    pairings: &Pairings,
    rows: &[Row],
    rounds: u32,
) -> Result<String, NotToTell> {
    if pairings.0.is_empty() {
        return Err(NotToTell::NoPairings);
    }
    if let Some(many) = pairings
        .0
        .iter()
        .map(|pairing| pairing.players.len())
        .find(|n| *n > 2)
    {
        return Err(NotToTell::TooMany(many));
    }
    let players = pairings.players();
    let number = |name: &str| {
        players
            .iter()
            .position(|player| player == name)
            .map_or(0, |at| at + 1)
    };
    let all = pairings.0.iter().map(|pairing| pairing.round);
    let last = all.max().unwrap_or(0);
    let round = |round: u32| -> Option<Vec<Cell>> {
        let cells = players.iter();
        cells
            .map(|player| cell(games, pairings, player, round, &number))
            .collect()
    };
    let told: Vec<Vec<Cell>> = (1..=last).map_while(round).collect();
    let mut text = format!(
        "012 {name}\n062 {}\nXXR {}\n",
        players.len(),
        rounds.max(last)
    );
    for (at, player) in players.iter().enumerate() {
        let row = rows.iter().find(|row| row.name == *player);
        let place = row.map_or(at + 1, |row| row.place);
        // Programs hold the points to the results that are told.
        let won: f64 = told.iter().map(|round| round[at].won).sum();
        // Columns are counted in letters, not in bytes.
        let name: String = player.chars().take(33).collect();
        let _ = write!(
            text,
            "001 {:>4} {:1}{:>3} {name:<33} {:>4} {:>3} {:>11} {:>10} {won:>4.1} {place:>4}",
            at + 1,
            "",
            "",
            "",
            "",
            "",
            "",
        );
        for round in &told {
            let _ = write!(text, "  {}", round[at].text);
        }
        text.push('\n');
    }
    Ok(text)
}

/// One player's round.
struct Cell {
    text: String,
    won: f64,
}

impl Cell {
    fn of(text: &str, won: f64) -> Self {
        let text = text.to_owned();
        Self { text, won }
    }
}

/// Opponent, colour and result of a round: `   4 w 1`; none as long as there is no result.
fn cell(
    games: &[Played],
    pairings: &Pairings,
    player: &str,
    round: u32,
    number: &dyn Fn(&str) -> usize,
) -> Option<Cell> {
    let sits = |pairing: &&super::Pairing| {
        pairing.round == round && pairing.players.iter().any(|name| name == player)
    };
    let Some(pairing) = pairings.0.iter().find(sits) else {
        return Some(Cell::of("0000 - Z", 0.0));
    };
    let Some(opponent) = pairing.players.iter().find(|name| *name != player) else {
        return Some(Cell::of("0000 - U", 1.0));
    };
    let game = games.iter().find(|game| {
        game.round == Some(round) && game.players.iter().any(|(name, _)| name == player)
    })?;
    let at = game.players.iter().position(|(name, _)| name == player)?;
    let color = if at == 0 { 'w' } else { 'b' };
    let (result, won) = match shares(&game.players).get(at)? {
        won if *won > 0.75 => ('1', 1.0),
        won if *won < 0.25 => ('0', 0.0),
        _ => ('=', 0.5),
    };
    let text = format!("{:>4} {color} {result}", number(opponent));
    Some(Cell { text, won })
}
