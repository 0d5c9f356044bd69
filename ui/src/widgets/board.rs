//! The drawn board: our own art, to zoom and to move, with places to click when something is
//! entered by hand.
//!
//! Shows a snapshot and returns what the person pointed at or clicked; it carries out nothing.

use egui::{Color32, Painter, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo};
use tracker::features::SegmentRef;
use tracker::geometry::Cell;
use tracker::piece::{Color, Pose};
use tracker::snapshot::{FigurePlace, Snapshot};
use vision::layout::unturned;

use super::art::Art;
use crate::text::{Words, capital};
use crate::theme::palette;

mod draw;
mod explain;
mod eye;
mod held;

pub use draw::{cell_of, draw_piece, draw_tile, figure_image, tile_image, tile_on};
pub use eye::Eye;
pub use held::Held;

use draw::{Canvas, copies_of, draw_figure, draw_lit, draw_marks, stand};

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
    eye.look_around(ui, area, &response);

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
    let canvas = Canvas {
        ctx: &ctx,
        painter: &painter,
        eye,
        area,
        palette: p,
    };
    draw_lit(&canvas, scene, art);
    draw_marks(&canvas, scene);
    for figure in &scene.snapshot.figures {
        draw_figure(&canvas, scene.snapshot, figure, art);
    }
    let mut reaction = Reaction::default();
    offer_places(ui, &painter, eye, area, scene, art, &mut reaction);
    offer_spots(ui, &painter, eye, area, scene, art, &mut reaction);
    if scene.held.is_none() {
        point_at(eye, area, &response, scene, art, &mut reaction);
    }
    reaction
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
        let middle = eye.cell(area, spot.at.cell).center() + offset * eye.zoom();
        let rect = Rect::from_center_size(middle, Vec2::splat((eye.zoom() * 0.23).max(14.0)));
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
        painter.circle_filled(middle, rect.width() / 2.0, Color32::from_white_alpha(150));
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
    response.clone().on_hover_ui_at_pointer(|ui| {
        for line in explain::explain(scene, tile, feature) {
            ui.label(line);
        }
    });
}
