//! The part that gathers what the window shows: the newest snapshot, frame and look.
//!
//! It fills the screen that the window reads and wakes it; it decides nothing and draws no widget.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use carcassonne::seen::{Calm, SeenTable};
use tracker::CommandError;
use tracker::command::Command;
use tracker::log::event::Event;
use tracker::snapshot::Snapshot;
use vision::source::frame::Frame;
use vision::source::mailbox::{Receiver, Taken};
use vision::view::aim::Aim;

use super::watched::Watched;
use crate::run::actors::capture::SourceNews;
use crate::run::actors::seeing::Look;
use crate::run::actors::tracking::Order;
use crate::run::actors::{Actor, Step};
use crate::run::live_game::LiveGame;
use crate::run::news::picture::{CutOut, Picture};
use crate::run::news::{Notice, PackNews, SourceState};
use crate::run::reading::cut_outs::CutOuts;
use crate::run::reading::overlay::Overlay;
use crate::views::published::{Published, Wake};

/// How long the showing part waits for a frame before it looks for other news: what a person
/// did by hand is on screen within that time.
const SHOW_WAIT: Duration = Duration::from_millis(20);

/// What the window sees.
pub(super) struct Screen {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) events: Arc<Vec<Event>>,
    pub(super) seen: Option<Arc<SeenTable>>,
    pub(super) picture: Option<Arc<Picture>>,
    pub(super) aim: Option<Arc<Aim>>,
    /// Somebody looks at the judgement of pictures.
    pub(super) aim_wanted: bool,
    pub(super) source: SourceState,
    pub(super) notices: Vec<Notice>,
    pub(super) pack_news: Option<PackNews>,
    pub(super) cut_outs: Vec<Arc<CutOut>>,
    pub(super) wake: Option<Wake>,
}

impl Screen {
    /// What is shown before anything was seen.
    pub(super) fn first(keeper: &mut LiveGame, watched: Option<&Watched>) -> Self {
        let source = match watched {
            Some(_) => SourceState::Opening,
            None => SourceState::None,
        };
        let game = keeper.tracker().log().game().setup().catalogue();
        let lacking = watched.map_or_else(Vec::new, |watched| watched.pack.lacking(&game));
        let notice = (!lacking.is_empty()).then_some(Notice::PackLacks(lacking));
        Self {
            snapshot: keeper.snapshot(),
            events: keeper.events(),
            seen: None,
            picture: None,
            aim: None,
            aim_wanted: false,
            source,
            notices: notice.into_iter().collect(),
            pack_news: None,
            cut_outs: Vec::new(),
            wake: None,
        }
    }
}

/// The screen, for the window and the part that fills it.
pub(super) type Shared = Arc<Mutex<Screen>>;

/// The screen, to be read or changed.
pub(super) fn lock(shared: &Shared) -> MutexGuard<'_, Screen> {
    // Every change is one assignment, so a panic leaves a whole value.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where commands go.
pub(super) type Orders = mpsc::Sender<Order<CommandError>>;

/// Where it is told what became of one.
pub(super) type Answer = mpsc::Sender<Result<(), CommandError>>;

/// What the other parts tell the window beside looks and snapshots.
pub(super) struct Heard {
    pub(super) source: mpsc::Receiver<SourceNews>,
    pub(super) answers: mpsc::Receiver<Result<(), CommandError>>,
    pub(super) packs: mpsc::Receiver<PackNews>,
}

/// What comes in for the window. Shared, so that a showing part that is made anew goes on.
pub(super) struct Inbox {
    pub(super) snapshots: Receiver<Arc<Published>>,
    pub(super) frames: Receiver<Arc<Frame>>,
    pub(super) looks: Receiver<Arc<Look>>,
    pub(super) heard: Mutex<Heard>,
    /// Tiles that lie, for the scout.
    pub(super) laid: Arc<AtomicUsize>,
}

/// The part that gathers what the window shows.
pub(super) struct Showing {
    inbox: Arc<Inbox>,
    screen: Shared,
    overlay: Overlay,
    cut_outs: CutOuts,
    tie: Option<carcassonne::tie::Tie>,
    frame: Option<Arc<Frame>>,
    /// The source has no picture now and will go on by itself.
    waiting: bool,
    /// That pictures cannot be kept was told.
    pictures_told: bool,
    at_end: Option<(Command, Orders, Answer)>,
}

impl Showing {
    /// Shows on that screen what comes in; `at_end` is sent once the source has come to its end.
    pub(super) fn new(
        inbox: Arc<Inbox>,
        screen: Shared,
        at_end: Option<(Command, Orders, Answer)>,
    ) -> Self {
        Self {
            inbox,
            screen,
            overlay: Overlay::default(),
            cut_outs: CutOuts::default(),
            tie: None,
            frame: None,
            waiting: false,
            pictures_told: false,
            at_end,
        }
    }

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
                SourceNews::Waiting(error) | SourceNews::Failed(error) => {
                    SourceState::Failed(error)
                }
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

    /// Keeps a picture of each tile that is new.
    fn cut_out(&mut self, look: &Look) {
        let Some(tie) = self.tie else { return };
        match self.cut_outs.follow(&look.frame, &look.seen, tie) {
            Ok(()) => lock(&self.screen).cut_outs = self.cut_outs.pictures().collect(),
            Err(error) => tracing::warn!(%error, "a tile could not be cut out"),
        }
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
            self.cut_out(&look);
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
