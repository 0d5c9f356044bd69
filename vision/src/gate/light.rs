//! Evens out light that changed all over the table: lamp, clouds, the camera's exposure.
//!
//! The logarithm of the brightness ratio is modelled as a plane over the picture, fitted to
//! block means with Cauchy weights, so that an arm over a third of the blocks does not bend
//! it. A lamp's light falls off smoothly over a table, so a plane is enough; what it leaves
//! is below the change threshold.

use calibration::space::ImagePoint;
use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual, Scalar, Size};
use opencv::imgproc;

use crate::cv;

/// Blocks over the picture: each 30 px wide on the small picture, wider than a finger.
const BLOCKS: Size = Size {
    width: 16,
    height: 9,
};

/// Residual at which a block's weight is halved: 4 % brightness, the flicker of a cheap lamp.
const HALF_WEIGHT: f64 = 0.04;

/// Refits with new weights; five settle the third digit.
const REFITS: usize = 5;

/// Below this largest log ratio (0.8 %: 2 of 255 grey levels) nothing needs evening out.
const NEGLIGIBLE: f64 = 0.008;

/// Keeps the ratio of black blocks finite, grey levels.
const BLACK_OFFSET: f64 = 4.0;

/// `old` in the light of `new` (both `CV_8UC1`, same size); `None` when the light is the same.
pub(crate) fn even_out(old: &Mat, new: &Mat) -> Result<Option<Mat>, opencv::Error> {
    let plane = fit(&block_means(old)?, &block_means(new)?);
    let corners = [-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| value(&plane, x, y)));
    let largest = corners
        .as_flattened()
        .iter()
        .fold(0.0_f64, |most, v| most.max(v.abs()));
    if largest < NEGLIGIBLE {
        return Ok(None);
    }
    let gains: Vec<f32> = block_centres()
        .map(|(x, y)| value(&plane, x, y).exp() as f32)
        .collect();
    let gains = Mat::from_slice(&gains)?
        .reshape(1, BLOCKS.height)?
        .try_clone()?;
    let field = cv::resized(&gains, old.size()?, imgproc::INTER_LINEAR)?;
    let mut evened = Mat::default();
    core::multiply(old, &field, &mut evened, 1.0, core::CV_8U)?;
    // What is burnt out in one picture says nothing: take it from the new one.
    let mut burnt = cv::compared(new, &Scalar::all(250.0), core::CMP_GE)?;
    new.copy_to_masked(&mut evened, &burnt)?;
    core::compare(old, &Scalar::all(250.0), &mut burnt, core::CMP_GE)?;
    new.copy_to_masked(&mut evened, &burnt)?;
    Ok(Some(evened))
}

/// How the light of a colour picture changed: a plane over the picture per channel.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    planes: [[f64; 3]; 3],
    size: [f64; 2],
}

impl Change {
    /// From `old` to `new`, both `CV_8UC3` and of one size.
    pub fn between(old: &Mat, new: &Mat) -> Result<Self, opencv::Error> {
        let blocks = |picture: &Mat| -> Result<Vec<core::Vec3b>, opencv::Error> {
            let means = cv::resized(picture, BLOCKS, imgproc::INTER_AREA)?;
            Ok(means.data_typed::<core::Vec3b>()?.to_vec())
        };
        let (old_blocks, new_blocks) = (blocks(old)?, blocks(new)?);
        let channel = |blocks: &[core::Vec3b], c: usize| -> Vec<u8> {
            blocks.iter().map(|block| block[c]).collect()
        };
        Ok(Self {
            planes: std::array::from_fn(|c| {
                fit(&channel(&old_blocks, c), &channel(&new_blocks, c))
            }),
            size: [f64::from(new.cols()), f64::from(new.rows())],
        })
    }

    /// What to multiply an old pixel by, per channel.
    pub fn gain(&self, at: ImagePoint) -> [f32; 3] {
        let [width, height] = self.size;
        let (x, y) = (2.0 * at.x / width - 1.0, 2.0 * at.y / height - 1.0);
        self.planes.map(|plane| value(&plane, x, y).exp() as f32)
    }
}

fn block_means(picture: &Mat) -> Result<Vec<u8>, opencv::Error> {
    let means = cv::resized(picture, BLOCKS, imgproc::INTER_AREA)?;
    Ok(means.data_typed::<u8>()?.to_vec())
}

/// Block centres, −1…1 over the picture, row by row.
fn block_centres() -> impl Iterator<Item = (f64, f64)> {
    let centre = |index: i32, count: i32| (2.0 * f64::from(index) + 1.0) / f64::from(count) - 1.0;
    (0..BLOCKS.height).flat_map(move |row| {
        (0..BLOCKS.width)
            .map(move |column| (centre(column, BLOCKS.width), centre(row, BLOCKS.height)))
    })
}

fn value([at_centre, per_x, per_y]: &[f64; 3], x: f64, y: f64) -> f64 {
    at_centre + per_x * x + per_y * y
}

/// Weighted least squares on a symmetric grid, refitted with Cauchy weights. Starts from the
/// median, which half of the blocks may not bend.
fn fit(old: &[u8], new: &[u8]) -> [f64; 3] {
    let ratio = |(old, new): (&u8, &u8)| {
        ((f64::from(*new) + BLACK_OFFSET) / (f64::from(*old) + BLACK_OFFSET)).ln()
    };
    let ratios: Vec<f64> = old.iter().zip(new).map(ratio).collect();
    let mut sorted = ratios.clone();
    sorted.sort_by(f64::total_cmp);
    let mut plane = [sorted[sorted.len() / 2], 0.0, 0.0];
    for _ in 0..REFITS {
        // Normal equations of the change to the plane, solved term by term: the weights are
        // nearly symmetric, and what they are not the next refit takes up.
        let (mut sums, mut weights) = ([0.0; 3], [1e-9; 3]);
        for ((x, y), ratio) in block_centres().zip(&ratios) {
            let residual = ratio - value(&plane, x, y);
            let weight = 1.0 / (1.0 + (residual / HALF_WEIGHT).powi(2));
            for (term, along) in [1.0, x, y].into_iter().enumerate() {
                sums[term] += weight * along * residual;
                weights[term] += weight * along * along;
            }
        }
        for term in 0..3 {
            plane[term] += sums[term] / weights[term];
        }
    }
    plane
}
