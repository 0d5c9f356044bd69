//! The one place that writes. A file appears under its name once it is whole and safe on the
//! disk, and is its owner's only, unless somebody has given it other rights.
//!
//! Whatever the disk refuses, what was there before is there still.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use crate::step::Step;

/// Names of files in the making begin like this.
const BESIDE: &str = ".nebelwacht-";

/// Whether a file is one in the making that was left behind when the program was killed.
pub fn is_unfinished(name: &str) -> bool {
    name.starts_with(BESIDE)
}

/// Who may read a new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readers {
    /// Its owner.
    #[default]
    Owner,
    /// Everybody on the machine.
    Everybody,
}

/// Writes a file, in place of one that is there; its owner's only if it is new.
///
/// # Errors
/// When the disk refuses; what was there is there still.
pub fn file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let whole = beside(path, bytes)?;
    if let Ok(old) = std::fs::metadata(path) {
        whole.as_file().set_permissions(old.permissions())?;
    }
    take_place(whole, path)
}

/// The same for those readers, whatever was there.
///
/// # Errors
/// As [`file`].
pub fn file_for(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let whole = beside(path, bytes)?;
    if readers == Readers::Everybody {
        open_to_all(whole.as_file())?;
    }
    take_place(whole, path)
}

/// Makes a folder and those on the way to it.
///
/// # Errors
/// When the disk refuses, or a file is in the way.
pub fn folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    may(Step::Make)?;
    std::fs::create_dir_all(path)
}

/// A new empty folder beside `path`, on the same disk, to be filled and then [renamed](rename);
/// it goes when it is dropped.
///
/// # Errors
/// When the disk refuses.
pub fn folder_beside(path: &Path) -> io::Result<tempfile::TempDir> {
    let parent = parent(path);
    folder(parent)?;
    may(Step::Make)?;
    tempfile::Builder::new().prefix(BESIDE).tempdir_in(parent)
}

/// Gives a file or folder another name; a file of that name gives way to a file.
///
/// # Errors
/// When the disk refuses, or a folder that is not empty has that name.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Name)?;
    std::fs::rename(from, to)?;
    sync_folder(parent(to));
    Ok(())
}

/// Lets a filled folder take the place of what is at `path`, which stays until then.
///
/// # Errors
/// When the disk refuses. What was there is there still; if not even that can be had back, the error says
/// where it is kept.
pub fn folder_over(filled: &tempfile::TempDir, path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_err() {
        return rename(filled.path(), path);
    }
    let aside = folder_beside(path)?;
    rename(path, aside.path())?;
    rename(filled.path(), path).map_err(|error| {
        if rename(aside.path(), path).is_ok() {
            return error;
        }
        let why = format!(
            "{error}; what was there is kept in {}",
            aside.keep().display()
        );
        io::Error::new(error.kind(), why)
    })
}

/// Puts a file that cannot be read aside, so that nothing overwrites what somebody wrote into it: beside its
/// place, as `NAME.unreadable`, `NAME.unreadable2` …
///
/// # Errors
/// When the disk refuses, or there are a hundred of them.
pub fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let named = |count: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(".unreadable");
        if count > 1 {
            name.push(count.to_string());
        }
        PathBuf::from(name)
    };
    let free = (1..=100)
        .map(named)
        .find(|aside| aside.symlink_metadata().is_err());
    let aside = free.ok_or(io::ErrorKind::AlreadyExists)?;
    rename(path, &aside)?;
    Ok(aside)
}

/// Removes a file; none being there is no error.
///
/// # Errors
/// When the disk refuses.
pub fn remove(path: &Path) -> io::Result<()> {
    gone(|| std::fs::remove_file(path))
}

/// Removes a folder with all that is in it; none being there is no error.
///
/// # Errors
/// When the disk refuses.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    gone(|| std::fs::remove_dir_all(path))
}

/// Removes a folder if it is empty; one that is not, or none, is no error.
///
/// # Errors
/// When the disk refuses.
pub fn remove_empty_folder(path: &Path) -> io::Result<()> {
    gone(|| match std::fs::remove_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        other => other,
    })
}

fn gone(remove: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    may(Step::Remove)?;
    match remove() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// A file that grows at its end, locked for as long as it is open.
#[derive(Debug)]
pub struct Growing(File);

impl Growing {
    /// A new file, its owner's only.
    ///
    /// # Errors
    /// When one is there or the disk refuses.
    pub fn create(path: &Path) -> io::Result<Self> {
        may(Step::Make)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        owner_only(&mut options);
        let file = options.open(path)?;
        locked(&file)?;
        sync_folder(parent(path));
        Ok(Self(file))
    }

    /// One that is there, with what is in it, read under the lock.
    ///
    /// # Errors
    /// When it is no regular file of at most `most` bytes or cannot be written;
    /// [`io::ErrorKind::ResourceBusy`] when somebody else has it open.
    pub fn open(path: &Path, most: u64) -> io::Result<(Self, Vec<u8>)> {
        // Refuses what is no regular file, without waiting for it.
        drop(crate::read::open(path)?);
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        locked(&file)?;
        let bytes = crate::read::all_of(&mut file, most)?;
        Ok((Self(file), bytes))
    }

    /// Cuts the file off after so many bytes and goes on there.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        if self.0.metadata()?.len() != bytes {
            may(Step::Bytes)?;
            self.0.set_len(bytes)?;
        }
        self.0.seek(SeekFrom::End(0)).map(drop)
    }

    /// Writes some of the bytes and says how many.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = some_of(bytes)?;
        self.0.write(some)
    }

    /// Makes sure that what was written survives a power cut.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        may(Step::Sync)?;
        self.0.sync_data()
    }
}

/// Keeps others from writing the file as long as it is open here.
fn locked(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        // Some disks, such as those of other machines, know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The bytes in a file beside `path` that has no name of its own yet.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let parent = parent(path);
    folder(parent)?;
    may(Step::Make)?;
    let mut whole = tempfile::Builder::new()
        .prefix(BESIDE)
        .tempfile_in(parent)?;
    let mut rest = bytes;
    while !rest.is_empty() {
        let some = some_of(rest)?;
        whole.write_all(some)?;
        rest = &rest[some.len()..];
    }
    may(Step::Sync)?;
    whole.as_file().sync_data()?;
    Ok(whole)
}

fn take_place(whole: NamedTempFile, path: &Path) -> io::Result<()> {
    may(Step::Name)?;
    whole.persist(path).map_err(|error| error.error)?;
    sync_folder(parent(path));
    Ok(())
}

fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name survives a power cut once its folder does. Not every disk can; the file itself is safe.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(unix)]
fn owner_only(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn owner_only(_: &mut OpenOptions) {}

#[cfg(unix)]
fn open_to_all(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_all(_: &File) -> io::Result<()> {
    Ok(())
}

/// Whether a step may be done: always, but in tests of what happens if not.
#[cfg(not(feature = "faults"))]
#[allow(clippy::unnecessary_wraps)]
const fn may(_: Step) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "faults")]
fn may(step: Step) -> io::Result<()> {
    crate::faults::may(step)
}

/// The bytes that the disk takes at once: all, but in tests of a disk that takes some.
#[cfg(not(feature = "faults"))]
#[allow(clippy::unnecessary_wraps)]
const fn some_of(bytes: &[u8]) -> io::Result<&[u8]> {
    Ok(bytes)
}

#[cfg(feature = "faults")]
fn some_of(bytes: &[u8]) -> io::Result<&[u8]> {
    crate::faults::some_of(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn rights(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    #[test]
    fn what_is_written_is_its_owners_unless_somebody_said_otherwise() {
        use std::os::unix::fs::PermissionsExt as _;
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("new/game.jsonl");
        file(&path, b"one").unwrap();
        assert_eq!(rights(&path), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        file(&path, b"two").unwrap();
        assert_eq!(rights(&path), 0o640, "as somebody has said");
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        file_for(&path, b"three", Readers::Everybody).unwrap();
        assert_eq!(rights(&path), 0o644);
        let grown = place.path().join("grown");
        Growing::create(&grown).unwrap().write(b"x").unwrap();
        assert_eq!(rights(&grown), 0o600);
        let left: Vec<_> = std::fs::read_dir(place.path().join("new"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1, "nothing stays beside it");
    }

    #[test]
    fn what_is_put_aside_takes_nothings_place() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("groups.json");
        for (count, name) in [
            (1, "groups.json.unreadable"),
            (2, "groups.json.unreadable2"),
        ] {
            std::fs::write(&path, count.to_string()).unwrap();
            assert_eq!(put_aside(&path).unwrap(), place.path().join(name));
            assert!(!path.exists());
        }
        let first = std::fs::read_to_string(place.path().join("groups.json.unreadable")).unwrap();
        assert_eq!(first, "1");
    }

    #[test]
    fn a_folder_takes_anothers_place() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("pack");
        for name in ["one", "two"] {
            let filled = folder_beside(&path).unwrap();
            std::fs::write(filled.path().join(name), name).unwrap();
            folder_over(&filled, &path).unwrap();
            let inside = std::fs::read_dir(&path).unwrap();
            let names: Vec<_> = inside.map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(names, [name]);
        }
        assert_eq!(
            std::fs::read_dir(place.path()).unwrap().count(),
            1,
            "nothing stays beside it"
        );
    }

    #[test]
    fn a_growing_file_is_read_under_its_lock_and_goes_on_where_it_is_cut() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("game");
        let mut first = Growing::create(&path).unwrap();
        first.write(b"one\ntwo\nthr").unwrap();
        let busy = Growing::open(&path, 100).unwrap_err();
        assert_eq!(busy.kind(), io::ErrorKind::ResourceBusy);
        assert!(Growing::create(&path).is_err());
        drop(first);
        assert!(Growing::open(&path, 10).is_err(), "larger than expected");
        let (mut again, bytes) = Growing::open(&path, 100).unwrap();
        assert_eq!(bytes, b"one\ntwo\nthr");
        again.cut(8).unwrap();
        again.write(b"three\n").unwrap();
        again.sync().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\ntwo\nthree\n");
    }
}
