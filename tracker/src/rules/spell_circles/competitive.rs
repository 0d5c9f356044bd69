//! Spell circles, competitive (rules dossier "Spell circles", part B).

use crate::rules::Moments;

/// The module.
pub struct Competitive;

impl Moments for Competitive {}
