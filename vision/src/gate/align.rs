//! Tells a knocked camera (or table) from an arm: does one shift and turn carry most of the
//! old picture onto the new one?
//!
//! Corners of the old picture are tracked into the new one (Lucas–Kanade, Bouguet 2000) and a
//! similarity and, for a camera that looks from the side, a projective map are fitted by RANSAC. Runs only on frames that already look foreign, a few
//! milliseconds each; a quiet table never gets here.

use calibration::Homography;
use calibration::space::{Image, ImageCorners, ImagePoint, apart, point2};
use opencv::core::{
    self, Mat, MatTraitConst, Point2f, Rect, Scalar, Size, TermCriteria, TermCriteria_Type, Vector,
};
use opencv::{calib3d, imgproc, video};

use crate::cv;

/// How the view changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewMove {
    /// The picture moved as a whole: the map takes pixels of the last still frame to pixels of
    /// this one. Good to about 2 px; the reader refines it on the tiles.
    Shifted(Homography<Image, Image>),
    /// Nothing of the old view was found again.
    Unknown,
}

/// Corners to track: enough that ten lie off any arm.
const CORNERS: i32 = 200;

/// Share of the tracked corners that must agree on one move. A table half covered by an arm
/// has the other half standing still, which outvotes any move.
const AGREE_SHARE: f64 = 0.5;

/// Fewest corners worth a vote.
const MIN_INLIERS: i32 = 12;

/// Tolerance of that agreement, small-picture pixels: perspective bends a knock by about
/// this much against a similarity.
const TOLERANCE_PX: f64 = 1.5;

/// By how large a share of the corners more must agree on a map in perspective: fewer may be
/// chance, and it errs by much where there are no corners.
const PERSPECTIVE_SHARE: f64 = 0.1;

/// Moves below this, small-picture pixels at the picture's corners, are none.
const SMALLEST_MOVE_PX: f64 = 0.3;

impl ViewMove {
    pub(super) fn scaled(self, scale: f64) -> Self {
        match self {
            Self::Shifted(map) => {
                let (larger, smaller) = (
                    Homography::scaling(scale),
                    Homography::scaling(scale.recip()),
                );
                Self::Shifted(larger.after(&map).after(&smaller))
            }
            Self::Unknown => Self::Unknown,
        }
    }

    /// The moved picture. What came into view is not known and looks like its rim.
    pub(super) fn moved(self, picture: &Mat) -> Result<Mat, opencv::Error> {
        let Self::Shifted(map) = self else {
            return picture.try_clone();
        };
        let (linear, border) = (imgproc::INTER_LINEAR, core::BORDER_REPLICATE);
        let (size, none) = (picture.size()?, Scalar::default());
        cv::warped(picture, &map.to_mat()?, size, linear, border, none)
    }

    /// The part of the moved picture that is known all over, and which part of the new
    /// picture that is.
    pub(super) fn apply(self, picture: &Mat) -> Result<(Mat, Rect), opencv::Error> {
        let size = picture.size()?;
        let moved = self.moved(picture)?;
        let Self::Shifted(map) = self else {
            return Ok((moved, Rect::new(0, 0, size.width, size.height)));
        };
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let [nw, ne, se, sw] = corners_of(width, height).map(|p| map.apply(p));
        // One pixel more, where the interpolation mixes in the border.
        let left = nw.x.max(sw.x).max(0.0).ceil() as i32 + 1;
        let top = nw.y.max(ne.y).max(0.0).ceil() as i32 + 1;
        let right = ne.x.min(se.x).min(width).floor() as i32 - 1;
        let bottom = sw.y.min(se.y).min(height).floor() as i32 - 1;
        let known = Rect::new(left, top, (right - left).max(0), (bottom - top).max(0));
        let part = if known.area() > 0 {
            Mat::roi(&moved, known)?.try_clone()?
        } else {
            moved
        };
        Ok((part, known))
    }
}

/// Finds the move of the whole picture from `old` to `new` (both `CV_8UC1`, same size), in
/// their pixels. `None` when they do not share one, or when it is none.
pub(super) fn find_move(old: &Mat, new: &Mat) -> Result<Option<ViewMove>, opencv::Error> {
    let Some(pairs) = Pairs::tracked(old, new)? else {
        return Ok(None);
    };
    let ends = corners_of(f64::from(old.cols()), f64::from(old.rows()));
    let similar = pairs.similarity()?;
    let mut best = similar.map(|map| (pairs.agree(&map), map));
    if let Some(map) = pairs.perspective() {
        let needed = best.map_or(0.0, |(share, _)| share + PERSPECTIVE_SHARE);
        if pairs.agree(&map) >= needed && is_seen_from_near(&map, &ends) {
            best = Some((pairs.agree(&map), map));
        }
    }
    let Some((_, map)) = best.filter(|(share, _)| *share >= AGREE_SHARE) else {
        return Ok(None);
    };
    let largest = map.drift(&ends);
    Ok((largest >= SMALLEST_MOVE_PX).then_some(ViewMove::Shifted(map)))
}

/// Corners of the old picture, and where they are in the new one.
struct Pairs {
    from: Vector<Point2f>,
    to: Vector<Point2f>,
    /// How many corners the old picture has, found again or not.
    corners: usize,
}

impl Pairs {
    /// Corners of `old` that are found again in `new`; `None` if they are too few to vote.
    fn tracked(old: &Mat, new: &Mat) -> Result<Option<Self>, opencv::Error> {
        let corners = corners_in(old)?;
        if (corners.len() as i32) < MIN_INLIERS {
            return Ok(None);
        }
        let mut tracked = Vector::<Point2f>::new();
        let (mut status, mut error) = (Vector::<u8>::new(), Vector::<f32>::new());
        // Four halvings of the picture with a window of 15 follow moves up to a tenth of it.
        let stop = TermCriteria::new(
            TermCriteria_Type::COUNT as i32 + TermCriteria_Type::EPS as i32,
            20,
            0.03,
        )?;
        video::calc_optical_flow_pyr_lk(
            old,
            new,
            &corners,
            &mut tracked,
            &mut status,
            &mut error,
            Size::new(15, 15),
            4,
            stop,
            0,
            1e-4,
        )?;
        let (mut from, mut to) = (Vector::new(), Vector::new());
        for ((corner, target), found) in corners.iter().zip(&tracked).zip(&status) {
            if found == 1 {
                from.push(corner);
                to.push(target);
            }
        }
        let enough = from.len() as i32 >= MIN_INLIERS;
        let corners = corners.len();
        Ok(enough.then_some(Self { from, to, corners }))
    }

    /// Both as places in their pictures.
    fn places(&self) -> [Vec<ImagePoint>; 2] {
        [&self.from, &self.to].map(|points| points.iter().map(cv::place).collect())
    }

    /// The shift, turn and size that most agree on.
    fn similarity(&self) -> Result<Option<Homography<Image, Image>>, opencv::Error> {
        let mut inliers = Mat::default();
        let matrix = calib3d::estimate_affine_partial_2d(
            &self.from,
            &self.to,
            &mut inliers,
            calib3d::RANSAC,
            TOLERANCE_PX,
            500,
            0.99,
            10,
        )?;
        if matrix.empty() {
            return Ok(None);
        }
        let mut rows = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        for (y, row) in rows.iter_mut().take(2).enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                *cell = *matrix.at_2d::<f64>(y as i32, x as i32)?;
            }
        }
        Ok(Some(Homography::new(rows)))
    }

    /// The map in perspective that most agree on.
    fn perspective(&self) -> Option<Homography<Image, Image>> {
        let [from, to] = self.places();
        Homography::fit(&from, &to, TOLERANCE_PX).map(|fit| fit.map)
    }

    /// The share of all corners that a map carries where they are found.
    fn agree(&self, map: &Homography<Image, Image>) -> f64 {
        let pairs = self.from.iter().zip(&self.to);
        let near =
            pairs.filter(|(a, b)| map.distance(cv::place(*a), cv::place(*b)) <= TOLERANCE_PX);
        near.count() as f64 / self.corners as f64
    }
}

/// The corners of a picture that are worth tracking.
fn corners_in(picture: &Mat) -> Result<Vector<Point2f>, opencv::Error> {
    let mut corners = Vector::<Point2f>::new();
    let everywhere = core::no_array();
    imgproc::good_features_to_track(
        picture,
        &mut corners,
        CORNERS,
        0.01,
        8.0,
        &everywhere,
        3,
        false,
        0.04,
    )?;
    Ok(corners)
}

/// The corners of a picture of this size.
fn corners_of(width: f64, height: f64) -> ImageCorners {
    [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| point2(x, y))
}

/// Whether a knock can bend the picture as a map does: no side of it to half or twice its length.
fn is_seen_from_near(map: &Homography<Image, Image>, ends: &ImageCorners) -> bool {
    (0..4).all(|i| {
        let (a, b) = (ends[i], ends[(i + 1) % 4]);
        let ratio = apart(map.apply(a), map.apply(b)) / apart(a, b);
        (0.5..2.0).contains(&ratio)
    })
}
