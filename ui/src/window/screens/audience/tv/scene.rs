//! What the television shows, and the brushes of its screen.

use egui::{Color32, CornerRadius, Frame, Margin, Rect, RichText, Ui, Vec2, vec2};
use tracker::snapshot::Snapshot;

use super::sizes::{Sizes, Viewing};
use crate::text::Words;
use crate::theme::DARK;

/// Room inside a card, in text sizes.
pub(super) const PAD: f32 = 0.3;

/// The line around a card, in text sizes.
pub(super) const RIM: f32 = 0.1;

/// What the television shows.
pub struct Scene<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// The words.
    pub words: Words,
    /// From where it is looked at.
    pub viewing: Viewing,
    /// The screen it fills, points.
    pub screen: Vec2,
    /// The time, seconds since any moment.
    pub now_s: f64,
}

/// A dark card.
pub(super) fn card<R>(
    ui: &mut Ui,
    sizes: Sizes,
    marked: bool,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let pad = sizes.text * PAD;
    let color = if marked { DARK.accent } else { DARK.line };
    let line = egui::Stroke::new(sizes.text * RIM, color);
    Frame::new()
        .fill(DARK.ground)
        .stroke(line)
        .corner_radius(CornerRadius::same((pad.min(200.0)) as u8))
        .inner_margin(Margin::same(pad.min(120.0) as i8))
        .show(ui, add)
        .inner
}

/// A text that is not wrapped.
pub(super) fn plain(text: impl Into<String>, size: f32, color: Color32) -> egui::Label {
    egui::Label::new(RichText::new(text).size(size).color(color)).truncate()
}

/// A rectangle of that size at the top left of what is left.
pub(super) fn at_top(ui: &Ui, at: Vec2, size: Vec2) -> Rect {
    Rect::from_min_size(ui.max_rect().min + at, vec2(size.x, size.y))
}
