//! The parts that run beside the window: capture, seeing, tracking.
//!
//! ```text
//! Capture ──frame──► Seeing ──look──► Tracking ──snapshot──► window or report
//!                                        ▲
//!                                        └── commands, never dropped
//! ```
//!
//! Between two parts lies a one-slot [`vision::source::mailbox`]. A live source's newest frame wins;
//! a recording is handed on frame by frame and nothing is left out. Each part is an [`Actor`]
//! whose [`Actor::step`] tests call without any thread; the [`crew`] gives each a thread,
//! restarts one that panics, and ends them in two steps (asked, then waited for).

pub mod capture;
pub mod crew;
pub mod seeing;
pub mod tracking;

use std::time::Duration;

use vision::source::Pace;
use vision::source::mailbox::Sender;

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something was done; go on.
    Worked,
    /// Nothing was there to do.
    Idle,
    /// There will never be anything again.
    Done,
}

/// A part of the program that runs step by step.
pub trait Actor {
    /// Does one piece of work. Waits for input at most `wait`, so that a stop is noticed.
    fn step(&mut self, wait: Duration) -> Step;
}

/// Hands a value on as the source's pace wants it: live values replace older ones, recorded
/// ones wait for their turn. `false`: nobody listens any more.
fn hand_on<T>(to: &Sender<T>, pace: Pace, value: T) -> bool {
    match pace {
        Pace::Live => to.put(value),
        Pace::Recorded | Pace::Pictures => to.put_when_free(value),
    }
}
