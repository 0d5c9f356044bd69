//! Every screen that a game, or what is around it, can show, each as [`looks`](super::looks) has it
//! looked at.

use std::path::Path;

use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::piece::FigureKind;
use carcassonne::seen::Calm;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::{CameraChoice, Link};
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::store::records::SavedGame;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::rules::choice::ChoiceKind;
use tracker::snapshot::{Desync, Difference, Snapshot};
use vision::source::SourceError;

use super::looks::each;
use crate::games::{
    Look, Shown, begun, golden, open, photograph, played, played_until, with_question,
};

fn program(link: &MemoryLink) -> MemoryProgram {
    let mut program = MemoryProgram::new(link.clone());
    let saved = |played: &str, players: &[&str], turns, over| SavedGame {
        record: format!("{played}.jsonl").into(),
        played: played.to_owned(),
        players: players.iter().map(|&name| name.to_owned()).collect(),
        turns,
        over,
        scores: (0..players.len() as i32).map(|n| 77 - 12 * n).collect(),
        winners: players
            .iter()
            .take(usize::from(over))
            .map(|&n| n.to_owned())
            .collect(),
    };
    program.games = vec![
        saved("2026-11-20 21:10", &["Anna", "Ben", "Clara"], 23, false),
        saved("2026-11-14 17:45", &["Anna", "Dietlinde"], 71, true),
    ];
    program.cameras = vec![
        CameraChoice {
            index: 0,
            name: "Integrated Camera".into(),
            trouble: Some("Device or resource busy".into()),
        },
        CameraChoice {
            index: 2,
            name: "Logitech C920".into(),
            trouble: None,
        },
    ];
    program
}

fn press(shown: &mut Shown, label: [&str; 2], look: Look) {
    let label = label[usize::from(look.language == "de")];
    shown
        .harness
        .get_by_role_and_label(Role::Button, label)
        .click();
    shown.harness.run();
}

#[test]
fn start_screen() {
    let link = begun(2);
    each("welcome", |look| open(program(&link), look, false));
}

#[test]
fn new_game() {
    let link = begun(2);
    each("new_game", |look| {
        let mut shown = open(program(&link), look, false);
        press(&mut shown, ["Use my camera", "Meine Kamera benutzen"], look);
        for _ in 0..4 {
            press(&mut shown, ["Add a player", "Mitspieler hinzufügen"], look);
        }
        shown
    });
}

#[test]
fn saved_games() {
    let link = begun(2);
    each("open", |look| {
        let mut shown = open(program(&link), look, false);
        press(&mut shown, ["Open a game", "Spiel öffnen"], look);
        shown
    });
}

#[test]
fn statistics() {
    let link = begun(2);
    let finished = |(players, seed)| {
        let game = played(players, 60, seed);
        game.send(Command::EndGame);
        let setup = game.snapshot().setup.clone();
        let header = tracker::log::record::Header::new((*setup).clone(), None);
        let mut lines = serde_json::to_vec(&header).unwrap();
        lines.push(b'\n');
        for event in game.events().iter() {
            lines.extend(serde_json::to_vec(event).unwrap());
            lines.push(b'\n');
        }
        let record = tracker::log::record::Record::read(&lines).unwrap();
        nebelwacht_ui::store::results::of_record(&record, jiff::Timestamp::UNIX_EPOCH).unwrap()
    };
    let games: Vec<_> = [(3, 1), (3, 2), (3, 3), (2, 4)].map(finished).into();
    let won: u32 = games
        .iter()
        .flat_map(|game| &game.players)
        .map(|p| u32::from(p.won))
        .sum();
    assert!(won >= 4, "somebody wins every game");
    assert!(games[0].players.iter().all(|player| player.tiles >= 15));
    each("statistics", |look| {
        let mut program = program(&link);
        program.finished.clone_from(&games);
        let mut shown = open(program, look, false);
        press(&mut shown, ["More", "Mehr"], look);
        press(&mut shown, ["Statistics", "Statistik"], look);
        shown.harness.run();
        shown
            .harness
            .get_by_label(["4 games", "4 Partien"][usize::from(look.language == "de")]);
        shown
    });
    each("statistics_group", |look| {
        let mut program = program(&link);
        program.finished.clone_from(&games);
        let mut shown = open(program, look, false);
        press(&mut shown, ["More", "Mehr"], look);
        press(&mut shown, ["Statistics", "Statistik"], look);
        press(&mut shown, ["Anna, Ben, Clara"; 2], look);
        shown
            .harness
            .get_by_label(["3 games", "3 Partien"][usize::from(look.language == "de")]);
        shown
    });
}

#[test]
fn statistics_without_a_game() {
    let link = begun(2);
    each("statistics_none", |look| {
        let mut shown = open(program(&link), look, false);
        press(&mut shown, ["More", "Mehr"], look);
        press(&mut shown, ["Statistics", "Statistik"], look);
        shown
    });
}

/// Everything that stands behind the button for more.
#[test]
fn what_else_there_is() {
    each("more", |look| {
        let link = played(3, 14, 4);
        let mut shown = open(program(&link), look, true);
        press(&mut shown, ["More", "Mehr"], look);
        shown
    });
}

/// A game that is looked back on, each part of it.
#[test]
fn looking_back() {
    let link = played(4, 60, 6);
    link.send(Command::EndGame);
    for (name, part) in [
        ("review_race", None),
        ("review_points", Some(["Points", "Punkte"])),
        ("review_story", Some(["Story", "Verlauf"])),
    ] {
        each(name, |look| {
            let mut shown = open(program(&link), look, true);
            shown.harness.key_press(egui::Key::L);
            shown.harness.run();
            if let Some(part) = part {
                press(&mut shown, part, look);
            }
            shown
        });
    }
}

/// What can go wrong when a game is begun.
#[test]
fn a_game_that_cannot_begin() {
    let link = begun(2);
    each("fails", |look| {
        let mut program = program(&link);
        let why = "Device or resource busy (os error 16)".to_owned();
        let busy = SourceError::CameraFails { index: 2, why };
        program.failure = Some(OpenError::Source(busy));
        let mut shown = open(program, look, false);
        press(&mut shown, ["Use my camera", "Meine Kamera benutzen"], look);
        press(&mut shown, ["Start the game", "Spiel beginnen"], look);
        shown
    });
}

#[test]
fn table_with_a_question() {
    let game = played(4, 24, 3);
    let snapshot = with_question(&game.snapshot());
    let picture = photograph(&snapshot);
    each("table", |look| {
        let mut snapshot = snapshot.clone();
        snapshot.health.calm = Some(Calm::Still);
        let link = MemoryLink::new(snapshot);
        link.show_picture(picture.clone());
        let mut shown = open(program(&link), look, true);
        // The newest line of points lights its feature up.
        let line = shown.harness.query_all_by_label_contains(":").last();
        if let Some(line) = line {
            line.hover();
        }
        shown.harness.run();
        shown
    });
}

#[test]
fn table_with_a_tile_over_the_edge() {
    let game = played(6, 50, 8);
    let picture = photograph(&game.snapshot());
    each("cut", |look| {
        let mut snapshot = (*game.snapshot()).clone();
        let last = snapshot.tiles.last().unwrap().cell;
        let free = Side::ALL.map(|side| last.neighbour(side)).into_iter();
        let mut free = free.filter(|cell| snapshot.tiles.iter().all(|tile| tile.cell != *cell));
        snapshot.health.calm = Some(Calm::Still);
        snapshot.health.cut = vec![free.next().expect("room beside the last tile")];
        let link = MemoryLink::new(snapshot);
        link.show_picture(picture.clone());
        open(program(&link), look, true)
    });
}

#[test]
fn table_that_differs() {
    let game = played(6, 50, 8);
    let picture = photograph(&game.snapshot());
    each("differs", |look| {
        let mut snapshot = (*game.snapshot()).clone();
        let tile = snapshot.tiles.last().unwrap().clone();
        snapshot.health.calm = Some(Calm::Still);
        snapshot.desync = Some(Desync {
            since_frame: 12,
            differences: vec![
                Difference::TileMissing {
                    cell: tile.cell,
                    face: tile.face,
                    rotation: tile.rotation,
                },
                Difference::TileUnknown {
                    cell: Cell::new(-2, 1),
                },
            ],
        });
        let link = MemoryLink::new(snapshot);
        link.show_picture(picture.clone());
        open(program(&link), look, true)
    });
}

#[test]
fn by_hand() {
    each("by_hand", |look| {
        let link = played(3, 9, 4);
        let mut shown = open(program(&link), look, true);
        let label = if look.language == "de" {
            "Plättchen V"
        } else {
            "Tile V"
        };
        shown.harness.get_by_label_contains(label).click();
        shown.harness.run();
        shown
    });
}

#[test]
fn by_hand_after_laying() {
    each("by_hand_figures", |look| {
        let link = begun(3);
        link.send(Command::PlaceTile {
            cell: Cell::new(1, 0),
            face: carcassonne::catalogue::face_id("U").unwrap(),
            rotation: Rotation::R90,
            garden: None,
        });
        open(program(&link), look, true)
    });
}

#[test]
fn the_end() {
    each("end", |look| {
        let link = played(5, 60, 6);
        link.send(Command::EndGame);
        open(program(&link), look, true)
    });
}

#[test]
fn keys() {
    let link = played(2, 12, 2);
    each("keys", |look| {
        let mut shown = open(program(&link), look, true);
        shown.harness.key_press(egui::Key::Questionmark);
        shown.harness.run();
        shown
    });
}

const THREE: &str = "players=Anna:red,Ben:blue,Clara:green";

fn has(kind: ChoiceKind) -> impl Fn(&Snapshot) -> bool {
    move |snapshot| snapshot.choices.iter().any(|choice| choice.kind == kind)
}

#[test]
fn mage_and_witch() {
    let setup = format!("modules=mage_and_witch; {THREE}");
    let moves = has(ChoiceKind::MoveMageOrWitch);
    let far = |s: &Snapshot| s.figures.iter().any(|f| f.kind == FigureKind::Witch) && moves(s);
    let link = played_until(&setup, 5, |s| s.turn.number > 15 && far(s));
    each("mage_and_witch", |look| open(program(&link), look, true));
}

#[test]
fn mists() {
    let setup = format!("modules=mists; level=3; confirmed=yes; {THREE}");
    let decide = has(ChoiceKind::PointsOrRemoval);
    let link = played_until(&setup, 2, |s| s.turn.number > 8 && decide(s));
    each("mists", |look| open(program(&link), look, true));
}

#[test]
fn a_lost_game() {
    let setup = "modules=mists; level=2; confirmed=yes; players=Anna:red+blue,Ben:green+black";
    let link = played_until(setup, 3, |s| s.over);
    each("lost", |look| open(program(&link), look, true));
}

#[test]
fn a_haunted_cemetery() {
    let link = golden("mists/18-a-haunted-cemetery.jsonl");
    each("haunted", |look| open(program(&link), look, true));
}

#[test]
fn a_buried_meeple() {
    let link = golden("mists/27-a-buried-meeple-loses-its-hound.jsonl");
    each("buried", |look| open(program(&link), look, true));
}

#[test]
fn eloise() {
    let setup = format!("modules=mists,spell_circles; {THREE}");
    let with = |s: &Snapshot| {
        let eloise = s.modules.eloise.as_ref().expect("played");
        eloise.pending.is_some() && eloise.in_circles > 0
    };
    let link = played_until(&setup, 4, with);
    each("eloise", |look| open(program(&link), look, true));
}

#[test]
fn ghosts_in_competition() {
    let setup = format!("modules=ghosts_castles_cemeteries,spell_circles; {THREE}");
    let haunt = has(ChoiceKind::HauntOpponent);
    let link = played_until(&setup, 6, |s| s.turn.number > 20 && haunt(s));
    each("ghosts", |look| open(program(&link), look, true));
}

#[test]
fn tatan_cards() {
    let setup = format!("modules=tatan; {THREE}");
    let link = played_until(&setup, 7, |s| s.turn.number > 14);
    link.send(Command::EndTurn);
    link.send(Command::Tell {
        what: EventKind::TatanDrawn,
    });
    each("tatan", |look| open(program(&link), look, true));
}

#[test]
fn a_map_with_chips() {
    let link = golden("benelux/02-a-chip-buys-an-island-tile.jsonl");
    each("benelux", |look| open(program(&link), look, true));
}

#[test]
fn modules_of_a_new_game() {
    let link = begun(2);
    each("new_modules", |look| {
        let mut program = program(&link);
        let base = carcassonne::catalogue::Catalogue::bundled();
        let base = base.faces().map(|face| face.id).collect();
        program.pictured.insert("own".to_owned(), base);
        let mut shown = open(program, look, false);
        press(&mut shown, ["Use my camera", "Meine Kamera benutzen"], look);
        let tick = |shown: &mut Shown, label: [&str; 2]| {
            let label = label[usize::from(look.language == "de")];
            let ui = &mut shown.harness;
            ui.get_by_role_and_label(Role::CheckBox, label)
                .scroll_to_me();
            ui.run();
            ui.get_by_role_and_label(Role::CheckBox, label).click();
            ui.run();
        };
        tick(&mut shown, ["Mage & Witch", "Magier & Hexe"]);
        tick(
            &mut shown,
            ["Mists over Carcassonne", "Nebel über Carcassonne"],
        );
        let level = "Level 4";
        let ui = &mut shown.harness;
        ui.get_by_role_and_label(Role::Button, level).scroll_to_me();
        ui.run();
        ui.get_by_role_and_label(Role::Button, level).click();
        ui.run();
        let options = ["4 table options", "4 Tischregeln"][usize::from(look.language == "de")];
        ui.get_by_label_contains(options).scroll_to_me();
        ui.run();
        ui.get_by_label_contains(options).click();
        ui.run();
        shown
    });
}

#[test]
fn a_doubt_beside_the_history() {
    each("doubt", |look| {
        let link = played(3, 14, 4);
        let event = link.snapshot().tiles[6].event;
        let doubt = tracker::belief::doubt::Doubt::Reading;
        link.send(Command::Doubt { event, doubt });
        let mut shown = open(program(&link), look, true);
        shown.harness.key_press(egui::Key::J);
        shown.harness.run();
        shown
    });
}

#[test]
fn a_gap_and_the_palette() {
    each("gap", |look| {
        let link = played(3, 14, 4);
        let mut shown = open(program(&link), look, true);
        shown.harness.key_press(egui::Key::O);
        shown.harness.run();
        shown
    });
    each("palette", |look| {
        let link = played(3, 14, 4);
        let mut shown = open(program(&link), look, true);
        shown
            .harness
            .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::K);
        shown.harness.run();
        shown
    });
}

#[test]
fn what_watches_the_game() {
    each("source", |look| {
        let link = played(3, 3, 4);
        link.set_record(Path::new("games/2026-11-20.jsonl"));
        let mut shown = open(program(&link), look, true);
        press(&mut shown, ["Camera on or off", "Kamera an oder aus"], look);
        shown
    });
}
