//! A game begun with a pack that lacks a tile, through everything a real game goes through: camera
//! thread, tracker, files, window. A tile that others tell of is read
//! and learnt; one that looks like no other is asked about, and the next one of it is known.

use std::path::Path;
use std::time::{Duration, Instant};

use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::Cell;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::films::short::{camera, lay, tile};
use nebelwacht_ui::run::link::{NewGame, Program, Source};
use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::packs;
use nebelwacht_ui::window::App;
use opencv::core::Size;
use opencv::prelude::*;
use opencv::videoio::VideoWriter;
use studio::art::Artist;
use studio::synth::{Action, Film, FilmConfig};
use tracker::log::event::{By, EventKind};
use tracker::log::record::Record;
use vision::pack::Pack;

use crate::games::{ENGLISH, open_local};

/// The faces that the pack lacks: one that is read by what others show, and the monasteries, which
/// look like no other.
const LACKING: [&str; 3] = ["V", "B", "A"];

/// What the window says while a tile may not lie bare.
const MOVES: [&str; 3] = ["Something is moving", "A hand is in the picture", "Reading"];

/// A film of a game: the start tile, a bend, and then a monastery twice.
fn filmed(to: &Path) {
    let tiles = [
        tile("D", 0, 0, 0),
        tile("V", 1, 0, 0),
        tile("B", 0, 1, 0),
        tile("B", 0, 2, 0),
    ];
    let mut script = Vec::from(tiles.map(lay));
    // Time to answer, and to learn from the answer.
    script.insert(3, Action::Wait(200));
    // Time to learn what needs no answer.
    script.insert(2, Action::Wait(25));
    // Time to read the last tile, on a machine that is busy with other screens.
    script.push(Action::Wait(300));
    let config = FilmConfig {
        camera: camera(),
        still_frames: 7,
        ..FilmConfig::default()
    };
    let [width, height] = config.camera.size;
    let film = Film::new(script, config, Artist::new(Catalogue::bundled()));
    let (codec, size) = (
        VideoWriter::fourcc('M', 'J', 'P', 'G'),
        Size::new(width, height),
    );
    let mut file =
        VideoWriter::new_def(to.display().to_string(), codec.unwrap(), 5.0, size).unwrap();
    for shot in film {
        file.write(&shot.unwrap().picture).unwrap();
    }
    file.release().unwrap();
}

/// Lets the game go on until the window shows what is waited for.
fn until(ui: &mut Harness<'_, App>, what: &str, mut shows: impl FnMut(&Harness<'_, App>) -> bool) {
    let begin = Instant::now();
    while !shows(ui) {
        let waited = begin.elapsed().as_secs();
        assert!(waited < 300, "{what}: never, but {:?}", labels(ui));
        std::thread::sleep(Duration::from_millis(50));
        ui.run_steps(2);
    }
}

/// What can be read in the window.
fn labels(ui: &Harness<'_, App>) -> Vec<String> {
    let nodes = ui.query_all(egui_kittest::kittest::by().recursive(true));
    nodes
        .filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or(node.value())
        })
        .collect()
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    ui.run_steps(4);
}

/// Turns the pages of what a tile may be until this is on one.
fn turn_to(ui: &mut Harness<'_, App>, label: &str) {
    let is_there = |ui: &Harness<'_, App>| {
        let found = ui.query_by_role_and_label(Role::Button, label);
        found.is_some()
    };
    // The likeliest come first once the picture was looked at.
    let begin = Instant::now();
    while !is_there(ui) && begin.elapsed().as_secs() < 20 {
        std::thread::sleep(Duration::from_millis(50));
        ui.run_steps(2);
    }
    for _ in 0..20 {
        if is_there(ui) {
            return;
        }
        press(ui, "More answers");
    }
    panic!("{label}: never, but {:?}", labels(ui));
}

/// The pictures of that face in the pack on disk; none while the pack is just being replaced.
fn kept(pack: &Path, face: &str) -> usize {
    let pictures = Pack::load(pack).map_or_else(|_| Vec::new(), |pack| pack.pictures);
    let of_it = pictures.iter().filter(|p| p.face.as_str() == face);
    of_it.count()
}

/// How many packs were learnt so far.
fn learnt(place: &Path) -> usize {
    std::fs::read_dir(place.join("cache/learnt")).map_or(0, Iterator::count)
}

#[test]
fn a_pack_grows_while_a_game_is_played() {
    let place = tempfile::tempdir().unwrap();
    let film = place.path().join("film.avi");
    filmed(&film);
    let folders = Folders::find(Some(place.path())).unwrap();
    let mut pack = packs::our_art(&Catalogue::bundled()).unwrap();
    pack.pictures
        .retain(|p| !LACKING.contains(&p.face.as_str()));
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

    // Before it is known there may be a question about it, too.
    until(ui, "what is surely read is learnt unasked", |_| {
        kept(&grown, "V") == 1
    });
    let title = "Which tile lies here?";
    let is_asked = |ui: &Harness<'_, App>| ui.query_all_by_label(title).next().is_some();
    until(ui, "the tile is asked about", is_asked);
    // It may come while the hand is still leaving: the next pictures show the tile bare.
    let mut quiet = 0;
    until(ui, "a second of quiet", |ui| {
        let moves = MOVES.iter().any(|label| ui.query_by_label(label).is_some());
        quiet = if is_asked(ui) && !moves { quiet + 1 } else { 0 };
        quiet > 20
    });
    press(ui, "Pause the film");
    // None of the answers is right, as the pack has no picture of it.
    press(ui, "Another tile…");
    let named = "Tile B, turned by 0°";
    assert_eq!(kept(&grown, "B"), 0);
    let before = learnt(place.path());
    // A click on what has only just come is not taken: pictures from before the film was paused may
    // still be on their way.
    while is_asked(ui) {
        turn_to(ui, named);
        press(ui, named);
        let pressed = Instant::now();
        until(ui, "the answer is taken, or may be given again", |ui| {
            !is_asked(ui) || pressed.elapsed().as_secs() > 30
        });
    }
    until(ui, "its picture is in the pack", |_| kept(&grown, "B") == 1);
    until(ui, "the table is read by it", |_| {
        learnt(place.path()) > before
    });
    press(ui, "Play the film");
    let mut next = None;
    until(ui, "the next one is laid", |_| {
        let record = Record::read(&std::fs::read(&record).unwrap()).unwrap();
        next = record.events().find_map(|event| match &event.kind {
            EventKind::TileLaid { cell, face, .. } if *cell == Cell::new(0, 2) => {
                Some((*face, event.by))
            }
            _ => None,
        });
        next.is_some()
    });
    until(ui, "it is known by now, and nothing is asked", |ui| {
        !is_asked(ui)
    });
    let (face, by) = next.unwrap();
    assert_eq!(face.as_str(), "B");
    assert!(matches!(by, By::Camera { .. }), "it was recognized: {by:?}");
}
