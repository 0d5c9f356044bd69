//! A knocked table: what goes where, ticked off as it returns.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, SeenTable};
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use tracker::snapshot::{Desync, Difference, Snapshot};

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, photograph, played};
use crate::record::rebuild::seen;

/// The cells of the last three tiles, which were knocked off.
const KNOCKED: usize = 3;

/// A game whose table was knocked: the last tiles are gone, one lies where none belongs.
pub fn knocked() -> (MemoryLink, Snapshot, SeenTable) {
    let game = played(3, 14, 4);
    let mut snapshot = (*game.snapshot()).clone();
    let gone = snapshot.tiles.iter().rev().take(KNOCKED);
    let differences = gone.map(|tile| Difference::TileMissing {
        cell: tile.cell,
        face: tile.face,
        rotation: tile.rotation,
    });
    snapshot.desync = Some(Desync {
        since_frame: 12,
        differences: differences.collect(),
    });
    snapshot.health.calm = Some(Calm::Still);
    let left = snapshot.tiles.len() - KNOCKED;
    let mut look = seen(&snapshot, left);
    let mut strange = look.tiles[0].clone();
    strange.cell = Cell::new(-6, -6);
    look.tiles.push(strange);
    let mut picture = photograph(&snapshot);
    let gone: Vec<Cell> = snapshot.tiles[left..].iter().map(|t| t.cell).collect();
    picture
        .cells
        .retain(|cell| !cell.cell.is_some_and(|cell| gone.contains(&cell)));
    game.show(snapshot.clone());
    game.show_picture(picture);
    game.see(look.clone());
    (game, snapshot, look)
}

/// The steps that are still to be done, and those ticked off.
fn steps(shown: &Shown) -> [usize; 2] {
    ["☐", "☑"].map(|sign| shown.harness.query_all_by_label_contains(sign).count())
}

#[test]
fn what_was_knocked_is_listed_and_ticked_off_as_it_returns() {
    let (link, mut snapshot, look) = knocked();
    let mut shown = at_table(&link, ENGLISH);
    shown.harness.get_by_label("Put the table right");
    assert!(
        shown
            .harness
            .query_by_label("Table and screen differ")
            .is_some(),
        "in the bar"
    );
    let figures = snapshot.figures.iter();
    let left = snapshot.tiles.len() - KNOCKED;
    let knocked = &snapshot.tiles[left..];
    let figures = figures.filter(|f| knocked.iter().any(|tile| tile.cell == f.at.cell));
    let all = KNOCKED + 1 + figures.count();
    assert_eq!(steps(&shown), [all, 0]);
    let face = snapshot.tiles.last().unwrap().face;
    let lay = format!("Lay tile {face}: ");
    assert!(shown.harness.query_all_by_label_contains(&lay).count() > 0);
    // The strange one is taken away, and one tile comes back.
    let mut better = seen(&snapshot, left + 1);
    better.figures.clone_from(&look.figures);
    link.see(better);
    shown.harness.run();
    let [open, ticked] = steps(&shown);
    assert_eq!([open, ticked], [all - 2, 2]);
    shown
        .harness
        .get_by_label_contains(&format!("2 of {all} done."));
    // What a hand covers stays as it was.
    let mut covered = seen(&snapshot, left);
    covered.hidden.push(snapshot.tiles[left].cell);
    link.see(covered);
    shown.harness.run();
    assert_eq!(steps(&shown), [all - 2, 2]);
    link.see(seen(&snapshot, left + KNOCKED));
    shown.harness.run();
    shown
        .harness
        .get_by_label_contains("Everything is back in place.");
    snapshot.desync = None;
    link.show(snapshot);
    shown.harness.run();
    assert!(
        shown
            .harness
            .query_by_label("Put the table right")
            .is_none()
    );
}

#[test]
fn a_turned_or_wrong_tile_is_told_as_such() {
    let (link, snapshot, mut look) = knocked();
    let last = look.tiles.len() - 2;
    let tile = &mut look.tiles[last].candidates[0];
    tile.face = face_id(if tile.face.as_str() == "C" { "X" } else { "C" }).unwrap();
    let other = tile.face;
    link.see(look);
    let shown = at_table(&link, ENGLISH);
    let right = snapshot.tiles[last].face;
    let swap = format!("Take tile {other} away and lay {right} there:");
    shown.harness.get_by_label_contains(&swap);
}

#[test]
fn a_new_tile_that_fits_nowhere_is_no_knocked_table() {
    let (link, mut snapshot, _) = knocked();
    let cell = Cell::new(-6, -6);
    snapshot.desync = Some(Desync {
        since_frame: 12,
        differences: vec![Difference::TileUnknown { cell }],
    });
    let mut look = seen(&snapshot, snapshot.tiles.len());
    let mut strange = look.tiles[0].clone();
    strange.cell = cell;
    look.tiles.push(strange);
    link.show(snapshot);
    link.see(look);
    let shown = at_table(&link, ENGLISH);
    assert!(
        shown
            .harness
            .query_by_label("Put the table right")
            .is_none()
    );
    assert_eq!(steps(&shown), [0, 0]);
}

#[test]
fn pictures_of_a_knocked_table() {
    let (link, ..) = knocked();
    each("relay", |look: Look| at_table(&link, look));
}
