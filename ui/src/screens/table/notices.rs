//! Passing lines: what was refused and why, what failed and runs again.

use egui::{RichText, Stroke, Ui};
use tracker::log::event::EventId;
use tracker::snapshot::Snapshot;

use crate::run::link::Notice;
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::card;

/// How long a line stays, seconds: long enough to read two German sentences.
const STAYS: f64 = 9.0;

/// How long that line stays, seconds: what lasts as long as the game, until it is closed.
const fn stays(notice: &Notice) -> f64 {
    match notice {
        Notice::PackLacks(_) | Notice::PicturesNotKept { .. } => f64::INFINITY,
        Notice::Refused(_) | Notice::Restarted { .. } => STAYS,
    }
}

/// A line that is shown.
struct Line {
    text: String,
    /// Until when, seconds.
    until: f64,
    /// Whether something went wrong.
    wrong: bool,
}

/// The lines that are shown.
#[derive(Default)]
pub struct Notices {
    lines: Vec<Line>,
    /// The newest change to the past that was told.
    told: Option<EventId>,
}

impl Notices {
    /// Takes over new ones and drops old ones.
    pub fn take(&mut self, ui: &Ui, words: Words, snapshot: &Snapshot, new: Vec<Notice>) {
        let now = ui.input(|input| input.time);
        for notice in new {
            let text = words.notice(snapshot, &notice);
            self.add(text, now + stays(&notice), true);
        }
        if let Some(recount) = &snapshot.recount
            && self.told != Some(recount.change)
        {
            self.told = Some(recount.change);
            self.add(words.recount(snapshot, recount), now + STAYS, false);
        }
        self.lines.retain(|line| line.until > now);
        let ends = self.lines.iter().map(|line| line.until);
        let soonest = ends.fold(f64::INFINITY, f64::min);
        if soonest.is_finite() {
            let left = std::time::Duration::from_secs_f64((soonest - now).max(0.05));
            ui.ctx().request_repaint_after(left);
        }
    }

    /// A line of what is heard.
    pub fn caption(&mut self, ui: &Ui, text: String) {
        let until = ui.input(|input| input.time) + STAYS;
        self.add(text, until, false);
    }

    /// Says that this table plays without the aid somebody asked for.
    pub fn unwanted(&mut self, ui: &Ui, words: Words) {
        self.caption(ui, words.say("left-unwanted"));
    }

    fn add(&mut self, text: String, until: f64, wrong: bool) {
        self.lines.retain(|line| line.text != text);
        self.lines.push(Line { text, until, wrong });
    }

    /// Shows them above the last points.
    pub fn show(&mut self, ui: &mut Ui, words: Words) {
        if self.lines.is_empty() {
            return;
        }
        let mut closed = None;
        egui::Panel::bottom("notices").show(ui, |ui| {
            for (index, line) in self.lines.iter().enumerate() {
                let p = palette(ui);
                let (ground, rim) = match line.wrong {
                    true => (p.card_wrong, p.wrong),
                    false => (p.card, p.accent),
                };
                card::card(ui, ground, Stroke::new(1.0, rim), |ui| {
                    ui.horizontal(|ui| {
                        let name = words.say("hand-close");
                        let close = ui.small_button("✖").accessible_name(name);
                        if close.clicked() {
                            closed = Some(index);
                        }
                        let text = RichText::new(&line.text).size(size::BODY).color(p.text);
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
