//! Writes a film of the demo the way a browser's camera takes it, and the truth about it:
//! `phone_film DIR SEED TURNS [TURNED]` writes `film.mjpeg`, its first picture `first.jpg` and
//! `truth.json` into DIR. From the turn TURNED on the phone is held upright: that part is
//! `turned.mjpeg`, a film of its own, as no film changes its size.
//!
//! Such a camera shows 30 pictures a second, whatever the film says, and begins anew at its end:
//! each picture is written several times, the first one for 15 s and the last one for a minute.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use opencv::core::{self, Mat, Vector};
use opencv::imgcodecs;
use serde_json::json;
use studio::synth::Action;

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
    let (folder, seed, turns, turned) = match args.as_slice() {
        [folder, seed, turns] => (folder, seed, turns, None),
        [folder, seed, turns, turned] => (folder, seed, turns, Some(turned.parse::<usize>()?)),
        _ => anyhow::bail!("usage: phone_film DIR SEED TURNS [TURNED]"),
    };
    let folder = Path::new(folder);
    let mut demo = Demo::new(&Plan::base(seed.parse()?).turns(turns.parse()?))?;
    demo.config.still_frames = STILL_FRAMES;
    let mut reel = Reel::create(&folder.join("film.mjpeg"))?;
    let mut seconds = Vec::new();
    let mut pictures = Vec::new();
    let (mut tiles, mut upright) = (0, false);
    for frame in demo.film() {
        let mut frame = frame?;
        let lays = |&&done: &&usize| matches!(demo.script[done], Action::LayTile { .. });
        tiles += frame.done.iter().filter(lays).count();
        // Once the table has been still for a while after that turn.
        let last = pictures.last();
        let rests = last.is_some_and(|&(hand, laid): &(bool, usize)| !hand && laid == tiles);
        if !upright && rests && !frame.hand && turned.is_some_and(|turned| tiles > turned) {
            upright = true;
            seconds.push(reel.end()?);
            reel = Reel::create(&folder.join("turned.mjpeg"))?;
        }
        if upright {
            let lying = std::mem::take(&mut frame.picture);
            core::rotate(&lying, &mut frame.picture, core::ROTATE_90_CLOCKWISE)?;
        }
        let jpeg = jpeg(&frame.picture)?;
        if pictures.is_empty() {
            std::fs::write(folder.join("first.jpg"), jpeg.as_slice()).context("first.jpg")?;
        }
        pictures.push((frame.hand, tiles));
        reel.show(jpeg)?;
    }
    seconds.push(reel.end()?);
    let snapshot = tracker::snapshot::view::of_log(&demo.truth);
    let players = demo.setup.players.iter();
    let players: Vec<String> = players.map(|p| format!("{}:{}", p.name, p.color)).collect();
    let scores = snapshot.players.iter();
    let scores: serde_json::Map<_, _> = scores
        .map(|player| (player.color.to_string(), json!(player.score)))
        .collect();
    let scored_now = snapshot.players.iter();
    let scored_now: serde_json::Map<_, _> = scored_now
        .map(|player| {
            let left = player.projected_score - player.score;
            (player.color.to_string(), json!(left))
        })
        .collect();
    let pictures = pictures.iter();
    let pictures: Vec<_> = pictures
        .map(|(hand, tiles)| json!({"hand": hand, "tiles": tiles}))
        .collect();
    let truth = json!({
        "players": players.join(","),
        "seconds": seconds.iter().sum::<usize>(),
        "tiles": snapshot.tiles.len(),
        "scores": scores,
        "at_end": scored_now,
        "pictures": pictures,
    });
    std::fs::write(folder.join("truth.json"), truth.to_string()).context("truth.json")?;
    Ok(())
}

fn jpeg(picture: &Mat) -> anyhow::Result<Vector<u8>> {
    let mut jpeg = Vector::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
    imgcodecs::imencode(".jpg", picture, &mut jpeg, &quality)?;
    Ok(jpeg)
}

/// A film that is being written.
struct Reel {
    file: BufWriter<File>,
    shown: usize,
    last: Vector<u8>,
}

impl Reel {
    fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Self {
            file: BufWriter::new(file),
            shown: 0,
            last: Vector::new(),
        })
    }

    fn show(&mut self, jpeg: Vector<u8>) -> anyhow::Result<()> {
        let times = if self.shown == 0 { LEAD } else { TIMES };
        for _ in 0..times {
            self.file.write_all(jpeg.as_slice())?;
        }
        self.shown += times;
        self.last = jpeg;
        Ok(())
    }

    /// Answers how many seconds it takes to the last picture.
    fn end(mut self) -> anyhow::Result<usize> {
        for _ in 0..TAIL {
            self.file.write_all(self.last.as_slice())?;
        }
        self.file.flush()?;
        Ok(self.shown / FPS)
    }
}
