//! Whole games kept by hand from the first tile to the last points: by keys alone, and by mouse
//! alone. What is to be played is chosen at random; how it is entered is what is tested.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::text::{Language, Words};
use nebelwacht_ui::window::App;
use nebelwacht_ui::window::widgets::art::Copy;
use nebelwacht_ui::window::widgets::board::Held;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::log::event::EventKind;
use tracker::log::history::Entry;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;

use crate::games::{ENGLISH, at_table, begin, board_of, next_tile};

/// More turns than any game has.
const ENDLESS: usize = 120;

/// A tile that can be laid, if any is left.
fn drawn(snapshot: &Snapshot, random: &mut ChaCha8Rng) -> Option<(FaceId, Cell, Rotation)> {
    (0..20).find_map(|_| next_tile(snapshot, random))
}

/// A tile in hand as the window holds it.
fn held(snapshot: &Snapshot, face: FaceId) -> Held {
    let catalogue = snapshot.setup.catalogue();
    let mut held = Held {
        copy: Copy::plain(face),
        fits: std::collections::BTreeMap::new(),
        rotation: Rotation::R0,
        at: None,
    };
    let board = board_of(snapshot);
    for (cell, rotation) in board.placements(catalogue.face(&face).unwrap()) {
        held.fits.entry(cell).or_default().push(rotation);
    }
    held
}

/// Somebody with a keyboard and nothing else.
struct Typist<'h> {
    ui: &'h mut Harness<'static, App>,
    link: MemoryLink,
}

impl Typist<'_> {
    fn press(&mut self, key: Key) {
        self.ui.key_press(key);
        self.ui.step();
        self.ui.step();
    }

    fn digit(&mut self, number: usize) {
        // Nobody answers what they have not seen yet.
        crate::playing::steady::wait(self.ui);
        let keys = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        self.press(keys[number]);
    }

    fn lay(&mut self, face: FaceId, cell: Cell, rotation: Rotation) {
        let mut held = held(&self.link.snapshot(), face);
        self.press(Key::F);
        self.ui.event(egui::Event::Text(face.as_str().to_owned()));
        self.ui.step();
        self.press(Key::Enter);
        while held.at != Some(cell) {
            self.press(Key::N);
            held.next_place();
        }
        while held.rotation_at(cell) != Some(rotation) {
            self.press(Key::R);
            held.turn();
        }
        self.press(Key::Enter);
    }
}

fn tiles(link: &MemoryLink) -> usize {
    link.snapshot().tiles.len()
}

/// Plays a game by keys alone to its end.
fn by_keys(setup: &str, seed: u64) -> MemoryLink {
    let link = begin(&setup.parse::<Setup>().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let mut typist = Typist {
        ui: &mut shown.harness,
        link: link.clone(),
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ENDLESS {
        let before = tiles(&link);
        let Some((face, cell, rotation)) = drawn(&link.snapshot(), &mut random) else {
            break;
        };
        typist.lay(face, cell, rotation);
        assert_eq!(
            tiles(&link),
            before + 1,
            "{face} at {cell}: {:?}",
            link.notices()
        );
        while !link.snapshot().choices.is_empty() {
            let open = link.snapshot().choices.len();
            let first = link.snapshot().choices[0].id.clone();
            typist.digit(0);
            let now = link.snapshot();
            let other = now.choices.first().is_none_or(|choice| choice.id != first);
            assert!(other || now.choices.len() < open, "{first:?} stays open");
        }
        let places = link.snapshot().turn.figure_places.len().min(9);
        if places > 0 && random.random_bool(0.7) {
            let standing = link.snapshot().figures.len();
            typist.digit(random.random_range(0..places));
            assert_eq!(link.snapshot().figures.len(), standing + 1);
        }
        if link.snapshot().figures.iter().any(|figure| figure.due_home) {
            typist.press(Key::A);
            assert!(!link.snapshot().figures.iter().any(|figure| figure.due_home));
        }
    }
    typist.press(Key::Enter);
    assert!(link.notices().is_empty());
    link
}

/// Every tile was laid, somebody won points on the way, and the end was counted.
fn is_whole(link: &MemoryLink) {
    let snapshot = link.snapshot();
    assert!(snapshot.over, "{} tiles lie", snapshot.tiles.len());
    assert_eq!(snapshot.bag.left, 0);
    assert!(snapshot.rejected.is_empty());
    let points: i32 = snapshot.score_lines.iter().map(|line| line.points).sum();
    let scores: i32 = snapshot.players.iter().map(|player| player.score).sum();
    assert!(points > 50 && points == scores, "{points} {scores}");
}

#[test]
fn a_whole_game_by_keys_alone() {
    let link = by_keys("players=Anna:red,Ben:blue", 7);
    is_whole(&link);
    assert_eq!(link.snapshot().tiles.len(), 72);
}

#[test]
fn a_whole_game_with_modules_by_keys_alone() {
    let link = by_keys("modules=mage_and_witch,abbot; players=Anna:red,Ben:blue", 3);
    is_whole(&link);
    let history = link.snapshot().history.clone();
    let neutral =
        |entry: &&Entry| matches!(entry.what, EventKind::FigurePlaced { color: None, .. });
    let moved = history.iter().filter(neutral).count();
    assert!(moved > 3, "mage and witch were moved {moved} times");
}

#[test]
fn a_whole_game_by_mouse_alone() {
    let link = begin(&"players=Anna:red,Ben:blue".parse::<Setup>().unwrap());
    let mut shown = at_table(&link, ENGLISH);
    let ui = &mut shown.harness;
    // All faces are in sight, so that nothing needs scrolling.
    ui.set_size(egui::vec2(1600.0, 2400.0));
    ui.run();
    let words = Words::new(Language::English);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let click = |ui: &mut Harness<'static, App>, label: &str| {
        ui.get_by_role_and_label(Role::Button, label).click();
        ui.step();
        ui.step();
    };
    for _ in 0..ENDLESS {
        let snapshot = link.snapshot();
        let Some((face, cell, rotation)) = drawn(&snapshot, &mut random) else {
            break;
        };
        let (_, left) = *snapshot
            .bag
            .faces
            .iter()
            .find(|(id, _)| *id == face)
            .unwrap();
        click(ui, &format!("Tile {face}, {left} left"));
        let mut held = held(&snapshot, face);
        while held.rotation_at(cell) != Some(rotation) {
            click(ui, "Turn (R)");
            held.turn();
        }
        let (place, degrees) = (words.place(cell), rotation.degrees());
        let lay = format!("Lay tile {face} at {place}, turned by {degrees}°");
        click(ui, &lay);
        assert_eq!(
            tiles(&link),
            snapshot.tiles.len() + 1,
            "{:?}",
            link.notices()
        );
        let places = link.snapshot().turn.figure_places.clone();
        if let Some(place) = places
            .choose(&mut random)
            .filter(|_| random.random_bool(0.7))
        {
            let now = link.snapshot();
            let standing = now.figures.len();
            let figure = words.figure(place.figure);
            let on = words.on_which(&now, place.on, place.at);
            let label = nebelwacht_ui::text::capital(&format!("{figure} {on}"));
            let all = ui.get_all_by_role_and_label(Role::Button, &label);
            all.last().unwrap().click();
            ui.step();
            ui.step();
            assert_eq!(link.snapshot().figures.len(), standing + 1, "{label}");
        }
        while let Some(home) = link
            .snapshot()
            .figures
            .iter()
            .find(|figure| figure.due_home)
        {
            let owner = words.player(&link.snapshot(), home.color.unwrap());
            let figure = nebelwacht_ui::text::capital(&words.figure_of(home.kind, Some(&owner)));
            let label = format!("Take off {figure} {}", words.on(home.on));
            let standing = link.snapshot().figures.len();
            // Several of one player may stand on roads; the one that scored goes home in the end.
            let all: Vec<_> = ui.get_all_by_role_and_label(Role::Button, &label).collect();
            let alike = link.snapshot();
            let alike = alike.figures.iter().filter(|figure| {
                (figure.kind, figure.color, figure.on) == (home.kind, home.color, home.on)
            });
            let number = alike
                .take_while(|figure| figure.event != home.event)
                .count();
            all[number].click();
            drop(all);
            ui.step();
            ui.step();
            assert_eq!(link.snapshot().figures.len(), standing - 1, "{label}");
        }
    }
    click(ui, "End turn");
    is_whole(&link);
}
