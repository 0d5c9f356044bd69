//! The middle of the table: the picture, the drawn board, or both, and the one fading into the other.

use egui::{Rect, Ui, UiBuilder, vec2};
use tracker::snapshot::Snapshot;

use super::Table;
use crate::text::{Words, message};
use crate::window::screens::table::wishes::{Pass, View};
use crate::window::widgets::art::Art;
use crate::window::widgets::board::Scene;
use crate::window::widgets::{board, picture, steady};

impl Table {
    pub(super) fn middle(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let area = ui.available_rect_before_wrap();
        let (picture_area, board_area) = areas(area, self.view);
        let lit = self.lit.clone();
        if let Some(rect) = picture_area {
            self.picture(ui, words, snapshot, (rect, self.view), pass.art);
        }
        if let Some(rect) = board_area {
            let options = if self.hand.held().is_none() {
                self.choices.spots(words, snapshot)
            } else {
                Vec::new()
            };
            let chips = self.hand.chip_places(snapshot);
            let scene = Scene {
                snapshot,
                lit: &lit,
                held: self.hand.held(),
                spots: self.hand.spots(snapshot),
                spot_color: self.hand.color(snapshot),
                options: &options,
                chips: &chips,
                gaps: self.hand.gaps(),
                gap: self.gap,
                asked: snapshot.questions.first().map(|question| question.cell),
                fields: self.fields,
                words,
            };
            let cell = snapshot.turn.tile;
            let what = (scene.held.is_some(), cell, scene.spots.len(), options.len());
            steady::shows(ui, "board", rect, what);
            let reaction = ui
                .scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                    board::show(ui, &mut self.eye, &scene, pass.art)
                })
                .inner;
            self.react(reaction, snapshot, pass.wishes);
        }
        if let Some((before, opacity)) = self.fade.follow(ui.ctx(), self.view) {
            self.going(ui, words, pass.art, snapshot, (before, area, opacity));
        }
        self.notices.show(ui, words, area, pass.wishes);
    }

    /// The live picture with what was read in it.
    fn picture(
        &self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        (rect, view): (Rect, View),
        art: &mut Art,
    ) {
        let empty = if self.link.source() == crate::run::news::SourceState::None {
            words.say(message::TABLE_PICTURE_HAND)
        } else {
            words.say(message::TABLE_PICTURE_NONE)
        };
        let label = words.say(message::TABLE_PICTURE);
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            let look = picture::Look {
                snapshot,
                lit: &self.lit,
                fields: self.fields,
                targets: &self.guide.targets(snapshot),
                // Beside the board there is little room, so only the tiles are shown.
                close: view == View::Both,
                label: &label,
                empty: &empty,
                words,
            };
            picture::show(ui, &self.shown, &look, art);
        });
    }

    /// The view that was left, fading over the one that was chosen.
    fn going(
        &self,
        ui: &mut Ui,
        words: Words,
        art: &mut Art,
        snapshot: &Snapshot,
        (before, area, opacity): (View, Rect, f32),
    ) {
        let (picture_area, board_area) = areas(area, before);
        ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
            ui.set_opacity(opacity);
            if let Some(rect) = picture_area {
                self.picture(ui, words, snapshot, (rect, before), art);
            }
            if let Some(rect) = board_area {
                let scene = Scene {
                    fields: self.fields,
                    ..Scene::still(snapshot, &self.lit, words)
                };
                board::paint(ui, rect, &scene, &self.eye, art);
            }
        });
    }
}

/// Where picture and board are in a view.
fn areas(area: Rect, view: View) -> (Option<Rect>, Option<Rect>) {
    match view {
        View::Picture => (Some(area), None),
        View::Board => (None, Some(area)),
        View::Both => {
            let half = vec2((area.width() - 8.0) / 2.0, area.height());
            let right = Rect::from_min_size(area.min + vec2(half.x + 8.0, 0.0), half);
            (Some(Rect::from_min_size(area.min, half)), Some(right))
        }
    }
}
