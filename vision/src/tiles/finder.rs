//! Finds tiles in a picture from nothing: no marker, no click, any turn, strong perspective.
//!
//! Scale-invariant features of the picture are matched to those of the pack's faces; every match
//! votes for a tile's centre, turn and size (Lowe 2004, section 7.3), matches of different faces
//! together, because a piece of city wall or a road end lies at the same place on many faces and
//! on other prints of one edition. Clusters of votes become homographies by RANSAC. What comes
//! out are outlines of tiles, not names: [`crate::tiles::model`] names them at the lattice's pose.
//!
//! Costs about half a second: for starting and for recovery, never per frame.

use std::collections::HashMap;

use calibration::space::{self, Face, FacePoint, Image, ImageCorners, ImagePoint};
use calibration::space::{apart, middle, point2, vec2};
use calibration::{Fit, Homography, Offset};
use opencv::core::{DMatch, KeyPoint, Mat, Point, Point2f, Ptr, Rect, Size, Vector};
use opencv::features2d::{FlannBasedMatcher, SIFT};
use opencv::flann;
use opencv::imgproc;
use opencv::prelude::*;

use crate::pack::learnt::numbers;
use crate::pack::{FACE_PX, Pack};

/// Seed of the search trees.
const SEED: i32 = 1;
/// Numbers of a SIFT descriptor.
const DESCRIPTOR: usize = 128;

/// Clusters tried, strongest first: 72 tiles and as many doubles; what comes later is chance.
const CLUSTERS: usize = 300;
/// The same in a thorough search: where many tiles repeat each other's prints, the strongest
/// clusters are doubles of a few.
const MOST_CLUSTERS: usize = 3000;

/// Longest side of a part in which features are looked for, and how much around it is looked at with
/// it, pixels: larger features than twice that are few.
const PART_PX: i32 = 1000;
const BESIDE_PX: i32 = 48;

/// How far from where they belong the features of a tile may lie, as a share of its side, and
/// how far if its perspective is left out: seen obliquely from eight tiles away, its far side is
/// a tenth shorter than its near one.
const TOLERANCE: f64 = 0.05;
const NEARBY: f64 = 0.08;

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

/// An outline of a tile, without a name.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Corners in the picture, pixels; clockwise, beginning anywhere.
    pub corners: ImageCorners,
    /// How many matches agree on it.
    pub matches: usize,
}

impl Outline {
    /// Where the diagonals meet: the image of the tile's centre.
    pub fn centre(&self) -> ImagePoint {
        match Homography::through(space::square::<Face>(0.0, 1.0), self.corners) {
            Some(map) => map.apply(point2(0.5, 0.5)),
            None => middle(&self.corners),
        }
    }

    /// The parallelogram nearest to its corners: how a single tile looks but for its perspective,
    /// which over one tile is less than the corners err by.
    pub fn flat(&self) -> ImageCorners {
        let [a, b, c, d] = self.corners;
        let centre = middle(&self.corners);
        let along = (b - a + c.to_vector() - d.to_vector()) / 4.0;
        let down = (d - a + c.to_vector() - b.to_vector()) / 4.0;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| centre + along * x + down * y)
    }
}

/// The features of a pack's faces.
pub(crate) struct Features {
    points: Vec<OnFace>,
    /// One row each, 8 bits a number: SIFT rounds its histograms to these.
    descriptors: Mat,
}

impl Features {
    /// Describes the faces of `pack`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of(pack: &Pack) -> opencv::Result<Self> {
        let mut sift = SIFT::create_def()?;
        let mut all = Vector::<Mat>::new();
        let mut points = Vec::new();
        for picture in &pack.pictures {
            let mut grey = Mat::default();
            imgproc::cvt_color_def(&picture.image, &mut grey, imgproc::COLOR_BGR2GRAY)?;
            let (keypoints, descriptors) = detect(&mut sift, &grey)?;
            let side = FACE_PX as f32;
            points.extend(keypoints.iter().map(|keypoint| OnFace {
                at: [keypoint.pt().x, keypoint.pt().y].map(|v| v / side - 0.5),
                size: keypoint.size() / side,
                angle: keypoint.angle(),
            }));
            if !keypoints.is_empty() {
                all.push(descriptors);
            }
        }
        let (mut joined, mut descriptors) = (Mat::default(), Mat::default());
        opencv::core::vconcat(&all, &mut joined)?;
        joined.convert_to(&mut descriptors, opencv::core::CV_8U, 1.0, 0.0)?;
        Ok(Self {
            points,
            descriptors,
        })
    }

    /// Appends them to a file.
    ///
    /// # Errors
    /// Fails when there are more than any pack has.
    pub(crate) fn write(&self, into: &mut Vec<u8>) -> std::io::Result<()> {
        numbers::put_count(into, self.points.len())?;
        for point in &self.points {
            let [x, y] = point.at;
            numbers::put_floats(into, [x, y, point.size, point.angle]);
        }
        let bytes = self.descriptors.data_bytes();
        into.extend(bytes.map_err(std::io::Error::other)?);
        Ok(())
    }

    /// Takes them from a file.
    pub(crate) fn read(from: &mut numbers::Reading<'_>) -> Option<Self> {
        let count = from.count()?;
        let numbers = from.floats(4 * count)?;
        let (points, _) = numbers.as_chunks::<4>();
        let points = points.iter().map(|&[x, y, size, angle]| OnFace {
            at: [x, y],
            size,
            angle,
        });
        let bytes = from.bytes(count.checked_mul(DESCRIPTOR)?)?;
        let rows = i32::try_from(count).ok()?;
        let flat = Mat::from_slice(bytes).ok()?;
        let descriptors = flat.reshape(1, rows).ok()?.try_clone().ok()?;
        Some(Self {
            points: points.collect(),
            descriptors,
        })
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

/// A feature of a face.
#[derive(Clone, Copy)]
struct OnFace {
    at: [f32; 2],
    size: f32,
    angle: f32,
}

/// One match's opinion: a tile is centred here, of this size and turn.
#[derive(Clone, Copy)]
struct Vote {
    centre: ImagePoint,
    /// Side of the tile, pixels.
    side: f64,
    /// Degrees, clockwise in the picture.
    turn: f64,
    /// Index of the picture's feature.
    feature: usize,
    /// Where on the face, counted from its middle.
    on_face: FacePoint,
    in_image: ImagePoint,
}

/// What a picture's features say of tiles in it.
pub struct Votes {
    votes: Vec<Vote>,
    fewest: usize,
    /// How much higher than the picture they were looked for in.
    stretch: f64,
}

impl Votes {
    /// Outlines of tiles, most supported first; they may overlap and a few may be wrong. A
    /// thorough search takes longer and finds more.
    pub fn outlines(&self, thorough: bool) -> Vec<Outline> {
        let most = if thorough { MOST_CLUSTERS } else { CLUSTERS };
        let mut found = outlines(&self.votes, self.fewest, most);
        for corner in found.iter_mut().flat_map(|outline| &mut outline.corners) {
            corner.y /= self.stretch;
        }
        found
    }
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
        let mut grey = Mat::default();
        let shown = Mat::roi(picture, part)?;
        imgproc::cvt_color_def(&shown, &mut grey, imgproc::COLOR_BGR2GRAY)?;
        let longest = picture.cols().max(picture.rows());
        let shrink = (f64::from(self.config.longest_side_px) / f64::from(longest)).min(1.0);
        if shrink < 1.0 || stretch > 1.0 {
            let mut sized = Mat::default();
            let (size, high) = (Size::default(), shrink * stretch);
            let how = match high > 1.0 {
                true => imgproc::INTER_LINEAR,
                false => imgproc::INTER_AREA,
            };
            imgproc::resize(&grey, &mut sized, size, shrink, high, how)?;
            grey = sized;
        }
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

fn detect(sift: &mut Ptr<SIFT>, grey: &Mat) -> opencv::Result<(Vector<KeyPoint>, Mat)> {
    let mut keypoints = Vector::new();
    let mut descriptors = Mat::default();
    let mask = opencv::core::no_array();
    sift.detect_and_compute(grey, &mask, &mut keypoints, &mut descriptors, false)?;
    Ok((keypoints, descriptors))
}

/// Difference of two turns modulo a quarter, −45…45 degrees.
fn quarter_difference(a: f64, b: f64) -> f64 {
    (a - b + 45.0).rem_euclid(90.0) - 45.0
}

/// Votes gathered in overlapping bins of size, turn and place; strongest bins first become
/// outlines and use their votes up.
fn outlines(votes: &[Vote], fewest: usize, most: usize) -> Vec<Outline> {
    // Half-octave sizes, 22.5° turns modulo a quarter, places a third of a tile apart; each
    // vote goes into the two nearest bins per dimension so that no cluster is split.
    let mut bins: HashMap<[i32; 4], Vec<usize>> = HashMap::new();
    for (index, vote) in votes.iter().enumerate() {
        if !(20.0..2000.0).contains(&vote.side) {
            continue;
        }
        let size = vote.side.log2() * 2.0;
        let turn = vote.turn.rem_euclid(90.0) / 22.5;
        for s in [size.floor(), size.floor() + 1.0] {
            let pitch = (s / 2.0).exp2() * 0.35;
            for t in [turn.floor(), turn.floor() + 1.0] {
                let (x, y) = (vote.centre.x / pitch, vote.centre.y / pitch);
                for bx in [x.floor(), x.floor() + 1.0] {
                    for by in [y.floor(), y.floor() + 1.0] {
                        bins.entry([s as i32, t as i32 % 4, bx as i32, by as i32])
                            .or_default()
                            .push(index);
                    }
                }
            }
        }
    }
    let distinct = |members: &[usize]| {
        let mut features: Vec<usize> = members.iter().map(|&i| votes[i].feature).collect();
        features.sort_unstable();
        features.dedup();
        features.len()
    };
    let mut clusters: Vec<(usize, [i32; 4])> = bins
        .iter()
        .map(|(key, members)| (distinct(members), *key))
        .filter(|&(count, _)| count >= fewest)
        .collect();
    clusters.sort_unstable_by(|a, b| b.cmp(a));
    let mut found: Vec<Outline> = Vec::new();
    let mut used = vec![false; votes.iter().map(|v| v.feature + 1).max().unwrap_or(0)];
    clusters.truncate(most);
    for (_, key) in clusters {
        // What a stronger outline explains is used up, or the bins around it would be tried
        // one after the other.
        let members: Vec<Vote> = bins[&key]
            .iter()
            .map(|&i| votes[i])
            .filter(|v| !used[v.feature])
            .collect();
        let Some(outline) = outline(&members, fewest) else {
            continue;
        };
        if let Some(inside) = inside(&outline) {
            votes
                .iter()
                .filter(|v| inside(v.in_image))
                .for_each(|v| used[v.feature] = true);
        }
        let centre = outline.centre();
        let double = found
            .iter_mut()
            .find(|other| apart(other.centre(), centre) < 0.35 * side_of(&other.corners));
        match double {
            Some(other) if other.matches >= outline.matches => {}
            Some(other) => *other = outline,
            None => found.push(outline),
        }
    }
    found.sort_by_key(|outline| std::cmp::Reverse(outline.matches));
    found
}

/// Whether points lie in an outline.
fn inside(outline: &Outline) -> Option<impl Fn(ImagePoint) -> bool + use<>> {
    let unit = space::square::<Face>(0.0, 1.0);
    let tile_from_image = Homography::through(unit, outline.corners)?.inverse()?;
    Some(move |point| {
        let on_face = tile_from_image.apply(point).to_array();
        on_face.iter().all(|v| (0.0..=1.0).contains(v))
    })
}

/// Mean side of a quadrangle.
pub(crate) fn side_of(corners: &ImageCorners) -> f64 {
    let side = |i: usize| apart(corners[i], corners[(i + 1) % 4]);
    (0..4).map(side).sum::<f64>() / 4.0
}

/// The homography that most votes of a cluster agree on, if it maps a square to something a
/// tile could look like.
fn outline(votes: &[Vote], fewest: usize) -> Option<Outline> {
    let reference = votes.first()?.turn;
    let distinct = |kept: &mut dyn Iterator<Item = usize>| {
        let mut features: Vec<usize> = kept.collect();
        features.sort_unstable();
        features.dedup();
        features.len()
    };
    if distinct(&mut votes.iter().map(|v| v.feature)) < fewest {
        return None;
    }
    let mut from = Vec::with_capacity(votes.len());
    let mut to = Vec::with_capacity(votes.len());
    for vote in votes {
        // All faces are turned into the frame of the first vote, by whole quarters.
        let quarters = ((vote.turn - reference - quarter_difference(vote.turn, reference)) / 90.0)
            .round() as i32;
        let [x, y] = vote.on_face.to_array();
        from.push(match quarters.rem_euclid(4) {
            0 => point2(x, y),
            1 => point2(-y, x),
            2 => point2(-x, -y),
            _ => point2(y, -x),
        });
        to.push(vote.in_image);
    }
    let mut sides: Vec<f64> = votes.iter().map(|v| v.side).collect();
    sides.sort_by(f64::total_cmp);
    let side = sides[sides.len() / 2];
    let explained = |fit: Fit<Image, Face>| {
        let agree = votes.iter().zip(&fit.inliers).filter(|(_, i)| **i);
        let matches = distinct(&mut agree.map(|(v, _)| v.feature));
        let corners = space::square(-0.5, 0.5).map(|corner| fit.map.apply(corner));
        (matches >= fewest && plausible(&corners, side)).then_some(Outline { corners, matches })
    };
    // Most clusters are chance: a quick fit shows it.
    let tolerances = [NEARBY, TOLERANCE].map(|t| t * side);
    explained(Homography::fit_nearby(&from, &to, tolerances, fewest)?)?;
    explained(Homography::fit(&from, &to, TOLERANCE * side)?)
}

/// Whether a quadrangle can be a tile seen from at least 25 degrees above the table: convex,
/// clockwise, sides of like length, of the size that was voted for.
fn plausible(corners: &ImageCorners, side: f64) -> bool {
    let edge = |i: usize| corners[(i + 1) % 4] - corners[i];
    let length = |edge: Offset<Image>| edge.x.hypot(edge.y);
    for i in 0..4 {
        let (a, b) = (edge(i), edge((i + 1) % 4));
        let turn = a.cross(b) / (length(a) * length(b)).max(1e-9);
        // Corners between 25 and 155 degrees.
        if !turn.is_finite() || turn < 0.42 {
            return false;
        }
        let ratio = length(a) / length(edge((i + 2) % 4)).max(1e-9);
        if !(0.7..1.43).contains(&ratio) {
            return false;
        }
    }
    let mean = side_of(corners);
    (0.5..1.6).contains(&(mean / side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_differ_by_less_than_an_eighth() {
        assert!((quarter_difference(100.0, 5.0) - 5.0).abs() < 1e-9);
        assert!((quarter_difference(-80.0, 5.0) - 5.0).abs() < 1e-9);
        assert!((quarter_difference(85.0, 0.0) + 5.0).abs() < 1e-9);
    }

    #[test]
    fn parts_cover_a_picture_once() {
        let size = Size::new(2001, 750);
        let parts = parts(size, 1000);
        assert_eq!(parts.len(), 3);
        assert_eq!(parts.iter().map(|p| p.area()).sum::<i32>(), size.area());
        assert!(parts.iter().all(|p| p.width <= 1000));
    }

    #[test]
    fn a_folded_quadrangle_is_no_tile() {
        let square = space::square(0.0, 100.0);
        assert!(plausible(&square, 100.0));
        let [a, b, c, d] = square;
        let bow_tie = [a, c, b, d];
        assert!(!plausible(&bow_tie, 100.0));
        assert!(!plausible(&square, 30.0));
    }

    #[test]
    fn the_same_pack_finds_the_same_tiles_every_time() -> opencv::Result<()> {
        let catalogue = carcassonne::catalogue::Catalogue::bundled();
        let pack = crate::testing::drawn_pack(&catalogue);
        let face = &pack.pictures[3].image;
        let mut picture = Mat::default();
        let size = Size::new(150, 150);
        imgproc::resize(face, &mut picture, size, 0.0, 0.0, imgproc::INTER_AREA)?;
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
}
