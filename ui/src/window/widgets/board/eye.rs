//! Which part of the board is seen, and how a person moves and zooms it.

use carcassonne::geometry::Cell;
use egui::{Pos2, Rect, Response, Ui, Vec2, pos2};
use tracker::snapshot::Snapshot;

use super::scene::Grab;
use crate::views::board_plan;

/// Side of a tile on screen, points: from a whole large game to one tile looked at closely.
const ZOOM: std::ops::RangeInclusive<f32> = 16.0..=260.0;
/// Side of a tile when few of them lie, points; larger would only look coarse.
const FIRST_ZOOM: f32 = 110.0;
/// The same as a share of the room's shorter side, for screens that are looked at from afar.
const FIRST_SHARE: f32 = 0.22;
/// Room around the middles of the outermost tiles, cells: half a tile, a whole empty cell beside it,
/// because that is where the next tile will lie, and a rim.
const AROUND: f32 = 1.6;

/// Which part of the board is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// The board's point in the middle of the view, in cells.
    middle: Pos2,
    /// Points per tile.
    zoom: f32,
    /// Whether it follows the board so that all of it is seen.
    follows: bool,
    /// The room it was last fitted to.
    fitted: Option<Rect>,
    /// What is held while it is dragged; the board stays where it is then.
    pub(super) grab: Option<Grab>,
}

impl Default for Eye {
    fn default() -> Self {
        Self {
            middle: Pos2::ZERO,
            zoom: FIRST_ZOOM,
            follows: true,
            fitted: None,
            grab: None,
        }
    }
}

impl Eye {
    /// Shows the whole board from now on, also as it grows.
    pub fn fit(&mut self) {
        self.follows = true;
        self.fitted = None;
    }

    /// Zooms about the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.zoom = (self.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        self.follows = false;
    }

    /// Sees all of the board that has grown, but not while a hand is `busy` there: nothing moves
    /// away from under one that is about to click it. Whether there is more to see once it rests.
    pub(super) fn follow(&mut self, area: Rect, snapshot: &Snapshot, busy: bool) -> bool {
        if !self.follows {
            return false;
        }
        let all = self.on_all(area, snapshot);
        if busy && self.fitted == Some(area) {
            return all != *self;
        }
        *self = all;
        false
    }

    /// The same eye, with the whole board in sight.
    fn on_all(self, area: Rect, snapshot: &Snapshot) -> Self {
        let mut bounds = Rect::NOTHING;
        for cell in board_plan::cells(snapshot) {
            bounds.extend_with(pos2(cell.x as f32, cell.y as f32));
        }
        if !bounds.is_finite() {
            bounds = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
        }
        let bounds = bounds.expand(AROUND);
        let zoom = (area.width() / bounds.width()).min(area.height() / bounds.height());
        let first = FIRST_ZOOM.max(area.size().min_elem() * FIRST_SHARE);
        Self {
            middle: bounds.center(),
            zoom: zoom.clamp(*ZOOM.start(), first),
            fitted: Some(area),
            ..self
        }
    }

    /// Points per tile.
    pub(super) const fn zoom(&self) -> f32 {
        self.zoom
    }

    pub(super) fn on_screen(&self, area: Rect, point: Pos2) -> Pos2 {
        area.center() + (point - self.middle) * self.zoom
    }

    pub(super) fn on_board(&self, area: Rect, point: Pos2) -> Pos2 {
        self.middle + (point - area.center()) / self.zoom
    }

    pub(super) fn cell(&self, area: Rect, cell: Cell) -> Rect {
        let middle = self.on_screen(area, pos2(cell.x as f32, cell.y as f32));
        Rect::from_center_size(middle, Vec2::splat(self.zoom))
    }
}

impl Eye {
    /// Follows wheel, pinch and drag over `area`.
    pub(super) fn look_around(&mut self, ui: &Ui, area: Rect, response: &Response) {
        if response.dragged() && self.grab.is_none() {
            self.middle -= response.drag_delta() / self.zoom;
            self.follows = false;
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
            let under = self.on_board(area, pointer);
            self.zoom_by(factor);
            // What is under the pointer stays there.
            self.middle = under - (pointer - area.center()) / self.zoom;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn what_is_seen_maps_back_to_where_it_is() {
        let eye = Eye {
            middle: pos2(1.5, -2.0),
            zoom: 64.0,
            follows: false,
            fitted: None,
            grab: None,
        };
        let area = Rect::from_min_size(pos2(100.0, 50.0), vec2(600.0, 400.0));
        let point = pos2(3.25, -1.0);
        let back = eye.on_board(area, eye.on_screen(area, point));
        assert!((back - point).length() < 1e-4);
    }
}
