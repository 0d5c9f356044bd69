//! One game's messenger to the hall: it tells as long as it is there, and nobody waits for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use hall::telling::publisher::Status;
use hall::telling::teller::{Teller, Wanted};
use jiff::Timestamp;
use tracker::log::record::{Header, Line, Record};
use tracker::snapshot::Snapshot;
use vision::source::mailbox::{Receiver, Taken};

use super::wish::{HallWish, NotTold};
use crate::export::pictures::board;
use crate::text::{Language, Words};
use crate::views::published::Published;

/// How long it waits for news of the game before it looks for wishes.
const WAIT: Duration = Duration::from_millis(100);

/// A table's seat in a hall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The table's name.
    pub table: String,
    /// The hall's address.
    pub hall: String,
    /// How the telling goes.
    pub status: Status,
    /// Whether the organisers are called.
    pub calls: bool,
    /// Whether the result was confirmed.
    pub confirmed: bool,
}

/// Tells a hall of one game.
pub struct Messenger {
    wishes: mpsc::Sender<HallWish>,
    seat: Arc<Mutex<Seat>>,
    thread: Option<JoinHandle<()>>,
}

fn lock(seat: &Mutex<Seat>) -> MutexGuard<'_, Seat> {
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Messenger {
    /// Begins to tell, with the game as it stands now.
    ///
    /// # Errors
    /// When the account cannot be used or the system gives no thread.
    pub fn open(
        wanted: &Wanted,
        games: Arc<Receiver<Arc<Published>>>,
        newest: Arc<Published>,
    ) -> Result<Self, NotTold> {
        let teller = Teller::open(wanted, newest.started, Timestamp::now());
        let seat = Arc::new(Mutex::new(Seat {
            table: wanted.table.to_string(),
            hall: wanted.address.to_string(),
            ..Seat::default()
        }));
        let (wishes, wished) = mpsc::channel();
        let mut telling = Telling {
            teller: teller?,
            games,
            wished,
            seat: seat.clone(),
            newest,
            drawn: None,
        };
        let thread = std::thread::Builder::new().name("messenger".into());
        let thread = thread.spawn(move || {
            // A state of the game that breaks it must not keep the hall from hearing of the next.
            if catch_unwind(AssertUnwindSafe(|| telling.tell())).is_err() {
                tracing::error!("the hall is not told how the game stands");
            }
            loop {
                match catch_unwind(AssertUnwindSafe(|| telling.step())) {
                    Ok(true) => {}
                    Ok(false) => break,
                    // It does not come again: whatever broke it has been taken out of its mailbox.
                    Err(_) => tracing::error!("the hall missed a change"),
                }
            }
        });
        Ok(Self {
            wishes,
            seat,
            thread: Some(thread.map_err(|error| hall::Trouble::Away(error.to_string()))?),
        })
    }

    /// Tells something beside the game.
    pub fn wish(&self, wish: HallWish) {
        // The thread lives as long as this.
        let _ = self.wishes.send(wish);
    }

    /// How it goes.
    pub fn seat(&self) -> Seat {
        lock(&self.seat).clone()
    }
}

impl Drop for Messenger {
    fn drop(&mut self) {
        // Nobody wishes anything any more: that ends the thread.
        self.wishes = mpsc::channel().0;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the messenger ended badly");
        }
    }
}

struct Telling {
    teller: Teller,
    games: Arc<Receiver<Arc<Published>>>,
    wished: mpsc::Receiver<HallWish>,
    seat: Arc<Mutex<Seat>>,
    newest: Arc<Published>,
    /// The game whose board was drawn last.
    drawn: Option<Arc<Snapshot>>,
}

impl Telling {
    /// Tells what is new; `false` once nobody wants it any more.
    fn step(&mut self) -> bool {
        match self.games.take(WAIT) {
            Taken::Value(published) => {
                self.newest = published;
                self.tell();
            }
            Taken::Nothing => {}
            Taken::Closed => std::thread::sleep(WAIT),
        }
        loop {
            match self.wished.try_recv() {
                Ok(wish) => self.carry_out(wish),
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => {
                    // The last word of a game that is being put away.
                    if let Taken::Value(published) = self.games.take(Duration::ZERO) {
                        self.newest = published;
                        self.tell();
                    }
                    return false;
                }
            }
        }
        lock(&self.seat).status = self.teller.status();
        true
    }

    fn tell(&mut self) {
        let Published {
            snapshot, events, ..
        } = &*self.newest;
        self.teller.tell(snapshot, events, Timestamp::now());
        if self.teller.wants_drawing() {
            self.draw();
        }
    }

    fn draw(&mut self) {
        let snapshot = &self.newest.snapshot;
        let same = |old: &Arc<Snapshot>| {
            old.tiles == snapshot.tiles
                && old.figures == snapshot.figures
                && old.modules == snapshot.modules
        };
        if self.drawn.as_ref().is_some_and(same) {
            return;
        }
        self.drawn = Some(snapshot.clone());
        match board::draw(snapshot, Words::new(Language::English)) {
            Ok(svg) => self.teller.drawing(&svg),
            Err(lack) => tracing::warn!(?lack, "the board cannot be drawn"),
        }
    }

    fn carry_out(&mut self, wish: HallWish) {
        match wish {
            HallWish::Call(calls) => {
                self.teller.call(calls);
                lock(&self.seat).calls = calls;
                self.tell();
            }
            HallWish::Confirm => {
                // Whoever confirms has seen the end, which may still lie in the mailbox.
                if let Taken::Value(published) = self.games.take(Duration::ZERO) {
                    self.newest = published;
                    self.tell();
                }
                let Published {
                    snapshot,
                    events,
                    started,
                    ..
                } = &*self.newest;
                let record = record(snapshot, events, *started);
                if self.teller.confirm(snapshot, &record, Timestamp::now()) {
                    lock(&self.seat).confirmed = true;
                }
            }
        }
    }
}

/// The game's record, whether it is on disk or not.
fn record(
    snapshot: &Snapshot,
    events: &[tracker::log::event::Event],
    started: Timestamp,
) -> Record {
    Record {
        header: Header::new((*snapshot.setup).clone(), Some(started)),
        lines: events.iter().cloned().map(Line::Event).collect(),
        whole_bytes: 0,
        torn: false,
        ends_with_line_end: true,
    }
}
