//! A game kept by hand: by mouse, and by keyboard alone.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use tracker::command::Command;

use crate::games::{ENGLISH, at_table, begun};
use crate::playing::steady::wait;

#[test]
fn lay_a_tile_put_a_meeple_end_the_turn_take_it_back() {
    let link: MemoryLink = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Tile V, 9 left")
        .click();
    ui.run();
    ui.get_by_role_and_label(
        Role::Button,
        "Lay tile V at 1 right from the start tile, turned by 0°",
    )
    .click();
    ui.run();
    assert_eq!(link.snapshot().tiles.len(), 2);
    ui.get_by_role_and_label(Role::Button, "Meeple on the road")
        .click();
    ui.run();
    let figures = &link.snapshot().figures;
    assert_eq!(figures.len(), 1);
    assert_eq!(figures[0].color, Some(Color::Red));
    ui.get_by_role_and_label(Role::Button, "End turn").click();
    ui.run();
    assert!(!link.snapshot().turn.open);
    ui.get_by_label("Figures on the board: 1").scroll_to_me();
    wait(ui);
    ui.get_by_label("Figures on the board: 1").click();
    wait(ui);
    let take = "Take off Anna’s meeple on the road";
    ui.get_by_role_and_label(Role::Button, take).scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(Role::Button, take).click();
    ui.run();
    assert!(link.snapshot().figures.is_empty());
}

#[test]
fn a_tile_is_laid_by_keys_alone() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Tile U, 8 left")
        .focus();
    ui.run();
    ui.key_press(Key::Enter);
    ui.run();
    // The button that had the keyboard is gone with the list, so the keys are free again.
    ui.key_press(Key::N);
    ui.run();
    ui.key_press(Key::R);
    ui.run();
    ui.key_press(Key::Enter);
    ui.run();
    let snapshot = link.snapshot();
    assert_eq!(snapshot.tiles.len(), 2, "{:?}", link.sent());
    assert_eq!(snapshot.turn.player, Some(Color::Red));
}

#[test]
fn a_spot_on_the_board_takes_a_figure() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Tile B, 4 left")
        .click();
    ui.run();
    ui.get_by_role_and_label(
        Role::Button,
        "Lay tile B at 1 down from the start tile, turned by 0°",
    )
    .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Place Anna’s meeple in the monastery")
        .click();
    ui.run();
    assert_eq!(link.snapshot().figures.len(), 1);
}

/// A road that ends in a city leaves two fields on one side.
#[test]
fn two_fields_on_one_side_are_told_apart() {
    let link = begun(2);
    link.send(Command::PlaceTile {
        cell: Cell::new(0, -1),
        face: carcassonne::catalogue::face_id("T").unwrap(),
        rotation: Rotation::R180,
        garden: None,
    });
    let shown = at_table(&link, ENGLISH);
    for place in ["top left", "top right"] {
        let label = format!("Meeple in the field ({place})");
        shown.harness.get_by_role_and_label(Role::Button, &label);
    }
}

#[test]
fn nothing_of_the_last_turn_is_left_over_at_the_end() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Tile U, 8 left")
        .click();
    ui.run();
    assert!(ui.query_all_by_label_contains("Lay tile U at").count() > 0);
    link.send(Command::EndGame);
    wait(ui);
    assert_eq!(ui.query_all_by_label_contains("Lay tile U at").count(), 0);
}

/// Looking at the points takes nothing away from whoever has been around the track often.
#[test]
fn many_points_stay_as_they_are_until_somebody_changes_them() {
    let link = begun(2);
    let (color, points) = (Color::Red, 230);
    link.send(Command::GivePoints { color, points });
    assert_eq!(link.snapshot().players[0].score, 230);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    for label in ["Points on the score track", "Use these points"] {
        ui.get_by_label(label).scroll_to_me();
        wait(ui);
        ui.get_by_label(label).click();
        wait(ui);
    }
    let set = ui.get_by_role_and_label(Role::Button, "Use these points");
    assert!(set.accesskit_node().is_disabled());
    assert_eq!(link.snapshot().players[0].score, 230);
}
