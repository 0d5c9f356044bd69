//! The points as the table shows them: who has how many, by what they were won, and what happened.
//!
//! The score cards with the turn clock, the last lines with "why 28?" and the history, the points of a
//! score track put right by hand, the ranking at the end. Counting is the tracker's.

pub(super) mod clock;
pub mod history;
pub mod lines;
pub mod players;
pub(super) mod ranking;
pub(super) mod track;
pub mod why;
