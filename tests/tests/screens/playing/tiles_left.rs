//! The tiles left and the hole finder.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use tracker::command::Command;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, at_table, begun, played};

#[test]
fn a_hole_tells_which_tiles_fit_and_how_likely() {
    // Right of the start tile's road, below a road: few tiles fit there.
    let link = begun(2);
    link.send(Command::PlaceTile {
        cell: Cell::new(1, 0),
        face: face_id("U").unwrap(),
        rotation: Rotation::R90,
        garden: None,
    });
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::I);
    ui.run();
    ui.get_by_label("70 tiles left");
    // Beside the road's open end fit all tiles with a road somewhere.
    let bag = &link.snapshot().bag;
    let catalogue = link.snapshot().setup.catalogue();
    let road = |face: &carcassonne::catalogue::Face| {
        use carcassonne::catalogue::SegmentKind;
        let roads = face.segments.iter().filter(|s| s.kind == SegmentKind::Road);
        roads.into_iter().any(|segment| !segment.rim.is_empty())
    };
    let with_road: u32 = bag
        .faces
        .iter()
        .filter(|(face, _)| road(catalogue.face(face).unwrap()))
        .map(|&(_, left)| u32::from(left))
        .sum();
    let place = format!("2 right from the start tile: {with_road} tiles fit");
    ui.get_by_role_and_label(Role::Button, &place).click();
    ui.run();
    let percent = (f64::from(with_road) * 100.0 / 70.0).round();
    ui.get_by_label(&format!(
        "{with_road} of 70 remaining tiles fit; the chance that the next one does is {percent}%."
    ));
    let chosen = ui.get_by_role_and_label(Role::Button, &place);
    assert!(chosen.accesskit_node().toggled().is_some());
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
}

#[test]
fn a_table_that_wants_no_help_gets_none() {
    let link = MemoryLink::playing("players=red,blue; aids=off".parse().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::I);
    ui.run();
    ui.get_by_label("This game is played without this aid.");
    ui.get_by_role_and_label(Role::Button, "Back to the table")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
}

#[test]
fn pictures_of_the_tiles_left() {
    let link = played(3, 45, 6);
    each("tiles_left", |look| {
        let mut shown = at_table(&link, look);
        shown.harness.key_press(Key::I);
        shown.harness.run();
        let fits = ["tiles fit", "Plättchen passen"][usize::from(look.language == "de")];
        let hole = shown.harness.query_all_by_label_contains(fits).next();
        hole.expect("a hole").click();
        shown.harness.run();
        shown
    });
}
