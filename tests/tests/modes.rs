//! Short games of the expansions, followed by their pictures alone: ghosts that come and go, tiles
//! that a card moves, chips on a map.

use std::sync::Arc;

use nebelwacht_tests::films::disturbance::follow;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use tracker::rules::Expansion;

fn all_right(seed: u64, modules: &[Expansion], turns: u32) {
    let plan = Plan {
        modules: modules.to_vec(),
        ..Plan::base(seed).turns(turns)
    };
    let demo = Demo::new(&plan).unwrap();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&demo.setup.catalogue()).unwrap());
    let followed = follow(&demo, &pack, None).unwrap();
    assert!(followed.all_right(), "{}", followed.read);
}

#[test]
fn ghosts_that_come_and_go_are_counted() {
    all_right(1, &[Expansion::Mists], 4);
}

#[test]
fn a_start_tile_that_a_card_moves_is_followed() {
    all_right(1, &[Expansion::Tatan], 7);
}

/// Two groups of tiles, stacks on islands, chips that are turned over.
#[test]
fn a_game_on_the_map_is_followed() {
    all_right(1, &[Expansion::Benelux], 6);
}
