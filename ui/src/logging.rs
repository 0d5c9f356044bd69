//! Where the program's own notes go: stderr, silent unless asked.
//!
//! `-v` shows warnings and what the parts do, `-vv` everything of our own, and
//! `NEBELWACHT_LOG` (in `tracing`'s filter language) overrides both. Never writes to stdout,
//! which carries only results.

use tracing_subscriber::EnvFilter;

/// Name of the environment variable that overrides the verbosity.
pub const LOG_VARIABLE: &str = "NEBELWACHT_LOG";

/// Starts logging for the life of the program. Called once, by `main`.
pub fn start(verbose: u8) {
    let level = match verbose {
        0 => "off",
        1 => "nebelwacht_ui=info,vision=info,tracker=info,calibration=info,warn",
        _ => "nebelwacht_ui=debug,vision=debug,tracker=debug,calibration=debug,info",
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
