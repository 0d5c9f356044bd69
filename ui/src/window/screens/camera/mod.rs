//! What watches the running game: which source it is, and how well the camera is aimed.
//!
//! The picture itself is the table's.

pub mod aim;
pub mod source;
