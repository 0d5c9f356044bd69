//! Each pattern of change on the table, by name; those of figures alone stand beside this.

use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color::{Blue, Green, Red};
use carcassonne::seen::{Calm, LostReason};
use tracker::command::Command;
use tracker::log::event::{By, EventKind, TatanUse};
use tracker::snapshot::{About, Difference};

use super::table::{NONE, SOME, Table};

pub(super) fn start(setup: &str) -> Table {
    let mut table = Table::new(setup, 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(5);
    table
}

pub(super) fn kinds(table: &Table) -> Vec<&EventKind> {
    table.events.iter().map(|event| &event.kind).collect()
}

pub(super) fn same(table: &Table) {
    let differences = table.differences();
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn a_tile_taken_back_in_its_turn_is_removed() {
    let mut table = start("players=red,blue");
    let before = table.truth.clone();
    table.lay("E", 0, -1, 180);
    table.put(Red, 0);
    table.looks(5);
    table.tiles.pop();
    table.figures.clear();
    table.truth = before;
    table.looks(8);
    same(&table);
    assert!(
        kinds(&table)
            .iter()
            .any(|kind| matches!(kind, EventKind::Removed { .. }))
    );
    // The same tile goes elsewhere.
    table.lay("E", 0, 1, 90);
    table.looks(6);
    same(&table);
    // Reversible, as any other event.
    table.tracker.command(0, Command::Undo).unwrap();
    assert_eq!(table.tracker.log().game().board().len(), 1);
}

#[test]
fn a_tile_that_comes_up_elsewhere_was_moved_by_a_card() {
    let mut table = start("modules=tatan; players=red,blue");
    table.lay("E", 0, 1, 90);
    table.looks(5);
    table.lay("U", 1, 0, 90);
    table.put(Blue, 0);
    table.looks(5);
    same(&table);
    // Somebody draws a card, lifts the tile, and thinks.
    let from = Cell::new(0, 1);
    let at = table.tiles.iter().position(|(cell, ..)| *cell == from);
    let (_, face, _) = table.tiles.remove(at.expect("it lies there"));
    table.looks(12);
    same(&table);
    let (to, rotation) = (Cell::new(1, 1), Rotation::R90);
    let how = TatanUse::Relocate { from };
    let moved = EventKind::TileMoved { from, to, rotation };
    for kind in [EventKind::TatanDrawn, EventKind::TatanUsed { how }, moved] {
        table.truth.append(0, By::Person, kind).expect("allowed");
    }
    table.tiles.push((to, face, rotation));
    table.looks(6);
    same(&table);
    let game = table.tracker.log().game();
    assert_eq!(game.board().len(), 3);
    assert!(game.board().holds(to) && !game.board().holds(from));
}

#[test]
fn a_tile_that_no_card_may_move_is_missing() {
    let mut table = start("modules=tatan; players=red,blue");
    table.lay("E", 0, -1, 180);
    table.put(Red, 0);
    table.looks(5);
    table.lay("U", 1, 0, 90);
    table.looks(5);
    table.tiles.retain(|(cell, ..)| *cell != Cell::new(0, -1));
    table.looks(12);
    assert!(table.tracker.snapshot().desync.is_some());
}

#[test]
fn a_face_that_no_pack_knows_is_not_forced_into_one_that_would_fit() {
    let mut table = start("players=red,blue");
    table.foreign = Some(["E", "B"]);
    table.lay("E", 0, 1, 90);
    table.looks(12);
    let snapshot = table.tracker.snapshot();
    let desync = snapshot.desync.as_ref().expect("it is said");
    assert_eq!(
        desync.differences,
        [Difference::TileUnknown {
            cell: Cell::new(0, 1)
        }]
    );
    assert_eq!(table.tracker.log().game().board().len(), 1);
    // Somebody says what it is, and the game goes on.
    let told = Command::PlaceTile {
        cell: Cell::new(0, 1),
        face: table.face("E").id,
        rotation: Rotation::R90,
        garden: None,
    };
    table.tracker.command(0, told).unwrap();
    table.lay("U", 1, 0, 90);
    table.looks(6);
    same(&table);
}

#[test]
fn an_old_tile_that_vanishes_is_a_stated_difference() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.lay("U", 2, 0, 90);
    table.looks(6);
    let whole = table.tiles.clone();
    table.tiles.remove(1);
    table.looks(8);
    let snapshot = table.tracker.snapshot();
    let desync = snapshot.desync.as_ref().expect("a difference is stated");
    assert!(
        matches!(desync.differences[..], [Difference::TileMissing { cell, .. }] if cell == Cell::new(1, 0))
    );
    let events = table.events.len();
    table.tiles = whole;
    table.looks(3);
    assert!(
        table.tracker.snapshot().desync.is_none(),
        "put back, all is well"
    );
    assert_eq!(table.events.len(), events, "and nothing was appended");
    same(&table);
}

#[test]
fn two_old_tiles_that_swap_are_a_stated_difference() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.lay("V", 2, 0, 0);
    table.lay("E", 0, -1, 180);
    table.looks(8);
    let face = table.tiles[1].1.clone();
    table.tiles[1].1 = table.tiles[2].1.clone();
    table.tiles[2].1 = face;
    let events = table.events.len();
    table.looks(20);
    let snapshot = table.tracker.snapshot();
    let desync = snapshot.desync.as_ref().expect("a difference is stated");
    assert_eq!(desync.differences.len(), 2, "{desync:?}");
    assert_eq!(table.events.len(), events);
}

#[test]
fn a_tile_turned_in_its_turn_is_a_stated_correction() {
    let mut table = start("players=red,blue");
    table.lay("V", 0, 1, 0); // fields north and east
    table.looks(8);
    table.tiles[1].2 = Rotation::R270;
    table.looks(16);
    assert!(
        kinds(&table)
            .iter()
            .any(|kind| matches!(kind, EventKind::Corrected { .. }))
    );
    let laid = table
        .tracker
        .log()
        .game()
        .board()
        .get(Cell::new(0, 1))
        .unwrap();
    assert_eq!(laid.rotation, Rotation::R270);
    assert_eq!(table.tracker.log().game().turn(), 1);
}

#[test]
fn an_old_tile_that_changes_alone_is_asked_for() {
    let mut table = start("players=red,blue; claims_at_once=never");
    table.lay("V", 0, 1, 0);
    table.looks(8);
    table.lay("E", 0, -1, 180);
    table.looks(8);
    table.tiles[1].2 = Rotation::R270;
    table.looks(16);
    let snapshot = table.tracker.snapshot();
    assert!(matches!(snapshot.questions[..], [ref q] if matches!(q.about, About::OldTile { .. })));
    let question = snapshot.questions[0].id;
    table
        .tracker
        .command(0, Command::Accept { question })
        .unwrap();
    let laid = table
        .tracker
        .log()
        .game()
        .board()
        .get(Cell::new(0, 1))
        .unwrap();
    assert_eq!(laid.rotation, Rotation::R270);
    table.looks(20);
    assert!(table.tracker.snapshot().questions.is_empty());
}

#[test]
fn a_misread_tile_is_put_right_by_what_fits() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    // Vision would rather have it unturned, which cannot lie there.
    for _ in 0..6 {
        let mut seen = table.seen();
        for tile in &mut seen.tiles {
            if let Some(best) = tile
                .candidates
                .iter()
                .find(|c| c.face.as_str() == "E")
                .copied()
            {
                let rotation = best.rotation.then(Rotation::R180);
                let wrong = carcassonne::seen::FaceCandidate {
                    rotation,
                    log_likelihood: 1.0,
                    ..best
                };
                tile.candidates.insert(0, wrong);
            }
        }
        let events = table.tracker.see(&seen);
        table.events.extend(events);
    }
    same(&table);
}

#[test]
fn a_tile_that_fits_nowhere_near_is_stated_with_its_edges() {
    let mut table = start("players=red,blue");
    let face = table.face("C");
    table.tiles.push((Cell::new(0, 1), face, Rotation::R0));
    table.looks(12);
    let snapshot = table.tracker.snapshot();
    let desync = snapshot.desync.as_ref().expect("a difference is stated");
    let [Difference::TileIllegal { cell, faults, .. }] = &desync.differences[..] else {
        panic!("{desync:?}")
    };
    assert_eq!(*cell, Cell::new(0, 1));
    assert_eq!(faults.len(), 1);
    assert_eq!(snapshot.tiles.len(), 1);
    table.tiles.pop();
    table.looks(4);
    assert!(table.tracker.snapshot().desync.is_none());
}

#[test]
fn several_tiles_may_lie_already() {
    for seed in 0..8 {
        let mut table = Table::new("players=red,blue", seed, SOME);
        table.lay("D", 0, 0, 0);
        for (id, x, y, r) in [
            ("U", 1, 0, 90),
            ("E", 0, -1, 180),
            ("V", 0, 1, 0),
            ("W", -1, 0, 0),
            ("B", 1, 1, 0),
        ] {
            table.lay(id, x, y, r);
        }
        table.put(Red, 0);
        table.looks(14);
        let (truth, got) = (table.truth.game(), table.tracker.log().game());
        assert_eq!(
            truth.board(),
            got.board(),
            "seed {seed}\n{truth:#?}",
            truth = truth.board()
        );
        assert_eq!(got.turn(), 0, "what lay before is no turn");
        assert_eq!(got.figures().count(), 1, "seed {seed}");
        // The game goes on from there.
        table.lay("U", 2, 0, 90);
        table.looks(10);
        assert_eq!(table.tracker.log().game().turn(), 1, "seed {seed}");
    }
}

#[test]
fn any_start_tile_may_be_seen() {
    let mut table = Table::new("start=seen", 5, NONE);
    table.turn = Rotation::R0;
    table.lay("W", 0, 0, 90);
    table.looks(5);
    table.lay("V", 0, 1, 90);
    table.looks(5);
    same(&table);
}

#[test]
fn the_board_is_found_again_under_a_new_lattice() {
    let mut table = start("");
    for (id, x, y, r) in [("U", 1, 0, 90), ("E", 0, -1, 180), ("V", 0, 1, 0)] {
        table.lay(id, x, y, r);
        table.looks(6);
    }
    table.lattice += 1;
    table.turn = table.turn.then(Rotation::R90);
    table.origin = Cell::new(20, -7);
    table.looks(2);
    table.lay("W", -1, 0, 0);
    table.put(Green, 1);
    table.looks(8);
    same(&table);
    assert!(table.tracker.snapshot().desync.is_none());
}

#[test]
fn a_moving_or_lost_table_changes_nothing() {
    let mut table = start("");
    for calm in [Calm::Moving, Calm::Hand, Calm::Lost(LostReason::Light)] {
        for _ in 0..20 {
            let mut seen = table.seen();
            seen.calm = calm;
            seen.tiles.clear();
            assert!(table.tracker.see(&seen).is_empty());
        }
    }
    assert!(table.tracker.snapshot().desync.is_none());
    same(&table);
}

#[test]
fn nothing_absurd_panics() {
    let mut table = start("");
    let mut seen = table.seen();
    let tile = seen.tiles[0].clone();
    for i in 0..40 {
        let mut other = tile.clone();
        other.cell = Cell::new(i % 7 - 3, i / 7 - 3);
        other.candidates.truncate(usize::try_from(i).unwrap() % 3);
        for candidate in &mut other.candidates {
            candidate.log_likelihood = [f32::NAN, f32::INFINITY, 1e30][i as usize % 3];
        }
        seen.tiles.push(other);
    }
    seen.tiles.push(tile);
    for _ in 0..20 {
        table.tracker.see(&seen);
    }
    let catalogue = Catalogue::bundled();
    assert!(table.tracker.log().game().tiles_left() < 72 && catalogue.faces().count() == 24);
}

/// The camera reads a tile and its figure wrong in every look; a person says what they are, and
/// that stands however long the camera looks on.
#[test]
fn what_a_person_said_is_not_overruled() {
    let mut table = start("players=red,blue");
    table.lay("V", 0, 1, 0);
    let knight = table.put(Blue, 0);
    table.looks(10);
    let laid = &table.tracker.log().holding()[1];
    let &EventKind::TileLaid { cell, face, .. } = &laid.kind else {
        panic!("no tile: {laid:?}");
    };
    let event = laid.event;
    let rotation = Rotation::R270;
    let to = EventKind::TileLaid {
        cell,
        face,
        rotation,
        garden: None,
        before: false,
    };
    table
        .tracker
        .command(0, Command::Correct { event, to })
        .unwrap();
    let placed = table.tracker.log().holding()[2].clone();
    let EventKind::FigurePlaced {
        cell,
        segment,
        figure,
        foot,
        ..
    } = placed.kind
    else {
        panic!("no figure: {placed:?}");
    };
    let color = Some(Red);
    let to = EventKind::FigurePlaced {
        cell,
        segment,
        figure,
        color,
        foot,
        before: false,
    };
    let event = placed.event;
    table
        .tracker
        .command(0, Command::Correct { event, to })
        .unwrap();
    let events = table.events.len();
    table.looks(40);
    assert_eq!(table.events.len(), events, "{:?}", &table.events[events..]);
    assert!(table.tracker.snapshot().questions.is_empty());
    assert!(table.truth.game().figure(knight).is_some());
}

/// Laying the next tile ended a turn and gave its points; lifted again, all of that is as before.
#[test]
fn a_take_back_opens_the_turn_before_again() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    table.put(Red, 0);
    table.looks(8);
    let before = table.truth.clone();
    table.lay("V", 1, 0, 0);
    table.looks(8);
    assert_eq!(table.tracker.snapshot().players[0].score, 4);
    table.tiles.pop();
    table.truth = before;
    table.looks(8);
    same(&table);
    let snapshot = table.tracker.snapshot();
    assert_eq!((snapshot.turn.number, snapshot.turn.open), (1, true));
    assert_eq!(
        snapshot.players[0].score, 0,
        "the city is of the open turn again"
    );
    assert_eq!(
        snapshot.recount.as_ref().map(|r| r.scores.len()),
        Some(0),
        "nobody loses points"
    );
    // It lay there after all, only the camera did not see it: one step back.
    table.tracker.command(0, Command::Undo).unwrap();
    assert_eq!(table.tracker.snapshot().turn.number, 2);
    // And if it really was lifted, it is taken back again.
    table.looks(8);
    assert_eq!(table.tracker.snapshot().turn.number, 1);
}
