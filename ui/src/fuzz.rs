//! What others may send to the program itself: mutated records through every export, mutated files
//! of the data folder, and orders that no page of ours sends. Whatever it is, it is refused or told.
//!
//! As `tracker/tests/fuzz`: some hundred cases here, for hours by `make fuzz`.

#[path = "../../tracker/tests/fuzz/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use calibration::KnownView;
use carcassonne::catalogue::{Catalogue, TileSet};
use carcassonne::spots::RimGeometry;
use files::write::Readers;
use jiff::Timestamp;
use opencv::core::{CV_8UC3, Mat, Scalar};
use proptest::prelude::*;
use tracker::Tracker;
use tracker::log::event::EventId;
use tracker::log::record::Record;
use tracker::rules::choice::ChoiceId;
use tracker::setup::Setup;
use vision::learn::{Answer, Cutout, Learning, Tile};

use crate::export::told::Told;
use crate::export::{self, Existing, Kind};
use crate::phone::order::Order;
use crate::run::link::Program as _;
use crate::run::link::settings::Settings;
use crate::run::program::LocalProgram;
use crate::store::album::labels::Labels;
use crate::store::album::{Album, BoardNote};
use crate::store::cameras::{self, CameraFile};
use crate::store::folders::Folders;
use crate::store::{groups, learning, results};
use crate::text::{Language, Words};
use mutate::{Damage, damage};

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    proptest::collection::vec(damage(), 1..6)
}

fn damaged(text: &[u8], other: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut text = text.to_vec();
    damages
        .iter()
        .for_each(|damage| damage.of(&mut text, other));
    text
}

/// Names that spreadsheets, browsers, Markdown readers and terminals would obey.
const NAMES: [&str; 6] = [
    "=HYPERLINK(1)",
    "+1",
    "<script>x</script>",
    "](javascript:x)",
    "Anna",
    "@SUM",
];

/// Records of some turns in games of two, with such names.
static RECORDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).unwrap();
        let entries = entries.map(|entry| entry.unwrap().path());
        let (inner, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
        folders.extend(inner);
        all.extend(files);
    }
    all.sort();
    let named = |(n, path): (usize, &PathBuf)| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = format!("{{\"name\": \"{}\", \"color\"", NAMES[n % NAMES.len()]);
        text.replacen("{\"color\"", &name, 1).into_bytes()
    };
    all.iter().enumerate().map(named).collect()
});

/// The usual kinds, without pictures: these are drawn from what the board's own holds, and take long.
fn kinds() -> Vec<&'static Kind> {
    let mut kinds = Kind::usual();
    kinds.retain(|kind| !matches!(kind.name, "png" | "picture"));
    kinds
}

/// What an export of that kind must never hold, whatever the record says.
fn obeys_nobody(kind: &str, name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(bytes);
    if name.ends_with(".csv") {
        for row in csv::Reader::from_reader(bytes).records() {
            let row = row.expect("a table");
            let player = row.get(1).unwrap_or_default().trim_start_matches(' ');
            prop_assert!(!player.starts_with(['=', '+', '-', '@']), "{}", player);
        }
    }
    if [".html", ".svg"]
        .iter()
        .any(|ending| name.ends_with(ending))
    {
        prop_assert!(!text.contains("<script>x"), "{}: {}", kind, name);
    }
    if name.ends_with(".md") {
        // What a backslash stands before is no link.
        let links = text.replace(r"\\", "").replace(r"\]", "");
        prop_assert!(!links.contains("](javascript"), "{}", name);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        // A report takes a hundred times as long as a text.
        cases: ProptestConfig::default().cases.div_ceil(8),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_damaged_record_is_refused_or_exported(
        (one, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        damages in proptest::collection::vec(damage(), 0..4),
        german in any::<bool>(),
    ) {
        let texts = &*RECORDS;
        let (one, other) = (&texts[one.index(texts.len())], &texts[other.index(texts.len())]);
        let bytes = damaged(one, other, &damages);
        let Ok(told) = Told::read(&bytes, Timestamp::UNIX_EPOCH) else {
            return Ok(());
        };
        let words = Words::new(if german { Language::German } else { Language::English });
        let place = tempfile::tempdir().expect("a temporary folder");
        let exported = export::write(
            &told,
            words,
            &kinds(),
            place.path(),
            Existing::Replace,
            Readers::Owner,
        );
        for (kind, path) in exported.expect("written").files {
            let bytes = std::fs::read(&path).expect("it was written");
            prop_assert!(path.starts_with(place.path()));
            obeys_nobody(kind, &path.display().to_string(), &bytes)?;
        }
        let note = BoardNote {
            turn: 1,
            event: EventId(1),
            north_west: carcassonne::geometry::Cell::new(-2, -2),
            cells: [5, 5],
        };
        Labels::of(&told.log).board_picture(&note);
        let record = Record::read(&bytes).expect("read before");
        let games: Vec<_> = results::of_record(&record, Timestamp::UNIX_EPOCH).into_iter().collect();
        results::careers(games.iter().cycle().take(games.len() * 4));
    }
}

/// What lies in a data folder, each file as the program writes it.
struct Place {
    folder: tempfile::TempDir,
    folders: Folders,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(folder.path())).expect("given");
        Self { folder, folders }
    }

    fn learning(&self) -> PathBuf {
        self.folder.path().join("box.learning")
    }

    fn album(&self) -> Album {
        Album::of(&self.folder.path().join("game.jsonl"))
    }

    fn camera(&self) -> CameraFile {
        CameraFile::named(&self.folders, "webcam")
    }
}

fn learnt() -> Learning {
    let tile = |n: f64| {
        let picture = Mat::new_rows_cols_with_default(8, 8, CV_8UC3, Scalar::all(20.0 * n));
        let (near, far) = (10.0 * n, 10.0 * n + 8.0);
        Tile {
            corners_px: [[near, near], [far, near], [far, far], [near, far]].map(Into::into),
            cutout: Cutout {
                picture: picture.expect("a picture"),
                photo: 0,
            },
        }
    };
    let mut learning = Learning {
        photos: vec!["box.jpg".to_owned(), "rest.jpg".to_owned()],
        tiles: vec![tile(1.0), tile(2.0)],
        answers: Vec::new(),
    };
    learning.answer(Answer {
        tile: 1,
        face: carcassonne::catalogue::face_id("V"),
        rotation: None,
    });
    learning
}

const GROUP: &str = "modules=mage_and_witch; farmers=no; players=Anna:red,=1+1:blue";

/// The files as they are written, by their paths within the folder.
static FILES: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let place = Place::new();
    let group: Setup = GROUP.parse().expect("a set-up");
    let known = groups::with(Vec::new(), &group);
    groups::write(&place.folders.groups(), &known).expect("written");
    learning::save(&learnt(), TileSet::Base, &place.learning()).expect("written");
    LocalProgram::new(place.folders.clone()).keep_settings(&Settings {
        language: Some("de".to_owned()),
        ..Settings::default()
    });
    let view = KnownView {
        size: [640, 480],
        lens: None,
        board: None,
    };
    let noted = place.camera().note(&view, Timestamp::UNIX_EPOCH);
    noted.expect("written");
    let note = r#"{"turn":3,"event":4,"north_west":{"x":-1,"y":-2},"cells":[5,6]}"#;
    let cells = place.album().turn(3).with_extension("cells.json");
    files::write::file(&cells, note.as_bytes()).expect("written");
    files::write::file(&place.album().turn(3), b"").expect("written");
    let keep = tracker::setup::Pictures::All;
    place.album().set_switch(keep).expect("written");
    let mut files = Vec::new();
    let mut folders = vec![place.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(place.folder.path()).expect("within");
                files.push((name.to_owned(), std::fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
});

/// Everything that is read of a data folder.
fn read_all(place: &Place) -> Result<(), TestCaseError> {
    for group in groups::read(&place.folders.groups()) {
        let names = group.names().concat();
        prop_assert!(names.chars().all(files::words::is_plain));
        prop_assert_eq!(group.setup.clone().validated(), Ok(group.setup));
    }
    if let Ok(Some((set, read))) = learning::load(&place.learning()) {
        for tile in &read.tiles {
            prop_assert!(tile.cutout.photo < read.photos.len());
        }
        for answer in &read.answers {
            prop_assert!(answer.tile < read.tiles.len());
        }
        // One that can be read is named, written and read again.
        prop_assert!(read.learn(&Catalogue::of(&[set]), None).is_ok());
        learning::save(&read, set, &place.learning()).expect("written");
        prop_assert!(learning::load(&place.learning()).is_ok());
    }
    let settings = LocalProgram::new(place.folders.clone()).settings();
    LocalProgram::new(place.folders.clone()).keep_settings(&settings);
    for known in cameras::list(&place.folders) {
        let views = CameraFile::named(&place.folders, &known.id).read();
        prop_assert!(views.iter().all(|view| view.check().is_ok()));
    }
    let album = place.album();
    album.switch();
    for turn in album.kept().1 {
        if let Some(note) = album.board(turn) {
            let log = tracker::log::Log::new(std::sync::Arc::default());
            Labels::of(&log).board_picture(&note);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        // Each writes and reads some ten files.
        cases: ProptestConfig::default().cases.div_ceil(2),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_damaged_data_folder_is_read_as_far_as_it_goes(
        (one, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        damages in damages(),
    ) {
        let files = &*FILES;
        let (one, other) = (one.index(files.len()), other.index(files.len()));
        let place = Place::new();
        for (n, (name, bytes)) in files.iter().enumerate() {
            let path = place.folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            let bytes = match n == one {
                true => damaged(bytes, &files[other].1, &damages),
                false => bytes.clone(),
            };
            std::fs::write(path, bytes).expect("written");
        }
        read_all(&place)?;
    }
}

/// Orders as pages send them.
static ORDERS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let face = carcassonne::catalogue::face_id("D").expect("a name");
    let choice = ChoiceId("mage-and-witch/1/MoveMageOrWitch".to_owned());
    let event = EventId(1);
    let orders = [
        Order::Tile {
            face,
            x: 0,
            y: -1,
            rotation: 180,
        },
        Order::Figure {
            place: 0,
            tile: event,
            figure: carcassonne::piece::FigureKind::Meeple,
            color: Some(carcassonne::piece::Color::Red),
        },
        Order::Choose {
            choice: choice.clone(),
            option: 1,
        },
        Order::Decline { choice },
        Order::Undo { event },
        Order::EndTurn { turn: 1 },
        Order::Answer {
            question: serde_json::from_str("1").expect("a number"),
            guess: 0,
        },
    ];
    orders
        .iter()
        .map(|order| order.text().into_bytes())
        .collect()
});

proptest! {
    #[test]
    fn orders_that_no_page_sends_are_refused_or_carried_out(
        orders in proptest::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(),
             proptest::collection::vec(damage(), 0..3)),
            1..12,
        ),
    ) {
        let setup = "modules=mage_and_witch; players=Anna:red,Ben:blue".parse().expect("a set-up");
        let mut game = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
        for (one, other, damages) in orders {
            let texts = &*ORDERS;
            let bytes = damaged(
                &texts[one.index(texts.len())],
                &texts[other.index(texts.len())],
                &damages,
            );
            let now = game.snapshot();
            if let Ok(order) = Order::read(&bytes)
                && let Ok(command) = order.command(&now)
            {
                // What the rules refuse is refused; whatever else it does to the game is looked at below.
                let _ = game.command(0, command);
            }
        }
        for event in game.log().events() {
            let line = serde_json::to_string(event).expect("written");
            let again = serde_json::from_str::<tracker::log::event::Event>(&line);
            prop_assert!(again.is_ok(), "{}: {:?}", line, again.err());
        }
    }
}
