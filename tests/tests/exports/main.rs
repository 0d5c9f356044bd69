//! Exports as a foreign reader sees them: every kind, of every golden record, so of every mode.
//!
//! Nothing here asks the exporter what it wrote: tables are read by a CSV parser, drawings by
//! an SVG parser, pictures are decoded. Numbers are compared with the fold of the record.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use nebelwacht_ui::export::told::Told;
use nebelwacht_ui::export::{Existing, Exported, KINDS, Kind, write};
use nebelwacht_ui::text::{Language, Words};

mod bgstats;
mod board;
mod folder;
mod jcz;
mod record;
mod report;
mod table;
mod transcript;

/// A golden record, told.
struct Golden {
    /// Its folder and name.
    name: String,
    path: PathBuf,
    told: Told,
}

/// All golden records.
fn golden() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the golden records are in the repository");
        let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
        paths.sort();
        paths
    };
    let records = entries(&folder)
        .into_iter()
        .flat_map(|dossier| entries(&dossier));
    let all: Vec<Golden> = records.map(one).collect();
    assert!(all.len() > 100, "only {} golden records", all.len());
    all
}

fn one(path: PathBuf) -> Golden {
    let bytes = std::fs::read(&path).expect("readable");
    let parts: Vec<_> = path.components().rev().take(2).collect();
    let name = format!(
        "{}/{}",
        parts[1].as_os_str().to_string_lossy(),
        parts[0].as_os_str().to_string_lossy()
    );
    let told = Told::read(
        &bytes,
        "2026-11-21T19:30:00Z".parse::<Timestamp>().expect("a time"),
    );
    let mut told = told.unwrap_or_else(|error| panic!("{name}: {error}"));
    told.zone = TimeZone::UTC;
    Golden { told, name, path }
}

/// The file of a kind with that ending, in English.
fn made(told: &Told, kind: &str, ending: &str) -> Vec<u8> {
    made_in(told, kind, ending, Language::English)
}

fn made_in(told: &Told, kind: &str, ending: &str, language: Language) -> Vec<u8> {
    let kind = Kind::find(kind).expect("a kind");
    let files = (kind.files)(told, Words::new(language)).expect("made");
    let mut files = files.into_iter().filter(|file| file.name.ends_with(ending));
    files.next().expect("a file with that ending").bytes
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}
