//! A picture's colours, small, and how they are counted: histograms over Lab.
//!
//! What [`crate::tiles::presence`] tells tile from table by, and [`crate::tiles::occlusion::printed`] print from what
//! stands on it. Counts only; knows no tiles.

use calibration::space::ImageCorners;
use opencv::core::{Mat, Point, Rect, Scalar, Size, ToInputArray, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Longer side of the picture that colours are counted in, pixels.
const SIDE_PX: i32 = 640;
/// Lab histogram bins: lightness coarse, since light varies over a table; hue and chroma fine.
pub(crate) const BINS: [usize; 3] = [8, 32, 32];

/// A picture's colours in Lab, small: as many pixels as are counted.
#[derive(Clone)]
pub struct Colours {
    pub(crate) lab: Mat,
    /// Its size as a share of the picture's.
    pub(crate) shrink: f64,
}

impl Colours {
    /// Those of a BGR picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn of(picture: &Mat) -> opencv::Result<Self> {
        let shrink = (f64::from(SIDE_PX) / f64::from(picture.cols().max(picture.rows()))).min(1.0);
        Ok(Self {
            lab: lab(picture, shrink)?,
            shrink,
        })
    }
}

/// Calls `see` with each pixel within a polygon.
pub(crate) fn for_each_pixel(
    lab: &Mat,
    polygon: &Vector<Point>,
    mut see: impl FnMut(&Vec3b),
) -> opencv::Result<()> {
    let frame = Rect::new(0, 0, lab.cols(), lab.rows());
    let area = imgproc::bounding_rect(polygon)? & frame;
    if area.width <= 0 || area.height <= 0 {
        return Ok(());
    }
    let mut mask =
        Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    let shift = Point::new(-area.x, -area.y);
    imgproc::fill_convex_poly(
        &mut mask,
        &polygon.iter().map(|p| p + shift).collect::<Vector<Point>>(),
        Scalar::all(255.0),
        imgproc::LINE_8,
        0,
    )?;
    for y in 0..area.height {
        let marks = mask.at_row::<u8>(y)?;
        let pixels = lab.at_row::<Vec3b>(y + area.y)?;
        for (mark, pixel) in marks.iter().zip(&pixels[area.x as usize..]) {
            if *mark > 0 {
                see(pixel);
            }
        }
    }
    Ok(())
}

/// A picture's colours in Lab, `shrink` times its size.
pub(crate) fn lab(picture: &impl ToInputArray, shrink: f64) -> opencv::Result<Mat> {
    let mut small = Mat::default();
    let auto = Size::default();
    imgproc::resize(
        picture,
        &mut small,
        auto,
        shrink,
        shrink,
        imgproc::INTER_AREA,
    )?;
    let lab = cv::converted(&small, imgproc::COLOR_BGR2Lab)?;
    Ok(lab)
}

pub(crate) fn polygon(corners: &ImageCorners, shrink: f64) -> Vector<Point> {
    corners
        .iter()
        .map(|corner| cv::pixel(*corner * shrink))
        .collect()
}

pub(crate) fn bin(pixel: &Vec3b) -> usize {
    let i = |c: usize| usize::from(pixel[c]) * BINS[c] / 256;
    (i(0) * BINS[1] + i(1)) * BINS[2] + i(2)
}

/// Blurs the hue planes a little: neighbouring colours are the same material in other light.
pub(crate) fn smooth(counts: &mut [f32]) -> opencv::Result<()> {
    for plane in counts.chunks_exact_mut(BINS[1] * BINS[2]) {
        let source = Mat::from_slice(plane)?;
        let source = source.reshape(1, BINS[1] as i32)?;
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&source, &mut soft, Size::new(5, 5), 1.0)?;
        plane.copy_from_slice(soft.data_typed()?);
    }
    Ok(())
}
