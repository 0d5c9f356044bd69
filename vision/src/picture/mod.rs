//! Pictures by themselves: read from files and from people ([`decode`] and [`read`] are the only way in),
//! sampled as if seen from above ([`pyramid`]), their [`colours`] counted.
//!
//! What every other room stands on. Never asks what a picture shows.

pub mod colours;
mod file;
pub(crate) mod illumination;
pub mod pyramid;

pub use file::{Picture, check, decode, read, whole};
