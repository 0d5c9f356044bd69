//! Keeps each tile's own look from when it lay bare, and tells where it looks otherwise now.
//!
//! A look is found again where its tile lies now, and taken anew when too much of it has changed twice in a row.
//! What a piece on the next tile hid of it is added when that has gone. A tile that was never seen
//! bare, and what is hidden, is compared with the pack's picture, which tells less. Does not say
//! what it is that has come.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{self, Lattice, Patch};
use calibration::{Corners, Homography};
use carcassonne::geometry::{Cell, Rotation};
use opencv::core::{Mat, Rect, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::{Board, Solid, blobs};
use super::target::{AS_LIGHT, around};
use crate::bare::pixels::Part;
use crate::bare::raster::CELL_PX;
use crate::bare::{BareTile, TableLight, Unexplained};
use crate::cv;
use crate::lattice::middle_of;

/// Colour difference (Lab, as in [`crate::bare`]) by which a tile's own look must be missed:
/// camera noise and JPEG leave 1 to 2, a ghost's wall and shadow change mist by 10 to 30.
const CHANGED: f32 = 3.5;
/// The same for a tile that was never seen bare, where the pack's picture has to do.
const CHANGED_FROM_PACK: f32 = 14.0;
/// Share of a tile that the pack's picture may miss, specks left out, for its look to be taken
/// for bare: most ghosts are missed on 3 in a hundred, a single one on mist may be on fewer.
const BARE: f64 = 0.012;
/// Rim of a tile that is not asked, pixels of the raster: 3 mm, where its edge and its
/// neighbours show.
const RIM_PX: i32 = 7;
/// Share of a tile's side that surely lies on it, about its middle: its corners are known to a
/// millimetre.
const INNER: f64 = 0.95;
/// Widest seam that a piece stands across, pixels of the raster: what is left out of both tiles, and 3 mm
/// between them.
const SEAM_PX: i32 = 15;
/// Side of a tile's own look, pixels: fine enough to be drawn again without loss.
const LOOK_PX: i32 = 2 * CELL_PX;
/// How far a tile's own look may be off, pixels of the raster: what stands on a tile moves where
/// its corners are seen.
const DRIFT_PX: i32 = 4;
/// Share of a tile that may have changed before its own look is no good any more, if the next look says so,
/// too: six ghosts with their shadows cover two thirds of it, and some 0.9 of it is compared.
const SPOILT: f32 = 0.85;
/// By how much its size may be off: that of a tile with something on it is read in such steps.
const SIZES: [f64; 5] = [1.0, 0.985, 1.015, 0.97, 1.03];
/// Mean colour difference of a pixel, all channels added, at which a look surely is in place:
/// noise makes 1.5.
const IN_PLACE: f32 = 2.2;
/// Mean difference of a channel (Lab) from which a lamp was switched: cheap ones flicker by half of that.
const OTHER_LIGHT: f64 = 2.5;
/// Of the pixels of a tile, one in so many is compared to find that drift.
const DRIFT_STEP: usize = 7;

/// A tile as it looked bare.
#[derive(Clone, Debug)]
struct Own {
    picture: usize,
    rotation: Rotation,
    /// Lab, [`LOOK_PX`] square, the tile's own corners in its corners.
    look: Mat,
    /// Which part of it has been seen: pieces on other tiles lean over this one.
    seen: Mat,
    /// Its corners then, from the middle of its cell: what stands on a tile hides how it lies.
    laid: Corners<Lattice>,
    /// Whether it was bare in a later look, too, and all of it: by then the lattice has settled on it.
    settled: bool,
    /// Whether too much of it had changed in the last look: a hand is gone in the next.
    spoilt: bool,
}

/// How tiles look otherwise than they did when they lay bare.
pub(super) struct Change {
    /// Where.
    pub(super) marks: Mat,
    /// How much lighter each pixel is than the bare board, from [`AS_LIGHT`].
    pub(super) lighter: Mat,
    /// The tiles so much of which looks otherwise that nothing is marked: they tell nothing.
    pub(super) spoilt: BTreeSet<Cell>,
}

/// The tiles' own looks.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnLooks(BTreeMap<Cell, Own>);

impl OwnLooks {
    /// Whether a tile's own look is known.
    pub(super) fn knows(&self, cell: Cell) -> bool {
        self.0.contains_key(&cell)
    }

    /// Forgets the looks of tiles that lie there no more.
    fn keep_those_of(&mut self, board: &Board) {
        self.0.retain(|cell, own| {
            let tile = board.tiles.get(cell);
            tile.is_some_and(|tile| (tile.picture, tile.rotation) == (own.picture, own.rotation))
        });
    }

    /// The bare board with each tile's own look drawn where it lies now, in the light of now, and
    /// where that is. All looks are kept in one light: tiles that come later are seen in that of then.
    fn drawn(&mut self, board: &Board, soft: &Mat) -> opencv::Result<(Mat, Mat)> {
        let mut bare = board.bare.clone();
        let mut trusted = black(board.seen.size()?)?;
        if self.0.is_empty() {
            return Ok((bare, trusted));
        }
        for (cell, own) in &self.0 {
            let Some(tile) = board.tiles.get(cell) else {
                continue;
            };
            let rect = board.raster.rect(*cell, CELL_PX / 8);
            if let Some((to, drawn, inside)) = own.found(board, (*cell, tile), rect, soft)? {
                drawn.copy_to_masked(&mut Mat::roi_mut(&mut bare, to)?, &inside)?;
                inside.copy_to_masked(&mut Mat::roi_mut(&mut trusted, to)?, &inside)?;
            }
        }
        let light = TableLight::of(&bare, soft, &trusted)?;
        let lit = light.on(&bare)?;
        let off = opencv::core::mean(&cv::difference(&bare, &lit)?, &trusted)?;
        if off.iter().any(|channel| *channel > OTHER_LIGHT) {
            for own in self.0.values_mut() {
                own.look = light.on(&own.look)?;
            }
        }
        Ok((lit, trusted))
    }
}

impl Own {
    /// Where the look is missed least, what it looks like there, and which part of that it fills.
    fn found(
        &self,
        board: &Board,
        (cell, tile): (Cell, &BareTile),
        rect: Rect,
        soft: &Mat,
    ) -> opencv::Result<Option<(Rect, Mat, Mat)>> {
        let mut best: Option<(f32, (Rect, Mat, Mat))> = None;
        let then = self.laid.map(|corner| {
            let corner = middle_of(cell) + corner.to_vector();
            let on_raster = board.raster.raster_from_lattice.apply(corner);
            board.raster.image_from_raster.apply(on_raster)
        });
        let then = board.raster.part(rect, &then);
        let now = corners_in(board, tile, rect);
        let middle = space::middle(&now);
        let sized = |size: f64| now.map(|corner| middle + (corner - middle) * size);
        for corners in std::iter::once(then).chain(SIZES.map(sized)) {
            let Some((drawn, inside)) = in_place(self, &corners, rect)? else {
                continue;
            };
            let (missed, [dx, dy]) = drift(soft, &drawn, &inside, rect)?;
            let to = Rect::new(rect.x + dx, rect.y + dy, rect.width, rect.height);
            if best.as_ref().is_none_or(|(least, _)| missed < *least) {
                best = Some((missed, (to, drawn, inside)));
            }
            if best.as_ref().is_some_and(|(least, _)| *least < IN_PLACE) {
                break;
            }
        }
        Ok(best.map(|(_, found)| found))
    }
}

/// Where tiles do not look as they did when they lay bare. Takes the look of new ones.
pub(super) fn changed(
    board: &Board,
    soft: &Mat,
    solids: &[Solid],
    looks: &mut OwnLooks,
) -> opencv::Result<Change> {
    looks.keep_those_of(board);
    let (own, trusted) = looks.drawn(board, soft)?;
    let lighter = lighter(soft, &own)?;
    let from_pack = Unexplained::new(soft, board.bare, board.known)?;
    let mut mask = black(board.seen.size()?)?;
    let width = mask.cols() as usize;
    let (pixels, own): (&[Vec3f], &[Vec3f]) = (soft.data_typed()?, own.data_typed()?);
    let known: &[u8] = board.known.data_typed()?;
    let trusted: &[u8] = trusted.data_typed()?;
    let open = open(board, solids)?;
    let free = cv::both(&open, board.known)?;
    let free: &[u8] = free.data_typed()?;
    let marks: &mut [u8] = mask.data_typed_mut()?;
    let mut spoilt = BTreeSet::new();
    for (&cell, tile) in board.tiles {
        let rect = board.raster.rect(cell, 0);
        let own_look = looks.0.get(&cell);
        let is_own = own_look.is_some();
        if !own_look.is_some_and(|own| own.settled) {
            let stood = solids.iter().any(|solid| solid.cell() == cell);
            // Pale pieces on mist may pass for bare, but not to a look from before they came.
            let came = || -> opencv::Result<bool> {
                let is_missed = |i| trusted[i] > 0 && differs(pixels, own, i, width);
                Ok(is_own && !blobs(&missed(rect, width, is_missed)?)?.is_empty())
            };
            if !stood && is_bare(&from_pack, free, rect, width)? && !came()? {
                take(looks, [soft, &open], board, (cell, tile))?;
                continue;
            }
        }
        let differs = |i: usize| match is_own && trusted[i] > 0 {
            true => differs(pixels, own, i, width),
            false => from_pack.at(i, CHANGED_FROM_PACK),
        };
        let rows = rect.y..rect.y + rect.height;
        let inside = rows.flat_map(|y| {
            (rect.x..rect.x + rect.width).map(move |x| y as usize * width + x as usize)
        });
        let missed: Vec<usize> = inside.filter(|&i| known[i] > 0 && differs(i)).collect();
        let is_spoilt = missed.len() as f32 > SPOILT * rect.area() as f32;
        if let Some(own) = looks.0.get_mut(&cell) {
            let again = std::mem::replace(&mut own.spoilt, is_spoilt);
            if is_spoilt {
                spoilt.insert(cell);
                if again {
                    looks.0.remove(&cell);
                }
                continue;
            }
        }
        missed.into_iter().for_each(|i| marks[i] = 255);
    }
    Ok(Change {
        marks: across_seams(&tidied(&mask)?, board)?,
        lighter,
        spoilt,
    })
}

/// How much lighter each pixel is than the bare board, from [`AS_LIGHT`].
fn lighter(soft: &Mat, bare: &Mat) -> opencv::Result<Mat> {
    let (pixels, bare): (&[Vec3f], &[Vec3f]) = (soft.data_typed()?, bare.data_typed()?);
    let lighter = pixels.iter().zip(bare).map(|(seen, bare)| {
        let step = f32::from(AS_LIGHT) + seen[0] - bare[0];
        step.clamp(0.0, 255.0) as u8
    });
    let lighter: Vec<u8> = lighter.collect();
    Mat::from_slice(&lighter)?
        .reshape(1, soft.rows())?
        .try_clone()
}

/// Marks without specks and small holes.
fn tidied(marks: &Mat) -> opencv::Result<Mat> {
    let open = cv::morphed(marks, imgproc::MORPH_OPEN, &cv::disc(5)?)?;
    cv::morphed(&open, imgproc::MORPH_CLOSE, &cv::disc(7)?)
}

/// Marks that go on beyond a seam of tiles, in which nothing is known, with what lies between them there: a
/// piece on a seam is one.
fn across_seams(marks: &Mat, board: &Board) -> opencv::Result<Mat> {
    let joined = cv::morphed(marks, imgproc::MORPH_CLOSE, &cv::disc(SEAM_PX)?)?;
    cv::either(marks, &cv::both(&joined, &cv::inverted(board.known)?)?)
}

fn black(size: Size) -> opencv::Result<Mat> {
    Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(0.0))
}

/// Where a tile surely lies, of what is known: its edges and the table beside them show where
/// its corners are not seen to the pixel.
pub(super) fn lies(board: &Board) -> opencv::Result<Mat> {
    let mut lies = black(board.seen.size()?)?;
    let whole = Rect::new(0, 0, lies.cols(), lies.rows());
    for tile in board.tiles.values() {
        let corners = corners_in(board, tile, whole);
        let middle = space::middle(&corners);
        let inner = corners.map(|corner| middle + (corner - middle) * INNER);
        imgproc::fill_convex_poly_def(&mut lies, &cv::polygon(&inner), Scalar::all(255.0))?;
    }
    let mut both = Mat::default();
    opencv::core::min(&lies, board.known, &mut both)?;
    Ok(both)
}

/// Where no piece stands before the board: pieces lean over the next tile.
fn open(board: &Board, solids: &[Solid]) -> opencv::Result<Mat> {
    let size = board.known.size()?;
    let whole = Rect::new(0, 0, size.width, size.height);
    cv::inverted(&around(solids.iter().map(|solid| &solid.outline), whole)?)
}

/// Whether a tile looks as the pack's picture does where it can be seen, but for specks and its
/// rim.
fn is_bare(from_pack: &Unexplained, seen: &[u8], rect: Rect, width: usize) -> opencv::Result<bool> {
    let missed = missed(rect, width, |i| {
        seen[i] > 0 && from_pack.at(i, CHANGED_FROM_PACK)
    })?;
    let share = f64::from(opencv::core::count_non_zero(&missed)?) / missed.total() as f64;
    Ok(share <= BARE)
}

/// Where a tile is missed, but for specks and its rim; asked by the raster's pixels.
fn missed(rect: Rect, width: usize, at: impl Fn(usize) -> bool) -> opencv::Result<Mat> {
    let size = Size::new(rect.width - 2 * RIM_PX, rect.height - 2 * RIM_PX);
    let mut missed = black(size)?;
    let marks: &mut [u8] = missed.data_typed_mut()?;
    for (n, mark) in marks.iter_mut().enumerate() {
        let [x, y] = [n as i32 % size.width, n as i32 / size.width];
        if at((rect.y + RIM_PX + y) as usize * width + (rect.x + RIM_PX + x) as usize) {
            *mark = 255;
        }
    }
    cv::morphed(&missed, imgproc::MORPH_OPEN, &cv::disc(5)?)
}

/// Takes a tile's look for its own where it is `open`, and keeps what an earlier look saw of the rest.
fn take(
    looks: &mut OwnLooks,
    [soft, open]: [&Mat; 2],
    board: &Board,
    (cell, tile): (Cell, &BareTile),
) -> opencv::Result<()> {
    let wide = board.raster.rect(cell, CELL_PX / 8);
    let Some([mut look, mut seen]) = look_of([soft, open], board, tile, wide)? else {
        return Ok(());
    };
    let before = looks.0.get(&cell);
    if let Some(before) = before {
        let hidden = cv::inverted(&seen)?;
        (before.look).copy_to_masked(&mut look, &cv::both(&hidden, &before.seen)?)?;
        seen = cv::either(&seen, &before.seen)?;
    }
    let laid = tile.corners.map(|corner| {
        let on_raster = board.raster.raster_from_image.apply(corner);
        let on_lattice = board.raster.lattice_from_raster.apply(on_raster);
        (on_lattice - middle_of(cell)).to_point()
    });
    let is_whole = opencv::core::count_non_zero(&seen)? == LOOK_PX * LOOK_PX;
    let own = Own {
        picture: tile.picture,
        rotation: tile.rotation,
        look,
        seen,
        laid,
        settled: before.is_some() && is_whole,
        spoilt: false,
    };
    looks.0.insert(cell, own);
    Ok(())
}

/// Whether a pixel differs from all of the own look around it.
fn differs(pixels: &[Vec3f], own: &[Vec3f], i: usize, width: usize) -> bool {
    let steps = [-2, 0, 2].into_iter();
    let mut near = steps.flat_map(|y| [-2, 0, 2].map(|x| y * width as isize + x));
    near.all(|step| {
        let Some(bare) = own.get(i.wrapping_add_signed(step)) else {
            return true;
        };
        let [l, a, b] = [0, 1, 2].map(|c| pixels[i][c] - bare[c]);
        0.25 * l * l + a * a + b * b >= CHANGED * CHANGED
    })
}

/// The corners of a tile in a part of the raster.
fn corners_in(board: &Board, tile: &BareTile, rect: Rect) -> Corners<Part> {
    board.raster.part(rect, &tile.corners)
}

/// The corners of a tile's own look.
fn look_corners() -> Corners<Patch> {
    space::square(0.0, f64::from(LOOK_PX))
}

/// A tile as it looks now, and which part of that is `open`.
fn look_of(
    [soft, open]: [&Mat; 2],
    board: &Board,
    tile: &BareTile,
    rect: Rect,
) -> opencv::Result<Option<[Mat; 2]>> {
    let corners = corners_in(board, tile, rect);
    let Some(map) = Homography::through(corners, look_corners()) else {
        return Ok(None);
    };
    let (map, size) = (map.to_mat()?, Size::new(LOOK_PX, LOOK_PX));
    let (beyond, whole) = (opencv::core::BORDER_REPLICATE, Scalar::default());
    let warped =
        |from: &Mat, how| cv::warped(&Mat::roi(from, rect)?, &map, size, how, beyond, whole);
    let look = warped(soft, imgproc::INTER_LINEAR)?;
    let seen = warped(open, imgproc::INTER_NEAREST)?;
    Ok(Some([look, seen]))
}

/// A tile's own look between these corners of a part of the raster, and where it is known there.
fn in_place(own: &Own, corners: &Corners<Part>, rect: Rect) -> opencv::Result<Option<(Mat, Mat)>> {
    let Some(map) = Homography::through(look_corners(), *corners) else {
        return Ok(None);
    };
    let (map, size) = (map.to_mat()?, rect.size());
    let (beyond, nothing) = (opencv::core::BORDER_CONSTANT, Scalar::default());
    let warped = |from: &Mat, how| cv::warped(from, &map, size, how, beyond, nothing);
    let drawn = warped(&own.look, imgproc::INTER_LINEAR)?;
    let seen = warped(&own.seen, imgproc::INTER_NEAREST)?;
    let mut inside = black(size)?;
    imgproc::fill_convex_poly_def(&mut inside, &cv::polygon(corners), Scalar::all(255.0))?;
    Ok(Some((drawn, cv::both(&inside, &seen)?)))
}

/// How much a tile's own look is missed by per pixel, and by how many pixels it lies off its
/// place now.
fn drift(soft: &Mat, drawn: &Mat, inside: &Mat, rect: Rect) -> opencv::Result<(f32, [i32; 2])> {
    let (width, pixels) = (soft.cols(), soft.data_typed::<Vec3f>()?);
    let own: &[Vec3f] = drawn.data_typed()?;
    let inside: &[u8] = inside.data_typed()?;
    let count = (0..own.len())
        .step_by(DRIFT_STEP)
        .filter(|&i| inside[i] > 0)
        .count();
    let missed = |[dx, dy]: [i32; 2]| -> f32 {
        let all = (0..own.len()).step_by(DRIFT_STEP);
        all.filter(|&i| inside[i] > 0)
            .map(|i| {
                let (x, y) = (i as i32 % rect.width, i as i32 / rect.width);
                let at = (rect.y + dy + y) * width + rect.x + dx + x;
                let [l, a, b] = [0, 1, 2].map(|c| pixels[at as usize][c] - own[i][c]);
                // What stands on the tile must not pull.
                (l.abs() + a.abs() + b.abs()).min(12.0)
            })
            .sum::<f32>()
            / count.max(1) as f32
    };
    let mut best = (missed([0, 0]), [0, 0]);
    for (reach, step) in [(DRIFT_PX, 2), (1, 1)] {
        let [x, y] = best.1;
        let steps = || (-reach..=reach).step_by(step);
        for shift in steps().flat_map(|dy| steps().map(move |dx| [x + dx, y + dy])) {
            let sum = missed(shift);
            if sum < best.0 {
                best = (sum, shift);
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::ghosts::testing::{Meadow, plain};
    use crate::pieces::silhouette::Silhouettes;
    use calibration::space::point2;

    const GRASS: [f64; 3] = [60.0, -35.0, 45.0];
    const RED: [f64; 3] = [40.0, 55.0, 35.0];
    const PALE: [f64; 3] = [80.0, 0.0, 8.0];

    /// How many pixels of two tiles, one south of the other, look otherwise than they did bare, where a
    /// square on the seam is of this colour; it may be known for a piece on the southern tile.
    fn changed_by(square: [f64; 3], is_known: bool, looks: &mut OwnLooks) -> i32 {
        let meadow = Meadow::of([Cell::new(0, 0), Cell::new(0, 1)]);
        let (side, middle) = (CELL_PX / 3, CELL_PX * 3 / 2);
        let square_at = Rect::new(middle - side / 2, 2 * CELL_PX - side, side, side);
        let (bare, mut seen) = (meadow.plain(GRASS), meadow.plain(GRASS));
        let mut on = Mat::roi_mut(&mut seen, square_at).expect("a part");
        plain(square_at.size(), square)
            .copy_to(&mut on)
            .expect("copied");
        let corners = [(0, 0), (side, 0), (side, side), (0, side)];
        let corner = |(x, y)| point2(f64::from(square_at.x + x), f64::from(square_at.y + y));
        let solid = Solid {
            foot: point2(0.0, 1.0),
            outline: vec![corners.map(corner).to_vec()],
        };
        let solids = if is_known { vec![solid] } else { Vec::new() };
        let silhouettes = Silhouettes {
            to_picture: &|_| point2(0.0, 0.0),
            unit_mm: 1.0,
        };
        let change = meadow.seen([&seen, &bare], &silhouettes, |board| {
            changed(board, &seen, &solids, looks)
        });
        opencv::core::count_non_zero(&change.expect("looked at").marks).expect("counted")
    }

    #[test]
    fn what_leans_over_a_tile_is_no_part_of_its_look() {
        let mut looks = OwnLooks::default();
        for _ in 0..2 {
            changed_by(RED, true, &mut looks);
        }
        assert!(looks.knows(Cell::new(0, 0)));
        assert_eq!(
            changed_by(GRASS, false, &mut looks),
            0,
            "the red piece has gone"
        );
        // By now the rest of the tile was seen as well.
        assert_eq!(changed_by(GRASS, false, &mut looks), 0);
        assert!(
            changed_by(PALE, false, &mut looks) > 500,
            "a ghost has come"
        );
    }
}
