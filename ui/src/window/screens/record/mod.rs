//! What becomes of a game: looking back at it, files and pictures from it, statistics over many.
//!
//! Read from the record; nothing here changes it.

pub mod export;
pub mod review;
pub mod share;
pub mod statistics;
