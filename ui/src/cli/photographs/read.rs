//! `read`: single photographs, each printed as soon as it is read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};
use files::limits::PHOTO_PIXELS;
use opencv::prelude::*;
use tracker::board::features::FeatureKind;
use tracker::rules::Game;
use vision::picture::{self, Picture};
use vision::pieces::ground::Ground;
use vision::pieces::named::{NamedFigure, Reading};
use vision::reader::photo::{BoardReading, read_picture, read_wanted};
use vision::tiles::learnt::Learnt;

use crate::cli::args::SetupArgs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{count, print, print_json};
use crate::cli::played;
use crate::export::json::{
    ReadAlternative, ReadFigure, ReadFigureAlternative, ReadReport, ReadTile,
};
use crate::faces;
use crate::failure::{Failure, unexpected};
use crate::run::program;
use crate::run::reading::reader;
use crate::run::reading::upright::Upright;
use crate::store::folders::Folders;

/// Probability from which a cell is listed as holding a tile.
const PRESENT: f32 = 0.5;

/// Alternatives listed per tile, and the least probability of one worth listing.
const ALTERNATIVES: usize = 4;
const LEAST_ALTERNATIVE: f32 = 0.001;

pub(in crate::cli) fn run(
    pictures: &[PathBuf],
    pack: &str,
    setup: &SetupArgs,
    json: bool,
    folders: &Folders,
) -> Result<(), Failure> {
    // Learning the pack takes seconds; what is no picture is said before.
    let unusable: Vec<Option<Failure>> = pictures.iter().map(|path| check(path).err()).collect();
    if unusable.iter().all(Option::is_some)
        && let Some(Some(failure)) = unusable.into_iter().next()
    {
        return Err(failure);
    }
    let setup = played::setup(setup)?;
    let pack = program::pack(folders, pack)?.load(&Catalogue::bundled())?;
    let game = setup.map(|setup| Game::new(Arc::new(setup)));
    let pack = match &game {
        Some(game) => faces::only(&pack, game.catalogue()),
        None => pack,
    };
    let wrong = |error: opencv::Error| unexpected(&error);
    let mut progress = Progress::start("pictures", Some(pictures.len() as u64));
    progress.at(0, "learning the tile pack");
    let learnt = Learnt::kept(&pack, &folders.learnt()).map_err(wrong)?;
    // Where nobody says what is played, the pack and the picture do.
    let catalogue = match &game {
        Some(game) => Arc::clone(game.catalogue()),
        None => faces::shown_by(&pack),
    };
    let learnt = learnt.for_game(&pack, &catalogue).map_err(wrong)?;
    let Learnt { model, mut finder } = learnt;
    let wanted = game.as_ref().map(reader::wanted);
    let ground = Ground::default();
    let mut last_failure = None;
    for (done, path) in pictures.iter().enumerate() {
        progress.at(done as u64, &path.display().to_string());
        let picture = match photograph(path) {
            Ok(picture) => picture,
            Err(failure) => {
                // The others are still worth reading.
                progress.say(&failure.to_string());
                last_failure = Some(failure);
                continue;
            }
        };
        let pixels = &picture.pixels;
        let reading = match &wanted {
            Some(wanted) => read_wanted(pixels, &mut finder, &model, &pack, &catalogue, wanted),
            None => read_picture(pixels, &mut finder, &model, &pack, &catalogue),
        };
        let reading = reading.map_err(wrong)?;
        let figures = reading.as_ref().map(|read| read.named(&catalogue, &ground));
        let report = report(
            path,
            &picture,
            reading.as_ref(),
            &figures.unwrap_or_default(),
        );
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

/// Looks whether it is a photograph that can be read, without decoding it.
pub(in crate::cli) fn check(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::new(
            format!("{} is a folder", path.display()),
            "name the pictures in it: DIR/*.jpg",
        ));
    }
    if !path.exists() {
        return Err(Failure::new(
            format!("`{}` does not exist", path.display()),
            "check the spelling, and name a photograph",
        ));
    }
    picture::check(path, PHOTO_PIXELS).map_err(|error| bad(path, &error))
}

/// One photograph, turned as its EXIF orientation says.
pub(in crate::cli) fn photograph(path: &Path) -> Result<Picture, Failure> {
    check(path)?;
    picture::read(path, PHOTO_PIXELS).map_err(|error| bad(path, &error))
}

fn bad(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("`{}` is not a readable picture: {error}", path.display()),
        "open it in a picture viewer to check, or name another photograph",
    )
}

pub(in crate::cli) fn report(
    path: &Path,
    picture: &Picture,
    reading: Option<&BoardReading>,
    figures: &[NamedFigure],
) -> ReadReport {
    let mut report = ReadReport {
        picture: path.display().to_string(),
        size: [picture.pixels.cols(), picture.pixels.rows()].map(i32::unsigned_abs),
        tiles: Vec::new(),
        figures: Vec::new(),
        warnings: Vec::new(),
    };
    if !picture.whole {
        let warning = "the file is cut off: only a part of the picture was read";
        report.warnings.push(warning.into());
    }
    let Some(reading) = reading else {
        let warning = "no tile was found; photograph the whole board from 45° or more above the \
                       table, and name the pack of these very tiles";
        report.warnings.push(warning.into());
        return report;
    };
    if let Some(above) = reading.too_low_deg() {
        report.warnings.push(format!(
            "the board is seen from {above}° above the table: tiles and figures at its far side may be \
             missing or wrong; take the picture from 45° or more"
        ));
    }
    let north = Upright::of(reading);
    let mut strangers = Vec::new();
    for (cell, verdict) in &reading.verdicts {
        let Some(best) = verdict
            .ranked
            .first()
            .filter(|_| verdict.present >= PRESENT)
        else {
            continue;
        };
        let tile = tile(reading, &north, *cell, verdict, *best);
        if verdict.unknown > 0.5 {
            strangers.push(Cell::new(tile.x, tile.y));
        }
        report.tiles.push(tile);
    }
    report.warnings.extend(lacking(strangers));
    report.tiles.sort_by_key(|tile| (tile.y, tile.x));
    report
        .figures
        .extend(figures.iter().map(|f| seen(f, &north)));
    report
}

/// What is said of tiles that show no face of the pack, all in one line.
fn lacking(mut cells: Vec<Cell>) -> Option<String> {
    cells.sort_by_key(|cell| (cell.y, cell.x));
    match &cells[..] {
        [] => None,
        [cell] => Some(format!(
            "the tile at {cell} seems to show a face that the pack lacks"
        )),
        cells => {
            let at: Vec<String> = cells.iter().map(ToString::to_string).collect();
            let (count, at) = (cells.len(), at.join(" "));
            Some(format!(
                "{count} tiles seem to show faces that the pack lacks: {at}"
            ))
        }
    }
}

/// A tile as it was read, with what else it may be.
fn tile(
    reading: &BoardReading,
    north: &Upright,
    cell: Cell,
    verdict: &Verdict,
    (face, rotation, probability): (FaceId, Rotation, f32),
) -> ReadTile {
    let to = north.cell(cell);
    let sure = verdict.present * (1.0 - verdict.unknown);
    let likelier = |other: &&(_, _, f32)| other.2 >= LEAST_ALTERNATIVE;
    let others = verdict.ranked.iter().skip(1).filter(likelier);
    let alternatives = others
        .take(ALTERNATIVES)
        .map(|&(face, rotation, probability)| ReadAlternative {
            face: face.to_string(),
            rotation: north.rotation(rotation).degrees(),
            confidence: probability * sure,
        });
    let read = reading.cells.get(&cell);
    let corners = read.map_or_else(|| reading.lattice.corners(cell), |read| read.corners);
    ReadTile {
        x: to.x,
        y: to.y,
        face: face.to_string(),
        rotation: north.rotation(rotation).degrees(),
        confidence: probability * sure,
        unknown: verdict.unknown,
        corners_px: north.corners(corners).map(|at| at.to_array()),
        alternatives: alternatives.collect(),
    }
}

pub(in crate::cli) fn seen(figure: &NamedFigure, north: &Upright) -> ReadFigure {
    let to = north.cell(figure.cell);
    let (best, others) = (&figure.reading, figure.others.iter());
    let likelier = others.filter(|(_, probability)| *probability >= LEAST_ALTERNATIVE);
    ReadFigure {
        kind: best.kind,
        color: best.color,
        pose: best.pose,
        foot_px: figure.foot_px,
        x: to.x,
        y: to.y,
        on: ground_name(best),
        confidence: figure.confidence,
        alternatives: likelier
            .take(ALTERNATIVES)
            .map(|(other, probability)| ReadFigureAlternative {
                kind: other.kind,
                color: other.color,
                pose: other.pose,
                on: ground_name(other),
                confidence: *probability,
            })
            .collect(),
    }
}

/// What of its tile a figure stands on.
fn ground_name(reading: &Reading) -> &'static str {
    reading.on.map_or("tile", FeatureKind::name)
}

fn as_text(report: &ReadReport) -> String {
    let mut text = format!(
        "{}: {}, {}\n",
        report.picture,
        count(report.tiles.len(), "tile"),
        count(report.figures.len(), "figure")
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
        let kind = figure.kind.name();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strange_tiles_are_told_in_one_line() {
        assert_eq!(lacking(Vec::new()), None);
        let one = lacking(vec![Cell::new(2, -1)]).unwrap();
        assert_eq!(
            one,
            "the tile at (2, -1) seems to show a face that the pack lacks"
        );
        let two = lacking(vec![Cell::new(0, 3), Cell::new(2, -1)]).unwrap();
        assert_eq!(
            two,
            "2 tiles seem to show faces that the pack lacks: (2, -1) (0, 3)"
        );
    }
}
