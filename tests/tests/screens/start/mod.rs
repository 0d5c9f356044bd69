//! Before a game: the ways to one, and what is set, laid out or looked up on them.

pub(crate) mod evening;
pub(crate) mod packs;
pub(crate) mod score;
pub(crate) mod set_out;
pub(crate) mod settings;
pub(crate) mod ways;
