//! The map of the box, to lay beside the tiles: what is missing, what is too many, what was badly lit.

use carcassonne::geometry::Rotation;
use egui::{Image, Role, Ui, Vec2, WidgetInfo};
use vision::learn::Light;

use super::Whole;
use super::question::SMALL;
use crate::text::Words;
use crate::window::widgets::card;

impl Whole {
    /// What is still to be done at the table.
    pub(super) fn map(&mut self, ui: &mut Ui, words: Words) {
        self.missing(ui, words);
        let Some(learnt) = &self.learnt else { return };
        let too_many = learnt.too_many.clone();
        self.tiles_to_see(ui, words, "whole-too-many", &too_many);
        for (light, title) in [
            (Light::Dark, "whole-too-dark"),
            (Light::Glare, "whole-glare"),
        ] {
            let lit = self.lit.iter().enumerate();
            let so: Vec<usize> = lit.filter(|(_, l)| **l == light).map(|(n, _)| n).collect();
            self.tiles_to_see(ui, words, title, &so);
        }
    }

    /// What is not there yet.
    fn missing(&mut self, ui: &mut Ui, words: Words) {
        let Some(learnt) = &self.learnt else { return };
        let missing = learnt.missing.clone();
        if missing.is_empty() {
            return;
        }
        card::plain(ui, |ui| {
            card::heading(ui, &words.say("learn-missing"));
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
            let count = [("count", tiles.len().into())];
            card::heading(ui, &words.with(title, &count));
            ui.horizontal_wrapped(|ui| {
                for &tile in tiles {
                    let Some(texture) = self.tile(ui, tile) else {
                        continue;
                    };
                    let image = Image::new((texture.id(), Vec2::splat(SMALL)));
                    let label = words.with("learn-tile", &[("number", (tile + 1).into())]);
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
