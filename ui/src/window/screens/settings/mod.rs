//! The settings: language, colours, size of text, the television, the pictures, and where
//! everything is kept. Each takes effect at once and is kept.

pub mod pictures;

use std::path::PathBuf;

use egui::{DragValue, Ui};
use tracker::setup::Pictures;

use super::{Context, Go, Page};
use crate::run::link::settings::{Settings, ThemeChoice};
use crate::run::link::{Link, Program};
use crate::run::news::SourceState;
use crate::run::sound::{Cue, Sound};
use crate::store::album::Album;
use crate::store::cameras::KnownCamera;
use crate::text::{Language, Text, Words, message};
use crate::theme::palette;
use crate::window::screens::audience::tv::sizes::{SCORE_MM, TEXT_MM, Viewing};
use crate::window::screens::camera::aim;
use crate::window::widgets::{card, column};

/// Width of the column, points.
const WIDTH: f32 = 680.0;

/// The settings, with what is read of them from disk once.
pub struct SettingsScreen {
    /// The cameras that are known from before.
    cameras: Vec<KnownCamera>,
    /// What is kept of the running game's pictures, once it was looked up.
    keeps: Option<Pictures>,
}

impl SettingsScreen {
    /// Looks once which cameras are known.
    pub fn new(program: &dyn Program) -> Self {
        Self {
            cameras: program.known_cameras(),
            keeps: None,
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let before = ctx.program.settings();
        let mut settings = before.clone();
        let mut go = super::head_above(
            ui,
            ctx,
            WIDTH,
            message::SETTINGS_TITLE,
            Some(message::SETTINGS_HELP),
        );
        column::show_middle(ui, WIDTH, |ui| {
            card::plain(ui, |ui| language(ui, words, &mut settings));
            card::plain(ui, |ui| look(ui, words, &mut settings));
            card::plain(ui, |ui| television(ui, words, &mut settings));
            card::plain(ui, |ui| sound(ui, ctx, &mut settings));
            card::plain(ui, |ui| keeping(ui, words, &mut settings));
            card::plain(ui, |ui| {
                pictures::choose(ui, words, message::PICTURES_TITLE, &mut settings.pictures);
                card::soft(ui, &words.say(message::PICTURES_NEW));
            });
            if let Some((game, record)) = watched(ctx) {
                let wanted = game.snapshot().setup.pictures;
                card::plain(ui, |ui| {
                    let album = Album::of(&record);
                    let known = || album.switch().or(wanted).unwrap_or_default();
                    let keeps = self.keeps.get_or_insert_with(known);
                    of_this_game(ui, words, &album, keeps);
                });
            }
            cameras(ui, ctx, &mut self.cameras);
            card::plain(ui, |ui| {
                card::heading(ui, &words.say(message::SETTINGS_KEPT));
                let folder = ctx.program.games_folder().display().to_string();
                card::body(ui, &words.with(message::OpenFolder { folder }));
                card::soft(ui, &words.say(message::SETTINGS_KEPT_WHY));
                if ui.button(words.say(message::PACKS_TITLE)).clicked() {
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
}

/// The running game and its record, if a camera looks at it.
fn watched<'a>(ctx: &Context<'a>) -> Option<(&'a dyn Link, PathBuf)> {
    let game = ctx.game?;
    (game.source() != SourceState::None).then_some(())?;
    Some((game, game.record()?))
}

fn of_this_game(ui: &mut Ui, words: Words, album: &Album, keeps: &mut Pictures) {
    let mut keep = *keeps;
    pictures::choose(ui, words, message::PICTURES_TITLE_NEW, &mut keep);
    card::soft(ui, &words.say(message::PICTURES_NOW));
    let failed = ui.scope_id().with("pictures not switched");
    if keep != *keeps {
        let why = album.set_switch(keep).err().map(|error| error.to_string());
        if why.is_none() {
            *keeps = keep;
        }
        ui.data_mut(|data| data.insert_temp(failed, why));
    }
    if let Some(why) = ui
        .data(|data| data.get_temp::<Option<String>>(failed))
        .flatten()
    {
        let text = words.with(message::PicturesSwitchFailed { why });
        ui.label(egui::RichText::new(text).color(palette(ui).wrong));
    }
}

/// The cameras that are known from before, each with the way to forget it.
fn cameras(ui: &mut Ui, ctx: &mut Context<'_>, cameras: &mut Vec<KnownCamera>) {
    let words = ctx.words;
    if cameras.is_empty() {
        return;
    }
    let mut forgotten = false;
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::SETTINGS_CAMERAS));
        card::soft(ui, &words.say(message::SETTINGS_CAMERAS_WHY));
        for known in cameras.iter() {
            ui.horizontal_wrapped(|ui| {
                card::body(ui, &known.name);
                let text = words.say(message::CAMERA_FORGET);
                let spoken = format!("{text}: {}", known.name);
                if ui.button(text).accessible_name(spoken).clicked() {
                    aim::forget_camera(ctx, &known.id);
                    forgotten = true;
                }
            });
            aim::known_camera(ui, words, known);
        }
    });
    if forgotten {
        *cameras = ctx.program.known_cameras();
    }
}

fn language(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say(message::SETTINGS_LANGUAGE));
    ui.horizontal(|ui| {
        let system = words.say(message::SETTINGS_SYSTEM);
        ui.radio_value(&mut settings.language, None, system);
        for language in Language::all() {
            let code = Some(language.code().to_owned());
            ui.radio_value(&mut settings.language, code, language.name());
        }
    });
}

fn look(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say(message::SETTINGS_LOOK));
    ui.horizontal(|ui| {
        for (choice, text) in [
            (ThemeChoice::System, message::SETTINGS_SYSTEM),
            (ThemeChoice::Light, message::SETTINGS_LIGHT),
            (ThemeChoice::Dark, message::SETTINGS_DARK),
        ] {
            ui.radio_value(&mut settings.theme, choice, words.say(text));
        }
    });
    let mut zoom = settings.zoom_percent.unwrap_or(100);
    number(ui, words, &mut zoom, 50..=300, message::SETTINGS_ZOOM, " %");
    if zoom != settings.zoom_percent.unwrap_or(100) {
        settings.zoom_percent = Some(zoom);
    }
    card::soft(ui, &words.say(message::SETTINGS_ZOOM_WHY));
    let calm = words.say(message::SETTINGS_CALM);
    let why = words.say(message::SETTINGS_CALM_WHY);
    card::choice(ui, &mut settings.reduced_motion, &calm, &why);
}

fn television(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say(message::SETTINGS_TV));
    card::soft(ui, &words.say(message::SETTINGS_TV_WHY));
    let tv = &mut settings.tv;
    number(
        ui,
        words,
        &mut tv.distance_cm,
        50..=1500,
        message::SETTINGS_DISTANCE,
        " cm",
    );
    number(
        ui,
        words,
        &mut tv.diagonal_inch,
        7..=200,
        message::SETTINGS_DIAGONAL,
        &format!(" {}", words.say(message::SETTINGS_INCH)),
    );
    let viewing = Viewing::from(*tv);
    let mm = |at_three: f32| {
        words.decimal(f64::from(
            at_three * viewing.distance_m / crate::window::screens::audience::tv::sizes::AT_M,
        ))
    };
    let text = words.with(message::SettingsTvSizes {
        text: mm(TEXT_MM),
        score: mm(SCORE_MM),
    });
    card::soft(ui, &text);
}

/// How games are kept: figures that have scored, and the turn clock.
fn keeping(ui: &mut Ui, words: Words, settings: &mut Settings) {
    card::heading(ui, &words.say(message::SETTINGS_KEEPING));
    let mut home = !settings.scored_stay;
    let why = words.say(message::SETTINGS_HOME_WHY);
    card::choice(ui, &mut home, &words.say(message::SETTINGS_HOME), &why);
    settings.scored_stay = !home;
    let mut timed = settings.turn_limit_s > 0;
    let why = words.say(message::SETTINGS_CLOCK_WHY);
    let clock = card::choice(ui, &mut timed, &words.say(message::SETTINGS_CLOCK), &why);
    if clock.changed() {
        settings.turn_limit_s = if timed { USUAL_LIMIT_S } else { 0 };
    }
    if timed {
        let unit = format!(" {}", words.say(message::SETTINGS_SECONDS));
        let limit = &mut settings.turn_limit_s;
        number(ui, words, limit, 10..=900, message::SETTINGS_LIMIT, &unit);
    }
}

/// Seconds a turn may take when the clock is switched on.
const USUAL_LIMIT_S: u16 = 90;

/// Sound and voice, each with a button to try it out, or what the machine lacks for it.
fn sound(ui: &mut Ui, ctx: &mut Context<'_>, settings: &mut Settings) {
    let words = ctx.words;
    let devices = ctx.program.devices();
    card::heading(ui, &words.say(message::SETTINGS_SOUND));
    card::soft(ui, &words.say(message::SETTINGS_SOUND_WHY));
    let tone = Sound::Tone(Cue::Points);
    let sentence = Sound::Say(words.say(message::SOUND_TRY_SENTENCE), words.language());
    let sound = &mut settings.sound;
    for (on, texts, there, sample) in [
        (&mut sound.tones, TONES, devices.player.is_some(), tone),
        (&mut sound.voice, VOICE, devices.voice.is_some(), sentence),
    ] {
        let [name, why, lacks, try_out] = texts.map(|text| words.say(text));
        card::choice(ui, on, &name, &why);
        if !there {
            let text = egui::RichText::new(lacks).color(palette(ui).wait);
            ui.add(egui::Label::new(text).wrap());
        } else if ui.button(try_out).clicked() {
            ctx.program.play(sample);
        }
    }
}

const TONES: [Text; 4] = [
    message::SOUND_TONES,
    message::SOUND_TONES_WHY,
    message::SOUND_TONES_NONE,
    message::SOUND_TONES_TRY,
];
const VOICE: [Text; 4] = [
    message::SOUND_VOICE,
    message::SOUND_VOICE_WHY,
    message::SOUND_VOICE_NONE,
    message::SOUND_VOICE_TRY,
];

fn number(
    ui: &mut Ui,
    words: Words,
    value: &mut u16,
    range: std::ops::RangeInclusive<u16>,
    text: Text,
    unit: &str,
) {
    ui.horizontal(|ui| {
        let name = words.say(text);
        card::body(ui, &name);
        let drag = DragValue::new(value).range(range).suffix(unit);
        card::number(ui, drag).accessible_name(name);
    });
}
