//! What a frame of the window costs: a table of 140 tiles with figures and a live picture at
//! 1080p that is new in every frame, drawn by the software Vulkan driver.
//!
//! Prints median and 95th percentile in milliseconds of wall time, once for laying the screen
//! out and once with drawing it; drawing includes the copy back that a real window does
//! without. The machine's speed moves them. A quiet table asks for no frame at all, which
//! `tests/screens/usable.rs` holds.

#[allow(dead_code)]
#[path = "../tests/screens/games.rs"]
mod games;

use std::time::{Duration, Instant};

use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::picture::Picture;

use games::{ENGLISH, open, photograph, played, played_until};

const TILES: usize = 140;
const FRAMES: u64 = 60;

fn main() {
    let setup = "modules=ghosts_castles_cemeteries,spell_circles,mage_and_witch; \
                 players=Anna:red,Ben:blue,Clara:green,Dora:yellow";
    let link = played_until(setup, 2, |game| game.tiles.len() >= TILES || game.over);
    let snapshot = (*link.snapshot()).clone();
    let (tiles, figures) = (snapshot.tiles.len(), snapshot.figures.len());
    // What is on the picture does not matter, only that it is large and read.
    let picture = full_hd(&photograph(&played(4, 40, 3).snapshot()));
    let link = MemoryLink::new(snapshot);
    link.show_picture(picture.clone());
    let mut shown = open(MemoryProgram::new(link.clone()), ENGLISH, true);
    // Drawings are made a few at a time, when they are first needed.
    for _ in 0..4 {
        shown.harness.run();
        shown.harness.render().expect("a software driver");
    }
    let (mut laid_out, mut drawn) = (Vec::new(), Vec::new());
    for frame in 0..FRAMES {
        let mut next = picture.clone();
        next.frame = 1000 + frame;
        link.show_picture(next);
        let since = Instant::now();
        shown.harness.step();
        laid_out.push(since.elapsed());
        shown.harness.render().expect("a software driver");
        drawn.push(since.elapsed());
    }
    println!("table of {tiles} tiles and {figures} figures, live picture 1920 × 1080");
    tell("frame laid out", laid_out);
    tell("frame laid out and drawn in software", drawn);
}

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let ms = |share: f64| {
        let at = (times.len() as f64 * share) as usize;
        times[at.min(times.len() - 1)].as_secs_f64() * 1e3
    };
    println!("{what}: median {:.1} ms, p95 {:.1} ms", ms(0.5), ms(0.95));
}

/// The picture in the size of a usual webcam, each pixel doubled where it must be.
fn full_hd(picture: &Picture) -> Picture {
    let [width, height] = [1920, 1080];
    let [w, h] = picture.size;
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            let at = ((y * h / height) * w + x * w / width) * 3;
            rgb.extend_from_slice(&picture.rgb[at..at + 3]);
        }
    }
    let scale = width as f32 / w as f32;
    let mut large = Picture {
        size: [width, height],
        rgb,
        ..picture.clone()
    };
    for cell in &mut large.cells {
        cell.corners_px = cell.corners_px.map(|corner| corner.map(|v| v * scale));
    }
    large
}
