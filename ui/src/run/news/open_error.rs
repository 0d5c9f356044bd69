//! Why something cannot be opened or started.

use std::path::PathBuf;

use vision::source::SourceError;

use crate::failure::Failure;
use crate::hall::NotTold;

/// Why something could not be started or opened. What to do about it is said by who tells it: the
/// screens name buttons, the command line names verbs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The camera, film, folder or stream cannot be opened.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The photograph cannot be read as a picture.
    #[error("{} cannot be read as a picture: {why}", photo.display())]
    Photo {
        /// Which one.
        photo: PathBuf,
        /// Why.
        why: String,
    },
    /// No board was found in the photograph.
    #[error("no tile was found in {}", photo.display())]
    NoBoard {
        /// Which one.
        photo: PathBuf,
    },
    /// The record cannot be read.
    #[error("{} cannot be opened as a game: {why}", record.display())]
    Record {
        /// Which one.
        record: PathBuf,
        /// Why.
        why: String,
    },
    /// The game is open in another window.
    #[error("{} is open in another window", record.display())]
    InUse {
        /// Which one.
        record: PathBuf,
    },
    /// The tile pack cannot be used.
    #[error("the tile pack {pack} cannot be used: {why}")]
    Pack {
        /// Which one.
        pack: String,
        /// Why.
        why: String,
    },
    /// Two packs use these names for different tiles.
    #[error("the packs use one name for different tiles: {faces}")]
    Differing {
        /// The names.
        faces: String,
    },
    /// The record cannot be written.
    #[error("nothing can be saved in {}: {why}", folder.display())]
    Folder {
        /// Where.
        folder: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// The game has no record, so it cannot go on with another camera or pack.
    #[error("this game is not saved, so it cannot go on with another camera or pack")]
    NotSaved,
    /// The hall cannot be told of the game.
    #[error(transparent)]
    Hall(#[from] NotTold),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let help = match &error {
            OpenError::Source(error) => return error.clone().into(),
            OpenError::Photo { .. } => "name a JPEG or PNG that opens elsewhere",
            OpenError::NoBoard { .. } => {
                "photograph the whole board from above, and name the pack of these very tiles"
            }
            OpenError::Record { .. } => "the file is left as it is; name another record",
            OpenError::Pack { .. } => "`nebelwacht pack show` says what is in it",
            OpenError::Differing { .. } => "join them under new names, or teach one of them again",
            OpenError::InUse { .. } => "continue there, or close it first",
            OpenError::Folder { .. } => {
                "check free space and access rights, or name another --data-dir"
            }
            OpenError::NotSaved => "begin a game of your own",
            OpenError::Hall(why) => return why.clone().into(),
            OpenError::Other(_) => "run again with -v and report what it prints",
        };
        Self::new(error.to_string(), help)
    }
}
