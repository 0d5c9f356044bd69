//! The spell circles (rules dossier "Spell circles"): two ways to play, one file each.

mod competitive;
mod cooperative;

pub use competitive::Competitive;
pub use cooperative::Cooperative;

use crate::ruling::Ruling;

/// Its table options, of both ways to play.
pub const RULINGS: &[&Ruling] = &[];
