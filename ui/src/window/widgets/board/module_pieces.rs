//! What the expansions put on the board besides tiles and figures: ghosts with their number,
//! animals beside their meeple, the graves of buried ones, the map with its chips and islands.

use carcassonne::geometry::Rotation;
use carcassonne::map::{ChipColor, SquareKind};
use carcassonne::piece::{FigureKind, Pose};
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Vec2, vec2};
use tracker::rules::expansions::benelux::BeneluxView;
use tracker::snapshot::Snapshot;

use super::draw::{Canvas, draw_piece, draw_tile, figure_position, ghosts_position};
use crate::text::Words;
use crate::theme::{CHIP_INK, any_chip};
use crate::views::board_plan;
use crate::window::widgets::art::{Art, Copy};

/// Draws what stands on top of tiles and figures.
pub(super) fn draw(on: &Canvas<'_>, snapshot: &Snapshot, art: &mut Art) {
    let square = |middle: Pos2| {
        Rect::from_center_size(middle, Vec2::splat(on.eye.zoom() * board_plan::SMALL))
    };
    for ghosts in board_plan::ghosts(snapshot) {
        let Some(middle) = ghosts_position(on, snapshot, ghosts.place, art) else {
            continue;
        };
        let rect = square(middle);
        let ghost = (FigureKind::Ghost, None, Pose::Standing);
        draw_piece(on.ctx, on.painter, rect, ghost, 255, art);
        draw_number(on, rect.right_bottom(), ghosts.count);
    }
    for (companion, host) in board_plan::companions(snapshot) {
        let Some(at) = board_plan::companion_at(snapshot, (companion, host), art.layouts()) else {
            continue;
        };
        let rect = square(on.point(at));
        let piece = (board_plan::piece_of(companion), None, Pose::Standing);
        draw_piece(on.ctx, on.painter, rect, piece, 255, art);
    }
    for buried in snapshot.modules.mists.iter().flat_map(|m| &m.buried) {
        if let Some(middle) = figure_position(on, snapshot, buried.figure, art) {
            draw_cross(on, middle);
        }
    }
}

fn draw_number(on: &Canvas<'_>, middle: Pos2, number: u8) {
    let size = (on.eye.zoom() * 0.13).clamp(9.0, 20.0);
    let p = on.palette;
    on.painter
        .circle(middle, size * 0.62, p.card, Stroke::new(1.0, p.text));
    let font = FontId::proportional(size);
    on.painter
        .text(middle, Align2::CENTER_CENTER, number, font, p.text);
}

/// A grave's cross over a buried meeple.
fn draw_cross(on: &Canvas<'_>, middle: Pos2) {
    let (long, short) = (on.eye.zoom() * 0.12, on.eye.zoom() * 0.07);
    for (width, color) in [(5.0, on.palette.text), (3.0, on.palette.card)] {
        let line = Stroke::new(width, color);
        let upright = [middle - vec2(0.0, long), middle + vec2(0.0, long)];
        let beam = vec2(0.0, -long * 0.35);
        let across = [
            middle + beam - vec2(short, 0.0),
            middle + beam + vec2(short, 0.0),
        ];
        on.painter.line_segment(upright, line);
        on.painter.line_segment(across, line);
    }
}

/// Draws the map under the tiles.
pub(super) fn draw_map(
    on: &Canvas<'_>,
    words: Words,
    (snapshot, view): (&Snapshot, &BeneluxView),
    art: &mut Art,
) {
    let p = on.palette;
    let mut names: Vec<(Rect, &str)> = Vec::new();
    for (cell, square) in view.map.squares() {
        let rect = on.cell(cell).shrink(1.0);
        let fill = match square.kind {
            SquareKind::Land | SquareKind::Start | SquareKind::Town => p.button,
            SquareKind::LargeCity => p.line,
            SquareKind::Wave | SquareKind::Island => p.water,
            SquareKind::None => continue,
        };
        on.painter.rect_filled(rect, 2.0, fill);
        let used = view.starts.contains(&cell);
        if used {
            let line = Stroke::new(3.0, p.wrong);
            on.painter
                .rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        }
        if square.kind == SquareKind::Wave {
            draw_wave(on, rect);
        }
        // Beneath a tile only its ends would stand out.
        let bare = super::tile_on(snapshot, cell).is_none();
        if let Some(name) = square.name.as_ref().filter(|_| bare) {
            names.push((rect, name));
        }
    }
    for island in &view.islands {
        let rect = on.cell(island.cell).shrink(on.eye.zoom() * 0.12);
        if let Some(face) = island.top {
            let copy = Copy::plain(face);
            draw_tile(on.ctx, on.painter, rect, copy, Rotation::R0, art, p);
        }
        draw_number(on, rect.right_bottom(), island.left);
        draw_chip(on, words, rect.left_top(), Some(island.color), 0.1);
    }
    for &(cell, color) in &view.chips {
        draw_chip(on, words, on.cell(cell).center(), color, 0.2);
    }
    for (rect, name) in names {
        draw_name(on, rect, name);
    }
}

/// A square's name on a plate, wide as it may be: a map that is seen whole has small squares.
fn draw_name(on: &Canvas<'_>, rect: Rect, name: &str) {
    let p = on.palette;
    let font = FontId::proportional((on.eye.zoom() * 0.2).clamp(11.0, 16.0));
    let galley = on.painter.layout_no_wrap(name.to_owned(), font, p.text);
    let size = galley.size() + vec2(8.0, 2.0);
    let middle = rect.center_bottom() - vec2(0.0, size.y / 2.0);
    let plate = Rect::from_center_size(middle, size);
    on.painter
        .rect_filled(plate, 4.0, p.card.gamma_multiply(0.9));
    let at = plate.center() - galley.size() / 2.0;
    on.painter.galley(at, galley, p.text);
}

fn draw_wave(on: &Canvas<'_>, rect: Rect) {
    let step = rect.width() / 12.0;
    let points = (0..=12).map(|i| {
        let up = if i % 2 == 0 { -0.06 } else { 0.06 };
        rect.left_center() + vec2(i as f32 * step, up * rect.height())
    });
    let line = Stroke::new(1.5, on.palette.text_soft);
    on.painter.line(points.collect(), line);
}

/// A chip: its colour, and its initial for those who do not see the colour.
fn draw_chip(on: &Canvas<'_>, words: Words, middle: Pos2, color: Option<ChipColor>, radius: f32) {
    let radius = (on.eye.zoom() * radius).max(5.0);
    let line = Stroke::new(1.0, Color32::BLACK);
    on.painter.circle(middle, radius, any_chip(color), line);
    let initial = color.map_or_else(
        || "?".to_owned(),
        |color| crate::text::names::initial(&words.chip(color)),
    );
    let font = FontId::proportional(radius * 1.2);
    on.painter
        .text(middle, Align2::CENTER_CENTER, initial, font, CHIP_INK);
}
