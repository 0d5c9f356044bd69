//! Where a board's cells are on a screen that shows all of them at once: the squares of a map
//! whose every cell is a widget of its own.

use carcassonne::geometry::Cell;
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The squares of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squares {
    area: Rect,
    /// The point of the board in the middle, in cells.
    middle: Pos2,
    /// Side of a square, points.
    pub side: f32,
}

/// Room around the outermost cells, in cells.
const MARGIN: f32 = 0.7;

impl Squares {
    /// Squares of at most `largest` points, such that all cells are in the area.
    pub fn fit(area: Rect, cells: impl Iterator<Item = Cell>, largest: f32) -> Self {
        let mut bounds = Rect::NOTHING;
        for cell in cells {
            bounds.extend_with(pos2(cell.x as f32, cell.y as f32));
        }
        if !bounds.is_finite() {
            bounds = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
        }
        let bounds = bounds.expand(MARGIN);
        let side = (area.width() / bounds.width()).min(area.height() / bounds.height());
        Self {
            area,
            middle: bounds.center(),
            side: side.min(largest),
        }
    }

    /// The square of a cell.
    pub fn cell(&self, cell: Cell) -> Rect {
        let middle = self.point([cell.x as f32, cell.y as f32]);
        Rect::from_center_size(middle, Vec2::splat(self.side))
    }

    /// A point of the board, given in cells.
    pub fn point(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.area.center() + (vec2(x, y) - self.middle.to_vec2()) * self.side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cells_are_in_the_area_and_neighbours_touch() {
        let area = Rect::from_min_size(pos2(100.0, 50.0), vec2(600.0, 300.0));
        let cells = [Cell::new(-3, 0), Cell::new(4, 2), Cell::new(0, -1)];
        let squares = Squares::fit(area, cells.into_iter(), 200.0);
        for cell in cells {
            assert!(area.contains_rect(squares.cell(cell)), "{cell:?}");
        }
        let (one, next) = (squares.cell(Cell::new(0, 0)), squares.cell(Cell::new(1, 0)));
        assert!((one.right() - next.left()).abs() < 1e-3);
        let few = Squares::fit(area, cells.into_iter().take(1), 80.0);
        assert!((few.side - 80.0).abs() < f32::EPSILON);
    }
}
