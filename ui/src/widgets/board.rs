//! The drawn board: our own art, to zoom and to move, with places to click when something is
//! entered by hand.
//!
//! Shows a snapshot and returns what the person pointed at or clicked; it carries out nothing.

use std::collections::{BTreeMap, HashMap};

use egui::{
    Align2, Color32, Context, FontId, Mesh, Painter, Pos2, Rect, Response, Sense, Stroke,
    TextureId, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use tracker::catalogue::FaceId;
use tracker::features::SegmentRef;
use tracker::geometry::{Cell, Rotation};
use tracker::piece::{Color, FigureKind, Pose};
use tracker::snapshot::{
    Difference, FeatureView, FigurePlace, PlacedTile, Snapshot, StandingFigure,
};
use vision::layout::{turned, unturned};

use super::art::{Art, Copy};
use super::picture::shows_garden;
use crate::text::{Words, capital};
use crate::theme::{Palette, palette, wood};

/// Side of a tile on screen, points: from a whole large game to one tile looked at closely.
const ZOOM: std::ops::RangeInclusive<f32> = 16.0..=260.0;
/// Side of a tile when few of them lie, points; larger would only look coarse.
const FIRST_ZOOM: f32 = 110.0;
/// Side of a figure, in tile sides: a meeple of 16 mm on a tile of 45 mm.
const FIGURE: f32 = 0.36;

/// Which part of the board is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// The board's point in the middle of the view, in cells.
    middle: Pos2,
    /// Points per tile.
    zoom: f32,
    /// Whether it follows the board so that all of it is seen.
    follows: bool,
}

impl Default for Eye {
    fn default() -> Self {
        Self {
            middle: Pos2::ZERO,
            zoom: FIRST_ZOOM,
            follows: true,
        }
    }
}

impl Eye {
    /// Shows the whole board from now on, also as it grows.
    pub fn fit(&mut self) {
        self.follows = true;
    }

    /// Zooms about the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.zoom = (self.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        self.follows = false;
    }

    fn follow(&mut self, area: Rect, snapshot: &Snapshot) {
        if !self.follows {
            return;
        }
        // One empty cell around the board, because that is where the next tile will lie.
        let mut bounds = Rect::NOTHING;
        for tile in &snapshot.tiles {
            bounds.extend_with(pos2(tile.cell.x as f32, tile.cell.y as f32));
        }
        if !bounds.is_finite() {
            bounds = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
        }
        let bounds = bounds.expand(1.2);
        self.middle = bounds.center();
        let zoom = (area.width() / bounds.width()).min(area.height() / bounds.height());
        self.zoom = zoom.clamp(*ZOOM.start(), FIRST_ZOOM);
    }

    fn on_screen(&self, area: Rect, point: Pos2) -> Pos2 {
        area.center() + (point - self.middle) * self.zoom
    }

    fn on_board(&self, area: Rect, point: Pos2) -> Pos2 {
        self.middle + (point - area.center()) / self.zoom
    }

    fn cell(&self, area: Rect, cell: Cell) -> Rect {
        let middle = self.on_screen(area, pos2(cell.x as f32, cell.y as f32));
        Rect::from_center_size(middle, Vec2::splat(self.zoom))
    }
}

/// A tile in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Which copy.
    pub copy: Copy,
    /// Every cell where it fits, with the rotations in which it does; never an empty list.
    pub fits: BTreeMap<Cell, Vec<Rotation>>,
    /// The rotation it is held in.
    pub rotation: Rotation,
    /// The place it is held over.
    pub at: Option<Cell>,
}

impl Held {
    /// How it would lie on that cell: as it is held if that fits, else in the next turn that
    /// does.
    pub fn rotation_at(&self, cell: Cell) -> Option<Rotation> {
        let fitting = self.fits.get(&cell)?;
        (0..4)
            .map(|n| self.rotation.then(Rotation::from_quarter_turns(n)))
            .find(|rotation| fitting.contains(rotation))
    }

    /// Turns it to the next rotation that fits where it is held over.
    pub fn turn(&mut self) {
        let next = self.rotation.then(Rotation::R90);
        self.rotation = next;
        if let Some(fitting) = self.at.and_then(|cell| self.rotation_at(cell)) {
            self.rotation = fitting;
        }
    }

    /// Holds it over the next place where it fits.
    pub fn next_place(&mut self) {
        let after = self.at.and_then(|at| {
            let mut later = self.fits.range(at..);
            later.next();
            later.next().map(|(&cell, _)| cell)
        });
        self.at = after.or_else(|| self.fits.keys().next().copied());
    }
}

/// What to show.
pub struct Scene<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// Segments to light up.
    pub lit: &'a [SegmentRef],
    /// The tile in hand.
    pub held: Option<&'a Held>,
    /// Places to offer for a figure.
    pub spots: &'a [FigurePlace],
    /// Whose figure would go there.
    pub spot_color: Option<Color>,
    /// The cell an open question is about.
    pub asked: Option<Cell>,
    /// The words.
    pub words: Words,
}

/// What a person did on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reaction {
    /// The place under the pointer where the tile in hand fits.
    pub over: Option<Cell>,
    /// A click there.
    pub lay: Option<Cell>,
    /// A click on a place for a figure.
    pub put: Option<FigurePlace>,
    /// The feature under the pointer, to be lit up from now on.
    pub feature: Vec<SegmentRef>,
}

/// Shows the board in all the room there is.
pub fn show(ui: &mut Ui, eye: &mut Eye, scene: &Scene<'_>, art: &mut Art) -> Reaction {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let label = scene.words.with(
        "table-board",
        &[("tiles", scene.snapshot.tiles.len().into())],
    );
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, &label));
    eye.follow(area, scene.snapshot);
    look_around(ui, eye, area, &response);

    let p = palette(ui);
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    painter.rect_filled(area, 8.0, p.felt);
    let ctx = ui.ctx().clone();
    let copies = copies_of(scene.snapshot);
    for tile in &scene.snapshot.tiles {
        let rect = eye.cell(area, tile.cell);
        if rect.intersects(area) {
            draw_tile(
                &ctx,
                &painter,
                rect,
                copies[&tile.cell],
                tile.rotation,
                art,
                p,
            );
        }
    }
    draw_lit(&ctx, &painter, eye, area, scene, art, p);
    draw_marks(&painter, eye, area, scene, p);
    for figure in &scene.snapshot.figures {
        draw_figure(&ctx, &painter, eye, area, scene.snapshot, figure, art, p);
    }
    let mut reaction = Reaction::default();
    offer_places(ui, &painter, eye, area, scene, art, &mut reaction);
    offer_spots(ui, &painter, eye, area, scene, art, &mut reaction);
    if scene.held.is_none() {
        point_at(eye, area, &response, scene, art, &mut reaction);
    }
    reaction
}

fn look_around(ui: &Ui, eye: &mut Eye, area: Rect, response: &Response) {
    if response.dragged() {
        eye.middle -= response.drag_delta() / eye.zoom;
        eye.follows = false;
    }
    let Some(pointer) = ui.input(|input| input.pointer.hover_pos()) else {
        return;
    };
    if !area.contains(pointer) || !ui.rect_contains_pointer(area) {
        return;
    }
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = pinch * (scroll / 240.0).exp();
    if (factor - 1.0).abs() > 1e-4 {
        let under = eye.on_board(area, pointer);
        eye.zoom_by(factor);
        // What is under the pointer stays there.
        eye.middle = under - (pointer - area.center()) / eye.zoom;
    }
}

/// Which copy of its face each tile is, counted in the order of laying.
fn copies_of(snapshot: &Snapshot) -> HashMap<Cell, Copy> {
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

fn draw_lit(
    ctx: &Context,
    painter: &Painter,
    eye: &Eye,
    area: Rect,
    scene: &Scene<'_>,
    art: &mut Art,
    p: &Palette,
) {
    for segment in scene.lit {
        let Some(tile) = tile_on(scene.snapshot, segment.cell) else {
            continue;
        };
        let garden = shows_garden(tile, segment.segment);
        if let Some(shape) = art.shape(ctx, tile.face, garden, segment.segment) {
            let rect = eye.cell(area, tile.cell);
            turned_image(painter, rect, tile.rotation, shape.id(), p.glow);
        }
    }
}

/// Cells that want attention: the newest tile, what is being read, what is asked, what differs.
fn draw_marks(painter: &Painter, eye: &Eye, area: Rect, scene: &Scene<'_>, p: &Palette) {
    let frame = |cell: Cell, color: Color32, width: f32| {
        let rect = eye.cell(area, cell);
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
        let rect = eye.cell(area, cell);
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

#[allow(clippy::too_many_arguments)]
fn draw_figure(
    ctx: &Context,
    painter: &Painter,
    eye: &Eye,
    area: Rect,
    snapshot: &Snapshot,
    figure: &StandingFigure,
    art: &mut Art,
    p: &Palette,
) {
    let offset = match (figure.foot, tile_on(snapshot, figure.at.cell)) {
        (Some([x, y]), _) => vec2(x, y),
        (None, Some(tile)) => stand(tile, figure.at.segment, art),
        (None, None) => Vec2::ZERO,
    };
    let middle = eye.cell(area, figure.at.cell).center() + offset * eye.zoom;
    let rect = Rect::from_center_size(middle, Vec2::splat(eye.zoom * FIGURE));
    let alpha = if figure.due_home { 150 } else { 255 };
    draw_piece(
        ctx,
        painter,
        rect,
        (figure.kind, figure.color, figure.pose),
        alpha,
        art,
    );
    if figure.due_home {
        painter.circle_stroke(middle, rect.width() * 0.55, Stroke::new(2.5, p.wait));
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

fn offer_places(
    ui: &mut Ui,
    painter: &Painter,
    eye: &Eye,
    area: Rect,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let Some(held) = scene.held else { return };
    let p = palette(ui);
    for &cell in held.fits.keys() {
        let rect = eye.cell(area, cell);
        let visible = rect.intersect(area);
        if !visible.is_positive() {
            continue;
        }
        let id = ui.scope_id().with(("place", cell.x, cell.y));
        let response = ui.interact(visible.shrink(1.0), id, Sense::click());
        let rotation = held.rotation_at(cell).unwrap_or_default();
        let label = scene.words.with(
            "hand-place",
            &[
                ("face", held.copy.face.as_str().into()),
                ("place", scene.words.place(cell).into()),
                ("degrees", rotation.degrees().into()),
            ],
        );
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
        let over = response.hovered() || response.has_focus();
        if over {
            reaction.over = Some(cell);
        }
        if response.clicked() {
            reaction.lay = Some(cell);
        }
        if over || held.at == Some(cell) {
            draw_tile(ui.ctx(), painter, rect, held.copy, rotation, art, p);
            let line = Stroke::new(3.0, p.glow);
            painter.rect_stroke(rect, 3.0, line, egui::StrokeKind::Outside);
        } else {
            painter.rect_filled(rect.shrink(3.0), 4.0, p.glow.gamma_multiply(0.28));
            let line = Stroke::new(2.0, p.glow);
            painter.rect_stroke(rect.shrink(3.0), 4.0, line, egui::StrokeKind::Inside);
        }
    }
}

fn offer_spots(
    ui: &mut Ui,
    painter: &Painter,
    eye: &Eye,
    area: Rect,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let p = palette(ui);
    // One spot per segment on the board; other pieces for the same segment are in the panel.
    let mut offered: Vec<SegmentRef> = Vec::new();
    for spot in scene.spots {
        let Some(tile) = tile_on(scene.snapshot, spot.at.cell) else {
            continue;
        };
        if offered.contains(&spot.at) {
            continue;
        }
        offered.push(spot.at);
        let offset = stand(tile, spot.at.segment, art);
        let middle = eye.cell(area, spot.at.cell).center() + offset * eye.zoom;
        let rect = Rect::from_center_size(middle, Vec2::splat((eye.zoom * 0.23).max(14.0)));
        if !area.contains_rect(rect) {
            continue;
        }
        let id = ui.scope_id().with(("spot", spot.at.segment));
        let response = ui.interact(rect, id, Sense::click());
        let owner = scene
            .spot_color
            .map(|c| scene.words.player(scene.snapshot, c));
        let figure = capital(&scene.words.figure_of(spot.figure, owner.as_deref()));
        let label = scene.words.with(
            "hand-place-spot",
            &[
                ("figure", figure.into()),
                ("where", scene.words.on(spot.on).into()),
            ],
        );
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
        let over = response.hovered() || response.has_focus();
        painter.circle_filled(middle, rect.width() / 2.0, p.card.gamma_multiply(0.75));
        let width = if over { 3.5 } else { 2.0 };
        painter.circle_stroke(middle, rect.width() / 2.0, Stroke::new(width, p.glow));
        if over {
            let pose = pose_on(spot);
            draw_piece(
                ui.ctx(),
                painter,
                rect.expand(3.0),
                (spot.figure, scene.spot_color, pose),
                255,
                art,
            );
        }
        if response.clicked() {
            reaction.put = Some(*spot);
        }
    }
}

/// How a figure is set down there: farmers lie.
pub fn pose_on(spot: &FigurePlace) -> Pose {
    if spot.on == tracker::features::FeatureKind::Field {
        Pose::Lying
    } else {
        Pose::Standing
    }
}

/// Explains the tile and feature under the pointer and lights the feature up.
fn point_at(
    eye: &Eye,
    area: Rect,
    response: &Response,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let at = eye.on_board(area, pointer);
    let cell = Cell::new(at.x.round() as i32, at.y.round() as i32);
    let Some(tile) = tile_on(scene.snapshot, cell) else {
        return;
    };
    let point = [at.x - cell.x as f32, at.y - cell.y as f32];
    let segment = art
        .layout(tile.face, tile.garden == Some(true))
        .map(|layout| layout.segment_at(unturned(point, tile.rotation)));
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
    response.clone().on_hover_ui_at_pointer(|ui| {
        for line in explain(scene, tile, feature) {
            ui.label(line);
        }
    });
}

fn explain(scene: &Scene<'_>, tile: &PlacedTile, feature: Option<&FeatureView>) -> Vec<String> {
    let words = scene.words;
    let mut lines = Vec::new();
    if let Some(feature) = feature {
        let name = capital(&words.feature(feature.kind));
        let field = feature.kind == tracker::features::FeatureKind::Field;
        lines.push(if field {
            name
        } else if feature.open {
            words.with("tip-feature", &[("feature", name.into())])
        } else {
            words.with("tip-feature-closed", &[("feature", name.into())])
        });
        let sum = words.expression(&feature.value);
        let points = feature.value.points();
        let sum = if sum == points.to_string() {
            sum
        } else {
            format!("{sum} = {points}")
        };
        lines.push(words.with("tip-value", &[("sum", sum.into())]));
        let owners: Vec<String> = feature
            .owners
            .iter()
            .map(|&color| words.player(scene.snapshot, color))
            .collect();
        lines.push(if owners.is_empty() {
            words.say("tip-nobody")
        } else {
            words.with("tip-owner", &[("names", words.list(&owners).into())])
        });
    }
    let face = tile.face.as_str();
    lines.push(if tile.turn == 0 {
        words.with("tip-tile-start", &[("face", face.into())])
    } else {
        words.with(
            "tip-tile",
            &[("face", face.into()), ("turn", tile.turn.into())],
        )
    });
    if tile.frame.is_some() {
        let percent = (tile.confidence * 100.0).round() as i64;
        lines.push(words.with("tip-sure", &[("percent", percent.into())]));
    }
    lines
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
    if ui.visuals().dark_mode {
        // Black wood would not show on a dark card.
        let ground = palette(ui).felt_line;
        ui.painter().rect_filled(rect, rect.width() * 0.25, ground);
    }
    draw_piece(ui.ctx(), ui.painter(), rect, (kind, color, pose), 255, art);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracker::catalogue::face_id;

    fn held() -> Held {
        let fits = [
            (Cell::new(-1, 0), vec![Rotation::R90]),
            (Cell::new(0, 1), vec![Rotation::R0, Rotation::R180]),
        ];
        Held {
            copy: Copy::plain(face_id("D").unwrap()),
            fits: fits.into(),
            rotation: Rotation::R0,
            at: None,
        }
    }

    #[test]
    fn a_tile_in_hand_turns_only_to_what_fits() {
        let mut held = held();
        assert_eq!(held.rotation_at(Cell::new(-1, 0)), Some(Rotation::R90));
        assert_eq!(held.rotation_at(Cell::new(5, 5)), None);
        held.at = Some(Cell::new(0, 1));
        held.turn();
        assert_eq!(held.rotation, Rotation::R180);
        held.turn();
        assert_eq!(held.rotation, Rotation::R0);
    }

    #[test]
    fn the_next_place_goes_round() {
        let mut held = held();
        let mut places = Vec::new();
        for _ in 0..3 {
            held.next_place();
            places.push(held.at.unwrap());
        }
        assert_eq!(
            places,
            [Cell::new(-1, 0), Cell::new(0, 1), Cell::new(-1, 0)]
        );
    }

    #[test]
    fn what_is_seen_maps_back_to_where_it_is() {
        let eye = Eye {
            middle: pos2(1.5, -2.0),
            zoom: 64.0,
            follows: false,
        };
        let area = Rect::from_min_size(pos2(100.0, 50.0), vec2(600.0, 400.0));
        let point = pos2(3.25, -1.0);
        let back = eye.on_board(area, eye.on_screen(area, point));
        assert!((back - point).length() < 1e-4);
    }
}
