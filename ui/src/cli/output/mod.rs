//! What a verb says: results on stdout; progress, warnings and its own notes on stderr.

pub mod logging;
mod print;
pub mod progress;

pub(super) use print::{count, print, print_json};
