//! Draws tiles, figures, lit features and marks. Reacts to nothing.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use egui::{
    Align2, Color32, Context, FontId, Mesh, Painter, Pos2, Rect, Sense, Stroke, TextureId, Ui,
    Vec2, pos2,
};
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::log::ghost::GhostPlace;
use tracker::snapshot::{Difference, Snapshot, StandingFigure};

use super::Eye;
use super::scene::Scene;
use crate::theme::{Palette, palette, wood};
use crate::views::board_plan::{self, shows_garden, tile_on};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::fields;

/// Draws a turned face into a square; its name on plain ground as long as it is not drawn.
pub fn draw_tile(
    ctx: &Context,
    painter: &Painter,
    rect: Rect,
    copy: Copy,
    rotation: Rotation,
    art: &mut Art,
    p: &Palette,
) {
    match art.face(ctx, copy) {
        Some(texture) => {
            turned_image(painter, rect, rotation, texture.id(), Color32::WHITE);
        }
        None => {
            painter.rect_filled(rect, 2.0, p.button);
            let font = FontId::proportional((rect.width() * 0.4).max(8.0));
            painter.text(
                rect.center(),
                Align2::CENTER_CENTER,
                copy.face,
                font,
                p.text,
            );
        }
    }
    let dark = Color32::from_black_alpha(120);
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, dark), egui::StrokeKind::Inside);
}

fn turned_image(
    painter: &Painter,
    rect: Rect,
    rotation: Rotation,
    texture: TextureId,
    tint: Color32,
) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
    ];
    let n = usize::from(rotation.quarter_turns());
    let uv = [
        pos2(0.0, 0.0),
        pos2(1.0, 0.0),
        pos2(1.0, 1.0),
        pos2(0.0, 1.0),
    ];
    let mut mesh = Mesh::with_texture(texture);
    for i in 0..4 {
        mesh.vertices.push(egui::epaint::Vertex {
            pos: corners[(i + n) % 4],
            uv: uv[i],
            color: tint,
        });
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(mesh);
}

/// Where the board is drawn.
pub(super) struct Canvas<'a> {
    pub(super) ctx: &'a Context,
    pub(super) painter: &'a Painter,
    pub(super) eye: &'a Eye,
    pub(super) area: Rect,
    pub(super) palette: &'a Palette,
}

impl Canvas<'_> {
    pub(super) fn cell(&self, cell: Cell) -> Rect {
        self.eye.cell(self.area, cell)
    }

    pub(super) fn point(&self, [x, y]: board_plan::Point) -> Pos2 {
        self.eye.on_screen(self.area, pos2(x, y))
    }
}

pub(super) fn draw_lit(on: &Canvas<'_>, scene: &Scene<'_>, art: &mut Art) {
    for segment in scene.lit {
        let Some(tile) = tile_on(scene.snapshot, segment.cell) else {
            continue;
        };
        let garden = shows_garden(tile, segment.segment);
        if let Some(shape) = art.shape(on.ctx, tile.face, garden, segment.segment) {
            let (rect, glow) = (on.cell(tile.cell), on.palette.glow);
            turned_image(on.painter, rect, tile.rotation, shape.id(), glow);
        }
    }
}

/// The borders of all fields.
pub(super) fn draw_fields(on: &Canvas<'_>, scene: &Scene<'_>, art: &mut Art) {
    let at = |cell: Cell, [x, y]: board_plan::Point| {
        let in_view = on.cell(cell).intersects(on.area);
        in_view.then(|| on.point([cell.x as f32 + x, cell.y as f32 + y]))
    };
    let canvas = fields::Canvas {
        ctx: on.ctx,
        painter: on.painter,
        at: &at,
        words: scene.words,
    };
    fields::draw(&canvas, scene.snapshot, art);
}

/// Cells that want attention: the newest tile, what is being read, what is asked, what differs.
pub(super) fn draw_marks(on: &Canvas<'_>, scene: &Scene<'_>) {
    let (painter, p) = (on.painter, on.palette);
    let frame = |cell: Cell, color: Color32, width: f32| {
        let rect = on.cell(cell);
        painter.rect_stroke(
            rect,
            3.0,
            Stroke::new(width, color),
            egui::StrokeKind::Outside,
        );
    };
    if scene.snapshot.turn.open
        && let Some(cell) = scene.snapshot.turn.tile
    {
        frame(cell, p.accent, 3.0);
    }
    for &cell in &scene.snapshot.health.pending {
        frame(cell, p.wait, 2.0);
    }
    for &cell in &scene.snapshot.health.cut {
        frame(cell, p.wrong, 2.0);
    }
    for difference in scene.snapshot.desync.iter().flat_map(|d| &d.differences) {
        if let Some(cell) = cell_of(difference) {
            frame(cell, p.wrong, 3.0);
        }
    }
    for kept in &scene.snapshot.irregular {
        let at = on.cell(kept.cell).left_top() + Vec2::splat(9.0);
        painter.circle(at, 8.0, p.wrong, Stroke::new(1.0, p.card));
        let font = FontId::proportional(13.0);
        painter.text(at, Align2::CENTER_CENTER, "!", font, p.card);
    }
    if let Some(cell) = scene.asked {
        frame(cell, p.wait, 3.0);
        let rect = on.cell(cell);
        let badge = Rect::from_center_size(rect.right_top(), Vec2::splat(22.0));
        painter.circle_filled(badge.center(), 11.0, p.wait);
        let font = FontId::proportional(16.0);
        painter.text(badge.center(), Align2::CENTER_CENTER, "?", font, p.card);
    }
}

/// Where a difference is.
pub const fn cell_of(difference: &Difference) -> Option<Cell> {
    match difference {
        Difference::TileMissing { cell, .. }
        | Difference::TileOther { cell, .. }
        | Difference::TileIllegal { cell, .. }
        | Difference::TileUnknown { cell }
        | Difference::GameIsOver { cell } => Some(*cell),
        Difference::StartTileMissing { .. } | Difference::BoardNotFound => None,
    }
}

/// Where on the screen a segment's figure stands; `None` if no tile lies there.
pub(super) fn segment_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    at: SegmentRef,
    art: &mut Art,
) -> Option<Pos2> {
    Some(on.point(board_plan::segment(snapshot, at, art.layouts())?))
}

/// Where on the screen that figure stands; `None` if it is not on the board.
pub(super) fn figure_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    figure: EventId,
    art: &mut Art,
) -> Option<Pos2> {
    Some(on.point(board_plan::figure(snapshot, figure, art.layouts())?))
}

/// Where on the screen the ghosts of a place stand; `None` off the board.
pub(super) fn ghosts_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    place: GhostPlace,
    art: &mut Art,
) -> Option<Pos2> {
    Some(on.point(board_plan::ghosts_at(snapshot, place, art.layouts())?))
}

pub(super) fn draw_figure(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    figure: &StandingFigure,
    art: &mut Art,
) {
    let middle = on.point(board_plan::standing(snapshot, figure, art.layouts()));
    let rect = Rect::from_center_size(middle, Vec2::splat(on.eye.zoom() * board_plan::FIGURE));
    let alpha = if figure.due_home || board_plan::is_buried(snapshot, figure.event) {
        150
    } else {
        255
    };
    draw_piece(
        on.ctx,
        on.painter,
        rect,
        (figure.kind, figure.color, figure.pose),
        alpha,
        art,
    );
    if figure.due_home {
        on.painter.circle_stroke(
            middle,
            rect.width() * 0.55,
            Stroke::new(2.5, on.palette.wait),
        );
    }
}

/// Draws a figure into a square; a disc in its colour as long as it is not drawn.
pub fn draw_piece(
    ctx: &Context,
    painter: &Painter,
    rect: Rect,
    (kind, color, pose): (FigureKind, Option<Color>, Pose),
    alpha: u8,
    art: &mut Art,
) {
    if let Some(texture) = art.figure(ctx, kind, color, pose) {
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), rect, uv, Color32::from_white_alpha(alpha));
    } else {
        let fill = color.map_or(Color32::GRAY, |color| wood(color).fill);
        painter.circle_filled(rect.center(), rect.width() * 0.4, fill);
    }
}

/// A face in a row of text or on a card.
pub fn tile_image(ui: &mut Ui, copy: Copy, rotation: Rotation, side: f32, art: &mut Art) -> Rect {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let p = palette(ui);
    draw_tile(ui.ctx(), ui.painter(), rect, copy, rotation, art, p);
    rect
}

/// A figure in a row of text or on a card.
pub fn figure_image(
    ui: &mut Ui,
    kind: FigureKind,
    color: Option<Color>,
    pose: Pose,
    side: f32,
    art: &mut Art,
) -> Rect {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    draw_on_card(ui, rect, (kind, color, pose), art);
    rect
}

/// Draws a figure into a square on a card.
pub fn draw_on_card(ui: &Ui, rect: Rect, piece: (FigureKind, Option<Color>, Pose), art: &mut Art) {
    if ui.visuals().dark_mode {
        // Black wood would not show on a dark card.
        let ground = palette(ui).felt_line;
        ui.painter().rect_filled(rect, rect.width() * 0.25, ground);
    }
    draw_piece(ui.ctx(), ui.painter(), rect, piece, 255, art);
}
