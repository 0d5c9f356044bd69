//! Following a game: the demo, and a table that is watched, in the window or without one.
//! [`without_window`] is the crew at work; `headless` is around it: what is told meanwhile and after.

pub mod confirm;
pub(super) mod demo;
mod headless;
pub(super) mod watch;
pub mod without_window;
