//! `games`: which games are saved, and deleting one.

use std::path::Path;

use super::{print, print_json};
use crate::failure::Failure;
use crate::store::folders::{Folders, RECORD_ENDING};
use crate::store::records;

pub(super) fn run(delete: Option<&Path>, json: bool, folders: &Folders) -> Result<(), Failure> {
    match delete {
        Some(game) => remove(&folders.record(game), json),
        None => list(json, folders),
    }
}

fn remove(record: &Path, json: bool) -> Result<(), Failure> {
    // A slip of the hand must not delete whatever bears that name.
    if record
        .extension()
        .is_none_or(|ending| ending != RECORD_ENDING)
    {
        let what = format!("{} is not a saved game", record.display());
        return Err(Failure::new(
            what,
            "`nebelwacht games` lists the saved ones",
        ));
    }
    let deleted = records::delete(record).map_err(|error| {
        if error.kind() == std::io::ErrorKind::ResourceBusy {
            return Failure::in_use(record);
        }
        Failure::new(
            format!("{} cannot be deleted: {error}", record.display()),
            "`nebelwacht games` lists the saved ones",
        )
    })?;
    if json {
        return print_json(&serde_json::json!({ "deleted": deleted }));
    }
    let lines = deleted
        .iter()
        .map(|path| format!("deleted {}\n", path.display()));
    print(&lines.collect::<String>())
}

fn list(json: bool, folders: &Folders) -> Result<(), Failure> {
    let games = records::saved_games(folders);
    if json {
        let games: Vec<_> = games
            .iter()
            .map(|game| {
                serde_json::json!({
                    "record": game.record,
                    "played": game.played,
                    "players": game.players,
                    "turns": game.turns,
                    "over": game.over,
                })
            })
            .collect();
        return print_json(&serde_json::json!({ "games": games }));
    }
    if games.is_empty() {
        let folder = folders.games();
        return print(&format!("no games in {}\n", folder.display()));
    }
    let lines = games.iter().map(|game| {
        let name = game.record.file_stem().unwrap_or_default();
        let state = if game.over { "over" } else { "unfinished" };
        let players = game.players.join(", ");
        let name = name.to_string_lossy();
        format!("{name}  {players}  {} turns  {state}\n", game.turns)
    });
    print(&lines.collect::<String>())
}
