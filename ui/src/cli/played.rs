//! What is played, as the options `--setup` and `--setup-inline` say it.

use std::path::Path;

use tracker::setup::{Setup, SetupError};

use crate::cli::args::SetupArgs;
use crate::failure::Failure;

/// The set-up that was given; `None` if nobody says what is played.
pub(super) fn setup(args: &SetupArgs) -> Result<Option<Setup>, Failure> {
    let setup: Result<Setup, SetupError> = match (&args.setup, &args.setup_inline) {
        (Some(file), _) => Setup::from_toml(&read_text(file)?),
        (None, Some(text)) => text.parse(),
        (None, None) => return Ok(None),
    };
    let setup = setup.map_err(refused)?;
    setup.check_start().map_err(refused)?;
    Ok(Some(setup))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_start_tile_is_refused_before_anything_is_read() {
        let said = |text: &str| {
            setup(&SetupArgs {
                setup: None,
                setup_inline: Some(text.to_owned()),
            })
        };
        assert!(said("modules=base; start=D").is_ok_and(|setup| setup.is_some()));
        let failure = said("modules=base; start=ZZ").expect_err("no such tile");
        assert!(failure.to_string().contains("`ZZ`"), "{failure}");
    }
}
