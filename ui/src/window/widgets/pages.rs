//! Turning pages where there is more to choose from than there are number keys.

use egui::{Button, Ui};

use crate::text::{Words, message};
use crate::window::widgets::card;

/// Two arrows and which of `total` are shown, `on_a_page` at a time; nothing where one page holds all.
pub fn turn(ui: &mut Ui, words: Words, page: &mut usize, on_a_page: usize, total: usize) {
    if total <= on_a_page {
        return;
    }
    let from = *page * on_a_page;
    let to = (from + on_a_page).min(total);
    ui.horizontal(|ui| {
        let back = ui.add_enabled(from > 0, Button::new("◀"));
        if back
            .accessible_name(words.say(message::DOUBT_PAGE_BACK))
            .clicked()
        {
            *page -= 1;
        }
        let text = words.with(message::DoubtPage {
            from: from + 1,
            to,
            total,
        });
        card::soft(ui, &text);
        let on = ui.add_enabled(to < total, Button::new("▶"));
        if on
            .accessible_name(words.say(message::DOUBT_PAGE_ON))
            .clicked()
        {
            *page += 1;
        }
    });
}
