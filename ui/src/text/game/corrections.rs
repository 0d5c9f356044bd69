//! Sentences about what was noted, corrected and counted again.

use tracker::log::event::By;
use tracker::log::history::{Entry, EntryState};
use tracker::log::recount::Recount;
use tracker::snapshot::{Guess, Snapshot};

use crate::text::{Words, capital, message};

impl Words {
    /// What an entry of the history says, in one line.
    pub fn entry(self, snapshot: &Snapshot, entry: &Entry) -> String {
        capital(&self.event(snapshot, &entry.what))
    }

    /// Who says so, and what became of it.
    pub fn entry_state(self, snapshot: &Snapshot, entry: &Entry) -> String {
        let by = match entry.by {
            By::Camera { confidence, .. } => {
                let percent = (confidence * 100.0).round() as i64;
                self.with(message::HistoryCamera { percent })
            }
            By::Person => self.say(message::HISTORY_PERSON),
            By::Rule => self.say(message::HISTORY_RULE),
        };
        let state = match &entry.state {
            EntryState::Holds => return by,
            EntryState::Corrected { was } => {
                let was = self.event(snapshot, was);
                self.with(message::HistoryWas { what: was })
            }
            EntryState::Removed { by: _ } => self.say(message::HISTORY_REMOVED),
            EntryState::Undone => self.say(message::HISTORY_UNDONE),
            EntryState::Refused { fault } => {
                let why = self.rule_fault(snapshot, fault);
                self.with(message::HistoryRefused { why })
            }
        };
        format!("{by} · {state}")
    }

    /// What a change to the past did to the points.
    pub fn recount(self, snapshot: &Snapshot, recount: &Recount) -> String {
        let scores = recount.scores.iter().map(|change| {
            let name = self.scorer(snapshot, change.color);
            self.with(message::ChangedScore {
                name,
                was: change.was,
                now: change.now,
            })
        });
        let scores: Vec<String> = scores.collect();
        let mut text = if scores.is_empty() {
            self.say(message::CHANGED_NOTHING)
        } else {
            let mut turns: Vec<u32> = recount.turns.iter().map(|change| change.turn).collect();
            turns.dedup();
            let numbers: Vec<String> = turns.iter().map(ToString::to_string).collect();
            let turns = self.with(message::ChangedTurns {
                count: numbers.len(),
                turns: numbers.join(", "),
            });
            let what = format!("{} ({turns})", scores.join(", "));
            self.with(message::ChangedWhat { what })
        };
        if let count @ 1.. = recount.without_effect.len() {
            text.push(' ');
            text += &self.with(message::ChangedWithoutEffect { count });
        }
        text
    }

    /// How much of what came later an answer would leave without effect; nothing if none.
    pub fn overturns(self, guess: &Guess) -> Option<String> {
        let count = guess.overturns;
        (count > 0).then(|| self.with(message::DoubtOverturns { count }))
    }

    /// A chance in percent: never 0 for what may happen, nor 100 for what may not.
    pub fn percent(self, chance: f64) -> String {
        let percent = (chance * 100.0).round();
        if chance > 0.0 && percent < 1.0 {
            return self.say(message::HOLE_NEVER);
        }
        let sure = chance >= 1.0;
        format!("{}", if sure { 100.0 } else { percent.min(99.0) })
    }
}
