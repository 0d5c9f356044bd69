//! Tests of the film: its frames hold what its script says.

use std::time::Instant;

use carcassonne::piece::Color;

use super::tables::party;
use super::*;
use crate::art::tests::show;

#[test]
fn a_film_holds_what_its_truth_says() {
    let config = FilmConfig {
        camera: Camera {
            size: [640, 360],
            focal_px: 480.0,
            ..Camera::default()
        },
        scene: Scene {
            table: Table::Walnut,
            ..Scene::default()
        },
        ..FilmConfig::default()
    };
    let figure = Figure {
        kind: FigureKind::Meeple,
        color: Some(Color::Red),
        pose: Pose::Standing,
        at_mm: [8.0, 8.0],
        yaw_deg: 0.0,
        on_mm: TILE_THICKNESS_MM,
    };
    let bumped = Camera {
        turn_deg: 10.0,
        ..config.camera.clone()
    };
    let script = vec![
        Action::LayTile {
            tile: tile(0, 0, Rotation::R0),
            seat_deg: 180.0,
        },
        Action::PutFigure {
            id: 7,
            figure,
            seat_deg: 90.0,
        },
        Action::Bump(bumped.clone()),
        Action::TakeFigure {
            id: 7,
            seat_deg: 90.0,
        },
        Action::TakeFigure {
            id: 99,
            seat_deg: 90.0,
        },
        Action::Wait(2),
    ];
    let mut film = Film::new(script, config, Markers);
    let mut frames = Vec::new();
    while let Some(frame) = film.next() {
        let frame = frame.unwrap();
        assert_eq!(frame.index, frames.len() as u64);
        assert_eq!(frame.at_ms, frame.index * 200);
        let state = (film.scene().tiles.len(), film.scene().figures.len());
        frames.push((
            frame.done.clone(),
            frame.hand,
            frame.shaking,
            state,
            frame.picture,
        ));
    }
    let done: Vec<usize> = frames.iter().flat_map(|f| f.0.clone()).collect();
    assert_eq!(done, [0, 1, 2, 3, 5], "an unknown figure is not taken");
    assert!(!frames[0].1 && frames[0].3 == (0, 0));
    let laid = frames.iter().position(|f| f.0.contains(&0)).unwrap();
    assert!(frames[laid].1, "a tile appears under the hand");
    assert_eq!(film.camera(), &bumped);
    assert_eq!(film.scene().figures.len(), 0);
    assert!(frames.iter().any(|f| f.2));
    // Quiet frames lie between any two actions.
    let quiet = frames.iter().map(|f| !f.1 && !f.2).collect::<Vec<_>>();
    assert!(quiet.windows(3).filter(|w| w.iter().all(|&q| q)).count() >= 4);
    // The quiet picture after the tile differs from the one before.
    let before = core::norm2_def(&frames[0].4, &frames[laid + 6].4).unwrap();
    assert!(before > 1000.0, "{before}");
}

/// A piece that stands on the table.
fn piece(kind: FigureKind, at_mm: [f64; 2]) -> Figure {
    Figure {
        kind,
        color: None,
        pose: Pose::Standing,
        at_mm,
        yaw_deg: 0.0,
        on_mm: TILE_THICKNESS_MM,
    }
}

/// The table with a frame: the cells with tiles, the pieces, and what is done.
type Moment = (Vec<Cell>, Vec<Figure>, Vec<usize>);

fn tables_of(script: Vec<Action>, scene: Scene, pieces: Vec<(u32, Figure)>) -> Vec<Moment> {
    let config = FilmConfig {
        camera: Camera {
            size: [320, 180],
            focal_px: 240.0,
            ..Camera::default()
        },
        scene,
        pieces,
        ..FilmConfig::default()
    };
    let mut film = Film::new(script, config, Markers);
    let promised = film.frames_left();
    let mut tables = Vec::new();
    while let Some(frame) = film.next() {
        let cells = film.scene().tiles.iter().map(|tile| tile.cell).collect();
        tables.push((cells, film.scene().figures.clone(), frame.unwrap().done));
    }
    assert_eq!(tables.len() as u64, promised);
    tables
}

#[test]
fn pieces_are_carried_from_tile_to_tile() {
    let (mage, there) = (
        piece(FigureKind::Mage, [0.0, 0.0]),
        piece(FigureKind::Mage, [90.0, 40.0]),
    );
    let seat_deg = 90.0;
    let script = vec![
        Action::MoveFigure {
            id: 1,
            to: there,
            seat_deg,
        },
        Action::MoveFigure {
            id: 9,
            to: there,
            seat_deg,
        },
        Action::TakeFigure { id: 1, seat_deg },
    ];
    let tables = tables_of(script, Scene::default(), vec![(1, mage)]);
    assert_eq!(tables[0].1, [mage], "it stands there from the beginning");
    let mut stages: Vec<&[Figure]> = tables.iter().map(|t| t.1.as_slice()).collect();
    stages.dedup();
    // In the hand it stands nowhere.
    assert_eq!(stages, [&[mage][..], &[], &[there], &[]]);
    let moved = tables.iter().position(|t| t.2 == [0]).unwrap();
    assert_eq!(tables[moved].1, [there], "done when it stands there");
    let done: Vec<usize> = tables.iter().flat_map(|t| t.2.clone()).collect();
    assert_eq!(done, [0, 2], "an unknown piece is not moved");
}

#[test]
fn tiles_are_lifted_and_laid_elsewhere() {
    let scene = Scene {
        tiles: vec![tile(0, 0, Rotation::R0), tile(1, 0, Rotation::R0)],
        ..Scene::default()
    };
    let script = vec![
        Action::MoveTile {
            from: Cell::new(1, 0),
            tile: tile(0, 1, Rotation::R90),
            seat_deg: 0.0,
        },
        Action::MoveTile {
            from: Cell::new(7, 7),
            tile: tile(0, 2, Rotation::R90),
            seat_deg: 0.0,
        },
    ];
    let tables = tables_of(script, scene, Vec::new());
    let mut cells: Vec<&[Cell]> = tables.iter().map(|t| t.0.as_slice()).collect();
    cells.dedup();
    let (home, old, new) = (Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1));
    assert_eq!(cells, [&[home, old][..], &[home], &[home, new]]);
    let done: Vec<usize> = tables.iter().flat_map(|t| t.2.clone()).collect();
    assert_eq!(done, [0]);
}

#[test]
fn one_visit_puts_and_takes_several_ghosts() {
    let ghost = |x: f64| piece(FigureKind::Ghost, [x, 0.0]);
    let seat_deg = 200.0;
    let put = |id: u32| Action::PutFigure {
        id,
        figure: ghost(f64::from(id) * 12.0),
        seat_deg,
    };
    let take = |id: u32| Action::TakeFigure { id, seat_deg };
    let several = vec![
        Action::Together(vec![put(1), put(2), put(3)]),
        Action::Together(vec![take(1), take(8), take(3), put(4)]),
        Action::Together(vec![take(1), Action::Wait(3)]),
    ];
    let tables = tables_of(several, Scene::default(), Vec::new());
    let counts: Vec<usize> = tables.iter().map(|t| t.1.len()).collect();
    let mut changes = counts.clone();
    changes.dedup();
    assert_eq!(changes, [0, 1, 2, 3, 2, 1, 2]);
    let done = |n: usize| tables.iter().position(|t| t.2 == [n]);
    assert_eq!(counts[done(0).unwrap()], 3, "done when the last one stands");
    assert_eq!(tables.last().unwrap().1, [ghost(24.0), ghost(48.0)]);
    assert_eq!(done(2), None, "nothing was left to do");
    // One visit is shorter than three.
    let single = tables_of(vec![put(1), put(2), put(3)], Scene::default(), Vec::new());
    let one = tables_of(
        vec![Action::Together(vec![put(1), put(2), put(3)])],
        Scene::default(),
        Vec::new(),
    );
    assert!(
        one.len() + 8 < single.len(),
        "{} {}",
        one.len(),
        single.len()
    );
}

#[test]
fn a_film_looks_like_a_game() {
    let mut scene = party(Table::Oak, 9);
    let tiles = std::mem::take(&mut scene.tiles);
    let pitch = scene.pitch_mm;
    let mut script = Vec::new();
    for (i, tile) in tiles.iter().take(5).enumerate() {
        let seat_deg = 90.0 * i as f64;
        script.push(Action::LayTile {
            tile: *tile,
            seat_deg,
        });
        let figure = Figure {
            kind: FigureKind::Meeple,
            color: Some(Color::ALL[i]),
            pose: if i % 2 == 0 {
                Pose::Standing
            } else {
                Pose::Lying
            },
            at_mm: tile.table_mm([0.1, 0.1], pitch),
            yaw_deg: 30.0 * i as f64,
            on_mm: TILE_THICKNESS_MM,
        };
        script.push(Action::PutFigure {
            id: i as u32,
            figure,
            seat_deg,
        });
    }
    script.push(Action::TakeFigure {
        id: 0,
        seat_deg: 180.0,
    });
    scene.figures.retain(|figure| figure.on_mm == 0.0);
    let config = FilmConfig {
        scene,
        ..FilmConfig::default()
    };
    let start = Instant::now();
    let film = Film::new(script, config, Artist::new(Catalogue::bundled()));
    let mut count = 0;
    for frame in film {
        let frame = frame.unwrap();
        if (24..36).contains(&frame.index) {
            show(&format!("film_{:02}", frame.index), &frame.picture);
        }
        count += 1;
    }
    let each = start.elapsed().as_secs_f64() * 1000.0 / f64::from(count);
    println!("film: {count} frames, {each:.0} ms each");
    assert!(count > 100);
}

#[test]
fn figures_come_from_their_supply_and_go_home_to_it() {
    let meeple = |color, x| Figure {
        color: Some(color),
        ..piece(FigureKind::Meeple, [x, 0.0])
    };
    let supply = [
        meeple(Color::Red, -90.0),
        meeple(Color::Red, -70.0),
        meeple(Color::Blue, -50.0),
    ];
    let scene = Scene {
        figures: supply.to_vec(),
        ..Scene::default()
    };
    let seat_deg = 90.0;
    let figure = meeple(Color::Red, 40.0);
    let script = vec![
        Action::PutFigure {
            id: 1,
            figure,
            seat_deg,
        },
        Action::TakeFigure { id: 1, seat_deg },
    ];
    let tables = tables_of(script, scene, Vec::new());
    let when = |action: usize| {
        let done = tables.iter().find(|(_, _, done)| done.contains(&action));
        &done.expect("it was done").1
    };
    let [red, _, blue] = supply;
    assert_eq!(*when(0), [red, blue, figure]);
    assert_eq!(*when(1), supply);
}
