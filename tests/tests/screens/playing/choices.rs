//! What the rules let somebody decide: by click, key, on the board, and left alone.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::text::{Language, Words};
use nebelwacht_ui::window::App;
use tracker::command::Command;
use tracker::rules::Expansion;
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::snapshot::Snapshot;

use crate::games::{ENGLISH, at_table, begun, open, played_until, with_question};

const WORDS: Words = Words::new(Language::English);

fn moving() -> MemoryLink {
    let setup = "modules=mage_and_witch; players=Anna:red,Ben:blue";
    played_until(setup, 3, |snapshot| {
        let mut choices = snapshot.choices.iter();
        choices.any(|choice| choice.kind == ChoiceKind::MoveMageOrWitch && choice.options.len() > 9)
    })
}

fn shown_on_buttons(snapshot: &Snapshot, choice: &Choice, option: usize) -> String {
    let option = &choice.options[option];
    let text = WORDS.option(snapshot, option);
    let effect = WORDS.effect(snapshot, &option.leads_to);
    if effect.is_empty() {
        text
    } else {
        format!("{text}: {effect}")
    }
}

#[test]
fn an_option_is_taken_by_key_and_the_card_goes_away() {
    let link = moving();
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("Where does the mage or the witch go?");
    ui.key_press(Key::Num3);
    ui.run();
    let sent = link.sent();
    assert!(
        matches!(sent.as_slice(), [Command::Choose { .. }]),
        "{sent:?}"
    );
    assert!(link.snapshot().choices.is_empty());
    let gone = ui.query_by_label("Where does the mage or the witch go?");
    assert!(gone.is_none());
}

#[test]
fn an_open_question_keeps_the_number_keys() {
    let link = MemoryLink::new(with_question(&moving().snapshot()));
    let mut shown = at_table(&link, ENGLISH);
    shown.harness.key_press(Key::Num2);
    shown.harness.run();
    let sent = link.sent();
    assert!(
        matches!(sent.as_slice(), [Command::Answer { choice: 1, .. }]),
        "{sent:?}"
    );
}

#[test]
fn options_beyond_a_page_are_turned_over_and_clicked() {
    let game = moving();
    let snapshot = (*game.snapshot()).clone();
    let choice = snapshot.choices[0].clone();
    let link = MemoryLink::new(snapshot.clone());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let visible = |ui: &egui_kittest::Harness<'_, _>| {
        let all = 0..choice.options.len();
        all.filter(|&n| {
            let name = shown_on_buttons(&snapshot, &choice, n);
            ui.query_all_by_label(&name).next().is_some()
        })
        .collect::<Vec<_>>()
    };
    // Without the board, whose spots have names too.
    ui.key_press(Key::V);
    ui.run();
    let first = visible(ui);
    ui.get_by_role_and_label(Role::Button, "More answers")
        .click();
    ui.run();
    let second = visible(ui);
    assert!(first.len() >= 8 && !second.is_empty() && first != second);
    let taken = *second.iter().find(|n| !first.contains(n)).unwrap();
    let name = shown_on_buttons(&snapshot, &choice, taken);
    ui.get_by_role_and_label(Role::Button, &name).click();
    ui.run();
    let expected = Command::Choose {
        choice: choice.id.clone(),
        option: taken,
    };
    assert_eq!(link.sent(), [expected]);
}

#[test]
fn an_option_is_taken_on_the_board() {
    let game = moving();
    let mut snapshot = (*game.snapshot()).clone();
    // One option, so that the spot on the board is the only other button of that name.
    snapshot.choices[0].options.truncate(1);
    let link = MemoryLink::new(snapshot.clone());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let option = &snapshot.choices[0].options[0];
    let plain = WORDS.option(&snapshot, option);
    let spot = ui.query_all_by_role_and_label(Role::Button, &plain).last();
    spot.expect("a spot on the board").click();
    ui.run();
    assert!(matches!(
        link.sent().as_slice(),
        [Command::Choose { option: 0, .. }]
    ));
}

#[test]
fn an_optional_choice_is_left_by_button_and_key() {
    let mut snapshot = (*moving().snapshot()).clone();
    snapshot.choices[0].optional = true;
    let link = MemoryLink::new(snapshot);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::X);
    ui.run();
    click(ui, Role::Button, "Leave it");
    let sent = link.sent();
    assert!(
        matches!(
            sent.as_slice(),
            [Command::Decline { .. }, Command::Decline { .. }]
        ),
        "{sent:?}"
    );
}

/// Brings a control into view and clicks it.
fn click(ui: &mut egui_kittest::Harness<'_, App>, role: Role, label: &str) {
    ui.get_by_role_and_label(role, label).scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(role, label).click();
    ui.run();
}

#[test]
fn modules_levels_and_table_options_reach_the_set_up() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    click(ui, Role::Button, "Keep score by hand");
    for module in ["Mists over Carcassonne", "Spell Circles"] {
        click(ui, Role::CheckBox, module);
    }
    click(ui, Role::Button, "Level 3");
    click(ui, Role::Button, "Start the game");
    assert!(
        shown.asked.borrow().is_empty(),
        "the level is not confirmed"
    );
    click(ui, Role::CheckBox, "The numbers agree with our level card");
    // Both modules have as many; the circles' stand below those of the mists.
    let options = "7 table options, as suggested";
    for step in ["scroll", "click"] {
        let both = ui.get_all_by_role_and_label(Role::DisclosureTriangle, options);
        let circles = both.last().expect("the circles' options");
        if step == "scroll" {
            circles.scroll_to_me();
        } else {
            circles.click();
        }
        ui.run();
    }
    let option = "Eloise’s points are multiplied by the colours of the feature.";
    click(ui, Role::CheckBox, option);
    click(ui, Role::Button, "Start the game");
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    let setup = &game.setup;
    assert_eq!(setup.modules, [Expansion::Mists, Expansion::SpellCircles]);
    assert_eq!((setup.mists.level, setup.mists.confirmed), (3, true));
    let also: Vec<usize> = setup.players.iter().map(|p| p.also.len()).collect();
    assert_eq!(also, [1, 1], "two players play two colours each");
    let ruling = tracker::rules::ruling::Ruling::find("BK3").unwrap();
    assert!(setup.options.rulings.yes(ruling));
}
