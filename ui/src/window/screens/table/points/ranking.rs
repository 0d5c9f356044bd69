//! The ranking at the end: everybody's place and points, and by what they were won.

use egui::{Align, Layout, RichText, Ui};
use tracker::snapshot::Snapshot;

use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::views::standing::{Standing, standings};
use crate::window::widgets::{badge, card};

/// Shows it, with a sentence that says what made the difference.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot) {
    let ranked = standings(snapshot);
    if let Some(text) = won_by(words, snapshot, &ranked) {
        card::soft(ui, &text);
    }
    for one in &ranked {
        ui.add_space(2.0);
        row(ui, words, snapshot, one);
    }
    ui.add_space(4.0);
}

fn row(ui: &mut Ui, words: Words, snapshot: &Snapshot, one: &Standing) {
    let p = palette(ui);
    let large = large(ui);
    let name = words.player(snapshot, one.color);
    let spoken = words.with(message::TableCard {
        name: name.as_str(),
        color: words.color(one.color),
        points: one.score,
    });
    ui.horizontal(|ui| {
        let place = RichText::new(format!("{}.", one.place)).size(size::HEADING);
        ui.label(place.color(p.text_soft));
        badge::badge(ui, one.color, &initial(&name), 30.0 * large, &spoken);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let score = RichText::new(one.score.to_string()).size(size::SCORE * large);
            ui.label(score.color(p.text));
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let name = RichText::new(&name).size(size::HEADING * large);
                ui.add(egui::Label::new(name.color(p.text)).truncate());
                let from = words.sources(&one.from, usize::MAX);
                if !from.is_empty() {
                    card::soft(ui, &from);
                }
            });
        });
    });
}

/// By how much somebody has won, and by what: where the lead over the next came from.
fn won_by(words: Words, snapshot: &Snapshot, ranked: &[Standing]) -> Option<String> {
    let [first, second, ..] = ranked else {
        return None;
    };
    let lead = first.score - second.score;
    if lead == 0 {
        return None;
    }
    let of = |one: &Standing, origin| {
        let mut from = one.from.iter();
        from.find(|(other, _)| *other == origin)
            .map_or(0, |(_, points)| *points)
    };
    let ahead = first.from.iter().map(|&(origin, points)| {
        let ahead = points - of(second, origin);
        (origin, ahead)
    });
    let (origin, most) = ahead.max_by_key(|(_, ahead)| *ahead)?;
    Some(words.with(message::TableEndBy {
        lead,
        second: words.player(snapshot, second.color),
        what: words.origin(origin),
        ahead: most,
    }))
}

/// How much larger names and scores are in a wide column: it is looked at from across the table.
pub(in crate::window::screens::table) fn large(ui: &Ui) -> f32 {
    (ui.available_width() / USUAL).clamp(1.0, 1.5)
}

/// Width of the column in the usual window, points.
const USUAL: f32 = 332.0;
