//! How strongly the colours of a picture change, and which way.

use calibration::space::vec2;
use calibration::{Corners, Point};
use opencv::core::{self, Mat, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Softening before colours are compared, pixels: grain and dots of the print are finer.
const SOFT_PX: f64 = 1.0;
/// A change of colour that is an edge for sure, CIE Lab in steps of 8 bits a pixel.
const SHARP: f32 = 4.0;

/// The change of colour at each pixel, along x and along y, of the channel that changes most.
pub(super) struct Edges {
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    pub(super) cols: usize,
    pub(super) rows: usize,
}

impl Edges {
    /// Of a BGR picture.
    pub(super) fn of(picture: &Mat) -> opencv::Result<Self> {
        let soft = cv::softened(picture, SOFT_PX)?;
        let lab = cv::converted(&soft, imgproc::COLOR_BGR2Lab)?;
        let along = |dx: i32, dy: i32| -> opencv::Result<Mat> {
            let mut change = Mat::default();
            let border = core::BORDER_DEFAULT;
            imgproc::sobel(
                &lab,
                &mut change,
                core::CV_32F,
                dx,
                dy,
                3,
                0.125,
                0.0,
                border,
            )?;
            Ok(change)
        };
        let (along_x, along_y) = (along(1, 0)?, along(0, 1)?);
        let pairs = along_x.data_typed::<Vec3f>()?.iter();
        let pairs = pairs.zip(along_y.data_typed::<Vec3f>()?);
        let strongest = pairs.map(|(x, y)| {
            let of = |c: usize| (x[c] * x[c] + y[c] * y[c], x[c], y[c]);
            let all = [of(0), of(1), of(2)];
            let most = all.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
            most.map_or((0.0, 0.0), |(_, x, y)| (x, y))
        });
        let (x, y) = strongest.unzip();
        Ok(Self {
            x,
            y,
            cols: lab.cols().max(0) as usize,
            rows: lab.rows().max(0) as usize,
        })
    }

    /// How strongly colours change across a line with that normal at the pixel nearest to a
    /// point; what lies outside is taken at the rim.
    pub(super) fn across<Space>(&self, at: Point<Space>, [nx, ny]: [f32; 2]) -> f32 {
        let near = |v: f64, most: usize| (v.round().max(0.0) as usize).min(most.saturating_sub(1));
        let at = near(at.y, self.rows) * self.cols + near(at.x, self.cols);
        match (self.x.get(at), self.y.get(at)) {
            (Some(x), Some(y)) => (x * nx + y * ny).abs(),
            _ => 0.0,
        }
    }

    /// How much of each side of a quadrangle is an edge, 0…1, sides clockwise from the first.
    pub(super) fn sides<Space>(&self, corners: &Corners<Space>) -> [f32; 4] {
        const POINTS: usize = 24;
        std::array::from_fn(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            let normal = normal(a, b);
            let share = (0..POINTS).map(|n| {
                // Corners are worn and print is rounded there.
                let t = 0.06 + 0.88 * (n as f64 + 0.5) / POINTS as f64;
                let off = [-1.0, 0.0, 1.0].map(|off: f64| {
                    let at = a + (b - a) * t + vec2(normal[0], normal[1]).to_f64() * off;
                    self.across(at, normal)
                });
                (off.into_iter().fold(0.0, f32::max) / SHARP).min(1.0)
            });
            share.sum::<f32>() / POINTS as f32
        })
    }

    /// How much a quadrangle is framed by edges, 0…1: half the weakest side, half all.
    pub(super) fn frame<Space>(&self, corners: &Corners<Space>) -> f32 {
        let sides = self.sides(corners);
        let weakest = sides.iter().copied().fold(1.0, f32::min);
        0.5 * weakest + 0.125 * sides.iter().sum::<f32>()
    }
}

/// The normal of the line through two points, to the left of the way from one to the other.
pub(super) fn normal<Space>(a: Point<Space>, b: Point<Space>) -> [f32; 2] {
    let along = b - a;
    let length = along.x.hypot(along.y).max(1e-9);
    [(along.y / length) as f32, (-along.x / length) as f32]
}
