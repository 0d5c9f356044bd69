//! The count before the final scoring: how many pieces everybody must have in hand, and where
//! one is if they cannot be as many.

use egui::{Color32, RichText, Stroke, Ui};
use tracker::snapshot::{ReminderKind, Snapshot};

use crate::text::game::counts::Seen;
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{Palette, palette, size};
use crate::window::screens::table::wishes::{Wishes, all_segments};
use crate::window::widgets::{badge, card};

/// The sign for what the camera counts, and its colour.
pub fn sign_of(seen: &Seen, p: &Palette) -> (&'static str, Color32) {
    match seen.agrees {
        true => ("✔", p.good),
        false => ("!", p.wrong),
    }
}

/// Shows the card when it is time to count.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    let mut reminders = snapshot.reminders.iter();
    if !reminders.any(|reminder| reminder.kind == ReminderKind::CountHands) {
        return;
    }
    let p = palette(ui);
    let astray = snapshot.supplies.iter().any(|own| !own.astray.is_empty());
    let line = if astray { p.wrong } else { p.accent };
    card::card(ui, p.card, Stroke::new(2.0, line), |ui| {
        card::heading(ui, &words.say(message::COUNT_TITLE));
        for count in words.counts(snapshot) {
            let right = count.wrong.is_empty();
            ui.horizontal(|ui| {
                badge::badge(ui, count.color, &initial(&count.name), 18.0, "");
                let (sign, color) = match right {
                    true => ("✔", p.good),
                    false => ("✖", p.wrong),
                };
                ui.label(RichText::new(sign).size(size::BODY).color(color));
                let text = RichText::new(count.must).size(size::BODY).color(p.text);
                ui.add(egui::Label::new(text).wrap());
            });
            if let Some(seen) = count.seen {
                let (sign, color) = sign_of(&seen, p);
                ui.horizontal(|ui| {
                    ui.add_space(24.0);
                    ui.vertical(|ui| card::sign(ui, sign, color, &seen.there));
                });
            }
            for (text, cell) in count.wrong {
                let text = RichText::new(text).size(size::BODY).color(p.wrong);
                let shown = ui.add(egui::Label::new(text).wrap());
                if shown.hovered() {
                    wishes.lit = all_segments(snapshot, cell);
                }
            }
        }
        card::soft(ui, &words.say(message::COUNT_HELP));
    });
    ui.add_space(2.0);
}
