//! Prints how well whole boxes are learnt from photographs of spread tiles, with no picture known.
//!
//! `learn_report FOLDER` takes the labelled photographs of a folder as one box, `learn_report LABELS`
//! one photograph by its labels. `--tiles FOLDER…`
//! lays boxes of those pictures out on drawn tables instead (`own` for our own art), `--each` on a
//! photograph. Whatever is asked is answered by the truth. `--pack DIR` writes the learnt pack,
//! `--out DIR` the photographs with the outlines found.

use std::path::PathBuf;

use carcassonne::catalogue::{Catalogue, FaceId};
use clap::Parser;
use nebelwacht_tests::spreads::{self, Layout, Learned, Spread};
use nebelwacht_tests::{packs, table};
use opencv::core::{Point, Scalar};
use opencv::imgproc;

#[derive(Parser)]
#[command(about = "Learns boxes from photographs of spread tiles and prints what was right")]
struct Args {
    /// Folder of labelled photographs of one box, or the labels of one.
    folder: Option<PathBuf>,
    /// Pictures of faces to draw spreads with; `own` for our own art.
    #[arg(long, num_args = 1..)]
    tiles: Vec<String>,
    /// Tiles on a drawn photograph.
    #[arg(long, default_value_t = 24)]
    each: usize,
    /// Only this layout: scattered, apart, rows, touching, board.
    #[arg(long)]
    layout: Option<String>,
    /// Seed of the first drawn box.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Photographs of the folder that are taken, from the first.
    #[arg(long)]
    first: Option<usize>,
    /// A pack, or a folder of pictures, as a hint.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Folder to write the pack into that was learnt last.
    #[arg(long)]
    pack: Option<PathBuf>,
    /// Folder for photographs with the outlines drawn over them.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let catalogue = Catalogue::bundled();
    let mut rows = vec![
        [
            "photograph",
            "tiles",
            "cut out",
            "ghosts",
            "off",
            "right",
            "asked",
            "wrong",
            "CPU s",
        ]
        .map(String::from)
        .to_vec(),
    ];
    let mut last = None;
    let prior = args.from.as_deref().map(packs::open).transpose()?;
    let mut learn = |name: &str, spreads: &[Spread]| -> anyhow::Result<()> {
        let learned = spreads::learn(spreads, &catalogue, prior.as_deref())?;
        tell(name, &learned, &mut rows);
        if let Some(out) = &args.out {
            std::fs::create_dir_all(out)?;
            for (n, spread) in spreads.iter().enumerate() {
                let path = out.join(format!("{}_{}.png", name.replace([' ', '/'], "_"), n));
                draw(spread, n, &learned, &path)?;
            }
        }
        last = Some(learned);
        Ok(())
    };
    if let Some(folder) = &args.folder {
        if folder.exists() {
            let mut spreads = match folder.is_dir() {
                true => spreads::labelled(folder)?,
                false => vec![spreads::one(folder)?],
            };
            spreads.truncate(args.first.unwrap_or(usize::MAX));
            learn("labelled", &spreads)?;
        } else {
            println!("skipped: {} is not there", folder.display());
        }
    }
    for tiles in &args.tiles {
        let pack = match tiles.as_str() {
            "own" => std::sync::Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?),
            folder => packs::open(folder.as_ref())?,
        };
        let boxful = spreads::boxful(&pack, &catalogue)?;
        for (n, layout) in Layout::ALL.into_iter().enumerate() {
            let name = format!("{layout:?}").to_lowercase();
            if args.layout.as_ref().is_some_and(|only| *only != name) {
                continue;
            }
            let number = n + args.seed as usize;
            let shot = spreads::shot(layout, number);
            let spreads = spreads::drawn(&boxful, &shot, args.each, args.seed + n as u64)?;
            learn(&format!("{} {layout:?} {number}", pack.name), &spreads)?;
        }
    }
    print!("{}", table::text(&rows));
    if let (Some(folder), Some(learned)) = (&args.pack, &last) {
        learned
            .learning
            .pack("learnt", &learned.learnt)?
            .save(folder)?;
    }
    Ok(())
}

/// The rows of a box.
fn tell(name: &str, learned: &Learned, rows: &mut Vec<Vec<String>>) {
    for photo in &learned.photos {
        rows.push(vec![
            format!("{name} {}", photo.name),
            photo.tiles.to_string(),
            photo.cut.to_string(),
            photo.ghosts.to_string(),
            format!("{:.3}", photo.off),
            photo.right.to_string(),
            photo.asked.to_string(),
            format!("{}{}", photo.wrong.len(), said(&photo.wrong)),
            format!("{:.1}", photo.cpu_s),
        ]);
    }
    let sum = |of: &dyn Fn(&spreads::Outcome) -> usize| {
        learned.photos.iter().map(of).sum::<usize>().to_string()
    };
    rows.push(vec![
        format!(
            "{name}: {} answers, {} wrong then{}",
            learned.answers,
            learned.wrong.len(),
            said(&learned.wrong)
        ),
        sum(&|p| p.tiles),
        sum(&|p| p.cut),
        sum(&|p| p.ghosts),
        String::new(),
        sum(&|p| p.right),
        sum(&|p| p.asked),
        sum(&|p| p.wrong.len()),
        format!("{:.1}", learned.cpu_s),
    ]);
}

/// What was taken for what.
fn said(wrong: &[(FaceId, FaceId)]) -> String {
    wrong
        .iter()
        .map(|(is, said)| format!(" {is}→{said}"))
        .collect()
}

/// The photograph with what was found.
fn draw(
    spread: &Spread,
    number: usize,
    learned: &Learned,
    path: &std::path::Path,
) -> anyhow::Result<()> {
    let mut picture = spread.picture.clone();
    let tiles = learned.learning.tiles.iter().zip(&learned.learnt.named);
    for (tile, named) in tiles.filter(|(tile, _)| tile.cutout.photo == number) {
        let at = |i: usize| {
            let corner = tile.corners_px[i % 4];
            Point::new(corner.x as i32, corner.y as i32)
        };
        let paint = Scalar::new(255.0, 0.0, 255.0, 0.0);
        for i in 0..4 {
            imgproc::line(
                &mut picture,
                at(i),
                at(i + 1),
                paint,
                3,
                imgproc::LINE_AA,
                0,
            )?;
        }
        if let Some((face, turn, sure)) = named.best() {
            let text = format!("{face}{} {sure:.2}", turn.quarter_turns());
            let font = imgproc::FONT_HERSHEY_SIMPLEX;
            let middle = Point::new((at(0).x + at(2).x) / 2 - 30, (at(0).y + at(2).y) / 2);
            imgproc::put_text_def(&mut picture, &text, middle, font, 0.7, paint)?;
        }
    }
    opencv::imgcodecs::imwrite_def(&*path.to_string_lossy(), &picture)?;
    Ok(())
}
