//! What the four sides of a tile look like, and how alike they are across a spread: the three
//! terrains as three looks, without knowing any of them beforehand.

use ndarray::{Array1, Array2, Axis, s};
use opencv::core::{self, Mat, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Side of the picture that is looked at, pixels.
pub(super) const LOOK_PX: usize = 96;
/// Weight of lightness against the colour channels: lamps change it first.
const LIGHTNESS: f32 = 0.6;
/// Pieces along a side.
const PIECES: usize = 24;
/// Depths of the two rows of pieces, shares of the tile; the outermost shows cut and neighbour.
const DEPTHS: [[f32; 2]; 2] = [[0.04, 0.10], [0.10, 0.18]];
/// Numbers that describe a side: colours of the pieces of both rows.
pub(super) const NUMBERS: usize = 2 * PIECES * 3;

/// A tile's colours, CIE Lab with lightness weighed less.
pub(super) struct Look {
    lab: Vec<[f32; 3]>,
}

impl Look {
    /// Of a BGR picture of a tile.
    pub(super) fn of(picture: &Mat) -> opencv::Result<Self> {
        let size = Size::new(LOOK_PX as i32, LOOK_PX as i32);
        let small = cv::resized(picture, size, imgproc::INTER_AREA)?;
        let float = cv::retyped(&small, core::CV_32FC3, 1.0 / 255.0, 0.0)?;
        let lab = cv::converted(&float, imgproc::COLOR_BGR2Lab)?;
        let pixels = lab.data_typed::<Vec3f>()?.iter();
        let lab = pixels.map(|p| [p[0] * LIGHTNESS, p[1], p[2]]).collect();
        Ok(Self { lab })
    }

    fn at(&self, row: usize, column: usize) -> [f32; 3] {
        self.lab[row * LOOK_PX + column]
    }

    /// The same, softened and smaller, row by row.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn soft(&self, side_px: usize) -> opencv::Result<Vec<[f32; 3]>> {
        /// Softening, pixels: grain and noise are finer.
        const SOFT: f64 = 1.5;
        let pixels: Vec<Vec3f> = self.lab.iter().map(|p| Vec3f::from(*p)).collect();
        let whole = Mat::from_slice(&pixels)?;
        let whole = whole.reshape(3, LOOK_PX as i32)?.try_clone()?;
        let soft = cv::softened(&whole, SOFT)?;
        let size = Size::new(side_px as i32, side_px as i32);
        let small = cv::resized(&soft, size, imgproc::INTER_AREA)?;
        let pixels = small.data_typed::<Vec3f>()?.iter();
        Ok(pixels.map(|p| [p[0], p[1], p[2]]).collect())
    }

    /// The numbers of the side that many quarter turns clockwise from the north, from its left
    /// to its right as seen from the middle.
    pub(super) fn side(&self, side: usize) -> Vec<f32> {
        self.side_aside(side, [0, 0])
    }

    /// The same if the tile lay that many pixels to the right and down.
    pub(super) fn side_aside(&self, side: usize, [right, down]: [i32; 2]) -> Vec<f32> {
        let last = LOOK_PX - 1;
        let aside = |at: usize, by: i32| at.saturating_add_signed(by as isize).min(last);
        let at = |row: usize, column: usize| self.at(aside(row, down), aside(column, right));
        let from = |depth: usize, along: usize| match side % 4 {
            0 => at(depth, along),
            1 => at(along, last - depth),
            2 => at(last - depth, last - along),
            _ => at(last - along, depth),
        };
        let wide = LOOK_PX / PIECES;
        let mut numbers = Vec::with_capacity(NUMBERS);
        for [near, far] in DEPTHS {
            let rows = (near * LOOK_PX as f32) as usize..(far * LOOK_PX as f32) as usize;
            for piece in 0..PIECES {
                let mut sum = [0.0; 3];
                for depth in rows.clone() {
                    for along in piece * wide..(piece + 1) * wide {
                        let own = from(depth, along);
                        (0..3).for_each(|k| sum[k] += own[k]);
                    }
                }
                let count = (rows.len() * wide) as f32;
                numbers.extend(sum.map(|v| v / count));
            }
        }
        numbers
    }

    /// The whole tile as it looks when it is turned clockwise by so many quarters, coarse, without
    /// its mean colour and of length one.
    pub(super) fn coarse(&self, quarters: usize) -> Vec<f32> {
        const SAMPLES: usize = 24;
        let wide = LOOK_PX / SAMPLES;
        let last = LOOK_PX - 1;
        let mut numbers = vec![0.0; SAMPLES * SAMPLES * 3];
        for row in 0..LOOK_PX {
            for column in 0..LOOK_PX {
                let own = match quarters % 4 {
                    0 => self.at(row, column),
                    1 => self.at(last - column, row),
                    2 => self.at(last - row, last - column),
                    _ => self.at(column, last - row),
                };
                let at = (row / wide * SAMPLES + column / wide) * 3;
                (0..3).for_each(|k| numbers[at + k] += own[k]);
            }
        }
        for k in 0..3 {
            let of = numbers.iter().skip(k).step_by(3);
            let mean = of.sum::<f32>() / (SAMPLES * SAMPLES) as f32;
            numbers
                .iter_mut()
                .skip(k)
                .step_by(3)
                .for_each(|v| *v -= mean);
        }
        let length = numbers.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
        numbers.iter_mut().for_each(|v| *v /= length);
        numbers
    }

    /// The mean colour of a square, by its middle and half its side in shares of the tile.
    pub(super) fn patch(&self, [x, y]: [f32; 2], half: f32) -> [f32; 3] {
        let range = |v: f32| {
            let px = |v: f32| (v * LOOK_PX as f32).clamp(0.0, LOOK_PX as f32) as usize;
            px(v - half)..px(v + half) + 1
        };
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for row in range(y) {
            for column in range(x) {
                let own = self.at(row.min(LOOK_PX - 1), column.min(LOOK_PX - 1));
                (0..3).for_each(|k| sum[k] += own[k]);
                count += 1.0;
            }
        }
        sum.map(|v| v / f32::max(count, 1.0))
    }
}

/// The same sides seen in a mirror, which show the same terrain.
pub(super) fn mirrored(sides: &Array2<f32>) -> Array2<f32> {
    let order: Vec<usize> = (0..NUMBERS)
        .map(|n| {
            let (row, piece, channel) = (n / (PIECES * 3), n / 3 % PIECES, n % 3);
            row * PIECES * 3 + (PIECES - 1 - piece) * 3 + channel
        })
        .collect();
    sides.select(Axis(1), &order)
}

/// The colours of the inner row of a side's pieces, without its ends.
pub(super) fn inner(side: &[f32]) -> impl Iterator<Item = [f32; 3]> + '_ {
    let inner = &side[(PIECES + 4) * 3..(2 * PIECES - 4) * 3];
    inner.chunks_exact(3).map(|c| [c[0], c[1], c[2]])
}

/// The few most telling numbers of sides (principal components).
pub(super) struct Axes {
    mean: Array1<f32>,
    axes: Array2<f32>,
}

impl Axes {
    /// Of sides and their mirror images, so many.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn of(sides: &Array2<f32>, count: usize) -> opencv::Result<Self> {
        let both = ndarray::concatenate![Axis(0), sides.view(), mirrored(sides).view()];
        let mean = both
            .mean_axis(Axis(0))
            .unwrap_or_else(|| Array1::zeros(NUMBERS));
        let centred = both - &mean;
        let rows = centred.nrows() as i32;
        let flat = centred.as_standard_layout();
        let data = Mat::from_slice(flat.as_slice().unwrap_or(&[]))?;
        let data = data.reshape(1, rows)?.try_clone()?;
        let mut middle = Mat::default();
        let mut axes = Mat::default();
        core::pca_compute(&data, &mut middle, &mut axes, count as i32)?;
        let kept = axes.rows().max(0) as usize;
        let axes = axes.data_typed::<f32>()?.to_vec();
        let axes = Array2::from_shape_vec((kept, NUMBERS), axes)
            .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))?;
        Ok(Self { mean, axes })
    }

    /// By these numbers, sides and then their mirror images.
    pub(super) fn seen(&self, sides: &Array2<f32>) -> Array2<f64> {
        let both = ndarray::concatenate![Axis(0), sides.view(), mirrored(sides).view()];
        (both - &self.mean).dot(&self.axes.t()).mapv(f64::from)
    }
}

/// Sides and their mirror images by their few most telling numbers.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn telling(sides: &Array2<f32>, count: usize) -> opencv::Result<Array2<f64>> {
    Ok(Axes::of(sides, count)?.seen(sides))
}

/// How alike sides with a road and open fields are beside the road, against how alike cities are to
/// fields, and against how different the road itself is. Whatever the artwork, a side with a
/// road is a field's with something across its middle.
pub(super) fn road_like(sides: &Array2<f32>, labels: &[usize]) -> Option<[f32; 2]> {
    let mean = |label: usize| -> Option<Array1<f32>> {
        let rows: Vec<usize> = (0..labels.len()).filter(|&i| labels[i] == label).collect();
        let mean = sides.select(Axis(0), &rows).mean_axis(Axis(0))?;
        let mirror = mirrored(&mean.clone().insert_axis(Axis(0)));
        Some((mean + mirror.slice(s![0, ..])) / 2.0)
    };
    let [city, road, field] = [mean(0)?, mean(1)?, mean(2)?];
    let far = |a: &Array1<f32>, b: &Array1<f32>, pieces: &[usize]| {
        let each = (0..2).flat_map(|row| pieces.iter().map(move |p| (row * PIECES + p) * 3));
        let each = each.map(|at| {
            let square = (0..3).map(|k| (a[at + k] - b[at + k]).powi(2));
            square.sum::<f32>().sqrt()
        });
        each.sum::<f32>() / (2 * pieces.len()) as f32
    };
    let beside: Vec<usize> = (2..6).chain(PIECES - 6..PIECES - 2).collect();
    let middle: Vec<usize> = (PIECES / 2 - 2..PIECES / 2 + 2).collect();
    let flanks = far(&road, &field, &beside);
    Some([
        flanks / far(&city, &field, &beside).max(1e-3),
        flanks / far(&road, &field, &middle).max(1e-3),
    ])
}

/// The label of a side that shows nobody knows what.
pub(super) const NOTHING: usize = 3;

/// Sides farther from what they are taken for than usual count less, as under Student's t: a
/// figure, a finger or a reflection is no terrain. Its degrees of freedom. Measured on drawn boxes of four
/// artworks, outlines a fiftieth off: 2 instead of 6 tiles of 840 surely taken for others.
const FREEDOM: f64 = 12.0;
/// Rounds in which such sides are told from the others.
const ROUNDS: usize = 2;

/// The looks of the three terrains: bells (Student's t) of one spread.
pub(super) struct Bells {
    means: Array2<f64>,
    inverse: Array2<f64>,
    /// Logarithm of the determinant of the spread.
    volume: f64,
}

impl Bells {
    /// Fitted to labelled sides by their telling numbers, mirror images behind them.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn fitted(
        sides: &Array2<f64>,
        labels: &[usize],
        ridge: f64,
    ) -> opencv::Result<Self> {
        let (count, numbers) = sides.dim();
        let labels: Vec<usize> = labels.iter().chain(labels).copied().collect();
        let known: Vec<usize> = (0..count).filter(|&i| labels[i] != NOTHING).collect();
        let shown: Vec<usize> = known.iter().map(|&i| labels[i]).collect();
        let mut weights = Array1::<f64>::ones(count);
        let mut round = 0;
        loop {
            let mut means = Array2::<f64>::from_elem((3, numbers), 100.0);
            for label in 0..3 {
                let rows: Vec<usize> = (0..count).filter(|&i| labels[i] == label).collect();
                if rows.len() > 4 {
                    let own = weights.select(Axis(0), &rows);
                    let sum = own.dot(&sides.select(Axis(0), &rows));
                    means.row_mut(label).assign(&(sum / own.sum()));
                }
            }
            let rest = sides.select(Axis(0), &known) - means.select(Axis(0), &shown);
            let own = weights.select(Axis(0), &known).insert_axis(Axis(1));
            let mut spread = rest.t().dot(&(&rest * &own)) / known.len().max(1) as f64;
            let more = ridge * spread.diag().sum() / numbers.max(1) as f64 + 1e-9;
            spread.diag_mut().mapv_inplace(|v| v + more);
            let (inverse, volume) = inverse(&spread)?;
            if round == ROUNDS {
                return Ok(Self {
                    means,
                    inverse,
                    volume,
                });
            }
            round += 1;
            let far = (rest.dot(&inverse) * &rest).sum_axis(Axis(1));
            for (&row, far) in known.iter().zip(&far) {
                weights[row] = (FREEDOM + numbers as f64) / (FREEDOM + far);
            }
        }
    }

    /// How likely each side is as each terrain, by its telling numbers and those of its mirror image.
    pub(super) fn likely(&self, sides: &Array2<f64>) -> Array2<f64> {
        let (count, numbers) = sides.dim();
        let both = (FREEDOM + numbers as f64) / 2.0;
        let mut likely = Array2::<f64>::zeros((count, 3));
        for label in 0..3 {
            let off = sides - &self.means.row(label);
            let far = (off.dot(&self.inverse) * &off).sum_axis(Axis(1));
            let own = far.mapv(|far| -both * (far / FREEDOM).ln_1p() - 0.5 * self.volume);
            likely.column_mut(label).assign(&own);
        }
        let half = count / 2;
        (&likely.slice(s![..half, ..]) + &likely.slice(s![half.., ..])) / 2.0
    }
}

/// How likely each side is under three bells fitted to the labels.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn likelihoods(
    sides: &Array2<f64>,
    labels: &[usize],
    ridge: f64,
) -> opencv::Result<Array2<f64>> {
    Ok(Bells::fitted(sides, labels, ridge)?.likely(sides))
}

/// The inverse of a covariance and the logarithm of its determinant.
pub(super) fn inverse(spread: &Array2<f64>) -> opencv::Result<(Array2<f64>, f64)> {
    let n = spread.nrows();
    let flat = spread.as_standard_layout();
    let source = Mat::from_slice(flat.as_slice().unwrap_or(&[]))?;
    let source = source.reshape(1, n as i32)?.try_clone()?;
    let mut inverted = Mat::default();
    core::invert(&source, &mut inverted, core::DECOMP_CHOLESKY)?;
    let volume = core::determinant(&source)?.max(f64::MIN_POSITIVE).ln();
    let values = inverted.data_typed::<f64>()?.to_vec();
    let inverse = Array2::from_shape_vec((n, n), values)
        .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))?;
    Ok((inverse, volume))
}
