//! Draws tiles, figures, lit features and marks. Reacts to nothing.

use std::collections::HashMap;

use egui::{
    Align2, Color32, Context, FontId, Mesh, Painter, Pos2, Rect, Sense, Stroke, TextureId, Ui,
    Vec2, pos2, vec2,
};
use tracker::catalogue::FaceId;
use tracker::event::EventId;
use tracker::features::SegmentRef;
use tracker::geometry::{Cell, Rotation};
use tracker::ghost::GhostPlace;
use tracker::piece::{Color, FigureKind, Pose};
use tracker::snapshot::{Difference, PlacedTile, Snapshot, StandingFigure};
use vision::layout::turned;

use super::{Eye, Scene};
use crate::faces;
use crate::theme::{Palette, palette, wood};
use crate::widgets::art::{Art, Copy};
use crate::widgets::picture::shows_garden;

/// Side of a figure, in tile sides: a meeple of 16 mm on a tile of 45 mm.
const FIGURE: f32 = 0.36;

/// Which copy of its face each tile is, counted in the order of laying.
pub(super) fn copies_of(snapshot: &Snapshot) -> HashMap<Cell, Copy> {
    let mut laid: HashMap<FaceId, u64> = HashMap::new();
    let mut copies = HashMap::new();
    for tile in &snapshot.tiles {
        let count = laid.entry(tile.face).or_default();
        let copy = Copy {
            face: tile.face,
            garden: tile.garden == Some(true),
            variant: *count,
        };
        copies.insert(tile.cell, copy);
        *count += 1;
    }
    copies
}

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
    for difference in scene.snapshot.desync.iter().flat_map(|d| &d.differences) {
        if let Some(cell) = cell_of(difference) {
            frame(cell, p.wrong, 3.0);
        }
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
        | Difference::TileUnknown { cell } => Some(*cell),
        Difference::StartTileMissing { .. } | Difference::BoardNotFound => None,
    }
}

/// The tile on a cell.
pub fn tile_on(snapshot: &Snapshot, cell: Cell) -> Option<&PlacedTile> {
    snapshot.tiles.iter().find(|tile| tile.cell == cell)
}

/// Where on its tile a segment's figure stands, in tile sides from the middle.
fn stand(tile: &PlacedTile, segment: usize, art: &mut Art) -> Vec2 {
    let garden = shows_garden(tile, segment);
    let at = art
        .layout(tile.face, garden)
        .and_then(|layout| layout.shapes().get(segment))
        .map_or([0.0, 0.0], |shape| turned(shape.stand, tile.rotation));
    vec2(at[0], at[1])
}

/// Where on the screen a segment's figure stands; `None` if no tile lies there.
pub(super) fn segment_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    at: SegmentRef,
    art: &mut Art,
) -> Option<Pos2> {
    let tile = tile_on(snapshot, at.cell)?;
    Some(on.cell(at.cell).center() + stand(tile, at.segment, art) * on.eye.zoom())
}

/// Where on the screen that figure stands; `None` if it is not on the board.
pub(super) fn figure_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    figure: EventId,
    art: &mut Art,
) -> Option<Pos2> {
    let figure = snapshot.figures.iter().find(|f| f.event == figure)?;
    Some(position(on, snapshot, figure, art))
}

fn position(on: &Canvas<'_>, snapshot: &Snapshot, figure: &StandingFigure, art: &mut Art) -> Pos2 {
    let middle = on.cell(figure.at.cell).center();
    match figure.foot {
        Some([x, y]) => middle + vec2(x, y) * on.eye.zoom(),
        None => segment_position(on, snapshot, figure.at, art).unwrap_or(middle),
    }
}

/// Where on the screen the ghosts of a place stand; `None` off the board.
pub(super) fn ghosts_position(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    place: GhostPlace,
    art: &mut Art,
) -> Option<Pos2> {
    if let GhostPlace::Beside { figure } = place {
        let beside = vec2(0.17, -0.13) * on.eye.zoom();
        return Some(figure_position(on, snapshot, figure, art)? + beside);
    }
    let cell = place.cell()?;
    let tile = tile_on(snapshot, cell)?;
    let face = faces::known(&tile.face)?;
    if let (GhostPlace::Cemetery { .. }, Some(number)) = (place, face.cemetery()) {
        return segment_position(on, snapshot, SegmentRef::new(cell, number), art);
    }
    let layout = art.layout(tile.face, tile.garden == Some(true));
    let printed = match place {
        // Where the tile shows a ghost, one stands well inside the mist.
        GhostPlace::Mist { part, .. } => layout
            .and_then(|layout| layout.mists().get(part))
            .and_then(|mist| mist.ghosts.first().copied()),
        GhostPlace::Circle { part, .. } => face
            .mists
            .get(part)
            .and_then(|mist| mist.circles.first().copied()),
        _ => None,
    };
    let [x, y] = turned(printed.unwrap_or_default(), tile.rotation);
    Some(on.cell(cell).center() + vec2(x, y) * on.eye.zoom())
}

pub(super) fn draw_figure(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    figure: &StandingFigure,
    art: &mut Art,
) {
    let middle = position(on, snapshot, figure, art);
    let rect = Rect::from_center_size(middle, Vec2::splat(on.eye.zoom() * FIGURE));
    let mut graves = snapshot
        .modules
        .mists
        .iter()
        .flat_map(|mists| &mists.buried);
    let is_buried = graves.any(|buried| buried.figure == figure.event);
    let alpha = if figure.due_home || is_buried {
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
