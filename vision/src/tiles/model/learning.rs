//! What is learnt of a pack's pictures: all that takes long, and is kept on disk.

use ndarray::{Array1, Array2, Axis};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::matrix::{inverse, whole};
use super::views::{shrink, view};
use crate::pack::Pack;
use crate::tiles::model::descriptor::{self, LENGTH, Planes, Window};
use crate::tiles::numbers;

/// How a model is learnt.
#[derive(Clone, Copy, Debug)]
pub struct ModelConfig {
    /// Views made of all pictures together. 4000 give a covariance that no longer changes accuracy
    /// when doubled; somewhat fewer are made, because learning takes as long as they do.
    pub views: usize,
    /// Fewest views of one picture.
    pub views_per_picture: usize,
    /// Share of the mean variance added to every variance (ridge), so that what the views
    /// never varied is not trusted blindly.
    pub ridge: f32,
    /// Seed of the views.
    pub seed: u64,
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            views: 3000,
            views_per_picture: 24,
            ridge: 0.3,
            seed: 7,
        }
    }
}

/// What is learnt of a pack's pictures: all that takes long.
pub(crate) struct Learning {
    /// The mean view of each picture, unturned, one row each.
    pub(super) means: Array2<f32>,
    /// Σ⁻¹, shared by all.
    pub(super) precision: Array2<f32>,
}

impl Learning {
    /// Shows each picture of `pack` from many views.
    ///
    /// # Errors
    /// Fails when OpenCV does; a pack that loaded has pictures of the right size.
    pub(crate) fn of(pack: &Pack, config: &ModelConfig) -> opencv::Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
        let pictures = &pack.pictures;
        let per_picture = (config.views / pictures.len().max(1)).max(config.views_per_picture);
        let mut means = Array2::zeros((pictures.len(), LENGTH));
        let mut scatter = Array2::<f32>::zeros((LENGTH, LENGTH));
        let small = pictures
            .iter()
            .map(|p| shrink(&p.image))
            .collect::<opencv::Result<Vec<_>>>()?;
        let mut rows = Array2::<f32>::zeros((per_picture, LENGTH));
        for index in 0..pictures.len() {
            for row in whole(&mut rows).chunks_exact_mut(LENGTH) {
                let patch = view(&small, index, &mut rng)?;
                Planes::new(&patch)?.feature_into(Window::default(), row);
            }
            let mean = rows.sum_axis(Axis(0)) / per_picture as f32;
            rows -= &mean;
            scatter += &rows.t().dot(&rows);
            means.row_mut(index).assign(&mean);
        }
        scatter /= (pictures.len() * per_picture) as f32;
        let mut scatter = turned_all_ways(&scatter);
        let ridge = config.ridge * scatter.diag().mean().unwrap_or(1.0);
        scatter.diag_mut().iter_mut().for_each(|v| *v += ridge);
        let precision = inverse(&scatter)?;
        Ok(Self { means, precision })
    }

    /// Appends it to a file.
    pub(crate) fn write(&self, into: &mut Vec<u8>) {
        numbers::put_floats(into, self.means.iter().copied());
        numbers::put_floats(into, self.precision.iter().copied());
    }

    /// Takes it from a file, for so many pictures.
    pub(crate) fn read(from: &mut numbers::Reading<'_>, pictures: usize) -> Option<Self> {
        let mut matrix = |rows: usize| {
            let numbers = from.floats(rows.checked_mul(LENGTH)?)?;
            Array2::from_shape_vec((rows, LENGTH), numbers).ok()
        };
        Some(Self {
            means: matrix(pictures)?,
            precision: matrix(LENGTH)?,
        })
    }
}

/// The mean of a covariance over the four quarter turns of what it describes.
fn turned_all_ways(scatter: &Array2<f32>) -> Array2<f32> {
    let positions = Array1::from_iter((0..LENGTH).map(|i| i as f32));
    let order: Vec<usize> = descriptor::quarter_turn(&positions)
        .iter()
        .map(|&i| i as usize)
        .collect();
    let mut turned = scatter.clone();
    let mut sum = scatter.clone();
    for _ in 1..4 {
        turned = turned.select(Axis(0), &order).select(Axis(1), &order);
        sum += &turned;
    }
    sum / 4.0
}
