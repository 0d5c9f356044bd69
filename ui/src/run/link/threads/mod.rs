//! A running game with its threads, as the window sees it.
//!
//! Starts the crew (tracking, vision, capture) and one part more that shows: it gathers the
//! newest snapshot, frame and look into what [`Link`] hands out, and wakes the window. The
//! window never waits for any of them. Dropping the link ends the crew and syncs the record.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use carcassonne::seen::SeenTable;
use tracker::command::Command;
use tracker::log::event::Event;
use tracker::snapshot::Snapshot;
use vision::pack::Pack;
use vision::source::frame::Clock;
use vision::source::mailbox::{Sender, mailbox};
use vision::source::{Pace, SourceError};
use vision::view::aim::Aim;

use self::beside::{ForHall, ForPhones};
use self::showing::{Answer, Heard, Inbox, Orders, Screen, Shared, Showing, lock};
use crate::failure::{Failure, unexpected};
use crate::hall::{HallSettings, HallWish, Messenger, NotTold, Seat};
use crate::phone::stand::Stand;
use crate::run::actors::crew::{Crew, PartHealth};
use crate::run::actors::tracking::Order;
use crate::run::link::{Link, PhonesOpen, SwitchedOn};
use crate::run::live_game::LiveGame;
use crate::run::news::picture::{CutOut, Picture};
use crate::run::news::{Notice, PackNews, Part, SourceState};
use crate::run::reading::noting;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::pupil::AtWork;
use crate::run::real_time::{Film, FilmControl, FilmWish};
use crate::store::cameras::CameraFile;
use crate::views::published::{Published, Wake};

mod beside;
mod parts;
mod showing;
mod watched;

pub use watched::Watched;

/// How long closing a game waits for its parts; those that sit in a driver stay behind.
const END_WAIT: Duration = Duration::from_secs(2);

/// A running game.
pub struct ThreadLink {
    shared: Shared,
    orders: Orders,
    answer: Answer,
    record: Option<PathBuf>,
    camera: Option<CameraFile>,
    /// The film that is watched, if it is one.
    film: Option<Arc<FilmControl>>,
    crew: Crew,
    phones: ForPhones,
    hall: ForHall,
    /// The pack that is read by, and where one goes that has grown; `None` in games kept by hand.
    reading: Option<(AtWork, Sender<Arc<Pack>>)>,
    /// How often each part was made anew, as far as that was told.
    told: RefCell<BTreeMap<&'static str, u32>>,
}

impl ThreadLink {
    /// Starts the threads of a game. Without `watched` it is kept by hand.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        mut keeper: LiveGame,
        watched: Option<Watched>,
        clock: &Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        let setup = Arc::clone(keeper.tracker().log().game().setup());
        let shared = Arc::new(Mutex::new(Screen::first(&mut keeper, watched.as_ref())));
        let record = keeper.record().map(std::path::Path::to_owned);
        let camera = watched.as_ref().and_then(|watched| {
            let kept = watched.kept.as_ref()?;
            noting::file_of(kept, &watched.feed)
        });
        let (orders, ordered) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let (to_tracking, looks) = mailbox();
        let (to_window, snapshots) = mailbox();
        let mut crew = Crew::default();
        let feed = watched.as_ref().map(|watched| watched.feed.clone());
        let (phones, beside) = ForPhones::of(feed.as_ref());
        let (hall, heard) = ForHall::of(&mut keeper);
        let keeping = (keeper, vec![beside, heard]);
        parts::tracking(&mut crew, keeping, looks, ordered, to_window, clock)?;

        let (show_frames, frames) = mailbox();
        let (show_looks, seen) = mailbox();
        let (tell, news) = mpsc::channel();
        let (tell_packs, packs) = mpsc::channel();
        let laid = Arc::new(AtomicUsize::new(0));
        let at_end = watched.as_ref().and_then(|watched| watched.at_end.clone());
        let control = Arc::new(FilmControl::default());
        let recorded = |watched: &Watched| watched.feed.pace() == Pace::Recorded;
        let film = watched.as_ref().filter(|watched| recorded(watched));
        let film = film.map(|_| Arc::clone(&control));
        let mut reading = None;
        if let Some(watched) = watched {
            let at_work = AtWork::new(watched.pack.clone());
            let (grows, ready) = parts::pupil(&mut crew, &watched, &setup)?;
            reading = Some((at_work.clone(), grows));
            let paced = (clock, control);
            let eyes = parts::capture(&mut crew, &watched.feed, show_frames, tell, paced)?;
            let scout = parts::scout(&mut crew, &watched, &setup, &laid, tell_packs)?;
            let looks = (to_tracking, show_looks, scout);
            let asked = phones.closed.clone();
            parts::vision(
                &mut crew,
                watched,
                setup,
                (eyes, at_work, ready),
                looks,
                asked,
            )?;
        }
        let inbox = Arc::new(Inbox {
            snapshots,
            frames,
            looks: seen,
            heard: Mutex::new(Heard {
                source: news,
                answers,
                packs,
            }),
            laid,
        });
        let screen = shared.clone();
        let mut at_end = at_end.map(|command| (command, orders.clone(), answer.clone()));
        crew.start("window", move || {
            Some(Showing::new(inbox.clone(), screen.clone(), at_end.take()))
        })
        .map_err(|error| unexpected(&error))?;
        Ok(Self {
            shared,
            orders,
            answer,
            record,
            camera,
            film,
            crew,
            phones,
            hall,
            reading,
            told: RefCell::default(),
        })
    }

    /// Offers pages for phones like this; otherwise there are none.
    #[must_use]
    pub fn with_phones(mut self, options: phone::Options) -> Self {
        self.phones.options = Some(options);
        self
    }

    /// Keeps what waits for a hall in that folder; without one it is in memory.
    #[must_use]
    pub fn with_hall_in(mut self, folder: PathBuf) -> Self {
        self.hall.folder = Some(folder);
        self
    }
}

impl Link for ThreadLink {
    fn snapshot(&self) -> Arc<Snapshot> {
        lock(&self.shared).snapshot.clone()
    }

    fn events(&self) -> Arc<Vec<Event>> {
        lock(&self.shared).events.clone()
    }

    fn picture(&self) -> Option<Arc<Picture>> {
        lock(&self.shared).picture.clone()
    }

    fn seen(&self) -> Option<Arc<SeenTable>> {
        lock(&self.shared).seen.clone()
    }

    fn aim(&self) -> Option<Arc<Aim>> {
        let mut screen = lock(&self.shared);
        screen.aim_wanted = true;
        screen.aim.clone()
    }

    fn source(&self) -> SourceState {
        let failed =
            self.crew
                .health()
                .into_iter()
                .find_map(|(part, health)| match (part, health) {
                    // Without the scout and the pupil everything is read as before.
                    ("scout" | "pupil", _) => None,
                    (part, PartHealth::Failed { why }) => {
                        Some(SourceError::Other(format!("{part}: {why}")))
                    }
                    _ => None,
                });
        match failed {
            Some(error) => SourceState::Failed(error),
            None => lock(&self.shared).source.clone(),
        }
    }

    fn send(&self, command: Command) {
        let answer = self.answer.clone();
        if self.orders.send(Order { command, answer }).is_err() {
            // The tracking part is gone for good, which `source` says.
            tracing::error!("a command found nobody to carry it out");
        }
    }

    fn notices(&self) -> Vec<Notice> {
        let mut notices = std::mem::take(&mut lock(&self.shared).notices);
        let mut told = self.told.borrow_mut();
        for (name, health) in self.crew.health() {
            let PartHealth::Restarted { times, why } = health else {
                continue;
            };
            let part = match name {
                "capture" => Part::Capture,
                "vision" => Part::Vision,
                "tracker" => Part::Tracker,
                // The window's own part has no picture to lose; the next one comes at once.
                _ => continue,
            };
            let before = told.insert(name, times).unwrap_or(0);
            if times > before {
                notices.push(Notice::Restarted { part, why });
            }
        }
        notices
    }

    fn record(&self) -> Option<PathBuf> {
        self.record.clone()
    }

    fn camera(&self) -> Option<String> {
        self.camera.as_ref().map(|file| file.id().to_owned())
    }

    fn film(&self) -> Option<Film> {
        let film = self.film.as_ref()?;
        // Whoever plays it has gone at its end.
        let plays = matches!(self.source(), SourceState::Opening | SourceState::Running);
        plays.then(|| film.film())
    }

    fn play(&self, wish: FilmWish) {
        if let Some(film) = &self.film {
            film.wish(wish);
        }
    }

    fn pack_news(&self) -> Option<PackNews> {
        lock(&self.shared).pack_news.clone()
    }

    fn cut_outs(&self) -> Vec<Arc<CutOut>> {
        lock(&self.shared).cut_outs.clone()
    }

    fn pack(&self) -> Option<Arc<Pack>> {
        match self.reading.as_ref()?.0.get() {
            PackSource::Loaded(pack) => Some(pack),
            PackSource::BuiltIn => None,
        }
    }

    fn read_by(&self, pack: Arc<Pack>) {
        if let Some((at_work, grows)) = &self.reading {
            at_work.set(PackSource::Loaded(Arc::clone(&pack)));
            // Without a part that learns it, the next game reads by it.
            let _ = grows.put(pack);
        }
    }

    fn phones(&self) -> Option<PhonesOpen> {
        let stand = self.phones.stand.borrow();
        let stand = stand.as_ref()?;
        let links = self.phones.pages().into_iter();
        Some(PhonesOpen {
            links: links
                .filter_map(|page| Some((page, stand.link(page)?)))
                .collect(),
            guests: stand.guests(),
        })
    }

    fn show_phones(&self, on: bool) -> Result<(), crate::run::news::open_error::OpenError> {
        let mut stand = self.phones.stand.borrow_mut();
        // The old one first: a new one wants its ports.
        *stand = None;
        let Some(options) = self.phones.options.as_ref().filter(|_| on) else {
            return Ok(());
        };
        let (shown, orders) = (self.phones.shown.clone(), self.orders.clone());
        let opened = Stand::open(shown, orders, self.phones.camera.clone(), options);
        let opened = opened
            .map_err(|failure| crate::run::news::open_error::OpenError::Other(failure.what))?;
        opened.show(lock(&self.shared).snapshot.clone());
        *stand = Some(opened);
        Ok(())
    }

    fn hand_on(&self) -> SwitchedOn {
        let stand = self.phones.stand.borrow();
        if let Some(stand) = &*stand {
            stand.hand_on();
        }
        let hall = self.hall.messenger.borrow();
        SwitchedOn {
            phones: stand.is_some(),
            hall: hall.as_ref().and(self.hall.joined.borrow().clone()),
        }
    }

    fn hall(&self) -> Option<Seat> {
        self.hall.messenger.borrow().as_ref().map(Messenger::seat)
    }

    fn join_hall(&self, hall: Option<&HallSettings>) -> Result<(), NotTold> {
        let mut messenger = self.hall.messenger.borrow_mut();
        // The old one first: it says goodbye.
        *messenger = None;
        let Some(hall) = hall else { return Ok(()) };
        let wanted = hall.wanted(self.hall.folder.clone())?;
        // What happened before somebody joined is in the newest state, which the mailbox may not
        // have any more.
        let screen = lock(&self.shared);
        let newest = Arc::new(Published {
            snapshot: screen.snapshot.clone(),
            events: screen.events.clone(),
            ..(*self.hall.first).clone()
        });
        drop(screen);
        *messenger = Some(Messenger::open(&wanted, self.hall.games.clone(), newest)?);
        *self.hall.joined.borrow_mut() = Some(hall.clone());
        Ok(())
    }

    fn say(&self, notice: Notice) {
        lock(&self.shared).notices.push(notice);
    }

    fn tell_hall(&self, wish: HallWish) {
        if let Some(messenger) = &*self.hall.messenger.borrow() {
            messenger.wish(wish);
        }
    }

    fn on_change(&self, wake: Wake) {
        lock(&self.shared).wake = Some(wake);
    }
}

impl Drop for ThreadLink {
    fn drop(&mut self) {
        self.phones.closed.store(true, Ordering::Relaxed);
        self.phones.stand.replace(None);
        self.crew.ask_to_stop();
        // It says goodbye while the others end.
        self.hall.messenger.replace(None);
        if let Some(film) = &self.film {
            film.close();
        }
        self.crew.wait(END_WAIT);
    }
}
