//! Figures on a rendered board: told apart, found where they hide, and seen to go.

use carcassonne::seen::SeenFigure;
use opencv::core::Vec3b;
use opencv::prelude::*;

use super::*;

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

/// A glossy piece under a lamp with bars: what is left of its paint between the glints is found as one.
#[test]
fn a_piece_that_glints_in_bars_is_found_as_one() {
    let pitch = Scene::default().pitch_mm;
    let meeple = Figure {
        kind: FigureKind::Meeple,
        color: Some(Color::Blue),
        pose: Pose::Standing,
        at_mm: [0.3 * pitch, 0.3 * pitch],
        yaw_deg: 20.0,
        on_mm: TILE_THICKNESS_MM,
    };
    let (bare, mut picture) = (small_board(Vec::new()), small_board(vec![meeple]));
    let pairs: Vec<[Vec3b; 2]> = pixels(&bare)
        .zip(pixels(&picture))
        .map(Into::into)
        .collect();
    let width = picture.cols() as usize;
    for (i, [without, with]) in pairs.into_iter().enumerate() {
        let (x, y) = (i % width, i / width);
        let is_piece = (0..3).any(|c| with[c].abs_diff(without[c]) > 40);
        if is_piece && (x + 2 * y) % 16 < 5 {
            *picture.at_2d_mut::<Vec3b>(y as i32, x as i32).unwrap() = Vec3b::all(250);
        }
    }
    let mut reader = reader(known_board(), Wanted::default());
    let read = reader.look(&frame(picture), &still()).unwrap();
    let best: Vec<_> = read
        .figures
        .iter()
        .map(|f| (f.cell, f.candidates[0].color))
        .collect();
    assert_eq!(best, [(Cell::new(0, 0), Some(Color::Blue))]);
}

fn pixels(picture: &Mat) -> impl Iterator<Item = Vec3b> + '_ {
    picture.data_typed::<Vec3b>().unwrap().iter().copied()
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

/// A piece that stands on a tile, millimetres.
fn standing(kind: FigureKind, color: Option<Color>, at_mm: [f64; 2]) -> Figure {
    Figure {
        kind,
        color,
        pose: Pose::Standing,
        at_mm,
        yaw_deg: 30.0,
        on_mm: TILE_THICKNESS_MM,
    }
}

/// The kinds of figures that a reader sees on the small board, where meeples and ghosts may stand.
struct Haunted(Reader);

impl Haunted {
    fn new() -> Self {
        let wanted = Wanted {
            loose: vec![(FigureKind::Ghost, None)],
            ..Wanted::default()
        };
        Self(reader(known_board(), wanted))
    }

    fn look(&mut self, figures: &[Figure]) -> Vec<FigureKind> {
        let frame = frame(small_board(figures.to_vec()));
        let moving = GateReport {
            calm: Calm::Moving,
            ..still()
        };
        self.0.look(&frame, &moving).unwrap();
        for _ in 0..2 {
            self.0.look(&frame, &still()).unwrap();
        }
        let read = self.0.look(&frame, &still()).unwrap();
        let mut kinds: Vec<_> = read.figures.iter().map(|f| f.candidates[0].kind).collect();
        kinds.sort();
        kinds
    }
}

/// The shadow of a meeple hides no ghost: wood is lighter than what lies in it.
#[test]
fn a_ghost_in_the_shadow_of_a_meeple_is_seen() {
    let mut board = Haunted::new();
    assert_eq!(board.look(&[]), []);
    for (at, beside) in [([45.7, 2.0], 12.0), ([2.0, 5.0], -12.0)] {
        let meeple = standing(FigureKind::Meeple, Some(Color::Red), at);
        let ghost = standing(FigureKind::Ghost, None, [at[0] + beside, at[1]]);
        let seen = board.look(&[meeple, ghost]);
        assert_eq!(seen, [FigureKind::Meeple, FigureKind::Ghost], "{at:?}");
    }
}

/// Where nothing explains a heap, the ghosts that stood there before and one more do: a meeple that hides one
/// in part draws it aside when another comes.
#[test]
fn a_second_ghost_beside_a_meeple_does_not_take_the_first_out_of_sight() {
    use FigureKind::{Ghost, Meeple};
    let mut board = Haunted::new();
    assert_eq!(board.look(&[]), []);
    let meeple = standing(Meeple, Some(Color::Red), [1.2, 0.8]);
    let first = standing(Ghost, None, [-6.0, -9.9]);
    let second = standing(Ghost, None, [3.2, -15.8]);
    assert_eq!(board.look(&[meeple, first]), [Meeple, Ghost]);
    assert_eq!(board.look(&[meeple, first, second]), [Meeple, Ghost, Ghost]);
}

/// While a hand hides a piece its tile is hidden; as soon as it does not, the piece is looked for again,
/// though nothing else has changed.
#[test]
fn a_piece_that_was_under_a_hand_is_not_missing_afterwards() {
    let red = standing(FigureKind::Meeple, Some(Color::Red), [8.0, 5.0]);
    let blue = standing(FigureKind::Meeple, Some(Color::Blue), [100.0, 50.0]);
    let mut reader = reader(known_board(), Wanted::default());
    let both = frame(small_board(vec![red, blue]));
    reader
        .look(&frame(small_board(vec![red])), &still())
        .unwrap();
    let moving = GateReport {
        calm: Calm::Moving,
        ..still()
    };
    reader.look(&both, &moving).unwrap();
    let corners = reader.lattice().unwrap().corners(Cell::new(0, 0));
    let [xs, ys] = [corners.map(|p| p.x as i32), corners.map(|p| p.y as i32)];
    let hand = RegionPx {
        left: *xs.iter().min().unwrap(),
        right: *xs.iter().max().unwrap(),
        top: *ys.iter().min().unwrap(),
        bottom: *ys.iter().max().unwrap(),
    };
    let covered = GateReport {
        covered: vec![hand],
        ..still()
    };
    let there = |read: &SeenTable| read.figures.iter().any(|f| f.cell == Cell::new(0, 0));
    let read = reader.look(&both, &covered).unwrap();
    assert!(!there(&read) && read.hidden.contains(&Cell::new(0, 0)));
    let read = reader.look(&both, &still()).unwrap();
    assert!(there(&read) && read.figures.len() == 2, "{read:#?}");
}

/// Two black meeples that touch are one patch of black: the one that stood there before stays where it
/// is, and the other is found beside it.
#[test]
fn a_piece_put_beside_one_of_its_colour_leaves_it_where_it_is() {
    let pitch = Scene::default().pitch_mm;
    let black = |at_mm| standing(FigureKind::Meeple, Some(Color::Black), at_mm);
    let (first, second) = (black([4.0, 2.0]), black([14.0, -3.0]));
    let moving = GateReport {
        calm: Calm::Moving,
        ..still()
    };
    let mut reader = reader(known_board(), Wanted::default());
    let mut look = |figures: Vec<Figure>| {
        let frame = frame(small_board(figures));
        reader.look(&frame, &moving).unwrap();
        reader.look(&frame, &still()).unwrap().figures
    };
    let alone = look(vec![first]);
    assert_eq!(alone.len(), 1);
    let both = look(vec![first, second]);
    assert_eq!(both.len(), 2, "{both:#?}");
    let off = |seen: &SeenFigure, [x, y]: [f64; 2]| {
        let at = |n: usize, cell: i32| f64::from(cell) + f64::from(seen.foot[n]);
        (at(0, seen.cell.x) - x).hypot(at(1, seen.cell.y) - y)
    };
    let before = [0, 1].map(|n| f64::from(alone[0].foot[n]));
    assert!(
        both.iter().any(|seen| off(seen, before) < 0.02),
        "{both:#?}"
    );
    let came = second.at_mm.map(|mm| mm / pitch);
    assert!(both.iter().any(|seen| off(seen, came) < 0.12), "{both:#?}");
}

/// Two pieces of a colour are one patch of it with their shade, near or touching: what is laid there leaves
/// what stands there.
#[test]
fn a_piece_laid_close_to_one_of_its_colour_is_another() {
    let mut reader = reader(known_board(), Wanted::default());
    reader.look(&frame(small_board(vec![])), &still()).unwrap();
    let mut look = |figures: &[Figure]| {
        let frame = frame(small_board(figures.to_vec()));
        reader.look(&frame, &moving()).unwrap();
        reader.look(&frame, &still()).unwrap().figures
    };
    let places = [[17.0, 0.0], [0.0, 18.0], [12.0, -12.0], [0.0, -20.0]];
    for (color, at_mm) in [Color::Pink, Color::Blue]
        .into_iter()
        .flat_map(|color| places.map(|at_mm| (color, at_mm)))
    {
        let stands = standing(FigureKind::Meeple, Some(color), [0.0; 2]);
        let lies = Figure {
            pose: Pose::Lying,
            at_mm,
            ..stands
        };
        assert_eq!(look(&[stands]).len(), 1);
        let both = look(&[stands, lies]);
        let mut poses: Vec<Pose> = both.iter().map(|seen| seen.candidates[0].pose).collect();
        poses.sort();
        assert_eq!(
            poses,
            [Pose::Standing, Pose::Lying],
            "{color:?} at {at_mm:?}: {both:#?}"
        );
    }
}

/// A seam, in which nothing is known of how it looked, does not cut what stands on it in two; corners are
/// where four tiles meet.
#[test]
fn a_ghost_on_the_seam_of_tiles_is_one() {
    let mut board = Haunted::new();
    // Its shadow tells where the lamp is.
    let meeple = standing(FigureKind::Meeple, Some(Color::Red), [91.0, 0.0]);
    for figures in [&[][..], &[], &[meeple]] {
        board.look(figures);
    }
    let seams = [[22.8, 0.0], [24.8, 0.0], [0.0, 22.8], [10.0, 22.8]];
    let corners = [[22.8, 22.8], [68.5, 22.8]];
    for at_mm in seams.into_iter().chain(corners) {
        for yaw_deg in [30.0, 60.0] {
            let ghost = Figure {
                yaw_deg,
                ..standing(FigureKind::Ghost, None, at_mm)
            };
            let seen = board.look(&[meeple, ghost]);
            let both = [FigureKind::Meeple, FigureKind::Ghost];
            assert_eq!(seen, both, "{at_mm:?} at {yaw_deg} degrees");
        }
    }
}
