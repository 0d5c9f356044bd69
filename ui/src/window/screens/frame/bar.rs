//! The bar at the top of every screen: what the camera thinks at its left, always at the same
//! place, and at its right language, theme, keys and the way back.

use std::time::Duration;

use egui::{Align, Button, Layout, RichText, Ui};

use crate::hall::Seat;
use crate::run::link::settings::{Settings, ThemeChoice};
use crate::text::game::state::{Mark, State};
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::{Go, Page};

/// What was clicked.
#[derive(Default)]
pub struct BarClicks {
    /// Where to go.
    pub go: Option<Go>,
    /// Whether to show or hide the keys.
    pub help: bool,
}

/// How often it is looked who opens or closes a page: that happens without the game's doing.
const GUESTS_EVERY: Duration = Duration::from_secs(2);

/// Whom the game is shown to beside those who sit at the table.
#[derive(Default)]
pub struct Others {
    /// How many pages are open on phones, while they are switched on.
    pub guests: Option<usize>,
    /// The table's seat in a hall, while that is told of the game.
    pub seat: Option<Seat>,
}

/// Shows the bar. `state` is what the camera thinks, on the table only.
pub fn show(
    ui: &mut Ui,
    words: Words,
    settings: &Settings,
    state: Option<&State>,
    others: &Others,
) -> BarClicks {
    let mut clicks = BarClicks::default();
    ui.horizontal_centered(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, words, settings, state.is_some(), &mut clicks);
            if let Some(count) = others.guests {
                phones(ui, words, count, &mut clicks);
            }
            if let Some(seat) = &others.seat {
                hall(ui, words, seat, &mut clicks);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| match state {
                Some(state) => show_state(ui, state),
                None => {
                    let p = palette(ui);
                    let name = words.say(message::APP_NAME);
                    ui.label(RichText::new(name).size(size::TITLE).color(p.accent));
                }
            });
        });
    });
    clicks
}

fn buttons(ui: &mut Ui, words: Words, settings: &Settings, table: bool, clicks: &mut BarClicks) {
    let button = |ui: &mut Ui, text: &str, why: &str| ui.button(text).on_hover_text(why).clicked();
    let [menu, why] = [message::BAR_MENU, message::BAR_MENU_WHY].map(|text| words.say(text));
    if table && button(ui, &menu, &why) {
        clicks.go = Some(Go::Welcome);
    }
    ui.menu_button(words.say(message::BAR_MORE), |ui| {
        more(ui, words, table, clicks)
    })
    .response
    .on_hover_text(words.say(message::BAR_MORE_WHY));
    if table {
        let why = Action::Help.name(words);
        clicks.help = button(ui, &words.say(message::BAR_KEYS), &why);
    }
    let (theme, next) = match settings.theme {
        ThemeChoice::System => (message::BAR_THEME_SYSTEM, ThemeChoice::Light),
        ThemeChoice::Light => (message::BAR_THEME_LIGHT, ThemeChoice::Dark),
        ThemeChoice::Dark => (message::BAR_THEME_DARK, ThemeChoice::System),
    };
    if button(ui, &words.say(theme), &words.say(message::BAR_THEME_WHY)) {
        clicks.go = Some(Go::Settings(Settings {
            theme: next,
            ..settings.clone()
        }));
    }
    // In its own words, for those who read no other.
    let next = words.language().next();
    let why = Words::new(next).say(message::LANGUAGE_TAKE);
    if button(ui, &next.name(), &why) {
        clicks.go = Some(Go::Settings(Settings {
            language: Some(next.code().to_owned()),
            ..settings.clone()
        }));
    }
}

/// That phones may look in, and how many do.
fn phones(ui: &mut Ui, words: Words, count: usize, clicks: &mut BarClicks) {
    let text = words.with(message::BarPhones { count });
    let button = ui.button(format!("📱 {count}")).accessible_name(&text);
    if button.on_hover_text(text).clicked() {
        clicks.go = Some(Go::Page(Page::Phones));
    }
    ui.ctx().request_repaint_after(GUESTS_EVERY);
}

/// That a hall is told of the game, and whether it hears.
fn hall(ui: &mut Ui, words: Words, seat: &Seat, clicks: &mut BarClicks) {
    let p = palette(ui);
    let told = words.with(message::BarHall {
        table: seat.table.as_str(),
    });
    let (sign, color, text) = match &seat.status.trouble {
        Some(trouble) => (
            " !",
            p.wrong,
            format!("{told} {}", words.hall_trouble(trouble)),
        ),
        None if seat.status.connected => ("", p.text, told),
        None => (" …", p.text, told),
    };
    let name = words.say(message::BAR_HALL_NAME);
    let button = Button::new(RichText::new(name + sign).color(color));
    let button = ui.add(button).accessible_name(&text);
    if button.on_hover_text(text).clicked() {
        clicks.go = Some(Go::Page(Page::Hall));
    }
    ui.ctx().request_repaint_after(GUESTS_EVERY);
}

/// What there is besides the table.
fn more(ui: &mut Ui, words: Words, table: bool, clicks: &mut BarClicks) {
    for (action, go) in [
        (Action::Tv, Go::Tv),
        (Action::TilesLeft, Go::Page(Page::TilesLeft)),
        (Action::Aim, Go::Page(Page::Aim)),
        (Action::Review, Go::Page(Page::Review)),
        (Action::Rebuild, Go::Page(Page::Rebuild)),
        (Action::Rules, Go::Page(Page::Rules)),
        (Action::Export, Go::Page(Page::Export)),
        (Action::Phones, Go::Page(Page::Phones)),
        (Action::Hall, Go::Page(Page::Hall)),
    ] {
        let name = action.name(words);
        let key = action.key_text(words).unwrap_or_default();
        let button = Button::new(name.as_str()).shortcut_text(key);
        // Without a game there is nothing to put on the television or into files, and no place
        // to find.
        let needs_game = [
            Action::Tv,
            Action::Aim,
            Action::Export,
            Action::TilesLeft,
            Action::Phones,
        ];
        let there = table || !needs_game.contains(&action);
        if there && ui.add(button).accessible_name(name).clicked() {
            clicks.go = Some(go);
        }
    }
    for (text, page) in [
        (message::STATISTICS_TITLE, Page::Statistics),
        (message::PACKS_TITLE, Page::Packs),
        (message::TEACH_TITLE, Page::Teach),
        (message::MAP_TEACH_TITLE, Page::TeachMap),
        (message::SETTINGS_TITLE, Page::Settings),
    ] {
        if ui.button(words.say(text)).clicked() {
            clicks.go = Some(Go::Page(page));
        }
    }
}

fn show_state(ui: &mut Ui, state: &State) {
    let p = palette(ui);
    // A sign beside the colour, for those who do not see the colour.
    let (color, sign) = match state.mark {
        Mark::Good => (p.good, "✔"),
        Mark::Wait => (p.wait, "…"),
        Mark::Wrong => (p.wrong, "!"),
    };
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(26.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 12.0, color);
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        sign,
        egui::FontId::proportional(16.0),
        p.card,
    );
    ui.vertical(|ui| {
        // What is long goes on in a second row, so that what to do about it is never cut off.
        let font = egui::FontId::proportional(size::SMALL);
        let mut job = egui::text::LayoutJob::simple(
            state.help.clone(),
            font,
            p.text_soft,
            ui.available_width(),
        );
        job.wrap.max_rows = 2;
        let help = ui.painter().layout_job(job);
        let (above, between) = match help.rows.len() {
            0 | 1 => (9.0, 1.0),
            _ => (1.0, 0.0),
        };
        ui.spacing_mut().item_spacing.y = between;
        ui.add_space(above);
        ui.add(
            egui::Label::new(
                RichText::new(&state.title)
                    .size(size::HEADING)
                    .color(p.text),
            )
            .truncate(),
        );
        ui.label(help).on_hover_text(&state.help);
    });
}
