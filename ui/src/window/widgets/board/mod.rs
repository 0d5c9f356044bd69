//! The drawn board: our own art, to zoom and to move, with places to click when something is
//! entered by hand.
//!
//! Shows a snapshot and returns what the person pointed at or clicked; it carries out nothing.

use std::time::Duration;

use carcassonne::geometry::Cell;
use egui::{Painter, Rect, Response, Sense, Ui, WidgetInfo};
use shapes::layout::unturned;
use tracker::board::features::SegmentRef;
use tracker::snapshot::Snapshot;

use super::art::Art;
pub(super) use super::art::Copy;
use crate::text::{Words, message};
use crate::theme::palette;

mod draw;
mod explain;
mod eye;
mod grab;
mod held;
mod module_pieces;
mod offers;
mod scene;

pub use crate::views::board_plan::{piece_of, tile_on};
pub use draw::{cell_of, draw_on_card, draw_piece, draw_tile, figure_image, tile_image};
pub use eye::Eye;
pub use held::Held;
pub use scene::{Moved, OptionSpot, Place, Reaction, Scene, pose_on};

use crate::views::board_plan::copies_of;
use draw::{Canvas, draw_fields, draw_figure, draw_lit, draw_marks};
use scene::REACH;

/// How long a pointer must stay where it is for nobody to be about to click, seconds.
const HAND_RESTS: f32 = 5.0;

/// Shows the board in all the room there is.
pub fn show(ui: &mut Ui, eye: &mut Eye, scene: &Scene<'_>, art: &mut Art) -> Reaction {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let tiles = scene.snapshot.tiles.len();
    let label = match scene.fields {
        true => scene.words.with(message::TableBoardFields { tiles }),
        false => scene.words.with(message::TableBoard { tiles }),
    };
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, &label));
    let ctx = ui.ctx().clone();
    let rests_in = HAND_RESTS - ui.input(|input| input.pointer.time_since_last_movement());
    let busy = eye.grab.is_some() || ui.rect_contains_pointer(area) && rests_in > 0.0;
    if eye.follow(area, scene.snapshot, busy) && rests_in > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f32(rests_in));
    }
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    let now = Canvas {
        ctx: &ctx,
        painter: &painter,
        eye,
        area,
        palette: palette(ui),
    };
    let begun = grab::begin(ui, &now, &response, scene, art);
    eye.grab = begun.or(eye.grab);
    eye.look_around(ui, area, &response);
    let grab = eye.grab;
    if response.drag_stopped() || !response.dragged() {
        eye.grab = None;
    }
    let canvas = Canvas {
        ctx: &ctx,
        painter: &painter,
        eye,
        area,
        palette: palette(ui),
    };
    draw(&canvas, scene, art);
    let mut reaction = Reaction::default();
    if let Some(grab) = grab {
        grab::follow(&canvas, &response, grab, scene, art, &mut reaction);
        return reaction;
    }
    offers::places(ui, &canvas, scene, art, &mut reaction);
    offers::chips(ui, &canvas, scene, &mut reaction);
    offers::spots(ui, &canvas, scene, art, &mut reaction);
    if scene.held.is_none() {
        offers::gaps(ui, &canvas, scene, &mut reaction);
        point_at(&canvas, &response, scene, art, &mut reaction);
    }
    reaction
}

/// Shows the whole board in all the room there is, to be looked at only. The accessible name
/// is `label`.
pub fn show_still(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    lit: &[SegmentRef],
    label: &str,
    art: &mut Art,
) -> Response {
    let look = (lit, label);
    show_under(ui, words, snapshot, look, art, |_, _| false)
}

/// The same with something painted over it, which is told where each cell lies and says whether
/// it painted anything; what is lit stays in sight then.
pub fn show_under(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    (lit, label): (&[SegmentRef], &str),
    art: &mut Art,
    over: impl FnOnce(&Painter, &dyn Fn(Cell) -> Rect) -> bool,
) -> Response {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, label));
    let mut eye = Eye::default();
    eye.follow(area, snapshot, false);
    let scene = Scene::still(snapshot, lit, words);
    paint(ui, area, &scene, &eye, art);
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    if over(&painter, &|cell| eye.cell(area, cell)) && !lit.is_empty() {
        let ctx = ui.ctx().clone();
        let canvas = Canvas {
            ctx: &ctx,
            painter: &painter,
            eye: &eye,
            area,
            palette: palette(ui),
        };
        draw_lit(&canvas, &scene, art);
    }
    response
}

/// Paints the board into `area` as that eye sees it; nothing of it can be pointed at.
pub fn paint(ui: &Ui, area: Rect, scene: &Scene<'_>, eye: &Eye, art: &mut Art) {
    let ctx = ui.ctx().clone();
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    let canvas = Canvas {
        ctx: &ctx,
        painter: &painter,
        eye,
        area,
        palette: palette(ui),
    };
    draw(&canvas, scene, art);
}

/// Felt, map, tiles, what is lit and marked, and all pieces.
fn draw(canvas: &Canvas<'_>, scene: &Scene<'_>, art: &mut Art) {
    let Canvas { area, eye, .. } = *canvas;
    canvas.painter.rect_filled(area, 8.0, canvas.palette.felt);
    let copies = copies_of(scene.snapshot);
    if let Some(map) = &scene.snapshot.modules.benelux {
        module_pieces::draw_map(canvas, scene.words, (scene.snapshot, map), art);
    }
    for tile in &scene.snapshot.tiles {
        let rect = eye.cell(area, tile.cell);
        if rect.intersects(area) {
            draw_tile(
                canvas.ctx,
                canvas.painter,
                rect,
                copies[&tile.cell],
                tile.rotation,
                art,
                canvas.palette,
            );
        }
    }
    if scene.fields {
        draw_fields(canvas, scene, art);
    }
    draw_lit(canvas, scene, art);
    draw_marks(canvas, scene);
    for figure in &scene.snapshot.figures {
        draw_figure(canvas, scene.snapshot, figure, art);
    }
    module_pieces::draw(canvas, scene.snapshot, art);
}

/// Explains the tile and feature under the pointer and lights the feature up; a click doubts
/// the tile, or the figure there.
fn point_at(
    on: &Canvas<'_>,
    response: &Response,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let at = on.eye.on_board(on.area, pointer);
    let cell = Cell::new(at.x.round() as i32, at.y.round() as i32);
    let Some(tile) = tile_on(scene.snapshot, cell) else {
        return;
    };
    let point = [at.x - cell.x as f32, at.y - cell.y as f32];
    let segment = art
        .layout(tile.face, tile.garden == Some(true))
        .and_then(|layout| layout.segment_at(unturned(point, tile.rotation)));
    let feature = segment
        .map(|segment| SegmentRef::new(cell, segment))
        .and_then(|at| {
            scene
                .snapshot
                .features
                .iter()
                .find(|f| f.segments.contains(&at))
        });
    if let Some(feature) = feature {
        reaction.feature.clone_from(&feature.segments);
    }
    if response.clicked() {
        let near = on.eye.zoom() * REACH;
        let mut figures = scene.snapshot.figures.iter();
        let figure = figures.find(|figure| {
            draw::figure_position(on, scene.snapshot, figure.event, art)
                .is_some_and(|at| at.distance(pointer) < near)
        });
        reaction.doubt = Some(figure.map_or(tile.event, |figure| figure.event));
    }
    response.clone().on_hover_ui_at_pointer(|ui| {
        for line in explain::explain(scene, tile, feature) {
            ui.label(line);
        }
    });
}
