//! Where the program's own notes go: stderr, silent unless asked.
//!
//! `-v` shows warnings and what the parts do, `-vv` everything of our own, and
//! `NEBELWACHT_LOG` (in `tracing`'s filter language) overrides both. Never writes to stdout,
//! which carries only results. A panic also leaves a report in the data folder, to be sent
//! along with a bug report: what failed, where, and in which version; nothing of the game. Only the
//! newest reports are kept.
//! OpenCV and FFmpeg, which write to stderr on their own, are silent as long as nobody asks.

use std::backtrace::Backtrace;
use std::io::Write as _;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};

use tracing_subscriber::EnvFilter;

/// Name of the environment variable that overrides the verbosity.
pub const LOG_VARIABLE: &str = "NEBELWACHT_LOG";

/// OpenCV's environment variable for how much FFmpeg says.
const FFMPEG_VARIABLE: &str = "OPENCV_FFMPEG_LOGLEVEL";

/// FFmpeg's `AV_LOG_QUIET`: nothing at all.
const FFMPEG_QUIET: &str = "-8";

/// Reports that are kept: a part that fails again and again says the same each time.
const MOST_REPORTS: usize = 20;

/// Starts logging for the life of the program. Called once, by `main`, before anything else.
pub fn start(verbose: u8) {
    if verbose == 0 {
        quiet_ffmpeg();
    }
    let level = match verbose {
        0 => "off",
        1 => {
            "nebelwacht_ui=info,phone=info,hall=info,vision=info,tracker=info,calibration=info,warn"
        }
        _ => {
            "nebelwacht_ui=debug,phone=debug,hall=debug,vision=debug,tracker=debug,calibration=debug,info"
        }
    };
    let filter = EnvFilter::try_from_env(LOG_VARIABLE).unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Told on stderr, which is what fails then: that would panic.
        .log_internal_errors(false)
        .init();
    let opencv_level = match verbose {
        0 => opencv::core::LogLevel::LOG_LEVEL_SILENT,
        _ => opencv::core::LogLevel::LOG_LEVEL_WARNING,
    };
    if let Err(error) = opencv::core::set_log_level(opencv_level) {
        tracing::debug!(%error, "OpenCV keeps its own log level");
    }
}

/// Keeps FFmpeg from tearing the progress bar: that a stream is away is said in our own words.
#[allow(unsafe_code)]
fn quiet_ffmpeg() {
    if std::env::var_os(FFMPEG_VARIABLE).is_none() {
        // SAFETY: the program has only this one thread yet, so nobody reads the environment.
        unsafe { std::env::set_var(FFMPEG_VARIABLE, FFMPEG_QUIET) };
    }
}

/// From now on every panic also leaves a report in that folder.
pub fn report_panics_to(folder: PathBuf) {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        // A panic must not panic again; what cannot be written is on stderr all the same.
        match write_report(&folder, panic) {
            // Whoever reads stderr may be gone, and `eprintln!` would panic.
            Ok(path) => {
                let _ = writeln!(std::io::stderr(), "a report is in {}", path.display());
            }
            Err(error) => tracing::warn!(%error, "no report of the panic"),
        }
    }));
}

fn write_report(folder: &Path, panic: &PanicHookInfo<'_>) -> std::io::Result<PathBuf> {
    let now = jiff::Zoned::now();
    let name = now.strftime("panic_%Y-%m-%d_%H-%M-%S%.3f.txt").to_string();
    let path = folder.join(name);
    let thread = std::thread::current();
    let part = thread.name().unwrap_or("without a name");
    let text = format!(
        "Nebelwacht {} on {} {}\nat {now}\npart: {part}\n\n{panic}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture(),
    );
    files::write::file(&path, text.as_bytes())?;
    forget_old_reports(folder);
    Ok(path)
}

/// Removes all reports but the newest, as their names tell the time.
fn forget_old_reports(folder: &Path) {
    let is_report = |name: &str| name.starts_with("panic_") && name.ends_with(".txt");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_report(name)).collect();
    names.sort();
    let old = names.len().saturating_sub(MOST_REPORTS);
    for name in names.iter().take(old) {
        // One that stays is in nobody's way.
        let _ = files::write::remove(&folder.join(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_reports_are_kept() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let report = |n: usize| {
            place
                .path()
                .join(format!("panic_2026-11-29_20-00-{n:02}.000.txt"))
        };
        for n in 0..MOST_REPORTS + 3 {
            std::fs::write(report(n), "").expect("written");
        }
        let other = place.path().join("notes.txt");
        std::fs::write(&other, "").expect("written");
        forget_old_reports(place.path());
        assert!(other.exists());
        let kept: Vec<usize> = (0..MOST_REPORTS + 3)
            .filter(|n| report(*n).exists())
            .collect();
        assert_eq!(kept, (3..MOST_REPORTS + 3).collect::<Vec<_>>());
    }
}
