//! What a tile looks like as numbers: gradient histograms and a colour layout.
//!
//! A rectified picture of a cell with some of its surroundings becomes [`Planes`] once; a
//! [feature](Planes::feature_into) can then be sampled from them at any small shift and scale at
//! almost no cost, so that a tile laid a millimetre off needs no second look at the picture.
//! Nothing here knows faces or rules; [`crate::tiles::model`] compares features.
//!
//! Histograms of oriented gradients: Dalal & Triggs 2005, with bilinear binning; here the
//! spatial binning is a triangle filter over each orientation plane, which is the same sum
//! written as a convolution.

use ndarray::Array1;
use opencv::core::{BORDER_REPLICATE, Mat, Point, Size, ToInputArray, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Side of the tile in the rectified patch, pixels. 48 px named 99.5 % of faces in
/// measurements; smaller loses roads, larger costs and gains nothing.
pub const TILE_PX: i32 = 48;
/// Surroundings kept on each side of the tile, pixels: room for shifts of an eighth of a tile
/// and for the triangle filter.
pub const MARGIN_PX: i32 = 12;
/// Side of the rectified patch, pixels.
pub const PATCH_PX: i32 = TILE_PX + 2 * MARGIN_PX;

/// Histogram cells per side.
pub const CELLS: usize = 8;
/// Unsigned orientations of 22.5 degrees each; a quarter turn is a shift by half of them.
const ORIENTATIONS: usize = 8;
/// Colour samples per side: one in the middle of each histogram cell.
const COLORS: usize = CELLS;
/// Length of a feature.
pub const LENGTH: usize = CELLS * CELLS * ORIENTATIONS + COLORS * COLORS * 3;
/// Weight of the colour layout against the histograms before decorrelation fixes the scales.
const COLOR_SCALE: f32 = 1.0 / 40.0;
/// Share of what a cell's histogram is taken from that may be hidden.
const MOST_HIDDEN: f32 = 0.12;
/// Added to a cell's energy so that plain grass does not become loud noise; Lab units.
const ENERGY_FLOOR: f32 = 6.0;

/// What is known of each pixel of a patch: orientations, then L, a, b.
const CHANNELS: usize = ORIENTATIONS + 3;

/// A picture patch prepared for sampling features.
pub struct Planes {
    /// `PATCH_PX` squared, row-major: all of a place is needed together.
    pixels: Vec<[f32; CHANNELS]>,
}

/// Where in the patch a feature is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Shift of the window's centre, pixels of the patch (48 px to the tile).
    pub shift_px: [f32; 2],
    /// Side of the window relative to the tile's expected side.
    pub scale: f32,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            shift_px: [0.0, 0.0],
            scale: 1.0,
        }
    }
}

impl Window {
    /// Whether a pixel of the patch, counted row by row, lies in it.
    pub(crate) fn holds(&self, pixel: usize) -> bool {
        let row = PATCH_PX as usize;
        let middle = (PATCH_PX - 1) as f32 / 2.0;
        let at = [pixel % row, pixel / row].map(|v| v as f32 - middle);
        let half = self.scale * TILE_PX as f32 / 2.0;
        at.iter()
            .zip(self.shift_px)
            .all(|(at, shift)| (at - shift).abs() < half)
    }
}

impl Planes {
    /// Prepares a BGR patch of [`PATCH_PX`] squared.
    ///
    /// # Errors
    /// Fails when the patch has another size or type.
    pub fn new(patch: &Mat) -> opencv::Result<Self> {
        let float = cv::retyped(patch, opencv::core::CV_32FC3, 1.0 / 255.0, 0.0)?;
        let lab = cv::converted(&float, imgproc::COLOR_BGR2Lab)?;
        let mut pixels = vec![[0.0; CHANNELS]; (PATCH_PX * PATCH_PX) as usize];
        for (o, plane) in orientations(&lab)?.iter().enumerate() {
            let pooled = pooled(plane)?;
            for (pixel, value) in pixels.iter_mut().zip(pooled.data_typed::<f32>()?) {
                pixel[o] = *value;
            }
        }
        let mut soft = Mat::default();
        let side = TILE_PX / COLORS as i32;
        imgproc::blur(
            &lab,
            &mut soft,
            Size::new(side, side),
            MIDDLE,
            BORDER_REPLICATE,
        )?;
        for (pixel, color) in pixels.iter_mut().zip(soft.data_typed::<Vec3f>()?) {
            pixel[ORIENTATIONS..].copy_from_slice(&color.0);
        }
        Ok(Self { pixels })
    }

    /// All channels at a place between pixels.
    fn sample(&self, x: f32, y: f32) -> [f32; CHANNELS] {
        let last = (PATCH_PX - 1) as f32;
        let (x, y) = (x.clamp(0.0, last - 0.01), y.clamp(0.0, last - 0.01));
        let (x0, y0) = (x as usize, y as usize);
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let row = PATCH_PX as usize;
        let above = &self.pixels[y0 * row + x0..][..2];
        let below = &self.pixels[(y0 + 1) * row + x0..][..2];
        std::array::from_fn(|c| {
            (above[0][c] * (1.0 - fx) + above[1][c] * fx) * (1.0 - fy)
                + (below[0][c] * (1.0 - fx) + below[1][c] * fx) * fy
        })
    }

    /// The feature of the tile under `window`: histograms cell by cell (row-major, orientation
    /// fastest), each divided by the energy of its 3×3 neighbourhood of cells, then the colour
    /// layout with the tile's mean lightness taken out. Written into `feature`, which has
    /// [`LENGTH`] entries.
    pub fn feature_into(&self, window: Window, feature: &mut [f32]) {
        self.feature_of_seen_into(window, &[true; CELLS * CELLS], feature);
    }

    /// The same of a tile of which some cells are hidden: nothing of them goes into the others.
    pub fn feature_of_seen_into(
        &self,
        window: Window,
        seen: &[bool; CELLS * CELLS],
        feature: &mut [f32],
    ) {
        let (oriented, colors) = feature.split_at_mut(CELLS * CELLS * ORIENTATIONS);
        let centre = (PATCH_PX - 1) as f32 / 2.0;
        let step = TILE_PX as f32 / CELLS as f32 * window.scale;
        let at = |i: usize, c: usize| {
            (i as f32 - (CELLS - 1) as f32 / 2.0) * step + centre + window.shift_px[c]
        };
        let mut energy = [[0.0f32; CELLS]; CELLS];
        let places = oriented
            .chunks_exact_mut(ORIENTATIONS)
            .zip(colors.chunks_exact_mut(3));
        for (i, (cell, color)) in places.enumerate() {
            let (cx, cy) = (i % CELLS, i / CELLS);
            let sample = self.sample(at(cx, 0), at(cy, 1));
            cell.copy_from_slice(&sample[..ORIENTATIONS]);
            energy[cy][cx] = cell.iter().map(|v| v * v).sum();
            for (color, v) in color.iter_mut().zip(&sample[ORIENTATIONS..]) {
                *color = v * COLOR_SCALE;
            }
        }
        for (i, cell) in oriented.chunks_exact_mut(ORIENTATIONS).enumerate() {
            let (cx, cy) = (i % CELLS, i / CELLS);
            let around = |c: usize| c.saturating_sub(1)..(c + 2).min(CELLS);
            let (mut sum, mut count) = (0.0, 0.0);
            for y in around(cy) {
                for x in around(cx).filter(|x| seen[y * CELLS + x]) {
                    sum += energy[y][x];
                    count += 1.0;
                }
            }
            let norm = (sum / f32::max(count, 1.0) + ENERGY_FLOOR * ENERGY_FLOOR).sqrt();
            for v in cell {
                *v = (*v / norm).min(1.0);
            }
        }
        even_out(colors, seen);
    }
}

/// The middle of a filter's kernel.
const MIDDLE: Point = Point { x: -1, y: -1 };

/// How strongly brightness or colour changes at each pixel, one plane for each direction; a change
/// between two directions counts for both.
fn orientations(lab: &Mat) -> opencv::Result<[Vec<f32>; ORIENTATIONS]> {
    let step = Mat::from_slice(&[-1.0f32, 0.0, 1.0])?;
    let one = Mat::from_slice(&[1.0f32])?;
    let (dx, dy) = (filtered(lab, &step, &one)?, filtered(lab, &one, &step)?);
    let (dx, dy): (&[Vec3f], &[Vec3f]) = (dx.data_typed()?, dy.data_typed()?);
    let mut planes = std::array::from_fn(|_| vec![0.0f32; dx.len()]);
    for (i, (dx, dy)) in dx.iter().zip(dy).enumerate() {
        let (mut gx, mut gy, mut strongest) = (0.0, 0.0, 0.0);
        for c in 0..3 {
            let m = dx[c] * dx[c] + dy[c] * dy[c];
            if m > strongest {
                (gx, gy, strongest) = (dx[c], dy[c], m);
            }
        }
        if strongest <= 0.0 {
            continue;
        }
        let magnitude = strongest.sqrt();
        let turn = (gy.atan2(gx) / std::f32::consts::PI).rem_euclid(1.0) * ORIENTATIONS as f32;
        let low = turn.floor();
        let share = turn - low;
        planes[low as usize % ORIENTATIONS][i] += magnitude * (1.0 - share);
        planes[(low as usize + 1) % ORIENTATIONS][i] += magnitude * share;
    }
    Ok(planes)
}

/// A plane of the patch in which each pixel stands for the cell around it, its middle counting most.
fn pooled(plane: &[f32]) -> opencv::Result<Mat> {
    let cell = TILE_PX / CELLS as i32;
    let triangle: Vec<f32> = (1 - cell..cell)
        .map(|d| (1.0 - d.abs() as f32 / cell as f32) / cell as f32)
        .collect();
    let triangle = Mat::from_slice(&triangle)?;
    let plane = Mat::from_slice(plane)?;
    filtered(&plane.reshape(1, PATCH_PX)?, &triangle, &triangle)
}

/// A picture filtered along its rows and its columns.
fn filtered<K: ToInputArray>(
    picture: &impl ToInputArray,
    along: &K,
    down: &K,
) -> opencv::Result<Mat> {
    let mut filtered = Mat::default();
    let rim = BORDER_REPLICATE;
    imgproc::sep_filter_2d(picture, &mut filtered, -1, along, down, MIDDLE, 0.0, rim)?;
    Ok(filtered)
}

/// Takes the mean colour of the cells that are seen out of a colour layout.
fn even_out(colors: &mut [f32], seen: &[bool; CELLS * CELLS]) {
    let count = seen.iter().filter(|seen| **seen).count().max(1) as f32;
    let mut mean = [0.0; 3];
    for (color, _) in colors.chunks_exact(3).zip(seen).filter(|(_, seen)| **seen) {
        (0..3).for_each(|c| mean[c] += color[c] / count);
    }
    for color in colors.chunks_exact_mut(3) {
        (0..3).for_each(|c| color[c] -= mean[c]);
    }
}

/// Makes a feature of a whole tile, or a difference of two, one of the cells that are seen.
pub fn seen_of(feature: &mut [f32], seen: &[bool; CELLS * CELLS]) {
    even_out(&mut feature[CELLS * CELLS * ORIENTATIONS..], seen);
}

/// Makes the colours of a feature those that they are, given the tile's mean colour (CIE Lab).
pub fn add_color(feature: &mut [f32], mean: [f32; 3]) {
    for color in feature[CELLS * CELLS * ORIENTATIONS..].chunks_exact_mut(3) {
        (0..3).for_each(|c| color[c] += mean[c] * COLOR_SCALE);
    }
}

/// The entries of a feature that are measured in one cell.
pub fn of_cell(cell: usize) -> impl Iterator<Item = usize> {
    let color = CELLS * CELLS * ORIENTATIONS + 3 * cell;
    (cell * ORIENTATIONS..(cell + 1) * ORIENTATIONS).chain(color..color + 3)
}

/// Which entries of a feature are measured in the cells that are seen, and which are not.
pub fn entries(seen: &[bool; CELLS * CELLS]) -> [Vec<usize>; 2] {
    let cell = |entry: usize| match entry.checked_sub(CELLS * CELLS * ORIENTATIONS) {
        None => entry / ORIENTATIONS,
        Some(color) => color / 3,
    };
    let (shown, hidden) = (0..LENGTH).partition(|entry| seen[cell(*entry)]);
    [shown, hidden]
}

/// Which cells of the tile in the middle of a patch show it, if these pixels of the patch do not.
pub fn seen_cells(hidden: &[bool]) -> [bool; CELLS * CELLS] {
    let (row, side) = (PATCH_PX as usize, TILE_PX as usize / CELLS);
    // A cell's histogram takes in half of each neighbour.
    let (reach, margin) = (side / 2, MARGIN_PX as usize);
    std::array::from_fn(|cell| {
        let [left, top] = [cell % CELLS, cell / CELLS].map(|at| margin + at * side - reach);
        let across = side + 2 * reach;
        let pixels = (top..top + across).flat_map(|y| (left..left + across).map(move |x| (x, y)));
        let covered = pixels.filter(|(x, y)| hidden[y * row + x]).count();
        (covered as f32) < MOST_HIDDEN * (across * across) as f32
    })
}

/// Where on the tile an entry of a feature was measured, in shares of its side.
pub fn place(entry: usize) -> [f32; 2] {
    let colors = CELLS * CELLS * ORIENTATIONS;
    let (cell, across) = match entry.checked_sub(colors) {
        None => (entry / ORIENTATIONS, CELLS),
        Some(color) => (color / 3, COLORS),
    };
    [cell % across, cell / across].map(|at| (at as f32 + 0.5) / across as f32)
}

/// The feature of the same tile turned by one clockwise quarter: cells move, orientations shift
/// by half their number.
pub fn quarter_turn(feature: &Array1<f32>) -> Array1<f32> {
    let mut turned = Array1::zeros(LENGTH);
    for cy in 0..CELLS {
        for cx in 0..CELLS {
            let (tx, ty) = (CELLS - 1 - cy, cx);
            for o in 0..ORIENTATIONS {
                turned[(ty * CELLS + tx) * ORIENTATIONS + (o + ORIENTATIONS / 2) % ORIENTATIONS] =
                    feature[(cy * CELLS + cx) * ORIENTATIONS + o];
            }
        }
    }
    let start = CELLS * CELLS * ORIENTATIONS;
    for cy in 0..COLORS {
        for cx in 0..COLORS {
            let (tx, ty) = (COLORS - 1 - cy, cx);
            for c in 0..3 {
                turned[start + (ty * COLORS + tx) * 3 + c] =
                    feature[start + (cy * COLORS + cx) * 3 + c];
            }
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_the_tile_and_not_what_lies_beside_it() {
        let held = |window: Window| {
            let pixels = (0..(PATCH_PX * PATCH_PX) as usize).filter(|pixel| window.holds(*pixel));
            pixels.collect::<Vec<_>>()
        };
        let whole = held(Window::default());
        assert_eq!(whole.len(), (TILE_PX * TILE_PX) as usize);
        assert!(!whole.contains(&0));
        let moved = held(Window {
            shift_px: [-(MARGIN_PX as f32); 2],
            scale: 1.0,
        });
        assert!(moved.contains(&0) && moved.len() == whole.len());
    }
}
