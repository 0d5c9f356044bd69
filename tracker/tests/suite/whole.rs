//! A tracker with its record on disk: played by hand, broken off, continued.

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::command::Command;
use tracker::log::journal::Journal;
use tracker::log::record::{Header, Record};
use tracker::setup::Setup;
use tracker::snapshot::{Reminder, ReminderKind};
use tracker::{CommandError, GRACE_MS, Tracker};

fn tile(face: &str, x: i32, y: i32, rotation: Rotation) -> Command {
    let face = face_id(face).unwrap();
    Command::PlaceTile {
        cell: Cell::new(x, y),
        face,
        rotation,
        garden: None,
    }
}

fn meeple(x: i32, y: i32, segment: usize, color: Color) -> Command {
    let figure = FigureKind::Meeple;
    Command::PlaceFigure {
        cell: Cell::new(x, y),
        segment,
        figure,
        color: Some(color),
    }
}

#[test]
fn a_game_by_hand_survives_being_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let setup: Setup = "players=Anna:red,Ben:blue".parse().unwrap();
    let mut tracker = Tracker::new(Arc::new(setup.clone()), Arc::new(RimGeometry));
    tracker.write_to(Journal::create(&path, &Header::new(setup, None)).unwrap());
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    tracker
        .command(1, tile("E", 0, -1, Rotation::R180))
        .unwrap();
    tracker.command(2, meeple(0, -1, 0, Color::Red)).unwrap();
    let open = tracker.snapshot();
    assert_eq!(open.players[0].provisional_score, 4);
    assert_eq!(open.players[0].score, 0);
    assert_eq!(open.turn.player, Some(Color::Red));
    tracker.command(3, tile("U", 1, 0, Rotation::R270)).unwrap();

    let closed = tracker.snapshot();
    drop(tracker);
    let reopened = Journal::reopen(&path).unwrap();
    let mut again = Tracker::resume(&reopened.record, Arc::new(RimGeometry));
    again.write_to(reopened.journal);
    let (mut a, mut b) = ((*closed).clone(), (*again.snapshot()).clone());
    (a.version, b.version) = (0, 0);
    assert_eq!(a, b);
    assert_eq!(b.players[0].score, 4);
    assert_eq!(b.players[0].name, "Anna");
    assert_eq!(b.turn.player, Some(Color::Blue));

    let first = again.snapshot_at(1);
    assert_eq!((first.turn.number, first.tiles.len()), (1, 2));
    assert_eq!(first.players[0].provisional_score, 4);
    assert_eq!(again.snapshot_at(0).tiles.len(), 1);
    assert_eq!(again.snapshot_at(99).tiles.len(), 3);

    again.command(4, Command::EndGame).unwrap();
    assert!(again.snapshot().over);
    again.command(5, Command::Undo).unwrap();
    assert!(!again.snapshot().over);
    let events = Record::read(&std::fs::read(&path).unwrap())
        .unwrap()
        .events()
        .count();
    assert_eq!(events, 6, "history is never deleted");
}

#[test]
fn a_correction_in_the_past_scores_anew() {
    let setup: Setup = "players=red,blue".parse().unwrap();
    let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    let laid = tracker
        .command(1, tile("E", 0, -1, Rotation::R180))
        .unwrap()[0]
        .clone();
    let placed = tracker.command(2, meeple(0, -1, 0, Color::Red)).unwrap()[0].clone();
    tracker.command(3, tile("U", 1, 0, Rotation::R90)).unwrap();
    assert_eq!(tracker.snapshot().players[0].score, 4);
    // It was a farmer.
    let mut farmer = placed.kind.clone();
    if let tracker::event::EventKind::FigurePlaced { segment, .. } = &mut farmer {
        *segment = 1;
    }
    tracker
        .command(
            4,
            Command::Correct {
                event: placed.id,
                to: farmer,
            },
        )
        .unwrap();
    let snapshot = tracker.snapshot();
    assert_eq!(snapshot.players[0].score, 0);
    assert_eq!(snapshot.players[0].projected_score, 3);
    // Without the tile the figure has nothing to stand on: it is listed, not lost.
    tracker
        .command(5, Command::Remove { event: laid.id })
        .unwrap();
    assert_eq!(tracker.snapshot().rejected.len(), 1);
    tracker.command(6, Command::Undo).unwrap();
    tracker.command(7, Command::Undo).unwrap();
    assert_eq!(tracker.snapshot().players[0].score, 4);
    tracker.command(8, Command::Redo).unwrap();
    assert_eq!(tracker.snapshot().players[0].score, 0);
}

#[test]
fn a_refused_command_says_why() {
    let setup: Setup = "players=red,blue; farmers=off".parse().unwrap();
    let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    assert_eq!(
        tracker.command(0, Command::Undo),
        Err(CommandError::NothingToUndo)
    );
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    let why = |tracker: &mut Tracker, command| tracker.command(0, command).unwrap_err().to_string();
    assert_eq!(
        why(&mut tracker, tile("E", 0, -1, Rotation::R0)),
        "its South side is Field, but D at (0, 0) shows City"
    );
    assert!(why(&mut tracker, tile("Z9", 0, -1, Rotation::R0)).contains("no face `Z9`"));
    assert!(why(&mut tracker, meeple(0, 0, 0, Color::Red)).contains("no turn is open"));
    tracker.command(0, tile("U", 1, 0, Rotation::R90)).unwrap();
    assert!(why(&mut tracker, meeple(1, 0, 1, Color::Red)).contains("farmers are switched off"));
    assert!(why(&mut tracker, meeple(1, 0, 0, Color::Pink)).contains("nobody plays pink"));
    assert!(why(&mut tracker, meeple(1, 0, 9, Color::Red)).contains("no segment 9"));
    tracker.command(0, meeple(1, 0, 0, Color::Blue)).unwrap();
    assert!(why(&mut tracker, meeple(1, 0, 0, Color::Red)).contains("already been placed"));
    let discard = Command::DiscardTile {
        face: face_id("U").unwrap(),
    };
    assert!(why(&mut tracker, discard).contains("fits somewhere"));
    let fitting = tracker.fitting(Cell::new(0, -1));
    assert!(
        fitting
            .iter()
            .any(|(face, _, left)| face.as_str() == "C" && *left == 1)
    );
    assert!(!fitting.iter().any(|(face, ..)| face.as_str() == "X"));
}

/// Somebody forgets to move the mage: the reminder says so after the grace time, and is gone
/// with the move.
#[test]
fn a_missed_step_is_told_after_the_grace_time() {
    let setup = "modules=mage_and_witch; players=red,blue".parse().unwrap();
    let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    tracker
        .command(1_000, tile("MW1", 1, 0, Rotation::R0))
        .unwrap();
    let overdue = |tracker: &mut Tracker| {
        let snapshot = tracker.snapshot();
        let reminders = snapshot.reminders.iter();
        let of_mage = |r: &&Reminder| matches!(r.kind, ReminderKind::MageAndWitch(_));
        reminders
            .filter(of_mage)
            .map(|r| r.overdue)
            .collect::<Vec<_>>()
    };
    assert_eq!(overdue(&mut tracker), [false]);
    let blue = Command::SetTurn { color: Color::Blue };
    tracker.command(1_000 + GRACE_MS - 1, blue.clone()).unwrap();
    assert_eq!(overdue(&mut tracker), [false]);
    tracker.command(1_000 + GRACE_MS, blue).unwrap();
    assert_eq!(overdue(&mut tracker), [true]);
    let choice = tracker.snapshot().choices[0].id.clone();
    let chosen = Command::Choose { choice, option: 0 };
    tracker.command(2_000 + GRACE_MS, chosen).unwrap();
    assert_eq!(overdue(&mut tracker), [false; 0]);
}
