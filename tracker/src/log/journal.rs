//! The journal: writes a record as the game goes on.
//!
//! Appends a line per event and pushes it out at once; the caller asks for a sync when a turn
//! ends. When the disk refuses (full, gone, read-only), what could not be written waits in
//! memory and is tried again with the next line, from the very byte where it stopped, so
//! nothing is lost or written twice. The file is locked, so that no second window writes it.

use std::io;
use std::path::Path;

use files::limits::RECORD_BYTES;
use files::write::Growing;

use crate::log::record::{Header, Line, Record, RecordError};

/// Where a journal writes to.
pub trait Disk: Send {
    /// Writes some of the bytes and says how many.
    ///
    /// # Errors
    /// As [`io::Write::write`].
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Makes sure that what was written survives a power cut.
    ///
    /// # Errors
    /// As [`std::fs::File::sync_data`].
    fn sync(&mut self) -> io::Result<()>;
}

impl Disk for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::write(self, bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        Self::sync(self)
    }
}

/// A record that is gone on with.
#[derive(Debug)]
pub struct Reopened {
    /// What is in it.
    pub record: Record,
    /// What writes it further.
    pub journal: Journal,
    /// Why nothing can be written now; it is tried again.
    pub trouble: Option<io::Error>,
}

/// A record that cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum NotReopened {
    /// Somebody else writes it.
    #[error("somebody else writes it")]
    InUse,
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// It is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Opens a disk, or says why it cannot be opened now.
pub type Opener = Box<dyn FnMut() -> io::Result<Box<dyn Disk>> + Send>;

/// Writes the lines of one record.
pub struct Journal {
    open: Opener,
    disk: Option<Box<dyn Disk>>,
    waiting: Vec<u8>,
    sync_due: bool,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal")
            .field("waiting_bytes", &self.waiting.len())
            .finish()
    }
}

impl Journal {
    /// A journal on any disk, beginning with `header`.
    ///
    /// # Errors
    /// If the header cannot be written: a game whose record cannot even begin should say so
    /// at once.
    pub fn begin(disk: Box<dyn Disk>, header: &Header) -> io::Result<Self> {
        let mut journal = Self::on(disk);
        journal.wait(header)?;
        journal.write()?;
        Ok(journal)
    }

    /// A journal beginning with `header` on a disk that cannot be written now: everything waits
    /// until `open` succeeds.
    ///
    /// # Errors
    /// If the header cannot be told in JSON.
    pub fn begin_later(open: Opener, header: &Header) -> io::Result<Self> {
        let mut journal = Self::waiting(open);
        journal.wait(header)?;
        Ok(journal)
    }

    fn on(disk: Box<dyn Disk>) -> Self {
        Self {
            disk: Some(disk),
            // A disk that is open is not opened again.
            ..Self::waiting(Box::new(|| Err(io::ErrorKind::NotFound.into())))
        }
    }

    fn waiting(open: Opener) -> Self {
        Self {
            open,
            disk: None,
            waiting: Vec::new(),
            sync_due: false,
        }
    }

    /// Begins a new record file.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        Self::begin(create(path)?, header)
    }

    /// Goes on with the record in a file, which is read once it is locked, so that nobody can
    /// write between reading and going on. A cut-off last line is cleared away.
    ///
    /// # Errors
    /// If somebody else writes it, or it cannot be read as a record.
    pub fn reopen(path: &Path) -> Result<Reopened, NotReopened> {
        let (opened, bytes) = match Growing::open(path, RECORD_BYTES) {
            Ok((disk, bytes)) => (Ok(disk), bytes),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                return Err(NotReopened::InUse);
            }
            // Perhaps it can be read all the same.
            Err(error) => (Err(error), files::read::bytes(path, RECORD_BYTES)?),
        };
        let record = Record::read(&bytes)?;
        let cut = opened.and_then(|mut disk| {
            disk.cut(record.whole_bytes as u64)?;
            Ok(disk)
        });
        let (mut journal, trouble) = match cut {
            Ok(disk) => (Self::on(Box::new(disk)), None),
            Err(error) => (Self::later(path, &record), Some(error)),
        };
        journal.end_line(&record);
        Ok(Reopened {
            record,
            journal,
            trouble,
        })
    }

    /// Goes on with a file that cannot be written now, as soon as it can be.
    fn later(path: &Path, record: &Record) -> Self {
        let (path, read) = (path.to_owned(), record.clone());
        Self::waiting(Box::new(move || {
            let (mut disk, bytes) = Growing::open(&path, RECORD_BYTES)?;
            if Record::read(&bytes).as_ref() != Ok(&read) {
                let why = "somebody has changed the file since it was opened";
                return Err(io::Error::other(why));
            }
            disk.cut(read.whole_bytes as u64)?;
            Ok(Box::new(disk))
        }))
    }

    fn end_line(&mut self, record: &Record) {
        if !record.ends_with_line_end {
            self.waiting.push(b'\n');
        }
    }

    /// Tries again to write what waits.
    ///
    /// # Errors
    /// If the disk still refuses.
    pub fn retry(&mut self) -> io::Result<()> {
        self.write()
    }

    /// Appends a line and everything that waits before it.
    ///
    /// # Errors
    /// If the disk refuses; the line waits then.
    pub fn append(&mut self, line: &Line) -> io::Result<()> {
        self.wait(line)?;
        self.write()
    }

    /// Appends what waits and makes sure that it survives a power cut.
    ///
    /// # Errors
    /// If the disk refuses; it is tried again with the next line.
    pub fn sync(&mut self) -> io::Result<()> {
        self.sync_due = true;
        self.write()
    }

    /// How many bytes wait for the disk.
    pub fn waiting_bytes(&self) -> usize {
        self.waiting.len()
    }

    fn wait(&mut self, line: &impl serde::Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line)?;
        self.waiting.extend_from_slice(text.as_bytes());
        self.waiting.push(b'\n');
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        let disk = match &mut self.disk {
            Some(disk) => disk,
            none => none.insert((self.open)()?),
        };
        while !self.waiting.is_empty() {
            match disk.write(&self.waiting) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => drop(self.waiting.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.sync_due {
            disk.sync()?;
            self.sync_due = false;
        }
        Ok(())
    }
}

/// A new record file.
///
/// # Errors
/// If the file exists already or cannot be written.
pub fn create(path: &Path) -> io::Result<Box<dyn Disk>> {
    Ok(Box::new(Growing::create(path)?))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::event::{By, Event, EventId, EventKind};
    use crate::setup::Setup;

    /// A disk with `room` bytes left.
    #[derive(Clone, Default)]
    struct SmallDisk(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Disk for SmallDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let (written, room) = &mut *self.0.lock().unwrap();
            if *room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let some = bytes.len().min(*room);
            *room -= some;
            written.extend_from_slice(&bytes[..some]);
            Ok(some)
        }

        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn line(id: u64) -> Line {
        let by = By::Person;
        Line::Event(Event {
            id: EventId(id),
            at_ms: id,
            by,
            kind: EventKind::TurnEnded,
        })
    }

    #[test]
    fn a_full_disk_loses_nothing_and_writes_nothing_twice() {
        let disk = SmallDisk::default();
        disk.0.lock().unwrap().1 = 400;
        let header = Header::new(Setup::default(), None);
        let mut journal = Journal::begin(Box::new(disk.clone()), &header).unwrap();
        let results: Vec<bool> = (1..=20)
            .map(|id| journal.append(&line(id)).is_ok())
            .collect();
        assert!(results[0] && !results[19]);
        assert!(journal.waiting_bytes() > 0);
        let torn = Record::read(&disk.0.lock().unwrap().0.clone()).unwrap();
        assert!(torn.torn);
        disk.0.lock().unwrap().1 = 100_000;
        journal.append(&line(21)).unwrap();
        assert_eq!(journal.waiting_bytes(), 0);
        let record = Record::read(&disk.0.lock().unwrap().0.clone()).unwrap();
        let ids: Vec<u64> = record.events().map(|event| event.id.0).collect();
        assert_eq!(ids, (1..=21).collect::<Vec<_>>());
    }

    #[test]
    fn a_record_that_cannot_begin_is_begun_when_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games").join("game.jsonl");
        let header = Header::new(Setup::default(), None);
        let there = path.clone();
        let open: Opener = Box::new(move || create(&there));
        let mut journal = Journal::begin_later(open, &header).unwrap();
        assert!(journal.append(&line(1)).is_err());
        assert!(journal.retry().is_err());
        std::fs::create_dir(folder.path().join("games")).unwrap();
        journal.retry().unwrap();
        journal.append(&line(2)).unwrap();
        let record = Record::read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(record.events().count(), 2);
    }

    #[test]
    fn nobody_else_writes_a_record_that_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let header = Header::new(Setup::default(), None);
        let mut journal = Journal::create(&path, &header).unwrap();
        journal.append(&line(1)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let refused = Journal::reopen(&path).unwrap_err();
        assert!(matches!(refused, NotReopened::InUse), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing was touched");
        drop(journal);
        assert!(Journal::reopen(&path).unwrap().trouble.is_none());
    }

    /// Read before it was locked, a line that another window wrote meanwhile was cut away.
    #[test]
    fn what_another_window_wrote_meanwhile_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let header = Header::new(Setup::default(), None);
        let mut other = Journal::create(&path, &header).unwrap();
        other.append(&line(1)).unwrap();
        let early = Record::read(&std::fs::read(&path).unwrap()).unwrap();
        other.append(&line(2)).unwrap();
        drop(other);
        let mut reopened = Journal::reopen(&path).unwrap();
        assert_eq!(reopened.record.events().count(), 2);
        reopened.journal.append(&line(3)).unwrap();
        drop(reopened);
        // What was read too early cannot be gone on with.
        let mut late = Journal::later(&path, &early);
        let refused = late.append(&line(2)).unwrap_err();
        assert!(refused.to_string().contains("changed"), "{refused}");
        let record = Record::read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(record.events().count(), 3);
    }

    #[test]
    fn a_torn_record_is_resumed_on_a_fresh_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let header = Header::new(Setup::default(), None);
        let mut journal = Journal::create(&path, &header).unwrap();
        journal.append(&line(1)).unwrap();
        journal.append(&line(2)).unwrap();
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        for cut in [bytes.len() - 5, bytes.len() - 1, bytes.len()] {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let Reopened {
                record,
                mut journal,
                ..
            } = Journal::reopen(&path).unwrap();
            journal.append(&line(3)).unwrap();
            let again = Record::read(&std::fs::read(&path).unwrap()).unwrap();
            assert_eq!(again.events().count(), record.events().count() + 1);
            assert!(!again.torn);
        }
        assert!(
            Journal::create(&path, &header).is_err(),
            "an old record is never overwritten"
        );
    }
}
