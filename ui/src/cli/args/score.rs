//! Arguments of scoring a photograph of the finished board.

use std::path::PathBuf;

use tracker::setup::{Setup, StartTile};

use super::PhoneAddress;

/// Arguments of `score`.
#[derive(Clone, Debug, clap::Args)]
pub struct ScoreArgs {
    /// The photograph; `phone` has one taken by a phone in the house, which answers as well.
    #[arg(value_name = "PHOTO|phone")]
    pub photo: PathBuf,
    /// Tile pack: a folder, the name of a pack in the data folder, or `built-in` for our own art.
    #[arg(long)]
    pub pack: String,
    /// Who plays which colour: `Anna:red,Ben:blue`.
    #[arg(long, value_name = "LIST", value_parser = players)]
    pub players: Setup,
    /// What the track shows before the final scoring: `Anna:34,Ben:41` [default: nothing].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = on_the_track)]
    pub scores: Vec<(String, i32)>,
    /// Write the game into this new file.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Where the phone finds its page.
    #[command(flatten)]
    pub at: PhoneAddress,
}

/// The players of `score`, as a set-up.
fn players(text: &str) -> Result<Setup, String> {
    let expected = || "expected players like `Anna:red,Ben:blue`".to_owned();
    // A list of players, and not a way into the rest of a set-up.
    if text.contains([';', '\n']) || text.trim().is_empty() {
        return Err(expected());
    }
    let setup: Setup = format!("players={text}")
        .parse()
        .map_err(|error: tracker::setup::SetupError| error.to_string())?;
    if setup.players.is_empty() {
        return Err(expected());
    }
    let mut names: Vec<&str> = setup.players.iter().map(|p| p.name.as_str()).collect();
    names.sort_unstable();
    if let Some(same) = names.windows(2).find(|two| two[0] == two[1]) {
        return Err(format!("two players are called {}", same[0]));
    }
    Ok(Setup {
        // Nobody saw which tile was laid first.
        start: StartTile::Seen,
        ..setup
    })
}

/// A player, by name or colour, and points of the track.
fn on_the_track(text: &str) -> Result<(String, i32), String> {
    let expected = || {
        let most = files::limits::POINTS_BY_HAND;
        format!("expected a player and 0 to {most} points, like `Anna:34`")
    };
    let (who, points) = text.rsplit_once(':').ok_or_else(expected)?;
    let points: i32 = points.trim().parse().map_err(|_| expected())?;
    if !(0..=files::limits::POINTS_BY_HAND).contains(&points) {
        return Err(expected());
    }
    Ok((who.trim().to_owned(), points))
}
