//! Games that are saved: listed, deleted, told again, and files made from them.

pub(super) mod export;
pub(super) mod games;
pub(super) mod replay;
