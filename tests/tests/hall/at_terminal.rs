//! A game without a window, whose result somebody confirms at the terminal.

use std::sync::Arc;

use hall::wall::Table;
use nebelwacht_tests::halls::broker::Broker;
use nebelwacht_ui::cli::follow::confirm;
use nebelwacht_ui::hall::Messenger;
use nebelwacht_ui::run::actors::tracking::TrackedGame;
use nebelwacht_ui::run::live_game::{Beside, LiveGame};
use tracker::command::Command;
use vision::source::frame::MachineClock;
use vision::source::mailbox::mailbox;

use super::{names, of_table, state_of, until, wanted, watcher};

#[test]
fn a_result_that_is_confirmed_unasked_is_not_asked_about() {
    let setup = "players=Anna:red,Ben:blue".parse().unwrap();
    let mut game = LiveGame::new(setup, Arc::new(MachineClock::start()));
    let mut typed = &b"\ne\nis it right?\n"[..];
    assert!(
        !confirm::ask_over(&mut typed, &mut game),
        "Enter alone ends nothing"
    );
    assert!(confirm::ask_over(&mut typed, &mut game));
    assert!(
        confirm::ask_over(&mut typed, &mut game),
        "it is over already"
    );
    assert_eq!(typed, b"is it right?\n");
}

#[test]
fn a_key_confirms_the_result_of_a_game_without_a_window() {
    let Some(broker) = Broker::start(&names(1)).unwrap() else {
        return;
    };
    let watcher = watcher(&broker);
    let setup = "players=Anna:red,Ben:blue".parse().unwrap();
    let mut game = LiveGame::new(setup, Arc::new(MachineClock::start()));
    let (games, shown) = mailbox();
    game.show_to(Beside { games, looks: None });
    let wanted = wanted(&broker, "t1", broker.address());
    let messenger = Messenger::open(&wanted, Arc::new(shown), game.published()).unwrap();
    let tile = Command::PlaceTile {
        cell: carcassonne::geometry::Cell::new(0, 0),
        face: carcassonne::catalogue::face_id("D").unwrap(),
        rotation: carcassonne::geometry::Rotation::R0,
        garden: None,
    };
    game.command(tile).unwrap();
    TrackedGame::snapshot(&mut game);
    until("the tile is told", || {
        state_of(&watcher, "t1").is_some_and(|state| state.tiles == 1)
    });

    let mut type_in = |typed: &str| {
        confirm::ask(&mut typed.as_bytes(), &mut game, &messenger);
        game.snapshot().over
    };
    assert!(!type_in("\n"), "Enter alone ends nothing");
    assert!(!type_in(""), "nobody there has agreed to nothing");
    assert!(type_in("e\nno\n"), "it is over");
    until("the end is told", || {
        state_of(&watcher, "t1").is_some_and(|state| state.over)
    });
    assert!(!messenger.seat().confirmed, "its result is not confirmed");
    assert_eq!(of_table(&watcher, "t1", Table::is_final), Some(false));
    assert!(type_in("E\n"));
    until("the result is final", || {
        of_table(&watcher, "t1", Table::is_final) == Some(true)
    });
    assert!(messenger.seat().confirmed);
    assert!(type_in("nobody is asked twice"));
}
