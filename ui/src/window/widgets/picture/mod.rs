//! The live picture with what was read drawn over it, and pieces of it.
//!
//! Shows a [`Picture`], its lattice and names, and lights features up in perspective. The
//! texture is renewed only when a new picture arrived. [`real`] shows a piece beside the drawn board,
//! now or as it was [`kept`]; textures are laid in [`perspective`].

pub mod kept;
pub mod perspective;
pub mod real;

use std::collections::HashMap;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use egui::{
    Align2, Color32, ColorImage, Context, FontId, Painter, Pos2, Rect, Response, Sense, Shape,
    Stroke, TextureHandle, TextureId, TextureOptions, Ui, Vec2, WidgetInfo, pos2,
};
use tracker::board::features::SegmentRef;
use tracker::snapshot::Snapshot;

use self::perspective::{Homography, in_perspective};
use super::art::Art;
use super::{badge, fields};
use crate::run::news::picture::{CellRead, Picture, PictureCell, PictureFigure};
use crate::text::Words;
use crate::text::names::initial;
use crate::theme::{Palette, palette, size};
use crate::views::board_plan::{Copy, Point, shows_garden};

/// Least share of the picture's width and height that is shown around the tiles.
const LEAST_SHOWN: f32 = 0.6;
/// Readings below this are marked as unsure, as the tracker will want to ask then.
const SURE: f32 = 0.9;

/// The picture on the graphics card.
#[derive(Default)]
pub struct Shown {
    picture: Option<Arc<Picture>>,
    texture: Option<TextureHandle>,
}

impl Shown {
    /// Takes over the newest picture.
    pub fn update(&mut self, ctx: &Context, newest: Option<Arc<Picture>>) {
        let Some(newest) = newest else {
            *self = Self::default();
            return;
        };
        if self
            .picture
            .as_ref()
            .is_some_and(|old| Arc::ptr_eq(old, &newest))
        {
            return;
        }
        let [width, height] = newest.size;
        if width == 0 || height == 0 || newest.rgb.len() != width * height * 3 {
            tracing::warn!(
                frame = newest.frame,
                "a picture whose size and bytes disagree"
            );
            return;
        }
        let image = ColorImage::from_rgb(newest.size, &newest.rgb);
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::LINEAR),
            None => self.texture = Some(ctx.load_texture("table", image, TextureOptions::LINEAR)),
        }
        self.picture = Some(newest);
    }

    /// The picture shown, with its texture.
    pub fn get(&self) -> Option<(&Arc<Picture>, TextureId)> {
        Some((self.picture.as_ref()?, self.texture.as_ref()?.id()))
    }

    /// The quad of a board's cell in the picture, px.
    pub fn quad(&self, cell: Cell) -> Option<[[f32; 2]; 4]> {
        let picture = self.picture.as_ref()?;
        let there = picture.cells.iter().find(|c| c.cell == Some(cell))?;
        Some(there.corners_px)
    }
}

/// A place of the table that is or was not as the board has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// This tile belongs there.
    Lay {
        /// Where.
        cell: Cell,
        /// Which face.
        face: FaceId,
        /// How it is turned.
        rotation: Rotation,
    },
    /// What lies there does not belong there.
    Away(Cell),
    /// It lies as it should again.
    Done(Cell),
}

/// How to look at a picture.
pub struct Look<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// Segments to light up.
    pub lit: &'a [SegmentRef],
    /// Whether to show the borders of all fields.
    pub fields: bool,
    /// What is to be put right on the table.
    pub targets: &'a [Target],
    /// Whether to show only the part where tiles lie or may lie next.
    pub close: bool,
    /// What to call the picture.
    pub label: &'a str,
    /// What to say as long as there is none.
    pub empty: &'a str,
    /// The words.
    pub words: Words,
}

/// Shows the picture as large as fits, with grid and readings.
pub fn show(ui: &mut Ui, shown: &Shown, look: &Look<'_>, art: &mut Art) -> Response {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, look.label));
    let p = palette(ui);
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    painter.rect_filled(area, 8.0, p.felt);
    let Some((picture, texture)) = shown.get() else {
        let text = FontId::proportional(size::BODY);
        let middle = area.center();
        painter.text(middle, Align2::CENTER_CENTER, look.empty, text, p.text_soft);
        return response;
    };
    let view = if look.close {
        fit_tiles(area, picture)
    } else {
        fit(area, picture.size)
    };
    let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture, view.rect, uv, Color32::WHITE);
    if look.fields {
        draw_fields(ui.ctx(), &painter, &view, picture, look, art);
    }
    draw_lit(ui.ctx(), &painter, &view, picture, look, art, p);
    draw_cells(&painter, &view, picture, look.snapshot, p);
    for &target in look.targets {
        draw_target(ui.ctx(), &painter, &view, picture, target, art, p);
    }
    for figure in &picture.figures {
        draw_figure(&painter, &view, figure, look);
    }
    response
}

/// Shows the picture as large as fits and nothing over it. Gives where it is, and points per
/// pixel; `None` without a picture.
pub fn show_bare(ui: &mut Ui, shown: &Shown, label: &str, empty: &str) -> Option<(Rect, f32)> {
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, label));
    let p = palette(ui);
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    painter.rect_filled(area, 8.0, p.felt);
    let Some((picture, texture)) = shown.get() else {
        let text = FontId::proportional(size::BODY);
        let middle = area.center();
        painter.text(middle, Align2::CENTER_CENTER, empty, text, p.text_soft);
        return None;
    };
    let view = fit(area, picture.size);
    let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture, view.rect, uv, Color32::WHITE);
    Some((view.rect, view.scale))
}

/// A dot at the foot and a small badge beside it, so that the figure itself stays in view.
fn draw_figure(painter: &Painter, view: &View, figure: &PictureFigure, look: &Look<'_>) {
    let at = view.at(figure.foot_px);
    painter.circle(at, 3.0, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
    let Some(color) = figure.color else { return };
    let initial = initial(&look.words.player(look.snapshot, color));
    let square = Rect::from_center_size(at + Vec2::new(11.0, 11.0), Vec2::splat(15.0));
    badge::paint(painter, square, color, &initial);
}

/// How a picture lies on the screen.
struct View {
    rect: Rect,
    scale: f32,
}

impl View {
    fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.rect.min + Vec2::new(x, y) * self.scale
    }

    fn quad(&self, corners: &[[f32; 2]; 4]) -> [Pos2; 4] {
        corners.map(|corner| self.at(corner))
    }
}

fn fit(area: Rect, [width, height]: [usize; 2]) -> View {
    let size = Vec2::new(width as f32, height as f32);
    let scale = (area.width() / size.x).min(area.height() / size.y);
    View {
        rect: Rect::from_center_size(area.center(), size * scale),
        scale,
    }
}

/// The part of the picture where cells of the lattice are, with some table around it; all of
/// it if there are none.
fn fit_tiles(area: Rect, picture: &Picture) -> View {
    let mut bounds = Rect::NOTHING;
    for [x, y] in picture.cells.iter().flat_map(|cell| cell.corners_px) {
        bounds.extend_with(pos2(x, y));
    }
    let whole = Vec2::new(picture.size[0] as f32, picture.size[1] as f32);
    // One tile alone says little of where the others will lie.
    let bounds = bounds.expand2((whole * LEAST_SHOWN - bounds.size()).max(Vec2::ZERO) / 2.0);
    let bounds = bounds.intersect(Rect::from_min_size(Pos2::ZERO, whole));
    if !bounds.is_positive() {
        return fit(area, picture.size);
    }
    let scale = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let corner = area.center() - bounds.center().to_vec2() * scale;
    View {
        rect: Rect::from_min_size(corner, whole * scale),
        scale,
    }
}

fn draw_cells(painter: &Painter, view: &View, picture: &Picture, snapshot: &Snapshot, p: &Palette) {
    // A free place beyond the rim of the picture shows nothing.
    let inside = painter.with_clip_rect(painter.clip_rect().intersect(view.rect));
    for cell in &picture.cells {
        let quad = view.quad(&cell.corners_px);
        let pending = cell
            .cell
            .is_some_and(|at| snapshot.health.pending.contains(&at));
        match cell.read {
            CellRead::Empty => {
                let thin = Stroke::new(1.0, Color32::from_white_alpha(70));
                inside.add(Shape::closed_line(quad.to_vec(), thin));
            }
            CellRead::Hidden => {
                let fill = Color32::from_black_alpha(110);
                painter.add(Shape::convex_polygon(quad.to_vec(), fill, Stroke::NONE));
            }
            CellRead::Unknown => {
                outline(painter, quad, p.wrong);
                name(painter, quad, "?", p.wrong);
            }
            CellRead::Tile {
                face, confidence, ..
            } => {
                // A mark asks somebody to look, so it is there only while something is open.
                let asked = snapshot.questions.iter().any(|q| Some(q.cell) == cell.cell);
                let reading = Reading::of(asked && confidence < SURE, pending);
                let (mark, color) = mark(face, reading);
                outline(painter, quad, color);
                name(painter, quad, &mark, color);
            }
        }
    }
}

/// How far the reading of a tile is.
#[derive(Clone, Copy)]
enum Reading {
    /// Somebody is asked about it.
    Asked,
    /// More looks may still change it.
    Pending,
    Settled,
}

impl Reading {
    const fn of(asked: bool, pending: bool) -> Self {
        match (asked, pending) {
            (true, _) => Self::Asked,
            (false, true) => Self::Pending,
            (false, false) => Self::Settled,
        }
    }
}

/// What is written on a tile, and in which colour: its name, with a question mark while somebody is
/// asked about it, with dots while it is still being read.
fn mark(face: FaceId, reading: Reading) -> (String, Color32) {
    let open = Color32::from_rgb(255, 200, 60);
    match reading {
        Reading::Asked => (format!("{face}?"), open),
        Reading::Pending => (format!("{face}…"), open),
        Reading::Settled => (face.to_string(), Color32::WHITE),
    }
}

/// A line that shows on light and dark pictures alike.
fn outline(painter: &Painter, quad: [Pos2; 4], color: Color32) {
    let dark = Stroke::new(3.0, Color32::from_black_alpha(130));
    painter.add(Shape::closed_line(quad.to_vec(), dark));
    painter.add(Shape::closed_line(quad.to_vec(), Stroke::new(1.4, color)));
}

fn name(painter: &Painter, quad: [Pos2; 4], text: &str, color: Color32) {
    let side = (quad[1] - quad[0])
        .length()
        .min((quad[3] - quad[0]).length());
    let font = FontId::proportional((side * 0.26).clamp(9.0, 18.0));
    let toward = (quad[0] - quad[2]).normalized() * side * -0.22;
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let box_size = galley.size() + Vec2::new(6.0, 2.0);
    let rect = Rect::from_center_size(quad[0] + toward, box_size);
    painter.rect_filled(rect, 3.0, Color32::from_black_alpha(190));
    painter.galley(rect.center() - galley.size() / 2.0, galley, color);
}

/// The borders of all fields on the tiles that were read.
fn draw_fields(
    ctx: &Context,
    painter: &Painter,
    view: &View,
    picture: &Picture,
    look: &Look<'_>,
    art: &mut Art,
) {
    let square = |cell: &PictureCell| {
        let quad = view.quad(&cell.corners_px);
        Some((cell.cell?, Homography::of_unit_square(quad)))
    };
    let squares: HashMap<Cell, Homography> = picture.cells.iter().filter_map(square).collect();
    let at = |cell: Cell, [x, y]: Point| Some(squares.get(&cell)?.at(x + 0.5, y + 0.5));
    let canvas = fields::Canvas {
        ctx,
        painter,
        at: &at,
        words: look.words,
    };
    fields::draw(&canvas, look.snapshot, art);
}

fn draw_lit(
    ctx: &Context,
    painter: &Painter,
    view: &View,
    picture: &Picture,
    look: &Look<'_>,
    art: &mut Art,
    p: &Palette,
) {
    for segment in look.lit {
        let cell = picture.cells.iter().find(|c| c.cell == Some(segment.cell));
        let mut tiles = look.snapshot.tiles.iter();
        let tile = tiles.find(|t| t.cell == segment.cell);
        let (Some(cell), Some(tile)) = (cell, tile) else {
            continue;
        };
        let garden = shows_garden(tile, segment.segment);
        if let Some(shape) = art.shape(ctx, tile.face, garden, segment.segment) {
            let quad = view.quad(&cell.corners_px);
            painter.add(in_perspective(quad, tile.rotation, shape.id(), p.glow));
        }
    }
}

/// Where a cell is in a picture, px: that of its tile, else where one would lie beside the nearest
/// tile.
fn place_of(picture: &Picture, cell: Cell) -> Option<[[f32; 2]; 4]> {
    let away = |at: Cell| (at.x - cell.x).pow(2) + (at.y - cell.y).pow(2);
    let known = picture.cells.iter();
    let known = known.filter_map(|known| Some((known.cell?, known.corners_px)));
    let (at, corners) = known.min_by_key(|(at, _)| away(*at))?;
    let beside = Homography::of_unit_square(corners.map(Pos2::from));
    let (dx, dy) = ((cell.x - at.x) as f32, (cell.y - at.y) as f32);
    let corner = |u: f32, v: f32| <[f32; 2]>::from(beside.at(dx + u, dy + v));
    Some([
        corner(0.0, 0.0),
        corner(1.0, 0.0),
        corner(1.0, 1.0),
        corner(0.0, 1.0),
    ])
}

/// What goes where: the face itself, pale, where a tile is missing or wrong.
fn draw_target(
    ctx: &Context,
    painter: &Painter,
    view: &View,
    picture: &Picture,
    target: Target,
    art: &mut Art,
    p: &Palette,
) {
    let (Target::Lay { cell, .. } | Target::Away(cell) | Target::Done(cell)) = target;
    let Some(corners) = place_of(picture, cell) else {
        return;
    };
    let quad = view.quad(&corners);
    let (sign, color) = match target {
        Target::Lay { face, rotation, .. } => {
            if let Some(texture) = art.face(ctx, Copy::plain(face)) {
                let pale = Color32::from_white_alpha(190);
                painter.add(in_perspective(quad, rotation, texture.id(), pale));
            }
            ("⬇", p.wait)
        }
        Target::Away(_) => ("✖", p.wrong),
        Target::Done(_) => ("✔", p.good),
    };
    outline(painter, quad, color);
    let middle = quad[0] + (quad[2] - quad[0]) / 2.0;
    painter.circle(middle, 12.0, p.card, Stroke::new(2.0, color));
    let font = FontId::proportional(15.0);
    painter.text(middle, Align2::CENTER_CENTER, sign, font, p.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question mark asks somebody, so what is only being read has none.
    #[test]
    fn only_what_is_asked_has_a_question_mark() {
        let face = carcassonne::catalogue::face_id("D").unwrap();
        let texts = [(false, false), (false, true), (true, false), (true, true)];
        let texts = texts.map(|(asked, pending)| mark(face, Reading::of(asked, pending)).0);
        assert_eq!(texts, ["D", "D…", "D?", "D?"]);
    }

    #[test]
    fn the_unit_square_meets_the_corners_of_a_quad() {
        let quad = [
            pos2(10.0, 5.0),
            pos2(90.0, 12.0),
            pos2(80.0, 70.0),
            pos2(4.0, 60.0),
        ];
        let map = Homography::of_unit_square(quad);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        for ((u, v), corner) in corners.into_iter().zip(quad) {
            assert!((map.at(u, v) - corner).length() < 1e-3);
        }
        let middle = map.at(0.5, 0.5);
        assert!(Rect::from_points(&quad).contains(middle));
    }

    /// One small tile in the middle of a large picture does not fill the view: the next ones come
    /// beside it.
    #[test]
    fn one_tile_alone_is_not_looked_at_closely() {
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::new(500.0, 500.0));
        let flat = [
            [480.0, 480.0],
            [520.0, 480.0],
            [520.0, 520.0],
            [480.0, 520.0],
        ];
        let one = |cells| Picture {
            frame: 0,
            size: [1000, 1000],
            rgb: Vec::new(),
            cells,
            figures: Vec::new(),
        };
        let tile = PictureCell {
            cell: Some(Cell::default()),
            corners_px: flat,
            read: CellRead::Unknown,
        };
        let whole = fit_tiles(area, &one(Vec::new()));
        assert!((whole.scale - 0.5).abs() < 1e-3);
        let close = fit_tiles(area, &one(vec![tile]));
        assert!(close.scale <= whole.scale / LEAST_SHOWN + 1e-3);
        assert!(close.at([500.0, 500.0]).distance(area.center()) < 1.0);
    }

    #[test]
    fn a_place_without_a_tile_lies_beside_the_nearest_one() {
        let tile = |x: i32, corners_px| PictureCell {
            cell: Some(Cell::new(x, 0)),
            corners_px,
            read: CellRead::Unknown,
        };
        let flat = [[10.0, 10.0], [20.0, 10.0], [20.0, 20.0], [10.0, 20.0]];
        let far = [[90.0, 10.0], [99.0, 10.0], [99.0, 20.0], [90.0, 20.0]];
        let picture = Picture {
            frame: 0,
            size: [100, 50],
            rgb: Vec::new(),
            cells: vec![tile(0, flat), tile(8, far)],
            figures: Vec::new(),
        };
        assert_eq!(place_of(&picture, Cell::default()), Some(flat));
        let south_east = place_of(&picture, Cell::new(1, 1));
        assert_eq!(south_east.map(|corners| corners[0]), Some([20.0, 20.0]));
    }

    #[test]
    fn a_turned_face_lies_turned() {
        let quad = [
            pos2(0.0, 0.0),
            pos2(1.0, 0.0),
            pos2(1.0, 1.0),
            pos2(0.0, 1.0),
        ];
        let mesh = in_perspective(quad, Rotation::R90, TextureId::default(), Color32::WHITE);
        // The face's north-west corner lies in the north-east after a quarter turn.
        assert_eq!(mesh.vertices[0].pos, pos2(1.0, 0.0));
    }
}
