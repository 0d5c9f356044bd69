//! Deciding: what the evidence comes to, one kind of thing after the other.
//!
//! The upper floor of belief, on [`super::evidence`]. A `judge_…` looks at one thing and says what it
//! comes to, changing nothing; the `decide_…` above it goes through all of them, puts what was
//! judged on the [`Draft`](super::decision::Draft), and remembers or asks what belongs to it.
//!
//! [`tiles`] and [`figures`] decide what is laid, put and taken; [`choices`] closes choices by the
//! ghosts and animals that are seen, and changes the past where those contradict it. [`cards`] and
//! [`map`] belong to Tatan and to the Benelux map, and [`unreadable`] asks where nothing can be read.

mod cards;
mod choices;
pub(super) mod figures;
mod map;
mod tiles;
mod unreadable;
