//! What is played, as the options `--setup` and `--setup-inline` say it.

use std::path::Path;

use tracker::setup::{Setup, SetupError};

use crate::cli::args::SetupArgs;
use crate::failure::Failure;

/// The set-up that was given; `None` if nobody says what is played.
pub(super) fn setup(args: &SetupArgs) -> Result<Option<Setup>, Failure> {
    match (&args.setup, &args.setup_inline) {
        (Some(file), _) => Setup::from_toml(&read_text(file)?)
            .map(Some)
            .map_err(refused),
        (None, Some(text)) => text.parse().map(Some).map_err(refused),
        (None, None) => Ok(None),
    }
}

/// Why a set-up is none.
pub(super) fn refused(error: SetupError) -> Failure {
    Failure::new(
        error.to_string(),
        "a set-up looks like `modules=base; players=Anna:red,Ben:blue`",
    )
}

fn read_text(file: &Path) -> Result<String, Failure> {
    files::read::text(file, files::limits::TEXT_BYTES).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", file.display()),
            "name a set-up file (TOML), or use --setup-inline",
        )
    })
}
