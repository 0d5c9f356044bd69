//! Keeps each tile's own look from when it lay bare, and tells where it looks otherwise now.
//!
//! A look is found again where its tile lies now, and taken anew when too much of it has changed.
//! A tile that was never seen bare is compared with the pack's picture, which tells less. Does
//! not say what it is that has come.

use std::collections::BTreeMap;

use calibration::space::{self, Patch};
use calibration::{Corners, Homography};
use carcassonne::geometry::{Cell, Rotation};
use opencv::core::{Mat, Rect, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::{Board, Solid, blobs};
use super::target::{AS_LIGHT, around};
use crate::bare::pixels::Part;
use crate::bare::raster::CELL_PX;
use crate::bare::{BareTile, Unexplained, in_this_light};
use crate::cv;

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
/// Side of a tile's own look, pixels: fine enough to be drawn again without loss.
const LOOK_PX: i32 = 2 * CELL_PX;
/// How far a tile's own look may be off, pixels of the raster: what stands on a tile moves where
/// its corners are seen.
const DRIFT_PX: i32 = 4;
/// Share of a tile that may have changed before its own look is no good any more: six ghosts
/// with their shadows cover two thirds of it.
const SPOILT: f32 = 0.85;
/// By how much its size may be off: that of a tile with something on it is read in such steps.
const SIZES: [f64; 5] = [1.0, 0.985, 1.015, 0.97, 1.03];
/// Mean colour difference of a pixel, all channels added, at which a look surely is in place:
/// noise makes 1.5.
const IN_PLACE: f32 = 2.2;
/// Of the pixels of a tile, one in so many is compared to find that drift.
const DRIFT_STEP: usize = 7;

/// A tile as it looked bare.
#[derive(Clone, Debug)]
struct Own {
    picture: usize,
    rotation: Rotation,
    /// Lab, [`LOOK_PX`] square, the tile's own corners in its corners.
    look: Mat,
    /// Whether it was bare in a later look, too: by then the lattice has settled on it.
    settled: bool,
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

    /// The bare board with each tile's own look drawn where it lies now, in the light of now.
    fn drawn(&self, board: &Board, soft: &Mat) -> opencv::Result<Mat> {
        let mut bare = board.bare.clone();
        if self.0.is_empty() {
            return Ok(bare);
        }
        let mut trusted = black(board.seen.size()?)?;
        for (cell, own) in &self.0 {
            let Some(tile) = board.tiles.get(cell) else {
                continue;
            };
            let rect = board.raster.rect(*cell, CELL_PX / 8);
            if let Some((to, drawn, inside)) = own.found(board, tile, rect, soft)? {
                drawn.copy_to_masked(&mut Mat::roi_mut(&mut bare, to)?, &inside)?;
                inside.copy_to_masked(&mut Mat::roi_mut(&mut trusted, to)?, &inside)?;
            }
        }
        in_this_light(&bare, soft, &trusted)
    }
}

impl Own {
    /// Where the look is missed least, what it looks like there, and which part of that it fills.
    fn found(
        &self,
        board: &Board,
        tile: &BareTile,
        rect: Rect,
        soft: &Mat,
    ) -> opencv::Result<Option<(Rect, Mat, Mat)>> {
        let mut best: Option<(f32, (Rect, Mat, Mat))> = None;
        for size in SIZES {
            let Some((drawn, inside)) = in_place(&self.look, board, tile, rect, size)? else {
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
///
/// The second picture is how much lighter each pixel is than the bare board, from [`AS_LIGHT`].
pub(super) fn changed(
    board: &Board,
    soft: &Mat,
    solids: &[Solid],
    looks: &mut OwnLooks,
) -> opencv::Result<(Mat, Mat)> {
    looks.keep_those_of(board);
    let own = looks.drawn(board, soft)?;
    let lighter = lighter(soft, &own)?;
    let from_pack = Unexplained::new(soft, board.bare, board.known)?;
    let mut mask = black(board.seen.size()?)?;
    let width = mask.cols() as usize;
    let (pixels, own): (&[Vec3f], &[Vec3f]) = (soft.data_typed()?, own.data_typed()?);
    let known: &[u8] = board.known.data_typed()?;
    let free = free(board, solids)?;
    let free: &[u8] = free.data_typed()?;
    let marks: &mut [u8] = mask.data_typed_mut()?;
    for (&cell, tile) in board.tiles {
        let rect = board.raster.rect(cell, 0);
        let own_look = looks.0.get(&cell);
        let is_own = own_look.is_some();
        if !own_look.is_some_and(|own| own.settled) {
            let stood = solids.iter().any(|solid| solid.cell() == cell);
            // Pale pieces on mist may pass for bare, but not to a look from before they came.
            let came = || -> opencv::Result<bool> {
                Ok(is_own
                    && !blobs(&missed(rect, width, |i| differs(pixels, own, i, width))?)?
                        .is_empty())
            };
            if !stood && is_bare(&from_pack, free, rect, width)? && !came()? {
                take(looks, soft, board, (cell, tile), is_own)?;
                continue;
            }
        }
        let differs = |i: usize| match is_own {
            true => differs(pixels, own, i, width),
            false => from_pack.at(i, CHANGED_FROM_PACK),
        };
        let rows = rect.y..rect.y + rect.height;
        let inside = rows.flat_map(|y| {
            (rect.x..rect.x + rect.width).map(move |x| y as usize * width + x as usize)
        });
        let missed: Vec<usize> = inside.filter(|&i| known[i] > 0 && differs(i)).collect();
        if is_own && missed.len() as f32 > SPOILT * rect.area() as f32 {
            looks.0.remove(&cell);
        } else {
            missed.into_iter().for_each(|i| marks[i] = 255);
        }
    }
    Ok((tidied(&mask)?, lighter))
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
    let round = |side| {
        let size = Size::new(side, side);
        imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, size)
    };
    let open = cv::morphed(marks, imgproc::MORPH_OPEN, &round(5)?)?;
    let closed = cv::morphed(&open, imgproc::MORPH_CLOSE, &round(7)?)?;
    Ok(closed)
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

/// Where the board is known and no piece stands before it: pieces lean over the next tile.
fn free(board: &Board, solids: &[Solid]) -> opencv::Result<Mat> {
    let size = board.known.size()?;
    let whole = Rect::new(0, 0, size.width, size.height);
    let covered = around(solids.iter().map(|solid| &solid.outline), whole)?;
    let open = cv::inverted(&covered)?;
    let mut free = Mat::default();
    opencv::core::min(&open, board.known, &mut free)?;
    Ok(free)
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
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(5, 5))?;
    let solid = cv::morphed(&missed, imgproc::MORPH_OPEN, &element)?;
    Ok(solid)
}

/// Takes a tile's look for its own.
fn take(
    looks: &mut OwnLooks,
    soft: &Mat,
    board: &Board,
    (cell, tile): (Cell, &BareTile),
    settled: bool,
) -> opencv::Result<()> {
    let wide = board.raster.rect(cell, CELL_PX / 8);
    if let Some(look) = look_of(soft, board, tile, wide)? {
        let (picture, rotation) = (tile.picture, tile.rotation);
        let own = Own {
            picture,
            rotation,
            look,
            settled,
        };
        looks.0.insert(cell, own);
    }
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

/// A tile as it looks now.
fn look_of(soft: &Mat, board: &Board, tile: &BareTile, rect: Rect) -> opencv::Result<Option<Mat>> {
    let corners = corners_in(board, tile, rect);
    let Some(map) = Homography::through(corners, look_corners()) else {
        return Ok(None);
    };
    let mut look = Mat::default();
    let size = Size::new(LOOK_PX, LOOK_PX);
    imgproc::warp_perspective_def(&Mat::roi(soft, rect)?, &mut look, &map.to_mat()?, size)?;
    Ok(Some(look))
}

/// A tile's own look where the tile lies now, in a part of the raster, and where that is.
fn in_place(
    look: &Mat,
    board: &Board,
    tile: &BareTile,
    rect: Rect,
    size: f64,
) -> opencv::Result<Option<(Mat, Mat)>> {
    let corners = corners_in(board, tile, rect);
    let middle = space::middle(&corners);
    let corners = corners.map(|corner| middle + (corner - middle) * size);
    let Some(map) = Homography::through(look_corners(), corners) else {
        return Ok(None);
    };
    let mut drawn = Mat::default();
    imgproc::warp_perspective_def(look, &mut drawn, &map.to_mat()?, rect.size())?;
    let mut inside = black(rect.size())?;
    imgproc::fill_convex_poly_def(&mut inside, &cv::polygon(&corners), Scalar::all(255.0))?;
    Ok(Some((drawn, inside)))
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
