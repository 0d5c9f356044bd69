//! Pieces: the wooden figures on the tiles, and those that lie beside them.
//!
//! [`bare`] shows the board as it would look empty, [`paint`] finds wooden colours that it does
//! not explain, [`outline`] and [`silhouette`] say which piece stands there and how,
//! [`figures`] puts it together, [`ground`] says on which feature, [`named`] what a photograph's
//! figures come to. [`heaps`], [`apart`] and
//! [`supply`] look beside the board. Ghosts are [`crate::ghosts`]' business.

pub mod apart;
mod balance;
pub mod bare;
pub mod figures;
pub mod ground;
pub mod heaps;
pub mod named;
pub mod outline;
pub mod paint;
pub(crate) mod played;
pub mod silhouette;
pub mod stature;
pub mod supply;
