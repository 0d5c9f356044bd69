//! The television, measured as it is drawn: sizes in millimetres, nothing that burns in,
//! nothing to click.

use carcassonne::seen::Calm;
use egui::accesskit::Role;
use egui::{Key, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::TvSettings;
use nebelwacht_ui::text::{Language, Words};
use nebelwacht_ui::window::screens::audience::tv;
use nebelwacht_ui::window::screens::audience::tv::scene::Scene;
use nebelwacht_ui::window::screens::audience::tv::sizes::{SCORE_MM, STRAY, TEXT_MM, Viewing};
use nebelwacht_ui::window::widgets::art::Art;
use tracker::snapshot::Snapshot;

use crate::everywhere::looks::keep;
use crate::games::{ENGLISH, at_table, played, played_until};

const FULL_HD: Vec2 = Vec2::new(1920.0, 1080.0);

fn television(
    snapshot: Snapshot,
    language: Language,
    viewing: Viewing,
    now_s: f64,
) -> Harness<'static> {
    let mut art = Art::default();
    let mut harness = Harness::builder()
        .with_size(FULL_HD)
        .with_max_steps(64)
        .build_ui(move |ui| {
            art.begin_pass();
            let scene = Scene {
                snapshot: &snapshot,
                words: Words::new(language),
                viewing,
                screen: FULL_HD,
                now_s,
            };
            tv::show(ui, &scene, &mut art);
        });
    harness.run();
    harness
}

/// Height of what is drawn in bright colours at a text of that name, pixels.
fn drawn_height(harness: &mut Harness<'_>, text: &str) -> f32 {
    let rect = harness.get_by_label(text).rect();
    let picture = harness.render().unwrap();
    let rows = (rect.top() as u32)..(rect.bottom().ceil() as u32);
    let bright = rows.filter(|&y| {
        let mut across = (rect.left() as u32)..(rect.right() as u32);
        across.any(|x| picture.get_pixel(x, y).0[..3].iter().all(|&c| c > 110))
    });
    let bright: Vec<u32> = bright.collect();
    (bright.last().unwrap() - bright.first().unwrap() + 1) as f32
}

fn game(players: usize) -> Snapshot {
    let mut snapshot = (*played(players, 40, 8).snapshot()).clone();
    snapshot.health.calm = Some(Calm::Still);
    for (player, score) in snapshot.players.iter_mut().zip([37, 104, 52, 88, 61, 75]) {
        player.score = score;
    }
    snapshot
}

#[test]
fn texts_and_scores_have_their_millimetres() {
    for (players, diagonal_in, distance_m) in [(4, 43.0, 3.0), (6, 55.0, 3.0), (3, 55.0, 4.0)] {
        let viewing = Viewing {
            distance_m,
            diagonal_in,
        };
        let mut shown = television(game(players), Language::English, viewing, 0.0);
        let mm = viewing.mm_per_point(FULL_HD);
        let score_mm = drawn_height(&mut shown, "104") * mm;
        // The one on turn is written in the accent colour; Ben is not.
        let name_mm = drawn_height(&mut shown, "Ben") * mm;
        let more = distance_m / 3.0;
        println!("{diagonal_in}\" at {distance_m} m: score {score_mm:.1} mm, text {name_mm:.1} mm");
        assert!(score_mm >= SCORE_MM * more, "{score_mm} mm");
        assert!(name_mm >= TEXT_MM * more, "{name_mm} mm");
    }
}

#[test]
fn what_does_not_fit_becomes_smaller_and_stays_on_the_screen() {
    let viewing = Viewing {
        distance_m: 5.0,
        diagonal_in: 15.0,
    };
    let shown = television(game(6), Language::German, viewing, 0.0);
    for name in ["Anna", "Ben", "Clara", "Dietlinde", "Emil", "Frieda"] {
        let rect = shown.get_by_label(name).rect();
        assert!(
            rect.right() <= FULL_HD.x && rect.bottom() <= FULL_HD.y,
            "{name}: {rect:?}"
        );
    }
}

/// At the end everybody on the sofa reads who has won.
#[test]
fn the_end_says_who_has_won() {
    let link = played(3, 30, 5);
    link.send(tracker::command::Command::EndGame);
    let snapshot = (*link.snapshot()).clone();
    let best = snapshot.players.iter().max_by_key(|p| p.score).unwrap();
    let won = format!("{} wins with {} points.", best.name, best.score);
    let viewing = TvSettings::default().into();
    let shown = television(snapshot, Language::English, viewing, 0.0);
    shown.get_by_label(&won);
}

#[test]
fn nothing_burns_in() {
    let viewing = TvSettings::default().into();
    let mut places = Vec::new();
    for minute in [0.0, 6.0, 17.0, 31.0] {
        let mut shown = television(game(4), Language::English, viewing, minute * 60.0);
        let picture = shown.render().unwrap();
        let sum: u64 = picture.pixels().map(|px| u64::from(px.0[1])).sum();
        let share = sum as f64 / f64::from(picture.width() * picture.height()) / 255.0;
        assert!(share < 0.3, "a bright picture: {share:.2}");
        places.push(shown.get_by_label("104").rect().min);
    }
    for (i, one) in places.iter().enumerate() {
        for other in &places[i + 1..] {
            let moved = (*one - *other).length();
            assert!(moved > 2.0, "{places:?}");
            assert!(moved < 4.0 * STRAY * FULL_HD.y, "{places:?}");
        }
    }
}

#[test]
fn nothing_can_be_clicked_and_what_matters_has_a_name() {
    let shown = television(
        game(4),
        Language::English,
        TvSettings::default().into(),
        0.0,
    );
    shown.get_by_label("Drawn board, 41 tiles");
    shown.get_by_label("Anna: 37");
    let mut open = vec![shown.root()];
    while let Some(node) = open.pop() {
        let role = node.accesskit_node().role();
        assert!(
            !matches!(role, Role::Button | Role::CheckBox | Role::TextInput),
            "{role:?}"
        );
        open.extend(node.children());
    }
    shown.check_accessibility();
}

#[test]
fn it_opens_and_closes_by_key_and_menu() {
    let link = played(3, 10, 2);
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    let boards = |ui: &Harness<'_, _>| ui.query_all_by_label("Drawn board, 11 tiles").count();
    let before = boards(ui);
    ui.key_press(Key::T);
    ui.run();
    assert_eq!(boards(ui), before + 1);
    ui.key_press(Key::F11);
    ui.run();
    assert_eq!(boards(ui), before);
    ui.get_by_role_and_label(Role::Button, "More").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "Television (second window)")
        .click();
    ui.run();
    assert_eq!(boards(ui), before + 1);
    // The test has one window only, and the television lies over the bar.
    ui.get_by_role_and_label(Role::Button, "Start screen")
        .click_accesskit();
    ui.run();
    assert_eq!(boards(ui), 0, "without a game there is nothing to show");
}

#[test]
fn pictures_of_the_television() {
    let viewing = TvSettings::default().into();
    let mists = "modules=mists,spell_circles; players=Anna:red,Ben:blue,Clara:green";
    let eloise = |s: &Snapshot| {
        s.modules
            .eloise
            .as_ref()
            .is_some_and(|e| e.pending.is_some())
    };
    let coop = (*played_until(mists, 4, |s| s.turn.number > 12 && eloise(s)).snapshot()).clone();
    for (language, code) in [(Language::English, "en"), (Language::German, "de")] {
        for (snapshot, name) in [(game(4), "4"), (game(6), "6"), (coop.clone(), "coop")] {
            let mut shown = television(snapshot, language, viewing, 0.0);
            keep(&mut shown, &format!("tv_{name}-{code}"));
        }
    }
}
