//! Spell circles, cooperative (rules dossier "Spell circles", part A).

use crate::rules::Moments;

/// The module.
pub struct Cooperative;

impl Moments for Cooperative {}
