//! Whether a cell holds a tile or shows the table, judged by this table's own colours.
//!
//! Likeness alone cannot tell a dim tile of another print from wood with a grain that looks like
//! a road. Once some cells are surely tiles, their colours and the colours around the board are
//! known, and every other cell is judged by the mean log ratio of the two histograms
//! (naive Bayes over pixels). Knows nothing of faces.

use calibration::space::{ImageCorners, vec2};
use opencv::core::{Mat, Point, Rect, Scalar, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::picture::colours::{BINS, Colours, bin, for_each_pixel, lab, polygon, smooth};

/// Pixels taken as seen in every bin beforehand, as a share of the pixels counted.
const PRIOR: f32 = 0.000_02;
/// A single pixel's log ratio is not trusted beyond this.
const CLIP: f32 = 3.0;
/// Colours of this table: tiles against everything else.
pub struct Presence {
    colours: Colours,
    log_ratio: Vec<f32>,
}

/// What is known about a cell beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Surely a tile.
    Tile,
    /// Perhaps a tile; counts for neither side.
    Unclear,
}

impl Presence {
    /// Learns from `cells` (corners in the picture and what is known); the rest of the picture
    /// counts as table.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn learn(colours: &Colours, cells: &[(ImageCorners, Known)]) -> opencv::Result<Self> {
        let Colours { lab, shrink } = colours;
        let mut mask =
            Mat::new_size_with_default(lab.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
        for known in [Known::Unclear, Known::Tile] {
            for (corners, _) in cells.iter().filter(|(_, k)| *k == known) {
                let value = if known == Known::Tile { 255.0 } else { 128.0 };
                imgproc::fill_convex_poly_def(
                    &mut mask,
                    &polygon(corners, *shrink),
                    Scalar::all(value),
                )?;
            }
        }
        let mut counts = [
            vec![0.0f32; BINS.iter().product()],
            vec![0.0; BINS.iter().product()],
        ];
        let mut totals = [0.0f32; 2];
        for (pixel, mark) in lab
            .data_typed::<Vec3b>()?
            .iter()
            .zip(mask.data_typed::<u8>()?)
        {
            let side = match mark {
                0 => 0,
                255 => 1,
                _ => continue,
            };
            counts[side][bin(pixel)] += 1.0;
            totals[side] += 1.0;
        }
        for counts in &mut counts {
            smooth(counts)?;
        }
        let log_ratio = (0..counts[0].len())
            .map(|i| {
                let share = |s: usize| counts[s][i] / totals[s].max(1.0) + PRIOR;
                (share(1) / share(0)).ln().clamp(-CLIP, CLIP)
            })
            .collect();
        Ok(Self {
            colours: colours.clone(),
            log_ratio,
        })
    }

    /// Mean log ratio of tile against table over a cell's pixels, −3…3; 0 when none is in the
    /// picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn log_ratio(&self, corners: &ImageCorners) -> opencv::Result<f32> {
        self.mean(&self.colours.lab, &polygon(corners, self.colours.shrink))
    }

    /// The same in a later `picture` from the same place.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn log_ratio_in(&self, picture: &Mat, corners: &ImageCorners) -> opencv::Result<f32> {
        let frame = Rect::new(0, 0, picture.cols(), picture.rows());
        let area = imgproc::bounding_rect(&polygon(corners, 1.0))? & frame;
        if area.width <= 0 || area.height <= 0 {
            return Ok(0.0);
        }
        let shrink = self.colours.shrink;
        let lab = lab(&Mat::roi(picture, area)?, shrink)?;
        let corners = corners.map(|p| p - vec2(f64::from(area.x), f64::from(area.y)));
        self.mean(&lab, &polygon(&corners, shrink))
    }

    /// Mean log ratio of tile against table over those pixels of a BGR patch, −3…3; 0 for none.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn log_ratio_of(&self, patch: &Mat, of: &[bool]) -> opencv::Result<f32> {
        let lab = lab(patch, 1.0)?;
        let pixels = lab.data_typed::<Vec3b>()?.iter().zip(of);
        let ratios = pixels.filter(|(_, of)| **of);
        let ratios: Vec<f32> = ratios
            .map(|(pixel, _)| self.log_ratio[bin(pixel)])
            .collect();
        Ok(ratios.iter().sum::<f32>() / ratios.len().max(1) as f32)
    }

    fn mean(&self, lab: &Mat, polygon: &Vector<Point>) -> opencv::Result<f32> {
        let (mut sum, mut count) = (0.0, 0.0);
        for_each_pixel(lab, polygon, |pixel| {
            sum += self.log_ratio[bin(pixel)];
            count += 1.0;
        })?;
        Ok(if count > 0.0 { sum / count } else { 0.0 })
    }
}
