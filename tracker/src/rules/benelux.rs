//! The Benelux map (rules dossier "Maps Benelux").

use super::Moments;
use crate::ruling::Ruling;

/// Its table options.
pub const RULINGS: &[&Ruling] = &[];

/// The module.
pub struct Benelux;

impl Moments for Benelux {}
