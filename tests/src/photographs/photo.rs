//! Photographs of tables with labels: reads one and joins what was read to what lies there.
//!
//! Format of the labels: `tiles[]` with `row, col, type, rotation` (clockwise quarters) and
//! `poly_px` (NW NE SE SW); `meeples[]` with `row, col, color, pose, feature, px`; `unsure` and
//! `ignored_figures` count neither way.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use calibration::Homography;
use calibration::space::{self, Face, ImageCorners, ImagePoint, apart};
use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::{Cell, Rotation};
use cpu_time::ProcessTime;
use opencv::core::{Mat, Point, Scalar};
use opencv::{imgcodecs, imgproc};
use serde::{Deserialize, Serialize};
use vision::lattice::outline::Outline;
use vision::pack::Pack;
use vision::picture::pyramid::Pyramid;
use vision::pieces::ground::Ground;
use vision::reader::photo::{BoardReading, read_picture};
use vision::tiles::finder::Finder;
use vision::tiles::learnt::Learnt;
use vision::tiles::model::Model;
use vision::tiles::opinion::{foreign_odds, opinion};
use vision::tiles::standard::Standard;

use crate::photographs::boards::{Single, single};
use crate::photographs::fault::{self, Fault, Place};
use crate::photographs::figures::{self, Marks};

/// Labels of a photograph.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Labels {
    /// Tiles that lie on the table.
    pub tiles: Vec<LabelTile>,
    /// Figures on them.
    #[serde(default)]
    pub meeples: Vec<LabelMeeple>,
    /// Rows and columns of tiles that nobody can name: they count neither way.
    #[serde(default)]
    pub unsure: Vec<[i32; 2]>,
    /// Figures on those.
    #[serde(default)]
    pub ignored_figures: Vec<LabelMeeple>,
}

impl Labels {
    /// Whether what is read on the tile at this row and column counts.
    pub fn counts(&self, at: [i32; 2]) -> bool {
        let lies = self.tiles.iter().any(|tile| [tile.row, tile.col] == at);
        lies && !self.unsure.contains(&at)
    }

    /// The mean side of the tile at this row and column, or else of any, pixels.
    pub fn side_px(&self, at: [i32; 2]) -> f64 {
        let tile = self.tiles.iter().find(|tile| [tile.row, tile.col] == at);
        tile.or(self.tiles.first()).map_or(1.0, |tile| {
            let [a, b, c, d] = tile.poly_px.map(ImagePoint::from);
            (apart(a, b) + apart(b, c) + apart(c, d) + apart(d, a)) / 4.0
        })
    }
}

/// A tile that lies there.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LabelTile {
    /// Row from the top.
    pub row: i32,
    /// Column from the left.
    pub col: i32,
    /// Face.
    #[serde(rename = "type")]
    pub face: String,
    /// Clockwise quarter turns.
    pub rotation: i32,
    /// Corners NW NE SE SW, pixels.
    pub poly_px: [[f64; 2]; 4],
}

impl LabelTile {
    /// How a lattice is turned against the labels if a tile with these corners is this one;
    /// `None` if it lies elsewhere.
    pub fn lies_at(&self, corners: &ImageCorners) -> Option<i32> {
        let label = self.poly_px.map(ImagePoint::from);
        // On the tile, not in the picture: seen from low, rows are a third as far apart as columns.
        let tile = space::square::<Face>(0.0, 1.0);
        let at = Homography::through(label, tile)?.apply(centre(corners));
        if apart(at, [0.5, 0.5].into()) >= 0.35 {
            return None;
        }
        let [north_west, ..] = label;
        // The lattice corner nearest to the label's north-west says how the lattice is turned.
        let away = |i: &i32| apart(corners[*i as usize], north_west);
        (0..4).min_by(|a, b| away(a).total_cmp(&away(b)))
    }
}

/// A figure that stands there.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LabelMeeple {
    /// Row of its tile.
    pub row: i32,
    /// Column of its tile.
    pub col: i32,
    /// Colour.
    pub color: String,
    /// `standing` or `lying`.
    #[serde(default)]
    pub pose: Option<String>,
    /// What it stands on; the first word counts.
    pub feature: String,
    /// Where it is in the picture, pixels.
    #[serde(default)]
    pub px: Option<[f64; 2]>,
}

impl std::fmt::Display for LabelMeeple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (color, row, col) = (&self.color, self.row, self.col);
        let pose = self.pose.as_deref().unwrap_or_default();
        let feature = self.feature.split(' ').next().unwrap_or_default();
        write!(f, "{color} {pose} on {feature} at row {row} col {col}")
    }
}

/// A pack made ready for photographs.
pub struct Eye {
    pack: Arc<Pack>,
    model: Model,
    finder: Finder,
}

impl Eye {
    /// Learns a pack, or takes what was learnt of it before.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(pack: Arc<Pack>) -> anyhow::Result<Self> {
        let kept = std::env::temp_dir().join("nebelwacht-learnt");
        let learnt = Learnt::kept(&pack, &kept)?;
        let Learnt { model, finder } = learnt.for_game(&pack, &Catalogue::bundled())?;
        Ok(Self {
            pack,
            model,
            finder,
        })
    }

    /// The pack it sees with.
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }
}

/// How the reading of a photograph compares.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Tiles that lie there, found, right in cell, face and turn.
    pub tiles: [usize; 3],
    /// Figures that stand there, found, right in colour, pose, feature and cell.
    pub figures: [usize; 3],
    /// The same in full.
    pub marks: Marks,
    /// Tiles read with less than [`SURE`]: a game would ask about them.
    pub doubtful: usize,
    /// What was read but is not there.
    pub ghosts: Vec<Fault>,
    /// What was read wrong or not at all.
    pub faults: Vec<Fault>,
    /// CPU seconds for finding and reading.
    pub seconds: f64,
    /// Name of the pack that was used.
    pub pack: String,
    /// The picture with what was read drawn over it.
    pub drawing: Option<Mat>,
}

/// Confidence from which a reading is taken without asking.
const SURE: f32 = 0.95;

impl Outcome {
    /// Writes a picture of every mistake, named `name` and a number.
    ///
    /// # Errors
    /// Fails when one cannot be written.
    pub fn save_faults(&self, folder: &Path, name: &str) -> anyhow::Result<()> {
        let Some(drawing) = &self.drawing else {
            return Ok(());
        };
        for (number, fault) in self.faults.iter().chain(&self.ghosts).enumerate() {
            let area = match fault.place {
                Some(Place::Around(at, reach)) => Some((at, reach)),
                _ => None,
            };
            let name = format!("{name}_{number:02}");
            fault::save(folder, &name, &fault.what, drawing, area)?;
        }
        Ok(())
    }
}

/// Reads `picture` with the pack that recognises most, and compares with the labels beside it.
///
/// # Errors
/// Fails when picture or labels cannot be read.
pub fn compare(picture: &Path, eyes: &mut [Eye]) -> anyhow::Result<Outcome> {
    let (image, labels) = open(picture)?;
    judge(&image, &labels, eyes)
}

/// A photograph and the labels beside it.
///
/// # Errors
/// Fails when either cannot be read.
pub fn open(picture: &Path) -> anyhow::Result<(Mat, Labels)> {
    let labels = labels(picture)?;
    Ok((imgcodecs::imread_def(picture)?, labels))
}

/// The labels beside a photograph.
///
/// # Errors
/// Fails when they cannot be read.
pub fn labels(picture: &Path) -> anyhow::Result<Labels> {
    let text = std::fs::read_to_string(picture.with_extension("json"))
        .with_context(|| format!("labels of {}", picture.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The photographs of a folder that have labels, by name; of a photograph itself.
pub fn labelled(given: &Path) -> Vec<PathBuf> {
    if given.is_file() {
        return vec![given.to_owned()];
    }
    let entries = std::fs::read_dir(given).into_iter().flatten();
    let mut pictures: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jpg" || e == "png"))
        .filter(|path| path.with_extension("json").is_file())
        .collect();
    pictures.sort();
    pictures
}

/// Reads a picture with the pack that recognises most, and compares with its labels.
///
/// # Errors
/// Fails when OpenCV does.
pub fn judge(image: &Mat, labels: &Labels, eyes: &mut [Eye]) -> anyhow::Result<Outcome> {
    let catalogue = Catalogue::bundled();
    let mut best: Option<(f32, BoardReading, Outcome)> = None;
    for eye in eyes {
        let started = ProcessTime::now();
        let reading = read_picture(image, &mut eye.finder, &eye.model, &eye.pack, &catalogue)?;
        let outcome = Outcome {
            seconds: started.elapsed().as_secs_f64(),
            pack: eye.pack.name.clone(),
            ..Outcome::default()
        };
        let Some(reading) = reading else { continue };
        let trust = trust(&reading);
        if best.as_ref().is_none_or(|(t, ..)| trust > *t) {
            best = Some((trust, reading, outcome));
        }
    }
    let Some((_, reading, mut outcome)) = best else {
        return Ok(nothing(image, labels));
    };
    join(labels, &reading, &catalogue, &mut outcome);
    outcome.drawing = Some(draw(image, &reading)?);
    Ok(outcome)
}

/// The outcome where nothing was found.
fn nothing(image: &Mat, labels: &Labels) -> Outcome {
    let counted = labels.tiles.iter();
    let counted = counted.filter(|tile| labels.counts([tile.row, tile.col]));
    let figures = labels.meeples.len();
    Outcome {
        tiles: [counted.count(), 0, 0],
        figures: [figures, 0, 0],
        marks: Marks {
            truth: figures,
            ..Marks::default()
        },
        faults: vec![Fault {
            what: "no tile was found".into(),
            place: None,
        }],
        drawing: Some(image.clone()),
        ..Outcome::default()
    }
}

/// Every labelled tile that was taken for one, read by itself with the rules silent.
///
/// # Errors
/// Fails when picture or labels cannot be read.
pub fn singles(picture: &Path, eye: &mut Eye) -> anyhow::Result<Vec<Single>> {
    let (image, labels) = open(picture)?;
    let catalogue = Catalogue::bundled();
    let read = read_picture(&image, &mut eye.finder, &eye.model, &eye.pack, &catalogue)?;
    let Some(read) = read else {
        return Ok(Vec::new());
    };
    let standard = Standard::of_all(&Pyramid::new(&image)?, read.cells.values())?;
    let foreign = foreign_odds(&eye.pack, &catalogue);
    let mut singles = Vec::new();
    for label in &labels.tiles {
        let lies = |cell: &Cell| Some((label.lies_at(&read.cells.get(cell)?.corners)?, *cell));
        let Some((turn, cell)) = read.cells.keys().find_map(lies) else {
            continue;
        };
        let reading = &read.cells[&cell];
        let face = catalogue.find(&label.face).context("a known face")?.id;
        let rotation = Rotation::from_quarter_turns(label.rotation + turn);
        if standard.log_odds(reading)? > 0.0 {
            let opinion = opinion(reading, &standard, foreign)?;
            singles.push(single(&opinion, reading, &catalogue, (face, rotation))?);
        }
    }
    Ok(singles)
}

/// How sure a pack is of what it sees; no label is looked at.
fn trust(reading: &BoardReading) -> f32 {
    let present = |cell| reading.verdicts.get(cell).is_some_and(|v| v.present > 0.5);
    let cells = reading.cells.iter().filter(|(cell, _)| present(cell));
    cells.map(|(_, read)| read.likeness).sum()
}

/// The pack that recognises most in a picture, by its number; 0 when none recognises anything.
///
/// # Errors
/// Fails when OpenCV does.
pub fn most_trusted(image: &Mat, eyes: &mut [Eye]) -> anyhow::Result<usize> {
    let catalogue = Catalogue::bundled();
    let mut best = (0, 0.0);
    for (number, eye) in eyes.iter_mut().enumerate() {
        let read = read_picture(image, &mut eye.finder, &eye.model, &eye.pack, &catalogue)?;
        let trust = read.as_ref().map_or(0.0, trust);
        if trust > best.1 {
            best = (number, trust);
        }
    }
    Ok(best.0)
}

/// Where lattice cells are in the labels' rows and columns, agreed on by most tiles.
struct Grid {
    turn: i32,
    shift: [i32; 2],
}

impl Grid {
    fn of(pairs: &[(Cell, &LabelTile, i32)]) -> Option<Self> {
        let mut votes: BTreeMap<(i32, i32, i32), usize> = BTreeMap::new();
        for (cell, label, turn) in pairs {
            let [x, y] = turned(*cell, *turn);
            *votes
                .entry((*turn, label.col - x, label.row - y))
                .or_default() += 1;
        }
        let ((turn, dx, dy), _) = votes.into_iter().max_by_key(|(_, n)| *n)?;
        Some(Self {
            turn,
            shift: [dx, dy],
        })
    }

    /// Column and row of a lattice cell.
    fn place(&self, cell: Cell) -> [i32; 2] {
        let [x, y] = turned(cell, self.turn);
        [x + self.shift[0], y + self.shift[1]]
    }
}

/// A lattice cell in a frame turned back by quarters.
fn turned(cell: Cell, quarters: i32) -> [i32; 2] {
    (0..quarters.rem_euclid(4)).fold([cell.x, cell.y], |[x, y], _| [y, -x])
}

/// A tile and its neighbours.
fn around(centre: ImagePoint, corners: &ImageCorners) -> Place {
    let half = apart(corners[0], corners[2]) / 2.0;
    Place::Around(centre.to_array(), 2.2 * half)
}

/// Where a tile's middle is in the picture.
fn centre(corners: &ImageCorners) -> ImagePoint {
    let outline = Outline {
        corners: *corners,
        matches: 0,
    };
    outline.centre()
}

fn join(labels: &Labels, reading: &BoardReading, catalogue: &Catalogue, outcome: &mut Outcome) {
    let present: BTreeMap<Cell, _> = reading
        .verdicts
        .iter()
        .filter(|(_, v)| v.present > 0.5)
        .map(|(c, v)| (*c, v))
        .collect();
    let mut pairs = Vec::new();
    let mut met = Vec::new();
    for label in &labels.tiles {
        let lies = |cell: &Cell| Some((*cell, label.lies_at(&reading.cells[cell].corners)?));
        let Some((cell, turn)) = present.keys().find_map(lies) else {
            continue;
        };
        pairs.push((cell, label, turn));
        met.push(cell);
    }
    let counted = |label: &&LabelTile| labels.counts([label.row, label.col]);
    let found = pairs.iter().filter(|(_, label, _)| counted(label)).count();
    outcome.tiles = [labels.tiles.iter().filter(counted).count(), found, 0];
    let Some(grid) = Grid::of(&pairs) else { return };
    for label in labels.tiles.iter().filter(counted) {
        let what = format!(
            "row {} col {} {}{}",
            label.row, label.col, label.face, label.rotation
        );
        let Some((cell, _, _)) = pairs
            .iter()
            .find(|(_, l, _)| (l.row, l.col) == (label.row, label.col))
        else {
            let corners = label.poly_px.map(ImagePoint::from);
            let place = around(centre(&corners), &corners);
            let what = format!("{what}: not found");
            outcome.faults.push(Fault::at(what, place));
            continue;
        };
        let verdict = present[cell];
        let (face, rotation, p) = verdict.ranked[0];
        let turn = Rotation::from_quarter_turns(i32::from(rotation.quarter_turns()) - grid.turn);
        let same = catalogue.find(&label.face).is_some_and(|f| {
            f.canonical(turn) == f.canonical(Rotation::from_quarter_turns(label.rotation))
        });
        if face.as_str() == label.face && same && grid.place(*cell) == [label.col, label.row] {
            outcome.tiles[2] += 1;
        } else {
            let what = format!("{what}: read as {face}{} ({p:.2})", turn.quarter_turns());
            let corners = label.poly_px.map(ImagePoint::from);
            let place = around(centre(&corners), &corners);
            outcome.faults.push(Fault::at(what, place));
        }
        outcome.doubtful += usize::from(p < SURE);
    }
    for cell in present.keys().filter(|c| !met.contains(c)) {
        let [col, row] = grid.place(*cell);
        if labels.unsure.contains(&[row, col]) {
            continue;
        }
        let (face, ..) = present[cell].ranked[0];
        let corners = reading.cells[cell].corners;
        let what = format!("tile {face} at row {row} col {col}");
        let place = around(centre(&corners), &corners);
        outcome.ghosts.push(Fault::at(what, place));
    }
    join_figures(labels, reading, catalogue, &grid, outcome);
}

fn join_figures(
    labels: &Labels,
    reading: &BoardReading,
    catalogue: &Catalogue,
    grid: &Grid,
    outcome: &mut Outcome,
) {
    let read = reading.named(catalogue, &Ground::default());
    let read = read.into_iter().map(|figure| {
        let [col, row] = grid.place(figure.cell);
        figures::Read {
            at: [row, col],
            foot_px: figure.foot_px.map(f64::from),
            color: figure.reading.color,
            pose: figure.reading.pose,
            on: figure.reading.on,
            said: figure.confidence,
        }
    });
    let (faults, ghosts) = (&mut outcome.faults, &mut outcome.ghosts);
    outcome.marks = figures::join(labels, read.collect(), faults, ghosts);
    let Marks {
        truth,
        found,
        right,
        ..
    } = outcome.marks;
    outcome.figures = [truth, found, right];
}

/// The reading over the picture: outlines, faces, feet.
fn draw(image: &Mat, reading: &BoardReading) -> anyhow::Result<Mat> {
    let mut image = image.clone();
    for (cell, verdict) in reading.verdicts.iter().filter(|(_, v)| v.present > 0.5) {
        let Some(read) = reading.cells.get(cell) else {
            continue;
        };
        let (face, rotation, p) = verdict.ranked[0];
        let sure = Scalar::new(255.0, 255.0, 0.0, 0.0);
        let unsure = Scalar::new(0.0, 140.0, 255.0, 0.0);
        let paint = if p > 0.9 { sure } else { unsure };
        let at = |i: usize| {
            let corner = read.corners[i % 4];
            Point::new(corner.x as i32, corner.y as i32)
        };
        for i in 0..4 {
            imgproc::line(&mut image, at(i), at(i + 1), paint, 2, imgproc::LINE_AA, 0)?;
        }
        let centre = centre(&read.corners);
        let text = format!("{face}{}", rotation.quarter_turns());
        let scale = reading.lattice.side_px(*cell) / 90.0;
        let at = Point::new(centre.x as i32, centre.y as i32);
        imgproc::put_text_def(
            &mut image,
            &text,
            at,
            imgproc::FONT_HERSHEY_SIMPLEX,
            scale,
            paint,
        )?;
    }
    for figure in &reading.figures {
        let at = Point::new(figure.foot_px[0] as i32, figure.foot_px[1] as i32);
        let pink = Scalar::new(255.0, 0.0, 255.0, 0.0);
        imgproc::circle(&mut image, at, 9, pink, 3, imgproc::LINE_AA, 0)?;
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from 25°, the next row is a third of a tile's width away in the picture.
    #[test]
    fn the_tile_of_the_next_row_is_another_however_low_the_camera() {
        let label = LabelTile {
            row: 0,
            col: 0,
            face: "P".to_owned(),
            rotation: 0,
            poly_px: [
                [927.0, 784.0],
                [1141.0, 758.0],
                [1174.0, 842.0],
                [938.0, 869.0],
            ],
        };
        let next = [
            [903.0, 715.0],
            [1110.0, 690.0],
            [1137.0, 758.0],
            [924.0, 782.0],
        ];
        assert_eq!(label.lies_at(&next.map(ImagePoint::from)), None);
        let own = label
            .poly_px
            .map(|[x, y]| ImagePoint::from([x + 9.0, y - 6.0]));
        assert_eq!(label.lies_at(&own), Some(0));
    }
}
