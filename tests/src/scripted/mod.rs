//! A link and a program without threads or files, for tests of the screens.
//!
//! They stand where the threads of the real program stand: a test says what is there, clicks, and reads
//! what was asked for. Nothing is drawn here, and nothing is read from pictures.

mod link;
mod program;

pub use link::MemoryLink;
pub use program::{Asked, MemoryProgram};
