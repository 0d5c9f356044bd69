//! A photograph with an outline around each tile that was found: an outline or a tile without one can
//! be clicked, and one can be drawn from corner to corner. What follows is for others to say.

use calibration::space::{self, ImagePoint, apart, middle, point2, vec2};
use calibration::{Corners, Point};
use egui::{
    Align2, Color32, ColorImage, FontId, Pos2, Rect, Response, Role, Sense, Shape, Stroke,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2,
};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use vision::learn::{self, Quad, teach};

use crate::text::{Words, message};
use crate::theme::palette;

/// Least width of a photograph, points.
pub(super) const WIDTH: f32 = 560.0;
/// What stands above it in the window, points: it is shown as large as the rest of it allows.
const ABOVE: f32 = 150.0;
/// Longest side of its texture, px.
const TEXTURE_PX: i32 = 1400;
/// Nearer to a tile's middle than this share of a side, a click means that tile.
const NEAR: f64 = 0.5;
/// Shorter than this nothing was drawn, points.
const SHORTEST: f32 = 16.0;
/// A tile's side where nothing tells its size, share of the picture's width.
const SIDE: f64 = 1.0 / 6.0;

/// An outline, and what is said of its tile.
pub(super) struct Outline {
    pub(super) corners: Quad,
    pub(super) color: Color32,
    /// Written on it, and read out.
    pub(super) name: String,
    pub(super) label: String,
    pub(super) selected: bool,
}

/// What a person did.
pub(super) enum Touched {
    /// Clicked an outline.
    Outline(usize),
    /// Clicked a tile without one, or drew one; it lies on the edges that are there.
    New(Quad),
}

/// The photograph on the graphics card.
#[derive(Default)]
pub(super) struct Outlines {
    shown: Option<(usize, TextureHandle)>,
    /// Where a line was begun.
    from: Option<Pos2>,
}

impl Outlines {
    /// Shows the photograph of that number.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        (number, photo): (usize, &Mat),
        outlines: &[Outline],
    ) -> Option<Touched> {
        if self.shown.as_ref().is_none_or(|(n, _)| *n != number) {
            self.shown = texture(ui, photo).map(|texture| (number, texture));
        }
        let (_, texture) = self.shown.as_ref()?;
        let size = Vec2::new(photo.cols() as f32, photo.rows() as f32);
        let tall = (ui.clip_rect().height() - ABOVE).max(WIDTH * 0.75);
        let scale = (ui.available_width() / size.x).min(tall / size.y);
        let (area, response) = ui.allocate_exact_size(size * scale, Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Image, true, words.say(message::TEACH_PHOTO))
        });
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), area, whole, Color32::WHITE);
        let on_screen = |at: ImagePoint| area.min + Vec2::new(at.x as f32, at.y as f32) * scale;
        let mut clicked = None;
        for (n, outline) in outlines.iter().enumerate() {
            let corners = outline.corners.map(on_screen);
            if drawn(ui, n, outline, corners).clicked() {
                clicked = Some(Touched::Outline(n));
            }
        }
        let in_photo = |at: Pos2| {
            let at = (at - area.min) / scale;
            point2(f64::from(at.x), f64::from(at.y))
        };
        let fitted = |quad: Quad| learn::fitted(photo, quad).unwrap_or(quad);
        let there: Vec<Quad> = outlines.iter().map(|outline| outline.corners).collect();
        if let Some([from, to]) = self.line(ui, &response) {
            return Some(Touched::New(fitted(on_diagonal(
                in_photo(from),
                in_photo(to),
            ))));
        }
        let click = response.interact_pointer_pos();
        let bare = click.filter(|_| response.clicked()).and_then(|at| {
            let width = f64::from(photo.cols());
            like_nearest(&there, in_photo(at), width).map(|quad| Touched::New(fitted(quad)))
        });
        clicked.or(bare)
    }

    /// The two ends of a line that was drawn; shows the square on it while it is.
    fn line(&mut self, ui: &Ui, response: &Response) -> Option<[Pos2; 2]> {
        if response.drag_started() {
            self.from = ui.input(|input| input.pointer.press_origin());
        }
        let (from, to) = (self.from?, response.interact_pointer_pos()?);
        let point = |p: Pos2| -> ImagePoint { point2(f64::from(p.x), f64::from(p.y)) };
        let square = on_diagonal(point(from), point(to));
        let square = square.map(|at| pos2(at.x as f32, at.y as f32));
        let line = Stroke::new(2.5, palette(ui).accent);
        ui.painter().add(Shape::closed_line(square.to_vec(), line));
        if !response.drag_stopped() {
            return None;
        }
        self.from = None;
        (from.distance(to) > SHORTEST).then_some([from, to])
    }
}

/// One outline, to be clicked within.
fn drawn(ui: &Ui, number: usize, outline: &Outline, corners: [Pos2; 4]) -> Response {
    let wide = if outline.selected { 5.0 } else { 2.5 };
    let line = Stroke::new(wide, outline.color);
    ui.painter().add(Shape::closed_line(corners.to_vec(), line));
    let rect = Rect::from_points(&corners);
    let at = ui.scope_id().with(("outline", number));
    let over = ui.interact(rect.shrink(rect.width() * 0.2), at, Sense::click());
    over.widget_info(|| WidgetInfo::labeled(Role::Button, true, &outline.label));
    let (middle, font) = (Align2::CENTER_CENTER, FontId::proportional(18.0));
    // Legible on any print.
    for (off, color) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
        let at = rect.center() + Vec2::splat(off);
        let font = font.clone();
        ui.painter().text(at, middle, &outline.name, font, color);
    }
    over
}

/// The square on a diagonal, clockwise.
fn on_diagonal<Space>(from: Point<Space>, to: Point<Space>) -> Corners<Space> {
    let half = (to - from) / 2.0;
    let (middle, across) = (from + half, vec2(half.y, -half.x));
    [
        middle - half,
        middle + across,
        middle + half,
        middle - across,
    ]
}

/// A tile of the size and turn of the nearest one; `None` if that is where the click was.
fn like_nearest(there: &[Quad], at: ImagePoint, width: f64) -> Option<Quad> {
    let far = |quad: &&Quad| apart(middle(quad), at);
    let nearest = there.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    let half = width * SIDE / 2.0;
    let like = nearest.copied().unwrap_or(space::square(-half, half));
    let side = apart(like[0], like[1]);
    if nearest.is_some_and(|quad| far(&quad) < NEAR * side) {
        return None;
    }
    let from = middle(&like);
    Some(like.map(|corner| corner + (at - from)))
}

fn texture(ui: &Ui, photo: &Mat) -> Option<TextureHandle> {
    let longest = photo.cols().max(photo.rows());
    let scale = (f64::from(TEXTURE_PX) / f64::from(longest.max(1))).min(1.0);
    let mut small = Mat::default();
    let how = imgproc::INTER_AREA;
    imgproc::resize(photo, &mut small, Size::default(), scale, scale, how).ok()?;
    let (size, rgb) = teach::to_rgb(&small).ok()?;
    let image = ColorImage::from_rgb(size, &rgb);
    let ctx = ui.ctx();
    Some(ctx.load_texture("photograph", image, TextureOptions::LINEAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_from_corner_to_corner_is_a_square_clockwise_from_where_it_began() {
        let square = on_diagonal(ImagePoint::splat(10.0), ImagePoint::splat(30.0));
        assert_eq!(square, space::square(10.0, 30.0));
    }

    #[test]
    fn a_click_on_a_tile_is_no_tile_beside_it() {
        let there = [space::square(0.0, 40.0)];
        assert_eq!(like_nearest(&there, point2(30.0, 30.0), 600.0), None);
        let beside = like_nearest(&there, point2(120.0, 20.0), 600.0).expect("a new one");
        assert_eq!(beside[0], point2(100.0, 0.0));
        let alone = like_nearest(&[], point2(120.0, 120.0), 600.0).expect("the first one");
        assert_eq!(alone[2], point2(170.0, 170.0));
    }
}
