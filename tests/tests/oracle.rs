//! Differential test: games played and scored by an independent engine are played again by our
//! rules, and every list of legal tile places, legal meeple places, supply and score must agree.
//!
//! `NEBELWACHT_ORACLE` names the folder or `.tar.xz` archive of games; the default lies beside
//! the repository. Without it the test says `skipped`. Its own `main`, so that the result line
//! is printed in any case.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use nebelwacht_tests::data;
use nebelwacht_tests::oracle::{Counts, OracleGame, games, read_games, replay};

fn main() -> ExitCode {
    let Some(path) = games() else {
        data::skip("oracle: there are no games of the engine");
        return ExitCode::SUCCESS;
    };
    match run(&path) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<bool> {
    let (mut agreeing, mut all, mut counts) = (0, 0, Counts::default());
    for (name, text) in read_games(path)? {
        let game: OracleGame =
            serde_json::from_str(&text).with_context(|| format!("{name} is no game"))?;
        all += 1;
        let (_, differences) = replay(&game, &mut counts)?;
        agreeing += usize::from(differences.is_empty());
        for difference in differences {
            println!("{}: {difference}", game.id);
        }
    }
    if all == 0 {
        bail!("there is no game in {}", path.display());
    }
    let Counts {
        placements,
        meeple_lists,
        scores,
    } = counts;
    println!(
        "oracle: {agreeing} of {all} games agree ({placements} placements, {meeple_lists} meeple lists, {scores} scores)"
    );
    Ok(agreeing == all)
}
