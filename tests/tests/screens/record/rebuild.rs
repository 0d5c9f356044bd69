//! Packing a game away and building it again, by click and by camera.

use carcassonne::seen::{Calm, FaceCandidate, FigureCandidate, SeenFigure, SeenTable, SeenTile};
use egui::Key;
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use tracker::command::Command;
use tracker::snapshot::Snapshot;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Shown, at_table, open, played};
use crate::start::evening::drop_on;

fn rebuild(link: &MemoryLink) -> Shown {
    let mut shown = at_table(link, ENGLISH);
    shown.harness.key_press(Key::K);
    shown.harness.run();
    shown
}

/// What a camera sees when the first `tiles` of the board lie, its lattice being the board's.
pub fn seen(snapshot: &Snapshot, tiles: usize) -> SeenTable {
    let tile = |tile: &tracker::snapshot::PlacedTile| SeenTile {
        cell: tile.cell,
        candidates: vec![FaceCandidate {
            face: tile.face,
            rotation: tile.rotation,
            log_likelihood: -1.0,
        }],
        unknown: -30.0,
        corners_px: [[0.0; 2]; 4],
    };
    let laid: Vec<SeenTile> = snapshot.tiles.iter().take(tiles).map(tile).collect();
    let figures = snapshot.figures.iter();
    let figures = figures.filter(|figure| laid.iter().any(|tile| tile.cell == figure.at.cell));
    let figure = |figure: &tracker::snapshot::StandingFigure| SeenFigure {
        cell: figure.at.cell,
        foot: [0.0, 0.0],
        candidates: vec![FigureCandidate {
            kind: figure.kind,
            color: figure.color,
            pose: figure.pose,
            log_likelihood: -1.0,
            foot: None,
        }],
        foot_px: [0.0; 2],
    };
    SeenTable {
        frame: 9,
        at_ms: 0,
        calm: Calm::Still,
        lattice: 4,
        figures: figures.map(figure).collect(),
        tiles: laid,
        hidden: Vec::new(),
        cut: Vec::new(),
        unclear: Vec::new(),
        cards: Vec::new(),
        supplies: None,
        map: None,
    }
}

#[test]
fn every_tile_and_figure_is_ticked_off_by_click() {
    let link = played(2, 5, 3);
    let snapshot = link.snapshot();
    let mut shown = rebuild(&link);
    let ui = &mut shown.harness;
    for number in 1..=snapshot.tiles.len() {
        let name = format!("Tile number {number}");
        ui.get_by_role_and_label(Role::CheckBox, &name).click();
        ui.run();
        let square = ui.get_by_role_and_label(Role::CheckBox, &name);
        assert_eq!(square.accesskit_node().toggled(), Some(Toggled::True));
    }
    ui.get_by_label_contains("6 of 6 tiles");
    assert!(ui.query_by_label("Everything is back in place.").is_none());
    for _ in &snapshot.figures {
        let open = ui.query_all_by_role(Role::CheckBox).find(|node| {
            let node = node.accesskit_node();
            node.toggled() == Some(Toggled::False)
        });
        open.expect("a figure that is not ticked").click();
        ui.run();
    }
    ui.get_by_label("Everything is back in place.");
    ui.get_by_role_and_label(Role::Button, "Continue playing")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
    assert!(link.sent().is_empty(), "ticks are no part of the game");
}

#[test]
fn ticks_are_there_again_when_one_comes_back() {
    let mut shown = rebuild(&played(2, 5, 3));
    let ui = &mut shown.harness;
    let square = (Role::CheckBox, "Tile number 2");
    ui.get_by_role_and_label(square.0, square.1).click();
    ui.run();
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
    ui.key_press(Key::K);
    ui.run();
    let ticked = ui.get_by_role_and_label(square.0, square.1);
    assert_eq!(ticked.accesskit_node().toggled(), Some(Toggled::True));
}

#[test]
fn ticks_do_not_go_along_into_another_game() {
    let link = played(2, 5, 3);
    let mut shown = rebuild(&link);
    let ui = &mut shown.harness;
    let square = (Role::CheckBox, "Tile number 2");
    ui.get_by_role_and_label(square.0, square.1).click();
    ui.run();
    link.set_record(std::path::Path::new("other.jsonl"));
    drop_on(ui, "other.jsonl");
    ui.key_press(Key::K);
    ui.run();
    let ticked = ui.get_by_role_and_label(square.0, square.1);
    assert_eq!(ticked.accesskit_node().toggled(), Some(Toggled::False));
}

#[test]
fn the_camera_ticks_off_what_it_sees_and_says_what_is_wrong() {
    let link = played(3, 12, 4);
    let snapshot = link.snapshot();
    let mut shown = rebuild(&link);
    let mut look = seen(&snapshot, 8);
    link.see(look.clone());
    let ui = &mut shown.harness;
    ui.run();
    ui.get_by_label_contains("8 of 13 tiles");
    // The eighth lies turned.
    let last = look.tiles.last_mut().unwrap();
    let right = last.candidates[0].rotation;
    last.candidates[0].rotation = right.then(carcassonne::geometry::Rotation::R90);
    link.see(look);
    ui.run();
    let told = ui
        .query_all_by_label_contains("Turn it clockwise by")
        .count();
    let same = ui.query_all_by_label_contains("8 of 13 tiles").count();
    assert!(
        told + same == 1,
        "turned, unless the face looks the same either way"
    );
    link.see(seen(&snapshot, 13));
    ui.run();
    ui.get_by_label("Everything is back in place.");
    ui.get_by_role_and_label(Role::Button, "Continue playing")
        .click();
    ui.run();
    assert_eq!(link.sent(), [Command::Resync]);
}

#[test]
fn the_map_is_written_and_its_place_told() {
    let link = played(2, 5, 3);
    let program = MemoryProgram::new(link.clone());
    let maps = std::rc::Rc::clone(&program.maps);
    let mut shown = open(program, ENGLISH, true);
    let ui = &mut shown.harness;
    ui.key_press(Key::K);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Print the map")
        .click();
    ui.run();
    ui.get_by_label_contains("The map is in game-map.html");
    let maps = maps.borrow();
    assert_eq!(maps.len(), 1);
    assert!(maps[0].contains("6 · Tile"));
    if let Some(folder) = std::env::var_os("NEBELWACHT_LOOKS") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(std::path::Path::new(&folder).join("map.html"), &maps[0]).unwrap();
    }
}

#[test]
fn an_empty_table_says_so_and_leads_back() {
    let link = MemoryLink::playing(crate::games::setup(2));
    let mut shown = rebuild(&link);
    let ui = &mut shown.harness;
    ui.get_by_label_contains("No tile has been laid yet");
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
}

#[test]
fn pictures_of_the_rebuild() {
    let link = played(4, 34, 6);
    let look = seen(&link.snapshot(), 20);
    each("rebuild", |how| {
        link.see(look.clone());
        let mut shown = at_table(&link, how);
        shown.harness.key_press(Key::K);
        shown.harness.run();
        shown
    });
}
