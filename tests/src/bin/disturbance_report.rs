//! Prints how short synthetic games are read on hard tables: pose × turn × light × noise × hand
//! × bump × clutter, the share of games with everything right at every level, and what failed
//! first.
//!
//! `disturbance_report --games 20 --turns 4 --seed 1` mixes all levels; `--vary light,bump`
//! leaves everything else as usual; `--out DIR` keeps the last picture of every game that was
//! not read right, `--only SEED` looks at single games closely; `--tiles` and `--pack` play with other
//! pictures, `--modules` with expansions, `--joined` begins in the middle, where only what lies at the end
//! can be compared. Equal arguments give equal games.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use nebelwacht_tests::films::conditions::{self, Axis, Conditions};
use nebelwacht_tests::films::disturbance;
use nebelwacht_tests::photographs::boards::Print;
use nebelwacht_tests::{packs, table};
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use tracker::setup::Module;

#[derive(Parser)]
#[command(about = "Follows synthetic games on hard tables and prints what was right")]
struct Args {
    /// Games.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Turns of each.
    #[arg(long, default_value_t = 4)]
    turns: u32,
    /// Seed of the first game and of the mixture of conditions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is varied, separated by commas: pose, turn, light, noise, hand, bump, clutter.
    #[arg(long, value_delimiter = ',', value_parser = axis)]
    vary: Vec<Axis>,
    /// Expansions that are played with, separated by commas.
    #[arg(long, value_delimiter = ',')]
    modules: Vec<Module>,
    /// Level of the cooperative mists.
    #[arg(long)]
    level: Option<u8>,
    /// A pack in place of the built-in one; the drawn tiles stay as they are.
    #[arg(long)]
    pack: Option<PathBuf>,
    /// Pictures to draw the tiles with, in place of our own art.
    #[arg(long)]
    tiles: Option<PathBuf>,
    /// Begin watching when so many tiles lie.
    #[arg(long, default_value_t = 0)]
    joined: usize,
    /// Folder for the last picture of every game that was not read right.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Of these games, only those of these seeds, each with all that was wrong, and with the
    /// pictures that were read in `--out`.
    #[arg(long, value_delimiter = ',')]
    only: Vec<u64>,
}

fn axis(name: &str) -> Result<Axis, String> {
    let found = Axis::ALL.into_iter().find(|axis| axis.name() == name);
    found.ok_or_else(|| format!("there is no `{name}`"))
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let plan = |seed| Plan {
        modules: args.modules.iter().filter_map(|module| module.0).collect(),
        level: args.level,
        ..Plan::base(seed).turns(args.turns)
    };
    let catalogue = Demo::new(&plan(args.seed))?.setup.catalogue();
    let pack = match &args.pack {
        Some(path) => packs::open(path)?,
        None => Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?),
    };
    let print = match &args.tiles {
        Some(folder) => Print::from_folder(folder)?,
        None => Print::Own(catalogue),
    };
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out)?;
    }
    let vary = match args.vary[..] {
        [] => &Axis::ALL[..],
        _ => &args.vary,
    };
    let mut games = Vec::new();
    let head = [
        "seed",
        "table",
        "tiles",
        "figures",
        "scores",
        "asked",
        "wrong",
        "tiles, figures at the end",
        "CPU ms",
        "failed first",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    let sample = Conditions::sample(args.games as usize, vary, args.seed);
    for (seed, conditions) in (args.seed..).zip(sample) {
        let closely = args.only.contains(&seed);
        if !closely && !args.only.is_empty() {
            continue;
        }
        let mut demo = conditions::demo(&plan(seed), &conditions)?;
        if args.joined > 0 {
            conditions::join_at(&mut demo, args.joined);
        }
        let keep = args.out.as_ref().filter(|_| closely);
        let keep = keep.map(|out| out.join(format!("game_{seed}")));
        keep.iter().try_for_each(std::fs::create_dir_all)?;
        let followed = disturbance::follow_printed(&demo, &print, &pack, keep.as_deref())?;
        eprintln!("{seed}: {}: {}", conditions.text(), followed.failed_first());
        if closely {
            followed
                .read
                .differences
                .iter()
                .for_each(|all| eprintln!("  {all}"));
        }
        let end = &followed.end;
        let read = &followed.read;
        let figures = [read.placed, read.taken];
        let sum = |of: fn(&nebelwacht_ui::demo::compare::Hits) -> usize| -> usize {
            figures.iter().map(of).sum()
        };
        rows.push(vec![
            seed.to_string(),
            conditions.text(),
            format!("{} of {}", read.tiles.right, read.tiles.happened),
            format!("{} of {}", sum(|h| h.right), sum(|h| h.happened)),
            format!("{} of {}", read.turns_scored_right, read.turns),
            followed.asked.to_string(),
            (read.tiles.wrong + sum(|h| h.wrong)).to_string(),
            format!(
                "{} of {}, {} of {}, {} false",
                end.tiles[1], end.tiles[0], end.figures[1], end.figures[0], end.false_ones
            ),
            format!("{:.0}", followed.cpu_ms),
            followed.failed_first().to_owned(),
        ]);
        if let Some(out) = args.out.as_ref().filter(|_| !followed.all_right()) {
            followed.save_picture(&out.join(format!("game_{seed}.png")))?;
        }
        games.push((conditions, followed.all_right()));
    }
    println!("{}", table::text(&rows));
    print!("{}", table::text(&shares(vary, &games)));
    Ok(())
}

/// Share of games with everything right, level by level.
fn shares(vary: &[Axis], games: &[(Conditions, bool)]) -> Vec<Vec<String>> {
    let mut rows = vec![
        ["axis", "level", "games all right"]
            .map(String::from)
            .to_vec(),
    ];
    let share = |of: &dyn Fn(&Conditions) -> bool| {
        let met: Vec<bool> = games.iter().filter(|(c, _)| of(c)).map(|g| g.1).collect();
        format!("{} of {}", met.iter().filter(|r| **r).count(), met.len())
    };
    rows.push(vec!["all".into(), String::new(), share(&|_| true)]);
    for &axis in vary {
        for (level, name) in axis.levels().iter().enumerate() {
            let share = share(&|c| c.level(axis) == level);
            rows.push(vec![axis.name().into(), (*name).into(), share]);
        }
    }
    rows
}
