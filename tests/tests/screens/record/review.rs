//! Looking back: the slider, the numbers beside it, the way back.

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::text::{Language, Words};
use tracker::command::Command;
use tracker::log::record::Record;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Shown, at_table, golden_record, open, played, played_until};

fn look_back(link: &MemoryLink) -> Shown {
    let mut shown = at_table(link, ENGLISH);
    shown.harness.key_press(Key::L);
    shown.harness.run();
    shown
}

/// How many tiles lie on the board that is shown.
fn tiles(shown: &Shown, count: usize) {
    let plural = if count == 1 { "" } else { "s" };
    let label = format!("Drawn board, {count} tile{plural}");
    shown.harness.get_by_label(&label);
}

#[test]
fn the_arrows_go_through_the_game_and_escape_goes_back() {
    let link = played(3, 20, 5);
    let events = link.events().len();
    let mut shown = look_back(&link);
    tiles(&shown, 21);
    let ui = &mut shown.harness;
    ui.key_press(Key::Home);
    ui.run();
    ui.get_by_label("Before the first tile");
    tiles(&shown, 0);
    let ui = &mut shown.harness;
    ui.key_press(Key::ArrowRight);
    ui.run();
    says(&shown, "Turn 0 · Tile D at");
    tiles(&shown, 1);
    // Turn 2 is the third tile.
    for _ in 0..2 {
        shown
            .harness
            .key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
        shown.harness.run();
    }
    tiles(&shown, 3);
    shown.harness.key_press(Key::End);
    shown.harness.run();
    tiles(&shown, 21);
    for _ in 0..events {
        shown.harness.key_press(Key::ArrowLeft);
        shown.harness.run();
    }
    tiles(&shown, 0);
    shown.harness.key_press(Key::Escape);
    shown.harness.run();
    shown
        .harness
        .get_by_role_and_label(Role::Button, "End turn");
    assert!(link.sent().is_empty(), "looking back changes nothing");
}

#[test]
fn the_slider_has_a_name_and_the_buttons_step() {
    let link = played(2, 6, 5);
    let mut shown = look_back(&link);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Previous turn")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Previous turn")
        .click();
    ui.run();
    tiles(&shown, 5);
    let ui = &mut shown.harness;
    let slider = ui.query_all_by_role(Role::Slider).next();
    assert!(slider.is_some(), "a slider");
    ui.get_by_role_and_label(Role::Button, "Back to the table")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
}

#[test]
fn a_line_of_points_leads_to_its_moment() {
    let link = played(3, 40, 5);
    let line = link.snapshot().score_lines[0].clone();
    let mut shown = look_back(&link);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Points").click();
    ui.run();
    let spoken = Words::new(Language::English).line_spoken(&link.snapshot(), &line);
    let first = ui.query_all_by_label(&spoken).next();
    first.expect("a line of points").click();
    ui.run();
    // It counted when the next tile ended its turn.
    says(&shown, &format!("Turn {} · ", line.turn + 1));
}

#[test]
fn a_running_game_is_followed_and_an_empty_one_says_what_to_do() {
    let link = MemoryLink::playing(crate::games::setup(2));
    let mut shown = look_back(&link);
    shown
        .harness
        .get_by_label_contains("Nothing has happened in this game yet");
    link.send(Command::PlaceTile {
        cell: carcassonne::geometry::Cell::default(),
        face: carcassonne::catalogue::face_id("D").unwrap(),
        rotation: carcassonne::geometry::Rotation::R0,
        garden: None,
    });
    shown.harness.run();
    tiles(&shown, 1);
}

/// Whether the line under the board begins like this.
fn says(shown: &Shown, text: &str) {
    let found = shown.harness.query_all_by_label_contains(text).next();
    assert!(found.is_some(), "{text}");
}

fn saved(program: &mut MemoryProgram, name: &str) {
    let record: Record = golden_record(name);
    let path = PathBuf::from("game.jsonl");
    program.records.insert(path.clone(), record);
    program.games = vec![SavedGame {
        record: path,
        played: "2026-11-14 17:45".into(),
        players: vec!["Anna".into(), "Ben".into()],
        turns: 9,
        over: true,
        scores: Vec::new(),
        winners: Vec::new(),
    }];
}

#[test]
fn a_saved_game_is_looked_at_without_being_opened() {
    let mut program = MemoryProgram::new(played(2, 3, 1));
    saved(&mut program, "benelux/02-a-chip-buys-an-island-tile.jsonl");
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Open a game")
        .click();
    ui.run();
    let look = "Look back: Anna, Ben, 14 Nov 2026, 17:45";
    ui.get_by_role_and_label(Role::Button, look).click();
    ui.run();
    ui.get_by_label("Looking back");
    ui.get_by_role_and_label(Role::Button, "Back to the saved games")
        .click();
    ui.run();
    ui.get_by_label("Saved games");
    assert!(shown.asked.borrow().is_empty(), "nothing was opened");
}

#[test]
fn a_saved_game_that_cannot_be_read_is_said() {
    let mut program = MemoryProgram::new(played(2, 3, 1));
    saved(&mut program, "benelux/02-a-chip-buys-an-island-tile.jsonl");
    program.records.clear();
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Open a game")
        .click();
    ui.run();
    ui.get_by_label_contains("Look back: ").click();
    ui.run();
    ui.get_by_label_contains("it is not there");
}

#[test]
fn pictures_of_looking_back() {
    let link = played(4, 70, 6);
    link.send(Command::EndGame);
    let coop = "modules=mists,spell_circles; players=Anna:red,Ben:blue,Clara:green";
    let coop = played_until(coop, 4, |s| s.over || s.turn.number > 30);
    for (name, link, tab) in [
        ("review_race", &link, None),
        ("review_points", &link, Some(["Points", "Punkte"])),
        ("review_story", &link, Some(["Story", "Verlauf"])),
        ("review_coop", &coop, Some(["Story", "Verlauf"])),
    ] {
        each(name, |look| {
            let mut shown = at_table(link, look);
            shown.harness.key_press(Key::L);
            shown.harness.run();
            if let Some(tab) = tab {
                let tab = tab[usize::from(look.language == "de")];
                shown
                    .harness
                    .get_by_role_and_label(Role::Button, tab)
                    .click();
                shown.harness.run();
            }
            shown
        });
    }
}
