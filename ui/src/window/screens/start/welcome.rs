//! The start screen: what to do first, the most likely choice on top.

use std::sync::LazyLock;

use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::{Cell, Rotation};
use egui::{Align2, FontId, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::board::Board;

use crate::run::link::Source;
use crate::store::records::SavedGame;
use crate::text::message;
use crate::theme::{palette, size as sizes};
use crate::window::screens::{Begins, Context, Go};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::{board, card, column};

/// The start screen.
pub struct Welcome {
    unfinished: Option<SavedGame>,
}

/// Columns and rows of the strip of tiles at the top.
const STRIP: (i32, i32) = (9, 2);

impl Welcome {
    /// Looks once for a game to go on with.
    pub fn new(program: &dyn crate::run::link::Program) -> Self {
        let unfinished = program.games().into_iter().find(|game| !game.over);
        Self { unfinished }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        column::show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.set_max_width(WIDTH);
                ui.add_space(if is_low(ui) { 4.0 } else { 18.0 });
                // One way more leaves less room, and every way is to be in sight.
                let rows = match self.unfinished {
                    _ if is_low(ui) => 0,
                    Some(_) => 1,
                    None => STRIP.1,
                };
                strip(ui, ctx.art, rows);
                ui.add_space(12.0);
                card::title(ui, &words.say(message::APP_CLAIM));
                ui.add_space(12.0);
                if let Some(game) = &self.unfinished {
                    let why = words.with(message::WelcomeContinueWhy {
                        players: words.list(&words.all_called(&game.players)),
                        turns: game.turns,
                        played: words.day(&game.played),
                    });
                    if way(ui, &words.say(message::WELCOME_CONTINUE), &why, true).clicked() {
                        go = Some(Go::to_table(
                            ctx.program.open(&game.record, Source::AsBefore),
                        ));
                    }
                }
                let say = |text| words.say(text);
                let first = self.unfinished.is_none();
                if way(
                    ui,
                    &say(message::WELCOME_DEMO),
                    &say(message::WELCOME_DEMO_WHY),
                    first,
                )
                .clicked()
                {
                    go = Some(Go::to_table(ctx.program.demo()));
                }
                if way(
                    ui,
                    &say(message::WELCOME_CAMERA),
                    &say(message::WELCOME_CAMERA_WHY),
                    false,
                )
                .clicked()
                {
                    go = Some(Go::New(Begins::Camera));
                }
                if way(
                    ui,
                    &say(message::WELCOME_PHONE),
                    &say(message::WELCOME_PHONE_WHY),
                    false,
                )
                .clicked()
                {
                    go = Some(Go::New(Begins::Phone));
                }
                if way(
                    ui,
                    &say(message::WELCOME_HAND),
                    &say(message::WELCOME_HAND_WHY),
                    false,
                )
                .clicked()
                {
                    go = Some(Go::New(Begins::Hand));
                }
                if way(
                    ui,
                    &say(message::WELCOME_PHOTO),
                    &say(message::WELCOME_PHOTO_WHY),
                    false,
                )
                .clicked()
                {
                    go = Some(Go::New(Begins::Photograph));
                }
                if way(
                    ui,
                    &say(message::WELCOME_OPEN),
                    &say(message::WELCOME_OPEN_WHY),
                    false,
                )
                .clicked()
                {
                    go = Some(Go::Open);
                }
                ui.add_space(18.0);
            });
        });
        go
    }
}

/// Width of the column, points.
const WIDTH: f32 = 648.0;

/// Whether the window is so low that not every way would be in sight.
fn is_low(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < LOW
}

/// Below this height of the window the ways stand closer together, without a picture above them, points.
const LOW: f32 = 640.0;

/// A large button with a sentence that says what happens.
fn way(ui: &mut Ui, text: &str, why: &str, first: bool) -> Response {
    let p = palette(ui);
    let (height, rim) = match is_low(ui) {
        true => (56.0, 7.0),
        false => (70.0, 13.5),
    };
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, text));
    let over = response.hovered() || response.has_focus();
    let (fill, strong, soft) = match (first, over) {
        (true, _) => (p.accent, p.on_accent, p.on_accent),
        (false, true) => (p.button_hover, p.text, p.text_soft),
        (false, false) => (p.card, p.text, p.text_soft),
    };
    let line = if over {
        Stroke::new(2.0, p.text)
    } else {
        Stroke::new(1.0, p.line)
    };
    ui.painter()
        .rect(rect, 10.0, fill, line, egui::StrokeKind::Inside);
    let left = rect.left() + 20.0;
    ui.painter().text(
        egui::pos2(left, rect.top() + rim),
        Align2::LEFT_TOP,
        text,
        FontId::proportional(19.0),
        strong,
    );
    ui.painter().text(
        egui::pos2(left, rect.bottom() - rim),
        Align2::LEFT_BOTTOM,
        why,
        FontId::proportional(sizes::BODY),
        soft,
    );
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A strip of tiles that fit together, as a picture.
fn strip(ui: &mut Ui, art: &mut Art, rows: i32) {
    static TILES: LazyLock<Vec<(Cell, Copy, Rotation)>> = LazyLock::new(lay_strip);
    let side = 72.0;
    let size = Vec2::new(STRIP.0 as f32, rows as f32) * side;
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let p = palette(ui);
    for &(cell, copy, rotation) in TILES.iter().filter(|tile| tile.0.y < rows) {
        let at = area.min + Vec2::new(cell.x as f32, cell.y as f32) * side;
        let rect = egui::Rect::from_min_size(at, Vec2::splat(side));
        board::draw_tile(ui.ctx(), ui.painter(), rect, copy, rotation, art, p);
    }
}

/// Lays tiles side by side so that all edges fit, a different face wherever possible.
fn lay_strip() -> Vec<(Cell, Copy, Rotation)> {
    let catalogue = Catalogue::bundled();
    let mut faces: Vec<_> = catalogue.faces().cloned().collect();
    let mut laid = Board::default();
    let mut tiles = Vec::new();
    for y in 0..STRIP.1 {
        for x in 0..STRIP.0 {
            let cell = Cell::new(x, y);
            let fitting = faces.iter().position(|face| {
                Rotation::ALL
                    .into_iter()
                    .any(|r| laid.accepts(cell, face, r))
            });
            let Some(at) = fitting else { continue };
            // What was used goes to the end, so that the others have their turn.
            let face = faces.remove(at);
            let turns = Rotation::ALL.into_iter().rev();
            if let Some(rotation) = turns.into_iter().find(|&r| laid.accepts(cell, &face, r))
                && laid.lay(cell, &face, rotation).is_ok()
            {
                tiles.push((cell, Copy::plain(face.id), rotation));
            }
            faces.push(face);
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strip_has_no_hole() {
        assert_eq!(lay_strip().len(), (STRIP.0 * STRIP.1) as usize);
    }
}
