//! A hall as one JSON object, for measuring tools and for whoever reckons on.

use hall::Watcher;
use hall::message::Player;
use hall::wall::{Order, Standing};
use serde::Serialize;

use super::evening::Evening;
use super::folder::difference;
use super::wall::Card;

/// The hall as it is known at the end.
#[derive(Clone, Debug, Serialize)]
pub struct HallReport {
    /// Always true.
    pub end: bool,
    /// Its address.
    pub hall: String,
    /// Whether the broker is there.
    pub connected: bool,
    /// Messages heard.
    pub messages: u64,
    /// Bytes in them, topics included.
    pub bytes: u64,
    /// Messages that counted for nothing.
    pub refused: u64,
    /// The tables, whoever needs somebody first.
    pub tables: Vec<TableReport>,
    /// The games that count.
    pub results: Vec<ResultReport>,
    /// Everybody's place.
    pub standings: Vec<PlaceReport>,
    /// Files that cannot be used, and where handed-in records disagree.
    pub warnings: Vec<String>,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableReport {
    /// Its name.
    pub table: String,
    /// How it stands: `plays`, `waits`, `gone` …
    pub standing: &'static str,
    /// Whether it is there.
    pub online: bool,
    /// Players and points.
    pub players: Vec<Player>,
    /// The turn.
    pub turn: u32,
    /// Tiles on the board.
    pub tiles: u32,
    /// Tiles left.
    pub tiles_left: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the result is final.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Where the hall, having reckoned itself, disagrees; absent if it has nothing to reckon with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<String>>,
}

/// A game that counts.
#[derive(Clone, Debug, Serialize)]
pub struct ResultReport {
    /// In which round, if a pairing says so.
    pub round: Option<u32>,
    /// Where.
    pub table: String,
    /// Who, with how many points.
    pub players: Vec<(String, i32)>,
    /// Handed in as a file.
    pub by_file: bool,
    /// The organisers should look at it.
    pub disagrees: bool,
}

/// Somebody's place.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceReport {
    /// Counted from 1.
    pub place: usize,
    /// Who.
    pub player: String,
    /// Games that count.
    pub games: usize,
    /// Won shares.
    pub won: f64,
    /// What the opponents have won.
    pub buchholz: f64,
    /// Points ahead of the others.
    pub ahead: f64,
    /// Points in all games.
    pub points: i64,
}

/// How a table stands, in one word.
pub const fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Disagrees => "disagrees",
        Standing::Ails(_) => "needs_help",
        Standing::Gone => "gone",
        Standing::Waits => "waits",
        Standing::Plays => "plays",
        Standing::Unconfirmed => "unconfirmed",
        Standing::Empty => "empty",
        Standing::Final => "final",
    }
}

impl HallReport {
    /// The hall as it is known now.
    pub fn of(hall: &str, watcher: &Watcher, evening: &Evening) -> Self {
        let hearing = watcher.hearing();
        let shown = super::wall::Shown::of(watcher, Order::Need);
        let tables = shown
            .cards
            .iter()
            .map(|card| table(watcher, card))
            .collect();
        let played = evening.played.iter();
        let rows = evening.rows.iter();
        Self {
            end: true,
            hall: hall.to_owned(),
            connected: hearing.connected,
            messages: hearing.messages,
            bytes: hearing.bytes,
            refused: watcher.look(|wall, _| wall.refused()),
            tables,
            results: played
                .map(|game| ResultReport {
                    round: game.round,
                    table: game.table.clone(),
                    players: game.players.clone(),
                    by_file: game.by_file,
                    disagrees: game.disagrees,
                })
                .collect(),
            standings: rows
                .map(|row| PlaceReport {
                    place: row.place,
                    player: row.name.clone(),
                    games: row.games,
                    won: row.won,
                    buchholz: row.buchholz,
                    ahead: row.ahead,
                    points: row.points,
                })
                .collect(),
            warnings: evening.trouble.clone(),
        }
    }
}

fn table(watcher: &Watcher, card: &Card) -> TableReport {
    let state = card.state.as_deref();
    let differences = watcher.look(|wall, _| {
        let confirmed = wall.table(&card.table)?.confirmed()?;
        let found = confirmed.differences.as_ref()?;
        Some(found.iter().map(difference).collect())
    });
    TableReport {
        table: card.table.to_string(),
        standing: word(card.standing),
        online: card.online,
        players: state.map(|state| state.players.clone()).unwrap_or_default(),
        turn: state.map_or(0, |state| state.turn),
        tiles: state.map_or(0, |state| state.tiles),
        tiles_left: state.map_or(0, |state| state.tiles_left),
        over: state.is_some_and(|state| state.over),
        is_final: card.is_final,
        differences,
    }
}
