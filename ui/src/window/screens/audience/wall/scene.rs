//! What the wall shows, and from where it is looked at.

use egui::Vec2;

use crate::hall::wall::Shown;
use crate::text::Words;
use crate::window::screens::audience::tv::sizes::Viewing;

/// What the wall shows, and from where it is looked at.
pub struct Scene<'a> {
    /// The tables.
    pub shown: &'a Shown,
    /// The hall's name.
    pub name: &'a str,
    /// The words.
    pub words: Words,
    /// From where it is looked at.
    pub viewing: Viewing,
    /// The screen it fills, points.
    pub screen: Vec2,
    /// The time, seconds since any moment.
    pub now_s: f64,
}
