//! Finds figures: what differs from the tiles that are known to lie there.
//!
//! The faces of the board are known, so the board's bare look is: pictures of the pack, brought
//! into this table's light. Where the camera shows wooden colours that the bare board cannot
//! explain, stands a figure. Its pose, turn and foot are found by projecting the piece's solid
//! into the picture and comparing silhouettes (analysis by synthesis), since a standing figure
//! leans away from the camera and only its foot says where it stands.
//!
//! Here is which blobs are looked at and in what order; [`crate::pieces::explain`] judges each,
//! [`crate::pieces::memory`] keeps it. Looks only at tiles; figures beside the board are not its
//! business. Knows no rules.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use calibration::View;
use calibration::space::{self, LatticePoint};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure};
use opencv::core::{Mat, Point, Point2f, ToInputArray, Vector};
use opencv::imgproc;
use rayon::prelude::*;

use crate::bare::raster::Raster;
use crate::bare::{BareTile, seams};
use crate::cv;
use crate::lattice::{LOW_DEG, Lattice};
use crate::pack::Pack;
use crate::picture::pyramid::Pyramid;
use crate::pieces::blob::touching;
use crate::pieces::board::Board;
use crate::pieces::explain::figure;
use crate::pieces::memory::{self, Memory, Remembered};
use crate::pieces::paint::grass::green;
use crate::pieces::paint::wooden::{Wooden, smoothed, wooden};
use crate::pieces::paint::{Paint, alike};
use crate::pieces::part::Part;
use crate::pieces::place::{PITCH_MM, Place};
use crate::pieces::silhouette::{self, Silhouettes};
use crate::pieces::stayed::stayed;
use crate::pieces::{blob, ghosts, order};

/// Height of a meeple and depth of its foot, millimetres: of a figure at the board's edge that
/// leans away from the camera, half of the foot must lie over known tiles.
const HEIGHT_MM: f64 = 16.0;
const FOOT_MM: f64 = 10.0;
/// Tilt of a camera 20 degrees above the table: what is read as more is an error.
const STEEPEST_RAD: f64 = 1.22;
/// Area of a figure in the raster: a meeple covers 90 to 350 mm² of table, depending on pose and
/// tilt, and half of that of the picture as it is.
const AREA_MM2: RangeInclusive<f64> = 55.0..=650.0;
/// How many pieces of one colour touch at most where it is asked which of them stood there before.
const MANY_TOUCH: f64 = 3.0;
/// What has a paint's colours is more than the print if the bare board does not show this share
/// of it there: a monastery's roof is under half of what a meeple hides of the monastery …
const FOREIGN: f64 = 0.4;
/// … and is a piece where one explains it as well as any piece on plain ground.
const MIN_IOU_ON_PRINT: f64 = 0.7;
/// How far apart fragments of one piece are at most, pixels of the rectified board: 6 mm; the share of
/// what they are parts of that they make up at least, and how well a piece must explain that.
const FRAGMENTS_PX: i32 = 13;
const FRAGMENTS: f64 = 0.55;
const MIN_IOU_SCATTERED: f64 = 0.62;
/// From so many tiles one corner of each tells the camera's view as well as all.
const MANY: usize = 24;
/// Share of a piece that shows its paint, at least, where the rest is in its own shade; and the share
/// from which the shade is nothing but its rim.
const COLORED: f64 = 0.15;
const PLAIN: f64 = 0.92;
/// What one more piece must add to an explanation, in overlap.
const ONE_MORE: f64 = 0.08;

/// What is looked for on the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Figures, by their paints.
    pub paints: Vec<Paint>,
    /// Ghosts and animals, which are found by what they change; ghosts first. A hound's colour
    /// tells Ronja (black) from Rufus (none).
    pub loose: Vec<(FigureKind, Option<Color>)>,
}

impl Default for Wanted {
    /// The meeples of all colours.
    fn default() -> Self {
        Self {
            paints: Paint::meeples(),
            loose: Vec::new(),
        }
    }
}

/// Finds the figures on known tiles: all, or what has become of those on and around the cells
/// that have `changed`, in the light of the last whole look.
///
/// # Errors
/// Fails when OpenCV does.
pub fn find_figures(
    pyramid: &Pyramid,
    lattice: &Lattice,
    tiles: &BTreeMap<Cell, BareTile>,
    pack: &Pack,
    wanted: &Wanted,
    memory: &mut Memory,
    changed: Option<&BTreeSet<Cell>>,
) -> opencv::Result<Vec<SeenFigure>> {
    let tiles = &seams::closed(tiles, lattice);
    // Loose pieces are told from all that has changed since tiles lay bare.
    let changed = changed.filter(|_| memory.light.is_some() && wanted.loose.is_empty());
    // In films each blob is read as one piece.
    let blobs = memory.blobs.iter().filter(|_| memory.is_of_one_picture);
    let part = Part::of(tiles, changed, blobs);
    let last = memory.light.take().filter(|_| changed.is_some());
    let kept = memory.blobs.iter();
    let kept = kept.filter(|blob| changed.is_some() && !part.holds(blob.middle));
    let kept: Vec<Remembered> = kept.cloned().collect();
    let (width, height) = pyramid.size();
    let view = view(lattice, tiles, [f64::from(width), f64::from(height)]);
    let as_seen = |view: &View<space::Lattice>| memory.is_of_one_picture && is_low(view, wanted);
    let raster = view.as_ref().and_then(|view| match as_seen(view) {
        true => Raster::as_seen(lattice, part.cells.iter(), tiles.keys(), pyramid.size()),
        false => Raster::from_above(lattice, part.cells.iter()),
    });
    let Some((raster, view)) = raster.zip(view) else {
        memory.blobs = kept;
        return Ok(memory.figures());
    };
    let board = Board::of(
        raster,
        pyramid,
        (tiles, pack),
        wanted.loose.is_empty(),
        last,
    )?;
    let place = Place {
        raster: &board.raster,
        seen: &board.seen,
        printed: &board.printed,
        lattice,
        view: &view,
        tiles,
        usual_size: memory.usual_size(),
        animals: &wanted.loose,
        light: &board.light,
        red_or_pink: line(&board, memory)?,
        colors: wanted
            .paints
            .iter()
            .filter_map(|paint| paint.color)
            .collect(),
    };
    let Board {
        seen, bare, known, ..
    } = &board;
    let ghosts = !wanted.loose.is_empty();
    let boards = [seen, bare, known];
    let masks = wooden(boards, board.light.median, &wanted.paints, ghosts)?;
    let mut search = Search {
        board: &board,
        place: &place,
        part: &part,
        memory,
        found: kept,
        // A film shows them again before and after.
        others: match memory.is_of_one_picture {
            true => others(&masks)?,
            false => BTreeMap::new(),
        },
    };
    for wood in &masks {
        search.plain(wood)?;
        search.on_print(wood)?;
    }
    for wood in &masks {
        search.shaded(wood)?;
    }
    for wood in &masks {
        search.scattered(wood)?;
    }
    let mut found = search.found;
    memory::tell_grass(&mut found);
    if memory.is_of_one_picture {
        order::leave_out_seen_through(&mut found, &masks, &place)?;
    }
    let pieces = loose(&board, &place, &found, wanted, memory)?;
    memory::leave_out_sides(&mut found, &pieces);
    memory.light = Some((board.balance, board.illumination, board.light));
    memory.remember(found, &view);
    let mut figures = memory.figures();
    figures.extend(pieces);
    Ok(figures)
}

/// Where red ends and pink begins, by what lies beside the board.
fn line(board: &Board, memory: &Memory) -> opencv::Result<alike::Line> {
    let piles = memory
        .piles
        .iter()
        .map(|pile| board.balance.on_color(*pile));
    let piles: Vec<[f64; 3]> = piles.collect::<opencv::Result<_>>()?;
    Ok(alike::Line::between(piles.into_iter()))
}

/// Whether the camera stands so low that pieces are looked for in the picture as it is. Ghosts are
/// told from looks of tiles from above, and in films pieces from one look to the next, in which a
/// picture as it is changes its size with every tile.
pub(crate) fn is_low(view: &View<space::Lattice>, wanted: &Wanted) -> bool {
    view.above_deg() < LOW_DEG && wanted.loose.is_empty()
}

/// Reads blobs of wooden colour, one way of finding them after the other.
struct Search<'a> {
    board: &'a Board,
    place: &'a Place<'a>,
    part: &'a Part<'a>,
    memory: &'a Memory,
    found: Vec<Remembered>,
    /// Where pieces of other paints than each show, by its bit: they may stand before its own.
    others: BTreeMap<u8, Mat>,
}

impl Search<'_> {
    /// Pieces that differ from the print all over.
    fn plain(&mut self, wood: &Wooden) -> opencv::Result<()> {
        let several = *AREA_MM2.start()..=MANY_TOUCH * AREA_MM2.end();
        let read = each(&self.blobs_of(&wood.mask, &several)?, |blob| {
            let whole = match self.may_be_piece(blob)? {
                true => self.read(wood, blob, silhouette::MIN_IOU)?,
                false => None,
            };
            let parts = match self.memory.is_of_one_picture {
                true => self.parts(wood, blob, whole.as_ref())?,
                false => self.beside_those_before(wood, blob, whole.as_ref())?,
            };
            Ok(parts.unwrap_or_else(|| whole.into_iter().collect()))
        })?;
        self.found.extend(read.into_iter().flatten());
        Ok(())
    }

    /// The pieces that touch each other in a blob, where they explain it better than one does.
    fn parts(
        &self,
        wood: &Wooden,
        blob: &Vector<Point>,
        whole: Option<&Remembered>,
    ) -> opencv::Result<Option<Vec<Remembered>>> {
        let is_poor = |whole: &&Remembered| whole.overlap() < silhouette::WELL;
        let Some(whole) = whole.filter(is_poor) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        for part in touching::split(blob)? {
            if self.may_be_piece(&part)? {
                parts.extend(self.read(wood, &part, silhouette::MIN_IOU)?);
            }
        }
        let area: f64 = parts.iter().map(|part| part.area_px).sum();
        let overlaps = parts.iter().map(|part| part.overlap() * part.area_px);
        let explained = overlaps.sum::<f64>() / area.max(whole.area_px);
        let all = parts.len() > 1 && parts.iter().all(|part| part.overlap() > 0.0);
        Ok((all && explained > whole.overlap() + ONE_MORE).then_some(parts))
    }

    /// The pieces of the last look that still show in a blob, and what has come beside them: in one paint
    /// they leave one blob, which no piece explains as well as each explained its own before.
    fn beside_those_before(
        &self,
        wood: &Wooden,
        blob: &Vector<Point>,
        whole: Option<&Remembered>,
    ) -> opencv::Result<Option<Vec<Remembered>>> {
        let as_one = whole.map_or(0.0, Remembered::overlap);
        if as_one >= silhouette::WELL || !self.part.holds(self.middle(blob)?) {
            return Ok(None);
        }
        let Some(stayed) = stayed(blob, wood, self.place, self.memory)? else {
            return Ok(None);
        };
        let mut pieces = stayed.pieces;
        if pieces
            .iter()
            .any(|piece| piece.overlap() < as_one + ONE_MORE)
        {
            return Ok(None);
        }
        if let Some(rest) = stayed.rest
            && self.may_be_piece(&rest)?
        {
            let unclear = cv::either(&wood.unclear, &stayed.shown)?;
            pieces.extend(self.read_beside(wood, &unclear, &rest, silhouette::MIN_IOU)?);
        }
        Ok(Some(pieces))
    }

    /// A red meeple on a red roof: the roof explains the meeple, but does not lie there.
    fn on_print(&mut self, wood: &Wooden) -> opencv::Result<()> {
        let all = cv::either(&wood.mask, &wood.unclear)?;
        let foreign = cv::either(&wood.mask, &wood.out_of_place)?;
        let read = each(&self.blobs(&smoothed(&all)?)?, |blob| {
            if self.is_read(blob)? || share(&foreign, blob)? <= FOREIGN {
                return Ok(None);
            }
            self.read(wood, blob, MIN_IOU_ON_PRINT)
        })?;
        self.found.extend(read.into_iter().flatten());
        Ok(())
    }

    /// The lower half of a piece lies in its own shade and has no colour there: where the whole
    /// explains more than its parts, it takes their place.
    fn shaded(&mut self, wood: &Wooden) -> opencv::Result<()> {
        let Some(whole) = &wood.with_shade else {
            return Ok(());
        };
        let blobs = self.blobs(whole)?;
        let read = each(&blobs, |blob| {
            if !(COLORED..PLAIN).contains(&share(&wood.mask, blob)?) {
                return Ok(None);
            }
            self.read(wood, blob, silhouette::MIN_IOU)
        })?;
        for (blob, new) in blobs.iter().zip(read) {
            let Some(new) = new else {
                continue;
            };
            let parts = self.inside(blob)?;
            if new.overlap() * self.covered(blob, &new)? > self.joint(&parts, new.area_px) {
                let mut parts = parts.into_iter();
                self.found.retain(|_| !parts.next().unwrap_or(false));
                self.found.push(new);
            }
        }
        Ok(())
    }

    /// A piece that glints, window bars behind it and lines before it leave in fragments: what lies as
    /// close together as the parts of one piece is tried as one.
    fn scattered(&mut self, wood: &Wooden) -> opencv::Result<()> {
        let all = cv::either(&wood.mask, &wood.out_of_place)?;
        let joined = cv::morphed(&all, imgproc::MORPH_CLOSE, &cv::disc(FRAGMENTS_PX)?)?;
        let read = each(&self.blobs(&joined)?, |blob| {
            if self.is_read(blob)? || share(&all, blob)? <= FRAGMENTS {
                return Ok(None);
            }
            self.read(wood, blob, MIN_IOU_SCATTERED)
        })?;
        let read = read.into_iter().flatten();
        self.found.extend(read.filter(|new| new.figure.is_some()));
        Ok(())
    }

    /// Whether a figure was found in a blob already.
    fn is_read(&self, blob: &Vector<Point>) -> opencv::Result<bool> {
        let inside = self.inside(blob)?;
        let mut read = self.found.iter().zip(inside);
        Ok(read.any(|(old, inside)| inside && old.figure.is_some()))
    }

    /// How well the pieces that were found in a blob explain it together: each its part of it, and the
    /// fewer the better.
    fn joint(&self, parts: &[bool], area_px: f64) -> f64 {
        let read = self.found.iter().zip(parts);
        let read = read.filter(|(old, part)| **part && old.overlap() > 0.0);
        let (mut explained, mut pieces) = (0.0, 0.0);
        for (old, _) in read {
            explained += old.overlap() * (old.area_px / area_px.max(1.0)).min(1.0);
            pieces += 1.0;
        }
        explained - ONE_MORE * f64::max(pieces - 1.0, 0.0)
    }

    /// Which of what was found has its middle in a blob.
    fn inside(&self, blob: &Vector<Point>) -> opencv::Result<Vec<bool>> {
        let is_inside = |old: &Remembered| {
            let raster = &self.board.raster;
            let at = raster.raster_from_lattice.apply(old.middle).to_f32();
            let at = Point2f::new(at.x, at.y);
            Ok(imgproc::point_polygon_test(blob, at, false)? >= 0.0)
        };
        self.found.iter().map(is_inside).collect()
    }

    /// The share of a blob that lies where the piece is which it was read as: its outline may have been
    /// drawn again, around one piece of two that a shade joins.
    fn covered(&self, blob: &Vector<Point>, read: &Remembered) -> opencv::Result<f64> {
        let Some(solid) = memory::known_solid(read) else {
            return Ok(0.0);
        };
        let area = imgproc::bounding_rect(blob)?;
        share_of(
            &blob::filled(&self.place.hull(&solid)?, area)?,
            &blob::filled(blob, area)?,
        )
    }

    /// Reads one blob, or repeats what it was read as; `None` if it lies elsewhere.
    fn read(
        &self,
        wood: &Wooden,
        blob: &Vector<Point>,
        fewest: f64,
    ) -> opencv::Result<Option<Remembered>> {
        self.read_beside(wood, &wood.unclear, blob, fewest)
    }

    /// The same where the piece may show or not in what is `unclear`.
    fn read_beside(
        &self,
        wood: &Wooden,
        unclear: &Mat,
        blob: &Vector<Point>,
        fewest: f64,
    ) -> opencv::Result<Option<Remembered>> {
        let (place, paint) = (self.place, wood.paint);
        let middle = self.middle(blob)?;
        if !self.part.holds(middle) {
            return Ok(None);
        }
        let area_px = imgproc::contour_area_def(blob)?;
        let tilt_rad = place.view.tilt_rad;
        if let Some(known) = self.memory.same(paint, middle, area_px, tilt_rad) {
            return Ok(Some(known.clone()));
        }
        let before = self.others.get(&paint.bit());
        let unclear = match before {
            Some(before) => &cv::either(unclear, before)?,
            None => unclear,
        };
        let read = figure(unclear, blob, paint, place, self.memory, fewest)?;
        let (figure, fits) = match read {
            Some((figure, fits)) => (fits.first().map(|best| (figure, *best)), fits),
            None => (None, Vec::new()),
        };
        Ok(Some(Remembered {
            paint: paint.clone(),
            middle,
            area_px,
            tilt_rad,
            figure,
            fits,
            green: green(blob, paint, place)?,
            is_grass: false,
        }))
    }

    /// Where a blob's middle is on the board.
    fn middle(&self, blob: &Vector<Point>) -> opencv::Result<LatticePoint> {
        let middle = blob::middle(blob)?;
        Ok(self.board.raster.lattice_from_raster.apply(middle))
    }

    /// Connected pieces of a mask that are as large as a figure and stand on known tiles.
    fn blobs(&self, mask: &Mat) -> opencv::Result<Vec<Vector<Point>>> {
        self.blobs_of(mask, &AREA_MM2)
    }

    /// The same of another area, mm².
    fn blobs_of(
        &self,
        mask: &Mat,
        area_mm2: &RangeInclusive<f64>,
    ) -> opencv::Result<Vec<Vector<Point>>> {
        let mut contours = Vector::<Vector<Point>>::new();
        imgproc::find_contours_def(
            mask,
            &mut contours,
            imgproc::RETR_EXTERNAL,
            imgproc::CHAIN_APPROX_NONE,
        )?;
        let mut found = Vec::new();
        for contour in contours {
            if self.is_of(&contour, area_mm2)? {
                found.push(contour);
            }
        }
        Ok(found)
    }

    /// Whether a blob is as large as a figure and stands on known tiles.
    fn may_be_piece(&self, blob: &Vector<Point>) -> opencv::Result<bool> {
        self.is_of(blob, &AREA_MM2)
    }

    /// Whether a blob is of that area and stands on known tiles.
    fn is_of(&self, blob: &Vector<Point>, area_mm2: &RangeInclusive<f64>) -> opencv::Result<bool> {
        let tilt_rad = self.place.view.tilt_rad;
        let lean_mm = HEIGHT_MM * tilt_rad.clamp(0.0, STEEPEST_RAD).tan();
        // At a tile's far edge; its shade takes as much again of the part that is over the tile.
        let over_tiles = 0.5 * (FOOT_MM / (FOOT_MM + lean_mm)).powi(2);
        let mm2 = (PITCH_MM / self.board.raster.px_per_cell(self.middle(blob)?)).powi(2);
        let area = imgproc::contour_area_def(blob)?;
        Ok(area_mm2.contains(&(area * mm2)) && share(&self.board.known, blob)? >= over_tiles)
    }
}

/// Reads blobs at once, as many as there are processors.
fn each<T: Send>(
    blobs: &[Vector<Point>],
    read: impl Fn(&Vector<Point>) -> opencv::Result<T> + Send + Sync,
) -> opencv::Result<Vec<T>> {
    blobs.par_iter().map(read).collect()
}

/// Ghosts and animals beside the figures that were found.
fn loose(
    board: &Board,
    place: &Place,
    found: &[Remembered],
    wanted: &Wanted,
    memory: &mut Memory,
) -> opencv::Result<Vec<SeenFigure>> {
    if wanted.loose.is_empty() {
        return Ok(Vec::new());
    }
    let to_raster = |point| (board.raster.raster_from_image).apply(place.view.project(point));
    let shown = ghosts::Board {
        raster: &board.raster,
        tiles: place.tiles,
        seen: &board.seen,
        bare: &board.bare,
        known: &board.known,
        light: &board.light,
        silhouettes: &Silhouettes {
            to_picture: &to_raster,
            unit_mm: PITCH_MM,
        },
    };
    let stand: Vec<ghosts::Known> = found.iter().filter_map(memory::known_solid).collect();
    let mut pieces = Vec::new();
    for piece in ghosts::find(&shown, &stand, &wanted.loose, &mut memory.looks)? {
        let names = piece.names.into_iter();
        let candidates = names.map(|(kind, color, log_likelihood)| FigureCandidate {
            kind,
            color,
            pose: Pose::Standing,
            log_likelihood,
            foot: None,
        });
        pieces.extend(place.claim(piece.foot, candidates.collect()));
    }
    Ok(pieces)
}

/// The camera's view of the board, in cells, from where the tiles were read.
pub(crate) fn view(
    lattice: &Lattice,
    tiles: &BTreeMap<Cell, BareTile>,
    size: [f64; 2],
) -> Option<View<space::Lattice>> {
    // One corner each will do where tiles are many.
    let corners = |n: usize| match tiles.len() {
        0..MANY => 0..4,
        _ => n % 4..n % 4 + 1,
    };
    let mut plane = Vec::new();
    let mut image = Vec::new();
    for (n, (cell, tile)) in tiles.iter().enumerate() {
        plane.extend_from_slice(&lattice.square(*cell)[corners(n)]);
        image.extend_from_slice(&tile.corners[corners(n)]);
    }
    View::fit(&plane, &image, size)
}

/// Where pieces of other paints than each show.
fn others(masks: &[Wooden]) -> opencv::Result<BTreeMap<u8, Mat>> {
    let mut all = BTreeMap::new();
    for own in masks {
        let mut joined: Option<Mat> = None;
        for other in masks.iter().filter(|other| other.paint != own.paint) {
            joined = Some(match joined {
                Some(joined) => cv::either(&joined, &other.mask)?,
                None => other.mask.clone(),
            });
        }
        all.extend(joined.map(|joined| (own.paint.bit(), joined)));
    }
    Ok(all)
}

/// Share of a blob that shows a mask.
fn share(mask: &Mat, blob: &Vector<Point>) -> opencv::Result<f64> {
    let area = imgproc::bounding_rect(blob)?;
    let inside = blob::filled(blob, area)?;
    share_of(&Mat::roi(mask, area)?, &inside)
}

/// Share of one mask that another, as large, shows too.
fn share_of(other: &impl ToInputArray, mask: &Mat) -> opencv::Result<f64> {
    let common = cv::both(other, mask)?;
    let all = f64::from(opencv::core::count_non_zero(mask)?).max(1.0);
    Ok(f64::from(opencv::core::count_non_zero(&common)?) / all)
}
