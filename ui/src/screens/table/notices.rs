//! Passing lines: what was refused and why, what failed and runs again.

use egui::{RichText, Stroke, Ui};
use tracker::snapshot::Snapshot;

use crate::link::Notice;
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::card;

/// How long a line stays, seconds: long enough to read two German sentences.
const STAYS: f64 = 9.0;

/// How long that line stays, seconds: what lasts as long as the game, until it is closed.
const fn stays(notice: &Notice) -> f64 {
    match notice {
        Notice::PackLacks(_) => f64::INFINITY,
        Notice::Refused(_) | Notice::Restarted { .. } => STAYS,
    }
}

/// The lines that are shown.
#[derive(Default)]
pub struct Notices {
    lines: Vec<(String, f64)>,
}

impl Notices {
    /// Takes over new ones and drops old ones.
    pub fn take(&mut self, ui: &Ui, words: Words, snapshot: &Snapshot, new: Vec<Notice>) {
        let now = ui.input(|input| input.time);
        for notice in new {
            let text = words.notice(snapshot, &notice);
            self.lines.retain(|(old, _)| *old != text);
            self.lines.push((text, now + stays(&notice)));
        }
        self.lines.retain(|&(_, until)| until > now);
        let ends = self.lines.iter().map(|&(_, until)| until);
        let soonest = ends.fold(f64::INFINITY, f64::min);
        if soonest.is_finite() {
            let left = std::time::Duration::from_secs_f64((soonest - now).max(0.05));
            ui.ctx().request_repaint_after(left);
        }
    }

    /// Shows them above the last points.
    pub fn show(&mut self, ui: &mut Ui, words: Words) {
        if self.lines.is_empty() {
            return;
        }
        let mut closed = None;
        egui::Panel::bottom("notices").show(ui, |ui| {
            for (index, (text, _)) in self.lines.iter().enumerate() {
                let p = palette(ui);
                card::card(ui, p.card_wrong, Stroke::new(1.0, p.wrong), |ui| {
                    ui.horizontal(|ui| {
                        let name = words.say("hand-close");
                        let close = ui.small_button("✖").accessible_name(name);
                        if close.clicked() {
                            closed = Some(index);
                        }
                        let text = RichText::new(text).size(size::BODY).color(p.text);
                        ui.add(egui::Label::new(text).wrap());
                    });
                });
            }
        });
        if let Some(index) = closed {
            self.lines.remove(index);
        }
    }
}
