//! What has stopped people on a first evening, one test each, so that it does not come back: a scored
//! figure that stays, the lesson about another box than the one on the table, the turn clock, the
//! picture of the final board, files nobody asked for, figures that stand elsewhere.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use egui::accesskit::Role;
use egui::{Event, Modifiers, OutputCommand, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::app::App;
use nebelwacht_ui::run::link::settings::Settings;
use nebelwacht_ui::run::link::{Link, PackChoice, SavedGame};
use nebelwacht_ui::store::groups::with;
use nebelwacht_ui::store::packs::PackWork;
use nebelwacht_ui::store::results::{Finished, of_record};
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::log::record::{Header, Record};
use tracker::setup::Setup;

use crate::evening::{drag, drop_on};
use crate::games::{
    ENGLISH, Look, at_table, begin, begun, open, open_with, photograph, played, with_question,
};
use crate::steady::wait;

fn lay(link: &MemoryLink, face: &str, x: i32, y: i32, rotation: Rotation) {
    link.send(Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(face).unwrap(),
        rotation,
        garden: None,
    });
    assert!(link.notices().is_empty());
}

fn labels(ui: &Harness<'_, App>) -> Vec<String> {
    let mut all = Vec::new();
    let mut open = vec![ui.root()];
    while let Some(node) = open.pop() {
        let inner = node.accesskit_node();
        all.extend(inner.label().or_else(|| inner.value()));
        open.extend(node.children());
    }
    all
}

fn button(ui: &mut Harness<'_, App>, name: &str) {
    let found = ui.query_by_role_and_label(Role::Button, name);
    let found = found.unwrap_or_else(|| panic!("no {name} in {:#?}", labels(ui)));
    found.scroll_to_me();
    wait(ui);
    ui.get_by_role_and_label(Role::Button, name).click();
    wait(ui);
}

/// Where the spot is whose name begins like this.
fn spot(ui: &Harness<'_, App>, name: &str) -> Pos2 {
    let mut places = ui.query_all_by(|node| {
        let label = node.label().unwrap_or_default();
        node.role() == Role::Button && label.starts_with(name)
    });
    places.next().expect(name).rect().center()
}

fn click_at(ui: &mut Harness<'_, App>, pos: Pos2) {
    ui.event(Event::PointerMoved(pos));
    wait(ui);
    for pressed in [true, false] {
        ui.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        ui.run();
    }
    wait(ui);
}

/// A set-up as the new-game screen makes it.
fn setup(text: &str) -> Setup {
    text.parse::<Setup>().unwrap().validated().unwrap()
}

/// A city of two tiles is about to be claimed: its knight will have scored at once.
fn with_small_city() -> MemoryLink {
    let link = begun(2);
    lay(&link, "E", 0, -1, Rotation::R180);
    link
}

#[test]
fn a_click_on_a_figure_that_has_scored_takes_it_home() {
    let link = with_small_city();
    let stay = Settings {
        scored_stay: true,
        ..Settings::default()
    };
    let mut shown = open_with(MemoryProgram::new(link.clone()), ENGLISH, true, stay);
    let ui = &mut shown.harness;
    wait(ui);
    let city = spot(ui, "Place Anna’s meeple in the city");
    link.send(Command::PlaceFigure {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Red),
    });
    link.send(Command::EndTurn);
    wait(ui);
    assert!(link.snapshot().figures[0].due_home);
    ui.get_by_role_and_label(Role::Button, "Take it home");
    link.sent();
    click_at(ui, city);
    let figure = link.sent();
    assert!(
        matches!(figure[..], [Command::TakeFigure { .. }]),
        "{figure:?}"
    );
    assert!(link.snapshot().figures.is_empty() && link.snapshot().questions.is_empty());
}

#[test]
fn a_figure_is_dragged_to_where_it_really_stands() {
    let link = begun(2);
    lay(&link, "V", 0, 1, Rotation::R0);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let road = spot(ui, "Place Anna’s meeple on the road");
    let field = spot(ui, "Place Anna’s meeple in the field");
    button(ui, "Meeple on the road");
    assert_eq!(link.snapshot().figures.len(), 1);
    let before = link.snapshot().figures[0].at;
    link.sent();
    drag(ui, road, field, Modifiers::NONE);
    let after = link.snapshot();
    assert_eq!(after.figures.len(), 1);
    assert_ne!(after.figures[0].at, before, "{:?}", link.sent());
    assert_eq!(
        after.figures[0].on,
        tracker::board::features::FeatureKind::Field
    );
}

/// The reason that nobody can put a figure is the one that holds.
#[test]
fn a_tile_with_its_figure_is_not_said_to_take_none() {
    let link = begun(2);
    lay(&link, "V", 0, 1, Rotation::R0);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    button(ui, "Meeple on the road");
    ui.get_by_label_contains("A figure has been placed.");
    assert!(
        ui.query_by_label_contains("No figure can be placed")
            .is_none()
    );
}

/// Without abbots nobody is asked about gardens, and nobody reads how sure a camera is where none
/// looks.
#[test]
fn nothing_is_said_that_means_nothing_at_this_table() {
    let gardens = |setup: &str| {
        let link = begin(&setup.parse().unwrap());
        let mut shown = at_table(&link, ENGLISH);
        let ui = &mut shown.harness;
        wait(ui);
        let face = setup_garden_face(&link);
        let tile = ui.get_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.starts_with(&format!("Tile {face}, "))
        });
        tile.click();
        wait(ui);
        let asked = ui.query_by_label("This copy shows a garden").is_some();
        (asked, labels(ui))
    };
    let (asked, _) = gardens("modules=abbot; players=Anna:red,Ben:blue");
    assert!(asked);
    let (asked, said) = gardens("players=Anna:red,Ben:blue");
    assert!(!asked);
    let percent: Vec<&String> = said.iter().filter(|label| label.contains('%')).collect();
    assert!(percent.is_empty(), "{percent:?}");
    let link = played(3, 14, 4);
    let event = link.snapshot().tiles[6].event;
    let doubt = tracker::belief::doubt::Doubt::Reading;
    link.send(Command::Doubt { event, doubt });
    let mut shown = at_table(&link, ENGLISH);
    wait(&mut shown.harness);
    let said = labels(&shown.harness);
    let is_asked = |label: &String| label.ends_with("What really happened?");
    assert!(said.iter().any(is_asked), "{said:#?}");
    assert!(said.iter().all(|label| !label.contains('%')), "{said:#?}");
}

/// A face of which some copies show a garden.
fn setup_garden_face(link: &MemoryLink) -> String {
    let catalogue = link.snapshot().setup.catalogue();
    let mut faces = catalogue.faces();
    let face = faces.find(|face| face.garden_copies > 0).unwrap();
    face.id.to_string()
}

/// One player with several colours, and players nobody named, can be told apart.
#[test]
fn choices_that_mean_different_things_read_differently() {
    for setup in [
        "modules=mists; level=1; confirmed=yes; players=red+blue,green+black",
        "modules=mists; level=1; confirmed=yes; players=Anna:red+blue+green+black",
        "players=red,blue,green",
    ] {
        let link = begin(&self::setup(setup));
        let (face, cell, rotation) = crate::games::next_tile(
            &link.snapshot(),
            &mut <rand_chacha::ChaCha8Rng as rand::SeedableRng>::seed_from_u64(3),
        )
        .unwrap();
        link.send(Command::PlaceTile {
            cell,
            face,
            rotation,
            garden: None,
        });
        let mut shown = at_table(&link, ENGLISH);
        let ui = &mut shown.harness;
        wait(ui);
        let said = labels(ui);
        for twice in ["Red (red)", "Blue (blue)", "Green (green)"] {
            assert!(said.iter().all(|label| !label.contains(twice)), "{said:#?}");
        }
        let players = link.snapshot();
        let colors = players.players.iter().flat_map(|player| player.colors());
        let words = nebelwacht_ui::text::Words::new(nebelwacht_ui::text::Language::English);
        let names: Vec<String> = colors.map(|color| words.holder(&players, color)).collect();
        let unlike: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(unlike.len(), names.len(), "{names:?}");
    }
}

/// The lesson asks for the tiles of the box that is played, and puts them where the table is read from.
#[test]
fn the_lesson_begins_with_the_box_and_the_pack_of_the_game() {
    let lesson = |link: MemoryLink, watched: bool| {
        if watched {
            link.show_picture(photograph(&link.snapshot()));
        }
        let mut program = MemoryProgram::new(link);
        program.packs.push(PackChoice {
            id: "living room".to_owned(),
            name: "living room".to_owned(),
            built_in: false,
        });
        program.last_pack = Some("living room".to_owned());
        let mut shown = open(program, ENGLISH, true);
        let ui = &mut shown.harness;
        wait(ui);
        for name in ["More", "Teach tiles"] {
            ui.get_by_role_and_label(Role::Button, name).click();
            ui.run();
        }
        let value = |role, name| {
            let node = ui.get_by_role_and_label(role, name);
            node.accesskit_node().value().unwrap_or_default()
        };
        (
            value(Role::ComboBox, "Box the tiles are from"),
            value(Role::TextInput, "Name of the pack"),
        )
    };
    let base = played(2, 6, 3);
    let read = ("Base game".to_owned(), "living room".to_owned());
    assert_eq!(lesson(base.clone(), true), read);
    let by_hand = ("Base game".to_owned(), "mine".to_owned());
    assert_eq!(lesson(played(2, 6, 3), false), by_hand);
    let setup = "modules=mists; level=1; confirmed=yes; players=red,blue,green";
    let mists = begin(&setup.parse().unwrap());
    let (mists, _) = lesson(mists, false);
    assert_eq!(mists, "Mists over Carcassonne");
}

#[test]
fn the_turn_clock_is_off_until_somebody_wants_it() {
    let clock = |settings: Settings| {
        let link = played(2, 4, 1);
        let mut shown = open_with(MemoryProgram::new(link.clone()), ENGLISH, true, settings);
        let ui = &mut shown.harness;
        wait(ui);
        let mut said = vec![labels(ui)];
        ui.run_steps(60);
        said.push(labels(ui));
        link.send(Command::EndTurn);
        ui.run_steps(2);
        said.push(labels(ui));
        let clock = |all: Vec<String>| all.into_iter().find(|label| label.contains('⏱'));
        said.into_iter().map(clock).collect::<Vec<_>>()
    };
    assert_eq!(clock(Settings::default()), [None, None, None]);
    let limited = clock(Settings {
        turn_limit_s: 10,
        ..Settings::default()
    });
    let [first, later, next] = &limited[..] else {
        panic!("{limited:?}");
    };
    assert!(first.as_ref().unwrap().ends_with("of 0:10"), "{first:?}");
    let over = later.as_ref().unwrap();
    assert!(over.ends_with("the 0:10 are over"), "{over}");
    assert!(next.as_ref().unwrap().starts_with("⏱ 0:00"), "{next:?}");
}

/// The final board with everybody's points: on the clipboard, or in a file, by one click.
#[test]
fn the_final_board_is_shared_in_one_click() {
    let place = tempfile::tempdir().unwrap();
    let link = played(3, 12, 5);
    link.send(Command::EndGame);
    let mut program = MemoryProgram::new(link);
    program.exports = place.path().to_owned();
    let mut shown = open(program, ENGLISH, true);
    let ui = &mut shown.harness;
    wait(ui);
    ui.get_by_role_and_label(Role::Button, "Copy picture")
        .click();
    let mut copied = None;
    for _ in 0..600 {
        ui.step();
        let commands = &ui.output().platform_output.commands;
        copied = commands.iter().find_map(|command| match command {
            OutputCommand::CopyImage(image) => Some(image.size),
            _ => None,
        });
        if copied.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let [wide, high] = copied.expect("a picture on the clipboard");
    assert!(wide >= 1000 && high >= 500, "{wide} × {high}");
    ui.step();
    ui.get_by_label("The picture of the game is on the clipboard.");
    ui.get_by_role_and_label(Role::Button, "Save picture")
        .click();
    let file = place.path().join("demo").join("final.png");
    for _ in 0..600 {
        ui.step();
        if ui.query_by_label_contains("The picture is in").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    ui.get_by_label(&format!("The picture is in {}.", file.display()));
    let drawn = resvg::tiny_skia::Pixmap::load_png(&file).unwrap();
    assert_eq!(
        [drawn.width() as usize, drawn.height() as usize],
        [wide, high]
    );
}

/// Files stand under who wants them, what most people want first.
#[test]
fn exports_are_sorted_by_who_wants_them() {
    let link = played(2, 6, 3);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    button(ui, "More");
    button(ui, "Files from this game");
    let top = |name: &str| ui.get_by_label_contains(name).rect().top();
    let order = [
        "To look at, print and show",
        "Report",
        "To continue playing, here or elsewhere",
        "The game itself",
        "For your own statistics",
        "For programmers",
    ];
    let tops = order.map(top);
    assert!(tops.is_sorted(), "{tops:?}");
}

/// A finished game with these names.
fn finished(names: &str, seed: u64) -> Finished {
    let link = begin(&setup(&format!("players={names}")));
    crate::games::play_on(&link, seed, 12);
    link.send(Command::EndGame);
    let header = Header::new((*link.snapshot().setup).clone(), None);
    let mut lines = serde_json::to_vec(&header).unwrap();
    lines.push(b'\n');
    for event in link.events().iter() {
        lines.extend(serde_json::to_vec(event).unwrap());
        lines.push(b'\n');
    }
    let record = Record::read(&lines).unwrap();
    of_record(&record, jiff::Timestamp::UNIX_EPOCH).unwrap()
}

#[test]
fn statistics_count_all_games_or_those_of_one_group() {
    let mut program = MemoryProgram::new(begun(2));
    program.finished = vec![
        finished("Anna:red,Ben:blue", 1),
        finished("Ben:blue,Anna:red", 2),
        finished("Anna:red,Clara:green", 3),
    ];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    for name in ["More", "Statistics"] {
        ui.get_by_role_and_label(Role::Button, name).click();
        ui.run();
    }
    ui.get_by_label("3 games");
    ui.get_by_label("Clara");
    ui.get_by_role_and_label(Role::Button, "Anna, Ben").click();
    ui.run();
    ui.get_by_label("2 games");
    assert!(ui.query_by_label("Clara").is_none());
    ui.get_by_role_and_label(Role::Button, "Anna, Clara")
        .click();
    ui.run();
    ui.get_by_label("1 game");
    assert!(ui.query_by_label("Ben").is_none());
}

/// Who typed no name is called by the colour, in the language of the screen and wherever games are listed.
#[test]
fn players_without_names_are_called_by_their_colours_in_every_list() {
    let german = Look {
        language: "de",
        ..ENGLISH
    };
    let mut program = MemoryProgram::new(begun(2));
    let saved = |record: &str, over, scores| SavedGame {
        record: record.into(),
        played: "2026-11-20 21:10".into(),
        players: vec!["red".into(), "blue".into()],
        turns: 12,
        over,
        scores,
        winners: vec!["blue".into()],
    };
    program.games = vec![
        saved("new.jsonl", false, vec![3, 4]),
        saved("old.jsonl", true, vec![31, 44]),
    ];
    program.finished = vec![finished("red,blue", 4)];
    let mut shown = open(program, german, false);
    let ui = &mut shown.harness;
    button(ui, "Spiel öffnen");
    ui.get_by_label("★ Blau 44 · Rot 31");
    ui.get_by_role_and_label(Role::Button, "Fortsetzen: Rot, Blau, 2026-11-20 21:10");
    button(ui, "Statistik");
    ui.get_by_role_and_label(Role::Button, "Blau, Rot");
    let said = labels(ui);
    for raw in ["red", "blue"] {
        assert!(said.iter().all(|label| !label.contains(raw)), "{said:#?}");
    }
}

/// Somebody of another group is one click away, in the colour of last time.
#[test]
fn who_has_played_before_is_seated_with_one_click() {
    let mut program = MemoryProgram::new(begun(2));
    let groups = with(Vec::new(), &setup("players=Clara:green,Dora:black"));
    let groups = with(groups, &setup("players=Anna:red,Ben:blue"));
    program.groups = std::rc::Rc::new(groups.into());
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    button(ui, "Keep score by hand");
    button(ui, "Add Dora");
    button(ui, "Start the game");
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    let seated = game.setup.players.iter();
    let seated: Vec<_> = seated.map(|p| (p.name.as_str(), p.color)).collect();
    let expected = [
        ("Anna", Color::Red),
        ("Ben", Color::Blue),
        ("Dora", Color::Black),
    ];
    assert_eq!(seated, expected);
}

/// A pack that lacks letters of a box offers to be taught them.
#[test]
fn a_pack_that_lacks_tiles_leads_to_the_lesson_about_them() {
    let mut program = MemoryProgram::new(begun(2));
    program.shelf = crate::settings::shelf();
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    button(ui, "More");
    button(ui, "Tile packs");
    button(ui, "Teach the 2 missing tiles: living room, Base game");
    let pack = ui.get_by_role_and_label(Role::TextInput, "Name of the pack");
    assert_eq!(
        pack.accesskit_node().value().as_deref(),
        Some("living room")
    );
    let set = ui.get_by_role_and_label(Role::ComboBox, "Box the tiles are from");
    assert_eq!(set.accesskit_node().value().as_deref(), Some("Base game"));
}

#[test]
fn a_pack_can_be_dropped_on_the_window() {
    let place = tempfile::tempdir().unwrap();
    let program = MemoryProgram::new(begun(2));
    let work = std::rc::Rc::clone(&program.work);
    let mut shown = open(program, ENGLISH, false);
    let folder = place.path().display().to_string();
    drop_on(&mut shown.harness, &folder);
    let imported = PackWork::Import {
        from: place.path().to_owned(),
    };
    assert_eq!(*work.borrow(), [imported]);
    shown
        .harness
        .get_by_label_contains("A pack holds pictures of your tiles.");
}

/// What was scrolled does not stay scrolled for what comes in its place.
#[test]
fn a_list_that_comes_begins_at_its_top() {
    let link = begun(3);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let first =
        |ui: &Harness<'_, App>| ui.get_by_label("1. Choose the tile that was drawn.").rect();
    let before = first(ui);
    let last = ui.get_by_role_and_label(Role::Button, "End the game…");
    last.scroll_to_me();
    wait(ui);
    assert!(first(ui).top() < before.top(), "the list was scrolled");
    lay(&link, "V", 0, 1, Rotation::R0);
    wait(ui);
    let laid = ui.get_by_label_contains("Tile V has been laid.").rect();
    assert!(
        (laid.top() - before.top()).abs() < 40.0,
        "{laid:?} {before:?}"
    );
}

/// On a map places are called by its squares, wherever they are spoken of.
#[test]
fn places_on_a_map_are_its_squares() {
    let setup = "modules=benelux; map=sample; players=Anna:red,Ben:blue";
    let link = MemoryLink::playing(setup.parse().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let view = link.snapshot().modules.benelux.clone().unwrap();
    let start = view.starts[0];
    let face = link
        .snapshot()
        .bag
        .faces
        .iter()
        .find(|(_, n)| *n > 1)
        .unwrap()
        .0;
    link.send(Command::PlaceTile {
        cell: start,
        face,
        rotation: Rotation::R0,
        garden: None,
    });
    wait(ui);
    let laid = link
        .snapshot()
        .history
        .iter()
        .any(|entry| matches!(entry.what, EventKind::TileLaid { cell, .. } if cell == start));
    assert!(laid, "{:?}", link.notices());
    ui.key_press(egui::Key::J);
    wait(ui);
    let said = labels(ui);
    let counted = |label: &&String| label.contains("from the start tile");
    let counted: Vec<&String> = said.iter().filter(counted).collect();
    assert!(counted.is_empty(), "{counted:#?}");
    let name = view.map.square(start).unwrap().name.clone().unwrap();
    assert!(said.iter().any(|label| label.contains(&name)), "{said:#?}");
}

/// Before anything lies nothing is counted from a tile that is not there.
#[test]
fn the_first_tile_goes_into_the_middle() {
    let link = MemoryLink::playing(setup("players=Anna:red,Ben:blue"));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let tile = spot(ui, "Tile D, ");
    click_at(ui, tile);
    wait(ui);
    ui.get_by_label_contains("at the middle of the table");
    assert!(ui.query_by_label_contains("start tile, turned").is_none());
}

/// In the smallest window every way on the start screen is in sight, and every answer to a question.
#[test]
fn the_smallest_window_shows_every_way_and_every_answer() {
    let small = Look {
        size: [900.0, 600.0],
        ..ENGLISH
    };
    let mut program = MemoryProgram::new(begun(2));
    program.games = vec![SavedGame {
        record: "old.jsonl".into(),
        played: "2026-11-20 21:10".into(),
        players: vec!["Anna".into(), "Ben".into()],
        turns: 12,
        over: false,
        scores: vec![3, 4],
        winners: Vec::new(),
    }];
    let shown = open(program, small, false);
    for way in [
        "Continue the unfinished game",
        "Watch the demo",
        "Use my camera",
        "Use a phone",
        "Keep score by hand",
        "Score a photograph",
        "Open a game",
    ] {
        let rect = shown
            .harness
            .get_by_role_and_label(Role::Button, way)
            .rect();
        assert!(
            rect.top() > 50.0 && rect.bottom() < 600.0,
            "{way}: {rect:?}"
        );
    }
    let link = MemoryLink::new(with_question(&played(6, 24, 3).snapshot()));
    link.show_picture(photograph(&link.snapshot()));
    let mut shown = at_table(&link, small);
    wait(&mut shown.harness);
    let none = shown
        .harness
        .get_by_role_and_label(Role::Button, "None of these: correct it by hand");
    assert!(none.rect().bottom() < 550.0, "{:?}", none.rect());
}
