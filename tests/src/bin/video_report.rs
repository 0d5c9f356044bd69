//! Prints the evidence table of a folder of films with truth (`NAME.mp4` beside
//! `NAME.truth.json`): events right, late, wrong, missed; score right at each turn.
//!
//! `video_report FOLDER --pack PACK` uses one pack for all; `--pack NAME=PACK` gives the film
//! NAME its own. Without `--setup` players are found by their colours, as `watch` does.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;
use nebelwacht_tests::films::video;
use nebelwacht_tests::{packs, table};

#[derive(Parser)]
#[command(about = "Reads films with truth and prints what was right")]
struct Args {
    /// Folder of NAME.mp4 and NAME.truth.json.
    folder: PathBuf,
    /// PACK for all films, or NAME=PACK for one; may be given several times.
    #[arg(long, required = true)]
    pack: Vec<String>,
    /// Read only the films whose names begin so.
    #[arg(long)]
    only: Option<String>,
    /// Set the game up with the players and sets that the truth names.
    #[arg(long)]
    setup: bool,
    /// Take the likeliest answer where it is asked who claimed something, if it is at least 90 %.
    #[arg(long)]
    answer: bool,
    /// Say every event as it is read.
    #[arg(long)]
    events: bool,
    /// Say all that each look claims.
    #[arg(long)]
    looks: bool,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if !args.folder.is_dir() {
        println!("skipped: {} is not there", args.folder.display());
        return Ok(());
    }
    let mut films: Vec<PathBuf> = std::fs::read_dir(&args.folder)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.with_extension("truth.json").is_file())
        .filter(|path| path.extension().is_some_and(|e| e == "mp4"))
        .collect();
    films.sort();
    if let Some(only) = &args.only {
        let begins = |name: &OsStr| name.to_string_lossy().starts_with(only);
        films.retain(|path| path.file_name().is_some_and(begins));
    }
    let how = video::Following {
        with_setup: args.setup,
        answered: args.answer,
        log: args.events,
        looks: args.looks,
    };
    let head = [
        "film",
        "frames",
        "tiles",
        "right",
        "late",
        "figures",
        "right",
        "late",
        "wrong",
        "missed",
        "turns",
        "score right",
        "asked",
        "CPU s",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for film in films {
        let name = film
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
            .unwrap_or_default();
        let own = args
            .pack
            .iter()
            .find_map(|p| p.strip_prefix(&format!("{name}=")));
        let shared = args
            .pack
            .iter()
            .rfind(|p| !p.contains('='))
            .map(String::as_str);
        let pack = own
            .or(shared)
            .with_context(|| format!("no --pack for {name}"))?;
        eprintln!("{name}");
        let outcome = video::compare(&film, packs::open(pack.as_ref())?, how)?;
        for line in &outcome.missed {
            println!("{name}: missed {line}");
        }
        for line in &outcome.wrong {
            println!("{name}: wrong {line}");
        }
        for line in &outcome.score_faults {
            println!("{name}: score {line}");
        }
        let mut row = vec![name, outcome.frames.to_string()];
        row.extend(outcome.tiles.map(|n| n.to_string()));
        row.extend(outcome.figures.map(|n| n.to_string()));
        row.push(outcome.wrong.len().to_string());
        row.push(outcome.missed.len().to_string());
        row.extend(outcome.scores.map(|n| n.to_string()));
        row.push(outcome.questions.to_string());
        row.push(format!("{:.1}", outcome.cpu_s));
        rows.push(row);
    }
    print!("{}", table::text(&rows));
    Ok(())
}
