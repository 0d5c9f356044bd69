//! Learns a whole box of tiles from photographs in which they lie spread out: where each lies
//! ([`cut`]), and which face each is, all together and without a picture of any ([`name`]).
//!
//! [`teach`] is for one tile at a time. What is doubtful is for a
//! person to say; nothing here asks, writes or knows a game.

mod cutting;
mod light;
mod meeting;
mod naming;
mod patch;
mod quads;
pub mod teach;
mod tile;
mod whole;

pub use cutting::{cut, fitted};
pub use light::{Light, light};
pub use meeting::Meeting;
pub use naming::{Answer, Named, name};
pub use quads::{Quad, in_reading_order, lie_over};
pub use tile::{Cutout, Tile};
pub use whole::{Learning, Learnt, SURE};
