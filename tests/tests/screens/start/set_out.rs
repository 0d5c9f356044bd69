//! What is laid out before the first turn, to tick off; and what a new game says of tiles that
//! the family must teach first.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::{GoOn, Link};
use nebelwacht_ui::run::news::PackNews;
use nebelwacht_ui::store::packs::PackChoice;
use tracker::command::Command;
use tracker::setup::Setup;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Shown, at_table, begun, open};

fn playing(setup: &str) -> MemoryLink {
    MemoryLink::playing(setup.parse::<Setup>().unwrap())
}

#[test]
fn the_list_is_ticked_by_hand_and_by_itself_and_goes_with_the_first_turn() {
    let link = playing("modules=mage_and_witch; players=Anna:red,Ben:blue");
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("Set-up: 0 of 6");
    let card = "The crop circle card stays in the box: it is not used here";
    ui.get_by_role_and_label(Role::CheckBox, card)
        .scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(Role::CheckBox, card).click();
    ui.run();
    ui.get_by_label("Set-up: 1 of 6");
    let lay = |y, face| {
        link.send(Command::PlaceTile {
            cell: Cell::new(0, y),
            face: face_id(face).unwrap(),
            rotation: Rotation::R0,
            garden: None,
        });
    };
    lay(0, "D");
    ui.run();
    ui.get_by_label("Set-up: 2 of 6");
    lay(1, "B");
    ui.run();
    assert!(ui.query_by_label_contains("Set-up: ").is_none());
}

#[test]
fn the_list_counts_pieces_and_tells_the_squares_of_an_island_apart() {
    let says = |setup: &str, label: &str| {
        let shown = at_table(&playing(setup), ENGLISH);
        shown.harness.get_by_role_and_label(Role::CheckBox, label);
    };
    says(
        "modules=abbot,ghosts_castles_cemeteries; players=Anna:red,Ben:blue",
        "Each colour gets 5 meeples, one abbot and 2 guards; all others stay in the box",
    );
    let map = "modules=benelux; map=sample; players=Anna:red,Ben:blue";
    for square in [1, 2] {
        let label = format!(
            "Island (purple), square {square}: pile 5 tiles face down and turn up the top one"
        );
        says(map, &label);
    }
}

/// With another pack before the first move the table is still the same.
#[test]
fn ticks_stay_when_the_game_goes_on_with_another_pack() {
    let link = playing("modules=mage_and_witch; players=Anna:red,Ben:blue");
    link.set_record(std::path::Path::new("game.jsonl"));
    let mut shown = at_table(&link, ENGLISH);
    let card = "The crop circle card stays in the box: it is not used here";
    tick(&mut shown, card);
    link.set_pack_news(PackNews::Reads {
        pack: PackChoice {
            id: "winter".into(),
            name: "Winter".into(),
            built_in: false,
        },
        tiles: 4,
        by_itself: true,
    });
    let ui = &mut shown.harness;
    ui.run();
    ui.get_by_label("Set-up: 1 of 6");
    assert!(matches!(
        shown.asked.borrow()[..],
        [Asked::PlayWith(_, GoOn::Anew)]
    ));
}

#[test]
fn the_list_can_be_put_away() {
    let link = playing("players=Anna:red,Ben:blue");
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Hide this list")
        .click();
    ui.run();
    assert!(ui.query_by_label_contains("Set-up: ").is_none());
}

fn tick(shown: &mut Shown, label: &str) {
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::CheckBox, label)
        .scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(Role::CheckBox, label).click();
    ui.run();
}

/// A new game with a camera.
fn new_game() -> Shown {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Use my camera")
        .click();
    ui.run();
    shown
}

#[test]
fn choosing_mists_says_at_once_that_the_tiles_must_be_shown_first() {
    let mut shown = new_game();
    assert!(shown.harness.query_by_label("Show them now").is_none());
    tick(&mut shown, "Mists over Carcassonne");
    shown
        .harness
        .get_by_label_contains("The camera does not know");
    let ui = &mut shown.harness;
    let practice = "Try it with practice tiles";
    ui.get_by_role_and_label(Role::Button, practice)
        .scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(Role::Button, practice).click();
    ui.run();
    ui.get_by_label_contains("the bag holds the practice tiles");
    assert!(
        ui.query_by_label_contains("The camera does not know")
            .is_none()
    );
}

#[test]
fn the_lesson_opens_from_there() {
    let mut shown = new_game();
    tick(&mut shown, "Tatan");
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Show them now")
        .scroll_to_me();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Show them now")
        .click();
    ui.run();
    ui.get_by_label("Teach tiles");
}

#[test]
fn what_no_sheet_covers_is_said_in_one_line() {
    let mut shown = new_game();
    tick(&mut shown, "Mage & Witch");
    tick(&mut shown, "Ghosts, Castles and Cemeteries");
    tick(&mut shown, "Tatan");
    let risk = shown
        .harness
        .query_all_by_label_contains("at your own risk");
    assert_eq!(risk.count(), 1);
}

#[test]
fn pictures_of_the_list() {
    for (name, setup) in [
        (
            "mists",
            "modules=mists,spell_circles; level=5; players=Anna:red,Ben:blue,Clara:green",
        ),
        (
            "ghosts",
            "modules=ghosts_castles_cemeteries,spell_circles,mage_and_witch,tatan; players=Anna:red,Ben:blue",
        ),
        (
            "map",
            "modules=benelux; map=sample; players=Anna:red,Ben:blue",
        ),
    ] {
        let link = playing(setup);
        each(&format!("set_out_{name}"), |look| at_table(&link, look));
    }
}
