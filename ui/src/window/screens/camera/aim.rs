//! Aiming the camera: the live picture with each part of the table coloured by how well it can be
//! expected to be read, and one piece of advice at a time.
//!
//! What is judged, and how, is [`vision::view::aim`]'s business. Nothing here has to be right before
//! play begins: *Start* and *Continue by hand* are always there.

use std::sync::Arc;

use carcassonne::piece::Color;
use egui::{
    Align2, Color32, FontId, Key, Modifiers, Painter, Rect, RichText, Shape, Stroke, Ui, Vec2, pos2,
};
use vision::pieces::beside::apart::Colors;
use vision::view::aim::{Advice, Aim, Quality};

use crate::run::news::SourceState;
use crate::store::cameras::KnownCamera;
use crate::text::{Text, Words, message};
use crate::theme::{Palette, palette, size};
use crate::window::screens::{Context, Go};
use crate::window::widgets::picture::{self, Shown};
use crate::window::widgets::{card, column};

/// Width of the column of words, points.
const SIDE: f32 = 380.0;

/// Aiming.
#[derive(Default)]
pub struct AimScreen {
    shown: Shown,
    /// What is known of the camera, looked up once.
    known: Option<Option<KnownCamera>>,
}

impl AimScreen {
    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let Some(game) = ctx.game else {
            return Some(Go::Back);
        };
        let mut go = None;
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            go = Some(Go::Back);
        }
        self.shown.update(ui.ctx(), game.picture());
        let aim = game.aim();
        egui::Panel::right("aim_words")
            .exact_size(SIDE)
            .show(ui, |ui| {
                // What goes on is in sight however much there is to say.
                egui::Panel::bottom("aim_go_on").show(ui, |ui| {
                    ui.add_space(8.0);
                    ui.horizontal_wrapped(|ui| {
                        let start = card::main_button(palette(ui), &words.say(message::AIM_START));
                        if ui.add(start).clicked() {
                            go = Some(Go::Back);
                        }
                        if ui.button(words.say(message::AIM_BY_HAND)).clicked() {
                            go = Some(Go::ByHand);
                        }
                    });
                    card::soft(ui, &words.say(message::AIM_WHENEVER));
                    ui.add_space(6.0);
                });
                column::show(ui, |ui| {
                    ui.add_space(6.0);
                    card::title(ui, &words.say(message::AIM_TITLE));
                    card::soft(ui, &words.say(message::AIM_HELP));
                    ui.add_space(6.0);
                    advice(ui, words, aim.as_deref(), &game.source());
                    ui.add_space(6.0);
                    if let Some(aim) = &aim {
                        card::plain(ui, |ui| legend(ui, words, aim));
                    }
                    if let Some(aim) = &aim {
                        let setup = Arc::clone(&game.snapshot().setup);
                        let players = setup.players.iter();
                        let played = players.flat_map(|player| {
                            std::iter::once(player.color).chain(player.also.iter().copied())
                        });
                        let played: Vec<Color> = played.collect();
                        ui.add_space(6.0);
                        card::plain(ui, |ui| colors(ui, words, &aim.colors, &played));
                    }
                    if let Some(camera) = game.camera() {
                        ui.add_space(6.0);
                        self.camera(ui, ctx, &camera);
                    }
                })
            });
        self.picture(ui, words, aim.as_deref(), &game.source());
        go
    }

    /// What is known of the camera from before, and the way to forget it.
    fn camera(&mut self, ui: &mut Ui, ctx: &mut Context<'_>, id: &str) {
        let words = ctx.words;
        let known = self.known.get_or_insert_with(|| {
            let cameras = ctx.program.known_cameras().into_iter();
            cameras.into_iter().find(|known| known.id == id)
        });
        let mut forget = false;
        card::plain(ui, |ui| match known {
            None => {
                card::heading(ui, &words.say(message::CAMERA_NEW));
                card::soft(ui, &words.say(message::CAMERA_NEW_HELP));
            }
            Some(known) => {
                card::heading(ui, &words.say(message::CAMERA_KNOWN));
                known_camera(ui, words, known);
                let button = ui.button(words.say(message::CAMERA_FORGET));
                forget = button
                    .on_hover_text(words.say(message::CAMERA_FORGET_WHY))
                    .clicked();
            }
        });
        if forget {
            forget_camera(ctx, id);
            self.known = None;
        }
    }

    fn picture(&self, ui: &mut Ui, words: Words, aim: Option<&Aim>, source: &SourceState) {
        let p = palette(ui);
        let label = words.say(message::AIM_PICTURE);
        let empty = match source {
            SourceState::None => words.say(message::TABLE_PICTURE_HAND),
            _ => words.say(message::TABLE_PICTURE_NONE),
        };
        let Some((rect, scale)) = picture::show_bare(ui, &self.shown, &label, &empty) else {
            return;
        };
        // What was judged has the camera's own size.
        let (Some(aim), Some((picture, _))) = (aim, self.shown.get()) else {
            return;
        };
        let scale = scale * picture.size[0] as f32 / aim.size[0].max(1) as f32;
        let painter = ui.painter().with_clip_rect(rect);
        for zone in &aim.zones {
            let quad = zone
                .corners
                .map(|at| rect.min + Vec2::new(at.x as f32, at.y as f32) * scale);
            draw(&painter, quad, zone.quality, zone.tile, p);
        }
    }
}

/// What is known of a camera, in words.
pub(in crate::window::screens) fn known_camera(ui: &mut Ui, words: Words, known: &KnownCamera) {
    if let Some((since, tiles)) = &known.lens {
        let text = words.with(message::CameraLens {
            since: words.day(since),
            tiles,
        });
        card::soft(ui, &text);
    }
    if let Some(seen) = &known.board {
        let text = words.with(message::CameraBoard {
            seen: words.day(seen),
        });
        card::soft(ui, &text);
    }
}

/// Forgets a camera; that it could not be forgotten shows, as it stays listed.
pub(in crate::window::screens) fn forget_camera(ctx: &mut Context<'_>, id: &str) {
    if let Err(error) = ctx.program.forget_camera(id) {
        tracing::warn!(%error, "a camera is not forgotten");
    }
}

/// What would help most, in words.
fn advice(ui: &mut Ui, words: Words, aim: Option<&Aim>, source: &SourceState) {
    let p = palette(ui);
    let said = |texts: [Text; 2]| texts.map(|text| words.say(text));
    let (fill, rim, [title, help]) = match (aim, source) {
        (_, SourceState::None) => (
            p.card,
            p.line,
            said([message::AIM_NONE, message::AIM_NONE_HELP]),
        ),
        (None, _) => (
            p.card,
            p.wait,
            said([message::AIM_WAITING, message::AIM_WAITING_HELP]),
        ),
        (Some(aim), _) => match aim.advice {
            Advice::Good | Advice::LayTile => (p.card, p.good, words.advice(aim.advice)),
            Advice::Mend(_) | Advice::Room => (p.card_ask, p.wait, words.advice(aim.advice)),
        },
    };
    card::card(ui, fill, Stroke::new(2.0, rim), |ui| {
        let text = RichText::new(title).size(size::TITLE);
        ui.add(egui::Label::new(text.color(p.text)).wrap());
        card::body(ui, &help);
    });
}

/// What the colours mean, and how many zones have each.
fn legend(ui: &mut Ui, words: Words, aim: &Aim) {
    let count = |is: fn(Quality) -> bool| {
        let zones = aim.zones.iter().filter(|zone| is(zone.quality));
        zones.count()
    };
    let p = palette(ui);
    let good = count(|q| q == Quality::Good);
    let weak = count(|q| matches!(q, Quality::Weak(_)));
    let bad = count(|q| matches!(q, Quality::Bad(_)));
    for (color, sign, text) in [
        (
            p.good,
            "✔",
            words.with(message::AimZoneGood { count: good }),
        ),
        (
            p.wait,
            "~",
            words.with(message::AimZoneWeak { count: weak }),
        ),
        (p.wrong, "✖", words.with(message::AimZoneBad { count: bad })),
    ] {
        card::sign(ui, sign, color, &text);
    }
}

/// Whether the players' colours are told apart by what is seen of them beside the board.
fn colors(ui: &mut Ui, words: Words, seen: &Colors, played: &[Color]) {
    let p = palette(ui);
    card::heading(ui, &words.say(message::AIM_COLORS));
    let plays = |color: Color| played.is_empty() || played.contains(&color);
    let names = |colors: &mut dyn Iterator<Item = Color>| {
        let names: Vec<String> = colors.map(|color| words.color(color)).collect();
        words.list(&names)
    };
    let shown = names(&mut seen.shown.iter().map(|s| s.color).filter(|c| plays(*c)));
    if shown.is_empty() {
        card::soft(ui, &words.say(message::AIM_COLORS_SHOW));
        return;
    }
    let mut line = |sign: &str, color: Color32, text: String| card::sign(ui, sign, color, &text);
    let near: Vec<_> = seen.near();
    let near = near.iter().filter(|(a, b)| plays(*a) && plays(*b));
    for (one, other) in near.clone() {
        let pair = names(&mut [*one, *other].into_iter());
        line(
            "✖",
            p.wrong,
            words.with(message::AimColorsNear { colors: pair }),
        );
    }
    if near.count() == 0 {
        line(
            "✔",
            p.good,
            words.with(message::AimColorsApart { colors: shown }),
        );
    }
    let missing = names(&mut played.iter().copied().filter(|color| !seen.has(*color)));
    if !missing.is_empty() {
        line(
            "~",
            p.wait,
            words.with(message::AimColorsMissing { colors: missing }),
        );
    }
}

/// Colours a zone. What is not good has a sign too, for those who do not see the colour.
fn draw(painter: &Painter, quad: [egui::Pos2; 4], quality: Quality, tile: bool, p: &Palette) {
    let (color, sign) = match quality {
        Quality::Good => (p.good, ""),
        Quality::Weak(_) => (p.wait, "~"),
        Quality::Bad(_) => (p.wrong, "✖"),
    };
    let tint = |alpha: u8| {
        let [r, g, b, _] = color.to_array();
        Color32::from_rgba_unmultiplied(r, g, b, alpha)
    };
    let fill = if quality == Quality::Good { 40 } else { 95 };
    let line = Stroke::new(if tile { 2.5 } else { 1.0 }, tint(220));
    painter.add(Shape::convex_polygon(quad.to_vec(), tint(fill), line));
    if sign.is_empty() {
        return;
    }
    let middle = pos2(
        quad.iter().map(|c| c.x).sum::<f32>() / 4.0,
        quad.iter().map(|c| c.y).sum::<f32>() / 4.0,
    );
    let side = Rect::from_points(&quad).size().min_elem();
    let font = FontId::proportional((side * 0.4).clamp(10.0, 22.0));
    let dark = Color32::from_black_alpha(200);
    painter.text(
        middle + Vec2::splat(1.0),
        Align2::CENTER_CENTER,
        sign,
        font.clone(),
        dark,
    );
    painter.text(middle, Align2::CENTER_CENTER, sign, font, Color32::WHITE);
}
