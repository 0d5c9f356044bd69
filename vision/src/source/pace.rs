//! What all sources of pictures have in common, and how their pictures follow each other.

use super::error::SourceError;
use super::frame::Frame;

/// How a source's pictures follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Pictures come whether or not anybody reads them: the newest one counts.
    Live,
    /// A recording: every frame is read, as fast as can be.
    Recorded,
    /// Single photographs without known time between them: every one is read.
    Pictures,
}

/// Delivers frames one after the other.
///
/// Not `Send`, because a camera must stay on the thread that opened it: open a source on the
/// thread that will read it.
pub trait Source {
    /// The next frame, or `None` when there is no more.
    ///
    /// # Errors
    /// A [passing](SourceError::is_passing) error means: nothing now, call again. After any
    /// other error nothing more is to be expected: let go of the source, and open it anew if need be.
    fn next(&mut self) -> Result<Option<Frame>, SourceError>;

    /// What it is, in a few words for people (`camera 0: C920`, `table.mp4, 338 frames`).
    fn describe(&self) -> String;

    /// How its pictures follow each other.
    fn pace(&self) -> Pace;

    /// How many frames there will be, where that is known.
    fn frames_expected(&self) -> Option<u64> {
        None
    }
}
