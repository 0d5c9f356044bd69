//! The studio: an artist ([`art`]) who draws our own tiles, maps and pieces, and a photographer
//! ([`synth`]) who films them on a table with lens, light, shadow, blur, noise and hands.
//!
//! For the demo, for practice tiles, and for tests of everything that reads pictures. It draws
//! what it is told; it knows no rule and never reads a picture.

pub mod art;
pub mod synth;
