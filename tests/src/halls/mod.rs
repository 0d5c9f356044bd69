//! What halls are tried with: a broker, and games to be told.

pub mod broker;
pub mod played;
