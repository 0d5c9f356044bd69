//! Pieces: the wooden figures on the tiles, and those that lie beside them.
//!
//! On a [`raster`] of the picture [`bare`] shows the board as it would look empty, [`paint`] finds
//! wooden colours that it does not explain, [`figures`] goes through them, `touching` parts what
//! touches, `explain` says which piece stands there and how (by [`outline`] and [`silhouette`]),
//! `grass` what is none, and [`memory`] keeps it all until the next look. [`ground`] says on which
//! feature, [`named`] what a photograph's figures come to. [`heaps`], [`apart`] and [`supply`] look
//! beside the board. Ghosts are [`crate::ghosts`]' business.

pub mod apart;
mod balance;
pub mod bare;
pub(crate) mod explain;
pub mod figures;
pub(crate) mod grass;
pub mod ground;
pub mod heaps;
pub mod memory;
pub mod named;
pub mod outline;
pub mod paint;
pub(crate) mod place;
pub(crate) mod played;
pub mod raster;
pub mod silhouette;
pub mod stature;
pub mod supply;
pub(crate) mod touching;
