//! A recording shown no faster than it was taken, for the window.
//!
//! Wraps a source between opener and capture. Leaves live sources alone; a reader that is
//! slower than the film still gets every frame, only later.

use std::sync::Arc;
use std::time::Duration;

use vision::source::frame::{Clock, Frame};
use vision::source::{Pace, Source, SourceError};

/// Longest wait before one frame, so that closing the window is noticed.
const LONGEST_WAIT_MS: u64 = 1000;

/// A source whose frames come at the pace at which they were taken.
pub struct RealTime {
    source: Box<dyn Source>,
    clock: Arc<dyn Clock>,
    /// When a frame taken at 0 is due.
    start_ms: Option<u64>,
}

impl RealTime {
    /// Paces `source` by `clock`.
    pub fn new(source: Box<dyn Source>, clock: Arc<dyn Clock>) -> Self {
        Self {
            source,
            clock,
            start_ms: None,
        }
    }
}

impl Source for RealTime {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        let frame = self.source.next()?;
        if let (Some(frame), true) = (&frame, self.source.pace() != Pace::Live) {
            let now = self.clock.now_ms();
            let start = *self
                .start_ms
                .get_or_insert_with(|| now.saturating_sub(frame.taken_at_ms));
            let due = start + frame.taken_at_ms;
            if due > now {
                std::thread::sleep(Duration::from_millis((due - now).min(LONGEST_WAIT_MS)));
            } else {
                // The reader took its time; the film goes on from here instead of hurrying.
                self.start_ms = Some(now.saturating_sub(frame.taken_at_ms));
            }
        }
        Ok(frame)
    }

    fn describe(&self) -> String {
        self.source.describe()
    }

    fn pace(&self) -> Pace {
        self.source.pace()
    }

    fn frames_expected(&self) -> Option<u64> {
        self.source.frames_expected()
    }
}
