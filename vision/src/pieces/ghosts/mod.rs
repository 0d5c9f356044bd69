//! Finds loose pieces: ghosts on mist, and animals beside meeples.
//!
//! Ghosts are as pale as the mist they stand on, so no paint gives them away. What does is the
//! change: each tile's own look is kept from when it lay bare, and whatever darkens or brightens
//! it later is a piece or its shadow. What figures already found explain is left out; the rest is
//! explained by as few pieces as overlap it well, each with its shadow (analysis by synthesis as
//! in [`crate::pieces::silhouette`]). Knows no rules: it may claim more ghosts than there are.

mod board;
mod hidden;
mod lamp;
mod own;
mod target;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use calibration::space::{LatticeOffset, LatticePoint, apart};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::{Mat, Point, Vec3f, Vector};
use opencv::prelude::*;

pub(crate) use self::board::{Board, Known, Piece};
use self::board::{LEAST_MM2, MIN_IOU, MIN_IOU_UNCLEAR, PX_PER_MM2, Solid, blobs, solid};
use self::lamp::Lamp;
use self::own::{Change, OwnLooks};
use self::target::{SOLID, Target, fill, is_piece, target};
use crate::bare::TableLight;
use crate::cv;
use crate::lattice::cell_at;
use crate::pieces::blob;
use shapes::solid::{body, paint};

/// Most pieces in one heap.
const MAX_PIECES: usize = 8;
/// Pieces that come between two looks beside those that stood there, at most (chosen): mostly one is put
/// down at a time, and each more is one more fit of a heap that nothing has explained.
const COME: usize = 1;
/// How much of a heap a piece and its shadow explain, in what they cover standing alone: all of
/// it and a bit of what is unclear, or less where others hide them.
const ALONE: f64 = 1.5;
const HIDDEN: f64 = 0.4;

/// Overlap from which no more pieces are tried once one more was no better.
const WELL: f64 = 0.72;

/// What one more piece must add to the overlap, as a share of what falls to each: of 63 heaps of two and
/// more ghosts in three drawn games all but one gave 0.38 and more, all but twelve of 84 that were taken for
/// heaps less (a ghost's own walls, a meeple's rim, its shadow).
const ONE_MORE: f64 = 0.37;
/// Share of what a piece covers standing alone from which on most of it shows.
const MOST: f64 = 0.6;
/// The least of it that shows: hidden ghosts showed 0.39 and more, rims of figures 0.36 and less, in the
/// same games.
const LEAST_SHOWN: f64 = 0.37;
/// Share of what a piece covers that no other piece of its heap may cover.
const OWN_SHARE: f64 = 0.35;
/// How far from where it stood a piece is found again at most, in cells: 9 mm.
const AGAIN: f64 = 0.2;
/// How far pieces are moved at a time to fit them, pixels of the raster.
const STEPS: [f64; 3] = [6.0, 2.0, 1.0];
/// Log-likelihood per unit of overlap.
const SHARPNESS: f32 = 30.0;
/// Share of a piece's lightness that its shaded walls and its top show on the whole.
const WALLS: f64 = 0.65;
/// By how much the paint of a piece is off (Lab): more of its lit top shows, or of its walls.
const PAINT: f64 = 6.0;
/// The brightest twentieth of a piece is its lit top, if little of it is seen: as light as this
/// share of the paint's lightness at least (ghosts are clear and show what lies behind them), and
/// by how much it is off (L) if darker. What is brighter may belong to what stands beside it.
const BRIGHTEST: f64 = 0.95;
const LIT: f64 = 0.75;
const DIM: f64 = 6.0;
const DIM_TELLS: f64 = 4.0;
/// Kinds whose paints explain a piece so much alike, log-likelihood, are told apart by shape too.
const ALIKE: f32 = 3.0;
/// Log-likelihood by its paint under which something else than a piece is there: ghosts and animals of
/// three drawn games reached −5.1; shadows and roofs that stick out of them −7 to −11.
const NO_PAINT: f32 = -6.5;

/// What is kept from one look to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    own: OwnLooks,
    lamp: Lamp,
    heaps: Vec<Heap>,
    /// Pieces that were not found last where they stood, and may stand there still.
    hidden: Vec<Piece>,
}

impl Looks {
    /// Cells of which could not be told last how many pieces stand there: something shows that none explains,
    /// or one that stood there may be hidden.
    pub(crate) fn unclear(&self) -> impl Iterator<Item = Cell> {
        let heaps = self.heaps.iter();
        let unclear = heaps.flat_map(|heap| heap.unclear.iter().copied());
        unclear.chain(self.hidden.iter().map(|piece| cell_at(piece.foot)))
    }

    /// The pieces of the last look and those hidden then.
    fn stood(&self) -> impl Iterator<Item = &Piece> {
        let found = self.heaps.iter().flat_map(|heap| &heap.pieces);
        found.chain(&self.hidden)
    }
}

/// A heap that was read.
#[derive(Clone, Debug)]
struct Heap {
    middle: LatticePoint,
    area_px: f64,
    pieces: Vec<Piece>,
    /// Whether pieces were looked for in it: not before it is known how shadows fall.
    is_read: bool,
    /// The cells in which as much has changed as a hidden piece shows, or most of the heap lies, if no
    /// piece explains it: one may stand there still.
    unclear: Vec<Cell>,
}

/// Finds the loose pieces of these kinds.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn find(
    board: &Board,
    figures: &[Known],
    kinds: &[(FigureKind, Option<Color>)],
    looks: &mut Looks,
) -> opencv::Result<Vec<Piece>> {
    let known = &own::lies(board)?;
    let board = &Board { known, ..*board };
    let soft = cv::softened(board.seen, 1.0)?;
    let solids = figures.iter().map(|figure| solid(board, figure));
    let stood = looks.stood().map(|piece| solid(board, &piece.known()));
    let solids: Vec<Solid> = solids.chain(stood).collect();
    let change = own::changed(board, &soft, &solids, &mut looks.own)?;
    let Change { marks, lighter, .. } = &change;
    let blobs = blobs(marks)?;
    looks
        .lamp
        .ask(board, [marks, lighter], figures, &looks.own, &solids)?;
    if looks.lamp.slope().is_none()
        && let Some(&(kind, _)) = kinds.first()
    {
        let targets = blobs.iter();
        let targets = targets.map(|blob| target(board, blob, lighter, figures, None));
        let targets: Vec<Target> = targets.collect::<opencv::Result<_>>()?;
        looks.lamp.guess(&targets, kind)?;
    }
    let slope = looks.lamp.slope();
    let mut pieces = Vec::new();
    let mut heaps = Vec::new();
    for blob in blobs {
        let heap = read(
            board,
            [&soft, lighter],
            &blob,
            figures,
            kinds,
            (slope, looks),
        )?;
        pieces.extend(heap.pieces.iter().cloned());
        heaps.push(heap);
    }
    let lost = looks.stood();
    let lost = lost.filter(|old| {
        !pieces
            .iter()
            .any(|piece| apart(piece.foot, old.foot) < AGAIN)
    });
    let lost: Vec<Piece> = lost.cloned().collect();
    let slope = slope.unwrap_or_default();
    looks.hidden = hidden::may_stand_still(board, &change, figures, lost, &pieces, slope)?;
    looks.heaps = heaps;
    Ok(pieces)
}

/// Explains a blob by pieces; by none if figures that are known explain it.
fn read(
    board: &Board,
    [soft, lighter]: [&Mat; 2],
    blob: &Vector<Point>,
    figures: &[Known],
    kinds: &[(FigureKind, Option<Color>)],
    (slope, looks): (Option<LatticeOffset>, &Looks),
) -> opencv::Result<Heap> {
    let middle = blob::middle(blob)?;
    let middle = board.raster.lattice_from_raster.apply(middle);
    let mut heap = Heap {
        middle,
        area_px: 0.0,
        pieces: Vec::new(),
        is_read: true,
        unclear: Vec::new(),
    };
    let target = target(board, blob, lighter, figures, slope)?;
    heap.area_px = target.changed as f64;
    if !is_piece(&target) {
        return Ok(heap);
    }
    let again = looks.heaps.iter().find(|old| {
        old.is_read
            && apart(old.middle, middle) < 0.015
            && (old.area_px - heap.area_px).abs() < 0.05 * heap.area_px
    });
    if let Some(again) = again {
        heap.pieces.clone_from(&again.pieces);
        heap.unclear.clone_from(&again.unclear);
        return Ok(heap);
    }
    let Some(&(first, _)) = kinds.first() else {
        return Ok(heap);
    };
    let Some(slope) = slope else {
        heap.is_read = false;
        heap.unclear = target.filled_cells(LEAST_MM2 * PX_PER_MM2);
        return Ok(heap);
    };
    let one = target.area_alone(first, slope)?;
    let is_clear = looks.own.knows(cell_at(middle)) && heap.area_px >= MOST * one;
    let min_iou = if is_clear { MIN_IOU } else { MIN_IOU_UNCLEAR };
    let least =
        fewest_pieces(&target, heap.area_px / ALONE, one, kinds, slope)?.clamp(1, MAX_PIECES);
    let most = ((heap.area_px / (HIDDEN * one)).ceil() as usize).clamp(1, MAX_PIECES);
    let mut best = if heap.area_px < LEAST_SHOWN * one {
        None
    } else {
        explained(&target, soft, &[], least..=most, kinds, slope)?
    };
    if best.as_ref().is_none_or(|(overlap, _)| *overlap < min_iou) {
        // A figure that hides most of a piece draws it aside; where it stood before is known.
        let stood = still_in(&target, looks, slope)?;
        let counts = least.max(stood.len())..=most.min(stood.len() + COME);
        if !stood.is_empty() {
            best = explained(&target, soft, &stood, counts, kinds, slope)?;
        }
    }
    let Some((overlap, mut pieces)) = best.filter(|(overlap, _)| *overlap >= min_iou) else {
        heap.unclear = target.filled_cells((HIDDEN * one).min(MOST * heap.area_px));
        return Ok(heap);
    };
    for n in 0..pieces.len() {
        pieces[n].names = named(&target, soft, (overlap, &pieces), n, kinds, slope)?;
    }
    heap.pieces = pieces;
    Ok(heap)
}

/// Explains a heap by those that stood there and as few more as overlap it well, so many in all; the
/// overlap. `None` if none of them explains it.
fn explained(
    target: &Target,
    soft: &Mat,
    stood: &[Piece],
    counts: RangeInclusive<usize>,
    kinds: &[(FigureKind, Option<Color>)],
    slope: LatticeOffset,
) -> opencv::Result<Option<(f64, Vec<Piece>)>> {
    let Some(&(first, _)) = kinds.first() else {
        return Ok(None);
    };
    let mut best: Option<(f64, Vec<Piece>)> = None;
    for count in counts {
        let fitted = target.fit(stood.to_vec(), count - stood.len(), first, slope, &STEPS)?;
        let (overlap, pieces) = as_painted(target, soft, fitted, kinds, slope)?;
        let needed = best.as_ref().map_or(0.0, |(known, pieces)| {
            known + ONE_MORE * (count - pieces.len()) as f64 / count as f64
        });
        if overlap < needed
            || target.least_own(&pieces, slope)? < OWN_SHARE
            || !are_painted(target, soft, &pieces, kinds)?
        {
            if best.as_ref().is_some_and(|(known, _)| *known > WELL) {
                break;
            }
            continue;
        }
        best = Some((overlap, pieces));
    }
    Ok(best)
}

/// The pieces that stood there and may stand in this heap still: of what each covers enough has changed.
fn still_in(target: &Target, looks: &Looks, slope: LatticeOffset) -> opencv::Result<Vec<Piece>> {
    let mut stood = Vec::new();
    for piece in looks.stood() {
        if target.least_own(std::slice::from_ref(piece), slope)? >= OWN_SHARE {
            stood.push(piece.clone());
        }
    }
    Ok(stood)
}

/// How many pieces it takes to cover so much (pixels): the animals, of which there is one each
/// and which cover up to twice as much as a ghost (pixels), and ghosts for the rest.
fn fewest_pieces(
    target: &Target,
    mut area_px: f64,
    ghost: f64,
    kinds: &[(FigureKind, Option<Color>)],
    slope: LatticeOffset,
) -> opencv::Result<usize> {
    let areas = kinds
        .iter()
        .map(|&(kind, _)| target.area_alone(kind, slope));
    let mut areas: Vec<f64> = areas.collect::<opencv::Result<_>>()?;
    areas.retain(|area| *area > ghost);
    areas.sort_by(|a, b| b.total_cmp(a));
    let mut pieces = 0;
    for animal in areas {
        if area_px <= 0.0 {
            return Ok(pieces);
        }
        area_px -= animal;
        pieces += 1;
    }
    Ok(pieces + (area_px / ghost).ceil().max(0.0) as usize)
}

/// Gives pieces the solid of what their paint tells, where that explains the heap better: an
/// animal is larger than a ghost and throws another shadow.
fn as_painted(
    target: &Target,
    soft: &Mat,
    (mut overlap, mut pieces): (f64, Vec<Piece>),
    kinds: &[(FigureKind, Option<Color>)],
    slope: LatticeOffset,
) -> opencv::Result<(f64, Vec<Piece>)> {
    for n in 0..pieces.len() {
        let names = names(target, soft, &pieces[n], kinds)?;
        let likeliest = names.iter().max_by(|a, b| a.2.total_cmp(&b.2));
        let Some(&(kind, ..)) = likeliest.filter(|(kind, ..)| *kind != pieces[n].kind) else {
            continue;
        };
        let mut painted = pieces.clone();
        painted[n].kind = kind;
        let now = target.settle(&mut painted, slope, &STEPS)?;
        if now > overlap {
            (overlap, pieces) = (now, painted);
        }
    }
    Ok((overlap, pieces))
}

/// Which of the kinds the `n`th piece of a heap may be by shape and paint, as log-likelihoods. A
/// kind of nearly the same paint must explain the heap with its own solid.
fn named(
    target: &Target,
    soft: &Mat,
    (overlap, pieces): (f64, &[Piece]),
    n: usize,
    kinds: &[(FigureKind, Option<Color>)],
    slope: LatticeOffset,
) -> opencv::Result<Vec<(FigureKind, Option<Color>, f32)>> {
    let mut all = names(target, soft, &pieces[n], kinds)?;
    let best = all.iter().map(|name| name.2).fold(f32::MIN, f32::max);
    for (kind, color, likely) in &mut all {
        let mut overlap = overlap;
        if *kind != pieces[n].kind && *likely > best - ALIKE {
            let mut other = pieces.to_vec();
            other[n].kind = *kind;
            overlap = target.settle(&mut other, slope, &STEPS)?;
            let [(.., own)] = names(target, soft, &other[n], &[(*kind, *color)])?[..] else {
                continue;
            };
            *likely = own;
        }
        *likely += overlap as f32 * SHARPNESS;
    }
    Ok(all)
}

/// Which of the kinds a piece may be by its paint, as log-likelihoods.
fn names(
    target: &Target,
    soft: &Mat,
    piece: &Piece,
    kinds: &[(FigureKind, Option<Color>)],
) -> opencv::Result<Vec<(FigureKind, Option<Color>, f32)>> {
    let seen = colour(target, soft, piece)?;
    let light = target.board.light;
    let name = |&(kind, color): &(FigureKind, Option<Color>)| {
        let mean = painted(light, seen.mean, (kind, color))?;
        let likely = mean + lit(light, seen.brightest, (kind, color))?;
        Ok((kind, color, likely as f32))
    };
    kinds.iter().map(name).collect()
}

/// Whether every piece wears one of the paints.
fn are_painted(
    target: &Target,
    soft: &Mat,
    pieces: &[Piece],
    kinds: &[(FigureKind, Option<Color>)],
) -> opencv::Result<bool> {
    for piece in pieces {
        let names = names(target, soft, piece, kinds)?;
        if names.iter().all(|(.., likely)| *likely < NO_PAINT) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a piece shows of itself.
struct Shown {
    /// Lab.
    mean: [f64; 3],
    /// Lightness (L) from which on its brightest pixels begin.
    brightest: f64,
}

/// What a piece shows where something has changed.
fn colour(target: &Target, soft: &Mat, piece: &Piece) -> opencv::Result<Shown> {
    let mut solid = target.blank()?;
    let outline = target.board.silhouettes.shape(
        &body(piece.kind),
        Pose::Standing,
        piece.foot,
        0.8,
        piece.turn,
    );
    fill(&mut solid, &outline, target.area, SOLID)?;
    let marks = solid.data_typed_mut::<u8>()?.iter_mut();
    for (mark, pixel) in marks.zip(&target.wanted) {
        if !pixel.has_changed() {
            *mark = 0;
        }
    }
    let seen = Mat::roi(soft, target.area)?.try_clone()?;
    let mean = opencv::core::mean(&seen, &solid)?;
    let pixels = seen.data_typed::<Vec3f>()?.iter().zip(solid.data_typed()?);
    let marked = pixels.filter(|&(_, mark): &(_, &u8)| *mark > 0);
    let mut light: Vec<f32> = marked.map(|(pixel, _)| pixel[0]).collect();
    let nth = (light.len() as f64 * BRIGHTEST) as usize;
    let brightest = if light.is_empty() {
        0.0
    } else {
        *light.select_nth_unstable_by(nth, f32::total_cmp).1
    };
    Ok(Shown {
        mean: [mean[0], mean[1], mean[2]],
        brightest: f64::from(brightest),
    })
}

/// Log-likelihood that a piece of this colour is as light at its brightest.
fn lit(
    light: &TableLight,
    brightest: f64,
    (kind, color): (FigureKind, Option<Color>),
) -> opencv::Result<f64> {
    let [lightness, ..] = light.on_color(paint(kind, color))?;
    let off = (LIT * lightness - brightest).max(0.0) / DIM;
    Ok(-(0.5 * off * off).min(DIM_TELLS))
}

/// Log-likelihood that a piece shows this colour on the whole (Lab).
pub(crate) fn painted(
    light: &TableLight,
    seen: [f64; 3],
    (kind, color): (FigureKind, Option<Color>),
) -> opencv::Result<f64> {
    let [lightness, a, b] = light.on_color(paint(kind, color))?;
    let off = [seen[0] - WALLS * lightness, seen[1] - a, seen[2] - b];
    let off: f64 = off.iter().map(|v| (v / PAINT).powi(2)).sum();
    Ok(-0.5 * off)
}
