//! The printed map under the tiles: where it lies in the picture, and what lies on it that is no
//! tile of the board.
//!
//! The map's own print is the ruler: its features (Lowe 2004) are found in the picture before any
//! tile lies, so that cells are its squares and tiles far apart belong to one lattice. What its
//! print does not explain and has a chip's colour, size and roundness is a chip; the top of a
//! stack is read as high up as a face is found. Claims only: which chip was taken and which tile
//! was bought is belief's business. Needs the print: that of the practice map is drawn, that of any
//! other was cut out of a photograph when the map was learnt ([`print_in`]).

mod chips;
mod stacks;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calibration::space::{self, Image, ImagePoint, LatticePoint, Patch, point2, vec2};
use calibration::{Homography, Lens, Point};
use carcassonne::geometry::Cell;
use carcassonne::map::Map;
use carcassonne::seen::{SeenMap, SeenTile};
use opencv::core::{DMatch, KeyPoint, Mat, Point2f, Ptr, Scalar, Size, Vec3b, Vector};
use opencv::features2d::{BFMatcher, SIFT};
use opencv::imgproc;
use opencv::prelude::*;

use self::stacks::top;
use crate::bare::lab;
use crate::cv;
use crate::gate::backdrop::Thumb;
use crate::lattice::{Lattice, cell_at};
use crate::picture::pyramid::Pyramid;
use crate::tiles::model::Model;
use crate::tiles::standard::Standard;
use shapes::map_board::board;

/// Pixels to a square in which the map is compared: a tile's side in a 1080p picture of a map.
pub const SQUARE_PX: i32 = 64;
/// Longer side to which a picture is shrunk for its features, pixels: a square then still measures what it
/// does in the print.
const LONGEST_PX: f64 = 2000.0;
/// Strongest features kept of print and picture.
const FEATURES: i32 = 8000;
/// A match must be this much nearer than the next.
const RATIO: f32 = 0.8;
/// How far a matched point may lie from the fitted map, pixels of the picture whose features they are.
const TOLERANCE_PX: f64 = 3.0;
/// Fewest matches that make a map; chance reaches a dozen.
const MIN_MATCHES: usize = 60;

/// A map and what is printed on it.
#[derive(Clone, Debug)]
pub struct MapPrint {
    /// The squares.
    pub map: Arc<Map>,
    /// The whole printed board, bare, of any size.
    pub picture: Arc<Mat>,
}

/// Finds and reads one map.
pub struct MapReader {
    map: Arc<Map>,
    /// The print, BGR, and its Lab without detail.
    print: Mat,
    plain: Mat,
    sift: Ptr<SIFT>,
    /// Places of the print's features, in squares.
    points: Vec<LatticePoint>,
    descriptors: Mat,
    /// What the light does to the print, per channel.
    light: [f32; 3],
    tops: BTreeMap<Cell, (Thumb, Option<SeenTile>)>,
}

impl MapReader {
    /// Learns the map's print, whole and bare ([`print_in`]).
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(print: &MapPrint) -> opencv::Result<Self> {
        let map = Arc::clone(&print.map);
        let [low, high] = board(&map).map(LatticePoint::from);
        let size = print_size(low, high);
        let sized = cv::resized(&*print.picture, size, imgproc::INTER_AREA)?;
        let print = sized;
        let mut sift = SIFT::create(FEATURES, 3, 0.03, 12.0, 1.6)?;
        let (keypoints, descriptors) = features(&mut sift, &print)?;
        let square = |p: Point2f| in_squares(low, cv::place(p));
        let soft = cv::averaged(&print, Size::new(9, 9))?;
        Ok(Self {
            points: keypoints.iter().map(|k| square(k.pt())).collect(),
            plain: lab(&soft)?,
            map,
            print,
            sift,
            descriptors,
            light: [1.0; 3],
            tops: BTreeMap::new(),
        })
    }

    /// Where the map lies in a picture; `None` if it is not there.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn find(&mut self, picture: &Mat) -> opencv::Result<Option<Lattice>> {
        let longest = f64::from(picture.cols().max(picture.rows()));
        let shrink = (LONGEST_PX / longest).min(1.0);
        let (keypoints, descriptors) = match shrink < 1.0 {
            true => {
                let small = cv::scaled(picture, shrink, imgproc::INTER_AREA)?;
                features(&mut self.sift, &small)?
            }
            false => features(&mut self.sift, picture)?,
        };
        // A print that was cut out of a dark picture may have no features.
        if keypoints.len() < MIN_MATCHES || self.points.is_empty() {
            return Ok(None);
        }
        // The middle of a pixel stays the middle of what it covers.
        let half = vec2(0.5, 0.5);
        let in_picture = |seen: Point2f| {
            let seen: ImagePoint = cv::place(seen);
            (seen + half) / shrink - half
        };
        let tolerance_px = TOLERANCE_PX / shrink;
        let matcher = BFMatcher::new_def()?;
        let mut matches = Vector::<Vector<DMatch>>::new();
        let (query, train) = (&descriptors, &self.descriptors);
        matcher.knn_train_match_def(query, train, &mut matches, 2)?;
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for pair in matches {
            let (Ok(best), Ok(next)) = (pair.get(0), pair.get(1)) else {
                continue;
            };
            let point = self.points.get(best.train_idx as usize);
            if let Some(point) = point.filter(|_| best.distance < RATIO * next.distance) {
                let seen = keypoints.get(best.query_idx as usize)?.pt();
                from.push(*point);
                to.push(in_picture(seen));
            }
        }
        let size = [f64::from(picture.cols()), f64::from(picture.rows())];
        // The lens bends the picture by more than the points err.
        let Some(rough) = Homography::fit(&from, &to, 3.0 * tolerance_px) else {
            return Ok(None);
        };
        let near = |i: &usize| rough.inliers[*i];
        let kept: Vec<usize> = (0..from.len()).filter(near).collect();
        if kept.len() < MIN_MATCHES {
            return Ok(None);
        }
        let from: Vec<LatticePoint> = kept.iter().map(|&i| from[i]).collect();
        let to: Vec<ImagePoint> = kept.iter().map(|&i| to[i]).collect();
        let lens = Lens::fit(&from, &to, size, tolerance_px);
        let lattice = Lattice::of_map(rough.map, lens.map(|(lens, fit)| (lens, fit.map)));
        self.learn_light(picture, &lattice, &BTreeSet::new())?;
        self.tops.clear();
        Ok(Some(lattice))
    }

    /// Has the tops of stacks named anew with the next look: other pictures of faces are known.
    pub(crate) fn name_anew(&mut self) {
        self.tops.clear();
    }

    /// The median over the print, as far as no `tiles` lie on it, of how much lighter the picture
    /// shows it.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn learn_light(
        &mut self,
        picture: &Mat,
        lattice: &Lattice,
        tiles: &BTreeSet<Cell>,
    ) -> opencv::Result<()> {
        let (low, width) = (self.corners()[0], self.print.cols() as usize);
        let seen = self.rectified(picture, lattice)?;
        let print = self.print.data_typed::<Vec3b>()?;
        let pixels = print.iter().zip(seen.data_typed::<Vec3b>()?);
        let is_free = |n: usize| {
            let at = in_squares(low, point2((n % width) as f64, (n / width) as f64));
            !tiles.contains(&cell_at(at))
        };
        let some = pixels.enumerate().step_by(37);
        let free = some.filter(|(n, _)| is_free(*n)).map(|(_, pair)| pair);
        let free: Vec<(&Vec3b, &Vec3b)> = free.collect();
        for channel in 0..3 {
            let ratio = |(p, s): &(&Vec3b, &Vec3b)| {
                (f32::from(s[channel]) + 1.0) / (f32::from(p[channel]) + 1.0)
            };
            let mut ratios: Vec<f32> = free.iter().map(ratio).collect();
            ratios.sort_by(f32::total_cmp);
            let median = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
            self.light[channel] = median.clamp(0.2, 3.0);
        }
        Ok(())
    }

    /// The printed board as the picture shows it, in the print's own pixels.
    fn rectified(&self, picture: &Mat, lattice: &Lattice) -> opencv::Result<Mat> {
        let low = self.corners()[0];
        let (rows, cols) = (self.print.rows(), self.print.cols());
        let flat = opencv::core::CV_32FC2;
        let mut places = Mat::new_rows_cols_with_default(rows, cols, flat, Scalar::all(0.0))?;
        let width = cols as usize;
        let all = places.data_typed_mut::<opencv::core::Vec2f>()?;
        for (n, place) in all.iter_mut().enumerate() {
            let at = in_squares(low, point2((n % width) as f64, (n / width) as f64));
            *place = opencv::core::Vec2f::from(lattice.place(at).to_f32().to_array());
        }
        let mut board = Mat::default();
        imgproc::remap(
            picture,
            &mut board,
            &places,
            &opencv::core::no_array(),
            imgproc::INTER_LINEAR,
            opencv::core::BORDER_REPLICATE,
            Scalar::default(),
        )?;
        Ok(board)
    }

    /// The printed board's north-west and south-east corners.
    fn corners(&self) -> [LatticePoint; 2] {
        board(&self.map).map(LatticePoint::from)
    }

    /// The squares on which tiles come to lie.
    pub fn squares(&self) -> impl Iterator<Item = Cell> {
        let all = self.map.squares();
        all.filter(|(_, square)| square.kind.takes_tile())
            .map(|(cell, _)| cell)
    }

    /// The squares on which stacks of tiles lie.
    pub fn islands(&self) -> impl Iterator<Item = Cell> {
        self.map.islands().map(|(cell, _)| cell)
    }

    /// What lies on the map besides the tiles on `tiles`; nothing of squares in `hidden`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn look(
        &mut self,
        pyramid: &Pyramid,
        lattice: &Lattice,
        tiles: &BTreeSet<Cell>,
        hidden: &[Cell],
        (model, standard): (&Model, &Standard),
    ) -> opencv::Result<SeenMap> {
        let mut seen = self.chips(pyramid.picture(), lattice, tiles)?;
        let squares = self.map.squares().map(|(cell, _)| cell);
        let view = lattice.view(squares, pyramid.size());
        let islands: Vec<Cell> = self.islands().collect();
        for cell in islands {
            let Some(view) = view.as_ref().filter(|_| !hidden.contains(&cell)) else {
                continue;
            };
            let thumb = Thumb::of(pyramid, lattice.corners(cell))?;
            let known = self.tops.get(&cell);
            if known.is_none_or(|(old, _)| old.differs(&thumb)) {
                let top = top(pyramid, lattice, view, cell, (model, standard))?;
                self.tops.insert(cell, (thumb, top));
            }
            let top = self.tops.get(&cell).and_then(|(_, top)| top.clone());
            seen.tops.extend(top);
        }
        Ok(seen)
    }
}

/// Width and height of a print between two corners given in squares, pixels.
fn print_size(low: LatticePoint, high: LatticePoint) -> Size {
    let size = (high - low) * f64::from(SQUARE_PX);
    Size::new(size.x.round() as i32, size.y.round() as i32)
}

/// The print of a map that lies in a picture, to be kept and to find it by; what lies out of the
/// picture repeats its rim. `image_from_squares` takes columns and rows to pixels.
///
/// # Errors
/// Fails when OpenCV does.
pub fn print_in(
    picture: &Mat,
    image_from_squares: &Homography<Image, space::Lattice>,
    map: &Map,
) -> opencv::Result<Mat> {
    let [low, high] = board(map).map(LatticePoint::from);
    squares_in(picture, image_from_squares, low, high)
}

/// The part of a picture between two corners given in squares, straightened.
///
/// # Errors
/// Fails when OpenCV does.
pub fn squares_in(
    picture: &Mat,
    image_from_squares: &Homography<Image, space::Lattice>,
    low: LatticePoint,
    high: LatticePoint,
) -> opencv::Result<Mat> {
    let step = 1.0 / f64::from(SQUARE_PX);
    let squares_from_print: Homography<space::Lattice, Patch> = Homography::new([
        [step, 0.0, low.x + 0.5 * step],
        [0.0, step, low.y + 0.5 * step],
        [0.0, 0.0, 1.0],
    ]);
    let image_from_print = image_from_squares.after(&squares_from_print);
    let map = Mat::from_slice_2d(&image_from_print.0)?;
    let print = cv::warped(
        picture,
        &map,
        print_size(low, high),
        imgproc::INTER_AREA | imgproc::WARP_INVERSE_MAP,
        opencv::core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    Ok(print)
}

fn features(sift: &mut Ptr<SIFT>, picture: &Mat) -> opencv::Result<(Vector<KeyPoint>, Mat)> {
    let grey = cv::converted(picture, imgproc::COLOR_BGR2GRAY)?;
    let (mut keypoints, mut descriptors) = (Vector::new(), Mat::default());
    let mask = opencv::core::no_array();
    sift.detect_and_compute(&grey, &mask, &mut keypoints, &mut descriptors, false)?;
    Ok((keypoints, descriptors))
}

/// A pixel of the print, in squares; `low` is the board's north-west corner.
fn in_squares(low: LatticePoint, pixel: Point<Patch>) -> LatticePoint {
    let from_corner = (pixel + vec2(0.5, 0.5)) / f64::from(SQUARE_PX);
    low + from_corner.to_vector().cast_unit()
}
