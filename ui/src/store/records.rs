//! Records on disk: reading one with words for what is wrong, and the list of saved games.
//!
//! Reads and deletes. Writing is [`crate::run::live_game`]'s; where records lie is [`crate::store::folders`]'s.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use files::limits::RECORD_BYTES;
use tracker::log::record::{Header, Record, RecordError};
use tracker::rules::{Game, PlayerState};
use tracker::snapshot::Outcome;

use crate::faces;
use crate::failure::Failure;
use crate::store::album::Album;
use crate::store::folders::{Folders, map_of};

/// Most games that are listed: folding one takes milliseconds, and nobody looks for older ones
/// in a list.
const MOST_LISTED: usize = 50;

/// A game in the data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Its record.
    pub record: PathBuf,
    /// When it was last played, as a local date and time, `2026-11-21 19:30`.
    pub played: String,
    /// Names of the players in seat order.
    pub players: Vec<String>,
    /// Turns played.
    pub turns: u32,
    /// Whether it is over.
    pub over: bool,
    /// Points in seat order; only the team's where all play together.
    pub scores: Vec<i32>,
    /// Names of those who have won; nobody of a game that is not over or was lost together.
    pub winners: Vec<String>,
}

/// Reads a record, or says in words why not.
///
/// # Errors
/// When the file cannot be read or is no record this program can play.
pub fn read(path: &Path) -> Result<Record, Failure> {
    let record = Record::read(&bytes(path)?).map_err(|error| refused(path, &error))?;
    faces::remember(&record.header.setup.tiles);
    Ok(record)
}

/// Says that a line which a crash cut off is left out.
pub fn note_torn(path: &Path) {
    let path = path.display();
    eprintln!("note: the last line of {path} was cut off and is left out");
}

/// What is in a record's file, or in words why that cannot be read.
///
/// # Errors
/// When the file cannot be read or is too large.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    files::read::bytes(path, RECORD_BYTES).map_err(|error| unreadable(path, &error))
}

/// A file that cannot be read.
pub fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("{} cannot be read: {error}", path.display()),
        "name a game's record; saved games lie in the data folder under games/",
    )
}

/// A file that is no record this program can play.
pub fn refused(path: &Path, error: &RecordError) -> Failure {
    let help = match error {
        RecordError::Empty => "nothing was played yet; start a new game",
        RecordError::NotARecord(_) => "name a game's record, a .jsonl file written by Nebelwacht",
        RecordError::Newer { .. } => "the file is whole; open it with a newer Nebelwacht",
        _ => "the file is left as it is; the message says which line to look at",
    };
    Failure::new(format!("{}: {error}", path.display()), help)
}

/// What lies among the saved games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The games, the one last played first, without those in which nothing happened.
    pub games: Vec<SavedGame>,
    /// Files that cannot be told, and why not.
    pub damaged: Vec<(PathBuf, String)>,
    /// How many older files were not looked at.
    pub older: usize,
}

/// The kept games. Whatever one file says, the others are listed.
pub fn saved_games(folders: &Folders) -> Saved {
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
    let older = dated.len().saturating_sub(MOST_LISTED);
    dated.truncate(MOST_LISTED);
    let mut saved = Saved {
        older,
        ..Saved::default()
    };
    for (written, path) in dated {
        // Records are checked as they are read. Should one still break the rules' code, it must
        // not break the start screen.
        let told = catch_unwind(|| saved_game(written, path.clone()));
        match told.unwrap_or_else(|_| Err("its game cannot be told".to_owned())) {
            Ok(game) => saved.games.extend(game),
            Err(why) => saved.damaged.push((path, files::words::sentence(&why))),
        }
    }
    saved
}

/// Deletes a game with everything that this program made of it: the record, the pictures in the
/// folder beside it, and its printed map. Whatever else is named like it stays. Answers what was
/// deleted.
///
/// # Errors
/// When the game is open ([`std::io::ErrorKind::ResourceBusy`]), is no record
/// ([`std::io::ErrorKind::InvalidData`]), or cannot be deleted.
pub fn delete(record: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut file = files::read::open(record)?;
    let bytes = files::read::all_of(&mut file, RECORD_BYTES)?;
    match Header::read(&bytes) {
        // One of a newer program, or with a set-up that is not played any more, is a game, too.
        Ok(_) | Err(RecordError::Newer { .. } | RecordError::Setup(_)) => {}
        Err(error) => return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, error)),
    }
    if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(std::io::ErrorKind::ResourceBusy.into());
    }
    drop(file);
    let mut deleted = Album::of(record).delete()?;
    let map = map_of(record);
    if map.is_file() {
        files::write::remove(&map)?;
        deleted.push(map);
    }
    // The record last: what is left of a deletion that failed can still be found and deleted.
    files::write::remove(record)?;
    deleted.push(record.to_owned());
    Ok(deleted)
}

/// The game in a file; none if nothing happened in it.
fn saved_game(written: jiff::Timestamp, path: PathBuf) -> Result<Option<SavedGame>, String> {
    let bytes = files::read::bytes(&path, RECORD_BYTES).map_err(|error| error.to_string())?;
    let record = match Record::read(&bytes) {
        Ok(record) => record,
        Err(RecordError::Empty) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if record.events().next().is_none() {
        return Ok(None);
    }
    let log = record.log();
    let game = log.game();
    let local = written.to_zoned(jiff::tz::TimeZone::system());
    Ok(Some(SavedGame {
        record: path,
        played: local.strftime("%Y-%m-%d %H:%M").to_string(),
        players: game.players().iter().map(|p| p.name.clone()).collect(),
        turns: game.turn(),
        over: game.is_over(),
        scores: scores(game),
        winners: winners(game),
    }))
}

/// Points in seat order; only the team's where all play together.
fn scores(game: &Game) -> Vec<i32> {
    match game.team(game) {
        Some(team) => vec![team.score],
        None => game.players().iter().map(|p| p.score).collect(),
    }
}

/// Names of those who have won.
fn winners(game: &Game) -> Vec<String> {
    let best = game.players().iter().map(|p| p.score).max();
    let won = |player: &&PlayerState| match game.is_cooperative() {
        true => game.outcome() == Some(Outcome::Won),
        false => Some(player.score) == best,
    };
    let players = game.players().iter().filter(|_| game.is_over());
    players.filter(won).map(|p| p.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracker::log::Log;
    use tracker::log::event::{By, EventKind};

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
        assert_eq!(saved_games(&folders), Saved::default());
        std::fs::create_dir_all(folders.games()).expect("made");
        let put = |name: &str, text: &str| {
            std::fs::write(folders.games().join(name), text).expect("written");
        };
        let header = GAME.find('\n').expect("two lines") + 1;
        put("a.jsonl", "hello\n");
        put("b.jsonl", &GAME[..header]);
        put("c.jsonl", &GAME.replace("\"version\":1", "\"version\":9"));
        // Cut in the middle of the last line's number: the cut line counts as not written.
        put("d.jsonl", &(GAME.to_owned() + "{\"id\":2,\"at"));
        put("e.jsonl", &GAME.replace("\"x\":0", "\"x\":-2147483648"));
        let Saved {
            games,
            damaged,
            older,
        } = saved_games(&folders);
        assert_eq!((games.len(), older), (1, 0), "{games:?}");
        assert!(games[0].record.ends_with("d.jsonl"));
        assert_eq!(games[0].players, ["Jörg"]);
        assert!(!games[0].over);
        let mut names: Vec<_> = damaged
            .iter()
            .filter_map(|(path, _)| path.file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["a.jsonl", "c.jsonl", "e.jsonl"]);
        // What to do about it stands at the end.
        let says = |(_, why): &(PathBuf, String)| why.ends_with("update Nebelwacht to open it");
        assert!(damaged.iter().any(says), "{damaged:?}");
        // What is not listed is counted.
        (0..MOST_LISTED).for_each(|n| put(&format!("more-{n}.jsonl"), GAME));
        assert_eq!(saved_games(&folders).older, 5);
    }

    #[test]
    fn nobody_has_won_what_was_lost_together() {
        for level in [1, 6] {
            let setup =
                format!("modules=mists; level={level}; confirmed=yes; players=red,blue,green");
            let mut log = Log::new(Arc::new(setup.parse().expect("a set-up")));
            log.append(0, By::Person, EventKind::GameEnded)
                .expect("it may be broken off");
            assert!(log.game().is_over());
            assert!(winners(log.game()).is_empty(), "level {level}");
        }
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
        let (film, own) = (put("a.mp4"), place.path().join("a"));
        std::fs::create_dir(&own).expect("made");
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
        assert_eq!(delete(&record).expect("deleted").len(), 3);
        assert!(!record.exists() && !crops.exists() && !map.exists());
        assert!(other.exists() && theirs.exists());
        assert!(
            report.exists() && film.exists() && own.exists(),
            "somebody else's"
        );
        std::fs::write(theirs.join("holiday.jpg"), "").expect("written");
        assert_eq!(delete(&other).expect("deleted"), [other]);
        assert!(theirs.join("holiday.jpg").exists());
        std::fs::write(&record, "dear diary\n").expect("written");
        let refused = delete(&record).expect_err("no record");
        assert_eq!(refused.kind(), std::io::ErrorKind::InvalidData);
        assert!(record.exists());
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
