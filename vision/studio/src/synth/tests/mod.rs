//! Tests of the photographer: pictures agree with the camera's own projection, seeds repeat,
//! a film holds what its truth says.

mod film;
mod tables;

use carcassonne::catalogue::{Catalogue, TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::Vec3b;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use carcassonne::catalogue::FaceId;
use opencv::core::{self, Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

use super::*;
use crate::art::Artist;

/// Tiles whose tops are plain white with a black square in the north-west corner.
struct Markers;

impl Pictures for Markers {
    fn face(&mut self, _: FaceId, _: bool, _: u64, size_px: i32) -> Result<Mat, SynthError> {
        let mut top =
            Mat::new_rows_cols_with_default(size_px, size_px, core::CV_8UC3, Scalar::all(250.0))?;
        let corner = core::Rect::new(0, 0, size_px / 4, size_px / 4);
        imgproc::rectangle(&mut top, corner, Scalar::all(0.0), -1, imgproc::LINE_8, 0)?;
        Ok(top)
    }

    fn prop(&mut self, _: Prop, width_px: i32) -> Result<Mat, SynthError> {
        Ok(Mat::new_rows_cols_with_default(
            width_px,
            width_px,
            core::CV_8UC3,
            Scalar::all(99.0),
        )?)
    }
}

fn tile(x: i32, y: i32, rotation: Rotation) -> SceneTile {
    SceneTile {
        cell: Cell::new(x, y),
        face: face_id("D").unwrap(),
        garden: false,
        variant: 0,
        rotation,
        offset_mm: [0.3, -0.4],
        yaw_deg: 1.0,
    }
}

const CLEAN: Sensor = Sensor {
    blur_px: 0.0,
    shake_px: 0.0,
    shake_deg: 0.0,
    noise: 0.0,
    jpeg: 0,
};

fn grey(picture: &Mat, at: [f64; 2]) -> f64 {
    let pixel = picture
        .at_2d::<Vec3b>(at[1].round() as i32, at[0].round() as i32)
        .unwrap();
    pixel.iter().map(|&v| f64::from(v)).sum::<f64>() / 3.0
}

/// Walks from `from` to `to` and gives the place where the grey crosses `level`, sub-pixel.
fn crossing(picture: &Mat, from: [f64; 2], to: [f64; 2], level: f64) -> Option<[f64; 2]> {
    let steps = 400;
    let at = |k: i32| {
        std::array::from_fn(|i| from[i] + (to[i] - from[i]) * f64::from(k) / f64::from(steps))
    };
    let bilinear = |p: [f64; 2]| {
        let (x, y) = (p[0].floor(), p[1].floor());
        let (u, v) = (p[0] - x, p[1] - y);
        let g = |dx: f64, dy: f64| grey(picture, [x + dx, y + dy]);
        (g(0.0, 0.0) * (1.0 - u) + g(1.0, 0.0) * u) * (1.0 - v)
            + (g(0.0, 1.0) * (1.0 - u) + g(1.0, 1.0) * u) * v
    };
    let above = bilinear(at(0)) > level;
    (1..=steps)
        .find(|&k| (bilinear(at(k)) > level) != above)
        .map(at)
}

#[test]
fn tiles_are_where_opencv_projects_them() {
    let camera = Camera {
        tilt_deg: 35.0,
        turn_deg: 20.0,
        radial: [-0.08, 0.02, 0.0],
        ..Camera::default()
    };
    let mut scene = Scene {
        table: Table::Walnut,
        ..Scene::default()
    };
    scene.light = Light {
        shadow: 0.0,
        gradient: 0.0,
        vignette: 0.0,
        ..Light::default()
    };
    for (x, y, r) in [(0, 0, 0), (3, 0, 1), (-5, -3, 2), (5, 3, 3), (-4, 4, 0)] {
        scene
            .tiles
            .push(tile(x, y, Rotation::from_quarter_turns(r)));
    }
    let mut photographer = Photographer::new(Markers);
    let picture = photographer.photograph(&scene, &camera, &CLEAN, 1).unwrap();
    for tile in &scene.tiles {
        // Across the edge of the black corner square, on the tile's top.
        let on = |p: [f64; 2]| {
            let at = tile.table_mm(p, scene.pitch_mm);
            camera
                .project(&[[at[0], at[1], TILE_THICKNESS_MM]])
                .unwrap()[0]
        };
        for (dark, light, edge) in [
            ([-0.38, -0.38], [-0.12, -0.38], [-0.25, -0.38]),
            ([-0.38, -0.38], [-0.38, -0.12], [-0.38, -0.25]),
        ] {
            let found = crossing(&picture, on(dark), on(light), 120.0).expect("an edge");
            let far = (found[0] - on(edge)[0]).hypot(found[1] - on(edge)[1]);
            assert!(far < 1.0, "{:?}: edge {far:.2} px off", tile.cell);
        }
        // And its outer edge against the dark table, seen from its middle.
        let found = crossing(&picture, on([0.1, 0.2]), on([0.7, 0.2]), 150.0).expect("a rim");
        let far = (found[0] - on([0.5, 0.2])[0]).hypot(found[1] - on([0.5, 0.2])[1]);
        // The lit side of a 2 mm tile may add its own width.
        assert!(far < 6.0, "{:?}: rim {far:.2} px off", tile.cell);
    }
}

#[test]
fn figures_stand_where_opencv_projects_them() {
    let camera = Camera {
        tilt_deg: 45.0,
        turn_deg: 160.0,
        ..Camera::default()
    };
    let mut scene = Scene {
        table: Table::White,
        ..Scene::default()
    };
    scene.light = Light {
        shadow: 0.0,
        glare: 0.0,
        ..Light::default()
    };
    let mut photographer = Photographer::new(Markers);
    let empty = photographer.photograph(&scene, &camera, &CLEAN, 1).unwrap();
    scene.figures.push(Figure {
        kind: FigureKind::Meeple,
        color: Some(Color::Black),
        pose: Pose::Standing,
        at_mm: [40.0, -30.0],
        yaw_deg: 160.0,
        on_mm: 2.0,
    });
    let picture = photographer.photograph(&scene, &camera, &CLEAN, 1).unwrap();
    let seen = camera
        .project(&[
            [40.0, -30.0, 2.5],
            [40.0, -30.0, 9.0],
            [40.0, -30.0, 17.5],
            [40.0, -30.0, 24.0],
        ])
        .unwrap();
    for (i, at) in seen.iter().enumerate() {
        let changed = (grey(&picture, *at) - grey(&empty, *at)).abs() > 40.0;
        // Between the legs there may be table; chest and head must be covered, air not.
        assert!(i == 0 || changed == (i < 3), "point {i} at {at:?}");
    }
    assert!(
        seen[3][1] < seen[1][1],
        "the head is above the foot in the picture"
    );
}

#[test]
fn equal_seeds_give_equal_pictures() {
    let mut scene = Scene::default();
    scene.tiles.push(tile(0, 0, Rotation::R0));
    scene.hands.push(Hand::default());
    let camera = Camera {
        size: [640, 360],
        focal_px: 480.0,
        ..Camera::default()
    };
    let take = |seed| {
        let mut photographer = Photographer::new(Markers);
        let picture = photographer
            .photograph(&scene, &camera, &Sensor::default(), seed)
            .unwrap();
        picture.data_bytes().unwrap().to_vec()
    };
    assert_eq!(take(3), take(3));
    assert_ne!(take(3), take(4));
}

#[test]
fn a_photographer_with_a_past_takes_the_same_picture() {
    let camera = Camera {
        size: [640, 360],
        focal_px: 480.0,
        ..Camera::default()
    };
    let mut scene = Scene::default();
    let mut busy = Photographer::new(Markers);
    busy.photograph(&scene, &camera, &Sensor::default(), 1)
        .unwrap();
    scene.tiles.push(tile(1, 0, Rotation::R90));
    scene.hands.push(Hand::default());
    busy.photograph(&scene, &camera, &Sensor::default(), 2)
        .unwrap();
    scene.hands.clear();
    scene.light.level = 1.3;
    let a = busy
        .photograph(&scene, &camera, &Sensor::default(), 3)
        .unwrap();
    let b = Photographer::new(Markers)
        .photograph(&scene, &camera, &Sensor::default(), 3)
        .unwrap();
    assert_eq!(a.data_bytes().unwrap(), b.data_bytes().unwrap());
}

#[test]
fn absurd_settings_do_no_harm() {
    let mut scene = Scene {
        pitch_mm: 1e9,
        ..Scene::default()
    };
    scene.tiles.push(SceneTile {
        offset_mm: [f64::NAN, 1e12],
        yaw_deg: f64::NAN,
        ..tile(9, 9, Rotation::R0)
    });
    scene.tiles.push(tile(i32::MAX, i32::MIN, Rotation::R0));
    scene.hands.push(Hand {
        tip_mm: [1e9, f64::NAN],
        smear_px: 1e9,
        ..Hand::default()
    });
    scene.light = Light {
        level: -4.0,
        lamp_height_deg: f64::NAN,
        glare: 99.0,
        ..Light::default()
    };
    let small = Camera {
        size: [64, 48],
        focal_px: 50.0,
        ..Camera::default()
    };
    let cameras = [
        Camera {
            tilt_deg: 120.0,
            ..small.clone()
        },
        Camera {
            distance_mm: 0.0,
            ..small.clone()
        },
        Camera {
            focal_px: f64::NAN,
            ..small.clone()
        },
        Camera {
            radial: [50.0, -80.0, 1e6],
            ..small.clone()
        },
    ];
    let sensor = Sensor {
        blur_px: 1e9,
        shake_px: 1e9,
        noise: 1e9,
        jpeg: 999,
        ..Sensor::default()
    };
    for camera in cameras {
        // Any picture or any error will do.
        if let Ok(picture) = Photographer::new(Markers).photograph(&scene, &camera, &sensor, 0) {
            assert_eq!(picture.size().unwrap(), core::Size::new(64, 48));
        }
    }
    let huge = Camera {
        size: [90_000, 2],
        ..small
    };
    let refused = Photographer::new(Markers).photograph(&Scene::default(), &huge, &sensor, 0);
    assert!(matches!(refused, Err(SynthError::PictureSize(90_000, 2))));
}
