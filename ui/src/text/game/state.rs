//! What the camera thinks right now, in words, with the reason and what to do.

use carcassonne::seen::{Calm, LostReason};
use tracker::snapshot::Snapshot;

use crate::run::news::SourceState;
use crate::text::{Text, Words, message};

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
    let say = |mark, title: Text, help: Text| State {
        mark,
        title: words.say(title),
        help: words.say(help),
    };
    // A record that cannot be written concerns everybody, so it takes the second line
    // whatever the camera thinks.
    if let Some(why) = &snapshot.health.storage {
        let mut state = watching(words, snapshot, source, &say);
        state.mark = Mark::Wrong;
        state.help = words.with(message::StateStorage { why });
        return state;
    }
    watching(words, snapshot, source, &say)
}

/// That the tiles on the table look different from the pack at work.
pub fn foreign(words: Words) -> State {
    State {
        mark: Mark::Wrong,
        title: words.say(message::FOREIGN_TITLE),
        help: words.say(message::FOREIGN_HELP),
    }
}

fn watching(
    words: Words,
    snapshot: &Snapshot,
    source: &SourceState,
    say: &dyn Fn(Mark, Text, Text) -> State,
) -> State {
    if snapshot.over {
        return say(Mark::Good, message::STATE_OVER, message::STATE_OVER_HELP);
    }
    match source {
        SourceState::None => {
            return say(
                Mark::Good,
                message::STATE_BY_HAND,
                message::STATE_BY_HAND_HELP,
            );
        }
        SourceState::Opening => {
            return say(
                Mark::Wait,
                message::STATE_OPENING,
                message::STATE_OPENING_HELP,
            );
        }
        SourceState::Ended => {
            return say(Mark::Wait, message::STATE_ENDED, message::STATE_ENDED_HELP);
        }
        SourceState::Failed(error) => {
            let (what, help) = words.no_pictures(error);
            return State {
                mark: Mark::Wrong,
                title: words.say(message::STATE_FAILED),
                help: words.with(message::StateFailedHelp { what, help }),
            };
        }
        SourceState::Running => {}
    }
    if snapshot.health.paused {
        return say(
            Mark::Wait,
            message::STATE_PAUSED,
            message::STATE_PAUSED_HELP,
        );
    }
    match snapshot.health.calm {
        None => say(
            Mark::Wait,
            message::STATE_WAITING,
            message::STATE_WAITING_HELP,
        ),
        Some(Calm::Moving) => say(
            Mark::Wait,
            message::STATE_MOVING,
            message::STATE_MOVING_HELP,
        ),
        Some(Calm::Hand) => say(Mark::Wait, message::STATE_HAND, message::STATE_HAND_HELP),
        Some(Calm::Lost(reason)) => {
            let (title, help) = match reason {
                LostReason::NoTiles => (message::STATE_LOST_TILES, message::STATE_LOST_TILES_HELP),
                LostReason::Unreadable => (
                    message::STATE_LOST_UNREADABLE,
                    message::STATE_LOST_UNREADABLE_HELP,
                ),
                LostReason::Bumped => (message::STATE_LOST_BUMPED, message::STATE_LOST_BUMPED_HELP),
                LostReason::Light => (message::STATE_LOST_LIGHT, message::STATE_LOST_LIGHT_HELP),
                LostReason::NoPicture => (
                    message::STATE_LOST_PICTURE,
                    message::STATE_LOST_PICTURE_HELP,
                ),
            };
            say(Mark::Wrong, title, help)
        }
        Some(Calm::Still) if snapshot.desync.is_some() => say(
            Mark::Wrong,
            message::STATE_DESYNC,
            message::STATE_DESYNC_HELP,
        ),
        Some(Calm::Still) if !snapshot.health.cut.is_empty() => {
            say(Mark::Wrong, message::STATE_CUT, message::STATE_CUT_HELP)
        }
        Some(Calm::Still) if !snapshot.health.pending.is_empty() => say(
            Mark::Wait,
            message::STATE_READING,
            message::STATE_READING_HELP,
        ),
        Some(Calm::Still) => say(Mark::Good, message::STATE_STILL, message::STATE_STILL_HELP),
    }
}
