//! A game as the exports see it, and what they make of it: files, or the reason why there are none.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use tracker::Tracker;
use tracker::log::Log;
use tracker::log::event::{By, Event, EventKind};
use tracker::log::record::{Header, Record, RecordError, to_lines};
use tracker::rules::Expansion;
use tracker::rules::ruling::Ruling;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::Review;
use uuid::Uuid;
use vision::pieces::ground::Ground;

use crate::export::json::Story;
use crate::faces;
use crate::failure::Failure;
use crate::store::album::Album;
use crate::store::records;

/// A game as the exports see it: up to the end of its record, an open turn told as if it ended
/// there.
pub struct Told {
    /// The record's first line.
    pub header: Header,
    /// The record, whole lines only.
    pub lines: Vec<u8>,
    /// Whether a line cut off by a crash was left out.
    pub torn: bool,
    /// The folded log.
    pub log: Log,
    /// Board, pieces and players at the end.
    pub snapshot: Arc<Snapshot>,
    /// What happened, turn by turn.
    pub story: Story,
    /// The race for points and where points came from.
    pub review: Review,
    /// When it was played: as the record says, else as the caller knows it.
    pub played: Timestamp,
    /// Whose time dates are written in: that of this machine, where nobody says otherwise.
    pub zone: TimeZone,
    /// The pictures kept of it, if it has a place on disk.
    pub album: Option<Album>,
}

impl Told {
    /// Reads a record; `played` is when, should the record itself not say.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read(bytes: &[u8], played: Timestamp) -> Result<Self, RecordError> {
        let record = Record::read(bytes)?;
        faces::remember(&record.header.setup.tiles);
        let mut lines = bytes[..record.whole_bytes].to_vec();
        if !lines.ends_with(b"\n") {
            lines.push(b'\n');
        }
        let mut tracker = Tracker::resume(&record, Arc::new(Ground::default()));
        let snapshot = tracker.snapshot();
        let log = tracker.log().clone();
        Ok(Self {
            lines,
            torn: record.torn,
            story: Story::of(&log),
            review: Review::of(&closed(&log)),
            snapshot,
            log,
            played: record.header.started.unwrap_or(played),
            zone: TimeZone::system(),
            header: record.header,
            album: None,
        })
    }

    /// The game of a record's file, with the pictures beside it, or in words why there is none.
    ///
    /// # Errors
    /// When the file cannot be read or is no record this program can play.
    pub fn of_file(path: &Path) -> Result<Self, Failure> {
        let bytes = records::bytes(path)?;
        let written = std::fs::metadata(path).and_then(|data| data.modified());
        let written = written.ok().and_then(|time| Timestamp::try_from(time).ok());
        // A record that does not say when it was begun was written by hand.
        let told = Self::read(&bytes, written.unwrap_or_default());
        let told = told.map_err(|error| records::refused(path, &error))?;
        Ok(told.with_pictures(Some(path)))
    }

    /// A running game with these events: its record's file, or what is in memory if that file fell
    /// behind because it could not be saved. The pictures beside the record are the game's either way.
    /// `began` is when, should no record say.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_running(
        setup: &Setup,
        events: &[Event],
        record: Option<&Path>,
        began: Timestamp,
    ) -> Result<Self, RecordError> {
        match record.and_then(|record| Self::of_file(record).ok()) {
            Some(saved) if saved.log.events() == events => Ok(saved),
            saved => {
                let began = saved.map_or(began, |saved| saved.played);
                Ok(Self::of(setup, events, began)?.with_pictures(record))
            }
        }
    }

    /// The same, with the pictures beside that record.
    #[must_use]
    pub fn with_pictures(mut self, record: Option<&Path>) -> Self {
        self.album = record.map(Album::of);
        self
    }

    /// When it began, as the clock on the wall said.
    pub fn began(&self) -> Zoned {
        self.played.to_zoned(self.zone.clone())
    }

    /// Names the game, the same each time it is exported as long as its beginning is.
    pub(super) fn id(&self) -> Uuid {
        let header = self.lines.split(|byte| *byte == b'\n').next();
        let began = self.played.to_string();
        let name = [header.unwrap_or_default(), began.as_bytes()].concat();
        Uuid::new_v5(&Uuid::NAMESPACE_OID, &name)
    }

    /// How long it lasted, by the times of its events.
    pub(super) fn minutes(&self) -> u64 {
        let times = self.log.events().iter().map(|event| event.at_ms);
        times.max().unwrap_or(0) / 60_000
    }

    /// A game that lives in memory.
    ///
    /// # Errors
    /// As [`Record::read`]; the record of a game that was played can be read.
    pub fn of(setup: &Setup, events: &[Event], played: Timestamp) -> Result<Self, RecordError> {
        let header = Header::new(setup.clone(), Some(played));
        let lines = to_lines(&header, events);
        let lines = lines.map_err(|error| RecordError::NotARecord(error.to_string()))?;
        Self::read(&lines, played)
    }
}

/// The game with its open turn ended, as it would be by the next tile.
fn closed(log: &Log) -> Log {
    let mut log = log.clone();
    let at_ms = log.events().last().map_or(0, |event| event.at_ms);
    if log.game().open_turn().is_some() {
        // Where the rules want something else first, the turn stays open.
        let _ = log.append(at_ms, By::Person, EventKind::TurnEnded);
    }
    log
}

/// Why a kind cannot be given for a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Lack {
    /// The other program does not know the rules of these modules.
    Modules(Vec<Expansion>),
    /// The table answered this ruling in another way than the other program has it.
    Ruling(&'static Ruling),
    /// The other program plays with the tiles of the boxes only: with no other bag, and with none
    /// that people taught.
    Bag,
    /// The other program never puts tiles back into the bag.
    PutBack,
    /// The other program has no such tile, or no such copy is left in its bag.
    Tile(FaceId),
    /// The other program has no message for what happened.
    Event(EventKind),
    /// The other program has no message for figures that stood there before the first turn.
    StoodBefore,
    /// Something was done out of turn.
    OutOfTurn(u32),
    /// Nobody plays yet.
    NoPlayers,
    /// No pictures of the table were kept.
    NoPictures,
    /// Too much for a QR code.
    TooLong,
    /// Something could not be drawn or written down; the system's words.
    Failed(String),
}

impl Lack {
    pub(super) fn failed(error: &dyn std::error::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// A file in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl File {
    pub(super) fn new(name: impl Into<Cow<'static, str>>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
        }
    }
}
