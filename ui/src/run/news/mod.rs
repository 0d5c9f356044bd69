//! What a running game tells whoever looks at it, beside its snapshots.
//!
//! The [`picture`] with what was read in it, why something cannot be opened ([`open_error`]), and here
//! how source, packs and parts fare. Plain data; who carries it to whom is not known here.

pub mod open_error;
pub mod picture;

use carcassonne::catalogue::FaceId;
use tracker::CommandError;
use vision::source::SourceError;

use crate::hall::NotTold;
use crate::store::packs::PackChoice;

/// What other packs make of a table that the pack at work does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackNews {
    /// This one reads it.
    Reads {
        /// Which.
        pack: PackChoice,
        /// Tiles it is sure of.
        tiles: usize,
        /// Nobody chose the pack at work, so this one is taken without a question.
        by_itself: bool,
    },
    /// Tiles lie there, and none of the packs reads them.
    Foreign,
    /// The pack at work reads them after all.
    Settled,
}

/// How the source of pictures fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// There is none; the game is kept by hand.
    None,
    /// It is being opened.
    Opening,
    /// Pictures come.
    Running,
    /// The film or folder is at its end.
    Ended,
    /// It failed and is being opened again.
    Failed(SourceError),
}

/// A passing line.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A command had no effect.
    Refused(CommandError),
    /// The tile pack has no picture of these faces of the game: the camera cannot name them.
    PackLacks(Vec<FaceId>),
    /// Pictures of the game could not be kept; the game itself is.
    PicturesNotKept {
        /// Why, in the system's words.
        why: String,
    },
    /// The hall is not told of this game, although that is set.
    HallNotTold(NotTold),
    /// A part of the program failed and was started again.
    Restarted {
        /// Which one.
        part: Part,
        /// Why, in the system's words.
        why: String,
    },
}

/// A part of the program that can fail by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Capture,
    Vision,
    Tracker,
}
