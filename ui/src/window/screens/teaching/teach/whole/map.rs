//! The map of the box, to lay beside the tiles: what is missing, what is too many, what was badly lit.

use carcassonne::geometry::Rotation;
use egui::{Image, Role, Ui, Vec2, WidgetInfo};
use vision::learn::Light;

use super::Whole;
use super::question::SMALL;
use crate::text::{Words, message};
use crate::window::widgets::card;

impl Whole {
    /// What is still to be done at the table.
    pub(super) fn map(&mut self, ui: &mut Ui, words: Words) {
        self.missing(ui, words);
        let Some(learnt) = &self.learnt else { return };
        let too_many = learnt.too_many.clone();
        let title = words.with(message::WholeTooMany {
            count: too_many.len(),
        });
        self.tiles_to_see(ui, words, &title, &too_many);
        let so = |light: Light| -> Vec<usize> {
            let lit = self.lit.iter().enumerate();
            lit.filter(|(_, l)| **l == light).map(|(n, _)| n).collect()
        };
        let (dark, glare) = (so(Light::Dark), so(Light::Glare));
        let title = words.with(message::WholeTooDark { count: dark.len() });
        self.tiles_to_see(ui, words, &title, &dark);
        let title = words.with(message::WholeGlare { count: glare.len() });
        self.tiles_to_see(ui, words, &title, &glare);
    }

    /// What is not there yet.
    fn missing(&mut self, ui: &mut Ui, words: Words) {
        let Some(learnt) = &self.learnt else { return };
        let missing = learnt.missing.clone();
        if missing.is_empty() {
            return;
        }
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::LEARN_MISSING));
            ui.horizontal_wrapped(|ui| {
                for (face, copies) in missing {
                    let texture = self.drawn(ui, face, Rotation::R0);
                    ui.vertical(|ui| {
                        if let Some(texture) = texture {
                            ui.add(Image::new((texture.id(), Vec2::splat(SMALL))));
                        }
                        card::soft(ui, &format!("{copies} × {face}"));
                    });
                }
            });
        });
    }

    /// Tiles that somebody should look at: a click shows where one lies.
    fn tiles_to_see(&mut self, ui: &mut Ui, words: Words, title: &str, tiles: &[usize]) {
        if tiles.is_empty() {
            return;
        }
        card::plain(ui, |ui| {
            card::heading(ui, title);
            ui.horizontal_wrapped(|ui| {
                for &tile in tiles {
                    let Some(texture) = self.tile(ui, tile) else {
                        continue;
                    };
                    let image = Image::new((texture.id(), Vec2::splat(SMALL)));
                    let label = words.with(message::LearnTile { number: tile + 1 });
                    let shown = self.selected == Some(tile);
                    let button = ui.add(egui::Button::image(image).selected(shown));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                    if button.on_hover_text(&label).clicked() {
                        self.selected = Some(tile);
                        self.photo = self.learning.tiles[tile].cutout.photo;
                    }
                }
            });
        });
    }
}
