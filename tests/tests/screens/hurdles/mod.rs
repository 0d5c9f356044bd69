//! What has stopped people on a first evening, one test each, so that it does not come back: a scored
//! figure that stays, the lesson about another box than the one on the table, the turn clock, the
//! picture of the final board, files nobody asked for, figures that stand elsewhere.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use egui::accesskit::Role;
use egui::{Event, Modifiers, OutputCommand, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::store::packs::{PackChoice, PackWork};
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::window::App;
use tracker::command::Command;
use tracker::setup::Setup;

use crate::games::{
    ENGLISH, Look, at_table, begin, begun, open, photograph, played, with_question,
};
use crate::playing::steady::wait;
use crate::start::evening::drop_on;

mod at_the_table;
mod in_lists;

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

/// A pack that lacks letters of a box offers to be taught them.
#[test]
fn a_pack_that_lacks_tiles_leads_to_the_lesson_about_them() {
    let mut program = MemoryProgram::new(begun(2));
    program.shelf = crate::start::settings::shelf();
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
