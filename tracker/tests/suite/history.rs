//! What has happened as a list: where each thing stands in it, and what became of it.

use carcassonne::piece::Color;
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::event::{EventId, EventKind};
use tracker::log::history::EntryState;

use crate::corrections::small_game;

#[test]
fn the_past_is_listed_with_what_was_taken_back() {
    let mut tracker = small_game();
    let ids: Vec<EventId> = tracker
        .log()
        .events()
        .iter()
        .map(|event| event.id)
        .collect();
    tracker
        .command(0, Command::Remove { event: ids[2] })
        .expect("removed");
    tracker.command(0, Command::Undo).expect("it did happen");
    tracker
        .command(0, Command::Undo)
        .expect("the last tile never lay");
    let history = tracker.snapshot().history.clone();
    let states: Vec<_> = history
        .iter()
        .map(|entry| (entry.event, entry.turn, &entry.state))
        .collect();
    let holds = &EntryState::Holds;
    let all = [
        (ids[0], 0, holds),
        (ids[1], 1, holds),
        (ids[2], 1, holds),
        (ids[3], 1, &EntryState::Undone),
    ];
    assert_eq!(states, all);
    tracker
        .command(0, Command::Remove { event: ids[2] })
        .expect("removed");
    let history = tracker.snapshot().history.clone();
    assert!(
        matches!(history[2].state, EntryState::Removed { .. }),
        "{history:?}"
    );
    // What was removed may hold again.
    let doubt = Command::Doubt {
        event: ids[2],
        doubt: Doubt::Reading,
    };
    tracker.command(0, doubt).expect("asked");
    let question = tracker.snapshot().questions[0].id;
    tracker
        .command(0, Command::Accept { question })
        .expect("it did happen");
    assert_eq!(tracker.snapshot().history[2].state, EntryState::Holds);
}

/// What was put into the past later stands there, and what no longer holds stays where it was noted.
#[test]
fn what_is_put_in_later_draws_nothing_to_itself() {
    let mut tracker = small_game();
    let events = tracker.log().events().iter();
    let ids: Vec<EventId> = events.map(|event| event.id).collect();
    tracker
        .command(0, Command::Remove { event: ids[3] })
        .expect("removed");
    let (color, points) = (Color::Blue, 2);
    let missed = Command::Insert {
        before: ids[2],
        what: EventKind::Points { color, points },
    };
    let put_in = tracker.command(0, missed).expect("put in")[0].id;
    let history = tracker.snapshot().history.clone();
    let listed: Vec<EventId> = history.iter().map(|entry| entry.event).collect();
    assert_eq!(listed, [ids[0], ids[1], put_in, ids[2], ids[3]]);
}
