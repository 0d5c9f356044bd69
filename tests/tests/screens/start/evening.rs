//! A first evening: a film is paused and searched, files are dropped on the window, chips are laid
//! in one click, and what lies elsewhere is dragged there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::geometry::Cell;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{Asked, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::SourceState;
use nebelwacht_ui::run::real_time::Film;
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::window::App;
use tracker::command::Command;

use crate::games::{ENGLISH, at_table, begun, open, played};
use crate::playing::steady::wait;

#[test]
fn a_film_is_paused_sped_up_and_searched() {
    let link = begun(2);
    link.set_source(SourceState::Running);
    let start = Film {
        at: 100,
        frames: 400,
        paused: false,
        speed_percent: 100,
    };
    link.set_film(start);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let press = |ui: &mut Harness<'static, App>, label: &str| {
        ui.get_by_role_and_label(Role::Button, label).click();
        ui.run();
    };
    press(ui, "Play the film 4 times as fast");
    press(ui, "Pause the film");
    let film = link.film().unwrap();
    assert!(film.paused && film.speed_percent == 400);
    // The row at the foot says so, too.
    ui.get_by_role_and_label(Role::Button, "Watch again");
    ui.key_press(Key::P);
    ui.run();
    assert!(!link.film().unwrap().paused, "P goes on with it");
    let slider = ui.get_by_role_and_label(Role::Slider, "Place in the film");
    let rect = slider.rect();
    let three_quarters = Pos2::new(rect.left() + rect.width() * 0.75, rect.center().y);
    for event in press_at(three_quarters) {
        ui.event(event);
        ui.run();
    }
    let at = link.film().unwrap().at;
    assert!((270..330).contains(&at), "{at}");
}

fn press_at(pos: Pos2) -> [Event; 3] {
    let button = |pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    [Event::PointerMoved(pos), button(true), button(false)]
}

/// A file as the desktop hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("nobody reads it here".to_owned())
    }
}

/// Has a file dropped on the window.
pub fn drop_on(ui: &mut Harness<'_, App>, path: &str) {
    let file = Arc::new(Dropped(path.into()));
    ui.input_mut().dropped_files.push(file);
    ui.run();
}

#[test]
fn films_photographs_and_games_can_be_dropped_on_the_window() {
    let mut program = MemoryProgram::new(begun(2));
    program.games = vec![SavedGame {
        record: "old.jsonl".into(),
        played: "2026-11-20 21:10".into(),
        players: vec!["Anna".into()],
        turns: 12,
        over: false,
        scores: vec![3],
        winners: Vec::new(),
    }];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    drop_on(ui, "/films/evening.mp4");
    let path = ui.get_by_role_and_label(Role::TextInput, "Film or folder");
    assert_eq!(
        path.accesskit_node().value().as_deref(),
        Some("/films/evening.mp4")
    );
    // What is dropped on a page that asks for it takes nothing of that page away.
    ui.get_by_label("Name of player 1").focus();
    ui.run();
    ui.get_by_label("Name of player 1").type_text("Zita");
    ui.run();
    for (path, field) in [
        ("/films/other.mp4", "Film or folder"),
        ("/photos/board.png", "Photograph of the board"),
    ] {
        drop_on(ui, path);
        let field = ui.get_by_role_and_label(Role::TextInput, field);
        assert_eq!(field.accesskit_node().value().as_deref(), Some(path));
        let name = ui.get_by_label("Name of player 1");
        assert_eq!(name.accesskit_node().value().as_deref(), Some("Zita"));
    }
    ui.get_by_role_and_label(Role::Button, "Back").click();
    ui.run();
    drop_on(ui, "/photos/tiles.JPG");
    let path = ui.get_by_role_and_label(Role::TextInput, "From a photograph");
    assert_eq!(
        path.accesskit_node().value().as_deref(),
        Some("/photos/tiles.JPG")
    );
    drop_on(ui, "old.jsonl");
    ui.get_by_label_contains("Drawn board");
    assert!(
        matches!(&shown.asked.borrow()[..], [Asked::Open(path, _)] if path.ends_with("old.jsonl"))
    );
}

/// Drags from one place to another.
pub fn drag(ui: &mut Harness<'_, App>, from: Pos2, to: Pos2, modifiers: Modifiers) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    ui.event(Event::PointerMoved(from));
    ui.run();
    ui.event(button(from, true));
    ui.run();
    for part in 1..=4 {
        ui.event(Event::PointerMoved(from + (to - from) * part as f32 / 4.0));
        ui.run();
    }
    ui.event(button(to, false));
    ui.run();
    wait(ui);
}

/// Where a cell is on the drawn board, by the gaps that can be clicked.
fn gap(ui: &Harness<'_, App>, place: &str) -> egui::Rect {
    let label = format!("Gap at {place}: which tiles fit");
    ui.get_by_role_and_label(Role::Button, &label).rect()
}

#[test]
fn the_newest_tile_is_dragged_to_where_it_lies() {
    let link = begun(2);
    link.send(Command::PlaceTile {
        cell: Cell::new(0, 1),
        face: carcassonne::catalogue::face_id("V").unwrap(),
        rotation: carcassonne::geometry::Rotation::R0,
        garden: None,
    });
    let before = link.snapshot();
    assert_eq!(before.tiles.len(), 2, "{:?}", link.notices());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    link.sent();
    // Beside the start tile the road goes on in another turn of the same face.
    let right = gap(ui, "1 right from the start tile");
    let below = right.center() + egui::vec2(-right.width(), right.height()) * 1.0;
    drag(ui, below, right.center(), Modifiers::NONE);
    let after = link.snapshot();
    assert_eq!(after.tiles[1].cell, Cell::new(1, 0), "{:?}", link.sent());
    assert_eq!(after.tiles.len(), 2);
    assert_eq!(after.can_undo.is_some(), before.can_undo.is_some());
}

#[test]
fn a_drag_elsewhere_moves_the_board_and_nothing_else() {
    let link = played(2, 8, 4);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    link.sent();
    let oldest = ui.get_by_label_contains("Drawn board").rect();
    let corner = oldest.left_top() + egui::vec2(12.0, 12.0);
    drag(ui, corner, corner + egui::vec2(90.0, 60.0), Modifiers::NONE);
    assert!(link.sent().is_empty());
}

#[test]
fn twenty_chips_are_laid_on_the_map_in_one_click() {
    let setup = "modules=benelux; map=sample; players=Anna:red,Ben:blue";
    let link = nebelwacht_tests::scripted::MemoryLink::playing(setup.parse().unwrap());
    let to_lay = |link: &nebelwacht_tests::scripted::MemoryLink| {
        link.snapshot()
            .modules
            .benelux
            .as_ref()
            .unwrap()
            .chips_to_lay
    };
    assert_eq!(to_lay(&link), 20);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    // What is laid out first stands above the tiles.
    let evenly = ui.get_by_role_and_label(Role::Button, "Lay them evenly");
    let tiles = ui.get_by_label("1. Choose the tile that was drawn.");
    assert!(evenly.rect().top() < tiles.rect().top());
    evenly.click();
    wait(ui);
    assert_eq!(to_lay(&link), 0, "{:?}", link.notices());
    // Then only the start squares are offered until each has its tile.
    for free in [2, 1] {
        ui.get_by_label_contains("Tile V, ").click();
        wait(ui);
        let places: Vec<_> = ui.query_all_by_label_contains("Lay tile V at ").collect();
        assert_eq!(places.len(), free);
        places[0].click();
        drop(places);
        wait(ui);
        assert!(link.notices().is_empty());
    }
}
