//! How much what figures leave free of a tile looks like a picture of a face: correlation with a mask.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use calibration::space::ImageCorners;
use carcassonne::geometry::Rotation;
use ndarray::{Array2, ArrayView1};
use opencv::core::{Mat, Size, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

use super::covers::{Covers, free_of};
use crate::cv;
use crate::pack::FACE_PX;
use crate::picture::pyramid::Pyramid;

/// Side at which pictures are compared, pixels: printed lines are thicker than one.
const SIDE_PX: i32 = 64;
/// How far a tile may lie off its place, pixels.
const OFF_PX: i32 = 3;
/// Step at which places are tried first, pixels.
const COARSE_PX: usize = 2;
/// Rim that is not compared, pixels: it may show a neighbour or the table, as tiles under figures are
/// measured up to a tenth of a side too large.
const RIM_PX: i32 = 6;
/// Share of a tile that must be free for it to tell anything.
const FREE: f64 = 0.25;

/// A picture of a face, [`SIDE_PX`] wide and high and [`OFF_PX`] more on each side: blue, green, red,
/// and the sum of their squares.
pub(super) struct Print {
    channels: [Array2<f32>; 3],
    squares: Array2<f32>,
}

impl Print {
    pub(super) fn of(picture: &Mat) -> opencv::Result<Self> {
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
pub(super) struct Looks(BTreeMap<u8, Option<Free>>);

impl Looks {
    pub(super) fn turned(
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
pub(super) struct Free {
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
        let mask = Array2::from_shape_fn((side, side), |(row, column)| {
            let shows = uncovered[row * side + column] > 0;
            let is_inner = inner().contains(&row) && inner().contains(&column);
            f32::from(u8::from(shows && is_inner))
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
    pub(super) fn likeness(&self, print: &Print) -> f32 {
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
        for row in inner() {
            let mask = stretch(&self.mask, row, 0);
            squares += mask.dot(&stretch(&print.squares, row + down, across));
            for (channel, sum) in sums.iter_mut().enumerate() {
                let shown = stretch(&print.channels[channel], row + down, across);
                common += stretch(&self.off_mean[channel], row, 0).dot(&shown);
                *sum += mask.dot(&shown);
            }
        }
        let means: f32 = sums.iter().map(|sum| sum * sum).sum();
        let square = squares - means / self.pixels;
        common / (square * self.square).sqrt()
    }
}

/// Rows and columns that are compared.
fn inner() -> Range<usize> {
    RIM_PX as usize..(SIDE_PX - RIM_PX) as usize
}

/// What is compared of a row of a picture that begins so many pixels aside.
fn stretch(picture: &Array2<f32>, row: usize, aside: usize) -> ArrayView1<'_, f32> {
    let row = row * picture.ncols() + aside;
    let all = picture.as_slice().unwrap_or_default();
    ArrayView1::from(&all[row + inner().start..row + inner().end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::{self, ImagePoint};
    use opencv::core::{CV_8UC3, Scalar};

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
