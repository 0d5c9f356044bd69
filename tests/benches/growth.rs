//! What reading costs as boards and pictures grow, as CPU time: boards of 10, 40, 80 and 140
//! drawn tiles at 540p, 1080p and 4K, read from nothing, watched while nothing happens, and
//! read again each time after a hand laid one tile of a few and went.
//!
//! The machine's speed moves the figures, so compare them with each other.
//! `NEBELWACHT_BENCH_BOARDS` (`1080x40,1080x80`) chooses among them. Boards of more than 72 tiles
//! are laid from two boxes.

use std::sync::Arc;
use std::time::Duration;

use carcassonne::catalogue::Catalogue;
use carcassonne::seen::Calm;
use cpu_time::ProcessTime;
use nebelwacht_tests::films::large;
use nebelwacht_tests::memory::resident_mib;
use nebelwacht_tests::table;
use nebelwacht_ui::demo::FilmSource;
use studio::art::Artist;
use studio::synth::{Action, Film};
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::reader::{Reader, ReaderConfig};
use vision::source::Source;
use vision::source::frame::Frame;

const HEIGHTS_PX: [i32; 3] = [540, 1080, 2160];
const TILES: [usize; 4] = [10, 40, 80, 140];
/// Tiles laid by hand, one after the other.
const MOVES: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chosen = std::env::var("NEBELWACHT_BENCH_BOARDS").ok();
    let wanted = |name: &str| {
        let chosen = chosen.as_deref();
        chosen.is_none_or(|all| all.split(',').any(|one| one == name))
    };
    let catalogue = Catalogue::bundled();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?);
    let head = [
        "picture",
        "tiles",
        "tile px",
        "read",
        "from nothing",
        "quiet frame",
        "after a move",
        "later looks",
        "memory MiB",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for height in HEIGHTS_PX {
        for tiles in TILES {
            if wanted(&format!("{height}x{tiles}")) {
                rows.push(measured(height, tiles, &catalogue, &pack)?);
                eprintln!("{height}p, {tiles} tiles");
            }
        }
    }
    println!("built-in pack; CPU ms, medians");
    print!("{}", table::text(&rows));
    Ok(())
}

/// One row: a board watched for a while.
fn measured(
    height: i32,
    tiles: usize,
    catalogue: &Arc<Catalogue>,
    pack: &Arc<Pack>,
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let (config, by_hand) = large::table(height, tiles, MOVES, (2, catalogue))?;
    let corners = config
        .camera
        .project(&[[0.0, 0.0, 2.0], [45.0, 0.0, 2.0]])?;
    let side = (corners[0][0] - corners[1][0]).hypot(corners[0][1] - corners[1][1]);
    let mut script = vec![Action::Wait(8)];
    for tile in by_hand {
        let seat_deg = 180.0;
        script.extend([Action::LayTile { tile, seat_deg }, Action::Wait(8)]);
    }
    let film = Film::new(script, config, Artist::new(Arc::clone(catalogue)));
    let mut source = FilmSource::new(film, "bench".to_owned());
    let mut reader = Reader::new(pack.clone(), catalogue.clone(), ReaderConfig::default())?;
    let mut gate = Gate::new(GateConfig::default());
    let (mut nothing, mut quiet) = (Vec::new(), Vec::new());
    let (mut moved, mut later) = (Vec::new(), Vec::new());
    let (mut still_frames, mut spells, mut read) = (0, 0, 0);
    while let Some(frame) = source.next()? {
        let frame: Frame = frame;
        let started = ProcessTime::now();
        let report = gate.look(&frame)?;
        let seen = reader.look(&frame, &report)?;
        let cost = started.elapsed();
        if report.calm != Calm::Still {
            still_frames = 0;
            continue;
        }
        still_frames += 1;
        spells += usize::from(still_frames == 1);
        read = read.max(seen.tiles.len());
        match (spells, still_frames) {
            (1, 1) => nothing.push(cost),
            (_, 1) => moved.push(cost),
            (2.., 2 | 3) => later.push(cost),
            (_, 5..) => quiet.push(cost),
            _ => {}
        }
    }
    let median = |mut costs: Vec<Duration>| {
        costs.sort_unstable();
        let middle = costs.get(costs.len() / 2);
        middle.map_or("–".into(), |c| format!("{:.1}", c.as_secs_f64() * 1e3))
    };
    Ok(vec![
        format!("{}×{height}", height * 16 / 9),
        tiles.to_string(),
        format!("{side:.0}"),
        format!("{read}"),
        median(nothing),
        median(quiet),
        median(moved),
        median(later),
        resident_mib().to_string(),
    ])
}
