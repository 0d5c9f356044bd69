//! Tile packs: made from pictures of faces, or learnt from photographs of a whole box.

pub(super) mod learn;
pub(super) mod pack;
