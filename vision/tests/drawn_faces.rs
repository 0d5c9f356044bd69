//! The faces of all boxes, drawn and photographed by the studio, are told apart by the model.

use std::sync::Arc;

use calibration::space::{ImageCorners, ImagePoint, apart};
use carcassonne::catalogue::{Catalogue, FaceId, TileSet};
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
    let wrong: Vec<String> = named(&model, &catalogue)
        .into_iter()
        .filter(|named| !named.right)
        .map(|named| format!("{} for {}", named.taken_for, named.face))
        .collect();
    assert!(wrong.len() <= 3, "{wrong:?}");
}

/// Faces of which there is no picture are named by what the others show, and hardly any other is taken
/// for one of them.
#[test]
fn a_face_that_the_pack_lacks_is_told_by_what_the_others_show() {
    const LACKING: [&str; 6] = ["E", "J", "L", "R", "U", "V"];
    let catalogue = Catalogue::bundled();
    let mut pack = Pack::of_our_art(pictures(&catalogue, FACE_PX).unwrap());
    let lacks = |face: FaceId| LACKING.contains(&face.as_str());
    pack.pictures.retain(|picture| !lacks(picture.face));
    let model = Model::learn(&pack, &ModelConfig::default()).unwrap();
    let model = model.for_game(&pack, &catalogue).unwrap();
    let (lacking, known): (Vec<_>, Vec<_>) = named(&model, &catalogue)
        .into_iter()
        .partition(|named| lacks(named.face));
    let right = |of: &[Named]| of.iter().filter(|named| named.right).count();
    let told = format!("{lacking:?} {known:?}");
    assert_eq!(lacking.len(), 3 * LACKING.len());
    assert!(right(&lacking) >= 15, "{told}");
    assert!(known.len() - right(&known) <= 1, "{told}");
}

/// What lay there, and what it was taken for.
#[derive(Debug)]
struct Named {
    face: FaceId,
    taken_for: FaceId,
    right: bool,
}

/// All faces of a catalogue photographed from three sides, and what a model names them.
fn named(model: &Model, catalogue: &Arc<Catalogue>) -> Vec<Named> {
    let windows = windows(2.0, 1.0, &[0.97, 1.0, 1.03]);
    let mut photographer = Photographer::new(Artist::new(Arc::clone(catalogue)));
    let (mut all, mut sides) = (Vec::new(), Vec::new());
    for seed in 1..=3 {
        let scene = everything(catalogue, &mut ChaCha8Rng::seed_from_u64(seed));
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
            all.push(Named {
                face: tile.face,
                taken_for: best.face,
                right: best.face == tile.face && (!turned || face.is_wild()),
            });
        }
    }
    sides.sort_by(f64::total_cmp);
    let wrong = all.iter().filter(|named| !named.right).count();
    let (least, most) = (sides[0], sides[sides.len() - 1]);
    println!(
        "{wrong} of {} misread at {least:.0}…{most:.0} px",
        all.len()
    );
    all
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

/// The table with one tile of every face, turned at random.
fn everything(catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Scene {
    let mut scene = Scene::default();
    for (n, face) in catalogue.faces().enumerate() {
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
