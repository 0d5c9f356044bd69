//! The settings file: what a person chose, and what the program remembers of its last game.

use std::path::{Path, PathBuf};

use files::limits::TEXT_BYTES;
use serde::{Deserialize, Serialize};

use crate::run::link::settings::Settings;

/// What the settings file holds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Kept {
    #[serde(flatten)]
    pub(super) settings: Settings,
    /// The game that was last watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last: Option<Last>,
}

/// A watched game: what was pointed at it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Last {
    pub(super) record: PathBuf,
    pub(super) source: String,
    pub(super) pack: String,
}

/// The settings in a file; the defaults where there are none. A file that cannot be read is
/// put aside, so that the next change does not overwrite what somebody wrote into it.
pub(super) fn read_settings(path: &Path) -> Kept {
    let text = match files::read::text(path, TEXT_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Kept::default(),
        Err(error) => return put_aside(path, &error),
    };
    toml::from_str(&text).unwrap_or_else(|error| put_aside(path, &error))
}

fn put_aside(path: &Path, error: &dyn std::error::Error) -> Kept {
    // If it cannot even be moved, it cannot be overwritten either.
    let aside = files::write::put_aside(path).ok();
    tracing::warn!(%error, ?aside, "settings cannot be read");
    Kept::default()
}

pub(super) fn write_settings(path: &Path, kept: &Kept) -> Result<(), String> {
    let text = toml::to_string(kept).map_err(|error| error.to_string())?;
    files::write::file(path, text.as_bytes()).map_err(|error| error.to_string())
}
