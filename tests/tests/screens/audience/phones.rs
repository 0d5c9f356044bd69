//! The pages for phones: a switch, a code for each page, and who is here; and a phone as what
//! watches a new game.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::{Link, PhonesOpen, Source};
use phone::{Guest, Page};

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, begun, open};

/// The page, from the table.
fn on_page(link: &MemoryLink, look: Look, [more, phones]: [&str; 2]) -> Shown {
    let mut shown = at_table(link, look);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, more).click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, phones).click();
    ui.run();
    shown
}

const WAY: [&str; 2] = ["More", "Phones"];

#[test]
fn they_are_off_until_somebody_switches_them_on() {
    let link = begun(2);
    let mut shown = on_page(&link, ENGLISH, WAY);
    let ui = &mut shown.harness;
    assert!(link.phones().is_none());
    assert!(ui.query_by_label_contains("Code for").is_none());
    ui.get_by_role_and_label(Role::Button, "Switch the pages on")
        .click();
    ui.run();
    assert!(link.phones().is_some());
    ui.get_by_role_and_label(Role::Image, "Code for: See the score");
    ui.get_by_label("Nobody yet.");
    // The bar says so on every screen, and leads here.
    let mark = "Pages for phones are on; nobody has one open";
    ui.get_by_role_and_label(Role::Button, "Back to the table")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, mark).click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Switch the pages off")
        .click();
    ui.run();
    assert!(link.phones().is_none());
    assert!(ui.query_by_label_contains("Code for").is_none());
    assert!(ui.query_by_label(mark).is_none());
}

#[test]
fn a_phone_may_watch_a_new_game() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_label("Use my camera").click();
    ui.run();
    ui.get_by_role_and_label(Role::RadioButton, "A phone")
        .click();
    ui.run();
    ui.get_by_role_and_label(Role::RadioButton, "Photographs from a phone");
    // The start screen leads there at once.
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_label("Use a phone").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Start the game")
        .click();
    ui.run();
    let asked = shown.asked.borrow();
    assert!(
        matches!(&asked[..], [Asked::Start(game)] if game.source == Source::Phone),
        "{asked:?}"
    );
}

fn open_pages() -> PhonesOpen {
    let pages = [Page::Camera, Page::Look, Page::Answer, Page::Overlay];
    let key = "R2Fsg9Yv7o8dKq3ZtWm1XcBn5LpHj6Ae0uIi4TrS_kE";
    let link = |page: Page| {
        let name = page.name().unwrap_or_default();
        (page, format!("http://192.168.178.23:8420/{name}/{key}/"))
    };
    let guest = |page, last| Guest {
        page,
        from: [192, 168, 178, last].into(),
    };
    PhonesOpen {
        links: pages.into_iter().map(link).collect(),
        guests: vec![guest(Page::Camera, 31), guest(Page::Look, 40)],
    }
}

#[test]
fn everybody_can_read_the_page() {
    each("phones", |look| {
        let link = begun(2);
        link.set_phones(Some(open_pages()));
        let way = if look.language == "de" {
            ["Mehr", "Handys"]
        } else {
            WAY
        };
        let shown = on_page(&link, look, way);
        let who = if look.language == "de" {
            "Das Handy als Kamera, von 192.168.178.31"
        } else {
            "The phone as a camera, from 192.168.178.31"
        };
        shown.harness.get_by_label(who);
        shown
    });
}
