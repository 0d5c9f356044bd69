//! The broker: which one, who one is there, and one connection to it.

pub mod account;
pub mod address;
pub(crate) mod link;
