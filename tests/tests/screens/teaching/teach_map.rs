//! Teaching a map: from a picture of the bare map to one that a game is played on, by clicks.

use std::path::Path;

use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{ChipColor, Map, SquareKind};
use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryProgram;
use nebelwacht_ui::window::App;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, begun, open};

/// Pixels to a square of the picture.
const SQUARE: i32 = 40;
/// The practice map's columns and rows.
const SIZE: [f32; 2] = [13.0, 12.0];

/// A picture of the practice map as if scanned.
fn scan(to: &Path) {
    let picture = studio::art::map::map_picture(&Map::sample(), SQUARE).unwrap();
    opencv::imgcodecs::imwrite_def(to.as_os_str(), &picture).unwrap();
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    ui.run();
}

fn click_at(ui: &mut Harness<'_, App>, pos: Pos2) {
    ui.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        ui.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        ui.run();
    }
}

/// Opens the picture and clicks its corners.
fn cornered(program: MemoryProgram, look: Look, path: &Path) -> Shown {
    let mut shown = open(program, look, false);
    let german = usize::from(look.language == "de");
    let ui = &mut shown.harness;
    press(ui, ["More", "Mehr"][german]);
    press(ui, ["Teach a map", "Karte beibringen"][german]);
    let field = ["From a photograph of the map", "Aus einem Foto der Karte"][german];
    ui.get_by_role_and_label(Role::TextInput, field).focus();
    ui.run();
    ui.event(Event::Text(path.display().to_string()));
    ui.run();
    press(ui, ["Open it", "Öffnen"][german]);
    let picture = [
        "Photograph of the map; click its corners",
        "Foto der Karte; klickt ihre Ecken an",
    ][german];
    let rect = ui.get_by_label(picture).rect();
    let margin = shapes::map_board::MARGIN as f32;
    let square = rect.width() / (SIZE[0] + 2.0 * margin);
    // In any order.
    for [x, y] in [[0.0, 12.0], [13.0, 0.0], [0.0, 0.0], [13.0, 12.0]] {
        let at = vec2(x + margin, y + margin) * square;
        click_at(ui, rect.min + at);
    }
    shown
}

fn on_squares(shown: &mut Shown, look: Look) {
    let german = usize::from(look.language == "de");
    let on = [
        "The lines fit: continue with the squares",
        "Die Linien passen: weiter zu den Feldern",
    ][german];
    press(&mut shown.harness, on);
}

fn named(cell: Cell) -> String {
    format!("{}{}", char::from(b'A' + cell.x as u8), cell.y + 1)
}

fn brush(kind: SquareKind, color: Option<ChipColor>) -> &'static str {
    match (kind, color) {
        (_, Some(ChipColor::Purple)) => "Island, purple",
        (_, Some(ChipColor::LightBlue)) => "Island, light blue",
        (_, Some(ChipColor::Orange)) => "Island, orange",
        (SquareKind::Start, _) => "Start square",
        (SquareKind::Town, _) => "Town",
        (SquareKind::LargeCity, _) => "Large city",
        (SquareKind::Wave, _) => "Wave",
        (SquareKind::None, _) => "No square",
        _ => "Land",
    }
}

#[test]
fn a_map_is_taught_by_clicks_and_offered_for_a_game() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("map.png");
    scan(&path);
    let program = MemoryProgram::new(begun(2));
    let learnt = program.learnt_maps.clone();
    let mut shown = cornered(program, ENGLISH, &path);
    on_squares(&mut shown, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("0 start squares; at least 2 are needed.");
    let sample = Map::sample();
    let cells = (0..12).flat_map(|y| (0..13).map(move |x| Cell::new(x, y)));
    let of = |cell| brush(sample.kind(cell), sample.square(cell).and_then(|s| s.color));
    let mut squares: Vec<_> = cells.map(|cell| (of(cell), cell)).collect();
    squares.retain(|(brush, _)| *brush != "Land");
    squares.sort();
    let mut clicks = 0;
    for chosen in squares.chunk_by(|a, b| a.0 == b.0) {
        ui.get_by_role_and_label(Role::RadioButton, chosen[0].0)
            .click();
        ui.run();
        clicks += 1;
        for (_, cell) in chosen {
            press(ui, &format!("{}: Land", named(*cell)));
            clicks += 1;
        }
    }
    let names = ["north", "east", "south", "west"];
    for (cell, square) in sample.squares() {
        let side = |side: &Side| names[side.index()];
        for open in &square.open_sides {
            press(
                ui,
                &format!("{} {}: the city is closed", named(cell), side(open)),
            );
            clicks += 1;
        }
        for closed in &square.closed_sides {
            let label = format!(
                "{} {}: features do not end at the city",
                named(cell),
                side(closed)
            );
            press(ui, &label);
            clicks += 1;
        }
    }
    assert_eq!(clicks, 62, "besides four corners");
    ui.get_by_label("Complete: this map can be played.");
    ui.get_by_label_contains("Start square Meppel");
    press(ui, "Keep the map");
    ui.get_by_label_contains("Kept: maps/mine.toml.");
    let kept = learnt.borrow()[0].map.clone();
    assert_eq!(kept.squares().count(), sample.squares().count());
    for (cell, square) in sample.squares() {
        let read = kept.square(cell).unwrap();
        assert_eq!(
            (read.kind, read.color),
            (square.kind, square.color),
            "{cell}"
        );
        assert_eq!(
            (&read.open_sides, &read.closed_sides),
            (&square.open_sides, &square.closed_sides)
        );
    }
    // It can be chosen for the next game.
    press(ui, "Back");
    press(ui, "Keep score by hand");
    let module = "Benelux map";
    for (role, label) in [(Role::CheckBox, module), (Role::RadioButton, "Benelux")] {
        ui.get_by_role_and_label(role, label).scroll_to_me();
        ui.run();
        ui.get_by_role_and_label(role, label).click();
        ui.run();
    }
}

#[test]
fn pictures_of_teaching_a_map() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("map.png");
    scan(&path);
    let program = || MemoryProgram::new(begun(2));
    each("teach_map_corners", |look| cornered(program(), look, &path));
    each("teach_map_squares", |look| {
        let mut shown = cornered(program(), look, &path);
        on_squares(&mut shown, look);
        shown
    });
}
