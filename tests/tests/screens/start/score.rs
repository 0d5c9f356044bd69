//! The end of a game from one photograph: from the start screen to a saved game.

use std::path::Path;
use std::time::{Duration, Instant};

use egui::Event;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::window::App;
use opencv::core::{Mat, MatTraitConst, Vec3b};
use tracker::log::record::Record;
use tracker::snapshot::Snapshot;

use crate::everywhere::looks::keep_all;
use crate::games::{ENGLISH, Look, open_local, photograph, played};

/// Tiles of the game.
const TURNS: usize = 12;

/// A game as it lies after some turns, and its photograph.
fn photographed(to: &Path) -> std::sync::Arc<Snapshot> {
    use nebelwacht_ui::run::link::Link as _;
    let snapshot = played(2, TURNS, 7).snapshot();
    let shot = photograph(&snapshot);
    let pixels: Vec<Vec3b> = shot
        .rgb
        .chunks_exact(3)
        .map(|rgb| Vec3b::from([rgb[2], rgb[1], rgb[0]]))
        .collect();
    let [width, height] = shot.size;
    let rows = Mat::new_rows_cols_with_data(height as i32, width as i32, &pixels).unwrap();
    let rows = rows.try_clone().unwrap();
    opencv::imgcodecs::imwrite_def(to.as_os_str(), &rows).unwrap();
    snapshot
}

fn window(place: &Path, look: Look) -> Harness<'static, App> {
    let program = LocalProgram::new(Folders::find(Some(place)).unwrap());
    open_local(program, look, None)
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    ui.get_by_role_and_label(Role::Button, label).click();
    ui.run_steps(4);
}

/// From the start screen to the photograph being read, and what was read.
fn read(ui: &mut Harness<'_, App>, photo: &Path, german: bool) {
    let say = |en: &'static str, de: &'static str| if german { de } else { en };
    press(ui, say("Score a photograph", "Ein Foto auswerten"));
    ui.get_by_role_and_label(
        Role::TextInput,
        say("Photograph of the board", "Foto des Plans"),
    )
    .focus();
    ui.run_steps(2);
    ui.event(Event::Text(photo.display().to_string()));
    ui.run_steps(2);
    press(ui, say("Read the photograph", "Foto lesen"));
    let begin = Instant::now();
    let works = |ui: &Harness<'_, App>| {
        let text = |label: &str| ui.query_by_label_contains(label).is_some();
        text("Reading the photograph") || text("Das Foto wird gelesen")
    };
    while works(ui) && begin.elapsed().as_secs() < 300 {
        std::thread::sleep(Duration::from_millis(50));
        ui.run_steps(2);
    }
    assert!(!works(ui), "a photograph is read for minutes");
}

/// Waits until what follows from the answers is worked out.
fn settle(ui: &mut Harness<'_, App>, save: &str) {
    let begin = Instant::now();
    let ready = |ui: &Harness<'_, App>| {
        let button = ui.query_by_role_and_label(Role::Button, save);
        button.is_some_and(|button| !button.accesskit_node().is_disabled())
    };
    ui.run_steps(3);
    while !ready(ui) {
        assert!(begin.elapsed().as_secs() < 60, "the scoring is never there");
        std::thread::sleep(Duration::from_millis(20));
        ui.run_steps(2);
    }
}

#[test]
fn a_photograph_is_scored_and_becomes_a_game() {
    let place = tempfile::tempdir().unwrap();
    let photo = place.path().join("board.png");
    let truth = photographed(&photo);
    let data = place.path().join("data");
    let mut ui = window(&data, ENGLISH);
    read(&mut ui, &photo, false);
    settle(&mut ui, "Save as a game");
    // What the board is worth at the end, counted by the game that was played.
    for player in &truth.players {
        let points = player.projected_score - player.score;
        let color = player.color.name();
        let shown = format!("{}{} {points}", color[..1].to_uppercase(), &color[1..]);
        assert!(
            ui.query_by_label(&shown).is_some(),
            "{shown} is not on screen"
        );
    }
    press(&mut ui, "Save as a game");
    let games: Vec<_> = std::fs::read_dir(data.join("games")).unwrap().collect();
    let records = games.into_iter().map(|entry| entry.unwrap().path());
    let records: Vec<_> = records
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    assert_eq!(records.len(), 1, "{records:?}");
    let record = Record::read(&std::fs::read(&records[0]).unwrap()).unwrap();
    let laid = record.events();
    let laid = laid.filter(|event| format!("{:?}", event.kind).contains("TileLaid"));
    // Half of the last tile is a city as brown as the planks beside it, the rest lies under a meeple.
    assert!(laid.count() + 1 >= truth.tiles.len());
    // The game stands on the table, over.
    assert!(ui.query_by_label_contains("Final scoring").is_some());
}

#[test]
fn an_answer_changes_what_is_kept() {
    let place = tempfile::tempdir().unwrap();
    let photo = place.path().join("board.png");
    photographed(&photo);
    for (language, german) in [("en", false), ("de", true)] {
        let data = place.path().join(language);
        let look = Look {
            language,
            ..ENGLISH
        };
        let mut ui = window(&data, look);
        read(&mut ui, &photo, german);
        let say = |en: &'static str, de: &'static str| if german { de } else { en };
        let save = say("Save as a game", "Als Spiel speichern");
        settle(&mut ui, save);
        keep_all(&mut ui, &format!("score-{language}"));
        let track = say(
            "Points of Red on the score track",
            "Punkte von Rot auf der Wertungstafel",
        );
        let before = totals(&ui);
        let field = ui.get_by_role_and_label(Role::SpinButton, track);
        field.click();
        ui.run_steps(2);
        ui.event(Event::Text("34".to_owned()));
        ui.run_steps(2);
        ui.key_press(egui::Key::Enter);
        ui.run_steps(2);
        settle(&mut ui, save);
        let after = totals(&ui);
        assert_eq!(after[0], before[0] + 34, "{before:?} {after:?}");
        assert_eq!(after[1], before[1]);
        name_another_tile(&mut ui, german, save);
    }
}

/// What is folded up unfolds down to the tiles that nobody guessed, and one of those is chosen.
fn name_another_tile(ui: &mut Harness<'_, App>, german: bool, save: &str) {
    let say = |en: &'static str, de: &'static str| if german { de } else { en };
    let mut unfold = |label: &str| {
        let folded = ui.query_all_by_label_contains(label).next();
        folded.expect(label).click();
        ui.run_steps(12);
    };
    unfold(say("nobody’s points depend on it", "für die Punkte"));
    unfold(say("Another tile…", "Ein anderes Plättchen …"));
    keep_all(ui, &format!("score-other-{}", say("en", "de")));
    let back = say("Take the last answer back", "Letzte Antwort zurücknehmen");
    let can_be_taken_back = |ui: &Harness<'_, App>| {
        let back = ui.get_by_role_and_label(Role::Button, back);
        !back.accesskit_node().is_disabled()
    };
    assert!(!can_be_taken_back(ui), "nothing was answered");
    let other = ui.query_all_by_label_contains("°").next();
    other.expect("a tile that fits there").click();
    ui.run_steps(4);
    settle(ui, save);
    assert!(can_be_taken_back(ui), "the answer was not taken");
}

/// What red and blue end with, as it stands on screen.
fn totals(ui: &Harness<'_, App>) -> [i32; 2] {
    [["Red ", "Rot "], ["Blue ", "Blau "]].map(|names| {
        let labels: Vec<String> = ui
            .query_all(egui_kittest::kittest::By::new().predicate(|_| true))
            .filter_map(|node| {
                node.accesskit_node()
                    .value()
                    .or(node.accesskit_node().label())
            })
            .collect();
        let of = |label: &String| {
            let rest = names.iter().find_map(|name| label.strip_prefix(name))?;
            rest.parse::<i32>().ok()
        };
        let all: Vec<i32> = labels.iter().filter_map(of).collect();
        assert_eq!(all.len(), 1, "{names:?} in {labels:?}");
        all[0]
    })
}

#[test]
fn what_is_no_photograph_is_said() {
    let place = tempfile::tempdir().unwrap();
    let garbage = place.path().join("garbage.jpg");
    std::fs::write(&garbage, [0xff_u8, 0xd8, 0xff, 0, 1, 2, 3]).unwrap();
    for photo in [garbage, place.path().join("missing.jpg")] {
        let mut ui = window(&place.path().join("data"), ENGLISH);
        read(&mut ui, &photo, false);
        let said = ui.query_by_label_contains("cannot be read as a picture");
        assert!(said.is_some(), "{}", photo.display());
        assert!(
            ui.query_by_role_and_label(Role::Button, "Save as a game")
                .is_none()
        );
    }
}
