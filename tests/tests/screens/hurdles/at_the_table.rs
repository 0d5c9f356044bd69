//! What stopped people while they played.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use egui::Modifiers;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::Settings;
use tracker::command::Command;
use tracker::log::event::EventKind;

use super::{button, click_at, labels, lay, setup, spot, with_small_city};
use crate::games::{ENGLISH, at_table, begin, begun, open_with, played};
use crate::playing::steady::wait;
use crate::start::evening::drag;

#[test]
fn a_click_on_a_figure_that_has_scored_takes_it_home() {
    let link = with_small_city();
    let stay = Settings {
        scored_stay: true,
        ..Settings::default()
    };
    let mut shown = open_with(MemoryProgram::new(link.clone()), ENGLISH, true, stay);
    let ui = &mut shown.harness;
    wait(ui);
    let city = spot(ui, "Place Anna’s meeple in the city");
    link.send(Command::PlaceFigure {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Red),
    });
    link.send(Command::EndTurn);
    wait(ui);
    assert!(link.snapshot().figures[0].due_home);
    ui.get_by_role_and_label(Role::Button, "Take it home");
    link.sent();
    click_at(ui, city);
    let figure = link.sent();
    assert!(
        matches!(figure[..], [Command::TakeFigure { .. }]),
        "{figure:?}"
    );
    assert!(link.snapshot().figures.is_empty() && link.snapshot().questions.is_empty());
}

#[test]
fn a_figure_is_dragged_to_where_it_really_stands() {
    let link = begun(2);
    lay(&link, "V", 0, 1, Rotation::R0);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let road = spot(ui, "Place Anna’s meeple on the road");
    let field = spot(ui, "Place Anna’s meeple in the field");
    button(ui, "Meeple on the road");
    assert_eq!(link.snapshot().figures.len(), 1);
    let before = link.snapshot().figures[0].at;
    link.sent();
    drag(ui, road, field, Modifiers::NONE);
    let after = link.snapshot();
    assert_eq!(after.figures.len(), 1);
    assert_ne!(after.figures[0].at, before, "{:?}", link.sent());
    assert_eq!(
        after.figures[0].on,
        tracker::board::features::FeatureKind::Field
    );
}

/// The reason that nobody can put a figure is the one that holds.
#[test]
fn a_tile_with_its_figure_is_not_said_to_take_none() {
    let link = begun(2);
    lay(&link, "V", 0, 1, Rotation::R0);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    button(ui, "Meeple on the road");
    ui.get_by_label_contains("A figure has been placed.");
    assert!(
        ui.query_by_label_contains("No figure can be placed")
            .is_none()
    );
}

/// Without abbots nobody is asked about gardens, and nobody reads how sure a camera is where none
/// looks.
#[test]
fn nothing_is_said_that_means_nothing_at_this_table() {
    let gardens = |setup: &str| {
        let link = begin(&setup.parse().unwrap());
        let mut shown = at_table(&link, ENGLISH);
        let ui = &mut shown.harness;
        wait(ui);
        let face = setup_garden_face(&link);
        let tile = ui.get_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.starts_with(&format!("Tile {face}, "))
        });
        tile.click();
        wait(ui);
        let asked = ui.query_by_label("This copy shows a garden").is_some();
        (asked, labels(ui))
    };
    let (asked, _) = gardens("modules=abbot; players=Anna:red,Ben:blue");
    assert!(asked);
    let (asked, said) = gardens("players=Anna:red,Ben:blue");
    assert!(!asked);
    let percent: Vec<&String> = said.iter().filter(|label| label.contains('%')).collect();
    assert!(percent.is_empty(), "{percent:?}");
    let link = played(3, 14, 4);
    let event = link.snapshot().tiles[6].event;
    let doubt = tracker::belief::doubt::Doubt::Reading;
    link.send(Command::Doubt { event, doubt });
    let mut shown = at_table(&link, ENGLISH);
    wait(&mut shown.harness);
    let said = labels(&shown.harness);
    let is_asked = |label: &String| label.ends_with("What really happened?");
    assert!(said.iter().any(is_asked), "{said:#?}");
    assert!(said.iter().all(|label| !label.contains('%')), "{said:#?}");
}

/// A face of which some copies show a garden.
fn setup_garden_face(link: &MemoryLink) -> String {
    let catalogue = link.snapshot().setup.catalogue();
    let mut faces = catalogue.faces();
    let face = faces.find(|face| face.garden_copies > 0).unwrap();
    face.id.to_string()
}

/// One player with several colours, and players nobody named, can be told apart.
#[test]
fn choices_that_mean_different_things_read_differently() {
    for setup in [
        "modules=mists; level=1; confirmed=yes; players=red+blue,green+black",
        "modules=mists; level=1; confirmed=yes; players=Anna:red+blue+green+black",
        "players=red,blue,green",
    ] {
        let link = begin(&self::setup(setup));
        let (face, cell, rotation) = crate::games::next_tile(
            &link.snapshot(),
            &mut <rand_chacha::ChaCha8Rng as rand::SeedableRng>::seed_from_u64(3),
        )
        .unwrap();
        link.send(Command::PlaceTile {
            cell,
            face,
            rotation,
            garden: None,
        });
        let mut shown = at_table(&link, ENGLISH);
        let ui = &mut shown.harness;
        wait(ui);
        let said = labels(ui);
        for twice in ["Red (red)", "Blue (blue)", "Green (green)"] {
            assert!(said.iter().all(|label| !label.contains(twice)), "{said:#?}");
        }
        let players = link.snapshot();
        let colors = players.players.iter().flat_map(|player| player.colors());
        let words = nebelwacht_ui::text::Words::new(nebelwacht_ui::text::Language::English);
        let names: Vec<String> = colors.map(|color| words.holder(&players, color)).collect();
        let unlike: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(unlike.len(), names.len(), "{names:?}");
    }
}

#[test]
fn the_turn_clock_is_off_until_somebody_wants_it() {
    let clock = |settings: Settings| {
        let link = played(2, 4, 1);
        let mut shown = open_with(MemoryProgram::new(link.clone()), ENGLISH, true, settings);
        let ui = &mut shown.harness;
        wait(ui);
        let mut said = vec![labels(ui)];
        ui.run_steps(60);
        said.push(labels(ui));
        link.send(Command::EndTurn);
        ui.run_steps(2);
        said.push(labels(ui));
        let clock = |all: Vec<String>| all.into_iter().find(|label| label.contains('⏱'));
        said.into_iter().map(clock).collect::<Vec<_>>()
    };
    assert_eq!(clock(Settings::default()), [None, None, None]);
    let limited = clock(Settings {
        turn_limit_s: 10,
        ..Settings::default()
    });
    let [first, later, next] = &limited[..] else {
        panic!("{limited:?}");
    };
    assert!(first.as_ref().unwrap().ends_with("of 0:10"), "{first:?}");
    let over = later.as_ref().unwrap();
    assert!(over.ends_with("over the limit of 0:10"), "{over}");
    assert!(next.as_ref().unwrap().starts_with("⏱ 0:00"), "{next:?}");
}

/// Whoever looks something up meanwhile gains no time by it.
#[test]
fn the_turn_clock_goes_on_while_a_page_is_shown() {
    let link = played(2, 4, 1);
    let limited = Settings {
        turn_limit_s: 10,
        ..Settings::default()
    };
    let mut shown = open_with(MemoryProgram::new(link.clone()), ENGLISH, true, limited);
    let ui = &mut shown.harness;
    ui.key_press(egui::Key::B);
    wait(ui);
    link.send(Command::EndTurn);
    ui.run_steps(60);
    ui.key_press(egui::Key::Escape);
    wait(ui);
    let clock = labels(ui).into_iter().find(|label| label.contains('⏱'));
    let clock = clock.expect("a clock");
    assert!(clock.ends_with("over the limit of 0:10"), "{clock}");
}

/// On a map places are called by its squares, wherever they are spoken of.
#[test]
fn places_on_a_map_are_its_squares() {
    let setup = "modules=benelux; map=sample; players=Anna:red,Ben:blue";
    let link = MemoryLink::playing(setup.parse().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let view = link.snapshot().modules.benelux.clone().unwrap();
    let start = view.starts[0];
    let face = link
        .snapshot()
        .bag
        .faces
        .iter()
        .find(|(_, n)| *n > 1)
        .unwrap()
        .0;
    link.send(Command::PlaceTile {
        cell: start,
        face,
        rotation: Rotation::R0,
        garden: None,
    });
    wait(ui);
    let laid = link
        .snapshot()
        .history
        .iter()
        .any(|entry| matches!(entry.what, EventKind::TileLaid { cell, .. } if cell == start));
    assert!(laid, "{:?}", link.notices());
    ui.key_press(egui::Key::J);
    wait(ui);
    let said = labels(ui);
    let counted = |label: &&String| label.contains("from the start tile");
    let counted: Vec<&String> = said.iter().filter(counted).collect();
    assert!(counted.is_empty(), "{counted:#?}");
    let name = view.map.square(start).unwrap().name.clone().unwrap();
    assert!(said.iter().any(|label| label.contains(&name)), "{said:#?}");
}

/// Before anything lies nothing is counted from a tile that is not there.
#[test]
fn the_first_tile_goes_into_the_middle() {
    let link = MemoryLink::playing(setup("players=Anna:red,Ben:blue"));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    wait(ui);
    let tile = spot(ui, "Tile D, ");
    click_at(ui, tile);
    wait(ui);
    ui.get_by_label_contains("at the middle of the table");
    assert!(ui.query_by_label_contains("start tile, turned").is_none());
}
