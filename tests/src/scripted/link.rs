//! One running game without threads or files.
//!
//! Snapshots are put in by hand, or come from a tracker that carries out what the screens
//! send; commands are kept for reading either way.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use carcassonne::seen::SeenTable;
use carcassonne::spots::RimGeometry;
use nebelwacht_ui::hall::{HallSettings, HallWish, NotTold, Seat};
use nebelwacht_ui::run::link::{Link, PhonesOpen};
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::run::news::picture::{CutOut, Picture};
use nebelwacht_ui::run::news::{Notice, PackNews, SourceState};
use nebelwacht_ui::run::real_time::{Film, FilmWish};
use nebelwacht_ui::views::published::Wake;
use tracker::Tracker;
use tracker::command::Command;
use tracker::log::event::Event;
use tracker::log::record::Record;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use vision::pack::Pack;
use vision::view::aim::Aim;

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
    cut_outs: Vec<Arc<CutOut>>,
    read_by: Option<Arc<Pack>>,
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
            cut_outs: Vec::new(),
            read_by: None,
            film: None,
            phones: None,
            seat: None,
            not_told: None,
        })))
    }

    /// The camera sees this, and the game makes of it what it can.
    pub fn look(&self, seen: &SeenTable) {
        let mut inner = self.0.borrow_mut();
        if let Some(tracker) = &mut inner.tracker {
            tracker.see(seen);
            let (snapshot, events) = (tracker.snapshot(), tracker.log().events().to_vec());
            (inner.snapshot, inner.events) = (snapshot, Arc::new(events));
        }
        drop(inner);
        self.see(seen.clone());
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

    /// Has cut out these tiles from now on.
    pub fn set_cut_outs(&self, cut_outs: Vec<CutOut>) {
        self.0.borrow_mut().cut_outs = cut_outs.into_iter().map(Arc::new).collect();
        self.wake();
    }

    /// The pack that the table is to be read by, if somebody said so.
    pub fn is_read_by(&self) -> Option<Arc<Pack>> {
        self.0.borrow().read_by.clone()
    }

    /// Knows nothing of other packs any more.
    pub(super) fn forget_pack_news(&self) {
        self.0.borrow_mut().pack_news = None;
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

    fn cut_outs(&self) -> Vec<Arc<CutOut>> {
        self.0.borrow().cut_outs.clone()
    }

    fn pack(&self) -> Option<Arc<Pack>> {
        self.is_read_by()
    }

    fn read_by(&self, pack: Arc<Pack>) {
        self.0.borrow_mut().read_by = Some(pack);
    }

    fn pack_news(&self) -> Option<PackNews> {
        self.0.borrow().pack_news.clone()
    }

    fn on_change(&self, wake: Wake) {
        self.0.borrow_mut().wake = Some(wake);
    }
}
