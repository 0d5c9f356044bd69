//! Single photographs: reading them, and the final scoring of a game from one.

mod by_phone;
pub(super) mod read;
pub(super) mod score;
