//! Words about what is played: the set-up, what to lay out, and the rules in short.
//!
//! Which rules apply is the set-up's; nothing here decides it.

pub mod rule_cards;
pub mod rulings;
pub mod set_out;
pub mod setup;
pub mod topics;
