//! Reading what others may have written: regular files only and up to a size that is known
//! beforehand, so that neither a device nor a pipe nor a huge file stops the program.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The mark that some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Opens a regular file.
///
/// # Errors
/// When it cannot be opened or is anything else: a folder, a device, a pipe.
pub fn open(path: &Path) -> io::Result<File> {
    // Looked at first, as opening alone moves some devices.
    regular(&std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    do_not_wait(&mut options);
    let file = options.open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`open`], and when there are more than `most` bytes.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    all_of(&mut open(path)?, most)
}

/// The rest of an open file.
///
/// # Errors
/// When it cannot be read or has more than `most` bytes.
pub fn all_of(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large(most));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // It may grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

/// The text of a regular file (UTF-8), without the mark that some editors put before it.
///
/// # Errors
/// As [`bytes`], and when it is no UTF-8.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    let bytes = bytes(path, most)?;
    let text = std::str::from_utf8(&bytes[mark_bytes(&bytes)..]);
    text.map(str::to_owned)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text"))
}

/// How many bytes of a text are the mark that some editors put before UTF-8: 3 or none.
pub fn mark_bytes(bytes: &[u8]) -> usize {
    match bytes.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK.len(),
        false => 0,
    }
}

/// The path of a file that a description in `folder` names: one that lies there itself, and is
/// not a link that leads out.
///
/// # Errors
/// When the name leads elsewhere, or nothing is there.
pub fn inside(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let elsewhere = || {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "it does not lie in the same folder",
        )
    };
    if !is_file_name(name) {
        return Err(elsewhere());
    }
    let path = folder.join(name);
    match path.canonicalize()?.starts_with(folder.canonicalize()?) {
        true => Ok(path),
        false => Err(elsewhere()),
    }
}

/// Whether a text names a file and nothing that leads elsewhere.
pub fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let plain = matches!(parts.next(), Some(std::path::Component::Normal(part)) if part == name);
    plain && parts.next().is_none() && !name.contains(['/', '\\', '\0'])
}

fn regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    Err(match found.is_dir() {
        true => io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"),
        false => io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"),
    })
}

fn too_large(most: u64) -> io::Error {
    let what = match most >> 20 {
        0 => format!("it is larger than {} kB", most >> 10),
        mb => format!("it is larger than {mb} MB"),
    };
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

/// A pipe put in the file's place meanwhile would be waited for until somebody writes into it.
#[cfg(unix)]
fn do_not_wait(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(libc::O_NONBLOCK);
}

#[cfg(not(unix))]
fn do_not_wait(_: &mut OpenOptions) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_known_size_are_read() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("a.toml");
        std::fs::write(&file, b"\xef\xbb\xbfx = 1").unwrap();
        assert_eq!(text(&file, 100).unwrap(), "x = 1");
        assert_eq!(bytes(&file, 8).unwrap().len(), 8);
        let large = bytes(&file, 7).unwrap_err();
        assert_eq!(large.kind(), io::ErrorKind::FileTooLarge);
        std::fs::write(&file, [0xff, 0xfe, 0x41]).unwrap();
        assert!(text(&file, 100).unwrap_err().to_string().contains("UTF-8"));
        let folder = bytes(place.path(), 100).unwrap_err();
        assert!(folder.to_string().contains("folder"));
    }

    #[cfg(unix)]
    #[test]
    fn neither_devices_nor_pipes_are_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let link = place.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [pipe.as_path(), &link, Path::new("/dev/zero")] {
            let refused = bytes(path, 100).unwrap_err();
            assert!(refused.to_string().contains("no regular file"), "{refused}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_a_folder_names_lies_in_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("pack");
        std::fs::create_dir(&folder).unwrap();
        let outside = place.path().join("secret.png");
        for file in [&outside, &folder.join("D.png")] {
            std::fs::write(file, "").unwrap();
        }
        std::os::unix::fs::symlink(&outside, folder.join("E.png")).unwrap();
        std::os::unix::fs::symlink("D.png", folder.join("F.png")).unwrap();
        assert!(inside(&folder, "D.png").is_ok());
        assert!(inside(&folder, "F.png").is_ok(), "a link within is fine");
        let absolute = outside.to_str().unwrap();
        for name in [
            "E.png",
            "../secret.png",
            absolute,
            "",
            ".",
            "..",
            "D.png/",
            "G.png",
        ] {
            assert!(inside(&folder, name).is_err(), "{name}");
        }
    }
}
