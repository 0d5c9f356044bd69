//! Squares of a known size that edges frame, whatever their turn, in a picture of the table as
//! seen from straight above.

use calibration::space::{self, point2};
use calibration::{Corners, Point};
use opencv::core::{self, Mat, Point2f, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;
use rayon::prelude::*;

use super::edges::Edges;
use crate::cv;
use crate::learn::quads::shared;

/// A change of colour that is an edge for sure, CIE Lab in steps of 8 bits a pixel.
const SHARP: f32 = 6.0;
/// Share of a side that is looked at: corners are worn.
const LOOKED_AT: f64 = 0.88;
/// How much of a tile two may share by errors of their outlines.
const COMMON: f64 = 0.12;

/// The table as seen from straight above: the pixels of that picture.
#[derive(Clone, Copy, Debug)]
pub(super) enum Above {}

/// A square that may be a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    /// How much it is framed by edges: half its weakest side, half all; about 0…1.
    pub(super) frame: f32,
    pub(super) corners: Corners<Above>,
}

/// A square by its middle, its turn in degrees and its side.
pub(super) fn square<Space>(middle: Point<Space>, degrees: f64, side: f64) -> Corners<Space> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (x, y) = (middle.x, middle.y);
    space::square(-side / 2.0, side / 2.0).map(|corner: Point<Space>| {
        let (u, v) = (corner.x, corner.y);
        point2(x + cos * u - sin * v, y + sin * u + cos * v)
    })
}

/// The best framed squares of each of `sizes` pixels, turns taken every `step` degrees.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn squares(
    edges: &Edges,
    sizes: &[f64],
    step: f64,
    least: f32,
) -> opencv::Result<Vec<Vec<Square>>> {
    let turns = (0..(90.0 / step) as i32).into_par_iter();
    let of_turns = turns.map(|n| {
        let turned = Turned::new(edges, f64::from(n) * step)?;
        sizes
            .iter()
            .map(|size| turned.peaks(*size, least))
            .collect()
    });
    let of_turns: Vec<Vec<Vec<Square>>> = of_turns.collect::<opencv::Result<_>>()?;
    let mut found = vec![Vec::new(); sizes.len()];
    for of_turn in of_turns {
        for (found, more) in found.iter_mut().zip(of_turn) {
            found.extend(more);
        }
    }
    for found in &mut found {
        found.sort_by(|a, b| b.frame.total_cmp(&a.frame));
    }
    Ok(found)
}

/// Edges across two directions, turned so that these are rows and columns.
struct Turned {
    upright: Mat,
    level: Mat,
    degrees: f64,
    /// From the turned picture back.
    back: Mat,
}

impl Turned {
    fn new(edges: &Edges, degrees: f64) -> opencv::Result<Self> {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (cols, rows) = (edges.cols as f64, edges.rows as f64);
        let width = cols * cos.abs() + rows * sin.abs() + 2.0;
        let height = cols * sin.abs() + rows * cos.abs() + 2.0;
        let to = |x: f64, y: f64| {
            let (x, y) = (x - cols / 2.0, y - rows / 2.0);
            let at = [
                width / 2.0 + cos * x + sin * y,
                height / 2.0 - sin * x + cos * y,
            ];
            Point2f::new(at[0] as f32, at[1] as f32)
        };
        let p = |x: f64, y: f64| Point2f::new(x as f32, y as f32);
        let from = [p(0.0, 0.0), p(cols, 0.0), p(0.0, rows)];
        let there = [to(0.0, 0.0), to(cols, 0.0), to(0.0, rows)];
        let way = imgproc::get_affine_transform_slice(from, there)?;
        let across = |[x, y]: [f64; 2], blur: [i32; 2]| -> opencv::Result<Mat> {
            let [x, y] = [x as f32, y as f32];
            let strength = edges.x.iter().zip(&edges.y);
            let strength: Vec<f32> = strength
                .map(|(gx, gy)| ((gx * x + gy * y).abs() / SHARP).min(1.0))
                .collect();
            let strength =
                Mat::new_rows_cols_with_data(edges.rows as i32, edges.cols as i32, &strength)?;
            let size = Size::new(width as i32, height as i32);
            let (smooth, border) = (imgproc::INTER_LINEAR, core::BORDER_CONSTANT);
            let none = Scalar::default();
            let turned = cv::made(|to| {
                imgproc::warp_affine(&strength, to, &way, size, smooth, border, none)
            })?;
            // An edge may lie a pixel off.
            let kernel = Size::new(blur[0], blur[1]);
            cv::made(|to| imgproc::gaussian_blur(&turned, to, kernel, 1.0, 1.0, border))
        };
        let mut back = Mat::default();
        imgproc::invert_affine_transform(&way, &mut back)?;
        Ok(Self {
            upright: across([cos, sin], [5, 1])?,
            level: across([-sin, cos], [1, 5])?,
            degrees,
            back,
        })
    }

    /// Squares of `size` pixels that are framed best among those around them.
    fn peaks(&self, size: f64, least: f32) -> opencv::Result<Vec<Square>> {
        /// What a blurred edge of one pixel has lost.
        const SHARPEN: f32 = 1.6;
        let mut found = Vec::new();
        let (cols, rows) = (self.upright.cols() as usize, self.upright.rows() as usize);
        let half = (size / 2.0).round() as usize;
        if cols <= 2 * half + 6 || rows <= 2 * half + 6 {
            return Ok(found);
        }
        let long = (size * LOOKED_AT) as i32 | 1;
        let upright = cv::averaged(&self.upright, Size::new(1, long))?;
        let level = cv::averaged(&self.level, Size::new(long, 1))?;
        let (upright, level) = (upright.data_typed::<f32>()?, level.data_typed::<f32>()?);
        let (inner_cols, inner_rows) = (cols - 2 * half, rows - 2 * half);
        let mut frame = vec![0.0f32; inner_cols * inner_rows];
        for (row, line) in frame.chunks_exact_mut(inner_cols).enumerate() {
            let side = |row: usize, from: usize| row * cols + from..row * cols + from + inner_cols;
            let uprights = upright[side(row + half, 0)].iter();
            let uprights = uprights.zip(&upright[side(row + half, 2 * half)]);
            let levels = level[side(row, half)].iter();
            let levels = levels.zip(&level[side(row + 2 * half, half)]);
            for (value, ((a, b), (c, d))) in line.iter_mut().zip(uprights.zip(levels)) {
                let weakest = a.min(*b).min(c.min(*d));
                *value = SHARPEN * (0.5 * weakest + 0.125 * (a + b + c + d));
            }
        }
        let back: &[f64] = self.back.data_typed()?;
        for row in 2..inner_rows - 2 {
            for column in 2..inner_cols - 2 {
                let own = frame[row * inner_cols + column];
                if own < least {
                    continue;
                }
                let highest = (row - 2..=row + 2).all(|r| {
                    let line = &frame[r * inner_cols + column - 2..=r * inner_cols + column + 2];
                    line.iter().all(|other| *other <= own)
                });
                if highest {
                    let (x, y) = ((column + half) as f64, (row + half) as f64);
                    let at = point2(
                        back[0] * x + back[1] * y + back[2],
                        back[3] * x + back[4] * y + back[5],
                    );
                    found.push(Square {
                        frame: own,
                        corners: square(at, self.degrees, size),
                    });
                }
            }
        }
        Ok(found)
    }
}

/// The best of squares that lie over each other, strongest first; all within the picture.
pub(super) fn apart(squares: &[Square], [width, height]: [f64; 2]) -> Vec<Square> {
    let mut kept: Vec<Square> = Vec::new();
    for one in squares {
        let side = crate::learn::quads::side(&one.corners);
        let over = 0.04 * side;
        let inside = one
            .corners
            .iter()
            .all(|at| at.x > -over && at.y > -over && at.x < width + over && at.y < height + over);
        let free = |other: &Square| shared(&other.corners, &one.corners) < COMMON * side * side;
        if inside && kept.iter().all(free) {
            kept.push(*one);
        }
    }
    kept
}
