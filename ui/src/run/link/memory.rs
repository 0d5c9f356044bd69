//! A link and a program without threads or files, for tests and for looking at screens.
//!
//! Snapshots are put in by hand, or come from a tracker that carries out what the screens
//! send; commands are kept for reading either way.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use carcassonne::map::Map;
use carcassonne::seen::SeenTable;
use carcassonne::spots::RimGeometry;
use opencv::core::Mat;
use tracker::Tracker;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::log::record::Record;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use vision::learn::Learning;
use vision::pack::Pack;
use vision::view::aim::Aim;

use super::news::{Notice, PackNews, SourceState};
use super::open_error::OpenError;
use super::picture::Picture;
use super::settings::Settings;
use super::{
    CameraChoice, Link, NewGame, PackChoice, PhonesOpen, Program, SavedGame, Source, Wake,
};

use crate::hall::{HallSettings, HallWish, NotTold, Seat};
use crate::phone::at_end::PhotoStand;
use crate::run::read_board::ReadBoard;
use crate::run::real_time::{Film, FilmWish};
use crate::run::sound::{Devices, Sound};
use crate::store::cameras::KnownCamera;
use crate::store::groups::{self, Group};
use crate::store::maps::LearntMap;
use crate::store::packs::{PackFacts, PackWork};
use crate::store::results::Finished;

/// A game whose snapshots are scripted.
#[derive(Clone)]
pub struct MemoryLink(Rc<RefCell<Inner>>);

struct Inner {
    snapshot: Arc<Snapshot>,
    picture: Option<Arc<Picture>>,
    source: SourceState,
    sent: Vec<Command>,
    notices: Vec<Notice>,
    wake: Option<Wake>,
    tracker: Option<Tracker>,
    events: Arc<Vec<Event>>,
    seen: Option<Arc<SeenTable>>,
    aim: Option<Arc<Aim>>,
    now_ms: u64,
    record: Option<PathBuf>,
    camera: Option<String>,
    pack_news: Option<PackNews>,
    film: Option<Film>,
    phones: Option<PhonesOpen>,
    seat: Option<Seat>,
    not_told: Option<NotTold>,
}

impl MemoryLink {
    /// A game by the rules, in memory only, kept by hand.
    pub fn playing(setup: Setup) -> Self {
        let geometry = Arc::new(RimGeometry);
        let mut tracker = Tracker::new(Arc::new(setup), geometry);
        let link = Self::showing(tracker.snapshot());
        link.0.borrow_mut().tracker = Some(tracker);
        link
    }

    /// The game of a record, continued by hand.
    pub fn resuming(record: &Record) -> Self {
        let mut tracker = Tracker::resume(record, Arc::new(RimGeometry));
        let link = Self::showing(tracker.snapshot());
        link.0.borrow_mut().events = Arc::new(tracker.log().events().to_vec());
        link.0.borrow_mut().tracker = Some(tracker);
        link
    }

    /// A game that shows `snapshot`.
    pub fn new(snapshot: Snapshot) -> Self {
        Self::showing(Arc::new(snapshot))
    }

    fn showing(snapshot: Arc<Snapshot>) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            snapshot,
            picture: None,
            source: SourceState::None,
            sent: Vec::new(),
            notices: Vec::new(),
            wake: None,
            tracker: None,
            events: Arc::default(),
            seen: None,
            aim: None,
            now_ms: 0,
            record: None,
            camera: None,
            pack_news: None,
            film: None,
            phones: None,
            seat: None,
            not_told: None,
        })))
    }

    /// Shows another snapshot from now on.
    pub fn show(&self, snapshot: Snapshot) {
        self.0.borrow_mut().snapshot = Arc::new(snapshot);
        self.wake();
    }

    /// Shows a picture from now on.
    pub fn show_picture(&self, picture: Picture) {
        let mut inner = self.0.borrow_mut();
        inner.picture = Some(Arc::new(picture));
        inner.source = SourceState::Running;
        drop(inner);
        self.wake();
    }

    /// Says from now on that the source fares like this.
    pub fn set_source(&self, source: SourceState) {
        self.0.borrow_mut().source = source;
        self.wake();
    }

    /// Has seen this from now on.
    pub fn see(&self, seen: SeenTable) {
        let mut inner = self.0.borrow_mut();
        inner.seen = Some(Arc::new(seen));
        inner.source = SourceState::Running;
        drop(inner);
        self.wake();
    }

    /// Names the camera that is watched through.
    pub fn set_camera(&self, id: &str) {
        self.0.borrow_mut().camera = Some(id.to_owned());
    }

    /// Has these pages for phones from now on; switching them on or off changes nothing but that.
    pub fn set_phones(&self, phones: Option<PhonesOpen>) {
        self.0.borrow_mut().phones = phones;
        self.wake();
    }

    /// Has this seat in a hall from now on.
    pub fn set_seat(&self, seat: Option<Seat>) {
        self.0.borrow_mut().seat = seat;
        self.wake();
    }

    /// Says from now on why no hall can be joined.
    pub fn set_not_told(&self, why: NotTold) {
        self.0.borrow_mut().not_told = Some(why);
    }

    /// Watches a film that is there from now on.
    pub fn set_film(&self, film: Film) {
        self.0.borrow_mut().film = Some(film);
        self.wake();
    }

    /// Knows this of other packs from now on.
    pub fn set_pack_news(&self, news: PackNews) {
        self.0.borrow_mut().pack_news = Some(news);
        self.wake();
    }

    /// Judges the picture like this from now on.
    pub fn set_aim(&self, aim: Aim) {
        self.0.borrow_mut().aim = Some(Arc::new(aim));
        self.wake();
    }

    /// Says from now on that the game is saved there.
    pub fn set_record(&self, record: &Path) {
        self.0.borrow_mut().record = Some(record.to_owned());
    }

    /// Adds a passing line.
    pub fn notify(&self, notice: Notice) {
        self.0.borrow_mut().notices.push(notice);
        self.wake();
    }

    /// The commands sent since the last call.
    pub fn sent(&self) -> Vec<Command> {
        std::mem::take(&mut self.0.borrow_mut().sent)
    }

    fn wake(&self) {
        let wake = self.0.borrow().wake.clone();
        if let Some(wake) = wake {
            wake();
        }
    }
}

impl Inner {
    fn carry_out(&mut self, command: Command) {
        self.sent.push(command.clone());
        self.now_ms += 1000;
        if let Some(tracker) = &mut self.tracker {
            if let Err(error) = tracker.command(self.now_ms, command) {
                self.notices.push(Notice::Refused(error));
            }
            self.snapshot = tracker.snapshot();
            self.events = Arc::new(tracker.log().events().to_vec());
        }
    }
}

impl Link for MemoryLink {
    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.0.borrow().snapshot)
    }

    fn picture(&self) -> Option<Arc<Picture>> {
        self.0.borrow().picture.clone()
    }

    fn seen(&self) -> Option<Arc<SeenTable>> {
        self.0.borrow().seen.clone()
    }

    fn aim(&self) -> Option<Arc<Aim>> {
        self.0.borrow().aim.clone()
    }

    fn source(&self) -> SourceState {
        self.0.borrow().source.clone()
    }

    fn send(&self, command: Command) {
        self.0.borrow_mut().carry_out(command);
        self.wake();
    }

    fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.0.borrow_mut().notices)
    }

    fn events(&self) -> Arc<Vec<Event>> {
        Arc::clone(&self.0.borrow().events)
    }

    fn record(&self) -> Option<PathBuf> {
        self.0.borrow().record.clone()
    }

    fn camera(&self) -> Option<String> {
        self.0.borrow().camera.clone()
    }

    fn phones(&self) -> Option<PhonesOpen> {
        self.0.borrow().phones.clone()
    }

    fn show_phones(&self, on: bool) -> Result<(), OpenError> {
        let look = (
            phone::Page::Look,
            "http://192.168.1.5:8420/look/KEY/".to_owned(),
        );
        self.set_phones(on.then(|| PhonesOpen {
            links: vec![look],
            guests: Vec::new(),
        }));
        Ok(())
    }

    fn hall(&self) -> Option<Seat> {
        self.0.borrow().seat.clone()
    }

    fn join_hall(&self, hall: Option<&HallSettings>) -> Result<(), NotTold> {
        if let (Some(_), Some(why)) = (hall, &self.0.borrow().not_told) {
            return Err(why.clone());
        }
        self.set_seat(hall.map(|hall| Seat {
            table: hall.table.clone(),
            hall: hall.address.clone(),
            ..Seat::default()
        }));
        Ok(())
    }

    fn tell_hall(&self, wish: HallWish) {
        let mut inner = self.0.borrow_mut();
        let over = inner.snapshot.over;
        if let Some(seat) = &mut inner.seat {
            match wish {
                HallWish::Call(calls) => seat.calls = calls,
                HallWish::Confirm => seat.confirmed |= over,
            }
        }
    }

    fn say(&self, notice: Notice) {
        self.notify(notice);
    }

    fn film(&self) -> Option<Film> {
        self.0.borrow().film
    }

    fn play(&self, wish: FilmWish) {
        let mut inner = self.0.borrow_mut();
        if let Some(film) = &mut inner.film {
            match wish {
                FilmWish::Pause(paused) => film.paused = paused,
                FilmWish::Speed(percent) => film.speed_percent = percent,
                FilmWish::Go(frame) => film.at = frame,
            }
        }
    }

    fn pack_news(&self) -> Option<PackNews> {
        self.0.borrow().pack_news.clone()
    }

    fn on_change(&self, wake: Wake) {
        self.0.borrow_mut().wake = Some(wake);
    }
}

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
    /// Boxes that are being learnt.
    pub kept_learning: Rc<RefCell<BTreeMap<String, Learning>>>,
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
    PlayWith(String, bool),
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

    fn learning(&self, id: &str) -> Result<Option<Learning>, OpenError> {
        Ok(self.kept_learning.borrow().get(id).cloned())
    }

    fn has_learning(&self, id: &str) -> bool {
        self.kept_learning.borrow().contains_key(id)
    }

    fn keep_learning(&mut self, id: &str, kept: Option<&Learning>) -> Result<(), OpenError> {
        let mut all = self.kept_learning.borrow_mut();
        match kept {
            Some(kept) => drop(all.insert(id.to_owned(), kept.clone())),
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

    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, OpenError> {
        self.answer(Asked::Open(record.to_owned(), source))
    }

    fn play_with(
        &mut self,
        _record: &Path,
        _setup: &Setup,
        begun: bool,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError> {
        self.link.0.borrow_mut().pack_news = None;
        self.answer(Asked::PlayWith(pack.to_owned(), begun))
    }

    fn last_pack(&self) -> Option<String> {
        self.last_pack.clone()
    }

    fn delete(&mut self, record: &Path) -> Result<(), OpenError> {
        self.games.retain(|game| game.record != record);
        self.answer(Asked::Delete(record.to_owned())).map(drop)
    }
}
