//! Writes a film of the demo the way a browser's camera takes it, and the truth about it:
//! `phone_film DIR SEED TURNS` writes `film.mjpeg`, its first picture `first.jpg` and `truth.json`
//! into DIR.
//!
//! Such a camera shows 30 pictures a second, whatever the film says, and begins anew at its end:
//! each picture is written several times, the first one for 15 s and the last one for a minute.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use opencv::core::Vector;
use opencv::imgcodecs;
use serde_json::json;

/// Pictures a second of a browser's camera.
const FPS: usize = 30;
/// How often each picture is shown: at three a second, a machine that films, serves and reads at
/// once sees hands come and go.
const TIMES: usize = 10;
/// Still pictures after each move: nearly three seconds to look at it, as families give it, too.
const STILL_FRAMES: u32 = 8;
/// The first picture stands until whoever reads it is ready.
const LEAD: usize = 15 * FPS;
/// The last picture stands until the score was looked at.
const TAIL: usize = 60 * FPS;
/// JPEG quality, percent.
const QUALITY: i32 = 70;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seed, turns] = args.as_slice() else {
        anyhow::bail!("usage: phone_film DIR SEED TURNS");
    };
    let folder = Path::new(folder);
    let mut demo = Demo::new(&Plan::base(seed.parse()?).turns(turns.parse()?))?;
    demo.config.still_frames = STILL_FRAMES;
    let file = std::fs::File::create(folder.join("film.mjpeg")).context("film.mjpeg")?;
    let mut file = std::io::BufWriter::new(file);
    let (mut shown, mut last) = (0, Vector::<u8>::new());
    for frame in demo.film() {
        let mut jpeg = Vector::new();
        let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
        imgcodecs::imencode(".jpg", &frame?.picture, &mut jpeg, &quality)?;
        let times = if shown == 0 { LEAD } else { TIMES };
        if shown == 0 {
            std::fs::write(folder.join("first.jpg"), jpeg.as_slice()).context("first.jpg")?;
        }
        for _ in 0..times {
            file.write_all(jpeg.as_slice())?;
        }
        shown += times;
        last = jpeg;
    }
    for _ in 0..TAIL {
        file.write_all(last.as_slice())?;
    }
    file.flush()?;
    let snapshot = tracker::snapshot::view::of_log(&demo.truth);
    let players = demo.setup.players.iter();
    let players: Vec<String> = players.map(|p| format!("{}:{}", p.name, p.color)).collect();
    let scores = snapshot.players.iter();
    let scores: serde_json::Map<_, _> = scores
        .map(|player| (player.color.to_string(), json!(player.score)))
        .collect();
    let truth = json!({
        "players": players.join(","),
        "seconds": shown / FPS,
        "tiles": snapshot.tiles.len(),
        "scores": scores,
    });
    std::fs::write(folder.join("truth.json"), truth.to_string()).context("truth.json")?;
    Ok(())
}
