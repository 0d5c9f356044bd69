//! Tests of the reader on rendered boards: what it says of tiles and cards while they come, go and
//! are half hidden.

mod camera;
mod figures;
mod views;

use super::*;
use crate::lattice::middle_of;
use crate::pieces::figures::Wanted;
use crate::pieces::paint::Paint;
use crate::tiles::cells::read_board;
use crate::tiles::model::{Model, ModelConfig};
use calibration::space::{self, Image, ImagePoint, LatticePoint, apart, point2, vec2};
use calibration::{Homography, KnownBoard, KnownLens, KnownView, Lens};
use carcassonne::catalogue::{BACK, Catalogue, FaceId, TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::Mat;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::{Arc, LazyLock};
use studio::art::Artist;
use studio::synth::{Camera, Figure, Photographer, Scene, SceneTile, Sensor, TILE_THICKNESS_MM};

/// A webcam with a strong barrel; its pictures are small, so that the tests are quick.
fn camera() -> Camera {
    Camera {
        distance_mm: 640.0,
        focal_px: 900.0,
        radial: [-0.16, 0.02, 0.0],
        size: [1280, 720],
        ..Camera::default()
    }
}

const SIZE: [f64; 2] = [1280.0, 720.0];

/// Where points of the lattice appear, pixels.
fn seen(camera: &Camera, cells: &[LatticePoint]) -> Vec<ImagePoint> {
    let pitch = Scene::default().pitch_mm;
    let points: Vec<_> = cells
        .iter()
        .map(|at| [at.x * pitch, at.y * pitch, TILE_THICKNESS_MM])
        .collect();
    let seen = camera.project(&points).unwrap();
    seen.into_iter().map(ImagePoint::from).collect()
}

fn photograph(
    tiles: impl Iterator<Item = (Cell, impl AsRef<str>, Rotation)>,
    figures: Vec<Figure>,
) -> Mat {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let tiles = tiles.map(|(cell, face, rotation)| {
        let face = face_id(face.as_ref()).unwrap();
        SceneTile::laid_by_hand(cell, face, false, 0, rotation, &mut rng)
    });
    let scene = Scene {
        tiles: tiles.collect(),
        figures,
        ..Scene::default()
    };
    let mut photographer = Photographer::new(Artist::new(Catalogue::of(&TileSet::ALL)));
    photographer
        .photograph(&scene, &camera(), &Sensor::default(), 1)
        .unwrap()
}

fn frame(pixels: Mat) -> Frame {
    Frame {
        pixels,
        seq: 1,
        taken_at_ms: 0,
    }
}

fn still() -> GateReport {
    GateReport {
        calm: Calm::Still,
        view: None,
        changed: Vec::new(),
        covered: Vec::new(),
        in_part: false,
    }
}

fn moving() -> GateReport {
    GateReport {
        calm: Calm::Moving,
        ..still()
    }
}

/// While something moves there, the rest of the table is still.
fn glimpse(beside: RegionPx) -> GateReport {
    GateReport {
        covered: vec![beside],
        in_part: true,
        ..still()
    }
}

/// A table with these tiles and nothing on them.
fn photo(tiles: &[(Cell, &'static str, Rotation)]) -> Frame {
    frame(photograph(tiles.iter().copied(), Vec::new()))
}

/// Twelve tiles that fit together: two columns of road, one of monasteries.
fn small_board(figures: Vec<Figure>) -> Mat {
    let columns = [(0, "U"), (1, "B"), (2, "U")];
    let tiles = columns
        .into_iter()
        .flat_map(|(x, face)| (0..4).map(move |y| (Cell::new(x, y - 1), face, Rotation::R0)));
    photograph(tiles, figures)
}

/// Our own art, drawn once.
fn pack() -> Pack {
    static ALL: LazyLock<Pack> =
        LazyLock::new(|| crate::testing::drawn_pack(&Catalogue::bundled()));
    ALL.clone()
}

/// What is known of that board.
fn known_board() -> KnownView {
    let cells: Vec<[i32; 2]> = (0..3).flat_map(|x| (-1..3).map(move |y| [x, y])).collect();
    let points: Vec<_> = cells.iter().map(|c| c.map(f64::from).into()).collect();
    let image = seen(&camera(), &points);
    KnownView {
        size: [1280, 720],
        lens: Some(KnownLens {
            bend: -0.12,
            tiles: 40,
        }),
        board: Some(KnownBoard {
            image_from_lattice: Homography::fit(&points, &image, 9.0).unwrap().map,
            face_share: 0.985,
            cells,
        }),
    }
}

fn reader(known: KnownView, wanted: Wanted) -> Reader {
    let catalogue = Catalogue::bundled();
    let pack = Arc::new(pack());
    let config = ReaderConfig {
        wanted,
        known: vec![known],
        ..ReaderConfig::default()
    };
    Reader::new(pack, catalogue, config).unwrap()
}

/// One tile's picture is enough to read its like from the next look on, on the board that is followed; and
/// without it all is as it was.
#[test]
fn what_is_taught_meanwhile_is_read_with_the_next_look() {
    let monastery = face_id("B").unwrap();
    let mut half = pack();
    // Each face with a monastery tells what the other looks like.
    let is_monastery = |face: FaceId| face == monastery || face.as_str() == "A";
    half.pictures.retain(|picture| !is_monastery(picture.face));
    let half = Arc::new(half);
    let config = ReaderConfig {
        known: vec![known_board()],
        ..ReaderConfig::default()
    };
    let mut reader = Reader::new(half.clone(), Catalogue::bundled(), config).unwrap();
    let picture = small_board(Vec::new());
    let look = |reader: &mut Reader| reader.look(&frame(picture.clone()), &still()).unwrap();
    // The tiles that are read, and those that are taken for a monastery.
    let told = |seen: &SeenTable| {
        let named = seen.tiles.iter().filter(|tile| {
            let best = tile.candidates.first();
            best.is_some_and(|best| is_monastery(best.face) && best.log_likelihood > tile.unknown)
        });
        let named: Vec<Cell> = named.map(|tile| tile.cell).collect();
        (seen.tiles.len(), named)
    };
    let before = look(&mut reader);
    let monasteries: Vec<Cell> = (-1..3).map(|y| Cell::new(1, y)).collect();
    assert_eq!(told(&before), (12, Vec::new()));
    let of_cell = |tile: &&carcassonne::seen::SeenTile| tile.cell == monasteries[0];
    let tile = before.tiles.iter().find(of_cell).unwrap();
    let corners = tile.corners_px.map(|corner| corner.map(f64::from).into());
    let mut more = (*half).clone();
    more.pictures.push(crate::pack::FacePicture {
        face: monastery,
        image: crate::learn::teach::cut(&picture, corners).unwrap(),
    });
    let more = Arc::new(more);
    let learnt = Learnt::of(&more).unwrap();
    reader.read_by(learnt, more).unwrap();
    let after = look(&mut reader);
    assert_eq!(told(&after), (12, monasteries));
    assert_eq!(after.lattice, before.lattice, "the board stays where it is");
    reader.read_by(Learnt::of(&half).unwrap(), half).unwrap();
    let again = look(&mut reader);
    assert_eq!(told(&again), (12, Vec::new()));
    // What a face that the pack lacks is most like is chance.
    let read = |seen: &SeenTable| {
        let known = seen.tiles.iter().filter(|tile| tile.cell.x != 1);
        let best = known.map(|tile| (tile.cell, tile.candidates.first().map(|best| best.face)));
        best.collect::<Vec<_>>()
    };
    assert_eq!(read(&before), read(&again), "as it was before");
}

/// What a tile looked like is kept under a figure, never over the bare table.
#[test]
fn a_tile_that_is_lifted_away_is_gone() {
    let columns = [(0, "U"), (1, "B"), (2, "U")];
    let all: Vec<_> = columns
        .into_iter()
        .flat_map(|(x, face)| (0..4).map(move |y| (Cell::new(x, y - 1), face, Rotation::R0)))
        .collect();
    for lifted in [Cell::new(0, -1), Cell::new(1, 2), Cell::new(2, 0)] {
        let mut reader = reader(known_board(), Wanted::default());
        let whole = photograph(all.iter().copied(), Vec::new());
        assert_eq!(
            reader.look(&frame(whole), &still()).unwrap().tiles.len(),
            12
        );
        let left = all.iter().copied().filter(|(cell, ..)| *cell != lifted);
        let seen = reader.look(&frame(photograph(left, Vec::new())), &still());
        let seen = seen.unwrap();
        assert!(
            seen.tiles.iter().all(|tile| tile.cell != lifted),
            "{lifted:?}"
        );
        assert_eq!(seen.tiles.len(), 11);
    }
}

/// A tile over the picture's edge is said to lie there, and nothing else of it.
#[test]
fn a_tile_over_the_edge_is_seen_but_not_named() {
    let row = |cells: std::ops::Range<i32>| {
        let long = cells.map(|x| (Cell::new(x, 0), "U", Rotation::R90));
        let columns = [(0, "U"), (1, "B"), (2, "U")].into_iter();
        let rows = columns.flat_map(|(x, face)| {
            let others = [-1, 1, 2].into_iter();
            others.map(move |y| (Cell::new(x, y), face, Rotation::R0))
        });
        photograph(rows.chain(long), Vec::new())
    };
    let camera = camera();
    // The first cell of the row that is not wholly in the picture.
    let edge = (3..20).find(|&x| {
        let right = seen(&camera, &[point2(f64::from(x) + 0.5, 0.0)]);
        right[0].x > SIZE[0]
    });
    let edge = edge.unwrap();
    let mut whole = reader(known_board(), Wanted::default());
    let read = whole.look(&frame(row(0..edge)), &still()).unwrap();
    assert_eq!(read.tiles.len(), 9 + edge as usize);
    assert_eq!(read.cut, []);
    let cut = Cell::new(edge, 0);
    let read = whole.look(&frame(row(0..edge + 1)), &still()).unwrap();
    assert_eq!(read.cut, [cut]);
    assert!(read.hidden.contains(&cut));
    assert!(read.tiles.iter().all(|tile| tile.cell != cut));
}

/// Around a cemetery tiles are turned down, even where they touch the board with a corner only.
#[test]
fn a_tile_turned_down_at_a_cemeterys_corner_is_seen() {
    let catalogue = Catalogue::of(&[TileSet::Mists]);
    let pack = Arc::new(crate::testing::drawn_pack(&catalogue));
    let mut reader = Reader::new(pack, catalogue.clone(), ReaderConfig::default()).unwrap();
    let moving = GateReport {
        calm: Calm::Moving,
        ..still()
    };
    let start = catalogue.start().map(|face| (face.start.unwrap(), face.id));
    let cemetery = (Cell::new(-1, 0), face_id("M57").unwrap());
    let board: Vec<_> = start.chain([cemetery]).collect();
    let mut look = |tiles: &[(Cell, FaceId)]| {
        let tiles = tiles
            .iter()
            .map(|(cell, face)| (*cell, face.as_str(), Rotation::R0));
        let frame = frame(photograph(tiles, Vec::new()));
        reader.look(&frame, &moving).unwrap();
        reader.look(&frame, &still()).unwrap().tiles
    };
    assert_eq!(look(&board).len(), 5);
    let corner = (Cell::new(-2, -1), face_id(BACK).unwrap());
    let seen = look(&[board.as_slice(), &[corner]].concat());
    assert_eq!(seen.len(), 6);
    let backs = seen
        .iter()
        .filter(|tile| tile.candidates[0].face == corner.1);
    assert_eq!(backs.count(), 1);
}

/// A card comes to lie beside the board, is hidden for a while, and is taken away.
#[test]
fn a_card_beside_the_board_is_seen_as_long_as_it_lies_there() {
    let catalogue = Catalogue::of(&[TileSet::Base, TileSet::Tatan]);
    let card = face_id("Tatan").unwrap();
    let config = ReaderConfig {
        cards: vec![card],
        ..ReaderConfig::default()
    };
    let pack = Arc::new(crate::testing::drawn_pack(&catalogue));
    let mut reader = Reader::new(pack, catalogue, config).unwrap();
    let at = Cell::new(5, 1);
    let table = |beside: Option<&'static str>| {
        let columns = [(0, "U"), (1, "B"), (2, "U")];
        let tiles = columns
            .into_iter()
            .flat_map(|(x, face)| (0..4).map(move |y| (Cell::new(x, y - 1), face, Rotation::R0)));
        let beside = beside.map(|face| (at, face, Rotation::R0));
        photograph(tiles.chain(beside), Vec::new())
    };
    let (empty, with_card, with_tile) = (table(None), table(Some("Tatan")), table(Some("V")));
    let corners = [-0.6, 0.6].map(|by| middle_of(at) + vec2(by, by));
    let [low, high] = seen(&camera(), &corners)[..] else {
        panic!("two corners");
    };
    let here = RegionPx {
        left: low.x as i32,
        top: low.y as i32,
        right: high.x as i32,
        bottom: high.y as i32,
    };
    let mut look = |picture: &Mat, gate: GateReport| {
        let moving = GateReport {
            calm: Calm::Moving,
            ..still()
        };
        reader.look(&frame(picture.clone()), &moving).unwrap();
        let table = reader.look(&frame(picture.clone()), &gate).unwrap();
        let faces = table.cards.iter().map(|card| card.face);
        faces.collect::<Vec<_>>()
    };
    let changed = || GateReport {
        changed: vec![here],
        ..still()
    };
    let nothing: [FaceId; 0] = [];
    assert_eq!(look(&empty, still()), nothing);
    assert_eq!(look(&with_tile, changed()), nothing, "a tile is no card");
    assert_eq!(look(&empty, changed()), nothing);
    assert_eq!(look(&with_card, changed()), [card]);
    let covered = GateReport {
        covered: vec![here],
        ..still()
    };
    assert_eq!(look(&empty, covered), [card], "a hand may rest on it");
    assert_eq!(look(&with_card, still()), [card]);
    assert_eq!(look(&empty, changed()), nothing);
}

/// While something moves beside the board, the rest of it is read; but a board is not begun so, for
/// what comes first is told from what the table looked like before.
#[test]
fn a_glimpse_shows_what_was_laid_on_a_board_that_is_followed() {
    let start = (Cell::new(0, 0), "D", Rotation::R0);
    let second = (Cell::new(1, 0), "V", Rotation::R0);
    let elsewhere = RegionPx {
        left: 0,
        top: 0,
        right: 60,
        bottom: 60,
    };
    let glimpse = glimpse(elsewhere);
    let mut reader = reader(known_board(), Wanted::default());
    let seen = reader.look(&photo(&[start]), &glimpse).unwrap();
    assert_eq!((seen.calm, seen.tiles.len()), (Calm::Moving, 0));
    let seen = reader.look(&photo(&[start]), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 1);
    reader.look(&photo(&[start]), &moving()).unwrap();
    let seen = reader.look(&photo(&[start, second]), &glimpse).unwrap();
    assert_eq!((seen.calm, seen.tiles.len()), (Calm::Still, 2));
    // When all is still, it is looked at anew.
    for _ in 0..3 {
        reader.look(&photo(&[start, second]), &glimpse).unwrap();
    }
    let seen = reader.look(&photo(&[start]), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 1);
}

/// What a hand leaves when it has gone is seen, though only a corner of it was under the hand while
/// the rest of the table was looked at.
#[test]
fn a_tile_with_a_hand_over_its_corner_is_read_when_the_hand_has_gone() {
    let start = (Cell::new(0, 0), "D", Rotation::R0);
    let second = (Cell::new(1, 0), "V", Rotation::R0);
    let corner = seen(&camera(), &[point2(1.25, 0.25)])[0];
    let hand = RegionPx {
        left: corner.x as i32 - 4,
        top: corner.y as i32 - 4,
        right: corner.x as i32 + 30,
        bottom: corner.y as i32 + 30,
    };
    let glimpse = glimpse(hand);
    let mut reader = reader(known_board(), Wanted::default());
    let table = reader.look(&photo(&[]), &still()).unwrap();
    assert_eq!(table.tiles.len(), 0);
    reader.look(&photo(&[]), &moving()).unwrap();
    // Until it is left alone.
    for _ in 0..6 {
        let table = reader.look(&photo(&[start]), &still()).unwrap();
        assert_eq!(table.tiles.len(), 1);
    }
    reader.look(&photo(&[start]), &moving()).unwrap();
    let table = reader.look(&photo(&[start, second]), &glimpse).unwrap();
    assert_eq!((table.calm, table.tiles.len()), (Calm::Still, 1));
    assert!(!table.hidden.is_empty());
    let table = reader.look(&photo(&[start, second]), &still()).unwrap();
    assert_eq!(table.tiles.len(), 2);
}
