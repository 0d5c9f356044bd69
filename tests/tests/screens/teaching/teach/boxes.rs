//! A whole box at once: from one photograph or several to a pack.

use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::Catalogue;
use egui::accesskit::Role;
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::MemoryProgram;
use nebelwacht_tests::spreads::light::{Spoilt, spoil};
use nebelwacht_tests::spreads::{Layout, boxful, drawn, shot};
use nebelwacht_ui::window::App;

use super::{at_lesson, photo};
use crate::everywhere::looks::each_of;
use crate::games::{Shown, begun};

/// A lesson with a whole box on one photograph, named.
fn at_box(program: MemoryProgram, path: &Path) -> Shown {
    let mut shown = at_lesson(program, false);
    let ui = &mut shown.harness;
    let field = "Photograph the whole box";
    ui.get_by_role_and_label(Role::TextInput, field).focus();
    ui.run();
    ui.event(Event::Text(path.display().to_string()));
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Learn the box")
        .click();
    named(ui);
    shown
}

/// Waits until the tiles have been looked at.
fn named(ui: &mut Harness<'_, App>) {
    ui.run_steps(3);
    let begin = std::time::Instant::now();
    let works = |ui: &Harness<'_, App>| {
        let text = ui.query_by_label_contains("Looking at the tiles");
        text.is_some()
    };
    while works(ui) && begin.elapsed().as_secs() < 300 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        ui.run_steps(2);
    }
    assert!(!works(ui), "the tiles are looked at for minutes");
}

fn box_photo(to: &Path) {
    spoilt_photo(to, false, &[]);
}

/// The tile of a spoilt photograph that is spoilt first, the next ones lie beside it.
const SPOILT: usize = 30;

/// A photograph of a box, with a second copy of its only crossing if there is one `more`, and with some of
/// its tiles badly lit.
fn spoilt_photo(to: &Path, more: bool, badly_lit: &[Spoilt]) {
    let catalogue = Catalogue::bundled();
    let art = nebelwacht_ui::store::packs::our_art(&catalogue).unwrap();
    let mut tiles = boxful(&art, &catalogue).unwrap();
    if more {
        let crossing = tiles.iter().find(|(face, _)| face.as_str() == "X");
        tiles.push(crossing.cloned().unwrap());
    }
    let photos = drawn(&tiles, &shot(Layout::Apart, 3), tiles.len(), 5).unwrap();
    let mut picture = photos[0].picture.clone();
    for (n, how) in badly_lit.iter().enumerate() {
        let (_, quad) = photos[0].tiles[SPOILT + n];
        picture = spoil(&picture, &[quad], *how).unwrap();
    }
    opencv::imgcodecs::imwrite_def(to.as_os_str(), &picture).unwrap();
}

#[test]
fn a_whole_box_is_learnt_from_one_photograph_and_nothing_is_lost() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("box.png");
    box_photo(&path);
    let program = MemoryProgram::new(begun(2));
    let (packs, learning) = (program.kept_packs.clone(), program.kept_learning.clone());
    let mut shown = at_box(program, &path);
    let ui = &mut shown.harness;
    // What was photographed is kept before anybody presses anything.
    let tiles = learning.borrow()["mine"].1.tiles.len();
    assert!(tiles >= 70, "{tiles} tiles");
    // A wrong outline goes, and comes back.
    ui.get_by(|node| node.label().unwrap_or_default().starts_with("Tile 1: "))
        .click();
    ui.run_steps(3);
    press_soon(ui, "Remove this outline");
    assert_eq!(learning.borrow()["mine"].1.tiles.len(), tiles - 1);
    press_soon(ui, "Undo (Ctrl+Z)");
    assert_eq!(learning.borrow()["mine"].1.tiles.len(), tiles);
    press_soon(ui, "Put the sure tiles into “mine”");
    let pack = Arc::clone(&packs.borrow()["mine"]);
    assert!(
        pack.pictures.len() >= 60,
        "{} pictures",
        pack.pictures.len()
    );
    assert!(pack.faces().len() >= 20);
}

/// The map of the box says what is too many and what was badly lit, and a click shows where that lies.
#[test]
fn what_is_too_many_and_what_was_badly_lit_is_told() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("box.png");
    let titles = [
        "One tile too many for this box",
        "Too dark: photograph this tile again",
        "A lamp is mirrored in this tile: photograph it again",
    ];
    let [shade, lamp] = [Spoilt::Shade(0.2), Spoilt::Lamp(0.5)];
    let mut last = None;
    for (name, more, badly_lit, expected) in [
        ("teach_box", false, &[][..], [false; 3]),
        ("teach_box_spoilt", true, &[shade, lamp], [true; 3]),
        ("teach_box_mirrored", false, &[lamp], [false, false, true]),
    ] {
        spoilt_photo(&path, more, badly_lit);
        let mut shown = at_box(MemoryProgram::new(begun(2)), &path);
        each_of(name, &mut shown.harness);
        let told = titles.map(|title| shown.harness.query_by_label(title).is_some());
        assert_eq!(told, expected, "{name}");
        last = Some(shown);
    }
    let ui = &mut last.unwrap().harness;
    // Beside the outlines on the photograph, the card's tile alone is called so.
    let tile = |ui: &Harness<'_, App>| {
        let buttons = ui.query_all_by_role(Role::Button);
        let labels = buttons.filter_map(|node| node.accesskit_node().label());
        let number = |label: &str| label.strip_prefix("Tile ")?.parse::<usize>().ok();
        labels
            .filter_map(|label| number(&label))
            .collect::<Vec<_>>()
    };
    let [number] = tile(ui)[..] else {
        panic!("one tile is on the card: {:?}", tile(ui));
    };
    let label = format!("Tile {number}");
    let button = ui.get_by_role_and_label(Role::Button, &label);
    button.scroll_to_me();
    ui.run_steps(6);
    ui.get_by_role_and_label(Role::Button, &label).click();
    ui.run_steps(3);
    ui.get_by_label(&format!("{label}: which one is it?"));
}

/// Once a photograph is taken in, its path makes room for the next one's.
#[test]
fn one_photograph_of_a_box_comes_after_the_other() {
    let place = tempfile::tempdir().unwrap();
    let [one, other] = ["one.jpg", "other.jpg"].map(|name| place.path().join(name));
    photo(&["V", "D", "N"], &one);
    photo(&["E", "B", "U"], &other);
    let program = MemoryProgram::new(begun(2));
    let learning = program.kept_learning.clone();
    let mut shown = at_box(program, &one);
    let ui = &mut shown.harness;
    for _ in 0..2 {
        let field = ui.get_by_role_and_label(Role::TextInput, "From a photograph");
        let path = field.accesskit_node().value().unwrap_or_default();
        assert_eq!(path, "");
        if ui.query_by_label("Photograph 2").is_some() {
            return;
        }
        field.focus();
        ui.run();
        ui.event(Event::Text(other.display().to_string()));
        // A digit of a path answers no question about a tile.
        ui.key_press(Key::Num1);
        ui.run();
        assert!(learning.borrow()["mine"].1.answers.is_empty());
        press_soon(ui, "Add this photograph");
    }
    panic!("the second photograph was not taken in");
}

/// Presses a button and waits for what follows.
pub(super) fn press_soon(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    named(ui);
}
