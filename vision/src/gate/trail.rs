//! The frames just past, to tell which part of the picture moves.
//!
//! A frame of a while ago shows what has moved since, however slowly. Keeps no more of them than
//! that takes, and none while the table is quiet.

use std::collections::VecDeque;

use opencv::core::{Mat, MatTraitConst};

/// Small grey pictures and when they were taken, ms; oldest first.
#[derive(Debug, Default)]
pub(super) struct Trail {
    frames: VecDeque<(Mat, u64)>,
}

impl Trail {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.frames.clear();
    }

    /// Takes in a frame, and forgets those that are not needed any more to look back by `back_ms`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn push(&mut self, small: &Mat, at_ms: u64, back_ms: u64) -> Result<(), opencv::Error> {
        let old = |(_, then): &(Mat, u64)| at_ms.saturating_sub(*then) >= back_ms;
        while self.frames.get(1).is_some_and(old) {
            self.frames.pop_front();
        }
        self.frames.push_back((small.try_clone()?, at_ms));
        Ok(())
    }

    /// The newest frame that is at least `back_ms` old, and the newest of all if that is another;
    /// nothing before there is one as old.
    pub fn back(&self, at_ms: u64, back_ms: u64) -> impl Iterator<Item = &Mat> {
        let old = |(_, then): &(Mat, u64)| at_ms.saturating_sub(*then) >= back_ms;
        let then = self.frames.iter().rposition(old);
        let last = self.frames.len().checked_sub(1);
        let last = last.filter(|last| then.is_some_and(|then| then != *last));
        let frames = then.into_iter().chain(last);
        frames.map(|at| &self.frames[at].0)
    }
}
