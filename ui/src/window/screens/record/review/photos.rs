//! The real table over the drawn one: the board as it was kept after that turn, else put
//! together from what was kept of each tile until then.

use std::path::Path;

use carcassonne::geometry::Cell;
use egui::{Color32, Context, Painter, Pos2, Rect, TextureId, pos2};
use tracker::log::Log;
use tracker::log::event::EventId;
use tracker::log::history::place_of;
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::Review;

use crate::store::album::newest;
use crate::window::widgets::picture::kept::{Kept, Part};

/// The photographs of the game looked back on.
pub struct Photos {
    kept: Kept,
    any: bool,
    /// What each moment is about: event and place.
    places: Vec<Option<(EventId, Cell)>>,
}

/// A photograph and where it lies.
type Photo = (Rect, TextureId, Rect);

impl Photos {
    /// Those beside that record.
    pub fn of(record: Option<&Path>, log: &Log, review: &Review) -> Self {
        let kept = Kept::of(record);
        let place = |moment: &tracker::snapshot::review::Moment| {
            let cell = place_of(log, &moment.kind)?;
            Some((moment.event, cell))
        };
        Self {
            any: kept.any(),
            kept,
            places: review.moments.iter().map(place).collect(),
        }
    }

    /// Whether there are any.
    pub fn any(&self) -> bool {
        self.any
    }

    /// The photographs of the table after `moments` moments of turn `turn`, where the cells of
    /// the board lie `at`.
    fn of_moment(
        &mut self,
        ctx: &Context,
        (moments, turn): (usize, u32),
        board: &Snapshot,
        at: &dyn Fn(Cell) -> Rect,
    ) -> Vec<Photo> {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        if let Some((note, texture)) = self.kept.board(ctx, turn) {
            let [wide, tall] = note.cells;
            let first = note.north_west;
            let last = Cell::new(first.x + wide - 1, first.y + tall - 1);
            return vec![(at(first).union(at(last)), texture, whole)];
        }
        let until = self.places.iter().take(moments).flatten().copied();
        let newest = newest(until, board);
        let newest = newest.into_iter().filter_map(|(cell, events)| {
            let mut there = events.into_iter();
            let texture = there.find_map(|event| self.kept.event(ctx, event))?;
            Some((at(cell), texture, Part::Tile.uv()))
        });
        newest.collect()
    }

    /// Paints them, `opacity` 0 to 1.
    pub fn paint(
        &mut self,
        ctx: &Context,
        painter: &Painter,
        moment: (usize, u32),
        board: &Snapshot,
        at: &dyn Fn(Cell) -> Rect,
        opacity: f32,
    ) {
        let tint = Color32::WHITE.gamma_multiply(opacity);
        for (rect, texture, uv) in self.of_moment(ctx, moment, board, at) {
            painter.image(texture, rect, uv, tint);
        }
    }
}
