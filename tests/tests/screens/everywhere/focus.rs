//! The keyboard's way through a screen: every control can be reached and shows that it is.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::MemoryProgram;
use nebelwacht_ui::window::App;

use crate::games::{ENGLISH, at_table, begun, open};

/// Names of the controls, and of the one that has the keyboard.
fn controls(ui: &Harness<'_, App>) -> (BTreeSet<String>, Option<String>) {
    let (mut all, mut focused) = (BTreeSet::new(), None);
    let mut open = vec![ui.root()];
    while let Some(node) = open.pop() {
        let inner = node.accesskit_node();
        let name = inner.label().unwrap_or_default();
        if inner.role() == Role::Button && !inner.is_disabled() && !name.starts_with("Gap at") {
            all.insert(name.clone());
        }
        if inner.is_focused() && node.accesskit_node().role() != Role::Window {
            focused = Some(name);
        }
        open.extend(node.children());
    }
    (all, focused)
}

/// Presses tab until the way is round; the names on it.
fn way(ui: &mut Harness<'_, App>) -> Vec<String> {
    let mut way: Vec<String> = Vec::new();
    for _ in 0..200 {
        ui.key_press(Key::Tab);
        ui.run();
        let (_, focused) = controls(ui);
        let Some(name) = focused else { continue };
        if way.first() == Some(&name) && way.len() > 1 {
            break;
        }
        way.push(name);
    }
    way
}

#[test]
fn tab_reaches_every_control_of_the_table() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let (all, _) = controls(ui);
    assert!(all.len() > 20, "{all:?}");
    let way: BTreeSet<String> = way(ui).into_iter().collect();
    let missed: Vec<&String> = all.difference(&way).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn tab_reaches_every_control_of_the_start_screen() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    let (all, _) = controls(ui);
    let way: BTreeSet<String> = way(ui).into_iter().collect();
    let missed: Vec<&String> = all.difference(&way).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// What has the keyboard looks otherwise than what has not.
#[test]
fn what_has_the_keyboard_is_marked() {
    for name in ["Tile V, 9 left", "End the game…", "By hand"] {
        let link = begun(2);
        let mut shown = at_table(&link, ENGLISH);
        let ui = &mut shown.harness;
        let before = ui.render().unwrap();
        ui.get_by_role_and_label(Role::Button, name).focus();
        ui.run();
        assert_ne!(before, ui.render().unwrap(), "{name}");
    }
}

/// A key of the table works while a button has the keyboard, but not while somebody types.
#[test]
fn keys_work_beside_a_button_and_not_in_a_text() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "By hand").focus();
    ui.run();
    ui.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    ui.run();
    assert_eq!(link.sent(), [tracker::command::Command::Undo]);
    ui.get_by_label("Search by name or sides").focus();
    ui.run();
    ui.key_press(Key::P);
    ui.run();
    assert!(link.sent().is_empty());
}
