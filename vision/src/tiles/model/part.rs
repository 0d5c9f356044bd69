//! Tiles of which only a part is seen: the Gaussian of its cells alone.
//!
//! What is hidden speaks for and against no face. [`Model::of_part`] makes all faces ready for such a
//! part, which is worth it where anything may lie there; [`Model::explain_part`] compares a handful.
//! What hides the rest is [`crate::tiles::occlusion`]'s business.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use ndarray::{Array2, Axis};
use opencv::core::{self, Mat};

use super::descriptor::{self, CELLS, LENGTH, Planes, Window};
use super::matrix::{to_array, to_mat, whole};
use super::{Model, offsets};

/// A part of a tile, by which the rest is guessed: what is most likely there.
pub(super) struct Part {
    pub(super) seen: [bool; CELLS * CELLS],
    /// Entries of a feature that are seen, and those that are not.
    shown: Vec<usize>,
    hidden: Vec<usize>,
    /// The hidden entries per entry shown, one row each: −Σ⁻¹₍shown,hidden₎ Σ⁻¹₍hidden,hidden₎⁻¹.
    guess: Array2<f32>,
}

impl Part {
    /// Makes features against the mean of all, one row each, features of that part: the rest is as
    /// they have it most likely, so that it speaks for and against nothing.
    pub(super) fn guess(&self, features: &mut Array2<f32>) {
        for row in whole(features).chunks_exact_mut(LENGTH) {
            descriptor::seen_of(row, &self.seen);
        }
        let guessed = features.select(Axis(1), &self.shown).dot(&self.guess);
        for (column, entry) in guessed.columns().into_iter().zip(&self.hidden) {
            features.column_mut(*entry).assign(&column);
        }
    }
}

impl Model {
    /// The same for tiles of which only some cells are seen (the Gaussian of what is seen alone).
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of_part(&self, seen: &[bool; CELLS * CELLS]) -> opencv::Result<Self> {
        let [shown, hidden] = descriptor::entries(seen);
        let of_hidden = self.precision.select(Axis(0), &hidden);
        let inner = to_mat(&of_hidden.select(Axis(1), &hidden))?;
        let outer = to_mat(&of_hidden.select(Axis(1), &shown))?;
        let mut solved = Mat::default();
        core::solve(&inner, &outer, &mut solved, core::DECOMP_CHOLESKY)?;
        let solved = to_array(&solved, [hidden.len(), shown.len()])?;
        let part = Part {
            seen: *seen,
            shown,
            hidden,
            guess: -solved.reversed_axes(),
        };
        let mut means = self.means.clone();
        part.guess(&mut means);
        let weights = self.precision.dot(&means.t());
        let lengths = (&weights * &means.t()).sum_axis(Axis(0));
        Ok(Self {
            templates: self.templates.clone(),
            offsets: offsets(&lengths, &self.templates),
            weights,
            lengths,
            means,
            mean: self.mean.clone(),
            precision: self.precision.clone(),
            part: Some(part),
        })
    }

    /// The log-likelihood of what is `seen` of a tile with each of `names`, in their order, each in the
    /// window of `windows` where it is highest: differences count. −∞ for a name that has no template.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn explain_part(
        &self,
        planes: &Planes,
        windows: &[Window],
        seen: &[bool; CELLS * CELLS],
        names: &[(FaceId, Rotation)],
    ) -> opencv::Result<Vec<f32>> {
        let mut likeliest = vec![f32::NEG_INFINITY; names.len()];
        let of = |face, rotation| names.iter().position(|name| *name == (face, rotation));
        let templates = self.templates.iter().enumerate();
        let known = templates.filter_map(|(k, t)| Some((k, of(t.face, t.rotation)?)));
        let (templates, owners): (Vec<usize>, Vec<usize>) = known.unzip();
        if templates.is_empty() {
            return Ok(likeliest);
        }
        let mut means = self.means.select(Axis(0), &templates) + &self.mean;
        for row in whole(&mut means).chunks_exact_mut(LENGTH) {
            descriptor::seen_of(row, seen);
        }
        let mut features = Array2::zeros((windows.len(), LENGTH));
        let rows = whole(&mut features).chunks_exact_mut(LENGTH);
        for (window, row) in windows.iter().zip(rows) {
            planes.feature_of_seen_into(*window, seen, row);
        }
        // Against one of them all are small, and little is lost where their products are subtracted.
        let origin = means.row(0).to_owned();
        let all = ndarray::concatenate![Axis(0), features, means] - &origin;
        let products = self.products(all, seen)?;
        for (k, owner) in (windows.len()..).zip(owners) {
            for f in 0..windows.len() {
                let misfit = products[[f, f]] - 2.0 * products[[f, k]] + products[[k, k]];
                likeliest[owner] = likeliest[owner].max(-0.5 * misfit);
            }
        }
        Ok(likeliest)
    }

    /// The inner products in decorrelated space of what is seen of features, one row each, whatever the
    /// rest may be: xᵀΣ₍seen₎⁻¹y, with Σ₍seen₎⁻¹ = P₍ss₎ − P₍sh₎P₍hh₎⁻¹P₍hs₎ of the precision P, of which
    /// h are the hidden entries. Of n windows and m names these are n + m rows, where the differences of
    /// all from all are n · m.
    fn products(
        &self,
        mut rows: Array2<f32>,
        seen: &[bool; CELLS * CELLS],
    ) -> opencv::Result<Array2<f32>> {
        let [_, hidden] = descriptor::entries(seen);
        for entry in &hidden {
            rows.column_mut(*entry).fill(0.0);
        }
        let whitened = rows.dot(&self.precision);
        let mut products = rows.dot(&whitened.t());
        if !hidden.is_empty() {
            let of_hidden = whitened.select(Axis(1), &hidden);
            let inner = self.precision.select(Axis(0), &hidden);
            let inner = to_mat(&inner.select(Axis(1), &hidden))?;
            let outer = to_mat(&of_hidden.t().to_owned())?;
            let mut solved = Mat::default();
            core::solve(&inner, &outer, &mut solved, core::DECOMP_CHOLESKY)?;
            let solved = to_array(&solved, [hidden.len(), rows.nrows()])?;
            products -= &of_hidden.dot(&solved);
        }
        Ok(products)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::pyramid::Pyramid;
    use crate::tiles::model::ModelConfig;
    use crate::tiles::model::descriptor::{MARGIN_PX, TILE_PX};
    use calibration::space;
    use carcassonne::catalogue::Catalogue;
    use opencv::core::{Rect, Scalar};
    use opencv::imgproc;
    use opencv::prelude::*;

    /// Whatever lies over the left half of a tile, its right half says the same, whether a few names are
    /// compared or all are made ready.
    #[test]
    fn what_is_hidden_speaks_for_no_face() {
        let mut pack = crate::testing::drawn_pack(&Catalogue::bundled());
        pack.pictures.truncate(6);
        let few = ModelConfig {
            views: 60,
            views_per_picture: 10,
            ..ModelConfig::default()
        };
        let model = Model::learn(&pack, &few).unwrap();
        let seen = std::array::from_fn(|cell| cell % CELLS >= CELLS / 2);
        let mut names: Vec<_> = model
            .templates
            .iter()
            .map(|t| (t.face, t.rotation))
            .collect();
        names.sort_unstable();
        names.dedup();
        let here = [Window::default()];
        let compared = |color: Scalar| {
            let mut picture = pack.pictures[0].image.clone();
            let side = picture.cols();
            let left = Rect::new(0, 0, side * 4 / 10, side);
            imgproc::rectangle(
                &mut picture,
                left,
                color,
                imgproc::FILLED,
                imgproc::LINE_8,
                0,
            )
            .unwrap();
            let corners = space::square(0.0, f64::from(side));
            let patch = Pyramid::new(&picture)
                .unwrap()
                .rectify(corners, TILE_PX, MARGIN_PX);
            let planes = Planes::new(&patch.unwrap()).unwrap();
            let few = model.explain_part(&planes, &here, &seen, &names).unwrap();
            (few, model.of_part(&seen).unwrap().name(&planes, &here).0)
        };
        let (few, all) = compared(Scalar::new(200.0, 30.0, 30.0, 0.0));
        for pair in all.ranked.windows(2) {
            let of = |m: &crate::tiles::model::Match| {
                let name = (m.face, m.rotation);
                let place = names.iter().position(|other| *other == name);
                few[place.unwrap()]
            };
            let apart = pair[0].log_likelihood - pair[1].log_likelihood;
            let differ = (of(&pair[0]) - of(&pair[1]) - apart).abs();
            assert!(differ < 0.02 * apart.max(10.0), "{differ} of {apart}");
        }
        let (other, _) = compared(Scalar::new(30.0, 200.0, 220.0, 0.0));
        for (one, other) in few.iter().zip(&other) {
            assert!((one - other).abs() < 0.01 * one.abs(), "{one} and {other}");
        }
    }
}
