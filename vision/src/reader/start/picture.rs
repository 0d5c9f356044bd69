//! The board of tiles that lie already as watching begins, in one picture.
//!
//! [`crate::tiles::finder`] looks for tiles, and a board grows from those that the model recognises; where
//! few are found, closer at what stands out of the table ([`unlike`]), then by edges alone
//! ([`crate::learn::cut`]). Knows nothing of pictures before this one but where a board may have lain.

use std::collections::BTreeMap;

use calibration::space::{ImageCorners, apart, point2, vec2};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Rect};
use opencv::imgproc;
use opencv::prelude::*;
use rayon::prelude::*;

use super::{BELIEVED, CERTAIN, unlike};
use crate::cv;
use crate::lattice::outline::Outline;
use crate::lattice::{LOW_DEG, Lattice, middle_of};
use crate::learn;
use crate::picture::pyramid::Pyramid;
use crate::reader::remembered::Found;
use crate::reader::start::reach::further;
use crate::tiles::cells::{Search, inside, read_board, read_cell};
use crate::tiles::finder::Finder;
use crate::tiles::model::Model;
use crate::tiles::reading::CellReading;

/// How much higher a picture is drawn for the features of a table seen from 20 to 35 degrees; where that
/// shows no large board, it is drawn as high as makes tiles square from 20 degrees. Of larger ones that
/// showed no tile more.
const STRETCH: f64 = 2.0;
const STRETCH_FLAT: f64 = 3.0;
/// Degrees above the table from which features look alike all over a board: of drawn tables seen from 42°
/// or higher a stretched picture showed no tile more, of one from 29° that seemed to be seen from 38°, 26
/// of 36. So many tiles at least tell it.
const HIGH_DEG: f64 = 40.0;
const TELL_VIEW: usize = 9;
/// Outlines looked at by the model, best supported first: what comes later is chance.
const MOST_OUTLINES: usize = 60;
/// Longer side to which a part that stands out of the table is enlarged, pixels, and how much at most:
/// tiles of 63 px on planks were recognised at twice their size.
const CLOSER_PX: f64 = 1000.0;
const MOST_CLOSER: f64 = 2.0;
/// Of a board of fewer tiles features may have missed the rest: it is looked for closer, and by its edges,
/// too, if anything was found. On an empty table edges would cost more than everything else.
const FEW: usize = 4;

/// The board of tiles that lie in the picture already, and what its cells look like; `None`
/// when nothing in it is certainly a tile: others are believed beside certain ones only.
///
/// # Errors
/// Fails when OpenCV does.
pub fn from_picture(
    pyramid: &Pyramid,
    finder: &mut Finder,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    let picture = pyramid.picture();
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    // A board that reads well, or is large, grows from a few tiles, and most lie in the middle: features
    // of a quarter of the picture cost a quarter. Where tiles read poorly, or are seen so obliquely that
    // far ones look otherwise, how far a board grows depends on where it began.
    let mut best: Option<Found> = None;
    let is_large = |best: &Found| best.0.offsets.len() >= TELL_VIEW;
    for (part, stretch) in [
        (middle(picture), 1.0),
        (whole, 1.0),
        (whole, STRETCH),
        (whole, STRETCH_FLAT),
    ] {
        let is_shown = |best: &Found| {
            if stretch < STRETCH {
                // Of a large board that is seen obliquely only the stretched picture shows more …
                reads_enough(best, catalogue) || (is_large(best) && is_low(best, pyramid))
            } else if stretch < STRETCH_FLAT {
                // … and of one that is seen from above it shows nothing else.
                is_high(best, pyramid)
            } else {
                is_large(best)
            }
        };
        if best.as_ref().is_some_and(is_shown) {
            continue;
        }
        let votes = finder.look(picture, part, stretch)?;
        for thorough in [false, true] {
            // Of a board that is seen obliquely the stretched picture shows more than a thorough search.
            let waits = |best: &Found| stretch < STRETCH && is_low(best, pyramid);
            if thorough && (part != whole || best.as_ref().is_some_and(waits)) {
                continue;
            }
            let found = among(pyramid, votes.outlines(thorough), model, catalogue)?;
            let done = found.as_ref().is_some_and(|found| {
                let is_known = stretch >= STRETCH || !is_low(found, pyramid);
                reads_well(found) || (reads_enough(found, catalogue) && is_known)
            });
            let looks = found.as_ref().zip(best.as_ref());
            // Where two looks from different tiles end at the same ones, so does a third; three tiles,
            // of which one is certain, may be the same mistake twice.
            let is_whole = looks.is_some_and(|(found, best)| {
                let is_stretched = stretch >= STRETCH && is_large(best);
                are_one(found, best) && (is_stretched || is_high(best, pyramid))
            });
            best = if done { found } else { liker(found, best) };
            if done || is_whole {
                return grown(pyramid, best, model, catalogue);
            }
        }
    }
    let few = |(lattice, _): &Found| lattice.offsets.len() < FEW;
    if best.as_ref().is_none_or(few) {
        for part in unlike::parts(picture)? {
            let outlines = closer(picture, part, finder)?;
            best = liker(among(pyramid, outlines, model, catalogue)?, best);
        }
    }
    if best.as_ref().is_some_and(few) {
        best = liker(among(pyramid, outlined(picture)?, model, catalogue)?, best);
    }
    grown(pyramid, best, model, catalogue)
}

/// The board of which more looks like tiles.
fn liker(found: Option<Found>, best: Option<Found>) -> Option<Found> {
    let liker = |best: &Found| {
        found
            .as_ref()
            .is_some_and(|found| likeness(found) > likeness(best))
    };
    match best.as_ref().is_none_or(liker) {
        true => found,
        false => best,
    }
}

/// What may be tiles in a part of a picture, looked at closely.
fn closer(picture: &Mat, part: Rect, finder: &mut Finder) -> opencv::Result<Vec<Outline>> {
    let longest = f64::from(part.width.max(part.height));
    let grow = (CLOSER_PX / longest).clamp(1.0, MOST_CLOSER);
    let large = cv::scaled(&Mat::roi(picture, part)?, grow, imgproc::INTER_CUBIC)?;
    let whole = Rect::new(0, 0, large.cols(), large.rows());
    let votes = finder.look(&large, whole, 1.0)?;
    let from = vec2(f64::from(part.x), f64::from(part.y));
    let back = |outline: Outline| Outline {
        corners: outline.corners.map(|corner| corner / grow + from),
        ..outline
    };
    Ok(votes.outlines(true).into_iter().map(back).collect())
}

/// What may be tiles by their edges alone, the nearest to the middle first: boards lie there, and
/// planks everywhere.
fn outlined(picture: &Mat) -> opencv::Result<Vec<Outline>> {
    let outline = |corners| Outline {
        corners,
        matches: 0,
    };
    let mut outlines: Vec<Outline> = learn::cut(picture)?.into_iter().map(outline).collect();
    let middle = point2(picture.cols().into(), picture.rows().into()) / 2.0;
    let off = |outline: &Outline| apart(outline.centre(), middle);
    outlines.sort_by(|a, b| off(a).total_cmp(&off(b)));
    Ok(outlines)
}

/// The board that was found, taken as far as it reaches.
fn grown(
    pyramid: &Pyramid,
    found: Option<Found>,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    found
        .map(|found| further(pyramid, found, model, catalogue))
        .transpose()
}

/// What a board's tiles look like.
fn tiles<'a>(
    lattice: &'a Lattice,
    cells: &'a BTreeMap<Cell, CellReading>,
) -> impl Iterator<Item = &'a CellReading> {
    let known = lattice.offsets.keys();
    known.filter_map(|cell| cells.get(cell))
}

/// Whether most of a board's tiles are certain.
fn reads_well((lattice, cells): &Found) -> bool {
    let certain = tiles(lattice, cells).filter(|tile| tile.likeness >= CERTAIN);
    4 * certain.count() > 3 * lattice.offsets.len()
}

/// Certain tiles of a board that grows as far as it reaches wherever it begins: on photographs of 40 to
/// 60 tiles, three of five certain, later looks found one more at most.
const ENOUGH: usize = 16;

/// Of so many of its tiles one may be more than the box holds. Another copy's print takes a twin for the
/// other (3 of 57 on a photograph, none to 2 on others); where a board ran on over planks, 7 of 28 were
/// the same road once too often.
const ONE_SURPLUS: usize = 6;

/// Whether so many of a board's tiles are certain, more than half of them, and nearly all in the box.
fn reads_enough((lattice, cells): &Found, catalogue: &Catalogue) -> bool {
    let certain = tiles(lattice, cells).filter(|tile| tile.likeness >= CERTAIN);
    let certain = certain.count();
    let faces = tiles(lattice, cells).filter_map(|tile| Some(tile.ranked.first()?.face));
    let [possible, shown] = possible(faces, catalogue);
    certain >= ENOUGH
        && 2 * certain > lattice.offsets.len()
        && (shown - possible) * ONE_SURPLUS <= shown
}

/// Whether the camera stands so low over a board that features look otherwise at its far side.
fn is_low((lattice, _): &Found, pyramid: &Pyramid) -> bool {
    let view = lattice.view(lattice.offsets.keys().copied(), pyramid.size());
    view.is_none_or(|view| view.above_deg() < LOW_DEG)
}

/// Whether the camera stands so high over a board that features look alike all over it.
fn is_high((lattice, _): &Found, pyramid: &Pyramid) -> bool {
    let view = lattice.view(lattice.offsets.keys().copied(), pyramid.size());
    lattice.offsets.len() >= TELL_VIEW && view.is_some_and(|view| view.above_deg() > HIGH_DEG)
}

/// Whether two looks came to the same tiles.
fn are_one((lattice, _): &Found, (other, _): &Found) -> bool {
    let Some(lattice_from_image) = other.image_from_lattice.inverse() else {
        return false;
    };
    let lies = |cell: &Cell| {
        let at = lattice_from_image.apply(lattice.image_from_lattice.apply(middle_of(*cell)));
        other
            .offsets
            .contains_key(&Cell::new(at.x.round() as i32, at.y.round() as i32))
    };
    lattice.offsets.len() == other.offsets.len() && lattice.offsets.keys().all(lies)
}

/// How much all tiles of a board look like tiles.
fn likeness((lattice, cells): &Found) -> f32 {
    tiles(lattice, cells).map(|tile| tile.likeness).sum()
}

/// The middle of a picture: half as wide and half as high, a pixel at least.
fn middle(picture: &Mat) -> Rect {
    let [left, top] = [picture.cols() / 4, picture.rows() / 4];
    let [width, height] = [picture.cols(), picture.rows()].map(|side| (side / 2).max(1));
    Rect::new(left, top, width, height)
}

/// The board that some outlines belong to.
fn among(
    pyramid: &Pyramid,
    found: Vec<Outline>,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    // On a table full of other things the best supported outlines may be wood grain.
    let is_tile = |outline: &Outline| {
        let Some(alone) = Lattice::from_tile(outline.corners) else {
            return Ok(false);
        };
        let reading = read_cell(
            pyramid,
            &alone,
            Cell::default(),
            model,
            Search::Wide { beside: &[] },
        )?;
        Ok(reading.is_some_and(|r| r.likeness >= BELIEVED && !is_pile(&r)))
    };
    let believed = found
        .into_par_iter()
        .take(MOST_OUTLINES)
        .filter_map(|outline| {
            let is_tile = is_tile(&outline);
            is_tile
                .map(|is_tile| is_tile.then_some(outline))
                .transpose()
        });
    let outlines: Vec<Outline> = believed.collect::<opencv::Result<_>>()?;
    let (width, height) = pyramid.size();
    let size = [f64::from(width), f64::from(height)];
    let Some(mut lattice) = Lattice::from_outlines(&outlines, size) else {
        return Ok(None);
    };
    let cells = read_board(pyramid, &mut lattice, model)?;
    let certain = cells.values().any(|r| r.likeness >= CERTAIN && !is_pile(r));
    let face = |tile: &CellReading| Some(tile.ranked.first()?.face);
    let found = certain && are_in_the_box(tiles(&lattice, &cells).filter_map(face), catalogue);
    Ok(found.then_some((lattice, cells)))
}

/// Whether most of these faces can lie on one table: the squares of a cloth look like the same tile
/// over and over.
fn are_in_the_box(faces: impl Iterator<Item = FaceId>, catalogue: &Catalogue) -> bool {
    let [possible, shown] = possible(faces, catalogue);
    2 * possible > shown
}

/// How many of these faces can lie on one table, and how many they are.
fn possible(faces: impl Iterator<Item = FaceId>, catalogue: &Catalogue) -> [usize; 2] {
    let mut shown: BTreeMap<FaceId, usize> = BTreeMap::new();
    for face in faces {
        *shown.entry(face).or_default() += 1;
    }
    let possible = shown.iter().map(|(face, &count)| {
        let copies = catalogue.face(face).map(|face| usize::from(face.copies));
        count.min(copies.unwrap_or(count))
    });
    [possible.sum(), shown.values().sum()]
}

/// Tiles of a board that is known from before at which it is recognised.
const MOST_TRIED: usize = 24;

/// The board where one lay before, and what its cells look like; `None` unless at least two of
/// its tiles and half of those that can be seen are tiles still. `free` says which corners
/// nothing hides.
///
/// # Errors
/// Fails when OpenCV does.
pub fn from_known(
    picture: &Mat,
    mut lattice: Lattice,
    free: impl Fn(&ImageCorners) -> bool,
    model: &Model,
) -> opencv::Result<Option<Found>> {
    let pyramid = Pyramid::new(picture)?;
    let (mut seen, mut tiles) = (0, 0);
    let every = lattice.offsets.len().div_ceil(MOST_TRIED).max(1);
    let cells: Vec<Cell> = lattice.offsets.keys().copied().step_by(every).collect();
    for cell in cells {
        let corners = lattice.corners(cell);
        if !inside(&corners, pyramid.size()) || !free(&corners) {
            continue;
        }
        let reading = read_cell(
            &pyramid,
            &lattice,
            cell,
            model,
            Search::Wide { beside: &[] },
        )?;
        seen += 1;
        tiles += usize::from(reading.is_some_and(|r| r.likeness >= CERTAIN && !is_pile(&r)));
        // An empty table shows after a few cells; it need not be read to its end.
        if seen >= 6 && tiles == 0 {
            return Ok(None);
        }
    }
    if tiles < 2 || 2 * tiles < seen {
        return Ok(None);
    }
    let cells = read_board(&pyramid, &mut lattice, model)?;
    let certain = cells.values().any(|r| r.likeness >= CERTAIN && !is_pile(r));
    Ok(certain.then_some((lattice, cells)))
}

/// Whether a tile shows its back: that is the pile, from which no board begins.
fn is_pile(reading: &CellReading) -> bool {
    reading.shows_back()
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::LatticeOffset;
    use opencv::core::Size;

    #[test]
    fn the_same_tile_all_over_a_cloth_is_no_board() {
        let catalogue = Catalogue::bundled();
        let lie = |faces: &[(&str, usize)]| {
            let faces = faces.iter().flat_map(|&(face, n)| {
                let face = catalogue.faces().find(|f| f.id.as_str() == face);
                std::iter::repeat_n(face.expect("a face of the box").id, n)
            });
            are_in_the_box(faces, &catalogue)
        };
        // Of V there are nine in a box, of C one.
        assert!(lie(&[("V", 12), ("D", 4)]));
        assert!(lie(&[("C", 1)]));
        assert!(!lie(&[("C", 9), ("D", 2)]));
    }

    /// A board of three tiles in a row, begun at one of them.
    fn board(from: i32, tiles: i32) -> Found {
        let side = 50.0;
        let left = side * f64::from(from);
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        let corners = corners.map(|(x, y)| point2(left + x, y));
        let mut lattice = Lattice::from_tile(corners).expect("a square");
        let cells = (0..tiles).map(|x| Cell::new(x - from, 0));
        lattice.offsets = cells.map(|cell| (cell, LatticeOffset::zero())).collect();
        (lattice, BTreeMap::new())
    }

    #[test]
    fn two_looks_are_one_wherever_they_began() {
        assert!(are_one(&board(0, 3), &board(2, 3)));
        assert!(!are_one(&board(0, 3), &board(0, 4)));
        let (mut aside, cells) = board(1, 3);
        let moved = aside.offsets.remove(&Cell::new(1, 0));
        aside.offsets.extend(moved.map(|at| (Cell::new(1, 1), at)));
        assert!(!are_one(&board(0, 3), &(aside, cells)));
    }

    #[test]
    fn the_middle_of_any_picture_lies_in_it_and_is_not_empty() -> opencv::Result<()> {
        for (width, height) in [(1, 1), (1, 7), (2, 3), (1920, 1080)] {
            let size = Size::new(width, height);
            let grey = opencv::core::Scalar::all(90.0);
            let picture = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey)?;
            let part = middle(&picture);
            assert!(
                !Mat::roi(&picture, part)?.empty(),
                "{width} x {height}: {part:?}"
            );
        }
        Ok(())
    }
}
