//! A column that scrolls, and keeps in view what has the keyboard.

use egui::{ScrollArea, Ui, UiBuilder};

/// Shows what is narrower than the window in the middle of it.
pub fn middle<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut room = ui.available_rect_before_wrap();
    let side = ((room.width() - width) / 2.0).max(0.0);
    room.min.x += side;
    room.max.x -= side;
    let inside = UiBuilder::new().max_rect(room);
    ui.scope_builder(inside, |ui| {
        ui.set_width(room.width());
        add(ui)
    })
    .inner
}

/// Shows a column so wide in the middle of all the room there is.
pub fn show_middle<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    show(ui, |ui| middle(ui, width, add))
}

/// Shows a column in all the room there is.
pub fn show<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show(ui, |ui| followed(ui, add)).inner
}

/// The same, beginning at its top whenever it shows another `part`.
pub fn show_anew<R>(
    ui: &mut Ui,
    part: impl std::hash::Hash + std::fmt::Debug,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let area = ScrollArea::vertical().auto_shrink(false).id_salt(part);
    area.show(ui, |ui| followed(ui, add)).inner
}

/// Adds what is in a scrolling part; what gets the keyboard there comes into view.
pub fn followed<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let inner = add(ui);
    let focused = ui.memory(|memory| memory.focused());
    let response = focused.and_then(|id| ui.ctx().read_response(id));
    if let Some(response) = response.filter(egui::Response::gained_focus) {
        let rect = response.rect;
        if ui.min_rect().contains_rect(rect) && !ui.clip_rect().contains_rect(rect) {
            ui.scroll_to_rect(rect, None);
        }
    }
    inner
}
