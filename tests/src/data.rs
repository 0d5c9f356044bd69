//! Real photographs, rendered films, games of another engine: data that lie beside the repository
//! on some machines. A test that does not find its data says so, and is counted as skipped.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of data, if it is there: `NEBELWACHT_DATA` names it, `../shared` beside the workspace
/// by default.
pub fn folder() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("NEBELWACHT_DATA").map_or(default, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// A part of the data that a test needs, like `photos/tables`; without it the test is
/// [skipped](skip).
pub fn part(name: &str) -> Option<PathBuf> {
    let found = folder().map(|folder| folder.join(name));
    let found = found.filter(|path| path.exists());
    if found.is_none() {
        skip(&format!("{name} is not there"));
    }
    found
}

/// Notes that the running test could not do its work, and why: on its output, and as a line of
/// the file that `NEBELWACHT_SKIPPED` names, so that whoever runs all tests can list them at the
/// end.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {why}", thread.name().unwrap_or("a test"));
    println!("skipped: {line}");
    if let Some(path) = std::env::var_os("NEBELWACHT_SKIPPED") {
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path);
        let written = file.and_then(|mut file| writeln!(file, "{line}"));
        written.expect("the list of skipped tests can be written");
    }
}
