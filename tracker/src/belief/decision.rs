//! Decisions: what a look comes to, as values. Nothing of them has happened yet.
//!
//! Between belief, which thinks a look through, and the [`Tracker`](crate::Tracker), which appends
//! what was decided. One decision may rest on another of the same look, as a figure on the tile that
//! has just come; so a look is thought through on a [`Draft`]: the game as it will stand.

use std::borrow::Cow;

use crate::belief::question::Difference;
use crate::event::{By, EventId, EventKind, Evidence};
use crate::log::Log;
use crate::rules::{Game, RuleFault};
use carcassonne::seen::SeenTable;

/// Something that is to be appended to the log, and who says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Who says so.
    pub by: By,
    /// What happened.
    pub kind: EventKind,
}

impl Decision {
    /// The camera saw it, so surely and in these frames.
    pub(super) fn seen(kind: EventKind, sure: f32, evidence: Evidence) -> Self {
        let by = By::camera(sure, evidence);
        Self { by, kind }
    }

    /// It follows from the rules and the table's habits.
    pub(super) const fn ruled(kind: EventKind) -> Self {
        Self { by: By::Rule, kind }
    }
}

/// One look with all that it has decided so far.
pub(super) struct Draft<'l> {
    /// What was seen.
    pub(super) table: &'l SeenTable,
    /// When, in milliseconds of the game; a source that begins anew does not turn it back.
    pub(super) at_ms: u64,
    log: Cow<'l, Log>,
    decided: Vec<Decision>,
    differences: Vec<Difference>,
}

impl<'l> Draft<'l> {
    /// Nothing is decided yet.
    pub(super) const fn new(log: &'l Log, table: &'l SeenTable, at_ms: u64) -> Self {
        Self {
            table,
            at_ms,
            log: Cow::Borrowed(log),
            decided: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// The log as it will be.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// The game as it will stand.
    pub(super) fn game(&self) -> &Game {
        self.log.game()
    }

    /// Decides something, and gives the name that its event will have.
    ///
    /// # Errors
    /// If the rules refuse it: it is not decided then, and nothing has changed.
    pub(super) fn decide(&mut self, decision: Decision) -> Result<EventId, RuleFault> {
        let Decision { by, kind } = decision.clone();
        let event = self.log.to_mut().append(self.at_ms, by, kind)?;
        self.decided.push(decision);
        Ok(event)
    }

    /// Decides what the rules allow of these, each for itself.
    pub(super) fn decide_all(&mut self, decisions: impl IntoIterator<Item = Decision>) {
        for decision in decisions {
            // What they refuse leaves the game as it is, which is what the table shows then.
            drop(self.decide(decision));
        }
    }

    /// States that table and board differ, and no event explains it.
    pub(super) fn differ(&mut self, difference: Difference) {
        self.differences.push(difference);
    }

    /// Whether everything seen so far is explained.
    pub(super) const fn is_explained(&self) -> bool {
        self.differences.is_empty()
    }

    /// Takes out the differences stated so far.
    pub(super) fn take_differences(&mut self) -> Vec<Difference> {
        std::mem::take(&mut self.differences)
    }

    /// What was decided, in order.
    pub(super) fn into_decisions(self) -> Vec<Decision> {
        self.decided
    }
}
