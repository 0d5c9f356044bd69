//! Prints the evidence table of a folder of labelled photographs (`NAME.jpg` beside
//! `NAME.json`): tiles found and right in cell, face and turn; figures by colour and feature;
//! misses and ghosts by name, and how sure figures were said to be against how often they were right.
//!
//! `photo_report FOLDER --pack PACK [PACK …]`: each photograph is read with the pack that
//! recognises most in it. `--out DIR` writes each picture with its reading drawn over it, and a
//! cut-out of every mistake.

use std::path::PathBuf;

use clap::Parser;
use nebelwacht_tests::figures::Marks;
use nebelwacht_tests::{packs, photo, table};

#[derive(Parser)]
#[command(about = "Reads labelled photographs and prints what was right")]
struct Args {
    /// Folder of NAME.jpg and NAME.json.
    folder: PathBuf,
    /// Tile packs, or folders of face pictures.
    #[arg(long, required = true, num_args = 1..)]
    pack: Vec<PathBuf>,
    /// Folder for pictures with the reading drawn over them.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if !args.folder.is_dir() {
        println!("skipped: {} is not there", args.folder.display());
        return Ok(());
    }
    let mut eyes = Vec::new();
    for pack in &args.pack {
        eyes.push(photo::Eye::new(packs::open(pack)?)?);
    }
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out)?;
    }
    let mut pictures: Vec<PathBuf> = std::fs::read_dir(&args.folder)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jpg" || e == "png"))
        .filter(|path| path.with_extension("json").is_file())
        .collect();
    pictures.sort();
    let head = ["photograph", "pack", "tiles", "found", "right"].iter();
    let head = head.chain(&Marks::HEAD).chain(&["s"]);
    let mut rows = vec![head.map(|h| (*h).to_owned()).collect::<Vec<_>>()];
    let mut all = Marks::default();
    for picture in pictures {
        let name = picture
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
            .unwrap_or_default();
        let outcome = photo::compare(&picture, &mut eyes)?;
        if let (Some(out), Some(drawing)) = (&args.out, &outcome.drawing) {
            outcome.save_faults(out, &name)?;
            let path = out.join(format!("{name}.png"));
            opencv::imgcodecs::imwrite_def(path.to_string_lossy().as_ref(), drawing)?;
        }
        let faults = outcome.faults.iter().map(|fault| format!("{fault}"));
        let ghosts = outcome.ghosts.iter().map(|ghost| format!("ghost {ghost}"));
        for (number, line) in faults.chain(ghosts).enumerate() {
            println!("{name}_{number:02}: {line}");
        }
        let mut row = vec![name, outcome.pack.clone()];
        row.extend(outcome.tiles.map(|n| n.to_string()));
        row.extend(outcome.marks.row());
        all.add(&outcome.marks);
        row.push(format!("{:.1}", outcome.seconds));
        rows.push(row);
    }
    let mut sum = vec![
        String::from("all"),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
    ];
    sum.extend(all.row());
    rows.push(sum);
    print!("{}", table::text(&rows));
    println!("figures: said at least | so often | right | mean said");
    for (low, of, right, mean) in all.reliability().into_iter().filter(|bin| bin.1 > 0) {
        println!("{low:.2} | {of} | {right} | {mean:.3}");
    }
    Ok(())
}
