//! Before the first turn: the start screen, a new game, a saved one, and the end of one from a photograph.
//!
//! They say what is to be played; opening it is the program's.

pub mod new_game;
pub mod open_game;
pub mod score;
pub mod welcome;
