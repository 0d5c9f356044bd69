//! Real photographs and rendered films, when they are there: what is read must stay as good as
//! it was measured. Without [`data`] the tests are skipped.

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use nebelwacht_tests::films::video::{self, Following};
use nebelwacht_tests::photographs::photo;
use nebelwacht_tests::{data, packs};
use vision::pack::{FacePicture, Pack};

fn photograph(name: &str, pack: &str) -> Option<photo::Outcome> {
    let data = data::part("photos")?;
    let pack = packs::open(&data.join("faces").join(pack)).unwrap();
    let mut eyes = [photo::Eye::new(pack).unwrap()];
    let picture = data.join("tables").join(name);
    Some(photo::compare(&picture, &mut eyes).unwrap())
}

#[test]
fn an_oblique_table_is_read_whole_with_another_copys_pack() {
    let Some(outcome) = photograph("kpm_test_05.jpg", "C1_photo") else {
        return;
    };
    assert_eq!(outcome.tiles, [19, 19, 19], "{:?}", outcome.faults);
    assert!(outcome.figures[2] >= 7, "{:?}", outcome.faults);
    assert!(outcome.ghosts.is_empty(), "{:?}", outcome.ghosts);
}

#[test]
fn a_small_dim_table_is_read_nine_tenths_with_one_artwork_per_face() {
    let Some(outcome) = photograph("ln20.jpg", "C3_art") else {
        return;
    };
    assert!(
        outcome.tiles[2] * 10 >= outcome.tiles[0] * 9,
        "{:?}",
        outcome.faults
    );
    // A tile that is read as another one here has a bush that passes for a green knight.
    assert!(outcome.ghosts.len() <= 1, "{:?}", outcome.ghosts);
}

/// Follows a film: every tile, nine tenths of the figure events, nothing wrong, every score.
fn film(name: &str, pack: Arc<Pack>, how: Following) {
    let Some(films) = data::part("videos") else {
        return;
    };
    let film = films.join(name);
    let outcome = video::compare(&film, pack, how).unwrap();
    assert_eq!(outcome.tiles[1], outcome.tiles[0], "{:?}", outcome.missed);
    assert!(outcome.wrong.is_empty(), "{:?}", outcome.wrong);
    let [all, right, late] = outcome.figures;
    assert!((right + late) * 10 >= all * 9, "{:?}", outcome.missed);
    assert_eq!(
        outcome.scores[1], outcome.scores[0],
        "{:?}",
        outcome.score_faults
    );
}

/// The same without a set-up.
fn game(name: &str, pack: &str) {
    let Some(faces) = data::part("photos/faces") else {
        return;
    };
    let pack = packs::open(&faces.join(pack)).unwrap();
    film(name, pack, Following::default());
}

#[test]
fn a_game_on_oak_is_followed_to_the_point() {
    game("a_oak.mp4", "C1_photo");
}

#[test]
fn a_game_on_cloth_is_followed_through_lamp_and_knock() {
    game("b_cloth.mp4", "C3_digital");
}

/// Few tiles, of which most came with a meeple, must not bend the board; one of them is of mage and witch.
#[test]
fn a_game_of_five_on_walnut_is_followed_with_another_copys_pack() {
    let Some(faces) = data::part("photos/faces") else {
        return;
    };
    let mut pack = Pack::clone(&packs::open(&faces.join("C1_photo")).unwrap());
    let magic = packs::open(&faces.join("mage_witch_art")).unwrap();
    let mut third = magic.pictures.iter();
    let third = third.find(|picture| picture.face.as_str() == "MW-C1-04");
    pack.pictures.push(FacePicture {
        face: face_id("MW3").unwrap(),
        image: third.unwrap().image.clone(),
    });
    let how = Following {
        with_setup: true,
        ..Following::default()
    };
    film("e_walnut.mp4", Arc::new(pack), how);
}
