//! This table's seat in a hall: the page about it, the mark in the bar, the result confirmed at the
//! table, and a hall that cannot be told.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use hall::telling::publisher::Status;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::hall::{HallSettings, NotTold, Seat};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::Settings;
use nebelwacht_ui::run::news::Notice;
use tracker::command::Command;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, begun, open_with, played};

const WAY: [[&str; 2]; 2] = [
    ["More", "Mehr"],
    ["Hall of tables", "Halle mit vielen Tischen"],
];

/// The page, from the table or from the start.
fn on_page(mut shown: Shown, look: Look) -> Shown {
    let ui = &mut shown.harness;
    for label in WAY {
        let label = label[usize::from(look.language == "de")];
        ui.get_by_role_and_label(Role::Button, label).click();
        ui.run();
    }
    shown
}

fn settings() -> HallSettings {
    HallSettings {
        address: "mqtts://broker.example/club/friday".to_owned(),
        table: "7".to_owned(),
        account: Some("/home/anna/hall.toml".into()),
        ..HallSettings::default()
    }
}

fn set(link: &MemoryLink, hall: HallSettings, look: Look) -> Shown {
    let settings = Settings {
        hall,
        ..Settings::default()
    };
    open_with(MemoryProgram::new(link.clone()), look, true, settings)
}

fn seat() -> Seat {
    Seat {
        table: "7".to_owned(),
        hall: "mqtts://broker.example/club/friday".to_owned(),
        status: Status {
            connected: true,
            ..Status::default()
        },
        ..Seat::default()
    }
}

#[test]
fn the_hall_is_told_when_somebody_says_so_and_no_longer() {
    let link = begun(2);
    let mut shown = on_page(set(&link, settings(), ENGLISH), ENGLISH);
    let ui = &mut shown.harness;
    assert!(link.hall().is_none());
    ui.get_by_role_and_label(Role::Button, "Report this game to the hall")
        .click();
    ui.run();
    assert_eq!(link.hall().map(|seat| seat.table), Some("7".to_owned()));
    ui.get_by_role_and_label(Role::Button, "Call the organisers")
        .click();
    ui.run();
    assert_eq!(link.hall().map(|seat| seat.calls), Some(true));
    // The bar says so on every screen, and leads here.
    link.set_seat(Some(seat()));
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Back to the table")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "This game is reported to the hall as 7.")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Stop reporting")
        .click();
    ui.run();
    assert!(link.hall().is_none());
}

#[test]
fn a_hall_that_cannot_be_joined_says_why_and_what_to_do() {
    let link = begun(2);
    link.set_not_told(NotTold::NoTable);
    let mut shown = on_page(set(&link, settings(), ENGLISH), ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Report this game to the hall")
        .click();
    ui.run();
    ui.get_by_label("Nobody has said which table this is.");
    ui.get_by_label("Give this table a name.");
    // By itself, as a game begins: at the table, until somebody closes it.
    let link = begun(2);
    link.notify(Notice::HallNotTold(NotTold::NoTable));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let said = "This game is not reported to the hall. Nobody has said which table this is. Give this \
        table a name. You can change that under “More”, “Hall of tables”.";
    ui.get_by_label(said);
    for _ in 0..40 {
        ui.step();
    }
    ui.get_by_label(said);
    let line = ui.get_by_label(said).rect().center().y;
    let off = |button: &egui_kittest::Node<'_>| (button.rect().center().y - line).abs();
    let closes = ui.get_all_by_role_and_label(Role::Button, "Close");
    let nearest = closes.min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.expect("a button beside it").click();
    ui.run();
    assert!(ui.query_by_label(said).is_none());
}

#[test]
fn a_key_confirms_the_result() {
    let link = played(2, 20, 3);
    link.set_seat(Some(seat()));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::E);
    ui.run();
    assert_eq!(link.hall().map(|seat| seat.confirmed), Some(false));
    link.send(Command::EndGame);
    ui.run();
    ui.get_by_label("Confirm the result (E)");
    ui.key_press(Key::E);
    ui.run();
    assert_eq!(link.hall().map(|seat| seat.confirmed), Some(true));
    ui.get_by_label("The hall has your result. It is final.");
}

#[test]
fn how_the_page_looks() {
    let link = played(3, 12, 4);
    each("hall", |look| {
        link.set_seat(Some(Seat {
            status: Status {
                waiting: 12,
                trouble: Some(hall::Trouble::Away("connection refused".to_owned())),
                ..Status::default()
            },
            ..seat()
        }));
        on_page(set(&link, settings(), look), look)
    });
    each("hall_wrong", |look| {
        link.set_seat(None);
        let wrong = HallSettings {
            address: "mqtt://10.0.0.7/club".to_owned(),
            ..HallSettings::default()
        };
        on_page(set(&link, wrong, look), look)
    });
}

#[test]
fn how_the_table_looks_in_a_hall() {
    each("hall_end", |look| {
        let link = played(3, 40, 6);
        link.send(Command::EndGame);
        link.set_seat(Some(seat()));
        at_table(&link, look)
    });
    each("hall_not_told", |look| {
        let link = played(3, 12, 4);
        link.notify(Notice::HallNotTold(NotTold::Trouble(
            hall::Trouble::Refused,
        )));
        at_table(&link, look)
    });
}
