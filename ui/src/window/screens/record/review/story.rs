//! What turned the game: changes of the lead, the largest lines, longest road and largest city,
//! the best moments of the modules, and how kind the draw was.

use egui::{RichText, Ui};
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::{Highlight, Longest, Luck, Review};

use super::jump::Jump;
use super::points;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::widgets::card;

/// Shows all of it.
pub(super) fn show(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, jump: &mut Jump) {
    if review.scorers.len() > 1 {
        card::plain(ui, |ui| leads(ui, words, now, review, jump));
    }
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::REVIEW_LARGEST));
        if review.largest.is_empty() {
            card::soft(ui, &words.say(message::TABLE_LINES_NONE));
        }
        for &index in &review.largest {
            points::line(ui, words, now, &review.lines[index], None, jump);
        }
    });
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::REVIEW_FEATURES));
        let end = review.moments.len();
        if let Some(road) = &review.road {
            let (tiles, state) = (road.tiles, state(words, road));
            let text = words.with(message::ReviewRoad { tiles, state });
            feature(ui, text, road, end, jump);
        }
        if let Some(city) = &review.city {
            let (tiles, state) = (city.tiles, state(words, city));
            let text = words.with(message::ReviewCity { tiles, state });
            feature(ui, text, city, end, jump);
        }
    });
    if !review.best.is_empty() {
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::REVIEW_BEST));
            for &(what, index) in &review.best {
                let told = &review.lines[index];
                card::body(ui, &best(words, what, what.points(&told.line)));
                points::line(ui, words, now, told, None, jump);
            }
        });
    }
    if !review.luck.is_empty() {
        card::plain(ui, |ui| luck(ui, words, now, &review.luck));
    }
}

fn best(words: Words, what: Highlight, points: i32) -> String {
    match what {
        Highlight::Eloise => words.with(message::ReviewBestEloise { points }),
        Highlight::Hound => words.with(message::ReviewBestHound { points }),
        Highlight::Ghosts => words.with(message::ReviewBestGhosts { points }),
        Highlight::Mage => words.with(message::ReviewBestMage { points }),
        Highlight::Witch => words.with(message::ReviewBestWitch { points }),
        Highlight::Tatan => words.with(message::ReviewBestTatan { points }),
    }
}

fn leads(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, jump: &mut Jump) {
    card::heading(ui, &words.say(message::REVIEW_LEADS));
    if review.leads.is_empty() {
        card::soft(ui, &words.say(message::REVIEW_LEADS_NONE));
    }
    for lead in &review.leads {
        let text = words.with(message::ReviewLead {
            turn: review.moments[lead.moment].turn,
            to: words.scorer(now, lead.to),
            from: words.scorer(now, lead.from),
        });
        let button = egui::Button::selectable(false, text).wrap();
        if ui.add(button).clicked() {
            jump.to = Some(lead.moment + 1);
        }
    }
}

fn state(words: Words, longest: &Longest) -> String {
    words.say(if longest.completed {
        message::REVIEW_COMPLETED
    } else {
        message::REVIEW_OPEN
    })
}

fn feature(ui: &mut Ui, text: String, longest: &Longest, end: usize, jump: &mut Jump) {
    let button = egui::Button::selectable(false, text).wrap();
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
    card::heading(ui, &words.say(message::REVIEW_LUCK));
    egui::Grid::new("luck")
        .num_columns(4)
        .striped(true)
        .spacing(egui::vec2(14.0, 4.0))
        .show(ui, |ui| {
            for text in [
                message::REVIEW_LUCK_PLAYER,
                message::REVIEW_LUCK_DRAWS,
                message::REVIEW_LUCK_PLACES,
                message::REVIEW_LUCK_TREASURES,
            ] {
                card::soft(ui, &words.say(text));
            }
            ui.end_row();
            for luck in all {
                let name = match luck.player {
                    Some(color) => words.player(now, color),
                    None => words.say(message::REVIEW_LUCK_NOBODY),
                };
                let against = |drawn: String, expected: f64| {
                    let expected = words.decimal(expected);
                    words.with(message::ReviewLuckAgainst { drawn, expected })
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
    card::soft(ui, &words.say(message::REVIEW_LUCK_WHY));
}
