//! Records on disk: reading one with words for what is wrong, and the list of saved games.
//!
//! Reads and deletes. Writing is [`crate::run::live_game`]'s; where records lie is [`crate::store::folders`]'s.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use tracker::log::record::{Record, RecordError};

use crate::export::Told;
use crate::failure::Failure;
use crate::run::link::SavedGame;
use crate::store::faces;
use crate::store::folders::{Folders, map_of};

/// Most games that are listed: folding one takes milliseconds, and nobody looks for older ones
/// in a list.
const MOST_LISTED: usize = 50;

/// Reads a record, or says in words why not.
///
/// # Errors
/// When the file cannot be read or is no record this program can play.
pub fn read(path: &Path) -> Result<Record, Failure> {
    let record = Record::read(&bytes(path)?).map_err(|error| refused(path, &error))?;
    faces::remember(&record.header.setup.tiles);
    Ok(record)
}

/// Reads a record to be exported, or says in words why not.
///
/// # Errors
/// As [`read`].
pub fn told(path: &Path) -> Result<Told, Failure> {
    let bytes = bytes(path)?;
    let written = std::fs::metadata(path).and_then(|data| data.modified());
    let written = written.ok().and_then(|time| Timestamp::try_from(time).ok());
    // A record that does not say when it was begun was written by hand.
    let told = Told::read(&bytes, written.unwrap_or_default());
    let told = told.map_err(|error| refused(path, &error))?;
    Ok(told.with_pictures(Some(path)))
}

/// Says that a line which a crash cut off is left out.
pub fn note_torn(path: &Path) {
    let path = path.display();
    eprintln!("note: the last line of {path} was cut off and is left out");
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", path.display()),
            "name a game's record; saved games lie in the data folder under games/",
        )
    })
}

fn refused(path: &Path, error: &RecordError) -> Failure {
    let help = match error {
        RecordError::Empty => "nothing was played yet; start a new game",
        RecordError::NotARecord(_) => "name a game's record, a .jsonl file written by Nebelwacht",
        RecordError::Newer { .. } => "the file is whole; open it with a newer Nebelwacht",
        _ => "the file is left as it is; the message says which line to look at",
    };
    Failure::new(format!("{}: {error}", path.display()), help)
}

/// The kept games, the one last played first. Files that are no games, and games in which
/// nothing happened, are left out.
pub fn saved_games(folders: &Folders) -> Vec<SavedGame> {
    let paths = folders.kept_games().unwrap_or_else(|failure| {
        tracing::warn!(%failure, "no list of games");
        Vec::new()
    });
    let mut dated: Vec<(jiff::Timestamp, PathBuf)> = paths
        .into_iter()
        .filter_map(|path| {
            let written = std::fs::metadata(&path).and_then(|data| data.modified());
            let written = jiff::Timestamp::try_from(written.ok()?).ok()?;
            Some((written, path))
        })
        .collect();
    dated.sort_by(|a, b| b.cmp(a));
    dated.truncate(MOST_LISTED);
    let game = |(written, path)| saved_game(written, path);
    dated.into_iter().filter_map(game).collect()
}

/// Deletes a game with everything kept of it: the record, whatever in its folder has the
/// record's name with another ending (its pictures), and its printed map. Answers what was
/// deleted.
///
/// # Errors
/// When the game is open ([`std::io::ErrorKind::ResourceBusy`]), is no record, or cannot be
/// deleted.
pub fn delete(record: &Path) -> std::io::Result<Vec<PathBuf>> {
    let file = std::fs::File::open(record)?;
    if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(std::io::ErrorKind::ResourceBusy.into());
    }
    drop(file);
    let mut deleted = Vec::new();
    let folder = match record.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let map = map_of(record);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let kept = path.file_stem() == record.file_stem() || path.file_name() == map.file_name();
        if path.file_name() == record.file_name() || !kept {
            continue;
        }
        if path.is_dir() {
            std::fs::remove_dir_all(&path)?;
        } else {
            std::fs::remove_file(&path)?;
        }
        deleted.push(path);
    }
    // The record last: what is left of a deletion that failed can still be found and deleted.
    std::fs::remove_file(record)?;
    deleted.push(record.to_owned());
    Ok(deleted)
}

fn saved_game(written: jiff::Timestamp, path: PathBuf) -> Option<SavedGame> {
    let record = read(&path)
        .map_err(|failure| tracing::warn!(%failure, "a file among the games"))
        .ok()?;
    record.events().next()?;
    let log = record.log();
    let game = log.game();
    let local = written.to_zoned(jiff::tz::TimeZone::system());
    Some(SavedGame {
        record: path,
        played: local.strftime("%Y-%m-%d %H:%M").to_string(),
        players: game.players().iter().map(|p| p.name.clone()).collect(),
        turns: game.turn(),
        over: game.is_over(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = concat!(
        r#"{"format":"nebelwacht-record","version":1,"setup":{"player":[{"name":"Jörg","color":"red"}]}}"#,
        "\n",
        r#"{"id":1,"at_ms":0,"by":"person","kind":"tile_laid","cell":{"x":0,"y":0},"face":"D","rotation":0}"#,
        "\n",
    );

    #[test]
    fn the_list_holds_games_and_nothing_else() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        assert!(saved_games(&folders).is_empty());
        std::fs::create_dir_all(folders.games()).expect("made");
        let put = |name: &str, text: &str| {
            std::fs::write(folders.games().join(name), text).expect("written");
        };
        let header = GAME.find('\n').expect("two lines") + 1;
        put("a.jsonl", "hello");
        put("b.jsonl", &GAME[..header]);
        put("c.jsonl", &GAME.replace("\"version\":1", "\"version\":9"));
        // Cut in the middle of the last line's number: the cut line counts as not written.
        put("d.jsonl", &(GAME.to_owned() + "{\"id\":2,\"at"));
        let games = saved_games(&folders);
        assert_eq!(games.len(), 1, "{games:?}");
        assert!(games[0].record.ends_with("d.jsonl"));
        assert_eq!(games[0].players, ["Jörg"]);
        assert!(!games[0].over);
    }

    #[test]
    fn a_deleted_game_leaves_nothing_and_an_open_one_stays() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let put = |name: &str| {
            let path = place.path().join(name);
            std::fs::write(&path, GAME).expect("written");
            path
        };
        let (record, crops) = (put("a.jsonl"), place.path().join("a.pictures"));
        let (report, map) = (put("a.html"), put("a-map.html"));
        let (other, theirs) = (put("a_2.jsonl"), place.path().join("a_2.pictures"));
        for crops in [&crops, &theirs] {
            std::fs::create_dir(crops).expect("made");
            std::fs::write(crops.join("event-0001.jpg"), "").expect("written");
        }
        let open = std::fs::File::open(&record).expect("opened");
        open.lock().expect("locked");
        let busy = delete(&record).expect_err("it is open");
        assert_eq!(busy.kind(), std::io::ErrorKind::ResourceBusy);
        assert!(report.exists());
        drop(open);
        assert_eq!(delete(&record).expect("deleted").len(), 4);
        assert!(!record.exists() && !crops.exists() && !report.exists() && !map.exists());
        assert!(other.exists() && theirs.exists());
    }

    #[test]
    fn a_record_that_cannot_be_read_says_what_to_do() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("game.jsonl");
        let failure = |text: &str| {
            std::fs::write(&path, text).expect("written");
            read(&path).expect_err("refused").to_string()
        };
        let newer = failure(&GAME.replace("\"version\":1", "\"version\":9"));
        assert!(newer.contains("help: the file is whole"), "{newer}");
        assert!(failure("").contains("help: nothing was played yet"));
        assert!(failure("hello\n").contains("help: name a game's record"));
        assert!(failure(&GAME.replace("tile_laid", "tile_eaten")).contains("line 2"));
    }
}
