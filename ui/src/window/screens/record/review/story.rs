//! What turned the game: changes of the lead, the largest lines, longest road and largest city,
//! the best moments of the modules, and how kind the draw was.

use egui::{RichText, Ui};
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::{Highlight, Longest, Luck, Review};

use super::jump::Jump;
use super::points;
use crate::text::Words;
use crate::theme::{palette, size};
use crate::window::widgets::card;

/// Shows all of it.
pub(super) fn show(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, jump: &mut Jump) {
    if review.scorers.len() > 1 {
        card::plain(ui, |ui| leads(ui, words, now, review, jump));
    }
    card::plain(ui, |ui| {
        card::heading(ui, &words.say("review-largest"));
        if review.largest.is_empty() {
            card::soft(ui, &words.say("table-lines-none"));
        }
        for &index in &review.largest {
            points::line(ui, words, now, &review.lines[index], None, jump);
        }
    });
    card::plain(ui, |ui| {
        card::heading(ui, &words.say("review-features"));
        let all = [("review-road", &review.road), ("review-city", &review.city)];
        for (key, longest) in all {
            if let Some(longest) = longest {
                feature(ui, words, key, longest, review.moments.len(), jump);
            }
        }
    });
    if !review.best.is_empty() {
        card::plain(ui, |ui| {
            card::heading(ui, &words.say("review-best"));
            for &(what, index) in &review.best {
                let told = &review.lines[index];
                let args = [("points", what.points(&told.line).into())];
                card::body(ui, &words.with(best_key(what), &args));
                points::line(ui, words, now, told, None, jump);
            }
        });
    }
    if !review.luck.is_empty() {
        card::plain(ui, |ui| luck(ui, words, now, &review.luck));
    }
}

const fn best_key(what: Highlight) -> &'static str {
    match what {
        Highlight::Eloise => "review-best-eloise",
        Highlight::Hound => "review-best-hound",
        Highlight::Ghosts => "review-best-ghosts",
        Highlight::Mage => "review-best-mage",
        Highlight::Witch => "review-best-witch",
        Highlight::Tatan => "review-best-tatan",
    }
}

fn leads(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, jump: &mut Jump) {
    card::heading(ui, &words.say("review-leads"));
    if review.leads.is_empty() {
        card::soft(ui, &words.say("review-leads-none"));
    }
    for lead in &review.leads {
        let text = words.with(
            "review-lead",
            &[
                ("turn", review.moments[lead.moment].turn.into()),
                ("to", words.scorer(now, lead.to).into()),
                ("from", words.scorer(now, lead.from).into()),
            ],
        );
        let button = egui::Button::selectable(false, text).wrap();
        if ui.add(button).clicked() {
            jump.to = Some(lead.moment + 1);
        }
    }
}

fn feature(ui: &mut Ui, words: Words, key: &str, longest: &Longest, end: usize, jump: &mut Jump) {
    let state = if longest.completed {
        "review-completed"
    } else {
        "review-open"
    };
    let args = [
        ("tiles", longest.tiles.into()),
        ("state", words.say(state).into()),
    ];
    let button = egui::Button::selectable(false, words.with(key, &args)).wrap();
    let response = ui.add(button);
    if response.clicked() {
        // As large as it became it stands only at the end.
        jump.to = Some(end);
    }
    if response.hovered() || response.clicked() {
        jump.lit.clone_from(&longest.segments);
    }
}

fn luck(ui: &mut Ui, words: Words, now: &Snapshot, all: &[Luck]) {
    let p = palette(ui);
    card::heading(ui, &words.say("review-luck"));
    egui::Grid::new("luck")
        .num_columns(4)
        .striped(true)
        .spacing(egui::vec2(14.0, 4.0))
        .show(ui, |ui| {
            for key in [
                "review-luck-player",
                "review-luck-draws",
                "review-luck-places",
                "review-luck-treasures",
            ] {
                card::soft(ui, &words.say(key));
            }
            ui.end_row();
            for luck in all {
                let name = match luck.player {
                    Some(color) => words.player(now, color),
                    None => words.say("review-luck-nobody"),
                };
                let against = |drawn: String, expected: f64| {
                    let expected = words.decimal(expected);
                    let args = [("drawn", drawn.into()), ("expected", expected.into())];
                    words.with("review-luck-against", &args)
                };
                let cells = [
                    name,
                    luck.draws.to_string(),
                    against(words.decimal(luck.places), luck.places_expected),
                    against(luck.treasures.to_string(), luck.treasures_expected),
                ];
                for cell in cells {
                    ui.label(RichText::new(cell).size(size::BODY).color(p.text));
                }
                ui.end_row();
            }
        });
    card::soft(ui, &words.say("review-luck-why"));
}
