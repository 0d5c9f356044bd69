//! What a person reads when a verb fails: one line what, one line what to do.
//!
//! The edge of the program: library errors are turned into a [`Failure`] exactly once, where
//! it is known what the person was after.

use std::fmt;

use vision::pack::PackError;
use vision::source::SourceError;

/// Why a verb could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong, without a full stop.
    pub what: String,
    /// What the person can do, without a full stop.
    pub help: String,
}

impl Failure {
    /// A failure in two sentences.
    pub fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            help: help.into(),
        }
    }

    /// A file or folder that could not be written.
    pub fn not_written(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(
            format!("{} cannot be written: {error}", path.display()),
            "check free space and access rights, or name another place",
        )
    }

    /// A game that another window has open.
    pub fn in_use(path: &std::path::Path) -> Self {
        Self::new(
            format!("{} is open in another window", path.display()),
            "continue there, or close it first",
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, help) = (shown(&self.what), shown(&self.help));
        write!(f, "error: {what}\nhelp: {help}")
    }
}

/// What may be quoted from a file cannot command the terminal.
fn shown(text: &str) -> String {
    let plain = |&letter: &char| letter == '\n' || files::words::is_plain(letter);
    text.chars().filter(plain).collect()
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        Self::new(error.to_string(), error.help())
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let help = match &error {
            PackError::Missing(_) => {
                "name a pack's folder, a kept pack or `built-in`; \
                 `nebelwacht pack build --from DIR --out PACK` makes one from a folder of pictures"
            }
            PackError::Io { .. } => "check that it is there and may be read",
            PackError::NotWritten { .. } => {
                "check free space and access rights, or name another folder"
            }
            PackError::Manifest { .. } => "build the pack again with `nebelwacht pack build`",
            PackError::Newer { .. } => "update Nebelwacht, or build the pack again",
            PackError::Faults(_) => "put the pictures right, then build the pack again",
            PackError::Empty(_) => "name pictures after their face: D.jpg, or D_2.jpg for one more",
            PackError::Differing(_) => {
                "if they really are different tiles, --rename gives the later ones free names; \
                 if not, teach them again in one of the packs"
            }
            PackError::Taken(_) => "name a new folder, or replace the pack there with --replace",
            PackError::NotOnlyAPack(_) => "name another folder; only a pack is replaced",
            PackError::OpenCv(_) | PackError::Drawing(_) => {
                "run again with -v and report what it prints"
            }
        };
        Self::new(error.to_string(), help)
    }
}

/// Wraps an error that no person can mend.
pub fn unexpected(error: &dyn std::error::Error) -> Failure {
    Failure::new(
        error.to_string(),
        "run again with -v and report what it prints",
    )
}
