//! Occlusion: naming a tile of which figures hide a part.
//!
//! [`covered`] is for tiles under figures that were found, [`partly`] for those under something that
//! was not, where what is no [`printed`] colour is left out. [`covers`] is what figures cover, and
//! [`alike`] compares the rest with pictures. Finds no figures and begins no board.

mod alike;
pub mod covered;
pub(crate) mod covers;
pub(crate) mod partly;
pub(crate) mod printed;
