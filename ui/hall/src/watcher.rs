//! Listens to a hall, from a thread of its own, and keeps its [`Wall`].
//!
//! Only ever reads: nothing is published here. It comes back by itself after the broker was away;
//! what the broker kept tells it where every table stands.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use mqtt::QoS;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::broker::account::Account;
use crate::broker::address::Address;
use crate::broker::link::{Connection, News, Patience, Trouble};
use crate::message::topic::{self, TableName};
use crate::wall::{Taken, Wall};

/// Called when something has changed: a table, or nobody's in particular.
pub type Wake = Arc<dyn Fn(Option<&TableName>) + Send + Sync>;

/// What the watcher knows.
#[derive(Default)]
struct Seen {
    wall: Wall,
    connected: bool,
    trouble: Option<Trouble>,
    messages: u64,
    bytes: u64,
    /// Grows with each change.
    version: u64,
    wake: Option<Wake>,
}

/// How the listening goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// Whether the broker is there.
    pub connected: bool,
    /// Why not.
    pub trouble: Option<Trouble>,
    /// Messages heard.
    pub messages: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Grows with each change of the wall or of the hearing.
    pub version: u64,
}

/// Keeps a wall as long as it is kept.
pub struct Watcher {
    seen: Arc<Mutex<Seen>>,
    began: Instant,
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watcher {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the account cannot be used or the system gives no thread.
    pub fn open(address: Address, account: Account) -> Result<Self, Trouble> {
        if address.secure {
            account.tls()?;
        }
        let seen = Arc::new(Mutex::new(Seen {
            wall: Wall::new(address.base.clone()),
            ..Seen::default()
        }));
        let (closing, closed) = watch::channel(false);
        let began = Instant::now();
        let listening = Listening {
            seen: seen.clone(),
            address,
            account,
            began,
            closed,
        };
        let thread = std::thread::Builder::new().name("wall".into());
        let told = seen.clone();
        let thread = thread.spawn(move || {
            let why = match catch_unwind(AssertUnwindSafe(|| listening.run())) {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(_) => "listening broke off".to_owned(),
            };
            tracing::error!(why, "the hall is not listened to any more");
            changed(&told, None, |seen| {
                seen.connected = false;
                seen.trouble = Some(Trouble::Away(why));
            });
        });
        let thread = thread.map_err(|error| Trouble::Away(error.to_string()))?;
        Ok(Self {
            seen,
            began,
            closing,
            thread: Some(thread),
        })
    }

    /// Looks at the wall, at a moment of its clock; whoever looks holds up the listening, so only
    /// briefly.
    pub fn look<T>(&self, at: impl FnOnce(&Wall, u64) -> T) -> T {
        let now_ms = self.now_ms();
        at(&lock(&self.seen).wall, now_ms)
    }

    /// The wall's clock, ms since it was put up.
    pub fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// How it goes.
    pub fn hearing(&self) -> Hearing {
        let seen = lock(&self.seen);
        Hearing {
            connected: seen.connected,
            trouble: seen.trouble.clone(),
            messages: seen.messages,
            bytes: seen.bytes,
            version: seen.version,
        }
    }

    /// Sets what to call when something has changed.
    pub fn on_change(&self, wake: Wake) {
        lock(&self.seen).wake = Some(wake);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.closing.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the listening ended badly");
        }
    }
}

struct Listening {
    seen: Arc<Mutex<Seen>>,
    address: Address,
    account: Account,
    began: Instant,
    closed: watch::Receiver<bool>,
}

impl Listening {
    fn run(mut self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.listen());
        runtime.shutdown_background();
        Ok(())
    }

    async fn listen(&mut self) {
        let mut patience = Patience::default();
        let mut closed = self.closed.clone();
        loop {
            let ended = tokio::select! {
                ended = self.converse(&mut patience) => ended,
                _ = closed.wait_for(|closed| *closed) => return,
            };
            if let Err(trouble) = ended {
                tracing::debug!(%trouble, "not connected to the hall");
                changed(&self.seen, None, |seen| {
                    seen.connected = false;
                    seen.trouble = Some(trouble);
                });
            }
            tokio::select! {
                () = sleep(patience.next()) => {}
                _ = closed.wait_for(|closed| *closed) => return,
            }
        }
    }

    async fn converse(&self, patience: &mut Patience) -> Result<(), Trouble> {
        let mut connection = Connection::open(&self.address, &self.account, "wall", None)?;
        loop {
            match connection.next().await? {
                News::Connected => {
                    let filter = topic::all_tables(&self.address.base);
                    let asked = connection.client.try_subscribe(filter, QoS::AtLeastOnce);
                    asked.map_err(|error| Trouble::Away(error.to_string()))?;
                    patience.reset();
                    changed(&self.seen, None, |seen| {
                        seen.connected = true;
                        seen.trouble = None;
                    });
                }
                News::Message(message) => {
                    let now_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(0);
                    let topic = String::from_utf8_lossy(&message.topic);
                    let mut seen = lock(&self.seen);
                    seen.messages += 1;
                    seen.bytes += (message.topic.len() + message.payload.len()) as u64;
                    // Messages are checked as they are read. Should one of a stranger still break the
                    // rules' code, the others are heard all the same.
                    let taken = catch_unwind(AssertUnwindSafe(|| {
                        seen.wall.take(&topic, &message.payload, now_ms)
                    }));
                    drop(seen);
                    match taken {
                        Ok(Taken::News(table)) => changed(&self.seen, Some(&table), |_| {}),
                        Ok(Taken::Old | Taken::Refused(_)) => {}
                        Err(_) => tracing::error!("a message broke the wall"),
                    }
                }
            }
        }
    }
}

/// Changes what is known, and tells whoever shows it.
fn changed(seen: &Mutex<Seen>, table: Option<&TableName>, change: impl FnOnce(&mut Seen)) {
    let mut seen = lock(seen);
    change(&mut seen);
    seen.version += 1;
    let wake = seen.wake.clone();
    drop(seen);
    if let Some(wake) = wake {
        wake(table);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// Whoever shows the wall is told even where what was told before broke the listening off.
    #[test]
    fn a_wall_that_is_not_listened_to_any_more_says_so() {
        let nobody_there = Address::read("mqtt://127.0.0.1:1/club", false).unwrap();
        let watcher = Watcher::open(nobody_there, Account::default()).unwrap();
        let (told, heard) = mpsc::channel();
        let calls = AtomicU32::new(0);
        watcher.on_change(Arc::new(move |_| {
            let before = calls.fetch_add(1, Ordering::Relaxed);
            assert!(before > 0, "drawing went wrong");
            told.send(()).unwrap();
        }));
        heard.recv_timeout(Duration::from_secs(60)).unwrap();
        let broke_off = Trouble::Away("listening broke off".to_owned());
        assert_eq!(watcher.hearing().trouble, Some(broke_off));
    }
}
