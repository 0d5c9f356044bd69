//! Cards and texts: the plain parts that all screens share.

use egui::{
    Align2, Button, Color32, CornerRadius, FontId, Frame, Margin, Pos2, Rect, Response, RichText,
    Sense, Stroke, StrokeKind, Ui, Vec2,
};

use crate::theme::{Palette, palette, size};

/// A card with a line around it.
pub fn card<R>(ui: &mut Ui, fill: Color32, line: Stroke, add: impl FnOnce(&mut Ui) -> R) -> R {
    Frame::new()
        .fill(fill)
        .stroke(line)
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(12, 9))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// A plain card.
pub fn plain<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let p = palette(ui);
    card(ui, p.card, Stroke::new(1.0, p.line), add)
}

/// The name of a screen.
pub fn title(ui: &mut Ui, text: &str) -> Response {
    let p = palette(ui);
    ui.label(RichText::new(text).size(size::TITLE).color(p.text))
}

/// The heading of a part.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    let p = palette(ui);
    ui.label(RichText::new(text).size(size::HEADING).color(p.text))
}

/// A text.
pub fn body(ui: &mut Ui, text: &str) -> Response {
    let p = palette(ui);
    ui.label(RichText::new(text).size(size::BODY).color(p.text))
}

/// A text that explains.
pub fn soft(ui: &mut Ui, text: &str) -> Response {
    let p = palette(ui);
    ui.label(RichText::new(text).size(size::SMALL).color(p.text_soft))
}

/// A sentence after a sign in its colour; sentences under each other begin in one line, however
/// wide their signs are.
pub fn sign(ui: &mut Ui, sign: &str, color: Color32, text: &str) {
    let p = palette(ui);
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::new(18.0, 24.0), Sense::hover());
        let font = FontId::proportional(size::HEADING);
        let painter = ui.painter();
        painter.text(place.center(), Align2::CENTER_CENTER, sign, font, color);
        let text = RichText::new(text).size(size::BODY).color(p.text);
        ui.add(egui::Label::new(text).wrap());
    });
}

/// The button for what most people want next.
pub fn main_button<'a>(p: &Palette, text: &str) -> Button<'a> {
    Button::new(
        RichText::new(text.to_owned())
            .size(size::HEADING)
            .color(p.on_accent),
    )
    .fill(p.accent)
    .min_size(egui::vec2(0.0, 38.0))
}

/// One of several to choose from, which looks like something to press whether chosen or not.
pub fn one_of<'a>(chosen: bool, text: impl Into<egui::WidgetText>) -> Button<'a> {
    let text: egui::WidgetText = text.into();
    Button::selectable(chosen, text).frame_when_inactive(true)
}

/// A number to be dragged or typed: a field on white ground with a sign that it can be moved, so
/// that nobody takes it for a button.
pub fn number(ui: &mut Ui, drag: egui::DragValue<'_>) -> Response {
    let p = palette(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for state in [&mut widgets.inactive, &mut widgets.hovered] {
            state.weak_bg_fill = p.card;
            state.bg_fill = p.card;
            state.corner_radius = CornerRadius::same(1);
        }
        ui.spacing_mut().button_padding.x = 14.0;
        let field = ui.add(drag);
        let sign = FontId::proportional(size::SMALL);
        let at = field.rect.right_center() - Vec2::new(2.0, 0.0);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, "⬍", sign, p.text_soft);
        field
    })
    .inner
}

/// A check box with a sentence below that says what it does.
pub fn choice(ui: &mut Ui, on: &mut bool, text: &str, why: &str) -> Response {
    let response = ui.checkbox(on, text);
    explained(ui, why);
    response
}

/// An explanation below a check box or radio button, in line with its text.
pub fn explained(ui: &mut Ui, why: &str) {
    ui.scope(|ui| {
        // The row of the button above keeps its room for clicking; this one needs none.
        ui.spacing_mut().interact_size.y = 0.0;
        let up = ui.spacing().item_spacing.y.min(6.0);
        ui.add_space(-up);
        below(ui, |ui| soft(ui, why));
    });
}

/// What belongs to a check box or radio button, in line with its text.
pub fn below<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let indent = ui.spacing().icon_width + ui.spacing().icon_spacing;
    Frame::new()
        .inner_margin(Margin {
            left: indent as i8,
            ..Margin::ZERO
        })
        .show(ui, add)
        .inner
}

/// A key cap with a number, painted around a point.
pub fn key_cap(ui: &Ui, middle: Pos2, number: usize) {
    let p = palette(ui);
    let key = Rect::from_center_size(middle, Vec2::splat(20.0));
    let line = Stroke::new(1.0, p.text_soft);
    // It answers nothing until it was there for as long as a hand needs to notice it.
    let live = super::steady::are_live(ui.ctx());
    let fade = |color: Color32| color.gamma_multiply(if live { 1.0 } else { 0.35 });
    let painter = ui.painter();
    painter.rect(key, 4.0, fade(p.button), line, StrokeKind::Inside);
    let font = FontId::proportional(size::SMALL);
    painter.text(middle, Align2::CENTER_CENTER, number, font, fade(p.text));
}
