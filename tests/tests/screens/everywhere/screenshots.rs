//! The documents' pictures: made by the program itself from its demo, and checked to be current.
//!
//! `make pictures` (`NEBELWACHT_PICTURES=1`) lets the demo be filmed and read, and writes into
//! `ui/screenshots` the game's record, a picture of each screen, and what can be used on it,
//! and into `target/tmp/film` the frames of the film. Otherwise the same screens are opened on
//! that record, and what can be used on them must be what the pictures were made of. Pictures
//! themselves are not compared: machines draw letters differently.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use carcassonne::seen::Calm;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::ThemeChoice;
use nebelwacht_ui::run::news::picture::Picture;
use nebelwacht_ui::window::App;
use serde::{Deserialize, Serialize};
use tracker::log::record::Record;

use crate::everywhere::film;
use crate::games::{ENGLISH, Look, open, photograph};

/// Largest a picture may be, bytes: all of them are loaded by whoever reads the documents.
const LARGEST: u64 = 250_000;

/// A picture to take.
struct Shot {
    name: &'static str,
    language: &'static str,
    theme: ThemeChoice,
    way: fn(&mut Harness<'_, App>),
}

const SHOTS: [Shot; 4] = [
    Shot {
        name: "table",
        language: "en",
        theme: ThemeChoice::Light,
        way: |_| {},
    },
    Shot {
        name: "looking-back",
        language: "en",
        theme: ThemeChoice::Light,
        way: |ui| ui.key_press(Key::L),
    },
    Shot {
        name: "tiles-left",
        language: "en",
        theme: ThemeChoice::Dark,
        way: |ui| ui.key_press(Key::I),
    },
    Shot {
        name: "teach",
        language: "de",
        theme: ThemeChoice::Dark,
        way: |ui| {
            for label in ["Mehr", "Plättchen beibringen"] {
                ui.get_by_role_and_label(Role::Button, label).click();
                ui.run();
            }
        },
    },
];

/// What the pictures were made of.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Made {
    version: String,
    screen: Vec<Screen>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Screen {
    file: String,
    /// What can be used on it, places on the board aside.
    controls: BTreeSet<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/screenshots")
}

fn controls(ui: &Harness<'_, App>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut open = vec![ui.root()];
    while let Some(node) = open.pop() {
        let inner = node.accesskit_node();
        let name = inner.label().unwrap_or_default();
        // What depends on where tiles lie says its place.
        if [Role::Button, Role::CheckBox].contains(&inner.role()) && !name.contains(" at ") {
            names.insert(
                name.split([',', ':', '('])
                    .next()
                    .unwrap_or("")
                    .trim()
                    .to_owned(),
            );
        }
        open.extend(node.children());
    }
    names
}

fn shown(shot: &Shot, record: &Record, picture: &Picture) -> Harness<'static, App> {
    let link = MemoryLink::resuming(record);
    let mut snapshot = (*link.snapshot()).clone();
    snapshot.health.calm = Some(Calm::Still);
    link.show(snapshot);
    link.show_picture(picture.clone());
    let look = Look {
        language: shot.language,
        theme: shot.theme,
        ..ENGLISH
    };
    let mut shown = open(MemoryProgram::new(link), look, true);
    (shot.way)(&mut shown.harness);
    shown.harness.run();
    shown.harness
}

#[test]
fn the_documents_show_the_program_as_it_is() {
    let write = std::env::var_os("NEBELWACHT_PICTURES").is_some();
    let (made, game) = (folder().join("screens.toml"), folder().join("game.jsonl"));
    let (record, picture) = if write {
        let film::Read { record, picture } =
            film::take(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("film"));
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(&game, &record).unwrap();
        (Record::read(&record).unwrap(), picture)
    } else {
        let record = Record::read(&std::fs::read(&game).unwrap()).unwrap();
        let picture = photograph(&MemoryLink::resuming(&record).snapshot());
        (record, picture)
    };
    let mut now = Made {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        screen: Vec::new(),
    };
    for shot in &SHOTS {
        let mut ui = shown(shot, &record, &picture);
        let file = format!("{}.jpg", shot.name);
        if write {
            let drawn = ui.render().unwrap();
            let size = [drawn.width(), drawn.height()].map(|side| side as usize);
            let rgb: Vec<u8> = drawn
                .pixels()
                .flat_map(|p| [p.0[0], p.0[1], p.0[2]])
                .collect();
            jpeg(&rgb, size, &folder().join(&file));
        }
        let controls = controls(&ui);
        now.screen.push(Screen { file, controls });
    }
    if write {
        std::fs::write(&made, toml::to_string_pretty(&now).unwrap()).unwrap();
    }
    let then: Made = toml::from_str(&std::fs::read_to_string(&made).unwrap()).unwrap();
    assert_eq!(then, now, "the screens changed: run `make pictures`");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shown_in = ["README.md", "docs/playing.md"];
    let pages = shown_in.map(|page| std::fs::read_to_string(root.join(page)).unwrap());
    for screen in &now.screen {
        let size = std::fs::metadata(folder().join(&screen.file))
            .unwrap()
            .len();
        assert!((10_000..LARGEST).contains(&size), "{}: {size}", screen.file);
        let shown = format!("ui/screenshots/{}", screen.file);
        let shows = |page: &String| page.contains(&shown);
        assert!(pages.iter().any(shows), "no page shows {shown}");
    }
}

fn jpeg(rgb: &[u8], size: [usize; 2], to: &Path) {
    let picture = vision::learn::teach::from_rgb(rgb, size).unwrap();
    let quality = opencv::core::Vector::from_slice(&[opencv::imgcodecs::IMWRITE_JPEG_QUALITY, 82]);
    opencv::imgcodecs::imwrite(to.as_os_str(), &picture, &quality).unwrap();
}
