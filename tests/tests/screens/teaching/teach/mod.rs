//! Teaching tiles: from a photograph of tiles in rows to a pack that a game is played with.

use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, Face, Terrain, TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use egui::Event;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::picture::CellRead;
use nebelwacht_ui::window::App;
use studio::art::Artist;
use studio::synth::{Camera, Photographer, Scene, SceneTile, Sensor, Table};
use tracker::setup::Setup;
use tracker::snapshot::{Desync, Difference};
use vision::pack::{FacePicture, Pack};

use self::boxes::press_soon;
use crate::everywhere::looks::each_of;
use crate::games::{ENGLISH, Shown, at_table, begun, open, photograph, played};

mod boxes;

/// A photograph of practice tiles in rows of three.
fn photo(faces: &[&str], to: &Path) {
    let all = Catalogue::of(&[TileSet::Base, TileSet::Mists, TileSet::Circles]);
    let tile = |(n, face): (i32, &&str)| SceneTile {
        cell: Cell::new(n % 3, n / 3),
        face: face_id(face).unwrap(),
        garden: false,
        variant: 0,
        rotation: Rotation::R0,
        offset_mm: [0.0, 0.0],
        yaw_deg: f64::from(n % 2) * 2.0,
    };
    let scene = Scene {
        pitch_mm: 68.0,
        tiles: (0..).zip(faces).map(tile).collect(),
        table: Table::Slate,
        ..Scene::default()
    };
    let camera = Camera {
        target_mm: [68.0, 34.0],
        distance_mm: 420.0,
        focal_px: 1400.0,
        size: [1280, 960],
        ..Camera::default()
    };
    let mut photographer = Photographer::new(Artist::new(all));
    let picture = photographer.photograph(&scene, &camera, &Sensor::default(), 3);
    opencv::imgcodecs::imwrite_def(to.as_os_str(), &picture.unwrap()).unwrap();
}

fn at_lesson(program: MemoryProgram, table: bool) -> Shown {
    let mut shown = open(program, ENGLISH, table);
    for label in ["More", "Teach tiles"] {
        press(&mut shown.harness, label);
    }
    shown
}

/// The same, with tiles of the box of the mists.
fn with_mists(program: MemoryProgram) -> Shown {
    let mut shown = at_lesson(program, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::ComboBox, "Box the tiles are from")
        .click();
    ui.run();
    press(ui, "Mists over Carcassonne");
    shown
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    ui.run();
}

/// Types the photograph's path and has the tiles cut out.
fn cut(shown: &mut Shown, path: &Path) {
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::TextInput, "From a photograph")
        .focus();
    ui.run();
    ui.event(Event::Text(path.display().to_string()));
    ui.run();
    press_soon(ui, "Cut out the tiles");
}

/// The same, and goes on to name them.
fn cut_to_name(shown: &mut Shown, path: &Path) {
    cut(shown, path);
    name_them(&mut shown.harness);
}

fn name_them(ui: &mut Harness<'_, App>) {
    ui.get_by(|node| {
        let label = node.label().unwrap_or_default();
        let named = label.starts_with("Name th") || label.ends_with(" benennen");
        node.role() == Role::Button && named
    })
    .click();
    ui.run();
}

/// Clicks what begins with `name` until it says `wanted`.
fn until(ui: &mut Harness<'_, App>, name: &str, wanted: &str) {
    for _ in 0..4 {
        let label = format!("{name}{wanted}");
        if ui.query_by_role_and_label(Role::Button, &label).is_some() {
            return;
        }
        ui.get_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.starts_with(name)
        })
        .click();
        ui.run();
    }
    panic!("{name} never becomes {wanted}");
}

/// Corrects sides and mist by clicks on the picture.
fn correct(ui: &mut Harness<'_, App>, face: &Face) {
    for (n, side) in ["north", "east", "south", "west"].into_iter().enumerate() {
        let shown = match face.edges[n] {
            Terrain::City => "City",
            Terrain::Road => "Road",
            Terrain::Field | Terrain::Any => "Field",
        };
        until(ui, &format!("{side}: "), shown);
        if face.set.has_mist() && face.edges[n] != Terrain::City {
            let misty = face
                .mists
                .iter()
                .any(|m| m.sides.iter().any(|s| s.index() == n));
            let word = if misty { "yes" } else { "no" };
            until(ui, &format!("Mist in the {side}: "), word);
        }
    }
}

#[test]
fn tiles_in_a_photograph_become_a_pack_to_play_with() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    let names = ["M01", "M15", "M20", "M33", "M41", "M52"];
    photo(&names, &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = with_mists(program);
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    ui.get_by_label("6 tiles found.");
    let mists = Catalogue::of(&[TileSet::Mists]);
    for name in names {
        correct(ui, mists.find(name).unwrap());
        ui.get_by_label_contains("Correct: keep as T").click();
        ui.run();
    }
    let pack = Arc::clone(&kept.borrow()["mine"]);
    assert_eq!(pack.pictures.len(), 6);
    let taught = pack.taught.faces().unwrap();
    for (name, face) in names.into_iter().zip(&taught) {
        let printed = mists.find(name).unwrap();
        assert_eq!(face.edges, printed.edges, "{name}");
        let sides = |face: &Face| face.mists.iter().map(|m| m.sides.len()).sum::<usize>();
        assert_eq!(sides(face), sides(printed), "{name}");
    }
    // A game with that pack is played with these tiles and not with those for practice.
    let setup: Setup =
        "modules=mists; level=1; confirmed=yes; players=Anna:red+blue,Ben:green+black"
            .parse()
            .unwrap();
    let setup = setup.with_tiles(&pack.taught).validated().unwrap();
    let played = setup.catalogue();
    assert!(played.find("T01").is_some() && played.find("M20").is_none());
    let told = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&told).unwrap(), setup);
    let link = MemoryLink::playing(setup);
    let third = (face_id("T03").unwrap(), 1);
    assert!(link.snapshot().bag.faces.contains(&third));
}

/// Where a tile lies on a photograph is put right before it is named: wrong outlines go, missing ones
/// are clicked or drawn.
#[test]
fn outlines_of_any_photograph_are_put_right() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["M01", "M15", "M20", "M33", "M41", "M52"], &path);
    let mut shown = with_mists(MemoryProgram::new(begun(2)));
    cut(&mut shown, &path);
    let ui = &mut shown.harness;
    ui.get_by_label("6 tiles found.");
    let fourth = ui.get_by_role_and_label(Role::Button, "Tile 4").rect();
    press(ui, "Tile 4");
    press(ui, "Remove this outline");
    ui.get_by_label("5 tiles found.");
    press(ui, "Undo (Ctrl+Z)");
    ui.get_by_label("6 tiles found.");
    press(ui, "Tile 4");
    press(ui, "Remove this outline");
    // A click on the middle of the bare tile outlines it again, where it was.
    click(ui, fourth.center());
    ui.get_by_label("6 tiles found.");
    let again = ui.get_by_role_and_label(Role::Button, "Tile 4").rect();
    assert!(again.center().distance(fourth.center()) < fourth.width() * 0.15);
    // Drawn from corner to corner it takes the place of the one that was there.
    let corners = again.expand(again.width() * 0.34);
    let corner = |min: bool| match min {
        true => corners.min,
        false => corners.max,
    };
    crate::start::evening::drag(ui, corner(true), corner(false), egui::Modifiers::NONE);
    ui.get_by_label("6 tiles found.");
    name_them(ui);
    ui.get_by_label("6 to go, 0 taught");
}

fn click(ui: &mut Harness<'_, App>, pos: egui::Pos2) {
    ui.event(Event::PointerMoved(pos));
    ui.run();
    for pressed in [true, false] {
        ui.event(Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        ui.run();
    }
}

/// A photograph of a table on which nothing lies.
fn bare(to: &Path) {
    let white = opencv::core::Scalar::all(200.0);
    let kind = opencv::core::CV_8UC3;
    let bare = opencv::core::Mat::new_rows_cols_with_default(600, 800, kind, white).unwrap();
    opencv::imgcodecs::imwrite_def(to.as_os_str(), &bare).unwrap();
}

/// A photograph on which nothing is found says what to do, and its tiles can be drawn.
#[test]
fn tiles_that_are_not_found_are_drawn() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("bare.png");
    bare(&path);
    let mut shown = with_mists(MemoryProgram::new(begun(2)));
    cut(&mut shown, &path);
    let ui = &mut shown.harness;
    ui.get_by_label_contains("No tiles were found. Draw them");
    let picture = ui
        .get_by_role_and_label(Role::Image, "From a photograph")
        .rect();
    let (from, to) = (picture.center(), picture.center() + egui::vec2(90.0, 90.0));
    crate::start::evening::drag(ui, from, to, egui::Modifiers::NONE);
    ui.get_by_label("One tile found.");
    press(ui, "Name this tile");
    ui.get_by_label("1 to go, 0 taught");
}

/// Circles of a tile from the spell circles' box are put on its picture, and taken away again.
#[test]
fn spell_circles_are_clicked_on_the_picture() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    let circles = Catalogue::of(&[TileSet::Circles]);
    let face = circles.faces().find(|face| face.circles() > 0).unwrap();
    photo(&[face.id.as_str()], &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = at_lesson(program, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::ComboBox, "Box the tiles are from")
        .click();
    ui.run();
    press(ui, "Spell Circles");
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    correct(ui, face);
    let rect = ui.get_by_label("Put a spell circle on the picture").rect();
    let click = |ui: &mut Harness<'_, App>, at: [f32; 2]| {
        let pos = rect.center() + egui::vec2(at[0], at[1]) * rect.width();
        ui.event(Event::PointerMoved(pos));
        for pressed in [true, false] {
            ui.event(Event::PointerButton {
                pos,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
            ui.run();
        }
    };
    click(ui, [0.25, 0.2]);
    ui.get_by_label("Take spell circle 1 away");
    click(ui, [0.26, 0.21]);
    assert!(ui.query_by_label("Take spell circle 1 away").is_none());
    let printed: Vec<[f32; 2]> = face.mists.iter().flat_map(|m| m.circles.clone()).collect();
    for at in &printed {
        // Beside the words on the picture, still within the circle.
        click(ui, at.map(|v| v * 0.75));
    }
    ui.get_by_label_contains("Correct: keep as T01").click();
    ui.run();
    let taught = kept.borrow()["mine"].taught.faces().unwrap();
    assert_eq!(taught[0].circles(), printed.len());
}

/// Tiles of the base game are taught under their own names, copies join, and what is lacking is
/// offered; nothing is taught that no game knows.
#[test]
fn base_tiles_keep_their_names_and_copies_join() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    let names = ["V", "D", "V", "U", "E", "B"];
    photo(&names, &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = at_lesson(program, false);
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    ui.get_by_label("6 tiles found.");
    let base = Catalogue::bundled();
    for (n, name) in names.into_iter().enumerate() {
        if n == 1 {
            // The letters that are still to come are offered, but for what is known by now.
            assert!(
                ui.query_by_role_and_label(Role::Button, "It is X")
                    .is_some()
            );
            assert!(
                ui.query_by_role_and_label(Role::Button, "It is V")
                    .is_none()
            );
        }
        correct(ui, base.find(name).unwrap());
        let label = format!("Correct: it is {name} (Enter)");
        ui.get_by_role_and_label(Role::Button, &label).click();
        ui.run();
    }
    let pack = Arc::clone(&kept.borrow()["mine"]);
    let faces: Vec<String> = pack.pictures.iter().map(|p| p.face.to_string()).collect();
    assert_eq!(faces, names);
    assert!(pack.taught.faces().unwrap().is_empty());
}

/// The table of a running game teaches the same pack.
#[test]
fn what_comes_to_the_pack_meanwhile_stays_in_it() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["V", "U"], &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = at_lesson(program, false);
    cut_to_name(&mut shown, &path);
    let base = Catalogue::bundled();
    for name in ["V", "U"] {
        correct(&mut shown.harness, base.find(name).unwrap());
        press(
            &mut shown.harness,
            &format!("Correct: it is {name} (Enter)"),
        );
        let mut pack = Pack::clone(&kept.borrow()["mine"]);
        if pack.pictures.len() == 1 {
            let image = pack.pictures[0].image.clone();
            let face = face_id("X").unwrap();
            pack.pictures.push(FacePicture { face, image });
            kept.borrow_mut().insert("mine".into(), Arc::new(pack));
        }
    }
    let pack = Arc::clone(&kept.borrow()["mine"]);
    let faces: Vec<String> = pack.pictures.iter().map(|p| p.face.to_string()).collect();
    assert_eq!(faces, ["V", "X", "U"]);
}

#[test]
fn a_letter_that_is_clicked_is_what_the_tile_is() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["N"], &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = at_lesson(program, false);
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    let letter = ui.get_by_role_and_label(Role::Button, "It is X");
    letter.scroll_to_me();
    crate::playing::steady::wait(ui);
    press(ui, "It is X");
    let pack = Arc::clone(&kept.borrow()["mine"]);
    assert_eq!(pack.pictures[0].face, face_id("X").unwrap());
}

#[test]
fn a_tile_that_was_taught_is_offered_as_a_twin() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["M20"], &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = with_mists(program);
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    ui.get_by_label_contains("Correct: keep as T01").click();
    ui.run();
    press_soon(ui, "Cut out the tiles");
    name_them(ui);
    press(ui, "It is T01: add the picture to it");
    let pack = Arc::clone(&kept.borrow()["mine"]);
    assert_eq!(pack.pictures.len(), 2);
    let taught = pack.taught.faces().unwrap();
    assert_eq!((taught.len(), taught[0].copies), (1, 2));
}

/// The card that says that a tile is in no pack leads to the lesson.
#[test]
fn an_unknown_tile_leads_to_the_lesson() {
    let mut snapshot = (*played(2, 6, 3).snapshot()).clone();
    snapshot.desync = Some(Desync {
        since_frame: 12,
        differences: vec![Difference::TileUnknown {
            cell: Cell::new(-2, 1),
        }],
    });
    let link = MemoryLink::new(snapshot);
    let mut shown = at_table(&link, ENGLISH);
    press(&mut shown.harness, "Teach this tile");
    shown.harness.get_by_label("Which pack they go into");
}

/// Cards and backs have no sides to describe: a picture is all that is kept of them.
#[test]
fn a_card_and_the_back_of_the_tiles_are_taught_by_one_click_each() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["M01", "M15"], &path);
    let program = MemoryProgram::new(begun(2));
    let kept = program.kept_packs.clone();
    let mut shown = with_mists(program);
    cut_to_name(&mut shown, &path);
    let ui = &mut shown.harness;
    for no_tile in ["A Tatan card", "The back of the tiles"] {
        ui.get_by_label(no_tile).click();
        ui.run();
    }
    ui.get_by_label("Kept: back");
    let pack = Arc::clone(&kept.borrow()["mine"]);
    let faces = pack.pictures.iter().map(|picture| picture.face.to_string());
    assert_eq!(faces.collect::<Vec<_>>(), ["Tatan", "back"]);
    assert!(pack.taught.faces().unwrap().is_empty());
}

/// A tile in the running game's picture that no pack knows: its neighbours tell its sides.
#[test]
fn an_unknown_tile_of_the_running_game_is_taught_by_a_click() {
    let link = played(2, 6, 3);
    let mut picture = photograph(&link.snapshot());
    let newest = link.snapshot().tiles.last().unwrap().cell;
    for cell in &mut picture.cells {
        if cell.cell == Some(newest) {
            cell.read = CellRead::Unknown;
        }
    }
    link.show_picture(picture);
    let program = MemoryProgram::new(link);
    let kept = program.kept_packs.clone();
    let mut shown = at_lesson(program, true);
    let ui = &mut shown.harness;
    let unknown = ui.get_by_label_contains("Unknown tile");
    unknown.scroll_to_me();
    ui.run();
    ui.get_by_label_contains("Unknown tile").click();
    ui.run();
    // What was told stays told when the language is switched.
    for (language, told) in [
        ("Deutsch", "One tile found."),
        ("English", "Ein Plättchen gefunden."),
    ] {
        ui.get_by_label(told);
        ui.get_by_role_and_label(Role::Button, language).click();
        ui.run();
    }
    ui.get_by_label("One tile found.");
    assert_eq!(
        ui.query_all_by_label_contains("does not fit the tile")
            .count(),
        0
    );
    // What contradicts the neighbour is said at once.
    let beside = ["north", "east", "south", "west"];
    let contradicted = beside.into_iter().any(|side| {
        let name = format!("{side}: ");
        ui.get_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.starts_with(&name)
        })
        .click();
        ui.run();
        ui.query_all_by_label_contains("does not fit the tile")
            .count()
            > 0
    });
    assert!(contradicted);
    assert!(kept.borrow().is_empty());
}

#[test]
fn pictures_of_the_lesson() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.jpg");
    photo(&["M33", "M01", "M41"], &path);
    let link = played(2, 6, 3);
    let picture = photograph(&link.snapshot());
    link.show_picture(picture);
    let mut shown = at_lesson(MemoryProgram::new(link), true);
    each_of("teach", &mut shown.harness);

    let mut shown = with_mists(MemoryProgram::new(begun(2)));
    cut(&mut shown, &path);
    each_of("teach_spread", &mut shown.harness);
    name_them(&mut shown.harness);
    each_of("teach_tile", &mut shown.harness);

    let base = place.path().join("base.jpg");
    photo(&["V", "D", "N"], &base);
    let mut shown = at_lesson(MemoryProgram::new(begun(2)), false);
    cut_to_name(&mut shown, &base);
    each_of("teach_base", &mut shown.harness);
}
