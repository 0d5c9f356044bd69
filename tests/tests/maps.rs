//! A game on the practice map: two groups of tiles, chips and island stacks, filmed and read.

use std::sync::Arc;

use nebelwacht_ui::demo::compare::Comparison;
use nebelwacht_ui::demo::{Demo, Plan};
use nebelwacht_ui::eyes;
use tracker::Tracker;
use tracker::rules::Expansion;
use vision::gate::{Gate, GateConfig};
use vision::ground::Ground;
use vision::pack::Pack;
use vision::source::Source;

/// A game in which a chip is turned over and an island's tile is bought within nine turns.
const SEED: u64 = 1;
const TURNS: u32 = 9;

#[test]
fn a_game_on_the_map_is_read() {
    let plan = Plan {
        modules: vec![Expansion::Benelux],
        ..Plan::base(SEED).turns(TURNS)
    };
    let demo = Demo::new(&plan).unwrap();
    let pack = Arc::new(Pack::built_in(&demo.setup.catalogue()).unwrap());
    let mut reader = eyes::reader(pack, &demo.setup).unwrap();
    let mut gate = Gate::new(GateConfig::default());
    let setup = Arc::new(demo.setup.clone());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let mut source = demo.source();
    while let Some(frame) = source.next().unwrap() {
        let report = gate.look(&frame).unwrap();
        tracker.see(&reader.look(&frame, &report).unwrap());
    }
    let read = Comparison::of(&demo.truth, tracker.log());
    // 20 chips and six stacks at first; then chips turned over and tiles bought.
    assert!(read.map.happened > 28, "{read}");
    assert!(read.is_perfect(), "{read}");
}
