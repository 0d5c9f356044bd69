//! From the start screen to the table, and back.

use carcassonne::piece::Color;
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{Asked, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::ThemeChoice;
use nebelwacht_ui::run::link::{CameraChoice, Source};
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::window::App;
use tracker::rules::Expansion;
use tracker::setup::StartTile;

use crate::games::{ENGLISH, Look, begun, open};
use crate::start::evening::drop_on;

fn program() -> MemoryProgram {
    MemoryProgram::new(begun(2))
}

#[test]
fn from_the_start_screen_through_a_new_game_to_the_table() {
    let mut shown = open(program(), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Keep score by hand")
        .click();
    ui.run();
    ui.get_by_label("Name of player 1").focus();
    ui.run();
    ui.get_by_label("Name of player 1").type_text("Anna");
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Add a player")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::CheckBox, "Abbot and gardens")
        .click();
    ui.get_by_role_and_label(Role::CheckBox, "Farmers").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Start the game")
        .click();
    ui.run();
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(game.source, Source::ByHand);
    assert_eq!(game.setup.players.len(), 3);
    assert_eq!(game.setup.players[0].name, "Anna");
    assert_eq!(game.setup.players[2].color, Color::Yellow);
    assert_eq!(game.setup.modules, [Expansion::Abbot]);
    assert!(!game.setup.options.farmers);
    assert_eq!(game.setup.start, StartTile::default());
    shown
        .harness
        .get_by_role_and_label(Role::Button, "End turn");
    shown.harness.get_by_label("Drawn board, 1 tile");
}

#[test]
fn a_camera_is_chosen_by_itself_and_a_broken_one_says_why() {
    let mut program = program();
    program.cameras = vec![
        CameraChoice {
            index: 0,
            name: "Built-in".into(),
            trouble: Some("/dev/video0: Device or resource busy (os error 16)".into()),
        },
        CameraChoice {
            index: 2,
            name: "Table cam".into(),
            trouble: None,
        },
    ];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Use my camera")
        .click();
    ui.run();
    let built_in = ui.get_by_role_and_label(Role::RadioButton, "Built-in");
    assert!(built_in.accesskit_node().is_disabled());
    ui.get_by_label_contains("Another program is using it. Close that program");
    ui.get_by_role_and_label(Role::Button, "Start the game")
        .click();
    ui.run();
    let asked = shown.asked.borrow();
    assert!(
        matches!(asked.as_slice(), [Asked::Start(game)]
            if game.source == Source::Camera(2) && game.pack.is_none()),
        "{asked:?}"
    );
}

#[test]
fn without_a_camera_the_screen_says_what_to_do() {
    let mut shown = open(program(), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Use my camera")
        .click();
    ui.run();
    ui.get_by_label("No camera was found. Plug one in and look again, or keep score by hand.");
    ui.get_by_role_and_label(Role::Button, "Start the game")
        .click();
    ui.run();
    ui.get_by_label("Say which camera, film or address to watch.");
    assert!(shown.asked.borrow().is_empty());
}

#[test]
fn a_failure_is_said_with_its_remedy_and_goes_away() {
    let mut program = program();
    program.failure = Some(OpenError::Folder {
        folder: "/games".into(),
        why: "read-only file system".into(),
    });
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Watch the demo")
        .click();
    ui.run();
    ui.get_by_label("Nothing can be saved in /games: read-only file system");
    ui.get_by_label("Free some space, or start with --data-dir and another folder.");
    ui.get_by_role_and_label(Role::Button, "Close").click();
    ui.run();
    assert!(ui.query_by_label_contains("read-only").is_none());
    assert_eq!(*shown.asked.borrow(), [Asked::Demo]);
}

#[test]
fn the_unfinished_game_is_offered_first_and_others_are_listed() {
    let mut program = program();
    let saved = |record: &str, players: [&str; 2], over| SavedGame {
        record: record.into(),
        played: "2026-11-20 21:10".into(),
        players: players.map(str::to_owned).into(),
        turns: 12,
        over,
        scores: Vec::new(),
        winners: Vec::new(),
    };
    program.games = vec![
        saved("old.jsonl", ["Anna", "Ben"], true),
        saved("open.jsonl", ["Clara", "Emil"], false),
    ];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Open a game")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "View: Anna, Ben, 20 Nov 2026, 21:10")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Start screen")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Continue the unfinished game")
        .click();
    ui.run();
    assert_eq!(
        *shown.asked.borrow(),
        [
            Asked::Open("old.jsonl".into(), Source::ByHand),
            Asked::Open("open.jsonl".into(), Source::AsBefore)
        ]
    );
}

#[test]
fn language_and_theme_switch_at_once_and_are_kept() {
    let mut shown = open(program(), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Deutsch").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Vorführung ansehen");
    assert_eq!(shown.settings.borrow().language.as_deref(), Some("de"));
    ui.get_by_role_and_label(Role::Button, "Farben: hell")
        .click();
    ui.run();
    assert_eq!(shown.settings.borrow().theme, ThemeChoice::Dark);
    assert!(ui.ctx.global_style().visuals.dark_mode);
}

#[test]
fn a_german_start_is_german() {
    let look = Look {
        language: "de",
        theme: ThemeChoice::Dark,
        ..ENGLISH
    };
    let shown = open(program(), look, false);
    shown
        .harness
        .get_by_role_and_label(Role::Button, "Spiel öffnen");
}

/// Names one after the other by keys alone; the next evening the same people begin with one key.
#[test]
fn three_names_are_typed_one_after_the_other_and_remembered() {
    let program = program();
    let groups = program.groups.clone();
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Keep score by hand")
        .click();
    ui.run();
    for (name, then) in [("Anna", Key::Enter), ("Ben", Key::Tab)] {
        ui.event(Event::Text(name.into()));
        ui.run();
        ui.key_press(then);
        ui.run();
    }
    // The button for a further player has the keyboard, and its name comes next.
    ui.key_press(Key::Enter);
    ui.run();
    ui.event(Event::Text("Clara".into()));
    ui.run();
    for _ in 0..2 {
        ui.key_press(Key::Enter);
        ui.run();
    }
    {
        let asked = shown.asked.borrow();
        let [Asked::Start(game)] = asked.as_slice() else {
            panic!("{asked:?}");
        };
        let names: Vec<&str> = game.setup.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Ben", "Clara"]);
    }
    let mut next = self::program();
    next.groups = groups;
    let mut shown = open(next, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Keep score by hand")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "The group Anna, Ben, Clara, with its rules");
    ui.key_press(Key::Enter);
    ui.run();
    let asked = shown.asked.borrow();
    assert!(
        matches!(asked.as_slice(), [Asked::Start(game)] if game.setup.players.len() == 3),
        "{asked:?}"
    );
}

/// A group brings its house rules along, and the box's own are one click away.
#[test]
fn house_rules_are_kept_with_the_group() {
    let mut program = program();
    let setup: tracker::setup::Setup =
        "modules=mage_and_witch; farmers=no; players=Anna:red,Ben:green"
            .parse()
            .unwrap();
    program.groups =
        std::rc::Rc::new(nebelwacht_ui::store::groups::with(Vec::new(), &setup).into());
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Keep score by hand")
        .click();
    ui.run();
    let ticked = |ui: &egui_kittest::Harness<'_, nebelwacht_ui::window::App>, name: &str| {
        let node = ui.get_by_role_and_label(Role::CheckBox, name);
        node.accesskit_node().toggled() == Some(Toggled::True)
    };
    assert!(ticked(ui, "Mage & Witch") && !ticked(ui, "Farmers"));
    ui.get_by_role_and_label(Role::Button, "Rules and modules of the box")
        .click();
    ui.run();
    assert!(!ticked(ui, "Mage & Witch") && ticked(ui, "Farmers"));
    let name = ui.get_by_label("Name of player 2");
    assert_eq!(name.accesskit_node().value().as_deref(), Some("Ben"));
}

/// At the end everybody's place is told with where the points came from; once more is one click.
#[test]
fn the_end_ranks_everybody_and_offers_a_rematch() {
    let link = crate::games::played(3, 30, 5);
    link.set_record(std::path::Path::new("game.jsonl"));
    link.send(tracker::command::Command::EndGame);
    let snapshot = link.snapshot();
    let mut shown = crate::games::at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let best = snapshot.players.iter().max_by_key(|p| p.score).unwrap();
    let spoken = format!("{}, {}, {} points", best.name, best.color, best.score);
    let first = ui.get_by_label(&spoken).rect();
    for other in snapshot.players.iter().filter(|p| p.score < best.score) {
        let spoken = format!("{}, {}, {} points", other.name, other.color, other.score);
        assert!(first.top() < ui.get_by_label(&spoken).rect().top());
    }
    ui.get_by_label_contains("the biggest lead");
    ui.get_by_role_and_label(Role::Button, "Play again").click();
    ui.run();
    let asked = shown.asked.borrow();
    assert!(
        matches!(asked.as_slice(), [Asked::Start(game)]
            if game.setup == *snapshot.setup && game.source == Source::ByHand),
        "{asked:?}"
    );
}

/// What has no record is the demo: it is shown again, and nothing else can watch it.
#[test]
fn a_demo_is_shown_again() {
    let link = begun(2);
    let mut shown = crate::games::at_table(&link, ENGLISH);
    drop_on(&mut shown.harness, "/films/evening.mp4");
    shown
        .harness
        .get_by_label_contains("This game is not saved, so it cannot go on");
    assert!(shown.asked.borrow().is_empty());
    link.send(tracker::command::Command::EndGame);
    let ui = &mut shown.harness;
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Play again").click();
    ui.run();
    assert_eq!(*shown.asked.borrow(), [Asked::Demo]);
}

/// Escape belongs first to the list that is open and to the text that is being written, then to the page.
#[test]
fn escape_leaves_a_list_and_a_text_before_it_leaves_the_page() {
    let mut shown = open(program(), ENGLISH, false);
    let ui = &mut shown.harness;
    for name in ["More", "Teach tiles"] {
        ui.get_by_role_and_label(Role::Button, name).click();
        ui.run();
    }
    let escape = |ui: &mut Harness<'_, App>| {
        ui.key_press(Key::Escape);
        ui.run();
    };
    ui.get_by_label("Name of the pack").focus();
    ui.run();
    ui.get_by_label("Name of the pack").type_text("attic");
    ui.run();
    escape(ui);
    ui.get_by_label("Name of the pack");
    ui.get_by_role_and_label(Role::ComboBox, "Box the tiles are from")
        .click();
    ui.run();
    ui.get_by_label("Mists over Carcassonne");
    escape(ui);
    assert!(ui.query_by_label("Mists over Carcassonne").is_none());
    ui.get_by_label("Name of the pack");
    escape(ui);
    assert!(ui.query_by_label("Name of the pack").is_none());
}
