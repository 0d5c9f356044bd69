//! Drawn games on hard tables that were once read wrong, each for a cause of its own.

use std::sync::Arc;

use nebelwacht_tests::films::conditions::{self, Axis, Conditions};
use nebelwacht_tests::films::disturbance::follow;
use nebelwacht_ui::demo::plan::Plan;
use tracker::rules::Expansion;

/// Plays the `nth` of some mixed tables; what `disturbance_report --games GAMES --seed SEED` reports.
fn is_all_right(games: usize, seed: u64, nth: usize) {
    is_played_right(&Plan::base(seed + nth as u64).turns(4), games, nth);
}

/// The same with expansions, or another number of turns: `--modules`, `--level`, `--turns`.
fn is_played_right(plan: &Plan, games: usize, nth: usize) {
    let conditions = &Conditions::sample(games, &Axis::ALL, plan.seed - nth as u64)[nth];
    let demo = conditions::demo(plan, conditions).unwrap();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&demo.setup.catalogue()).unwrap());
    let followed = follow(&demo, &pack, None).unwrap();
    let (table, read) = (conditions.text(), &followed.read);
    assert!(followed.all_right(), "{table}: {:?}", read.differences);
}

/// From 30°, what stands at a tile's far edge covers hardly any of it.
#[test]
fn a_meeple_at_the_far_edge_is_seen_from_low() {
    is_all_right(12, 301, 0);
}

/// From 45°, a meeple that comes with a tile hides all of it but grass: where that lies is told by the
/// tile beside it.
#[test]
fn a_tile_of_which_only_grass_shows_lies_beside_its_neighbour() {
    is_all_right(12, 301, 1);
}

/// A meeple comes onto the second of two tiles, which is nudged: it is no ruler any more, and what is left
/// tells nothing of where it lies.
#[test]
fn a_board_of_two_tiles_stays_where_it_is_when_one_is_covered() {
    is_all_right(16, 501, 11);
}

/// A lamp is switched, and of the little road on the board half is under a blue meeple.
#[test]
fn a_meeple_on_the_road_is_no_light() {
    is_all_right(16, 501, 13);
}

/// From 30°, a tile comes with its meeple, which hides most of it.
#[test]
fn a_tile_that_comes_with_its_meeple_is_read_from_low() {
    is_all_right(14, 601, 1);
}

/// Every tile comes with its meeple, and each would bend the board by how little it shows.
#[test]
fn tiles_that_come_with_meeples_do_not_bend_the_board() {
    is_all_right(14, 601, 8);
}

/// A supply lies half outside of the picture: what is taken there is no hand at rest.
#[test]
fn a_supply_at_the_border_of_the_picture_is_no_hand() {
    is_all_right(16, 701, 3);
}

/// Turns of Mists over Carcassonne, level 3.
fn mists(seed: u64, turns: u32) -> Plan {
    Plan {
        modules: vec![Expansion::Mists],
        level: Some(3),
        ..Plan::base(seed).turns(turns)
    }
}

/// Tiles wait beside the table's middle before the game begins, and the start tile's edges are those of the
/// cloth: what lay there first is no board once a start tile lies. A hand still leaves as that is first seen.
#[test]
fn tiles_that_wait_beside_the_table_are_no_board() {
    is_played_right(&mists(2, 2), 8, 1);
}

/// Its mist differs from the wood far more than its grass does.
#[test]
fn a_start_tile_half_under_mist_is_found_whole_from_low() {
    is_played_right(&mists(5, 2), 8, 4);
}

/// Tiles that lay before a lamp was switched looked otherwise then.
#[test]
fn ghosts_are_counted_after_a_lamp_was_switched() {
    is_played_right(&mists(3, 6), 8, 2);
}
