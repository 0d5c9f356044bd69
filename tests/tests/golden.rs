//! Golden records: every worked example of the rules dossiers as a saved game that carries its
//! own expectations. A folder per dossier, one record per example, named by its number; a
//! mended rule leaves one more behind.

use std::path::{Path, PathBuf};

use tracker::log::record::Record;

/// The dossiers and how many worked examples each has. The ninth of the map, an island without
/// tiles, stands as a test beside its rules.
const EXAMPLES: [(&str, usize); 7] = [
    ("base", 14),
    ("mists", 20),
    ("ghosts_castles_cemeteries", 12),
    ("spell_circles", 16),
    ("mage_and_witch", 9),
    ("tatan", 9),
    ("benelux", 8),
];

fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the golden records are in the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Everything in which a record does not keep what it expects.
fn failures(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).expect("a readable file");
    match Record::read(&bytes) {
        Err(error) => vec![error.to_string()],
        Ok(record) if record.lines.len() == record.events().count() => {
            vec!["it expects nothing".to_owned()]
        }
        Ok(record) => record.failures(),
    }
}

#[test]
fn every_golden_record_keeps_its_expectations() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut wrong = Vec::new();
    for (dossier, examples) in EXAMPLES {
        let paths = records(&golden.join(dossier));
        println!("{dossier}: {} records", paths.len());
        for path in &paths {
            let all = failures(path);
            wrong.extend(
                all.iter()
                    .map(|failure| format!("{dossier}/{}: {failure}", name(path))),
            );
        }
        for example in 1..=examples {
            let number = format!("{example:02}");
            if !paths.iter().any(|path| name(path).starts_with(&number)) {
                wrong.push(format!("{dossier}: example {number} has no record"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
