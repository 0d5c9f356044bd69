//! The program behind the window: settings, saved games, packs, cameras, and games to start.
//!
//! The real [`Program`]; what it starts are [`ThreadLink`]s. Knows no screen.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use carcassonne::map::Map;
use opencv::core::Mat;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::record::Record;
use tracker::setup::Setup;
use vision::learn::Learning;
use vision::pack::{Pack, PackError};
use vision::source::frame::{Clock, MachineClock};
use vision::source::{SourceSpec, cameras};

use crate::demo::Demo;
use crate::demo::plan::Plan;
use crate::phone::at_end::PhotoStand;
use crate::phone::stand::Wanted;
use crate::run::input::{Input, PHONE, PHOTOS};
use crate::run::link::news::Notice;
use crate::run::link::open_error::OpenError;
use crate::run::link::settings::Settings;
use crate::run::link::threads::{ThreadLink, Watched};
use crate::run::link::{CameraChoice, Link, NewGame, PackChoice, Program, SavedGame, Source, Wake};
use crate::run::live_game::{LiveGame, OnEnd};
use crate::run::pack_source::PackSource;
use crate::run::read_board::{self, ReadBoard};
use crate::run::scout::{Candidate, Others};
use crate::run::sound::{Devices, Sound, Speaker};
use crate::store::cameras::{self as known_cameras, KnownCamera};
use crate::store::faces;
use crate::store::folders::Folders;
use crate::store::groups::{self, Group};
use crate::store::learning;
use crate::store::maps::{self, LearntMap};
use crate::store::packs::{self, BUILT_IN, PackFacts, PackWork, PacksError};
use crate::store::records;
use crate::store::results::{self, Finished};

/// The demo's game when nobody chose one.
const DEMO_SEED: u64 = 1;

mod feeds;
mod kept;

use feeds::{feed, find_camera, in_words, source_of};
use kept::{Kept, Last, read_settings, write_settings};

pub use feeds::{camera_trouble, check};

/// The program on this machine.
pub struct LocalProgram {
    folders: Folders,
    kept: Kept,
    speaker: Speaker,
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
    pub fn demo_of(&self, plan: &Plan, on_end: Option<OnEnd>) -> Result<Box<dyn Link>, OpenError> {
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
            others: None,
        };
        // Nobody plays there, so no hall is told.
        threads(keeper, Some(watched), &clock, &self.folders)
    }

    /// All packs to be tried on a table, the one at work first.
    pub fn others(&self, at_work: &str, by_itself: bool) -> Others {
        let mut choices = self.packs();
        if choices.iter().all(|choice| choice.id != at_work) {
            // A folder elsewhere.
            choices.push(PackChoice {
                id: at_work.to_owned(),
                name: at_work.to_owned(),
                built_in: false,
            });
        }
        // Own packs before our own art, which hardly any real table shows.
        choices.sort_by_key(|choice| (choice.id != at_work, choice.built_in));
        let packs = choices.into_iter().filter_map(|choice| {
            let pack = self.pack(&choice.id).ok()?;
            Some(Candidate { choice, pack })
        });
        Others {
            packs: packs.collect(),
            by_itself,
        }
    }

    /// The packs that were made here; our own art if there is none.
    fn own_packs(&self) -> Vec<PackSource> {
        let own = self.packs().into_iter().filter(|choice| !choice.built_in);
        let mut own: Vec<PackSource> = own.filter_map(|one| self.pack(&one.id).ok()).collect();
        if own.is_empty() {
            own.push(PackSource::BuiltIn);
        }
        own
    }

    /// The pack to begin with where nobody chose one: the last, else any that was made here.
    fn likely_pack(&self) -> String {
        let own: Vec<String> = self.packs().into_iter().map(|choice| choice.id).collect();
        let last = self.last_pack().filter(|last| own.contains(last));
        let first = || own.iter().find(|id| *id != BUILT_IN).cloned();
        last.or_else(first).unwrap_or_else(|| BUILT_IN.to_owned())
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
    ) -> Result<Box<dyn Link>, OpenError> {
        self.remember(&keeper, last);
        threads(keeper, Some(watched), clock, &self.folders)
    }

    /// Where the look of the tiles comes from, by the name of a pack.
    ///
    /// # Errors
    /// When there is no such pack or it cannot be used.
    pub fn pack(&self, name: &str) -> Result<PackSource, vision::pack::PackError> {
        pack(&self.folders, name)
    }

    fn checked_pack(&self, name: &str) -> Result<PackSource, OpenError> {
        self.pack(name).map_err(|error| OpenError::Pack {
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

    /// Tells the hall of a game that begins here, if that is set.
    fn seated(&self, link: Box<dyn Link>) -> Box<dyn Link> {
        let hall = &self.kept.settings.hall;
        if hall.always
            && let Err(why) = link.join_hall(Some(hall))
        {
            // The game goes on all the same, and its table says what is wrong.
            tracing::warn!(%why, "the hall is not told of this game");
            link.say(Notice::HallNotTold(why));
        }
        link
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
        match last.source.as_str() {
            PHONE => return Source::Phone,
            PHOTOS => return Source::Photos,
            _ => {}
        }
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

/// The board as the pack reads it that knows most of its tiles.
fn most_read(
    photo: &Path,
    setup: &Setup,
    packs: &[PackSource],
    folders: &Folders,
) -> Result<ReadBoard, OpenError> {
    let nothing = Err(OpenError::NoBoard {
        photo: photo.to_owned(),
    });
    let tiles = |read: &Result<ReadBoard, OpenError>| read.as_ref().map_or(0, ReadBoard::tiles);
    let read = packs
        .iter()
        .map(|pack| ReadBoard::read(photo, setup, pack, folders));
    read.reduce(|best, next| {
        if tiles(&next) > tiles(&best) {
            next
        } else {
            best
        }
    })
    .unwrap_or(nothing)
}

fn threads(
    keeper: LiveGame,
    watched: Option<Watched>,
    clock: &Arc<dyn Clock>,
    folders: &Folders,
) -> Result<Box<dyn Link>, OpenError> {
    let films = watched
        .as_ref()
        .is_some_and(|w| matches!(w.feed, Input::Phone(_)));
    match ThreadLink::start(keeper, watched, clock) {
        Ok(link) => {
            let link = link
                .with_phones_in(folders.phones())
                .with_hall_in(folders.hall());
            if films {
                // Without its page no phone can film.
                link.show_phones(true)?;
            }
            Ok(Box::new(link))
        }
        Err(failure) => Err(OpenError::Other(failure.what)),
    }
}

fn other(error: &dyn std::error::Error) -> OpenError {
    OpenError::Other(error.to_string())
}

fn names<'a>(faces: impl Iterator<Item = &'a FaceId>) -> String {
    let names: Vec<_> = faces.map(ToString::to_string).collect();
    names.join(" ")
}

impl Program for LocalProgram {
    fn settings(&self) -> Settings {
        self.kept.settings.clone()
    }

    fn keep_settings(&mut self, settings: &Settings) {
        self.kept.settings = settings.clone();
        self.write_settings();
    }

    fn groups(&self) -> Vec<Group> {
        groups::read(&self.folders.groups())
    }

    fn watched(&self, record: Option<&Path>) -> (Source, Option<String>) {
        let source = record.map_or(Source::ByHand, |record| self.as_before(record));
        let pack = self.kept.last.as_ref().map(|last| last.pack.clone());
        let pack = pack.filter(|_| source != Source::ByHand);
        (source, pack)
    }

    fn games(&self) -> Vec<SavedGame> {
        records::saved_games(&self.folders).games
    }

    fn finished_games(&self, wake: Box<dyn FnOnce() + Send>) -> mpsc::Receiver<Vec<Finished>> {
        let (to, from) = mpsc::channel();
        let folders = self.folders.clone();
        let work = move || {
            // If the screen is gone, nobody wants to know any more.
            let _ = to.send(results::finished(&folders));
            wake();
        };
        let thread = std::thread::Builder::new().name("statistics".to_owned());
        if let Err(error) = thread.spawn(work) {
            tracing::warn!(%error, "no thread for the statistics");
        }
        from
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

    fn read(&self, record: &Path) -> Result<Record, OpenError> {
        records::read(record).map_err(|failure| OpenError::Record {
            record: record.to_owned(),
            why: failure.what,
        })
    }

    fn keep_map(&mut self, record: Option<&Path>, page: &str) -> Result<PathBuf, OpenError> {
        let path = self.folders.map(record);
        files::write::file(&path, page.as_bytes()).map_err(|error| OpenError::Folder {
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
                // A pack that is just being replaced, and boxes that are being learnt.
                (!name.starts_with('.') && !learning::is_kept(&name)).then_some(name)
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

    fn work_on_packs(&mut self, work: &PackWork) -> Result<PathBuf, OpenError> {
        packs::carry_out(&self.folders, work).map_err(|error| match error {
            PacksError::Pack(PackError::Differing(packs)) => OpenError::Differing {
                faces: names(packs.iter().flat_map(|pack| &pack.faces)),
            },
            error => other(&error),
        })
    }

    fn open_pack(&self, pack: &str) -> Result<Arc<Pack>, OpenError> {
        let pack = self.checked_pack(pack)?;
        pack.load(&faces::all()).map_err(|error| other(&error))
    }

    fn keep_pack(&mut self, id: &str, pack: &Pack) -> Result<PathBuf, OpenError> {
        packs::replace(&self.folders, id, pack).map_err(|error| other(&error))
    }

    fn learning(&self, id: &str) -> Result<Option<Learning>, OpenError> {
        let folder = packs::learning(&self.folders, id).map_err(|error| other(&error))?;
        learning::load(&folder).map_err(|error| other(&error))
    }

    fn has_learning(&self, id: &str) -> bool {
        let folder = packs::learning(&self.folders, id);
        folder.is_ok_and(|folder| learning::is_there(&folder))
    }

    fn keep_learning(&mut self, id: &str, kept: Option<&Learning>) -> Result<(), OpenError> {
        let folder = packs::learning(&self.folders, id).map_err(|error| other(&error))?;
        match kept {
            Some(kept) => learning::save(kept, &folder),
            None => files::write::remove_folder(&folder),
        }
        .map_err(|error| other(&error))
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

    fn learn_map(&mut self, map: &Map, print: &Mat) -> Result<PathBuf, OpenError> {
        maps::keep(&self.folders, map, print).map_err(|error| OpenError::Folder {
            folder: self.folders.maps(),
            why: error.to_string(),
        })
    }

    fn known_cameras(&self) -> Vec<KnownCamera> {
        known_cameras::list(&self.folders)
    }

    fn forget_camera(&mut self, id: &str) -> Result<(), OpenError> {
        known_cameras::forget(&self.folders, id).map_err(|error| other(&error))
    }

    fn read_board(
        &self,
        photo: &Path,
        setup: &Setup,
        pack: Option<&str>,
        wake: Wake,
    ) -> mpsc::Receiver<Result<ReadBoard, OpenError>> {
        let (to, from) = mpsc::channel();
        let packs = match pack {
            Some(pack) => self.checked_pack(pack).map(|pack| vec![pack]),
            None => Ok(self.own_packs()),
        };
        let (photo, setup, folders) = (photo.to_owned(), setup.clone(), self.folders.clone());
        let work = move || {
            let read = packs.and_then(|packs| most_read(&photo, &setup, &packs, &folders));
            // If the screen is gone, nobody wants to know any more.
            let _ = to.send(read);
            wake();
        };
        let thread = std::thread::Builder::new().name("photograph".to_owned());
        if let Err(error) = thread.spawn(work) {
            tracing::warn!(%error, "no thread for the photograph");
        }
        from
    }

    fn photo_stand(&self, wake: Wake) -> Result<PhotoStand, OpenError> {
        let wanted = Wanted {
            folder: self.folders.phones(),
            ..Wanted::default()
        };
        PhotoStand::open(&wanted, wake).map_err(|failure| OpenError::Other(failure.what))
    }

    fn keep_board(&mut self, setup: &Setup, log: &Log) -> Result<PathBuf, OpenError> {
        read_board::keep(&self.folders, setup, log)
    }

    fn demo(&mut self) -> Result<Box<dyn Link>, OpenError> {
        self.demo_of(&Plan::base(DEMO_SEED), None)
    }

    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, OpenError> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let by_itself = game.pack.is_none();
        let pack = game.pack.unwrap_or_else(|| self.likely_pack());
        let watched = match feed(&game.source, &clock)? {
            Some(feed) => Some(Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack: self.checked_pack(&pack)?,
                at_end: None,
                others: Some(self.others(&pack, by_itself)),
            }),
            None => None,
        };
        let mut setup = game.setup;
        let groups = groups::with(self.groups(), &setup);
        if let Err(error) = groups::write(&self.folders.groups(), &groups) {
            tracing::warn!(%error, "who plays is not remembered");
        }
        if let Some(watched) = &watched {
            setup = setup.with_tiles(&watched.pack.taught());
        }
        let keeper = LiveGame::begin_in(&setup, &self.folders, &clock);
        if watched.is_some() {
            self.remember(&keeper, [&in_words(&game.source), &pack]);
        }
        threads(keeper, watched, &clock, &self.folders).map(|link| self.seated(link))
    }

    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, OpenError> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let source = match source {
            Source::AsBefore => self.as_before(record),
            other => other,
        };
        let watched = match feed(&source, &clock)? {
            Some(feed) => {
                let last = self.kept.last.as_ref();
                let last = last.filter(|last| last.record == record);
                let by_itself = last.is_none();
                let name = last.map_or_else(|| self.likely_pack(), |last| last.pack.clone());
                let pack = self.checked_pack(&name)?;
                let others = self.others(&name, by_itself);
                Some((feed, pack, name, others))
            }
            None => None,
        };
        let keeper = LiveGame::reopen(record, clock.clone()).map_err(|failure| {
            let path = record.to_owned();
            if failure == crate::failure::Failure::in_use(record) {
                OpenError::InUse { record: path }
            } else {
                let why = failure.what;
                OpenError::Record { record: path, why }
            }
        })?;
        let watched = watched.map(|(feed, pack, name, others)| {
            self.remember(&keeper, [&in_words(&source), &name]);
            Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack,
                at_end: None,
                others: Some(others),
            }
        });
        threads(keeper, watched, &clock, &self.folders).map(|link| self.seated(link))
    }

    fn play_with(
        &mut self,
        record: &Path,
        setup: &Setup,
        begun: bool,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError> {
        // Before anything is changed: what cannot be used is said and the game goes on as it was.
        self.checked_pack(pack)?;
        let last = self.kept.last.as_mut();
        let last = last.filter(|last| last.record == record);
        let source = match last {
            Some(last) => {
                pack.clone_into(&mut last.pack);
                source_of(&last.source)
            }
            None => Source::ByHand,
        };
        if begun {
            return self.open(record, source);
        }
        self.start(NewGame {
            setup: setup.clone(),
            source,
            pack: Some(pack.to_owned()),
        })
    }

    fn last_pack(&self) -> Option<String> {
        let last = self.kept.last.as_ref().map(|last| last.pack.clone());
        last.filter(|pack| pack != BUILT_IN)
    }

    fn delete(&mut self, record: &Path) -> Result<(), OpenError> {
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
            Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                Err(OpenError::InUse {
                    record: record.to_owned(),
                })
            }
            Err(error) => Err(OpenError::Other(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests;
