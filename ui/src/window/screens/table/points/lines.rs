//! The last points, newest first, each with the sum it comes from. Pointing at a line lights
//! its feature up on board and picture.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, FontId, Response, Sense, Ui, WidgetInfo, vec2};
use tracker::snapshot::{ScoreLine, ScoreReason, Snapshot};

use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::{badge, card};

/// Room between the reason and the sum beside it, points.
const PART: f32 = 14.0;
/// Height of a line whose sum fits into one row, points.
const ROW: f32 = 26.0;
/// Where the name begins, points.
const NAME: f32 = 96.0;
/// Where the reason begins, points.
const REASON: f32 = 252.0;

/// In a narrower column, points, the reason stands in a row of its own.
const NARROW: f32 = 460.0;

/// What they are called.
pub fn heading(words: Words, snapshot: &Snapshot) -> String {
    let is_final = |line: &ScoreLine| matches!(line.reason, ScoreReason::Final(_));
    if snapshot.score_lines.iter().any(is_final) {
        words.say(message::TABLE_LINES_FINAL)
    } else {
        words.say(message::TABLE_LINES)
    }
}

/// Shows the lines; choosing one asks for an explanation.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    if snapshot.score_lines.is_empty() && snapshot.provisional.is_empty() {
        card::soft(ui, &words.say(message::TABLE_LINES_NONE));
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
        .show(ui, |ui| {
            for &(line, open) in &all {
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

/// One line; a sum that is too long for one row goes on in the next.
fn row(ui: &mut Ui, words: Words, snapshot: &Snapshot, line: &ScoreLine, open: bool) -> Response {
    let p = palette(ui);
    let small = FontId::proportional(size::SMALL);
    let body = FontId::proportional(size::BODY);
    let width = ui.available_width();
    let narrow = width < NARROW;
    let open = open.then(|| words.say(message::LINE_OPEN));
    let tag = open.clone().filter(|_| !narrow);
    let tag = tag.map(|tag| ui.painter().layout_no_wrap(tag, small.clone(), p.wait));
    let taken = tag.as_ref().map_or(0.0, |tag| tag.size().x + 16.0);
    let left = if narrow { NAME } else { REASON };
    let mut told = LayoutJob::default();
    told.wrap.max_width = width - left - taken - 8.0;
    let mut parts = vec![
        (words.reason(line.reason), &body, p.text),
        (words.expression(&line.expression), &body, p.text_soft),
    ];
    parts.extend(open.filter(|_| narrow).map(|open| (open, &small, p.wait)));
    // A part that does not fit beside the one before begins a row of its own.
    let mut taken = 0.0;
    for (part, font, color) in parts {
        let size = ui
            .painter()
            .layout_no_wrap(part.clone(), font.clone(), color);
        let beside = taken + PART + size.size().x <= told.wrap.max_width;
        let (before, room) = match (taken > 0.0, beside) {
            (false, _) => ("", 0.0),
            (true, true) => ("", PART),
            (true, false) => ("\n", 0.0),
        };
        taken = if beside { taken + room } else { 0.0 } + size.size().x;
        let format = TextFormat::simple(font.clone(), color);
        told.append(&format!("{before}{part}"), room, format);
    }
    let told = ui.painter().layout_job(told);
    let height = match narrow {
        true => ROW + told.size().y + 6.0,
        false => ROW.max(told.size().y + 6.0),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let spoken = words.line_spoken(snapshot, line);
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let over = response.hovered() || response.has_focus();
    if over {
        ui.painter().rect_filled(rect, 4.0, p.button_hover);
    }
    let head = if narrow {
        rect.top() + ROW / 2.0
    } else {
        rect.center().y
    };
    let middle = egui::pos2(rect.left(), head);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let text = |x: f32, align: Align2, text: String, font: &FontId, color| {
        painter.text(middle + vec2(x, 0.0), align, text, font.clone(), color)
    };
    let turn = words.with(message::LineTurn { turn: line.turn });
    text(6.0, Align2::LEFT_CENTER, turn, &small, p.text_soft);
    let name = words.scorer(snapshot, line.color);
    let square = egui::Rect::from_center_size(middle + vec2(80.0, 0.0), egui::Vec2::splat(20.0));
    if let Some(color) = line.color {
        badge::paint(&painter, square, color, &initial(&name));
    }
    let points = format!("{:+}", line.points);
    let last = if narrow { width - 8.0 } else { REASON - 16.0 };
    let points = text(last, Align2::RIGHT_CENTER, points, &body, p.text);
    // A long name ends before the points.
    let room = painter.with_clip_rect(painter.clip_rect().with_max_x(points.left() - 6.0));
    let at = middle + vec2(NAME, 0.0);
    room.text(at, Align2::LEFT_CENTER, name, body.clone(), p.text);
    let top = match narrow {
        true => rect.top() + ROW,
        false => rect.center().y - told.size().y / 2.0,
    };
    let at = egui::pos2(rect.left() + left, top);
    painter.galley(at, told, p.text);
    if let Some(tag) = tag {
        let at = rect.right_center() - vec2(tag.size().x + 8.0, tag.size().y / 2.0);
        painter.galley(at, tag, p.wait);
    }
    response
}
