//! Sends what a table tells, from a thread of its own: nobody at the table ever waits for it.
//!
//! Two kinds of messages: of the newest kind only the last one counts (presence, game, state,
//! drawing), and it is sent again after each connection; those that must arrive go through the
//! [`Outbox`], in order, and leave it once the broker has acknowledged them.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use mqtt::{LastWill, PubAckReason, PublishNotice, PublishNoticeError, PublishOptions, QoS};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{Instant, sleep, timeout};

use crate::broker::account::Account;
use crate::broker::address::Address;
use crate::broker::link::{Connection, Patience, Trouble};
use crate::limits::{CLOSE_WITHIN, STATE_EVERY};
use crate::message::topic::{Kind, TableName, topic};
use crate::message::{Presence, VERSION, write};
use crate::telling::outbox::{Outbox, Post};

/// How long telling rests after it broke off.
const AGAIN: Duration = Duration::from_secs(1);

/// Who tells what where.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hall.
    pub address: Address,
    /// Who one is there.
    pub account: Account,
    /// The table.
    pub table: TableName,
    /// This start of the program, larger than all before.
    pub session: u64,
    /// The file of the outbox; without one it is in memory.
    pub outbox: Option<PathBuf>,
}

/// How it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether the broker is there.
    pub connected: bool,
    /// Messages that must still arrive.
    pub waiting: usize,
    /// Events and records that were left out, as too many waited.
    pub left_out: usize,
    /// Why nothing goes out, or what is not kept.
    pub trouble: Option<Trouble>,
}

/// What one thread writes and the other sends.
#[derive(Default)]
struct Newest {
    kinds: BTreeMap<Kind, (u64, Arc<Vec<u8>>)>,
    count: u64,
}

#[derive(Default)]
struct Shared {
    newest: Mutex<Newest>,
    changed: Notify,
    status: Mutex<Status>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table's voice in the hall, as long as this is kept.
pub struct Publisher {
    shared: Arc<Shared>,
    posts: mpsc::UnboundedSender<Post>,
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Publisher {
    /// Begins to tell. Whether the broker is there shows in [`Publisher::status`].
    ///
    /// # Errors
    /// When the account cannot be used or the system gives no thread.
    pub fn open(options: Options) -> Result<Self, Trouble> {
        if options.address.secure {
            // Said at once, rather than by a table that never appears.
            options.account.tls()?;
        }
        let shared = Arc::new(Shared::default());
        let (posts, inbox) = mpsc::unbounded_channel();
        let (closing, closed) = watch::channel(false);
        let sending = Sending {
            shared: shared.clone(),
            options,
            inbox,
            closed,
            outbox: Outbox::default(),
        };
        let thread = std::thread::Builder::new().name("hall".into());
        let thread = thread.spawn(move || sending.run());
        let thread = thread.map_err(|error| Trouble::Away(error.to_string()))?;
        Ok(Self {
            shared,
            posts,
            closing,
            thread: Some(thread),
        })
    }

    /// Tells the newest of a kind; what was told of it before and is not sent yet never will be.
    pub fn newest(&self, kind: Kind, payload: Vec<u8>) {
        let mut newest = lock(&self.shared.newest);
        newest.count += 1;
        let count = newest.count;
        newest.kinds.insert(kind, (count, Arc::new(payload)));
        drop(newest);
        self.shared.changed.notify_one();
    }

    /// Tells something that must arrive.
    pub fn post(&self, post: Post) {
        lock(&self.shared.status).waiting += 1;
        if self.posts.send(post).is_err() {
            tracing::error!("nobody sends to the hall any more");
        }
    }

    /// How it goes.
    pub fn status(&self) -> Status {
        lock(&self.shared.status).clone()
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        self.closing.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the telling of the hall ended badly");
        }
    }
}

/// What the broker is asked to acknowledge.
enum Sent {
    Newest(Kind),
    Post,
}

type Acknowledged = Pin<Box<dyn Future<Output = Result<(), PublishNoticeError>> + Send>>;

/// What one connection has sent.
#[derive(Default)]
struct Progress {
    /// The newest of each kind that was sent, by its count.
    sent: BTreeMap<Kind, u64>,
    /// In the order of sending, which is that of acknowledging.
    under_way: VecDeque<(Sent, Acknowledged)>,
    state_at: Option<Instant>,
}

impl Progress {
    fn wait_for(&mut self, sent: Sent, notice: PublishNotice) {
        let acknowledged = Box::pin(notice.wait_completion_async());
        self.under_way.push_back((sent, acknowledged));
    }

    fn is_under_way(&self, kind: Kind) -> bool {
        let mut all = self.under_way.iter();
        all.any(|(sent, _)| matches!(sent, Sent::Newest(other) if *other == kind))
    }

    /// Waits for the oldest acknowledgement.
    async fn acknowledged(&mut self) -> (Sent, Result<(), PublishNoticeError>) {
        let answer = match self.under_way.front_mut() {
            Some((_, answer)) => answer.as_mut().await,
            None => std::future::pending().await,
        };
        match self.under_way.pop_front() {
            Some((sent, _)) => (sent, answer),
            None => std::future::pending().await,
        }
    }
}

/// Waits until nothing is to be told any more.
async fn closing(closed: &mut watch::Receiver<bool>) {
    // A publisher that is gone closes as well.
    let _ = closed.wait_for(|closed| *closed).await;
}

struct Sending {
    shared: Arc<Shared>,
    options: Options,
    inbox: mpsc::UnboundedReceiver<Post>,
    closed: watch::Receiver<bool>,
    outbox: Outbox,
}

impl Sending {
    /// Tells until the game is closed. Should that break over what is told, it begins again: what waits
    /// is in the outbox.
    fn run(mut self) {
        if let Some(path) = &self.options.outbox {
            self.outbox = Outbox::open(path);
        }
        while catch_unwind(AssertUnwindSafe(|| self.talk())).is_err() && !*self.closed.borrow() {
            tracing::error!("telling the hall broke off and begins again");
            let trouble = Trouble::Away("telling broke off".to_owned());
            self.tell(false, Some(trouble));
            self.outbox.send_again();
            std::thread::sleep(AGAIN);
        }
    }

    fn talk(&mut self) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        match runtime {
            Ok(runtime) => {
                runtime.block_on(self.send());
                runtime.shutdown_background();
            }
            Err(error) => tracing::error!(%error, "nothing can be told to the hall"),
        }
    }

    async fn send(&mut self) {
        let mut patience = Patience::default();
        let mut closed = self.closed.clone();
        loop {
            let ended = self.converse(&mut patience).await;
            self.outbox.send_again();
            while let Ok(post) = self.inbox.try_recv() {
                self.outbox.push(post);
            }
            let Err(trouble) = ended else { return };
            tracing::debug!(%trouble, "not connected to the hall");
            self.tell(false, Some(trouble));
            let wait = sleep(patience.next());
            tokio::pin!(wait);
            loop {
                tokio::select! {
                    () = &mut wait => break,
                    () = closing(&mut closed) => {
                        while let Ok(post) = self.inbox.try_recv() {
                            self.outbox.push(post);
                        }
                        return;
                    }
                    Some(post) = self.inbox.recv() => self.take_in(post),
                }
            }
        }
    }

    fn take_in(&mut self, post: Post) {
        self.outbox.push(post);
        self.count();
    }

    fn count(&self) {
        let mut status = lock(&self.shared.status);
        status.waiting = self.outbox.len();
        status.left_out = self.outbox.left_out();
    }

    fn tell(&self, connected: bool, trouble: Option<Trouble>) {
        self.count();
        let unkept = self.outbox.trouble();
        let unkept = unkept.map(|why| Trouble::Unkept(why.to_owned()));
        let mut status = lock(&self.shared.status);
        status.connected = connected;
        status.trouble = trouble.or(unkept);
    }

    fn presence(&self, online: bool) -> Vec<u8> {
        write(&Presence {
            v: VERSION,
            session: self.options.session,
            online,
        })
    }

    fn topic(&self, kind: Kind) -> String {
        topic(&self.options.address.base, &self.options.table, kind)
    }

    /// One connection, to its end; `Ok` when nothing is to be told any more.
    async fn converse(&mut self, patience: &mut Patience) -> Result<(), Trouble> {
        let Options {
            address,
            account,
            table,
            ..
        } = &self.options;
        let (topic, gone) = (self.topic(Kind::Presence), self.presence(false));
        let will = LastWill::new(topic, gone, QoS::AtLeastOnce, true, None);
        let mut connection = Connection::open(address, account, table.as_str(), Some(will))?;
        let mut closed = self.closed.clone();
        tokio::select! {
            greeted = connection.next() => drop(greeted?),
            () = closing(&mut closed) => return Ok(()),
        }
        self.tell(true, None);
        let mut progress = Progress::default();
        let here = self.presence(true);
        self.publish(
            &connection,
            &mut progress,
            Kind::Presence,
            here,
            Sent::Newest(Kind::Presence),
        )?;
        loop {
            let again = self.send_on(&connection, &mut progress)?;
            tokio::select! {
                news = connection.next() => drop(news?),
                (sent, answer) = progress.acknowledged() => {
                    self.note(sent, answer)?;
                    // Only now does it really go.
                    patience.reset();
                }
                Some(post) = self.inbox.recv() => self.take_in(post),
                () = self.shared.changed.notified() => {}
                () = sleep(again.unwrap_or(Duration::MAX)), if again.is_some() => {}
                () = closing(&mut closed) => {
                    self.say_goodbye(connection, progress).await;
                    return Ok(());
                }
            }
        }
    }

    /// Sends as much as may be under way; says when there is more to send, if that is known.
    fn send_on(
        &mut self,
        connection: &Connection,
        progress: &mut Progress,
    ) -> Result<Option<Duration>, Trouble> {
        let newest: Vec<_> = {
            let newest = lock(&self.shared.newest);
            let kinds = newest.kinds.iter();
            kinds
                .map(|(kind, (count, payload))| (*kind, *count, payload.clone()))
                .collect()
        };
        let mut again = None;
        for (kind, count, payload) in newest {
            if progress.sent.get(&kind) == Some(&count) || progress.is_under_way(kind) {
                continue;
            }
            if kind == Kind::State {
                let passed = progress.state_at.map(|at| at.elapsed());
                if let Some(passed) = passed.filter(|passed| *passed < STATE_EVERY) {
                    again = Some(STATE_EVERY - passed);
                    continue;
                }
                progress.state_at = Some(Instant::now());
            }
            progress.sent.insert(kind, count);
            self.publish(
                connection,
                progress,
                kind,
                payload.to_vec(),
                Sent::Newest(kind),
            )?;
        }
        while let Some(Post { kind, text }) = self.outbox.send_next() {
            self.publish(connection, progress, kind, text.into_bytes(), Sent::Post)?;
        }
        Ok(again)
    }

    fn publish(
        &self,
        connection: &Connection,
        progress: &mut Progress,
        kind: Kind,
        payload: Vec<u8>,
        sent: Sent,
    ) -> Result<(), Trouble> {
        let options = PublishOptions::at_least_once().retain(kind.is_retained());
        let client = &connection.client;
        let notice = client.try_publish_tracked(self.topic(kind), payload, options);
        let notice = notice.map_err(|error| Trouble::Away(error.to_string()))?;
        progress.wait_for(sent, notice);
        Ok(())
    }

    /// What the broker says to something that was sent.
    fn note(&mut self, sent: Sent, answer: Result<(), PublishNoticeError>) -> Result<(), Trouble> {
        match answer {
            Ok(()) => {}
            Err(PublishNoticeError::V5PubAck(PubAckReason::NotAuthorized)) => {
                return Err(Trouble::Forbidden);
            }
            Err(PublishNoticeError::V5PubAck(reason)) => {
                // Sent again it would be refused again, and hold up what comes after it.
                tracing::warn!(?reason, "the broker refuses a message");
            }
            Err(error) => return Err(Trouble::Away(error.to_string())),
        }
        if matches!(sent, Sent::Post) {
            self.outbox.arrived();
            self.count();
        }
        Ok(())
    }

    /// Sends what is left as far as there is time, and says that the table has gone.
    async fn say_goodbye(&mut self, mut connection: Connection, mut progress: Progress) {
        while let Ok(post) = self.inbox.try_recv() {
            self.outbox.push(post);
        }
        progress.state_at = None;
        let rest = async {
            let mut gone = false;
            while self.send_on(&connection, &mut progress).is_ok() {
                if progress.under_way.is_empty() {
                    if gone {
                        break;
                    }
                    gone = true;
                    let offline = self.presence(false);
                    let sent = Sent::Newest(Kind::Presence);
                    let told =
                        self.publish(&connection, &mut progress, Kind::Presence, offline, sent);
                    if told.is_err() {
                        break;
                    }
                }
                tokio::select! {
                    news = connection.next() => if news.is_err() { break },
                    (sent, answer) = progress.acknowledged() => {
                        if self.note(sent, answer).is_err() {
                            break;
                        }
                    }
                }
            }
            let _ = connection.client.disconnect().await;
            while connection.next().await.is_ok() {}
        };
        if timeout(CLOSE_WITHIN, rest).await.is_err() {
            tracing::warn!("not everything was told to the hall; it is kept for the next time");
        }
    }
}
