//! The table: picture, drawn board, scores, the open question, and entering by hand.
//!
//! Takes the newest snapshot from the [`Link`] and sends [`Command`](tracker::command::Command)s back; what it keeps
//! itself is only how it is looked at (zoom, what lies in hand, what glows). No part of it is
//! modal: a question waits in its card while play goes on.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use carcassonne::geometry::Cell;
use egui::Ui;
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::snapshot::{ScoreLine, Snapshot};

use crate::run::link::Link;
use crate::run::link::settings::Settings;
use crate::run::news::Notice;
use crate::text::Words;
use crate::text::game::state::{self, State};
use crate::window::screens::frame::keys::{self, KeyState};
use crate::window::screens::table::asks::choices::Choices;
use crate::window::screens::table::asks::question::Asking;
use crate::window::screens::table::asks::relay::Guide;
use crate::window::screens::table::asks::set_out::SetOutList;
use crate::window::screens::table::asks::stranger::Stranger;
use crate::window::screens::table::controls::fade::Fade;
use crate::window::screens::table::controls::palette::Palette;
use crate::window::screens::table::hand::Hand;
use crate::window::screens::table::points::clock::TurnClock;
use crate::window::screens::table::says::notices::Notices;
use crate::window::screens::table::says::rule_card::RuleCards;
use crate::window::screens::table::wishes::{Beyond, Pass, View, Wishes};
use crate::window::widgets::art::Art;
use crate::window::widgets::board::Eye;
use crate::window::widgets::picture::Shown;
use crate::window::widgets::picture::kept::Kept;
use crate::window::widgets::steady;

pub mod asks;
mod controls;
mod deeds;
pub mod gap;
pub mod hand;
mod middle;
mod panels;
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

impl Below {
    fn other(self) -> Self {
        match self {
            Self::Points => Self::History,
            Self::History => Self::Points,
        }
    }
}

/// What goes on with a game when its table is laid anew, for another source or pack.
#[derive(Default)]
pub struct Ongoing {
    /// The game's record, if it has one.
    pub record: Option<PathBuf>,
    /// What is laid out before the first turn.
    pub set_out: SetOutList,
    /// The clock of the running turn.
    pub clock: TurnClock,
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
    stranger: Stranger,
    notices: Notices,
    rules: RuleCards,
    palette: Palette,
    below: Below,
    /// The line of points that is being explained.
    why: Option<ScoreLine>,
    /// The gap that is being looked into.
    gap: Option<Cell>,
    /// Whether the borders of all fields are shown.
    fields: bool,
    /// Figures that have scored are taken home by whoever keeps the game.
    scored_stay: bool,
    /// Those that were sent home by themselves.
    sent_home: BTreeSet<EventId>,
    /// Lit up by what the pointer is on; from the pass before, so that every part shows it.
    lit: Vec<SegmentRef>,
}

/// How much larger one key press shows the board.
const ZOOM_STEP: f32 = 1.25;

impl Table {
    /// A table that shows this game, waking `ctx` when it changes.
    pub fn new(link: Box<dyn Link>, ctx: &egui::Context) -> Self {
        let ctx = ctx.clone();
        link.on_change(Arc::new(move || ctx.request_repaint()));
        let by_hand = link.source() == crate::run::news::SourceState::None;
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
            stranger: Stranger::default(),
            notices: Notices::default(),
            rules: RuleCards::default(),
            palette: Palette::default(),
            below: Below::Points,
            why: None,
            gap: None,
            fields: false,
            scored_stay: false,
            sent_home: BTreeSet::new(),
            lit: Vec::new(),
        }
    }

    /// What the camera thinks, for the bar.
    pub fn state(&self, words: Words) -> State {
        let snapshot = self.link.snapshot();
        match self.link.pack_news().filter(|_| !snapshot.over) {
            Some(_) => state::foreign(words),
            None => state::state(words, &snapshot, &self.link.source()),
        }
    }

    /// Shows a passing line of what is heard.
    pub fn caption(&mut self, ui: &Ui, text: String) {
        self.notices.caption(ui, text);
    }

    /// Shows a passing line of what was learnt, which goes when that event is undone.
    pub fn learnt(&mut self, ui: &Ui, text: String, of: Option<EventId>) {
        self.notices.learnt(ui, text, of);
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
    }

    /// The game it shows.
    pub fn link(&self) -> &dyn Link {
        self.link.as_ref()
    }

    /// Shows the table. `keys` is false while another window has the keyboard. Returns what is
    /// asked for beyond it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        art: &mut Art,
        ongoing: &mut Ongoing,
        keys: bool,
    ) -> Option<Beyond> {
        let snapshot = self.link.snapshot();
        let notices = self.link.notices();
        if notices.iter().any(|n| matches!(n, Notice::Refused(_))) {
            self.stranger.refused();
        }
        self.notices.take(ui, words, &snapshot, notices);
        self.notices.follow(ui, words, &snapshot, &self.sent_home);
        self.hand.follow(&snapshot);
        self.choices.follow(&snapshot);
        self.rules.follow(&snapshot);
        self.asking.follow(&snapshot);
        self.guide.follow(self.link.as_ref(), &snapshot);
        let board = self.hand.board();
        let link = self.link.as_ref();
        self.stranger.follow(ui.ctx(), link, &snapshot, board);
        // Onto the graphics card only while something of it is to be seen.
        let asks = !snapshot.questions.is_empty() || self.stranger.cell().is_some();
        if self.view != View::Board || asks || self.why.is_some() {
            self.shown.update(ui.ctx(), self.link.picture());
        }
        self.gap = self.gap.filter(|&cell| !self.hand.board().holds(cell));
        let mut wishes = Wishes::default();
        self.keep_steady(ui, &snapshot);
        if keys && !self.palette.is_open() {
            let state = KeyState {
                guesses: self.asking.numbered(&snapshot).len(),
                doubting: self.asking.leave(&snapshot).is_some(),
                options: self.choices.numbered(&snapshot).len(),
                optional: snapshot.choices.first().is_some_and(|c| c.optional),
                holding: self.hand.held().is_some(),
                nowhere: self.hand.held().is_some_and(|held| held.fits.is_empty()),
                spots: self.hand.spots(&snapshot).len(),
                strangers: self.stranger.numbered().len(),
                in_hall: self.link.hall().is_some(),
            };
            wishes.actions = keys::pressed(ui.ctx(), state);
        }
        let mut pass = Pass {
            words,
            snapshot: &snapshot,
            art,
            ongoing,
            wishes: &mut wishes,
        };
        self.panels(ui, &mut pass);
        if says::modules::any(&snapshot) {
            egui::Panel::top("modules").show(ui, |ui| says::modules::show(ui, &mut pass));
        }
        egui::CentralPanel::default_margins().show(ui, |ui| self.middle(ui, &mut pass));
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
        if let Some(cell) = wishes.name.take() {
            self.stranger.want(cell);
            ui.ctx().request_repaint();
        }
        for action in std::mem::take(&mut wishes.actions) {
            let asked = self.carry_out((ui, words), action, &snapshot, &mut wishes);
            wishes.beyond = asked.or(wishes.beyond.take());
        }
        let beyond = wishes.beyond.take();
        self.send_home(&snapshot, &mut wishes.commands);
        for command in wishes.commands {
            self.link.send(command);
        }
        beyond
    }

    /// Guards what is shown against clicks and keys that were meant for something else.
    fn keep_steady(&self, ui: &Ui, snapshot: &Snapshot) {
        let question = snapshot.questions.first().map(|question| question.id);
        let choice = snapshot.choices.first().map(|choice| &choice.id);
        let spots = self.hand.spots(snapshot);
        let asked = match (question, choice) {
            (Some(id), _) => format!("{id:?} {:?}", self.asking.numbered(snapshot)),
            (None, Some(id)) => format!("{id:?} {:?}", self.choices.numbered(snapshot)),
            (None, None) if spots.is_empty() => {
                format!("{:?} {:?}", self.stranger.cell(), self.stranger.numbered())
            }
            (None, None) => format!("{spots:?}"),
        };
        steady::answers(ui.ctx(), asked);
        let held = self.hand.held().map(|held| held.copy.face);
        steady::enter_means(ui.ctx(), (held.is_some(), snapshot.over));
    }
}
