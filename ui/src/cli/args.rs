//! The command line: verbs, options, their help and examples.
//!
//! Measuring tools outside the project call these; names and meanings stay. A verb stands
//! here once it works, not before.

use std::path::PathBuf;

use carcassonne::catalogue::TileSet;
use clap::{Parser, Subcommand};
use hall::{Agreed, Names};
use tracker::rules::Expansion;
use tracker::setup::{Pictures, Setup, StartTile};

use crate::demo::plan::Plan;
use crate::export::{KINDS, Kind};
use crate::hall::HallSettings;
use crate::text::Language;

/// A companion for Carcassonne on a real table: watches the game through a camera, keeps the
/// board and the score, reminds and asks.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "nebelwacht",
    version,
    after_help = "Without a command the window opens.\n\nResults go to stdout, progress to stderr. Exit status: 0 done, 1 failed, 2 wrong \
                  usage.\n`nebelwacht COMMAND --help` explains a command with examples."
)]
pub struct Args {
    /// Keep settings, games and tile packs in this folder.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Log what the program does to stderr; twice for more.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// What to do; without a command the window opens.
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// What the program can be told to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Verb {
    /// Play a practice game on a synthetic table and follow it by pictures alone.
    #[command(
        after_help = "Needs neither camera nor tiles. Ends with the board and scores as \
        read, and compares them\nwith what was laid.\n\nExamples:\n  nebelwacht demo --headless\n  \
        nebelwacht demo --headless --seed 7 --players 4 --turns 20 --json"
    )]
    Demo(DemoArgs),
    /// Follow a game: board, figures and scores from a camera, a film or a stream.
    #[command(
        after_help = "SRC is camera:0, a video file, a folder of pictures, an http:// or rtsp:// \
        address, or\nsynth:7 for a practice game. Ctrl-C ends a headless game with its result. The game is \
        saved as it is played.\n\nExamples:\n  nebelwacht watch --source camera:0 --pack mine\n  nebelwacht watch --source game.mp4 --pack packs/mine --headless\n  \
        nebelwacht watch --source camera:0 --pack mine --headless --record friday.jsonl \\\n    \
        --setup-inline 'players=Anna:red,Ben:blue'"
    )]
    Watch(WatchArgs),
    /// Show every table of a hall on one wall: who leads, who waits, who needs help.
    #[command(
        after_help = "The tables tell a message broker (MQTT 5) of their games with `watch --hall`; the wall \
        listens there.\nUser and password come from --hall-account, or from NEBELWACHT_HALL_USER and \
        NEBELWACHT_HALL_PASSWORD.\n\nKeys: S sorts, arrows turn pages, + and - change the size, L the language, F11 fills the \
        screen;\na click opens a table.\n\nExamples:\n  nebelwacht hall mqtts://broker.example/club/friday\n  \
        nebelwacht hall mqtts://broker.example/club/friday --pages --evening friday/\n  \
        nebelwacht hall mqtts://broker.example/club/friday --json --seconds 5"
    )]
    Hall(Box<HallArgs>),
    /// Read single photographs: the board and the figures that can be seen.
    #[command(
        after_help = "Examples:\n  nebelwacht read table.jpg --pack packs/mine --json\n  \
        nebelwacht read table.jpg --pack mine --setup-inline 'players=Anna:red,Ben:blue'"
    )]
    Read {
        /// Photographs.
        #[arg(required = true, value_name = "PICTURE")]
        pictures: Vec<PathBuf>,
        /// Tile pack: a folder, or the name of a pack in the data folder.
        #[arg(long)]
        pack: String,
        /// Whose colours and which pieces to look for; without it the picture tells.
        #[command(flatten)]
        setup: SetupArgs,
        /// Print a line of JSON for each picture instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Score a finished game from one photograph of the board, as it lies after the last tile.
    #[command(
        after_help = "Reads the board with all that stands on it, scores what is unfinished and the \
        farmers, and adds\nwhat the track showed. Whatever is in doubt is listed with what each guess \
        comes to; with\n--record the game opens like any other and can be put right there.\n\nExamples:\n  \
        nebelwacht score table.jpg --pack mine --players Anna:red,Ben:blue --scores Anna:34,Ben:41\n  \
        nebelwacht score table.jpg --pack mine --players Anna:red,Ben:blue --record friday.jsonl\n  \
        nebelwacht score phone --pack mine --players Anna:red,Ben:blue"
    )]
    Score(Box<ScoreArgs>),
    /// Tell a saved game turn by turn: each score as a sum, and the final board.
    #[command(after_help = "Examples:\n  nebelwacht replay game.jsonl\n  \
        nebelwacht replay game.jsonl --until 12 --json")]
    Replay {
        /// A game's record (JSON Lines).
        record: PathBuf,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
        /// Show the game only up to the end of this turn.
        #[arg(long, value_name = "TURN")]
        until: Option<u32>,
    },
    /// Write files from a saved game: tables, pictures, a report, formats of other programs.
    #[command(after_help = "Writes into DIR, which is created if needed:\n\n  \
        record      game.jsonl          the game itself, which can be opened again\n  \
        schema      record.schema.json  JSON Schema of a record's lines\n  \
        json        game.json           the last state of the game\n  \
        csv         points.csv          a row for each line of points\n  \
        svg, png    board.svg, .png     the board in our own art\n  \
        photo       photo.png           the real tiles side by side, if pictures were kept\n  \
        html        report.html         a page to read and print, in both languages\n  \
        transcript  transcript.md       the game in words\n  \
        bgstats     game.bgsplay        a play for BG Stats, with link and QR code\n  \
        jcz         game.jcz            a saved game for JCloisterZone, if it knows the rules\n  \
        cases       cases/              kept pictures with labels, for photo_report\n\n\
        photo and cases show the table itself and are written only if named. A kind that\n\
        is not possible for this game is left out with a note. An existing file with other\n\
        content is never replaced without --replace.\n\nExamples:\n  \
        nebelwacht export game.jsonl --to friday/\n  \
        nebelwacht export game.jsonl --to friday/ --only csv,png --language de")]
    Export {
        /// A game's record (JSON Lines).
        record: PathBuf,
        /// Folder to write into.
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
        /// Kinds to write [default: all but photo and cases].
        #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = kind)]
        only: Vec<&'static Kind>,
        /// Language of the texts [default: the system's].
        #[arg(long, value_name = "de|en", value_parser = language)]
        language: Option<Language>,
        /// Replace existing files with other content.
        #[arg(long)]
        replace: bool,
        /// Let everybody on this machine read the files; otherwise they are yours alone.
        #[arg(long)]
        shared: bool,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Build, join and inspect tile packs: the pictures that tiles are recognised by.
    #[command(subcommand)]
    Pack(PackVerb),
    /// List the saved games, or delete one with everything kept of it.
    #[command(after_help = "Example:\n  nebelwacht games\n  \
        nebelwacht games --delete 2026-11-21_20-15")]
    Games {
        /// Delete this game: a record, or its name in the games folder. This cannot be undone.
        #[arg(long, value_name = "GAME")]
        delete: Option<PathBuf>,
        /// Delete without asking, also a record that does not lie among the saved games.
        #[arg(long, requires = "delete")]
        yes: bool,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Print the program's icon as SVG, for installing it.
    #[command(
        hide = true,
        after_help = "Example:\n  nebelwacht icon > nebelwacht.svg"
    )]
    Icon,
    /// List the cameras, and why one cannot be used.
    #[command(after_help = "Example:\n  nebelwacht cameras")]
    Cameras {
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
}

fn kind(name: &str) -> Result<&'static Kind, String> {
    Kind::find(name).ok_or_else(|| {
        let known = KINDS.map(|kind| kind.name).join(" ");
        format!("there is no such kind; the kinds are {known}")
    })
}

/// What `pack learn` is told.
#[derive(Clone, Debug, clap::Args)]
pub struct LearnArgs {
    /// Photographs of tiles; further ones may follow later.
    #[arg(value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// Folder to write the pack into.
    #[arg(short, long, value_name = "PACK")]
    pub out: PathBuf,
    /// The box: base or mage_and_witch.
    #[arg(long = "box", value_name = "BOX", default_value = "base", value_parser = boxes)]
    pub set: TileSet,
    /// A pack that looks somewhat alike, of another edition perhaps: a hint, no more.
    #[arg(long, value_name = "PACK")]
    pub from: Option<String>,
    /// A file with answers, TILE=FACE each.
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// An answer: the number of a tile and its face, like 12=V; 12=- if it is none of this box.
    #[arg(long, value_name = "TILE=FACE")]
    pub answer: Vec<String>,
    /// Replace the pack that is there.
    #[arg(long)]
    pub replace: bool,
    /// Language of the page with questions; the system's by default.
    #[arg(long, value_name = "de|en", value_parser = language)]
    pub language: Option<Language>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

fn language(code: &str) -> Result<Language, String> {
    let mut known = Language::all();
    known
        .find(|language| language.code() == code)
        .ok_or_else(|| {
            let codes: Vec<&str> = Language::all().map(Language::code).collect();
            format!("expected one of {}", codes.join(" "))
        })
}

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
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = module)]
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

/// A module by name; the base game is always there and so is none.
#[derive(Clone, Copy, Debug)]
pub struct Module(Option<Expansion>);

fn module(name: &str) -> Result<Module, String> {
    if name == "base" {
        return Ok(Module(None));
    }
    Expansion::ALL
        .into_iter()
        .find(|module| module.name() == name)
        .map(|module| Module(Some(module)))
        .ok_or_else(|| {
            let known = Expansion::ALL.map(Expansion::name).join(" ");
            format!("there is no such module; the modules are base {known}")
        })
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
    /// What the track shows before the final scoring: `Anna:34,Ben:41`; by default nothing.
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

/// Who else may look, and how they find it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PhoneArgs {
    /// Serve pages for the phones in the house, and print their addresses and codes: one to see
    /// the score, one to answer as well. With `--source phone` this is on.
    #[arg(long)]
    pub phones: bool,
    /// Where they are found.
    #[command(flatten)]
    pub at: PhoneAddress,
}

/// Where the pages for phones are found.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PhoneAddress {
    /// Address of this machine to be reached at [default: that of the interface that leads out].
    #[arg(long, value_name = "IP")]
    pub phone_address: Option<std::net::IpAddr>,
    /// Port of the pages; the next one carries the secure ones [default: 8420 if it is free].
    #[arg(long, value_name = "PORT")]
    pub phone_port: Option<u16>,
    /// Keep the pages' keys from one start to the next, so that an open page finds back.
    #[arg(long)]
    pub pin_phones: bool,
}

/// Whom else the game is told to: a hall of many tables.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct InHallArgs {
    /// Tell this hall of the game, as agreed below: mqtts://HOST/HALL [default: NEBELWACHT_HALL].
    #[arg(long, value_name = "URL")]
    pub hall: Option<String>,
    /// This table's name in the hall [default: NEBELWACHT_HALL_TABLE, or the account's user].
    #[arg(long, value_name = "NAME")]
    pub hall_table: Option<String>,
    /// File (TOML) with user, password, authority, certificate and key; its owner's only
    /// [default: NEBELWACHT_HALL_ACCOUNT].
    #[arg(long, value_name = "FILE")]
    pub hall_account: Option<PathBuf>,
    /// What the hall calls the players: initials, full (as at the table) or colors.
    #[arg(long, value_name = "HOW", default_value = "initials")]
    pub hall_names: Names,
    /// Tell scores, turn and tiles left only: no board, no moves, no record.
    #[arg(long)]
    pub hall_scores_only: bool,
    /// Also send the drawn board as a picture. No other picture is ever sent.
    #[arg(long)]
    pub hall_drawing: bool,
    /// Allow mqtt:// (unencrypted) to another machine.
    #[arg(long)]
    pub hall_plain: bool,
    /// Without a window: confirm the result when the game is over, unasked. In a terminal it is
    /// asked once the watching has ended, and E confirms it.
    #[arg(long)]
    pub hall_confirm: bool,
}

impl InHallArgs {
    /// The hall they and the environment name, if any.
    pub fn hall(&self) -> Option<HallSettings> {
        let told = HallSettings {
            address: self.hall.clone().unwrap_or_default(),
            table: self.hall_table.clone().unwrap_or_default(),
            account: self.hall_account.clone(),
            agreed: Agreed {
                names: self.hall_names,
                board: !self.hall_scores_only,
                drawing: self.hall_drawing,
            },
            always: false,
            plain: self.hall_plain,
        };
        let told = told.or_from(|name| std::env::var(name).ok());
        (!told.address.is_empty()).then_some(told)
    }
}

/// Arguments of `hall`.
#[derive(Clone, Debug, clap::Args)]
pub struct HallArgs {
    /// The hall: mqtts://HOST/HALL [default: NEBELWACHT_HALL].
    #[arg(value_name = "URL")]
    pub hall: Option<String>,
    /// File (TOML) with user, password, authority, certificate and key; its owner's only
    /// [default: NEBELWACHT_HALL_ACCOUNT].
    #[arg(long = "hall-account", value_name = "FILE")]
    pub account: Option<PathBuf>,
    /// Allow mqtt:// (unencrypted) to another machine.
    #[arg(long = "hall-plain")]
    pub plain: bool,
    /// What the hall is called on the wall [default: its part of the address].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Folder of the evening: results, standings and a tournament report are written there;
    /// pairings.csv and records/*.jsonl are read from there.
    #[arg(long, value_name = "DIR")]
    pub evening: Option<PathBuf>,
    /// Rounds to be played, for the tournament report.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub rounds: u32,
    /// Also serve the wall as a page in the house's network, and print its address and code.
    #[arg(long)]
    pub pages: bool,
    /// Address of this machine to be reached at [default: that of the interface that leads out].
    #[arg(long, value_name = "IP")]
    pub page_address: Option<std::net::IpAddr>,
    /// Port of the page; the next one carries the secure one [default: 8420 if it is free].
    #[arg(long, value_name = "PORT")]
    pub page_port: Option<u16>,
    /// Keep the page's key from one start to the next.
    #[arg(long)]
    pub pin_pages: bool,
    /// From how far the wall is read, cm; texts are as large as that takes.
    #[arg(long, value_name = "CM", default_value_t = 1000)]
    pub distance: u16,
    /// The screen's diagonal, inches [default: the television's in the settings].
    #[arg(long, value_name = "INCH")]
    pub diagonal: Option<u16>,
    /// Language of wall and standings [default: as in the settings].
    #[arg(long, value_name = "CODE", value_parser = language)]
    pub language: Option<Language>,
    /// Without a window; a line on stderr when something changes.
    #[arg(long)]
    pub headless: bool,
    /// Print one JSON object at the end; opens no window.
    #[arg(long)]
    pub json: bool,
    /// Without a window: end after this many seconds instead of with Ctrl-C.
    #[arg(long, value_name = "N")]
    pub seconds: Option<u64>,
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
    /// Continue the game of this record, and keep writing to it.
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

/// Commands for tile packs.
#[derive(Clone, Debug, Subcommand)]
pub enum PackVerb {
    /// Make a pack from a folder of pictures, one or more for each face.
    #[command(
        after_help = "A picture shows one tile, upright and cropped, and is named after \
        its face: D.jpg, or\nD_2.jpg for another picture of D. The base game's faces are A to \
        X.\n\nExample:\n  nebelwacht pack build --from photos/ --out packs/mine"
    )]
    Build {
        /// Folder of pictures.
        #[arg(long, value_name = "DIR")]
        from: PathBuf,
        /// Folder to write the pack into.
        #[arg(long, value_name = "PACK")]
        out: PathBuf,
        /// Replace the pack that is there.
        #[arg(long)]
        replace: bool,
    },
    /// Join packs into a new one, with every picture of each.
    #[command(
        after_help = "A face may have any number of pictures, so several artworks of it stay \
        side by side; a picture\nthat is in several packs is kept once. If two packs \
        describe different tiles under one name, that is refused,\nor with --rename the later \
        pack's tile gets a new name.\n\nExample:\n  nebelwacht pack merge mine packs/grandma -o packs/ours"
    )]
    Merge {
        /// Packs, two or more: folders, or names of kept packs.
        #[arg(required = true, num_args = 2.., value_name = "PACK")]
        packs: Vec<String>,
        /// New folder to write the pack into.
        #[arg(short, long, value_name = "OUT")]
        out: PathBuf,
        /// Give new names to tiles of later packs whose names are already taken by other tiles.
        #[arg(long)]
        rename: bool,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Learn a whole box from photographs of its tiles, laid out anyhow.
    #[command(
        after_help = "Lay the tiles face up, apart or touching, turned as they come, on one photograph or \
        several. All are\nnamed together; no picture of them need be known. What is sure goes into the \
        pack at once; what is\ndoubtful is asked on a page beside it, and further photographs and answers \
        go on from there.\n\nExit status: 0 complete, 3 questions open or tiles missing.\n\nExamples:\n  \
        nebelwacht pack learn spread1.jpg spread2.jpg -o packs/mine\n  \
        nebelwacht pack learn -o packs/mine --answer 12=V --answer 31=M"
    )]
    Learn(LearnArgs),
    /// Say what is in a pack.
    #[command(after_help = "Example:\n  nebelwacht pack show packs/mine")]
    Show {
        /// The pack: a folder, or the name of a kept pack.
        pack: String,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
}

/// The box a learning is for.
fn boxes(text: &str) -> Result<TileSet, String> {
    let learnable = |set: &TileSet| matches!(set, TileSet::Base | TileSet::MageAndWitch);
    let of_name = TileSet::ALL.into_iter().filter(learnable);
    let mut of_name = of_name.filter(|set| set.name() == text);
    of_name
        .next()
        .ok_or_else(|| "it is base or mage_and_witch".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_demo_films_every_module_and_names_them() {
        let demo = |modules| Args::try_parse_from(["nebelwacht", "demo", "--modules", modules]);
        let Some(Verb::Demo(args)) = demo("base,mage_and_witch").unwrap().verb else {
            panic!("no demo");
        };
        assert_eq!(args.plan().modules, [Expansion::MageAndWitch]);
        for module in Expansion::ALL {
            assert!(demo(module.name()).is_ok(), "{}", module.name());
        }
        let refused = demo("fog").unwrap_err().to_string();
        assert!(
            refused.contains("base abbot mage_and_witch mists"),
            "{refused}"
        );
    }

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_verb_shows_an_example() {
        fn check(command: &clap::Command) {
            for verb in command
                .get_subcommands()
                .filter(|verb| verb.get_name() != "help")
            {
                if verb.has_subcommands() {
                    check(verb);
                } else {
                    let help = verb
                        .get_after_help()
                        .map(ToString::to_string)
                        .unwrap_or_default();
                    assert!(
                        help.contains("Example"),
                        "{} has no example",
                        verb.get_name()
                    );
                }
            }
        }
        check(&Args::command());
    }
}
