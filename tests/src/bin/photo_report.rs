//! Prints the evidence table of labelled photographs: tiles found and right in cell, face and turn;
//! figures by colour and feature; misses and ghosts by name, and how sure figures were said to be
//! against how often they were right.
//!
//! `photo_report FOLDER --pack PACK [PACK …]` reads each `NAME.jpg` beside a `NAME.json` with the
//! pack that recognises most in it; `--copies` reads copies of them instead, halved, blurred, warm
//! and so on ([`nebelwacht_tests::photographs::copies`]), one row for each change. `--draw 12 --print FACES` first
//! fills the folder with so many drawn photographs of boards with those faces
//! ([`nebelwacht_tests::photographs::drawn`]). `--out DIR` writes each picture with its reading drawn over it, and a
//! cut-out of every mistake.

use std::path::{Path, PathBuf};

use clap::Parser;
use nebelwacht_tests::photographs::boards::Print;
use nebelwacht_tests::photographs::copies::Change;
use nebelwacht_tests::photographs::drawn;
use nebelwacht_tests::photographs::figures::Marks;
use nebelwacht_tests::photographs::photo::{self, Eye, Outcome};
use nebelwacht_tests::{packs, table};
use opencv::imgcodecs;

#[derive(Parser)]
#[command(about = "Reads labelled photographs and prints what was right")]
struct Args {
    /// Folder of NAME.jpg and NAME.json.
    folder: PathBuf,
    /// Tile packs, or folders of face pictures.
    #[arg(long, required = true, num_args = 1..)]
    pack: Vec<PathBuf>,
    /// Only the photographs of these names.
    #[arg(long, num_args = 1..)]
    only: Vec<String>,
    /// Read changed copies instead of the photographs.
    #[arg(long)]
    copies: bool,
    /// Draw so many photographs into the folder first.
    #[arg(long, requires = "print")]
    draw: Option<u64>,
    /// A tile pack, or folder of face pictures, of which drawn boards are laid.
    #[arg(long)]
    print: Option<PathBuf>,
    /// Folder for pictures with the reading drawn over them.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if let Some((count, print)) = args.draw.zip(args.print.as_deref()) {
        drawn::fill(&args.folder, count, &Print::from_folder(print)?)?;
    }
    if !args.folder.is_dir() {
        println!("skipped: {} is not there", args.folder.display());
        return Ok(());
    }
    let mut eyes = Vec::new();
    for pack in &args.pack {
        eyes.push(Eye::new(packs::open(pack)?)?);
    }
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out)?;
    }
    let mut report = Report::new(args.out.as_deref());
    for picture in photo::labelled(&args.folder) {
        let name = picture.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if !args.only.is_empty() && !args.only.contains(&name) {
            continue;
        }
        let (image, labels) = photo::open(&picture)?;
        if !args.copies {
            report.add(&name, &photo::judge(&image, &labels, &mut eyes)?)?;
            continue;
        }
        for change in Change::ALL {
            let (image, labels) = change.of(&image, &labels)?;
            let outcome = photo::judge(&image, &labels, &mut eyes)?;
            report.add(&format!("{name} {}", change.name()), &outcome)?;
        }
    }
    report.print(args.copies);
    Ok(())
}

/// What was read of each photograph so far.
struct Report<'a> {
    out: Option<&'a Path>,
    read: Vec<(String, Counts)>,
}

/// What of photographs was right.
#[derive(Clone, Default)]
struct Counts {
    pack: String,
    tiles: [usize; 3],
    false_tiles: usize,
    figures: Marks,
    seconds: f64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        for (sum, one) in self.tiles.iter_mut().zip(other.tiles) {
            *sum += one;
        }
        self.false_tiles += other.false_tiles;
        self.figures.add(&other.figures);
        self.seconds += other.seconds;
    }

    fn row(&self, name: &str) -> Vec<String> {
        let mut row = vec![name.to_owned(), self.pack.clone()];
        row.extend(self.tiles.map(|n| n.to_string()));
        row.push(self.false_tiles.to_string());
        row.extend(self.figures.row());
        row.push(format!("{:.1}", self.seconds));
        row
    }
}

impl<'a> Report<'a> {
    const fn new(out: Option<&'a Path>) -> Self {
        let read = Vec::new();
        Self { out, read }
    }

    /// Takes down a photograph, and prints what is wrong with it.
    fn add(&mut self, name: &str, outcome: &Outcome) -> anyhow::Result<()> {
        if let (Some(out), Some(drawing)) = (self.out, &outcome.drawing) {
            outcome.save_faults(out, name)?;
            let path = out.join(format!("{name}.png"));
            imgcodecs::imwrite_def(path.to_string_lossy().as_ref(), drawing)?;
        }
        let faults = outcome.faults.iter().map(|fault| format!("{fault}"));
        let ghosts = outcome.ghosts.iter().map(|ghost| format!("ghost {ghost}"));
        for (number, line) in faults.chain(ghosts).enumerate() {
            println!("{name}_{number:02}: {line}");
        }
        let counts = Counts {
            pack: outcome.pack.clone(),
            tiles: outcome.tiles,
            false_tiles: outcome.ghosts.len() - outcome.marks.ghosts,
            figures: outcome.marks.clone(),
            seconds: outcome.seconds,
        };
        self.read.push((name.to_owned(), counts));
        Ok(())
    }

    /// The table; of copies, a row for each change as well.
    fn print(&self, by_change: bool) {
        let head = ["photograph", "pack", "tiles", "found", "right", "false"].iter();
        let head = head.chain(&Marks::HEAD).chain(&["s"]);
        let mut rows = vec![head.map(|h| (*h).to_owned()).collect::<Vec<_>>()];
        let sum = |of: &dyn Fn(&str) -> bool| {
            let mut sum = Counts::default();
            let read = self.read.iter().filter(|(name, _)| of(name));
            read.for_each(|(_, counts)| sum.add(counts));
            sum
        };
        rows.extend(self.read.iter().map(|(name, counts)| counts.row(name)));
        for change in Change::ALL.iter().filter(|_| by_change) {
            let of = |name: &str| name.ends_with(change.name());
            rows.push(sum(&of).row(&format!("all {}", change.name())));
        }
        let all = sum(&|_| true);
        rows.push(all.row("all"));
        print!("{}", table::text(&rows));
        println!("figures: said at least | so often | right | mean said");
        let bins = all.figures.reliability().into_iter();
        for (low, of, right, mean) in bins.filter(|bin| bin.1 > 0) {
            println!("{low:.2} | {of} | {right} | {mean:.3}");
        }
    }
}
