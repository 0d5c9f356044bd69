//! The settings: language, colours, size of text, the television, and where everything is kept.
//! Each takes effect at once and is kept.

use egui::{DragValue, Key, Modifiers, Ui};

use super::tv::sizes::{SCORE_MM, TEXT_MM, Viewing};
use super::{Context, Go, Page};
use crate::link::{Settings, ThemeChoice};
use crate::text::{Language, Words};
use crate::widgets::card;

/// Width of the column, points.
const WIDTH: f32 = 680.0;

/// Shows the settings.
pub fn show(ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
    let words = ctx.words;
    let before = ctx.program.settings();
    let mut settings = before.clone();
    let mut go = None;
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        go = Some(Go::Back);
    }
    ui.horizontal(|ui| {
        let back = if ctx.game.is_some() {
            "page-back"
        } else {
            "new-back"
        };
        if ui.button(words.say(back)).clicked() {
            go = Some(Go::Back);
        }
        card::title(ui, &words.say("settings-title"));
    });
    card::soft(ui, &words.say("settings-help"));
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_max_width(WIDTH);
            card::plain(ui, |ui| language(ui, words, &mut settings));
            card::plain(ui, |ui| look(ui, words, &mut settings));
            card::plain(ui, |ui| television(ui, words, &mut settings));
            card::plain(ui, |ui| {
                card::heading(ui, &words.say("settings-kept"));
                let folder = ctx.program.games_folder().display().to_string();
                card::body(ui, &words.with("open-folder", &[("folder", folder.into())]));
                card::soft(ui, &words.say("settings-kept-why"));
                if ui.button(words.say("packs-title")).clicked() {
                    go = Some(Go::Page(Page::Packs));
                }
            });
            ui.add_space(12.0);
        });
    if settings != before {
        go = Some(Go::Settings(settings));
    }
    go
}

fn language(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say("settings-language"));
    ui.horizontal(|ui| {
        let system = words.say("settings-system");
        ui.radio_value(&mut settings.language, None, system);
        for language in Language::ALL {
            let name = match language {
                Language::English => "English",
                Language::German => "Deutsch",
            };
            let code = Some(language.code().to_owned());
            ui.radio_value(&mut settings.language, code, name);
        }
    });
}

fn look(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say("settings-look"));
    ui.horizontal(|ui| {
        for (choice, key) in [
            (ThemeChoice::System, "settings-system"),
            (ThemeChoice::Light, "settings-light"),
            (ThemeChoice::Dark, "settings-dark"),
        ] {
            ui.radio_value(&mut settings.theme, choice, words.say(key));
        }
    });
    let mut zoom = settings.zoom_percent.unwrap_or(100);
    number(ui, words, &mut zoom, 50..=300, "settings-zoom", " %");
    if zoom != settings.zoom_percent.unwrap_or(100) {
        settings.zoom_percent = Some(zoom);
    }
    let calm = words.say("settings-calm");
    let why = words.say("settings-calm-why");
    card::choice(ui, &mut settings.reduced_motion, &calm, &why);
}

fn television(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say("settings-tv"));
    card::soft(ui, &words.say("settings-tv-why"));
    let tv = &mut settings.tv;
    number(
        ui,
        words,
        &mut tv.distance_cm,
        50..=1500,
        "settings-distance",
        " cm",
    );
    number(
        ui,
        words,
        &mut tv.diagonal_inch,
        7..=200,
        "settings-diagonal",
        &format!(" {}", words.say("settings-inch")),
    );
    let viewing = Viewing::from(*tv);
    let mm = |at_three: f32| {
        words.decimal(f64::from(
            at_three * viewing.distance_m / super::tv::sizes::AT_M,
        ))
    };
    let args = [("text", mm(TEXT_MM).into()), ("score", mm(SCORE_MM).into())];
    card::soft(ui, &words.with("settings-tv-sizes", &args));
}

fn number(
    ui: &mut Ui,
    words: Words,
    value: &mut u16,
    range: std::ops::RangeInclusive<u16>,
    key: &str,
    unit: &str,
) {
    ui.horizontal(|ui| {
        let name = words.say(key);
        card::body(ui, &name);
        let drag = DragValue::new(value).range(range).suffix(unit);
        ui.add(drag).accessible_name(name);
    });
}
