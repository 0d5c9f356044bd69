//! A running game with its threads, as the window sees it.
//!
//! Starts the crew (tracking, vision, capture) and one part more that shows: it gathers the
//! newest snapshot, frame and look into what [`Link`] hands out, and wakes the window. The
//! window never waits for any of them. Dropping the link ends the crew and syncs the record.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use carcassonne::seen::{Calm, SeenTable};
use phone::Page;
use tracker::CommandError;
use tracker::command::Command;
use tracker::log::event::Event;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use vision::source::frame::{Clock, Frame};
use vision::source::mailbox::{Receiver, Sender, Taken, mailbox};
use vision::source::{Pace, SourceError};
use vision::view::aim::Aim;

use super::news::{Notice, PackNews, Part, SourceState};
use super::picture::Picture;
use super::{Link, PhonesOpen, Wake};
use crate::failure::{Failure, unexpected};
use crate::hall::{HallSettings, HallWish, Messenger, NotTold, Seat};
use crate::phone::camera::PhoneCamera;
use crate::phone::stand::{Shown, Stand, Wanted};
use crate::published::Published;
use crate::run::actors::capture::{Capture, Opener, SourceNews};
use crate::run::actors::crew::{Crew, PartHealth};
use crate::run::actors::seeing::{Look, Seeing};
use crate::run::actors::tracking::{Order, Tracking};
use crate::run::actors::{Actor, Step};
use crate::run::headless::gate_for;
use crate::run::input::Input;
use crate::run::live_game::{Beside, LiveGame};
use crate::run::overlay::Overlay;
use crate::run::pack_source::PackSource;
use crate::run::reader;
use crate::run::real_time::{Film, FilmControl, FilmWish, RealTime, Reopen};
use crate::run::scout::{Others, Scout};
use crate::store::cameras::CameraFile;
use crate::store::folders::Folders;
use crate::store::maps;

/// How long the showing part waits for a frame before it looks for other news: what a person
/// did by hand is on screen within that time.
const SHOW_WAIT: Duration = Duration::from_millis(20);

/// How long closing a game waits for its parts; those that sit in a driver stay behind.
const END_WAIT: Duration = Duration::from_secs(2);

/// What is being watched, and by which tiles.
#[derive(Clone)]
pub struct Watched {
    /// Where pictures come from.
    pub feed: Input,
    /// What the tiles look like.
    pub pack: PackSource,
    /// Where what was learnt of cameras and maps is kept.
    pub kept: Option<Folders>,
    /// Sent once the source has come to its end.
    pub at_end: Option<Command>,
    /// Packs that are tried if this one does not read the table.
    pub others: Option<Others>,
}

/// What the window sees.
struct Screen {
    snapshot: Arc<Snapshot>,
    events: Arc<Vec<Event>>,
    seen: Option<Arc<SeenTable>>,
    picture: Option<Arc<Picture>>,
    aim: Option<Arc<Aim>>,
    /// Somebody looks at the judgement of pictures.
    aim_wanted: bool,
    source: SourceState,
    notices: Vec<Notice>,
    pack_news: Option<PackNews>,
    wake: Option<Wake>,
}

type Shared = Arc<Mutex<Screen>>;

fn lock(shared: &Shared) -> MutexGuard<'_, Screen> {
    // Every change is one assignment, so a panic leaves a whole value.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

type Orders = mpsc::Sender<Order<CommandError>>;
type Answer = mpsc::Sender<Result<(), CommandError>>;

/// What the other parts tell the window beside looks and snapshots.
struct Heard {
    source: mpsc::Receiver<SourceNews>,
    answers: mpsc::Receiver<Result<(), CommandError>>,
    packs: mpsc::Receiver<PackNews>,
}

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
        let source = match watched {
            Some(_) => SourceState::Opening,
            None => SourceState::None,
        };
        let setup = Arc::clone(keeper.tracker().log().game().setup());
        let lacking = watched.as_ref().map(|watched| &watched.pack);
        let lacking = lacking.map_or_else(Vec::new, |pack| pack.lacking(&setup.catalogue()));
        let notice = (!lacking.is_empty()).then_some(Notice::PackLacks(lacking));
        let shared = Arc::new(Mutex::new(Screen {
            snapshot: keeper.snapshot(),
            events: keeper.events(),
            seen: None,
            picture: None,
            aim: None,
            aim_wanted: false,
            source,
            notices: notice.into_iter().collect(),
            pack_news: None,
            wake: None,
        }));
        let record = keeper.record().map(std::path::Path::to_owned);
        let camera = watched.as_ref().and_then(|watched| {
            let kept = watched.kept.as_ref()?;
            CameraFile::of(kept, &watched.feed)
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
        start_tracking(&mut crew, keeping, looks, ordered, to_window, clock)?;

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
        if let Some(watched) = watched {
            let paced = (clock, control);
            let eyes = start_capture(&mut crew, &watched.feed, show_frames, tell, paced)?;
            let scout = start_scout(&mut crew, &watched, &setup, &laid, tell_packs)?;
            let looks = (to_tracking, show_looks, scout);
            let asked = phones.closed.clone();
            start_vision(&mut crew, watched, setup, eyes, looks, asked)?;
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
            Some(Showing {
                inbox: inbox.clone(),
                screen: screen.clone(),
                overlay: Overlay::default(),
                tie: None,
                frame: None,
                waiting: false,
                pictures_told: false,
                at_end: at_end.take(),
            })
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
            told: RefCell::default(),
        })
    }

    /// Keeps what belongs to the pages for phones in that folder; without one there are none.
    #[must_use]
    pub fn with_phones_in(mut self, folder: PathBuf) -> Self {
        self.phones.folder = Some(folder);
        self
    }

    /// Keeps what waits for a hall in that folder; without one it is in memory.
    #[must_use]
    pub fn with_hall_in(mut self, folder: PathBuf) -> Self {
        self.hall.folder = Some(folder);
        self
    }
}

/// What the pages for phones are made of, on or off.
struct ForPhones {
    shown: Arc<Shown>,
    /// The phone that is watched through.
    camera: Option<PhoneCamera>,
    folder: Option<PathBuf>,
    stand: RefCell<Option<Stand>>,
    /// The game is being put away.
    closed: Arc<AtomicBool>,
}

impl ForPhones {
    /// For a game that is watched like this, and where the game shows itself.
    fn of(feed: Option<&Input>) -> (Self, Beside) {
        let (games, shown_games) = mailbox();
        let (looks, shown_looks) = mailbox();
        let camera = match feed {
            Some(Input::Phone(camera)) => Some(camera.clone()),
            _ => None,
        };
        let phones = Self {
            shown: Arc::new(Shown {
                games: shown_games,
                looks: shown_looks,
            }),
            camera,
            folder: None,
            stand: RefCell::default(),
            closed: Arc::default(),
        };
        let looks = Some(looks);
        (phones, Beside { games, looks })
    }

    fn pages(&self) -> Vec<Page> {
        let mut pages = vec![Page::Look, Page::Answer, Page::Overlay];
        let first = self.camera.as_ref().map(|camera| match camera.pace() {
            Pace::Pictures => Page::Photo,
            Pace::Live | Pace::Recorded => Page::Camera,
        });
        pages.splice(0..0, first);
        pages
    }
}

/// What telling a hall is made of, on or off.
struct ForHall {
    games: Arc<Receiver<Arc<Published>>>,
    /// The game before anything happened in it.
    first: Arc<Published>,
    folder: Option<PathBuf>,
    messenger: RefCell<Option<Messenger>>,
}

impl ForHall {
    /// For that game, and where the game shows itself.
    fn of(keeper: &mut LiveGame) -> (Self, Beside) {
        let (games, shown) = mailbox();
        let hall = Self {
            games: Arc::new(shown),
            first: keeper.published(),
            folder: None,
            messenger: RefCell::default(),
        };
        (hall, Beside { games, looks: None })
    }
}

fn start_tracking(
    crew: &mut Crew,
    (mut keeper, beside): (LiveGame, Vec<Beside>),
    looks: Receiver<Arc<Look>>,
    orders: mpsc::Receiver<Order<CommandError>>,
    to_window: Sender<Arc<Published>>,
    clock: &Arc<dyn Clock>,
) -> Result<(), Failure> {
    let (looks, orders) = (Arc::new(looks), Arc::new(Mutex::new(orders)));
    let (record, clock) = (
        keeper.record().map(std::path::Path::to_owned),
        clock.clone(),
    );
    beside.iter().for_each(|one| keeper.show_to(one.clone()));
    let mut keeper = Some(keeper);
    crew.start("tracker", move || {
        // After a panic the game is what its record says; without one there is nothing to go
        // on with.
        let keeper = match (keeper.take(), &record) {
            (Some(keeper), _) => Some(keeper),
            (None, Some(record)) => LiveGame::reopen(record, clock.clone())
                .map_err(|failure| tracing::error!(%failure, "the record cannot be opened again"))
                .ok()
                .map(|mut keeper| {
                    beside.iter().for_each(|one| keeper.show_to(one.clone()));
                    keeper
                }),
            (None, None) => None,
        }?;
        let (looks, orders) = (looks.clone(), orders.clone());
        Some(Tracking::new(looks, orders, keeper, to_window.clone()))
    })
    .map_err(|error| unexpected(&error))
}

fn start_capture(
    crew: &mut Crew,
    feed: &Input,
    preview: Sender<Arc<Frame>>,
    tell: mpsc::Sender<SourceNews>,
    (clock, film): (&Arc<dyn Clock>, Arc<FilmControl>),
) -> Result<Receiver<Arc<Frame>>, Failure> {
    let (to_seeing, frames) = mailbox();
    let (feed, clock) = (feed.clone(), clock.clone());
    let pace = feed.pace();
    // A live source may be opened anew after a panic; a film would begin again from its start.
    let mut first = true;
    crew.start("capture", move || {
        let again = !std::mem::take(&mut first);
        (pace == Pace::Live || !again).then(|| {
            let opener = paced_opener(feed.clone(), clock.clone(), film.clone());
            let (frames, tell) = (to_seeing.clone(), tell.clone());
            Capture::new(opener, pace == Pace::Live, clock.clone(), frames, tell)
                .with_preview(preview.clone())
        })
    })
    .map_err(|error| unexpected(&error))?;
    Ok(frames)
}

fn paced_opener(feed: Input, clock: Arc<dyn Clock>, film: Arc<FilmControl>) -> Opener {
    Box::new(move || {
        let (feed, timed) = (feed.clone(), clock.clone());
        let reopen: Reopen = Box::new(move || feed.open(timed.clone()));
        let paced = RealTime::new(reopen, clock.clone(), film.clone())?;
        Ok(Box::new(paced) as Box<dyn vision::source::Source>)
    })
}

/// Starts the part that tries the other packs, if there are any; where its looks go.
fn start_scout(
    crew: &mut Crew,
    watched: &Watched,
    setup: &Arc<Setup>,
    laid: &Arc<AtomicUsize>,
    tell: mpsc::Sender<PackNews>,
) -> Result<Option<Sender<Arc<Look>>>, Failure> {
    let (Some(others), Some(folders)) = (watched.others.clone(), watched.kept.clone()) else {
        return Ok(None);
    };
    let (to_scout, looks) = mailbox();
    let (looks, setup, laid) = (Arc::new(looks), setup.clone(), laid.clone());
    crew.start("scout", move || {
        let game = (setup.clone(), folders.clone());
        let (looks, laid, tell) = (looks.clone(), laid.clone(), tell.clone());
        Some(Scout::new(looks, others.clone(), game, laid, tell))
    })
    .map_err(|error| unexpected(&error))?;
    Ok(Some(to_scout))
}

/// Where looks go: tracking, the window, and the scout if there is one.
type Looks = (
    Sender<Arc<Look>>,
    Sender<Arc<Look>>,
    Option<Sender<Arc<Look>>>,
);

fn start_vision(
    crew: &mut Crew,
    watched: Watched,
    setup: Arc<Setup>,
    frames: Receiver<Arc<Frame>>,
    (to_tracking, show, scout): Looks,
    closed: Arc<AtomicBool>,
) -> Result<(), Failure> {
    let frames = Arc::new(frames);
    let pace = watched.feed.pace();
    crew.start("vision", move || {
        let pack = watched.pack.load(&setup.catalogue());
        let pack = pack
            .map_err(|error| tracing::error!(%error, "no pack"))
            .ok()?;
        let print = watched.kept.as_ref();
        let print = print.and_then(|kept| maps::print_for(kept, &setup));
        let kept = watched.kept.as_ref();
        // Which phone it is shows when it comes.
        watched.feed.wait_until_named(&closed);
        let camera = kept.and_then(|kept| CameraFile::of(kept, &watched.feed));
        let eyes = reader::noting(pack, &setup, kept, camera.as_ref(), print);
        let eyes = eyes
            .map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()?;
        let (frames, looks) = (frames.clone(), to_tracking.clone());
        let seeing = Seeing::new(frames, gate_for(pace), eyes, pace, looks);
        Some(seeing.with_window(show.clone()).with_scout(scout.clone()))
    })
    .map_err(|error| unexpected(&error))
}

/// What comes in for the window. Shared, so that a showing part that is made anew goes on.
struct Inbox {
    snapshots: Receiver<Arc<Published>>,
    frames: Receiver<Arc<Frame>>,
    looks: Receiver<Arc<Look>>,
    heard: Mutex<Heard>,
    /// Tiles that lie, for the scout.
    laid: Arc<AtomicUsize>,
}

/// The part that gathers what the window shows.
struct Showing {
    inbox: Arc<Inbox>,
    screen: Shared,
    overlay: Overlay,
    tie: Option<carcassonne::tie::Tie>,
    frame: Option<Arc<Frame>>,
    /// The source has no picture now and will go on by itself.
    waiting: bool,
    /// That pictures cannot be kept was told.
    pictures_told: bool,
    at_end: Option<(Command, Orders, Answer)>,
}

impl Showing {
    fn hear(&mut self) -> bool {
        let (news, answers, packs): (Vec<_>, Vec<_>, Vec<_>) = {
            let heard = self.inbox.heard.lock();
            let heard = heard.unwrap_or_else(PoisonError::into_inner);
            (
                heard.source.try_iter().collect(),
                heard.answers.try_iter().collect(),
                heard.packs.try_iter().collect(),
            )
        };
        let any = !news.is_empty() || !answers.is_empty() || !packs.is_empty();
        if let Some(news) = packs.into_iter().last() {
            let news = Some(news).filter(|news| *news != PackNews::Settled);
            lock(&self.screen).pack_news = news;
        }
        for news in news {
            self.waiting = matches!(news, SourceNews::Waiting(_));
            let source = match news {
                SourceNews::Open { .. } => SourceState::Running,
                SourceNews::Waiting(error) | SourceNews::Failed(error) => SourceState::Failed {
                    why: in_words(&error),
                },
                SourceNews::Ended => {
                    if let Some((command, orders, answer)) = self.at_end.take() {
                        // Without a tracking part there is no game to end.
                        let _ = orders.send(Order { command, answer });
                    }
                    SourceState::Ended
                }
            };
            lock(&self.screen).source = source;
        }
        for refusal in answers.into_iter().filter_map(Result::err) {
            lock(&self.screen).notices.push(Notice::Refused(refusal));
        }
        any
    }

    fn show(&self) {
        let Some(frame) = &self.frame else { return };
        match self.overlay.picture(frame, self.tie) {
            Ok(picture) => lock(&self.screen).picture = Some(Arc::new(picture)),
            Err(error) => tracing::warn!(%error, "a frame could not be shown"),
        }
        if !std::mem::take(&mut lock(&self.screen).aim_wanted) {
            return;
        }
        match self.overlay.aim(frame) {
            Ok(aim) => lock(&self.screen).aim = Some(Arc::new(aim)),
            Err(error) => tracing::warn!(%error, "a frame could not be judged"),
        }
    }
}

fn in_words(error: &SourceError) -> String {
    format!("{error}; {}", error.help())
}

impl Actor for Showing {
    fn step(&mut self, _wait: Duration) -> Step {
        let mut news = self.hear();
        let mut redraw = false;
        if let Taken::Value(published) = self.inbox.snapshots.take(Duration::ZERO) {
            redraw |= self.tie != published.tie;
            self.tie = published.tie;
            // As long as the lattice lies nowhere on the board, the tiles were laid by hand.
            let tied = published.tie.is_some();
            let laid = if tied {
                published.snapshot.tiles.len()
            } else {
                0
            };
            self.inbox.laid.store(laid, Ordering::Relaxed);
            let mut screen = lock(&self.screen);
            screen.snapshot = published.snapshot.clone();
            screen.events = published.events.clone();
            if let Some(why) = &published.pictures_trouble
                && !std::mem::replace(&mut self.pictures_told, true)
            {
                let why = why.clone();
                screen.notices.push(Notice::PicturesNotKept { why });
            }
            drop(screen);
            news = true;
        }
        if let Taken::Value(look) = self.inbox.looks.take(Duration::ZERO) {
            self.overlay.follow(&look.seen);
            if look.seen.calm == Calm::Still {
                lock(&self.screen).seen = Some(Arc::new(look.seen.clone()));
            }
            redraw = true;
        }
        match self.inbox.frames.take(SHOW_WAIT) {
            Taken::Value(frame) => {
                if std::mem::take(&mut self.waiting) {
                    lock(&self.screen).source = SourceState::Running;
                }
                self.frame = Some(frame);
                redraw = true;
            }
            Taken::Nothing => {}
            // Closed mailboxes answer at once; do not spin.
            Taken::Closed => std::thread::sleep(SHOW_WAIT),
        }
        if redraw {
            self.show();
        }
        if !(news || redraw) {
            return Step::Idle;
        }
        let wake = lock(&self.screen).wake.clone();
        if let Some(wake) = wake {
            wake();
        }
        Step::Worked
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
                    // Without the scout everything is read as before.
                    ("window" | "scout", _) => None,
                    (part, PartHealth::Failed { why }) => Some(format!("{part}: {why}")),
                    _ => None,
                });
        match failed {
            Some(why) => SourceState::Failed { why },
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
        self.film.as_ref().map(|film| film.film())
    }

    fn play(&self, wish: FilmWish) {
        if let Some(film) = &self.film {
            film.wish(wish);
        }
    }

    fn pack_news(&self) -> Option<PackNews> {
        lock(&self.shared).pack_news.clone()
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

    fn show_phones(&self, on: bool) -> Result<(), super::open_error::OpenError> {
        let mut stand = self.phones.stand.borrow_mut();
        // The old one first: a new one wants its ports.
        *stand = None;
        let Some(folder) = self.phones.folder.clone().filter(|_| on) else {
            return Ok(());
        };
        let wanted = Wanted {
            folder,
            ..Wanted::default()
        };
        let (shown, orders) = (self.phones.shown.clone(), self.orders.clone());
        let opened = Stand::open(shown, orders, self.phones.camera.clone(), &wanted);
        let opened = opened.map_err(|failure| super::open_error::OpenError::Other(failure.what))?;
        opened.show(lock(&self.shared).snapshot.clone());
        *stand = Some(opened);
        Ok(())
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
