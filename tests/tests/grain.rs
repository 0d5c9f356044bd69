//! Games on tables that look like tiles, as the demo's wood of seed 5 and its cloth of seed 6
//! do: nothing of the table may be taken for a tile.

use std::sync::Arc;

use carcassonne::catalogue::Catalogue;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::compare::Comparison;
use nebelwacht_ui::demo::plan::Plan;
use nebelwacht_ui::run::reading::reader;
use studio::synth::Action;
use tracker::Tracker;
use vision::gate::{Gate, GateConfig};
use vision::pieces::ground::Ground;
use vision::source::Source;

/// The demo of a seed whose wood is taken for tiles where nothing else speaks against it.
const WOODEN: u64 = 5;
/// The demo of a seed whose checked cloth and printed paper look like a board before the first
/// tile is laid.
const CHECKED: u64 = 6;
const TURNS: u32 = 6;

/// Follows a demo's film to its end and compares.
fn followed(demo: &Demo) -> Comparison {
    let catalogue = Catalogue::bundled();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue).unwrap());
    let mut reader = reader::reader(pack, &demo.setup).unwrap();
    let mut gate = Gate::new(GateConfig::default());
    let setup = Arc::new(demo.setup.clone());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let mut source = demo.source();
    while let Some(frame) = source.next().unwrap() {
        let report = gate.look(&frame).unwrap();
        tracker.see(&reader.look(&frame, &report).unwrap());
    }
    Comparison::of(&demo.truth, tracker.log())
}

fn every_tile_and_none_else(read: &Comparison) {
    assert_eq!(read.tiles.right, read.tiles.happened, "{read}");
    assert_eq!(read.tiles.wrong, 0, "{read}");
}

#[test]
fn a_wooden_table_stays_a_table() {
    let demo = Demo::new(&Plan::base(WOODEN).turns(TURNS)).unwrap();
    every_tile_and_none_else(&followed(&demo));
}

#[test]
fn a_wooden_table_stays_a_table_when_the_camera_is_knocked() {
    let mut demo = Demo::new(&Plan::base(WOODEN).turns(TURNS)).unwrap();
    let mut camera = demo.config.camera.clone();
    let turns = demo.script.len();
    for (at, off_mm) in [(turns * 2 / 3, [-7.0, 5.0]), (turns / 3, [9.0, -4.0])] {
        camera.target_mm[0] += off_mm[0];
        camera.target_mm[1] += off_mm[1];
        camera.roll_deg += 1.0;
        demo.script.insert(at, Action::Wait(3));
        demo.script.insert(at, Action::Bump(camera.clone()));
    }
    every_tile_and_none_else(&followed(&demo));
}

#[test]
fn an_empty_checked_cloth_is_no_board() {
    let demo = Demo::new(&Plan::base(CHECKED).turns(3)).unwrap();
    every_tile_and_none_else(&followed(&demo));
}
