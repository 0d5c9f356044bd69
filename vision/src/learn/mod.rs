//! Learns a whole box of tiles from photographs in which they lie spread out: where each lies
//! ([`cut`]), and which face each is, all together and without a picture of any ([`name`]).
//!
//! Stands beside [`crate::teach`], which teaches one tile at a time. What is doubtful is for a
//! person to say; nothing here asks, writes or knows a game.

mod assign;
mod bare;
mod copies;
mod cut;
mod edges;
mod emblem;
mod laid;
mod light;
mod meeting;
mod naming;
mod outlines;
mod patch;
mod plane;
mod prints;
mod quads;
mod rims;
mod settle;
mod sides;
mod squares;
mod tile;
mod vanishing;
mod whole;

pub use cut::{cut, fitted};
pub use light::{Light, light};
pub use meeting::Meeting;
pub use naming::{Answer, Named, name};
pub use quads::{Quad, in_reading_order, lie_over};
pub use tile::{Cutout, Tile};
pub use whole::{Learning, Learnt, SURE};
