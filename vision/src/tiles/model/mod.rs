//! Names a face from a feature: decorrelated templates learnt from a pack.
//!
//! Every picture of the pack is shown from many slightly different views (tilt, shift, blur,
//! light, a figure on top); their mean is its template and the covariance around the means,
//! shared by all, says which differences matter. A reading is the template with the highest
//! Gaussian log-likelihood under that covariance (linear discriminant analysis; the idea of
//! one shared covariance for many templates: Hariharan, Malik & Ramanan 2012). Quarter turns
//! permute a template, so four rotations cost no further views.
//!
//! Never looks at a scene: what it knows comes from the pack, and of faces that the pack lacks
//! from their layouts.

pub mod descriptor;
mod expected;
mod learning;
mod matrix;
mod part;
mod views;

use std::collections::BTreeMap;

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use ndarray::{Array1, Array2, Axis};
use opencv::core;

use self::descriptor::{LENGTH, Planes, Window};
use crate::pack::Pack;
use matrix::whole;
use part::Part;

pub(crate) use learning::Learning;
pub use learning::ModelConfig;

/// Windows compared by full likelihood after the linear part has sorted them.
const FINALISTS: usize = 10;

/// By how much less the log-likelihood of a face is that is only expected: it varies more around what
/// is expected than one that was photographed. Of 0, 15, 30 and 50 the one with which most tiles were
/// named right, those of the pack and others together, on drawn boards (`unknown_report --boards 16
/// --turns 22 --seed 3001`).
const EXPECTED: f32 = 30.0;

/// Parts per side into which a tile is cut to see where its best face explains it.
const PARTS: usize = 4;

/// A pack made ready for naming faces.
pub struct Model {
    templates: Vec<Template>,
    /// Σ⁻¹μ per template, one column each.
    weights: Array2<f32>,
    /// μᵀΣ⁻¹μ per template.
    lengths: Array1<f32>,
    /// −½ μᵀΣ⁻¹μ per template, less for what is only expected.
    offsets: Array1<f32>,
    /// μ per template, against `mean`, one row each.
    means: Array2<f32>,
    /// The mean of all features of all faces.
    mean: Array1<f32>,
    /// Σ⁻¹.
    precision: Array2<f32>,
    /// What it is to name by, if not by whole tiles.
    part: Option<Part>,
}

/// What a template shows.
#[derive(Clone, Copy)]
struct Template {
    face: FaceId,
    rotation: Rotation,
    /// Index of the picture in the pack; `None` for a face that is only expected to look so.
    picture: Option<usize>,
}

/// The feature of an unturned face, and the number of its picture in the pack.
struct Shown {
    face: FaceId,
    picture: Option<usize>,
    feature: Array1<f32>,
}

/// A face, how it is turned, and how well its best template explains a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// Which face.
    pub face: FaceId,
    /// How it is turned.
    pub rotation: Rotation,
    /// Log-likelihood; differences within one naming count.
    pub log_likelihood: f32,
    /// Index of the picture in the pack; `None` of a face that the pack lacks, and that is only
    /// expected to look so.
    pub picture: Option<usize>,
}

/// What a model makes of a feature.
#[derive(Clone, Debug)]
pub struct Naming {
    /// One match per face and rotation, best first.
    pub ranked: Vec<Match>,
    /// Cosine between the feature and the best template in decorrelated space, −1…1: how much
    /// it looks like a known tile at all.
    pub likeness: f32,
    /// How well the best match explains it.
    pub rest: Rest,
}

/// What a face leaves unexplained of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Squared length of the difference in decorrelated space; some 700 for a tile seen as the
    /// pack shows it.
    pub misfit: f32,
    /// Natural logarithm of the share that is unexplained in the better half of the tile's
    /// parts. A figure spoils a part or two of a tile that is otherwise explained; a foreign face
    /// is explained nowhere.
    pub strangeness: f32,
}

/// What is seen in a window.
struct Seen {
    /// How well each template explains it, but for what is the same for all.
    scores: Array1<f32>,
    /// Σ⁻¹f.
    whitened: Array1<f32>,
    /// f, against the mean of all.
    feature: Array1<f32>,
}

impl Model {
    /// Learns the templates of `pack`.
    ///
    /// # Errors
    /// Fails when OpenCV does; a pack that loaded has pictures of the right size.
    pub fn learn(pack: &Pack, config: &ModelConfig) -> opencv::Result<Self> {
        Self::ready(pack, &Learning::of(pack, config)?)
    }

    /// The templates of `pack`, of which that was learnt.
    ///
    /// # Errors
    /// Fails when something else was learnt than these pictures.
    pub(crate) fn ready(pack: &Pack, learning: &Learning) -> opencv::Result<Self> {
        if learning.means.nrows() != pack.pictures.len() {
            let other = "other pictures were learnt".to_owned();
            return Err(opencv::Error::new(core::StsUnmatchedSizes, other));
        }
        let pictures = pack.pictures.iter().zip(learning.means.rows());
        let shown = pictures.enumerate().map(|(n, (picture, mean))| Shown {
            face: picture.face,
            picture: Some(n),
            feature: mean.to_owned(),
        });
        Ok(Self::of(shown.collect(), learning.precision.clone()))
    }

    /// The same for a game of which the pack lacks faces: they are expected to look like others do
    /// where they show the same.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn for_game(self, pack: &Pack, catalogue: &Catalogue) -> opencv::Result<Self> {
        let unturned = self.templates.iter().zip(self.means.rows());
        let unturned = unturned.step_by(Rotation::ALL.len());
        let mut shown: Vec<Shown> = unturned
            .filter(|(template, _)| template.picture.is_some())
            .map(|(template, mean)| Shown {
                face: template.face,
                picture: template.picture,
                feature: &mean + &self.mean,
            })
            .collect();
        let features = shown.iter().map(|shown| shown.feature.view());
        let expected = expected::features(pack, features, catalogue)?;
        if expected.is_empty() {
            return Ok(self);
        }
        shown.extend(expected.into_iter().map(|(face, feature)| Shown {
            face,
            picture: None,
            feature,
        }));
        Ok(Self::of(shown, self.precision))
    }

    fn of(shown: Vec<Shown>, precision: Array2<f32>) -> Self {
        let mut templates = Vec::new();
        let mut means = Array2::zeros((Rotation::ALL.len() * shown.len(), LENGTH));
        for Shown {
            face,
            picture,
            feature,
        } in shown
        {
            let mut mean = feature;
            for rotation in Rotation::ALL {
                means.row_mut(templates.len()).assign(&mean);
                templates.push(Template {
                    face,
                    rotation,
                    picture,
                });
                mean = descriptor::quarter_turn(&mean);
            }
        }
        let mean = means.mean_axis(Axis(0));
        let mean = mean.unwrap_or_else(|| Array1::zeros(LENGTH));
        means -= &mean;
        let weights = precision.dot(&means.t());
        let lengths = (&weights * &means.t()).sum_axis(Axis(0));
        Self {
            offsets: offsets(&lengths, &templates),
            templates,
            weights,
            lengths,
            means,
            mean,
            precision,
            part: None,
        }
    }

    /// How many templates there are: four per picture, and per face that is expected.
    pub fn len(&self) -> usize {
        self.templates.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// The window whose best template explains it best, and what is seen there.
    fn best_window(&self, planes: &Planes, windows: &[Window]) -> (usize, Seen) {
        let mut features = Array2::zeros((windows.len(), LENGTH));
        let rows = whole(&mut features).chunks_exact_mut(LENGTH);
        for (window, row) in windows.iter().zip(rows) {
            match &self.part {
                None => planes.feature_into(*window, row),
                Some(part) => planes.feature_of_seen_into(*window, &part.seen, row),
            }
        }
        features -= &self.mean;
        if let Some(part) = &self.part {
            part.guess(&mut features);
        }
        let scores = features.dot(&self.weights) + &self.offsets;
        // The quadratic term differs between windows, so windows compare by full likelihood.
        // It is dear, and a window whose linear part is far behind cannot win by it.
        let top = |i: usize| {
            scores
                .row(i)
                .iter()
                .copied()
                .fold(f32::NEG_INFINITY, f32::max)
        };
        let mut order: Vec<(f32, usize)> = (0..windows.len()).map(|i| (top(i), i)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        order.truncate(FINALISTS);
        let finalists: Vec<usize> = order.iter().map(|(_, i)| *i).collect();
        let chosen = features.select(Axis(0), &finalists);
        let whitened = chosen.dot(&self.precision);
        let mut best = (f32::NEG_INFINITY, 0);
        for (row, (linear, _)) in order.iter().enumerate() {
            let full = linear - 0.5 * whitened.row(row).dot(&chosen.row(row));
            if full > best.0 {
                best = (full, row);
            }
        }
        let (row, window) = (best.1, finalists[best.1]);
        let seen = Seen {
            scores: scores.row(window).to_owned(),
            whitened: whitened.row(row).to_owned(),
            feature: chosen.row(row).to_owned(),
        };
        (window, seen)
    }

    /// The window of `windows` in which a tile is likeliest.
    pub fn locate(&self, planes: &Planes, windows: &[Window]) -> Window {
        windows[self.best_window(planes, windows).0]
    }

    /// Names the tile in `planes`, searching all `windows` for where it lies; returns the best
    /// window too.
    pub fn name(&self, planes: &Planes, windows: &[Window]) -> (Naming, Window) {
        let (best, seen) = self.best_window(planes, windows);
        (self.name_seen(&seen), windows[best])
    }

    fn name_seen(&self, seen: &Seen) -> Naming {
        let energy = seen.feature.dot(&seen.whitened).max(f32::EPSILON);
        let mut best: BTreeMap<(FaceId, Rotation), (f32, Option<usize>)> = BTreeMap::new();
        let mut nearest = (f32::NEG_INFINITY, 0);
        let mut likeness = -1.0f32;
        for (k, template) in self.templates.iter().enumerate() {
            let length = self.lengths[k].max(f32::EPSILON);
            let score = seen.scores[k];
            likeness = likeness.max((score - self.offsets[k]) / (length * energy).sqrt());
            if score > nearest.0 {
                nearest = (score, k);
            }
            let entry = best
                .entry((template.face, template.rotation))
                .or_insert((f32::NEG_INFINITY, None));
            if score > entry.0 {
                *entry = (score, template.picture);
            }
        }
        let mut ranked: Vec<Match> = best
            .into_iter()
            .map(|((face, rotation), (log_likelihood, picture))| Match {
                face,
                rotation,
                log_likelihood,
                picture,
            })
            .collect();
        ranked.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
        let rest = self.rest(seen, energy, nearest.1);
        Naming {
            ranked,
            likeness,
            rest,
        }
    }

    /// What template `k` leaves unexplained of a feature of that energy.
    fn rest(&self, seen: &Seen, energy: f32, k: usize) -> Rest {
        // Σ⁻¹(f − μ) is Σ⁻¹f − Σ⁻¹μ, and both are known.
        let whitened = &seen.whitened - &self.weights.column(k);
        let weighed = whitened * (&seen.feature - &self.means.row(k));
        let mut parts = [0.0f32; PARTS * PARTS];
        for (i, share) in weighed.iter().enumerate() {
            let [x, y] = descriptor::place(i);
            let part = |v: f32| (v * PARTS as f32) as usize;
            parts[part(y) * PARTS + part(x)] += share;
        }
        parts.sort_by(f32::total_cmp);
        let better: f32 = parts[..parts.len() / 2].iter().sum();
        Rest {
            misfit: weighed.sum(),
            strangeness: (better.max(f32::EPSILON) / energy).ln(),
        }
    }
}

/// The linear part of each template's log-likelihood that no feature changes.
fn offsets(lengths: &Array1<f32>, templates: &[Template]) -> Array1<f32> {
    let doubt = |template: &Template| match template.picture {
        Some(_) => 0.0,
        None => EXPECTED,
    };
    -0.5 * lengths - Array1::from_iter(templates.iter().map(doubt))
}

/// A square grid of windows for searching: shifts up to `reach_px` in steps of `step_px`, at
/// each of `scales`.
pub fn windows(reach_px: f32, step_px: f32, scales: &[f32]) -> Vec<Window> {
    let n = (reach_px / step_px).round() as i32;
    let mut windows = Vec::new();
    for &scale in scales {
        for y in -n..=n {
            for x in -n..=n {
                let shift_px = [x as f32 * step_px, y as f32 * step_px];
                windows.push(Window { shift_px, scale });
            }
        }
    }
    windows
}
