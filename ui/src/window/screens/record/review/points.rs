//! Where points came from: by reason, by module, and line by line. A click on a line goes to
//! its moment and lights its feature up.

use egui::{Align, Layout, RichText, Ui};
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::{Review, Share};

use super::jump::Jump;
use crate::text::names::initial;
use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::window::widgets::{badge, card};

/// Shows all three.
pub(super) fn show(
    ui: &mut Ui,
    words: Words,
    now: &Snapshot,
    review: &Review,
    at: usize,
    jump: &mut Jump,
) {
    if review.lines.is_empty() {
        card::plain(ui, |ui| {
            card::body(ui, &words.say(message::TABLE_LINES_NONE))
        });
        return;
    }
    table(
        ui,
        words,
        now,
        review,
        message::REVIEW_BY_REASON,
        &review.by_reason,
        |reason| words.reason(*reason),
    );
    table(
        ui,
        words,
        now,
        review,
        message::REVIEW_BY_MODULE,
        &review.by_module,
        |module| match module {
            Some(module) => words.module(*module),
            None => words.say(message::REVIEW_BASE),
        },
    );
    lines(ui, words, now, review, at, jump);
}

fn table<K>(
    ui: &mut Ui,
    words: Words,
    now: &Snapshot,
    review: &Review,
    title: Text,
    rows: &[Share<K>],
    name: impl Fn(&K) -> String,
) {
    let p = palette(ui);
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(title));
        let columns = review.scorers.len();
        egui::Grid::new(title)
            .num_columns(columns + 1)
            .striped(true)
            .spacing(egui::vec2(10.0, 4.0))
            .show(ui, |ui| {
                ui.label("");
                for &who in &review.scorers {
                    let scorer = words.scorer(now, who);
                    match who {
                        Some(color) => {
                            badge::badge(ui, color, &initial(&scorer), 22.0, &scorer);
                        }
                        None => {
                            card::soft(ui, &scorer);
                        }
                    }
                }
                ui.end_row();
                for row in rows {
                    card::body(ui, &name(&row.of));
                    for points in &row.points {
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let text = if *points == 0 {
                                "–".to_owned()
                            } else {
                                points.to_string()
                            };
                            ui.label(RichText::new(text).size(size::BODY).color(p.text));
                        });
                    }
                    ui.end_row();
                }
            });
    });
    ui.add_space(4.0);
}

fn lines(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, at: usize, jump: &mut Jump) {
    card::heading(ui, &words.say(message::REVIEW_LINES));
    for told in &review.lines {
        line(ui, words, now, told, Some(told.moment + 1 == at), jump);
    }
}

/// One line of points as a button to its moment.
pub(super) fn line(
    ui: &mut Ui,
    words: Words,
    now: &Snapshot,
    told: &tracker::snapshot::review::Told,
    chosen: Option<bool>,
    jump: &mut Jump,
) {
    let line = &told.line;
    let turn = words.with(message::LineTurn { turn: line.turn });
    let name = words.scorer(now, line.color);
    let (points, reason) = (line.points, words.reason(line.reason));
    let sum = words.expression(&line.expression);
    let text = format!("{turn} · {name} {points:+} · {reason}: {sum}");
    let spoken = words.line_spoken(now, line);
    let button = egui::Button::selectable(chosen == Some(true), text).wrap();
    let response = ui.add(button).accessible_name(spoken);
    if response.clicked() {
        jump.to = Some(told.moment + 1);
    }
    if response.hovered() || response.clicked() {
        jump.lit.clone_from(&line.segments);
    }
}
