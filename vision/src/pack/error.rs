//! Why a pack cannot be used, built or joined.

use std::path::PathBuf;

use carcassonne::catalogue::FaceId;

/// The newest `pack.toml` this program writes and understands.
pub(super) const VERSION: u32 = 1;

/// Why a pack could not be read, built or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PackError {
    #[error("there is no tile pack at {0}: no pack.toml was found")]
    Missing(PathBuf),
    #[error("cannot read {path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("cannot write {path}: {source}")]
    NotWritten {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path} is not a readable pack description: {message}")]
    Manifest { path: PathBuf, message: String },
    #[error(
        "{path} was written by a newer Nebelwacht (pack version {found}, this one reads {VERSION})"
    )]
    Newer { path: PathBuf, found: u32 },
    #[error("the pack's faults:\n{}", .0.join("\n"))]
    Faults(Vec<String>),
    #[error("no picture of a face in {0}: names begin with the face, like D.jpg or D_02.png")]
    Empty(PathBuf),
    #[error(
        "these packs use one name for different tiles:\n{}",
        .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    )]
    Differing(Vec<Differing>),
    #[error("{0} already exists")]
    Taken(PathBuf),
    #[error("our own art could not be drawn: {0}")]
    Drawing(String),
    #[error("{0} holds more than a tile pack, which would be lost")]
    NotOnlyAPack(PathBuf),
    #[error("OpenCV: {0}")]
    OpenCv(#[from] opencv::Error),
}

/// Names that stand for different prints in two packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The pack that comes later.
    pub pack: String,
    /// Its names that mean something else before it.
    pub faces: Vec<FaceId>,
}

impl std::fmt::Display for Differing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let faces: Vec<_> = self.faces.iter().map(ToString::to_string).collect();
        let (pack, faces) = (&self.pack, faces.join(" "));
        write!(f, "{pack}: something else is printed on its {faces}")
    }
}
