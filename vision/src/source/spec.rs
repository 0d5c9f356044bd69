//! What a person writes to name a source, read into a type.
//!
//! Only the text and the file's kind are looked at here; nothing is opened.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::SourceError;
use super::pace::Pace;

/// A source as it is named on the command line, in settings and in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceSpec {
    /// A camera of this machine: `camera:0`.
    Camera(u32),
    /// A video file.
    Video(PathBuf),
    /// A folder of pictures, or one picture.
    Folder(PathBuf),
    /// An `http://`, `https://`, `rtsp://` or `rtsps://` address.
    Stream(String),
}

impl FromStr for SourceSpec {
    type Err = SourceError;

    /// Reads `camera:0`, an address, or a path that must exist.
    fn from_str(text: &str) -> Result<Self, SourceError> {
        let unreadable = || SourceError::Unreadable(text.to_owned());
        if let Some(index) = text.strip_prefix("camera:") {
            return index.parse().map(Self::Camera).map_err(|_| unreadable());
        }
        if let Some((scheme, rest)) = text.split_once("://") {
            let known = ["http", "https", "rtsp", "rtsps"];
            return if known.contains(&scheme.to_ascii_lowercase().as_str()) && !rest.is_empty() {
                Ok(Self::Stream(text.to_owned()))
            } else {
                Err(unreadable())
            };
        }
        if text.trim().is_empty() {
            return Err(unreadable());
        }
        Self::from_path(Path::new(text))
    }
}

impl SourceSpec {
    /// The source at a path: a folder (or single picture) or a video file.
    ///
    /// # Errors
    /// When nothing is there, or when it may not be looked at.
    pub fn from_path(path: &Path) -> Result<Self, SourceError> {
        let kind = std::fs::metadata(path).map_err(|error| SourceError::of(path, &error))?;
        let folder = kind.is_dir() || super::folder::is_picture_name(path);
        Ok(if folder {
            Self::Folder(path.to_owned())
        } else {
            Self::Video(path.to_owned())
        })
    }
}

impl SourceSpec {
    /// How the pictures of such a source follow each other.
    pub fn pace(&self) -> Pace {
        match self {
            Self::Camera(_) | Self::Stream(_) => Pace::Live,
            Self::Video(_) => Pace::Recorded,
            Self::Folder(_) => Pace::Pictures,
        }
    }
}

impl fmt::Display for SourceSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Camera(index) => write!(f, "camera:{index}"),
            Self::Video(path) | Self::Folder(path) => write!(f, "{}", path.display()),
            Self::Stream(url) => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_sources() {
        assert_eq!("camera:2".parse(), Ok(SourceSpec::Camera(2)));
        assert_eq!(
            "rtsp://10.0.0.7:554/live".parse(),
            Ok(SourceSpec::Stream("rtsp://10.0.0.7:554/live".into()))
        );
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(
            SourceSpec::from_path(folder.path()),
            Ok(SourceSpec::Folder(folder.path().into()))
        );
    }

    #[test]
    fn wrong_texts_say_what_to_write() {
        for text in [
            "camera:",
            "camera:front",
            "ftp://host/x.mp4",
            "http://",
            "",
            "  ",
        ] {
            let error = text.parse::<SourceSpec>().expect_err(text);
            assert_eq!(error, SourceError::Unreadable(text.into()));
            assert!(error.help().contains("camera:0"), "{}", error.help());
        }
        assert_eq!(
            "no/such/film.mp4".parse::<SourceSpec>(),
            Err(SourceError::Missing("no/such/film.mp4".into()))
        );
    }
}
