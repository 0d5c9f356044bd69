//! A face that is offered as an answer: drawn as it would lie there, with its name and its key.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use egui::{
    Align2, CursorIcon, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::art::{Art, Copy};
use super::{board, card};
use crate::text::Words;
use crate::theme::{palette, size};

/// Side of a face, points: five beside each other, four in a narrow column.
const FACE: f32 = 52.0;
/// Room for its key and name below it, points.
const BELOW: f32 = 26.0;

/// Shows it; whether it was clicked.
pub fn face(
    ui: &mut Ui,
    words: Words,
    (face, rotation): (FaceId, Rotation),
    key: Option<usize>,
    art: &mut Art,
) -> bool {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(FACE, FACE + BELOW), Sense::click());
    let label = words.turned_tile(face, rotation);
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
    let picture = Rect::from_min_size(rect.min, Vec2::splat(FACE));
    let copy = Copy::plain(face);
    board::draw_tile(ui.ctx(), ui.painter(), picture, copy, rotation, art, p);
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(3.0, p.accent);
        ui.painter()
            .rect_stroke(picture, 3.0, line, StrokeKind::Outside);
    }
    // Beside each other, so that nothing of the print is hidden.
    let line = rect.bottom() - BELOW / 2.0;
    let (mut at, mut align) = (pos2(rect.center().x, line), Align2::CENTER_CENTER);
    if let Some(key) = key {
        card::key_cap(ui, pos2(rect.left() + 11.0, line), key);
        (at.x, align) = (rect.left() + 26.0, Align2::LEFT_CENTER);
    }
    let font = FontId::proportional(size::SMALL);
    ui.painter()
        .text(at, align, face.as_str(), font, p.text_soft);
    response
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text(label)
        .clicked()
}
