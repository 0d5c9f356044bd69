//! What can be described, and what a description follows from.

use super::ways::partitions;
use super::*;
use crate::catalogue::{Catalogue, face_id};

#[test]
fn four_sides_make_fourteen_groupings_that_do_not_cross() {
    assert_eq!(partitions().len(), 14);
}

#[test]
fn circles_come_and_go_by_clicks_and_belong_to_the_nearest_mist() {
    let mut draft = Draft::new(face_id("own1").expect("a name"), TileSet::Circles);
    draft.touch_circle([0.0, 0.3]);
    assert!(draft.circles.is_empty(), "no mist, no circle");
    draft.touch(Touch::Mist(1));
    draft.touch(Touch::Mist(3));
    for at in [[0.33, -0.1], [-0.3, 0.1], [-0.3, 0.11], [0.9, 0.2]] {
        draft.touch_circle(at);
    }
    let circles = |draft: &Draft| -> Vec<usize> {
        let face = draft.face().expect("sound");
        face.mists.iter().map(|mist| mist.circles.len()).collect()
    };
    assert_eq!(circles(&draft), [2], "one was taken away again");
    draft.touch_circle([-0.3, 0.1]);
    assert_eq!(circles(&draft), [3], "all in one mist");
    draft.touch(Touch::Fog);
    assert_eq!(circles(&draft), [2, 1], "each to its own when they part");
    draft.touch(Touch::Mist(1));
    assert!(draft.face().is_ok());
}

/// Whatever is in the boxes can be described, and the description gives the same print.
#[test]
fn every_face_of_every_box_can_be_described() {
    let all = Catalogue::of(&TileSet::ALL);
    let base = Catalogue::bundled();
    let printed = all
        .faces()
        .chain(base.faces())
        .filter(|face| !face.is_wild());
    let lost: Vec<_> = printed.filter(|face| Draft::of(face).is_none()).collect();
    let names: Vec<&str> = lost.iter().map(|face| face.id.as_str()).collect();
    assert!(lost.is_empty(), "{names:?}");
}

/// From the sides alone most faces come out right; the rest is a click or two.
#[test]
fn most_faces_follow_from_their_sides() {
    let all = Catalogue::bundled();
    let from_sides = |face: &Face| {
        let mut draft = Draft::new(face.id, face.set);
        draft.edges = face.edges;
        draft.place = Place::of(face);
        draft.take_usual();
        let described = Draft::of(face).expect("described");
        draft.joined == described.joined && draft.walls == described.walls
    };
    let right = all.faces().filter(|face| from_sides(face)).count();
    assert!(right >= 20, "{right} of 24");
}

#[test]
fn nothing_hangs_on_a_side_that_changed() {
    let mut draft = Draft::new(face_id("own1").expect("a name"), TileSet::Mists);
    draft.edges = [Terrain::City, Terrain::City, Terrain::Field, Terrain::Road];
    draft.mist[2] = true;
    draft.settle();
    (draft.shields[0], draft.ghosts[2], draft.hidden[3]) = (1, 2, true);
    draft.circles.push((2, [0.0, 0.3]));
    assert!(draft.face().is_ok());
    draft.edges = [Terrain::Field, Terrain::City, Terrain::City, Terrain::Field];
    draft.settle();
    assert_eq!((draft.shields, draft.ghosts), ([0; 4], [0; 4]));
    assert_eq!((draft.hidden, draft.mist), ([false; 4], [false; 4]));
    assert!(draft.circles.is_empty() && draft.face().is_ok());
}
