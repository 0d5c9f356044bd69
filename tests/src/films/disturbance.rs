//! Games on hard tables: follows each by its pictures alone and says what failed first.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, SeenTable};
use carcassonne::tie::Tie;
use cpu_time::ProcessTime;
use nebelwacht_ui::demo::compare::Comparison;
use nebelwacht_ui::demo::{Demo, FilmSource};
use nebelwacht_ui::run::reading::reader;
use opencv::core::{Mat, Point, Scalar};
use opencv::{imgcodecs, imgproc};
use studio::synth::Film;
use tracker::Tracker;
use tracker::board::Laid;
use tracker::board::features::SegmentRef;
use tracker::rules::Game;
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::pieces::ground::Ground;
use vision::source::Source;

use crate::photographs::boards::{Print, Tops};

/// What came of one game.
#[derive(Debug)]
pub struct Followed {
    /// Reading against truth.
    pub read: Comparison,
    /// Questions put to the players.
    pub asked: usize,
    /// Frames of the film.
    pub frames: u64,
    /// CPU for gate, reader and tracker, milliseconds.
    pub cpu_ms: f64,
    /// What lies and stands at the end, and what was not there.
    pub end: AtEnd,
    last_picture: Option<Mat>,
}

impl Followed {
    /// Whether every tile, every figure and every score was read as it was.
    pub fn all_right(&self) -> bool {
        self.read.is_perfect() && self.read.turns_scored_right == self.read.turns
    }

    /// The first difference of the game.
    pub fn failed_first(&self) -> &str {
        let first = self.read.differences.first().map(String::as_str);
        match first {
            Some(first) => first,
            None if self.all_right() => "",
            None => "a score came late",
        }
    }

    /// Writes the last picture of the film.
    ///
    /// # Errors
    /// Fails when it cannot be written.
    pub fn save_picture(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(picture) = &self.last_picture {
            let name = path.to_str().context("the path is no text")?;
            imgcodecs::imwrite_def(name, picture)?;
        }
        Ok(())
    }
}

/// The table at the end of a film, whatever was said on the way: for games that are joined in the
/// middle, when nobody knows who laid what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtEnd {
    /// Tiles that lie, and those of them that were read right.
    pub tiles: [usize; 2],
    /// Figures that stand, and those of them that were read right.
    pub figures: [usize; 2],
    /// Tiles and figures that were read and are not there.
    pub false_ones: usize,
}

impl AtEnd {
    /// Compares two games that call the same places by other names: any of the faces that begin a
    /// game may have been taken for its start.
    fn of(truth: &Game, read: &Game) -> Self {
        let start = truth.board().get(Cell::default()).map(|laid| laid.face.id);
        let begins = truth
            .board()
            .tiles()
            .filter(|(_, laid)| Some(laid.face.id) == start);
        let each = begins.map(|(origin, laid)| {
            let turn = laid.rotation.inverse();
            Self::tied(
                truth,
                read,
                Tie {
                    lattice: 0,
                    origin,
                    turn,
                },
            )
        });
        each.max_by_key(|end| end.tiles[1]).unwrap_or_default()
    }

    fn tied(truth: &Game, read: &Game, tie: Tie) -> Self {
        let is_read = |(cell, laid): &(Cell, &Laid)| {
            let found = read.board().get(tie.cell(*cell));
            found.is_some_and(|found| {
                let turned = laid.face.canonical(tie.rotation(laid.rotation));
                found.face.id == laid.face.id && found.rotation == turned
            })
        };
        let mut figures: Vec<_> = read.figures().map(|f| (f.at, f.color, f.kind)).collect();
        let (found, stand) = (figures.len(), truth.figures().count());
        for figure in truth.figures() {
            let cell = tie.cell(figure.at.cell);
            let at = SegmentRef::new(cell, figure.at.segment);
            let this = (at, figure.color, figure.kind);
            if let Some(nth) = figures.iter().position(|one| *one == this) {
                figures.swap_remove(nth);
            }
        }
        let right = truth.board().tiles().filter(is_read).count();
        Self {
            tiles: [truth.board().len(), right],
            figures: [stand, found - figures.len()],
            false_ones: figures.len() + read.board().len() - right,
        }
    }
}

/// Follows a demo's film to its end and compares; `keep` is a folder for what was read of it:
/// pictures, and all claims and events in words.
///
/// # Errors
/// Only where OpenCV fails, or when a picture cannot be written.
pub fn follow(demo: &Demo, pack: &Arc<Pack>, keep: Option<&Path>) -> anyhow::Result<Followed> {
    let print = Print::Own(demo.setup.catalogue());
    follow_printed(demo, &print, pack, keep)
}

/// The same with tiles of another `print` than our own art.
///
/// # Errors
/// As [`follow`], and where a face has no picture.
pub fn follow_printed(
    demo: &Demo,
    print: &Print,
    pack: &Arc<Pack>,
    keep: Option<&Path>,
) -> anyhow::Result<Followed> {
    let mut reader = reader::reader(Arc::clone(pack), &demo.setup)?;
    let mut gate = Gate::new(GateConfig::default());
    let setup = Arc::new(demo.setup.clone());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let tops = Tops::new(print, demo.setup.catalogue());
    let film = Film::new(demo.script.clone(), demo.config.clone(), tops);
    let mut source = FilmSource::new(film, format!("synth:{}", demo.seed));
    let mut asked = std::collections::BTreeSet::new();
    let (mut frames, mut cpu_ms, mut last_picture) = (0, 0.0, None);
    let mut calm = Calm::Moving;
    let mut told = String::new();
    while let Some(frame) = source.next()? {
        let started = ProcessTime::now();
        let report = gate.look(&frame)?;
        let seen = reader.look(&frame, &report)?;
        let events = tracker.log().events().len();
        tracker.see(&seen);
        if keep.is_some() {
            told += &in_words(frames, &seen);
            for event in &tracker.log().events()[events..] {
                told += &format!("  EVENT {:?}\n", event.kind);
            }
        }
        if let Some(folder) = keep
            && seen.calm != Calm::Moving
            && calm != seen.calm
        {
            let marked = marked(&frame.pixels, &seen)?;
            let name = folder.join(format!("{frames:04}_{:?}.jpg", seen.calm));
            imgcodecs::imwrite_def(name.to_str().context("the path is no text")?, &marked)?;
        }
        calm = seen.calm;
        asked.extend(tracker.snapshot().questions.iter().map(|q| q.id));
        cpu_ms += started.elapsed().as_secs_f64() * 1e3;
        frames += 1;
        last_picture = Some(frame.pixels);
    }
    if let Some(folder) = keep {
        std::fs::write(folder.join("claims.txt"), told)?;
    }
    Ok(Followed {
        read: Comparison::of(&demo.truth, tracker.log()),
        asked: asked.len(),
        frames,
        cpu_ms,
        end: AtEnd::of(demo.truth.game(), tracker.log().game()),
        last_picture,
    })
}

/// The claims of one look, the three likeliest names of each tile and figure.
pub(crate) fn in_words(frame: u64, seen: &SeenTable) -> String {
    let mut told = format!("{frame}: {:?}, hidden {:?}\n", seen.calm, seen.hidden);
    for tile in &seen.tiles {
        let best = tile.candidates.iter().take(3);
        let best: Vec<String> = best
            .map(|c| format!("{}{} {:.1}", c.face, c.rotation.degrees(), c.log_likelihood))
            .collect();
        told += &format!(
            "  tile {} {best:?} unknown {:.1}\n",
            tile.cell, tile.unknown
        );
    }
    for figure in &seen.figures {
        let best = figure.candidates.iter().take(3);
        let best: Vec<_> = best
            .map(|c| (c.kind, c.color, c.pose, c.log_likelihood))
            .collect();
        told += &format!("  figure {} {:?} {best:?}\n", figure.cell, figure.foot);
    }
    told
}

/// A picture with the outlines of the tiles and the feet of the figures that were read in it.
fn marked(picture: &Mat, seen: &SeenTable) -> opencv::Result<Mat> {
    let mut marked = picture.clone();
    let (green, red) = (
        Scalar::new(0.0, 255.0, 0.0, 0.0),
        Scalar::new(0.0, 0.0, 255.0, 0.0),
    );
    let point = |[x, y]: [f32; 2]| Point::new(x as i32, y as i32);
    let font = imgproc::FONT_HERSHEY_SIMPLEX;
    for tile in &seen.tiles {
        let corners = tile.corners_px.map(point);
        for (i, corner) in corners.iter().enumerate() {
            imgproc::line_def(&mut marked, *corner, corners[(i + 1) % 4], green)?;
        }
        let best = tile.candidates.first();
        let name = best.map_or("?".into(), |c| {
            format!("{}{}", c.face.as_str(), c.rotation.quarter_turns())
        });
        let text = format!("{},{} {name}", tile.cell.x, tile.cell.y);
        imgproc::put_text_def(&mut marked, &text, corners[3], font, 0.5, green)?;
    }
    for figure in &seen.figures {
        let foot = point(figure.foot_px);
        imgproc::circle_def(&mut marked, foot, 4, red)?;
        let best = figure.candidates.first();
        let text = best.map_or("?".into(), |c| format!("{:?} {:?}", c.color, c.pose));
        imgproc::put_text_def(&mut marked, &text, foot, font, 0.5, red)?;
    }
    Ok(marked)
}
