//! Prints what becomes of tiles that no pack shows, and how honest readings are.
//!
//! Half of the faces are left out of the pack. Drawn boards are photographed under mixed
//! conditions and read tile by tile with the rules silent; `--games` are followed as films with
//! the rules speaking. `--whole` reads the boards with the whole pack instead: nothing is
//! foreign then, and the reliability table is that of a table whose tiles are all known. `--teach` has
//! games teach the tiles they notice.
//! `--tiles FOLDER --pack FOLDER` draws the tiles with other pictures than the pack's. Equal
//! arguments give equal boards. `--photos FOLDER` reads labelled photographs in place of drawn boards,
//! `--halves` times with another choice of faces left out of the pack.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, FaceId};
use clap::Parser;
use nebelwacht_tests::films::conditions::{self, Axis, Conditions};
use nebelwacht_tests::films::strangers::{self, Fate};
use nebelwacht_tests::photographs::boards::{self, Print, Single};
use nebelwacht_tests::photographs::photo;
use nebelwacht_tests::{packs, table};
use nebelwacht_ui::demo::plan::Plan;
use vision::pack::Pack;
use vision::tiles::model::{Model, ModelConfig};

#[derive(Parser)]
#[command(about = "Reads tiles that no pack shows, and holds confidence against the truth")]
struct Args {
    /// Boards, four to a choice of faces.
    #[arg(long, default_value_t = 12)]
    boards: u64,
    /// Turns laid on each.
    #[arg(long, default_value_t = 22)]
    turns: u32,
    /// Games followed as films.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Turns of each.
    #[arg(long, default_value_t = 6)]
    game_turns: u32,
    /// Seed of the first board and game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the pictures of tiles that are noticed as unknown in games into the pack meanwhile.
    #[arg(long)]
    teach: bool,
    /// Leave nothing out of the pack.
    #[arg(long)]
    whole: bool,
    /// A pack in place of the built-in one.
    #[arg(long)]
    pack: Option<PathBuf>,
    /// Pictures to draw the tiles with, in place of our own art.
    #[arg(long)]
    tiles: Option<PathBuf>,
    /// Labelled photographs to read in place of drawn boards.
    #[arg(long)]
    photos: Option<PathBuf>,
    /// Choices of faces that photographs are read with.
    #[arg(long, default_value_t = 4)]
    halves: u64,
    /// Say every reading: board, face, what it looks most like, foreign, right, said, unknown, likeness, strangeness.
    #[arg(long)]
    each: bool,
}

/// Boards read with the same pack.
const BOARDS_PER_PACK: u64 = 4;

/// What varies from board to board; hands and knocks are no matter of a photograph.
const VARY: [Axis; 5] = [
    Axis::Pose,
    Axis::Turn,
    Axis::Light,
    Axis::Noise,
    Axis::Clutter,
];

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let catalogue = Catalogue::bundled();
    let pack = match &args.pack {
        Some(path) => packs::open(path)?,
        None => Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?),
    };
    let print = match &args.tiles {
        Some(folder) => Print::from_folder(folder)?,
        None => Print::Own(catalogue.clone()),
    };
    if let Some(folder) = &args.photos {
        return photographs(&args, folder, &pack, &catalogue);
    }
    let sample = Conditions::sample(args.boards as usize, &VARY, args.seed);
    let (mut known, mut foreign, mut unseen) = (Vec::new(), Vec::new(), [0, 0]);
    let mut eye: Option<(Pack, Model, Vec<FaceId>)> = None;
    for (number, conditions) in (0..).zip(sample) {
        if number % BOARDS_PER_PACK == 0 || eye.is_none() {
            let (pack, out) = match args.whole {
                true => ((*pack).clone(), Vec::new()),
                false => boards::half(&pack, &catalogue, args.seed + number),
            };
            let model = Model::learn(&pack, &ModelConfig::default())?;
            let model = model.for_game(&pack, &catalogue)?;
            eye = Some((pack, model, out));
        }
        let Some((pack, model, out)) = &eye else {
            continue;
        };
        let board = boards::photographed(args.seed + number, args.turns, &conditions, &print)?;
        let (singles, lost) = board.read(pack, model, &catalogue)?;
        eprintln!(
            "{}: {}, {lost} not seen",
            args.seed + number,
            conditions.text()
        );
        unseen[0] += lost;
        unseen[1] += board.tiles.len();
        for single in singles {
            let strange = out.contains(&single.face);
            if args.each {
                println!("{} {}", args.seed + number, each(&single, strange));
            }
            if strange { &mut foreign } else { &mut known }.push(single);
        }
    }
    println!("{} of {} tiles not taken for tiles\n", unseen[0], unseen[1]);
    tell(&args, &known, &foreign);
    if args.games > 0 {
        print!("{}", table::text(&games(&args, &pack, &catalogue)?));
    }
    Ok(())
}

/// A reading as a line.
fn each(single: &Single, strange: bool) -> String {
    let Single {
        face,
        taken,
        right,
        said,
        unknown,
        likeness,
        strangeness,
    } = single;
    format!(
        "{face} {taken} {strange} {right} {said:.4} {unknown:.4} {likeness:.3} {strangeness:.3}"
    )
}

fn tell(args: &Args, known: &[Single], foreign: &[Single]) {
    if !args.whole {
        println!("{}", table::text(&noticed(known, foreign)));
    }
    println!("{}", table::text(&reliability(known)));
}

/// Labelled photographs in place of drawn boards.
fn photographs(
    args: &Args,
    folder: &Path,
    pack: &Pack,
    catalogue: &Catalogue,
) -> anyhow::Result<()> {
    let pictures = photo::labelled(folder);
    anyhow::ensure!(
        !pictures.is_empty(),
        "{} holds no labelled photographs",
        folder.display()
    );
    let (mut known, mut foreign) = (Vec::new(), Vec::new());
    for seed in args.seed..args.seed + if args.whole { 1 } else { args.halves } {
        let (pack, out) = match args.whole {
            true => (pack.clone(), Vec::new()),
            false => boards::half(pack, catalogue, seed),
        };
        let mut eye = photo::Eye::new(Arc::new(pack))?;
        for (number, picture) in pictures.iter().enumerate() {
            for single in photo::singles(picture, &mut eye)? {
                let strange = out.contains(&single.face);
                if args.each {
                    println!("{seed}.{number} {}", each(&single, strange));
                }
                if strange { &mut foreign } else { &mut known }.push(single);
            }
        }
    }
    tell(args, &known, &foreign);
    Ok(())
}

/// Foreign and known tiles by what a single look makes of them.
fn noticed(known: &[Single], foreign: &[Single]) -> Vec<Vec<String>> {
    let head = [
        "single looks",
        "of",
        "unknown",
        "named right",
        "named wrongly, ≥ 95 % sure",
        "doubtful",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for (what, of) in [("foreign tiles", foreign), ("known tiles", known)] {
        let count = |is: &dyn Fn(&Single) -> bool| of.iter().filter(|s| is(s)).count().to_string();
        let named = |s: &Single| s.unknown <= 0.5 && s.said >= 0.95;
        rows.push(vec![
            what.into(),
            of.len().to_string(),
            count(&|s| s.unknown > 0.5),
            count(&|s| named(s) && s.right),
            count(&|s| named(s) && !s.right),
            count(&|s| s.unknown <= 0.5 && s.said < 0.95),
        ]);
    }
    rows
}

/// What was said of known tiles against how often it was right.
fn reliability(known: &[Single]) -> Vec<Vec<String>> {
    let head = ["said", "readings", "right", "share", "mean said"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let bins = boards::reliability(known);
    for (at, &(low, of, right, mean)) in bins.iter().enumerate() {
        let high = bins.get(at + 1).map_or(1.0, |b| b.0);
        rows.push(vec![
            format!("{:.0}–{:.0} %", low * 100.0, high * 100.0),
            of.to_string(),
            right.to_string(),
            format!("{:.1} %", 100.0 * right as f32 / of.max(1) as f32),
            format!("{:.1} %", 100.0 * mean),
        ]);
    }
    let all = known.iter().filter(|s| s.right).count();
    rows.push(vec![
        "all".into(),
        known.len().to_string(),
        all.to_string(),
        format!("{:.1} %", 100.0 * all as f32 / known.len().max(1) as f32),
        format!(
            "off by {:.1} % on average",
            100.0 * boards::calibration_error(&bins)
        ),
    ]);
    rows
}

/// Games with foreign tiles.
fn games(args: &Args, pack: &Pack, catalogue: &Catalogue) -> anyhow::Result<Vec<Vec<String>>> {
    let mut fates: Vec<(bool, Fate)> = Vec::new();
    for seed in args.seed..args.seed + args.games {
        let (rest, out) = boards::half(pack, catalogue, seed);
        let demo = conditions::demo(
            &Plan::base(seed).turns(args.game_turns),
            &Conditions::default(),
        )?;
        for (_, face, fate) in strangers::fates(&demo, &Arc::new(rest), args.teach)? {
            eprintln!("game {seed}: {face}: {}", fate.name());
            fates.push((out.contains(&face), fate));
        }
    }
    let mut rows = vec![
        ["games", "foreign tiles", "known tiles"]
            .map(String::from)
            .to_vec(),
    ];
    for fate in Fate::ALL {
        let count = |strange: bool| fates.iter().filter(|f| **f == (strange, fate)).count();
        let of = |strange: bool| fates.iter().filter(|f| f.0 == strange).count();
        let cell = |strange| format!("{} of {}", count(strange), of(strange));
        rows.push(vec![fate.name().into(), cell(true), cell(false)]);
    }
    Ok(rows)
}
