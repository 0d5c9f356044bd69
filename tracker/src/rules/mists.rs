//! Mists over Carcassonne, cooperative (rules dossier "Mists over Carcassonne").

use super::Moments;
use crate::ruling::Ruling;

/// Its table options.
pub const RULINGS: &[&Ruling] = &[];

/// The module.
pub struct Mists;

impl Moments for Mists {}
