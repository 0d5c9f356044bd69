//! The faces of all boxes, drawn and photographed by the studio, are told apart by the model.

use std::sync::Arc;

use calibration::space::{ImageCorners, ImagePoint, apart};
use carcassonne::catalogue::{Catalogue, TileSet};
use carcassonne::geometry::{Cell, Rotation};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use studio::art::{Artist, Print, pictures};
use studio::synth::{Camera, Photographer, Scene, SceneTile, Sensor, TILE_THICKNESS_MM};
use vision::pack::{FACE_PX, Pack};
use vision::picture::pyramid::Pyramid;
use vision::tiles::model::descriptor::{MARGIN_PX, Planes, TILE_PX};
use vision::tiles::model::{Model, ModelConfig, windows};

#[test]
fn a_camera_tells_the_faces_of_all_boxes_apart() {
    let catalogue = Catalogue::of(&TileSet::ALL);
    let pack = Pack::of_our_art(pictures(&catalogue, FACE_PX).unwrap());
    let model = Model::learn(&pack, &ModelConfig::default()).unwrap();
    let windows = windows(2.0, 1.0, &[0.97, 1.0, 1.03]);
    let mut photographer = Photographer::new(Artist::new(Arc::clone(&catalogue)));
    let (mut wrong, mut sides) = (Vec::new(), Vec::new());
    for seed in 1..=3 {
        let scene = everything(&mut ChaCha8Rng::seed_from_u64(seed));
        let camera = Camera {
            target_mm: [-20.0, 0.0],
            tilt_deg: 10.0 * seed as f64,
            turn_deg: 25.0 * seed as f64,
            distance_mm: 950.0,
            ..Camera::default()
        };
        let picture = photographer
            .photograph(&scene, &camera, &Sensor::default(), seed)
            .unwrap();
        let pyramid = Pyramid::new(&picture).unwrap();
        for tile in &scene.tiles {
            let corners = corners_in(&camera, tile, scene.pitch_mm);
            sides.push(apart(corners[1], corners[0]));
            let patch = pyramid.rectify(corners, TILE_PX, MARGIN_PX).unwrap();
            let (naming, _) = model.name(&Planes::new(&patch).unwrap(), &windows);
            let best = naming.ranked[0];
            let face = catalogue.face(&tile.face).unwrap();
            let turned = face.canonical(best.rotation) != face.canonical(tile.rotation);
            if best.face != tile.face || turned && !face.is_wild() {
                wrong.push(format!("{} for {}", best.face, tile.face));
            }
        }
    }
    sides.sort_by(f64::total_cmp);
    let (least, most) = (sides[0], sides[sides.len() - 1]);
    let count = sides.len();
    println!(
        "{} of {count} misread at {least:.0}…{most:.0} px: {wrong:?}",
        wrong.len()
    );
    assert!(wrong.len() <= 3, "{wrong:?}");
}

/// The corners of a tile's square on the table in the picture, north-west first whatever its
/// face's turn.
fn corners_in(camera: &Camera, tile: &SceneTile, pitch_mm: f64) -> ImageCorners {
    let unturned = SceneTile {
        rotation: Rotation::R0,
        ..*tile
    };
    let top = unturned
        .corners_mm(pitch_mm)
        .map(|[x, y]| [x, y, TILE_THICKNESS_MM]);
    let seen: [[f64; 2]; 4] = camera.project(&top).unwrap().try_into().unwrap();
    seen.map(ImagePoint::from)
}

/// The table with one tile of every face of every box, turned at random.
fn everything(rng: &mut ChaCha8Rng) -> Scene {
    let mut scene = Scene::default();
    for (n, face) in Catalogue::of(&TileSet::ALL).faces().enumerate() {
        let cell = Cell::new(n as i32 % 12 - 6, n as i32 / 12 - 4);
        let copy = rng.random_range(0..face.copies.max(1));
        let print = Print::of_copy(face, copy);
        let rotation = Rotation::from_quarter_turns(rng.random_range(0..4));
        scene.tiles.push(SceneTile::laid_by_hand(
            cell,
            face.id,
            print.garden,
            print.variant,
            rotation,
            rng,
        ));
    }
    scene
}
