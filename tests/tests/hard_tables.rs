//! Drawn games on hard tables that were once read wrong, each for a cause of its own.

use std::sync::Arc;

use nebelwacht_tests::films::conditions::{self, Axis, Conditions};
use nebelwacht_tests::films::disturbance::follow;

/// The first of twelve mixed tables, and how many follow it.
const SEED: u64 = 301;

/// Plays the `nth` of the twelve tables; what `disturbance_report --games 12 --seed 301` reports.
fn is_all_right(nth: usize) {
    let conditions = &Conditions::sample(12, &Axis::ALL, SEED)[nth];
    let demo = conditions::demo(SEED + nth as u64, 4, conditions).unwrap();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&demo.setup.catalogue()).unwrap());
    let followed = follow(&demo, &pack, None).unwrap();
    let (table, read) = (conditions.text(), &followed.read);
    assert!(followed.all_right(), "{table}: {:?}", read.differences);
}

/// From 30°, what stands at a tile's far edge covers hardly any of it.
#[test]
fn a_meeple_at_the_far_edge_is_seen_from_low() {
    is_all_right(0);
}

/// From 45°, a meeple that comes with a tile hides all of it but grass: where that lies is told by the
/// tile beside it.
#[test]
fn a_tile_of_which_only_grass_shows_lies_beside_its_neighbour() {
    is_all_right(1);
}
