//! A finished board in one photograph: read once, taken over as often as somebody answers.
//!
//! Between vision, which reads, and [`tracker::at_end`], which scores. Asks nobody and words nothing
//! but failures; what is kept is an ordinary record.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::slice;
use std::sync::Arc;

use calibration::space::{ImageCorners, ImagePoint};
use carcassonne::catalogue::FaceId;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use files::limits::PHOTO_PIXELS;
use opencv::core::{self, Mat};
use opencv::imgproc;
use tracker::at_end::{About, Answer, Look, Piece, Spot, TakenOver, take_over};
use tracker::board::Board;
use tracker::board::features::SegmentRef;
use tracker::log::Log;
use tracker::log::journal::Journal;
use tracker::log::record::{Header, Line};
use tracker::rules::Game;
use tracker::setup::{Setup, StartTile};
use vision::picture::{self, Picture};
use vision::pieces::ground::Ground;
use vision::pieces::named::{NamedFigure, named};
use vision::reader::photo::{BoardReading, read_wanted};
use vision::tiles::learnt::Learnt;

use super::pack_source::PackSource;
use super::reader;
use super::upright::Upright;
use crate::faces;
use crate::run::news::open_error::OpenError;
use crate::store::folders::Folders;

/// Probability from which a cell counts as read.
const READ: f32 = 0.5;

/// How much of the table around a cell is shown, in cells: figures stand up beyond theirs.
const AROUND: f64 = 0.5;

/// A photograph and what was read in it; the board's north is the picture's up.
pub struct ReadBoard {
    /// The photograph.
    pub picture: Picture,
    /// What was read.
    pub reading: BoardReading,
    /// How the reading lies in the picture.
    pub north: Upright,
    /// The reading's cells and those of the board.
    cells: BTreeMap<Cell, Cell>,
    game: Game,
    setup: Arc<Setup>,
    ground: Ground,
}

/// What somebody knows beyond the photograph.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What the track showed before the final scoring.
    pub track: Vec<(Color, i32)>,
    /// What was said of doubts.
    pub answers: Vec<(About, Answer)>,
}

impl ReadBoard {
    /// Reads the board in a photograph with that pack.
    ///
    /// # Errors
    /// When it is no picture, holds no tile, or the pack cannot be used.
    pub fn read(
        photo: &Path,
        setup: &Setup,
        pack: &PackSource,
        folders: &Folders,
    ) -> Result<Self, OpenError> {
        let bad = |error: std::io::Error| OpenError::Photo {
            photo: photo.to_owned(),
            why: error.to_string(),
        };
        // Learning the pack takes seconds; what is no picture is said before.
        picture::check(photo, PHOTO_PIXELS).map_err(bad)?;
        let setup = Setup {
            start: StartTile::Seen,
            ..setup.clone()
        };
        let setup = Arc::new(setup.with_tiles(&pack.taught()));
        let game = Game::new(Arc::clone(&setup));
        let catalogue = game.catalogue();
        let pack = pack.load(catalogue).map_err(|failure| other(&failure))?;
        let pack = faces::only(&pack, catalogue);
        let Learnt { model, mut finder } = Learnt::kept(&pack, &folders.learnt())
            .and_then(|learnt| learnt.for_game(&pack, catalogue))
            .map_err(|error| other(&error))?;
        let picture = picture::read(photo, PHOTO_PIXELS).map_err(bad)?;
        let wanted = reader::wanted(&game);
        let pixels = &picture.pixels;
        let reading = read_wanted(pixels, &mut finder, &model, &pack, catalogue, &wanted)
            .map_err(|error| other(&error))?
            .ok_or_else(|| OpenError::NoBoard {
                photo: photo.to_owned(),
            })?;
        let north = Upright::of(&reading);
        let cells = reading.verdicts.keys();
        Ok(Self {
            cells: cells.map(|&cell| (north.cell(cell), cell)).collect(),
            picture,
            reading,
            north,
            game,
            setup,
            ground: Ground::default(),
        })
    }

    /// How many tiles were read.
    pub fn tiles(&self) -> usize {
        let verdicts = self.reading.verdicts.values();
        let read = verdicts.filter(|verdict| verdict.present * (1.0 - verdict.unknown) > READ);
        read.count()
    }

    /// The game that was played, with the tiles of the pack.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The game as it lies in the photograph, scored to its end.
    pub fn taken_over(&self, known: &Known) -> TakenOver {
        let north = |verdict: &Verdict| {
            let turned = |&(face, rotation, p)| (face, self.north.rotation(rotation), p);
            Verdict {
                ranked: verdict.ranked.iter().map(turned).collect(),
                ..*verdict
            }
        };
        let verdicts = &self.reading.verdicts;
        let cells = self.cells.iter();
        let tiles: BTreeMap<Cell, Verdict> = cells
            .map(|(&to, from)| (to, north(&verdicts[from])))
            .collect();
        let pieces = |board: &Board| {
            let figures = self.figures(board).into_iter();
            figures.map(|figure| self.piece(figure)).collect()
        };
        let look = Look {
            tiles: &tiles,
            pieces: &pieces,
            track: &known.track,
            answers: &known.answers,
        };
        take_over(&self.setup, look)
    }

    /// What each figure of the reading comes to on those tiles, if anything.
    pub fn figures(&self, board: &Board) -> Vec<Option<NamedFigure>> {
        let turned_back = |rotation: Rotation| {
            let mut all = Rotation::ALL.into_iter();
            all.find(|&from| self.north.rotation(from) == rotation)
        };
        let faces = self.cells.iter().filter_map(|(to, from)| {
            let laid = board.get(*to)?;
            Some((*from, (laid.face.id, turned_back(laid.rotation)?)))
        });
        let faces: BTreeMap<Cell, (FaceId, Rotation)> = faces.collect();
        let (reading, catalogue) = (&self.reading, self.game.catalogue());
        let name = |figure| {
            let figure = slice::from_ref(figure);
            named(figure, &reading.lattice, &faces, catalogue, &self.ground).pop()
        };
        reading.figures.iter().map(name).collect()
    }

    fn piece(&self, figure: Option<NamedFigure>) -> Piece {
        let spots = figure.into_iter().flat_map(|figure| figure.spots);
        let spots = spots.filter_map(|spot| {
            Some(Spot {
                at: SegmentRef::new(self.north.cell(spot.cell), spot.segment),
                kind: spot.reading.kind,
                color: spot.reading.color?,
                probability: spot.probability,
            })
        });
        Piece {
            spots: spots.collect(),
        }
    }

    /// The piece of the photograph around a cell, as a square of that many pixels, and where the
    /// cell's corners are in it, 0 to 1. What lies beyond the photograph's rim is grey.
    ///
    /// # Errors
    /// If the photograph has no pixels.
    pub fn cut_out(&self, cell: Cell, side_px: i32) -> opencv::Result<(Mat, [[f32; 2]; 4])> {
        let corners = self.corners_px(cell);
        let along = |axis: fn(ImagePoint) -> f64| {
            let all = corners.map(axis);
            let low = all.into_iter().fold(f64::INFINITY, f64::min);
            let high = all.into_iter().fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let ((left, right), (top, bottom)) = (along(|at| at.x), along(|at| at.y));
        let half = (right - left).max(bottom - top) * (0.5 + AROUND);
        let (x, y) = ((left + right) / 2.0 - half, (top + bottom) / 2.0 - half);
        let scale = f64::from(side_px) / (2.0 * half).max(1.0);
        let shift = Mat::from_slice_2d(&[[scale, 0.0, -x * scale], [0.0, scale, -y * scale]])?;
        let mut piece = Mat::default();
        imgproc::warp_affine(
            &self.picture.pixels,
            &mut piece,
            &shift,
            core::Size::new(side_px, side_px),
            imgproc::INTER_AREA,
            core::BORDER_CONSTANT,
            core::Scalar::all(128.0),
        )?;
        let share = |at: f64, from: f64| ((at - from) / (2.0 * half)) as f32;
        Ok((piece, corners.map(|at| [share(at.x, x), share(at.y, y)])))
    }

    /// Where a cell of the board lies in the photograph: its corners NW NE SE SW, px.
    pub fn corners_px(&self, cell: Cell) -> ImageCorners {
        let from = self.cells.get(&cell).copied().unwrap_or_default();
        let read = self.reading.cells.get(&from).map(|read| read.corners);
        let corners = read.unwrap_or_else(|| self.reading.lattice.corners(from));
        self.north.corners(corners)
    }
}

fn other(error: &dyn std::fmt::Display) -> OpenError {
    OpenError::Other(error.to_string())
}

/// Writes what was taken over as an ordinary record, whole or not at all.
///
/// # Errors
/// If it cannot be written; a record that is there is never overwritten, which is
/// [`ErrorKind::AlreadyExists`].
pub fn write(record: &Path, setup: &Setup, log: &Log) -> std::io::Result<()> {
    files::write::folder(record.parent().unwrap_or(Path::new("")))?;
    let header = Header::new(setup.clone(), Some(jiff::Timestamp::now()));
    let whole = Journal::create(record, &header).and_then(|mut journal| {
        for event in log.events() {
            journal.append(&Line::Event(event.clone()))?;
        }
        journal.sync()
    });
    whole.inspect_err(|error| {
        if error.kind() != ErrorKind::AlreadyExists {
            // Half a game would pass for a whole one, and stand in the way of the next try.
            let _ = files::write::remove(record);
        }
    })
}

/// Writes it into the games' folder, named by the local time; where it is now.
///
/// # Errors
/// If it cannot be written.
pub fn keep(folders: &Folders, setup: &Setup, log: &Log) -> Result<std::path::PathBuf, OpenError> {
    loop {
        let record = folders.new_record(jiff::Zoned::now().datetime());
        match write(&record, setup, log) {
            Ok(()) => return Ok(record),
            // Another game took the name between looking and writing. A file where the folder should
            // be is there already, too, and would be so for ever.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && record.exists() => {}
            Err(error) => {
                return Err(OpenError::Folder {
                    folder: folders.games(),
                    why: error.to_string(),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_where_the_games_should_be_is_told() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        std::fs::write(folders.games(), "in the way").expect("written");
        let setup = Setup::default();
        let log = Log::new(Arc::new(setup.clone()));
        let kept = keep(&folders, &setup, &log);
        assert!(matches!(kept, Err(OpenError::Folder { .. })), "{kept:?}");
    }
}
