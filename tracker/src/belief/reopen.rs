//! A table that plays on although the count says that the game is over.
//!
//! Where a cooperative game is lost for want of ghosts, a removal of ghosts that was missed a few
//! turns ago, or taken for points, ends it too early. A new tile shows that nobody thinks so: the
//! latest turns are gone through again, and of all that the rules offered then, what lets the game
//! go on and fits the ghosts on the table best is taken to have happened. It doubts no other end: who
//! plays on after a win or without tiles does so for fun.

use crate::event::{By, EventId, EventKind};
use crate::geometry::Cell;
use crate::log::{Holding, Log};
use crate::rules::Game;
use crate::seen::SeenTable;
use crate::snapshot::Outcome;

use super::loose::options;
use super::{Belief, limits};

/// Turns that are gone through again, the latest first.
const TURNS: usize = 6;
/// How sure it is that what fits best is what happened.
const LIKELY: f32 = 0.8;

/// A change of the past and the events that make it.
struct Change {
    misfit: f32,
    events: Vec<EventKind>,
}

impl Belief {
    /// Changes the past so that the game goes on. Whether it does.
    pub(super) fn reopen(&mut self, log: &mut Log, table: &SeenTable) -> bool {
        let Some(frame) = self.frame else {
            return false;
        };
        let untold = table.hidden.iter().chain(&table.unclear);
        let untold: Vec<Cell> = untold.map(|&cell| frame.cell(cell)).collect();
        let Some(change) = self.reopening(log, &untold) else {
            return false;
        };
        if !lets_go_on(log, &change.events) {
            return false;
        }
        let evidence = crate::event::Evidence {
            first_frame: table.frame,
            last_frame: table.frame,
            looks: limits::NEW,
        };
        for kind in change.events {
            // It was tried.
            drop(Self::append(log, table, LIKELY, evidence, kind));
        }
        true
    }

    fn reopening(&self, log: &Log, untold: &[Cell]) -> Option<Change> {
        if log.game().outcome() != Some(Outcome::NoGhostsLeft) {
            return None;
        }
        let facts = log.holding();
        let laid = |fact: &Holding| matches!(fact.kind, EventKind::TileLaid { .. });
        let turns: Vec<usize> = (0..facts.len()).filter(|&n| laid(&facts[n])).collect();
        let first = *turns.get(turns.len().saturating_sub(TURNS))?;
        let mut game = Game::new(log.game().setup().clone());
        let mut best: Option<Change> = None;
        for (n, fact) in facts.iter().enumerate() {
            // Before anything, what was missed; instead of a decision for points, another one.
            let instead = by_camera(fact) && took_points(&fact.kind);
            let options = if n < first {
                Vec::new()
            } else {
                options(&game)
            };
            for option in options.into_iter().map(|option| option.events) {
                for skipped in 0..=usize::from(instead) {
                    let rest = facts[n + skipped..].iter().map(of);
                    let then: Vec<_> = kinds(&option).chain(rest).collect();
                    let Some(misfit) = self.goes_on(&game, &then, untold) else {
                        continue;
                    };
                    // Of those that fit alike, the latest.
                    if best.as_ref().is_none_or(|known| misfit <= known.misfit) {
                        let events = changes(fact, skipped == 0, option.clone());
                        best = Some(Change { misfit, events });
                    }
                }
            }
            drop(game.apply(fact.event, &fact.kind));
        }
        best
    }

    /// How badly the table fits after these, if they are allowed and the game is not over then.
    fn goes_on(&self, game: &Game, then: &[(EventId, &EventKind)], untold: &[Cell]) -> Option<f32> {
        let mut after = game.clone();
        for (event, kind) in then {
            after.apply(*event, kind).ok()?;
        }
        (!after.is_over()).then(|| self.misfit(&after, untold))
    }
}

/// Whether the game goes on with these, tried on a copy.
fn lets_go_on(log: &Log, events: &[EventKind]) -> bool {
    let mut tried = log.clone();
    let mut events = events.iter();
    events.all(|kind| tried.append(0, By::Rule, kind.clone()).is_ok()) && !tried.game().is_over()
}

fn by_camera(fact: &Holding) -> bool {
    matches!(fact.by, By::Camera { .. })
}

/// Whether points were taken instead of ghosts.
fn took_points(kind: &EventKind) -> bool {
    matches!(kind, EventKind::RegionDecided { removal, .. } if removal.is_empty())
}

fn of(fact: &Holding) -> (EventId, &EventKind) {
    (fact.event, &fact.kind)
}

/// Events that have no number yet.
fn kinds(events: &[EventKind]) -> impl Iterator<Item = (EventId, &EventKind)> {
    events.iter().map(|kind| (EventId(u64::MAX), kind))
}

/// What makes an option happen before a fact, or instead of it.
fn changes(fact: &Holding, before: bool, option: Vec<EventKind>) -> Vec<EventKind> {
    let insert = |what: EventKind| EventKind::Inserted {
        before: fact.event,
        what: Box::new(what),
    };
    if before {
        return option.into_iter().map(insert).collect();
    }
    let mut option = option;
    let last = option.pop();
    let instead = last.map(|to| EventKind::Corrected {
        event: fact.event,
        to: Box::new(to),
    });
    option.into_iter().map(insert).chain(instead).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::belief::loose::tests::{seen, started, turn};
    use crate::belief::spots::RimGeometry;
    use crate::setup::Setup;

    /// The game as a camera knew it that missed one decision; `None` if more than that decision
    /// is not in it.
    fn without(log: &Log, missed: EventId) -> Option<Log> {
        let mut other = Log::new(log.game().setup().clone());
        let facts = log.holding().iter().filter(|fact| fact.event != missed);
        for fact in facts {
            let by = By::Camera {
                confidence: 0.9,
                evidence: crate::event::Evidence {
                    first_frame: 0,
                    last_frame: 9,
                    looks: 9,
                },
            };
            other.append(0, by, fact.kind.clone()).ok()?;
        }
        Some(other)
    }

    #[test]
    fn a_missed_removal_is_found_when_the_table_plays_on() {
        let text = "modules=mists; players=red,blue,green; level=1; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let mut tried = 0;
        for seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..30 {
                turn(&mut log, &mut rng, &mut [0; 3]);
                if log.game().is_over() {
                    break;
                }
                let late = log.holding().len().saturating_sub(8);
                let removed = |kind: &EventKind| matches!(kind, EventKind::RegionDecided { removal, .. } if !removal.is_empty());
                let mut removals = log.holding()[late..].iter();
                let Some(missed) = removals.find(|fact| removed(&fact.kind)) else {
                    continue;
                };
                let ledger = without(&log, missed.event);
                let Some(mut ledger) = ledger.filter(|ledger| ledger.game().is_over()) else {
                    continue;
                };
                let mut belief = Belief::new(Arc::new(RimGeometry));
                belief.loose.seen = seen(&belief, ledger.game());
                belief.note_arrivals(ledger.game());
                belief.loose.seen = seen(&belief, log.game());
                let change = belief.reopening(&ledger, &[]).expect("a way to go on");
                assert!(lets_go_on(&ledger, &change.events));
                for kind in change.events {
                    ledger.append(0, By::Rule, kind).expect("allowed");
                }
                assert!(!ledger.game().is_over());
                assert_eq!(ledger.game().tokens(), log.game().tokens());
                tried += 1;
                break;
            }
        }
        assert!(tried >= 3, "{tried} games ended too early");
    }
}
