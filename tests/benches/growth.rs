//! What reading costs as boards and pictures grow, as CPU time: boards of 10, 40, 80 and 140
//! drawn tiles at 540p, 1080p and 4K, read from nothing, watched while nothing happens, and
//! read again each time after a hand laid one tile of a few and went.
//!
//! The machine's speed moves the figures, so compare them with each other.
//! `NEBELWACHT_BENCH_BOARDS` (`1080x40,1080x80`) chooses among them. Boards of more than 72 tiles
//! are laid from two boxes.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use nebelwacht_tests::table;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::board::Board;
use tracker::catalogue::Catalogue;
use tracker::geometry::{Cell, Rotation};
use tracker::piece::Color;
use tracker::seen::Calm;
use vision::art::Artist;
use vision::frame::Frame;
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::reader::{Reader, ReaderConfig};
use vision::source::{Source, SynthSource};
use vision::synth::{Action, Film, FilmConfig, SceneTile, Seat, Stage};

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
    let pack = Arc::new(Pack::built_in(&catalogue)?);
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
    let (config, by_hand) = table_with(height, tiles, catalogue)?;
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
    let mut source = SynthSource::new(film, "bench".to_owned());
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

/// A table with all tiles but the last few, and those.
fn table_with(
    height: i32,
    tiles: usize,
    catalogue: &Catalogue,
) -> Result<(FilmConfig, Vec<SceneTile>), Box<dyn std::error::Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(tiles as u64);
    let mut laid = lay(tiles, catalogue, &mut rng);
    let most = |f: fn(i32, i32) -> i32, of: fn(&Cell) -> i32, out: f64| {
        let most = laid
            .iter()
            .map(|t| of(&t.cell))
            .reduce(f)
            .unwrap_or_default();
        (f64::from(most) + out) * 45.6
    };
    let area_mm = [
        [most(i32::min, |c| c.x, -1.0), most(i32::min, |c| c.y, -1.0)],
        [most(i32::max, |c| c.x, 1.0), most(i32::max, |c| c.y, 1.0)],
    ];
    let stage = Stage {
        tilt_deg: [20.0, 20.0],
        ..Stage::new(
            tiles as u64,
            area_mm,
            Seat::around(&[Color::Red, Color::Blue]),
        )
    };
    let mut config = stage.set()?;
    let grow = f64::from(height) / 1080.0;
    config.camera.size = [height * 16 / 9, height];
    config.camera.focal_px *= grow;
    config.sensor.blur_px *= grow.max(1.0);
    let by_hand = laid.split_off(laid.len().saturating_sub(MOVES));
    config.scene.tiles = laid;
    Ok((config, by_hand))
}

/// So many tiles from two boxes, each where it fits, near the middle first.
fn lay(count: usize, catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Vec<SceneTile> {
    let mut bag: Vec<_> = catalogue
        .faces()
        .flat_map(|face| std::iter::repeat_n(Arc::clone(face), 2 * usize::from(face.copies)))
        .collect();
    bag.shuffle(rng);
    let start: Vec<_> = catalogue.start().cloned().collect();
    bag.extend(start);
    let mut board = Board::default();
    let mut tiles = Vec::new();
    while tiles.len() < count {
        let Some(face) = bag.pop() else { break };
        let mut places = board.placements(&face);
        if board.is_empty() {
            places = vec![(Cell::default(), Rotation::R0)];
        }
        let far = |cell: &Cell| cell.x.pow(2) * 9 / 16 + cell.y.pow(2);
        let nearest = places.iter().map(|(cell, _)| far(cell)).min();
        places.retain(|(cell, _)| Some(far(cell)) == nearest);
        let Some(&(cell, rotation)) = places.choose(rng) else {
            // Nothing fits now; perhaps later.
            bag.insert(rng.random_range(0..=bag.len()), face);
            continue;
        };
        if board.lay(cell, &face, rotation).is_ok() {
            let (id, variant) = (face.id, tiles.len() as u64);
            tiles.push(SceneTile::laid_by_hand(
                cell, id, false, variant, rotation, rng,
            ));
        }
    }
    tiles
}

/// Resident memory as the kernel counts it; 0 where it does not say.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|l| l.starts_with("VmRSS:"))
        .unwrap_or_default();
    let kib = line
        .split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
