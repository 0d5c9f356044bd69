//! Packing away and building again: a map to print, and a list in which each re-laid tile and
//! figure is ticked off, by click or by the camera.
//!
//! What the camera sees is compared by [`tracker::belief::relay`]; this screen only shows it. Ticks are
//! no part of the game.

use std::collections::BTreeSet;

use carcassonne::geometry::{Cell, Rotation};
use egui::{Color32, Rect, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo};
use tracker::belief::relay::{Place, Relay};
use tracker::command::Command;
use tracker::log::event::EventId;
use tracker::snapshot::{PlacedTile, Snapshot};

use crate::export::pages::packing;
use crate::run::link::Link;
use crate::run::news::SourceState;
use crate::run::relay::Relaying;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::views::board_plan::{self, Copy};
use crate::window::screens::{Context, Go};
use crate::window::widgets::art::Art;
use crate::window::widgets::squares::Squares;
use crate::window::widgets::{board, card, column};

/// Width of the column of lists, points.
const SIDE: f32 = 430.0;
/// Largest side of a tile on the map, points.
const LARGEST: f32 = 110.0;

/// Building a table again.
#[derive(Default)]
pub struct Rebuild {
    tiles: BTreeSet<Cell>,
    figures: BTreeSet<EventId>,
    relaying: Relaying,
    /// Where the map was written, or why not.
    written: Option<Result<std::path::PathBuf, String>>,
}

/// What is seen of the table, if anything.
struct Seen {
    relay: Option<Relay>,
    watching: bool,
}

impl Seen {
    fn place(&self, cell: Cell) -> Option<Place> {
        let tiles = &self.relay.as_ref()?.tiles;
        let (_, place) = tiles.iter().find(|(at, _)| *at == cell)?;
        Some(*place)
    }

    fn figure(&self, event: EventId) -> bool {
        let figures = self.relay.iter().flat_map(|relay| &relay.figures);
        figures
            .into_iter()
            .any(|&(figure, seen)| figure == event && seen)
    }
}

impl Rebuild {
    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let Some(game) = ctx.game else {
            return Some(Go::Open);
        };
        let snapshot = game.snapshot();
        let seen = self.look(game, &snapshot);
        let mut go = crate::window::screens::head(ui, ctx, message::REBUILD_TITLE);
        if snapshot.tiles.is_empty() {
            card::plain(ui, |ui| card::body(ui, &words.say(message::REBUILD_EMPTY)));
            return go;
        }
        if self.head(ui, ctx, game, &snapshot, &seen) {
            go = Some(Go::Back);
        }
        egui::Panel::right("rebuild_lists")
            .exact_size(SIDE)
            .show(ui, |ui| self.lists(ui, words, &snapshot, &seen));
        self.map(ui, words, &snapshot, &seen, ctx.art);
        go
    }

    /// Compares the table with the board, if it is watched.
    fn look(&mut self, game: &dyn Link, snapshot: &Snapshot) -> Seen {
        Seen {
            relay: self.relaying.look(game, snapshot),
            watching: game.source() == SourceState::Running,
        }
    }

    fn lies(&self, seen: &Seen, cell: Cell) -> bool {
        self.tiles.contains(&cell) || seen.place(cell) == Some(Place::Lies)
    }

    fn stands(&self, seen: &Seen, figure: EventId) -> bool {
        self.figures.contains(&figure) || seen.figure(figure)
    }

    /// What to do next, and how far it is; whether everything is done and play goes on.
    fn head(
        &mut self,
        ui: &mut Ui,
        ctx: &mut Context<'_>,
        game: &dyn Link,
        snapshot: &Snapshot,
        seen: &Seen,
    ) -> bool {
        let words = ctx.words;
        let tiles = snapshot.tiles.iter();
        let there = tiles.filter(|tile| self.lies(seen, tile.cell)).count();
        let figures = snapshot.figures.iter();
        let standing = figures.filter(|f| self.stands(seen, f.event)).count();
        let all = (snapshot.tiles.len(), snapshot.figures.len());
        let mut done = false;
        let help = match (&seen.relay, seen.watching) {
            (Some(_), _) => message::REBUILD_CAMERA,
            (None, true) => message::REBUILD_CAMERA_NOT_YET,
            (None, false) => message::REBUILD_CLICK,
        };
        card::soft(ui, &words.say(help));
        ui.horizontal(|ui| {
            let text = words.with(message::RebuildCount {
                tiles: there,
                all: all.0,
                figures: standing,
                standing: all.1,
            });
            card::heading(ui, &text);
            if ui.button(words.say(message::REBUILD_PRINT)).clicked() {
                let page = packing::page(words, snapshot);
                let written = ctx.program.keep_map(game.record().as_deref(), &page);
                if let Ok(path) = &written {
                    let address = format!("file://{}", path.display());
                    ui.ctx().open_url(egui::OpenUrl::new_tab(address));
                }
                self.written = Some(written.map_err(|failure| words.failure(&failure).0));
            }
            let untouched = self.tiles.is_empty() && self.figures.is_empty();
            let clear = egui::Button::new(words.say(message::REBUILD_CLEAR));
            if ui.add_enabled(!untouched, clear).clicked() {
                self.tiles.clear();
                self.figures.clear();
            }
        });
        match &self.written {
            Some(Ok(path)) => {
                let path = path.display().to_string();
                card::soft(ui, &words.with(message::RebuildWritten { path }));
            }
            Some(Err(why)) => {
                card::soft(ui, why);
            }
            None => {}
        }
        if (there, standing) == all {
            let p = palette(ui);
            card::card(ui, p.card, Stroke::new(2.0, p.good), |ui| {
                ui.horizontal(|ui| {
                    card::heading(ui, &words.say(message::REBUILD_DONE));
                    let button = card::main_button(p, &words.say(message::REBUILD_PLAY));
                    if ui.add(button).clicked() {
                        if seen.watching {
                            game.send(Command::Resync);
                        }
                        done = true;
                    }
                });
            });
        }
        ui.add_space(4.0);
        done
    }

    /// What is still to be laid and put, then what is done, then what is beside the board.
    fn lists(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, seen: &Seen) {
        let headings = words.map_headings();
        column::show(ui, |ui| {
            card::heading(ui, &headings[0]);
            for done in [false, true] {
                self.list_tiles(ui, words, snapshot, seen, done);
            }
            for cell in seen.relay.iter().flat_map(|relay| &relay.extra) {
                let text = words.with(message::RebuildExtra {
                    place: words.place_in(snapshot, *cell),
                });
                warn(ui, &text);
            }
            if !snapshot.figures.is_empty() {
                ui.add_space(6.0);
                card::heading(ui, &headings[1]);
            }
            for done in [false, true] {
                self.list_figures(ui, words, snapshot, seen, done);
            }
            for (title, lines) in [
                (&headings[2], words.pieces_to_put(snapshot)),
                (&headings[3], words.beside_the_board(snapshot)),
            ] {
                if !lines.is_empty() {
                    ui.add_space(6.0);
                    card::heading(ui, title);
                }
                for line in lines {
                    card::body(ui, &format!("• {line}"));
                }
            }
        });
    }

    fn list_tiles(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        seen: &Seen,
        done: bool,
    ) {
        for (tile, number) in snapshot.tiles.iter().zip(1..) {
            if self.lies(seen, tile.cell) != done {
                continue;
            }
            let text = words.tile_to_lay(snapshot, tile, number);
            let by_camera = seen.place(tile.cell) == Some(Place::Lies);
            let state = Done::of(self.tiles.contains(&tile.cell), by_camera);
            if tick(ui, words, &text, state) {
                toggle(&mut self.tiles, tile.cell);
            }
            if let Some(why) = trouble(words, seen.place(tile.cell)) {
                warn(ui, &why);
            }
        }
    }

    fn list_figures(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        seen: &Seen,
        done: bool,
    ) {
        for figure in &snapshot.figures {
            if self.stands(seen, figure.event) != done {
                continue;
            }
            let text = words.figure_to_put(snapshot, figure);
            let by_camera = seen.figure(figure.event);
            let state = Done::of(self.figures.contains(&figure.event), by_camera);
            if tick(ui, words, &text, state) {
                toggle(&mut self.figures, figure.event);
            }
        }
    }

    /// The map: what lies already is bright, the rest waits in the dark with its number.
    fn map(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, seen: &Seen, art: &mut Art) {
        let area = ui.available_rect_before_wrap();
        let p = palette(ui);
        ui.painter().rect_filled(area, 8.0, p.felt);
        let cells = snapshot.tiles.iter().map(|tile| tile.cell);
        let squares = Squares::fit(area, cells, LARGEST);
        let copies = board_plan::copies_of(snapshot);
        for (tile, number) in snapshot.tiles.iter().zip(1..) {
            let rect = squares.cell(tile.cell);
            let copy = copies.get(&tile.cell).copied();
            let copy = copy.unwrap_or_else(|| Copy::plain(tile.face));
            if self.square(ui, words, rect, (tile, number, copy), seen, art) {
                toggle(&mut self.tiles, tile.cell);
            }
        }
        for figure in &snapshot.figures {
            let at = board_plan::standing(snapshot, figure, art.layouts());
            let side = Vec2::splat(squares.side * board_plan::FIGURE);
            let rect = Rect::from_center_size(squares.point(at), side);
            let alpha = if self.stands(seen, figure.event) {
                255
            } else {
                130
            };
            let piece = (figure.kind, figure.color, figure.pose);
            board::draw_piece(ui.ctx(), ui.painter(), rect, piece, alpha, art);
        }
    }

    /// One square of the map; whether it was clicked.
    fn square(
        &self,
        ui: &mut Ui,
        words: Words,
        rect: Rect,
        (tile, number, copy): (&PlacedTile, usize, Copy),
        seen: &Seen,
        art: &mut Art,
    ) -> bool {
        let p = palette(ui);
        let id = ui.scope_id().with(("square", tile.cell));
        let response = ui.interact(rect, id, Sense::click());
        let lies = self.lies(seen, tile.cell);
        let name = words.with(message::RebuildSquare { number });
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, enabled, lies, &name));
        let painter = ui.painter();
        board::draw_tile(ui.ctx(), painter, rect, copy, tile.rotation, art, p);
        if !lies {
            painter.rect_filled(rect, 0.0, Color32::from_black_alpha(150));
        }
        let wrong = trouble(words, seen.place(tile.cell)).is_some();
        let over = response.hovered() || response.has_focus();
        let line = match (wrong, lies, over) {
            (_, _, true) => Stroke::new(3.0, p.glow),
            (true, ..) => Stroke::new(3.0, p.wrong),
            (_, true, _) => Stroke::new(2.0, p.good),
            _ => Stroke::new(1.0, p.felt_line),
        };
        painter.rect_stroke(rect.shrink(1.0), 2.0, line, egui::StrokeKind::Inside);
        let badge = rect.left_top() + Vec2::splat((rect.width() * 0.19).max(9.0));
        let radius = (rect.width() * 0.15).clamp(9.0, 14.0);
        painter.circle(badge, radius, p.card, Stroke::new(1.0, p.text));
        let text = if lies {
            "✔".to_owned()
        } else {
            number.to_string()
        };
        let font = egui::FontId::proportional(radius * 1.15);
        painter.text(badge, egui::Align2::CENTER_CENTER, text, font, p.text);
        response.clicked()
    }
}

fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}

/// Whether a thing lies or stands there again, and who says so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    NotYet,
    /// A person has ticked it off.
    ByPerson,
    /// The camera sees it, which needs no click.
    ByCamera,
}

impl Done {
    fn of(ticked: bool, seen: bool) -> Self {
        match (ticked, seen) {
            (true, _) => Self::ByPerson,
            (false, true) => Self::ByCamera,
            (false, false) => Self::NotYet,
        }
    }
}

/// One thing to tick off; whether it was clicked.
fn tick(ui: &mut Ui, words: Words, text: &str, done: Done) -> bool {
    let mut on = done != Done::NotYet;
    let text = match done {
        Done::ByCamera => words.with(message::RebuildSeen { what: text }),
        Done::NotYet | Done::ByPerson => text.to_owned(),
    };
    ui.add_enabled(done != Done::ByCamera, egui::Checkbox::new(&mut on, text))
        .clicked()
}

fn warn(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).size(size::BODY);
    ui.label(text.color(palette(ui).wrong));
}

/// What is wrong with a tile that lies there.
fn trouble(words: Words, place: Option<Place>) -> Option<String> {
    match place? {
        Place::Lies | Place::Missing | Place::Hidden | Place::Turned(Rotation::R0) => None,
        Place::Turned(by) => Some(words.with(message::RebuildTurn {
            degrees: by.degrees(),
        })),
        Place::Other(face) => {
            let face = face.to_string();
            Some(words.with(message::RebuildOther { face }))
        }
    }
}
