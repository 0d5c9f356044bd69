//! Arguments of a game that is followed: the demo, a table that is watched, what is played there.

use std::path::PathBuf;

use tracker::setup::{Module, Pictures};

use super::{InHallArgs, PhoneArgs, language};
use crate::demo::plan::Plan;
use crate::text::Language;

/// Where a game goes once it has ended.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ExportArgs {
    /// Write files from the game into this folder when it ends; see `nebelwacht export --help`.
    #[arg(long = "export", value_name = "DIR")]
    pub to: Option<PathBuf>,
    /// Language of exported texts, de or en [default: the system's].
    #[arg(long, value_name = "de|en", value_parser = language, requires = "to")]
    pub language: Option<Language>,
}

/// Arguments of `demo`.
#[derive(Clone, Debug, clap::Args)]
pub struct DemoArgs {
    /// Run without a window, as fast as possible; ends by comparing what was read with what was laid.
    #[arg(long)]
    pub headless: bool,
    /// Which game to play: the same seed gives the same game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of players, 2 to 5 [default: chosen by the seed].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    pub players: Option<u8>,
    /// Stop after this many turns; a whole base game has 71.
    #[arg(long, value_name = "N")]
    pub turns: Option<u32>,
    /// Modules to play with, such as `base,mage_and_witch`.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub modules: Vec<Module>,
    /// What to do with the game when it ends.
    #[command(flatten)]
    pub export: ExportArgs,
    /// Level of the cooperative mists, 1 to 6.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub level: Option<u8>,
    /// Print one JSON object instead of text; opens no window.
    #[arg(long)]
    pub json: bool,
}

impl DemoArgs {
    /// The game they ask for.
    pub fn plan(&self) -> Plan {
        let modules = self.modules.iter().filter_map(|module| module.0);
        Plan {
            seed: self.seed,
            players: self.players,
            turns: self.turns,
            modules: modules.collect(),
            level: self.level,
        }
    }
}

/// What is played, where somebody says so.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SetupArgs {
    /// Set-up file (TOML): players, modules, table options.
    #[arg(long, value_name = "FILE", conflicts_with = "setup_inline")]
    pub setup: Option<PathBuf>,
    /// The set-up in one line: `modules=base,abbot; players=Anna:red,Ben:blue`.
    #[arg(long, value_name = "TEXT")]
    pub setup_inline: Option<String>,
}

/// Arguments of `watch`.
#[derive(Clone, Debug, clap::Args)]
pub struct WatchArgs {
    /// Where the pictures come from.
    #[arg(long, value_name = "SRC")]
    pub source: String,
    /// Tile pack: a folder, the name of a pack in the data folder, or `built-in` for our own art.
    #[arg(long)]
    pub pack: String,
    /// What is played.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The start tile: `seen` for whichever is laid first, or a face.
    #[arg(long, value_name = "seen|FACE")]
    pub start_tile: Option<String>,
    /// Write the game's record into this new file instead of one in the games folder.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Which pictures to keep, in a folder beside the record: none, evidence (the
    /// surroundings of what was noted) or all (also the board after each turn) [default: as
    /// in the settings].
    #[arg(long, value_name = "WHAT")]
    pub pictures: Option<Pictures>,
    /// Continue the game of this record, or the saved game of this name, and keep writing to it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "setup", "setup_inline", "start_tile", "pictures"])]
    pub resume: Option<PathBuf>,
    /// Run without a window; files are read as fast as possible.
    #[arg(long)]
    pub headless: bool,
    /// Pages for phones in the house.
    #[command(flatten)]
    pub phones: PhoneArgs,
    /// A hall of many tables.
    #[command(flatten)]
    pub hall: InHallArgs,
    /// What to do with the game when it ends.
    #[command(flatten)]
    pub export: ExportArgs,
    /// Print one JSON object at the end instead of text; opens no window.
    #[arg(long)]
    pub json: bool,
    /// Print each event as a line of JSON while the game goes on, the end last; opens no
    /// window.
    #[arg(long)]
    pub events: bool,
}
