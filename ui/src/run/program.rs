//! The program behind the window: settings, saved games, packs, cameras, and games to start.
//!
//! The real [`Program`]; what it starts are [`ThreadLink`]s. Knows no screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::map::Map;
use files::limits::TEXT_BYTES;
use opencv::core::Mat;
use serde::{Deserialize, Serialize};
use tracker::command::Command;
use tracker::log::record::Record;
use tracker::setup::Setup;
use vision::pack::{Pack, PackError};
use vision::source::frame::{Clock, MachineClock};
use vision::source::{self, SourceError, SourceSpec, cameras};

use crate::demo::{Demo, Plan};
use crate::run::input::Input;
use crate::run::link::threads::{PackSource, ThreadLink, Watched};
use crate::run::link::{
    CameraChoice, Failure, Link, NewGame, PackChoice, Program, SavedGame, Settings, Source,
};
use crate::run::live_game::{LiveGame, OnEnd};
use crate::run::sound::{Devices, Sound, Speaker};
use crate::store::cameras::{self as known_cameras, KnownCamera};
use crate::store::faces;
use crate::store::folders::Folders;
use crate::store::maps::{self, LearntMap};
use crate::store::packs::{self, PackFacts, PackWork, PacksError};
use crate::store::records;

/// The name of the pack of our own art.
pub const BUILT_IN: &str = "built-in";

/// The demo's game when nobody chose one.
const DEMO_SEED: u64 = 1;

/// The program on this machine.
pub struct LocalProgram {
    folders: Folders,
    kept: Kept,
    speaker: Speaker,
}

/// What the settings file holds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    #[serde(flatten)]
    settings: Settings,
    /// The game that was last watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Last>,
}

/// A watched game: what was pointed at it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Last {
    record: PathBuf,
    source: String,
    pack: String,
}

impl LocalProgram {
    /// The program with these folders.
    pub fn new(folders: Folders) -> Self {
        let kept = read_settings(&folders.settings());
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self {
            folders,
            kept,
            speaker: Speaker::new(Devices::find(&path)),
        }
    }

    /// Starts a demo; `on_end` is told of the game when it has ended.
    ///
    /// # Errors
    /// When the table cannot be drawn or the system gives no thread.
    pub fn demo_of(&self, plan: &Plan, on_end: Option<OnEnd>) -> Result<Box<dyn Link>, Failure> {
        let demo = Demo::new(plan).map_err(|error| other(&error))?;
        let demo = Arc::new(demo);
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let keeper = LiveGame::new(demo.setup.clone(), clock.clone()).ending(on_end);
        let watched = Watched {
            // The bag is empty then, which no camera sees.
            at_end: demo.complete.then_some(Command::EndGame),
            feed: Input::Practice(demo),
            pack: PackSource::BuiltIn,
            kept: None,
        };
        threads(keeper, Some(watched), &clock)
    }

    /// Shows a game that a command line names, and remembers what it is watched from.
    ///
    /// # Errors
    /// When nothing can be written there or the system gives no thread.
    pub fn watch(
        &mut self,
        keeper: LiveGame,
        watched: Watched,
        clock: &Arc<dyn Clock>,
        last: [&str; 2],
    ) -> Result<Box<dyn Link>, Failure> {
        self.remember(&keeper, last);
        threads(keeper, Some(watched), clock)
    }

    /// Where the look of the tiles comes from, by the name of a pack.
    ///
    /// # Errors
    /// When there is no such pack or it cannot be used.
    pub fn pack(&self, name: &str) -> Result<PackSource, vision::pack::PackError> {
        pack(&self.folders, name)
    }

    fn checked_pack(&self, name: &str) -> Result<PackSource, Failure> {
        self.pack(name).map_err(|error| Failure::Pack {
            pack: name.to_owned(),
            why: error.to_string(),
        })
    }

    fn remember(&mut self, keeper: &LiveGame, [source, pack]: [&str; 2]) {
        let Some(record) = keeper.record() else {
            return;
        };
        self.kept.last = Some(Last {
            record: record.to_owned(),
            source: source.to_owned(),
            pack: pack.to_owned(),
        });
        self.write_settings();
    }

    fn write_settings(&self) {
        let path = self.folders.settings();
        if let Err(why) = write_settings(&path, &self.kept) {
            tracing::warn!(path = %path.display(), %why, "settings are not kept");
        }
    }

    /// What a saved game was watched from, if that is live; by hand otherwise, as a film would
    /// begin again from its start.
    fn as_before(&self, record: &Path) -> Source {
        let last = self.kept.last.as_ref();
        let Some(last) = last.filter(|last| last.record == record) else {
            return Source::ByHand;
        };
        match last.source.parse::<SourceSpec>() {
            Ok(SourceSpec::Camera(index)) if find_camera(index).is_ok() => Source::Camera(index),
            Ok(SourceSpec::Stream(url)) => Source::Url(url),
            _ => Source::ByHand,
        }
    }
}

/// Where the look of the tiles comes from, by the name of a pack.
///
/// # Errors
/// When there is no such pack or it cannot be used.
pub fn pack(folders: &Folders, name: &str) -> Result<PackSource, vision::pack::PackError> {
    let path = folders.pack(name);
    if name == BUILT_IN && !path.exists() {
        return Ok(PackSource::BuiltIn);
    }
    Pack::load(&path).map(|pack| PackSource::Loaded(Arc::new(pack)))
}

fn threads(
    keeper: LiveGame,
    watched: Option<Watched>,
    clock: &Arc<dyn Clock>,
) -> Result<Box<dyn Link>, Failure> {
    match ThreadLink::start(keeper, watched, clock) {
        Ok(link) => Ok(Box::new(link)),
        Err(failure) => Err(Failure::Other(failure.what)),
    }
}

fn other(error: &dyn std::error::Error) -> Failure {
    Failure::Other(error.to_string())
}

fn names<'a>(faces: impl Iterator<Item = &'a FaceId>) -> String {
    let names: Vec<_> = faces.map(ToString::to_string).collect();
    names.join(" ")
}

/// The feed of a choice; `None` if nothing is watched. Looks first whether it can be opened,
/// so that the person hears of it on the screen where the choice was made.
fn feed(source: &Source, clock: &Arc<dyn Clock>) -> Result<Option<Input>, Failure> {
    let spec = match source {
        Source::ByHand | Source::AsBefore => return Ok(None),
        Source::Camera(index) => Ok(SourceSpec::Camera(*index)),
        Source::Path(path) => SourceSpec::from_path(path),
        Source::Url(url) => url.parse(),
    };
    let checked = spec.and_then(|spec| check(&spec, clock).map(|()| spec));
    match (checked, source) {
        (Ok(spec), _) => Ok(Some(Input::Source(spec))),
        (Err(error), Source::Camera(index)) => Err(Failure::Camera {
            index: *index,
            why: error.to_string(),
        }),
        (Err(error), _) => Err(Failure::Source {
            what: in_words(source),
            why: error.to_string(),
        }),
    }
}

/// Whether a source can be opened, as far as that shows without switching a camera on or
/// waiting for a server.
///
/// # Errors
/// Says why not.
pub fn check(spec: &SourceSpec, clock: &Arc<dyn Clock>) -> Result<(), SourceError> {
    match spec {
        SourceSpec::Camera(index) => find_camera(*index),
        SourceSpec::Video(_) | SourceSpec::Folder(_) => {
            source::open(spec, clock.clone()).map(|_| ())
        }
        SourceSpec::Stream(_) => Ok(()),
    }
}

fn in_words(source: &Source) -> String {
    match source {
        Source::ByHand | Source::AsBefore => String::new(),
        Source::Camera(index) => format!("camera:{index}"),
        Source::Path(path) => path.display().to_string(),
        Source::Url(url) => url.clone(),
    }
}

fn find_camera(index: u32) -> Result<(), SourceError> {
    let found: Vec<u32> = cameras()?.iter().map(|camera| camera.index).collect();
    match (found.contains(&index), found.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(SourceError::NoCamera),
        (false, false) => Err(SourceError::NoSuchCamera { index, found }),
    }
}

/// Why a listed camera cannot be used, as far as that shows without switching it on.
pub fn camera_trouble(index: u32) -> Option<String> {
    let device = format!("/dev/video{index}");
    let opened = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&device);
    opened.err().map(|error| format!("{device}: {error}"))
}

impl Program for LocalProgram {
    fn settings(&self) -> Settings {
        self.kept.settings.clone()
    }

    fn keep_settings(&mut self, settings: &Settings) {
        self.kept.settings = settings.clone();
        self.write_settings();
    }

    fn games(&self) -> Vec<SavedGame> {
        records::saved_games(&self.folders).games
    }

    fn damaged_games(&self) -> Vec<(PathBuf, String)> {
        records::saved_games(&self.folders).damaged
    }

    fn games_folder(&self) -> PathBuf {
        self.folders.games()
    }

    fn exports_folder(&self) -> PathBuf {
        self.folders.exports()
    }

    fn read(&self, record: &Path) -> Result<Record, Failure> {
        records::read(record).map_err(|failure| Failure::Record {
            record: record.to_owned(),
            why: failure.what,
        })
    }

    fn keep_map(&mut self, record: Option<&Path>, page: &str) -> Result<PathBuf, Failure> {
        let path = self.folders.map(record);
        files::write::file(&path, page.as_bytes()).map_err(|error| Failure::Folder {
            folder: path.parent().unwrap_or(Path::new(".")).to_owned(),
            why: error.to_string(),
        })?;
        Ok(path)
    }

    fn packs(&self) -> Vec<PackChoice> {
        let own = PackChoice {
            id: BUILT_IN.to_owned(),
            name: String::new(),
            built_in: true,
        };
        let mut packs = vec![own];
        let entries = std::fs::read_dir(self.folders.packs());
        let mut names: Vec<String> = entries
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let entry = entry.ok()?;
                entry.path().is_dir().then_some(())?;
                let name = entry.file_name().into_string().ok()?;
                // A pack that is just being replaced.
                (!name.starts_with('.')).then_some(name)
            })
            .collect();
        names.sort();
        packs.extend(names.into_iter().map(|name| PackChoice {
            id: name.clone(),
            name,
            built_in: false,
        }));
        packs
    }

    fn shelf(&self) -> Vec<PackFacts> {
        packs::list(&self.folders, self.packs())
    }

    fn work_on_packs(&mut self, work: &PackWork) -> Result<PathBuf, Failure> {
        packs::carry_out(&self.folders, work).map_err(|error| match error {
            PacksError::Pack(PackError::Differing(packs)) => Failure::Differing {
                faces: names(packs.iter().flat_map(|pack| &pack.faces)),
            },
            error => other(&error),
        })
    }

    fn open_pack(&self, pack: &str) -> Result<Arc<Pack>, Failure> {
        let pack = self.checked_pack(pack)?;
        pack.load(&faces::all()).map_err(|error| other(&error))
    }

    fn keep_pack(&mut self, id: &str, pack: &Pack) -> Result<PathBuf, Failure> {
        packs::replace(&self.folders, id, pack).map_err(|error| other(&error))
    }

    fn pack_lacks(&self, pack: &str, setup: &Setup) -> Vec<FaceId> {
        let lacking = |pack: PackSource| {
            let played = setup.clone().with_tiles(&pack.taught());
            pack.lacking(&played.catalogue())
        };
        self.pack(pack).map(lacking).unwrap_or_default()
    }

    fn devices(&self) -> Devices {
        self.speaker.devices.clone()
    }

    fn play(&mut self, sound: Sound) {
        self.speaker.play(sound);
    }

    fn cameras(&self) -> Vec<CameraChoice> {
        let listed = cameras().unwrap_or_else(|error| {
            tracing::warn!(%error, "cameras cannot be listed");
            Vec::new()
        });
        listed
            .into_iter()
            .map(|camera| CameraChoice {
                index: camera.index,
                name: camera.name,
                trouble: camera_trouble(camera.index),
            })
            .collect()
    }

    fn learnt_maps(&self) -> Vec<LearntMap> {
        maps::list(&self.folders)
    }

    fn learn_map(&mut self, map: &Map, print: &Mat) -> Result<PathBuf, Failure> {
        maps::keep(&self.folders, map, print).map_err(|error| Failure::Folder {
            folder: self.folders.maps(),
            why: error.to_string(),
        })
    }

    fn known_cameras(&self) -> Vec<KnownCamera> {
        known_cameras::list(&self.folders)
    }

    fn forget_camera(&mut self, id: &str) -> Result<(), Failure> {
        known_cameras::forget(&self.folders, id).map_err(|error| other(&error))
    }

    fn demo(&mut self) -> Result<Box<dyn Link>, Failure> {
        self.demo_of(&Plan::base(DEMO_SEED), None)
    }

    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, Failure> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let watched = match feed(&game.source, &clock)? {
            Some(feed) => Some(Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack: self.checked_pack(&game.pack)?,
                at_end: None,
            }),
            None => None,
        };
        let mut setup = game.setup;
        if let Some(watched) = &watched {
            setup = setup.with_tiles(&watched.pack.taught());
        }
        let keeper = LiveGame::begin_in(&setup, &self.folders, &clock);
        if watched.is_some() {
            self.remember(&keeper, [&in_words(&game.source), &game.pack]);
        }
        threads(keeper, watched, &clock)
    }

    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, Failure> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let source = match source {
            Source::AsBefore => self.as_before(record),
            other => other,
        };
        let watched = match feed(&source, &clock)? {
            Some(feed) => {
                let last = self.kept.last.as_ref();
                let name = last.map_or(BUILT_IN, |last| last.pack.as_str());
                Some((feed, self.checked_pack(name)?, name.to_owned()))
            }
            None => None,
        };
        let keeper = LiveGame::reopen(record, clock.clone()).map_err(|failure| {
            let path = record.to_owned();
            if failure == crate::failure::Failure::in_use(record) {
                Failure::InUse { record: path }
            } else {
                let why = failure.what;
                Failure::Record { record: path, why }
            }
        })?;
        let watched = watched.map(|(feed, pack, name)| {
            self.remember(&keeper, [&in_words(&source), &name]);
            Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack,
                at_end: None,
            }
        });
        threads(keeper, watched, &clock)
    }

    fn delete(&mut self, record: &Path) -> Result<(), Failure> {
        let deleted = records::delete(record);
        if self
            .kept
            .last
            .as_ref()
            .is_some_and(|last| last.record == record)
        {
            self.kept.last = None;
            self.write_settings();
        }
        match deleted {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => Err(Failure::InUse {
                record: record.to_owned(),
            }),
            Err(error) => Err(Failure::Other(error.to_string())),
        }
    }
}

/// The settings in a file; the defaults where there are none. A file that cannot be read is
/// put aside, so that the next change does not overwrite what somebody wrote into it.
fn read_settings(path: &Path) -> Kept {
    let text = match files::read::text(path, TEXT_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Kept::default(),
        Err(error) => return put_aside(path, &error),
    };
    toml::from_str(&text).unwrap_or_else(|error| put_aside(path, &error))
}

fn put_aside(path: &Path, error: &dyn std::error::Error) -> Kept {
    let aside = path.with_extension("toml.unreadable");
    tracing::warn!(%error, aside = %aside.display(), "settings cannot be read");
    // If it cannot even be moved, it cannot be overwritten either.
    let _ = files::write::rename(path, &aside);
    Kept::default()
}

fn write_settings(path: &Path, kept: &Kept) -> Result<(), String> {
    let text = toml::to_string(kept).map_err(|error| error.to_string())?;
    files::write::file(path, text.as_bytes()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::link::ThemeChoice;

    fn desk(place: &Path) -> LocalProgram {
        LocalProgram::new(Folders::find(Some(place)).expect("given"))
    }

    #[test]
    fn settings_and_the_last_source_are_kept() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let mut first = desk(place.path());
        let settings = Settings {
            language: Some("de".into()),
            theme: ThemeChoice::Dark,
            zoom_percent: Some(130),
            reduced_motion: true,
            tv: crate::run::link::TvSettings {
                distance_cm: 420,
                diagonal_inch: 55,
            },
            pictures: tracker::setup::Pictures::All,
            sound: crate::run::sound::SoundSettings {
                tones: true,
                voice: true,
            },
        };
        first.keep_settings(&settings);
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let keeper = LiveGame::begin_in(&Setup::default(), &first.folders, &clock);
        let record = keeper.record().expect("kept").to_owned();
        first.remember(&keeper, ["http://table.local/live", "mine"]);
        let second = desk(place.path());
        assert_eq!(second.settings(), settings);
        let url = Source::Url("http://table.local/live".into());
        assert_eq!(second.as_before(&record), url);
        assert_eq!(second.as_before(Path::new("other.jsonl")), Source::ByHand);
        drop(keeper);
        assert!(!record.exists(), "a game without a move leaves no file");
    }

    #[test]
    fn settings_that_cannot_be_read_are_put_aside() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("settings.toml");
        std::fs::write(&path, "language = [").expect("written");
        let mut desk = desk(place.path());
        assert_eq!(desk.settings(), Settings::default());
        desk.keep_settings(&Settings::default());
        let aside = std::fs::read_to_string(place.path().join("settings.toml.unreadable"));
        assert_eq!(aside.expect("put aside"), "language = [");
    }

    #[test]
    fn what_cannot_be_watched_is_said_before_anything_is_begun() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let mut desk = desk(place.path());
        let film = place.path().join("film.mp4");
        std::fs::write(&film, "no film").expect("written");
        let empty = place.path().join("empty");
        std::fs::create_dir(&empty).expect("made");
        let sources = [
            Source::Path(film),
            Source::Path(empty),
            Source::Path("no/such/film.mp4".into()),
            Source::Url("ftp://nowhere".into()),
            Source::Camera(4096),
        ];
        for source in sources {
            let game = NewGame {
                setup: Setup::default(),
                source: source.clone(),
                pack: BUILT_IN.into(),
            };
            let failure = desk.start(game).err().expect("refused");
            let said = matches!(failure, Failure::Source { .. } | Failure::Camera { .. });
            assert!(said, "{source:?}: {failure}");
        }
        assert!(desk.games().is_empty());
        assert!(!desk.games_folder().exists());
        let failure = desk.open(Path::new("no/such.jsonl"), Source::ByHand);
        assert!(matches!(failure.err(), Some(Failure::Record { .. })));
    }

    #[test]
    fn a_game_by_hand_is_saved_and_gone_on_with() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let mut desk = desk(place.path());
        let game = NewGame {
            setup: Setup::default(),
            source: Source::ByHand,
            pack: String::new(),
        };
        let link = desk.start(game).expect("started");
        let record = link.record().expect("saved");
        let face = carcassonne::catalogue::face_id("D").expect("a face");
        link.send(Command::PlaceTile {
            cell: carcassonne::geometry::Cell::default(),
            face,
            rotation: carcassonne::geometry::Rotation::R0,
            garden: None,
        });
        link.send(Command::Redo);
        let wait = std::time::Duration::from_millis(20);
        let mut notices = Vec::new();
        for _ in 0..250 {
            notices.extend(link.notices());
            if !notices.is_empty() && link.snapshot().tiles.len() == 1 {
                break;
            }
            std::thread::sleep(wait);
        }
        assert_eq!(link.snapshot().tiles.len(), 1);
        assert_eq!(notices.len(), 1, "nothing to redo: {notices:?}");
        drop(link);
        assert_eq!(desk.games().len(), 1);
        let again = desk.open(&record, Source::AsBefore).expect("opened");
        assert_eq!(again.snapshot().tiles.len(), 1);
        assert_eq!(again.source(), crate::run::link::SourceState::None);
    }
}
