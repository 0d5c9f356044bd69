//! A person doubts something that was noted: what else could it have been?
//!
//! Asks the question that belief would have asked, for any event however old: every other reading
//! that the rules accept at that moment of the game, those first that leave most of what came
//! later as it is. An answer is a correction like any other. Pure: reads the [`Log`].

use carcassonne::geometry::Cell;

use crate::belief::question::{Guess, Meaning};
use crate::board::features::SegmentRef;
use crate::event::{EventId, EventKind};
use crate::log::history::{EntryState, entries, place_of};
use crate::log::{Holding, Log};
use crate::rules::{Game, RuleFault};

mod readings;

pub use super::question::Doubt;

/// How much less likely each later event that would be overturned makes a reading: people hardly
/// ever play on for long over something that does not fit.
const OVERTURNS: f32 = 0.3;

/// How much likelier a missed figure belongs to the player whose turn it was.
const IN_TURN: f32 = 8.0;

/// The guesses for a doubt, likeliest first, and the cell to show.
///
/// # Errors
/// If there is no such event.
pub fn guesses(log: &Log, event: EventId, doubt: Doubt) -> Result<(Cell, Vec<Guess>), RuleFault> {
    let Some(at) = log.holding().iter().position(|fact| fact.event == event) else {
        return restored(log, event);
    };
    let past = Past::of(log, at);
    let mut options = match doubt {
        Doubt::Reading => past.other_readings(),
        Doubt::Missed => past.missed(),
        Doubt::Turn => past.other_turns(),
    };
    for option in &mut options {
        option.overturns = past.overturned_by(&option.events);
        #[allow(clippy::cast_precision_loss)]
        let overturned = option.overturns as f32;
        option.probability *= OVERTURNS.powf(overturned);
    }
    let sum: f32 = options.iter().map(|option| option.probability).sum();
    for option in &mut options {
        option.probability /= sum.max(f32::MIN_POSITIVE);
    }
    options.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    if doubt == Doubt::Reading {
        options.push(Guess::new(Meaning::NeverHappened, past.removal(), 0.0));
    }
    options.push(Guess::new(Meaning::AsItIs, Vec::new(), 0.0));
    Ok((past.cell(), options))
}

/// Something that does not hold any more may hold again.
fn restored(log: &Log, event: EventId) -> Result<(Cell, Vec<Guess>), RuleFault> {
    let entry = entries(log).into_iter().find(|entry| entry.event == event);
    let entry = entry.ok_or(RuleFault::NoSuchEvent(event))?;
    let cell = cell_of(log, &entry.what);
    let mut guesses = Vec::new();
    if let EntryState::Removed { by } = entry.state {
        let again = vec![EventKind::Undone { event: by }];
        guesses.push(Guess::new(
            Meaning::Happened(Box::new(entry.what)),
            again,
            0.0,
        ));
    }
    guesses.push(Guess::new(Meaning::AsItIs, Vec::new(), 0.0));
    Ok((cell, guesses))
}

/// The game around a fact.
struct Past<'l> {
    log: &'l Log,
    at: usize,
    fact: &'l Holding,
    /// The game just before it.
    before: Game,
    /// How many facts from there on have no effect as it is.
    refused_now: usize,
}

impl<'l> Past<'l> {
    fn of(log: &'l Log, at: usize) -> Self {
        let holding = log.holding();
        let mut past = Self {
            log,
            at,
            fact: &holding[at],
            before: played(Game::new(log.game().setup().clone()), &holding[..at]),
            refused_now: 0,
        };
        past.refused_now = past.refused(&[]);
        past
    }

    fn cell(&self) -> Cell {
        cell_of(self.log, &self.fact.kind)
    }

    fn corrected(&self, to: EventKind) -> Vec<EventKind> {
        let event = self.fact.event;
        vec![EventKind::Corrected {
            event,
            to: Box::new(to),
        }]
    }

    fn instead(&self, other: EventKind) -> Guess {
        let meaning = Meaning::Happened(Box::new(other.clone()));
        Guess::new(meaning, self.corrected(other), 1.0)
    }

    /// The facts of its turn after it.
    fn rest_of_turn(&self) -> &'l [Holding] {
        let later = &self.log.holding()[self.at + 1..];
        let end = later.iter().position(|fact| fact.kind.ends_turn());
        &later[..end.unwrap_or(later.len())]
    }

    /// That it did not happen; a tile goes with its figures.
    fn removal(&self) -> Vec<EventKind> {
        let mut gone = vec![self.fact.event];
        let tile = match *self.fact.kind.deed() {
            EventKind::TileLaid { cell, .. } => Some(cell),
            _ => None,
        };
        for later in &self.log.holding()[self.at + 1..] {
            let goes = match *later.kind.deed() {
                EventKind::FigurePlaced { cell, .. } => Some(cell) == tile,
                EventKind::FigureTaken { figure } => gone.contains(&figure),
                _ => false,
            };
            if goes {
                gone.push(later.event);
            }
        }
        // The newest first, so that nothing is without effect on the way.
        gone.into_iter()
            .rev()
            .map(|event| EventKind::Removed { event })
            .collect()
    }

    /// How many later events would have no effect any more.
    fn overturned_by(&self, events: &[EventKind]) -> usize {
        self.refused(events).saturating_sub(self.refused_now)
    }

    /// How many facts from here on the rules refuse, with changes worked in.
    fn refused(&self, changes: &[EventKind]) -> usize {
        let mut game = self.before.clone();
        let mut refused = 0;
        let mut happen =
            |id, kind: &EventKind| refused += usize::from(game.apply(id, kind).is_err());
        for fact in &self.log.holding()[self.at..] {
            let of_fact = |change: &&EventKind| match change {
                EventKind::Corrected { event, .. } | EventKind::Removed { event } => {
                    *event == fact.event
                }
                EventKind::Inserted { before, .. } => *before == fact.event,
                _ => false,
            };
            match changes.iter().find(of_fact) {
                Some(EventKind::Corrected { to, .. }) => happen(fact.event, to),
                Some(EventKind::Removed { .. }) => {}
                Some(EventKind::Inserted { what, .. }) => {
                    happen(self.log.next_id(), what);
                    happen(fact.event, &fact.kind);
                }
                _ => happen(fact.event, &fact.kind),
            }
        }
        refused
    }
}

fn played(mut game: Game, facts: &[Holding]) -> Game {
    for fact in facts {
        // What the rules refuse has no effect here either.
        drop(game.apply(fact.event, &fact.kind));
    }
    game
}

fn figure_meaning(game: &Game, placed: &EventKind) -> Option<Meaning> {
    let &EventKind::FigurePlaced {
        cell,
        segment,
        figure,
        color,
        ..
    } = placed
    else {
        return None;
    };
    let at = SegmentRef::new(cell, segment);
    Some(Meaning::Figure {
        kind: figure,
        color,
        at,
        on: game.features().at(at)?.kind,
    })
}

/// The cell to show for an event; the newest tile's if it has none.
fn cell_of(log: &Log, kind: &EventKind) -> Cell {
    let newest = || log.game().tiles().last().map(|tile| tile.cell);
    place_of(log, kind).or_else(newest).unwrap_or_default()
}
