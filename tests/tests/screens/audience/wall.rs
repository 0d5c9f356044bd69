//! The wall of a hall, as it is drawn: read from ten metres, whoever needs somebody on top, pages
//! by themselves, a table opened with a click.

use std::sync::LazyLock;

use egui::accesskit::Role;
use egui::{Key, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use hall::Agreed;
use hall::message::{Ailment, Game, Outcome, Presence, State, VERSION, write};
use hall::telling::teller;
use hall::wall::Order;
use hall::watcher::Hearing;
use jiff::Timestamp;
use nebelwacht_tests::halls::played::Played;
use nebelwacht_ui::hall::wall::Shown;
use nebelwacht_ui::text::{Language, Words};
use nebelwacht_ui::window::screens::audience::tv::sizes::{TEXT_MM, Viewing};
use nebelwacht_ui::window::screens::audience::wall::{Scene, Wall};
use nebelwacht_ui::window::widgets::art::Art;
use tracker::snapshot::Snapshot;

use crate::everywhere::looks::keep;

const LAPTOP: Vec2 = Vec2::new(1280.0, 800.0);
const FULL_HD: Vec2 = Vec2::new(1920.0, 1080.0);
/// A projector's picture, 2.5 m wide, from the other end of the hall.
const PROJECTOR: Viewing = Viewing {
    distance_m: 10.0,
    diagonal_in: 113.0,
};
const MINUTE_MS: u64 = 60_000;
const PLAYERS: [&str; 4] = [
    "players=Anna Berg:red,Ben Ohm:blue",
    "players=Cleo Fink:green,Dietlinde Özgür:yellow",
    "players=Emil Ey:black,Frieda Zander:pink,Gül Han:red",
    "players=Ida Jahn:blue,Kurt Lenz:green,Mia Noll:yellow,Olaf Paul:black",
];

/// Moments of games, from their first turn to their last.
static MOMENTS: LazyLock<Vec<Vec<Snapshot>>> = LazyLock::new(|| {
    let moments = PLAYERS.iter().zip(0..).map(|(players, seed)| {
        let mut game = Played::new(players, seed);
        let mut moments = Vec::new();
        while game.turn() {
            if moments.len() % 10 == 3 {
                moments.push(game.snapshot());
            } else {
                moments.push(moments.last().cloned().unwrap_or_else(|| game.snapshot()));
            }
        }
        game.end();
        moments.push(game.snapshot());
        moments
    });
    moments.collect()
});

/// What a table tells, and whether it is there.
fn told(number: usize, players: usize) -> (State, Game, bool) {
    let game = &MOMENTS[number % players];
    let over = number % 9 == 8;
    let at = if over {
        game.len() - 1
    } else {
        3 + number * 7 % 60
    };
    let snapshot = &game[at.min(game.len() - 1)];
    let begun = Timestamp::from_second(1_000_000).unwrap();
    let now = begun + jiff::SignedDuration::from_mins(40);
    let trouble = match number % 23 {
        5 => vec![Ailment::Calls],
        11 => vec![Ailment::Asks],
        17 => vec![Ailment::Lost],
        _ => Vec::new(),
    };
    let state = State {
        players: teller::state(snapshot, &Agreed::default(), now)
            .players
            .into_iter()
            .zip([17, 29, 11, 23])
            .map(|(player, each)| hall::message::Player {
                score: (number as i32 * each) % 131,
                ..player
            })
            .collect(),
        session: 1,
        game: begun,
        turn_since: now - jiff::SignedDuration::from_secs(30),
        trouble: if over { Vec::new() } else { trouble },
        ..teller::state(snapshot, &Agreed::default(), now)
    };
    let setup = Agreed::default().setup(&snapshot.setup);
    let game = Game {
        v: VERSION,
        game: begun,
        setup,
    };
    (state, game, number % 23 != 14)
}

/// A hall of that many tables; games of two only, or of two to four.
fn evening(tables: usize, players: usize) -> Shown {
    let mut wall = hall::Wall::new("club/friday");
    for number in 1..=tables {
        let (state, game, online) = told(number, players);
        let presence = Presence {
            v: VERSION,
            session: 1,
            online,
        };
        let mut tell = |kind: &str, message: Vec<u8>| {
            wall.take(&format!("club/friday/{number}/{kind}"), &message, 0);
        };
        tell("game", write(&game));
        tell("presence", write(&presence));
        tell("state", write(&state));
        if state.over && number % 2 == 0 {
            let outcome = Outcome {
                v: VERSION,
                game: state.game,
                players: state.players.clone(),
                team: None,
                turns: state.turn,
                confirmed: state.at,
            };
            tell("result", write(&outcome));
        }
    }
    assert_eq!(wall.refused(), 0);
    let hearing = Hearing {
        connected: true,
        ..Hearing::default()
    };
    Shown::at(&wall, hearing, Order::Need, MINUTE_MS)
}

fn wall(shown: Shown, language: Language, size: Vec2, now_s: f64) -> Harness<'static> {
    seen_from(shown, language, size, now_s, PROJECTOR)
}

fn seen_from(
    shown: Shown,
    language: Language,
    size: Vec2,
    now_s: f64,
    viewing: Viewing,
) -> Harness<'static> {
    let (mut art, mut wall) = (Art::default(), Wall::default());
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(64)
        .build_ui(move |ui| {
            art.begin_pass();
            let scene = Scene {
                shown: &shown,
                name: "Freitagsrunde",
                words: Words::new(language),
                viewing,
                screen: size,
                now_s,
            };
            wall.show(ui, &scene, &mut art);
        });
    harness.run();
    harness
}

/// Labels of all cards, in their order.
fn cards(ui: &Harness<'_>) -> Vec<String> {
    let mut all: Vec<(i32, i32, String)> = ui
        .query_all_by_role(Role::Button)
        .map(|card| {
            let at = card.rect().min;
            let label = card.accesskit_node().label().unwrap_or_default();
            (at.y as i32, at.x as i32, label)
        })
        .collect();
    all.sort();
    all.into_iter().map(|(_, _, label)| label).collect()
}

/// Height of what is drawn brightly at a text, px.
fn drawn_height(ui: &mut Harness<'_>, text: &str) -> f32 {
    let found = ui.query_all_by_label(text).last().expect("it is drawn");
    let rect = found.rect();
    let picture = ui.render().unwrap();
    let rows = (rect.top() as u32)..(rect.bottom().ceil() as u32);
    let bright: Vec<u32> = rows
        .filter(|&y| {
            let mut across = (rect.left() as u32)..(rect.right() as u32);
            across.any(|x| picture.get_pixel(x, y).0[..3].iter().any(|&c| c > 110))
        })
        .collect();
    (bright.last().unwrap() - bright.first().unwrap() + 1) as f32
}

#[test]
fn three_twenty_and_a_hundred_tables() {
    for language in [Language::English, Language::German] {
        for (size, screen) in [(LAPTOP, "1280"), (FULL_HD, "1920")] {
            for (tables, players) in [(3, 4), (20, 2), (20, 4), (100, 2)] {
                let mut ui = wall(evening(tables, players), language, size, 60.0);
                let name = format!("wall-{tables}-{players}-{}-{screen}", language.code());
                keep(&mut ui, &name);
            }
        }
    }
}

#[test]
fn nothing_of_the_wall_is_smaller_than_ten_metres_ask() {
    for (tables, players) in [(3, 2), (100, 2)] {
        let mut ui = wall(evening(tables, players), Language::English, FULL_HD, 0.0);
        let mm = PROJECTOR.mm_per_point(FULL_HD);
        let first = evening(tables, players).cards.remove(0);
        let score = first.state.unwrap().players[1].score.to_string();
        let score_mm = drawn_height(&mut ui, &score) * mm;
        let least = TEXT_MM * PROJECTOR.distance_m / 3.0;
        println!("{tables} tables: digits of {score_mm:.0} mm, {least:.0} asked");
        assert!(score_mm >= least, "{score_mm} mm");
    }
}

#[test]
fn whoever_needs_somebody_stands_on_top_and_is_named_on_every_page() {
    let shown = evening(100, 2);
    let needy: Vec<String> = shown
        .cards
        .iter()
        .filter(|card| card.needs_somebody())
        .map(|card| card.table.to_string())
        .collect();
    assert!(needy.len() > 10, "{needy:?}");
    let mut first = wall(shown.clone(), Language::English, FULL_HD, 0.0);
    let on_first = cards(&first);
    for (name, card) in needy.iter().zip(&on_first) {
        assert!(card.starts_with(&format!("Table {name},")), "{on_first:?}");
    }
    let named = format!("Help ({}): {}", needy.len(), needy.join(", "));
    first.get_by_label(&named);
    let page = |now_s: f64| {
        let ui = wall(shown.clone(), Language::English, FULL_HD, now_s);
        ui.get_by_label(&named);
        cards(&ui)
    };
    // A page for nine seconds, then the next, and all tables before the first comes again.
    assert_eq!(page(5.0), on_first);
    let mut all: Vec<String> = Vec::new();
    let mut now_s = 0.0;
    loop {
        let shown = page(now_s);
        if all.contains(&shown[0]) {
            break;
        }
        all.extend(shown);
        now_s += 9.0;
    }
    assert_eq!(all.len(), 100);
    assert!(now_s <= 90.0, "somebody waits {now_s} s for their table");
    // By hand, too.
    first.key_press(Key::ArrowRight);
    first.run();
    assert_eq!(cards(&first), page(9.0));
}

#[test]
fn a_click_opens_a_table_with_its_board_and_last_points() {
    for language in [Language::English, Language::German] {
        for (size, screen) in [(LAPTOP, "1280"), (FULL_HD, "1920")] {
            let told = evening(20, 2).cards[0].last().len();
            assert!(told > 0, "the neediest table has points");
            let mut ui = wall(evening(20, 2), language, size, 0.0);
            let first = cards(&ui).remove(0);
            ui.get_by_label(&first).click();
            ui.run();
            let board = ui.query_all_by_role(Role::Image);
            assert!(board.count() > 0, "the board is drawn");
            let points = ui.query_all_by_label_contains(": ").count();
            assert!(points >= told, "{points} of {told} last points are told");
            keep(&mut ui, &format!("wall-open-{}-{screen}", language.code()));
            ui.key_press(Key::Escape);
            ui.run();
            ui.get_by_label(&first);
        }
    }
}

#[test]
fn it_says_that_the_broker_is_away_and_that_nobody_plays() {
    for (language, not_connected, none) in [
        (
            Language::English,
            "! Not connected; this is how things stood.",
            "No table has reported yet.",
        ),
        (
            Language::German,
            "! Keine Verbindung; so stand es zuletzt.",
            "Noch hat sich kein Tisch gemeldet.",
        ),
    ] {
        let mut away = evening(20, 2);
        away.hearing.connected = false;
        let mut ui = wall(away, language, FULL_HD, 60.0);
        let words = Words::new(language);
        ui.get_by_label(not_connected);
        keep(&mut ui, &format!("wall-away-{}", language.code()));
        let mut nobody = Shown::default();
        nobody.hearing.trouble = Some(hall::Trouble::Refused);
        let mut ui = wall(nobody.clone(), language, FULL_HD, 60.0);
        ui.get_by_label(&words.hall_trouble(&hall::Trouble::Refused));
        keep(&mut ui, &format!("wall-refused-{}", language.code()));
        nobody.hearing.trouble = None;
        nobody.hearing.connected = true;
        let mut ui = wall(nobody, language, LAPTOP, 1.0);
        ui.get_by_label(none);
        keep(&mut ui, &format!("wall-nobody-{}", language.code()));
    }
}

#[test]
fn keys_sort_and_size_it_and_are_told_to_whoever_stands_there() {
    let mut ui = wall(evening(3, 2), Language::English, FULL_HD, 60.0);
    let large = ui.get_by_label("Table 1").rect().height();
    ui.key_press(Key::Minus);
    ui.run();
    assert!(ui.get_by_label("Table 1").rect().height() < large);
    ui.key_press(Key::S);
    ui.run();
    ui.get_by_label("Freitagsrunde · 3 tables · by table");
}

#[test]
fn a_screen_too_small_for_ten_metres_still_shows_whole_cards() {
    // A television of 43 inches.
    let viewing = Viewing {
        distance_m: 10.0,
        diagonal_in: 43.0,
    };
    for (size, screen) in [(LAPTOP, "1280"), (FULL_HD, "1920")] {
        let shown = evening(20, 2);
        let mut ui = seen_from(shown, Language::German, size, 60.0, viewing);
        for card in ui.query_all_by_role(Role::Button) {
            let rect = card.rect();
            assert!(
                rect.right() <= size.x && rect.bottom() <= size.y,
                "{rect:?}"
            );
        }
        keep(&mut ui, &format!("wall-43inch-{screen}"));
    }
}
