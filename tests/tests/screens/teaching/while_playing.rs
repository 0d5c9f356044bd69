//! A game begun with a pack that lacks a tile, through everything a real game goes through: camera
//! thread, tracker, files, window. The first such tile is asked about, the next one is known.

use std::path::Path;
use std::time::{Duration, Instant};

use carcassonne::catalogue::{Catalogue, face_id};
use carcassonne::geometry::{Cell, Rotation};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_ui::run::link::{NewGame, Program, Source};
use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::packs;
use nebelwacht_ui::window::App;
use opencv::core::Size;
use opencv::prelude::*;
use opencv::videoio::VideoWriter;
use studio::art::Artist;
use studio::synth::{Action, Camera, Film, FilmConfig, SceneTile};
use tracker::log::event::{By, EventKind};
use tracker::log::record::Record;
use vision::pack::Pack;

use super::stranger::TITLE;
use crate::games::{ENGLISH, open_local};

/// The face that the pack lacks.
const LACKING: &str = "V";
/// Width and height of the film, pixels.
const SIZE: [i32; 2] = [1280, 720];

fn tile(face: &str, x: i32, y: i32, degrees: u16) -> SceneTile {
    SceneTile {
        cell: Cell::new(x, y),
        face: face_id(face).expect("a name"),
        garden: false,
        variant: 0,
        rotation: Rotation::try_from(degrees).expect("quarter turns"),
        offset_mm: [0.2, -0.1],
        yaw_deg: 0.4,
    }
}

/// A film of a game: `D`, `E`, and then the lacking face twice.
fn filmed(to: &Path) {
    let tiles = [
        tile("D", 0, 0, 0),
        tile("E", 0, -1, 180),
        tile(LACKING, 1, 0, 0),
        tile(LACKING, -1, 0, 180),
    ];
    let script = tiles.map(|tile| Action::LayTile {
        tile,
        seat_deg: 180.0,
    });
    let config = FilmConfig {
        camera: Camera {
            distance_mm: 640.0,
            focal_px: 900.0,
            size: SIZE,
            ..Camera::default()
        },
        still_frames: 7,
        ..FilmConfig::default()
    };
    let film = Film::new(script.into(), config, Artist::new(Catalogue::bundled()));
    let (codec, size) = (
        VideoWriter::fourcc('M', 'J', 'P', 'G'),
        Size::new(SIZE[0], SIZE[1]),
    );
    let mut file =
        VideoWriter::new_def(to.display().to_string(), codec.unwrap(), 5.0, size).unwrap();
    for shot in film {
        file.write(&shot.unwrap().picture).unwrap();
    }
    file.release().unwrap();
}

/// Lets the game go on until the window shows what is waited for.
fn until(ui: &mut Harness<'_, App>, what: &str, shows: impl Fn(&Harness<'_, App>) -> bool) {
    let begin = Instant::now();
    while !shows(ui) {
        if begin.elapsed().as_secs() > 60 {
            ui.render().unwrap().save("/tmp/wp.png").unwrap();
            panic!("{what}");
        }
        std::thread::sleep(Duration::from_millis(50));
        ui.run_steps(2);
    }
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    ui.run_steps(4);
}

/// The pictures of the lacking face that the pack on disk has.
fn kept(pack: &Path) -> usize {
    let pack = Pack::load(pack).unwrap();
    let of_it = pack.pictures.iter();
    of_it.filter(|p| p.face.as_str() == LACKING).count()
}

#[test]
fn a_pack_grows_while_a_game_is_played() {
    let place = tempfile::tempdir().unwrap().keep();
    let place = &place;
    eprintln!("{place:?}");
    let film = place.join("film.avi");
    filmed(&film);
    let folders = Folders::find(Some(place)).unwrap();
    let mut pack = packs::our_art(&Catalogue::bundled()).unwrap();
    pack.pictures.retain(|p| p.face.as_str() != LACKING);
    packs::replace(&folders, "mine", &pack).unwrap();
    let grown = folders.packs().join("mine");

    let mut program = LocalProgram::new(folders);
    let link = program.start(NewGame {
        setup: "players=red,blue".parse().unwrap(),
        source: Source::Path(film),
        pack: Some("mine".to_owned()),
    });
    let link = link.unwrap();
    let record = link.record().unwrap();
    let mut window = open_local(program, ENGLISH, Some(link));
    let ui = &mut window;

    until(ui, "the tile is asked about", |ui| {
        ui.query_by_label(TITLE).is_some()
    });
    press(ui, "Pause the film");
    let named = format!("Tile {LACKING}, turned by 0°");
    until(ui, "what it may be", |ui| {
        ui.query_by_role_and_label(Role::Button, &named).is_some()
    });
    assert_eq!(kept(&grown), 0);
    press(ui, &named);
    until(ui, "its picture is in the pack", |_| kept(&grown) == 1);
    press(ui, "Play the film");
    until(ui, "the end of the film", |ui| {
        ui.query_by_label("End of the film").is_some()
    });
    assert!(ui.query_by_label(TITLE).is_none(), "it is known by now");

    let record = Record::read(&std::fs::read(record).unwrap()).unwrap();
    let next = record.events().find_map(|event| match event.kind {
        EventKind::TileLaid { cell, face, .. } if cell == Cell::new(-1, 0) => {
            Some((face, &event.by))
        }
        _ => None,
    });
    let (face, by) = next.expect("the next one is laid");
    assert_eq!(face.as_str(), LACKING);
    assert!(matches!(by, By::Camera { .. }), "it was recognized: {by:?}");
}
