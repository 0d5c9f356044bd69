//! What the program on this machine holds: its folders, what it keeps, and what makes its sounds.

use crate::run::news::open_error::OpenError;
use crate::run::program::kept::{Kept, read_settings, write_settings};
use crate::run::sound::{Devices, Speaker};
use crate::store::folders::Folders;

/// The program on this machine.
pub struct LocalProgram {
    pub(super) folders: Folders,
    pub(super) kept: Kept,
    pub(super) speaker: Speaker,
    /// How pages for phones are offered.
    pub(super) phones: phone::Options,
}

impl LocalProgram {
    /// The program with these folders.
    pub fn new(folders: Folders) -> Self {
        let kept = read_settings(&folders.settings());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let phones = phone::Options {
            folder: folders.phones(),
            ..phone::Options::default()
        };
        Self {
            folders,
            kept,
            speaker: Speaker::new(Devices::find(&path)),
            phones,
        }
    }

    /// Offers pages for phones like this.
    #[must_use]
    pub fn with_phones(mut self, phones: phone::Options) -> Self {
        self.phones = phones;
        self
    }

    /// Where it keeps things.
    pub const fn folders(&self) -> &Folders {
        &self.folders
    }

    pub(super) fn write_settings(&self) {
        let path = self.folders.settings();
        if let Err(why) = write_settings(&path, &self.kept) {
            tracing::warn!(path = %path.display(), %why, "settings are not kept");
        }
    }
}

/// An error that is told by its own words.
pub(super) fn other(error: &dyn std::error::Error) -> OpenError {
    OpenError::Other(error.to_string())
}
