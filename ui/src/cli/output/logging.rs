//! Where the program's own notes go: stderr, silent unless asked.
//!
//! `-v` shows warnings and what the parts do, `-vv` everything of our own, and
//! `NEBELWACHT_LOG` (in `tracing`'s filter language) overrides both. Never writes to stdout,
//! which carries only results. A panic also leaves a report in the data folder, to be sent
//! along with a bug report: what failed, where, and in which version; nothing of the game.
//! OpenCV and FFmpeg, which write to stderr on their own, are silent as long as nobody asks.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};

use tracing_subscriber::EnvFilter;

/// Name of the environment variable that overrides the verbosity.
pub const LOG_VARIABLE: &str = "NEBELWACHT_LOG";

/// OpenCV's environment variable for how much FFmpeg says.
const FFMPEG_VARIABLE: &str = "OPENCV_FFMPEG_LOGLEVEL";

/// FFmpeg's `AV_LOG_QUIET`: nothing at all.
const FFMPEG_QUIET: &str = "-8";

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
            Ok(path) => eprintln!("a report is in {}", path.display()),
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
    Ok(path)
}
