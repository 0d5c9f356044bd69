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

/// The report after the rounds that are paired, of `rounds` to be played in all.
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
    let last = pairings
        .0
        .iter()
        .map(|pairing| pairing.round)
        .max()
        .unwrap_or(0);
    let mut text = format!(
        "012 {name}\n062 {}\nXXR {}\n",
        players.len(),
        rounds.max(last)
    );
    for (at, player) in players.iter().enumerate() {
        let row = rows.iter().find(|row| row.name == *player);
        let (won, place) = row.map_or((0.0, at + 1), |row| (row.won, row.place));
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
        for round in 1..=last {
            let cell = cell(games, pairings, player, round, &number);
            let _ = write!(text, "  {cell}");
        }
        text.push('\n');
    }
    Ok(text)
}

/// Opponent, colour and result of a round: `   4 w 1`.
fn cell(
    games: &[Played],
    pairings: &Pairings,
    player: &str,
    round: u32,
    number: &dyn Fn(&str) -> usize,
) -> String {
    let sits = |pairing: &&super::Pairing| {
        pairing.round == round && pairing.players.iter().any(|name| name == player)
    };
    let Some(pairing) = pairings.0.iter().find(sits) else {
        return "0000 - Z".to_owned();
    };
    let Some(opponent) = pairing.players.iter().find(|name| *name != player) else {
        return "0000 - U".to_owned();
    };
    let played = games.iter().find(|game| {
        game.round == Some(round) && game.players.iter().any(|(name, _)| name == player)
    });
    let is_white = match played {
        Some(game) => game.players.first().is_some_and(|(name, _)| name == player),
        None => pairing.players.first().is_some_and(|name| name == player),
    };
    let color = if is_white { 'w' } else { 'b' };
    let result = played.and_then(|game| {
        let at = game.players.iter().position(|(name, _)| name == player)?;
        Some(match shares(&game.players).get(at) {
            Some(won) if *won > 0.75 => '1',
            Some(won) if *won < 0.25 => '0',
            _ => '=',
        })
    });
    format!("{:>4} {color} {}", number(opponent), result.unwrap_or(' '))
}
