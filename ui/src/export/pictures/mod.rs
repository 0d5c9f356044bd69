//! Pictures of the board: drawn, as it really lay, and one to share.

pub(crate) mod board;
pub(super) mod photo;
pub mod picture;
