//! The last points, newest first, each with the sum it comes from. Pointing at a line lights
//! its feature up on board and picture.

use egui::{Align2, FontId, Response, Sense, Ui, WidgetInfo, vec2};
use tracker::snapshot::{ScoreLine, ScoreReason, Snapshot};

use super::Wishes;
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::{badge, card};

/// Height of a line, points.
const ROW: f32 = 26.0;

/// What they are called.
pub fn heading(words: Words, snapshot: &Snapshot) -> String {
    let is_final = |line: &ScoreLine| matches!(line.reason, ScoreReason::Final(_));
    if snapshot.score_lines.iter().any(is_final) {
        words.say("table-lines-final")
    } else {
        words.say("table-lines")
    }
}

/// Shows the lines; choosing one asks for an explanation.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    if snapshot.score_lines.is_empty() && snapshot.provisional.is_empty() {
        card::soft(ui, &words.say("table-lines-none"));
        return;
    }
    // What the open turn will bring stands above, because it is newer.
    let newest_first = snapshot.score_lines.iter().rev().map(|line| (line, false));
    let all: Vec<_> = snapshot
        .provisional
        .iter()
        .map(|line| (line, true))
        .chain(newest_first)
        .collect();
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, ROW, all.len(), |ui, rows| {
            for &(line, open) in &all[rows] {
                let response = row(ui, words, snapshot, line, open);
                if response.hovered() || response.has_focus() {
                    wishes.lit.clone_from(&line.segments);
                }
                if response.clicked() {
                    wishes.why = Some(line.clone());
                }
            }
        });
}

/// One line.
fn row(ui: &mut Ui, words: Words, snapshot: &Snapshot, line: &ScoreLine, open: bool) -> Response {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let spoken = words.line_spoken(snapshot, line);
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
    let over = response.hovered() || response.has_focus();
    if over {
        ui.painter().rect_filled(rect, 4.0, p.button_hover);
    }
    let small = FontId::proportional(size::SMALL);
    let body = FontId::proportional(size::BODY);
    let middle = rect.left_center();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let text = |x: f32, align: Align2, text: String, font: &FontId, color| {
        painter.text(middle + vec2(x, 0.0), align, text, font.clone(), color)
    };
    let turn = words.with("line-turn", &[("turn", line.turn.into())]);
    text(6.0, Align2::LEFT_CENTER, turn, &small, p.text_soft);
    let name = words.scorer(snapshot, line.color);
    let square = egui::Rect::from_center_size(middle + vec2(80.0, 0.0), egui::Vec2::splat(20.0));
    if let Some(color) = line.color {
        badge::paint(&painter, square, color, &badge::initial(&name));
    }
    text(96.0, Align2::LEFT_CENTER, name, &body, p.text);
    let points = format!("{:+}", line.points);
    text(236.0, Align2::RIGHT_CENTER, points, &body, p.text);
    let reason = words.reason(line.reason);
    let reason = text(252.0, Align2::LEFT_CENTER, reason, &body, p.text);
    let mut room = painter.clip_rect();
    if open {
        let tag = words.say("line-open");
        let end = rect.width() - 8.0;
        let tag = text(end, Align2::RIGHT_CENTER, tag, &small, p.wait);
        room.max.x = tag.left() - 8.0;
    }
    let sum = words.expression(&line.expression);
    let sum = painter.layout_no_wrap(sum, body.clone(), p.text_soft);
    // All sums begin below each other, but for one that would not fit then.
    let begin = reason.right() + 14.0;
    let fits = room.max.x - sum.size().x;
    let from = begin.max(fits.min(rect.left() + 400.0));
    let at = egui::pos2(from, rect.center().y - sum.size().y / 2.0);
    painter.with_clip_rect(room).galley(at, sum, p.text_soft);
    response
}
