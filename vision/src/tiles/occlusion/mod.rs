//! Occlusion: naming a tile of which figures hide a part.
//!
//! [`covered`] is for tiles under figures that were found, [`partly`] for those under something that
//! was not, where what is no [`printed`] colour is left out. Finds no figures and begins no board.

pub mod covered;
pub(crate) mod partly;
pub(crate) mod printed;
