//! Finds tiles in a picture from nothing: no marker, no click, any turn, strong perspective.
//!
//! Scale-invariant features of the picture are matched to those of the pack's faces; every match
//! votes for a tile's centre, turn and size (Lowe 2004, section 7.3), matches of different faces
//! together, because a piece of city wall or a road end lies at the same place on many faces and
//! on other prints of one edition. Clusters of votes become homographies by RANSAC. What comes
//! out are outlines of tiles, not names: [`crate::tiles::model`] names them at the lattice's pose.
//!
//! Costs about half a second: for starting and for recovery, never per frame.

mod features;
mod votes;

use calibration::space::{ImagePoint, point2, vec2};
use opencv::core::{DMatch, KeyPoint, Mat, Point, Point2f, Ptr, Rect, Scalar, Size, Vector};
use opencv::features2d::{FlannBasedMatcher, SIFT};
use opencv::prelude::*;
use opencv::{flann, imgproc};

use crate::cv;
use crate::pack::Pack;
use features::{OnFace, detect};
use votes::Vote;

pub(crate) use features::Features;
pub use votes::Votes;

/// Seed of the search trees.
const SEED: i32 = 1;

/// Longest side of a part in which features are looked for, and how much around it is looked at with
/// it, pixels: larger features than twice that are few.
const PART_PX: i32 = 1000;
const BESIDE_PX: i32 = 48;

/// Grey value of what is light on a lit table, at least (real photographs: 163 and more). In a picture
/// half as light most features have less than the contrast that SIFT asks for.
const LIT: f64 = 150.0;
/// What is darker than a third of it shows noise.
const MOST_GAIN: f64 = 3.0;

/// How tiles are looked for.
#[derive(Clone, Copy, Debug)]
pub struct FinderConfig {
    /// The picture is shrunk until its longer side has at most this many pixels; larger only
    /// costs time, since faces are learnt at 192 px.
    pub longest_side_px: i32,
    /// Strongest features kept; a table of 72 tiles gives about 60 a tile.
    pub features: i32,
    /// Face features each picture feature may stand for: look-alike pieces of art are common.
    pub neighbours: i32,
    /// Fewest distinct matches that make an outline; below this chance finds tiles in wood.
    pub fewest_matches: usize,
}

impl Default for FinderConfig {
    fn default() -> Self {
        Self {
            longest_side_px: 2000,
            features: 6000,
            neighbours: 4,
            fewest_matches: 7,
        }
    }
}

/// A grey picture as light as that of a lit table, if it is dim.
fn brightened(grey: Mat) -> opencv::Result<Mat> {
    let (mut mean, mut deviation) = (Scalar::default(), Scalar::default());
    let everywhere = opencv::core::no_array();
    opencv::core::mean_std_dev(&grey, &mut mean, &mut deviation, &everywhere)?;
    let light = mean[0] + 2.0 * deviation[0];
    match LIT / light.max(1.0) {
        gain if gain > 1.0 => cv::retyped(&grey, opencv::core::CV_8U, gain.min(MOST_GAIN), 0.0),
        _ => Ok(grey),
    }
}

/// The features of a pack's faces, ready for matching.
pub struct Finder {
    config: FinderConfig,
    sift: Ptr<SIFT>,
    matcher: Ptr<FlannBasedMatcher>,
    /// Keypoint of each trained descriptor: place on the face −0.5…0.5, size as a share of the
    /// face's side, angle in degrees.
    points: Vec<OnFace>,
}

impl Finder {
    /// Learns the features of `pack`'s faces.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(pack: &Pack, config: FinderConfig) -> opencv::Result<Self> {
        Self::ready(&Features::of(pack)?, config)
    }

    /// A finder for faces that have these features.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn ready(features: &Features, config: FinderConfig) -> opencv::Result<Self> {
        let mut joined = Mat::default();
        let numbers = opencv::core::CV_32F;
        features
            .descriptors
            .convert_to(&mut joined, numbers, 1.0, 0.0)?;
        let index: Ptr<flann::IndexParams> = Ptr::new(flann::KDTreeIndexParams::new(4)?).into();
        let search = Ptr::new(flann::SearchParams::new_1(64, 0.0, true)?);
        let mut matcher = Ptr::new(FlannBasedMatcher::new(&index, &search)?);
        // The trees are split at random; the same pack is to find the same tiles every time.
        opencv::core::set_rng_seed(SEED)?;
        let learnt = Vector::<Mat>::from_iter([joined]);
        FlannBasedMatcherTrait::add(&mut matcher, &learnt)?;
        FlannBasedMatcherTrait::train(&mut matcher)?;
        let sift = SIFT::create(config.features, 3, 0.03, 12.0, 1.6)?;
        Ok(Self {
            config,
            sift,
            matcher,
            points: features.points.clone(),
        })
    }

    /// What the features in `part` of a BGR picture say of tiles in it.
    ///
    /// Features are known again up to some 45 degrees off the plumb line. A table seen from lower is
    /// pressed together from top to bottom: drawn `stretch` times as high, it is looked at from above
    /// nearly enough (Morel & Yu 2009 try all ways of pressing; cameras stand upright, so one will do).
    ///
    /// # Errors
    /// Fails when OpenCV does, or when the part reaches over the picture.
    pub fn look(&mut self, picture: &Mat, part: Rect, stretch: f64) -> opencv::Result<Votes> {
        let shown = Mat::roi(picture, part)?;
        let mut grey = cv::converted(&shown, imgproc::COLOR_BGR2GRAY)?;
        let longest = picture.cols().max(picture.rows());
        let shrink = (f64::from(self.config.longest_side_px) / f64::from(longest)).min(1.0);
        if shrink < 1.0 || stretch > 1.0 {
            let (size, high) = (Size::default(), shrink * stretch);
            let how = match high > 1.0 {
                true => imgproc::INTER_LINEAR,
                false => imgproc::INTER_AREA,
            };
            let mut sized = Mat::default();
            imgproc::resize(&grey, &mut sized, size, shrink, high, how)?;
            grey = sized;
        }
        let grey = brightened(grey)?;
        let (keypoints, descriptors) = self.features(&grey)?;
        let fewest = self.config.fewest_matches;
        if keypoints.len() < fewest {
            return Ok(Votes {
                votes: Vec::new(),
                fewest,
                stretch,
            });
        }
        let mut matches = Vector::<Vector<DMatch>>::new();
        self.matcher.knn_match(
            &descriptors,
            &mut matches,
            self.config.neighbours,
            &opencv::core::no_array(),
            false,
        )?;
        let from = point2(f64::from(part.x), f64::from(part.y) * stretch);
        let votes = self.votes(&keypoints, &matches, shrink, from);
        Ok(Votes {
            votes,
            fewest,
            stretch,
        })
    }

    /// The strongest features of a grey picture.
    ///
    /// They are looked for part by part: their scale space takes 700 MB for 3 megapixels at once.
    fn features(&mut self, grey: &Mat) -> opencv::Result<(Vector<KeyPoint>, Mat)> {
        let whole = Rect::new(0, 0, grey.cols(), grey.rows());
        if whole.width.max(whole.height) <= PART_PX {
            return detect(&mut self.sift, grey);
        }
        let mut all: Vec<(KeyPoint, Mat)> = Vec::new();
        for part in parts(whole.size(), PART_PX) {
            let around = Rect::new(
                part.x - BESIDE_PX,
                part.y - BESIDE_PX,
                part.width + 2 * BESIDE_PX,
                part.height + 2 * BESIDE_PX,
            ) & whole;
            let seen = Mat::roi(grey, around)?.try_clone()?;
            let (keypoints, descriptors) = detect(&mut self.sift, &seen)?;
            for (row, mut keypoint) in keypoints.iter().enumerate() {
                let at = keypoint.pt();
                let at = Point2f::new(at.x + around.x as f32, at.y + around.y as f32);
                if part.contains(Point::new(at.x as i32, at.y as i32)) {
                    keypoint.set_pt(at);
                    all.push((keypoint, descriptors.row(row as i32)?.try_clone()?));
                }
            }
        }
        all.sort_by(|a, b| b.0.response().total_cmp(&a.0.response()));
        all.truncate(self.config.features as usize);
        let (mut keypoints, mut rows) = (Vector::new(), Vector::<Mat>::new());
        for (keypoint, row) in all {
            keypoints.push(keypoint);
            rows.push(row);
        }
        let mut descriptors = Mat::default();
        if !rows.is_empty() {
            opencv::core::vconcat(&rows, &mut descriptors)?;
        }
        Ok((keypoints, descriptors))
    }

    fn votes(
        &self,
        keypoints: &Vector<KeyPoint>,
        matches: &Vector<Vector<DMatch>>,
        shrink: f64,
        from: ImagePoint,
    ) -> Vec<Vote> {
        let mut votes = Vec::new();
        for list in matches {
            let Ok(best) = list.get(0) else { continue };
            for m in &list {
                // A neighbour much worse than the best is another piece of art.
                if m.distance > best.distance * 1.25 || m.distance > 330.0 {
                    continue;
                }
                let Ok(keypoint) = keypoints.get(m.query_idx as usize) else {
                    continue;
                };
                let Some(face) = self.points.get(m.train_idx as usize) else {
                    continue;
                };
                let side = f64::from(keypoint.size()) / f64::from(face.size) / shrink;
                let turn = f64::from(keypoint.angle()) - f64::from(face.angle);
                let (sin, cos) = turn.to_radians().sin_cos();
                let image = point2(
                    f64::from(keypoint.pt().x) / shrink + from.x,
                    f64::from(keypoint.pt().y) / shrink + from.y,
                );
                let [x, y] = face.at.map(f64::from);
                let on_face = point2(x, y);
                votes.push(Vote {
                    centre: image - vec2(cos * x - sin * y, sin * x + cos * y) * side,
                    side,
                    turn,
                    feature: m.query_idx as usize,
                    on_face,
                    in_image: image,
                });
            }
        }
        votes
    }
}

/// A picture cut into parts of nearly one size, none longer than `most`.
fn parts(whole: Size, most: i32) -> Vec<Rect> {
    let cuts = |side: i32| {
        let count = (side + most - 1) / most;
        (0..count).map(move |n| [side * n / count, side * (n + 1) / count])
    };
    let rows = cuts(whole.height);
    rows.flat_map(|[top, bottom]| {
        cuts(whole.width).map(move |[left, right]| Rect::new(left, top, right - left, bottom - top))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_a_picture_once() {
        let size = Size::new(2001, 750);
        let parts = parts(size, 1000);
        assert_eq!(parts.len(), 3);
        assert_eq!(parts.iter().map(|p| p.area()).sum::<i32>(), size.area());
        assert!(parts.iter().all(|p| p.width <= 1000));
    }

    #[test]
    fn the_same_pack_finds_the_same_tiles_every_time() -> opencv::Result<()> {
        let catalogue = carcassonne::catalogue::Catalogue::bundled();
        let pack = crate::testing::drawn_pack(&catalogue);
        let face = &pack.pictures[3].image;
        let size = Size::new(150, 150);
        let picture = cv::resized(face, size, imgproc::INTER_AREA)?;
        let whole = Rect::new(0, 0, picture.cols(), picture.rows());
        let mut found = Vec::new();
        for seed in [3, 4] {
            // Whatever was drawn at random before.
            opencv::core::set_rng_seed(seed)?;
            let mut finder = Finder::new(&pack, FinderConfig::default())?;
            let votes = finder.look(&picture, whole, 1.0)?.votes;
            found.push(
                votes
                    .iter()
                    .map(|v| (v.feature, v.centre))
                    .collect::<Vec<_>>(),
            );
        }
        assert!(found[0].len() > 20, "{} votes", found[0].len());
        assert_eq!(found[0], found[1]);
        Ok(())
    }

    #[test]
    fn a_dim_picture_tells_nearly_as_much_as_a_lit_one() -> opencv::Result<()> {
        let catalogue = carcassonne::catalogue::Catalogue::bundled();
        let pack = crate::testing::drawn_pack(&catalogue);
        let face = &pack.pictures[3].image;
        let lit = cv::resized(face, Size::new(150, 150), imgproc::INTER_AREA)?;
        let dim = cv::retyped(&lit, opencv::core::CV_8U, 0.3, 0.0)?;
        let mut finder = Finder::new(&pack, FinderConfig::default())?;
        let whole = Rect::new(0, 0, lit.cols(), lit.rows());
        let [lit, dim] = [
            finder.look(&lit, whole, 1.0)?,
            finder.look(&dim, whole, 1.0)?,
        ]
        .map(|votes| votes.votes.len());
        assert!(10 * dim > 8 * lit, "{dim} for {lit}");
        Ok(())
    }
}
