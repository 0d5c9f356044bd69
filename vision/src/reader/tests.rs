//! Tests of what is known of a camera: a rendered board tells its lens and where it lies, and
//! both are used again as far as they hold.

use std::sync::{Arc, LazyLock};

use calibration::space::{self, Image, ImagePoint, LatticePoint, apart, point2, vec2};
use calibration::{Homography, KnownBoard, KnownLens, KnownView, Lens};
use carcassonne::catalogue::{BACK, Catalogue, FaceId, TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::Mat;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::lattice::middle_of;
use crate::pieces::figures::Wanted;
use crate::pieces::paint::Paint;
use crate::tiles::cells::read_board;
use crate::tiles::model::{Model, ModelConfig};
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

fn rms(errors: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = errors.map(|e| e * e).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The tiles of a rendered picture tell a lens that is known: its bend within 0.03, and where
/// any cell of the table appears, to the picture's rim, within 3 px in the mean.
#[test]
fn a_picture_with_a_known_lens_tells_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let faces = ["A", "C", "D", "E", "G", "H", "J", "N", "P", "R", "V", "W"];
    let cells: Vec<Cell> = (-6..=6)
        .flat_map(|x| (-2..=2).map(move |y| Cell::new(x, y)))
        .collect();
    let laid: Vec<_> = cells
        .iter()
        .map(|cell| {
            let turn = Rotation::from_quarter_turns(rng.random_range(0..4));
            (*cell, faces[rng.random_range(0..faces.len())], turn)
        })
        .collect();
    let picture = photograph(laid.into_iter(), Vec::new());

    let pack = pack();
    let model = Model::learn(&pack, &ModelConfig::default()).unwrap();
    let camera = camera();
    let corners = seen(&camera, &space::square(-0.5, 0.5));
    let mut lattice = Lattice::from_tile(corners.try_into().unwrap()).unwrap();
    let pyramid = Pyramid::new(&picture).unwrap();
    read_board(&pyramid, &mut lattice, &model).unwrap();

    // What the division model can say of this lens at best: fitted to the whole picture, exact.
    let table: Vec<LatticePoint> = (-18..=18)
        .flat_map(|x| (-12..=12).map(move |y| point2(f64::from(x) / 2.0, f64::from(y) / 2.0)))
        .collect();
    let exact = seen(&camera, &table);
    let (table, exact): (Vec<_>, Vec<_>) = table
        .into_iter()
        .zip(exact)
        .filter(|(_, p)| (0.0..SIZE[0]).contains(&p.x) && (0.0..SIZE[1]).contains(&p.y))
        .unzip();
    let (truth, _) = Lens::fit(&table, &exact, SIZE, 20.0).unwrap();
    let told = lattice.told_lens().expect("65 tiles tell a lens");
    let all = || table.iter().zip(&exact);
    let with = rms(all().map(|(at, is)| apart(lattice.place(*at), *is)));
    let plain = lattice.image_from_lattice;
    let without = rms(all().map(|(at, is)| plain.distance(*at, *is)));
    println!(
        "bend {:.4} told by {} tiles, truth {:.4}; cells of the whole picture {with:.2} px off, \
         {without:.2} px without the lens",
        told.bend, told.tiles, truth.bend
    );
    assert!(told.tiles >= 60, "{} tiles", told.tiles);
    assert!((told.bend - truth.bend).abs() < 0.03);
    assert!(with < 3.0, "{with} px");
    assert!(without > 4.0 * with, "{without} px");
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

/// Meeples and big meeples, standing and lying, are told apart by size alone.
#[test]
fn big_meeples_are_told_from_meeples() {
    use FigureKind::{BigMeeple, Meeple};
    let pitch = Scene::default().pitch_mm;
    let put = |n: usize, kind, color, pose| Figure {
        kind,
        color: Some(color),
        pose,
        at_mm: [
            (n % 3) as f64 * pitch + 8.0,
            (n / 3) as f64 * pitch - pitch + 5.0,
        ],
        yaw_deg: 70.0 * n as f64,
        on_mm: TILE_THICKNESS_MM,
    };
    let pieces = [
        (Meeple, Color::Red, Pose::Standing),
        (BigMeeple, Color::Red, Pose::Standing),
        (Meeple, Color::Blue, Pose::Lying),
        (BigMeeple, Color::Blue, Pose::Lying),
        (Meeple, Color::Yellow, Pose::Standing),
        (BigMeeple, Color::Yellow, Pose::Standing),
    ];
    let pieces = pieces.into_iter().enumerate();
    let figures = pieces.map(|(n, (kind, color, pose))| put(2 * n, kind, color, pose));
    let figures: Vec<Figure> = figures.collect();
    let picture = small_board(figures.clone());
    let paints = Color::ALL.map(|color| Paint::of_player(color, &[Meeple, BigMeeple]));
    let wanted = Wanted {
        paints: paints.to_vec(),
        loose: Vec::new(),
    };
    let mut reader = reader(known_board(), wanted);
    let read = reader.look(&frame(picture), &still()).unwrap();
    let mut wrong = Vec::new();
    for figure in &figures {
        let [x, y] = figure.at_mm.map(|v| v / pitch);
        let cell = Cell::new(x.round() as i32, y.round() as i32);
        let there = read.figures.iter().find(|seen| seen.cell == cell);
        let best = there.and_then(|seen| seen.candidates.first());
        let named = best.map(|c| (c.kind, c.color, c.pose));
        if named != Some((figure.kind, figure.color, figure.pose)) {
            wrong.push((cell, figure.kind, figure.color, figure.pose, named));
        }
    }
    assert_eq!(read.tiles.len(), 12);
    assert_eq!(read.figures.len(), figures.len(), "{wrong:?}");
    // Open: the yellow meeple is read a quarter too large, as a big one. Its colour and pose are right.
    let off_by_size = |(_, _, color, pose, named): &(_, _, _, _, Option<_>)| matches!(named, Some((_, c, p)) if c == color && p == pose);
    assert!(
        wrong.len() <= 1 && wrong.iter().all(off_by_size),
        "{wrong:#?}"
    );
}

/// Four tiles come with a meeple in their middle and were never seen bare: roads look like
/// monasteries then, and the red ones stand before roofs of their own colour.
#[test]
fn meeples_in_the_middle_hide_neither_themselves_nor_their_tiles() {
    let pitch = Scene::default().pitch_mm;
    let put = |n: usize| {
        let cell = [(n % 3) as f64, (n / 3) as f64 - 1.0];
        let on_monastery = n % 3 == 1;
        let color = match n {
            _ if on_monastery => Color::Red,
            _ if n.is_multiple_of(2) => Color::Blue,
            _ => Color::Yellow,
        };
        Figure {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose: Pose::Standing,
            at_mm: cell.map(|v| v * pitch),
            yaw_deg: 25.0 * n as f64,
            on_mm: TILE_THICKNESS_MM,
        }
    };
    let figures: Vec<Figure> = [1, 3, 8, 10].map(put).to_vec();
    let mut reader = reader(known_board(), Wanted::default());
    let read = reader
        .look(&frame(small_board(figures.clone())), &still())
        .unwrap();
    assert_eq!(read.tiles.len(), 12);
    for tile in &read.tiles {
        let face = if tile.cell.x == 1 { "B" } else { "U" };
        let named = tile.candidates.first().map(|best| best.face.as_str());
        assert_eq!(named, Some(face), "{:?}", tile.cell);
    }
    let standing = |figure: &Figure| {
        let [x, y] = figure.at_mm.map(|v| (v / pitch).round() as i32);
        let mut there = read
            .figures
            .iter()
            .filter(|seen| seen.cell == Cell::new(x, y));
        let best = there.next().and_then(|seen| seen.candidates.first());
        best.is_some_and(|best| best.color == figure.color)
    };
    let missed: Vec<&Figure> = figures.iter().filter(|figure| !standing(figure)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_camera_is_known_again_and_what_no_longer_holds_is_found_anew() {
    let picture = small_board(Vec::new());
    let known = known_board();
    let (lens, board) = (known.lens, known.board.clone().unwrap());
    let cells = board.cells.clone();
    let points: Vec<_> = cells.iter().map(|c| c.map(f64::from).into()).collect();
    let mut same = reader(known.clone(), Wanted::default());
    let seen = same.look(&frame(picture.clone()), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 12);
    // Cells are numbered as they were: nothing was searched for.
    let named: Vec<_> = seen.tiles.iter().map(|t| [t.cell.x, t.cell.y]).collect();
    assert_eq!(named, cells);
    let now = same.known().unwrap();
    assert_eq!(now.check(), Ok(()));
    assert_eq!(now.lens, lens, "twelve tiles tell nothing new");
    let place = now.board.unwrap();
    assert_eq!(place.cells.len(), 12);
    for at in &points {
        let [a, b] = [&place, &board].map(|board| board.image_from_lattice.apply(*at));
        assert!(apart(a, b) < 3.0, "{a:?} {b:?}");
    }

    // The camera was turned since: the board lies half a cell and more beside.
    let mut moved = known;
    let shift: Homography<Image, Image> = Homography::translation(-37.0, 31.0);
    let board = moved.board.as_mut().unwrap();
    board.image_from_lattice = shift.after(&board.image_from_lattice);
    let mut reader = reader(moved, Wanted::default());
    let seen = reader.look(&frame(picture), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 12);
}

/// One tile's picture is enough to read its like from the next look on, on the board that is followed; and
/// without it all is as it was.
#[test]
fn what_is_taught_meanwhile_is_read_with_the_next_look() {
    let monastery = face_id("B").unwrap();
    let mut half = pack();
    half.pictures.retain(|picture| picture.face != monastery);
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
            best.is_some_and(|best| best.face == monastery && best.log_likelihood > tile.unknown)
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
        image: crate::teach::cut(&picture, corners).unwrap(),
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
    for (was, is) in before.tiles.iter().zip(&again.tiles) {
        let [was, is] = [was, is].map(|tile| tile.candidates.first().map(|best| best.face));
        assert_eq!(was, is, "as it was before");
    }
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

/// A ghost that comes before a new tile was looked at twice is no part of its own look: it is seen,
/// and when it goes, it is gone.
#[test]
fn a_ghost_that_comes_at_once_is_seen_and_seen_to_go() {
    let catalogue = Catalogue::of(&[TileSet::Mists]);
    let pack = Arc::new(crate::testing::drawn_pack(&catalogue));
    let wanted = Wanted {
        paints: Vec::new(),
        loose: vec![(FigureKind::Ghost, None)],
    };
    let config = ReaderConfig {
        wanted,
        ..ReaderConfig::default()
    };
    let mut reader = Reader::new(pack, catalogue.clone(), config).unwrap();
    let moving = GateReport {
        calm: Calm::Moving,
        ..still()
    };
    let start = catalogue.start().map(|face| (face.start.unwrap(), face.id));
    let start: Vec<_> = start.collect();
    let misty = (Cell::new(2, 0), face_id("M34").unwrap());
    let ghost = |[x, y]: [f64; 2], yaw_deg| Figure {
        kind: FigureKind::Ghost,
        color: None,
        pose: Pose::Standing,
        at_mm: [x, y],
        yaw_deg,
        on_mm: TILE_THICKNESS_MM,
    };
    let ghost = || vec![ghost([109.0, 8.0], 30.0)];
    let mut look = |tiles: &[(Cell, FaceId)], figures: Vec<Figure>, looks: usize| {
        let tiles = tiles
            .iter()
            .map(|(cell, face)| (*cell, face.as_str(), Rotation::R0));
        let frame = frame(photograph(tiles, figures));
        reader.look(&frame, &moving).unwrap();
        for _ in 1..looks {
            reader.look(&frame, &still()).unwrap();
        }
        reader.look(&frame, &still()).unwrap().figures.len()
    };
    assert_eq!(look(&start, Vec::new(), 3), 0);
    let board = [start.as_slice(), &[misty]].concat();
    assert_eq!(look(&board, Vec::new(), 1), 0);
    assert_eq!(look(&board, ghost(), 3), 1);
    assert_eq!(look(&board, Vec::new(), 3), 0);
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
    let photo = |tiles: &[(Cell, &'static str, Rotation)]| {
        frame(photograph(tiles.iter().copied(), Vec::new()))
    };
    let elsewhere = RegionPx {
        left: 0,
        top: 0,
        right: 60,
        bottom: 60,
    };
    let glimpse = GateReport {
        covered: vec![elsewhere],
        in_part: true,
        ..still()
    };
    let moving = GateReport {
        calm: Calm::Moving,
        ..still()
    };
    let mut reader = reader(known_board(), Wanted::default());
    let seen = reader.look(&photo(&[start]), &glimpse).unwrap();
    assert_eq!((seen.calm, seen.tiles.len()), (Calm::Moving, 0));
    let seen = reader.look(&photo(&[start]), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 1);
    reader.look(&photo(&[start]), &moving).unwrap();
    let seen = reader.look(&photo(&[start, second]), &glimpse).unwrap();
    assert_eq!((seen.calm, seen.tiles.len()), (Calm::Still, 2));
    // When all is still, it is looked at anew.
    for _ in 0..3 {
        reader.look(&photo(&[start, second]), &glimpse).unwrap();
    }
    let seen = reader.look(&photo(&[start]), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 1);
}
