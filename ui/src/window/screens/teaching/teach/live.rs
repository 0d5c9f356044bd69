//! The running game's picture, whose tiles can be clicked to be taught.

use std::sync::Arc;

use egui::{Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2};

use crate::run::news::picture::{CellRead, Picture};
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::widgets::picture::Shown;

/// Widest that the picture is shown, points.
const WIDTH: f32 = 760.0;

/// The cells whose tile is not known, by number.
pub fn unknown(picture: &Picture) -> Vec<usize> {
    let cells = picture.cells.iter().enumerate();
    let unknown = cells.filter(|(_, cell)| matches!(cell.read, CellRead::Unknown));
    unknown.map(|(n, _)| n).collect()
}

/// The picture on the graphics card.
#[derive(Default)]
pub struct Live {
    shown: Shown,
}

impl Live {
    /// Shows the picture; answers with the number of the cell that was clicked.
    pub fn show(&mut self, ui: &mut Ui, words: Words, picture: &Arc<Picture>) -> Option<usize> {
        self.shown.update(ui.ctx(), Some(Arc::clone(picture)));
        let (_, texture) = self.shown.get()?;
        let p = palette(ui);
        let [width, height] = picture.size.map(|v| v as f32);
        let scale = ui.available_width().min(WIDTH) / width;
        let room = Vec2::new(width, height) * scale;
        let (area, _) = ui.allocate_exact_size(room, Sense::hover());
        let whole = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture, area, whole, egui::Color32::WHITE);
        let mut clicked = None;
        for (n, cell) in picture.cells.iter().enumerate() {
            let (color, name) = match cell.read {
                CellRead::Unknown => (p.wrong, words.say(message::TEACH_UNKNOWN)),
                CellRead::Tile { face, .. } => (
                    p.good,
                    words.with(message::TeachKnown {
                        face: face.to_string(),
                    }),
                ),
                CellRead::Empty | CellRead::Hidden => continue,
            };
            let corners = cell
                .corners_px
                .map(|[x, y]| area.min + Vec2::new(x, y) * scale);
            let rect = egui::Rect::from_points(&corners);
            let at = ui.scope_id().with(("cell", n));
            let response = ui.interact(rect.shrink(rect.width() * 0.2), at, Sense::click());
            let label = cell
                .cell
                .map_or(name.clone(), |cell| format!("{name} ({cell})"));
            let enabled = ui.is_enabled();
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
            let over = response.hovered() || response.has_focus();
            let line = Stroke::new(if over { 4.0 } else { 2.0 }, color);
            ui.painter().add(Shape::closed_line(corners.to_vec(), line));
            if response.clicked() {
                clicked = Some(n);
            }
        }
        clicked
    }
}
