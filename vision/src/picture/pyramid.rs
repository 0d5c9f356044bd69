//! A picture, resampled as if seen from above, with all the detail it has there and no more.
//!
//! A table seen from low is foreshortened: what is two hundred pixels wide may be fifty high. So the
//! copy that is sampled is chosen by the direction with the least detail, and along the other several
//! pixels are averaged into one. Knows no tiles.

use std::borrow::Cow;
use std::sync::OnceLock;

use calibration::space::{self, Image, ImageCorners, Patch, point2, vec2};
use calibration::{Homography, Point};
use opencv::core::{Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::picture::colours::Colours;

/// Shorter side of the smallest copy, pixels, at least.
const SMALLEST_PX: i32 = 300;
/// Side of the squares in which a large target is resampled, pixels: near and far parts of a table
/// differ in detail.
const BLOCK_PX: i32 = 112;
/// Pixels averaged into one each way, at most: a table seen from 15 degrees.
const MAX_SAMPLES: f64 = 4.0;

/// Pixels of a smaller copy, and of a target drawn larger than it will be.
enum Level {}
enum Finer {}

/// A picture with smaller copies.
pub struct Pyramid<'a> {
    picture: Cow<'a, Mat>,
    /// Each half as large as the one before.
    smaller: Vec<Mat>,
    /// The whole picture's, once asked for.
    colours: OnceLock<Colours>,
}

impl<'a> Pyramid<'a> {
    /// Of a BGR picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(picture: &'a Mat) -> opencv::Result<Self> {
        Self::of(Cow::Borrowed(picture))
    }

    /// Of a BGR picture that nobody else needs.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn owning(picture: Mat) -> opencv::Result<Pyramid<'static>> {
        Pyramid::of(Cow::Owned(picture))
    }

    fn of(picture: Cow<'a, Mat>) -> opencv::Result<Self> {
        let mut smaller: Vec<Mat> = Vec::new();
        loop {
            let last = smaller.last().unwrap_or(&picture);
            if last.cols().min(last.rows()) <= SMALLEST_PX {
                break;
            }
            let size = Size::new(last.cols() / 2, last.rows() / 2);
            let half = cv::resized(last, size, imgproc::INTER_AREA)?;
            smaller.push(half);
        }
        Ok(Self {
            picture,
            smaller,
            colours: OnceLock::new(),
        })
    }

    /// The full picture.
    pub fn picture(&self) -> &Mat {
        &self.picture
    }

    /// The picture's colours.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn colours(&self) -> opencv::Result<&Colours> {
        if let Some(colours) = self.colours.get() {
            return Ok(colours);
        }
        let colours = Colours::of(self.picture())?;
        Ok(self.colours.get_or_init(|| colours))
    }

    /// The full picture's size, pixels.
    pub fn size(&self) -> (i32, i32) {
        (self.picture.cols(), self.picture.rows())
    }

    /// The picture resampled through `image_from_target`, `size` pixels.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn warp<Target>(
        &self,
        image_from_target: &Homography<Image, Target>,
        size: Size,
    ) -> opencv::Result<Mat> {
        let black = Scalar::default();
        let mut target = Mat::new_size_with_default(size, opencv::core::CV_8UC3, black)?;
        let whole = Rect::new(0, 0, size.width, size.height);
        for top in (0..size.height).step_by(BLOCK_PX as usize) {
            for left in (0..size.width).step_by(BLOCK_PX as usize) {
                let part = Rect::new(left, top, BLOCK_PX, BLOCK_PX) & whole;
                let here: Homography<Target, Target> =
                    Homography::translation(f64::from(left), f64::from(top));
                let block = self.sampled(&image_from_target.after(&here), part.size())?;
                block.copy_to(&mut Mat::roi_mut(&mut target, part)?)?;
            }
        }
        Ok(target)
    }

    /// The part of the picture inside `corners` (clockwise from what becomes the top left) and
    /// a margin around it, as a square of `side` + 2 × `margin` pixels.
    ///
    /// # Errors
    /// Fails when the corners enclose nothing.
    pub fn rectify(&self, corners: ImageCorners, side: i32, margin: i32) -> opencv::Result<Mat> {
        self.rectified(corners, side, margin)?.ok_or_else(|| {
            let nothing = "corners that enclose nothing".to_owned();
            opencv::Error::new(opencv::core::StsBadArg, nothing)
        })
    }

    /// The same of corners that nobody has looked at; `None` where they enclose nothing.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn rectified(
        &self,
        corners: ImageCorners,
        side: i32,
        margin: i32,
    ) -> opencv::Result<Option<Mat>> {
        let (low, high) = (f64::from(margin), f64::from(margin + side));
        let square = space::square::<Patch>(low, high);
        let Some(map) = Homography::through(square, corners) else {
            return Ok(None);
        };
        let size = Size::new(side + 2 * margin, side + 2 * margin);
        self.sampled(&map, size).map(Some)
    }

    /// The same in one go, with the detail of its middle.
    fn sampled<Target>(
        &self,
        image_from_target: &Homography<Image, Target>,
        size: Size,
    ) -> opencv::Result<Mat> {
        let [x, y] = [size.width, size.height].map(|side| f64::from(side - 1) / 2.0);
        let [short, long] = pixels_per_pixel(image_from_target, point2(x, y));
        let level = (short.log2().floor().max(0.0) as usize).min(self.smaller.len());
        let over = (long / short.max(1.0)).round().clamp(1.0, MAX_SAMPLES);
        let smaller = level.checked_sub(1).map(|n| &self.smaller[n]);
        let picture = smaller.unwrap_or(&self.picture);
        let scale = f64::from(picture.cols()) / f64::from(self.picture.cols());
        let level_from_image: Homography<Level, Image> = resized(scale);
        let target_from_finer: Homography<Target, Finer> = resized(1.0 / over);
        let map = level_from_image.after(image_from_target);
        let map = map.after(&target_from_finer).to_mat()?;
        let fine = [size.width, size.height].map(|side| side * over as i32);
        let finer = cv::warped(
            picture,
            &map,
            Size::new(fine[0], fine[1]),
            imgproc::INTER_LINEAR | imgproc::WARP_INVERSE_MAP,
            opencv::core::BORDER_REPLICATE,
            Scalar::default(),
        )?;
        if over <= 1.0 {
            return Ok(finer);
        }
        let target = cv::resized(&finer, size, imgproc::INTER_AREA)?;
        Ok(target)
    }
}

/// The map from a picture to its copy of `scale` times its size: a pixel's place is its middle.
fn resized<Copy, Picture>(scale: f64) -> Homography<Copy, Picture> {
    let shift = 0.5 * scale - 0.5;
    Homography::new([[scale, 0.0, shift], [0.0, scale, shift], [0.0, 0.0, 1.0]])
}

/// How many of the picture's pixels make one of the target around a place: the shortest and the
/// longest way (the singular values of the map's derivative).
fn pixels_per_pixel<To, From>(map: &Homography<To, From>, place: Point<From>) -> [f64; 2] {
    let along = |step| (map.apply(place + step) - map.apply(place - step)).to_array();
    let ([a, c], [b, d]) = (along(vec2(0.5, 0.0)), along(vec2(0.0, 0.5)));
    let (sum, difference) = ((a + d).hypot(c - b), (a - d).hypot(c + b));
    [(sum - difference).abs() / 2.0, (sum + difference) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::Vec3b;

    #[test]
    fn a_flat_view_has_less_detail_one_way_than_the_other() {
        let flat: Homography<Image, Patch> =
            Homography::new([[4.0, 0.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.0, 1.0]]);
        let [short, long] = pixels_per_pixel(&flat, point2(10.0, 10.0));
        assert!((short - 1.5).abs() < 1e-9 && (long - 4.0).abs() < 1e-9);
    }

    /// Stripes across the direction that is foreshortened, each a few pixels wide.
    #[test]
    fn stripes_of_a_flat_table_do_not_blur_away() -> opencv::Result<()> {
        let (width, height) = (1600, 700);
        let stripe = |i: i32| if i / width / 6 % 2 == 0 { 230 } else { 20 };
        let pixels: Vec<Vec3b> = (0..width * height)
            .map(|i| Vec3b::from_array([stripe(i); 3]))
            .collect();
        let picture = Mat::from_slice(&pixels)?.reshape(3, height)?.try_clone()?;
        let pyramid = Pyramid::new(&picture)?;
        // 400 pixels wide, 96 high: sixteen stripes on 48 pixels.
        let corners = [
            point2(300.0, 300.0),
            point2(700.0, 300.0),
            point2(700.0, 396.0),
            point2(300.0, 396.0),
        ];
        let patch = pyramid.rectify(corners, 48, 0)?;
        let column: Vec<u8> = (0..48)
            .map(|row| Ok(patch.at_2d::<Vec3b>(row, 24)?[1]))
            .collect::<opencv::Result<_>>()?;
        let (light, dark) = (column.iter().max(), column.iter().min());
        assert!(light > Some(&190) && dark < Some(&60), "{column:?}");
        Ok(())
    }

    #[test]
    fn corners_on_a_line_enclose_nothing() -> opencv::Result<()> {
        let grey = Scalar::all(90.0);
        let picture = Mat::new_rows_cols_with_default(60, 200, opencv::core::CV_8UC3, grey)?;
        let pyramid = Pyramid::new(&picture)?;
        let line = [(20.0, 30.0), (140.0, 30.0), (140.0, 30.0), (20.0, 30.0)];
        let line = line.map(|(x, y)| point2(x, y));
        assert!(pyramid.rectified(line, 48, 12)?.is_none());
        assert!(pyramid.rectify(line, 48, 12).is_err());
        Ok(())
    }

    #[test]
    fn far_and_near_parts_of_a_board_meet() -> opencv::Result<()> {
        let (width, height) = (1200, 900);
        let slope = |i: i32| (i % width * 255 / width) as u8;
        let pixels: Vec<Vec3b> = (0..width * height)
            .map(|i| Vec3b::from_array([slope(i); 3]))
            .collect();
        let picture = Mat::from_slice(&pixels)?.reshape(3, height)?.try_clone()?;
        let pyramid = Pyramid::new(&picture)?;
        // Its right side is far: blocks are taken from several copies.
        let corners = [(0.0, 0.0), (1100.0, 380.0), (1100.0, 520.0), (0.0, 890.0)];
        let corners = corners.map(|(x, y)| point2(x, y));
        let map =
            Homography::through(space::square::<Patch>(0.0, 448.0), corners).expect("a quadrangle");
        let board = pyramid.warp(&map, Size::new(448, 448))?;
        for x in 4..444 {
            let seen = map.apply(point2(f64::from(x), 224.0));
            let wanted = seen.x * 255.0 / f64::from(width);
            let seen = f64::from(board.at_2d::<Vec3b>(224, x)?[0]);
            assert!((seen - wanted).abs() < 2.0, "{seen} at {x}, not {wanted}");
        }
        Ok(())
    }
}
