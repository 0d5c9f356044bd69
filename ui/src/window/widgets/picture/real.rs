//! The real table beside the drawn one: a piece of the live picture, or one kept from the moment
//! something was noted.

use carcassonne::geometry::Cell;
use egui::{Color32, Painter, Rect, Response, Sense, Stroke, TextureId, Ui, Vec2, WidgetInfo};
use tracker::log::event::EventId;

use super::Shown;
use super::kept::{self, Kept, Part};
use super::perspective;
use crate::theme::palette;

/// What is there to see of the real table.
pub struct Real<'a> {
    /// Now.
    pub live: &'a Shown,
    /// Then.
    pub kept: &'a mut Kept,
}

/// A piece of the real table.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Out of the live picture, with its size.
    Live {
        /// The cell's corners, px.
        quad: [[f32; 2]; 4],
        /// Width and height of the picture, px.
        size: [usize; 2],
        /// The picture.
        texture: TextureId,
    },
    /// Kept from the moment something was noted.
    Kept(TextureId),
}

impl Real<'_> {
    /// A cell as it is now.
    pub fn now(&self, cell: Cell) -> Option<Piece> {
        let ((picture, texture), quad) = self.live.get().zip(self.live.quad(cell))?;
        let size = picture.size;
        Some(Piece::Live {
            quad,
            size,
            texture,
        })
    }

    /// What an event is about, as it was then.
    pub fn then(&mut self, ui: &Ui, event: EventId) -> Option<Piece> {
        self.kept.event(ui.ctx(), event).map(Piece::Kept)
    }
}

impl Piece {
    /// Paints it into a square. Around a tile only what was kept shows anything.
    pub fn paint(self, painter: &Painter, rect: Rect, part: Part, line: Color32) {
        match self {
            Self::Kept(texture) => kept::paint(painter, rect, texture, part, line),
            Self::Live {
                quad,
                size,
                texture,
            } => {
                painter.add(perspective::straightened(rect, quad, size, texture));
                let line = Stroke::new(1.5, line);
                painter.rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
            }
        }
    }

    /// Shows it; `name` says what it is.
    pub fn show(self, ui: &mut Ui, part: Part, side: f32, name: &str) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, name));
        self.paint(ui.painter(), rect, part, palette(ui).text_soft);
        response.on_hover_text(name)
    }
}
