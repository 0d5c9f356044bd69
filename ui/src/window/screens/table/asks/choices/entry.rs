//! One option as a button: its key, its piece, what it does and what it leads to.

use carcassonne::piece::Pose;
use egui::{FontId, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::rules::choice::ChoiceOption;
use tracker::snapshot::Snapshot;

use super::about::{Side, place};
use crate::text::Words;
use crate::theme::{palette, size};
use crate::window::widgets::art::Art;
use crate::window::widgets::{board, card};

/// One option as a button.
pub(super) struct Entry<'a> {
    pub(super) key: Option<usize>,
    pub(super) option: &'a ChoiceOption,
    pub(super) lit: bool,
}

impl Entry<'_> {
    /// Whether the pointer is on it, and whether it was clicked.
    pub(super) fn show(
        &self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
    ) -> (bool, bool) {
        let p = palette(ui);
        let text = words.option(snapshot, self.option);
        let effect = if snapshot.setup.aids.effects {
            words.effect(snapshot, &self.option.leads_to)
        } else {
            String::new()
        };
        let left = if self.key.is_some() { 32.0 } else { 8.0 };
        let piece = place(self.option, Side::To).and_then(|(_, piece)| piece);
        let left = left + if piece.is_some() { 32.0 } else { 0.0 };
        let width = ui.available_width();
        let layout = |text: &str, points: f32, color| {
            let font = FontId::proportional(points);
            ui.painter()
                .layout(text.to_owned(), font, color, width - left - 8.0)
        };
        let does = layout(&text, size::BODY, p.text);
        let leads = (!effect.is_empty()).then(|| layout(&effect, size::SMALL, p.text_soft));
        let below = leads.as_ref().map_or(0.0, |galley| galley.size().y + 1.0);
        let inner = does.size().y + below;
        let (rect, response) =
            ui.allocate_exact_size(vec2(width, (inner + 10.0).max(36.0)), Sense::click());
        let spoken = if effect.is_empty() {
            text
        } else {
            format!("{text}: {effect}")
        };
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
        let over = response.hovered() || response.has_focus();
        let (fill, line) = if over || self.lit {
            (p.button_hover, Stroke::new(2.0, p.text))
        } else {
            (p.card, Stroke::new(1.0, p.line))
        };
        let painter = ui.painter();
        painter.rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
        if let Some(key) = self.key {
            card::key_cap(ui, rect.left_center() + vec2(17.0, 0.0), key);
        }
        if let Some((kind, color)) = piece {
            let at = egui::pos2(rect.left() + left - 18.0, rect.center().y);
            let square = Rect::from_center_size(at, Vec2::splat(28.0));
            let piece = (kind, color, Pose::Standing);
            board::draw_on_card(ui, square, piece, art);
        }
        let at = egui::pos2(rect.left() + left, rect.center().y - inner / 2.0);
        let next = at + vec2(0.0, does.size().y + 1.0);
        ui.painter().galley(at, does, p.text);
        if let Some(leads) = leads {
            ui.painter().galley(next, leads, p.text_soft);
        }
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        (over, response.clicked())
    }
}
