//! Measured on our own art: the base game is known, the mist tiles are new.

use std::sync::Arc;

use calibration::space::{apart, middle};
use carcassonne::catalogue::{Face, face_id};

use super::*;
use carcassonne::geometry::Cell;
use studio::art::{Artist, face_svg, raster};
use studio::synth::{Camera, Photographer, Scene, SceneTile, Sensor, Table};

#[test]
fn bytes_are_a_picture_of_their_own_size_only() {
    let bytes = [0u8; 12];
    let picture = from_rgb(&bytes, [4, 1]).expect("four pixels");
    assert_eq!([picture.cols(), picture.rows()], [4, 1]);
    for size in [[1, 2], [5, 1], [0, 0], [usize::MAX, 2]] {
        assert!(from_rgb(&bytes, size).is_err(), "{size:?}");
    }
}

fn drawn(face: &Face, variant: u64) -> Mat {
    raster(
        &face_svg(face, false, variant).expect("drawn"),
        FACE_PX,
        FACE_PX,
    )
    .expect("drawn")
}

fn base() -> Teacher {
    let catalogue = Catalogue::bundled();
    let pack = crate::testing::drawn_pack(&catalogue);
    Teacher::new(&pack, &catalogue).expect("learnt")
}

#[test]
fn a_copy_and_another_artwork_are_twins_and_a_stranger_is_none() {
    let teacher = base();
    let catalogue = Catalogue::bundled();
    let mists = Catalogue::of(&[TileSet::Mists]);
    for (name, variant) in [("D", 0), ("U", 1), ("C", 0)] {
        let picture = drawn(catalogue.find(name).expect("there"), variant);
        let twins = teacher.twins(&picture).expect("compared");
        assert_eq!((twins[0].face.as_str(), twins[0].is_likely()), (name, true));
    }
    let strangers = ["M11", "M12", "M20", "M40"].map(|name| {
        let picture = drawn(mists.find(name).expect("there"), 0);
        teacher.twins(&picture).expect("compared")[0].clone()
    });
    assert!(
        strangers.iter().all(|twin| !twin.is_likely()),
        "{strangers:?}"
    );
}

#[test]
fn a_turned_picture_is_turned_back() {
    let teacher = base();
    let face = Catalogue::bundled().find("V").cloned().expect("there");
    let mut turned = Mat::default();
    opencv::core::rotate(
        &drawn(&face, 0),
        &mut turned,
        opencv::core::ROTATE_90_CLOCKWISE,
    )
    .expect("turned");
    let twins = teacher.twins(&turned).expect("compared");
    assert_eq!(twins[0].face, face.id);
    assert_eq!(twins[0].turn, Rotation::R270);
}

/// How many clicks the sixty mist tiles of the practice box take somebody whose pack knows the
/// base game only, each tile's picture and print helping with the next: clicks on sides, middle
/// and buttons until the description is right, and one to keep it.
#[test]
fn a_tile_is_taught_with_few_clicks() {
    let mut teacher = base();
    let mists = Catalogue::of(&[TileSet::Mists]);
    let faces = mists.faces().filter(|f| f.start.is_none() && !f.is_wild());
    let mut clicks = Vec::new();
    let mut by_kind = std::collections::BTreeMap::<String, usize>::new();
    for face in faces {
        let truth = Draft::of(face).expect("described");
        let picture = drawn(face, 1);
        let told = [None; 4];
        let mut draft = teacher
            .propose(&picture, face.id, TileSet::Mists, told)
            .expect("proposed");
        let mut count = 1;
        while let Some(touch) = draft.next_touch(&truth) {
            draft.touch(touch);
            if touch.changes_sides() {
                teacher.arrange(&picture, &mut draft).expect("arranged");
            }
            let kind = format!("{touch:?}");
            *by_kind
                .entry(kind.split('(').next().unwrap_or("").to_owned())
                .or_default() += 1;
            count += 1;
            assert!(count < 40, "{}: {draft:?} never becomes {truth:?}", face.id);
        }
        let made = draft.face().expect("sound");
        assert!(
            carcassonne::catalogue::draft::same_print(&made, face),
            "{}",
            face.id
        );
        teacher.learn(&picture, &draft).expect("learnt");
        clicks.push(count);
    }
    assert_eq!(clicks.len(), 60);
    let sum: usize = clicks.iter().sum();
    let mut sorted = clicks.clone();
    sorted.sort_unstable();
    eprintln!("clicks in order: {clicks:?}");
    eprintln!("clicks by what they change: {by_kind:?}");
    let (mean, most) = (sum as f64 / 60.0, sorted[59]);
    eprintln!(
        "clicks per tile: mean {mean:.2}, median {}, most {most}",
        sorted[30]
    );
    assert!(mean <= 5.0 && most <= 15, "mean {mean:.2}, most {most}");
}

/// The nine practice tiles of the spell circles, each circle a click, taught after the mists.
#[test]
fn a_tile_with_spell_circles_is_taught_with_few_clicks() {
    let mut teacher = base();
    for face in Catalogue::of(&[TileSet::Mists]).faces().take(20) {
        if let Some(draft) = Draft::of(face) {
            teacher.learn(&drawn(face, 1), &draft).expect("learnt");
        }
    }
    let circles = Catalogue::of(&[TileSet::Circles]);
    let mut clicks = Vec::new();
    for face in circles.faces().filter(|f| f.circles() > 0) {
        let truth = Draft::of(face).expect("described");
        let picture = drawn(face, 1);
        let mut draft = teacher
            .propose(&picture, face.id, face.set, [None; 4])
            .expect("proposed");
        draft.copies = truth.copies;
        let mut count = 1;
        while let Some(touch) = draft.next_touch(&truth) {
            draft.touch(touch);
            if touch.changes_sides() {
                teacher.arrange(&picture, &mut draft).expect("arranged");
            }
            count += 1;
            assert!(count < 40, "{}: {draft:?} never becomes {truth:?}", face.id);
        }
        for (_, at) in &truth.circles {
            draft.touch_circle(*at);
            count += 1;
        }
        let made = draft.face().expect("sound");
        let same = carcassonne::catalogue::draft::same_print(&made, face);
        assert!(same, "{}: {made:?} for {face:?}", face.id);
        teacher.learn(&picture, &draft).expect("learnt");
        clicks.push(count);
    }
    let mean = clicks.iter().sum::<usize>() as f64 / clicks.len() as f64;
    eprintln!("clicks: {clicks:?}, mean {mean:.1}");
    assert!(clicks.len() == 9 && mean <= 13.0, "{clicks:?}");
}

/// What a neighbour shows is not asked of the picture.
#[test]
fn neighbours_tell_sides() {
    let teacher = base();
    let face = Catalogue::bundled().find("D").cloned().expect("there");
    let told = [Some(Terrain::Road), None, None, None];
    let name = face_id("T01").expect("a name");
    let draft = teacher.propose(&drawn(&face, 0), name, TileSet::Base, told);
    assert_eq!(draft.expect("proposed").edges[0], Terrain::Road);
}

/// Fifteen tiles with half a tile between them, photographed on every table there is.
#[test]
fn tiles_in_rows_are_found_in_reading_order() {
    let catalogue = Catalogue::bundled();
    let teacher = base();
    let faces: Vec<&Arc<Face>> = catalogue.faces().take(15).collect();
    let mut scene = Scene {
        pitch_mm: 68.0,
        ..Scene::default()
    };
    for (n, face) in (0..).zip(&faces) {
        scene.tiles.push(SceneTile {
            cell: Cell::new(n % 5, n / 5),
            face: face.id,
            garden: false,
            variant: 0,
            rotation: Rotation::R0,
            offset_mm: [f64::from(n % 3) * 2.0, f64::from(n % 2) * -3.0],
            yaw_deg: f64::from(n % 4) * 2.0 - 3.0,
        });
    }
    let camera = Camera {
        target_mm: [136.0, 68.0],
        distance_mm: 520.0,
        focal_px: 1400.0,
        size: [1600, 1200],
        ..Camera::default()
    };
    let mut photographer = Photographer::new(Artist::new(Arc::clone(&catalogue)));
    let mut results = Vec::new();
    for table in Table::ALL {
        scene.table = table;
        let picture = photographer.photograph(&scene, &camera, &Sensor::default(), 3);
        let picture = picture.expect("taken");
        let found = rows(&picture).expect("searched");
        let near = |tile: &SceneTile| {
            let [x, y] = tile.centre_mm(scene.pitch_mm);
            let at = camera.project(&[[x, y, 2.0]]).expect("in view")[0];
            let far = |corners: &&ImageCorners| apart(middle(corners), at.into());
            found
                .iter()
                .min_by(|a, b| far(a).total_cmp(&far(b)))
                .expect("some")
        };
        let named = |tile: &&SceneTile| {
            let cut = cut(&picture, *near(tile)).expect("cut");
            let twins = teacher.twins(&cut).expect("compared");
            twins[0].face == tile.face
        };
        let right = scene.tiles.iter().filter(named).count();
        results.push((table, found.len(), right));
    }
    eprintln!("table, outlines, tiles cut out and named rightly: {results:?}");
    // A patchwork cloth is full of squares, and oak is coloured like a city: nobody teaches on
    // the one, and on the other most is found.
    for (table, found, right) in results {
        let least = match table {
            Table::Patchwork => (0, 0),
            Table::Oak => (12, 8),
            _ => (15, 14),
        };
        assert!(
            found >= least.0 && right >= least.1,
            "{table:?}: {found}, {right}"
        );
    }
}
