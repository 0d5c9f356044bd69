//! At the table: questions, undo, notices, what the camera thinks, keys.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, LostReason};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Shape};
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::{Notice, Part, SourceState};
use nebelwacht_ui::text::{Language, Words};
use nebelwacht_ui::window::screens::action::Action;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tracker::CommandError;
use tracker::command::Command;
use tracker::rules::RuleFault;
use tracker::snapshot::supply::Counted;
use tracker::snapshot::{QuestionId, Snapshot};
use vision::source::SourceError;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, at_table, begun, next_tile, photograph, played, with_question};

#[test]
fn a_question_is_answered_by_a_key_a_click_or_the_space_bar() {
    let game = played(3, 6, 1);
    let link = MemoryLink::new(with_question(&game.snapshot()));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_label("Which tile lies here?");
    ui.key_press(Key::Num2);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Tile J, turned by 90°")
        .click();
    ui.run();
    ui.key_press(Key::Space);
    ui.run();
    let question = QuestionId(7);
    let expected = [
        Command::Answer {
            question,
            choice: 1,
        },
        Command::Answer {
            question,
            choice: 0,
        },
        Command::Accept { question },
    ];
    assert_eq!(link.sent(), expected);
}

#[test]
fn a_key_without_a_guess_does_nothing() {
    let game = played(2, 3, 1);
    let link = MemoryLink::new(with_question(&game.snapshot()));
    let mut shown = at_table(&link, ENGLISH);
    shown.harness.key_press(Key::Num9);
    shown.harness.run();
    assert!(link.sent().is_empty());
}

#[test]
fn undo_and_redo_by_button_and_key() {
    let link = played(2, 4, 2);
    let tiles = link.snapshot().tiles.len();
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Undo").click();
    ui.run();
    ui.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    ui.run();
    assert_eq!(link.sent(), [Command::Undo, Command::Undo]);
    assert!(link.snapshot().tiles.len() < tiles);
    ui.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Redo").click();
    ui.run();
    assert_eq!(link.sent(), [Command::Redo, Command::Redo]);
    assert_eq!(link.snapshot().tiles.len(), tiles);
}

#[test]
fn enter_ends_the_turn_and_p_pauses() {
    let link = played(2, 4, 2);
    let mut shown = at_table(&link, ENGLISH);
    shown.harness.key_press(Key::Enter);
    shown.harness.run();
    shown.harness.key_press(Key::P);
    shown.harness.run();
    assert_eq!(link.sent(), [Command::EndTurn, Command::Pause]);
}

#[test]
fn the_camera_says_what_it_thinks_in_words() {
    let game = begun(2);
    let mut snapshot = (*game.snapshot()).clone();
    let link = MemoryLink::new(snapshot.clone());
    link.set_source(SourceState::Running);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    for (calm, title) in [
        (Some(Calm::Still), "The table is still"),
        (Some(Calm::Moving), "Something is moving"),
        (Some(Calm::Hand), "A hand is in the picture"),
        (Some(Calm::Lost(LostReason::NoTiles)), "No tiles found"),
        (
            Some(Calm::Lost(LostReason::Unreadable)),
            "I see tiles but cannot make them out",
        ),
        (
            Some(Calm::Lost(LostReason::Bumped)),
            "The table or camera was moved",
        ),
        (
            Some(Calm::Lost(LostReason::Light)),
            "Too dark or too bright",
        ),
        (
            Some(Calm::Lost(LostReason::NoPicture)),
            "No pictures come from the camera",
        ),
        (None, "Getting ready"),
    ] {
        snapshot.version += 1;
        snapshot.health.calm = calm;
        link.show(snapshot.clone());
        ui.run();
        ui.get_by_label(title);
    }
    snapshot.version += 1;
    snapshot.health.calm = Some(Calm::Still);
    snapshot.health.cut = vec![Cell::new(1, 0)];
    link.show(snapshot.clone());
    ui.run();
    ui.get_by_label("A tile is cut off by the edge of the picture");
    link.set_source(SourceState::Failed(SourceError::CameraFails {
        index: 0,
        why: "No such device (os error 19)".into(),
    }));
    ui.run();
    ui.get_by_label("No pictures");
    ui.get_by_label_contains("Camera 0: It is not there");
    ui.get_by_label_contains("You can continue by hand.");
    snapshot.health.storage = Some("disk full.".into());
    link.show(snapshot);
    ui.run();
    ui.get_by_label_contains("disk full.");
}

#[test]
fn a_refusal_and_a_restart_are_said() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    link.notify(Notice::Refused(CommandError::Rule(RuleFault::SecondFigure)));
    link.notify(Notice::Restarted {
        part: Part::Vision,
        why: "no memory".into(),
    });
    shown.harness.run_steps(3);
    let ui = &shown.harness;
    ui.get_by_label("Not possible: A figure has already been placed this turn.");
    ui.get_by_label_contains("Reading failed");
}

/// Everything that is written in a picture of the screen.
fn texts(shape: &Shape, into: &mut Vec<String>) {
    match shape {
        Shape::Text(text) => into.push(text.galley.text().to_owned()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, into)),
        _ => {}
    }
}

/// A tile that was read with little confidence is marked only where a question about it is open.
#[test]
fn no_tile_has_a_question_mark_that_nobody_asked() {
    let link = played(2, 6, 3);
    link.show_picture(photograph(&link.snapshot()));
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Picture").click();
    ui.run();
    let mut written = Vec::new();
    for clipped in &ui.output().shapes {
        texts(&clipped.shape, &mut written);
    }
    let newest = link.snapshot().tiles.last().unwrap().face.to_string();
    assert!(written.contains(&newest), "{written:?}");
    let marked = |text: &String| text.chars().count() <= 4 && text.ends_with('?');
    assert!(!written.iter().any(marked), "{written:?}");
}

#[test]
fn tiles_that_the_pack_lacks_are_named_until_that_is_closed() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let lacking = ["MW1", "MW2"].map(|name| face_id(name).unwrap());
    link.notify(Notice::PackLacks(lacking.to_vec()));
    let ui = &mut shown.harness;
    ui.run();
    ui.get_by_label_contains("no picture of MW1 MW2");
    // The panel for entering by hand has such a button too.
    let close = ui.query_all_by_role_and_label(Role::Button, "Close").last();
    close.expect("beside the line").click();
    ui.run();
    assert!(ui.query_by_label_contains("MW1").is_none());
}

#[test]
fn the_key_help_lists_the_keys_and_closes() {
    let link = begun(2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    ui.key_press(Key::Questionmark);
    ui.run();
    ui.get_by_label("Choose answer 1 to 9");
    ui.key_press(Key::Escape);
    ui.run();
    assert!(ui.query_by_label("Choose answer 1 to 9").is_none());
    // The keys that open it close it again.
    for key in [Key::F1, Key::Questionmark] {
        ui.key_press(key);
        ui.run();
        ui.get_by_label("Choose answer 1 to 9");
        ui.key_press(key);
        ui.run();
        assert!(ui.query_by_label("Choose answer 1 to 9").is_none());
    }
    // Over a page Escape closes it, and not the page; it does not go along to the start screen.
    ui.key_press(Key::B);
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Keys").click();
    ui.run();
    ui.get_by_label("Choose answer 1 to 9");
    ui.key_press(Key::Escape);
    ui.run();
    assert!(ui.query_by_label("Choose answer 1 to 9").is_none());
    ui.get_by_label("Rules of this game");
    for leave in ["Keys", "Start screen"] {
        ui.get_by_role_and_label(Role::Button, leave).click();
        ui.run();
    }
    assert!(ui.query_by_label("Choose answer 1 to 9").is_none());
}

#[test]
fn points_are_shown_with_their_sum_and_every_widget_has_a_name() {
    let link = played(4, 40, 3);
    let snapshot = link.snapshot();
    let line = snapshot
        .score_lines
        .last()
        .expect("forty turns score something");
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let spoken = nebelwacht_ui::text::Words::new(nebelwacht_ui::text::Language::English)
        .line_spoken(&snapshot, line);
    assert!(ui.query_all_by_label(&spoken).next().is_some(), "{spoken}");
    ui.check_accessibility();
}

#[test]
fn the_end_says_who_has_won() {
    let link = played(2, 30, 5);
    link.send(Command::EndGame);
    let snapshot = link.snapshot();
    assert!(snapshot.over);
    let shown = at_table(&link, ENGLISH);
    let said = shown.harness.query_all_by_label("The game is over");
    assert_eq!(said.count(), 2, "in the bar and on the card");
    shown.harness.get_by_label("Final scoring");
}

/// The pile is empty: everybody is told how many figures must be in hand, and where one is if
/// they cannot be as many.
#[test]
fn hands_are_counted_before_the_final_scoring() {
    let link = with_empty_pile();
    let snapshot = link.snapshot();
    let waiting = snapshot.figures.iter().filter(|f| f.due_home).count();
    assert!(waiting > 0, "somebody forgot a figure");
    let shown = at_table(&link, ENGLISH);
    let ui = &shown.harness;
    for supply in &snapshot.supplies {
        let mut players = snapshot.players.iter();
        let name = &players.find(|p| p.color == supply.color).unwrap().name;
        let must = format!("{name} must have {} × Meeple.", supply.in_hand);
        ui.get_by_label(&must);
    }
    let told = ui.query_all_by_label_contains("one still stands");
    assert_eq!(told.count(), waiting);
    link.send(Command::TakeFigure {
        figure: snapshot.figures.iter().find(|f| f.due_home).unwrap().event,
    });
    let shown = at_table(&link, ENGLISH);
    let told = shown
        .harness
        .query_all_by_label_contains("one still stands");
    assert_eq!(told.count(), waiting - 1);
    link.send(Command::EndTurn);
    assert!(link.snapshot().over);
    let shown = at_table(&link, ENGLISH);
    let told = shown.harness.query_all_by_label_contains("must have");
    assert_eq!(told.count(), 0, "it is over");
}

/// A supply that the camera sees is counted beside the figures in hand, right or wrong.
#[test]
fn what_the_camera_counts_stands_beside_the_hand() {
    let link = with_empty_pile();
    let mut snapshot = Snapshot::clone(&link.snapshot());
    let of = |color| {
        let own = snapshot.supplies.iter().filter(|own| own.color == color);
        own.map(|own| own.in_hand).sum::<u8>()
    };
    let [first, second] =
        [0, 1].map(|n| (snapshot.players[n].color, of(snapshot.players[n].color)));
    let names = [0, 1].map(|n| snapshot.players[n].name.clone());
    let count = |(color, in_hand): (_, u8), more: u8, agrees| Counted {
        color,
        least: in_hand + more,
        most: Some(in_hand + more + 1),
        agrees,
    };
    snapshot.counted = vec![count(first, 0, true), count(second, 1, false)];
    link.show(snapshot);
    each("table-counted", |look| at_table(&link, look));
    let shown = at_table(&link, ENGLISH);
    let ui = &shown.harness;
    let seen = |n: u8| format!("{n} to {} pieces", n + 1);
    ui.get_by_label(&format!("The camera sees {} there.", seen(first.1)));
    let [right, wrong] = [seen(first.1), seen(second.1 + 1)];
    let [one, other] = names;
    ui.get_by_label(&format!(
        "The camera counts {right} in {one}’s supply, as the game does."
    ));
    let wrong = format!(
        "The camera counts {wrong} in {other}’s supply; there must be {}.",
        second.1
    );
    ui.get_by_label(&wrong);
    ui.check_accessibility();
}

/// A game kept by hand in which one figure has scored and was left standing.
pub fn with_scored(players: usize) -> MemoryLink {
    let one_due = |seed| {
        let link = played(players, 16, seed);
        let snapshot = link.snapshot();
        let due = snapshot.figures.iter().filter(|figure| figure.due_home);
        (due.count() == 1).then_some(link)
    };
    (1..80)
        .find_map(one_due)
        .expect("somebody forgets a figure")
}

/// A game whose last tile lies, with a figure that has scored and was left standing.
pub fn with_empty_pile() -> MemoryLink {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut lay_the_last = |seed| {
        let link = played(3, 70, seed);
        let (face, cell, rotation) = next_tile(&link.snapshot(), &mut random)?;
        link.send(Command::PlaceTile {
            cell,
            face,
            rotation,
            garden: None,
        });
        let snapshot = link.snapshot();
        let waits = snapshot.figures.iter().any(|figure| figure.due_home);
        // Of a camera's game, as figures go home by themselves in one that is kept by hand.
        link.set_source(SourceState::Ended);
        (waits && snapshot.bag.pile == 0).then_some(link)
    };
    (1..40).find_map(&mut lay_the_last).unwrap()
}

#[test]
fn pictures_of_the_count() {
    let link = with_empty_pile();
    each("count", |look| at_table(&link, look));
}

/// The keys are all in sight, with the way to close them, in the smallest window.
#[test]
fn all_keys_fit_into_the_smallest_window() {
    for (language, title, close) in [("en", "Keys", "Close"), ("de", "Tasten", "Schließen")] {
        let size = [900.0, 600.0];
        let look = Look {
            language,
            size,
            ..ENGLISH
        };
        let mut shown = at_table(&begun(2), look);
        let ui = &mut shown.harness;
        ui.key_press(Key::Questionmark);
        ui.run();
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let words = Words::new(Language::of_locale(language));
        for text in [title, close] {
            let all = ui.query_all_by_label(text);
            assert!(
                all.into_iter()
                    .any(|node| window.contains_rect(node.rect())),
                "{text}"
            );
        }
        for &action in Action::LISTED {
            let name = action.name(words);
            let all = ui.query_all_by_label(&name);
            let seen = all
                .into_iter()
                .any(|node| window.contains_rect(node.rect()));
            assert!(seen, "{language}: {name}");
        }
    }
}
