//! The belief: from what vision claims to events, questions, or a stated desync.
//!
//! Between [`carcassonne::seen`] and the [`Log`](crate::log::Log). Each still look adds evidence per cell and figure;
//! the rules are the prior (what is legal, how many copies are left, whose turn it is); an
//! event is decided on when its posterior is high enough, with that posterior as its confidence.
//! Where the best reading stays unsure, it is taken and a question with ranked guesses is asked
//! as well. Where no event explains the table, nothing is decided and the difference is
//! named. It never changes the past silently, and hidden is never taken for empty.
//!
//! [`look`] is the way of one look, from top to bottom. [`evidence`] is what looks add up to,
//! [`decide`] what that means, thing by thing: each part judges what it has of one kind of thing and
//! the game, and says what that comes to. Belief changes nothing but itself: what it decides is a list of
//! [`Decision`]s, and the [`Tracker`](crate::Tracker) appends them.
//!
//! Beside them: [`tie`] ties the lattice to the board, [`supply`] counts what everybody must have in
//! hand, [`answers`] what the answers to open questions would change, [`doubt`] what a person who
//! doubts an event is asked, and [`relay`] compares a packed-away board with the table.

use std::sync::Arc;

use crate::belief::question::{About, Desync, Difference, Guess, Meaning, Question, QuestionId};
use crate::event::EventId;
use crate::rules::Game;
use crate::rules::told::Reminder;
use carcassonne::geometry::Cell;
use carcassonne::spots::TileGeometry;
use carcassonne::tie::Tie;

pub(crate) mod answers;
mod decide;
mod decision;
pub mod doubt;
mod evidence;
mod limits;
mod look;
pub(crate) mod question;
mod questions;
pub mod relay;
pub mod supply;
pub mod tie;

pub use decision::Decision;

use doubt::Doubt;
use evidence::at_once::AtOnce;
use evidence::cards::Cards;
use evidence::figures::Figures;
use evidence::hands::Hands;
use evidence::loose::Loose;
use evidence::map::OnMap;
use evidence::tiles::Tiles;
use questions::Questions;
use supply::{Counted, Supply};
use tie::Footing;

/// What the camera's claims make believe.
pub struct Belief {
    geometry: Arc<dyn TileGeometry>,
    footing: Footing,
    tiles: Tiles,
    figures: Figures,
    loose: Loose,
    map: OnMap,
    cards: Cards,
    hands: Hands,
    at_once: AtOnce,
    questions: Questions,
    desync: Option<Desync>,
    reminders: Vec<Reminder>,
}

impl std::fmt::Debug for Belief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Belief")
            .field("tie", &self.tie())
            .field("new_tiles", &self.tiles.new.keys())
            .field("questions", &self.questions)
            .field("desync", &self.desync)
            .finish_non_exhaustive()
    }
}

impl Belief {
    /// Believes nothing yet. `geometry` says which segment a foot stands on.
    pub fn new(geometry: Arc<dyn TileGeometry>) -> Self {
        Self {
            geometry,
            footing: Footing::default(),
            tiles: Tiles::default(),
            figures: Figures::default(),
            loose: Loose::default(),
            map: OnMap::default(),
            cards: Cards::default(),
            hands: Hands::default(),
            at_once: AtOnce::default(),
            questions: Questions::default(),
            desync: None,
            reminders: Vec::new(),
        }
    }

    /// Where the lattice lies on the board, once that is known.
    pub fn tie(&self) -> Option<Tie> {
        self.footing.tie
    }

    /// Open questions, oldest first.
    pub fn questions(&self) -> &[Question] {
        self.questions.open()
    }

    /// The difference between table and board that no event explains.
    pub fn desync(&self) -> Option<&Desync> {
        self.desync.as_ref()
    }

    /// What was seen and should be put right by the players.
    pub fn reminders(&self) -> &[Reminder] {
        &self.reminders
    }

    /// Board cells in which something new is being looked at.
    pub fn pending(&self) -> Vec<Cell> {
        let Some(tie) = self.tie() else {
            return Vec::new();
        };
        let tiles = self.tiles.new.keys().copied();
        let tracks = self.figures.tracks.iter().filter(|track| !track.settled);
        let cells = tiles.chain(tracks.map(|track| track.cell));
        let mut cells: Vec<Cell> = cells.map(|cell| tie.cell(cell)).collect();
        cells.sort();
        cells.dedup();
        cells
    }

    /// Board cells in which a new tile lies that the picture cuts off, so that it cannot be read.
    pub fn cut_off(&self) -> Vec<Cell> {
        self.tiles.cut_off()
    }

    /// What everybody must have in hand, as far as anybody has seen.
    pub fn supplies(&self, game: &Game) -> Vec<Supply> {
        supply::supplies(game, self.questions(), self.reminders())
    }

    /// The counts of the supplies that are in view, by colour: those that agree with the game,
    /// and those that contradict it for some time.
    pub fn counted(&self, game: &Game) -> Vec<Counted> {
        self.hands.counted(&self.supplies(game))
    }

    /// How many pieces are not where the game says; see [`Loose::misfit`].
    fn misfit(&self, game: &Game, untold: &[Cell]) -> f32 {
        self.loose.misfit(game, self.geometry.as_ref(), untold)
    }

    /// How many of those that may have come or gone since that turn began; see [`Loose::misfit_since`].
    fn misfit_since(&self, turn: u32, game: &Game, untold: &[Cell]) -> f32 {
        (self.loose).misfit_since(turn, game, self.geometry.as_ref(), untold)
    }

    /// Takes the board as it is for true: forgets what spoke against it.
    pub fn resync(&mut self) {
        self.tiles.forget();
        self.figures.forget_tracks();
        self.figures.missing.clear();
        self.desync = None;
        self.reminders.clear();
        self.questions.clear();
    }

    /// A person doubts an event; the question comes before all others and replaces an older
    /// doubt.
    pub fn doubt(
        &mut self,
        event: EventId,
        doubt: Doubt,
        cell: Cell,
        frame: Option<u64>,
        guesses: Vec<Guess>,
    ) {
        let about = About::Doubted { event, doubt };
        let frame = frame.unwrap_or_default();
        self.questions.ask_first(about, cell, frame, guesses);
    }

    /// A person has answered; the question is closed.
    pub fn close(&mut self, id: QuestionId, choice: usize) {
        let Some(question) = self.questions.take(id) else {
            return;
        };
        let meaning = question
            .guesses
            .into_iter()
            .nth(choice)
            .map(|guess| guess.meaning);
        match (question.about, meaning) {
            (About::FigureGone { figure }, Some(Meaning::StillThere)) => {
                self.figures.excused.push(figure);
            }
            (About::WhichFigure, Some(Meaning::NoFigure)) => {
                if let Some(tie) = self.tie() {
                    self.figures.settle(tie, question.cell);
                }
            }
            (About::OldTile { event }, _) => drop(self.tiles.known.remove(&event)),
            _ => {}
        }
    }

    /// A question no longer matters.
    pub(crate) fn withdraw(&mut self, id: QuestionId) {
        self.questions.keep(|question| question.id != id);
    }

    /// States what is not explained, or that everything is.
    fn set_desync(&mut self, frame: u64, differences: Vec<Difference>) {
        let known = self.desync.take();
        self.desync = (!differences.is_empty()).then(|| Desync {
            since_frame: known.map_or(frame, |desync| desync.since_frame),
            differences,
        });
    }
}
