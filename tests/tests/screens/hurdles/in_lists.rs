//! What stopped people before and after a game: players, exports, statistics.

use carcassonne::geometry::Rotation;
use carcassonne::piece::Color;
use egui::accesskit::{Role, Toggled};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{Asked, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::store::groups::with;
use nebelwacht_ui::store::records::SavedGame;
use nebelwacht_ui::store::results::{Finished, of_record};
use nebelwacht_ui::window::App;
use tracker::command::Command;
use tracker::log::record::{Header, Record};

use super::{button, labels, lay, setup};
use crate::games::{ENGLISH, Look, at_table, begin, begun, open, played};
use crate::playing::steady::wait;

/// Files stand under who wants them, what most people want first.
#[test]
fn exports_are_sorted_by_who_wants_them() {
    let link = played(2, 6, 3);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    button(ui, "More");
    button(ui, "Files from this game");
    let top = |name: &str| ui.get_by_label_contains(name).rect().top();
    let order = [
        "To look at, print and show",
        "Report",
        "To continue playing, here or elsewhere",
        "The game itself",
        "For your own statistics",
        "For programmers",
    ];
    let tops = order.map(top);
    assert!(tops.is_sorted(), "{tops:?}");
    // What only programs read is not written unless it is wanted.
    let first = top("For programmers");
    let kinds = ui.query_all_by_role(Role::CheckBox);
    let kinds = kinds.map(|kind| {
        let ticked = kind.accesskit_node().toggled() == Some(Toggled::True);
        (kind.rect().top() > first, ticked)
    });
    let kinds: Vec<(bool, bool)> = kinds.collect();
    assert!(
        kinds
            .iter()
            .all(|&(for_programs, ticked)| !(for_programs && ticked))
    );
    // All others are, but the photograph of the real tiles.
    let left = kinds
        .iter()
        .filter(|&&(for_programs, ticked)| !for_programs && !ticked);
    assert_eq!(left.count(), 1);
}

/// A finished game with these names.
fn finished(names: &str, seed: u64) -> Finished {
    let link = begin(&setup(&format!("players={names}")));
    crate::games::play_on(&link, seed, 12);
    link.send(Command::EndGame);
    let header = Header::new((*link.snapshot().setup).clone(), None);
    let mut lines = serde_json::to_vec(&header).unwrap();
    lines.push(b'\n');
    for event in link.events().iter() {
        lines.extend(serde_json::to_vec(event).unwrap());
        lines.push(b'\n');
    }
    let record = Record::read(&lines).unwrap();
    of_record(&record, jiff::Timestamp::UNIX_EPOCH).unwrap()
}

#[test]
fn statistics_count_all_games_or_those_of_one_group() {
    let mut program = MemoryProgram::new(begun(2));
    program.finished = vec![
        finished("Anna:red,Ben:blue", 1),
        finished("Ben:blue,Anna:red", 2),
        finished("Anna:red,Clara:green", 3),
    ];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    for name in ["More", "Statistics"] {
        ui.get_by_role_and_label(Role::Button, name).click();
        ui.run();
    }
    ui.get_by_label("3 games");
    ui.get_by_label("Clara");
    ui.get_by_role_and_label(Role::Button, "Anna, Ben").click();
    ui.run();
    ui.get_by_label("2 games");
    assert!(ui.query_by_label("Clara").is_none());
    ui.get_by_role_and_label(Role::Button, "Anna, Clara")
        .click();
    ui.run();
    ui.get_by_label("1 game");
    assert!(ui.query_by_label("Ben").is_none());
}

/// Who typed no name is called by the colour, in the language of the screen and wherever games are listed.
#[test]
fn players_without_names_are_called_by_their_colours_in_every_list() {
    let german = Look {
        language: "de",
        ..ENGLISH
    };
    let mut program = MemoryProgram::new(begun(2));
    let saved = |record: &str, over, scores| SavedGame {
        record: record.into(),
        played: "2026-11-20 21:10".into(),
        players: vec!["red".into(), "blue".into()],
        turns: 12,
        over,
        scores,
        winners: vec!["blue".into()],
    };
    program.games = vec![
        saved("new.jsonl", false, vec![3, 4]),
        saved("old.jsonl", true, vec![31, 44]),
    ];
    program.finished = vec![finished("red,blue", 4)];
    let mut shown = open(program, german, false);
    let ui = &mut shown.harness;
    button(ui, "Spiel öffnen");
    ui.get_by_label("★ Blau 44 · Rot 31");
    ui.get_by_role_and_label(Role::Button, "Fortsetzen: Rot, Blau, 20.11.2026, 21:10");
    button(ui, "Statistik");
    ui.get_by_role_and_label(Role::Button, "Blau, Rot");
    let said = labels(ui);
    for raw in ["red", "blue"] {
        assert!(said.iter().all(|label| !label.contains(raw)), "{said:#?}");
    }
}

/// Somebody of another group is one click away, in the colour of last time.
#[test]
fn who_has_played_before_is_seated_with_one_click() {
    let mut program = MemoryProgram::new(begun(2));
    let groups = with(Vec::new(), &setup("players=Clara:green,Dora:black"));
    let groups = with(groups, &setup("players=Anna:red,Ben:blue"));
    program.groups = std::rc::Rc::new(groups.into());
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    button(ui, "Keep score by hand");
    button(ui, "Add Dora");
    button(ui, "Start the game");
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    let seated = game.setup.players.iter();
    let seated: Vec<_> = seated.map(|p| (p.name.as_str(), p.color)).collect();
    let expected = [
        ("Anna", Color::Red),
        ("Ben", Color::Blue),
        ("Dora", Color::Black),
    ];
    assert_eq!(seated, expected);
}

/// What was scrolled does not stay scrolled for what comes in its place.
#[test]
fn a_list_that_comes_begins_at_its_top() {
    let link = begun(3);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let first =
        |ui: &Harness<'_, App>| ui.get_by_label("1. Choose the tile that was drawn.").rect();
    let before = first(ui);
    let last = ui.get_by_role_and_label(Role::Button, "End the game…");
    last.scroll_to_me();
    wait(ui);
    assert!(first(ui).top() < before.top(), "the list was scrolled");
    lay(&link, "V", 0, 1, Rotation::R0);
    wait(ui);
    let laid = ui.get_by_label_contains("Tile V has been laid.").rect();
    assert!(
        (laid.top() - before.top()).abs() < 40.0,
        "{laid:?} {before:?}"
    );
}
