//! The play for BG Stats: a file to open with the app (`.bgsplay`), and a link that does the
//! same, also as a QR code to be read by the phone that has the app.
//!
//! In a cooperative game everybody has the team's points and wins or loses together; the play
//! says so, and its comment gives level and target. A game that is not over has no winner, and
//! its comment says that too. Numbers of games are those of BoardGameGeek.

use carcassonne::piece::Color;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use qrcode::render::svg::Color as Ink;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;
use serde_json::{Value, json};
use tracker::rules::Expansion;
use tracker::snapshot::Outcome;
use uuid::Uuid;

use crate::export::pages::transcript::ending;
use crate::export::points;
use crate::export::told::{File, Lack, Told};
use crate::text::{Words, message};

pub(in crate::export) const PLAY: &str = "game.bgsplay";
pub(in crate::export) const LINK: &str = "bgstats-link.txt";
pub(in crate::export) const CODE: &str = "bgstats-qr.svg";

/// Where the app takes plays from.
const ADDRESS: &str = "https://app.bgstatsapp.com/createPlay.html?data=";
/// Names the program that pushed a play.
const SOURCE: &str = "Nebelwacht";
/// Side of a module of the QR code, units.
const MODULE: u32 = 4;

/// A game on BoardGameGeek.
struct Listed {
    number: u32,
    name: &'static str,
}

const CARCASSONNE: Listed = Listed {
    number: 822,
    name: "Carcassonne",
};
const MISTS: Listed = Listed {
    number: 358_124,
    name: "Mists over Carcassonne",
};

/// The play as the link carries it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Play {
    source_name: &'static str,
    source_play_id: String,
    play_date: String,
    duration_min: u64,
    game: Game,
    board: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comments: String,
    players: Vec<Player>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Game {
    name: &'static str,
    bgg_id: u32,
    highest_wins: bool,
    no_points: bool,
    source_game_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Player {
    name: String,
    source_player_id: String,
    score: i32,
    rank: usize,
    winner: bool,
    start_player: bool,
    role: String,
    /// Nobody gave the player a name.
    #[serde(skip)]
    nameless: bool,
}

/// Link, code and file.
pub(in crate::export) fn bgstats(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    let play = play(told, words)?;
    let text = serde_json::to_string(&play).map_err(|error| Lack::failed(&error))?;
    let link = format!("{ADDRESS}{}", utf8_percent_encode(&text, NON_ALPHANUMERIC));
    // The lowest correction takes the most text, and a screen or a print is not torn.
    let code = QrCode::with_error_correction_level(&link, EcLevel::L);
    let code = code.map_err(|_| Lack::TooLong)?;
    let code = code
        .render::<Ink<'_>>()
        .module_dimensions(MODULE, MODULE)
        .build();
    let file = serde_json::to_vec_pretty(&play_file(told, &play));
    let file = file.map_err(|error| Lack::failed(&error))?;
    Ok(vec![
        File::new(PLAY, file),
        File::new(LINK, link + "\n"),
        File::new(CODE, code),
    ])
}

fn play(told: &Told, words: Words) -> Result<Play, Lack> {
    let setup = told.log.game().setup();
    let listed = if setup.plays(Expansion::Mists) {
        MISTS
    } else {
        CARCASSONNE
    };
    let players = players(told, words);
    if players.is_empty() {
        return Err(Lack::NoPlayers);
    }
    Ok(Play {
        source_name: SOURCE,
        source_play_id: told.id().to_string(),
        play_date: told.began().strftime("%Y-%m-%d %H:%M:%S").to_string(),
        duration_min: told.minutes(),
        game: Game {
            name: listed.name,
            bgg_id: listed.number,
            highest_wins: true,
            no_points: false,
            source_game_id: listed.number.to_string(),
        },
        board: board(told, words),
        comments: comments(told, words),
        players,
    })
}

/// The modules beside the listed game.
fn board(told: &Told, words: Words) -> String {
    let modules = told.log.game().setup().modules.iter();
    let modules = modules.filter(|module| **module != Expansion::Mists);
    let names: Vec<String> = modules.map(|&module| words.module(module)).collect();
    names.join(", ")
}

/// How a cooperative game went, and whether a game is not over.
fn comments(told: &Told, words: Words) -> String {
    let mut parts = Vec::new();
    if let Some(mists) = &told.snapshot.modules.mists {
        let number = mists.level.number;
        parts.push(words.with(message::ReportLevel { level: number }));
    }
    parts.extend(ending(told, words));
    parts.join(" ")
}

fn players(told: &Told, words: Words) -> Vec<Player> {
    let snapshot = &told.snapshot;
    let finals = points::finals(told);
    let own = |color: Color| finals.iter().find(|(scorer, _)| *scorer == Some(color));
    let team = snapshot.team.as_ref().map(|team| team.provisional_score);
    let best = finals.iter().map(|(_, score)| *score).max().unwrap_or(0);
    let first = told.story.players.get(&1).copied();
    let player = |player: &tracker::snapshot::PlayerView| {
        let score = team.or_else(|| own(player.color).map(|(_, score)| *score));
        let score = score.unwrap_or(0);
        let above = finals.iter().filter(|(_, other)| *other > score).count();
        let name = words.name(player);
        Player {
            // The same in every language.
            source_player_id: player.name.clone(),
            nameless: player.name == player.color.name(),
            name,
            score,
            rank: if team.is_some() { 1 } else { above + 1 },
            winner: snapshot.over
                && match team {
                    Some(_) => snapshot.outcome == Some(Outcome::Won),
                    None => score == best,
                },
            start_player: first == Some(player.color),
            role: words.color(player.color),
        }
    };
    snapshot.players.iter().map(player).collect()
}

/// The play as a file of the app, which is a cut-out of its tables.
fn play_file(told: &Told, play: &Play) -> Value {
    let game = told.id();
    let named = |name: &str| {
        Uuid::new_v5(&game, name.as_bytes())
            .to_string()
            .to_uppercase()
    };
    let together = told.snapshot.team.is_some();
    let date = &play.play_date;
    let players = (1..).zip(&play.players).map(|(id, player): (usize, _)| {
        json!({
            "id": id,
            "uuid": named(&format!("player {}", player.name)),
            "name": player.name,
            "isAnonymous": player.nameless,
            "modificationDate": date,
            "bggUsername": "",
        })
    });
    let scores = (1..).zip(&play.players).map(|(id, player): (usize, _)| {
        json!({
            "playerRefId": id,
            "score": player.score.to_string(),
            "rank": player.rank,
            "winner": player.winner,
            "newPlayer": false,
            "startPlayer": player.start_player,
            "seatOrder": id,
            "role": player.role,
        })
    });
    json!({
        "about": "A play for the app BG Stats, written by Nebelwacht. Open it with the app.",
        "userInfo": {"meRefId": 0},
        "players": players.collect::<Vec<_>>(),
        "locations": [],
        "games": [{
            "id": 1,
            "uuid": named("game"),
            "name": play.game.name,
            "bggName": play.game.name,
            "bggId": play.game.bgg_id,
            "bggYear": 0,
            "modificationDate": date,
            "cooperative": together,
            "highestWins": true,
            "noPoints": false,
            "usesTeams": false,
        }],
        "plays": [{
            "uuid": game.to_string().to_uppercase(),
            "modificationDate": date,
            "entryDate": date,
            "playDate": date,
            "usesTeams": false,
            "durationMin": play.duration_min,
            "ignored": false,
            "manualWinner": true,
            "rounds": 0,
            "gameRefId": 1,
            "board": play.board,
            "comments": play.comments,
            "scoringSetting": 0,
            "playerScores": scores.collect::<Vec<_>>(),
            "playImages": "[]",
        }],
    })
}
