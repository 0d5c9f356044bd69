//! What a change to the past did to the points, in few words: the "what changed" line.
//!
//! Compares the points before and after; the open turn's count as if it ended now, so that a
//! correction of the newest tile shows at once. Only what differs is named.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::event::{Event, EventId};
use crate::log::Log;
use crate::rules::told::Rejected;
use carcassonne::piece::Color;

/// What a change did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recount {
    /// The event that changed the past.
    pub change: EventId,
    /// Whose score is another one now; `None` is the team.
    pub scores: Vec<ScoreChange>,
    /// Turns that give other points than before.
    pub turns: Vec<TurnChange>,
    /// Later events that have no effect any more.
    pub without_effect: Vec<Rejected>,
}

/// A score that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreChange {
    /// Whose; `None` is the team.
    pub color: Option<Color>,
    /// Points before.
    pub was: i32,
    /// Points now.
    pub now: i32,
}

/// A turn that gives one player other points than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnChange {
    /// Which turn.
    pub turn: u32,
    /// Whose points; `None` is the team.
    pub color: Option<Color>,
    /// Points before.
    pub was: i32,
    /// Points now.
    pub now: i32,
}

/// The points at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    scores: BTreeMap<Option<Color>, i32>,
    turns: BTreeMap<(u32, Option<Color>), i32>,
    rejected: Vec<Rejected>,
}

impl Standing {
    /// The points of a log's game.
    pub fn of(log: &Log) -> Self {
        let game = log.game().after_turn();
        let players = game.players().iter().map(|p| (Some(p.color), p.score));
        let mut turns = BTreeMap::new();
        for line in game.lines() {
            let points: &mut i32 = turns.entry((line.turn, line.color)).or_default();
            *points = points.saturating_add(line.points);
        }
        Self {
            scores: players.chain([(None, game.team_score())]).collect(),
            turns,
            rejected: log.rejected(),
        }
    }

    /// What changed since `before`, if the past did: by the newest of `events` that is no fact.
    pub fn since(&self, before: &Self, events: &[Event]) -> Option<Recount> {
        let change = events.iter().rev().find(|event| !event.kind.is_fact())?.id;
        let fresh = self.rejected.iter();
        Some(Recount {
            change,
            scores: differing(&before.scores, &self.scores)
                .map(|(color, was, now)| ScoreChange { color, was, now })
                .collect(),
            turns: differing(&before.turns, &self.turns)
                .map(|((turn, color), was, now)| TurnChange {
                    turn,
                    color,
                    was,
                    now,
                })
                .collect(),
            without_effect: fresh
                .filter(|rejected| !before.rejected.contains(rejected))
                .cloned()
                .collect(),
        })
    }
}

/// The keys whose values differ, with both; a missing value is 0.
fn differing<K: Ord + Copy>(
    before: &BTreeMap<K, i32>,
    after: &BTreeMap<K, i32>,
) -> impl Iterator<Item = (K, i32, i32)> {
    let mut all: BTreeMap<K, (i32, i32)> =
        before.iter().map(|(&key, &was)| (key, (was, 0))).collect();
    for (&key, &now) in after {
        all.entry(key).or_default().1 = now;
    }
    let changed = all.into_iter().filter(|(_, (was, now))| was != now);
    changed.map(|(key, (was, now))| (key, was, now))
}
