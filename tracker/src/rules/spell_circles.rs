//! The spell circles (rules dossier "Spell circles"): two ways to play, one file each.

mod competitive;
mod cooperative;

pub use competitive::{CircleTile, Competitive, CompetitiveCirclesView};
pub use cooperative::Cooperative;

use crate::ruling::Ruling;

/// Its table options, of both ways to play.
pub const RULINGS: &[&Ruling] = &[
    &competitive::FILL_DESTROYED,
    &competitive::DESTROY_ON_TOP,
    &competitive::DESTROY_FIRST,
    &competitive::EXTEND_FIRST,
    &competitive::FINISHED_EMPTY,
];
