//! What holds for every screen: each control has a role and a name, can be reached and shows
//! that it has the keyboard; Ctrl with + and − makes everything larger; and a quiet screen asks
//! for nothing to be drawn.

use std::collections::BTreeMap;
use std::time::Duration;

use egui::accesskit::{Action, Role};
use egui::{Color32, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::theme::contrast;
use nebelwacht_ui::window::App;
use vision::view::aim::{Advice, Flaw};

use crate::games::{ENGLISH, Look, Shown, at_table, begun, open, played, with_question};
use crate::playing::{aim, fields, relay, table};

/// A way to a screen: what is pressed, from the table or from the start screen.
struct Way(&'static str, bool, &'static [&'static str]);

/// The game that runs: one with a table that is seen, where the screen needs that.
fn game(way: &Way) -> MemoryLink {
    match way.0 {
        "aim" => aim::judged(Advice::Mend(Flaw::Glare)),
        "relay" => relay::knocked().0,
        "borders" => fields::with_fields(),
        "count" => table::with_empty_pile(),
        _ => played(3, 9, 4),
    }
}

const WAYS: &[Way] = &[
    Way("welcome", false, &[]),
    Way("new game", false, &["Use my camera"]),
    Way("by hand", false, &["Keep score by hand"]),
    Way("saved games", false, &["Open a game"]),
    Way("table", true, &[]),
    Way("looking back", true, &["More", "Look back at the game"]),
    Way("rules", true, &["More", "Rules of this game"]),
    Way("rebuild", true, &["More", "Pack away or rebuild"]),
    Way(
        "tiles left",
        true,
        &["More", "Tiles left and what fits where"],
    ),
    Way("files", true, &["More", "Files from this game"]),
    Way("statistics", false, &["More", "Statistics"]),
    Way("packs", false, &["More", "Tile packs"]),
    Way("teach", false, &["More", "Teach tiles"]),
    Way("settings", false, &["More", "Settings"]),
    Way("source", true, &["Camera on or off"]),
    Way("aim", true, &["More", "Aim the camera"]),
    Way("relay", true, &[]),
    Way("borders", true, &[]),
    Way("count", true, &[]),
];

fn go(way: &Way) -> Shown {
    go_in(way, ENGLISH)
}

/// The same in a window of another size.
fn go_in(way: &Way, look: Look) -> Shown {
    let mut shown = open(MemoryProgram::new(game(way)), look, way.1);
    for label in way.2 {
        let ui = &mut shown.harness;
        let buttons: Vec<String> = controls(ui).into_iter().map(|(_, name)| name).collect();
        let found = ui.query_by_role_and_label(Role::Button, label);
        let Some(button) = found else {
            panic!("{}: no {label} among {buttons:?}", way.0);
        };
        button.click();
        ui.run();
    }
    shown
}

/// Role and name of everything that can be focused.
fn controls(ui: &Harness<'_, App>) -> Vec<(Role, String)> {
    let mut all = Vec::new();
    let mut open = vec![ui.root()];
    while let Some(node) = open.pop() {
        let inner = node.accesskit_node();
        let takes = inner.data().supports_action(Action::Click)
            || inner.data().supports_action(Action::SetValue);
        if takes && inner.data().supports_action(Action::Focus) && !inner.is_disabled() {
            let name = inner
                .label()
                .or_else(|| inner.data().placeholder().map(Into::into));
            all.push((inner.role(), name.unwrap_or_default()));
        }
        open.extend(node.children());
    }
    all
}

#[test]
fn every_control_of_every_screen_has_a_role_and_a_name() {
    const NONE: [Role; 3] = [Role::Unknown, Role::GenericContainer, Role::Pane];
    let mut faults = Vec::new();
    let mut roles = BTreeMap::<String, usize>::new();
    for way in WAYS {
        let shown = go(way);
        for (role, name) in controls(&shown.harness) {
            *roles.entry(format!("{role:?}")).or_default() += 1;
            if NONE.contains(&role) || name.trim().is_empty() {
                faults.push(format!("{}: {role:?} {name:?}", way.0));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(roles["Button"] > 100 && roles.len() >= 5, "{roles:?}");
}

/// In the smallest window and a usual one, in both languages: nothing reaches beyond the window's sides,
/// and what stands in the rows at its top and foot does not lie over each other.
#[test]
fn nothing_is_cut_off_at_the_sides_and_no_buttons_overlap() {
    let mut faults = Vec::new();
    for (size, german) in [
        ([900.0, 600.0], false),
        ([900.0, 600.0], true),
        ([1280.0, 800.0], true),
    ] {
        for way in WAYS {
            let mut shown = go_in(way, Look { size, ..ENGLISH });
            let ui = &mut shown.harness;
            if german {
                ui.get_by_role_and_label(Role::Button, "Deutsch").click();
                ui.run();
            }
            let place = format!("{} {size:?} {}", way.0, if german { "de" } else { "en" });
            faults.extend(beyond(ui, size[0]).iter().map(|f| format!("{place}: {f}")));
            let rows = in_rows(ui, size[1]);
            for (n, (name, rect)) in rows.iter().enumerate() {
                for (other, over) in &rows[n + 1..] {
                    let common = rect.intersect(*over);
                    if common.width() > 1.0 && common.height() > 1.0 {
                        faults.push(format!("{place}: {name:?} over {other:?}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// What reaches beyond the sides of a window of that width.
fn beyond(ui: &Harness<'_, App>, width: f32) -> Vec<String> {
    const SHOWN: [Role; 7] = [
        Role::Button,
        Role::CheckBox,
        Role::RadioButton,
        Role::ComboBox,
        Role::TextInput,
        Role::Label,
        Role::Image,
    ];
    let mut beyond = Vec::new();
    let mut open = vec![ui.root()];
    while let Some(node) = open.pop() {
        let inner = node.accesskit_node();
        if SHOWN.contains(&inner.role()) && inner.raw_bounds().is_some() {
            let rect = node.rect();
            if rect.left() < -0.5 || rect.right() > width + 0.5 {
                let said = inner.label().or_else(|| inner.value()).unwrap_or_default();
                beyond.push(format!("{:?} {said:?} at {rect:?}", inner.role()));
            }
        }
        open.extend(node.children());
    }
    beyond
}

/// The buttons of the rows at the top and the foot of a window of that height.
fn in_rows(ui: &Harness<'_, App>, height: f32) -> Vec<(String, egui::Rect)> {
    let buttons = ui.query_all_by_role(Role::Button);
    let named = buttons.map(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        (name, node.rect())
    });
    let row = |rect: &egui::Rect| rect.bottom() <= 56.0 || rect.top() >= height - 50.0;
    let within = |rect: &egui::Rect| rect.top() >= 0.0 && rect.bottom() <= height;
    named
        .filter(|(_, rect)| row(rect) && within(rect))
        .collect()
}

/// One control of each role on each screen is drawn with the keyboard and without: enough of it
/// must change by 3 : 1 at least (WCAG 2.2, 2.4.7 and 1.4.11).
#[test]
fn what_has_the_keyboard_stands_out_on_every_screen() {
    let mut faults = Vec::new();
    for way in WAYS {
        let mut shown = go(way);
        let ui = &mut shown.harness;
        let mut tried = BTreeMap::new();
        for (role, name) in controls(ui) {
            tried.entry(format!("{role:?}")).or_insert((role, name));
        }
        let before = ui.render().unwrap();
        for (role, name) in tried.into_values() {
            let Some(node) = ui.query_all_by_role_and_label(role, &name).next() else {
                continue;
            };
            let rect = node.rect();
            if !egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))
                .contains_rect(rect)
            {
                continue;
            }
            node.focus();
            ui.run();
            let now = ui.render().unwrap();
            let changed = before.pixels().zip(now.pixels()).filter(|(a, b)| {
                let color = |[r, g, b, _]: [u8; 4]| Color32::from_rgb(r, g, b);
                a != b && contrast(color(a.0), color(b.0)) >= 3.0
            });
            let changed = changed.count();
            if changed < 30 {
                faults.push(format!(
                    "{}: {role:?} {name:?} changes {changed} pixels",
                    way.0
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn control_plus_and_minus_make_everything_larger_and_smaller_and_are_kept() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let height = |shown: &Shown| {
        let label = shown.harness.get_by_label_contains("Open a game");
        label.rect().height() * shown.harness.ctx.zoom_factor()
    };
    let usual = height(&shown);
    // The window stays as large as it is, so it has fewer points.
    let zoom = |shown: &mut Shown, key, to: f32| {
        let ui = &mut shown.harness;
        ui.key_press_modifiers(Modifiers::COMMAND, key);
        ui.step();
        ui.set_size(egui::Vec2::from(ENGLISH.size) / to);
        ui.run();
    };
    zoom(&mut shown, Key::Plus, 1.1);
    zoom(&mut shown, Key::Plus, 1.2);
    let (larger, kept) = (height(&shown), shown.settings.borrow().zoom_percent);
    assert!(larger > usual * 1.15, "{usual} {larger}");
    assert_eq!(kept, Some(120));
    zoom(&mut shown, Key::Minus, 1.1);
    assert_eq!(shown.settings.borrow().zoom_percent, Some(110));
}

/// A table at rest costs nothing: no screen asks for another pass by itself.
#[test]
fn a_quiet_screen_asks_for_nothing() {
    for way in WAYS {
        let mut shown = go(way);
        // A second after something was asked its keys begin to answer, which is drawn once.
        crate::playing::steady::wait(&mut shown.harness);
        let output = shown.harness.output();
        let soonest = output
            .viewport_output
            .values()
            .map(|v| v.repaint_delay)
            .min();
        let soonest = soonest.unwrap_or(Duration::MAX);
        assert!(soonest > Duration::from_secs(5), "{}: {soonest:?}", way.0);
    }
    // Not with an open question either.
    let link = played(3, 9, 4);
    let link = MemoryLink::new(with_question(&nebelwacht_ui::run::link::Link::snapshot(
        &link,
    )));
    let mut shown = at_table(&link, ENGLISH);
    crate::playing::steady::wait(&mut shown.harness);
    let delays = shown.harness.output().viewport_output.values();
    assert!(delays.map(|v| v.repaint_delay).min() > Some(Duration::from_secs(5)));
}
