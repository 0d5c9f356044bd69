//! The belief: from what vision claims to events, questions, or a stated desync.
//!
//! Between [`carcassonne::seen`] and the [`Log`]. Each still look adds evidence per cell and figure;
//! the rules are the prior (what is legal, how many copies are left, whose turn it is); an
//! event is appended when its posterior is high enough, with that posterior as its confidence.
//! Where the best reading stays unsure, it is taken and a question with ranked guesses is asked
//! as well. Where no event explains the table, nothing is appended and the difference is
//! named. It never changes the past silently, and hidden is never taken for empty.
//!
//! `tiles` decides new tiles and `known` looks after those that lie, both by what `weigh` says;
//! `figures` decides new figures and `absent` those that are gone; `loose` closes choices by
//! the ghosts and animals that are seen, which `names` tells apart, and `misread` corrects figures
//! by them, and `at_once` asks for those that went home before anybody saw them; `moved` follows a tile that is laid again elsewhere, `cards` the cards that
//! allow it; `reopen` changes the past where a table plays on after the end; `map` reads chips and
//! stacks of a map; `hands` holds the supplies' counts against the ledger; [`frame`] ties the lattice to the board,
//! [`evidence`] adds up looks, [`spots`] says which segment a foot stands on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::belief::doubt::Doubt;
use crate::log::Log;
use crate::log::event::{By, Event, EventId, EventKind};
use crate::rules::Expansion;
use crate::snapshot::{About, Desync, Difference, Guess, Meaning, Question, QuestionId, Reminder};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{Calm, LostReason, SeenTable};

mod absent;
pub(crate) mod answers;
mod at_once;
mod brief;
mod cards;
pub mod doubt;
pub mod evidence;
mod figures;
mod hands;
mod known;
mod loose;
mod map;
mod misread;
mod moved;
mod names;
pub mod relay;
mod reopen;
pub mod tie;
mod tiles;
mod unreadable;
mod weigh;

use at_once::AtOnce;
use carcassonne::spots::TileGeometry;
use carcassonne::tie::Tie;
use cards::Cards;
use evidence::Evidence;
use figures::Track;
use hands::Hands;
use known::Watch;
use loose::Loose;
use map::OnMap;
use tiles::NewTile;

/// Numbers of the belief, in looks (still frames read) and probabilities. They were set on
/// simulated tables where every third look misreads something; see the tests of this module.
pub mod limits {
    /// Looks before anything new is believed: one look can be a hand that just left.
    pub const NEW: u32 = 3;
    /// Looks after which the best reading of a tile is taken even if unsure, with a question.
    pub const PATIENCE: u32 = 8;
    /// By how much, as a log-likelihood, a look at a new tile must say another thing than those
    /// before for the tile to have been turned or exchanged: a thousand to one.
    pub const TURNED: f32 = 7.0;
    /// Posterior from which a reading is taken without asking.
    pub const SURE: f32 = 0.95;
    /// Looks without it after which a thing that belongs home is gone.
    pub const GONE: u32 = 4;
    /// Looks without it after which a figure that should stay is asked for.
    pub const GONE_UNEXPECTEDLY: u32 = 10;
    /// Looks after which a figure on an older tile is believed to have been missed.
    pub const MISSED: u32 = 6;
    /// Looks per window in which known tiles and the newest figure are read again.
    pub const WINDOW: u32 = 6;
    /// How sure it is that a figure which may go home, and is gone, went home.
    pub const WENT_HOME: f32 = 0.99;
    /// How sure it is that a figure was taken back or recalled when that is the only rule by
    /// which it may be gone; the rest is hidden or fallen figures.
    pub const WENT_BY_RULE: f32 = 0.97;
    /// Natural logarithm of how often people lay a tile against the rules: once in 3000 times,
    /// for everyone at the table sees the edges.
    pub const ILLEGAL_TILE: f32 = -8.0;
    /// Natural logarithm of what a face that no pack knows weighs beforehand: as much as a single
    /// copy of a known one in one turn, for it fits anywhere.
    pub const UNKNOWN_TILE: f32 = 0.0;
    /// How often figures are put against the rules, likewise: once in 250 times, for a feature's other end is easily overlooked.
    pub const ILLEGAL_FIGURE: f32 = -5.5;
    /// Posterior a figure's reading needs to be taken at all once patience is over.
    pub const ARGUABLE: f32 = 0.3;
    /// Natural logarithm of how much likelier the player whose turn it is places a figure.
    pub const IN_TURN: f32 = 2.0;
}

/// A reading of a tile in the lattice's frame; `None` is a face no pack knows.
type Reading = Option<(FaceId, Rotation)>;

/// What the camera's claims make believe.
pub struct Belief {
    geometry: Arc<dyn TileGeometry>,
    frame: Option<Tie>,
    /// Number of the lattice that `cells` and `tracks` belong to.
    lattice: Option<u32>,
    looks_without_frame: u32,
    cells: BTreeMap<Cell, NewTile>,
    watched: BTreeMap<EventId, Watch>,
    tracks: Vec<Track>,
    /// Looks in a row in which a figure's place was visible and empty.
    missing: BTreeMap<EventId, crate::log::event::Evidence>,
    /// Figures of which a person said that they are still there.
    excused: Vec<EventId>,
    loose: Loose,
    map: OnMap,
    cards: Cards,
    hands: Hands,
    at_once: AtOnce,
    /// Somebody was asked what lies there that cannot be read.
    asked_for_start: bool,
    /// Board cells with a tile that the picture cuts off, and in how many looks in a row.
    cut: BTreeMap<Cell, u32>,
    /// The open turn's figure, read again.
    newest_figure: Option<(EventId, Track)>,
    questions: Vec<Question>,
    next_question: u64,
    desync: Option<Desync>,
    reminders: Vec<Reminder>,
}

impl std::fmt::Debug for Belief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Belief")
            .field("frame", &self.frame)
            .field("cells", &self.cells.keys())
            .field("questions", &self.questions)
            .field("desync", &self.desync)
            .finish_non_exhaustive()
    }
}

impl Belief {
    /// Believes nothing yet.
    pub fn new(geometry: Arc<dyn TileGeometry>) -> Self {
        Self {
            geometry,
            frame: None,
            lattice: None,
            looks_without_frame: 0,
            cells: BTreeMap::new(),
            watched: BTreeMap::new(),
            tracks: Vec::new(),
            missing: BTreeMap::new(),
            excused: Vec::new(),
            loose: Loose::default(),
            map: OnMap::default(),
            cards: Cards::default(),
            hands: Hands::default(),
            at_once: AtOnce::default(),
            asked_for_start: false,
            newest_figure: None,
            questions: Vec::new(),
            next_question: 1,
            cut: BTreeMap::new(),
            desync: None,
            reminders: Vec::new(),
        }
    }

    /// Where the lattice lies on the board, once that is known.
    pub fn frame(&self) -> Option<Tie> {
        self.frame
    }

    /// What says which segment a foot stands on.
    pub fn geometry(&self) -> Arc<dyn TileGeometry> {
        Arc::clone(&self.geometry)
    }

    /// Open questions, oldest first.
    pub fn questions(&self) -> &[Question] {
        &self.questions
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
        let Some(frame) = self.frame else {
            return Vec::new();
        };
        let mut cells: Vec<Cell> = self.cells.keys().map(|&cell| frame.cell(cell)).collect();
        cells.extend(
            self.tracks
                .iter()
                .filter(|t| !t.settled)
                .map(|t| frame.cell(t.cell)),
        );
        cells.sort();
        cells.dedup();
        cells
    }

    /// Board cells in which a new tile lies that the picture cuts off, so that it cannot be read.
    pub fn cut_off(&self) -> Vec<Cell> {
        let cut = self.cut.iter().filter(|(_, looks)| **looks >= limits::NEW);
        cut.map(|(cell, _)| *cell).collect()
    }

    /// Looks at the table once and appends what that decides. Returns the new events.
    pub fn see(&mut self, log: &mut Log, table: &SeenTable) -> Vec<Event> {
        let before = log.events().len();
        match (table.calm, self.frame) {
            (Calm::Still, _) => {
                self.is_readable();
                self.look(log, table);
            }
            (Calm::Lost(LostReason::Unreadable), None) => self.ask_for_start(log, table),
            (Calm::Hand, Some(frame)) => self
                .at_once
                .hand_over(|cell| table.hidden.contains(&frame.lattice_cell(cell))),
            _ => {}
        }
        log.events()[before..].to_vec()
    }

    fn look(&mut self, log: &mut Log, table: &SeenTable) {
        if self.lattice != Some(table.lattice) {
            self.lattice = Some(table.lattice);
            self.frame = None;
            self.looks_without_frame = 0;
            self.cells.clear();
            self.tracks.clear();
            self.newest_figure = None;
        }
        self.add_map(log, table);
        if self.frame.is_none() && !log.game().board().is_empty() {
            self.frame = tie::recognise(log.game().board(), table);
        }
        self.add_tiles(log, table);
        self.add_figures(log, table);
        let mut differences = Vec::new();
        if self.frame.is_none() {
            self.looks_without_frame += 1;
            self.begin(log, table, &mut differences);
        }
        if self.frame.is_some() {
            self.watch_known_tiles(log, table);
            self.decide_moved(log, table);
            self.judge_known_tiles(log, table, &mut differences);
            self.decide_map(log, table);
            if log.game().setup().plays(Expansion::Tatan) {
                self.decide_drawn_cards(log, table);
                self.decide_gaps(log, table);
            }
            self.decide_new_tiles(log, table, &mut differences);
        }
        self.note_cut_off(log, table);
        self.set_desync(table.frame, differences);
        self.decide_chip_values(log, table);
        if self.desync.is_none() && self.frame.is_some() {
            self.decide_figures(log, table);
            self.decide_loose(log, table);
            self.decide_at_once(log, table);
        }
        self.count_hands(log, table);
        self.withdraw_settled_questions(log);
    }

    fn note_cut_off(&mut self, log: &Log, table: &SeenTable) {
        let before = std::mem::take(&mut self.cut);
        let Some(frame) = self.frame else { return };
        let cells = table.cut.iter().map(|&cell| frame.cell(cell));
        self.cut = cells
            .filter(|&cell| !log.game().board().holds(cell))
            .map(|cell| (cell, before.get(&cell).map_or(1, |looks| looks + 1)))
            .collect();
    }

    fn set_desync(&mut self, frame: u64, differences: Vec<Difference>) {
        self.desync = if differences.is_empty() {
            None
        } else {
            let since_frame = self
                .desync
                .as_ref()
                .map_or(frame, |desync| desync.since_frame);
            Some(Desync {
                since_frame,
                differences,
            })
        };
    }

    /// Takes the board as it is for true: forgets what spoke against it.
    pub fn resync(&mut self) {
        self.cells.clear();
        self.watched.clear();
        self.missing.clear();
        self.tracks.clear();
        self.newest_figure = None;
        self.desync = None;
        self.reminders.clear();
        self.questions.clear();
    }

    /// Appends what the camera saw; a refusal by the rules is given back for the caller to
    /// deal with.
    fn append(
        log: &mut Log,
        table: &SeenTable,
        confidence: f32,
        evidence: crate::log::event::Evidence,
        kind: EventKind,
    ) -> Result<EventId, crate::rules::RuleFault> {
        // A posterior of exactly 1 would claim what no camera can know.
        let confidence = confidence.clamp(0.0, 0.999);
        log.append(
            table.at_ms,
            By::Camera {
                confidence,
                evidence,
            },
            kind,
        )
    }

    fn ask(&mut self, about: About, cell: Cell, frame: u64, guesses: Vec<Guess>) {
        // One question per thing: a new doubt about the same thing replaces the old one.
        self.questions
            .retain(|open| !(open.about == about && open.cell == cell));
        let id = QuestionId(self.next_question);
        self.next_question += 1;
        self.questions.push(Question {
            id,
            about,
            cell,
            frame,
            guesses,
        });
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
        self.questions
            .retain(|open| !matches!(open.about, About::Doubted { .. }));
        self.ask(about, cell, frame.unwrap_or_default(), guesses);
        self.questions.rotate_right(1);
    }

    /// A person has answered; the question is closed.
    pub fn close(&mut self, id: QuestionId, choice: usize) {
        let Some(at) = self.questions.iter().position(|question| question.id == id) else {
            return;
        };
        let question = self.questions.remove(at);
        let meaning = question
            .guesses
            .into_iter()
            .nth(choice)
            .map(|guess| guess.meaning);
        match (question.about, meaning) {
            (About::FigureGone { figure }, Some(Meaning::StillThere)) => self.excused.push(figure),
            (About::WhichFigure, Some(Meaning::NoFigure)) => self.ignore_tracks_at(question.cell),
            (About::OldTile { event }, _) => drop(self.watched.remove(&event)),
            _ => {}
        }
    }

    /// A question no longer matters.
    pub(crate) fn withdraw(&mut self, id: QuestionId) {
        self.questions.retain(|question| question.id != id);
    }

    /// Closes questions whose subject has changed since.
    fn withdraw_settled_questions(&mut self, log: &Log) {
        let game = log.game();
        let missing = &self.missing;
        let tracks = &self.tracks;
        let frame = self.frame;
        self.questions.retain(|question| match question.about {
            About::FigureGone { figure } => {
                game.figure(figure).is_some()
                    && missing.contains_key(&figure)
            }
            About::OldTile { event } => log.fact(event).is_some(),
            About::ClaimedAtOnce { tile } => {
                log.fact(tile).is_some() && !at_once::acted_in_turn_of(log, tile)
            }
            About::Doubted { .. } | About::Unreadable => true,
            About::WhichTile => game.board().holds(question.cell),
            About::WhichFigure => {
                let corrects = question.guesses.iter().any(|guess| {
                    guess.events.iter().any(|kind| {
                        matches!(kind, EventKind::Corrected { event, .. } | EventKind::Removed { event }
                            if log.fact(*event).is_some())
                    })
                });
                let stands = frame.is_some_and(|frame| {
                    tracks.iter().any(|track| frame.cell(track.cell) == question.cell)
                });
                corrects || stands
            }
        });
    }
}

/// The readings of a seen tile in the lattice's frame.
fn readings<'t>(
    log: &'t Log,
    tile: &'t carcassonne::seen::SeenTile,
) -> impl Iterator<Item = (Reading, f32)> + use<'t> {
    let catalogue = log.game().catalogue();
    let known = tile.candidates.iter().filter_map(|candidate| {
        let face = catalogue.face(&candidate.face)?;
        let rotation = face.canonical(candidate.rotation);
        Some((Some((face.id, rotation)), candidate.log_likelihood))
    });
    known.chain([(None, tile.unknown)])
}

/// Evidence about the reading of a tile.
type TileEvidence = Evidence<Reading>;
