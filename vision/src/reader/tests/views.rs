//! The board when the view of it changes: after a knock, in pictures of another size, from one
//! photograph to the next.

use super::*;
use crate::cv;
use crate::gate::ViewMove;
use carcassonne::seen::LostReason;
use opencv::core::{CV_8UC3, Scalar, Size};
use opencv::imgproc;

/// The camera looks at a wall.
fn wall() -> Frame {
    let (size, grey) = (Size::new(1280, 720), Scalar::all(100.0));
    frame(Mat::new_size_with_default(size, CV_8UC3, grey).unwrap())
}

#[test]
fn a_board_that_was_knocked_out_of_view_is_lost_until_it_is_seen_again() {
    let lost = Calm::Lost(LostReason::Bumped);
    let knocked = GateReport {
        view: Some(ViewMove::Unknown),
        ..still()
    };
    let (board, wall) = (frame(small_board(Vec::new())), wall());
    let mut reader = reader(known_board(), Wanted::default());
    assert_eq!(reader.look(&board, &still()).unwrap().tiles.len(), 12);
    reader.look(&wall, &moving()).unwrap();
    assert_eq!(reader.look(&wall, &knocked).unwrap().calm, lost);
    // However often it is looked at …
    for _ in 0..4 {
        assert_eq!(reader.look(&wall, &still()).unwrap().calm, lost);
    }
    // … and though something moves meanwhile.
    reader.look(&wall, &moving()).unwrap();
    assert_eq!(reader.look(&wall, &still()).unwrap().calm, lost);
    reader.look(&board, &moving()).unwrap();
    let seen = reader.look(&board, &still()).unwrap();
    assert_eq!((seen.calm, seen.tiles.len()), (Calm::Still, 12));
}

#[test]
fn a_board_is_found_again_in_pictures_of_another_size() {
    let picture = small_board(Vec::new());
    let larger = cv::resized(&picture, Size::new(1920, 1080), imgproc::INTER_CUBIC).unwrap();
    let mut reader = reader(known_board(), Wanted::default());
    let before = reader.look(&frame(picture), &still()).unwrap();
    assert_eq!(before.tiles.len(), 12);
    let after = reader.look(&frame(larger), &still()).unwrap();
    assert_eq!((after.calm, after.tiles.len()), (Calm::Still, 12));
    assert_eq!(after.lattice, before.lattice, "the same board");
    for tile in &after.tiles {
        let same = before.tiles.iter().find(|was| was.cell == tile.cell);
        for (is, was) in tile.corners_px.iter().zip(same.unwrap().corners_px) {
            let off = (is[0] - 1.5 * was[0]).hypot(is[1] - 1.5 * was[1]);
            // A tenth of a tile's side.
            assert!(off < 9.0, "{}: {off} px off", tile.cell);
        }
    }
    assert_eq!(reader.known().unwrap().size, [1920, 1080]);
}

/// Nothing is seen to move between two photographs.
#[test]
fn a_photograph_that_follows_another_is_read() {
    let columns = [(0, "U"), (1, "B"), (2, "U")];
    let all = columns
        .into_iter()
        .flat_map(|(x, face)| (0..4).map(move |y| (Cell::new(x, y - 1), face, Rotation::R0)));
    let lifted = Cell::new(2, 0);
    let left = photograph(all.filter(|(cell, ..)| *cell != lifted), Vec::new());
    let middle = seen(&camera(), &[middle_of(lifted)])[0];
    let change = RegionPx {
        left: middle.x as i32 - 30,
        top: middle.y as i32 - 30,
        right: middle.x as i32 + 30,
        bottom: middle.y as i32 + 30,
    };
    let changed = GateReport {
        changed: vec![change],
        ..still()
    };
    let first = frame(small_board(Vec::new()));
    let mut reader = reader(known_board(), Wanted::default());
    for _ in 0..4 {
        assert_eq!(reader.look(&first, &still()).unwrap().tiles.len(), 12);
    }
    let tiles = reader.look(&frame(left), &changed).unwrap().tiles;
    assert_eq!(tiles.len(), 11);
    assert!(tiles.iter().all(|tile| tile.cell != lifted));
}
