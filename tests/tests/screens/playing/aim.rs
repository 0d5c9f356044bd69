//! Aiming the camera: one piece of advice at a time, and two ways on that are always there.

use calibration::space::ImagePoint;
use carcassonne::piece::Color;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::{CameraChoice, Link};
use nebelwacht_ui::run::news::picture::CellRead;
use nebelwacht_ui::store::cameras::KnownCamera;
use tracker::snapshot::Snapshot;
use vision::pieces::beside::apart::Colors;
use vision::view::aim::{Advice, Aim, Flaw, Quality, Zone};

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, open, photograph, played};

/// A table that is seen, with that judgement on it: bad in the west, weak in the middle.
pub fn judged(advice: Advice) -> MemoryLink {
    let link = played(3, 14, 4);
    let picture = photograph(&link.snapshot());
    let zones = picture.cells.iter().map(|cell| {
        let corners = cell.corners_px.map(|c| ImagePoint::from(c.map(f64::from)));
        Zone {
            corners,
            tile: cell.read != CellRead::Empty,
            quality: match corners[0].x {
                x if x < 430.0 => Quality::Bad(Flaw::Glare),
                x if x < 620.0 => Quality::Weak(Flaw::Blurred),
                _ => Quality::Good,
            },
        }
    });
    let aim = Aim {
        size: picture.size.map(|side| i32::try_from(side).unwrap()),
        zones: zones.collect(),
        advice,
        // As under a warm lamp, without Green.
        colors: Colors::plain([
            (Color::Red, [40.0, 58.0, 36.0]),
            (Color::Blue, [34.0, 12.0, -52.0]),
            (Color::Pink, [43.0, 56.0, 30.0]),
        ]),
    };
    link.show_picture(picture);
    link.set_aim(aim);
    link
}

fn aiming(link: &MemoryLink, look: Look) -> Shown {
    let mut shown = at_table(link, look);
    shown.harness.key_press(Key::C);
    shown.harness.run();
    shown
}

#[test]
fn one_thing_is_advised_and_the_ways_on_are_there() {
    for (advice, title) in [
        (Advice::Mend(Flaw::Glare), "A lamp is reflected"),
        (Advice::Mend(Flaw::Dark), "More light"),
        (Advice::Mend(Flaw::Far), "Move closer"),
        (Advice::Mend(Flaw::Blurred), "Out of focus"),
        (Advice::Mend(Flaw::Slanted), "Look from higher up"),
        (Advice::Room, "Make room"),
    ] {
        let shown = aiming(&judged(advice), ENGLISH);
        shown.harness.get_by_label(title);
        for button in ["Start", "Continue by hand"] {
            shown.harness.get_by_role_and_label(Role::Button, button);
        }
        assert!(shown.harness.query_by_label("Well aimed").is_none());
    }
    let mut shown = aiming(&judged(Advice::Good), ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("Well aimed");
    ui.get_by_label_contains("parts can hardly be read");
    ui.get_by_role_and_label(Role::Button, "Start").click();
    ui.run();
    ui.get_by_label_contains("Drawn board");
}

#[test]
fn it_is_said_whether_this_light_keeps_the_colours_apart() {
    let link = judged(Advice::Good);
    let shown = aiming(&link, ENGLISH);
    // Red and pink look alike, but nobody plays pink; yellow plays and shows nothing.
    shown
        .harness
        .get_by_label("Can be told apart in this light: red and blue");
    shown
        .harness
        .get_by_label_contains("Not seen beside the board: yellow.");
    let mut snapshot = Snapshot::clone(&link.snapshot());
    let mut setup = snapshot.setup.as_ref().clone();
    setup.players[2].color = Color::Pink;
    snapshot.setup = setup.into();
    link.show(snapshot);
    let shown = aiming(&link, ENGLISH);
    shown
        .harness
        .get_by_label_contains("red and pink look almost alike in this light.");
    for gone in ["told apart", "Not seen beside"] {
        assert!(shown.harness.query_by_label_contains(gone).is_none());
    }
    // Whoever plays two colours needs both.
    let mut snapshot = Snapshot::clone(&link.snapshot());
    let mut setup = snapshot.setup.as_ref().clone();
    setup.players[1].also = vec![Color::Green];
    snapshot.setup = setup.into();
    link.show(snapshot);
    let shown = aiming(&link, ENGLISH);
    shown
        .harness
        .get_by_label_contains("Not seen beside the board: green.");
}

#[test]
fn without_a_picture_it_says_so_and_by_hand_is_one_click_away() {
    let mut shown = aiming(&played(2, 3, 1), ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("No camera is watching this game");
    ui.get_by_role_and_label(Role::Button, "Continue by hand")
        .click();
    ui.run();
    ui.get_by_label("1. Choose the tile that was drawn.");
    let link = judged(Advice::Good);
    let mut shown = aiming(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Continue by hand")
        .click();
    ui.run();
    ui.get_by_label("1. Choose the tile that was drawn.");
    ui.key_press(Key::C);
    ui.run();
    ui.key_press(Key::Escape);
    ui.run();
    ui.get_by_label_contains("Drawn board");
}

#[test]
fn a_new_game_with_a_camera_begins_with_aiming() {
    let mut program = MemoryProgram::new(judged(Advice::LayTile));
    program.cameras = vec![CameraChoice {
        index: 0,
        name: "Cam".into(),
        trouble: None,
    }];
    let mut shown = open(program, ENGLISH, false);
    let ui = &mut shown.harness;
    for button in ["Use my camera", "Start the game"] {
        ui.get_by_role_and_label(Role::Button, button).click();
        ui.run();
    }
    ui.get_by_label("Now lay the start tile in the middle of the picture.");
    assert!(matches!(shown.asked.borrow().as_slice(), [Asked::Start(_)]));
}

#[test]
fn pictures_of_aiming() {
    for (name, advice) in [
        ("aim", Advice::Mend(Flaw::Glare)),
        ("aim_room", Advice::Room),
        ("aim_good", Advice::Good),
    ] {
        each(name, |look| aiming(&judged(advice), look));
    }
    each("aim_known_camera", |look| {
        let mut shown = open(with_known_camera(), look, true);
        shown.harness.key_press(Key::C);
        shown.harness.run();
        shown
    });
    each("aim_by_hand", |look| aiming(&played(2, 3, 1), look));
}

/// A well aimed camera of which something is known.
pub fn with_known_camera() -> MemoryProgram {
    let link = judged(Advice::Good);
    link.set_camera("C920");
    let program = MemoryProgram::new(link);
    let known = KnownCamera {
        id: "C920".to_owned(),
        name: "C920".to_owned(),
        lens: Some(("2026-11-20".to_owned(), 31)),
        board: Some("2026-11-21 22:10".to_owned()),
    };
    program.known_cameras.borrow_mut().push(known);
    program
}

#[test]
fn a_camera_that_is_known_says_so_and_can_be_forgotten() {
    let program = with_known_camera();
    let left = program.known_cameras.clone();
    let mut shown = open(program, ENGLISH, true);
    let ui = &mut shown.harness;
    ui.key_press(Key::C);
    ui.run();
    ui.get_by_label("This camera is known");
    ui.get_by_label_contains("20 Nov 2026, from 31 tiles");
    ui.get_by_role_and_label(Role::Button, "Forget").click();
    ui.run();
    ui.get_by_label("A new camera");
    assert!(left.borrow().is_empty());
}
