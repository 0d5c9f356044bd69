//! Moves outlines to the rims of the tiles. All tiles of a photograph are of one size; the size is that at
//! which most of them end where the table begins ([`crate::learn::patch`]). Colours of tiles and table are
//! learnt from where the outlines are so far, and again from where they were moved to.

use calibration::Homography;
use calibration::space::{self, Image, middle, point2};
use opencv::core::{self, Mat, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use super::bare::Colours as Bare;
use super::plane::{Sides, table_from_image};
use super::squares::square;
use crate::cv;
use crate::learn::patch::{AROUND_PX, Above, Colours, PATCH_PX, Patch, TILE_PX};
use crate::learn::quads::{Quad, area, shared};

/// Fewer tiles do not tell from where they are seen.
const FEWEST: usize = 4;
/// Sizes tried in each round, and how far tiles are moved, pixels of a patch.
const ROUNDS: [(std::ops::RangeInclusive<usize>, i32); 2] = [(72..=88, 9), (77..=83, 4)];
/// How far from a tile's middle, in sides, is surely tile; and from all of them surely table, with the share
/// of the picture that must be, else nearer.
const TILE: f64 = 0.40;
const TABLE: [(f64, f64); 3] = [(0.60, 0.04), (0.53, 0.01), (0.5, 0.0)];
/// How near another tile's middle a pixel is surely that tile's.
const OTHERS: f64 = 0.44;
/// Log odds of a colour count no more than this.
const SURELY: f64 = 2.0;
/// Pixels of table that tell its colours.
const TELLING: usize = 50;
/// Share of a side that is not looked at, at either end: corners are worn.
const CORNER: f64 = 0.06;
/// What the mean log odds inside count beside the rim.
const INSIDE: f32 = 0.6;

/// The outlines of a picture that was given a rim of so many pixels, moved to the rims of the tiles.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn at_rims(picture: &Mat, tiles: &[Quad], added_px: i32) -> opencv::Result<Vec<Quad>> {
    let mut found = tiles.to_vec();
    if tiles.len() < FEWEST {
        return Ok(found);
    }
    let (lab, mut bare) = (lab(picture)?, Bare::of(picture)?);
    let size = [picture.cols(), picture.rows()].map(|v| v.max(0) as usize);
    for (sizes, reach) in ROUNDS {
        let seen = table_from_image(&found, size.map(|v| v as f64));
        let Some(view) = seen.and_then(|table| View::new(table, &found, size)) else {
            return Ok(found);
        };
        let odds = view.odds(&mut bare, added_px.max(0) as usize);
        let colours = Colours {
            lab: &lab,
            odds: &odds,
            cols: size[0],
            rows: size[1],
        };
        let Some(moved) = view.moved(&colours, sizes, reach) else {
            return Ok(found);
        };
        found = moved;
    }
    // Whatever became of one, it is about where it was.
    for (now, before) in found.iter_mut().zip(tiles) {
        if shared(now, before) < 0.6 * area(before).abs() {
            *now = *before;
        }
    }
    Ok(found)
}

/// CIE Lab of a BGR picture, a little softened.
fn lab(picture: &Mat) -> opencv::Result<Vec<[f32; 3]>> {
    let soft = cv::softened(picture, 0.7)?;
    let float = cv::retyped(&soft, core::CV_32FC3, 1.0 / 255.0, 0.0)?;
    let lab = cv::converted(&float, imgproc::COLOR_BGR2Lab)?;
    let pixels = lab.data_typed::<Vec3f>()?.iter();
    Ok(pixels.map(|p| [p[0], p[1], p[2]]).collect())
}

/// Tiles as they lie on the table, and which pixel is whose.
struct View {
    /// Corners of each tile in the picture, as squares of side 1 on the table.
    tiles: Vec<Quad>,
    /// For each pixel the nearest tile, and how far from its middle it is, in sides along the tile's own axes.
    nearest: Vec<(usize, f64)>,
    size: [usize; 2],
}

impl View {
    fn new(
        table: Homography<Sides, Image>,
        found: &[Quad],
        [cols, rows]: [usize; 2],
    ) -> Option<Self> {
        let back = table.inverse()?;
        let mut nearest = vec![(usize::MAX, f64::INFINITY); cols * rows];
        let mut tiles = Vec::new();
        for (number, quad) in found.iter().enumerate() {
            let flat = quad.map(|corner| table.apply(corner));
            let along = (flat[1] - flat[0]) + (flat[2] - flat[3]);
            let degrees = along.y.atan2(along.x).to_degrees();
            let at = middle(&flat);
            let (sin, cos) = degrees.to_radians().sin_cos();
            let in_image = |side: f64| square(at, degrees, side).map(|corner| back.apply(corner));
            let around = in_image(1.6);
            let range = |of: fn(&space::ImagePoint) -> f64, most: usize| {
                let least = around.iter().map(of).fold(f64::INFINITY, f64::min);
                let last = around.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
                least.clamp(0.0, most as f64) as usize..last.clamp(0.0, most as f64) as usize
            };
            let columns = range(|corner| corner.x, cols);
            for y in range(|corner| corner.y, rows) {
                for x in columns.clone() {
                    let off = table.apply(point2(x as f64 + 0.5, y as f64 + 0.5)) - at;
                    let (u, v) = (off.x * cos + off.y * sin, off.y * cos - off.x * sin);
                    let far = u.abs().max(v.abs());
                    let pixel = &mut nearest[y * cols + x];
                    if far < pixel.1 {
                        *pixel = (number, far);
                    }
                }
            }
            tiles.push(in_image(1.0));
        }
        Some(Self {
            tiles,
            nearest,
            size: [cols, rows],
        })
    }

    /// Log odds of each pixel that it is a tile's and not the table's, by its colour.
    fn odds(&self, bare: &mut Bare, added: usize) -> Vec<f32> {
        let [cols, rows] = self.size;
        let real = |pixel: usize| {
            let (x, y) = (pixel % cols, pixel / cols);
            (added..cols.saturating_sub(added)).contains(&x)
                && (added..rows.saturating_sub(added)).contains(&y)
        };
        let beyond = |far: f64| {
            let pixels = self.nearest.iter().enumerate();
            pixels.filter(|(n, at)| real(*n) && at.1 > far).count()
        };
        let share = |far: f64| beyond(far) as f64 / self.nearest.len().max(1) as f64;
        let far = TABLE.iter().find(|(far, least)| share(*far) >= *least);
        let far = far.map_or(0.5, |(far, _)| *far);
        let known = beyond(far) >= TELLING;
        let pixels = self.nearest.iter().enumerate();
        bare.learn_pixels(pixels.map(|(n, (_, at))| match real(n) {
            true if *at < TILE => Some(true),
            true if *at > far => Some(false),
            _ => None,
        }));
        let odds = (0..self.nearest.len()).map(|n| match real(n) {
            true if known => bare.odds(n).clamp(-SURELY, SURELY) as f32,
            true => 0.5,
            false => -1.0,
        });
        odds.collect()
    }

    /// All tiles at the size that suits them best, each where it suits.
    fn moved(
        &self,
        colours: &Colours,
        sizes: std::ops::RangeInclusive<usize>,
        reach: i32,
    ) -> Option<Vec<Quad>> {
        let sizes: Vec<usize> = sizes.collect();
        let mut sums = vec![0.0; sizes.len()];
        let mut seen = Vec::new();
        for (number, tile) in self.tiles.iter().enumerate() {
            let others = |n: usize| {
                let (nearest, far) = self.nearest[n];
                nearest != number && far <= OTHERS
            };
            let patch = Patch::new(colours, tile, others)?;
            let framed = Framed::of(&patch);
            let best = sizes.iter().map(|size| framed.best(*size, reach));
            let best: Vec<(f32, [usize; 2])> = best.collect();
            sums.iter_mut()
                .zip(&best)
                .for_each(|(sum, best)| *sum += best.0);
            seen.push((patch, best));
        }
        let most = (0..sizes.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]))?;
        let moved = seen.iter().map(|(patch, best)| {
            let [x, y] = best[most].1.map(|v| v as f64);
            let side = sizes[most] as f64;
            let corners = space::square::<Above>(0.0, side);
            let corners = corners.map(|corner| point2(corner.x + x, corner.y + y));
            let quad = patch.in_image(corners);
            // What is another tile's no longer matters.
            Patch::new(colours, &quad, |_| false).map_or(quad, |patch| turned(&patch))
        });
        Some(moved.collect())
    }
}

/// How much each line of a patch looks like a rim, added up so that any square is seen at once.
struct Framed {
    /// For rims of the left, right, top and bottom side: sums along each line.
    rims: [Vec<f32>; 4],
    inside: Vec<f32>,
}

const WIDE: usize = PATCH_PX + 1;

impl Framed {
    fn of(patch: &Patch) -> Self {
        // A patch turned so that the side is at the top; lines as they lie unturned.
        let along = |quarters: usize, mirrored: bool| {
            let rims = patch.rims(quarters, true);
            let mut sums = vec![0.0; WIDE * WIDE];
            for line in 0..WIDE {
                for along in 0..PATCH_PX {
                    let from = if mirrored {
                        PATCH_PX - 1 - along
                    } else {
                        along
                    };
                    let at = line * WIDE + along;
                    sums[at + 1] = sums[at] + rims[line * PATCH_PX + from];
                }
            }
            sums
        };
        Self {
            rims: [
                along(3, true),
                along(1, false),
                along(0, false),
                along(2, true),
            ],
            inside: patch.sums(),
        }
    }

    /// The best place of a square of that size near the middle: how good, and its top left.
    fn best(&self, size: usize, reach: i32) -> (f32, [usize; 2]) {
        let corner = (size as f64 * CORNER) as usize;
        let first = (PATCH_PX - size) / 2;
        let places = (-reach..=reach).map(|by| first.saturating_add_signed(by as isize));
        let places: Vec<usize> = places.filter(|at| at + size <= PATCH_PX).collect();
        let length = (size - 2 * corner) as f32;
        let mean = |side: usize, line: usize, from: usize| {
            let at = line * WIDE + from;
            let sums = &self.rims[side];
            (sums[at + size - corner] - sums[at + corner]) / length
        };
        let mut best = (f32::NEG_INFINITY, [first, first]);
        for &y in &places {
            for &x in &places {
                let sides = [
                    mean(0, x, y),
                    // Lines of turned patches are counted from the other end.
                    mean(1, PATCH_PX - x - size, y),
                    mean(2, y, x),
                    mean(3, PATCH_PX - y - size, x),
                ];
                let weakest = sides.iter().copied().fold(f32::INFINITY, f32::min);
                let framed = 0.5 * weakest + 0.125 * sides.iter().sum::<f32>();
                let sum = |row: usize, column: usize| self.inside[row * WIDE + column];
                let inside =
                    sum(y + size, x + size) - sum(y, x + size) - sum(y + size, x) + sum(y, x);
                let value = framed + INSIDE * inside / (TILE_PX * TILE_PX) as f32;
                if value > best.0 {
                    best = (value, [x, y]);
                }
            }
        }
        best
    }
}

/// The tile of a patch, turned and moved a little to where its sides are: in the picture.
fn turned(patch: &Patch) -> Quad {
    /// Lines looked at on either side, how far the tile is moved, pixels.
    const REACH: usize = 5;
    const MOVED: i32 = 2;
    /// What turning counts against, by the square of the pixels at the end of a side.
    const COST: f32 = 0.002;
    let columns = AROUND_PX + 4..AROUND_PX + TILE_PX - 4;
    let sides = [0, 1, 2, 3].map(|quarters| patch.rims(quarters, false));
    let side = TILE_PX as f64;
    let mut best = (f32::NEG_INFINITY, [0.0; 3]);
    for step in -6..=6 {
        let turn = f64::from(step) * 0.5;
        let seen = sides.each_ref().map(|rims| {
            let moves = (-MOVED..=MOVED).map(|by| {
                let sum: f32 = columns
                    .clone()
                    .map(|column| {
                        let from_middle = (column as f64 + 0.5 - PATCH_PX as f64 / 2.0) / side;
                        let by = f64::from(by) + from_middle * turn;
                        let by = (by.round() as i32).clamp(-(REACH as i32), REACH as i32);
                        let line = AROUND_PX.saturating_add_signed(by as isize);
                        rims[line * PATCH_PX + column]
                    })
                    .sum();
                sum / columns.len() as f32
            });
            moves.collect::<Vec<f32>>()
        });
        let at = |of: usize, by: i32| seen[of][(by + MOVED) as usize];
        for down in -MOVED..=MOVED {
            for left in -MOVED..=MOVED {
                let all = [at(0, down), at(2, -down), at(1, left), at(3, -left)];
                let weakest = all.iter().copied().fold(f32::INFINITY, f32::min);
                let value = all.iter().sum::<f32>() + 0.5 * weakest - COST * (turn * turn) as f32;
                if value > best.0 {
                    best = (value, [turn, f64::from(down), f64::from(left)]);
                }
            }
        }
    }
    let [turn, down, left] = best.1;
    let half = PATCH_PX as f64 / 2.0;
    let degrees = (turn / side).atan().to_degrees();
    patch.in_image(square(point2(half - left, half + down), degrees, side))
}
