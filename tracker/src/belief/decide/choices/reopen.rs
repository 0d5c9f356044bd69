//! Going back some turns where the table contradicts the count.
//!
//! Where ghosts stand for long that nothing open explains, a choice was made in the latest turns
//! that was not seen then, or seen wrongly, or a guard and a meeple were taken for each other
//! ([`super::misread`]). And where a cooperative game is lost for want of ghosts, a removal of ghosts that
//! was missed a few turns ago, or taken for points, ends it too early. A new tile shows that nobody thinks so: the
//! latest turns are gone through again, and of all that the rules offered then, what lets the game
//! go on and fits the ghosts on the table best is taken to have happened. It doubts no other end: who
//! plays on after a win or without tiles does so for fun.

use super::{BETTER, CLEARER, untold};
use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::options::{options, sorted};
use crate::belief::{Belief, limits};
use crate::event::{By, EventId, EventKind, Evidence};
use crate::log::{Holding, Log};
use crate::rules::expansions::mists;
use crate::rules::told::Outcome;
use crate::rules::{Game, Token};
use carcassonne::geometry::Cell;
use carcassonne::tie::Tie;

/// Turns that are gone through again, the latest first.
const TURNS: usize = 6;
/// The same for a choice that was missed, while the game goes on.
const MISSED_TURNS: usize = 4;
/// How sure it is that what fits best is what happened.
const LIKELY: f32 = 0.8;

/// A change of the past and the events that make it.
struct Change {
    misfit: f32,
    events: Vec<EventKind>,
}

/// A change of the past and what then holds.
struct Way {
    tokens: Vec<Token>,
    /// The team's points at the end of the open turn.
    team: i32,
    /// By how much the table fits better, as far as it tells of the turn that is changed.
    gain: f32,
    events: Vec<EventKind>,
}

impl Belief {
    /// Makes good a choice of the latest turns that was missed or taken for another, or a guard and a meeple
    /// that were taken for each other, once the table has told it for long.
    pub(super) fn catch_up(&mut self, draft: &mut Draft, untold: &[Cell]) {
        let told = (draft.log().events().len(), self.loose.first_frame);
        if self.loose.looks < limits::MISSED || self.loose.searched == Some(told) {
            return;
        }
        self.loose.searched = Some(told);
        let missed = self.judge_missed_choice(draft.log(), untold);
        let events = missed.filter(|events| tried(draft.log(), events).is_some());
        let events = events.or_else(|| self.explained_by_exchange(draft.log(), untold));
        if let Some(events) = events {
            draft.decide_all(decisions(events, draft.table.frame));
        }
    }

    /// The one change of the latest turns' choices that explains the table clearly best.
    fn judge_missed_choice(&self, log: &Log, untold: &[Cell]) -> Option<Vec<EventKind>> {
        if self.misfit(log.game(), untold) < BETTER {
            return None;
        }
        let facts = log.holding();
        let first = turns_ago(facts, MISSED_TURNS)?;
        let mut game = Game::new(log.game().setup().clone());
        let mut ways: Vec<Way> = Vec::new();
        for (n, fact) in facts.iter().enumerate() {
            let late = n > first;
            let missed = late && fact.kind.ends_turn();
            let other = late && by_camera(fact) && is_choice(&fact.kind);
            let options = if missed || other {
                options(&game)
            } else {
                Vec::new()
            };
            for option in options.into_iter().map(|option| option.events) {
                let rest = facts[n + usize::from(other)..].iter().map(of);
                let then: Vec<_> = kinds(&option).chain(rest).collect();
                if let Some(after) = played(&game, &then) {
                    let misfit = |told: &Game| self.misfit_since(game.turn(), told, untold);
                    let gain = misfit(log.game()) - misfit(&after);
                    ways.push(Way {
                        tokens: sorted(after.tokens()),
                        team: after.after_turn().team_score(),
                        gain,
                        events: changes(fact, missed, option),
                    });
                }
            }
            drop(game.apply(fact.event, &fact.kind));
        }
        ways.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let (tokens, most) = ways.first().map(|best| (best.tokens.clone(), best.gain))?;
        let (alike, others): (Vec<Way>, Vec<Way>) =
            ways.into_iter().partition(|way| way.tokens == tokens);
        let clear = others.iter().all(|other| other.gain <= most - CLEARER);
        // The same ghosts go home for a road as for a city: people give up what is worth less. Of those that
        // are worth the same, the latest.
        let alike = alike.into_iter().filter(|way| way.gain >= most);
        let best = alike.max_by_key(|way| way.team)?;
        (most >= BETTER && clear).then_some(best.events)
    }

    /// What changes the past so that a game goes on that has ended too early.
    pub(in crate::belief::decide) fn judge_ended_early(
        &self,
        draft: &Draft,
        tie: Tie,
    ) -> Option<Vec<Decision>> {
        let change = self.reopening(draft.log(), &untold(draft.table, tie))?;
        let then = tried(draft.log(), &change.events)?;
        let goes_on = !is_lost(then.game());
        goes_on.then(|| decisions(change.events, draft.table.frame).collect())
    }

    fn reopening(&self, log: &Log, untold: &[Cell]) -> Option<Change> {
        if !is_lost(log.game()) {
            return None;
        }
        let facts = log.holding();
        let first = turns_ago(facts, TURNS)?;
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
        let after = played(game, then)?;
        let goes_on = !after.is_over() && !mists::is_short(&after);
        goes_on.then(|| self.misfit(&after, untold))
    }
}

/// What a look decides by a change of the past.
fn decisions(events: Vec<EventKind>, frame: u64) -> impl Iterator<Item = Decision> {
    let frames = Evidence::of_look(frame, limits::NEW);
    let seen = move |kind| Decision::seen(kind, LIKELY, frames);
    events.into_iter().map(seen)
}

/// Whether a game is lost for want of ghosts, or will be unless something was missed.
fn is_lost(game: &Game) -> bool {
    game.outcome() == Some(Outcome::NoGhostsLeft) || mists::is_short(game)
}

/// A game after these, if they are allowed.
fn played(game: &Game, then: &[(EventId, &EventKind)]) -> Option<Game> {
    let mut after = game.clone();
    for (event, kind) in then {
        after.apply(*event, kind).ok()?;
    }
    Some(after)
}

/// Where the turn began that was so many turns ago, the open one counting.
fn turns_ago(facts: &[Holding], turns: usize) -> Option<usize> {
    let laid = |fact: &Holding| matches!(fact.kind.deed(), EventKind::TileLaid { .. });
    let begins: Vec<usize> = (0..facts.len()).filter(|&n| laid(&facts[n])).collect();
    begins.get(begins.len().saturating_sub(turns)).copied()
}

/// A copy of the log with these appended, if all are accepted.
fn tried(log: &Log, events: &[EventKind]) -> Option<Log> {
    let mut tried = log.clone();
    let mut events = events.iter();
    let accepted = events.all(|kind| tried.append(0, By::Rule, kind.clone()).is_ok());
    accepted.then_some(tried)
}

fn by_camera(fact: &Holding) -> bool {
    matches!(fact.by, By::Camera { .. })
}

/// Whether it is what somebody chose about ghosts and animals.
fn is_choice(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::GhostsMoved { .. }
            | EventKind::RegionDecided { .. }
            | EventKind::CompanionPlaced { .. }
    )
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
    use crate::belief::decide::choices::tests::{haunted, seen, started, turn};
    use crate::belief::evidence::loose::Seen;
    use crate::setup::Setup;
    use carcassonne::spots::RimGeometry;

    const CAMERA: By = By::Camera {
        confidence: 0.9,
        evidence: Evidence {
            first_frame: 0,
            last_frame: 9,
            looks: 9,
        },
    };

    /// The game as a camera knew it that missed one decision; `None` if more than that decision
    /// is not in it.
    fn without(log: &Log, missed: EventId) -> Option<Log> {
        let mut other = Log::new(log.game().setup().clone());
        let facts = log.holding().iter().filter(|fact| fact.event != missed);
        for fact in facts {
            other.append(0, CAMERA, fact.kind.clone()).ok()?;
        }
        Some(other)
    }

    fn is_removal(kind: &EventKind) -> bool {
        matches!(kind, EventKind::RegionDecided { removal, .. } if !removal.is_empty())
    }

    /// What is believed of a game whose table shows what `happened`.
    fn told_otherwise(ledger: &Log, happened: &Log) -> Belief {
        let mut belief = Belief::new(Arc::new(RimGeometry));
        belief.loose.seen = seen(ledger.game());
        belief.loose.note_arrivals(ledger.game());
        belief.loose.seen = seen(happened.game());
        belief
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
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                if log.game().is_over() {
                    break;
                }
                let late = log.holding().len().saturating_sub(8);
                let mut removals = log.holding()[late..].iter();
                let Some(missed) = removals.find(|fact| is_removal(&fact.kind)) else {
                    continue;
                };
                let ledger = without(&log, missed.event);
                let Some(mut ledger) = ledger.filter(|ledger| is_lost(ledger.game())) else {
                    continue;
                };
                let belief = told_otherwise(&ledger, &log);
                let change = belief.reopening(&ledger, &[]).expect("a way to go on");
                assert!(super::tried(&ledger, &change.events).is_some());
                for kind in change.events {
                    ledger.append(0, By::Rule, kind).expect("allowed");
                }
                assert!(!ledger.game().is_over() && !is_lost(ledger.game()));
                assert_eq!(ledger.game().tokens(), log.game().tokens());
                tried += 1;
                break;
            }
        }
        assert!(tried >= 3, "{tried} games ended too early");
    }

    #[test]
    fn ghosts_go_home_for_what_is_worth_least() {
        let text = "modules=mists; players=red,blue,green; level=1; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut tried, mut cheaper) = (0, 0);
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..20 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                let facts = log.holding();
                let late = facts.len().saturating_sub(6);
                // What is open still is asked about.
                let Some(end) = facts.iter().rposition(|fact| fact.kind.ends_turn()) else {
                    continue;
                };
                let mut removals = facts[late.min(end)..end].iter();
                let Some(missed) = removals.find(|fact| is_removal(&fact.kind)) else {
                    continue;
                };
                let Some(ledger) = without(&log, missed.event) else {
                    continue;
                };
                let belief = told_otherwise(&ledger, &log);
                let Some(change) = belief.judge_missed_choice(&ledger, &[]) else {
                    continue;
                };
                let after = super::tried(&ledger, &change).expect("allowed");
                if sorted(after.game().tokens()) != sorted(log.game().tokens()) {
                    continue;
                }
                tried += 1;
                let [told, happened] =
                    [&after, &log].map(|log| log.game().after_turn().team_score());
                assert!(told >= happened, "{told} points instead of {happened}");
                cheaper += u32::from(told > happened);
            }
        }
        println!("{tried} tried, {cheaper} worth more than what happened");
        // The latest way there is worth more only once.
        assert!(tried > 10 && cheaper >= 3, "{cheaper} of {tried}");
    }

    #[test]
    fn a_choice_taken_for_another_is_made_good() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut found, mut wrong, mut tried) = (0, 0, 0);
        for seed in 0..12 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..25 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                let Some(ledger) = with_another_choice(&log) else {
                    continue;
                };
                let belief = told_otherwise(&ledger, &log);
                if belief.misfit(ledger.game(), &[]) < 1.0 {
                    continue;
                }
                tried += 1;
                if let Some(change) = belief.judge_missed_choice(&ledger, &[]) {
                    let after = super::tried(&ledger, &change).expect("allowed");
                    found += 1;
                    wrong += u32::from(after.game().tokens() != log.game().tokens());
                }
            }
        }
        println!("{found} of {tried} found, {wrong} of them wrong");
        assert_eq!(wrong, 0);
        assert!(tried > 20 && found * 2 > tried, "{found} of {tried}");
    }

    /// A ghost that has been seen beside a meeple since before a choice, where none stands, does not say later
    /// that it was put there after all, not even when the one that was put down is gone.
    #[test]
    fn what_stood_before_a_choice_does_not_change_it() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut tried, mut mistaken) = (0, 0);
        for seed in 0..6 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..25 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
            }
            let mut ledger = Log::new(log.game().setup().clone());
            let mut quiet = ledger.game().clone();
            for fact in log.holding() {
                let before = ledger.game().clone();
                let appended = ledger.append(0, CAMERA, fact.kind.clone());
                appended.expect("it happened");
                if matches!(fact.kind, EventKind::TileLaid { .. }) {
                    quiet = before;
                    continue;
                }
                // Where two stand, the other one could be what came elsewhere.
                let is_first = |chosen: &Seen| seen(&before).iter().all(|s| s.cell != chosen.cell);
                let Some(chosen) = haunted(&before, &fact.kind).filter(is_first) else {
                    continue;
                };
                let others = options(&before).into_iter();
                let others = others.filter_map(|option| haunted(&before, option.events.first()?));
                for other in others.filter(|other| other.cell != chosen.cell) {
                    let there = |before: &Game| [seen(before), vec![other]].concat();
                    let mut belief = Belief::new(Arc::new(RimGeometry));
                    belief.loose.seen = there(&before);
                    mistaken += u32::from(belief.judge_missed_choice(&ledger, &[]).is_some());
                    belief.loose.seen = there(&quiet);
                    belief.loose.note_odd(&quiet);
                    // Now it is not seen for a moment.
                    belief.loose.seen = seen(&before);
                    belief.loose.note(ledger.game(), &[]);
                    belief.loose.seen = there(&before);
                    belief.loose.note(ledger.game(), &[]);
                    let change = belief.judge_missed_choice(&ledger, &[]);
                    assert_eq!(change, None, "{other:?} instead of {chosen:?}");
                    tried += 1;
                }
            }
        }
        println!("{tried} tried, {mistaken} taken for another if nothing was odd");
        assert!(tried >= 10 && mistaken * 2 > tried, "{mistaken} of {tried}");
    }

    /// The game as a camera knew it that took the latest ghost to be put elsewhere.
    fn with_another_choice(log: &Log) -> Option<Log> {
        let facts = log.holding();
        let late = facts.len().saturating_sub(6);
        let at = (late..facts.len())
            .find(|&n| matches!(facts[n].kind, EventKind::GhostsMoved { .. }))?;
        let mut game = Game::new(log.game().setup().clone());
        let mut other = Log::new(log.game().setup().clone());
        for (n, fact) in facts.iter().enumerate() {
            let mut kind = fact.kind.clone();
            if n == at {
                let mut options = options(&game).into_iter();
                let another = options.find(|option| option.events[..] != [kind.clone()])?;
                kind = another.events.into_iter().next()?;
            }
            other.append(0, CAMERA, kind).ok()?;
            game.apply(fact.event, &fact.kind).ok()?;
        }
        Some(other)
    }
}
