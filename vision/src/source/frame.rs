//! One picture with its number and its time, and the clock live sources read the time from.
//!
//! First station of the data path: every [`crate::source`] hands out [`Frame`]s, the
//! [`crate::gate`] and the reader take them. A frame is never changed once it exists, so it
//! is shared as `Arc<Frame>` between the reader and the window.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use opencv::core::{Mat, MatTraitConst};

/// One picture of the table.
#[derive(Debug)]
pub struct Frame {
    /// Blue, green, red; 8 bits each, rows from the top (`CV_8UC3`).
    pub pixels: Mat,
    /// Counted from 0 by the source. Live sources leave gaps where frames were dropped.
    pub seq: u64,
    /// Milliseconds since the source was opened: measured for live sources, `seq / fps` for
    /// files. Never goes backwards within a source.
    pub taken_at_ms: u64,
}

impl Frame {
    /// Width and height in pixels.
    pub fn size_px(&self) -> [u32; 2] {
        [
            self.pixels.cols().max(0) as u32,
            self.pixels.rows().max(0) as u32,
        ]
    }
}

/// Where live sources take the time from. Passed in, so that tests own the time.
pub trait Clock: Send + Sync {
    /// Milliseconds since some fixed moment; never goes backwards.
    fn now_ms(&self) -> u64;
}

/// The machine's monotonic clock, 0 at its making.
#[derive(Clone, Copy, Debug)]
pub struct MachineClock(Instant);

impl MachineClock {
    /// A clock that starts at 0 now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for MachineClock {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that is moved by hand, for tests.
#[derive(Debug, Default)]
pub struct HandClock(AtomicU64);

impl HandClock {
    /// Moves the clock forward.
    pub fn advance_ms(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now_ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}
