//! Whole tables: every kind of table, piece and stage can be photographed.

use std::time::Instant;

use super::*;
use crate::art::tests::show;

/// A table in mid-game, for looking and timing.
pub(super) fn party(table: Table, seed: u64) -> Scene {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let catalogue = Catalogue::bundled();
    let mut scene = Scene {
        table,
        ..Scene::default()
    };
    for (i, face) in catalogue.faces().enumerate() {
        let cell = Cell::new(i as i32 % 6 - 3, i as i32 / 6 - 2);
        scene.tiles.push(SceneTile::laid_by_hand(
            cell,
            face.id,
            i % 3 == 0,
            seed,
            Rotation::R0,
            &mut rng,
        ));
    }
    for (i, color) in [
        Color::Red,
        Color::Blue,
        Color::Yellow,
        Color::Green,
        Color::Black,
    ]
    .into_iter()
    .enumerate()
    {
        let tile = scene.tiles[i * 4 + 1];
        let mut put = |pose, at_mm, yaw_deg, on_mm| {
            scene.figures.push(Figure {
                kind: FigureKind::Meeple,
                color: Some(color),
                pose,
                at_mm,
                yaw_deg,
                on_mm,
            });
        };
        put(
            Pose::Standing,
            tile.table_mm([0.0, 0.2], 45.6),
            37.0 * i as f64,
            2.0,
        );
        put(
            Pose::Lying,
            tile.table_mm([0.3, -0.2], 45.6),
            80.0 * i as f64,
            2.0,
        );
        for k in 0..5 {
            let at = [
                -220.0 + 110.0 * i as f64 + 18.0 * (k % 3) as f64,
                135.0 + 22.0 * (k / 3) as f64,
            ];
            put(
                if k % 2 == 0 {
                    Pose::Standing
                } else {
                    Pose::Lying
                },
                at,
                61.0 * k as f64,
                0.0,
            );
        }
    }
    scene.clutter = vec![
        Clutter {
            prop: Prop::ScoreBoard,
            at_mm: [-300.0, -20.0],
            yaw_deg: 8.0,
        },
        Clutter {
            prop: Prop::TileStack,
            at_mm: [200.0, -150.0],
            yaw_deg: 20.0,
        },
        Clutter {
            prop: Prop::Cup,
            at_mm: [230.0, 40.0],
            yaw_deg: 0.0,
        },
        Clutter {
            prop: Prop::GameBox,
            at_mm: [330.0, -190.0],
            yaw_deg: -12.0,
        },
        Clutter {
            prop: Prop::RuleSheet,
            at_mm: [320.0, 120.0],
            yaw_deg: 15.0,
        },
        Clutter {
            prop: Prop::Phone,
            at_mm: [-60.0, -210.0],
            yaw_deg: 70.0,
        },
    ];
    scene
}

#[test]
fn a_party_can_be_photographed_on_every_table() {
    let tilts = [20.0, 35.0, 50.0, 10.0, 60.0, 30.0];
    for (i, table) in Table::ALL.into_iter().enumerate() {
        let mut scene = party(table, i as u64 + 1);
        let camera = Camera {
            tilt_deg: tilts[i],
            turn_deg: 60.0 * i as f64,
            distance_mm: 640.0 + 60.0 * i as f64,
            ..Camera::default()
        };
        let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
        let time = |p: &mut Photographer<Artist>, scene: &Scene, what: &str| {
            let start = Instant::now();
            let picture = p.photograph(scene, &camera, &Sensor::default(), 1).unwrap();
            println!(
                "{table:?} {what}: {:.0} ms",
                start.elapsed().as_secs_f64() * 1000.0
            );
            picture
        };
        time(&mut photographer, &scene, "first");
        let quiet = time(&mut photographer, &scene, "quiet");
        show(&format!("table_{table:?}"), &quiet);
        scene.figures.pop();
        time(&mut photographer, &scene, "figure gone");
        scene.tiles.pop();
        time(&mut photographer, &scene, "tile gone");
        let tile = scene.tiles[3];
        scene.hands.push(Hand {
            tip_mm: [60.0, 30.0],
            from_deg: camera.turn_deg + 200.0,
            smear_px: 8.0,
            carries: Some(Carried::Tile(tile)),
            height_mm: 25.0,
            ..Hand::default()
        });
        let hand = time(&mut photographer, &scene, "hand");
        show(&format!("hand_{table:?}"), &hand);
        // A picture with something on it: neither black nor burnt out.
        let mean = core::mean_def(&quiet).unwrap();
        assert!((40.0..225.0).contains(&mean[1]), "{table:?}: {mean:?}");
        assert!(core::norm2_def(&quiet, &hand).unwrap() > 5000.0);
    }
}

/// Tiles of the mists with every kind of piece on them, several to a tile.
fn haunted() -> Scene {
    let catalogue = Catalogue::of(&TileSet::ALL);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut scene = Scene::default();
    scene.tiles = SceneTile::block_laid_by_hand(catalogue.start(), scene.pitch_mm, &mut rng);
    let around = [
        ("M11", 2, 0),
        ("M51", 2, 1),
        ("M57", -1, 0),
        ("BK1", -1, 1),
        ("back", 0, 2),
        ("Tatan", 1, 2),
        ("MW5", 2, 2),
        ("M36", -1, 2),
    ];
    for (face, x, y) in around {
        let (cell, face) = (Cell::new(x, y), face_id(face).unwrap());
        let tile = SceneTile::laid_by_hand(cell, face, false, 0, Rotation::R0, &mut rng);
        scene.tiles.push(tile);
    }
    let mut put = |tile: usize, on_face, kind, color, pose, yaw_deg| {
        let at_mm = scene.tiles[tile].table_mm(on_face, scene.pitch_mm);
        scene.figures.push(Figure {
            kind,
            color,
            pose,
            at_mm,
            yaw_deg,
            on_mm: TILE_THICKNESS_MM,
        });
    };
    let (up, flat) = (Pose::Standing, Pose::Lying);
    put(4, [-0.2, -0.2], FigureKind::Ghost, None, up, 10.0);
    put(4, [0.2, -0.1], FigureKind::Ghost, None, up, 40.0);
    put(4, [0.0, 0.25], FigureKind::Ghost, None, flat, 80.0);
    put(
        5,
        [0.0, 0.05],
        FigureKind::Guard,
        Some(Color::Red),
        up,
        15.0,
    );
    put(5, [0.3, 0.3], FigureKind::Hound, None, up, 20.0);
    put(6, [0.0, 0.1], FigureKind::Cat, None, up, -20.0);
    put(
        6,
        [0.3, -0.3],
        FigureKind::BigMeeple,
        Some(Color::Blue),
        up,
        0.0,
    );
    put(7, [-0.32, 0.05], FigureKind::Ghost, None, up, 0.0);
    put(
        7,
        [0.0, -0.35],
        FigureKind::Abbot,
        Some(Color::Green),
        up,
        0.0,
    );
    put(8, [0.0, 0.0], FigureKind::Chip, None, flat, 0.0);
    put(
        8,
        [0.3, 0.3],
        FigureKind::Chip,
        Some(Color::Blue),
        flat,
        0.0,
    );
    put(
        9,
        [0.0, 0.0],
        FigureKind::Chip,
        Some(Color::Yellow),
        flat,
        0.0,
    );
    put(10, [-0.1, 0.0], FigureKind::Mage, None, up, 0.0);
    put(10, [0.0, -0.4], FigureKind::Witch, None, up, 30.0);
    put(
        11,
        [-0.3, 0.0],
        FigureKind::Hound,
        Some(Color::Black),
        up,
        0.0,
    );
    put(
        11,
        [0.0, -0.35],
        FigureKind::Meeple,
        Some(Color::Yellow),
        up,
        0.0,
    );
    put(
        0,
        [-0.25, 0.25],
        FigureKind::Guard,
        Some(Color::Black),
        flat,
        60.0,
    );
    scene
}

#[test]
fn every_piece_can_be_photographed() {
    let scene = haunted();
    let camera = Camera {
        target_mm: [25.0, 45.0],
        tilt_deg: 25.0,
        distance_mm: 330.0,
        ..Camera::default()
    };
    let artist = || Artist::new(Catalogue::of(&TileSet::ALL));
    let mut photographer = Photographer::new(artist());
    let whole = photographer.photograph(&scene, &camera, &CLEAN, 1).unwrap();
    show("haunted", &whole);
    for number in 0..scene.figures.len() {
        let mut fewer = scene.clone();
        let figure = fewer.figures.remove(number);
        let picture = photographer.photograph(&fewer, &camera, &CLEAN, 1).unwrap();
        let [x, y] = figure.at_mm;
        let at = camera.project(&[[x, y, figure.on_mm + 3.0]]).unwrap()[0];
        let changed = (grey(&whole, at) - grey(&picture, at)).abs();
        let far = core::norm2_def(&whole, &picture).unwrap();
        assert!(far > 800.0, "{figure:?}: {changed:.0} {far:.0}");
    }
}

#[test]
fn a_block_of_tiles_lies_without_gaps() {
    let catalogue = Catalogue::of(&[TileSet::Mists]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let pitch = Scene::default().pitch_mm;
    let block = SceneTile::block_laid_by_hand(catalogue.start(), pitch, &mut rng);
    assert_eq!(block.len(), 4);
    let quarter = |name: &str| {
        let face = face_id(name).unwrap();
        block.iter().find(|tile| tile.face == face).unwrap()
    };
    // All four share the corner in the middle.
    let inner = [
        ("S-NW", [0.5, 0.5]),
        ("S-NE", [-0.5, 0.5]),
        ("S-SE", [-0.5, -0.5]),
        ("S-SW", [0.5, -0.5]),
    ];
    let at = inner.map(|(name, corner)| quarter(name).table_mm(corner, pitch));
    for p in at {
        assert!((p[0] - at[0][0]).hypot(p[1] - at[0][1]) < 1e-6, "{at:?}");
        assert!((p[0] - pitch / 2.0).hypot(p[1] - pitch / 2.0) < 2.0);
    }
}

#[test]
fn stages_look_like_tables() {
    for seed in 1..=6 {
        let scene = party(Table::Oak, seed);
        let area = [[-160.0, -115.0], [140.0, 70.0]];
        let colors = &Color::ALL[..2 + seed as usize % 4];
        let mut config = Stage::new(seed, area, Seat::around(colors)).set().unwrap();
        config.scene.tiles = scene.tiles;
        let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
        let picture = photographer
            .photograph(&config.scene, &config.camera, &config.sensor, seed)
            .unwrap();
        show(&format!("stage_{seed}"), &picture);
        let mean = core::mean_def(&picture).unwrap();
        assert!((30.0..235.0).contains(&mean[1]), "{seed}: {mean:?}");
    }
}
