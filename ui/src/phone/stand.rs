//! One game's stand beside the table: it keeps the pages true as long as it is there.
//!
//! A plain thread takes the newest state out of the game's mailbox, words and draws what has
//! changed, and posts it; [`House`] answers what the serving asks. Closing the stand closes the
//! pages.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use phone::house::Taken as Untaken;
use phone::{Ask, Asset, Guest, House, Options, Page, Phones, Posted, Shot, Trouble};
use tracker::CommandError;
use tracker::snapshot::Snapshot;
use vision::source::mailbox::{Receiver, Taken};

use super::camera::PhoneCamera;
use super::order::{Order, Stale};
use super::{hand, pages, parts};
use crate::export::pictures::board;
use crate::failure::Failure;
use crate::phone::told::Telling;
use crate::run::actors::seeing::Look;
use crate::run::actors::tracking;
use crate::run::news::Notice;
use crate::text::{Language, Words, message};
use crate::views::published::Published;

/// How long the stand waits for news before it looks whether it is to close.
const WAIT: Duration = Duration::from_millis(100);

/// How long an order may take before the page is told that it is on its way: tracking carries
/// orders out between two looks.
const CARRIED_OUT_WITHIN: Duration = Duration::from_secs(3);

/// What a game shows to whoever stands beside it: newest wins.
#[derive(Debug)]
pub struct Shown {
    /// The game.
    pub games: Receiver<Arc<Published>>,
    /// What was last seen.
    pub looks: Receiver<Arc<Look>>,
}

/// Where orders go.
pub type Orders = mpsc::Sender<tracking::Order<CommandError>>;

/// The pages of one game.
pub struct Stand {
    phones: Option<Arc<Phones>>,
    first: mpsc::Sender<Arc<Snapshot>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Stand {
    /// Opens the pages of a game.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    pub fn open(
        shown: Arc<Shown>,
        orders: Orders,
        camera: Option<PhoneCamera>,
        options: &Options,
    ) -> Result<Self, Failure> {
        let desk = Arc::new(Desk {
            newest: RwLock::default(),
            posted: RwLock::default(),
            orders: Mutex::new(orders),
            camera: camera.clone(),
        });
        let phones = Arc::new(Phones::open(desk.clone(), options).map_err(in_words)?);
        let stop = Arc::new(AtomicBool::new(false));
        let (first, firsts) = mpsc::channel();
        let mut keeping = Keeping {
            shown,
            firsts,
            desk,
            phones: phones.clone(),
            telling: camera.map(Telling::new),
            boards: 0,
            drawn: None,
        };
        let asked = stop.clone();
        let thread = std::thread::Builder::new().name("stand".into());
        let thread = thread.spawn(move || {
            while !asked.load(Ordering::Relaxed) {
                // A look or a game that breaks it must not leave the pages as they are for ever.
                if catch_unwind(AssertUnwindSafe(|| keeping.step())).is_err() {
                    tracing::error!("the pages for phones missed a change");
                }
            }
        });
        Ok(Self {
            phones: Some(phones),
            first,
            stop,
            thread: Some(thread.map_err(|error| crate::failure::unexpected(&error))?),
        })
    }

    /// Shows a game as it stands, until it tells of itself: one that nobody watches does so only
    /// when somebody does something.
    pub fn show(&self, snapshot: Arc<Snapshot>) {
        // The thread lives as long as the stand.
        let _ = self.first.send(snapshot);
    }

    /// The address of a page, to be put into a code.
    pub fn link(&self, page: Page) -> Option<String> {
        self.phones.as_ref()?.link(page)
    }

    /// Leaves its codes to the stand that opens next.
    pub fn hand_on(&self) {
        if let Some(phones) = &self.phones {
            phones.hand_on();
        }
    }

    /// Whose pages are open.
    pub fn guests(&self) -> Vec<Guest> {
        self.phones
            .as_ref()
            .map(|phones| phones.guests())
            .unwrap_or_default()
    }
}

impl Drop for Stand {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the stand ended badly");
        }
        // The last one that has them: now the pages close.
        self.phones = None;
    }
}

pub(super) fn in_words(trouble: Trouble) -> Failure {
    let help = match &trouble {
        Trouble::NoNetwork => "connect this machine to the house’s network, where the phones are",
        Trouble::Listen { .. } => {
            "name an address of this machine with --phone-address (`ip address` lists them), and \
             a free port with --phone-port"
        }
        Trouble::Keep { .. } => "check access rights, or name another place with --data-dir",
        Trouble::Thread(_) => "run again with -v and report what it prints",
    };
    Failure::new(trouble.to_string(), help)
}

/// Whether these are the bytes of a whole picture of a size that is read.
pub(super) fn is_photograph(bytes: &[u8]) -> bool {
    let known = files::picture::look(bytes, files::limits::PHOTO_PIXELS);
    known.is_ok_and(|known| known.whole)
}

/// What keeps the pages true.
struct Keeping {
    shown: Arc<Shown>,
    firsts: mpsc::Receiver<Arc<Snapshot>>,
    desk: Arc<Desk>,
    phones: Arc<Phones>,
    telling: Option<Telling>,
    /// Boards drawn so far.
    boards: u64,
    /// The game whose board was drawn last.
    drawn: Option<Arc<Snapshot>>,
}

impl Keeping {
    fn step(&mut self) {
        for first in self.firsts.try_iter().collect::<Vec<_>>() {
            if read(&self.desk.newest)
                .as_ref()
                .is_none_or(|old| old.version < first.version)
            {
                self.post(&first);
            }
        }
        let news = match self.shown.games.take(WAIT) {
            Taken::Value(published) => Some(published),
            Taken::Nothing => None,
            Taken::Closed => {
                std::thread::sleep(WAIT);
                None
            }
        };
        if let Some(published) = &news {
            self.post(&published.snapshot);
        }
        let look = match self.shown.looks.take(Duration::ZERO) {
            Taken::Value(look) => Some(look),
            Taken::Nothing | Taken::Closed => None,
        };
        if let (Some(telling), Some(look)) = (&mut self.telling, look) {
            let snapshot = read(&self.desk.newest).clone();
            if let Some(told) = telling.of(&look, snapshot.as_deref(), Instant::now()) {
                self.phones.tell_camera(told.into());
            }
        }
    }

    fn post(&mut self, snapshot: &Arc<Snapshot>) {
        let same = |old: &Arc<Snapshot>| {
            old.tiles == snapshot.tiles
                && old.figures == snapshot.figures
                && old.modules == snapshot.modules
                && old.irregular == snapshot.irregular
        };
        let old = read(&self.desk.posted).clone();
        let boards = if self.drawn.as_ref().is_some_and(same) {
            old.boards.clone()
        } else {
            self.boards += 1;
            self.drawn = Some(snapshot.clone());
            boards(snapshot)
        };
        let posted = Arc::new(Posted {
            parts: parts::of(snapshot, self.boards),
            boards,
        });
        *write(&self.desk.newest) = Some(snapshot.clone());
        if *posted != *old {
            *write(&self.desk.posted) = posted.clone();
            self.phones.post(posted);
        }
    }
}

fn boards(snapshot: &Snapshot) -> Vec<(&'static str, Arc<str>)> {
    let one = |language: Language| match board::draw(snapshot, Words::new(language)) {
        Ok(svg) => Some((language.code(), svg.into())),
        Err(lack) => {
            tracing::warn!(?lack, "the board cannot be drawn");
            None
        }
    };
    Language::all().filter_map(one).collect()
}

/// The program as the serving sees it.
struct Desk {
    newest: RwLock<Option<Arc<Snapshot>>>,
    posted: RwLock<Arc<Posted>>,
    orders: Mutex<Orders>,
    camera: Option<PhoneCamera>,
}

fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// The words of a language's code.
fn words(code: &str) -> Words {
    Words::new(Language::of_locale(code))
}

impl Desk {
    fn refused(&self, words: Words, stale: Stale) -> String {
        words.say(match stale {
            Stale::Unreadable => message::PHONE_ORDER_UNREADABLE,
            Stale::Overtaken => message::PHONE_ORDER_OVERTAKEN,
        })
    }
}

impl House for Desk {
    fn page(&self, page: Page, ask: &Ask) -> String {
        let posted = read(&self.posted).clone();
        pages::page(page, ask, &posted)
    }

    fn asset(&self, name: &str) -> Option<Asset> {
        pages::asset(name)
    }

    fn language(&self, ask: &Ask) -> &'static str {
        pages::language(ask).code()
    }

    fn order(&self, page: Page, order: &[u8], language: &str) -> Result<(), String> {
        let words = words(language);
        if page != Page::Answer {
            return Err(self.refused(words, Stale::Unreadable));
        }
        let newest = read(&self.newest).clone();
        let Some(snapshot) = newest else {
            return Err(self.refused(words, Stale::Overtaken));
        };
        let command = Order::read(order).and_then(|order| order.command(&snapshot));
        let command = command.map_err(|stale| self.refused(words, stale))?;
        let (answer, told) = mpsc::channel();
        let order = tracking::Order { command, answer };
        let sent = self
            .orders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(order);
        sent.map_err(|_| words.say(message::PHONE_NOT_SENT))?;
        match told.recv_timeout(CARRIED_OUT_WITHIN) {
            Ok(Err(refusal)) => Err(words.notice(&snapshot, &Notice::Refused(refusal))),
            // If it takes longer, the page shows what came of it when it has.
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    fn lookup(&self, what: &str, query: &str, language: &str) -> Option<String> {
        if what != "places" {
            return None;
        }
        let snapshot = read(&self.newest).clone()?;
        serde_json::to_string(&hand::places(words(language), &snapshot, query)).ok()
    }

    fn shot(&self, shot: Shot) {
        if let Some(camera) = &self.camera {
            camera.film_shot(shot);
        }
    }

    fn camera(&self, from: Option<IpAddr>) {
        if let Some(camera) = &self.camera {
            camera.came(from.is_some());
        }
    }

    fn photo(&self, bytes: Vec<u8>, language: &str) -> Result<String, String> {
        let words = words(language);
        let unwanted = || words.say(message::PHONE_PHOTO_UNWANTED);
        let camera = self.camera.as_ref().ok_or_else(unwanted)?;
        // Refused here, so that the person hears of it.
        if !is_photograph(&bytes) {
            return Err(words.say(message::PHONE_PHOTO_NONE));
        }
        let wanted = camera.photo(Shot {
            jpeg: bytes,
            camera: "photographs".into(),
            taken: Untaken::untold(),
        });
        match wanted {
            true => Ok(words.say(message::PHONE_PHOTO_TAKEN)),
            false => Err(words.say(message::PHONE_PHOTO_FILMED)),
        }
    }
}
