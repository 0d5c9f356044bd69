//! The board as it would look without figures: the pack's pictures in this table's light.
//!
//! Between the tiles that were read and [`crate::pieces`], which looks for what the bare board cannot
//! explain. Works on a [`raster`] of the board, whose [`pixels`] are a space of their own; the light's
//! colour is told by `balance`, how it falls off by `illumination`, and `seams` lets tiles meet that were
//! measured apart. Knows nothing of figures.

pub(crate) mod balance;
pub(crate) mod illumination;
pub mod pixels;
pub mod raster;
pub(crate) mod seams;

use std::collections::BTreeMap;

use calibration::Homography;
use calibration::space::{self, ImageCorners, Patch};
use carcassonne::geometry::{Cell, Rotation};
use opencv::core::{Mat, Point, Rect, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::raster::{CELL_PX, Raster};
use crate::cv;
use crate::lattice::outline::side_of;
use crate::pack::{FACE_PX, Pack};

/// How far a tile's picture may be off its place, pixels of the rectified board: what the bare
/// board shows within this reach explains a pixel.
const REACH_PX: i32 = 6;
/// Widest dark detail of a tile's picture that is no patch, pixels of the rectified board: 5 mm.
const PATCH_PX: i32 = 13;
/// How far lens and sensor spread a point, pixels (standard deviation): about a pixel wide.
const CAMERA_BLUR_PX: f64 = 0.5;
/// Side of the square over which light is taken to be even, pixels: three cells.
const LIGHT_REACH_PX: i32 = 3 * CELL_PX;
/// That light changes so slowly that one value serves a square of so many pixels.
const LIGHT_PX: i32 = 8;
/// Of the pixels of the board, one in so many tells the light, hundreds per tile; on large boards
/// fewer, but so many in all.
const LIGHT_STEP: usize = 23;
const LIGHT_SAMPLES: usize = 16_000;
/// Its colour is taken over this far around it, pixels: pictures do not lie exactly in place.
const LIGHT_OVER_PX: i32 = 4;

/// Lightness under which a colour's share of it is noise.
const DARKEST: f32 = 20.0;

/// A tile whose look is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BareTile {
    /// Index of its picture in the pack.
    pub picture: usize,
    /// How it is turned against the lattice.
    pub rotation: Rotation,
    /// Where it lies in the picture: corners NW NE SE SW of the lattice, pixels.
    pub corners: ImageCorners,
}

/// The board without figures, from the pack's pictures, and a mask of where it is known.
pub(crate) fn bare_board(
    raster: &Raster,
    tiles: &BTreeMap<Cell, BareTile>,
    pack: &Pack,
) -> opencv::Result<(Mat, Mat)> {
    let Size { width, height } = raster.size;
    let mut bare =
        Mat::new_size_with_default(raster.size, opencv::core::CV_8UC3, Scalar::all(0.0))?;
    let mut known =
        Mat::new_size_with_default(raster.size, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    for (cell, tile) in tiles {
        let Some(picture) = pack.pictures.get(tile.picture) else {
            continue;
        };
        let rect = raster.rect(*cell, CELL_PX / 8) & Rect::new(0, 0, width, height);
        if rect.empty() {
            continue;
        }
        // The face's corners, NW NE SE SW of the unturned face, wherever the turn takes them.
        let turn = usize::from(tile.rotation.quarter_turns());
        let begun: ImageCorners = std::array::from_fn(|i| tile.corners[(i + turn) % 4]);
        let corners = raster.part(rect, &begun);
        let face = space::square::<Patch>(0.0, f64::from(FACE_PX));
        let Some(map) = Homography::through(face, corners) else {
            continue;
        };
        let map = map.to_mat()?;
        // Printed outlines are dark and thin: seen from afar they blur away, and must do so here
        // too, or they would explain black wood.
        let coarsest = side_of(&tile.corners).clamp(1.0, f64::from(CELL_PX));
        let blur = f64::from(FACE_PX) / coarsest * CAMERA_BLUR_PX;
        let soft = cv::softened(&picture.image, blur)?;
        // Beyond its rim the picture goes on as it ends: a dark rim would explain black wood.
        let size = rect.size();
        let (smooth, on) = (imgproc::INTER_LINEAR, opencv::core::BORDER_REPLICATE);
        let drawn = cv::warped(&soft, &map, size, smooth, on, Scalar::default())?;
        let mut inside =
            Mat::new_size_with_default(rect.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
        imgproc::fill_convex_poly_def(&mut inside, &cv::polygon(&corners), Scalar::all(255.0))?;
        let mut target = Mat::roi_mut(&mut bare, rect)?;
        drawn.copy_to_masked(&mut target, &inside)?;
        let mut target = Mat::roi_mut(&mut known, rect)?;
        inside.copy_to_masked(&mut target, &inside)?;
    }
    Ok((bare, known))
}

/// Lab as floats: lightness 0…100, a and b about −128…127; in steps of 0.4 and 1, which no
/// comparison here is as fine as.
pub(crate) fn lab(bgr: &Mat) -> opencv::Result<Mat> {
    let mut lab = Mat::default();
    let bytes = cv::converted(bgr, imgproc::COLOR_BGR2Lab)?;
    let float = |byte: u8| {
        let v = f32::from(byte);
        Vec3f::from([v * (100.0 / 255.0), v - 128.0, v - 128.0])
    };
    let floats: Vec<Vec3f> = (0..=255).map(float).collect();
    opencv::core::lut(&bytes, &Mat::from_slice(&floats)?, &mut lab)?;
    Ok(lab)
}

/// How a table's light shows the pack's pictures.
#[derive(Clone, Debug)]
pub(crate) struct TableLight {
    map: Mat,
    /// The lit board's median lightness, 0…100.
    pub(crate) median: f32,
}

impl TableLight {
    /// From where the board is known.
    pub(crate) fn of(bare: &Mat, seen: &Mat, known: &Mat) -> opencv::Result<Self> {
        let map = light(bare, seen, known)?;
        let lit = lit(bare, &map)?;
        let lit = lit.data_typed::<Vec3f>()?.iter();
        let mut values: Vec<f32> = lit
            .zip(known.data_typed::<u8>()?)
            .step_by(light_step(known)?)
            .filter(|(_, known)| **known > 0)
            .map(|(pixel, _)| pixel[0])
            .collect();
        values.sort_by(f32::total_cmp);
        let median = values.get(values.len() / 2).copied().unwrap_or_default();
        Ok(Self { map, median })
    }

    /// What a printed colour (red, green, blue) looks like in it, Lab as in [`lab`].
    pub(crate) fn on_color(&self, [r, g, b]: [u8; 3]) -> opencv::Result<[f64; 3]> {
        let bgr = Scalar::new(f64::from(b), f64::from(g), f64::from(r), 0.0);
        let printed = Mat::new_rows_cols_with_default(1, 1, opencv::core::CV_8UC3, bgr)?;
        let lit = self.on(&lab(&printed)?)?;
        Ok(lit.at::<Vec3f>(0)?.0.map(f64::from))
    }

    /// The bare board in this light.
    pub(crate) fn on(&self, bare: &Mat) -> opencv::Result<Mat> {
        lit(bare, &self.map)
    }
}

fn lit(bare: &Mat, light: &Mat) -> opencv::Result<Mat> {
    let mut lit = Mat::default();
    opencv::core::transform(bare, &mut lit, light)?;
    Ok(lit)
}

/// The affine colour map from the bare board that explains most of the pixels (least squares,
/// refitted twice without the worst).
fn light(bare: &Mat, seen: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let (width, height) = (bare.cols(), bare.rows());
    let (from, to) = (bare.data_typed()?, seen.data_typed()?);
    let pairs: Vec<(Vec3f, Vec3f)> = known
        .data_typed::<u8>()?
        .iter()
        .enumerate()
        .step_by(light_step(known)?)
        .filter(|(_, known)| **known > 0)
        .map(|(i, _)| {
            let at = Point::new(i as i32 % width, i as i32 / width);
            let around = |pixels| mean_around(pixels, [width, height], at);
            (around(from), around(to))
        })
        .collect();
    let mut matrix = Mat::eye(3, 4, opencv::core::CV_32F)?.to_mat()?;
    let mut limit = f32::INFINITY;
    for _ in 0..3 {
        let residual = |m: &[f32], f: &Vec3f, t: &Vec3f| -> f32 {
            let off = |(row, t): (&[f32], &f32)| {
                let v = row[0] * f[0] + row[1] * f[1] + row[2] * f[2] + row[3];
                (v - t).powi(2)
            };
            m.chunks_exact(4).zip(&t.0).map(off).sum::<f32>().sqrt()
        };
        let mut normal = [[0.0f64; 4]; 4];
        let mut right = [[0.0f64; 3]; 4];
        let last = matrix.data_typed()?;
        for (f, t) in &pairs {
            if residual(last, f, t) > limit {
                continue;
            }
            let v = [f64::from(f[0]), f64::from(f[1]), f64::from(f[2]), 1.0];
            for i in 0..4 {
                for j in 0..4 {
                    normal[i][j] += v[i] * v[j];
                }
                for c in 0..3 {
                    right[i][c] += v[i] * f64::from(t[c]);
                }
            }
        }
        // A little weight on "unchanged" keeps a board of one colour solvable.
        for (i, row) in normal.iter_mut().enumerate() {
            let weight = pairs.len() as f64 * 2.0 + 1.0;
            row[i] += weight;
            if i < 3 {
                right[i][i] += weight;
            }
        }
        let mut solved = Mat::default();
        opencv::core::solve(
            &Mat::from_slice_2d(&normal)?,
            &Mat::from_slice_2d(&right)?,
            &mut solved,
            opencv::core::DECOMP_CHOLESKY,
        )?;
        let turned = solved.t()?.to_mat()?;
        turned.convert_to(&mut matrix, opencv::core::CV_32F, 1.0, 0.0)?;
        let fitted = matrix.data_typed()?;
        let residuals = pairs.iter().map(|(f, t)| residual(fitted, f, t));
        let mut after: Vec<f32> = residuals.collect();
        after.sort_by(f32::total_cmp);
        limit = after
            .get(after.len() * 3 / 4)
            .copied()
            .unwrap_or(f32::INFINITY);
    }
    Ok(matrix)
}

/// Every which pixel tells the light. Odd, as rows of the raster are even.
fn light_step(known: &Mat) -> opencv::Result<usize> {
    let pixels = opencv::core::count_non_zero(known)? as usize;
    Ok(LIGHT_STEP.max((pixels / LIGHT_SAMPLES) | 1))
}

/// The mean colour of the square around a pixel whose light is compared.
fn mean_around(pixels: &[Vec3f], [width, height]: [i32; 2], at: Point) -> Vec3f {
    let near = |middle: i32, end: i32| {
        (middle - LIGHT_OVER_PX).max(0)..(middle + LIGHT_OVER_PX + 1).min(end)
    };
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for y in near(at.y, height) {
        let row = (y * width) as usize;
        let across = near(at.x, width);
        for pixel in &pixels[row + across.start as usize..row + across.end as usize] {
            (0..3).for_each(|c| sum[c] += pixel[c]);
            count += 1.0;
        }
    }
    Vec3f::from(sum.map(|sum| sum / count))
}

/// The seen board against the bare one, pixel by pixel.
pub(crate) struct Unexplained<'a> {
    soft: &'a [Vec3f],
    bare: &'a [Vec3f],
    known: &'a [u8],
    width: i32,
    height: i32,
}

impl<'a> Unexplained<'a> {
    /// Compares `soft` (the seen board, slightly blurred) with `bare`; all of one size.
    pub(crate) fn new(soft: &'a Mat, bare: &'a Mat, known: &'a Mat) -> opencv::Result<Self> {
        Ok(Self {
            soft: soft.data_typed()?,
            bare: bare.data_typed()?,
            known: known.data_typed()?,
            width: soft.cols(),
            height: soft.rows(),
        })
    }

    /// Whether a pixel's colour lies at least `far` from every colour that the bare board shows
    /// as far around it as a tile's picture may be off its place.
    pub(crate) fn at(&self, i: usize, far: f32) -> bool {
        self.within(i, far, REACH_PX)
    }

    /// The same as far around it as it usually is off.
    pub(crate) fn in_place(&self, i: usize, far: f32) -> bool {
        self.within(i, far, REACH_PX / 2)
    }

    /// Whether a pixel's colour as a share of its lightness, which shade leaves alone, lies at
    /// least `far` from all that the bare board shows there.
    pub(crate) fn in_any_shade(&self, i: usize, far: f32) -> bool {
        let soft = colour_shares(self.soft[i].0);
        !self.any_near(i, REACH_PX, |bare| are_near(soft, colour_shares(bare), far))
    }

    /// Whether a pixel has the colour of the bare board there, as shares of its lightness, and at least
    /// `dim` of that lightness: it may lie in a shadow.
    pub(crate) fn in_shadow(&self, i: usize, far: f32, dim: f32) -> bool {
        let lightness = self.soft[i].0[0];
        let soft = colour_shares(self.soft[i].0);
        self.any_near(i, REACH_PX / 2, |bare| {
            lightness >= dim * bare[0] && are_near(soft, colour_shares(bare), far)
        })
    }

    fn within(&self, i: usize, far: f32, reach: i32) -> bool {
        let soft = self.soft[i].0;
        !self.any_near(i, reach, |bare| {
            let [l, a, b] = [0, 1, 2].map(|c| soft[c] - bare[c]);
            0.25 * l * l + a * a + b * b < far * far
        })
    }

    /// Whether a colour of the bare board around a pixel is as asked.
    fn any_near(&self, i: usize, reach: i32, is: impl Fn([f32; 3]) -> bool) -> bool {
        let (x, y) = (i as i32 % self.width, i as i32 / self.width);
        for dy in around(reach) {
            if !(0..self.height).contains(&(y + dy)) {
                continue;
            }
            let row = ((y + dy) * self.width) as usize;
            for dx in around(reach) {
                if !(0..self.width).contains(&(x + dx)) {
                    continue;
                }
                let j = row + (x + dx) as usize;
                if self.known[j] > 0 && is(self.bare[j].0) {
                    return true;
                }
            }
        }
        false
    }
}

/// Every third step up to `reach`, the nearest first: the board's colours change more slowly, and
/// most are found at once.
fn around(reach: i32) -> impl Iterator<Item = i32> {
    let all = [0, -3, 3, -6, 6];
    all.into_iter().take(2 * (reach / 3) as usize + 1)
}

/// The two colours of a Lab colour as shares of its lightness, which shade leaves alone.
fn colour_shares([l, a, b]: [f32; 3]) -> [f32; 2] {
    [a, b].map(|colour| colour / l.max(DARKEST))
}

fn are_near(one: [f32; 2], other: [f32; 2], far: f32) -> bool {
    (one[0] - other[0]).powi(2) + (one[1] - other[1]).powi(2) < far * far
}

/// How light the board should be around every pixel: black wood is darker.
pub(crate) struct Dark {
    /// The board's usual lightness, in steps of [`LIGHT_PX`] pixels.
    usual: Mat,
    /// In halves, of all patches and of grey ones.
    darkest: [Mat; 2],
    width: usize,
}

/// Share of its lightness that a grey patch has of chroma at most: brown cities have 0.5, grass
/// more, mist, walls and roads 0.25 at most.
const GREY: f32 = 0.35;

impl Dark {
    /// Of a lit bare board of that `median` lightness.
    pub(crate) fn of(bare: &Mat, seen: &Mat, known: &Mat, median: f32) -> opencv::Result<Self> {
        Ok(Self {
            usual: usual_lightness(bare, seen, known, median)?,
            darkest: [
                darkest_patch(bare, known)?,
                darkest_patch(bare, &grey(bare, known)?)?,
            ],
            width: bare.cols() as usize,
        })
    }

    pub(crate) fn pixels(&self) -> opencv::Result<DarkPixels<'_>> {
        let [all, grey] = &self.darkest;
        Ok(DarkPixels {
            usual: self.usual.data_typed()?,
            usual_width: self.usual.cols() as usize,
            darkest: [all.data_typed()?, grey.data_typed()?],
            width: self.width,
        })
    }
}

/// [`Dark`], to be asked pixel by pixel.
pub(crate) struct DarkPixels<'a> {
    usual: &'a [f32],
    usual_width: usize,
    darkest: [&'a [u8]; 2],
    width: usize,
}

impl DarkPixels<'_> {
    /// How light the bare board usually is around a pixel (0…100).
    pub(crate) fn usual(&self, i: usize) -> f32 {
        let [x, y] = [i % self.width, i / self.width].map(|at| at / LIGHT_PX as usize);
        // A rim that is less than a square wide is like the squares beside it.
        let across = self.usual_width.max(1);
        let x = x.min(across - 1);
        let y = y.min((self.usual.len() / across).saturating_sub(1));
        self.usual.get(y * across + x).copied().unwrap_or_default()
    }

    /// How dark it gets around a pixel (0…100) over a patch as large as a figure's head: lines,
    /// windows and doors are smaller. If so wished only over grey patches; 100 where there is none.
    pub(crate) fn darkest_near(&self, i: usize, only_grey: bool) -> f32 {
        f32::from(self.darkest[usize::from(only_grey)][i]) / 2.0
    }
}

/// Where the bare board is grey.
fn grey(bare: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let pixels = bare.data_typed::<Vec3f>()?.iter();
    let is_grey = |p: &Vec3f| p[1] * p[1] + p[2] * p[2] < (GREY * p[0]).powi(2);
    let grey: Vec<u8> = pixels
        .zip(known.data_typed::<u8>()?)
        .map(|(pixel, known)| if is_grey(pixel) { *known } else { 0 })
        .collect();
    Mat::from_slice(&grey)?.reshape(1, bare.rows())?.try_clone()
}

/// [`DarkPixels::darkest_near`] of every pixel over the known ones, in halves.
fn darkest_patch(bare: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let light = cv::channel(bare, 0)?;
    let mut halves = cv::retyped(&light, opencv::core::CV_8U, 2.0, 0.0)?;
    let unknown = cv::inverted(known)?;
    halves.set_to(&Scalar::all(200.0), &unknown)?;
    let patches = cv::morphed(&halves, imgproc::MORPH_CLOSE, &cv::disc(PATCH_PX)?)?;
    cv::morphed(&patches, imgproc::MORPH_ERODE, &cv::disc(2 * REACH_PX + 1)?)
}

/// [`Dark::usual`]: the bare board's `median`, lifted where lamp and glare make the table
/// lighter, lowered in shade.
fn usual_lightness(bare: &Mat, seen: &Mat, known: &Mat, median: f32) -> opencv::Result<Mat> {
    let [width, height] = [bare.cols(), bare.rows()].map(|side| (side / LIGHT_PX).max(1));
    let small = Size::new(width, height);
    let around = |picture: &Mat| -> opencv::Result<Mat> {
        let mut on_tiles = Mat::default();
        let light = cv::channel(picture, 0)?;
        light.copy_to_masked(&mut on_tiles, known)?;
        let shrunk = cv::resized(&on_tiles, small, imgproc::INTER_AREA)?;
        let reach = LIGHT_REACH_PX / LIGHT_PX + 1;
        let mean = cv::averaged(&shrunk, Size::new(reach, reach))?;
        Ok(mean)
    };
    let mut usual = Mat::default();
    let (seen, bare) = (around(seen)?, around(bare)?);
    opencv::core::divide2(&seen, &bare, &mut usual, f64::from(median), -1)?;
    Ok(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The darkest patch around the middle of a grey board with a dark square of that side and
    /// chroma, and the darkest grey one.
    fn darkest_around_square(side: i32, chroma: f64) -> [f32; 2] {
        let grey = Scalar::new(45.0, 0.0, 0.0, 0.0);
        let size = Size::new(100, 100);
        let mut bare =
            Mat::new_size_with_default(size, opencv::core::CV_32FC3, grey).expect("a board");
        let known = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))
            .expect("a mask");
        let square = Rect::new(50 - side / 2, 50 - side / 2, side, side);
        let black = Scalar::new(5.0, chroma, 0.0, 0.0);
        let filled = imgproc::FILLED;
        imgproc::rectangle(&mut bare, square, black, filled, imgproc::LINE_8, 0).expect("drawn");
        let dark = Dark::of(&bare, &bare, &known, 45.0).expect("found");
        let dark = dark.pixels().expect("pixels");
        [false, true].map(|only_grey| dark.darkest_near(50 * 100 + 50, only_grey))
    }

    #[test]
    fn a_window_is_no_dark_patch_and_a_roof_is() {
        let window = darkest_around_square(PATCH_PX / 2, 0.0);
        assert_eq!(window, [45.0; 2]);
        let roof = darkest_around_square(2 * PATCH_PX, 0.0);
        assert_eq!(roof, [5.0; 2]);
    }

    #[test]
    fn a_rim_less_than_a_square_wide_is_as_light_as_what_lies_beside_it() {
        let size = Size::new(804, 20);
        let bare = Scalar::new(40.0, 0.0, 0.0, 0.0);
        let bare = Mat::new_size_with_default(size, opencv::core::CV_32FC3, bare).expect("a board");
        let known = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))
            .expect("a mask");
        let mut seen = bare.clone();
        let (lamp, light) = (Rect::new(402, 0, 402, 20), Scalar::new(80.0, 0.0, 0.0, 0.0));
        let filled = imgproc::FILLED;
        imgproc::rectangle(&mut seen, lamp, light, filled, imgproc::LINE_8, 0).expect("drawn");
        let dark = Dark::of(&bare, &seen, &known, 40.0).expect("found");
        let dark = dark.pixels().expect("pixels");
        let at = |x: usize, y: usize| dark.usual(y * 804 + x);
        assert!(at(795, 3) > 1.5 * at(3, 3), "{} {}", at(795, 3), at(3, 3));
        assert_eq!(at(803, 3), at(795, 3));
        assert_eq!(at(803, 19), at(795, 12));
    }

    #[test]
    fn a_board_less_than_a_square_high_is_as_light_as_it_is() {
        let size = Size::new(40, LIGHT_PX - 1);
        let bare = Scalar::new(40.0, 0.0, 0.0, 0.0);
        let bare = Mat::new_size_with_default(size, opencv::core::CV_32FC3, bare).expect("a board");
        let known = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))
            .expect("a mask");
        let dark = Dark::of(&bare, &bare, &known, 40.0).expect("found");
        let dark = dark.pixels().expect("pixels");
        assert!((dark.usual(3) - 40.0).abs() < 0.1, "{}", dark.usual(3));
    }

    #[test]
    fn a_brown_patch_is_not_taken_for_black_wood() {
        let brown = darkest_around_square(2 * PATCH_PX, 3.0);
        assert_eq!(brown, [5.0, 100.0]);
    }
}
