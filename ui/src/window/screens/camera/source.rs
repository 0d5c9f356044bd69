//! What watches the running game: a camera may join or leave at any time, and nothing of the
//! game is lost by it. Choosing goes on with the same record from another source.

use egui::Ui;

use crate::run::link::{CameraChoice, Program, Source};
use crate::run::news::SourceState;
use crate::store::packs::PackChoice;
use crate::text::message;
use crate::window::screens::{Context, Go, Page};
use crate::window::widgets::{card, column};

/// Width of the column, points.
const WIDTH: f32 = 680.0;

/// The choice of a source for the running game.
pub struct SourceScreen {
    cameras: Vec<CameraChoice>,
    packs: Vec<PackChoice>,
    stream: String,
}

impl SourceScreen {
    /// Looks once for cameras.
    pub fn new(program: &dyn Program) -> Self {
        Self {
            cameras: program.cameras(),
            packs: program.packs(),
            stream: String::new(),
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        let Some(game) = ctx.game else {
            return Some(Go::Back);
        };
        let go_back = crate::window::screens::head_above(
            ui,
            ctx,
            WIDTH,
            message::SOURCE_TITLE,
            Some(message::SOURCE_WHY),
        );
        column::show_middle(ui, WIDTH, |ui| {
            if game.record().is_none() {
                card::plain(ui, |ui| card::body(ui, &words.say(message::SOURCE_UNSAVED)));
            } else {
                let watched = game.source() != SourceState::None;
                go = self.sources(ui, ctx, watched);
                if watched {
                    ui.add_space(6.0);
                    go = self.packs(ui, ctx).or(go.take());
                }
            }
        });
        go.or(go_back)
    }

    /// The same game, read with other pictures of its tiles.
    fn packs(&self, ui: &mut Ui, ctx: &Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::NEW_PACK));
            card::soft(ui, &words.say(message::SOURCE_PACK_WHY));
            for pack in &self.packs {
                let text = words.with(message::ForeignTake {
                    name: words.pack_name(pack),
                });
                if ui.button(text).clicked() {
                    go = Some(Go::Pack(pack.id.clone()));
                }
            }
            if ui.button(words.say(message::FOREIGN_TEACH)).clicked() {
                go = Some(Go::Page(Page::Teach));
            }
        });
        go
    }

    fn sources(&mut self, ui: &mut Ui, ctx: &Context<'_>, watched: bool) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        card::plain(ui, |ui| {
            let by_hand = egui::Button::new(words.say(message::SOURCE_BY_HAND));
            if ui.add_enabled(watched, by_hand).clicked() {
                go = Some(Go::Watch(Source::ByHand));
            }
            for camera in &self.cameras {
                let button = egui::Button::new(format!("📷 {}", camera.name));
                let usable = camera.trouble.is_none();
                let name = words.with(message::SourceCamera {
                    name: camera.name.as_str(),
                });
                if ui
                    .add_enabled(usable, button)
                    .accessible_name(name)
                    .clicked()
                {
                    go = Some(Go::Watch(Source::Camera(camera.index)));
                }
                if let Some(why) = &camera.trouble {
                    let (what, help) = words.camera_trouble(why);
                    card::soft(ui, &format!("{what} {help}"));
                }
            }
            if self.cameras.is_empty() {
                card::body(ui, &words.say(message::SOURCE_NO_CAMERA));
            }
            for (text, source) in [
                (message::NEW_SOURCE_PHONE, Source::Phone),
                (message::NEW_SOURCE_PHOTOS, Source::Photos),
            ] {
                if ui.button(words.say(text)).clicked() {
                    go = Some(Go::Watch(source));
                }
            }
            ui.horizontal(|ui| {
                let field = egui::TextEdit::singleline(&mut self.stream)
                    .hint_text("http://…")
                    .desired_width(320.0);
                ui.add(field)
                    .accessible_name(words.say(message::SOURCE_STREAM));
                let there = !self.stream.trim().is_empty();
                let button = egui::Button::new(words.say(message::SOURCE_STREAM_GO));
                if ui.add_enabled(there, button).clicked() {
                    go = Some(Go::Watch(Source::Url(self.stream.trim().to_owned())));
                }
            });
        });
        go
    }
}
