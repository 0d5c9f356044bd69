//! What can be clicked on the board: places for the tile in hand, spots for a figure, and the
//! options of a choice that are about one place.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use egui::{Color32, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::board::features::SegmentRef;

use super::draw::{
    Canvas, draw_piece, draw_tile, figure_position, ghosts_position, segment_position,
};
use super::scene::{OptionSpot, Place, Reaction, Scene, pose_on};
use crate::text::{capital, message};
use crate::theme::any_chip;
use crate::window::widgets::art::{Art, Copy};

/// Side of a spot, in tile sides, and its least side, points.
const SPOT: (f32, f32) = (0.23, 16.0);

pub(super) fn places(
    ui: &mut Ui,
    on: &Canvas<'_>,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let Some(held) = scene.held else { return };
    for &cell in held.fits.keys() {
        let rotation = held.rotation_at(cell).unwrap_or_default();
        let label = scene.words.with(message::HandPlace {
            face: held.copy.face.as_str(),
            place: scene.words.place_in(scene.snapshot, cell),
            degrees: rotation.degrees(),
        });
        let id = ("place", cell.x, cell.y);
        let Some(response) = on_cell(ui, on, cell, id, &label) else {
            continue;
        };
        let over = response.hovered() || response.has_focus();
        if over {
            reaction.over = Some(cell);
        }
        if response.clicked() {
            reaction.lay = Some(cell);
        }
        let shown = (over || held.at == Some(cell)).then_some((held.copy, rotation));
        draw_place(on, cell, shown, art);
    }
}

/// Offers a cell; `None` if it is out of sight.
fn on_cell(
    ui: &mut Ui,
    on: &Canvas<'_>,
    cell: Cell,
    id: impl std::hash::Hash + std::fmt::Debug,
    label: &str,
) -> Option<Response> {
    let visible = on.cell(cell).intersect(on.area);
    let id = ui.scope_id().with(id);
    let positive = visible.is_positive();
    positive.then(|| button(ui, visible.shrink(1.0), id, label))
}

fn button(ui: &mut Ui, rect: Rect, id: egui::Id, label: &str) -> Response {
    let response = ui.interact(rect, id, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, label));
    response
}

/// A glowing cell, with the tile that would lie there if it is known.
fn draw_place(on: &Canvas<'_>, cell: Cell, shown: Option<(Copy, Rotation)>, art: &mut Art) {
    let (rect, p) = (on.cell(cell), on.palette);
    if let Some((copy, rotation)) = shown {
        draw_tile(on.ctx, on.painter, rect, copy, rotation, art, p);
        let line = Stroke::new(3.0, p.glow);
        on.painter
            .rect_stroke(rect, 3.0, line, egui::StrokeKind::Outside);
    } else {
        let inner = rect.shrink(3.0);
        on.painter
            .rect_filled(inner, 4.0, p.glow.gamma_multiply(0.28));
        let line = Stroke::new(2.0, p.glow);
        on.painter
            .rect_stroke(inner, 4.0, line, egui::StrokeKind::Inside);
    }
}

/// Offers gaps to look into: quiet, for they are only glanced at.
pub(super) fn gaps(ui: &mut Ui, on: &Canvas<'_>, scene: &Scene<'_>, reaction: &mut Reaction) {
    let taken = |cell: Cell| {
        let chip = scene.chips.iter().any(|&(chip, _)| chip == cell);
        let option = |spot: &OptionSpot| spot.place == Place::Cell(cell);
        chip || scene.options.iter().any(option)
    };
    for &cell in scene.gaps.iter().filter(|&&cell| !taken(cell)) {
        let place = scene.words.place_in(scene.snapshot, cell);
        let label = scene.words.with(message::HoleTap { place });
        let visible = on.cell(cell).intersect(on.area);
        if !visible.is_positive() {
            continue;
        }
        let id = ui.scope_id().with(("gap", cell.x, cell.y));
        // Dozens of them would be in the way of the tab key; a key of its own goes through them.
        let response = ui.interact(visible.shrink(1.0), id, Sense::CLICK);
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
        let chosen = scene.gap == Some(cell);
        if chosen || response.hovered() {
            let line = Stroke::new(1.5, on.palette.text_soft);
            let inner = on.cell(cell).shrink(6.0);
            on.painter
                .rect_stroke(inner, 4.0, line, egui::StrokeKind::Inside);
        }
        if response.clicked() {
            reaction.gap = Some(cell);
        }
    }
}

/// Offers squares for a chip.
pub(super) fn chips(ui: &mut Ui, on: &Canvas<'_>, scene: &Scene<'_>, reaction: &mut Reaction) {
    let words = scene.words;
    for &(cell, color) in scene.chips {
        let label = words.chip_laid(cell, color);
        let Some(response) = on_cell(ui, on, cell, ("chip", cell.x, cell.y), &label) else {
            continue;
        };
        let over = response.hovered() || response.has_focus();
        let ground = if over {
            any_chip(color)
        } else {
            any_chip(color).gamma_multiply(0.3)
        };
        let middle = on.cell(cell).center();
        on.painter
            .circle_filled(middle, on.eye.zoom() * 0.2, ground);
        if response.clicked() {
            reaction.chip = Some((cell, color));
        }
    }
}

/// Offers spots for a figure and the options of a choice, side by side where they meet.
pub(super) fn spots(
    ui: &mut Ui,
    on: &Canvas<'_>,
    scene: &Scene<'_>,
    art: &mut Art,
    reaction: &mut Reaction,
) {
    let mut taken = Vec::new();
    // One spot per segment on the board; other pieces for the same segment are in the panel.
    let mut offered: Vec<SegmentRef> = Vec::new();
    for spot in scene.spots {
        if offered.contains(&spot.at) {
            continue;
        }
        offered.push(spot.at);
        let Some(middle) = segment_position(on, scene.snapshot, spot.at, art) else {
            continue;
        };
        let owner = scene.spot_color;
        let owner = owner.map(|color| scene.words.player(scene.snapshot, color));
        let figure = capital(&scene.words.figure_of(spot.figure, owner.as_deref()));
        let label = scene.words.with(message::HandPlaceSpot {
            figure,
            place: scene.words.on(spot.on),
        });
        let round = Round {
            middle,
            id: ui.scope_id().with(("spot", spot.at)),
            label: &label,
            lit: false,
            piece: Some((spot.figure, scene.spot_color, pose_on(spot))),
        };
        let Some(response) = round.show(ui, on, &mut taken, art) else {
            continue;
        };
        if response.clicked() {
            reaction.put = Some(*spot);
        }
    }
    for spot in scene.options {
        let Some(response) = option(ui, on, scene, spot, &mut taken, art) else {
            continue;
        };
        if response.hovered() || response.has_focus() {
            reaction.over_option = Some(spot.option);
        }
        if response.clicked() {
            reaction.choose = Some(spot.option);
        }
    }
}

fn option(
    ui: &mut Ui,
    on: &Canvas<'_>,
    scene: &Scene<'_>,
    spot: &OptionSpot,
    taken: &mut Vec<Pos2>,
    art: &mut Art,
) -> Option<Response> {
    let id = ("option", spot.option);
    let middle = match spot.place {
        Place::Segment(at) => segment_position(on, scene.snapshot, at, art)?,
        Place::Figure(figure) => figure_position(on, scene.snapshot, figure, art)?,
        Place::Ghosts(place) => ghosts_position(on, scene.snapshot, place, art)?,
        Place::Cell(cell) => {
            let response = on_cell(ui, on, cell, id, &spot.label)?;
            let over = spot.lit || response.hovered() || response.has_focus();
            let tile = spot.tile.filter(|_| over);
            let shown = tile.map(|(face, rotation)| (Copy::plain(face), rotation));
            draw_place(on, cell, shown, art);
            return Some(response);
        }
    };
    let round = Round {
        middle,
        id: ui.scope_id().with(id),
        label: &spot.label,
        lit: spot.lit,
        piece: spot
            .piece
            .map(|(kind, color)| (kind, color, Pose::Standing)),
    };
    round.show(ui, on, taken, art)
}

/// A round spot with the piece that would stand there.
struct Round<'a> {
    middle: Pos2,
    id: egui::Id,
    label: &'a str,
    lit: bool,
    piece: Option<(FigureKind, Option<Color>, Pose)>,
}

impl Round<'_> {
    /// Shows it, beside those that are there already; `None` if it is out of sight.
    fn show(
        self,
        ui: &mut Ui,
        on: &Canvas<'_>,
        taken: &mut Vec<Pos2>,
        art: &mut Art,
    ) -> Option<Response> {
        let side = (on.eye.zoom() * SPOT.0).max(SPOT.1);
        let mut middle = self.middle;
        while taken.iter().any(|other| other.distance(middle) < side) {
            middle += vec2(side, 0.0);
        }
        taken.push(middle);
        let rect = Rect::from_center_size(middle, Vec2::splat(side));
        if !on.area.contains_rect(rect) {
            return None;
        }
        let response = button(ui, rect, self.id, self.label);
        let over = self.lit || response.hovered() || response.has_focus();
        let (painter, p) = (on.painter, on.palette);
        let ground = if self.piece.is_some() { 150 } else { 70 };
        painter.circle_filled(middle, side / 2.0, Color32::from_white_alpha(ground));
        let width = if over { 3.5 } else { 2.0 };
        painter.circle_stroke(middle, side / 2.0, Stroke::new(width, p.glow));
        if let Some(piece) = self.piece {
            let (grown, alpha) = if over { (3.0, 255) } else { (-1.0, 150) };
            draw_piece(on.ctx, painter, rect.expand(grown), piece, alpha, art);
        }
        Some(response)
    }
}
