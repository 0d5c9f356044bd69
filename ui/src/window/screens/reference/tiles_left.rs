//! The tiles that are left, and the hole finder: on each place where a tile may lie stands how
//! many of them still fit; a click tells which, and how likely the next one is.

use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use egui::{RichText, Sense, Stroke, Ui, WidgetInfo};
use tracker::board::holes::Hole;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::snapshot::Snapshot;

use crate::run::link::Link;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::views::board_plan::{self, Copy};
use crate::window::screens::table::gap;
use crate::window::screens::{Context, Go};
use crate::window::widgets::art::Art;
use crate::window::widgets::squares::Squares;
use crate::window::widgets::{board, card, column};

/// Width of the column beside the board, points: five faces side by side.
const SIDE: f32 = 400.0;
/// Largest side of a tile on the board, points.
const LARGEST: f32 = 110.0;
/// Side of a face in the column, points.
const FACE: f32 = 62.0;

/// The tiles left.
#[derive(Default)]
pub struct TilesLeft {
    /// The events the holes were found from.
    events: Option<Arc<Vec<Event>>>,
    holes: Vec<Hole>,
    chosen: Option<Cell>,
}

impl TilesLeft {
    /// Shows them.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let Some(game) = ctx.game else {
            return Some(Go::Back);
        };
        let snapshot = game.snapshot();
        self.follow(game, &snapshot);
        let go = crate::window::screens::head(ui, ctx, message::LEFT_TITLE);
        if !snapshot.setup.aids.tiles_left {
            card::plain(ui, |ui| card::body(ui, &words.say(message::LEFT_UNWANTED)));
            return go;
        }
        card::soft(ui, &words.say(message::LEFT_HELP));
        egui::Panel::right("left_faces")
            .exact_size(SIDE)
            .show(ui, |ui| self.faces(ui, words, &snapshot, ctx.art));
        self.map(ui, words, &snapshot, ctx.art);
        go
    }

    /// Finds the holes anew when something has happened.
    fn follow(&mut self, game: &dyn Link, snapshot: &Snapshot) {
        let events = game.events();
        let known = self.events.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, &events)) {
            return;
        }
        let log = Log::of(Arc::clone(&snapshot.setup), events.to_vec());
        let cells = log.game().board().frontier();
        let board = log.game().board();
        let hole = |cell: Cell| gap::hole(snapshot, board, cell);
        self.holes = cells.into_iter().map(hole).collect();
        self.events = Some(events);
        let there = |cell: &Cell| self.holes.iter().any(|hole| hole.cell == *cell);
        self.chosen = self.chosen.filter(there);
    }

    fn map(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, art: &mut Art) {
        let area = ui.available_rect_before_wrap();
        let p = palette(ui);
        ui.painter().rect_filled(area, 8.0, p.felt);
        let tiles = snapshot.tiles.iter().map(|tile| tile.cell);
        let holes = self.holes.iter().map(|hole| hole.cell);
        let squares = Squares::fit(area, tiles.chain(holes), LARGEST);
        let copies = board_plan::copies_of(snapshot);
        for tile in &snapshot.tiles {
            let rect = squares.cell(tile.cell);
            let copy = copies.get(&tile.cell).copied();
            let copy = copy.unwrap_or_else(|| Copy::plain(tile.face));
            board::draw_tile(ui.ctx(), ui.painter(), rect, copy, tile.rotation, art, p);
        }
        let mut clicked = None;
        for hole in &self.holes {
            let chosen = self.chosen == Some(hole.cell);
            if square(ui, (words, snapshot), &squares, hole, chosen) {
                clicked = Some(hole.cell);
            }
        }
        if clicked.is_some() {
            self.chosen = clicked.filter(|&cell| self.chosen != Some(cell));
        }
    }

    /// The faces that fit into the chosen hole, or all that are left.
    fn faces(&self, ui: &mut Ui, words: Words, snapshot: &Snapshot, art: &mut Art) {
        let mut holes = self.holes.iter();
        let hole = holes.find(|hole| Some(hole.cell) == self.chosen);
        let shown: Vec<(FaceId, Rotation, u8)> = match hole {
            Some(hole) => {
                let place = words.place_in(snapshot, hole.cell);
                card::heading(ui, &words.with(message::LeftHole { place }));
                card::body(ui, &chance(words, hole));
                hole.fits.iter().map(gap::first_turn).collect()
            }
            None => {
                let text = words.with(message::TableTilesLeft {
                    left: snapshot.bag.left,
                });
                card::heading(ui, &text);
                card::body(ui, &words.say(message::LEFT_CHOOSE));
                let left = snapshot.bag.faces.iter().filter(|(_, count)| *count > 0);
                left.map(|&(face, count)| (face, Rotation::R0, count))
                    .collect()
            }
        };
        ui.add_space(4.0);
        column::show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for tile in shown {
                    gap::tile(ui, words, tile, FACE, art);
                }
            });
        });
    }
}

/// How many of the tiles left fit, and how likely the next one does.
fn chance(words: Words, hole: &Hole) -> String {
    if hole.fitting == 0 {
        return words.say(message::LEFT_NEVER);
    }
    words.with(message::LeftChance {
        fitting: hole.fitting,
        all: hole.left,
        percent: words.percent(hole.next()),
    })
}

/// A place where a tile may lie, with how many fit; whether it was clicked.
fn square(
    ui: &mut Ui,
    (words, snapshot): (Words, &Snapshot),
    squares: &Squares,
    hole: &Hole,
    chosen: bool,
) -> bool {
    let p = palette(ui);
    let (cell, count) = (hole.cell, hole.fitting);
    let rect = squares.cell(cell).shrink(squares.side * 0.06);
    let id = ui.scope_id().with(("hole", cell));
    let response = ui.interact(rect, id, Sense::click());
    let name = words.with(message::LeftSquare {
        place: words.place_in(snapshot, cell),
        count,
    });
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, enabled, chosen, &name));
    let over = response.hovered() || response.has_focus() || chosen;
    let (fill, text) = match (count, chosen) {
        (0, _) => (p.card_wrong, p.wrong),
        (_, true) => (p.accent, p.on_accent),
        _ => (p.card, p.text),
    };
    let line = if over {
        Stroke::new(2.5, p.glow)
    } else {
        Stroke::new(1.0, p.felt_line)
    };
    let painter = ui.painter();
    painter.rect(rect, 5.0, fill, line, egui::StrokeKind::Inside);
    let number = RichText::new(if count == 0 {
        "✖".to_owned()
    } else {
        count.to_string()
    });
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        number.text(),
        egui::FontId::proportional((squares.side * 0.32).clamp(11.0, 26.0)),
        text,
    );
    response.on_hover_text(name).clicked()
}
