//! The one open question: what the camera shows, and ranked guesses to click or to choose with
//! the keys 1 to 9. It waits; nothing else does.

use egui::{Align2, FontId, Rect, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::piece::Pose;
use tracker::snapshot::{Guess, Meaning, Question, Snapshot};

use super::Wishes;
use crate::action::Action;
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::art::{Art, Copy};
use crate::widgets::picture::{self, Shown};
use crate::widgets::{board, card};

/// Guesses that have a key.
const MOST: usize = 9;

/// Shows the oldest open question, if there is one.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    shown: &Shown,
    art: &mut Art,
    wishes: &mut Wishes,
) {
    let Some(question) = snapshot.questions.first() else {
        return;
    };
    let p = palette(ui);
    card::card(ui, p.card_ask, Stroke::new(2.0, p.wait), |ui| {
        ui.horizontal(|ui| {
            crop(ui, question, shown);
            ui.vertical(|ui| {
                let text = words.question(snapshot, question);
                ui.label(RichText::new(text).size(size::HEADING).color(p.text));
                let others = snapshot.questions.len() - 1;
                if others > 0 {
                    card::soft(
                        ui,
                        &words.with("question-more", &[("count", others.into())]),
                    );
                }
            });
        });
        for (index, guess) in question.guesses.iter().take(MOST).enumerate() {
            if row(ui, words, snapshot, index, guess, art) {
                wishes.actions.push(Action::Guess(index));
            }
        }
        let by_hand = egui::Button::new(words.say("question-none")).frame(false);
        if ui.add(by_hand).clicked() {
            wishes.actions.push(Action::ByHand);
        }
        card::soft(ui, &words.say("question-look"));
    });
    ui.add_space(2.0);
}

/// The asked cell as it is on the table.
fn crop(ui: &mut Ui, question: &Question, shown: &Shown) {
    let (Some((picture, texture)), Some(quad)) = (shown.get(), shown.quad(question.cell)) else {
        return;
    };
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(84.0), Sense::hover());
    let mesh = picture::straightened(rect, quad, picture.size, texture);
    ui.painter().add(mesh);
    let p = palette(ui);
    let line = Stroke::new(1.5, p.text_soft);
    ui.painter()
        .rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
}

/// One guess; whether it was clicked.
fn row(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    index: usize,
    guess: &Guess,
    art: &mut Art,
) -> bool {
    let p = palette(ui);
    let text = words.meaning(snapshot, &guess.meaning);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 46.0), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &text));
    let over = response.hovered() || response.has_focus();
    let fill = if over { p.button_hover } else { p.card };
    let line = if over {
        Stroke::new(2.0, p.text)
    } else {
        Stroke::new(1.0, p.line)
    };
    ui.painter()
        .rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
    card::key_cap(ui, rect.left_center() + vec2(17.0, 0.0), index + 1);
    let small = FontId::proportional(size::SMALL);
    let face = Rect::from_center_size(rect.left_center() + vec2(54.0, 0.0), Vec2::splat(38.0));
    draw(ui, face, &guess.meaning, art);
    let percent = (guess.probability * 100.0).round() as i64;
    let share = words.with("question-share", &[("percent", percent.into())]);
    let share = ui.painter().text(
        rect.right_center() - vec2(10.0, 0.0),
        Align2::RIGHT_CENTER,
        share,
        small,
        p.text_soft,
    );
    let width = share.left() - face.right() - 16.0;
    let font = FontId::proportional(size::BODY);
    let galley = ui.painter().layout(text, font, p.text, width);
    let at = egui::pos2(face.right() + 8.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, p.text);
    response
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
}

fn draw(ui: &mut Ui, rect: Rect, meaning: &Meaning, art: &mut Art) {
    let p = palette(ui);
    match meaning {
        Meaning::Tile { face, rotation } => {
            let copy = Copy::plain(*face);
            board::draw_tile(ui.ctx(), ui.painter(), rect, copy, *rotation, art, p);
        }
        Meaning::Figure {
            kind, color, on, ..
        } => {
            let pose = if *on == tracker::features::FeatureKind::Field {
                Pose::Lying
            } else {
                Pose::Standing
            };
            board::draw_piece(
                ui.ctx(),
                ui.painter(),
                rect,
                (*kind, *color, pose),
                255,
                art,
            );
        }
        Meaning::NoFigure
        | Meaning::StillThere
        | Meaning::Taken
        | Meaning::AbbotRecalled
        | Meaning::TakenBack => {
            let sign = match meaning {
                Meaning::NoFigure => "✖",
                Meaning::StillThere => "✔",
                Meaning::Taken => "⬆",
                Meaning::AbbotRecalled => "★",
                _ => "↩",
            };
            let font = FontId::proportional(22.0);
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                sign,
                font,
                p.text_soft,
            );
        }
    }
}
