//! Tatan (rules dossier "Tatan").

use super::Moments;
use crate::ruling::Ruling;

/// Its table options.
pub const RULINGS: &[&Ruling] = &[];

/// The module.
pub struct Tatan;

impl Moments for Tatan {}
