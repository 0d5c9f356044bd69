//! What is asked about a photographed board: only what points hang on.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rim, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use tracker::at_end::{About, Answer, Look, Piece, Spot, TakenOver, take_over};
use tracker::board::Board;
use tracker::board::features::SegmentRef;

/// What may lie somewhere: faces, turns in quarters, probabilities.
type Readings<'a> = &'a [(&'a str, i32, f32)];

fn tile(readings: Readings<'_>) -> Verdict {
    let turn = Rotation::from_quarter_turns;
    let ranked = readings.iter();
    let ranked = ranked.map(|&(face, quarters, p)| (face_id(face).unwrap(), turn(quarters), p));
    Verdict {
        ranked: ranked.collect(),
        present: 1.0,
        unknown: 0.0,
    }
}

/// Whose meeple stands at which cell's city, road or field on that side, and how likely.
type Standing = (Color, (i32, i32), Side, f32);

/// A table: tiles at their cells, figures, answers.
struct Table<'a> {
    tiles: &'a [((i32, i32), Readings<'a>)],
    figures: &'a [Standing],
}

impl Table<'_> {
    fn taken(&self, answers: &[(About, Answer)]) -> TakenOver {
        let tiles = self.tiles.iter();
        let tiles: BTreeMap<Cell, Verdict> = tiles
            .map(|&((x, y), readings)| (Cell::new(x, y), tile(readings)))
            .collect();
        let pieces = |board: &Board| {
            let figures = self.figures.iter();
            figures.map(|figure| piece(board, figure)).collect()
        };
        let look = Look {
            tiles: &tiles,
            pieces: &pieces,
            track: &[],
            answers,
        };
        let setup = "players=red,blue; start=seen".parse().unwrap();
        take_over(&Arc::new(setup), look)
    }
}

fn piece(board: &Board, &(color, (x, y), side, probability): &Standing) -> Piece {
    let cell = Cell::new(x, y);
    let laid = board.get(cell);
    let segment = laid.and_then(|laid| laid.face.segment_at(Rim::new(side, 1), laid.rotation));
    let spot = segment.map(|segment| Spot {
        at: SegmentRef::new(cell, segment),
        kind: FigureKind::Meeple,
        color,
        probability,
    });
    Piece {
        spots: spot.into_iter().collect(),
    }
}

fn asked(taken: &TakenOver) -> Vec<About> {
    taken.questions().map(|doubt| doubt.about).collect()
}

/// A city without a coat of arms in the middle, with an end in the north, the east and the south.
const CITY: [((i32, i32), Readings<'static>); 4] = [
    ((0, 0), &[("C", 0, 1.0)]),
    ((0, -1), &[("E", 2, 1.0)]),
    ((1, 0), &[("E", 3, 1.0)]),
    ((0, 1), &[("E", 0, 1.0)]),
];

#[test]
fn on_an_empty_board_nothing_is_asked() {
    let mut tiles = CITY.to_vec();
    tiles.push(((1, 1), &[("B", 0, 0.6), ("A", 0, 0.4)]));
    let table = Table {
        tiles: &tiles,
        figures: &[],
    };
    let taken = table.taken(&[]);
    assert_eq!(asked(&taken), []);
    let idle: Vec<About> = taken.idle().map(|doubt| doubt.about).collect();
    assert_eq!(idle, [About::Tile(Cell::new(1, 1))]);
}

/// A highwayman on a road of one tile matters less than a knight in a city, and a tile far from both
/// not at all.
#[test]
fn what_most_points_hang_on_is_asked_first() {
    let mut tiles = CITY.to_vec();
    tiles.push(((2, 0), &[("U", 0, 1.0)]));
    tiles.push(((0, 2), &[("B", 0, 0.7), ("A", 1, 0.3)]));
    let table = Table {
        tiles: &tiles,
        figures: &[
            (Color::Blue, (2, 0), Side::South, 0.6),
            (Color::Red, (0, 0), Side::North, 0.6),
        ],
    };
    let taken = table.taken(&[]);
    assert_eq!(asked(&taken), [About::Piece(1), About::Piece(0)]);
    let stakes: Vec<f32> = taken.questions().map(|doubt| doubt.stake).collect();
    // Nobody at all stands there with 0.4: a city of four tiles and a coat of arms, a road of one.
    assert!((stakes[0] - 0.4 * 5.0).abs() < 0.01, "{stakes:?}");
    assert!((stakes[1] - 0.4).abs() < 0.01, "{stakes:?}");
    assert_eq!(taken.idle().count(), 1);
}

/// Blue has three knights in Red's city, two of them in doubt: without one of them Blue still has the
/// majority, without both Red shares the city.
#[test]
fn two_doubts_that_only_matter_together_are_asked() {
    let table = Table {
        tiles: &CITY,
        figures: &[
            (Color::Red, (0, 0), Side::North, 0.97),
            (Color::Blue, (0, -1), Side::South, 0.97),
            (Color::Blue, (1, 0), Side::West, 0.7),
            (Color::Blue, (0, 1), Side::North, 0.6),
        ],
    };
    let taken = table.taken(&[]);
    let alone = taken.doubts.iter().flat_map(|doubt| &doubt.guesses);
    let mut alone = alone.map(|guess| guess.scores[&Color::Red]);
    assert!(alone.all(|points| points == 0), "{:?}", taken.doubts);
    assert_eq!(asked(&taken), [About::Piece(2), About::Piece(3)]);

    let there = taken.doubts[0].taken;
    let settled = table.taken(&[(About::Piece(2), there)]);
    assert_eq!(asked(&settled), []);
    assert_eq!(settled.idle().count(), 1);
    let gone = table.taken(&[(About::Piece(2), Answer::NoPiece)]);
    assert_eq!(asked(&gone), [About::Piece(3)]);
    assert!(gone.doubts[0].stake > taken.doubts[0].stake);
}

/// The look takes a road for another road; the monastery that lies there is none of its guesses.
#[test]
fn a_tile_that_was_not_guessed_can_be_named() {
    let mut tiles = CITY.to_vec();
    tiles.push(((0, 2), &[("B", 0, 0.6), ("U", 1, 0.4)]));
    let table = Table {
        tiles: &tiles,
        figures: &[(Color::Red, (0, 0), Side::North, 1.0)],
    };
    let about = About::Tile(Cell::new(0, 2));
    let taken = table.taken(&[]);
    let mut doubts = taken.doubts.iter();
    let doubt = doubts.find(|doubt| doubt.about == about).expect("the tile");
    let others = taken.other_tiles(doubt);
    let guesses = doubt.guesses.iter().map(|guess| guess.answer);
    assert!(
        guesses
            .clone()
            .any(|guess| matches!(guess, Answer::Tile(..)))
    );
    for guess in guesses {
        assert!(!others.contains(&guess), "{guess:?} is a guess already");
    }
    // Only a field in the north goes with the field there.
    let other = Answer::Tile(face_id("A").unwrap(), Rotation::from_quarter_turns(0));
    assert!(others.contains(&other), "{others:?}");
    let city = Answer::Tile(face_id("E").unwrap(), Rotation::from_quarter_turns(0));
    assert!(!others.contains(&city), "{others:?}");
    let board = table.taken(&[(about, other)]).log.game().board().clone();
    assert_eq!(
        board.get(Cell::new(0, 2)).unwrap().face.id,
        face_id("A").unwrap()
    );
    // The box holds one such city, and it lies already.
    let same =
        |answer: &Answer| matches!(answer, Answer::Tile(face, _) if *face == face_id("C").unwrap());
    assert!(!others.iter().any(same));
    let mut doubts = taken.doubts.iter();
    assert!(doubts.all(|doubt| doubt.about == about || taken.other_tiles(doubt).is_empty()));
}
