//! Games that are filmed, drawn or real: followed by their pictures alone and held against what was
//! played.

pub mod conditions;
pub mod disturbance;
mod joining;
pub mod large;
pub mod short;
pub mod strangers;
pub mod video;
