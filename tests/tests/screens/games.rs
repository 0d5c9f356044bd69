//! Games, pictures and programs to show.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, FaceId, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use carcassonne::spots::RimGeometry;
use egui_kittest::Harness;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::settings::{Settings, ThemeChoice};
use nebelwacht_ui::run::link::{Link, Program};
use nebelwacht_ui::run::news::picture::{CellRead, Picture, PictureCell, PictureFigure};
use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::window::App;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shapes::layout::{Layout, turned};
use studio::art::Artist;
use studio::synth::{Camera, Figure, Photographer, Scene, SceneTile, Sensor};
use tracker::Tracker;
use tracker::board::Board;
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::record::Record;
use tracker::setup::{Player, Setup};
use tracker::snapshot::{About, Guess, Meaning, Question, QuestionId, Snapshot};

/// A set-up of that many players with names.
pub fn setup(players: usize) -> Setup {
    let names = ["Anna", "Ben", "Clara", "Dietlinde", "Emil", "Frieda"];
    let players = Color::ALL.into_iter().zip(names).take(players).zip(1..);
    let setup = Setup {
        players: players
            .map(|((color, name), seat)| Player {
                name: name.to_owned(),
                color,
                also: Vec::new(),
                seat,
            })
            .collect(),
        ..Setup::default()
    };
    setup.validated().unwrap()
}

/// A game kept by hand with only the start tile laid.
pub fn begun(players: usize) -> MemoryLink {
    let link = MemoryLink::playing(setup(players));
    link.send(Command::PlaceTile {
        cell: Cell::default(),
        face: face_id("D").unwrap(),
        rotation: Rotation::R0,
        garden: None,
    });
    assert_eq!(link.snapshot().tiles.len(), 1);
    link.sent();
    link
}

/// A game in which `turns` tiles were laid after the start tile, by a player who likes
/// neighbours and puts a figure wherever allowed.
pub fn played(players: usize, turns: usize, seed: u64) -> MemoryLink {
    let link = begun(players);
    play(&link, seed, turns, |_| false);
    assert!(link.notices().is_empty(), "the test plays by the rules");
    link.sent();
    link
}

/// A game with modules, begun as on the new-game screen and played until `stop` says so.
pub fn played_until(setup: &str, seed: u64, stop: impl Fn(&Snapshot) -> bool) -> MemoryLink {
    let link = begin(&setup.parse().unwrap());
    play(&link, seed, 400, &stop);
    assert!(stop(&link.snapshot()), "the game never came that far");
    link.notices();
    link.sent();
    link
}

/// A game with its start tiles laid.
pub fn begin(setup: &Setup) -> MemoryLink {
    let start: Vec<_> = setup.catalogue().start().cloned().collect();
    let link = MemoryLink::playing(setup.clone());
    for face in &start {
        link.send(Command::PlaceTile {
            cell: face.start.unwrap(),
            face: face.id,
            rotation: Rotation::R0,
            garden: None,
        });
    }
    assert_eq!(link.snapshot().tiles.len(), start.len());
    assert_eq!(link.snapshot().turn.number, 0, "start tiles open no turn");
    link.sent();
    link
}

/// A golden record.
pub fn golden_record(name: &str) -> Record {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let bytes = std::fs::read(golden.join(name)).unwrap();
    Record::read(&bytes).unwrap()
}

/// All golden records.
pub fn golden_records() -> Vec<Record> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let folders = std::fs::read_dir(golden).unwrap();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    let files = files.map(|file| file.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    records
        .map(|path| Record::read(&std::fs::read(path).unwrap()).unwrap())
        .collect()
}

/// The end of a golden record.
pub fn golden(name: &str) -> MemoryLink {
    let record = golden_record(name);
    let mut tracker = Tracker::resume(&record, Arc::new(RimGeometry));
    MemoryLink::new((*tracker.snapshot()).clone())
}

/// Plays that many turns more.
pub fn play_on(link: &MemoryLink, seed: u64, turns: usize) {
    play(link, seed, turns, |_| false);
}

/// Lays tiles, puts figures and makes choices at random.
fn play(link: &MemoryLink, seed: u64, steps: usize, stop: impl Fn(&Snapshot) -> bool) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..steps {
        let snapshot = link.snapshot();
        if stop(&snapshot) {
            return;
        }
        if let Some(choice) = snapshot.choices.first() {
            link.send(Command::Choose {
                choice: choice.id.clone(),
                option: random.random_range(0..choice.options.len()),
            });
            continue;
        }
        let Some((face, cell, rotation)) = next_tile(&snapshot, &mut random) else {
            return;
        };
        link.send(Command::PlaceTile {
            cell,
            face,
            rotation,
            garden: None,
        });
        let snapshot = link.snapshot();
        let turn = snapshot.turn.clone();
        if let (Some(place), true) = (
            turn.figure_places.choose(&mut random),
            random.random_bool(0.7) && snapshot.choices.is_empty(),
        ) {
            link.send(Command::PlaceFigure {
                cell: place.at.cell,
                segment: place.at.segment,
                figure: place.figure,
                color: turn.player,
            });
        }
        // What has scored goes home, as at a tidy table.
        for figure in &link.snapshot().figures {
            if figure.due_home && random.random_bool(0.9) {
                link.send(Command::TakeFigure {
                    figure: figure.event,
                });
            }
        }
    }
}

/// A tile of the bag where it has most neighbours, of some tries.
pub fn next_tile(snapshot: &Snapshot, random: &mut ChaCha8Rng) -> Option<(FaceId, Cell, Rotation)> {
    let catalogue = snapshot.setup.catalogue();
    let board = board_of(snapshot);
    let mut best: Option<(usize, FaceId, Cell, Rotation)> = None;
    for _ in 0..12 {
        let tile = |id: &FaceId| catalogue.face(id).is_some_and(|face| !face.is_wild());
        let left = snapshot.bag.faces.iter();
        let left: Vec<_> = left.filter(|(id, n)| *n > 0 && tile(id)).collect();
        let (id, _) = left.choose(random)?;
        let Some(&(cell, rotation)) = board.placements(catalogue.face(id).unwrap()).choose(random)
        else {
            continue;
        };
        let near = board.surroundings(cell);
        if best.as_ref().is_none_or(|(most, ..)| near > *most) {
            best = Some((near, *id, cell, rotation));
        }
    }
    best.map(|(_, face, cell, rotation)| (face, cell, rotation))
}

/// The board of a snapshot.
pub fn board_of(snapshot: &Snapshot) -> Board {
    let catalogue = snapshot.setup.catalogue();
    let mut board = Log::new(Arc::clone(&snapshot.setup)).game().board().clone();
    for tile in &snapshot.tiles {
        let face = catalogue.face(&tile.face).unwrap();
        if face.is_wild() {
            board.lay_face_down(tile.cell, face).unwrap();
        } else {
            board.lay(tile.cell, face, tile.rotation).unwrap();
        }
    }
    board
}

/// The same snapshot with an open question about its newest tile.
pub fn with_question(snapshot: &Snapshot) -> Snapshot {
    let mut snapshot = snapshot.clone();
    let cell = snapshot.tiles.last().unwrap().cell;
    let guess = |face: &str, rotation, probability| Guess {
        meaning: Meaning::Tile {
            face: face_id(face).unwrap(),
            rotation,
        },
        events: Vec::new(),
        probability,
        overturns: 0,
    };
    snapshot.questions = vec![Question {
        id: QuestionId(7),
        about: About::WhichTile,
        cell,
        frame: 311,
        guesses: vec![
            guess("J", Rotation::R90, 0.62),
            guess("K", Rotation::R90, 0.31),
            guess("L", Rotation::R0, 0.04),
        ],
    }];
    snapshot
}

/// A photograph of the game's table with everything read rightly.
pub fn photograph(snapshot: &Snapshot) -> Picture {
    let catalogue = Catalogue::bundled();
    let pitch_mm = 45.6;
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut scene = Scene {
        pitch_mm,
        ..Scene::default()
    };
    for tile in &snapshot.tiles {
        let laid =
            SceneTile::laid_by_hand(tile.cell, tile.face, false, 0, tile.rotation, &mut random);
        scene.tiles.push(laid);
    }
    let foot_mm = |at: &SegmentRef| {
        let tile = snapshot.tiles.iter().find(|t| t.cell == at.cell).unwrap();
        let layout = Layout::new(catalogue.face(&tile.face).unwrap(), false).unwrap();
        let stand = turned(layout.shapes()[at.segment].stand, tile.rotation);
        let cell = [at.cell.x, at.cell.y];
        std::array::from_fn(|i| (f64::from(cell[i]) + f64::from(stand[i])) * pitch_mm)
    };
    for figure in &snapshot.figures {
        scene.figures.push(Figure {
            kind: figure.kind,
            color: figure.color,
            pose: figure.pose,
            at_mm: foot_mm(&figure.at),
            yaw_deg: random.random_range(0.0..360.0),
            on_mm: 2.0,
        });
    }
    let span = |of: fn(&Cell) -> i32| {
        let all: Vec<i32> = snapshot.tiles.iter().map(|t| of(&t.cell)).collect();
        let (low, high) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        (
            f64::from(low + high) / 2.0 * pitch_mm,
            f64::from(high - low + 2) * pitch_mm,
        )
    };
    let (x, wide) = span(|cell| cell.x);
    let (y, tall) = span(|cell| cell.y);
    let camera = Camera {
        target_mm: [x, y],
        distance_mm: (wide * 0.78).max(tall * 1.45).max(330.0),
        focal_px: 966.0,
        size: [1280, 720],
        ..Camera::default()
    };
    let mut photographer = Photographer::new(Artist::new(Arc::clone(&catalogue)));
    let picture = photographer
        .photograph(&scene, &camera, &Sensor::default(), 5)
        .unwrap();
    let corners = |cell: Cell| {
        let at = |dx: f64, dy: f64| {
            [
                (f64::from(cell.x) + dx) * pitch_mm,
                (f64::from(cell.y) + dy) * pitch_mm,
                2.0,
            ]
        };
        let four = [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)];
        let seen = camera.project(&four).unwrap();
        std::array::from_fn(|i| [seen[i][0] as f32, seen[i][1] as f32])
    };
    let mut cells: Vec<PictureCell> = board_of(snapshot)
        .frontier()
        .into_iter()
        .map(|cell| PictureCell {
            cell: Some(cell),
            corners_px: corners(cell),
            read: CellRead::Empty,
        })
        .collect();
    for (index, tile) in snapshot.tiles.iter().enumerate() {
        cells.push(PictureCell {
            cell: Some(tile.cell),
            corners_px: corners(tile.cell),
            read: CellRead::Tile {
                face: tile.face,
                rotation: tile.rotation,
                confidence: if index + 1 == snapshot.tiles.len() {
                    0.7
                } else {
                    0.99
                },
            },
        });
    }
    let figures = snapshot
        .figures
        .iter()
        .map(|figure| {
            let [x, y] = foot_mm(&figure.at);
            let foot = camera.project(&[[x, y, 2.0]]).unwrap()[0];
            PictureFigure {
                foot_px: [foot[0] as f32, foot[1] as f32],
                kind: figure.kind,
                color: figure.color,
                confidence: 0.97,
            }
        })
        .collect();
    let bgr = opencv::prelude::MatTraitConstManual::data_bytes(&picture).unwrap();
    Picture {
        frame: 311,
        size: [1280, 720],
        rgb: bgr
            .chunks_exact(3)
            .flat_map(|px| [px[2], px[1], px[0]])
            .collect(),
        cells,
        figures,
    }
}

/// A window without a window, and what it asks of the program.
pub struct Shown {
    /// Drives the window.
    pub harness: Harness<'static, App>,
    /// What the screens asked for.
    pub asked: Rc<RefCell<Vec<nebelwacht_tests::scripted::Asked>>>,
    /// What the screens want kept.
    pub settings: Rc<RefCell<Settings>>,
}

/// How to show it.
#[derive(Clone, Copy)]
pub struct Look {
    /// `en` or `de`.
    pub language: &'static str,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Width and height of the window, points.
    pub size: [f32; 2],
}

/// English and light.
pub const ENGLISH: Look = Look {
    language: "en",
    theme: ThemeChoice::Light,
    size: [1280.0, 800.0],
};

/// Opens the window with that program; on the table at once if `at_table`.
pub fn open(program: MemoryProgram, look: Look, at_table: bool) -> Shown {
    open_with(program, look, at_table, Settings::default())
}

/// The same with other settings than the first ones.
pub fn open_with(program: MemoryProgram, look: Look, at_table: bool, settings: Settings) -> Shown {
    *program.settings.borrow_mut() = Settings {
        language: Some(look.language.to_owned()),
        theme: look.theme,
        ..settings
    };
    let asked = Rc::clone(&program.asked);
    let settings = Rc::clone(&program.settings);
    let link: Option<Box<dyn Link>> =
        at_table.then(|| Box::new(program.link.clone()) as Box<dyn Link>);
    // A large window shows the same larger. What a harness calls a point stays as large as it
    // is, so the window is the usual one and its points are larger.
    let grown = nebelwacht_ui::window::grown(look.size.into());
    // Drawings come a few per pass, so a full board settles only after some passes.
    let mut harness = Harness::builder()
        .with_size(egui::Vec2::from(look.size) / grown)
        .with_pixels_per_point(grown)
        .with_max_steps(64)
        .with_theme(match look.theme {
            ThemeChoice::Dark => egui::Theme::Dark,
            ThemeChoice::System | ThemeChoice::Light => egui::Theme::Light,
        })
        .build_eframe(|cc| App::new(&cc.egui_ctx, Box::new(program), link));
    harness.run();
    Shown {
        harness,
        asked,
        settings,
    }
}

/// Opens the window of the real program, which keeps its files and plays on its own threads; on the
/// table of a game, if that is given.
pub fn open_local(
    mut program: LocalProgram,
    look: Look,
    link: Option<Box<dyn Link>>,
) -> Harness<'static, App> {
    program.keep_settings(&Settings {
        language: Some(look.language.to_owned()),
        theme: look.theme,
        ..Settings::default()
    });
    let theme = match look.theme {
        ThemeChoice::Dark => egui::Theme::Dark,
        ThemeChoice::System | ThemeChoice::Light => egui::Theme::Light,
    };
    let mut harness = Harness::builder()
        .with_size(look.size)
        .with_max_steps(64)
        .with_theme(theme)
        .build_eframe(|cc| App::new(&cc.egui_ctx, Box::new(program), link));
    harness.run_steps(4);
    harness
}

/// Opens the window on the table of a game.
pub fn at_table(link: &MemoryLink, look: Look) -> Shown {
    open(MemoryProgram::new(link.clone()), look, true)
}
