//! The pages for phones of the running game: their codes, who is here, and the switch.

use std::sync::Arc;

use egui::{Color32, CornerRadius, Id, Rect, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use phone::Page;

use crate::phone::code;
use crate::run::link::PhonesOpen;
use crate::text::{Text, Words, message};
use crate::window::screens::{Context, Go};
use crate::window::widgets::{card, column};

/// Width of the column of text, points.
const WIDTH: f32 = 760.0;
/// Side of a code, points: 5 cm on a usual screen, to be scanned from half a metre.
const CODE: f32 = 200.0;
/// Light squares around a code, as its readers need them.
const RIM: usize = 4;

/// Shows them, or how to switch them on.
pub fn show(ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
    let words = ctx.words;
    let mut go = crate::window::screens::head_above(ui, ctx, WIDTH, message::PHONES_TITLE, None);
    let Some(game) = ctx.game else {
        return Some(Go::Back);
    };
    let open = game.phones();
    column::show_middle(ui, WIDTH, |ui| {
        card::body(ui, &words.say(message::PHONES_WHY));
        let (text, on) = match &open {
            Some(_) => (message::PHONES_OFF, false),
            None => (message::PHONES_ON, true),
        };
        if ui.button(words.say(text)).clicked()
            && let Err(failure) = game.show_phones(on)
        {
            go = Some(Go::Fail(failure));
        }
        if let Some(open) = &open {
            guests(ui, words, open);
            for (page, link) in &open.links {
                of_page(ui, words, *page, link);
            }
        }
    });
    go
}

fn guests(ui: &mut Ui, words: Words, open: &PhonesOpen) {
    let mut names: Vec<String> = Vec::new();
    for guest in &open.guests {
        names.push(words.with(message::PhonesGuest {
            page: words.say(texts(guest.page)[0]),
            from: guest.from.to_string(),
        }));
    }
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::PHONES_HERE));
        if names.is_empty() {
            card::soft(ui, &words.say(message::PHONES_NOBODY));
        }
        for name in &names {
            card::body(ui, name);
        }
    });
    // They come and go without the game's doing anything.
    ui.ctx()
        .request_repaint_after(std::time::Duration::from_secs(1));
}

/// What a page is, and what to do with its code.
const fn texts(page: Page) -> [Text; 2] {
    match page {
        Page::Camera | Page::Welcome => [message::PHONES_CAMERA, message::PHONES_CAMERA_HOW],
        Page::Photo => [message::PHONES_PHOTO, message::PHONES_PHOTO_HOW],
        Page::Answer => [message::PHONES_ANSWER, message::PHONES_ANSWER_HOW],
        Page::Overlay => [message::PHONES_OVERLAY, message::PHONES_OVERLAY_HOW],
        Page::Look | Page::Wall | Page::NoKey | Page::WrongKey => {
            [message::PHONES_LOOK, message::PHONES_LOOK_HOW]
        }
    }
}

fn of_page(ui: &mut Ui, words: Words, page: Page, link: &str) {
    let [title, how] = texts(page).map(|text| words.say(text));
    card::plain(ui, |ui| {
        ui.horizontal(|ui| {
            if page != Page::Overlay {
                let label = words.with(message::PhonesCode {
                    page: title.as_str(),
                });
                show_code(ui, link, &label);
            }
            ui.vertical(|ui| {
                card::heading(ui, &title);
                card::body(ui, &how);
                ui.add(egui::Label::new(egui::RichText::new(link).small()).wrap());
                if ui.button(words.say(message::PHONES_COPY)).clicked() {
                    ui.ctx().copy_text(link.to_owned());
                }
            });
        });
    });
}

/// A code, dark on light in every theme, as not every reader takes one turned round.
pub(in crate::window::screens) fn show_code(ui: &mut Ui, link: &str, label: &str) {
    let id = Id::unique(("code", link));
    let squares = ui.data_mut(|data| {
        // Worked out once for each address.
        let made = data.get_temp_mut_or_insert_with(id, || code::squares(link).map(Arc::new));
        made.clone()
    });
    let Some(squares) = squares else { return };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(CODE), Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, label));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::ZERO, Color32::WHITE);
    let side = CODE / (squares.len() + 2 * RIM) as f32;
    for (y, row) in squares.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, dark)| **dark) {
            let at = vec2((x + RIM) as f32, (y + RIM) as f32) * side;
            let corner = rect.min + at;
            // A little larger than its place, so that no light shows between two.
            let square =
                Rect::from_min_max(corner, pos2(corner.x + side + 0.3, corner.y + side + 0.3));
            painter.rect_filled(square, CornerRadius::ZERO, Color32::BLACK);
        }
    }
}
