//! tracker
pub mod catalogue;
pub mod geometry;
pub mod piece;
pub mod seen;
