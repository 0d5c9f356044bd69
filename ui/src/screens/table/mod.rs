//! The table: picture, drawn board, scores, the open question, and entering by hand.
//!
//! Takes the newest snapshot from the [`Link`] and sends [`Command`]s back; what it keeps
//! itself is only how it is looked at (zoom, what lies in hand, what glows). No part of it is
//! modal: a question waits in its card while play goes on.

use std::collections::BTreeSet;
use std::sync::Arc;

use carcassonne::geometry::Cell;
use egui::{Rect, Ui, UiBuilder, vec2};
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::snapshot::{ScoreLine, Snapshot};

use self::hand::Hand;
use self::wishes::{Beyond, View, Wishes};
use super::Page;
use crate::run::link::Link;
use crate::run::link::settings::Settings;
use crate::screens::frame::action;
use crate::screens::frame::action::KeyState;
use crate::screens::table::asks::choices::Choices;
use crate::screens::table::asks::question::Asking;
use crate::screens::table::asks::relay::Guide;
use crate::screens::table::asks::set_out::SetOutList;
use crate::screens::table::controls::fade::Fade;
use crate::screens::table::controls::palette::Palette;
use crate::screens::table::points::clock::TurnClock;
use crate::screens::table::says::notices::Notices;
use crate::screens::table::says::rule_card::RuleCards;
use crate::text::Words;
use crate::widgets::art::Art;
use crate::widgets::board::{Eye, Scene};
use crate::widgets::kept::Kept;
use crate::widgets::picture::Shown;
use crate::widgets::real::Real;
use crate::widgets::{board, column, picture, steady};

pub mod asks;
mod controls;
mod deeds;
pub mod hand;
pub mod points;
pub mod says;
pub mod wishes;

/// What stands under the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below {
    /// The last points.
    Points,
    /// Everything that happened.
    History,
}

/// The table with one running game.
pub struct Table {
    link: Box<dyn Link>,
    eye: Eye,
    view: View,
    shown: Shown,
    kept: Kept,
    fade: Fade,
    hand: Hand,
    choices: Choices,
    asking: Asking,
    guide: Guide,
    notices: Notices,
    rules: RuleCards,
    set_out: SetOutList,
    palette: Palette,
    below: Below,
    /// The line of points that is being explained.
    why: Option<ScoreLine>,
    /// The gap that is being looked into.
    gap: Option<Cell>,
    /// Whether the borders of all fields are shown.
    fields: bool,
    clock: TurnClock,
    /// Figures that have scored are taken home by whoever keeps the game.
    scored_stay: bool,
    /// Those that were sent home by themselves.
    sent_home: BTreeSet<EventId>,
    /// Lit up by what the pointer is on; from the pass before, so that every part shows it.
    lit: Vec<SegmentRef>,
}

/// Width of the column of scores, points: a German reminder fits in three lines. Of a wider window it
/// is this share.
const SIDE: f32 = 348.0;
const SIDE_SHARE: f32 = 0.25;
/// The least width of it, in a small window whose other side is for entering by hand.
const NARROW: f32 = 284.0;
/// Width of the column for entering by hand, points: four faces side by side.
const HAND: f32 = 284.0;
/// Below this height of the window an open question stands above the scores, points.
const LOW: f32 = 640.0;
/// How much larger one key press shows the board.
const ZOOM_STEP: f32 = 1.25;
/// Height of the last points, points: a heading and four lines.
const LINES: f32 = 142.0;

impl Table {
    /// A table that shows this game, waking `ctx` when it changes.
    pub fn new(link: Box<dyn Link>, ctx: &egui::Context) -> Self {
        let ctx = ctx.clone();
        link.on_change(Arc::new(move || ctx.request_repaint()));
        let by_hand = link.source() == crate::run::link::news::SourceState::None;
        let kept = Kept::of(link.record().as_deref());
        Self {
            link,
            eye: Eye::default(),
            view: if by_hand { View::Board } else { View::Both },
            shown: Shown::default(),
            kept,
            fade: Fade::default(),
            hand: Hand::new(by_hand),
            choices: Choices::default(),
            asking: Asking::default(),
            guide: Guide::default(),
            notices: Notices::default(),
            rules: RuleCards::default(),
            set_out: SetOutList::default(),
            palette: Palette::default(),
            below: Below::Points,
            why: None,
            gap: None,
            fields: false,
            clock: TurnClock::default(),
            scored_stay: false,
            sent_home: BTreeSet::new(),
            lit: Vec::new(),
        }
    }

    /// What the camera thinks, for the bar.
    pub fn state(&self, words: Words) -> says::state::State {
        let snapshot = self.link.snapshot();
        match self.link.pack_news().filter(|_| !snapshot.over) {
            Some(_) => says::state::foreign(words),
            None => says::state::state(words, &snapshot, &self.link.source()),
        }
    }

    /// Shows a passing line of what is heard.
    pub fn caption(&mut self, ui: &Ui, text: String) {
        self.notices.caption(ui, text);
    }

    /// Opens the panel for entering by hand.
    pub fn by_hand(&mut self) {
        if !self.hand.is_open() {
            self.hand.toggle();
        }
    }

    /// Takes over what the settings say about keeping games.
    pub fn follow_settings(&mut self, settings: &Settings) {
        self.scored_stay = settings.scored_stay;
        self.clock.limit_s = settings.turn_limit_s;
    }

    /// The game it shows.
    pub fn link(&self) -> &dyn Link {
        self.link.as_ref()
    }

    /// Shows the table. `keys` is false while another window has the keyboard. Returns what is
    /// asked for beyond it.
    pub fn show(&mut self, ui: &mut Ui, words: Words, art: &mut Art, keys: bool) -> Option<Beyond> {
        let snapshot = self.link.snapshot();
        self.shown.update(ui.ctx(), self.link.picture());
        self.notices.take(ui, words, &snapshot, self.link.notices());
        self.notices.follow(ui, words, &snapshot, &self.sent_home);
        self.hand.follow(&snapshot);
        self.choices.follow(&snapshot);
        self.rules.follow(&snapshot);
        self.asking.follow(&snapshot);
        self.clock.follow(ui, &snapshot);
        self.guide.follow(self.link.as_ref(), &snapshot);
        self.gap = self.gap.filter(|&cell| !self.hand.board().holds(cell));
        let mut wishes = Wishes::default();
        self.keep_steady(ui, &snapshot);
        if keys {
            let state = KeyState {
                guesses: self.asking.numbered(&snapshot).len(),
                doubting: self.asking.leave(&snapshot).is_some(),
                options: self.choices.numbered(&snapshot).len(),
                optional: snapshot.choices.first().is_some_and(|c| c.optional),
                holding: self.hand.held().is_some(),
                nowhere: self.hand.held().is_some_and(|held| held.fits.is_empty()),
                spots: self.hand.spots(&snapshot).len(),
                in_hall: self.link.hall().is_some(),
            };
            wishes.actions = action::pressed(ui.ctx(), state);
        }
        self.panels(ui, words, art, &snapshot, &mut wishes);
        if says::modules::any(&snapshot) {
            egui::Panel::top("modules").show(ui, |ui| {
                says::modules::show(ui, words, &snapshot, art, &mut wishes);
            });
        }
        egui::CentralPanel::default_margins().show(ui, |ui| {
            self.middle(ui, words, art, &snapshot, &mut wishes);
        });
        self.choices.settle(ui.ctx());
        if let Some(face) = self.palette.show(ui, words, &snapshot, &mut wishes) {
            wishes.commands.extend(self.hand.take(face));
        }
        if self.lit != wishes.lit {
            self.lit = std::mem::take(&mut wishes.lit);
            ui.ctx().request_repaint();
        }
        self.view = wishes.view.unwrap_or(self.view);
        self.why = wishes.why.take().or(self.why.take());
        let mut beyond = wishes.beyond.take();
        for action in std::mem::take(&mut wishes.actions) {
            let asked = self.carry_out((ui, words), action, &snapshot, &mut wishes.commands);
            beyond = asked.or(beyond);
        }
        self.send_home(&snapshot, &mut wishes.commands);
        for command in wishes.commands {
            self.link.send(command);
        }
        beyond
    }

    fn panels(
        &mut self,
        ui: &mut Ui,
        words: Words,
        art: &mut Art,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) {
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
            .show(ui, |ui| controls::tools::show(ui, words, &tools, wishes));
        let (held, turn) = (self.hand.held().is_some(), snapshot.turn.tile);
        let question = snapshot.questions.first().map(|question| question.id);
        let choices: Vec<_> = snapshot.choices.iter().map(|choice| &choice.id).collect();
        let cards = (self.why.is_some(), self.gap, snapshot.over);
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
                // In a low window it would begin below the scores, out of sight.
                let first =
                    !snapshot.questions.is_empty() && ui.ctx().content_rect().height() < LOW;
                column::show(ui, |ui| {
                    if first {
                        self.ask(ui, words, snapshot, art, wishes);
                    }
                    let seat = self.link.hall();
                    let side = (&self.clock, seat.as_ref());
                    points::players::show(ui, words, snapshot, side, art, wishes);
                    let news = self.link.pack_news().filter(|_| !snapshot.over);
                    wishes.beyond = asks::packs::show(ui, words, news.as_ref());
                    if !first {
                        self.ask(ui, words, snapshot, art, wishes);
                    }
                    self.cards(ui, words, snapshot, art, wishes);
                    let guided = self.guide.show(ui, words, snapshot, wishes);
                    self.choices.show(ui, words, snapshot, art, wishes);
                    asks::insist::show(ui, words, snapshot, wishes);
                    let listed = self.set_out.show(ui, words, snapshot, wishes);
                    let aside = says::reminders::Aside { guided, listed };
                    says::reminders::show(ui, words, snapshot, aside, wishes);
                    asks::count::show(ui, words, snapshot, wishes);
                    self.rules.show(ui, words, snapshot, wishes);
                });
            });
        if self.hand.is_open() && !snapshot.over {
            egui::Panel::left("hand").exact_size(HAND).show(ui, |ui| {
                steady::shows(ui, "hand", ui.max_rect(), (held, turn));
                self.hand.show(ui, words, snapshot, art, wishes);
            });
        }
        controls::film::show(ui, words, self.link.as_ref());
        egui::Panel::bottom("lines")
            .exact_size(LINES)
            .show(ui, |ui| {
                self.below(ui, words, snapshot, wishes);
            });
    }

    /// Guards what is shown against clicks and keys that were meant for something else.
    fn keep_steady(&self, ui: &Ui, snapshot: &Snapshot) {
        let question = snapshot.questions.first().map(|question| question.id);
        let choice = snapshot.choices.first().map(|choice| &choice.id);
        let spots = self.hand.spots(snapshot);
        let asked = match (question, choice) {
            (Some(id), _) => format!("{id:?} {:?}", self.asking.numbered(snapshot)),
            (None, Some(id)) => format!("{id:?} {:?}", self.choices.numbered(snapshot)),
            (None, None) => format!("{spots:?}"),
        };
        steady::answers(ui.ctx(), asked);
        let held = self.hand.held().map(|held| held.copy.face);
        steady::enter_means(ui.ctx(), (held.is_some(), snapshot.over));
    }

    /// The open question.
    fn ask(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        let mut real = Real {
            live: &self.shown,
            kept: &mut self.kept,
        };
        self.asking
            .show(ui, words, snapshot, &mut real, art, wishes);
    }

    /// What somebody asked for: why there are points, what fits into a gap.
    fn cards(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        if let Some(line) = &self.why {
            if wishes.lit.is_empty() {
                wishes.lit.clone_from(&line.segments);
            }
            let mut real = Real {
                live: &self.shown,
                kept: &mut self.kept,
            };
            if !points::why::show(ui, words, snapshot, line, &mut real, wishes) {
                self.why = None;
            }
        }
        if let Some(cell) = self.gap {
            let hole = says::gap::hole(snapshot, self.hand.board(), cell);
            if !says::gap::show(ui, words, snapshot, &hole, art) {
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
                (Below::History, words.say("history-title")),
            ];
            for (side, name) in sides {
                let name = egui::RichText::new(name).size(crate::theme::size::HEADING);
                if ui.selectable_label(self.below == side, name).clicked() {
                    self.below = side;
                }
            }
        });
        match self.below {
            Below::Points => points::lines::show(ui, words, snapshot, wishes),
            Below::History => points::history::show(ui, words, snapshot, &mut self.kept, wishes),
        }
    }

    fn middle(
        &mut self,
        ui: &mut Ui,
        words: Words,
        art: &mut Art,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) {
        let area = ui.available_rect_before_wrap();
        let (picture_area, board_area) = areas(area, self.view);
        let lit = self.lit.clone();
        if let Some(rect) = picture_area {
            self.picture(ui, words, snapshot, (rect, self.view), art);
        }
        if let Some(rect) = board_area {
            let options = if self.hand.held().is_none() {
                self.choices.spots(words, snapshot)
            } else {
                Vec::new()
            };
            let chips = self.hand.chip_places(snapshot);
            let scene = Scene {
                snapshot,
                lit: &lit,
                held: self.hand.held(),
                spots: self.hand.spots(snapshot),
                spot_color: self.hand.color(snapshot),
                options: &options,
                chips: &chips,
                gaps: self.hand.gaps(),
                gap: self.gap,
                asked: snapshot.questions.first().map(|question| question.cell),
                fields: self.fields,
                words,
            };
            let cell = snapshot.turn.tile;
            let what = (scene.held.is_some(), cell, scene.spots.len(), options.len());
            steady::shows(ui, "board", rect, what);
            let reaction = ui
                .scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                    board::show(ui, &mut self.eye, &scene, art)
                })
                .inner;
            self.react(reaction, snapshot, wishes);
        }
        if let Some((before, opacity)) = self.fade.follow(ui.ctx(), self.view) {
            self.going(ui, words, art, snapshot, (before, area, opacity));
        }
        self.notices.show(ui, words, area, wishes);
    }

    /// The live picture with what was read in it.
    fn picture(
        &self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        (rect, view): (Rect, View),
        art: &mut Art,
    ) {
        let empty = if self.link.source() == crate::run::link::news::SourceState::None {
            words.say("table-picture-hand")
        } else {
            words.say("table-picture-none")
        };
        let label = words.say("table-picture");
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            let look = picture::Look {
                snapshot,
                lit: &self.lit,
                fields: self.fields,
                targets: &self.guide.targets(snapshot),
                // Beside the board there is little room, so only the tiles are shown.
                close: view == View::Both,
                label: &label,
                empty: &empty,
                words,
            };
            picture::show(ui, &self.shown, &look, art);
        });
    }

    /// The view that was left, fading over the one that was chosen.
    fn going(
        &self,
        ui: &mut Ui,
        words: Words,
        art: &mut Art,
        snapshot: &Snapshot,
        (before, area, opacity): (View, Rect, f32),
    ) {
        let (picture_area, board_area) = areas(area, before);
        ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
            ui.set_opacity(opacity);
            if let Some(rect) = picture_area {
                self.picture(ui, words, snapshot, (rect, before), art);
            }
            if let Some(rect) = board_area {
                let scene = Scene {
                    fields: self.fields,
                    ..Scene::still(snapshot, &self.lit, words)
                };
                board::paint(ui, rect, &scene, &self.eye, art);
            }
        });
    }
}

/// Where picture and board are in a view.
fn areas(area: Rect, view: View) -> (Option<Rect>, Option<Rect>) {
    match view {
        View::Picture => (Some(area), None),
        View::Board => (None, Some(area)),
        View::Both => {
            let half = vec2((area.width() - 8.0) / 2.0, area.height());
            let right = Rect::from_min_size(area.min + vec2(half.x + 8.0, 0.0), half);
            (Some(Rect::from_min_size(area.min, half)), Some(right))
        }
    }
}
