//! Pages to read, to print and to answer on.

pub mod packing;
pub mod questions;
mod race;
pub(super) mod report;
pub(super) mod transcript;
