//! "Why 28?": a line of points that somebody wants explained. Its sum, its feature lit up on
//! board and picture, the tiles as they lie on the real table, and every tile and figure of it
//! to choose if one of them is wrong.

use egui::{Sense, Stroke, Ui, Vec2, vec2};
use tracker::command::Command;
use tracker::doubt::Doubt;
use tracker::event::EventId;
use tracker::geometry::Cell;
use tracker::snapshot::{ScoreLine, Snapshot};

use super::Wishes;
use crate::text::Words;
use crate::theme::palette;
use crate::widgets::picture::{self, Shown};
use crate::widgets::{board, card};

/// Side of a crop, points.
const CROP: f32 = 72.0;
/// Most crops that are shown.
const MOST: usize = 12;

/// Shows the card; whether it stays open.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    line: &ScoreLine,
    shown: &Shown,
    wishes: &mut Wishes,
) -> bool {
    let mut stays = true;
    let p = palette(ui);
    card::card(ui, p.card, Stroke::new(2.0, p.accent), |ui| {
        card::heading(ui, &words.line_heading(snapshot, line));
        let sum = words.expression(&line.expression);
        let args = [("sum", sum.into()), ("points", line.points.into())];
        card::body(ui, &words.with("why-still", &args));
        let mut cells: Vec<Cell> = line.segments.iter().map(|at| at.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        crops(ui, &cells, shown);
        card::soft(ui, &words.say("why-doubt"));
        let doubt = |event: EventId| Command::Doubt {
            event,
            doubt: Doubt::Reading,
        };
        ui.horizontal_wrapped(|ui| {
            for &cell in &cells {
                let Some(tile) = board::tile_on(snapshot, cell) else {
                    continue;
                };
                let args = [
                    ("face", tile.face.as_str().into()),
                    ("place", words.place(cell).into()),
                ];
                if ui.button(words.with("why-tile", &args)).clicked() {
                    wishes.commands.push(doubt(tile.event));
                }
            }
            for &figure in &line.figures {
                let entry = snapshot.history.iter().find(|entry| entry.event == figure);
                let Some(entry) = entry else { continue };
                if ui.button(words.entry(snapshot, entry)).clicked() {
                    wishes.commands.push(doubt(figure));
                }
            }
        });
        stays = !ui.button(words.say("why-close")).clicked();
    });
    ui.add_space(2.0);
    stays
}

/// The cells as they are on the real table, where there is a picture of it.
fn crops(ui: &mut Ui, cells: &[Cell], shown: &Shown) {
    let Some((picture, texture)) = shown.get() else {
        return;
    };
    let p = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let quads = cells.iter().filter_map(|&cell| shown.quad(cell));
        for quad in quads.take(MOST) {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(CROP), Sense::hover());
            ui.painter()
                .add(picture::straightened(rect, quad, picture.size, texture));
            let line = Stroke::new(1.0, p.text_soft);
            ui.painter()
                .rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        }
    });
}
