//! Keeps one game: the tracker, its record on disk, and the counts that reports ask for.
//!
//! The [`TrackedGame`] of the tracking part. Knows no thread and no window.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use carcassonne::spots::TileGeometry;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::log::journal::{self, Journal, NotReopened, Reopened};
use tracker::log::record::Header;
use tracker::setup::Setup;
use tracker::snapshot::{QuestionId, Snapshot};
use tracker::{CommandError, Tracker};
use vision::pieces::ground::Ground;
use vision::source::frame::Clock;
use vision::source::mailbox::Sender;

use crate::faces;
use crate::failure::Failure;
use crate::run::actors::seeing::Look;
use crate::run::actors::tracking::TrackedGame;
use crate::run::keeping::{After, Keeping};
use crate::store::album::Album;
use crate::store::folders::Folders;
use crate::store::records;
use crate::views::published::Published;

/// Told of new events, in order.
pub type OnEvents = Box<dyn FnMut(&[Event]) + Send>;

/// Told of a game that has ended.
pub type OnEnd = Box<dyn FnMut(&Log) + Send>;

/// The mailboxes of somebody who stands beside the table, newest wins.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The game.
    pub games: Sender<Arc<Published>>,
    /// What is seen, for those who care.
    pub looks: Option<Sender<Arc<Look>>>,
}

/// One game being kept.
pub struct LiveGame {
    tracker: Tracker,
    record: Option<PathBuf>,
    /// The pictures kept beside the record.
    pictures: Option<Keeping>,
    /// The record was begun here; a game in which nothing happens leaves no file behind.
    begun: bool,
    clock: Arc<dyn Clock>,
    started_ms: u64,
    /// Added to the source's times: a continued game has a past.
    past_ms: u64,
    on_events: Option<OnEvents>,
    on_end: Option<OnEnd>,
    beside: Vec<Beside>,
    /// When the game was started, by the calendar.
    started: jiff::Timestamp,
    /// How many events there were when the end was last told.
    end_told: usize,
    /// As last handed out.
    events: Arc<Vec<Event>>,
    shown: Option<Arc<Snapshot>>,
    /// Counts for the report.
    pub tally: Tally,
}

/// What a report counts while a game is kept.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Frames looked at.
    pub frames: u64,
    /// Questions ever asked.
    pub asked: BTreeSet<QuestionId>,
    /// Times that table and board began to differ.
    pub desyncs: u32,
    /// How long gate and reader took for each still frame.
    pub still_took: Vec<Duration>,
    desynced: bool,
}

fn geometry() -> Arc<dyn TileGeometry> {
    Arc::new(Ground::default())
}

/// Whether two snapshots say the same but for their counts and the frames that were looked at.
fn is_same(shown: &Snapshot, now: &Snapshot) -> bool {
    let mut now = now.clone();
    now.version = shown.version;
    now.health.frame = shown.health.frame;
    now == *shown
}

impl LiveGame {
    /// A new game that lives in memory.
    pub fn new(setup: Setup, clock: Arc<dyn Clock>) -> Self {
        Self::of(Tracker::new(Arc::new(setup), geometry()), clock)
    }

    /// A new game, written to `record` as it goes on. Folders on the way are made.
    ///
    /// # Errors
    /// When a file is there already or cannot be written.
    pub fn begin(setup: Setup, record: &Path, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        let refused = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => Failure::new(
                format!("{} already exists", record.display()),
                "name another file; a record is never overwritten",
            ),
            _ => Failure::not_written(record, &error),
        };
        files::write::folder(record.parent().unwrap_or(Path::new(""))).map_err(refused)?;
        let started = jiff::Timestamp::now();
        let header = Header::new(setup.clone(), Some(started));
        let journal = Journal::create(record, &header).map_err(|error| {
            if error.kind() != std::io::ErrorKind::AlreadyExists {
                // Without a whole header it is no record; better none than an empty one.
                let _ = files::write::remove(record);
            }
            refused(error)
        })?;
        let mut keeper = Self::new(setup, clock);
        keeper.tracker.write_to(journal);
        keeper.started = started;
        keeper.keep_at(record);
        keeper.begun = true;
        Ok(keeper)
    }

    /// A new game with a record of its own in the games folder, named by the local time. If
    /// nothing can be written there, the game is played in memory and written when it can be.
    pub fn begin_in(setup: &Setup, folders: &Folders, clock: &Arc<dyn Clock>) -> Self {
        let mut tries = 0;
        loop {
            let record = folders.new_record(jiff::Zoned::now().datetime());
            match Self::begin(setup.clone(), &record, clock.clone()) {
                Ok(keeper) => return keeper,
                // Another game took the name between looking and writing.
                Err(_) if record.exists() && tries < 3 => tries += 1,
                Err(failure) => {
                    tracing::warn!(%failure, "the game is kept in memory for now");
                    let record = folders.waiting_record(jiff::Zoned::now().datetime());
                    return Self::begin_later(setup, &record, clock, &failure);
                }
            }
        }
    }

    fn begin_later(setup: &Setup, record: &Path, clock: &Arc<dyn Clock>, why: &Failure) -> Self {
        let mut keeper = Self::new(setup.clone(), clock.clone());
        let header = Header::new(setup.clone(), Some(keeper.started));
        let path = record.to_owned();
        let open: journal::Opener = Box::new(move || {
            files::write::folder(path.parent().unwrap_or(Path::new("")))?;
            journal::create(&path)
        });
        match Journal::begin_later(open, &header) {
            Ok(journal) => {
                let why = std::io::Error::other(why.what.clone());
                keeper.tracker.write_later(journal, &why);
                keeper.keep_at(record);
            }
            Err(error) => tracing::error!(%error, "the game cannot be written at all"),
        }
        keeper
    }

    /// Goes on with the game in a file, which is written further as soon as that is possible.
    ///
    /// # Errors
    /// When it is no record this program can play, or another window has it open.
    pub fn reopen(path: &Path, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        let Reopened {
            record,
            journal,
            trouble,
        } = Journal::reopen(path).map_err(|error| match error {
            NotReopened::InUse => Failure::in_use(path),
            NotReopened::Unreadable(error) => records::unreadable(path, &error),
            NotReopened::Record(error) => records::refused(path, &error),
        })?;
        let mut tracker = Tracker::resume(&record, geometry());
        match trouble {
            None => tracker.write_to(journal),
            Some(error) => tracker.write_later(journal, &error),
        }
        let started = record.header.started;
        let mut keeper = Self::of(tracker, clock);
        keeper.started = started.unwrap_or(keeper.started);
        // Times go on after the last event, so that a record's times never run backwards.
        let last_ms = record.events().map(|event| event.at_ms).max().unwrap_or(0);
        keeper.started_ms = keeper.started_ms.saturating_sub(last_ms);
        keeper.past_ms = last_ms;
        keeper.keep_at(path);
        Ok(keeper)
    }

    fn of(tracker: Tracker, clock: Arc<dyn Clock>) -> Self {
        faces::remember(&tracker.log().game().setup().tiles);
        let started_ms = clock.now_ms();
        Self {
            tracker,
            record: None,
            pictures: None,
            begun: false,
            clock,
            started_ms,
            past_ms: 0,
            on_events: None,
            on_end: None,
            beside: Vec::new(),
            started: jiff::Timestamp::now(),
            end_told: 0,
            events: Arc::default(),
            shown: None,
            tally: Tally::default(),
        }
    }

    /// The game is written to `record`, and its pictures beside it.
    fn keep_at(&mut self, record: &Path) {
        let wanted = self.tracker.log().game().setup().pictures;
        self.record = Some(record.to_owned());
        self.pictures = Some(Keeping::new(Album::of(record), wanted));
    }

    /// Tells somebody of every new event.
    #[must_use]
    pub fn telling(mut self, on_events: OnEvents) -> Self {
        self.on_events = Some(on_events);
        self
    }

    /// Tells somebody of the game when it is over, and once more when it is put away if
    /// something happened since.
    #[must_use]
    pub fn ending(mut self, on_end: Option<OnEnd>) -> Self {
        self.on_end = on_end;
        self
    }

    /// Also shows the game and what is seen to somebody who stands beside the table.
    pub fn show_to(&mut self, beside: Beside) {
        self.beside.push(beside);
    }

    /// The game as it stands, as whoever stands beside the table gets it.
    pub fn published(&mut self) -> Arc<Published> {
        Arc::new(Published {
            snapshot: self.snapshot(),
            events: self.events(),
            tie: self.tracker.belief().tie(),
            pictures_trouble: self.pictures_trouble(),
            started: self.started,
        })
    }

    /// Waits until the pictures are written.
    pub fn finish_pictures(&mut self) {
        if let Some(pictures) = &mut self.pictures {
            pictures.finish();
        }
    }

    fn tell_end(&mut self) {
        self.finish_pictures();
        let log = self.tracker.log();
        let told = std::mem::replace(&mut self.end_told, log.events().len());
        if let Some(on_end) = &mut self.on_end
            && told != self.end_told
        {
            on_end(log);
        }
    }

    /// The tracker, for reports.
    pub fn tracker(&mut self) -> &mut Tracker {
        &mut self.tracker
    }

    /// The game as it stands. As long as only looks come that change nothing, it is the very same one,
    /// and tells the frame of the first of them.
    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        let now = self.tracker.snapshot();
        let same = self.shown.take().filter(|shown| is_same(shown, &now));
        Arc::clone(self.shown.insert(same.unwrap_or(now)))
    }

    /// All events so far; copied only when there are new ones.
    pub fn events(&mut self) -> Arc<Vec<Event>> {
        let all = self.tracker.log().events();
        // The log only grows.
        if all.len() != self.events.len() {
            self.events = Arc::new(all.to_vec());
        }
        Arc::clone(&self.events)
    }

    /// The file the game is written to.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Why pictures of this game cannot be kept, once one could not.
    pub fn pictures_trouble(&self) -> Option<String> {
        self.pictures.as_ref()?.trouble()
    }

    /// Keeps the pictures that new events rest on.
    fn picture(&mut self, events: &[Event], after: After) {
        if let Some(pictures) = &mut self.pictures {
            let tie = self.tracker.belief().tie();
            pictures.note(self.tracker.log(), tie, events, after);
        }
    }

    /// Labels the pictures of what a person has put right.
    fn settle(&mut self) {
        if let Some(pictures) = &mut self.pictures {
            pictures.settle(self.tracker.log());
        }
    }

    fn tell(&mut self, events: &[Event]) {
        if let Some(on_events) = &mut self.on_events
            && !events.is_empty()
        {
            on_events(events);
        }
        if self.tracker.log().game().is_over() {
            self.tell_end();
        }
    }
}

impl TrackedGame for LiveGame {
    type Snapshot = Published;
    type Refusal = CommandError;

    fn see(&mut self, look: &Arc<Look>) -> bool {
        self.tally.frames += 1;
        for looks in self
            .beside
            .iter()
            .filter_map(|beside| beside.looks.as_ref())
        {
            // Nobody has to stand there.
            let _ = looks.put(look.clone());
        }
        if let Some(pictures) = &mut self.pictures {
            pictures.look(look);
        }
        let events = if self.past_ms == 0 {
            self.tracker.see(&look.seen)
        } else {
            let mut seen = look.seen.clone();
            seen.at_ms = seen.at_ms.saturating_add(self.past_ms);
            self.tracker.see(&seen)
        };
        let snapshot = self.tracker.snapshot();
        self.tally
            .asked
            .extend(snapshot.questions.iter().map(|question| question.id));
        let desynced = snapshot.desync.is_some();
        self.tally.desyncs += u32::from(desynced && !self.tally.desynced);
        self.tally.desynced = desynced;
        if crate::run::actors::seeing::carries_claims(look) {
            self.tally.still_took.push(look.took);
        }
        self.picture(&events, After::Else);
        self.tell(&events);
        // Even a look without events changes what the window says about the table.
        true
    }

    fn command(&mut self, command: Command) -> Result<(), CommandError> {
        let at_ms = self.clock.now_ms().saturating_sub(self.started_ms);
        let after = match command {
            Command::Accept { .. } | Command::Answer { .. } => After::Answer,
            _ => After::Else,
        };
        let events = self.tracker.command(at_ms, command)?;
        self.picture(&events, after);
        if after == After::Answer || events.iter().any(|event| !event.kind.is_fact()) {
            self.settle();
        }
        self.tell(&events);
        Ok(())
    }

    fn snapshot(&mut self) -> Arc<Published> {
        let published = self.published();
        for beside in &self.beside {
            // As with looks.
            let _ = beside.games.put(published.clone());
        }
        published
    }
}

impl Drop for LiveGame {
    fn drop(&mut self) {
        self.tracker.sync();
        if std::thread::panicking() {
            // The part is made anew from its record, also from one without events yet; and should
            // telling of the end panic as well, the whole program would end.
            return;
        }
        self.tell_end();
        if let Some(record) = &self.record
            && self.begun
            && self.tracker.log().events().is_empty()
        {
            // It holds a header and nothing else; left behind it would only be an empty game.
            let _ = files::write::remove(record);
            let _ = Album::of(record).delete();
        }
    }
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::face_id;
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::seen::{Calm, SeenTable};
    use vision::gate::GateReport;
    use vision::source::frame::{Frame, HandClock};

    use super::*;

    /// A look at a quiet table on which nothing lies.
    fn look(seq: u64) -> Arc<Look> {
        let frame = Frame {
            pixels: opencv::core::Mat::default(),
            seq,
            taken_at_ms: 200 * seq,
        };
        let gate = GateReport {
            calm: Calm::Still,
            view: None,
            changed: Vec::new(),
            covered: Vec::new(),
            in_part: false,
        };
        Arc::new(Look {
            seen: SeenTable::still(seq, frame.taken_at_ms, 1),
            frame: Arc::new(frame),
            gate,
            took: Duration::ZERO,
        })
    }

    #[test]
    fn a_part_that_fails_before_anything_has_happened_goes_on_with_its_record() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let record = place.path().join("game.jsonl");
        let clock: Arc<dyn Clock> = Arc::new(HandClock::default());
        let game = LiveGame::begin(Setup::default(), &record, clock.clone()).expect("begun");
        let part = std::thread::spawn(move || {
            let _game = game;
            panic!("the fuse blew");
        });
        assert!(part.join().is_err());
        assert!(LiveGame::reopen(&record, clock).is_ok());
    }

    #[test]
    fn looks_that_change_nothing_make_no_new_game() {
        let mut game = LiveGame::new(Setup::default(), Arc::new(HandClock::default()));
        for seq in 0..10 {
            game.see(&look(seq));
        }
        let before = game.snapshot();
        game.see(&look(10));
        assert!(Arc::ptr_eq(&before, &game.snapshot()));
        let start = Command::PlaceTile {
            cell: Cell::default(),
            face: face_id("D").expect("a face"),
            rotation: Rotation::R0,
            garden: None,
        };
        game.command(start).expect("it lies there");
        let after = game.snapshot();
        assert_eq!(after.tiles.len(), 1);
        assert!(after.version > before.version);
    }
}
