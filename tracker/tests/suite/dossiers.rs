//! Every row of the rules dossiers that is a ruling is a table option, or stands below with the
//! reason why it is none; and every worked example of theirs is a golden record.
//!
//! The dossiers are no part of the repository; where they do not lie beside it, only the list below
//! is checked, and the rest is counted as skipped.

#[path = "../../../tests/src/data.rs"]
mod data;

use std::collections::BTreeSet;
use std::path::Path;

use tracker::rules::ruling::Ruling;
use tracker::setup::{Options, Setup, UnplaceableTile};

/// Rulings of the base game's own options, with two answers each that a set-up takes.
const BASE: [(&str, [&str; 2]); 3] = [
    ("B1", ["4", "2"]),
    ("B2", ["on", "off"]),
    ("B3", ["removed", "put_back"]),
];

/// Rows that promise an option although their source is a sheet, not a ruling.
const ALSO: [&str; 4] = ["G2", "BK6", "BK17", "T9"];

/// Rulings that are answered in one way only, and why.
const SETTLED: [(&str, &str); 24] = [
    (
        "B4",
        "clockwise around the tile, as the row says; it matters only where the track stops at 0",
    ),
    ("B5", "the module `abbot`"),
    ("B6", "the dossier offers no scoring of older editions"),
    (
        "BK11",
        "hound and cat count ghosts and move none, so their order changes no sum",
    ),
    (
        "BK14",
        "the sheet says every surrounding misty tile, and a circle is filled as its tile is laid",
    ),
    (
        "M2",
        "numbers of the level card, which a set-up gives or confirms",
    ),
    (
        "M10",
        "a cemetery is closed by whatever tile fills its last cell; nothing says later",
    ),
    ("M12", "a tile that does not exist cannot be laid face down"),
    (
        "W6",
        "modules the sheets do not cover together are allowed with a warning",
    ),
    (
        "T11",
        "a tile that fits nowhere else has no place to be laid",
    ),
    (
        "T12",
        "modules the sheets do not cover together are allowed with a warning",
    ),
    ("X1", "asked at set-up: `towns_and_cities`"),
    (
        "X6",
        "an island tile that fits nowhere could only be thrown away, and a chip with it",
    ),
    ("X7", "there is nothing that such a chip could buy"),
    (
        "X9",
        "the count of ordinary tiles is the same in either order",
    ),
    (
        "X11",
        "the print of a map is known as squares; farmers are option B2",
    ),
    (
        "L1",
        "no tile on record shows mist on a part of a side; a taught tile says it side by side",
    ),
    ("L2", "the printed symbols are told when a tile is taught"),
    ("L4", "a warning by its own words"),
    ("M1", "the level's own page decides it"),
    (
        "X10",
        "not needed: a chip tells its value when it is turned over",
    ),
    ("BK9", "the sheet decides it"),
    ("M13", "told when the start tile is taught"),
    ("L3", "told when tiles are taught"),
];

/// The number of a table's row, if it is one of open questions: `| BK4 | …`.
fn number(line: &str) -> Option<&str> {
    let cell = line.strip_prefix('|')?.split('|').next()?.trim();
    let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = letters.len() < cell.len()
        && (1..=2).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_uppercase());
    is_number.then_some(cell)
}

/// Whether the row is a ruling: its last cell says so.
fn is_ruling(line: &str) -> bool {
    let cells = line.trim().trim_end_matches('|');
    let source = cells.rsplit('|').next().unwrap_or_default();
    source.contains("RULING")
}

/// Options of that number; `BK4` has `BK4a` and `BK4b`.
fn options(number: &str) -> usize {
    let part = |ruling: &&Ruling| {
        let rest = ruling.number.strip_prefix(number);
        rest.is_some_and(|rest| rest.is_empty() || rest.chars().all(|c| c.is_ascii_lowercase()))
    };
    let base = BASE.iter().filter(|(own, _)| *own == number).count();
    Ruling::all().filter(part).count() + base
}

#[test]
fn every_ruling_of_the_dossiers_is_an_option_or_has_a_reason() {
    let Some(folder) = data::part("rules") else {
        return;
    };
    let files = std::fs::read_dir(folder).unwrap();
    let (mut walked, mut missing) = (BTreeSet::new(), Vec::new());
    for file in files.map(|file| file.unwrap().path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines() {
            let Some(number) = number(line) else { continue };
            if !is_ruling(line) && !ALSO.contains(&number) {
                continue;
            }
            walked.insert(number.to_owned());
            let reason = SETTLED.iter().any(|(settled, _)| *settled == number);
            match (options(number), reason) {
                (0, false) => missing.push(format!("{number} is no option: {line}")),
                (1.., true) => missing.push(format!("{number} is an option and has a reason")),
                _ => {}
            }
        }
    }
    println!("{} rulings walked", walked.len());
    assert!(walked.len() > 50, "{walked:?}");
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// The dossiers and the folders of their golden records.
const EXAMPLES: [(&str, &str); 7] = [
    ("base-game", "base"),
    ("mists-coop", "mists"),
    ("ghosts-castles-cemeteries", "ghosts_castles_cemeteries"),
    ("bannkreise", "spell_circles"),
    ("mage-and-witch", "mage_and_witch"),
    ("tatan", "tatan"),
    ("benelux", "benelux"),
];

/// Numbers of the examples of a dossier, in the part that is headed so.
fn examples(text: &str) -> Vec<u32> {
    let after = text.lines().skip_while(|line| {
        !(line.starts_with("## ") && line.to_lowercase().contains("worked examples"))
    });
    let lines = after.skip(1).take_while(|line| !line.starts_with("## "));
    let number = |line: &str| line.split_once(". ")?.0.parse().ok();
    lines.filter_map(number).collect()
}

#[test]
fn every_worked_example_of_the_dossiers_is_a_golden_record() {
    let Some(folder) = data::part("rules") else {
        return;
    };
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut missing = Vec::new();
    for (dossier, records) in EXAMPLES {
        let file = folder.join(dossier).with_extension("md");
        let text = std::fs::read_to_string(file).unwrap();
        let entries = std::fs::read_dir(golden.join(records)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names: Vec<String> = names.collect();
        let all = examples(&text);
        assert!(all.len() >= 8, "{dossier}: {all:?}");
        println!("{dossier}: {} examples", all.len());
        for number in all {
            // An island without tiles stands as a test beside its rules.
            let beside = (dossier, number) == ("benelux", 9);
            let begins = format!("{number:02}");
            if !beside && !names.iter().any(|name| name.starts_with(&begins)) {
                missing.push(format!("{dossier} {number}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join(", "));
}

#[test]
fn no_reason_is_given_for_an_option() {
    for (number, why) in SETTLED {
        assert_eq!(options(number), 0, "{number}: {why}");
    }
}

/// A set-up takes each option by number and by name, with each of its answers, and keeps it.
#[test]
fn every_option_is_taken_by_number_and_name() {
    for ruling in Ruling::all() {
        for answer in ruling.answers {
            for key in [ruling.number, ruling.name] {
                let setup: Setup = format!("{key}={answer}").parse().unwrap();
                assert_eq!(setup.options.rulings.answer(ruling), *answer, "{key}");
                let written = toml::to_string(&setup).unwrap();
                assert_eq!(Setup::from_toml(&written).unwrap(), setup, "{key}");
            }
        }
    }
    for (number, answers) in BASE {
        let [first, second] = answers.map(|answer| {
            let setup: Setup = format!("{number}={answer}").parse().unwrap();
            setup.options
        });
        assert_eq!(first, Options::default(), "{number}");
        assert_ne!(second, Options::default(), "{number}");
    }
    assert_eq!(UnplaceableTile::default(), UnplaceableTile::Removed);
}

/// Records and set-up files of older versions hold options that are none any more.
#[test]
fn retired_options_are_read_and_dropped() {
    for old in ["T12=yes", "tatan_with_mist=no", "open_combinations=yes"] {
        let setup: Setup = old.parse().unwrap();
        assert_eq!(setup, Setup::default(), "{old}");
    }
    let file = "[options]\nopen_combinations = true\ntatan_with_mist = \"yes\"";
    assert_eq!(Setup::from_toml(file).unwrap(), Setup::default());
}
