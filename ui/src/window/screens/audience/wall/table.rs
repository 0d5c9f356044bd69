//! One table of the wall, opened: its board, its scores and its last points.

use egui::{Align, Button, Label, Layout, RichText, Ui, UiBuilder, Vec2, vec2};
use tracker::snapshot::Snapshot;

use super::card::{line, on_card};
use super::plan::Plan;
use super::scene::Scene;
use crate::hall::wall::Card;
use crate::text::{Words, message};
use crate::theme::DARK;
use crate::window::widgets::art::Art;
use crate::window::widgets::board;

/// The share of the width that is the board's.
const BOARD: f32 = 0.58;

/// Shows it; says whether it is to be closed.
pub(super) fn show(
    ui: &mut Ui,
    scene: &Scene<'_>,
    plan: &Plan,
    card: &Card,
    shown: Option<&Snapshot>,
    art: &mut Art,
) -> bool {
    let words = scene.words;
    let room = ui.max_rect();
    let gap = plan.text * 0.4;
    let (left, right) = room.split_left_right_at_x(room.left() + room.width() * BOARD);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| match shown {
        Some(snapshot) => {
            let label = words.with(message::TableBoard {
                tiles: snapshot.tiles.len(),
            });
            board::show_still(ui, words, snapshot, &[], &label, art);
        }
        None => line(
            ui,
            &words.say(message::HALL_NO_BOARD),
            plan.text * 0.8,
            DARK.text_soft,
        ),
    });
    let right = right.with_min_x(right.left() + gap);
    let close = ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(plan.text * 0.15);
        // From below, so that the way back is there however much there is to tell.
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            let small = plan.text * 0.62;
            let back = Button::new(RichText::new(words.say(message::HALL_BACK)).size(small));
            let back = ui.add(back.min_size(vec2(small * 4.0, small * 1.8)));
            ui.add_space(gap);
            let room = ui.available_rect_before_wrap();
            ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
                ui.set_clip_rect(room.expand(2.0));
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    on_card(ui, scene, plan, card);
                    ui.add_space(gap);
                    points(ui, words, card, small);
                });
            });
            back.clicked()
        })
        .inner
    });
    close.inner
}

/// The newest points, each with the sum it comes from.
fn points(ui: &mut Ui, words: Words, card: &Card, size: f32) {
    let Some(state) = &card.state else { return };
    for points in card.last() {
        let text = RichText::new(words.hall_points(state, points));
        ui.add(Label::new(text.size(size).color(DARK.text)).wrap());
    }
}
