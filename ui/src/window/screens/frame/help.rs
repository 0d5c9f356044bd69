//! The keys and what they do, from the one list of actions. Not modal: play goes on behind it.

use egui::{Context, Key, Modifiers, RichText, Ui};

use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::action::Action;
use crate::window::widgets::{card, steady};

/// Closes it by Escape, or by a key that opens it, before anything behind it takes that for its own.
pub fn follow(ctx: &Context, open: &mut bool) {
    if !*open || steady::is_typing(ctx) {
        return;
    }
    let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let again = pressed(Key::Questionmark) || pressed(Key::F1);
    *open = !(again || steady::escaped(ctx));
}

/// Shows the window of keys; `open` becomes false when it is closed.
pub fn show(ui: &mut Ui, words: Words, open: &mut bool) {
    if !*open {
        return;
    }
    let ctx = ui.ctx().clone();
    let mut closed = false;
    egui::Window::new(words.say(message::HELP_TITLE))
        .id(egui::Id::unique("key_help"))
        .collapsible(false)
        .resizable(false)
        .title_bar(false)
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(&ctx, |ui| {
            let p = palette(ui);
            ui.add_space(4.0);
            card::heading(ui, &words.say(message::HELP_TITLE));
            ui.spacing_mut().interact_size.y = 22.0;
            // Side by side, so that all of them fit into the smallest window.
            let half = Action::LISTED.len().div_ceil(2);
            let (left, right) = Action::LISTED.split_at(half);
            egui::Grid::new("keys")
                .num_columns(4)
                .spacing(egui::vec2(20.0, 3.0))
                .min_row_height(22.0)
                .show(ui, |ui| {
                    for row in 0..half {
                        for action in [left.get(row), right.get(row)].into_iter().flatten() {
                            let key = action.key_text(words).unwrap_or_default();
                            ui.label(RichText::new(key).monospace().color(p.accent));
                            card::body(ui, &action.name(words));
                        }
                        ui.end_row();
                    }
                });
            ui.add_space(4.0);
            card::soft(ui, &words.say(message::HELP_MOUSE));
            ui.add_space(4.0);
            closed = ui.button(words.say(message::HELP_CLOSE)).clicked();
        });
    if closed {
        *open = false;
    }
}
