//! What the table says without asking: what to remember, what was refused.
//!
//! The strip of the expansions, reminders, passing lines and the cards of rules. None of it needs an
//! answer.

pub mod modules;
pub mod notices;
pub mod reminders;
pub mod rule_card;
