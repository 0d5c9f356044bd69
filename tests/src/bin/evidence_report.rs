//! Prints one table over all evidence in a folder: photographs with labels and films with truth.
//!
//! `evidence_report DATA` reads `DATA/photos/tables/*.jpg` and `DATA/videos/*.mp4` with the
//! packs in `DATA/photos/faces`: of these, each photograph and each film is read with the one
//! that recognises most in it (in a film: in its last frame); no label is looked at for that.
//! `--pack NAME=PACK` says which instead. `--out DIR` gets a picture of every mistake.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use carcassonne::catalogue::Catalogue;
use clap::Parser;
use nebelwacht_tests::films::video;
use nebelwacht_tests::photographs::photo::{self, Eye};
use nebelwacht_tests::{packs, table};
use vision::pack::Pack;

#[derive(Parser)]
#[command(about = "Reads all photographs and films of a folder and prints what was right")]
struct Args {
    /// Folder with `photos` and `videos`.
    data: PathBuf,
    /// NAME=PACK: the pack for the photograph or film of that name; may be given several times.
    #[arg(long)]
    pack: Vec<String>,
    /// Folder for a picture of every mistake.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Leave the films out.
    #[arg(long)]
    photos_only: bool,
}

/// Thing, pack, of, right, late, wrong, missed, asked, CPU.
type Row = Vec<String>;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if !args.data.is_dir() {
        println!("skipped: {} is not there", args.data.display());
        return Ok(());
    }
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out)?;
    }
    let mut eyes = eyes(&args.data.join("photos/faces"))?;
    let head = [
        "what", "pack", "of", "right", "late", "wrong", "missed", "asked", "CPU",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for picture in files(&args.data.join("photos/tables"), &["jpg", "png"], "json") {
        rows.extend(photograph(&picture, &args, &mut eyes)?);
    }
    if !args.photos_only {
        for film in files(&args.data.join("videos"), &["mp4"], "truth.json") {
            rows.extend(filmed(&film, &args, &mut eyes)?);
        }
    }
    print!("{}", table::text(&rows));
    Ok(())
}

/// Files of some kinds with their truth beside them, by name.
fn files(folder: &Path, kinds: &[&str], truth: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: {} is not there", folder.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|e| kinds.iter().any(|k| e == *k))
        })
        .filter(|path| path.with_extension(truth).is_file())
        .collect();
    files.sort();
    files
}

/// The packs of a folder that show faces of the base game.
fn eyes(folder: &Path) -> anyhow::Result<Vec<Eye>> {
    let catalogue = Catalogue::bundled();
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut eyes = Vec::new();
    for folder in folders {
        // A folder of other pictures is none of this table's.
        let Ok(pack) = packs::open(&folder) else {
            continue;
        };
        let shows = pack
            .pictures
            .iter()
            .any(|p| catalogue.face(&p.face).is_some());
        if shows {
            eyes.push(Eye::new(pack)?);
        }
    }
    Ok(eyes)
}

/// The pack that was named for this file.
fn named(name: &str, args: &Args) -> anyhow::Result<Option<Arc<Pack>>> {
    let own = args
        .pack
        .iter()
        .find_map(|p| p.strip_prefix(&format!("{name}=")));
    own.map(|path| packs::open(path.as_ref())).transpose()
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn photograph(picture: &Path, args: &Args, eyes: &mut [Eye]) -> anyhow::Result<Vec<Row>> {
    let name = stem(picture);
    eprintln!("{name}");
    let outcome = match named(&name, args)? {
        Some(pack) => photo::compare(picture, &mut [Eye::new(pack)?])?,
        None => photo::compare(picture, eyes)?,
    };
    for fault in outcome.faults.iter().chain(&outcome.ghosts) {
        println!("{name}: {fault}");
    }
    if let Some(out) = &args.out {
        outcome.save_faults(out, &name)?;
    }
    let invented = |tile: bool| {
        let of = outcome
            .ghosts
            .iter()
            .filter(|g| g.what.starts_with("tile ") == tile);
        of.count()
    };
    let cpu = format!("{:.0} ms", outcome.seconds * 1e3);
    let row = |what: &str, [of, found, right]: [usize; 3], asked: String, cpu: &str| {
        let wrong = found - right + invented(what == "tiles");
        let counts = [of, right].map(|n| n.to_string());
        let [of_text, right_text] = counts;
        vec![
            format!("{name}: {what}"),
            outcome.pack.clone(),
            of_text,
            right_text,
            "–".into(),
            wrong.to_string(),
            (of - found).to_string(),
            asked,
            cpu.to_owned(),
        ]
    };
    let mut rows = vec![row(
        "tiles",
        outcome.tiles,
        outcome.doubtful.to_string(),
        &cpu,
    )];
    if outcome.figures[0] > 0 {
        rows.push(row("figures", outcome.figures, "–".into(), "–"));
    }
    Ok(rows)
}

fn filmed(film: &Path, args: &Args, eyes: &mut [Eye]) -> anyhow::Result<Vec<Row>> {
    let name = stem(film);
    let pack = match named(&name, args)? {
        Some(pack) => pack,
        None => {
            let last = video::frames(film, vec![u64::MAX])?;
            let last = last.into_values().next().context("a film without frames")?;
            let best = photo::most_trusted(&last, eyes)?;
            Arc::clone(eyes.get(best).context("no pack")?.pack())
        }
    };
    eprintln!("{name} with {}", pack.name);
    let pack_name = pack.name.clone();
    let outcome = video::compare(film, pack, video::Following::default())?;
    for (kind, faults) in [
        ("missed", &outcome.missed),
        ("wrong", &outcome.wrong),
        ("score", &outcome.score_faults),
    ] {
        for fault in faults {
            println!("{name}: {kind} {fault}");
        }
    }
    if let Some(out) = &args.out {
        outcome.save_faults(film, out, &name)?;
    }
    let wrong = |tile: bool| {
        let of = outcome
            .wrong
            .iter()
            .filter(|w| w.what.contains("TileLaid") == tile);
        of.count().to_string()
    };
    let cpu = outcome.cpu_s * 1e3 / outcome.frames.max(1) as f64;
    let row =
        |what: &str, of: usize, right: usize, late: usize, wrong: String, rest: [String; 2]| {
            let [asked, cpu] = rest;
            vec![
                format!("{name}: {what}"),
                pack_name.clone(),
                of.to_string(),
                right.to_string(),
                late.to_string(),
                wrong,
                (of - right - late).to_string(),
                asked,
                cpu,
            ]
        };
    let none = || ["–".to_owned(), "–".to_owned()];
    let [of, right, late] = outcome.tiles;
    let rest = [
        outcome.questions.to_string(),
        format!("{cpu:.1} ms a frame"),
    ];
    let tiles = row("tiles", of, right, late, wrong(true), rest);
    let [of, right, late] = outcome.figures;
    let figures = row("figure events", of, right, late, wrong(false), none());
    let [of, right] = outcome.scores;
    let turns = row(
        "turns with scores right",
        of,
        right,
        0,
        (of - right).to_string(),
        none(),
    );
    Ok(vec![tiles, figures, turns])
}
