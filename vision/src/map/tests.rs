//! Tests of finding printed maps and what lies on them.

use calibration::space::{ImagePoint, apart};
use carcassonne::catalogue::Catalogue;
use carcassonne::map::ChipColor;
use carcassonne::seen::SeenTurnedChip;
use shapes::map_board::MARGIN;

use super::*;
use crate::testing;
use studio::art::Artist;
use studio::synth::{Card, CardShows, FilmConfig, Photographer, Scene, Stage, Table};

/// The bare practice map on a table, and that picture's settings.
fn on(table: Table, seed: u64) -> FilmConfig {
    let map = Map::sample();
    let pitch = Scene::default().pitch_mm;
    let area = board(&map).map(|p| p.map(|v| v * pitch));
    let stage = Stage {
        tilt_deg: [6.0, 24.0],
        ..Stage::new(seed, area, Vec::new())
    };
    let mut config = stage.set().unwrap();
    config.scene.table = table;
    config.scene.map = Some(map);
    config
}

fn picture(config: &FilmConfig) -> Mat {
    let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
    let FilmConfig {
        scene,
        camera,
        sensor,
        seed,
        ..
    } = config;
    photographer
        .photograph(scene, camera, sensor, *seed)
        .unwrap()
}

#[test]
fn the_map_is_found_by_its_print_on_every_table() {
    for (seed, table) in (1..).zip(Table::ALL) {
        let config = on(table, seed);
        let mut reader = MapReader::new(&testing::practice_map()).unwrap();
        let found = reader.find(&picture(&config)).unwrap();
        let lattice = found.unwrap_or_else(|| panic!("no map on {table:?}"));
        let pitch = config.scene.pitch_mm;
        for cell in reader.squares().chain(reader.islands()) {
            let at = crate::lattice::middle_of(cell);
            let lies = config
                .camera
                .project(&[[at.x * pitch, at.y * pitch, 0.0]])
                .unwrap()[0];
            let off = apart(lies.into(), lattice.place(at));
            // The search for a tile reaches four pixels.
            assert!(off < 1.5, "{table:?}: {cell} is {off:.1} px off");
        }
    }
}

/// A map whose print is known from one photograph only is found on another table, from
/// another side.
#[test]
fn a_learnt_map_is_found_by_its_own_print() {
    let at = |config: &FilmConfig, x: f64, y: f64| {
        let pitch = config.scene.pitch_mm;
        config
            .camera
            .project(&[[x * pitch, y * pitch, 0.0]])
            .unwrap()[0]
    };
    let learnt = on(Table::ALL[0], 21);
    let [_, [right, bottom]] = board(&Map::sample()).map(|p| p.map(|v| v - MARGIN));
    let corners = [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)];
    // Clicked by a person: off by a pixel or two.
    let mut clicked = corners.map(|(x, y)| ImagePoint::from(at(&learnt, x, y)));
    for (corner, off) in clicked.iter_mut().zip([1.5, -1.0, 0.5, -1.5]) {
        *corner += vec2(off, -off);
    }
    let corners = corners.map(|(x, y)| point2(x, y));
    let image_from_squares = Homography::through(corners, clicked).unwrap();
    let print = print_in(&picture(&learnt), &image_from_squares, &Map::sample()).unwrap();
    let learnt = MapPrint {
        map: Map::sample(),
        picture: Arc::new(print),
    };
    let mut reader = MapReader::new(&learnt).unwrap();
    let config = on(Table::ALL[3], 22);
    let lattice = reader.find(&picture(&config)).unwrap().expect("the map");
    let mut most: f64 = 0.0;
    for cell in reader.squares().chain(reader.islands()) {
        let [x, y] = [f64::from(cell.x), f64::from(cell.y)];
        let lies = ImagePoint::from(at(&config, x, y));
        most = most.max(apart(lies, lattice.place(point2(x, y))));
    }
    println!("a square is at most {most:.1} px off");
    // The search for a tile reaches an eighth of it, here some seven pixels.
    assert!(most < 5.0, "{most} px");
}

#[test]
fn no_map_is_found_on_a_bare_table() {
    let mut config = on(Table::Cloth, 3);
    config.scene.map = None;
    let mut reader = MapReader::new(&testing::practice_map()).unwrap();
    assert!(reader.find(&picture(&config)).unwrap().is_none());
}

#[test]
fn chips_are_told_by_colour_and_by_what_they_show() {
    for (seed, table) in (11..).zip(Table::ALL) {
        let mut config = on(table, seed);
        let pitch = config.scene.pitch_mm;
        let squares = [[5.0, 1.0], [12.0, 4.0], [4.0, 9.0]];
        let mut lay = |color, value, [x, y]: [f64; 2]| {
            let card = Card {
                shows: CardShows::Chip { color, value },
                at_mm: [x * pitch, y * pitch],
                turn_deg: 40.0 * x + 25.0 * y,
            };
            let id = config.scene.cards.len() as u32;
            config.scene.cards.push((id, card));
        };
        let mut shown = Vec::new();
        for (n, (color, at)) in ChipColor::ALL.into_iter().zip(squares).enumerate() {
            lay(color, None, at);
            for (k, value) in [None, Some(1), Some(2)].into_iter().enumerate() {
                let at = [2.0 + 3.0 * n as f64 + k as f64, 11.8];
                lay(color, value, at);
                shown.push((color, value, at));
            }
        }
        let mut reader = MapReader::new(&testing::practice_map()).unwrap();
        let picture = picture(&config);
        let lattice = reader.find(&picture).unwrap().unwrap();
        let seen = reader.chips(&picture, &lattice, &BTreeSet::new()).unwrap();
        let mut chips: Vec<_> = seen.chips.iter().map(|c| (c.color, c.cell)).collect();
        chips.sort();
        let on = |[x, y]: [f64; 2]| Cell::new(x as i32, y as i32);
        let laid: Vec<_> = ChipColor::ALL.into_iter().zip(squares.map(on)).collect();
        assert_eq!(chips, laid, "{table:?}");
        assert_eq!(seen.turned.len(), shown.len(), "{table:?}: {seen:?}");
        for (color, value, [x, y]) in shown {
            let near = |chip: &&SeenTurnedChip| {
                (f64::from(chip.at[0]) - x).hypot(f64::from(chip.at[1]) - y) < 0.1
            };
            let chip = seen.turned.iter().find(near).unwrap();
            assert_eq!((chip.color, chip.value), (color, value), "{table:?}");
        }
    }
}

/// The lamp is judged anew while tiles lie on the map.
#[test]
fn the_light_on_a_map_is_told_by_what_its_tiles_leave_free() {
    let config = on(Table::ALL[0], 31);
    let mut picture = picture(&config);
    let mut reader = MapReader::new(&testing::practice_map()).unwrap();
    let lattice = reader.find(&picture).unwrap().expect("the map");
    let before = reader.light;
    let tiles: BTreeSet<Cell> = reader.squares().collect();
    for cell in &tiles {
        let tile = cv::polygon(&lattice.corners(*cell));
        imgproc::fill_convex_poly_def(&mut picture, &tile, Scalar::all(0.0)).unwrap();
    }
    reader.learn_light(&picture, &lattice, &tiles).unwrap();
    for (is, was) in reader.light.into_iter().zip(before) {
        assert!((0.7..1.4).contains(&(is / was)), "{is} of {was}");
    }
}
