//! What is doubtful about a box: the tile that is asked about with guesses beside it, those that come
//! after it.

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use egui::{
    ColorImage, Image, Key, Modifiers, Role, ScrollArea, TextureHandle, TextureOptions, Ui, Vec2,
    WidgetInfo,
};
use vision::learn::teach;

use super::Whole;
use crate::text::{Words, message};
use crate::window::widgets::steady::is_typing;
use crate::window::widgets::{art, card};

/// Sides of the tile that is asked about, of a guess, of the tiles in the strip, points.
const ASKED: f32 = 170.0;
const GUESS: f32 = 92.0;
pub(super) const SMALL: f32 = 56.0;
/// The list of all faces, points.
const MENU: Vec2 = Vec2::new(400.0, 420.0);
/// Guesses beside a tile.
const GUESSES: usize = 5;

impl Whole {
    /// The tile that is asked about, guesses with their keys, and those that come after it.
    pub(super) fn question(&mut self, ui: &mut Ui, words: Words) -> bool {
        let Some(learnt) = &self.learnt else {
            return false;
        };
        let open = learnt.open.clone();
        let Some(tile) = self.selected.or_else(|| open.first().copied()) else {
            return false;
        };
        let Some(named) = learnt.named.get(tile) else {
            self.selected = None;
            return false;
        };
        let guesses = guesses(&named.ranked);
        let mut chosen: Option<Option<(FaceId, Option<Rotation>)>> = None;
        let mut removed = false;
        card::plain(ui, |ui| {
            let label = words.with(message::LearnTile { number: tile + 1 });
            card::heading(ui, &format!("{label}: {}", words.say(message::WHOLE_WHICH)));
            if let Some(texture) = self.tile(ui, tile) {
                ui.add(Image::new((texture.id(), Vec2::splat(ASKED))));
            }
            if let Some((face, turn)) = self.guess(ui, &guesses) {
                chosen = Some(Some((face, Some(turn))));
            }
            ui.horizontal_wrapped(|ui| {
                ui.menu_button(words.say(message::OTHER_TILE), |ui| {
                    if let Some(face) = self.all_faces(ui) {
                        let turn = guesses.iter().find(|g| g.0 == face).map(|g| g.1);
                        chosen = Some(Some((face, turn)));
                        ui.close();
                    }
                });
                if ui.button(words.say(message::LEARN_NONE_OF_IT)).clicked() {
                    chosen = Some(None);
                }
                removed = ui.button(words.say(message::WHOLE_NO_TILE)).clicked();
            });
        });
        if open.len() > 1 {
            self.strip(ui, words, &open, tile);
        }
        let ctx = ui.ctx().clone();
        if let Some(face) = chosen {
            self.answer(&ctx, tile, face);
        } else if removed {
            self.remove(&ctx, tile);
        } else {
            return false;
        }
        true
    }

    /// The guesses side by side; the one that was taken, by click or by the key of its number.
    fn guess(&mut self, ui: &mut Ui, guesses: &[(FaceId, Rotation)]) -> Option<(FaceId, Rotation)> {
        let typing = is_typing(ui.ctx());
        let mut taken = None;
        ui.horizontal_wrapped(|ui| {
            for (n, &(face, turn)) in guesses.iter().enumerate() {
                let texture = self.drawn(ui, face, turn);
                let text = format!("{}  {face}", n + 1);
                let button = match &texture {
                    Some(texture) => {
                        let image = Image::new((texture.id(), Vec2::splat(GUESS)));
                        egui::Button::image_and_text(image, text)
                    }
                    None => egui::Button::new(text),
                };
                let key = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][n];
                let pressed = ui.is_enabled()
                    && !typing
                    && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
                if ui.add(button).clicked() || pressed {
                    taken = Some((face, turn));
                }
            }
        });
        taken
    }

    /// The tiles that are still to be asked about, `now` among them; a click asks about another.
    fn strip(&mut self, ui: &mut Ui, words: Words, open: &[usize], now: usize) {
        card::soft(ui, &words.say(message::WHOLE_NEXT));
        let strip = ScrollArea::horizontal().id_salt("tiles to be asked about");
        strip.show(ui, |ui| {
            ui.horizontal(|ui| {
                for &next in open {
                    let Some(texture) = self.tile(ui, next) else {
                        continue;
                    };
                    let image = Image::new((texture.id(), Vec2::splat(SMALL)));
                    let label = words.with(message::LearnTile { number: next + 1 });
                    let button = egui::Button::image(image).selected(next == now);
                    let response = ui.add(button);
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                    if response.clicked() {
                        self.selected = Some(next);
                    }
                }
            });
        });
    }

    /// Every face of the box in our own drawing, to pick one.
    fn all_faces(&mut self, ui: &mut Ui) -> Option<FaceId> {
        let catalogue = Catalogue::of(&[self.set]);
        let faces: Vec<FaceId> = catalogue
            .faces()
            .filter(|face| !face.is_wild())
            .map(|face| face.id)
            .collect();
        let mut picked = None;
        ScrollArea::vertical().max_height(MENU.y).show(ui, |ui| {
            ui.set_width(MENU.x);
            ui.horizontal_wrapped(|ui| {
                for face in faces {
                    let text = face.to_string();
                    let button = match self.drawn(ui, face, Rotation::R0) {
                        Some(texture) => {
                            let image = Image::new((texture.id(), Vec2::splat(SMALL)));
                            egui::Button::image_and_text(image, &text)
                        }
                        None => egui::Button::new(&text),
                    };
                    if ui.add(button).clicked() {
                        picked = Some(face);
                    }
                }
            });
        });
        picked
    }

    pub(super) fn tile(&mut self, ui: &Ui, number: usize) -> Option<TextureHandle> {
        if !self.tiles.contains_key(&number) {
            let tile = self.learning.tiles.get(number)?;
            let (size, rgb) = teach::to_rgb(&tile.cutout.picture).ok()?;
            let image = ColorImage::from_rgb(size, &rgb);
            let texture = ui.ctx().load_texture("tile", image, TextureOptions::LINEAR);
            self.tiles.insert(number, texture);
        }
        self.tiles.get(&number).cloned()
    }

    /// A face in our own drawing, turned as the tile lies.
    pub(super) fn drawn(&mut self, ui: &Ui, face: FaceId, turn: Rotation) -> Option<TextureHandle> {
        let key = (face, turn.quarter_turns());
        let (set, ctx) = (self.set, ui.ctx());
        let draw = || {
            let catalogue = Catalogue::of(&[set]);
            let svg = studio::art::face_svg(catalogue.face(&face)?, false, 0).ok()?;
            let image = turned(&art::raster(&svg, 192)?, turn.quarter_turns());
            Some(ctx.load_texture("guess", image, TextureOptions::LINEAR))
        };
        self.drawn.entry(key).or_insert_with(draw).clone()
    }
}

/// A square picture turned clockwise.
fn turned(image: &ColorImage, quarters: u8) -> ColorImage {
    let side = image.size[0];
    let mut turned = image.clone();
    for _ in 0..quarters {
        let from = turned.clone();
        for row in 0..side {
            for column in 0..side {
                turned.pixels[row * side + column] = from.pixels[(side - 1 - column) * side + row];
            }
        }
    }
    turned
}

/// The likeliest faces, each once.
fn guesses(ranked: &[(FaceId, Rotation, f32)]) -> Vec<(FaceId, Rotation)> {
    let mut guesses: Vec<(FaceId, Rotation)> = Vec::new();
    for &(face, turn, _) in ranked {
        if guesses.len() < GUESSES && guesses.iter().all(|(other, _)| *other != face) {
            guesses.push((face, turn));
        }
    }
    guesses
}
