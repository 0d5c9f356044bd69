//! Files from the running game: chosen, written, and told.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryProgram;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, open, played};

/// The screen of a game at the table, with files going into that folder.
fn screen(folder: &std::path::Path, look: Look) -> Shown {
    let link = played(3, 12, 5);
    let mut program = MemoryProgram::new(link);
    program.exports = folder.to_owned();
    let mut shown = open(program, look, true);
    let ui = &mut shown.harness;
    ui.key_press_modifiers(Modifiers::COMMAND, Key::E);
    ui.run();
    shown
}

#[test]
fn chosen_files_are_written_and_named() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut shown = screen(place.path(), ENGLISH);
    let ui = &mut shown.harness;
    // Only the table: the others are switched off by their names.
    for name in ["The game itself", "Report", "Picture of the board"] {
        ui.get_by_label_contains(name).click();
        ui.run();
    }
    ui.get_by_role_and_label(Role::Button, "Write the files")
        .click();
    ui.run();
    for _ in 0..600 {
        if ui.query_by_label("points.csv").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        ui.step();
    }
    ui.get_by_label("points.csv");
    let written = place.path().join("demo");
    assert!(written.join("points.csv").exists());
    assert!(written.join("game.jcz").exists());
    assert!(!written.join("report.html").exists());
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_label_contains("Drawn board");
}

#[test]
fn it_can_be_looked_at_in_both_languages() {
    let place = tempfile::tempdir().expect("a temporary folder");
    each("export", |look| screen(place.path(), look));
}
