//! `games`: which games are saved, and deleting one.

use std::io::{BufRead as _, IsTerminal as _, Read as _};
use std::path::Path;

use crate::cli::output::{count, print, print_json};
use crate::failure::Failure;
use crate::store::folders::{Folders, RECORD_ENDING};
use crate::store::records::{self, Saved};

pub(in crate::cli) fn run(
    delete: Option<&Path>,
    yes: bool,
    json: bool,
    folders: &Folders,
) -> Result<(), Failure> {
    match delete {
        Some(game) => {
            let record = folders.record(game);
            if !yes && !is_kept(&record, folders) {
                ask(&record)?;
            }
            remove(&record, json)
        }
        None => list(json, folders),
    }
}

/// Whether it lies among the saved games.
fn is_kept(record: &Path, folders: &Folders) -> bool {
    let folder = record.canonicalize().ok();
    let folder = folder.as_deref().and_then(Path::parent);
    // What is not there at all is refused when it is opened.
    folder.is_none() || folder == folders.games().canonicalize().ok().as_deref()
}

/// Asks whether a record that lies elsewhere is to be deleted; where nobody can answer, it is not.
fn ask(record: &Path) -> Result<(), Failure> {
    let kept = Failure::new(
        format!("{} does not lie among the saved games", record.display()),
        "to delete it with its pictures and its map all the same, add --yes",
    );
    if !std::io::stdin().is_terminal() {
        return Err(kept);
    }
    eprint!(
        "{} does not lie among the saved games. Delete it? [y/N] ",
        record.display()
    );
    let mut answer = String::new();
    match std::io::stdin().lock().take(100).read_line(&mut answer) {
        Ok(_) if matches!(answer.trim(), "y" | "Y" | "yes") => Ok(()),
        _ => Err(kept),
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
        if error.kind() == std::io::ErrorKind::InvalidData {
            let what = format!("{} is not a game: {error}", record.display());
            return Failure::new(what, "`nebelwacht games` lists the saved ones");
        }
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => "`nebelwacht games` lists the saved ones",
            _ => "check the access rights of the file and of its folder",
        };
        let what = format!("{} cannot be deleted: {error}", record.display());
        Failure::new(what, help)
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
    // A folder that cannot be read is not an empty one.
    folders.kept_games()?;
    let Saved {
        games,
        damaged,
        older,
    } = records::saved_games(folders);
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
        let damaged: Vec<_> = damaged
            .iter()
            .map(|(record, why)| serde_json::json!({ "record": record, "why": why }))
            .collect();
        return print_json(
            &serde_json::json!({ "games": games, "damaged": damaged, "older": older }),
        );
    }
    if games.is_empty() && damaged.is_empty() {
        let folder = folders.games();
        return print(&format!("no games in {}\n", folder.display()));
    }
    let lines = games.iter().map(|game| {
        let name = game.record.file_stem().unwrap_or_default();
        let state = if game.over { "over" } else { "unfinished" };
        let players = game.players.join(", ");
        let name = name.to_string_lossy();
        let turns = count(game.turns, "turn");
        format!("{name}  {players}  {turns}  {state}\n")
    });
    let damaged = damaged.iter().map(|(record, why)| {
        let name = record.file_name().unwrap_or_default().to_string_lossy();
        format!("{}  cannot be read: {why}\n", files::words::name(&name))
    });
    let more = (older > 0).then(|| {
        let folder = folders.games();
        format!("and {older} older files in {}\n", folder.display())
    });
    print(&lines.chain(damaged).chain(more).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_read_is_not_an_empty_one() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::find(Some(place.path())).expect("the folder");
        assert!(list(true, &folders).is_ok(), "nothing was played yet");
        std::fs::write(folders.games(), "").expect("written");
        let failure = list(true, &folders).expect_err("a file lies there");
        assert!(failure.what.contains("cannot be read"), "{failure}");
    }
}
