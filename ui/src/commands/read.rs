//! `read`: single photographs, each printed as soon as it is read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tracker::catalogue::Catalogue;
use tracker::features::FeatureKind;
use tracker::geometry::{Cell, Rotation};
use tracker::piece::Pose;
use tracker::seen::SeenFigure;
use vision::frame::Frame;
use vision::layout::{Layout, unturned};
use vision::learnt::Learnt;
use vision::photo::{BoardReading, read_picture};
use vision::source::{FolderSource, Source};

use super::{print, print_json};
use crate::desk;
use crate::faces;
use crate::failure::{Failure, unexpected};
use crate::folders::Folders;
use crate::progress::Progress;
use crate::report::{ReadAlternative, ReadFigure, ReadReport, ReadTile};

/// Probability from which a cell is listed as holding a tile.
const PRESENT: f32 = 0.5;

/// Alternatives listed per tile, and the least probability of one worth listing.
const ALTERNATIVES: usize = 4;
const LEAST_ALTERNATIVE: f32 = 0.001;

pub(super) fn run(
    pictures: &[PathBuf],
    pack: &str,
    json: bool,
    folders: &Folders,
) -> Result<(), Failure> {
    let pack = desk::pack(folders, pack)?.load(&Catalogue::bundled())?;
    let wrong = |error: opencv::Error| unexpected(&error);
    let learnt = Learnt::kept(&pack, &folders.learnt()).map_err(wrong)?;
    let Learnt { model, mut finder } = learnt;
    // Nobody says what is played, so the pack does.
    let catalogue = faces::shown_by(&pack);
    let mut progress = Progress::start("pictures", Some(pictures.len() as u64));
    let mut last_failure = None;
    for (done, path) in pictures.iter().enumerate() {
        progress.at(done as u64, &path.display().to_string());
        let frame = match photograph(path) {
            Ok(frame) => frame,
            Err(failure) => {
                // The others are still worth reading.
                progress.say(&failure.to_string());
                last_failure = Some(failure);
                continue;
            }
        };
        let reading = read_picture(&frame.pixels, &mut finder, &model, &pack, &catalogue);
        let report = report(path, &frame, reading.map_err(wrong)?, &catalogue)?;
        if json {
            print_json(&report)?
        } else {
            print(&as_text(&report))?
        }
    }
    progress.finish();
    match last_failure {
        None => Ok(()),
        Some(failure) if pictures.len() == 1 => Err(failure),
        Some(failure) => Err(Failure::new(
            "not every picture could be read",
            failure.help,
        )),
    }
}

/// One photograph, turned as its EXIF orientation says.
fn photograph(path: &Path) -> Result<Frame, Failure> {
    if path.is_dir() {
        return Err(Failure::new(
            format!("{} is a folder", path.display()),
            "name the pictures in it: DIR/*.jpg",
        ));
    }
    if !path.exists() {
        return Err(vision::source::SourceError::Missing(path.to_owned()).into());
    }
    let frame = FolderSource::open(path)?.next()?;
    frame.ok_or_else(|| vision::source::SourceError::BadPicture(path.to_owned()).into())
}

fn report(
    path: &Path,
    frame: &Frame,
    reading: Option<BoardReading>,
    catalogue: &Catalogue,
) -> Result<ReadReport, Failure> {
    let mut report = ReadReport {
        picture: path.display().to_string(),
        size: frame.size_px(),
        tiles: Vec::new(),
        figures: Vec::new(),
        warnings: Vec::new(),
    };
    let Some(reading) = reading else {
        report.warnings.push("no tile was found".into());
        return Ok(report);
    };
    let north = Upright::of(&reading);
    let mut faces = BTreeMap::new();
    for (cell, verdict) in &reading.verdicts {
        let Some(best) = verdict
            .ranked
            .first()
            .filter(|_| verdict.present >= PRESENT)
        else {
            continue;
        };
        faces.insert(*cell, (best.0, best.1));
        let to = north.cell(*cell);
        let sure = verdict.present * (1.0 - verdict.unknown);
        if verdict.unknown > 0.5 {
            let warning = format!("the tile at {to} seems to show a face that the pack lacks");
            report.warnings.push(warning);
        }
        let likelier = |other: &&(_, _, f32)| other.2 >= LEAST_ALTERNATIVE;
        let alternatives = verdict
            .ranked
            .iter()
            .skip(1)
            .filter(likelier)
            .take(ALTERNATIVES);
        report.tiles.push(ReadTile {
            x: to.x,
            y: to.y,
            face: best.0.to_string(),
            rotation: north.rotation(best.1).degrees(),
            confidence: best.2 * sure,
            unknown: verdict.unknown,
            corners_px: north.corners(
                reading
                    .cells
                    .get(cell)
                    .map_or_else(|| reading.lattice.corners(*cell), |read| read.corners),
            ),
            alternatives: alternatives
                .map(|(face, rotation, probability)| ReadAlternative {
                    face: face.to_string(),
                    rotation: north.rotation(*rotation).degrees(),
                    confidence: probability * sure,
                })
                .collect(),
        });
    }
    report.tiles.sort_by_key(|tile| (tile.y, tile.x));
    for figure in &reading.figures {
        let on = match faces.get(&figure.cell) {
            Some((face, rotation)) => on(catalogue, *face, *rotation, figure)?,
            None => "tile",
        };
        report.figures.extend(seen(figure, &north, on));
    }
    Ok(report)
}

fn seen(figure: &SeenFigure, north: &Upright, on: &'static str) -> Option<ReadFigure> {
    let best = figure.candidates.first()?;
    let likelihood =
        |other: &tracker::seen::FigureCandidate| (other.log_likelihood - best.log_likelihood).exp();
    let to = north.cell(figure.cell);
    Some(ReadFigure {
        kind: best.kind,
        color: best.color,
        pose: best.pose,
        foot_px: figure.foot_px,
        x: to.x,
        y: to.y,
        on,
        confidence: 1.0 / figure.candidates.iter().map(likelihood).sum::<f32>(),
    })
}

/// What of its tile a figure stands on: a lying one in the nearest field, a standing one on
/// the nearest anything else.
fn on(
    catalogue: &Catalogue,
    face: tracker::catalogue::FaceId,
    rotation: Rotation,
    figure: &SeenFigure,
) -> Result<&'static str, Failure> {
    let Some(face) = catalogue.face(&face) else {
        return Ok("tile");
    };
    let layout = Layout::new(face, false).map_err(|error| unexpected(&error))?;
    let distances = layout.distances(unturned(figure.foot, rotation));
    let lies = figure
        .candidates
        .first()
        .is_some_and(|best| best.pose == Pose::Lying);
    let kinds = face
        .segments
        .iter()
        .map(|segment| FeatureKind::of(&segment.kind));
    let nearest = kinds
        .zip(distances)
        .filter(|(kind, _)| (*kind == FeatureKind::Field) == lies)
        .min_by(|a, b| a.1.total_cmp(&b.1));
    Ok(nearest.map_or("tile", |(kind, _)| kind.name()))
}

/// Turns the lattice so that its north is the direction nearest to the picture's up.
struct Upright {
    /// Quarter turns clockwise from the lattice's north to the picture's.
    turn: Rotation,
}

impl Upright {
    fn of(reading: &BoardReading) -> Self {
        let middle = reading.verdicts.keys().next().copied().unwrap_or_default();
        let [nw, ne, se, sw] = reading.lattice.corners(middle);
        let centre = |a: [f64; 2], b: [f64; 2]| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let sides = [
            centre(nw, ne),
            centre(ne, se),
            centre(se, sw),
            centre(sw, nw),
        ];
        let highest = (0..4)
            .min_by(|&a, &b| sides[a][1].total_cmp(&sides[b][1]))
            .unwrap_or(0);
        // The side that is up in the picture becomes north.
        Self {
            turn: Rotation::from_quarter_turns(-(highest as i32)),
        }
    }

    fn cell(&self, cell: Cell) -> Cell {
        (0..self.turn.quarter_turns()).fold(cell, |cell, _| Cell::new(-cell.y, cell.x))
    }

    fn rotation(&self, rotation: Rotation) -> Rotation {
        rotation.then(self.turn)
    }

    fn corners(&self, mut corners: [[f64; 2]; 4]) -> [[f64; 2]; 4] {
        corners.rotate_right(usize::from(self.turn.quarter_turns()));
        corners
    }
}

fn as_text(report: &ReadReport) -> String {
    let mut text = format!(
        "{}: {} tiles, {} figures\n",
        report.picture,
        report.tiles.len(),
        report.figures.len()
    );
    for tile in &report.tiles {
        text += &format!(
            "  ({:>2}, {:>2})  {} {:>3}°  {:.0} %\n",
            tile.x,
            tile.y,
            tile.face,
            tile.rotation,
            tile.confidence * 100.0
        );
    }
    for figure in &report.figures {
        let color = figure
            .color
            .map_or(String::new(), |color| format!("{color} "));
        let kind = format!("{:?}", figure.kind).to_lowercase();
        text += &format!(
            "  ({:>2}, {:>2})  {color}{kind} on {}\n",
            figure.x, figure.y, figure.on
        );
    }
    for warning in &report.warnings {
        text += &format!("  {warning}\n");
    }
    text
}
