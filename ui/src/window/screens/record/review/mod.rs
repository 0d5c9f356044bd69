//! Looking back at a game: a slider through its moments with the drawn board of each, and
//! beside it the race, where points came from and what turned the game.
//!
//! The numbers are [`tracker::snapshot::review`]'s. A moment's board is folded when it is first looked
//! at and kept, so that sliding back costs nothing. Where pictures of the table were kept, a
//! second slider fades from the drawn board to the real one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, RichText, Ui};
use tracker::board::features::SegmentRef;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::log::record::Record;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::Review;

use self::jump::Jump;
use self::photos::Photos;
use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::window::screens::{Context, Go};
use crate::window::widgets::{board, card};

mod jump;
mod photos;
mod points;
mod race;
mod story;

/// Width of the column of numbers, points.
const SIDE: f32 = 460.0;
/// Boards kept; more than a game has turns, far fewer than would hurt.
const KEPT: usize = 400;

/// What stands beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Race,
    Points,
    Story,
}

/// Looking back.
pub struct ReviewScreen {
    /// The saved game looked at; otherwise the one that runs.
    saved: bool,
    events: Arc<Vec<Event>>,
    review: Review,
    /// The moment shown, counted from 1; 0 is the empty table.
    at: usize,
    boards: HashMap<usize, Arc<Snapshot>>,
    part: Part,
    photos: Photos,
    record: Option<PathBuf>,
    /// How much of the photograph is seen over the drawn board, percent.
    photo: u8,
    /// The segments of the line last chosen, and its moment.
    chosen: Option<(usize, Vec<SegmentRef>)>,
}

impl ReviewScreen {
    /// Looks back at a saved game.
    pub fn of_record(path: &Path, record: &Record) -> Self {
        Self::of(Some(path), true, Arc::default(), &record.log())
    }

    /// Looks back at the game that runs, and follows it.
    pub fn of_running(record: Option<&Path>, setup: &Arc<Setup>, events: Arc<Vec<Event>>) -> Self {
        let log = Log::of(Arc::clone(setup), events.to_vec());
        Self::of(record, false, events, &log)
    }

    fn of(record: Option<&Path>, saved: bool, events: Arc<Vec<Event>>, log: &Log) -> Self {
        let review = Review::of(log);
        Self {
            saved,
            events,
            at: review.moments.len(),
            photos: Photos::of(record, log, &review),
            record: record.map(Path::to_owned),
            photo: 0,
            review,
            boards: HashMap::new(),
            part: Part::Race,
            chosen: None,
        }
    }

    /// Takes over what has happened since; a person who looks at an older moment stays there.
    fn follow(&mut self, setup: &Arc<Setup>, events: Arc<Vec<Event>>) {
        if Arc::ptr_eq(&self.events, &events) {
            return;
        }
        let (at, part, photo) = (self.at, self.part, self.photo);
        let newest = at == self.review.moments.len();
        let record = self.record.take();
        *self = Self::of_running(record.as_deref(), setup, events);
        (self.part, self.photo) = (part, photo);
        if !newest {
            self.at = at.min(self.review.moments.len());
        }
    }

    /// The board of a moment.
    fn board(&mut self, at: usize) -> Arc<Snapshot> {
        if self.boards.len() >= KEPT {
            self.boards.clear();
        }
        let review = &self.review;
        let fold = || Arc::new(review.snapshot(at.checked_sub(1)));
        Arc::clone(self.boards.entry(at).or_insert_with(fold))
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        if let Some(game) = ctx.game.filter(|_| !self.saved) {
            self.follow(&game.snapshot().setup, game.events());
        }
        let words = ctx.words;
        let mut go = self.keys(ui);
        if self.head(ui, words) {
            go = Some(if self.saved { Go::Open } else { Go::Back });
        }
        if self.review.moments.is_empty() {
            card::plain(ui, |ui| card::body(ui, &words.say(message::REVIEW_EMPTY)));
            return go;
        }
        let mut jump = Jump::default();
        egui::Panel::right("review_numbers")
            .exact_size(SIDE)
            .show(ui, |ui| self.numbers(ui, words, &mut jump));
        egui::Panel::bottom("review_slider").show(ui, |ui| self.slider(ui, words));
        let now = self.board(self.at);
        let lit = match &self.chosen {
            _ if !jump.lit.is_empty() => jump.lit.clone(),
            Some((moment, lit)) if *moment == self.at => lit.clone(),
            _ => Vec::new(),
        };
        let label = words.with(message::TableBoard {
            tiles: now.tiles.len(),
        });
        let seconds = ui.style().animation_time;
        let photo = f32::from(self.photo) / 100.0;
        let fading = ui.scope_id().with("photo");
        let photo = ui.ctx().animate_value_with_time(fading, photo, seconds);
        let (moment, photos) = ((self.at, self.turn()), &mut self.photos);
        let egui = ui.ctx().clone();
        let look = (lit.as_slice(), label.as_str());
        board::show_under(ui, words, &now, look, ctx.art, |painter, at| {
            let seen = photo > 0.0;
            if seen {
                photos.paint(&egui, painter, moment, &now, at, photo);
            }
            seen
        });
        if let Some(moment) = jump.to {
            self.at = moment;
            self.chosen = Some((moment, jump.lit));
            ui.ctx().request_repaint();
        }
        go
    }

    /// ← and → go by moments, with Shift by turns; Home and End to the ends; Escape leaves.
    fn keys(&mut self, ui: &Ui) -> Option<Go> {
        if ui.memory(|memory| memory.focused().is_some()) {
            return None;
        }
        let last = self.review.moments.len();
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::SHIFT, Key::ArrowLeft) {
            self.at = self.turn_before();
        }
        if pressed(Modifiers::SHIFT, Key::ArrowRight) {
            self.at = self.turn_after();
        }
        if pressed(Modifiers::NONE, Key::ArrowLeft) {
            self.at = self.at.saturating_sub(1);
        }
        if pressed(Modifiers::NONE, Key::ArrowRight) {
            self.at = (self.at + 1).min(last);
        }
        if pressed(Modifiers::NONE, Key::Home) {
            self.at = 0;
        }
        if pressed(Modifiers::NONE, Key::End) {
            self.at = last;
        }
        if pressed(Modifiers::NONE, Key::V) && self.photos.any() {
            self.photo = if self.photo < 50 { 100 } else { 0 };
        }
        let left = pressed(Modifiers::NONE, Key::Escape);
        left.then_some(if self.saved { Go::Open } else { Go::Back })
    }

    fn turn(&self) -> u32 {
        let moment = self.at.checked_sub(1);
        moment.map_or(0, |moment| self.review.moments[moment].turn)
    }

    /// The last moment of the turn before.
    fn turn_before(&self) -> usize {
        let before = self.turn().checked_sub(1);
        let end = before.and_then(|turn| self.review.end_of_turn(turn));
        end.map_or(0, |moment| moment + 1)
    }

    /// The last moment of this turn, or of the next if this one is over.
    fn turn_after(&self) -> usize {
        let turn = self.turn();
        let ends = [turn, turn + 1].map(|turn| self.review.end_of_turn(turn));
        let mut later = ends.into_iter().flatten().map(|moment| moment + 1);
        let last = self.review.moments.len();
        later.find(|&at| at > self.at).unwrap_or(last)
    }

    /// The title; whether the way back was chosen.
    fn head(&self, ui: &mut Ui, words: Words) -> bool {
        let mut back = false;
        ui.horizontal(|ui| {
            let text = if self.saved {
                message::REVIEW_BACK_SAVED
            } else {
                message::PAGE_BACK
            };
            back = ui.button(words.say(text)).clicked();
            card::title(ui, &words.say(message::REVIEW_TITLE));
            ui.label(
                RichText::new(words.say(message::REVIEW_HELP))
                    .size(size::SMALL)
                    .color(palette(ui).text_soft),
            );
        });
        ui.add_space(4.0);
        back
    }

    fn slider(&mut self, ui: &mut Ui, words: Words) {
        let last = self.review.moments.len();
        let text = self.what(words);
        ui.add_space(4.0);
        card::heading(ui, &text);
        ui.horizontal(|ui| {
            let step = |ui: &mut Ui, sign: &str, text: Text| {
                let button = ui.button(sign).on_hover_text(words.say(text));
                button.accessible_name(words.say(text)).clicked()
            };
            if step(ui, "⏮", message::REVIEW_TURN_BEFORE) {
                self.at = self.turn_before();
            }
            if step(ui, "◀", message::REVIEW_BEFORE) {
                self.at = self.at.saturating_sub(1);
            }
            if step(ui, "▶", message::REVIEW_AFTER) {
                self.at = (self.at + 1).min(last);
            }
            if step(ui, "⏭", message::REVIEW_TURN_AFTER) {
                self.at = self.turn_after();
            }
            ui.spacing_mut().slider_width = (ui.available_width() - 16.0).max(80.0);
            let slider = egui::Slider::new(&mut self.at, 0..=last).show_value(false);
            let slider = slider.trailing_fill(true);
            ui.add(slider)
                .accessible_name(words.with(message::ReviewSlider { what: text }));
        });
        self.fader(ui, words);
        ui.add_space(4.0);
    }

    /// From the drawn board to the photograph.
    fn fader(&mut self, ui: &mut Ui, words: Words) {
        if !self.photos.any() {
            card::soft(ui, &words.say(message::REVIEW_NO_PICTURES));
            return;
        }
        ui.horizontal(|ui| {
            card::soft(ui, &words.say(message::REVIEW_DRAWN));
            ui.spacing_mut().slider_width = 220.0;
            let slider = egui::Slider::new(&mut self.photo, 0..=100);
            let slider = slider.show_value(false).trailing_fill(true);
            ui.add(slider)
                .accessible_name(words.say(message::REVIEW_FADER));
            card::soft(ui, &words.say(message::REVIEW_PHOTO));
        });
    }

    /// What happened at this moment.
    fn what(&mut self, words: Words) -> String {
        let Some(index) = self.at.checked_sub(1) else {
            return words.say(message::REVIEW_BEGIN);
        };
        // Figures that leave are still on the board before it.
        let before = self.board(index);
        let moment = &self.review.moments[index];
        words.with(message::ReviewMoment {
            turn: moment.turn,
            what: words.event(&before, &moment.kind),
        })
    }

    fn numbers(&mut self, ui: &mut Ui, words: Words, jump: &mut Jump) {
        ui.horizontal(|ui| {
            for (part, text) in [
                (Part::Race, message::REVIEW_RACE),
                (Part::Points, message::REVIEW_POINTS),
                (Part::Story, message::REVIEW_STORY),
            ] {
                let button = card::one_of(self.part == part, words.say(text));
                if ui.add(button).clicked() {
                    self.part = part;
                }
            }
        });
        ui.add_space(4.0);
        let now = self.board(self.at);
        let (review, at) = (&self.review, self.at);
        let part = self.part;
        egui::ScrollArea::vertical()
            .id_salt(part as u8)
            .auto_shrink(false)
            .show(ui, |ui| match part {
                Part::Race => race::show(ui, words, &now, review, at, jump),
                Part::Points => points::show(ui, words, &now, review, at, jump),
                Part::Story => story::show(ui, words, &now, review, jump),
            });
    }
}
