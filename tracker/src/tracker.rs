//! The tracker: one game from claims and commands to snapshots and a record on disk.
//!
//! Everything of this crate comes together here; the rest of the program needs no other entry.
//! It has no clock and no thread: the caller passes looks, commands and times in, one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::belief::answers::Answers;
use crate::belief::doubt;
use crate::belief::{Belief, Decision};
use crate::command::Command;
use crate::event::{By, Event, EventKind};
use crate::log::Log;
use crate::log::journal::Journal;
use crate::log::record::{Line, Record};
use crate::log::recount::{Recount, Standing};
use crate::rules::RuleFault;
use crate::rules::choice::{Choice, ChoiceId};
use crate::setup::Setup;
use crate::snapshot::view;
use crate::snapshot::{Health, QuestionId, Snapshot, Urgency};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{Calm, SeenTable};
use carcassonne::spots::TileGeometry;

/// Why a command is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The rules forbid it.
    #[error("{0}")]
    Rule(#[from] RuleFault),
    /// The question is settled or has no such guess.
    #[error("that question is no longer open")]
    NoSuchQuestion,
    /// The choice is made or has no such option.
    #[error("that choice is no longer open")]
    NoSuchChoice,
    /// There is nothing to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is nothing to redo.
    #[error("there is nothing to redo")]
    NothingToRedo,
}

/// One game being followed.
#[derive(Debug)]
pub struct Tracker {
    log: Log,
    belief: Belief,
    journal: Option<Journal>,
    storage: Option<String>,
    calm: Option<Calm>,
    frame: Option<u64>,
    paused: bool,
    turn_synced: u32,
    version: u64,
    snapshot: Option<Arc<Snapshot>>,
    answers: Answers,
    /// The latest time the caller has passed in, and since when each reminder stands.
    now_ms: u64,
    reminded: BTreeMap<String, u64>,
    /// Time of the newest look, and of the newest try to write to a disk that refused.
    seen_ms: Option<u64>,
    tried_ms: u64,
    /// The points after the newest event, and what that did to them if it changed the past.
    standing: Standing,
    recount: Option<Recount>,
}

/// How long a step may take before its reminder says that it was probably missed, ms. People
/// take up to half a minute over a ghost or a figure while they talk.
pub const GRACE_MS: u64 = 45_000;

/// Looks that are further apart have a break between them, ms: the lid was closed, or the camera
/// unplugged. A slow machine looks every few seconds at worst.
const AWAY_MS: u64 = 30_000;

/// How often a disk that refused is tried again while nothing happens, ms.
const RETRY_MS: u64 = 3_000;

impl Tracker {
    /// A new game. `geometry` says which segment a figure's foot stands on.
    pub fn new(setup: Arc<Setup>, geometry: Arc<dyn TileGeometry>) -> Self {
        Self::of(Log::new(setup), geometry)
    }

    /// The game of a record, to be continued. The camera finds the board again by itself.
    pub fn resume(record: &Record, geometry: Arc<dyn TileGeometry>) -> Self {
        Self::of(record.log(), geometry)
    }

    fn of(log: Log, geometry: Arc<dyn TileGeometry>) -> Self {
        let turn_synced = log.game().turn();
        let standing = Standing::of(&log);
        Self {
            log,
            belief: Belief::new(geometry),
            journal: None,
            storage: None,
            calm: None,
            frame: None,
            paused: false,
            turn_synced,
            version: 0,
            snapshot: None,
            answers: Answers::default(),
            now_ms: 0,
            reminded: BTreeMap::new(),
            seen_ms: None,
            tried_ms: 0,
            standing,
            recount: None,
        }
    }

    /// Writes every further event to `journal`. Events from before are not written: give it
    /// the journal of a new record at once, or that of the record being resumed.
    pub fn write_to(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// The same, to a disk that refuses at the moment, for that reason: the game goes on in
    /// memory and is written as soon as that is possible.
    pub fn write_later(&mut self, journal: Journal, why: &std::io::Error) {
        self.journal = Some(journal);
        self.storage = Some(why.to_string());
        self.snapshot = None;
    }

    /// The log, for reports.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The belief, for reports.
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// Looks at the table once. Returns the events that this look decided.
    pub fn see(&mut self, table: &SeenTable) -> Vec<Event> {
        self.calm = Some(table.calm);
        self.frame = Some(table.frame);
        self.pass_to(table.at_ms);
        self.snapshot = None;
        if self.paused {
            return Vec::new();
        }
        let decisions = self.belief.see(&self.log, &table.near(), self.now_ms);
        let events = self.append_decided(decisions);
        self.take_stock(&events);
        self.withdraw_moot_questions();
        self.write(&events);
        events
    }

    /// Appends what a look decided; the one place where a camera's events come into the log.
    fn append_decided(&mut self, decisions: Vec<Decision>) -> Vec<Event> {
        let before = self.log.events().len();
        for Decision { by, kind } in decisions {
            // Each was accepted after those before it, in a draft of this log.
            drop(self.log.append(self.now_ms, by, kind));
        }
        self.log.events()[before..].to_vec()
    }

    /// Time has passed at the table. A source that begins anew may count from 0 again; after a
    /// long gap without a look nobody was there, so nothing became overdue meanwhile. A disk
    /// that refused is tried again now and then.
    fn pass_to(&mut self, at_ms: u64) {
        if let Some(seen_ms) = self.seen_ms
            && at_ms.saturating_sub(seen_ms) > AWAY_MS
        {
            let gap = at_ms - seen_ms;
            for since in self.reminded.values_mut() {
                *since = since.saturating_add(gap);
            }
        }
        self.seen_ms = Some(at_ms);
        self.now_ms = self.now_ms.max(at_ms);
        if self.storage.is_some() && at_ms.abs_diff(self.tried_ms) >= RETRY_MS {
            self.tried_ms = at_ms;
            if let Some(journal) = &mut self.journal {
                self.storage = journal.retry().err().map(|error| error.to_string());
            }
        }
    }

    /// Does what a person wants, at `at_ms` milliseconds of the game. Returns the new events.
    ///
    /// # Errors
    /// If the rules forbid it or there is nothing it could mean; nothing has changed then.
    pub fn command(&mut self, at_ms: u64, command: Command) -> Result<Vec<Event>, CommandError> {
        self.now_ms = self.now_ms.max(at_ms);
        let at_ms = self.now_ms;
        let before = self.log.events().len();
        self.obey(at_ms, command)?;
        self.belief.withdraw_settled_questions(&self.log);
        let events = self.log.events()[before..].to_vec();
        self.take_stock(&events);
        self.write(&events);
        self.snapshot = None;
        Ok(events)
    }

    /// Notes what the newest events did to the points, if they changed the past.
    fn take_stock(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        let standing = Standing::of(&self.log);
        self.recount = standing.since(&self.standing, events);
        self.standing = standing;
    }

    /// Closes the questions whose answers no longer make a difference.
    fn withdraw_moot_questions(&mut self) {
        self.answers.update(&self.log, self.belief.questions());
        let moot = self.answers.moot(self.belief.questions());
        let moot: Vec<QuestionId> = moot.map(|question| question.id).collect();
        for id in moot {
            self.belief.withdraw(id);
        }
    }

    fn obey(&mut self, at_ms: u64, command: Command) -> Result<(), CommandError> {
        let kind = match command {
            Command::Accept { question } => return self.answer(at_ms, question, 0),
            Command::Answer { question, choice } => return self.answer(at_ms, question, choice),
            Command::Choose { choice, option } => return self.choose(at_ms, &choice, option),
            Command::Decline { choice } => EventKind::Declined { choice },
            Command::Tell { what } => {
                if !what.is_fact() {
                    return Err(RuleFault::NotAFact.into());
                }
                what
            }
            Command::Insist { what } => return self.insist(at_ms, what),
            Command::Pause | Command::Resume => {
                self.paused = command == Command::Pause;
                return Ok(());
            }
            Command::Resync => {
                self.belief.resync();
                return Ok(());
            }
            Command::Doubt { event, doubt } => {
                let (cell, guesses) = doubt::guesses(&self.log, event, doubt)?;
                self.belief.doubt(event, doubt, cell, self.frame, guesses);
                return Ok(());
            }
            Command::UndoTurn => return self.undo_turn(at_ms),
            Command::RedoTurn => return self.redo_turn(at_ms),
            Command::Undo => EventKind::Undone {
                event: self.log.undo_target().ok_or(CommandError::NothingToUndo)?,
            },
            Command::Redo => EventKind::Redone {
                event: self.log.redo_target().ok_or(CommandError::NothingToRedo)?,
            },
            Command::Correct { event, to } => EventKind::Corrected {
                event,
                to: Box::new(to),
            },
            Command::Remove { event } => EventKind::Removed { event },
            Command::Insert { before, what } => EventKind::Inserted {
                before,
                what: Box::new(what),
            },
            Command::PlaceTile {
                cell,
                face,
                rotation,
                garden,
            } => EventKind::TileLaid {
                cell,
                face,
                rotation: self.canonical(face, rotation),
                garden,
                before: self.begins(cell, face),
            },
            Command::PlaceFigure {
                cell,
                segment,
                figure,
                color,
            } => EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color,
                foot: None,
                before: false,
            },
            Command::TakeFigure { figure } => EventKind::FigureTaken { figure },
            Command::DiscardTile { face } => EventKind::TileDiscarded { face },
            Command::SetTurn { color } => EventKind::TurnOf { color },
            Command::GivePoints { color, points } => EventKind::Points { color, points },
            Command::EndTurn => EventKind::TurnEnded,
            Command::EndGame => EventKind::GameEnded,
        };
        self.log.append(at_ms, By::Person, kind)?;
        Ok(())
    }

    /// Takes an option. What belongs to the turn before is put there: the newest tile may ask for
    /// the same.
    fn choose(&mut self, at_ms: u64, choice: &ChoiceId, option: usize) -> Result<(), CommandError> {
        let game = self.log.game();
        let taken = |choices: Vec<Choice>| {
            let mut named = choices.into_iter().filter(|open| open.id == *choice);
            named.find_map(|open| open.options.into_iter().nth(option))
        };
        if let Some(option) = taken(game.choices()) {
            return self.append_all(at_ms, option.events);
        }
        let late = taken(game.late_choices()).ok_or(CommandError::NoSuchChoice)?;
        let before = game.turn_opened_by().ok_or(CommandError::NoSuchChoice)?;
        let put_there = late.events.iter().map(|what| EventKind::Inserted {
            before,
            what: Box::new(what.clone()),
        });
        let put_there = put_there.collect();
        self.append_all(at_ms, put_there)
            .or_else(|_| self.append_all(at_ms, late.events))
    }

    /// Keeps what the rules forbid; what they allow needs no insisting.
    fn insist(&mut self, at_ms: u64, what: EventKind) -> Result<(), CommandError> {
        if self.log.append(at_ms, By::Person, what.clone()).is_err() {
            let what = Box::new(what);
            let insisted = EventKind::Insisted { what };
            self.log.append(at_ms, By::Person, insisted)?;
        }
        Ok(())
    }

    /// Takes back events until the newest turn is gone.
    fn undo_turn(&mut self, at_ms: u64) -> Result<(), CommandError> {
        let turn = self.log.game().turn();
        let mut event = self.log.undo_target().ok_or(CommandError::NothingToUndo)?;
        loop {
            let undone = EventKind::Undone { event };
            self.log.append(at_ms, By::Person, undone)?;
            match self.log.undo_target() {
                Some(next) if self.log.game().turn() >= turn => event = next,
                _ => return Ok(()),
            }
        }
    }

    /// Brings back events until the turn after the next one would begin.
    fn redo_turn(&mut self, at_ms: u64) -> Result<(), CommandError> {
        let turn = self.log.game().turn();
        let mut event = self.log.redo_target().ok_or(CommandError::NothingToRedo)?;
        loop {
            let mut further = self.log.clone();
            let redone = EventKind::Redone { event };
            further.append(at_ms, By::Person, redone)?;
            if further.game().turn() > turn + 1 {
                return Ok(());
            }
            self.log = further;
            match self.log.redo_target() {
                Some(next) => event = next,
                None => return Ok(()),
            }
        }
    }

    fn canonical(&self, face: FaceId, rotation: Rotation) -> Rotation {
        let known = self.log.game().catalogue().face(&face);
        known.map_or(rotation, |face| face.canonical(rotation))
    }

    /// Whether it is one more of the tiles that lie on the table when a game begins.
    fn begins(&self, cell: Cell, face: FaceId) -> bool {
        let game = self.log.game();
        let known = game.catalogue().face(&face);
        let starts = known.is_some_and(|face| face.start == Some(cell));
        starts && game.turn() == 0 && !game.board().is_empty()
    }

    /// Appends all that an answer means, or nothing.
    fn answer(
        &mut self,
        at_ms: u64,
        question: crate::snapshot::QuestionId,
        choice: usize,
    ) -> Result<(), CommandError> {
        let open = self
            .belief
            .questions()
            .iter()
            .find(|open| open.id == question);
        let guess = open.and_then(|open| open.guesses.get(choice));
        let events = guess.ok_or(CommandError::NoSuchQuestion)?.events.clone();
        self.append_all(at_ms, events)?;
        self.belief.close(question, choice);
        Ok(())
    }

    /// Appends what a person chose: all of it or nothing.
    fn append_all(&mut self, at_ms: u64, events: Vec<EventKind>) -> Result<(), CommandError> {
        let mut log = self.log.clone();
        for kind in events {
            log.append(at_ms, By::Person, kind)?;
        }
        self.log = log;
        Ok(())
    }

    /// The tiles that fit into a cell: face, rotations, copies left.
    pub fn fitting(&self, cell: Cell) -> Vec<(FaceId, Vec<Rotation>, u8)> {
        self.log.game().fitting(cell)
    }

    /// The game as it stands; cheap as long as nothing has happened since the last call.
    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        if let Some(snapshot) = &self.snapshot {
            return Arc::clone(snapshot);
        }
        self.version += 1;
        let health = Health {
            calm: self.calm,
            frame: self.frame,
            paused: self.paused,
            pending: self.belief.pending(),
            cut: self.belief.cut_off(),
            storage: self.storage.clone(),
        };
        let Self {
            log,
            belief,
            answers,
            ..
        } = self;
        answers.update(log, belief.questions());
        let mut snapshot = view::snapshot(log, belief, answers, health, self.version);
        snapshot.recount.clone_from(&self.recount);
        self.tell_missed_steps(&mut snapshot);
        let snapshot = Arc::new(snapshot);
        self.snapshot = Some(Arc::clone(&snapshot));
        snapshot
    }

    /// Marks what should have been done for longer than the grace time.
    fn tell_missed_steps(&mut self, snapshot: &mut Snapshot) {
        let standing: BTreeSet<&str> = snapshot.reminders.iter().map(|r| r.id.as_str()).collect();
        self.reminded.retain(|id, _| standing.contains(id.as_str()));
        for reminder in &mut snapshot.reminders {
            let now = self.now_ms;
            let since = *self.reminded.entry(reminder.id.clone()).or_insert(now);
            // A break at the table puts off what stands; it may come to begin later than now.
            let stands_ms = now.saturating_sub(since);
            reminder.overdue = reminder.urgency != Urgency::Info && stands_ms >= GRACE_MS;
        }
    }

    /// The game as it was when turn `turn` was about to end, for replays: the points of that
    /// turn are provisional ones. No questions, as nothing is being watched.
    pub fn snapshot_at(&self, turn: u32) -> Snapshot {
        view::of_log(&self.log.until(turn))
    }

    /// Writes what waits for the disk and makes sure of it, as before closing.
    pub fn sync(&mut self) {
        if let Some(journal) = &mut self.journal {
            self.storage = journal.sync().err().map(|error| error.to_string());
            self.snapshot = None;
        }
    }

    /// A refusing disk is told in the snapshot's health; the game goes on and the journal
    /// tries again with the next event.
    fn write(&mut self, events: &[Event]) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        if events.is_empty() {
            return;
        }
        let mut result = Ok(());
        for event in events {
            result = journal.append(&Line::Event(event.clone()));
        }
        let game = self.log.game();
        if game.turn() != self.turn_synced || game.is_over() {
            self.turn_synced = game.turn();
            result = result.and(journal.sync());
        }
        self.storage = result.err().map(|error| error.to_string());
    }
}
