//! Golden records: every worked example of the rules dossiers as a saved game that carries its
//! own expectations. One record per example, named by its number; a mended rule leaves one
//! more behind.

use std::path::{Path, PathBuf};

use tracker::catalogue::Catalogue;
use tracker::record::Record;

fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the golden records are in the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn every_golden_record_keeps_its_expectations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/base");
    let paths = records(&folder);
    let mut failures = Vec::new();
    for path in &paths {
        let bytes = std::fs::read(path).expect("a readable file");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match Record::read(&bytes) {
            Err(error) => failures.push(format!("{name}: {error}")),
            Ok(record) => {
                let expects = record.lines.len() > record.events().count();
                if !expects {
                    failures.push(format!("{name}: it expects nothing"));
                }
                let unmet = record.failures(&Catalogue::bundled());
                failures.extend(unmet.iter().map(|failure| format!("{name}: {failure}")));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    for example in 1..=14 {
        let number = format!("{example:02}");
        let named = |path: &&PathBuf| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(&number))
        };
        assert!(
            paths.iter().any(|path| named(&path)),
            "example {number} has no record"
        );
    }
}
