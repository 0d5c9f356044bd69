//! The rules of the game that is played, and a card for each when it first applies.

use std::collections::BTreeSet;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::text::rules::rule_cards::Topic;
use nebelwacht_ui::text::{Language, Words};
use tracker::command::Command;
use tracker::setup::Setup;
use tracker::snapshot::review::Review;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, at_table, begun, golden_records, open, played, played_until};

fn lay(link: &MemoryLink, face: &str, x: i32, y: i32, rotation: Rotation) {
    link.send(Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(face).unwrap(),
        rotation,
        garden: None,
    });
}

#[test]
fn a_rule_is_shown_when_it_first_applies_and_never_again() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    assert!(ui.query_by_label_contains("New: ").is_none());
    lay(&link, "E", 0, -1, Rotation::R180);
    ui.run();
    ui.get_by_label("New: Laying a tile");
    ui.get_by_role_and_label(Role::Button, "Understood").click();
    ui.run();
    ui.get_by_label("New: Placing a meeple");
    ui.get_by_role_and_label(Role::Button, "Understood").click();
    ui.run();
    assert!(ui.query_by_label_contains("New: ").is_none());
    link.send(Command::PlaceFigure {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Red),
    });
    ui.run();
    ui.get_by_label("New: A finished city");
    // Nobody has to close it: play goes on, and after two turns it goes by itself.
    lay(&link, "U", 1, 0, Rotation::R90);
    ui.run();
    ui.get_by_label("New: A finished city");
    for x in 2..4 {
        lay(&link, "U", x, 0, Rotation::R90);
    }
    ui.run();
    assert!(ui.query_by_label("New: A finished city").is_none());
}

#[test]
fn a_game_that_is_opened_in_the_middle_is_not_taught_anew() {
    let mut shown = at_table(&played(3, 30, 4), ENGLISH);
    shown.harness.run();
    assert!(shown.harness.query_by_label_contains("New: ").is_none());
}

#[test]
fn the_rules_screen_lists_what_is_played_and_what_was_agreed() {
    let setup = "modules=mage_and_witch; W1=no; farmers=off; players=Anna:red,Ben:blue";
    let link = MemoryLink::playing(setup.parse().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::B);
    ui.run();
    ui.get_by_label("The magic symbol");
    ui.get_by_label("• Nobody lies in fields.");
    ui.get_by_label("• No: A moved mage or witch must go to another feature.");
    assert!(ui.query_by_label("Farmers").is_none());
    assert!(ui.query_by_label("Ghosts come").is_none());
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "End turn");
}

/// What belongs to another way of playing with the same box is not listed, nor its examples.
#[test]
fn only_what_this_game_is_played_by_is_listed() {
    let there = |setup: &str, text: &str| {
        let link = MemoryLink::playing(setup.parse().unwrap());
        let mut shown = at_table(&link, ENGLISH);
        shown.harness.key_press(Key::B);
        shown.harness.run();
        let ui = &shown.harness;
        ui.query_all_by_label(text).next().is_some()
    };
    let together = "modules=mists,spell_circles; level=1; confirmed=yes; players=red,blue,green";
    let apart = "modules=ghosts_castles_cemeteries,spell_circles; players=red,blue";
    let words = Words::new(Language::English);
    let fields = words.topic_text(Topic::Meeple, &apart.parse().unwrap());
    let none = words.topic_text(Topic::Meeple, &together.parse().unwrap());
    assert!(fields.contains("field") && !none.contains("field"));
    let castle = |level: &str| {
        let setup = together.replace("level=1", level);
        words.topic_text(Topic::MistCastle, &setup.parse().unwrap())
    };
    assert!(!castle("level=4").contains("face down") && castle("level=5").contains("face down"));
    let end = |level: &str| {
        let setup = together.replace("level=1", level);
        words.topic_text(Topic::MistEnd, &setup.parse().unwrap())
    };
    assert!(!end("level=5").contains("every colour") && end("level=6").contains("every colour"));
    let example = "Red: a meeple of one’s own. Blue: an opponent’s. White: the circles. Outlined: the \
        new tile. “2. 3×” means that three ghosts come second.";
    assert!(there(apart, example) && !there(together, example));
    let hound = "• No: A hound’s points are multiplied by the colours of the feature.";
    let later = together.replace("level=1", "level=3");
    assert!(!there(together, hound) && there(&later, hound));
    for (part, topic) in [
        ("ghosts", "The third ghost"),
        ("castles", "Castles"),
        ("cemeteries", "Cemeteries"),
    ] {
        let all = ["ghosts", "castles", "cemeteries"];
        let others: Vec<&str> = all.into_iter().filter(|other| *other != part).collect();
        let all = "modules=ghosts_castles_cemeteries; players=red,blue";
        let without = format!("{all}; parts={}", others.join(","));
        assert!(there(all, topic) && !there(&without, topic), "{part}");
    }
}

/// Rule sheets are named in the words of the screen, not by their short names.
#[test]
fn every_sheet_has_its_name_in_both_languages() {
    for language in Language::all() {
        let words = Words::new(language);
        for topic in Topic::ALL {
            let sheet = words.sheet(topic.source());
            let first = sheet.chars().next().unwrap();
            assert!(first.is_uppercase(), "{sheet}");
        }
    }
    let german = Words::new(Language::German);
    assert_eq!(german.sheet("base-game 1.3"), "Grundspiel");
}

#[test]
fn every_topic_belongs_to_some_game_and_has_its_moment_in_a_golden_record() {
    let games = [
        "modules=abbot; players=red,blue",
        "modules=mage_and_witch,tatan; players=red,blue",
        "modules=mists,spell_circles; level=2; confirmed=yes; players=red,blue,green",
        "modules=mists; level=3; confirmed=yes; players=red,blue,green",
        "modules=mists; level=5; confirmed=yes; players=red,blue,green",
        "modules=ghosts_castles_cemeteries,spell_circles; players=red,blue,green",
        "modules=benelux; map=sample; players=red,blue",
    ];
    let setups: Vec<Setup> = games.iter().map(|text| text.parse().unwrap()).collect();
    for topic in Topic::ALL {
        assert!(setups.iter().any(|setup| topic.is_in(setup)), "{topic:?}");
    }
    let mut met: BTreeSet<Topic> = BTreeSet::new();
    for record in golden_records() {
        let review = Review::of(&record.log());
        for moment in 0..review.moments.len() {
            let then = review.snapshot(Some(moment));
            met.extend(Topic::ALL.into_iter().filter(|topic| topic.applies(&then)));
        }
    }
    let all = Topic::ALL.into_iter();
    let missed: Vec<Topic> = all.filter(|topic| !met.contains(topic)).collect();
    assert!(missed.is_empty(), "no golden record meets {missed:?}");
}

#[test]
fn rules_without_a_game_are_those_of_the_base_game() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "More").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Rules of this game")
        .click();
    ui.run();
    ui.get_by_label("Farmers");
    ui.get_by_role_and_label(Role::Button, "Back").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Watch the demo");
}

/// Games whose rules are pictured; each begins with a module of its own.
const RULES: [(&str, &str); 3] = [
    (
        "ghosts",
        "modules=ghosts_castles_cemeteries,spell_circles,mage_and_witch; players=Anna:red,Ben:blue",
    ),
    (
        "haunted",
        "modules=mists,spell_circles; level=6; confirmed=yes; players=Anna:red+green,Ben:blue+black",
    ),
    (
        "map",
        "modules=tatan,benelux; map=sample; players=Anna:red,Ben:blue",
    ),
];

#[test]
fn pictures_of_the_rules() {
    let setup = "modules=mists,spell_circles; level=3; confirmed=yes; players=Anna:red+green,Ben:blue+black";
    let link = played_until(setup, 4, |s| s.turn.number > 5);
    each("rules", |look| {
        let mut shown = at_table(&link, look);
        shown.harness.key_press(Key::B);
        shown.harness.run();
        shown
    });
    for (name, setup) in RULES {
        let link = MemoryLink::playing(setup.parse().unwrap());
        each(&format!("rules_{name}"), |look| {
            let mut shown = at_table(&link, look);
            shown.harness.key_press(Key::B);
            shown.harness.run();
            shown
        });
    }
    each("rule_card", |look| {
        let link = begun(3);
        let mut shown = at_table(&link, look);
        lay(&link, "E", 0, -1, Rotation::R180);
        shown.harness.run();
        shown
    });
}
