//! The picture as people are shown it: how well the camera stands ([`aim`]), and straightened
//! pictures of the board ([`rectify`]). Names nothing that lies there.

pub mod aim;
pub mod rectify;
