//! The program around the games without threads or files: what its lists hold is scripted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::map::Map;
use nebelwacht_ui::phone::at_end::PhotoStand;
use nebelwacht_ui::run::link::settings::Settings;
use nebelwacht_ui::run::link::{CameraChoice, GoOn, Link, NewGame, Program, Source};
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::run::reading::read_board::ReadBoard;
use nebelwacht_ui::run::sound::{Devices, Sound};
use nebelwacht_ui::store::cameras::KnownCamera;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::groups::{self, Group};
use nebelwacht_ui::store::growing::{self, Grown, Growth};
use nebelwacht_ui::store::maps::LearntMap;
use nebelwacht_ui::store::packs::{BUILT_IN, PackChoice, PackFacts, PackWork};
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::store::results::Finished;
use nebelwacht_ui::views::published::Wake;
use opencv::core::Mat;
use tracker::log::Log;
use tracker::log::record::Record;
use tracker::setup::Setup;
use vision::learn::Learning;
use vision::pack::Pack;

use super::link::MemoryLink;

/// A program whose lists are scripted and whose every game is the same [`MemoryLink`].
pub struct MemoryProgram {
    /// The game that is started, whichever is asked for.
    pub link: MemoryLink,
    /// What starting and opening says instead, if set.
    pub failure: Option<OpenError>,
    /// Those who have played together.
    pub groups: Rc<RefCell<Vec<Group>>>,
    /// What came of finished games.
    pub finished: Vec<Finished>,
    /// Saved games.
    pub games: Vec<SavedGame>,
    /// Cameras.
    pub cameras: Vec<CameraChoice>,
    /// Maps that were learnt.
    pub learnt_maps: Rc<RefCell<Vec<LearntMap>>>,
    /// Cameras of which something is known.
    pub known_cameras: Rc<RefCell<Vec<KnownCamera>>>,
    /// Packs.
    pub packs: Vec<PackChoice>,
    /// The faces that packs have pictures of, by [`PackChoice::id`]; all for those not listed.
    pub pictured: BTreeMap<String, Vec<FaceId>>,
    /// What is in the saved games that can be read.
    pub records: BTreeMap<PathBuf, Record>,
    /// Where exported games go.
    pub exports: PathBuf,
    /// Settings, also as kept by the screens.
    pub settings: Rc<RefCell<Settings>>,
    /// The pack that was last played with.
    pub last_pack: Option<String>,
    /// What is on the shelf.
    pub shelf: Vec<PackFacts>,
    /// What was done with packs.
    pub work: Rc<RefCell<Vec<PackWork>>>,
    /// The pages to print that were kept.
    pub maps: Rc<RefCell<Vec<String>>>,
    /// What can be heard, and what was.
    pub devices: Devices,
    /// What was to be heard.
    pub heard: Rc<RefCell<Vec<Sound>>>,
    /// Packs that can be opened, and those that were kept.
    pub kept_packs: Rc<RefCell<BTreeMap<String, Arc<Pack>>>>,
    /// Where packs grow that are played with; those of [`MemoryProgram::kept_packs`] do not.
    pub folders: Option<Folders>,
    /// Boxes that are being learnt.
    pub kept_learning: Rc<RefCell<BTreeMap<String, (TileSet, Learning)>>>,
    /// What was asked for.
    pub asked: Rc<RefCell<Vec<Asked>>>,
}

/// What a screen asked a [`MemoryProgram`] for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// The demo.
    Demo,
    /// A new game.
    Start(Box<NewGame>),
    /// A saved game.
    Open(PathBuf, Source),
    /// That the running game goes on with another pack, and whether something had happened.
    PlayWith(String, GoOn),
    /// That a saved game is deleted.
    Delete(PathBuf),
}

impl MemoryProgram {
    /// A program with the built-in pack and nothing else.
    pub fn new(link: MemoryLink) -> Self {
        Self {
            link,
            failure: None,
            groups: Rc::default(),
            finished: Vec::new(),
            games: Vec::new(),
            cameras: Vec::new(),
            learnt_maps: Rc::default(),
            known_cameras: Rc::default(),
            packs: vec![PackChoice {
                id: "own".to_owned(),
                name: String::new(),
                built_in: true,
            }],
            pictured: BTreeMap::new(),
            records: BTreeMap::new(),
            exports: PathBuf::from("exports"),
            settings: Rc::default(),
            last_pack: None,
            shelf: Vec::new(),
            work: Rc::default(),
            maps: Rc::default(),
            devices: Devices::default(),
            heard: Rc::default(),
            kept_packs: Rc::default(),
            folders: None,
            kept_learning: Rc::default(),
            asked: Rc::default(),
        }
    }

    fn answer(&self, asked: Asked) -> Result<Box<dyn Link>, OpenError> {
        self.asked.borrow_mut().push(asked);
        match &self.failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(Box::new(self.link.clone())),
        }
    }
}

impl Program for MemoryProgram {
    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }

    fn keep_settings(&mut self, settings: &Settings) {
        self.settings.borrow_mut().clone_from(settings);
    }

    fn groups(&self) -> Vec<Group> {
        self.groups.borrow().clone()
    }

    fn watched(&self, _record: Option<&Path>) -> (Source, Option<String>) {
        (Source::ByHand, None)
    }

    fn games(&self) -> Vec<SavedGame> {
        self.games.clone()
    }

    fn finished_games(&self, wake: Box<dyn FnOnce() + Send>) -> mpsc::Receiver<Vec<Finished>> {
        let (to, from) = mpsc::channel();
        // The receiver is at hand, so it takes what is sent.
        let _ = to.send(self.finished.clone());
        wake();
        from
    }

    fn read_board(
        &self,
        photo: &Path,
        _setup: &Setup,
        _pack: Option<&str>,
        wake: Wake,
    ) -> mpsc::Receiver<Result<ReadBoard, OpenError>> {
        let (to, from) = mpsc::channel();
        // Nothing is read here; a test that wants it brings the real program.
        let _ = to.send(Err(OpenError::NoBoard {
            photo: photo.to_owned(),
        }));
        wake();
        from
    }

    fn photo_stand(&self, _wake: Wake) -> Result<PhotoStand, OpenError> {
        // Nothing is served here; a test that wants it brings the real program.
        Err(OpenError::Other("this machine is in no network".to_owned()))
    }

    fn keep_board(&mut self, _setup: &Setup, _log: &Log) -> Result<PathBuf, OpenError> {
        Ok(PathBuf::from("games/board.jsonl"))
    }

    fn games_folder(&self) -> PathBuf {
        PathBuf::from("games")
    }

    fn exports_folder(&self) -> PathBuf {
        self.exports.clone()
    }

    fn read(&self, record: &Path) -> Result<Record, OpenError> {
        self.records
            .get(record)
            .cloned()
            .ok_or_else(|| OpenError::Record {
                record: record.to_owned(),
                why: "it is not there".to_owned(),
            })
    }

    fn keep_map(&mut self, _record: Option<&Path>, page: &str) -> Result<PathBuf, OpenError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.maps.borrow_mut().push(page.to_owned());
        Ok(PathBuf::from("game-map.html"))
    }

    fn packs(&self) -> Vec<PackChoice> {
        self.packs.clone()
    }

    fn shelf(&self) -> Vec<PackFacts> {
        self.shelf.clone()
    }

    fn work_on_packs(&mut self, work: &PackWork) -> Result<PathBuf, OpenError> {
        self.work.borrow_mut().push(work.clone());
        match &self.failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(PathBuf::from("packs/mine")),
        }
    }

    fn open_pack(&self, pack: &str) -> Result<Arc<Pack>, OpenError> {
        let known = self.kept_packs.borrow().get(pack).cloned();
        known.ok_or_else(|| OpenError::Other(format!("there is no pack {pack}")))
    }

    fn keep_pack(&mut self, id: &str, pack: &Pack) -> Result<PathBuf, OpenError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let kept = Arc::new(pack.clone());
        self.kept_packs.borrow_mut().insert(id.to_owned(), kept);
        Ok(PathBuf::from("packs").join(id))
    }

    fn learning(&self, id: &str) -> Result<Option<(TileSet, Learning)>, OpenError> {
        Ok(self.kept_learning.borrow().get(id).cloned())
    }

    fn has_learning(&self, id: &str) -> bool {
        self.kept_learning.borrow().contains_key(id)
    }

    fn keep_learning(
        &mut self,
        id: &str,
        kept: Option<(TileSet, &Learning)>,
    ) -> Result<(), OpenError> {
        let mut all = self.kept_learning.borrow_mut();
        match kept {
            Some((set, kept)) => drop(all.insert(id.to_owned(), (set, kept.clone()))),
            None => drop(all.remove(id)),
        }
        Ok(())
    }

    fn pack_lacks(&self, pack: &str, setup: &Setup) -> Vec<FaceId> {
        let pictured = self.pictured.get(pack);
        let game = setup.catalogue();
        let faces = game.faces().map(|face| face.id);
        // A pack whose pictures nobody listed has them all.
        let lacks = |face: &FaceId| pictured.is_some_and(|known| !known.contains(face));
        faces.filter(lacks).collect()
    }

    fn devices(&self) -> Devices {
        self.devices.clone()
    }

    fn play(&mut self, sound: Sound) {
        self.heard.borrow_mut().push(sound);
    }

    fn cameras(&self) -> Vec<CameraChoice> {
        self.cameras.clone()
    }

    fn learnt_maps(&self) -> Vec<LearntMap> {
        self.learnt_maps.borrow().clone()
    }

    fn learn_map(&mut self, map: &Map, _print: &Mat) -> Result<PathBuf, OpenError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let path = PathBuf::from("maps/mine.toml");
        self.learnt_maps.borrow_mut().push(LearntMap {
            path: path.clone(),
            map: Arc::new(map.clone()),
            has_print: true,
        });
        Ok(path)
    }

    fn known_cameras(&self) -> Vec<KnownCamera> {
        self.known_cameras.borrow().clone()
    }

    fn forget_camera(&mut self, id: &str) -> Result<(), OpenError> {
        self.known_cameras
            .borrow_mut()
            .retain(|known| known.id != id);
        Ok(())
    }

    fn demo(&mut self) -> Result<Box<dyn Link>, OpenError> {
        self.answer(Asked::Demo)
    }

    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, OpenError> {
        let known = self.groups.take();
        self.groups.replace(groups::with(known, &game.setup));
        self.answer(Asked::Start(Box::new(game)))
    }

    fn check_source(&self, _source: &Source) -> Result<(), OpenError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, OpenError> {
        self.answer(Asked::Open(record.to_owned(), source))
    }

    fn play_with(
        &mut self,
        _record: &Path,
        _setup: &Setup,
        from: GoOn,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError> {
        self.link.forget_pack_news();
        self.answer(Asked::PlayWith(pack.to_owned(), from))
    }

    fn grow_pack(
        &mut self,
        growth: Growth,
        wake: Wake,
    ) -> mpsc::Receiver<Result<Grown, OpenError>> {
        let (to, from) = mpsc::channel();
        let pack = self.last_pack.clone();
        let pack = pack.unwrap_or_else(|| BUILT_IN.to_owned());
        let grown = match (&self.failure, &self.folders) {
            (None, Some(folders)) => growing::carry_out(folders, &pack, &growth)
                .map_err(|error| OpenError::Other(error.to_string())),
            (failure, _) => {
                let none = || OpenError::Other("no pack grows here".to_owned());
                Err(failure.clone().unwrap_or_else(none))
            }
        };
        // The receiver is at hand, so it takes what is sent.
        let _ = to.send(grown);
        wake();
        from
    }

    fn reads_with(&mut self, _record: &Path, pack: &str) {
        self.last_pack = Some(pack.to_owned());
    }

    fn last_pack(&self) -> Option<String> {
        self.last_pack.clone()
    }

    fn delete(&mut self, record: &Path) -> Result<(), OpenError> {
        self.games.retain(|game| game.record != record);
        self.answer(Asked::Delete(record.to_owned())).map(drop)
    }
}
