//! The four corners of a map's squares, clicked on its photograph.

use calibration::space::{Image, ImageCorners, ImagePoint, Lattice, apart, point2};
use calibration::{Homography, Offset};
use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Stroke, TextureHandle, Ui, Vec2, WidgetInfo};
use egui::{Color32, pos2};

use crate::text::{Text, Words, message};
use crate::theme::palette;

/// Largest that the photograph is shown, points.
const ROOM: Vec2 = Vec2::new(1180.0, 620.0);
/// Radius of a corner's mark, points.
const MARK: f32 = 7.0;

/// Corners of the squares' rectangle in the photograph, px: clockwise from the north-west once
/// there are four.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corners {
    at: Vec<ImagePoint>,
}

impl Corners {
    /// Whether all are known.
    pub fn are_four(&self) -> bool {
        self.at.len() == 4
    }

    /// What is to be clicked next, in a sentence.
    pub fn next(&self) -> Text {
        match self.at.len() {
            0..4 => message::MAP_TEACH_CORNERS,
            _ => message::MAP_TEACH_GRID,
        }
    }

    /// Takes a click: a corner more, or a better place for the nearest. Four are put in order.
    pub fn click(&mut self, at: ImagePoint) {
        let far = |corner: &ImagePoint| apart(*corner, at);
        if self.are_four() {
            let near = self.at.iter_mut().min_by(|a, b| far(a).total_cmp(&far(b)));
            if let Some(near) = near {
                *near = at;
            }
            return;
        }
        self.at.push(at);
        if self.are_four() {
            let middle = self.at.iter().map(|c| c.to_vector()).sum::<Offset<Image>>() / 4.0;
            let angle = |c: &ImagePoint| (c.y - middle.y).atan2(c.x - middle.x);
            // From the west northwards: the north-west comes first.
            self.at.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        }
    }

    /// Turns the map by a quarter: another corner is its north-west.
    pub fn turn(&mut self) {
        if self.are_four() {
            self.at.rotate_left(1);
        }
    }

    /// Columns and rows to pixels, for a map of that size; `None` until there are four corners
    /// of which no three lie on a line.
    pub fn image_from_squares(&self, [cols, rows]: [i32; 2]) -> Option<Homography<Image, Lattice>> {
        let image: ImageCorners = self.at.clone().try_into().ok()?;
        let turns = (0..4).map(|n| {
            let [a, b, c] = [0, 1, 2].map(|k| image[(n + k) % 4]);
            (b - a).cross(c - b)
        });
        // Bent in on itself it is no rectangle seen from anywhere.
        if turns.into_iter().any(|turn| turn < 1.0) {
            return None;
        }
        let (right, bottom) = (f64::from(cols) - 0.5, f64::from(rows) - 0.5);
        let squares = [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)];
        Homography::through(squares.map(|(x, y)| point2(x, y)), image)
    }

    /// Shows the photograph with the corners and, once there are four, the squares.
    /// `px` is the photograph's size, which its texture may not have.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        (photo, px): (&TextureHandle, Vec2),
        size: [i32; 2],
    ) {
        let scale = (ui.available_width().min(ROOM.x) / px.x).min(ROOM.y / px.y);
        let (rect, response) = ui.allocate_exact_size(px * scale, Sense::click_and_drag());
        let enabled = ui.is_enabled();
        let label = words.say(message::MAP_TEACH_PICTURE);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, enabled, &label));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(photo.id(), rect, whole, Color32::WHITE);
        if let Some(at) = response.interact_pointer_pos()
            && (response.clicked() || response.dragged() && self.are_four())
        {
            let at = (at - rect.min) / scale;
            self.click(point2(f64::from(at.x), f64::from(at.y)));
        }
        let on_screen = |at: ImagePoint| rect.min + Vec2::new(at.x as f32, at.y as f32) * scale;
        let p = palette(ui);
        let painter = ui.painter().with_clip_rect(rect);
        let both = |a: Pos2, b: Pos2| {
            painter.line_segment([a, b], Stroke::new(3.0, Color32::from_black_alpha(120)));
            painter.line_segment([a, b], Stroke::new(1.2, Color32::WHITE));
        };
        if let Some(image) = self.image_from_squares(size) {
            let [cols, rows] = size;
            let at = |x: i32, y: i32| {
                let half = |n: i32| f64::from(n) - 0.5;
                on_screen(image.apply(point2(half(x), half(y))))
            };
            (0..=cols).for_each(|x| both(at(x, 0), at(x, rows)));
            (0..=rows).for_each(|y| both(at(0, y), at(cols, y)));
        }
        for (n, corner) in self.at.iter().enumerate() {
            let at = on_screen(*corner);
            painter.circle(at, MARK, p.accent, Stroke::new(2.0, Color32::WHITE));
            if n == 0 && self.are_four() {
                let font = FontId::proportional(18.0);
                let name = words.say(message::MAP_TEACH_NW);
                let beside = at + Vec2::new(MARK + 4.0, -MARK);
                let dark = Color32::from_black_alpha(220);
                painter.text(
                    beside + Vec2::splat(1.0),
                    Align2::LEFT_BOTTOM,
                    &name,
                    font.clone(),
                    dark,
                );
                painter.text(beside, Align2::LEFT_BOTTOM, name, font, Color32::WHITE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_clicks_in_any_order_are_the_corners() {
        let of = |order: [usize; 4]| {
            let places = [(100.0, 80.0), (900.0, 120.0), (950.0, 700.0), (60.0, 640.0)];
            let places = places.map(|(x, y)| point2(x, y));
            let mut corners = Corners::default();
            order.into_iter().for_each(|n| corners.click(places[n]));
            corners
        };
        let straight = of([0, 1, 2, 3]);
        assert_eq!(of([2, 0, 3, 1]), straight);
        let image = straight.image_from_squares([13, 12]).expect("a map");
        let north_east = image.apply(point2(12.5, -0.5));
        assert!(apart(north_east, point2(900.0, 120.0)) < 1e-6);
        let mut moved = straight.clone();
        moved.click(point2(890.0, 130.0));
        assert_eq!(moved.at[1], point2(890.0, 130.0));
        moved.turn();
        assert_eq!(moved.at[0], point2(890.0, 130.0));
        moved.click(point2(90.0, 90.0));
        moved.click(point2(500.0, 400.0));
        assert!(straight.image_from_squares([2, 2]).is_some());
    }

    #[test]
    fn what_is_no_rectangle_is_refused() {
        let mut corners = Corners::default();
        for (x, y) in [(0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (100.0, 300.0)] {
            assert!(corners.image_from_squares([5, 5]).is_none());
            corners.click(point2(x, y));
        }
        assert!(corners.image_from_squares([5, 5]).is_none());
    }
}
