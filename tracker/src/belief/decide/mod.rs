//! Deciding: what the evidence comes to, one kind of thing after the other.
//!
//! The upper floor of belief, on [`super::evidence`]. A `judge_…` looks at one thing and says what it
//! comes to, changing nothing; the `decide_…` above it goes through all of them, puts what was
//! judged on the [`Draft`](super::decision::Draft), and remembers or asks what belongs to it.
//!
//! [`start`] finds the start tile, [`tiles`] the new ones; [`known`] looks after those that lie, and
//! [`moved`] follows one that is laid again elsewhere. [`figures`] decides new figures and [`absent`]
//! those that are gone, [`brief`] those that stood for a moment, [`newest`] reads the open turn's again.
//! [`choices`] closes choices by the ghosts and animals that are seen, [`misread`] corrects figures by
//! them, and [`reopen`] changes the past where the table plays on. [`at_once`] asks for meeples that went
//! home before anybody saw them. [`cards`] and [`map`] belong to Tatan and to the Benelux map, and [`unreadable`] asks
//! where nothing can be read.

mod absent;
pub(super) mod at_once;
mod brief;
mod cards;
mod choices;
mod figures;
mod known;
mod map;
mod misread;
mod moved;
mod newest;
mod reopen;
mod start;
mod tiles;
mod unreadable;
