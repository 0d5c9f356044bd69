//! The command line: verbs, options, their help and examples.
//!
//! Measuring tools outside the project call these; names and meanings stay. A verb stands
//! here once it works, not before.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::export::{KINDS, Kind};
use crate::text::Language;

mod game;
mod others;
mod packs;
mod score;

pub use game::{DemoArgs, ExportArgs, SetupArgs, WatchArgs};
pub use others::{HallArgs, InHallArgs, PhoneAddress, PhoneArgs};
pub use packs::{LearnArgs, PackVerb};
pub use score::ScoreArgs;

/// A companion for Carcassonne on a real table: watches the game through a camera, keeps the
/// board and the score, reminds and asks.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "nebelwacht",
    version,
    after_help = "Without a command the window opens.\n\nResults go to stdout, progress to stderr. Exit status: 0 done, 1 failed, 2 wrong \
                  usage, 3 questions open (pack learn), 130 interrupted.\n`nebelwacht COMMAND --help` explains a command with examples."
)]
pub struct Args {
    /// Keep settings, games and tile packs in this folder.
    #[arg(long, global = true, value_name = "DIR", display_order = 900)]
    pub data_dir: Option<PathBuf>,
    /// Log what the program does to stderr; twice for more.
    #[arg(short, long, global = true, action = clap::ArgAction::Count, display_order = 901)]
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
        after_help = "SRC is camera:0, phone, phone:photos, a video file, a folder of pictures, an http:// or \
        rtsp://\naddress, or synth:7 for a practice game. Ctrl+C ends a headless game with its result. The game is \
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
        /// Tile pack: a folder, the name of a pack in the data folder, or `built-in` for our own art.
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
        /// A game's record (JSON Lines), or the name of a saved game.
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
        picture     final.png           the final board with the ranking, to share\n  \
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
        /// A game's record (JSON Lines), or the name of a saved game.
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
    #[command(after_help = "Examples:\n  nebelwacht games\n  \
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

fn language(code: &str) -> Result<Language, String> {
    let mut known = Language::all();
    known
        .find(|language| language.code() == code)
        .ok_or_else(|| {
            let codes: Vec<&str> = Language::all().map(Language::code).collect();
            format!("expected one of {}", codes.join(" "))
        })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use tracker::rules::Expansion;

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
    fn where_phones_find_pages_is_refused_where_there_are_none() {
        let at = |option: &[&str]| {
            let words = [
                "nebelwacht",
                "score",
                "table.jpg",
                "--pack",
                "mine",
                "--players",
                "A:red",
            ];
            let args = Args::try_parse_from(words.iter().chain(option)).unwrap();
            match args.verb {
                Some(Verb::Score(score)) => score.at.refuse("leave it out"),
                _ => panic!("no scoring"),
            }
        };
        assert!(at(&[]).is_ok());
        for option in [
            &["--phone-port", "8420"][..],
            &["--phone-address", "192.168.1.5"],
            &["--pin-phones"],
        ] {
            let refused = at(option).unwrap_err().what;
            assert!(refused.starts_with(option[0]), "{refused}");
        }
    }

    #[test]
    fn how_a_hall_is_told_is_refused_where_there_is_none() {
        let hall = |option: &[&str]| {
            let words = ["nebelwacht", "watch", "--source", "a.mp4", "--pack", "mine"];
            let args = Args::try_parse_from(words.iter().chain(option)).unwrap();
            match args.verb {
                Some(Verb::Watch(watch)) => watch.hall.refuse(),
                _ => panic!("no watching"),
            }
        };
        assert!(hall(&[]).is_ok());
        for option in [
            &["--hall-names", "initials"][..],
            &["--hall-table", "7"],
            &["--hall-confirm"],
        ] {
            let refused = hall(option).unwrap_err().what;
            assert!(refused.starts_with(option[0]), "{refused}");
        }
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
