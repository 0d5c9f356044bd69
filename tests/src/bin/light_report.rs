//! Prints how badly a tile may be lit and still be named: what `vision::learn::light` says of tiles in
//! the shade and under a mirrored lamp is held against what becomes of them.
//!
//! `light_report FOLDER` takes the labelled photographs of a folder as one box, darkens one tile in
//! `--every` step by step, then lays a lamp's reflection over it instead, larger and larger. Where tiles lie
//! is told by the labels, so that only naming is measured.

use std::path::PathBuf;

use carcassonne::catalogue::Catalogue;
use clap::Parser;
use nebelwacht_tests::spreads::light;
use nebelwacht_tests::{spreads, table};
use vision::learn::Light;

#[derive(Parser)]
#[command(about = "Darkens tiles of spreads and prints how they are named")]
struct Args {
    /// Folder of labelled photographs of one box.
    folder: PathBuf,
    /// One tile in so many is spoilt.
    #[arg(long, default_value_t = 6)]
    every: usize,
}

/// What is left of the light, and how much of a tile a lamp covers.
const SHADES: [f64; 11] = [1.0, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1];
const LAMPS: [f64; 7] = [0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if !args.folder.exists() {
        println!("skipped: {} is not there", args.folder.display());
        return Ok(());
    }
    let catalogue = Catalogue::bundled();
    let spreads = spreads::labelled(&args.folder)?;
    let head = [
        "tiles", "of", "right", "asked", "wrong", "told", "as", "lit", "white",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    let shades = SHADES.map(light::Spoilt::Shade);
    for spoilt in shades.into_iter().chain(LAMPS.map(light::Spoilt::Lamp)) {
        let tiles = light::named(&spreads, &catalogue, spoilt, args.every)?;
        let (name, wanted) = match spoilt {
            light::Spoilt::Shade(left) => (format!("light {left:.2}"), Light::Dark),
            light::Spoilt::Lamp(share) => (format!("lamp {share:.2}"), Light::Glare),
        };
        for (side, is_spoilt) in [("spoilt", true), ("others", false)] {
            let of: Vec<_> = tiles.iter().filter(|t| t.spoilt == is_spoilt).collect();
            let count = |is: &dyn Fn(&light::Tile) -> bool| {
                of.iter().filter(|tile| is(tile)).count().to_string()
            };
            let between = |of: Vec<f64>| {
                let low = of.iter().copied().fold(f64::INFINITY, f64::min);
                let high = of.iter().copied().fold(0.0, f64::max);
                format!("{low:.2}–{high:.2}")
            };
            rows.push(vec![
                format!("{name}, {side}"),
                of.len().to_string(),
                count(&|tile| tile.right == Some(true)),
                count(&|tile| tile.right.is_none()),
                count(&|tile| tile.right == Some(false)),
                count(&|tile| tile.light == wanted),
                format!("{wanted:?}").to_lowercase(),
                between(of.iter().map(|tile| tile.lit).collect()),
                between(of.iter().map(|tile| tile.white).collect()),
            ]);
        }
    }
    print!("{}", table::text(&rows));
    Ok(())
}
