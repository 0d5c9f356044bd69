//! The pages for phones of the running game: their codes, who is here, and the switch.

use egui::{Color32, CornerRadius, Rect, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use phone::Page;

use crate::phone::code;
use crate::run::link::PhonesOpen;
use crate::text::Words;
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
    let mut go = crate::window::screens::head_above(ui, ctx, WIDTH, "phones-title", None);
    let Some(game) = ctx.game else {
        return Some(Go::Back);
    };
    let open = game.phones();
    column::show_middle(ui, WIDTH, |ui| {
        card::body(ui, &words.say("phones-why"));
        let (text, on) = match &open {
            Some(_) => ("phones-off", false),
            None => ("phones-on", true),
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
        let args = [
            ("page", words.say(texts(guest.page)[0]).into()),
            ("from", guest.from.to_string().into()),
        ];
        names.push(words.with("phones-guest", &args));
    }
    card::plain(ui, |ui| {
        card::heading(ui, &words.say("phones-here"));
        if names.is_empty() {
            card::soft(ui, &words.say("phones-nobody"));
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
const fn texts(page: Page) -> [&'static str; 2] {
    match page {
        Page::Camera | Page::Welcome => ["phones-camera", "phones-camera-how"],
        Page::Photo => ["phones-photo", "phones-photo-how"],
        Page::Answer => ["phones-answer", "phones-answer-how"],
        Page::Overlay => ["phones-overlay", "phones-overlay-how"],
        Page::Look | Page::Wall | Page::NoKey | Page::WrongKey => {
            ["phones-look", "phones-look-how"]
        }
    }
}

fn of_page(ui: &mut Ui, words: Words, page: Page, link: &str) {
    let [title, how] = texts(page).map(|key| words.say(key));
    card::plain(ui, |ui| {
        ui.horizontal(|ui| {
            if page != Page::Overlay {
                let label = words.with("phones-code", &[("page", title.as_str().into())]);
                show_code(ui, link, &label);
            }
            ui.vertical(|ui| {
                card::heading(ui, &title);
                card::body(ui, &how);
                ui.add(egui::Label::new(egui::RichText::new(link).small()).wrap());
                if ui.button(words.say("phones-copy")).clicked() {
                    ui.ctx().copy_text(link.to_owned());
                }
            });
        });
    });
}

/// A code, dark on light in every theme, as not every reader takes one turned round.
pub(in crate::window::screens) fn show_code(ui: &mut Ui, link: &str, label: &str) {
    let Some(squares) = code::squares(link) else {
        return;
    };
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
