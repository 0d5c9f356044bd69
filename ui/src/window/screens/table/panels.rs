//! What stands around the middle of the table: scores and cards at the right, entering by hand at the
//! left, buttons and the last points below.

use egui::Ui;
use tracker::snapshot::Snapshot;

use super::{Below, Table};
use super::{asks, controls, gap, points, says};
use crate::text::{Words, message};
use crate::window::screens::table::wishes::{Pass, Wishes};
use crate::window::widgets::picture::real::Real;
use crate::window::widgets::{card, column, steady};

/// Width of the column of scores, points: a German reminder fits in three lines. Of a wider window it
/// is this share.
const SIDE: f32 = 348.0;

const SIDE_SHARE: f32 = 0.25;

/// The least width of it, in a small window whose other side is for entering by hand.
const NARROW: f32 = 284.0;

/// Width of the column for entering by hand, points: four faces side by side.
const HAND: f32 = 284.0;

/// Below this height of the window what waits for an answer stands above the scores, points.
const LOW: f32 = 640.0;

/// Height of the last points, points: a heading and four lines.
const LINES: f32 = 142.0;

impl Table {
    pub(super) fn panels(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let source = self.link.source();
        let tools = controls::tools::Tools {
            snapshot,
            source: &source,
            by_hand: self.hand.is_open() && !snapshot.over,
            paused: self
                .link
                .film()
                .map_or(snapshot.health.paused, |film| film.paused),
            view: self.view,
        };
        egui::Panel::bottom("tools")
            .exact_size(50.0)
            .show(ui, |ui| {
                controls::tools::show(ui, words, &tools, pass.wishes)
            });
        let (held, turn) = (self.hand.held().is_some(), snapshot.turn.tile);
        let question = snapshot.questions.first().map(|question| question.id);
        let choices: Vec<_> = snapshot.choices.iter().map(|choice| &choice.id).collect();
        let offered = (self.stranger.cell(), self.stranger.numbered().to_vec());
        let cards = (self.why.is_some(), self.gap, snapshot.over, offered);
        let asked = format!("{question:?} {choices:?} {cards:?}");
        let wide = ui.ctx().content_rect().width();
        let side = match tools.by_hand {
            true => (wide - HAND - SIDE).clamp(NARROW, SIDE),
            false => SIDE,
        };
        egui::Panel::right("scores")
            .exact_size(side.max(wide * SIDE_SHARE))
            .show(ui, |ui| {
                steady::shows(ui, "scores", ui.max_rect(), &asked);
                // In a low window what waits for an answer would begin below the scores, out of sight.
                let first = ui.ctx().content_rect().height() < LOW;
                column::show(ui, |ui| {
                    if first {
                        self.ask(ui, pass);
                        self.name(ui, pass);
                        self.differs(ui, pass);
                        self.choices.show(ui, pass);
                    }
                    let seat = self.link.hall();
                    let side = (&pass.ongoing.clock, seat.as_ref());
                    points::players::show(ui, words, snapshot, side, pass.art, pass.wishes);
                    let news = self.link.pack_news().filter(|_| !snapshot.over);
                    if let Some(beyond) = asks::packs::show(ui, words, news.as_ref()) {
                        pass.wishes.beyond = Some(beyond);
                    }
                    if !first {
                        self.ask(ui, pass);
                    }
                    self.cards(ui, pass);
                    if !first {
                        self.name(ui, pass);
                        self.differs(ui, pass);
                        self.choices.show(ui, pass);
                    }
                    asks::insist::show(ui, words, snapshot, pass.wishes);
                    let set_out = &mut pass.ongoing.set_out;
                    let listed = set_out.show(ui, words, snapshot, pass.wishes);
                    says::reminders::show(ui, words, snapshot, listed, pass.wishes);
                    asks::count::show(ui, words, snapshot, pass.wishes);
                    self.rules.show(ui, words, snapshot, pass.wishes);
                });
            });
        if self.hand.is_open() && !snapshot.over {
            egui::Panel::left("hand").exact_size(HAND).show(ui, |ui| {
                steady::shows(ui, "hand", ui.max_rect(), (held, turn));
                self.hand.show(ui, pass);
            });
        }
        controls::film::show(ui, words, self.link.as_ref());
        egui::Panel::bottom("lines")
            .exact_size(LINES)
            .show(ui, |ui| {
                self.below(ui, words, snapshot, pass.wishes);
            });
    }

    /// How the table is put right, piece by piece, or where it differs.
    fn differs(&self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        if !self.guide.show(ui, words, snapshot, pass.wishes) {
            let named = self.stranger.cell();
            says::reminders::desync(ui, words, snapshot, named, pass.wishes);
        }
    }

    /// The open question.
    fn ask(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let mut real = Real {
            live: &self.shown,
            kept: &mut self.kept,
        };
        self.asking.show(ui, &mut real, pass);
    }

    /// The tile that the camera does not know.
    fn name(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let real = Real {
            live: &self.shown,
            kept: &mut self.kept,
        };
        let snapshot = pass.snapshot;
        let asked = !snapshot.questions.is_empty() || !snapshot.choices.is_empty();
        // Keys go to the open question or choice first, then to a figure that is put by hand.
        let keys = !asked && self.hand.spots(snapshot).is_empty();
        self.stranger.show(ui, &real, keys, pass);
    }

    /// What somebody asked for: why there are points, what fits into a gap.
    fn cards(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        if let Some(line) = &self.why {
            if pass.wishes.lit.is_empty() {
                pass.wishes.lit.clone_from(&line.segments);
            }
            let mut real = Real {
                live: &self.shown,
                kept: &mut self.kept,
            };
            if !points::why::show(ui, words, snapshot, line, &mut real, pass.wishes) {
                self.why = None;
            }
        }
        if let Some(cell) = self.gap {
            let hole = gap::hole(snapshot, self.hand.board(), cell);
            if !gap::show(ui, words, snapshot, &hole, pass.art) {
                self.gap = None;
            }
        }
    }

    /// The last points, or the history.
    fn below(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let sides = [
                (Below::Points, points::lines::heading(words, snapshot)),
                (Below::History, words.say(message::HISTORY_TITLE)),
            ];
            for (side, name) in sides {
                let name = egui::RichText::new(name).size(crate::theme::size::HEADING);
                if ui.add(card::one_of(self.below == side, name)).clicked() {
                    self.below = side;
                }
            }
        });
        match self.below {
            Below::Points => points::lines::show(ui, words, snapshot, wishes),
            Below::History => points::history::show(ui, words, snapshot, &mut self.kept, wishes),
        }
    }
}
