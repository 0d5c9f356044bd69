//! Putting the past right: from the history, from the board, from a line of points.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::SourceState;
use tracker::command::Command;
use tracker::log::event::EventKind;

use crate::games::{ENGLISH, at_table, begun};

/// A city of two tiles with a knight, scored, and a road tile after it.
fn knight_game() -> nebelwacht_tests::scripted::MemoryLink {
    let link = begun(2);
    let tile = |id: &str, x, y, rotation| Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(id).unwrap(),
        rotation,
        garden: None,
    };
    link.send(tile("E", 0, -1, Rotation::R180));
    link.send(Command::PlaceFigure {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Red),
    });
    link.send(tile("U", 1, 0, Rotation::R90));
    assert!(link.notices().is_empty());
    link.sent();
    // A camera watched: the knight stays until it is seen to go home.
    link.set_source(SourceState::Ended);
    link
}

#[test]
fn an_old_entry_is_put_right_by_a_key() {
    let link = knight_game();
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::J);
    ui.run();
    ui.get_by_label_contains("Correct: Anna’s meeple").click();
    ui.run();
    let snapshot = link.snapshot();
    let guesses = &snapshot.questions[0].guesses;
    let ben = |guess: &tracker::snapshot::Guess| matches!(guess.meaning, tracker::snapshot::Meaning::Figure { color: Some(Color::Blue), at, .. } if at.segment == 0);
    let number = guesses.iter().position(ben).expect("it may be Ben's");
    assert!(number < 9 && guesses[number].overturns == 0);
    crate::playing::steady::wait(ui);
    ui.key_press([Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][number]);
    ui.run();
    let snapshot = link.snapshot();
    assert_eq!(snapshot.players[0].score, 0);
    assert_eq!(snapshot.players[1].score, 4, "{:?}", link.sent());
    ui.get_by_label("Counted again: Anna 4 ➡ 0, Ben 0 ➡ 4 (turn 1)");
    // And back.
    ui.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    ui.run();
    assert_eq!(link.snapshot().players[0].score, 4);
}

/// What can no longer have happened after a correction stays in the history and says why.
#[test]
fn an_entry_without_effect_says_why() {
    let link = knight_game();
    let history = link.snapshot().history.clone();
    let tile = history
        .iter()
        .find(|entry| matches!(&entry.what, EventKind::TileLaid { cell, .. } if *cell == Cell::new(0, -1)));
    let event = tile.expect("it lies").event;
    link.send(Command::Remove { event });
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::J);
    ui.run();
    assert!(
        ui.query_all_by_label_contains("no effect: ")
            .next()
            .is_some()
    );
}

#[test]
fn a_doubt_is_put_away_and_changes_nothing() {
    let link = knight_game();
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    // The start tile is in the middle of the board's left half with three tiles around it; its
    // name is found by its entry just as well.
    ui.key_press(Key::J);
    ui.run();
    ui.get_by_label_contains("Correct: Tile E").click();
    ui.run();
    let events = link.snapshot().history.clone();
    assert!(!link.snapshot().questions.is_empty());
    ui.key_press(Key::Escape);
    ui.run();
    assert!(link.snapshot().questions.is_empty());
    assert_eq!(link.snapshot().history, events);
}

#[test]
fn a_click_on_the_board_doubts_the_tile() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let board = ui.get_by_role_and_label(Role::Image, "Drawn board, 1 tile");
    let middle = board.rect().center();
    ui.hover_at(middle);
    ui.run();
    for pressed in [true, false] {
        ui.event(egui::Event::PointerButton {
            pos: middle,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        ui.run();
    }
    let event = link.snapshot().tiles[0].event;
    let doubt = tracker::belief::doubt::Doubt::Reading;
    assert_eq!(link.sent(), [Command::Doubt { event, doubt }]);
    // Without abbots nobody is asked about gardens.
    assert!(ui.query_by_label_contains("Tile A").is_some());
    assert!(ui.query_by_label_contains("garden").is_none());
}

#[test]
fn points_are_explained_and_doubted() {
    let link = knight_game();
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label_contains("Anna, 4 points").click();
    ui.run();
    ui.get_by_label("Anna +4: City finished");
    ui.get_by_label("2 tiles × 2 = 4");
    ui.get_by_role_and_label(Role::Button, "Tile E, 1 up from the start tile")
        .click();
    ui.run();
    assert!(matches!(link.sent()[..], [Command::Doubt { .. }]));
    ui.get_by_role_and_label(Role::Button, "Something was missed")
        .click();
    ui.run();
    ui.get_by_label("What was missed in this turn?");
}

#[test]
fn a_gap_says_what_fits() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let gap = "Gap at 1 up from the start tile: which tiles fit";
    ui.get_by_role_and_label(Role::Button, gap).click();
    ui.run();
    // Whatever has a city side fits; one copy of D lies already. Anna draws 36 of the 71, and
    // fewer than that do not fit.
    let catalogue = link.snapshot().setup.catalogue();
    let with_city = catalogue
        .faces()
        .filter(|face| face.edges.contains(&carcassonne::catalogue::Terrain::City));
    let fitting = with_city.map(|face| u32::from(face.copies)).sum::<u32>() - 1;
    ui.get_by_label(&format!("{fitting} of the 71 remaining tiles fit."));
    let percent = (f64::from(fitting) / 71.0 * 100.0).round();
    ui.get_by_label(&format!("Next tile: {percent}%"));
    ui.get_by_label("Anna draws one: 100%");
}

#[test]
fn the_palette_finds_commands_and_tiles() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press_modifiers(Modifiers::COMMAND, Key::K);
    ui.run();
    ui.event(egui::Event::Text("ben turn".to_owned()));
    ui.run();
    ui.key_press(Key::Enter);
    ui.run();
    assert_eq!(link.sent(), [Command::SetTurn { color: Color::Blue }]);
    ui.key_press_modifiers(Modifiers::COMMAND, Key::K);
    ui.run();
    ui.event(egui::Event::Text("rrrr".to_owned()));
    ui.run();
    ui.key_press(Key::Enter);
    ui.run();
    ui.key_press(Key::ArrowRight);
    ui.key_press(Key::Enter);
    ui.run();
    assert_eq!(link.snapshot().tiles.last().unwrap().face.as_str(), "X");
    assert_eq!(link.snapshot().turn.player, Some(Color::Blue));
}

/// Enter does what has the keyboard; the table's keys rest, and what cannot be done is not offered.
#[test]
fn the_palette_has_the_keys_while_it_is_open() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press_modifiers(Modifiers::COMMAND, Key::K);
    ui.run();
    ui.event(egui::Event::Text("play again".to_owned()));
    ui.run();
    assert!(ui.query_by_label("Play again").is_none());
    ui.key_press(Key::Escape);
    ui.run();
    ui.key_press_modifiers(Modifiers::COMMAND, Key::K);
    ui.run();
    ui.event(egui::Event::Text("it is turn".to_owned()));
    ui.run();
    for key in [Key::Tab, Key::Tab, Key::B, Key::Enter] {
        ui.key_press(key);
        ui.run();
    }
    assert_eq!(link.sent(), [Command::SetTurn { color: Color::Blue }]);
    ui.get_by_label_contains("Drawn board");
}

#[test]
fn a_saved_game_is_deleted_only_when_that_is_confirmed() {
    use nebelwacht_tests::scripted::{Asked, MemoryProgram};
    use nebelwacht_ui::store::records::SavedGame;
    let mut program = MemoryProgram::new(begun(2));
    program.games = vec![SavedGame {
        record: "a.jsonl".into(),
        played: "2026-11-20 21:10".into(),
        players: vec!["Anna".into(), "Ben".into()],
        turns: 23,
        over: true,
        scores: Vec::new(),
        winners: Vec::new(),
    }];
    let mut shown = crate::games::open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Open a game")
        .click();
    ui.run();
    let delete = "Delete: Anna, Ben, 20 Nov 2026, 21:10";
    ui.get_by_role_and_label(Role::Button, delete).click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Keep it").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, delete).click();
    ui.run();
    assert!(shown.asked.borrow().is_empty());
    ui.get_by_role_and_label(Role::Button, "Delete for good")
        .click();
    ui.run();
    assert_eq!(*shown.asked.borrow(), [Asked::Delete("a.jsonl".into())]);
    assert!(ui.query_by_label(delete).is_none());
}

#[test]
fn a_camera_joins_a_game_that_was_kept_by_hand() {
    use nebelwacht_tests::scripted::{Asked, MemoryProgram};
    use nebelwacht_ui::run::link::{CameraChoice, Source};
    let link = begun(2);
    let record = std::path::PathBuf::from("a.jsonl");
    link.set_record(&record);
    let mut program = MemoryProgram::new(link.clone());
    program.cameras = vec![CameraChoice {
        index: 2,
        name: "Garden Camera".into(),
        trouble: None,
    }];
    let mut shown = crate::games::open(program, ENGLISH, true);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Camera on or off")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Camera: Garden Camera")
        .click();
    ui.run();
    let asked = Asked::Open(record.clone(), Source::Camera(2));
    assert_eq!(*shown.asked.borrow(), [asked]);
    // And it may leave again.
    link.set_source(nebelwacht_ui::run::news::SourceState::Running);
    let ui = &mut shown.harness;
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Camera on or off")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Nothing: continue by hand")
        .click();
    ui.run();
    assert_eq!(shown.asked.borrow()[1], Asked::Open(record, Source::ByHand));
}
