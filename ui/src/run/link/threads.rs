//! A running game with its threads, as the window sees it.
//!
//! Starts the crew (tracking, vision, capture) and one part more that shows: it gathers the
//! newest snapshot, frame and look into what [`Link`] hands out, and wakes the window. The
//! window never waits for any of them. Dropping the link ends the crew and syncs the record.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use carcassonne::catalogue::{Catalogue, FaceId, Taught};
use carcassonne::seen::{Calm, SeenTable};
use tracker::CommandError;
use tracker::command::Command;
use tracker::log::event::Event;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use vision::pack::Pack;
use vision::source::frame::{Clock, Frame};
use vision::source::mailbox::{Receiver, Sender, Taken, mailbox};
use vision::source::{Pace, SourceError};
use vision::view::aim::Aim;

use super::{Link, Notice, Part, Picture, SourceState, Wake};
use crate::failure::{Failure, unexpected};
use crate::run::actors::capture::{Capture, Opener, SourceNews};
use crate::run::actors::crew::{Crew, PartHealth};
use crate::run::actors::seeing::{Look, Seeing};
use crate::run::actors::tracking::{Order, Tracking};
use crate::run::actors::{Actor, Step};
use crate::run::headless::gate_for;
use crate::run::input::Input;
use crate::run::live_game::{LiveGame, Published};
use crate::run::overlay::Overlay;
use crate::run::reader;
use crate::run::real_time::RealTime;
use crate::store::cameras::CameraFile;
use crate::store::folders::Folders;
use crate::store::{faces, maps, packs};

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
}

/// Where the look of the tiles comes from.
#[derive(Clone)]
pub enum PackSource {
    /// It is loaded already.
    Loaded(Arc<Pack>),
    /// Our own art, drawn when the reader starts.
    BuiltIn,
}

impl PackSource {
    /// The pack; our own art of the game's faces is drawn.
    ///
    /// # Errors
    /// When drawing fails.
    pub fn load(&self, game: &Catalogue) -> Result<Arc<Pack>, vision::pack::PackError> {
        match self {
            Self::Loaded(pack) => Ok(pack.clone()),
            Self::BuiltIn => packs::our_art(game).map(Arc::new),
        }
    }

    /// What was taught with it.
    pub fn taught(&self) -> Taught {
        match self {
            Self::Loaded(pack) => pack.taught.clone(),
            Self::BuiltIn => Taught::default(),
        }
    }

    /// The game's faces it has no picture of.
    pub fn lacking(&self, game: &Catalogue) -> Vec<FaceId> {
        match self {
            Self::Loaded(pack) => faces::lacking(pack, game),
            Self::BuiltIn => Vec::new(),
        }
    }
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
    wake: Option<Wake>,
}

type Shared = Arc<Mutex<Screen>>;

fn lock(shared: &Shared) -> MutexGuard<'_, Screen> {
    // Every change is one assignment, so a panic leaves a whole value.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

type Orders = mpsc::Sender<Order<CommandError>>;
type Answer = mpsc::Sender<Result<(), CommandError>>;
type Heard = (
    mpsc::Receiver<SourceNews>,
    mpsc::Receiver<Result<(), CommandError>>,
);

/// A running game.
pub struct ThreadLink {
    shared: Shared,
    orders: Orders,
    answer: Answer,
    record: Option<PathBuf>,
    camera: Option<CameraFile>,
    crew: Crew,
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
        start_tracking(&mut crew, keeper, looks, ordered, to_window, clock)?;

        let (show_frames, frames) = mailbox();
        let (show_looks, seen) = mailbox();
        let (tell, news) = mpsc::channel();
        let at_end = watched.as_ref().and_then(|watched| watched.at_end.clone());
        if let Some(watched) = watched {
            let eyes = start_capture(&mut crew, &watched.feed, show_frames, tell, clock)?;
            let looks = (to_tracking, show_looks);
            start_vision(&mut crew, watched, setup, eyes, looks, camera.clone())?;
        }
        let inbox = Arc::new(Inbox {
            snapshots,
            frames,
            looks: seen,
            heard: Mutex::new((news, answers)),
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
            crew,
            told: RefCell::default(),
        })
    }
}

fn start_tracking(
    crew: &mut Crew,
    keeper: LiveGame,
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
    let mut keeper = Some(keeper);
    crew.start("tracker", move || {
        // After a panic the game is what its record says; without one there is nothing to go
        // on with.
        let keeper = match (keeper.take(), &record) {
            (Some(keeper), _) => Some(keeper),
            (None, Some(record)) => LiveGame::reopen(record, clock.clone())
                .map_err(|failure| tracing::error!(%failure, "the record cannot be opened again"))
                .ok(),
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
    clock: &Arc<dyn Clock>,
) -> Result<Receiver<Arc<Frame>>, Failure> {
    let (to_seeing, frames) = mailbox();
    let (feed, clock) = (feed.clone(), clock.clone());
    let pace = feed.pace();
    // A live source may be opened anew after a panic; a film would begin again from its start.
    let mut first = true;
    crew.start("capture", move || {
        let again = !std::mem::take(&mut first);
        (pace == Pace::Live || !again).then(|| {
            let opener = paced_opener(feed.clone(), clock.clone());
            let (frames, tell) = (to_seeing.clone(), tell.clone());
            Capture::new(opener, pace == Pace::Live, clock.clone(), frames, tell)
                .with_preview(preview.clone())
        })
    })
    .map_err(|error| unexpected(&error))?;
    Ok(frames)
}

fn paced_opener(feed: Input, clock: Arc<dyn Clock>) -> Opener {
    Box::new(move || {
        let source = feed.open(clock.clone())?;
        Ok(Box::new(RealTime::new(source, clock.clone())) as Box<dyn vision::source::Source>)
    })
}

fn start_vision(
    crew: &mut Crew,
    watched: Watched,
    setup: Arc<Setup>,
    frames: Receiver<Arc<Frame>>,
    (to_tracking, show): (Sender<Arc<Look>>, Sender<Arc<Look>>),
    camera: Option<CameraFile>,
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
        let eyes = reader::noting(pack, &setup, kept, camera.as_ref(), print);
        let eyes = eyes
            .map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()?;
        let (frames, looks) = (frames.clone(), to_tracking.clone());
        let seeing = Seeing::new(frames, gate_for(pace), eyes, pace, looks);
        Some(seeing.with_window(show.clone()))
    })
    .map_err(|error| unexpected(&error))
}

/// What comes in for the window. Shared, so that a showing part that is made anew goes on.
struct Inbox {
    snapshots: Receiver<Arc<Published>>,
    frames: Receiver<Arc<Frame>>,
    looks: Receiver<Arc<Look>>,
    heard: Mutex<Heard>,
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
        let (news, answers): (Vec<_>, Vec<_>) = {
            let heard = self.inbox.heard.lock();
            let heard = heard.unwrap_or_else(PoisonError::into_inner);
            (heard.0.try_iter().collect(), heard.1.try_iter().collect())
        };
        let any = !news.is_empty() || !answers.is_empty();
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
                    ("window", _) => None,
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

    fn on_change(&self, wake: Wake) {
        lock(&self.shared).wake = Some(wake);
    }
}

impl Drop for ThreadLink {
    fn drop(&mut self) {
        self.crew.ask_to_stop();
        self.crew.wait(END_WAIT);
    }
}
