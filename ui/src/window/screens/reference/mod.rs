//! What is looked up while a game runs: its rules, the tiles that are left, the board to build again.
//!
//! Play goes on behind it.

pub mod rebuild;
pub mod rules;
pub mod tiles_left;
