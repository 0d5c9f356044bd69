//! Boards seen from low down are found, and said to be too flat to see their far side; others are not.

use std::sync::Arc;

use carcassonne::catalogue::Catalogue;
use nebelwacht_tests::photographs::boards::Print;
use nebelwacht_tests::photographs::drawn;
use nebelwacht_tests::{data, packs};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use vision::reader::photo::read_picture;
use vision::tiles::learnt::Learnt;

#[test]
fn a_camera_that_stands_too_low_is_told_and_a_higher_one_is_not() {
    let catalogue = Catalogue::bundled();
    let pack = nebelwacht_ui::store::packs::our_art(&catalogue).unwrap();
    let Learnt { model, mut finder } = Learnt::of(&pack).unwrap();
    let print = Print::Own(Arc::clone(&catalogue));
    let mut told = |number| {
        let drawn = drawn::photograph(number, &print).unwrap();
        let reading = read_picture(&drawn.picture, &mut finder, &model, &pack, &catalogue);
        let reading = reading.unwrap().expect("a board");
        (drawn.above_deg, reading.too_low_deg())
    };
    for number in [0, 1] {
        let (above, low) = told(number);
        assert_eq!(low, None, "from {above} degrees");
    }
    for number in [3, 4] {
        let (above, low) = told(number);
        let low = low.expect("too low");
        assert!((f64::from(low) - above).abs() < 4.0, "{low} for {above}");
    }
}

/// Its features are known again only when it is drawn three times as high.
#[test]
fn a_board_from_twenty_one_degrees_is_found_in_a_smaller_picture() {
    let Some(faces) = data::part("photos/faces/C1_photo") else {
        return;
    };
    let (catalogue, pack) = (Catalogue::bundled(), packs::open(&faces).unwrap());
    let drawn = drawn::photograph(17, &Print::Pack(Arc::clone(&pack))).unwrap();
    let (mut small, size) = (Mat::default(), Size::default());
    imgproc::resize(
        &drawn.picture,
        &mut small,
        size,
        0.6,
        0.6,
        imgproc::INTER_AREA,
    )
    .unwrap();
    let Learnt { model, mut finder } = Learnt::of(&pack).unwrap();
    let reading = read_picture(&small, &mut finder, &model, &pack, &catalogue).unwrap();
    let found = reading.expect("a board").faces().len();
    assert!((30..=32).contains(&found), "{found} of 32");
}
