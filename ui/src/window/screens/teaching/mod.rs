//! What the program is taught about printed things: tile packs, single tiles and whole boxes, maps.
//!
//! Proposals and descriptions are made by others; here they are shown and put right.

pub mod packs;
pub mod teach;
pub mod teach_map;
