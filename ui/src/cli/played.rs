//! What is played, as the options `--setup` and `--setup-inline` say it.

use std::path::Path;

use tracker::setup::{Setup, SetupError};

use crate::cli::args::SetupArgs;
use crate::failure::Failure;

/// The set-up that was given; `None` if nobody says what is played.
pub(super) fn setup(args: &SetupArgs) -> Result<Option<Setup>, Failure> {
    let checked = |setup: Setup| setup.check_start().map(|()| setup);
    let setup = match (&args.setup, &args.setup_inline) {
        (Some(file), _) => {
            let setup = Setup::from_toml(&read_text(file)?).and_then(checked);
            setup.map_err(|error| refused_file(file, &error))?
        }
        (None, Some(text)) => {
            let setup = text.parse::<Setup>().and_then(checked);
            setup.map_err(refused)?
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(setup))
}

/// Why what stands in a file is no set-up.
fn refused_file(file: &Path, error: &SetupError) -> Failure {
    // What the reader of TOML says ends with a line break.
    let why = error.to_string();
    Failure::new(
        format!("{}: {}", file.display(), why.trim_end()),
        "in a file it is `modules = [\"base\"]`, and for each player `[[player]]` with \
         `name = \"Anna\"` and `color = \"red\"` on lines of their own",
    )
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

    #[test]
    fn a_module_that_does_not_exist_is_answered_with_those_that_do() {
        let failure = setup(&SetupArgs {
            setup: None,
            setup_inline: Some("modules=base,fog".to_owned()),
        });
        let failure = failure.expect_err("no such module").to_string();
        assert!(failure.contains("base abbot mage_and_witch"), "{failure}");
    }

    #[test]
    fn a_set_up_file_is_refused_by_its_name_and_shown_as_a_file() {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("friday.toml");
        std::fs::write(&file, "start = \"ZZ\"").expect("written");
        let failure = setup(&SetupArgs {
            setup: Some(file),
            setup_inline: None,
        });
        let failure = failure.expect_err("no such tile");
        assert!(failure.what.contains("friday.toml: "), "{failure}");
        assert!(failure.help.contains("[[player]]"), "{failure}");
    }
}
