//! Passing lines over the foot of the board: what was refused and why, what failed and runs again,
//! and what was done that cannot be seen any more, with the way to undo it.
//!
//! They lie over the board and move nothing, so that nobody's click goes astray by them.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Rect, RichText, Stroke, Ui, vec2};
use tracker::log::event::{EventId, EventKind};
use tracker::snapshot::Snapshot;

use crate::run::news::Notice;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// How long a line stays, seconds: long enough to read two German sentences.
const STAYS: f64 = 9.0;
/// Widest that a line is, points.
const WIDTH: f32 = 620.0;

/// How long that line stays, seconds: what lasts as long as the game, until it is closed.
const fn stays(notice: &Notice) -> f64 {
    match notice {
        Notice::PackLacks(_) | Notice::PicturesNotKept { .. } | Notice::HallNotTold(_) => {
            f64::INFINITY
        }
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
    /// What it tells of, if that can be undone: it goes when that is undone.
    of: Option<EventId>,
}

/// The lines that are shown.
#[derive(Default)]
pub struct Notices {
    lines: Vec<Line>,
    /// The newest change to the past that was told.
    told: Option<EventId>,
    /// The game as it was followed last.
    before: Option<Arc<Snapshot>>,
    /// What can be undone now.
    undoes: Option<EventId>,
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

    /// Tells of what a person took away or ended, as long as that can be undone, and of the
    /// figures that were sent `home` by themselves.
    pub fn follow(
        &mut self,
        ui: &Ui,
        words: Words,
        snapshot: &Arc<Snapshot>,
        home: &BTreeSet<EventId>,
    ) {
        let before = self.before.replace(Arc::clone(snapshot));
        let Some(before) = before.filter(|before| !Arc::ptr_eq(before, snapshot)) else {
            self.undoes = snapshot.can_undo;
            return;
        };
        self.undoes = snapshot.can_undo;
        let undone = |of: EventId| snapshot.can_undo.is_none_or(|now| now < of);
        self.lines.retain(|line| !line.of.is_some_and(undone));
        let Some(newest) = snapshot.can_undo.filter(|now| before.can_undo < Some(*now)) else {
            return;
        };
        let mut later = snapshot.history.iter().rev();
        let entry = later.find(|entry| entry.event == newest);
        let Some(entry) = entry.filter(|entry| entry.by.frame().is_none()) else {
            return;
        };
        let text = match &entry.what {
            EventKind::FigureTaken { figure } if home.contains(figure) => {
                let mut figures = before.figures.iter();
                let figure = figures.find(|f| f.event == *figure);
                let owner = figure.and_then(|f| f.color);
                let owner = owner.map(|color| words.player(&before, color));
                let figure = figure.map(|f| words.figure_of(f.kind, owner.as_deref()));
                crate::text::capital(&words.with(message::HomeByItself {
                    figure: figure.unwrap_or_default(),
                }))
            }
            what @ (EventKind::FigureTaken { .. }
            | EventKind::TileDiscarded { .. }
            | EventKind::GameEnded) => words.event(&before, what),
            _ => return,
        };
        let until = ui.input(|input| input.time) + STAYS;
        self.add(text, until, false);
        if let Some(line) = self.lines.last_mut() {
            line.of = Some(newest);
        }
    }

    /// A line of what is heard.
    pub fn caption(&mut self, ui: &Ui, text: String) {
        let until = ui.input(|input| input.time) + STAYS;
        self.add(text, until, false);
    }

    /// A line of what was learnt; it goes when that event is undone.
    pub fn learnt(&mut self, ui: &Ui, text: String, of: Option<EventId>) {
        self.caption(ui, text);
        if let Some(line) = self.lines.last_mut() {
            line.of = of;
        }
    }

    /// Says that this table plays without the aid somebody asked for.
    pub fn unwanted(&mut self, ui: &Ui, words: Words) {
        self.caption(ui, words.say(message::LEFT_UNWANTED));
    }

    fn add(&mut self, text: String, until: f64, wrong: bool) {
        self.lines.retain(|line| line.text != text);
        self.lines.push(Line {
            text,
            until,
            wrong,
            of: None,
        });
    }

    /// Shows them over the foot of what fills the middle.
    pub fn show(&mut self, ui: &Ui, words: Words, room: Rect, wishes: &mut Wishes) {
        if self.lines.is_empty() {
            return;
        }
        let mut closed = None;
        let width = WIDTH.min(room.width() - 16.0);
        egui::Area::new(egui::Id::unique("notices"))
            .order(egui::Order::Middle)
            .pivot(egui::Align2::LEFT_BOTTOM)
            .fixed_pos(room.left_bottom() + vec2(8.0, -8.0))
            .show(ui.ctx(), |ui| {
                ui.set_max_width(width);
                for (index, line) in self.lines.iter().enumerate() {
                    let p = palette(ui);
                    let (ground, rim) = match line.wrong {
                        true => (p.card_wrong, p.wrong),
                        false => (p.card, p.accent),
                    };
                    card::card(ui, ground, Stroke::new(1.5, rim), |ui| {
                        ui.horizontal(|ui| {
                            let name = words.say(message::HAND_CLOSE);
                            let close = ui.small_button("✖").accessible_name(name);
                            if close.clicked() {
                                closed = Some(index);
                            }
                            // Only what was done last is what Undo takes back.
                            let last = line.of.is_some() && line.of == self.undoes;
                            let text = format!("↩ {}", Action::Undo.name(words));
                            if last && ui.button(text).clicked() {
                                wishes.actions.push(Action::Undo);
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
