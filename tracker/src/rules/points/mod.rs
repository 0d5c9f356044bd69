//! Points: what a feature is worth and to whom, written as a sum that a player can follow.
//!
//! [`scoring`] asks the game and its expansions, [`expression`] is what it answers with. Neither
//! adds anything to a score; the order of a turn does.

pub mod expression;
pub mod scoring;
