//! The open questions: one per thing, each with a name that is never used again.
//!
//! Belief asks and withdraws, a person answers by way of the [`Tracker`](crate::Tracker). It does
//! not know why something is asked.

use crate::belief::question::{About, Guess, Question, QuestionId};
use carcassonne::geometry::Cell;

/// What is asked.
#[derive(Debug, Default)]
pub(super) struct Questions {
    open: Vec<Question>,
    /// How many were ever asked.
    asked: u64,
}

impl Questions {
    /// The open ones, oldest first.
    pub(super) fn open(&self) -> &[Question] {
        &self.open
    }

    /// Whether that is asked.
    pub(super) fn is_open(&self, about: About) -> bool {
        self.open.iter().any(|question| question.about == about)
    }

    /// Asks; a new doubt about the same thing replaces the old one.
    pub(super) fn ask(&mut self, about: About, cell: Cell, frame: u64, guesses: Vec<Guess>) {
        self.open
            .retain(|open| !(open.about == about && open.cell == cell));
        self.asked += 1;
        self.open.push(Question {
            id: QuestionId(self.asked),
            about,
            cell,
            frame,
            guesses,
        });
    }

    /// Asks before all others, and instead of what a person doubted before.
    pub(super) fn ask_first(&mut self, about: About, cell: Cell, frame: u64, guesses: Vec<Guess>) {
        self.open
            .retain(|open| !matches!(open.about, About::Doubted { .. }));
        self.ask(about, cell, frame, guesses);
        self.open.rotate_right(1);
    }

    /// Takes out a question that was answered.
    pub(super) fn take(&mut self, id: QuestionId) -> Option<Question> {
        let at = self.open.iter().position(|question| question.id == id)?;
        Some(self.open.remove(at))
    }

    /// Closes those that no longer matter.
    pub(super) fn keep(&mut self, matters: impl FnMut(&Question) -> bool) {
        self.open.retain(matters);
    }

    /// Gives new answers to the questions for which there are any.
    pub(super) fn renew(&mut self, answers: impl Fn(About) -> Option<Vec<Guess>>) {
        for question in &mut self.open {
            if let Some(guesses) = answers(question.about) {
                question.guesses = guesses;
            }
        }
    }

    /// Nothing is asked any more.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}
