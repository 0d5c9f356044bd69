//! What the camera thinks right now, in words, with the reason and what to do.

use carcassonne::seen::{Calm, LostReason};
use tracker::snapshot::Snapshot;

use crate::run::news::SourceState;
use crate::text::Words;

/// How urgent it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// All is well.
    Good,
    /// It will pass by itself.
    Wait,
    /// Somebody has to do something.
    Wrong,
}

/// What to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How urgent it is.
    pub mark: Mark,
    /// What is the case.
    pub title: String,
    /// Why, or what to do.
    pub help: String,
}

/// What the camera thinks.
pub fn state(words: Words, snapshot: &Snapshot, source: &SourceState) -> State {
    let say = |mark, title: &str, help: &str| State {
        mark,
        title: words.say(title),
        help: words.say(help),
    };
    // A record that cannot be written concerns everybody, so it takes the second line
    // whatever the camera thinks.
    if let Some(why) = &snapshot.health.storage {
        let mut state = watching(words, snapshot, source, &say);
        state.mark = Mark::Wrong;
        state.help = words.with("state-storage", &[("why", why.as_str().into())]);
        return state;
    }
    watching(words, snapshot, source, &say)
}

/// That the tiles on the table look different from the pack at work.
pub fn foreign(words: Words) -> State {
    State {
        mark: Mark::Wrong,
        title: words.say("foreign-title"),
        help: words.say("foreign-help"),
    }
}

fn watching(
    words: Words,
    snapshot: &Snapshot,
    source: &SourceState,
    say: &dyn Fn(Mark, &str, &str) -> State,
) -> State {
    if snapshot.over {
        return say(Mark::Good, "state-over", "state-over-help");
    }
    match source {
        SourceState::None => return say(Mark::Good, "state-by-hand", "state-by-hand-help"),
        SourceState::Opening => return say(Mark::Wait, "state-opening", "state-opening-help"),
        SourceState::Ended => return say(Mark::Wait, "state-ended", "state-ended-help"),
        SourceState::Failed(error) => {
            let (what, help) = words.no_pictures(error);
            let args = [("what", what.into()), ("help", help.into())];
            return State {
                mark: Mark::Wrong,
                title: words.say("state-failed"),
                help: words.with("state-failed-help", &args),
            };
        }
        SourceState::Running => {}
    }
    if snapshot.health.paused {
        return say(Mark::Wait, "state-paused", "state-paused-help");
    }
    match snapshot.health.calm {
        None => say(Mark::Wait, "state-waiting", "state-waiting-help"),
        Some(Calm::Moving) => say(Mark::Wait, "state-moving", "state-moving-help"),
        Some(Calm::Hand) => say(Mark::Wait, "state-hand", "state-hand-help"),
        Some(Calm::Lost(reason)) => {
            let (title, help) = match reason {
                LostReason::NoTiles => ("state-lost-tiles", "state-lost-tiles-help"),
                LostReason::Unreadable => ("state-lost-unreadable", "state-lost-unreadable-help"),
                LostReason::Bumped => ("state-lost-bumped", "state-lost-bumped-help"),
                LostReason::Light => ("state-lost-light", "state-lost-light-help"),
                LostReason::NoPicture => ("state-lost-picture", "state-lost-picture-help"),
            };
            say(Mark::Wrong, title, help)
        }
        Some(Calm::Still) if snapshot.desync.is_some() => {
            say(Mark::Wrong, "state-desync", "state-desync-help")
        }
        Some(Calm::Still) if !snapshot.health.cut.is_empty() => {
            say(Mark::Wrong, "state-cut", "state-cut-help")
        }
        Some(Calm::Still) if !snapshot.health.pending.is_empty() => {
            say(Mark::Wait, "state-reading", "state-reading-help")
        }
        Some(Calm::Still) => say(Mark::Good, "state-still", "state-still-help"),
    }
}
