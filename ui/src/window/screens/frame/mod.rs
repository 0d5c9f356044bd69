//! What is around every screen: the bar, the keys of actions and their help, files that are
//! chosen or dropped, and the line that tells what a step came to.
//!
//! It knows no single screen.

pub mod bar;
pub mod choose_file;
pub mod dropped;
pub mod help;
pub mod keys;
pub(super) mod told;
