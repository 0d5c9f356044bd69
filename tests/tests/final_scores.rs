//! The final points of real tables, worked out by the rules from the labels of their photographs.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::{FaceId, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use nebelwacht_tests::data;
use nebelwacht_tests::photographs::final_points::{Labelled, of_labels, sure};
use nebelwacht_tests::photographs::photo::{LabelMeeple, LabelTile, Labels};
use tracker::at_end::{About, Look, Piece, Spot, take_over};
use tracker::board::Board;
use tracker::board::features::SegmentRef;
use tracker::setup::Setup;

fn face(name: &str) -> FaceId {
    face_id(name).expect("a face")
}

/// Worked out by hand. Red: a road of 2 tiles, a city of 2, a monk with 3 tiles around him (4), and
/// the same city as blue with one knight each: 6 tiles + 2 shields (8). Blue: that city (8), monks
/// with 4 and 7 tiles around them (5, 8). Blue's highwayman stands between two villages on a road of
/// 2 tiles, which is finished: whether it was scored is asked.
#[test]
fn the_truth_of_a_real_table() {
    let Some(folder) = data::part("photos/tables") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("kpm_test_05.json")).expect("labels");
    let labels: Labels = serde_json::from_str(&text).expect("labels");
    let taken = of_labels(&labels);
    let game = taken.log.game();
    for line in game.lines() {
        println!(
            "{:?} {} = {} {:?}",
            line.color, line.expression, line.points, line.reason
        );
    }
    let scores = tracker::at_end::scores(game);
    assert_eq!(scores[&Color::Red], 16);
    assert_eq!(scores[&Color::Blue], 21);
    assert_eq!(taken.placed.len(), 8);
    let asked: Vec<_> = taken.doubts.iter().map(|doubt| doubt.about).collect();
    assert!(matches!(asked[..], [About::Finished(_)]), "{asked:?}");
    let blue: Vec<i32> = taken.doubts[0]
        .guesses
        .iter()
        .map(|g| g.scores[&Color::Blue])
        .collect();
    assert_eq!(blue, [21, 23]);
}

/// A tile whose road parts two fields: a farmer lies in the one that he is nearer to, one whose side is
/// told lies there whatever the picture says.
#[test]
fn a_figure_stands_on_the_segment_it_is_nearest_to() {
    let tile = LabelTile {
        row: 0,
        col: 0,
        face: "U".to_owned(),
        rotation: 1,
        poly_px: [
            [100.0, 100.0],
            [200.0, 100.0],
            [200.0, 200.0],
            [100.0, 200.0],
        ],
    };
    let on = |feature: &str, px: [f64; 2]| LabelMeeple {
        row: 0,
        col: 0,
        color: "red".to_owned(),
        pose: None,
        feature: feature.to_owned(),
        px: Some(px),
    };
    let labels = Labels {
        tiles: vec![tile],
        ..Labels::default()
    };
    let taken = of_labels(&labels);
    let laid = taken.log.game().board().get(Cell::new(0, 0)).unwrap();
    let as_labelled = Labelled {
        labels: &labels,
        turn: 0,
    };
    let segment = |feature: &str, px: [f64; 2]| as_labelled.segment(&on(feature, px), laid);
    let of = |feature: &str, px: [f64; 2]| segment(feature, px).unwrap();
    let (north, south) = (of("field", [150.0, 120.0]), of("field", [150.0, 180.0]));
    assert_ne!(north, south);
    assert_eq!(of("field N", [150.0, 180.0]), north);
    assert_eq!(of("field", [120.0, 140.0]), north);
    assert!(![north, south].contains(&of("road", [150.0, 120.0])));
    assert_eq!(segment("city", [150.0, 120.0]), None);
}

/// All labelled tables, for the eye: what the rules make of them.
#[test]
fn every_labelled_table_can_be_scored() {
    let Some(folder) = data::part("photos/tables") else {
        return;
    };
    let files = std::fs::read_dir(folder).expect("a folder");
    let labels = files.filter_map(|file| {
        let path = file.ok()?.path();
        path.extension()
            .is_some_and(|end| end == "json")
            .then_some(path)
    });
    for path in labels {
        let labels: Labels =
            serde_json::from_str(&std::fs::read_to_string(&path).expect("read")).expect("labels");
        let taken = of_labels(&labels);
        let game = taken.log.game();
        assert!(game.is_over());
        let laid = game.board().tiles().count();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        println!("{name}: {laid} tiles, {} figures", taken.placed.len());
        println!("  {:?}", tracker::at_end::scores(game));
        for doubt in &taken.doubts {
            println!("  asked: {:?} {:?}", doubt.about, doubt.fault);
        }
        assert_eq!(laid, labels.tiles.len());
    }
}

/// A tile in the way of a sure one, one too many, an island, somebody beside the board: asked, kept
/// or left out, and never a panic.
#[test]
fn what_the_rules_refuse_is_asked() {
    let setup: Arc<Setup> = Arc::new("players=red,blue; start=seen".parse().expect("players"));
    let at = Cell::new;
    let mut tiles = BTreeMap::from([
        (at(0, 0), sure("D", 0)),
        // Its city meets a field.
        (at(0, 1), sure("E", 0)),
        // Nothing beside it.
        (at(5, 5), sure("B", 0)),
        // The only C of the box, and another.
        (at(0, -1), sure("C", 0)),
        (at(0, -2), sure("C", 0)),
        (at(9, 9), sure("Z9", 0)),
    ]);
    let mut unsure = sure("L", 0);
    unsure.ranked = vec![
        (face("E"), Rotation::R0, 0.6),
        (face("U"), Rotation::R90, 0.4),
    ];
    tiles.insert(at(1, 0), unsure);
    let spot = |cell, segment, probability| Spot {
        at: SegmentRef::new(cell, segment),
        kind: FigureKind::Meeple,
        color: Color::Red,
        probability,
    };
    let pieces = |_: &Board| {
        let green = Spot {
            color: Color::Green,
            ..spot(at(0, 0), 1, 0.97)
        };
        vec![
            Piece {
                spots: vec![spot(at(7, 7), 0, 0.97)],
            },
            Piece {
                spots: vec![spot(at(0, 0), 99, 0.97)],
            },
            Piece { spots: vec![green] },
            Piece {
                spots: vec![spot(at(0, 0), 1, 0.5), spot(at(0, 0), 3, 0.4)],
            },
            Piece { spots: Vec::new() },
        ]
    };
    let look = Look {
        tiles: &tiles,
        pieces: &pieces,
        track: &[(Color::Red, 7)],
        answers: &[],
    };
    let taken = take_over(&setup, look);
    let game = taken.log.game();
    let asked: Vec<_> = taken.doubts.iter().map(|doubt| doubt.about).collect();
    for cell in [at(0, 1), at(5, 5), at(1, 0)] {
        assert!(asked.contains(&About::Tile(cell)), "{cell} {asked:?}");
        assert!(game.board().holds(cell), "{cell}");
    }
    let second = [at(0, -1), at(0, -2)].map(|cell| asked.contains(&About::Tile(cell)));
    assert!(second[0] != second[1], "one C too many: {asked:?}");
    assert_eq!(game.board().get(at(1, 0)).expect("laid").face.id, face("U"));
    assert!(asked.contains(&About::Piece(3)), "{asked:?}");
    assert!(game.is_over() && taken.log.rejected().is_empty());
    // Two tiles of road and what the track showed.
    assert_eq!(tracker::at_end::scores(game)[&Color::Red], 9);
    let read = tracker::log::Log::of(setup, taken.log.events().to_vec());
    assert_eq!(read.game().lines(), game.lines());
}
