//! Finds figures: what differs from the tiles that are known to lie there.
//!
//! The faces of the board are known, so the board's bare look is: pictures of the pack, brought
//! into this table's light. Where the camera shows wooden colours that the bare board cannot
//! explain, stands a figure. Its pose, turn and foot are found by projecting the piece's solid
//! into the picture and comparing silhouettes (analysis by synthesis), since a standing figure
//! leans away from the camera and only its foot says where it stands.
//!
//! Looks only at tiles; figures beside the board are not its business. Knows no rules.

use std::collections::{BTreeMap, BTreeSet};

use calibration::View;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure};
use opencv::core::{Mat, Point, Point2f, Rect, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::ghosts;
use crate::lattice::Lattice;
use crate::pack::Pack;
use crate::pieces::balance::{self, Balance};
use crate::pieces::bare::{BareTile, CELL_PX, Raster, TableLight, bare_board, lab};
use crate::pieces::outline;
use crate::pieces::paint::{Paint, Wooden, smoothed, wooden};
use crate::pieces::silhouette::{self, Silhouettes};
use crate::pieces::stature;
use crate::tiles::cells::Pyramid;
use crate::tiles::covered::Covers;
use shapes::solid::body;

/// Height of a meeple and depth of its foot, millimetres: of a figure at the board's edge that
/// leans away from the camera, half of the foot must lie over known tiles.
const HEIGHT_MM: f64 = 16.0;
const FOOT_MM: f64 = 10.0;
/// Tilt of a camera 20 degrees above the table: what is read as more is an error.
const STEEPEST_RAD: f64 = 1.22;
/// Area of a figure in the rectified board: a meeple covers 90 to 350 mm² of table, depending
/// on pose and tilt.
const AREA_MM2: std::ops::RangeInclusive<f64> = 55.0..=650.0;
/// What has a paint's colours is more than the print if the bare board does not show this share
/// of it there: a monastery's roof is under half of what a meeple hides of the monastery …
const FOREIGN: f64 = 0.4;
/// … and is a piece where one explains it as well as any piece on plain ground.
const FEWEST_ON_PRINT: f64 = 0.7;
/// A figure within this of where one of its colour was seen is that one, in cells.
const AGAIN: f64 = 0.2;
/// From so many tiles one corner of each tells the camera's view as well as all.
const MANY: usize = 24;
/// What a black piece's paint may tell between it and the cat at most, log-likelihood: lamps glare
/// on black wood.
const OFF_PAINT: f64 = 4.0;
/// Green wood has no more than this share of the board's median lightness: 0.55 to 0.73 of it in
/// films and on drawn tables, grass in a flash 1.2.
const GREEN_AT_LIGHTEST: f64 = 1.0;
/// In a lamp's glare it may be lighter, but has no more than this share of the lightness around it.
const GREEN_AT_LIGHTEST_HERE: f64 = 0.9;
/// By how much green wood's colours, as shares of its lightness, are off grass's at least: 0.4 and
/// more on tables, patches of grass 0.15. Under this lightness shares are noise.
const GREENER: f64 = 0.22;
const DARKEST: f64 = 6.0;
/// Darker than this share of what lies around it, no grass is: that has one print.
const DARK_BESIDE: f64 = 0.5;
/// What lies around it, px of the rectified board beyond its rim: its shadow falls nearer.
const AROUND_PX: [i32; 2] = [5, 14];
/// In white light black wood gives back up to 1.5 times as much blue as red, blue wood 4.5 to 200
/// times, on photographs by flash, daylight and candles; between the two …
const BLUE_OVER_RED: f64 = 2.6;
/// … log odds change by this per natural logarithm of the ratio …
const BLUE_SHARPNESS: f64 = 6.0;
/// … and no further than this.
const SURELY: f64 = 4.0;
/// Share of a piece that shows its paint, at least, where the rest is in its own shade; and the share
/// from which the shade is nothing but its rim.
const COLORED: f64 = 0.15;
const PLAIN: f64 = 0.92;
/// A tile's pitch, millimetres.
pub(crate) const PITCH_MM: f64 = 45.7;

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

/// What a blob is read against.
struct Place<'a> {
    raster: &'a Raster,
    /// The rectified board as the camera shows it, Lab.
    seen: &'a Mat,
    lattice: &'a Lattice,
    view: &'a View,
    tiles: &'a BTreeMap<Cell, BareTile>,
    /// Usual size of this set's pieces.
    usual_size: f64,
    /// Animals that may be on the table.
    animals: &'a [(FigureKind, Option<Color>)],
    light: &'a TableLight,
    /// Whether blue is looked for.
    blue: bool,
}

impl Place<'_> {
    /// The outlines of a piece's solid on the rectified board.
    fn shape(&self, piece: &Explained) -> Vec<Vec<[f64; 2]>> {
        let Explained {
            kind, pose, fit, ..
        } = piece;
        let to_raster = |point: [f64; 3]| {
            self.raster
                .raster_from_image
                .apply(self.view.project(point))
        };
        let silhouettes = Silhouettes {
            to_raster: &to_raster,
            unit_mm: PITCH_MM,
        };
        silhouettes.shape(&body(*kind), *pose, fit.foot, fit.size, fit.turn)
    }

    /// The claim of a figure whose foot is there, in cells; `None` beside the board.
    fn claim(&self, [x, y]: [f64; 2], candidates: Vec<FigureCandidate>) -> Option<SeenFigure> {
        let mut cell = Cell::new(x.round() as i32, y.round() as i32);
        if !self.tiles.contains_key(&cell) {
            // A foot a hair over the board's edge belongs to the tile it leans from.
            let off = |c: &Cell| [f64::from(c.x) - x, f64::from(c.y) - y];
            let near = nearest(self.tiles, [x, y]);
            cell = near.filter(|c| off(c).iter().all(|v| v.abs() < 0.58))?;
        }
        let [dx, dy] = self.lattice.offsets.get(&cell).copied().unwrap_or_default();
        let foot = [x - f64::from(cell.x) - dx, y - f64::from(cell.y) - dy].map(|v| v as f32);
        let foot_px = self.view.project([x, y, 0.0]).map(|v| v as f32);
        Some(SeenFigure {
            cell,
            foot,
            candidates,
            foot_px,
        })
    }
}

/// Whether a cell is among others or touches one, if only with a corner.
fn is_near(cell: &Cell, others: &BTreeSet<Cell>) -> bool {
    others.contains(cell) || cell.surrounding().iter().any(|c| others.contains(c))
}

/// The tile nearest to a place, in cells.
fn nearest(tiles: &BTreeMap<Cell, BareTile>, [x, y]: [f64; 2]) -> Option<Cell> {
    let far = |c: &Cell| (f64::from(c.x) - x).hypot(f64::from(c.y) - y);
    let cells = tiles.keys().copied();
    cells.min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// What was read last: an unchanged blob is not read again, and a figure seen a moment ago is
/// recognised more easily.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    blobs: Vec<Remembered>,
    /// As it was at the last whole look.
    light: Option<(Balance, TableLight)>,
    /// What the figures cover in the picture they were read in.
    covers: Covers,
    looks: ghosts::Looks,
}

#[derive(Clone, Debug)]
struct Remembered {
    paint: Paint,
    /// In cells.
    middle: [f64; 2],
    area_px: f64,
    tilt_rad: f64,
    /// `None` if it is no figure.
    figure: Option<(SeenFigure, silhouette::Fit)>,
    /// If it may be green wood, how green it is.
    green: Option<Green>,
    /// The table's other green pieces say that it is none.
    is_grass: bool,
}

impl Remembered {
    /// The figure that it is taken for.
    fn stands(&self) -> Option<&(SeenFigure, silhouette::Fit)> {
        self.figure.as_ref().filter(|_| !self.is_grass)
    }

    /// How well a piece explains it, 0 if none does.
    fn overlap(&self) -> f64 {
        self.stands().map_or(0.0, |(_, fit)| fit.overlap)
    }
}

/// What may be green wood: its hue and that of what lies around it, degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Green {
    hue: f32,
    around: f32,
}

/// Fewest green things from which the surest tell the others.
const FEWEST_GREEN: usize = 3;
/// Share of the green things that may be grass.
const MOST_GRASS: f64 = 0.75;

/// Which of these are grass: all that are nearer in hue to what lies around them than to this
/// table's green wood. Wood is of one paint, and grass is yellower than any, so the paint is as green
/// as the greenest quarter.
fn are_grass(greens: &[Green]) -> Vec<bool> {
    let mut hues: Vec<f32> = greens.iter().map(|green| green.hue).collect();
    hues.sort_by(f32::total_cmp);
    let last = greens.len().saturating_sub(1);
    let greenest = ((MOST_GRASS * last as f64).ceil() as usize).min(last);
    let paint = hues
        .get(greenest)
        .copied()
        .filter(|_| greens.len() >= FEWEST_GREEN);
    let is_grass = |green: &Green| {
        paint.is_some_and(|paint| paint - green.hue > (green.hue - green.around).abs())
    };
    greens.iter().map(is_grass).collect()
}

/// Notes which of what may be green wood is grass.
fn tell_grass(blobs: &mut [Remembered]) {
    let figures = blobs.iter_mut().filter(|blob| blob.figure.is_some());
    let (mut greens, mut of_greens) = (Vec::new(), Vec::new());
    for blob in figures {
        if let Some(green) = blob.green {
            greens.push(green);
            of_greens.push(blob);
        }
    }
    for (blob, is_grass) in of_greens.into_iter().zip(are_grass(&greens)) {
        blob.is_grass = is_grass;
    }
}

/// How little a blob's middle (cells), area (share) and the camera's tilt (radians) may change
/// for the blob to be the same.
const SAME_MIDDLE: f64 = 0.012;
const SAME_AREA: f64 = 0.05;
const SAME_TILT: f64 = 0.02;

impl Memory {
    /// Cells on which something was seen last that no loose piece explains.
    pub(crate) fn unclear(&self) -> Vec<Cell> {
        let cells: BTreeSet<Cell> = self.looks.unclear().collect();
        cells.into_iter().collect()
    }

    /// What the figures that were found last cover in their picture.
    pub(crate) fn covers(&self) -> &Covers {
        &self.covers
    }

    fn figures(&self) -> Vec<SeenFigure> {
        let figures = self.blobs.iter().filter_map(Remembered::stands);
        without_doubles(figures.map(|(figure, _)| figure.clone()).collect())
    }

    /// The usual size of the pieces seen so far.
    pub(crate) fn usual_size(&self) -> f64 {
        let figures = self.blobs.iter().filter_map(Remembered::stands);
        stature::usual(figures.filter_map(|(figure, fit)| {
            let best = figure.candidates.first()?;
            Some((best.kind, *fit))
        }))
    }

    fn same(
        &self,
        paint: &Paint,
        middle: [f64; 2],
        area_px: f64,
        tilt_rad: f64,
    ) -> Option<&Remembered> {
        self.blobs.iter().find(|b| {
            b.paint == *paint
                && (b.middle[0] - middle[0]).hypot(b.middle[1] - middle[1]) < SAME_MIDDLE
                && (b.area_px - area_px).abs() < SAME_AREA * area_px
                && (b.tilt_rad - tilt_rad).abs() < SAME_TILT
        })
    }

    fn stood_at(&self, paint: &Paint, foot: [f64; 2]) -> bool {
        let of_paint = self.blobs.iter().filter(|b| b.paint == *paint);
        let mut figures = of_paint.filter_map(Remembered::stands);
        figures.any(|(figure, _)| {
            let at = |c: usize, cell: i32| f64::from(cell) + f64::from(figure.foot[c]);
            (at(0, figure.cell.x) - foot[0]).abs() < AGAIN
                && (at(1, figure.cell.y) - foot[1]).abs() < AGAIN
        })
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
    let paints = &wanted.paints;
    // Loose pieces are told from all that has changed since tiles lay bare.
    let changed = changed.filter(|_| memory.light.is_some() && wanted.loose.is_empty());
    let at: BTreeSet<Cell> = match changed {
        Some(changed) => tiles
            .keys()
            .filter(|c| is_near(c, changed))
            .copied()
            .collect(),
        None => tiles.keys().copied().collect(),
    };
    let is_here = |middle: [f64; 2]| nearest(tiles, middle).is_some_and(|c| at.contains(&c));
    let mut blobs_read = memory.blobs.clone();
    blobs_read.retain(|b| changed.is_some() && !is_here(b.middle));
    let (width, height) = pyramid.size();
    let view = view(lattice, tiles, [f64::from(width), f64::from(height)]);
    let Some((raster, view)) = Raster::around(lattice, at.iter()).zip(view) else {
        memory.blobs = blobs_read;
        return Ok(memory.figures());
    };
    let side = tiles.keys().map(|c| lattice.side_px(*c));
    let side = side.fold(1.0, f64::max);
    let image_from_raster = lattice
        .image_from_lattice
        .after(&raster.lattice_from_raster);
    let seen = pyramid.warp(&image_from_raster, raster.size, side / f64::from(CELL_PX))?;
    let (bare, known) = bare_board(&raster, tiles, pack)?;
    let last = memory.light.take().filter(|_| changed.is_some());
    let (balance, light) = match last {
        Some((balance, light)) => (balance, Some(light)),
        // What ghosts change is told from each tile's own earlier look, which must not change with
        // the balance.
        None if !wanted.loose.is_empty() => (Balance::default(), None),
        None => (Balance::of(&bare, &seen, &known)?, None),
    };
    let (seen, bare) = (lab(&balance.on(&seen)?)?, lab(&bare)?);
    let light = match light {
        Some(light) => light,
        None => TableLight::of(&bare, &seen, &known)?,
    };
    let bare = light.on(&bare)?;
    let masks = wooden(&seen, &bare, &known, light.median, paints)?;
    let Some(raster_from_lattice) = raster.lattice_from_raster.inverse() else {
        return Ok(memory.figures());
    };
    let mut looks = std::mem::take(&mut memory.looks);
    let place = Place {
        raster: &raster,
        seen: &seen,
        lattice,
        view: &view,
        tiles,
        usual_size: memory.usual_size(),
        animals: &wanted.loose,
        light: &light,
        blue: paints.iter().any(|paint| paint.color == Some(Color::Blue)),
    };
    let read = |unclear: &Mat,
                blob: &Vector<Point>,
                paint: &Paint,
                fewest: f64|
     -> opencv::Result<Option<Remembered>> {
        let middle = raster.lattice_from_raster.apply(silhouette::middle(blob)?);
        if !is_here(middle) {
            return Ok(None);
        }
        let area_px = imgproc::contour_area_def(blob)?;
        let tilt_rad = view.tilt_rad;
        let read = match memory.same(paint, middle, area_px, tilt_rad) {
            Some(known) => known.clone(),
            None => Remembered {
                paint: paint.clone(),
                middle,
                area_px,
                tilt_rad,
                figure: figure(unclear, blob, paint, &place, memory, fewest)?,
                green: green(blob, paint, &place)?,
                is_grass: false,
            },
        };
        Ok(Some(read))
    };
    for wood in &masks {
        let Wooden {
            paint,
            mask,
            unclear,
            ..
        } = wood;
        for blob in blobs(mask, &known, view.tilt_rad)? {
            blobs_read.extend(read(unclear, &blob, paint, silhouette::FEWEST)?);
        }
        // A red meeple on a red roof: the roof explains the meeple, but does not lie there.
        let (all, foreign) = (either(mask, unclear)?, either(mask, &wood.out_of_place)?);
        for blob in blobs(&smoothed(&all)?, &known, view.tilt_rad)? {
            let is_read = |old: &Remembered| {
                let [x, y] = raster_from_lattice.apply(old.middle).map(|v| v as f32);
                let inside = imgproc::point_polygon_test(&blob, Point2f::new(x, y), false);
                opencv::Result::Ok(old.figure.is_some() && inside? >= 0.0)
            };
            let read_before: Vec<bool> = blobs_read
                .iter()
                .map(is_read)
                .collect::<opencv::Result<_>>()?;
            if !read_before.contains(&true) && share(&foreign, &blob)? > FOREIGN {
                blobs_read.extend(read(unclear, &blob, paint, FEWEST_ON_PRINT)?);
            }
        }
    }
    // The lower half of a piece lies in its own shade and has no colour there.
    for wood in &masks {
        let Some(whole) = &wood.with_shade else {
            continue;
        };
        for blob in blobs(whole, &known, view.tilt_rad)? {
            let colored = share(&wood.mask, &blob)?;
            if !(COLORED..PLAIN).contains(&colored) {
                continue;
            }
            let Some(new) = read(&wood.unclear, &blob, wood.paint, silhouette::FEWEST)? else {
                continue;
            };
            let mut parts = Vec::with_capacity(blobs_read.len());
            for old in &blobs_read {
                let [x, y] = raster_from_lattice.apply(old.middle).map(|v| v as f32);
                let inside = imgproc::point_polygon_test(&blob, Point2f::new(x, y), false)?;
                parts.push(inside >= 0.0);
            }
            let best_part = blobs_read.iter().zip(&parts).filter(|(_, part)| **part);
            let best_part = best_part.map(|(old, _)| old.overlap()).fold(0.0, f64::max);
            if new.overlap() > best_part {
                let mut parts = parts.into_iter();
                blobs_read.retain(|_| !parts.next().unwrap_or(false));
                blobs_read.push(new);
            }
        }
    }
    tell_grass(&mut blobs_read);
    let mut pieces = Vec::new();
    if !wanted.loose.is_empty() {
        let to_raster = |point: [f64; 3]| raster.raster_from_image.apply(view.project(point));
        let board = ghosts::Board {
            raster: &raster,
            tiles,
            seen: &seen,
            bare: &bare,
            known: &known,
            light: &light,
            silhouettes: &Silhouettes {
                to_raster: &to_raster,
                unit_mm: PITCH_MM,
            },
        };
        let stand: Vec<ghosts::Known> = blobs_read.iter().filter_map(known_solid).collect();
        for piece in ghosts::find(&board, &stand, &wanted.loose, &mut looks)? {
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
    }
    memory.covers = blobs_read
        .iter()
        .filter_map(|blob| cover(blob, &view))
        .collect();
    memory.blobs = blobs_read;
    memory.looks = looks;
    memory.light = Some((balance, light));
    let mut figures = memory.figures();
    figures.extend(pieces);
    Ok(figures)
}

/// A figure that was found, as the solid that explains it.
fn known_solid(blob: &Remembered) -> Option<ghosts::Known> {
    let (figure, fit) = blob.stands()?;
    let best = figure.candidates.first()?;
    Some(ghosts::Known {
        kind: best.kind,
        pose: best.pose,
        foot: fit.foot,
        size: fit.size,
        turn: fit.turn,
    })
}

/// The corners of a figure that was found, in the picture.
fn cover(blob: &Remembered, view: &View) -> Option<Vec<[f64; 2]>> {
    let known = known_solid(blob)?;
    let project = |point: [f64; 3]| view.project(point);
    let eyes = Silhouettes {
        to_raster: &project,
        unit_mm: PITCH_MM,
    };
    let solid = eyes.shape(
        &body(known.kind),
        known.pose,
        known.foot,
        known.size,
        known.turn,
    );
    Some(solid.into_iter().flatten().collect())
}

/// The camera's view of the board, in cells, from where the tiles were read.
pub(crate) fn view(
    lattice: &Lattice,
    tiles: &BTreeMap<Cell, BareTile>,
    size: [f64; 2],
) -> Option<View> {
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

/// Connected pieces of a mask that are as large as a figure and stand on known tiles, seen by a
/// camera of this tilt.
fn blobs(mask: &Mat, known: &Mat, tilt_rad: f64) -> opencv::Result<Vec<Vector<Point>>> {
    let mut contours = Vector::<Vector<Point>>::new();
    imgproc::find_contours_def(
        mask,
        &mut contours,
        imgproc::RETR_EXTERNAL,
        imgproc::CHAIN_APPROX_NONE,
    )?;
    let lean_mm = HEIGHT_MM * tilt_rad.clamp(0.0, STEEPEST_RAD).tan();
    let over_tiles = 0.5 * FOOT_MM / (FOOT_MM + lean_mm);
    let mm2 = (PITCH_MM / f64::from(CELL_PX)).powi(2);
    let mut found = Vec::new();
    for contour in contours {
        let area = imgproc::contour_area_def(&contour)?;
        if AREA_MM2.contains(&(area * mm2)) && share(known, &contour)? >= over_tiles {
            found.push(contour);
        }
    }
    Ok(found)
}

fn either(one: &Mat, other: &Mat) -> opencv::Result<Mat> {
    let mut either = Mat::default();
    opencv::core::bitwise_or_def(one, other, &mut either)?;
    Ok(either)
}

/// Share of a blob that shows a mask.
fn share(mask: &Mat, blob: &Vector<Point>) -> opencv::Result<f64> {
    let area = imgproc::bounding_rect(blob)?;
    let inside = silhouette::filled(blob, area)?;
    let mut common = Mat::default();
    opencv::core::bitwise_and_def(&inside, &Mat::roi(mask, area)?, &mut common)?;
    let all = f64::from(opencv::core::count_non_zero(&inside)?).max(1.0);
    Ok(f64::from(opencv::core::count_non_zero(&common)?) / all)
}

/// Reads one blob: which pose explains its outline, and where the foot then is.
///
/// A blob that no pose explains well, or two alike, has lost a part to a colour like its own;
/// then its outline is drawn again along the picture's edges.
fn figure(
    unclear: &Mat,
    blob: &Vector<Point>,
    paint: &Paint,
    place: &Place,
    memory: &Memory,
    fewest: f64,
) -> opencv::Result<Option<(SeenFigure, silhouette::Fit)>> {
    let mut fits = fits(unclear, blob, paint, place)?;
    let overlap = |fits: &[Explained]| fits.first().map_or(0.0, |best| best.fit.overlap);
    let again = |explained: &Explained| memory.stood_at(paint, explained.fit.foot);
    let fewest = if fits.first().is_some_and(again) {
        silhouette::FEWEST_AGAIN
    } else {
        fewest
    };
    if overlap(&fits) < fewest || is_grass(blob, paint, place)? {
        return Ok(None);
    }
    if !is_clear(&fits)
        && let Some(drawn) = outline::redrawn(place.seen, blob)?
    {
        let sharper = self::fits(unclear, &drawn, paint, place)?;
        if overlap(&sharper) > overlap(&fits) {
            fits = sharper;
        }
    }
    if paint.color == Some(Color::Black) && place.blue {
        fits = with_blue(fits, place)?;
    }
    let Some(best) = fits.first().map(|best| best.fit) else {
        return Ok(None);
    };
    let candidate = |explained: &Explained| FigureCandidate {
        kind: explained.kind,
        color: explained.color,
        pose: explained.pose,
        log_likelihood: (explained.fit.overlap as f32) * silhouette::SHARPNESS,
        foot: None,
    };
    let candidates = fits.iter().map(candidate).collect();
    let claim = place.claim(best.foot, candidates).map(|mut claim| {
        for (candidate, explained) in claim.candidates.iter_mut().zip(&fits) {
            let off = |c: usize| claim.foot[c] + (explained.fit.foot[c] - best.foot[c]) as f32;
            candidate.foot = Some([off(0), off(1)]);
        }
        (claim, best)
    });
    Ok(claim)
}

/// Readings of a black piece with those that it is a blue one in a dark place: what little light
/// such a piece gives back is blue.
fn with_blue(fits: Vec<Explained>, place: &Place) -> opencv::Result<Vec<Explained>> {
    let mut both = Vec::with_capacity(2 * fits.len());
    for piece in fits {
        both.push(piece);
        if piece.color != Some(Color::Black) {
            continue;
        }
        let seen = median(place.seen, &place.shape(&piece))?;
        let odds = BLUE_SHARPNESS * (balance::blue_over_red(seen)? / BLUE_OVER_RED).ln();
        let gain = odds.clamp(-SURELY, SURELY) / f64::from(silhouette::SHARPNESS);
        let mut blue = piece;
        blue.color = Some(Color::Blue);
        blue.fit.overlap += gain;
        if odds > -SURELY {
            both.push(blue);
        }
    }
    both.sort_by(|a, b| b.fit.overlap.total_cmp(&a.fit.overlap));
    Ok(both)
}

/// The mean colours of a blob and of what lies around it, Lab.
fn here_and_around(blob: &Vector<Point>, place: &Place) -> opencv::Result<[[f64; 3]; 2]> {
    let [near, far] = AROUND_PX;
    let bounds = imgproc::bounding_rect(blob)?;
    let (out, twice) = (Point::new(far, far), Size::new(2 * far, 2 * far));
    let frame = Rect::new(0, 0, place.seen.cols(), place.seen.rows());
    let area = Rect::from_point_size(bounds.tl() - out, bounds.size() + twice) & frame;
    let inside = silhouette::filled(blob, area)?;
    let grown = |by: i32| {
        let size = Size::new(2 * by + 1, 2 * by + 1);
        let disc = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, size)?;
        let mut out = Mat::default();
        imgproc::morphology_ex_def(&inside, &mut out, imgproc::MORPH_DILATE, &disc)?;
        Ok::<_, opencv::Error>(out)
    };
    let mut around = Mat::default();
    opencv::core::subtract_def(&grown(far)?, &grown(near)?, &mut around)?;
    let seen = Mat::roi(place.seen, area)?;
    let color = |of: &Mat| -> opencv::Result<[f64; 3]> {
        let mean = opencv::core::mean(&seen, of)?;
        Ok([mean[0], mean[1], mean[2]])
    };
    Ok([color(&inside)?, color(&around)?])
}

/// How green a blob is of what may be green wood; `None` if it is of another paint, or so dark beside
/// what lies around it that it cannot be grass.
fn green(blob: &Vector<Point>, paint: &Paint, place: &Place) -> opencv::Result<Option<Green>> {
    if paint.color != Some(Color::Green) {
        return Ok(None);
    }
    let [here, around] = here_and_around(blob, place)?;
    let hue = |[_, a, b]: [f64; 3]| b.atan2(a).to_degrees() as f32;
    Ok((here[0] > DARK_BESIDE * around[0]).then(|| Green {
        hue: hue(here),
        around: hue(around),
    }))
}

/// Whether what may be green wood is as light as the board and as what lies around it: grass that
/// a flash lights up.
fn is_grass(blob: &Vector<Point>, paint: &Paint, place: &Place) -> opencv::Result<bool> {
    if paint.color != Some(Color::Green) {
        return Ok(false);
    }
    let [here, around] = here_and_around(blob, place)?;
    // Shade leaves a colour's share of lightness alone: what has the share of what lies around it
    // is that.
    let share = |of: &[f64; 3], c: usize| of[c] / of[0].max(DARKEST);
    let off = [1, 2].map(|c| share(&here, c) - share(&around, c));
    let is_like_around = off[0].hypot(off[1]) < GREENER;
    let median = f64::from(place.light.median);
    Ok(is_like_around || is_lit_grass(here[0], around[0], median))
}

/// Whether green of that lightness is grass, given the lightness around it and the board's median.
fn is_lit_grass(here: f64, around: f64, median: f64) -> bool {
    here > GREEN_AT_LIGHTEST * median && here > GREEN_AT_LIGHTEST_HERE * around
}

/// A piece in a pose, and how it explains a blob.
#[derive(Clone, Copy, Debug)]
struct Explained {
    kind: FigureKind,
    color: Option<Color>,
    pose: Pose,
    fit: silhouette::Fit,
}

/// How each piece of a paint explains a blob, the best first.
fn fits(
    unclear: &Mat,
    blob: &Vector<Point>,
    paint: &Paint,
    place: &Place,
) -> opencv::Result<Vec<Explained>> {
    let Place { raster, view, .. } = place;
    let to_raster = |point: [f64; 3]| raster.raster_from_image.apply(view.project(point));
    let silhouettes = Silhouettes {
        to_raster: &to_raster,
        unit_mm: PITCH_MM,
    };
    let start = silhouette::middle(blob)?;
    let start = raster.lattice_from_raster.apply(start);
    let poses = |(kind, color): (FigureKind, Option<Color>)| {
        let lies = kind.can_lie().then_some((kind, color, Pose::Lying));
        std::iter::once((kind, color, Pose::Standing)).chain(lies)
    };
    let mut fits = Vec::new();
    for (kind, color, pose) in paint.pieces(place.animals).flat_map(poses) {
        let fit = silhouettes.fit(unclear, blob, kind, pose, start)?;
        let explained = |fit| Explained {
            kind,
            color,
            pose,
            fit,
        };
        fits.extend(fit.map(explained));
    }
    if fits.iter().any(|piece| piece.color != paint.color) {
        let likely = |piece: &Explained| {
            let wears = (piece.kind, piece.color);
            ghosts::painted(place.light, mean(place.seen, &place.shape(piece))?, wears)
        };
        let likely: Vec<f64> = fits.iter().map(likely).collect::<opencv::Result<_>>()?;
        let most = likely.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (piece, likely) in fits.iter_mut().zip(likely) {
            let less = (most - likely).min(OFF_PAINT);
            piece.fit.overlap -= less / f64::from(silhouette::SHARPNESS);
        }
    }
    if stature::matters(&paint.kinds) {
        for Explained { fit, .. } in &mut fits {
            fit.overlap -= stature::cost(fit, place.usual_size);
        }
    }
    fits.sort_by(|a, b| b.fit.overlap.total_cmp(&a.fit.overlap));
    Ok(fits)
}

/// Where a solid's outlines lie, as a part of the rectified board and a mask of it.
fn hull(seen: &Mat, outlines: &[Vec<[f64; 2]>]) -> opencv::Result<Option<(Rect, Mat)>> {
    let points = outlines.iter().flatten();
    let points: Vector<Point> = points
        .map(|at| Point::new(at[0].round() as i32, at[1].round() as i32))
        .collect();
    let frame = Rect::new(0, 0, seen.cols(), seen.rows());
    let area = imgproc::bounding_rect(&points)? & frame;
    if area.empty() {
        return Ok(None);
    }
    let mut hull = Vector::<Point>::new();
    imgproc::convex_hull_def(&points, &mut hull)?;
    Ok(Some((area, silhouette::filled(&hull, area)?)))
}

/// The mean colour where a solid's outlines lie.
fn mean(seen: &Mat, outlines: &[Vec<[f64; 2]>]) -> opencv::Result<[f64; 3]> {
    let Some((area, inside)) = hull(seen, outlines)? else {
        return Ok([0.0; 3]);
    };
    let mean = opencv::core::mean(&Mat::roi(seen, area)?, &inside)?;
    Ok([mean[0], mean[1], mean[2]])
}

/// The median colour there, channel by channel: a glint on wet paint does not move it.
fn median(seen: &Mat, outlines: &[Vec<[f64; 2]>]) -> opencv::Result<[f64; 3]> {
    let Some((area, inside)) = hull(seen, outlines)? else {
        return Ok([0.0; 3]);
    };
    let here = Mat::roi(seen, area)?.try_clone()?;
    let pixels = here.data_typed::<opencv::core::Vec3f>()?.iter();
    let of_piece: Vec<_> = pixels
        .zip(inside.data_typed::<u8>()?)
        .filter(|(_, inside)| **inside > 0)
        .map(|(pixel, _)| pixel.0)
        .collect();
    Ok(std::array::from_fn(|c| {
        let mut values: Vec<f32> = of_piece.iter().map(|pixel| pixel[c]).collect();
        values.sort_by(f32::total_cmp);
        f64::from(values.get(values.len() / 2).copied().unwrap_or_default())
    }))
}

/// Whether one reading explains a blob well and the others clearly less.
fn is_clear(fits: &[Explained]) -> bool {
    let overlap = |n: usize| fits.get(n).map_or(0.0, |nth| nth.fit.overlap);
    overlap(0) >= silhouette::WELL && overlap(0) - overlap(1) >= silhouette::CLEARLY
}

/// One figure seen in two neighbouring paints is one figure.
fn without_doubles(mut figures: Vec<SeenFigure>) -> Vec<SeenFigure> {
    let strength = |f: &SeenFigure| f.candidates.first().map_or(0.0, |c| c.log_likelihood);
    figures.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    let mut kept: Vec<SeenFigure> = Vec::new();
    for figure in figures {
        let at = |f: &SeenFigure| [f.cell.x as f32 + f.foot[0], f.cell.y as f32 + f.foot[1]];
        let [x, y] = at(&figure);
        let double = kept.iter().any(|other| {
            let [ox, oy] = at(other);
            // 7 mm: two meeples cannot stand closer.
            (ox - x).hypot(oy - y) < 7.0 / PITCH_MM as f32
        });
        if !double {
            kept.push(figure);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_yellow_as_the_grass_around_it_is_none_of_the_green_pieces() {
        let green = |hue: f32, around: f32| Green { hue, around };
        // As on a photograph: wood on grass and in a city, and grass in a flash.
        let wood = [green(139.0, 122.0), green(136.0, 80.0), green(138.0, 125.0)];
        let grass = [green(126.0, 120.0), green(128.0, 122.0)];
        let all = [&wood[..], &grass].concat();
        assert_eq!(are_grass(&all), [false, false, false, true, true]);
        // Alone, nothing is said of them.
        assert_eq!(are_grass(&grass), [false, false]);
        assert_eq!(are_grass(&wood), [false; 3]);
        assert!(are_grass(&[]).is_empty());
    }

    #[test]
    fn green_wood_is_darker_than_the_board_or_than_what_lies_around_it() {
        // As shares of the board's median lightness.
        for (here, around, grass) in [
            (0.7, 1.0, false),
            // In a lamp's glare, on a drawn table.
            (1.05, 1.4, false),
            // Grass that a flash lights up, on a photograph.
            (1.2, 1.2, true),
        ] {
            assert_eq!(
                is_lit_grass(50.0 * here, 50.0 * around, 50.0),
                grass,
                "{here}"
            );
        }
    }
}
