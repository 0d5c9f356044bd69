//! Following a game: the demo, and a table that is watched, in the window or without one.

pub mod confirm;
pub(super) mod demo;
mod headless;
pub(super) mod watch;
