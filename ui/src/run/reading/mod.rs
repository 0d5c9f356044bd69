//! What reads a table, by which pack, and what comes of it besides claims.
//!
//! [`reader`] makes vision's reader as the set-up wants it, from a [`pack_source`], [`noting`] what it
//! learns of the camera; a [`scout`] tries other packs where that one reads nothing, and a [`pupil`]
//! makes one [ready](crate::run::ready) that has grown. A single photograph of a finished game is a
//! [`read_board`], turned [`upright`]. For the window there are an [`overlay`] over the picture,
//! [`cut_outs`] of tiles, and a [`proposal`] for one that is unknown.

pub mod cut_outs;
pub mod noting;
pub mod overlay;
pub mod pack_source;
pub mod proposal;
pub mod pupil;
pub mod read_board;
pub mod reader;
pub mod scout;
pub mod upright;
