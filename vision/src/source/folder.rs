//! A folder of pictures, or a single picture, as a source.
//!
//! Pictures come in the order of their names with numbers counted as numbers (`table2`
//! before `table10`). Never looks into subfolders.

use std::path::{Path, PathBuf};

use files::limits::PHOTO_PIXELS;

use super::error::SourceError;
use super::pace::{Pace, Source};
use crate::picture;
use crate::source::frame::Frame;

/// Time put between two pictures of a folder, since their own is unknown: one second, long
/// enough that no rule about time takes two photographs for neighbouring video frames.
pub const PICTURE_INTERVAL_MS: u64 = 1000;

/// Whether a file's name ends as a picture's does.
pub(super) fn is_picture_name(path: &Path) -> bool {
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| {
            files::picture::ENDINGS
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
}

/// The pictures of a folder in reading order; a single picture is a folder of one.
///
/// # Errors
/// When the folder cannot be read or holds none.
pub fn pictures_in(path: &Path) -> Result<Vec<PathBuf>, SourceError> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let forbidden = |error: std::io::Error| SourceError::of(path, &error);
    let mut pictures = Vec::new();
    for entry in std::fs::read_dir(path).map_err(forbidden)? {
        let entry = entry.map_err(forbidden)?;
        let file = entry.path();
        // A link that leads out of the folder is none of its pictures.
        let name = entry.file_name();
        let inside = files::read::inside(path, &name.to_string_lossy()).is_ok();
        if is_picture_name(&file) && inside && file.is_file() {
            pictures.push(file);
        }
    }
    if pictures.is_empty() {
        return Err(SourceError::EmptyFolder(path.to_owned()));
    }
    alphanumeric_sort::sort_path_slice(&mut pictures);
    Ok(pictures)
}

/// Pictures of a folder, one after the other.
#[derive(Debug)]
pub struct FolderSource {
    folder: PathBuf,
    pictures: Vec<PathBuf>,
    next: usize,
}

impl FolderSource {
    /// Lists the folder.
    ///
    /// # Errors
    /// As [`pictures_in`].
    pub fn open(folder: &Path) -> Result<Self, SourceError> {
        Ok(Self {
            folder: folder.to_owned(),
            pictures: pictures_in(folder)?,
            next: 0,
        })
    }
}

impl Source for FolderSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        let Some(path) = self.pictures.get(self.next) else {
            return Ok(None);
        };
        let seq = self.next as u64;
        self.next += 1;
        let pixels =
            picture::whole(path, PHOTO_PIXELS).map_err(|error| SourceError::BadPicture {
                path: path.clone(),
                why: error.to_string(),
            })?;
        Ok(Some(Frame {
            pixels,
            seq,
            taken_at_ms: seq * PICTURE_INTERVAL_MS,
        }))
    }

    fn describe(&self) -> String {
        format!(
            "{}, {} pictures",
            self.folder.display(),
            self.pictures.len()
        )
    }

    fn pace(&self) -> Pace {
        Pace::Pictures
    }

    fn frames_expected(&self) -> Option<u64> {
        Some(self.pictures.len() as u64)
    }
}
