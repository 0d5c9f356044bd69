//! A player's badge: wooden colour, pattern and initial, so that nobody has to tell players
//! apart by colour alone. The patterns are those of the drawn figures.

use carcassonne::piece::Color;
use egui::{Align2, FontId, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo};

use crate::theme::{Wood, wood};

/// Shows a badge of `side` points. `label` says whose it is; with an empty label it is only
/// decoration beside a text that says so.
pub fn badge(ui: &mut Ui, color: Color, initial: &str, side: f32, label: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    if !label.is_empty() {
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, label));
    }
    paint(ui.painter(), rect, color, initial);
    response
}

/// Paints a badge into a square.
pub fn paint(painter: &Painter, rect: Rect, color: Color, initial: &str) {
    let wood = wood(color);
    // The pattern is not clipped round, so large badges keep small corners.
    let round = (rect.width() * 0.22).min(9.0);
    painter.rect_filled(rect, round, wood.fill);
    pattern(
        &painter.with_clip_rect(rect.shrink(1.0).intersect(painter.clip_rect())),
        rect,
        color,
        wood,
    );
    painter.rect_stroke(
        rect,
        round,
        Stroke::new(1.5, wood.rim),
        egui::StrokeKind::Inside,
    );
    if !initial.is_empty() {
        // The letter stands on plain wood, so that the pattern does not disturb it.
        painter.circle_filled(rect.center(), rect.width() * 0.31, wood.fill);
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            initial,
            FontId::proportional(rect.width() * 0.5),
            wood.ink,
        );
    }
}

fn pattern(painter: &Painter, rect: Rect, color: Color, wood: Wood) {
    let side = rect.width();
    let step = side / 6.0;
    let at = |x: f32, y: f32| Pos2::new(rect.left() + x * side, rect.top() + y * side);
    let stroke = |share: f32| Stroke::new((step * share).max(1.0), wood.shade);
    match color {
        // Plain wood is a pattern too, and red is the one most often named first.
        Color::Red => {}
        Color::Blue => {
            for i in 0..6 {
                let y = (i as f32 + 0.5) / 6.0;
                painter.line_segment([at(0.0, y), at(1.0, y)], stroke(0.4));
            }
        }
        Color::Yellow => {
            for i in 0..6 {
                for j in 0..6 {
                    let shift = if j % 2 == 0 { 0.25 } else { 0.75 };
                    let dot = at((i as f32 + shift) / 6.0, (j as f32 + 0.5) / 6.0);
                    painter.circle_filled(dot, step * 0.24, wood.shade);
                }
            }
        }
        Color::Green => {
            for i in -6..6 {
                let x = i as f32 / 6.0;
                painter.line_segment([at(x, 1.0), at(x + 1.0, 0.0)], stroke(0.4));
            }
        }
        Color::Black => {
            for i in 0..6 {
                let v = (i as f32 + 0.5) / 6.0;
                painter.line_segment([at(0.0, v), at(1.0, v)], stroke(0.25));
                painter.line_segment([at(v, 0.0), at(v, 1.0)], stroke(0.25));
            }
        }
        Color::Pink => {
            for i in 0..6 {
                let y = (i as f32 + 0.5) / 6.0;
                let zigzag = (0..=12)
                    .map(|k| at(k as f32 / 12.0, y + if k % 2 == 0 { 0.05 } else { -0.05 }))
                    .collect();
                painter.line(zigzag, stroke(0.3));
            }
        }
    }
}
