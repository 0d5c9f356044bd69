//! Finds loose pieces: ghosts on mist, and animals beside meeples.
//!
//! Ghosts are as pale as the mist they stand on, so no paint gives them away. What does is the
//! change: each tile's own look is kept from when it lay bare, and whatever darkens or brightens
//! it later is a piece or its shadow. What figures already found explain is left out; the rest is
//! explained by as few pieces as overlap it well, each with its shadow (analysis by synthesis as
//! in [`crate::silhouette`]). The lamp is the same for all of them, so the shadows' slope is
//! learnt once. Knows no rules: it may claim more ghosts than there are.

use std::collections::BTreeMap;

use calibration::Homography;
use opencv::core::{Mat, Point, Rect, Scalar, Size, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::geometry::{Cell, Rotation};
use tracker::piece::{Color, FigureKind, Pose};

use crate::art::figure::{body, paint};
use crate::bare::{BareTile, CELL_PX, Raster, Unexplained, in_this_light};
use crate::silhouette::{Silhouettes, Turn, filled, turns};

/// Colour difference (Lab, as in [`crate::bare`]) by which a tile's own look must be missed:
/// camera noise and JPEG leave 1 to 2, a ghost's wall and shadow change mist by 10 to 30.
const CHANGED: f32 = 3.5;
/// The same for a tile that was never seen bare, where the pack's picture has to do.
const CHANGED_FROM_PACK: f32 = 14.0;
/// Share of a tile that the pack's picture may miss, specks left out, for its look to be taken
/// for bare: a ghost is missed on 3 in a hundred at least.
const BARE: f32 = 0.012;
/// Rim of a tile that is not asked, pixels of the raster: 3 mm, where its edge and its
/// neighbours show.
const RIM_PX: i32 = 7;
/// Side of a tile's own look, pixels: fine enough to be drawn again without loss.
const LOOK_PX: i32 = 2 * CELL_PX;
/// How far a tile's own look may be off, pixels of the raster: what stands on a tile moves where
/// its corners are seen.
const DRIFT_PX: i32 = 4;
/// Share of a tile that may have changed before its own look is no good any more: five ghosts
/// with their shadows cover half of it.
const SPOILT: f32 = 0.6;
/// By how much its size may be off: that of a tile with something on it is read in such steps.
const SIZES: [f64; 5] = [1.0, 0.985, 1.015, 0.97, 1.03];
/// Mean colour difference of a pixel, all channels added, at which a look surely is in place:
/// noise makes 1.5.
const IN_PLACE: f32 = 2.2;
/// Of the pixels of a tile, one in so many is compared to find that drift.
const DRIFT_STEP: usize = 7;
/// Raster pixels per square millimetre of the table.
const PX_PER_MM2: f64 = (CELL_PX as f64 / 45.7) * (CELL_PX as f64 / 45.7);
/// Least area of a piece with its shadow, mm²: a ghost from above covers 110.
const LEAST_MM2: f64 = 55.0;
/// Most pieces in one heap.
const MOST: usize = 5;
/// Overlap under which a heap is no pieces: hands' edges and nudged tiles reach 0.4.
const FEWEST: f64 = 0.52;
/// Overlap from which no more pieces are tried once one more was no better.
const WELL: f64 = 0.72;
/// Overlap that one more piece must bring.
const ONE_MORE: f64 = 0.06;
/// Pieces cannot stand nearer to each other, in cells: a ghost is 8 mm thick and 14 wide.
const APART: f64 = 0.22;
/// Share of what a piece covers that no other piece of its heap may cover.
const OWN_SHARE: f64 = 0.35;
/// A pixel as light as on the bare board, in the picture of what is lighter, and how much darker
/// a shadow makes it at least.
const AS_LIGHT: u8 = 128;
const SHADE: u8 = 4;
/// Marks of what a piece covers.
const SHADOW: u8 = 100;
const SOLID: u8 = 255;
/// Log-likelihood per unit of overlap.
const SHARPNESS: f32 = 30.0;
/// Shadows tried first: directions, and lengths in heights of the piece.
const DIRECTIONS: usize = 12;
const LENGTHS: [f64; 3] = [0.3, 0.55, 0.85];
/// How much a new shadow counts against those before.
const LEARNING: f64 = 0.3;

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

/// What is kept from one look to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    own: BTreeMap<Cell, Own>,
    /// How far shadows fall, in heights, along the lattice's axes.
    slope: Option<[f64; 2]>,
    heaps: Vec<Heap>,
}

/// A heap that was read.
#[derive(Clone, Debug)]
struct Heap {
    middle: [f64; 2],
    area_px: f64,
    pieces: Vec<Piece>,
}

/// A piece as it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: FigureKind,
    pub(crate) color: Option<Color>,
    pub(crate) foot: [f64; 2],
    pub(crate) log_likelihood: f32,
    turn: Turn,
}

/// A figure that is known to stand, whose solid and shadow are nobody else's.
pub(crate) struct Known {
    pub(crate) kind: FigureKind,
    pub(crate) pose: Pose,
    pub(crate) foot: [f64; 2],
    pub(crate) size: f64,
    pub(crate) turn: Turn,
}

/// The rectified board to look at.
pub(crate) struct Board<'a> {
    pub(crate) raster: &'a Raster,
    pub(crate) tiles: &'a BTreeMap<Cell, BareTile>,
    /// Lab, seen and as the pack would have it in this light; where that is known.
    pub(crate) seen: &'a Mat,
    pub(crate) bare: &'a Mat,
    pub(crate) known: &'a Mat,
    pub(crate) silhouettes: &'a Silhouettes<'a>,
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
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(board.seen, &mut soft, Size::new(0, 0), 1.0)?;
    let (changed, lighter) = changed(board, &soft, figures, looks)?;
    let blobs = blobs(&changed)?;
    if looks.slope.is_none()
        && let Some(&kind) = kinds.first()
    {
        let mut best = (FEWEST, None);
        for blob in &blobs {
            let target = target(board, blob, &lighter, figures, None)?;
            if target.changed as f64 >= LEAST_MM2 * PX_PER_MM2 {
                let (overlap, slope) = first_slope(&target, kind)?;
                if overlap > best.0 {
                    best = (overlap, Some(slope));
                }
            }
        }
        looks.slope = best.1;
    }
    let mut pieces = Vec::new();
    let mut heaps = Vec::new();
    for blob in blobs {
        let heap = read(board, [&soft, &lighter], &blob, figures, kinds, looks)?;
        pieces.extend(heap.pieces.iter().copied());
        heaps.push(heap);
    }
    looks.heaps = heaps;
    Ok(pieces)
}

/// Where tiles do not look as they did when they lay bare. Takes the look of new ones.
///
/// The second picture is how much lighter each pixel is than the bare board, from [`AS_LIGHT`].
fn changed(
    board: &Board,
    soft: &Mat,
    figures: &[Known],
    looks: &mut Looks,
) -> opencv::Result<(Mat, Mat)> {
    let same = |cell: &Cell, own: &mut Own| {
        let tile = board.tiles.get(cell);
        tile.is_some_and(|tile| (tile.picture, tile.rotation) == (own.picture, own.rotation))
    };
    looks.own.retain(same);
    let mut own = board.bare.clone();
    let mut trusted =
        Mat::new_size_with_default(board.seen.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    for (cell, look) in &looks.own {
        let Some(tile) = board.tiles.get(cell) else {
            continue;
        };
        let rect = board.raster.rect(*cell, CELL_PX / 8);
        let mut best: Option<(f32, Rect, Mat, Mat)> = None;
        for size in SIZES {
            let Some((drawn, inside)) = in_place(&look.look, board, tile, rect, size)? else {
                continue;
            };
            let (missed, [dx, dy]) = drift(soft, &drawn, &inside, rect)?;
            let to = Rect::new(rect.x + dx, rect.y + dy, rect.width, rect.height);
            if best.as_ref().is_none_or(|(least, ..)| missed < *least) {
                best = Some((missed, to, drawn, inside));
            }
            if best.as_ref().is_some_and(|(least, ..)| *least < IN_PLACE) {
                break;
            }
        }
        if let Some((_, to, drawn, inside)) = best {
            drawn.copy_to_masked(&mut Mat::roi_mut(&mut own, to)?, &inside)?;
            inside.copy_to_masked(&mut Mat::roi_mut(&mut trusted, to)?, &inside)?;
        }
    }
    let own = if looks.own.is_empty() {
        own
    } else {
        in_this_light(&own, soft, &trusted)?
    };
    let from_pack = Unexplained::new(soft, board.bare, board.known)?;
    let mut mask =
        Mat::new_size_with_default(board.seen.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    let width = mask.cols() as usize;
    let pixels: &[Vec3f] = soft.data_typed()?;
    let own: &[Vec3f] = own.data_typed()?;
    let lighter = pixels.iter().zip(own).map(|(seen, bare)| {
        let step = f32::from(AS_LIGHT) + seen[0] - bare[0];
        step.clamp(0.0, 255.0) as u8
    });
    let lighter: Vec<u8> = lighter.collect();
    let lighter = Mat::from_slice(&lighter)?
        .reshape(1, soft.rows())?
        .try_clone()?;
    let known: &[u8] = board.known.data_typed()?;
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(5, 5))?;
    let marks: &mut [u8] = mask.data_typed_mut()?;
    for (&cell, tile) in board.tiles {
        let rect = board.raster.rect(cell, 0);
        let own_look = looks.own.get(&cell);
        let is_own = own_look.is_some();
        if !own_look.is_some_and(|own| own.settled) {
            let stood = figures.iter().any(|f| {
                let [x, y] = f.foot.map(|v| v.round() as i32);
                Cell::new(x, y) == cell
            });
            if !stood && is_bare(&from_pack, known, rect, width)? {
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
            looks.own.remove(&cell);
        } else {
            missed.into_iter().for_each(|i| marks[i] = 255);
        }
    }
    let (mut open, mut closed) = (Mat::default(), Mat::default());
    imgproc::morphology_ex_def(&mask, &mut open, imgproc::MORPH_OPEN, &element)?;
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(7, 7))?;
    imgproc::morphology_ex_def(&open, &mut closed, imgproc::MORPH_CLOSE, &element)?;
    Ok((closed, lighter))
}

/// Whether a tile looks as the pack's picture does, but for specks and its rim.
fn is_bare(
    from_pack: &Unexplained,
    known: &[u8],
    rect: Rect,
    width: usize,
) -> opencv::Result<bool> {
    let size = Size::new(rect.width - 2 * RIM_PX, rect.height - 2 * RIM_PX);
    let mut missed = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    let marks: &mut [u8] = missed.data_typed_mut()?;
    for (n, mark) in marks.iter_mut().enumerate() {
        let [x, y] = [n as i32 % size.width, n as i32 / size.width];
        let i = (rect.y + RIM_PX + y) as usize * width + (rect.x + RIM_PX + x) as usize;
        if known[i] > 0 && from_pack.at(i, CHANGED_FROM_PACK) {
            *mark = 255;
        }
    }
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(5, 5))?;
    let mut solid = Mat::default();
    imgproc::morphology_ex_def(&missed, &mut solid, imgproc::MORPH_OPEN, &element)?;
    let missed = opencv::core::count_non_zero(&solid)?;
    Ok(missed as f32 <= BARE * size.area() as f32)
}

/// Takes a tile's look for its own.
fn take(
    looks: &mut Looks,
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
        looks.own.insert(cell, own);
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
fn corners_in(board: &Board, tile: &BareTile, rect: Rect) -> [[f64; 2]; 4] {
    let corners = tile
        .corners
        .map(|p| board.raster.raster_from_image.apply(p));
    corners.map(|[x, y]| [x - f64::from(rect.x), y - f64::from(rect.y)])
}

/// The corners of a tile's own look.
fn look_corners() -> [[f64; 2]; 4] {
    let side = f64::from(LOOK_PX);
    [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]
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
    let middle = [0, 1].map(|c| corners.iter().map(|p| p[c]).sum::<f64>() / 4.0);
    let corners = corners.map(|p| [0, 1].map(|c| middle[c] + size * (p[c] - middle[c])));
    let Some(map) = Homography::through(look_corners(), corners) else {
        return Ok(None);
    };
    let mut drawn = Mat::default();
    imgproc::warp_perspective_def(look, &mut drawn, &map.to_mat()?, rect.size())?;
    let mut inside =
        Mat::new_size_with_default(rect.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    let outline: Vector<Point> = corners
        .iter()
        .map(|[x, y]| Point::new(x.round() as i32, y.round() as i32))
        .collect();
    imgproc::fill_convex_poly_def(&mut inside, &outline, Scalar::all(255.0))?;
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

fn blobs(mask: &Mat) -> opencv::Result<Vec<Vector<Point>>> {
    let mut contours = Vector::<Vector<Point>>::new();
    let (outer, none) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
    imgproc::find_contours_def(mask, &mut contours, outer, none)?;
    let mut found = Vec::new();
    for contour in contours {
        if imgproc::contour_area_def(&contour)? >= LEAST_MM2 * PX_PER_MM2 {
            found.push(contour);
        }
    }
    Ok(found)
}

/// What has become of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pixel {
    /// Beside the tiles, or explained already.
    NoMatter,
    Same,
    /// It may be in a shadow.
    Darker,
    /// It shows a piece.
    Changed,
}

impl Pixel {
    fn has_changed(self) -> bool {
        matches!(self, Self::Darker | Self::Changed)
    }
}

/// Where pieces are fitted: a blob without what known figures explain.
struct Target<'a> {
    board: &'a Board<'a>,
    area: Rect,
    wanted: Vec<Pixel>,
    changed: usize,
}

impl Target<'_> {
    fn blank(&self) -> opencv::Result<Mat> {
        let size = self.area.size();
        Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(0.0))
    }

    /// What a piece covers, shadow included.
    fn cover(&self, piece: &Piece, slope: [f64; 2]) -> opencv::Result<Mat> {
        let mut drawn = self.blank()?;
        let body = body(piece.kind);
        let Board { silhouettes, .. } = self.board;
        let stand = Pose::Standing;
        let solid = silhouettes.shape(&body, stand, piece.foot, 1.0, piece.turn);
        let shadow = silhouettes.shadow(&body, stand, piece.foot, 1.0, piece.turn, slope);
        fill(&mut drawn, &shadow, self.area, SHADOW)?;
        fill(&mut drawn, &solid, self.area, SOLID)?;
        Ok(drawn)
    }

    /// Intersection over union of all covers with what has changed.
    fn overlap(&self, covers: &[Mat]) -> opencv::Result<f64> {
        let covers: Vec<&[u8]> = covers
            .iter()
            .map(|cover| cover.data_typed())
            .collect::<opencv::Result<_>>()?;
        let (mut common, mut outside) = (0, 0);
        for (i, wanted) in self.wanted.iter().enumerate() {
            let cover = covers.iter().map(|cover| cover[i]).max().unwrap_or(0);
            match (wanted, cover) {
                (Pixel::NoMatter, _) | (_, 0) => {}
                (Pixel::Darker, _) | (Pixel::Changed, SOLID) => common += 1,
                (Pixel::Same | Pixel::Changed, _) => outside += 1,
            }
        }
        Ok(f64::from(common) / f64::from(self.changed as u32 + outside).max(1.0))
    }

    /// The least share of a piece's cover that is its own and has changed.
    fn least_own(&self, pieces: &[Piece], slope: [f64; 2]) -> opencv::Result<f64> {
        let covers: Vec<Mat> = pieces
            .iter()
            .map(|piece| self.cover(piece, slope))
            .collect::<opencv::Result<_>>()?;
        let covers: Vec<&[u8]> = covers
            .iter()
            .map(|cover| cover.data_typed())
            .collect::<opencv::Result<_>>()?;
        let mut least = 1.0f64;
        for (n, cover) in covers.iter().enumerate() {
            let (mut own, mut all) = (0, 0);
            let counts = |&i: &usize| cover[i] > 0 && self.wanted[i] != Pixel::NoMatter;
            for i in (0..cover.len()).filter(counts) {
                let shared = covers.iter().enumerate().any(|(m, c)| m != n && c[i] > 0);
                all += 1;
                own += u32::from(!shared && self.wanted[i].has_changed());
            }
            least = least.min(f64::from(own) / f64::from(all.max(1)));
        }
        Ok(least)
    }

    /// Middles of `count` groups of what has changed, far from each other at first.
    fn groups(&self, count: usize) -> Vec<[f64; 2]> {
        let width = self.area.width as usize;
        let points: Vec<[f64; 2]> = (0..self.wanted.len())
            .filter(|&i| self.wanted[i].has_changed())
            .step_by(5)
            .map(|i| [(i % width) as f64, (i / width) as f64])
            .collect();
        let n = points.len().max(1) as f64;
        let mean = [0, 1].map(|c| points.iter().map(|p| p[c]).sum::<f64>() / n);
        let far = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let away = |p: &[f64; 2], from: &[[f64; 2]]| {
            from.iter().map(|m| far(p, m)).fold(f64::MAX, f64::min)
        };
        let mut middles = vec![mean];
        if count > 1 {
            middles.clear();
            let first = points
                .iter()
                .max_by(|a, b| far(a, &mean).total_cmp(&far(b, &mean)));
            middles.extend(first.copied());
            while middles.len() < count {
                let next = points
                    .iter()
                    .max_by(|a, b| away(a, &middles).total_cmp(&away(b, &middles)));
                middles.push(next.copied().unwrap_or(mean));
            }
        }
        for _ in 0..8 {
            let mut sums = vec![[0.0; 3]; middles.len()];
            for p in &points {
                let nearest = (0..middles.len())
                    .min_by(|&a, &b| far(p, &middles[a]).total_cmp(&far(p, &middles[b])));
                if let Some(nearest) = nearest {
                    sums[nearest][0] += p[0];
                    sums[nearest][1] += p[1];
                    sums[nearest][2] += 1.0;
                }
            }
            for (middle, [x, y, n]) in middles.iter_mut().zip(sums) {
                if n > 0.0 {
                    *middle = [x / n, y / n];
                }
            }
        }
        middles
    }

    fn to_cells(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let at = [x + f64::from(self.area.x), y + f64::from(self.area.y)];
        self.board.raster.lattice_from_raster.apply(at)
    }

    /// As many pieces of a kind as asked, set where they overlap best; the overlap.
    fn fit(
        &self,
        count: usize,
        (kind, color): (FigureKind, Option<Color>),
        slope: [f64; 2],
        steps: &[f64],
    ) -> opencv::Result<(f64, Vec<Piece>)> {
        let body = body(kind);
        let all_turns = turns(&body, Pose::Standing);
        let mut pieces = Vec::new();
        for middle in self.groups(count) {
            let mut piece = Piece {
                kind,
                color,
                foot: self.to_cells(middle),
                log_likelihood: 0.0,
                turn: all_turns[0],
            };
            // Put the cover's middle onto the group's.
            let drawn = self.cover(&piece, slope)?;
            let m = imgproc::moments(&drawn, true)?;
            if m.m00 > 0.0 {
                let off = [middle[0] - m.m10 / m.m00, middle[1] - m.m01 / m.m00];
                piece.foot = self.to_cells([middle[0] + off[0], middle[1] + off[1]]);
            }
            pieces.push(piece);
        }
        let mut covers: Vec<Mat> = pieces
            .iter()
            .map(|piece| self.cover(piece, slope))
            .collect::<opencv::Result<_>>()?;
        let mut best = self.overlap(&covers)? - crowding(&pieces);
        let unit = 1.0 / f64::from(CELL_PX);
        for &step in steps {
            for _ in 0..6 {
                let before = best;
                for n in 0..pieces.len() {
                    let now = pieces[n];
                    let shifts = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
                    let moved = shifts.map(|(x, y)| Piece {
                        foot: [now.foot[0] + x * step * unit, now.foot[1] + y * step * unit],
                        ..now
                    });
                    let turned = all_turns.iter().map(|&turn| Piece { turn, ..now });
                    for other in turned.chain(moved) {
                        let kept = std::mem::replace(&mut covers[n], self.cover(&other, slope)?);
                        let was = std::mem::replace(&mut pieces[n], other);
                        let overlap = self.overlap(&covers)? - crowding(&pieces);
                        if overlap > best + 1e-6 {
                            best = overlap;
                        } else {
                            (covers[n], pieces[n]) = (kept, was);
                        }
                    }
                }
                if best <= before + 1e-6 {
                    break;
                }
            }
        }
        Ok((best, pieces))
    }
}

/// What pieces lose that stand in each other's place.
fn crowding(pieces: &[Piece]) -> f64 {
    let pairs = (0..pieces.len()).flat_map(|n| (0..n).map(move |m| (n, m)));
    pairs
        .map(|(n, m)| {
            let [x, y] = [0, 1].map(|c| pieces[n].foot[c] - pieces[m].foot[c]);
            (APART - x.hypot(y)).max(0.0)
        })
        .sum()
}

/// Fills the hull of a solid's two faces: pieces are nearly convex.
fn fill(mask: &mut Mat, polygons: &[Vec<[f64; 2]>], area: Rect, mark: u8) -> opencv::Result<()> {
    let faces = polygons.iter().rev().take(2).flatten();
    let points: Vector<Point> = faces
        .map(|[x, y]| Point::new(x.round() as i32 - area.x, y.round() as i32 - area.y))
        .collect();
    let mut hull = Vector::<Point>::new();
    imgproc::convex_hull(&points, &mut hull, true, true)?;
    imgproc::fill_convex_poly_def(mask, &hull, Scalar::all(f64::from(mark)))
}

/// Explains a blob by pieces; by none if figures that are known explain it.
fn read(
    board: &Board,
    [soft, lighter]: [&Mat; 2],
    blob: &Vector<Point>,
    figures: &[Known],
    kinds: &[(FigureKind, Option<Color>)],
    looks: &mut Looks,
) -> opencv::Result<Heap> {
    let middle = crate::silhouette::middle(blob)?;
    let middle = board.raster.lattice_from_raster.apply(middle);
    let mut heap = Heap {
        middle,
        area_px: 0.0,
        pieces: Vec::new(),
    };
    let target = target(board, blob, lighter, figures, looks.slope)?;
    heap.area_px = target.changed as f64;
    if heap.area_px < LEAST_MM2 * PX_PER_MM2 {
        return Ok(heap);
    }
    let again = looks.heaps.iter().find(|old| {
        (old.middle[0] - middle[0]).hypot(old.middle[1] - middle[1]) < 0.015
            && (old.area_px - heap.area_px).abs() < 0.05 * heap.area_px
    });
    if let Some(again) = again {
        heap.pieces.clone_from(&again.pieces);
        return Ok(heap);
    }
    let Some(&first) = kinds.first() else {
        return Ok(heap);
    };
    let Some(slope) = looks.slope else {
        return Ok(heap);
    };
    let mut best: Option<(f64, Vec<Piece>)> = None;
    for count in 1..=MOST {
        let (overlap, pieces) = target.fit(count, first, slope, &[6.0, 2.0, 1.0])?;
        let known = best.as_ref().map_or(0.0, |(known, pieces)| {
            known + ONE_MORE * (count - pieces.len()) as f64
        });
        if count > 1 && (overlap < known || target.least_own(&pieces, slope)? < OWN_SHARE) {
            if best.as_ref().is_some_and(|(known, _)| *known > WELL) {
                break;
            }
            continue;
        }
        best = Some((overlap, pieces));
    }
    let Some((overlap, mut pieces)) = best.filter(|(overlap, _)| *overlap >= FEWEST) else {
        return Ok(heap);
    };
    learn_slope(&target, &pieces, slope, overlap, looks)?;
    for piece in &mut pieces {
        name(&target, soft, piece, kinds, slope)?;
        piece.log_likelihood = overlap as f32 * SHARPNESS;
    }
    heap.pieces = pieces;
    Ok(heap)
}

fn target<'a>(
    board: &'a Board,
    blob: &Vector<Point>,
    lighter: &Mat,
    figures: &[Known],
    slope: Option<[f64; 2]>,
) -> opencv::Result<Target<'a>> {
    let pad = 24;
    let bounds = imgproc::bounding_rect(blob)?;
    let frame = Rect::new(0, 0, board.seen.cols(), board.seen.rows());
    let area = Rect::new(
        bounds.x - pad,
        bounds.y - pad,
        bounds.width + 2 * pad,
        bounds.height + 2 * pad,
    ) & frame;
    let mut target = Target {
        board,
        area,
        wanted: Vec::new(),
        changed: 0,
    };
    let changed = filled(blob, area)?;
    let mut taken = target.blank()?;
    for figure in figures {
        let body = body(figure.kind);
        let Known {
            pose,
            foot,
            size,
            turn,
            ..
        } = *figure;
        let solid = board.silhouettes.shape(&body, pose, foot, size, turn);
        let shadow =
            board
                .silhouettes
                .shadow(&body, pose, foot, size, turn, slope.unwrap_or_default());
        fill(&mut taken, &solid, area, SOLID)?;
        fill(&mut taken, &shadow, area, SOLID)?;
    }
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(9, 9))?;
    let mut wide = Mat::default();
    imgproc::dilate_def(&taken, &mut wide, &element)?;
    let known = Mat::roi(board.known, area)?.try_clone()?;
    let (changed, wide) = (changed.data_typed::<u8>()?, wide.data_typed::<u8>()?);
    let known = known.data_typed::<u8>()?;
    let lighter = Mat::roi(lighter, area)?.try_clone()?;
    let lighter = lighter.data_typed::<u8>()?;
    target.wanted = (0..changed.len())
        .map(|i| match (known[i] > 0 && wide[i] == 0, changed[i] > 0) {
            (false, _) => Pixel::NoMatter,
            (true, false) => Pixel::Same,
            (true, true) if lighter[i] + SHADE < AS_LIGHT => Pixel::Darker,
            (true, true) => Pixel::Changed,
        })
        .collect();
    let changed = target.wanted.iter().filter(|pixel| pixel.has_changed());
    target.changed = changed.count();
    Ok(target)
}

/// The shadows' slope that explains a blob best, when none is known yet, and how well.
fn first_slope(
    target: &Target,
    kind: (FigureKind, Option<Color>),
) -> opencv::Result<(f64, [f64; 2])> {
    let mut best = (0.0, [0.0, 0.0]);
    for direction in 0..DIRECTIONS {
        let angle = std::f64::consts::TAU * direction as f64 / DIRECTIONS as f64;
        for length in LENGTHS {
            let slope = [angle.cos() * length, angle.sin() * length];
            for count in 1..=2 {
                let (overlap, _) = target.fit(count, kind, slope, &[5.0, 2.0])?;
                let overlap = overlap - ONE_MORE * (count - 1) as f64;
                if overlap > best.0 {
                    best = (overlap, slope);
                }
            }
        }
    }
    Ok(best)
}

/// Corrects the slope by a heap that is explained well.
fn learn_slope(
    target: &Target,
    pieces: &[Piece],
    slope: [f64; 2],
    overlap: f64,
    looks: &mut Looks,
) -> opencv::Result<()> {
    let mut best = (overlap, slope);
    let mut around = slope;
    for step in [0.08, 0.08, 0.08, 0.04] {
        for (x, y) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
            let other = [around[0] + x, around[1] + y];
            let covers: Vec<Mat> = pieces
                .iter()
                .map(|piece| target.cover(piece, other))
                .collect::<opencv::Result<_>>()?;
            let overlap = target.overlap(&covers)?;
            if overlap > best.0 {
                best = (overlap, other);
            }
        }
        around = best.1;
    }
    looks.slope = Some([0, 1].map(|c| slope[c] + LEARNING * (best.1[c] - slope[c])));
    Ok(())
}

/// Which of the kinds a piece is, by its paint.
fn name(
    target: &Target,
    soft: &Mat,
    piece: &mut Piece,
    kinds: &[(FigureKind, Option<Color>)],
    slope: [f64; 2],
) -> opencv::Result<()> {
    if kinds.len() < 2 {
        return Ok(());
    }
    let mut solid = target.blank()?;
    let outline = target.board.silhouettes.shape(
        &body(piece.kind),
        Pose::Standing,
        piece.foot,
        0.8,
        piece.turn,
    );
    fill(&mut solid, &outline, target.area, SOLID)?;
    let seen = Mat::roi(soft, target.area)?;
    let mean = opencv::core::mean(&seen, &solid)?;
    // The lightest of the board is nearly white; a ghost's walls have two thirds of it.
    let lab_of = |(kind, color): (FigureKind, Option<Color>)| {
        let [r, g, b] = paint(kind, color).map(|v| f64::from(v) / 255.0);
        let light = 100.0 * (0.3 * r + 0.59 * g + 0.11 * b);
        let warm = 60.0 * (r - b);
        [0.72 * light, warm]
    };
    let off = |kind: (FigureKind, Option<Color>)| {
        let [light, warm] = lab_of(kind);
        (mean[0] - light).powi(2) + 0.5 * (mean[2] - warm).powi(2)
    };
    let best = kinds.iter().min_by(|a, b| off(**a).total_cmp(&off(**b)));
    if let Some(&best) = best.filter(|best| best.0 != piece.kind) {
        let (_, fitted) = target.fit(1, best, slope, &[])?;
        let turn = fitted.first().map_or(piece.turn, |fitted| fitted.turn);
        (piece.kind, piece.color, piece.turn) = (best.0, best.1, turn);
    }
    Ok(())
}
