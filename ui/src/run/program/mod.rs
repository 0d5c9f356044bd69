//! The program behind the window: settings, saved games, packs, cameras, and games to start.
//!
//! The real [`Program`]; what it starts are [`ThreadLink`](crate::run::link::threads::ThreadLink)s. Knows no screen.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::map::Map;
use opencv::core::Mat;
use tracker::log::Log;
use tracker::log::record::Record;
use tracker::setup::Setup;
use vision::learn::Learning;
use vision::pack::{Pack, PackError};
use vision::source::cameras;
use vision::source::frame::{Clock, MachineClock};

use self::games::DEMO_SEED;
use self::local::other;
use crate::demo::plan::Plan;
use crate::faces;
use crate::phone::at_end::PhotoStand;
use crate::run::beside;
use crate::run::link::settings::Settings;
use crate::run::link::{CameraChoice, GoOn, Link, NewGame, Program, Source};
use crate::run::news::open_error::OpenError;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::read_board::{self, ReadBoard};
use crate::run::sound::{Devices, Sound};
use crate::store::cameras::{self as known_cameras, KnownCamera};
use crate::store::groups::{self, Group};
use crate::store::growing::{Grown, Growth};
use crate::store::maps::{self, LearntMap};
use crate::store::packs::{self, BUILT_IN, PackChoice, PackFacts, PackWork, PacksError};
use crate::store::records::SavedGame;
use crate::store::results::{self, Finished};
use crate::store::{learning, records};
use crate::views::published::Wake;

mod feeds;
mod games;
mod kept;
mod local;
mod tile_packs;

pub use feeds::{camera_trouble, check};
pub use local::LocalProgram;
pub use tile_packs::pack;

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
        let folders = self.folders.clone();
        beside::begin("statistics", wake, move || results::finished(&folders))
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
        tile_packs::choices(&self.folders)
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

    fn check_source(&self, source: &Source) -> Result<(), OpenError> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        feeds::feed(source, &clock).map(|_| ())
    }

    fn learning(&self, id: &str) -> Result<Option<(TileSet, Learning)>, OpenError> {
        let folder = packs::learning(&self.folders, id).map_err(|error| other(&error))?;
        learning::load(&folder).map_err(|error| other(&error))
    }

    fn has_learning(&self, id: &str) -> bool {
        let folder = packs::learning(&self.folders, id);
        folder.is_ok_and(|folder| learning::is_there(&folder))
    }

    fn keep_learning(
        &mut self,
        id: &str,
        kept: Option<(TileSet, &Learning)>,
    ) -> Result<(), OpenError> {
        let folder = packs::learning(&self.folders, id).map_err(|error| other(&error))?;
        match kept {
            Some((set, kept)) => learning::save(kept, set, &folder),
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
        self.read_photograph(photo, setup, pack, wake)
    }

    fn photo_stand(&self, wake: Wake) -> Result<PhotoStand, OpenError> {
        PhotoStand::open(&self.phones, wake).map_err(|failure| OpenError::Other(failure.what))
    }

    fn keep_board(&mut self, setup: &Setup, log: &Log) -> Result<PathBuf, OpenError> {
        read_board::keep(&self.folders, setup, log)
    }

    fn demo(&mut self) -> Result<Box<dyn Link>, OpenError> {
        self.demo_of(&Plan::base(DEMO_SEED), None)
    }

    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, OpenError> {
        // Codes are new in each game.
        self.phones.handed_on.forget();
        self.begin(game)
    }

    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, OpenError> {
        self.reopen(record, source)
    }

    fn play_with(
        &mut self,
        record: &Path,
        setup: &Setup,
        from: GoOn,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError> {
        self.go_on_with(record, setup, from, pack)
    }

    fn delete(&mut self, record: &Path) -> Result<(), OpenError> {
        self.delete_game(record)
    }

    fn grow_pack(
        &mut self,
        growth: Growth,
        wake: Wake,
    ) -> mpsc::Receiver<Result<Grown, OpenError>> {
        self.grow(growth, wake)
    }

    fn reads_with(&mut self, record: &Path, pack: &str) {
        let last = self.kept.last.as_mut();
        let last = last.filter(|last| last.record == record && last.pack != pack);
        if let Some(last) = last {
            pack.clone_into(&mut last.pack);
            self.write_settings();
        }
    }

    fn last_pack(&self) -> Option<String> {
        let last = self.kept.last.as_ref().map(|last| last.pack.clone());
        last.filter(|pack| pack != BUILT_IN)
    }
}

#[cfg(test)]
mod tests;
