//! Boards larger than a game's are read whole, from the first look.

use std::sync::Arc;

use carcassonne::consistency::{Opinion, weigh};
use carcassonne::seen::{Calm, SeenTile};
use nebelwacht_tests::films::large;
use nebelwacht_ui::demo::FilmSource;
use nebelwacht_ui::run::reading::reader;
use studio::art::Artist;
use studio::synth::{Action, Film};
use tracker::board::Board;
use tracker::setup::Setup;
use vision::gate::{Gate, GateConfig};
use vision::source::Source;

#[test]
fn eighty_tiles_are_read_from_nothing() {
    let setup: Setup = "modules=ghosts_castles_cemeteries; players=red,blue"
        .parse()
        .unwrap();
    let catalogue = setup.catalogue();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue).unwrap());
    let (config, _) = large::table(1080, 80, 0, (1, &catalogue)).unwrap();
    let laid = config.scene.tiles.clone();
    let mut board = Board::default();
    for tile in &laid {
        let face = catalogue.face(&tile.face).unwrap();
        board.lay(tile.cell, face, tile.rotation).unwrap();
    }
    let film = Film::new(
        vec![Action::Wait(8)],
        config,
        Artist::new(catalogue.clone()),
    );
    let mut source = FilmSource::new(film, "eighty tiles".to_owned());
    let mut reader = reader::reader(pack, &setup).unwrap();
    let mut gate = Gate::new(GateConfig::default());
    let seen = loop {
        let frame = source.next().unwrap().expect("a still frame");
        let report = gate.look(&frame).unwrap();
        let seen = reader.look(&frame, &report).unwrap();
        if seen.calm == Calm::Still {
            break seen;
        }
    };
    let frame = tracker::belief::tie::recognise(&board, &seen).expect("the board is recognised");
    // What belief makes of it: which names fit together.
    let opinion = |tile: &SeenTile| Opinion {
        candidates: tile
            .candidates
            .iter()
            .map(|c| (c.face, c.rotation, c.log_likelihood))
            .collect(),
        presence: 10.0,
        unknown: tile.unknown,
    };
    let opinions = seen.tiles.iter().map(|tile| (tile.cell, opinion(tile)));
    let mut wrong = Vec::new();
    for (cell, verdict) in weigh(&catalogue, &opinions.collect()) {
        let (face, rotation, _) = verdict.ranked.first().expect("a reading");
        let at = frame.cell(cell);
        let named = catalogue.face(face).unwrap();
        let read = (*face, named.canonical(frame.rotation(*rotation)));
        let lies = board.get(at).map(|laid| (laid.face.id, laid.rotation));
        if lies != Some(read) {
            wrong.push((at, lies, read));
        }
    }
    let there: Vec<_> = seen
        .tiles
        .iter()
        .map(|tile| frame.cell(tile.cell))
        .collect();
    let missed = laid.iter().map(|tile| tile.cell);
    let missed: Vec<_> = missed.filter(|cell| !there.contains(cell)).collect();
    let hidden: Vec<_> = seen.hidden.iter().map(|cell| frame.cell(*cell)).collect();
    assert!(missed.is_empty(), "missed {missed:?}; hidden {hidden:?}");
    assert_eq!(seen.tiles.len(), laid.len());
    // One look at tiles of 80 px takes a shield or a strip of mist for its like on 5 to 8 of them.
    assert!(wrong.len() <= 12, "{wrong:?}");
}
