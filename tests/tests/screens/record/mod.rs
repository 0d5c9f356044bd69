//! After a game: looking back, pictures kept of it, files made from it, packing it away.

pub(crate) mod export;
pub(crate) mod pictures;
pub(crate) mod rebuild;
pub(crate) mod review;
