//! The past as a list: everything that was ever noted, also what was taken back or corrected.
//!
//! Read off the [`Log`]; part of the snapshot, so that screens can show it and a person can point
//! at what was misread. It changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::event::{By, Event, EventId, EventKind, TatanUse};
use crate::log::Log;
use crate::rules::RuleFault;
use carcassonne::geometry::Cell;

/// One thing that was noted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The event that brought it in.
    pub event: EventId,
    /// When, in milliseconds since the game was started.
    pub at_ms: u64,
    /// Who says so, by the newest change.
    pub by: By,
    /// The turn; of what no longer holds, that of its neighbour.
    pub turn: u32,
    /// What happened, as it stands now.
    pub what: EventKind,
    /// Whether it counts.
    pub state: EntryState,
}

/// Whether something that was noted counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// As it was noted.
    Holds,
    /// It was corrected.
    Corrected {
        /// What was noted first.
        was: EventKind,
    },
    /// Somebody said that it did not happen.
    Removed {
        /// The event that says so.
        by: EventId,
    },
    /// It was taken back.
    Undone,
    /// The rules cannot accept it.
    Refused {
        /// Why.
        fault: RuleFault,
    },
}

/// The past of a log, in the order in which things happened.
pub fn entries(log: &Log) -> Vec<Entry> {
    let rejected = log.rejected().into_iter();
    let mut faults: BTreeMap<EventId, RuleFault> = rejected
        .map(|rejected| (rejected.event, rejected.fault))
        .collect();
    let brought_in: BTreeMap<EventId, (&Event, &EventKind)> = log
        .events()
        .iter()
        .filter_map(|event| Some((event.id, (event, fact_of(event)?))))
        .collect();
    let removals = removals(log);
    let holding: BTreeSet<EventId> = log.holding().iter().map(|fact| fact.event).collect();
    let lost = brought_in.iter().filter(|(id, _)| !holding.contains(id));
    let mut lost = lost.peekable();
    let mut entries: Vec<Entry> = Vec::new();
    let gone = |(id, (event, what)): (&EventId, &(&Event, &EventKind)), turn: u32| Entry {
        event: *id,
        at_ms: event.at_ms,
        by: event.by,
        turn,
        what: (*what).clone(),
        state: match removals.get(id) {
            Some(&by) => EntryState::Removed { by },
            None => EntryState::Undone,
        },
    };
    let turn = |entries: &[Entry]| entries.last().map_or(0, |before| before.turn);
    for fact in log.holding() {
        let Some((event, was)) = brought_in.get(&fact.event) else {
            continue;
        };
        // What was lost stands where it would have happened: before the next thing noted, which
        // what was put in later is not.
        let put_in = matches!(event.kind, EventKind::Inserted { .. });
        while let Some(lost) = lost.next_if(|(id, _)| !put_in && **id < fact.event) {
            entries.push(gone(lost, turn(&entries)));
        }
        let state = if let Some(fault) = faults.remove(&fact.event) {
            EntryState::Refused { fault }
        } else if **was == fact.kind {
            EntryState::Holds
        } else {
            let was = (*was).clone();
            EntryState::Corrected { was }
        };
        entries.push(Entry {
            event: fact.event,
            at_ms: event.at_ms,
            by: fact.by,
            turn: fact.turn,
            what: fact.kind.clone(),
            state,
        });
    }
    for lost in lost {
        entries.push(gone(lost, turn(&entries)));
    }
    entries
}

/// The tile or square that something happened on; `None` for what happened nowhere in particular.
pub fn place_of(log: &Log, what: &EventKind) -> Option<Cell> {
    let mut what = what;
    // An event may name itself, or one that names it again: only those before it are asked.
    let mut before: Option<EventId> = None;
    loop {
        let named = match what {
            EventKind::TileLaid { cell, .. }
            | EventKind::FigurePlaced { cell, .. }
            | EventKind::MeepleBuried { cell, .. }
            | EventKind::TileTurnedDown { cell }
            | EventKind::TileMoved { to: cell, .. }
            | EventKind::ChipLaid { cell, .. }
            | EventKind::ChipTurned { cell, .. }
            | EventKind::IslandRevealed { island: cell, .. }
            | EventKind::IslandTaken { island: cell }
            | EventKind::TatanUsed {
                how: TatanUse::Relocate { from: cell },
            } => return Some(*cell),
            EventKind::RegionDecided { at, .. } => return Some(at.cell),
            EventKind::GapFilled { cells } => return cells.first().copied(),
            EventKind::GhostsMoved { from, to, .. } => return to.cell().or_else(|| from.cell()),
            EventKind::Corrected { to: inner, .. }
            | EventKind::Inserted { what: inner, .. }
            | EventKind::Insisted { what: inner } => {
                what = inner;
                continue;
            }
            EventKind::CompanionPlaced { host, .. } => (*host)?,
            EventKind::FigureTaken { figure: event }
            | EventKind::Removed { event }
            | EventKind::Undone { event }
            | EventKind::Redone { event } => *event,
            EventKind::TileDiscarded { .. }
            | EventKind::TurnOf { .. }
            | EventKind::TurnEnded
            | EventKind::PileEmpty
            | EventKind::GameEnded
            | EventKind::TatanDrawn
            | EventKind::TatanUsed {
                how: TatanUse::TwoTiles,
            }
            | EventKind::Declined { .. }
            | EventKind::Points { .. } => return None,
        };
        if before.is_some_and(|before| named >= before) {
            return None;
        }
        let mut known = log.events().iter();
        what = &known.find(|event| event.id == named)?.kind;
        before = Some(named);
    }
}

/// What an event says happened, if it says something that was not known before.
fn fact_of(event: &Event) -> Option<&EventKind> {
    match &event.kind {
        EventKind::Inserted { what, .. } => Some(what),
        kind => kind.is_fact().then_some(kind),
    }
}

/// Which change removed which event; the first of several.
fn removals(log: &Log) -> BTreeMap<EventId, EventId> {
    let mut removals = BTreeMap::new();
    for change in log.changes() {
        if let EventKind::Removed { event } = change.kind {
            removals.entry(event).or_insert(change.id);
        }
    }
    removals
}
