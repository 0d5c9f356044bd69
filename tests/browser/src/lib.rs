//! What the tests share: a browser to open pages with, and a running program that serves them.
//!
//! Chromium and its driver come from the system, the program and its film from the workspace beside
//! this one (`target/release`). A test that does not find them says so, and counts as skipped.

use std::io::Write as _;
use std::path::PathBuf;

pub mod browser;
pub mod film;
pub mod hall;
pub mod process;
pub mod proxy;

/// Where the workspace builds.
pub fn target() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(root, PathBuf::from)
}

/// The program's own folder for all tests: the look of the tiles is learnt once.
pub fn data() -> PathBuf {
    target().join("tmp").join("browser")
}

/// A program that the workspace has built; none if it has not, which counts as skipped.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = target().join("release").join(name);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{name} was not built"));
    None
}

/// Notes that the running test could not do its work, and why, as the other tests do.
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
