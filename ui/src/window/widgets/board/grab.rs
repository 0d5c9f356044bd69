//! A figure or tile that is dragged to where it really is. A figure can be taken hold of anywhere,
//! the newest tile too; an older tile with the shift key, since a drag moves the board otherwise.

use carcassonne::geometry::Cell;
use egui::{Pos2, Response, Stroke, StrokeKind, Ui};
use shapes::layout::unturned;
use tracker::board::features::SegmentRef;

use super::draw::{self, Canvas};
use super::scene::{Grab, Moved, REACH, Reaction, Scene};
use super::tile_on;
use crate::window::widgets::art::Art;

/// What is taken hold of where the pointer was pressed.
pub(super) fn begin(
    ui: &Ui,
    on: &Canvas<'_>,
    response: &Response,
    scene: &Scene<'_>,
    art: &mut Art,
) -> Option<Grab> {
    if !response.drag_started_by(egui::PointerButton::Primary) || scene.held.is_some() {
        return None;
    }
    let (origin, shift) = ui.input(|input| (input.pointer.press_origin(), input.modifiers.shift));
    let origin = origin?;
    let near = on.eye.zoom() * REACH;
    let mut figures = scene.snapshot.figures.iter();
    let figure = figures.find(|figure| {
        draw::figure_position(on, scene.snapshot, figure.event, art)
            .is_some_and(|at| at.distance(origin) < near)
    });
    if let Some(figure) = figure {
        return Some(Grab::Figure(figure.event));
    }
    let tile = tile_on(scene.snapshot, cell_at(on, origin))?;
    let turn = &scene.snapshot.turn;
    let newest = turn.open && turn.tile == Some(tile.cell);
    (newest || shift).then_some(Grab::Tile(tile.event))
}

/// Shows what is held and where it would go; what was moved, once it is let go.
pub(super) fn follow(
    on: &Canvas<'_>,
    response: &Response,
    grab: Grab,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let Some(pointer) = response.interact_pointer_pos() else {
        return;
    };
    let cell = cell_at(on, pointer);
    let line = Stroke::new(3.0, on.palette.glow);
    let moved = match grab {
        Grab::Tile(event) => {
            let mut tiles = scene.snapshot.tiles.iter();
            let Some(tile) = tiles.find(|tile| tile.event == event) else {
                return;
            };
            let free = tile_on(scene.snapshot, cell).is_none();
            let rect = on.cell(cell);
            if free {
                let copy = super::Copy::plain(tile.face);
                draw::draw_tile(
                    on.ctx,
                    on.painter,
                    rect,
                    copy,
                    tile.rotation,
                    art,
                    on.palette,
                );
                on.painter.rect_stroke(rect, 3.0, line, StrokeKind::Outside);
            }
            free.then_some(Moved::Tile(event, cell))
        }
        Grab::Figure(event) => {
            let mut figures = scene.snapshot.figures.iter();
            let Some(figure) = figures.find(|figure| figure.event == event) else {
                return;
            };
            let side = on.eye.zoom() * crate::views::board_plan::FIGURE;
            let rect = egui::Rect::from_center_size(pointer, egui::Vec2::splat(side));
            let piece = (figure.kind, figure.color, figure.pose);
            draw::draw_piece(on.ctx, on.painter, rect, piece, 255, art);
            let at = segment_at(on, scene, pointer, art).filter(|at| *at != figure.at);
            if let Some(middle) =
                at.and_then(|at| draw::segment_position(on, scene.snapshot, at, art))
            {
                on.painter.circle_stroke(middle, side * 0.6, line);
            }
            at.map(|at| Moved::Figure(event, at))
        }
    };
    if response.drag_stopped() {
        reaction.moved = moved;
    }
}

fn cell_at(on: &Canvas<'_>, pointer: Pos2) -> Cell {
    let at = on.eye.on_board(on.area, pointer);
    Cell::new(at.x.round() as i32, at.y.round() as i32)
}

fn segment_at(
    on: &Canvas<'_>,
    scene: &Scene<'_>,
    pointer: Pos2,
    art: &mut Art,
) -> Option<SegmentRef> {
    let at = on.eye.on_board(on.area, pointer);
    let cell = cell_at(on, pointer);
    let tile = tile_on(scene.snapshot, cell)?;
    let point = [at.x - cell.x as f32, at.y - cell.y as f32];
    let layout = art.layout(tile.face, tile.garden == Some(true))?;
    let segment = layout.segment_at(unturned(point, tile.rotation))?;
    Some(SegmentRef::new(cell, segment))
}
