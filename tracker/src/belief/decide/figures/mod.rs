//! Deciding about figures: [`new`] decides new ones and [`absent`] those that are gone, [`brief`] those
//! that stood for a moment; [`newest`] reads the open turn's again, and [`at_once`] asks for meeples
//! that went home before anybody saw them.

mod absent;
pub(in crate::belief) mod at_once;
mod brief;
mod new;
mod newest;
