//! Ghosts, castles and cemeteries, competitive (rules dossier of that name).

use super::Moments;
use crate::ruling::Ruling;

/// Its table options.
pub const RULINGS: &[&Ruling] = &[];

/// The module.
pub struct GhostsCastlesCemeteries;

impl Moments for GhostsCastlesCemeteries {}
