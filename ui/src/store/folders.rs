//! Where settings, games and tile packs live on this machine.
//!
//! Settings go into the user's configuration folder, games and packs into the data folder, what
//! can be made anew into the cache folder; `--data-dir` puts everything into one given folder instead. Knows paths only: nothing is
//! read here, and folders are made when something is first written.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use jiff::civil::DateTime;

use crate::failure::Failure;

/// Ending of a game's record.
pub const RECORD_ENDING: &str = "jsonl";

/// The page with the map of the game with that record.
pub fn map_of(record: &Path) -> PathBuf {
    let stem = record.file_stem().unwrap_or_default().to_string_lossy();
    record.with_file_name(format!("{stem}-map.html"))
}

/// The program's places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
}

impl Folders {
    /// The places on this machine, or all under `data_dir`.
    ///
    /// # Errors
    /// When the system names no home folder and none was given.
    pub fn find(data_dir: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = data_dir {
            return Ok(Self {
                config: folder.to_owned(),
                data: folder.to_owned(),
                cache: folder.join("cache"),
            });
        }
        let dirs = ProjectDirs::from("", "", "nebelwacht").ok_or_else(|| {
            Failure::new(
                "no home folder was found",
                "say where to keep games: --data-dir DIR",
            )
        })?;
        Ok(Self {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            cache: dirs.cache_dir().to_owned(),
        })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// Folder of the games' records.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The file of those who play together.
    pub fn groups(&self) -> PathBuf {
        self.data.join("groups.json")
    }

    /// Folder of the reports of panics.
    pub fn reports(&self) -> PathBuf {
        self.data.join("reports")
    }

    /// Folder of the tile packs.
    pub fn packs(&self) -> PathBuf {
        self.data.join("packs")
    }

    /// Folder of the maps that were learnt.
    pub fn maps(&self) -> PathBuf {
        self.data.join("maps")
    }

    /// Folder of what is known of cameras.
    pub fn cameras(&self) -> PathBuf {
        self.data.join("cameras")
    }

    /// Folder of the certificate and the keys of the pages for phones.
    pub fn phones(&self) -> PathBuf {
        self.data.join("phones")
    }

    /// Folder of what waits for a hall.
    pub fn hall(&self) -> PathBuf {
        self.data.join("hall")
    }

    /// Folder of what was learnt of tile packs: may be deleted at any time.
    pub fn learnt(&self) -> PathBuf {
        self.cache.join("learnt")
    }

    /// The file of the window's size and place.
    pub fn window(&self) -> PathBuf {
        self.data.join("app.ron")
    }

    /// Folder in which the window puts exported games, a folder each.
    pub fn exports(&self) -> PathBuf {
        self.data.join("exports")
    }

    /// A place for the record of a game that starts `now` (local time): the first free name
    /// of `2026-11-21_20-15.jsonl`, `2026-11-21_20-15_2.jsonl` …
    pub fn new_record(&self, now: DateTime) -> PathBuf {
        let games = self.games();
        let stem = now.strftime("%Y-%m-%d_%H-%M").to_string();
        let named = |name: String| games.join(name).with_extension(RECORD_ENDING);
        let plain = named(stem.clone());
        if !plain.exists() {
            return plain;
        }
        (2..=u32::MAX)
            .map(|count| named(format!("{stem}_{count}")))
            .find(|path| !path.exists())
            .unwrap_or(plain)
    }

    /// A place for the record of a game that starts `now` and cannot be written yet. Others may take what is
    /// free now, so it is named to the millisecond: `2026-11-21_20-15-07-042.jsonl`.
    pub fn waiting_record(&self, now: DateTime) -> PathBuf {
        let stem = now.strftime("%Y-%m-%d_%H-%M-%S-%3f").to_string();
        self.games().join(stem).with_extension(RECORD_ENDING)
    }

    /// The page with the map of a packed-away game: beside its record.
    pub fn map(&self, record: Option<&Path>) -> PathBuf {
        let nameless = || self.games().join("game");
        map_of(&record.map_or_else(nameless, Path::to_owned))
    }

    /// Finds a pack: by its name if it is a kept one, else by its path. What happens to bear that name in the
    /// folder where the program was started is reached as `./name`.
    pub fn pack(&self, name: &str) -> PathBuf {
        let as_path = PathBuf::from(name);
        let kept = self.packs().join(name);
        if as_path.file_name() == Some(as_path.as_os_str()) && kept.is_dir() {
            kept
        } else {
            as_path
        }
    }

    /// Finds a game's record: a path as it is, else a name among the kept games, with its ending or
    /// without. Another file's name beside a record finds nothing.
    pub fn record(&self, name: &Path) -> PathBuf {
        let has_ending = name.extension().is_some_and(|it| it == RECORD_ENDING);
        let mut kept = self.games().join(name).into_os_string();
        if !has_ending {
            kept.push(".");
            kept.push(RECORD_ENDING);
        }
        let kept = PathBuf::from(kept);
        if !name.exists() && kept.is_file() {
            kept
        } else {
            name.to_owned()
        }
    }

    /// The kept games, newest first by name (names begin with the date).
    ///
    /// # Errors
    /// When the folder is there but cannot be read; a missing folder is an empty list.
    pub fn kept_games(&self) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.games();
        let unreadable = |error: std::io::Error| {
            Failure::new(
                format!("{} cannot be read: {error}", folder.display()),
                "check the access rights, or name another place with --data-dir",
            )
        };
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut games = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if path
                .extension()
                .is_some_and(|ending| ending == RECORD_ENDING)
            {
                games.push(path);
            }
        }
        games.sort_by(|a, b| b.cmp(a));
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_name_finds_a_record() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let games = folders.games();
        std::fs::create_dir_all(games.join("friday")).expect("a folder");
        for name in ["friday.jsonl", "friday.mp4", "club.1.jsonl"] {
            std::fs::write(games.join(name), "").expect("written");
        }
        let found = |name: &str| folders.record(Path::new(name));
        for name in ["friday", "friday.jsonl"] {
            assert_eq!(found(name), games.join("friday.jsonl"), "{name}");
        }
        assert_eq!(found("club.1"), games.join("club.1.jsonl"));
        for name in ["friday.mp4", "friday/", "club", "club.2"] {
            assert_eq!(found(name), Path::new(name), "{name}");
        }
    }

    #[test]
    fn two_games_of_one_minute_get_two_records() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let now = jiff::civil::date(2026, 11, 21).at(20, 15, 30, 0);
        let first = folders.new_record(now);
        assert!(
            first.ends_with("games/2026-11-21_20-15.jsonl"),
            "{}",
            first.display()
        );
        std::fs::create_dir_all(folders.games()).expect("made");
        std::fs::write(&first, "").expect("written");
        let second = folders.new_record(now);
        assert!(
            second.ends_with("games/2026-11-21_20-15_2.jsonl"),
            "{}",
            second.display()
        );
        std::fs::write(&second, "").expect("written");
        assert_eq!(folders.kept_games(), Ok(vec![second, first]));
    }

    #[test]
    fn a_pack_is_found_by_path_or_by_name() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let kept = folders.packs().join("classic");
        std::fs::create_dir_all(&kept).expect("made");
        assert_eq!(folders.pack("classic"), kept);
        assert_eq!(folders.pack("no/such"), PathBuf::from("no/such"));
        // Tests are run where this folder is.
        let kept = folders.packs().join("src");
        std::fs::create_dir_all(&kept).expect("made");
        assert_eq!(folders.pack("src"), kept);
        assert_eq!(folders.pack("./src"), PathBuf::from("./src"));
    }
}
