//! What was meant for the screen of a moment ago does nothing: double clicks, keys pressed early, a
//! key held down. What takes something away says so, with the way to undo it.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::Calm;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::Settings;
use nebelwacht_ui::run::news::SourceState;
use nebelwacht_ui::window::App;
use tracker::command::Command;

use crate::games::{ENGLISH, at_table, begun, open_with, played, with_question};

/// Long enough for everything to settle.
pub fn wait<S>(ui: &mut Harness<'_, S>) {
    ui.run_steps(6);
}

/// Two clicks at once: press and release within one pass each.
fn double_click(ui: &mut Harness<'_, App>, at: Pos2) {
    ui.event(Event::PointerMoved(at));
    for _ in 0..2 {
        ui.run_steps(1);
        let press = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        ui.input_mut().events.extend([press(true), press(false)]);
        ui.run_steps(1);
    }
    ui.run();
}

#[test]
fn a_double_click_on_a_tile_takes_it_in_hand_and_does_no_more() {
    let link = played(3, 9, 4);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let before = link.snapshot().figures.len();
    assert!(before > 0, "figures stand that could be removed");
    link.sent();
    let tiles: Vec<Pos2> = ui
        .get_all_by_role(Role::Button)
        .filter(|node| {
            let label = node.accesskit_node_label();
            label.starts_with("Tile ") && label.ends_with(" left")
        })
        .map(|node| node.rect().center())
        .collect();
    assert!(tiles.len() > 5);
    for at in tiles {
        double_click(ui, at);
        assert!(link.sent().is_empty(), "nothing was laid, taken or ended");
        ui.key_press(Key::Escape);
        wait(ui);
    }
    assert_eq!(link.snapshot().figures.len(), before);
}

trait Labelled {
    fn accesskit_node_label(&self) -> String;
}

impl Labelled for egui_kittest::Node<'_> {
    fn accesskit_node_label(&self) -> String {
        use egui_kittest::kittest::NodeT;
        self.accesskit_node().label().unwrap_or_default()
    }
}

#[test]
fn a_number_key_answers_no_question_that_has_just_come() {
    let game = played(3, 6, 1);
    let link = MemoryLink::new((*game.snapshot()).clone());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    link.show(with_question(&game.snapshot()));
    ui.run_steps(1);
    for key in [Key::Num1, Key::Space] {
        ui.key_press(key);
        ui.run_steps(1);
    }
    assert!(link.sent().is_empty(), "the hand had moved before");
    wait(ui);
    ui.key_press(Key::Num1);
    ui.run();
    assert_eq!(link.sent().len(), 1);
}

#[test]
fn enter_held_down_lays_the_tile_and_does_not_end_the_turn() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Tile V, 9 left")
        .click();
    wait(ui);
    ui.key_press(Key::N);
    wait(ui);
    ui.key_press(Key::Enter);
    ui.run_steps(1);
    for _ in 0..3 {
        ui.event(Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: true,
            modifiers: Modifiers::NONE,
        });
        ui.run_steps(1);
    }
    let snapshot = link.snapshot();
    assert!(snapshot.tiles.len() == 2 && snapshot.turn.open);
}

fn end_turn(link: &MemoryLink) {
    link.send(Command::EndTurn);
}

/// Somebody's road is finished by hand: its meeple goes home, a line says so, and who takes that
/// back keeps it.
#[test]
fn a_figure_that_has_scored_goes_home_by_itself_and_can_be_brought_back() {
    let link = crate::playing::table::with_scored(3);
    let due = |link: &MemoryLink| {
        let snapshot = link.snapshot();
        snapshot.figures.iter().filter(|f| f.due_home).count()
    };
    assert_eq!(due(&link), 1);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    assert_eq!(due(&link), 0);
    ui.get_by_label_contains("has scored and went home.");
    let undo = ui
        .query_all_by_role_and_label(Role::Button, "↩ Undo")
        .last();
    undo.expect("beside the line").click();
    wait(ui);
    assert_eq!(due(&link), 1, "it stays where somebody wants it");
    assert!(ui.query_by_label_contains("went home").is_none());
    let home = ui.get_by_role_and_label(Role::Button, "Take it home");
    home.click();
    wait(ui);
    assert_eq!(due(&link), 0);
    end_turn(&link);
}

#[test]
fn a_camera_watches_scored_figures_go_home_and_so_does_who_wants_to() {
    let link = crate::playing::table::with_scored(3);
    link.set_source(SourceState::Running);
    let mut shown = at_table(&link, ENGLISH);
    wait(&mut shown.harness);
    assert!(link.snapshot().figures.iter().any(|f| f.due_home));
    let link = crate::playing::table::with_scored(3);
    let program = MemoryProgram::new(link.clone());
    let stay = Settings {
        scored_stay: true,
        ..Settings::default()
    };
    let mut shown = open_with(program, ENGLISH, true, stay);
    wait(&mut shown.harness);
    assert!(link.snapshot().figures.iter().any(|f| f.due_home));
}

#[test]
fn what_was_taken_away_says_so_as_long_as_it_can_be_undone() {
    let link = played(3, 9, 4);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let figure = link.snapshot().figures[0].event;
    link.send(Command::TakeFigure { figure });
    ui.run();
    let undo = ui
        .query_all_by_role_and_label(Role::Button, "↩ Undo")
        .last();
    let undo = undo.expect("beside the line").rect();
    wait(ui);
    double_click(ui, undo.center());
    let back = link.snapshot();
    assert!(back.figures.iter().any(|f| f.event == figure));
    let gone = ui.query_all_by_role_and_label(Role::Button, "↩ Undo");
    assert_eq!(
        gone.count(),
        0,
        "the line does not outlive what it tells of"
    );
}

#[test]
fn ending_the_game_early_is_asked_about_once_more() {
    let link = played(2, 5, 2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let press = |ui: &mut Harness<'static, App>, label: &str| {
        ui.get_by_role_and_label(Role::Button, label).scroll_to_me();
        wait(ui);
        ui.get_by_role_and_label(Role::Button, label).click();
        wait(ui);
    };
    press(ui, "End the game…");
    assert!(!link.snapshot().over);
    press(ui, "Play on");
    press(ui, "End the game…");
    // A camera goes on looking meanwhile.
    let mut looked = (*link.snapshot()).clone();
    looked.version += 1;
    looked.health.calm = Some(Calm::Still);
    link.show(looked);
    wait(ui);
    // The answers are in sight, wherever the question was asked.
    let yes = ui.get_by_role_and_label(Role::Button, "End the game now");
    assert!(yes.rect().bottom() < 750.0, "{:?}", yes.rect());
    yes.click();
    wait(ui);
    assert!(link.snapshot().over);
}

/// The board does not move away from under a pointer that is about to click it; one that is only
/// left lying there keeps no tile out of sight.
#[test]
fn the_board_rests_while_it_is_pointed_at() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let lay = |x, face: &str| {
        link.send(Command::PlaceTile {
            cell: Cell::new(x, 0),
            face: carcassonne::catalogue::face_id(face).unwrap(),
            rotation: Rotation::R90,
            garden: None,
        });
    };
    let place = |ui: &Harness<'_, App>| {
        let gap = ui.get_by_role_and_label(
            Role::Button,
            "Gap at 1 up from the start tile: which tiles fit",
        );
        gap.rect()
    };
    let before = place(ui);
    for x in 1..5 {
        ui.event(Event::PointerMoved(before.center() + vec2(x as f32, 0.0)));
        lay(x, "U");
        wait(ui);
        assert_eq!(place(ui), before, "as long as the pointer moves on it");
    }
    ui.run_steps(20);
    let all = place(ui);
    assert!(all.width() < before.width(), "nobody moves it");
    for x in 5..8 {
        ui.event(Event::PointerMoved(all.center() + vec2(x as f32, 0.0)));
        lay(x, "U");
        wait(ui);
        assert_eq!(place(ui), all, "somebody moves it again");
    }
    ui.event(Event::PointerMoved(egui::pos2(20.0, 400.0)));
    wait(ui);
    assert!(place(ui).width() < all.width());
}
