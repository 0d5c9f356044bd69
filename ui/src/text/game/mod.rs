//! Sentences about a game that runs: points, questions, choices, corrections, counts,
//! what the camera thinks, and what is heard.
//!
//! The tracker says what is so; here it is only worded. What an expansion adds stands beside it.

pub mod choices;
pub mod corrections;
pub mod counts;
pub mod cues;
pub mod facts;
pub mod irregular;
pub mod state;
