//! The table as it was before the last move: what looks as it did then is no new tile.
//!
//! A grain can look like a road and a checked cloth like a row of fields, but neither comes
//! and goes. Between frames and [`crate::reader`]: knows pictures and places, neither faces nor
//! the board, and never says what a place shows, only whether it showed the same before.

use calibration::Homography;
use calibration::space::{Image, ImageCorners, point2, vec2};
use opencv::core::{Mat, Rect, Scalar, Size, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::gate::RegionPx;
use crate::gate::light::Change;
use crate::picture::pyramid::Pyramid;

/// Side of a thumbnail, pixels: a meeple still covers at least eight of them.
const THUMB_PX: i32 = 16;
/// Mean difference of thumbnails (grey levels, light evened out) from which they show different
/// things: noise of cheap webcams stays under 3.
const MEAN_CHANGE: f32 = 4.0;
/// Difference of single pixels that counts as changed, and how many of them.
const PIXEL_CHANGE: f32 = 22.0;
const PIXELS_CHANGED: usize = 5;
/// Difference of single pixels from which something may cover them, and the share of a place
/// that a tile lying there must change. What stands beside the place and leans over it, the
/// rim and the shadow of the next tile change up to a quarter.
const COVER_CHANGE: f32 = 12.0;
const COVERED: f32 = 0.35;
/// Change of brightness over which the light has changed: cheap lamps flicker by 4 in a hundred.
const OTHER_LIGHT: f32 = 0.05;
/// How far a place may be off in a picture that was moved after a knock, pixels: following the
/// board errs by less beside it.
const MOVED_OFF_PX: f64 = 1.0;

/// What a place looks like, small: enough to tell that something else lies there.
#[derive(Clone, Debug)]
pub struct Thumb(Vec<Vec3b>);

impl Thumb {
    /// The quadrangle `corners` of a picture.
    ///
    /// # Errors
    /// Fails when the corners enclose nothing.
    pub fn of(picture: &Pyramid, corners: ImageCorners) -> opencv::Result<Self> {
        let patch = picture.rectify(corners, THUMB_PX, 0)?;
        Ok(Self(patch.data_typed::<Vec3b>()?.to_vec()))
    }

    /// Whether `newer` shows another thing, if only in a corner; light evened out per channel.
    pub fn differs(&self, newer: &Self) -> bool {
        let mean = |t: &[Vec3b], c: usize| {
            t.iter().map(|p| f32::from(p[c])).sum::<f32>() / t.len().max(1) as f32
        };
        let gain: [f32; 3] = std::array::from_fn(|c| {
            ((mean(&newer.0, c) + 1.0) / (mean(&self.0, c) + 1.0)).clamp(0.6, 1.7)
        });
        let mut sum = 0.0;
        let mut strong = 0;
        for (old, new) in self.0.iter().zip(&newer.0) {
            let d = (0..3)
                .map(|c| (f32::from(old[c]) * gain[c] - f32::from(new[c])).abs())
                .fold(0.0, f32::max);
            sum += d;
            strong += usize::from(d > PIXEL_CHANGE);
        }
        sum / self.0.len().max(1) as f32 > MEAN_CHANGE || strong >= PIXELS_CHANGED
    }

    /// Share of the place where `newer` shows another thing, given how the light changed.
    fn changed(&self, newer: &Self, gain: [f32; 3]) -> f32 {
        let changed = self.0.iter().zip(&newer.0).filter(|(old, new)| {
            (0..3).any(|c| (f32::from(old[c]) * gain[c] - f32::from(new[c])).abs() > COVER_CHANGE)
        });
        changed.count() as f32 / self.0.len().max(1) as f32
    }
}

/// The table before the last move; black where it was never in view.
pub struct Backdrop {
    lay: Pyramid<'static>,
    /// The same after a knock, if the table went along with the board: brought to where the
    /// board now lies.
    went_along: Option<Pyramid<'static>>,
    /// From its light to that of now.
    light: Change,
}

impl Backdrop {
    /// A still picture for comparing `now` with; what rests in `covered` is as in `older`, if
    /// that is known.
    ///
    /// # Errors
    /// Fails when OpenCV does, or when the picture is of another size.
    pub fn of(
        picture: &Mat,
        covered: &[RegionPx],
        older: Option<&Self>,
        now: &Mat,
    ) -> opencv::Result<Self> {
        let mut lay = picture.clone();
        let frame = Rect::new(0, 0, lay.cols(), lay.rows());
        let older = older.map(Self::newest);
        let known = older.filter(|o| o.size() == (lay.cols(), lay.rows()));
        for region in covered {
            let (width, height) = (region.right - region.left, region.bottom - region.top);
            let area = Rect::new(region.left, region.top, width, height) & frame;
            if area.width <= 0 || area.height <= 0 {
                continue;
            }
            let mut hidden = Mat::roi_mut(&mut lay, area)?;
            match known {
                Some(older) => Mat::roi(older.picture(), area)?.copy_to(&mut hidden)?,
                None => drop(hidden.set_to_def(&Scalar::all(0.0))?),
            }
        }
        Ok(Self {
            light: Change::between(picture, now)?,
            lay: Pyramid::owning(lay)?,
            went_along: None,
        })
    }

    /// Whether the light of now is another.
    pub fn is_lit_otherwise(&self) -> bool {
        let (width, height) = self.lay.size();
        let ends = [(0, 0), (width, 0), (width, height), (0, height)];
        let gains = ends.map(|(x, y)| self.light.gain(point2(f64::from(x), f64::from(y))));
        let gains = gains.as_flattened();
        gains.iter().any(|gain| (gain - 1.0).abs() > OTHER_LIGHT)
    }

    /// The picture as it was, brought to where the board now lies.
    pub(crate) fn newest(&self) -> &Pyramid<'static> {
        self.went_along.as_ref().unwrap_or(&self.lay)
    }

    /// The board was seen to move as `map` says: a knocked camera takes the table along, a
    /// pushed board leaves it.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn moved(&mut self, map: &Homography<Image, Image>) -> opencv::Result<()> {
        let Some(back) = map.inverse() else {
            return Ok(());
        };
        let picture = self.newest();
        let (width, height) = picture.size();
        let along = cv::warped(
            picture.picture(),
            &back.to_mat()?,
            Size::new(width, height),
            imgproc::INTER_LINEAR | imgproc::WARP_INVERSE_MAP,
            opencv::core::BORDER_CONSTANT,
            Scalar::all(0.0),
        )?;
        self.went_along = Some(Pyramid::owning(along)?);
        Ok(())
    }

    /// What a place showed before the move.
    ///
    /// # Errors
    /// Fails when the corners enclose nothing.
    pub fn before(&self, corners: ImageCorners) -> opencv::Result<Thumb> {
        Thumb::of(self.newest(), corners)
    }

    /// Whether no tile can have come to `corners`, which now look like `now`: most of the place
    /// shows what it showed before.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn shows(&self, now: &Thumb, corners: ImageCorners) -> opencv::Result<bool> {
        let gain = self.light.gain(corners[0]);
        let same = |picture: &Pyramid, corners: ImageCorners| -> opencv::Result<bool> {
            let before = Thumb::of(picture, corners)?;
            Ok(before.changed(now, gain) < COVERED || !before.differs(now))
        };
        if same(&self.lay, corners)? {
            return Ok(true);
        }
        let Some(along) = &self.went_along else {
            return Ok(false);
        };
        for dy in [0.0, -MOVED_OFF_PX, MOVED_OFF_PX] {
            for dx in [0.0, -MOVED_OFF_PX, MOVED_OFF_PX] {
                if same(along, corners.map(|corner| corner + vec2(dx, dy)))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
