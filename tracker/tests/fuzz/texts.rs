//! Texts from files of others: a text that is read is told without falling, and what is written
//! of it is read again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use carcassonne::catalogue::{Catalogue, Taught};
use carcassonne::map::Map;
use carcassonne::spots::RimGeometry;
use proptest::prelude::*;
use tracker::Tracker;
use tracker::log::record::{Header, Record};
use tracker::setup::Setup;
use tracker::snapshot::review::Review;

use crate::mutate::{Damage, damage};

static GOLDEN: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => all.push(path),
            }
        }
    }
    all.sort();
    all.iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
});

static DATA: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("carcassonne/data");
    let mut files: Vec<_> = std::fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
});

const INLINE: [&str; 5] = [
    "modules=base,abbot; players=Anna:red,Ben:blue; farmers=off; start=seen",
    "modules=mists,spell_circles; players=Anna:red+blue,Ben:green+black; level=3; confirmed=yes; ghosts=15; target=60; first_hound=2; second_hound=6",
    "modules=benelux,tatan; map=sample; players=red,blue; large_followers=on; pictures=all",
    "modules=ghosts_castles_cemeteries,mage_and_witch; players=red,blue,green; meeples=7; two_tile_city=2",
    "players=red; unplaceable_tile=put_back; aids=off; open_combinations=yes; start=D",
];

fn one_of(texts: &[Vec<u8>], which: prop::sample::Index) -> &[u8] {
    &texts[which.index(texts.len())]
}

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

fn tell(record: &Record) {
    record.failures();
    let log = record.log();
    let review = Review::of(&log);
    review.snapshot(review.moments.len().checked_sub(1));
    tracker::reminders_by_turn(&log);
    let snapshot = Tracker::resume(record, Arc::new(RimGeometry)).snapshot();
    serde_json::to_string(&*snapshot).expect("a snapshot can be written down");
}

proptest! {
    #[test]
    fn a_damaged_record_is_refused_or_told(
        (one, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        damages in damages(),
    ) {
        let text = damaged(one_of(&GOLDEN, one), one_of(&GOLDEN, other), &damages);
        match Record::read(&text) {
            Ok(record) => {
                prop_assert!(record.whole_bytes <= text.len());
                // What is kept of it can be gone on with.
                let kept = Record::read(&text[..record.whole_bytes]).expect("read before");
                prop_assert_eq!(&kept.lines, &record.lines);
                tell(&record);
                for event in record.events() {
                    let line = serde_json::to_string(event).expect("written");
                    let again = serde_json::from_str::<tracker::log::event::Event>(&line);
                    prop_assert!(again.is_ok(), "{}: {:?}", line, again);
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_bytes_are_refused_or_a_record(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Record::read(&bytes);
        let _ = Header::read(&bytes);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = Setup::from_toml(text);
            let _ = text.parse::<Setup>();
            let _ = Map::from_toml(text);
            let _ = Taught::from_toml(text);
        }
    }

    #[test]
    fn a_damaged_set_up_is_refused_or_played(
        (one, other) in (0..INLINE.len(), 0..INLINE.len()),
        damages in damages(),
        as_file in any::<bool>(),
    ) {
        let setup = |text: &str| text.parse::<Setup>().expect("sound");
        let file = |text: &str| toml::to_string(&setup(text)).expect("written");
        let parts = |text: &str| text.replace("; ", ";\n");
        let (text, theirs) = match as_file {
            true => (file(INLINE[one]), file(INLINE[other])),
            false => (parts(INLINE[one]), parts(INLINE[other])),
        };
        let text = damaged(text.as_bytes(), theirs.as_bytes(), &damages);
        let Ok(text) = String::from_utf8(text) else {
            return Ok(());
        };
        let read = if as_file { Setup::from_toml(&text) } else { text.parse() };
        match read {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(setup) => {
                let again = toml::to_string(&setup).expect("written");
                let read_again = Setup::from_toml(&again);
                prop_assert_eq!(read_again.as_ref(), Ok(&setup), "{}", again);
                let _ = (setup.check_start(), setup.warnings());
                for player in &setup.players {
                    prop_assert!(player.name.chars().all(files::words::is_plain));
                }
                Tracker::new(Arc::new(setup), Arc::new(RimGeometry)).snapshot();
            }
        }
    }

    #[test]
    fn a_damaged_map_is_refused_or_read(damages in damages()) {
        let sample = toml::to_string(&*Map::sample()).expect("written");
        let text = damaged(sample.as_bytes(), sample.as_bytes(), &damages);
        let Ok(text) = String::from_utf8(text) else {
            return Ok(());
        };
        if let Ok(map) = Map::from_toml(&text) {
            map.warnings();
            let again = toml::to_string(&map).expect("written");
            let again = Map::from_toml(&again).expect("what was read is written so");
            prop_assert_eq!(again, map);
        }
    }

    #[test]
    fn damaged_tiles_are_refused_or_known(
        (one, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        damages in damages(),
    ) {
        let text = damaged(one_of(&DATA, one), one_of(&DATA, other), &damages);
        let Ok(text) = String::from_utf8(text) else {
            return Ok(());
        };
        if let Ok(catalogue) = Catalogue::from_toml(&[&text]) {
            for face in catalogue.faces() {
                let leads = face.id.contains(|letter| "/\\".contains(letter) || !files::words::is_plain(letter));
                prop_assert!(!leads && !face.id.is_empty());
                let _ = (face.ghosts(), face.distinct_rotations().count());
            }
        }
        // The same as people teach it: each file is one box.
        let mut lines = text.splitn(2, "[[face]]");
        let head = lines.next().unwrap_or_default().to_owned();
        let rest = lines.next().map(|rest| format!("[[face]]{rest}")).unwrap_or_default();
        let boxed = format!("[[box]]\n{head}{}", rest.replace("[[face", "[[box.face"));
        if let Ok(taught) = Taught::from_toml(&boxed) {
            let again = Taught::from_toml(&taught.to_toml());
            prop_assert_eq!(again.as_ref(), Ok(&taught));
        }
    }
}
