//! Names a face from a feature: decorrelated templates learnt from a pack.
//!
//! Every picture of the pack is shown from many slightly different views (tilt, shift, blur,
//! light, a figure on top); their mean is its template and the covariance around the means,
//! shared by all, says which differences matter. A reading is the template with the highest
//! Gaussian log-likelihood under that covariance (linear discriminant analysis; the idea of
//! one shared covariance for many templates: Hariharan, Malik & Ramanan 2012). Quarter turns
//! permute a template, so four rotations cost no further views.
//!
//! Never looks at a scene: what it knows comes from the pack alone.

use std::collections::BTreeMap;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use ndarray::{Array1, Array2, Axis};
use opencv::core::{Mat, Point2f, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{core, imgproc};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::pack::Pack;
use crate::pack::learnt::numbers;
use crate::tiles::descriptor::{self, CELLS, LENGTH, MARGIN_PX, PATCH_PX, Planes, TILE_PX, Window};

/// Side of the face pictures that views are made from, pixels: no view shows more detail than
/// 1.6 times [`TILE_PX`].
const VIEW_PX: i32 = 80;

/// Windows compared by full likelihood after the linear part has sorted them.
const FINALISTS: usize = 10;

/// Parts per side into which a tile is cut to see where its best face explains it.
const PARTS: usize = 4;

/// How a model is learnt.
#[derive(Clone, Copy, Debug)]
pub struct ModelConfig {
    /// Views made of all pictures together; 4000 give a covariance that no longer changes
    /// accuracy when doubled.
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
    means: Array2<f32>,
    /// Σ⁻¹, shared by all.
    precision: Array2<f32>,
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

/// A pack made ready for naming faces.
pub struct Model {
    /// Which face each template shows and how it is turned.
    templates: Vec<(FaceId, Rotation)>,
    /// Σ⁻¹μ per template, one column each.
    weights: Array2<f32>,
    /// −½ μᵀΣ⁻¹μ per template.
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

/// A part of a tile, by which the rest is guessed: what is most likely there.
struct Part {
    seen: [bool; CELLS * CELLS],
    /// Entries of a feature that are seen, and those that are not.
    shown: Vec<usize>,
    hidden: Vec<usize>,
    /// The hidden entries per entry shown, one row each: −Σ⁻¹₍shown,hidden₎ Σ⁻¹₍hidden,hidden₎⁻¹.
    guess: Array2<f32>,
}

impl Part {
    /// Makes features against the mean of all, one row each, features of that part: the rest is as
    /// they have it most likely, so that it speaks for and against nothing.
    fn guess(&self, features: &mut Array2<f32>) {
        for row in whole(features).chunks_exact_mut(LENGTH) {
            descriptor::seen_of(row, &self.seen);
        }
        let guessed = features.select(Axis(1), &self.shown).dot(&self.guess);
        for (column, entry) in guessed.columns().into_iter().zip(&self.hidden) {
            features.column_mut(*entry).assign(&column);
        }
    }
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
    /// Index of the picture in the pack.
    pub picture: usize,
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
        let precision = learning.precision.clone();
        let mut templates = Vec::new();
        let mut means = Array2::zeros((4 * pack.pictures.len(), LENGTH));
        for (picture, mean) in pack.pictures.iter().zip(learning.means.rows()) {
            let mut mean = mean.to_owned();
            for rotation in Rotation::ALL {
                means.row_mut(templates.len()).assign(&mean);
                templates.push((picture.face, rotation));
                mean = descriptor::quarter_turn(&mean);
            }
        }
        let mean = means.mean_axis(Axis(0));
        let mean = mean.unwrap_or_else(|| Array1::zeros(LENGTH));
        means -= &mean;
        let weights = precision.dot(&means.t());
        let products = &weights * &means.t();
        let offsets = -0.5 * products.sum_axis(Axis(0));
        Ok(Self {
            templates,
            weights,
            offsets,
            means,
            mean,
            precision,
            part: None,
        })
    }

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
        let products = &weights * &means.t();
        Ok(Self {
            templates: self.templates.clone(),
            offsets: -0.5 * products.sum_axis(Axis(0)),
            weights,
            means,
            mean: self.mean.clone(),
            precision: self.precision.clone(),
            part: Some(part),
        })
    }

    /// How many templates there are: four per picture.
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
        let mut best: BTreeMap<(FaceId, Rotation), (f32, usize)> = BTreeMap::new();
        let mut nearest = (f32::NEG_INFINITY, 0);
        let mut likeness = -1.0f32;
        for (k, &(face, rotation)) in self.templates.iter().enumerate() {
            let length = (-2.0 * self.offsets[k]).max(f32::EPSILON);
            let score = seen.scores[k];
            likeness = likeness.max((score - self.offsets[k]) / (length * energy).sqrt());
            if score > nearest.0 {
                nearest = (score, k);
            }
            let entry = best
                .entry((face, rotation))
                .or_insert((f32::NEG_INFINITY, 0));
            if score > entry.0 {
                *entry = (score, k / Rotation::ALL.len());
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

/// A matrix made here, row after row.
fn whole(matrix: &mut Array2<f32>) -> &mut [f32] {
    let rows = matrix.as_slice_mut();
    rows.expect("a new matrix lies in one piece, row by row")
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

/// The inverse of a symmetric positive definite matrix.
fn inverse(matrix: &Array2<f32>) -> opencv::Result<Array2<f32>> {
    let mut inverted = Mat::default();
    core::invert(&to_mat(matrix)?, &mut inverted, core::DECOMP_CHOLESKY)?;
    to_array(&inverted, [matrix.nrows(); 2])
}

/// A matrix as OpenCV's, in double precision.
fn to_mat(matrix: &Array2<f32>) -> opencv::Result<Mat> {
    let contiguous = matrix.as_standard_layout();
    let source = Mat::from_slice(contiguous.as_slice().unwrap_or(&[]))?;
    let source = source.reshape(1, matrix.nrows() as i32)?;
    let mut wide = Mat::default();
    source.convert_to(&mut wide, core::CV_64F, 1.0, 0.0)?;
    Ok(wide)
}

/// The reverse of [`to_mat`].
fn to_array(matrix: &Mat, [rows, columns]: [usize; 2]) -> opencv::Result<Array2<f32>> {
    let values: &[f64] = matrix.data_typed()?;
    let values = values.iter().map(|&v| v as f32).collect();
    Array2::from_shape_vec((rows, columns), values)
        .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))
}

/// A face picture at [`VIEW_PX`].
fn shrink(image: &Mat) -> opencv::Result<Mat> {
    let mut small = Mat::default();
    let size = Size::new(VIEW_PX, VIEW_PX);
    imgproc::resize(image, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(small)
}

/// One view of picture `index`: the tile between random neighbours, seen a little askew, out
/// of focus, in another light, sometimes with a figure on it.
fn view(pictures: &[Mat], index: usize, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    // A 3×3 board piece at full size, then one warp that shows its middle.
    let side = VIEW_PX;
    let mut board = Mat::new_size_with_default(
        Size::new(3 * side, 3 * side),
        core::CV_8UC3,
        Scalar::new(
            rng.random_range(20.0..230.0),
            rng.random_range(20.0..230.0),
            rng.random_range(20.0..230.0),
            0.0,
        ),
    )?;
    for (x, y) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
        if rng.random_bool(0.6) {
            let other = &pictures[rng.random_range(0..pictures.len())];
            let mut slot =
                Mat::roi_mut(&mut board, core::Rect::new(x * side, y * side, side, side))?;
            other.copy_to(&mut slot)?;
        }
    }
    {
        let mut slot = Mat::roi_mut(&mut board, core::Rect::new(side, side, side, side))?;
        pictures[index].copy_to(&mut slot)?;
    }
    if rng.random_bool(0.35) {
        let wood = [
            Scalar::new(30.0, 30.0, 200.0, 0.0),
            Scalar::new(200.0, 80.0, 20.0, 0.0),
            Scalar::new(20.0, 190.0, 230.0, 0.0),
            Scalar::new(40.0, 150.0, 30.0, 0.0),
            Scalar::new(25.0, 25.0, 25.0, 0.0),
            Scalar::new(170.0, 120.0, 230.0, 0.0),
        ][rng.random_range(0..6)];
        let at = |rng: &mut ChaCha8Rng| side + rng.random_range(side / 6..side * 5 / 6);
        let centre = core::Point2f::new(at(rng) as f32, at(rng) as f32);
        let size = core::Size2f::new(
            side as f32 * rng.random_range(0.2..0.4),
            side as f32 * rng.random_range(0.2..0.4),
        );
        let blob = core::RotatedRect::new(centre, size, rng.random_range(0.0..180.0))?;
        imgproc::ellipse_rotated_rect(&mut board, blob, wood, -1, imgproc::LINE_AA)?;
    }
    let jitter = 0.03 * side as f32;
    let mut shake = |x: f32, y: f32, dx: f32, dy: f32| {
        Point2f::new(
            x + dx + rng.random_range(-jitter..jitter),
            y + dy + rng.random_range(-jitter..jitter),
        )
    };
    let (low, high) = (side as f32, 2.0 * side as f32);
    let from = [
        shake(low, low, 0.0, 0.0),
        shake(high, low, 0.0, 0.0),
        shake(high, high, 0.0, 0.0),
        shake(low, high, 0.0, 0.0),
    ];
    // The tile is first shrunk to some smaller size and then shown at the patch's: blur as a
    // distant camera gives it.
    let small = rng.random_range(0.55..1.6f32);
    let (tile, margin) = (TILE_PX as f32 * small, MARGIN_PX as f32 * small);
    let to = [
        Point2f::new(margin, margin),
        Point2f::new(margin + tile, margin),
        Point2f::new(margin + tile, margin + tile),
        Point2f::new(margin, margin + tile),
    ];
    let warp = imgproc::get_perspective_transform_slice_def(from, to)?;
    let size = (PATCH_PX as f32 * small).round() as i32;
    let shrink = VIEW_PX as f32 / tile;
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&board, &mut soft, Size::new(0, 0), f64::from(shrink) * 0.4)?;
    let mut shrunk = Mat::default();
    imgproc::warp_perspective(
        &soft,
        &mut shrunk,
        &warp,
        Size::new(size, size),
        imgproc::INTER_LINEAR,
        core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    let mut patch = Mat::default();
    let size = Size::new(PATCH_PX, PATCH_PX);
    imgproc::resize(&shrunk, &mut patch, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    light(&patch, rng)
}

/// Another light on a patch: gain, gamma and cast per channel, a slope across, noise.
fn light(patch: &Mat, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    let gamma = rng.random_range(0.7..1.4f32);
    let gain: [f32; 3] = std::array::from_fn(|_| rng.random_range(0.75..1.2f32));
    let slope = [
        rng.random_range(-0.25..0.25f32),
        rng.random_range(-0.25..0.25f32),
    ];
    let noise = rng.random_range(0.0..8.0f32);
    let mut lit = patch.clone();
    let row = PATCH_PX as usize;
    for (i, pixel) in lit.data_typed_mut::<core::Vec3b>()?.iter_mut().enumerate() {
        let (x, y) = (
            (i % row) as f32 / row as f32 - 0.5,
            (i / row) as f32 / row as f32 - 0.5,
        );
        let shade = 1.0 + slope[0] * x + slope[1] * y;
        for c in 0..3 {
            let v = (f32::from(pixel[c]) / 255.0).powf(gamma) * gain[c] * shade * 255.0;
            pixel[c] = (v + rng.random_range(-1.0..1.0) * noise).clamp(0.0, 255.0) as u8;
        }
    }
    let mut encoded = Vector::new();
    let quality = rng.random_range(40..95);
    let params = Vector::from_slice(&[opencv::imgcodecs::IMWRITE_JPEG_QUALITY, quality]);
    opencv::imgcodecs::imencode(".jpg", &lit, &mut encoded, &params)?;
    opencv::imgcodecs::imdecode(&encoded, opencv::imgcodecs::IMREAD_COLOR)
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
