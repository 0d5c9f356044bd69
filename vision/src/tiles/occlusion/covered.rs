//! Names tiles on which figures stand by what can be seen of them.
//!
//! A meeple in the middle of a road looks like a monastery to a feature of the whole tile. Where
//! figures are known to stand and several names are likely, the pictures of those names are
//! compared with what the figures leave free (correlation with a mask). Beside [`crate::tiles::model`],
//! which names whole tiles; finds no figures.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use calibration::Homography;
use calibration::space::{self, ImageCorners, ImagePoint, Patch};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::Opinion;
use carcassonne::geometry::{Cell, Rotation};
use ndarray::{Array2, ArrayView1, s};
use opencv::core::{Mat, Point, Scalar, Size, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use rayon::prelude::*;

use crate::cv;
use crate::pack::{FACE_PX, Pack};
use crate::picture::pyramid::Pyramid;
use crate::tiles::model::Match;
use crate::tiles::reading::CellReading;

/// Side at which pictures are compared, pixels: printed lines are thicker than one.
const SIDE_PX: i32 = 64;
/// How far a tile may lie off its place, pixels.
const OFF_PX: i32 = 3;
/// Step at which places are tried first, pixels.
const COARSE_PX: usize = 2;
/// Rim that is not compared, pixels: it may show a neighbour or the table, as tiles under figures are
/// measured up to a tenth of a side too large.
const RIM_PX: i32 = 6;
/// How much around a figure is not compared, pixels: its outline errs, and its shadow is there.
const AROUND_PX: i32 = 4;
/// Share of a tile that must be free for it to tell anything.
const FREE: f64 = 0.25;
/// Names are compared that are at most so much less likely than the likeliest, log-likelihood: a
/// figure makes a false name likelier by up to 8, but of names beyond 6 only one in 370 is the true one.
const RACE: f32 = 6.0;
/// What likeness tells, log-likelihood: so much per unit of correlation, and at most. Outlines of figures,
/// their shadows and where a tile lies err together. Over 740 tiles under figures of 36 drawn tables and 96
/// of four photographs the mean logarithm of the true name's probability is −0.17 and −0.11 with these and
/// the rim, −0.25 and −0.36 with 40, no bound and a rim of 2; 10 to 25 and 4 to 6 come within 0.03 of it.
const TELLS: f32 = 15.0;
const AT_MOST: f32 = 4.0;

/// A name of a tile, and its log-likelihood against the likeliest.
type Candidate = (FaceId, Rotation, f32);

/// The corners of figures in the picture, pixels: each covers their hull.
pub(crate) type Covers = Vec<Vec<ImagePoint>>;

/// Corrects the opinions of tiles under `covers`.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn correct<'a>(
    opinions: &mut BTreeMap<Cell, Opinion>,
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    pyramid: &Pyramid,
    (pack, catalogue): (&Pack, &Catalogue),
    covers: &Covers,
) -> opencv::Result<()> {
    let races = readings.filter_map(|(cell, reading)| {
        let racers = Race::between(&opinions.get(&cell)?.candidates, reading)?;
        let is_covered = covers.iter().any(|cover| overlaps(cover, &reading.corners));
        is_covered.then_some((cell, racers))
    });
    let races: BTreeMap<Cell, Race> = races.collect();
    let shown: BTreeSet<usize> = races.values().flat_map(Race::pictures).collect();
    let print = |number: usize| {
        let picture = pack.pictures.get(number)?;
        Some(Print::of(&picture.image).map(|print| (number, print)))
    };
    let prints = shown.into_par_iter().filter_map(print);
    let prints: BTreeMap<usize, Print> = prints.collect::<opencv::Result<_>>()?;
    let run = |(cell, race): (&Cell, &Race)| Ok((*cell, race.run(pyramid, &prints, covers)?));
    let run = races.par_iter().map(run);
    let run: Vec<(Cell, Option<Vec<f32>>)> = run.collect::<opencv::Result<_>>()?;
    for (cell, likenesses) in run {
        if let Some((opinion, likenesses)) = opinions.get_mut(&cell).zip(likenesses) {
            weigh(&mut opinion.candidates, &likenesses, catalogue);
        }
    }
    Ok(())
}

/// The names of a tile that are about as likely as the likeliest.
struct Race<'a> {
    corners: &'a ImageCorners,
    /// Each one's turn, and the number of the picture that looks most like it.
    racers: Vec<(Rotation, usize)>,
}

impl<'a> Race<'a> {
    /// `None` where one wins without it.
    fn between(candidates: &[Candidate], reading: &'a CellReading) -> Option<Self> {
        let in_race = candidates.iter().filter(|candidate| is_in_race(candidate));
        let racer = |(face, rotation, _): &Candidate| {
            let of_name = |m: &&Match| (m.face, m.rotation) == (*face, *rotation);
            let look = reading.ranked.iter().find(of_name)?;
            Some((*rotation, look.picture?))
        };
        let racers: Vec<_> = in_race.map(racer).collect::<Option<_>>()?;
        (racers.len() > 1).then_some(Self {
            corners: &reading.corners,
            racers,
        })
    }

    fn pictures(&self) -> impl Iterator<Item = usize> {
        self.racers.iter().map(|(_, picture)| *picture)
    }

    /// How much what is free of the tile looks like each; `None` where too little is.
    fn run(
        &self,
        pyramid: &Pyramid,
        prints: &BTreeMap<usize, Print>,
        covers: &Covers,
    ) -> opencv::Result<Option<Vec<f32>>> {
        let mut looks = Looks::default();
        let mut likenesses = Vec::with_capacity(self.racers.len());
        for (rotation, picture) in &self.racers {
            let seen = looks.turned(*rotation, pyramid, self.corners, covers)?;
            let Some((seen, print)) = seen.zip(prints.get(picture)) else {
                return Ok(None);
            };
            likenesses.push(seen.likeness(print));
        }
        Ok(Some(likenesses))
    }
}

/// Whether a name is about as likely as the likeliest.
fn is_in_race((.., log_likelihood): &Candidate) -> bool {
    *log_likelihood > -RACE
}

/// Weighs the names that are in the race by how much the tile looks like each, in their order; it is taken
/// to look like no other. Of nine curves and four crossings in the box, a curve is the likelier to lie
/// under a figure.
fn weigh(candidates: &mut [Candidate], likenesses: &[f32], catalogue: &Catalogue) {
    let most = likenesses.iter().copied().fold(f32::MIN, f32::max);
    let racers = candidates
        .iter_mut()
        .filter(|candidate| is_in_race(candidate));
    for ((.., log_likelihood), likeness) in racers.zip(likenesses) {
        *log_likelihood += (AT_MOST - TELLS * (most - likeness)).max(0.0);
    }
    for (face, _, log_likelihood) in candidates.iter_mut() {
        let copies = catalogue.face(face).map_or(1, |face| face.copies.max(1));
        *log_likelihood += f32::from(copies).ln();
    }
    candidates.sort_by(|a, b| b.2.total_cmp(&a.2));
    let top = candidates.first().map_or(0.0, |best| best.2);
    candidates
        .iter_mut()
        .for_each(|candidate| candidate.2 -= top);
}

/// A picture of a face, [`SIDE_PX`] wide and high and [`OFF_PX`] more on each side: blue, green, red,
/// and the sum of their squares.
struct Print {
    channels: [Array2<f32>; 3],
    squares: Array2<f32>,
}

impl Print {
    fn of(picture: &Mat) -> opencv::Result<Self> {
        let mut padded = Mat::default();
        let blur = f64::from(FACE_PX) / f64::from(SIDE_PX) * 0.5;
        let soft = cv::softened(picture, blur)?;
        let size = Size::new(SIDE_PX, SIDE_PX);
        let small = cv::resized(&soft, size, imgproc::INTER_AREA)?;
        opencv::core::copy_make_border_def(
            &small,
            &mut padded,
            OFF_PX,
            OFF_PX,
            OFF_PX,
            OFF_PX,
            opencv::core::BORDER_REPLICATE,
        )?;
        let channels = channels(&padded)?;
        let squares = channels.iter().map(|channel| channel * channel);
        let none = Array2::zeros(channels[0].raw_dim());
        Ok(Self {
            squares: squares.fold(none, |all, channel| all + channel),
            channels,
        })
    }
}

/// Blue, green and red of a picture.
fn channels(picture: &Mat) -> opencv::Result<[Array2<f32>; 3]> {
    let shape = (picture.rows() as usize, picture.cols() as usize);
    let pixels: &[Vec3b] = picture.data_typed()?;
    Ok([0, 1, 2].map(|channel| {
        let of = |(row, column): (usize, usize)| f32::from(pixels[row * shape.1 + column][channel]);
        Array2::from_shape_fn(shape, of)
    }))
}

/// What is free of one tile, turned back by each turn that was asked for; `None` where that is too
/// little.
#[derive(Default)]
struct Looks(BTreeMap<u8, Option<Free>>);

impl Looks {
    fn turned(
        &mut self,
        rotation: Rotation,
        pyramid: &Pyramid,
        corners: &ImageCorners,
        covers: &Covers,
    ) -> opencv::Result<Option<&Free>> {
        let turn = rotation.quarter_turns();
        if let Entry::Vacant(entry) = self.0.entry(turn) {
            // So that it lies as the picture does.
            let corners = std::array::from_fn(|i| corners[(i + usize::from(turn)) % 4]);
            entry.insert(Free::of(pyramid, corners, covers)?);
        }
        Ok(self.0.get(&turn).and_then(Option::as_ref))
    }
}

/// What is free of a tile, [`SIDE_PX`] wide and high.
struct Free {
    /// 1 where it is free.
    mask: Array2<f32>,
    /// Blue, green and red there, each off its mean; 0 elsewhere.
    off_mean: [Array2<f32>; 3],
    /// The sum of their squares.
    square: f32,
    /// How many pixels are free.
    pixels: f32,
}

impl Free {
    /// `None` where too little is free to tell anything.
    fn of(
        pyramid: &Pyramid,
        corners: ImageCorners,
        covers: &Covers,
    ) -> opencv::Result<Option<Self>> {
        let Some(uncovered) = free_of(corners, SIDE_PX, covers)? else {
            return Ok(None);
        };
        let side = SIDE_PX as usize;
        let uncovered: &[u8] = uncovered.data_typed()?;
        let inner = RIM_PX as usize..side - RIM_PX as usize;
        let mask = Array2::from_shape_fn((side, side), |(row, column)| {
            let shows = uncovered[row * side + column] > 0;
            f32::from(u8::from(
                shows && inner.contains(&row) && inner.contains(&column),
            ))
        });
        let pixels = mask.sum();
        if f64::from(pixels) < FREE * f64::from(SIDE_PX * SIDE_PX) {
            return Ok(None);
        }
        let seen = pyramid.rectify(corners, SIDE_PX, 0)?;
        let off_mean = channels(&seen)?.map(|channel| {
            let mean = (&channel * &mask).sum() / pixels;
            (channel - mean) * &mask
        });
        let square = off_mean.iter().map(|channel| (channel * channel).sum());
        Ok(Some(Self {
            square: square.sum(),
            mask,
            off_mean,
            pixels,
        }))
    }

    /// How much it looks like a print at most, −1…1: the normalised correlation, wherever within
    /// [`OFF_PX`] the tile lies. OpenCV's own with a mask transforms whole pictures, which for so few
    /// places takes three times as long; the values are the same. Prints are softer than a pixel, so
    /// every other place is tried, then those around the best.
    fn likeness(&self, print: &Print) -> f32 {
        let most = 2 * OFF_PX as usize;
        let coarse = (0..=most).step_by(COARSE_PX);
        let places = coarse
            .clone()
            .flat_map(|down| coarse.clone().map(move |across| [down, across]));
        let alike = |at: [usize; 2]| (self.likeness_at(print, at[0], at[1]), at);
        let higher = |a: &(f32, _), b: &(f32, _)| a.0.total_cmp(&b.0);
        let finite = |(v, _): &(f32, [usize; 2])| v.is_finite();
        let best = places.map(alike).filter(finite).max_by(higher);
        let Some((best, [down, across])) = best else {
            return -1.0;
        };
        let near = |v: usize| v.saturating_sub(1)..=(v + 1).min(most);
        let around = near(down).flat_map(|down| near(across).map(move |across| [down, across]));
        let around = around.filter(|at| *at != [down, across]).map(alike);
        around.filter(finite).map(|(v, _)| v).fold(best, f32::max)
    }

    fn likeness_at(&self, print: &Print, down: usize, across: usize) -> f32 {
        let (mut common, mut sums, mut squares) = (0.0, [0.0; 3], 0.0);
        for row in 0..SIDE_PX as usize {
            let mask = self.mask.row(row);
            squares += mask.dot(&stretch(&print.squares, row + down, across));
            for (channel, sum) in sums.iter_mut().enumerate() {
                let shown = stretch(&print.channels[channel], row + down, across);
                common += self.off_mean[channel].row(row).dot(&shown);
                *sum += mask.dot(&shown);
            }
        }
        let means: f32 = sums.iter().map(|sum| sum * sum).sum();
        let square = squares - means / self.pixels;
        common / (square * self.square).sqrt()
    }
}

/// So many pixels of a row as a tile is wide.
fn stretch(print: &Array2<f32>, row: usize, from: usize) -> ArrayView1<'_, f32> {
    print.slice(s![row, from..from + SIDE_PX as usize])
}

/// What figures leave free (255) of a tile that is rectified to `side_px`; `None` if its corners
/// enclose nothing.
pub(crate) fn free_of(
    corners: ImageCorners,
    side_px: i32,
    covers: &Covers,
) -> opencv::Result<Option<Mat>> {
    let side = f64::from(side_px);
    let square = space::square::<Patch>(0.0, side);
    let Some(into) = Homography::through(corners, square) else {
        return Ok(None);
    };
    let size = Size::new(side_px, side_px);
    let mut free = Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))?;
    let around = AROUND_PX * side_px / SIDE_PX;
    for cover in covers.iter().filter(|cover| overlaps(cover, &corners)) {
        let points = cover.iter().map(|p| cv::pixel(into.apply(*p)));
        let points: Vector<Point> = points.collect();
        let mut outline = Vector::<Point>::new();
        imgproc::convex_hull_def(&points, &mut outline)?;
        let black = Scalar::all(0.0);
        imgproc::fill_convex_poly_def(&mut free, &outline, black)?;
        let outlines = Vector::<Vector<Point>>::from_iter([outline]);
        let line = imgproc::LINE_8;
        imgproc::polylines(&mut free, &outlines, true, black, 2 * around, line, 0)?;
    }
    Ok(Some(free))
}

/// Whether an outline's bounds touch those of a tile.
fn overlaps(outline: &[ImagePoint], corners: &ImageCorners) -> bool {
    let bounds = |points: &[ImagePoint], axis: fn(&ImagePoint) -> f64| {
        let along = points.iter().map(axis);
        (
            along.clone().fold(f64::MAX, f64::min),
            along.fold(f64::MIN, f64::max),
        )
    };
    let axes: [fn(&ImagePoint) -> f64; 2] = [|p| p.x, |p| p.y];
    axes.into_iter().all(|axis| {
        let ((a, b), (from, to)) = (bounds(outline, axis), bounds(corners, axis));
        a < to && b > from
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::CV_8UC3;

    fn noise(side: i32, seed: i32) -> Mat {
        opencv::core::set_rng_seed(seed).unwrap();
        let mut picture =
            Mat::new_rows_cols_with_default(side, side, CV_8UC3, Scalar::all(0.0)).unwrap();
        let (low, high) = (Scalar::all(0.0), Scalar::all(255.0));
        opencv::core::randu(&mut picture, &low, &high).unwrap();
        let (mut soft, size) = (Mat::default(), Size::new(9, 9));
        imgproc::gaussian_blur_def(&picture, &mut soft, size, 3.0).unwrap();
        soft
    }

    /// The same tile, a little aside, under a piece: alike as OpenCV's own correlation with a mask
    /// says, and more alike than another tile.
    #[test]
    fn what_is_free_is_compared_wherever_the_tile_lies() {
        let face = noise(FACE_PX, 1);
        let print = Print::of(&face).unwrap();
        let square = space::square::<calibration::space::Image>(0.0, f64::from(FACE_PX));
        let off = calibration::space::vec2(5.0, -4.0);
        let cover = [[20.0, 20.0], [90.0, 20.0], [90.0, 100.0], [20.0, 100.0]];
        let cover: Vec<ImagePoint> = cover.iter().map(|at| (*at).into()).collect();
        let pyramid = Pyramid::new(&face).unwrap();
        let corners = square.map(|corner| corner + off);
        let free = Free::of(&pyramid, corners, &vec![cover]).unwrap().unwrap();
        let alike = free.likeness(&print);
        assert!(alike > 0.9, "{alike}");
        let other = Print::of(&noise(FACE_PX, 2)).unwrap();
        assert!(free.likeness(&other) < 0.5);

        let bytes = |of: &Array2<f32>| of.iter().map(|v| *v as u8).collect::<Vec<u8>>();
        let mask = Mat::from_slice(&bytes(&(&free.mask * 255.0)))
            .unwrap()
            .reshape(1, SIDE_PX)
            .unwrap()
            .try_clone()
            .unwrap();
        let seen = pyramid.rectify(corners, SIDE_PX, 0).unwrap();
        let side = (SIDE_PX + 2 * OFF_PX) as usize;
        let shown: Vec<Vec3b> = (0..side * side)
            .map(|i| {
                let at = (i / side, i % side);
                Vec3b::from_array([0, 1, 2].map(|c| print.channels[c][at] as u8))
            })
            .collect();
        let shown = Mat::from_slice(&shown).unwrap();
        let shown = shown.reshape(3, side as i32).unwrap();
        let mut all = Mat::default();
        let how = imgproc::TM_CCOEFF_NORMED;
        imgproc::match_template(&shown, &seen, &mut all, how, &mask).unwrap();
        let most = all.data_typed::<f32>().unwrap().iter().copied();
        let most = most.reduce(f32::max).unwrap();
        assert!((alike - most).abs() < 1e-3, "{alike} and {most}");
    }

    /// What is left of a tile beside a figure makes no name a certainty, and what the box holds more of is
    /// the likelier.
    #[test]
    fn what_is_free_of_a_tile_never_tells_all() {
        let name = |face: &str, log_likelihood: f32| {
            let face = carcassonne::catalogue::face_id(face).unwrap();
            (face, Rotation::from_quarter_turns(0), log_likelihood)
        };
        let odds = |first: &str, second: &str| {
            let mut names = vec![name(first, 0.0), name(second, -1.0), name("X", -20.0)];
            weigh(&mut names, &[0.1, 0.9], &Catalogue::bundled());
            assert_eq!(names[0].0.as_str(), second);
            names[1].2
        };
        // Three and three copies, then nine and four.
        assert!((odds("N", "P") - (1.0 - AT_MOST)).abs() < 1e-4);
        let curve = odds("V", "W") - (1.0 - AT_MOST);
        assert!((curve - (9.0f32 / 4.0).ln()).abs() < 1e-4, "{curve}");
    }

    #[test]
    fn a_tile_that_is_nearly_hidden_tells_nothing() {
        let face = noise(FACE_PX, 3);
        let side = f64::from(FACE_PX);
        let square = space::square::<calibration::space::Image>(0.0, side);
        let cover: Vec<ImagePoint> = square.iter().map(|corner| *corner * 0.9).collect();
        let pyramid = Pyramid::new(&face).unwrap();
        assert!(Free::of(&pyramid, square, &vec![cover]).unwrap().is_none());
    }
}
