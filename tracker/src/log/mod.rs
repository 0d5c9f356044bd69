//! The log: all events of a game, and the game they make.
//!
//! The fold of the facts that still hold is the truth. Appending a fact takes the short way
//! (one more step of the fold); a change to the past folds anew. Both give the same game, which
//! property tests prove. Nothing is ever deleted. No files here: see [`crate::log::record`].
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use carcassonne::{catalogue::face_id, geometry::{Cell, Rotation}};
//! # use tracker::{event::{By, EventKind}, log::Log};
//! # let mut log = Log::new(std::sync::Arc::new("players=red,blue".parse()?));
//! let [d, u] = ["D", "U"].map(|name| face_id(name).expect("a face of the base game"));
//! log.append(0, By::Person, EventKind::tile(d, Cell::new(0, 0), Rotation::R0))?;
//! let road = log.append(0, By::Person, EventKind::tile(u, Cell::new(1, 0), Rotation::R90))?;
//! assert_eq!(log.game().turn(), 1);
//!
//! // A correction is one more event, and undoing it another.
//! let to = Box::new(EventKind::tile(u, Cell::new(-1, 0), Rotation::R90));
//! let moved = log.append(0, By::Person, EventKind::Corrected { event: road, to })?;
//! assert!(log.game().board().holds(Cell::new(-1, 0)));
//! log.append(0, By::Person, EventKind::Undone { event: moved })?;
//! assert!(log.game().board().holds(Cell::new(1, 0)));
//! assert_eq!(log.events().len(), 4);
//! # Ok(())
//! # }
//! ```

pub mod expect;
pub mod history;
pub mod journal;
pub mod record;
pub mod recount;

pub use crate::event::{self, ghost};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::event::{By, Event, EventId, EventKind};
use crate::rules::told::Rejected;
use crate::rules::{Game, RuleFault};
use crate::setup::Setup;

/// A fact as it holds after all changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding {
    /// The event that brought it in.
    pub event: EventId,
    /// Who says so, by the newest change.
    pub by: By,
    /// What happened.
    pub kind: EventKind,
    /// The turn that was open then, or the last one before; 0 before the first.
    pub turn: u32,
}

/// Events and the game they make.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    setup: Arc<Setup>,
    events: Vec<Event>,
    holding: Vec<Holding>,
    rejected: Vec<Rejected>,
    game: Game,
    undo: Vec<EventId>,
    redo: Vec<EventId>,
}

impl Log {
    /// An empty log.
    pub fn new(setup: Arc<Setup>) -> Self {
        Self::of(setup, Vec::new())
    }

    /// The log of recorded events; those the rules cannot accept are listed as rejected.
    pub fn of(setup: Arc<Setup>, events: Vec<Event>) -> Self {
        let game = Game::new(Arc::clone(&setup));
        let mut log = Self {
            setup,
            events,
            holding: Vec::new(),
            rejected: Vec::new(),
            game,
            undo: Vec::new(),
            redo: Vec::new(),
        };
        log.fold();
        log
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// All events, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The facts that hold, in the order in which they happened.
    pub fn holding(&self) -> &[Holding] {
        &self.holding
    }

    /// The fact of that event, if it holds.
    pub fn fact(&self, event: EventId) -> Option<&Holding> {
        self.holding.iter().find(|fact| fact.event == event)
    }

    /// The facts that hold as events, in the order in which they happened, at the times they were
    /// noted.
    pub(crate) fn facts(&self) -> Vec<Event> {
        let times = self.events.iter().map(|event| (event.id, event.at_ms));
        let times: BTreeMap<EventId, u64> = times.collect();
        let noted = |fact: &Holding| Event {
            id: fact.event,
            at_ms: times.get(&fact.event).copied().unwrap_or(0),
            by: fact.by,
            kind: fact.kind.clone(),
        };
        self.holding.iter().map(noted).collect()
    }

    /// Events without effect, and why.
    pub fn rejected(&self) -> Vec<Rejected> {
        let refused = self.rejected.iter();
        refused.chain(self.game.overturned()).cloned().collect()
    }

    /// The log as it was when turn `turn` was about to end: what holds now, up to the tile that
    /// opened the next turn. The open turn's points are its game's
    /// [`provisional`](Game::provisional) ones. Changes are already worked in, so its events
    /// are facts only.
    pub fn until(&self, turn: u32) -> Self {
        let mut log = Self::new(Arc::clone(&self.setup));
        let facts = self.holding.iter().zip(self.facts());
        for (_, event) in facts.take_while(|(fact, _)| fact.turn <= turn) {
            log.push(event);
        }
        log
    }

    /// What undo would take back.
    pub fn undo_target(&self) -> Option<EventId> {
        self.undo.last().copied()
    }

    /// The changes that hold, oldest first.
    pub fn changes(&self) -> impl Iterator<Item = &Event> {
        let undo: BTreeSet<EventId> = self.undo.iter().copied().collect();
        let active = move |event: &&Event| undo.contains(&event.id);
        let changes = self.events.iter().filter(|event| !event.kind.is_fact());
        changes.filter(active)
    }

    /// What redo would bring back.
    pub fn redo_target(&self) -> Option<EventId> {
        self.redo.last().copied()
    }

    /// The name the next event gets.
    pub fn next_id(&self) -> EventId {
        let newest = self.events.iter().map(|event| event.id.0).max();
        EventId(newest.unwrap_or(0).saturating_add(1))
    }

    /// Appends an event if the rules accept it.
    ///
    /// # Errors
    /// If a fact is against the rules, or a change names no event or would itself be against
    /// the rules. Nothing is appended then. A change may leave *later* facts without effect;
    /// these are listed by [`Self::rejected`].
    pub fn append(&mut self, at_ms: u64, by: By, kind: EventKind) -> Result<EventId, RuleFault> {
        let id = self.next_id();
        let event = Event {
            id,
            at_ms,
            by,
            kind,
        };
        if event.kind.is_fact() {
            // `apply` leaves the game as it was when it refuses.
            self.game.apply(id, &event.kind)?;
            self.note_fact(&event);
            self.events.push(event);
            return Ok(id);
        }
        let judged = self.judged_fact(&event)?;
        let mut changed = self.clone();
        changed.events.push(event);
        changed.fold();
        if let Some(rejected) = changed.rejected().iter().find(|r| Some(r.event) == judged) {
            return Err(rejected.fault.clone());
        }
        *self = changed;
        Ok(id)
    }

    /// The event whose acceptance decides whether a change may be made.
    fn judged_fact(&self, change: &Event) -> Result<Option<EventId>, RuleFault> {
        let holds = |event: EventId| {
            if self.fact(event).is_some() {
                Ok(())
            } else {
                Err(RuleFault::NoSuchEvent(event))
            }
        };
        let must_be_fact = |kind: &EventKind| {
            if kind.is_fact() {
                Ok(())
            } else {
                Err(RuleFault::NotAFact)
            }
        };
        match &change.kind {
            EventKind::Corrected { event, to } => {
                must_be_fact(to)?;
                holds(*event)?;
                Ok(Some(*event))
            }
            EventKind::Inserted { before, what } => {
                must_be_fact(what)?;
                holds(*before)?;
                Ok(Some(change.id))
            }
            EventKind::Removed { event } => holds(*event).map(|()| None),
            EventKind::Undone { event } if self.undo.contains(event) => Ok(None),
            EventKind::Redone { event } if self.redo.contains(event) => Ok(None),
            EventKind::Undone { event } | EventKind::Redone { event } => {
                Err(RuleFault::NoSuchEvent(*event))
            }
            _ => Ok(None),
        }
    }

    /// Takes an event from a record as it is.
    pub fn push(&mut self, event: Event) {
        if event.kind.is_fact() {
            if let Err(fault) = self.game.apply(event.id, &event.kind) {
                self.rejected.push(Rejected {
                    event: event.id,
                    fault,
                });
            }
            self.note_fact(&event);
            self.events.push(event);
        } else {
            self.events.push(event);
            self.fold();
        }
    }

    fn note_fact(&mut self, event: &Event) {
        self.holding.push(Holding {
            event: event.id,
            by: event.by,
            kind: event.kind.clone(),
            turn: self.game.turn(),
        });
        self.undo.push(event.id);
        self.redo.clear();
    }

    /// Computes everything anew from the events.
    fn fold(&mut self) {
        (self.undo, self.redo) = undo_stacks(&self.events);
        let active: BTreeSet<EventId> = self.undo.iter().copied().collect();
        self.holding = holding(&self.events, &active);
        self.game = Game::new(Arc::clone(&self.setup));
        self.rejected.clear();
        for fact in &mut self.holding {
            if let Err(fault) = self.game.apply(fact.event, &fact.kind) {
                self.rejected.push(Rejected {
                    event: fact.event,
                    fault,
                });
            }
            fact.turn = self.game.turn();
        }
    }
}

/// Facts and changes that hold, and those that redo can bring back; newest last. Anything new
/// after an undo closes the way back, as in any editor.
fn undo_stacks(events: &[Event]) -> (Vec<EventId>, Vec<EventId>) {
    let (mut undo, mut redo) = (Vec::new(), Vec::new());
    for event in events {
        match event.kind {
            EventKind::Undone { event } => {
                if let Some(at) = undo.iter().rposition(|&id| id == event) {
                    redo.push(undo.remove(at));
                }
            }
            EventKind::Redone { event } => {
                if let Some(at) = redo.iter().rposition(|&id| id == event) {
                    undo.push(redo.remove(at));
                }
            }
            _ => {
                undo.push(event.id);
                redo.clear();
            }
        }
    }
    (undo, redo)
}

/// The facts that hold; their turns are known once they are folded.
fn holding(events: &[Event], active: &BTreeSet<EventId>) -> Vec<Holding> {
    let mut facts: Vec<Holding> = Vec::new();
    for event in events.iter().filter(|event| active.contains(&event.id)) {
        let find = |facts: &[Holding], id: EventId| facts.iter().position(|f| f.event == id);
        match &event.kind {
            EventKind::Corrected { event: old, to } => {
                if let Some(at) = find(&facts, *old) {
                    facts[at].kind = (**to).clone();
                    facts[at].by = event.by;
                }
            }
            EventKind::Removed { event: old } => {
                if let Some(at) = find(&facts, *old) {
                    facts.remove(at);
                }
            }
            EventKind::Inserted { before, what } => {
                if let Some(at) = find(&facts, *before) {
                    let kind = (**what).clone();
                    facts.insert(
                        at,
                        Holding {
                            event: event.id,
                            by: event.by,
                            kind,
                            turn: 0,
                        },
                    );
                }
            }
            fact => facts.push(Holding {
                event: event.id,
                by: event.by,
                kind: fact.clone(),
                turn: 0,
            }),
        }
    }
    facts
}
