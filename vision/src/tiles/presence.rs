//! Whether a cell holds a tile or shows the table, judged by this table's own colours.
//!
//! Likeness alone cannot tell a dim tile of another print from wood with a grain that looks like
//! a road. Once some cells are surely tiles, their colours and the colours around the board are
//! known, and every other cell is judged by the mean log ratio of the two histograms
//! (naive Bayes over pixels). Knows nothing of faces.

use calibration::space::{ImageCorners, vec2};
use opencv::core::{Mat, Point, Rect, Scalar, Size, ToInputArray, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Longer side of the picture that colours are counted in, pixels.
const SIDE_PX: i32 = 640;
/// Lab histogram bins: lightness coarse, since light varies over a table; hue and chroma fine.
const BINS: [usize; 3] = [8, 32, 32];
/// Pixels taken as seen in every bin beforehand, as a share of the pixels counted.
const PRIOR: f32 = 0.000_02;
/// A single pixel's log ratio is not trusted beyond this.
const CLIP: f32 = 3.0;
/// Share of a tile, on the mean of the tiles that show least of it, that has a colour of the print at
/// least …
const PRINTED: f32 = 0.000_1;
/// … and the share of tiles that may show more of it because figures stand on them.
const UNDER_FIGURES: f32 = 0.2;

/// A picture's colours in Lab, small: as many pixels as are counted.
#[derive(Clone)]
pub struct Colours {
    lab: Mat,
    shrink: f64,
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

/// Colours of this table: tiles against everything else.
pub struct Presence {
    colours: Colours,
    log_ratio: Vec<f32>,
}

/// The colours that the print of this table's tiles shows, each on most of them: what stands on some
/// of them, all pieces of one player even, is none.
pub struct Print {
    /// By histogram bin.
    shows: Vec<bool>,
}

impl Print {
    /// Learns from tiles that surely lie there, by their corners in the picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn of(
        colours: &Colours,
        tiles: impl Iterator<Item = ImageCorners>,
    ) -> opencv::Result<Self> {
        let mut shares: Vec<Vec<f32>> = Vec::new();
        for corners in tiles {
            let mut counts = vec![0.0f32; BINS.iter().product()];
            let mut all = 0.0;
            for_each_pixel(&colours.lab, &polygon(&corners, colours.shrink), |pixel| {
                counts[bin(pixel)] += 1.0;
                all += 1.0;
            })?;
            smooth(&mut counts)?;
            counts
                .iter_mut()
                .for_each(|count| *count /= f32::max(all, 1.0));
            shares.push(counts);
        }
        let bare = shares.len() - (UNDER_FIGURES * shares.len() as f32) as usize;
        let shows = |bin: usize| {
            let mut of_tiles: Vec<f32> = shares.iter().map(|tile| tile[bin]).collect();
            of_tiles.sort_by(f32::total_cmp);
            of_tiles[..bare].iter().sum::<f32>() >= PRINTED * bare as f32
        };
        Ok(Self {
            shows: (0..BINS.iter().product()).map(shows).collect(),
        })
    }

    /// Which pixels of a BGR patch have a colour that it does not show: figures, and some tables.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn hidden(&self, patch: &Mat) -> opencv::Result<Vec<bool>> {
        let lab = lab(patch, 1.0)?;
        let pixels = lab.data_typed::<Vec3b>()?.iter();
        Ok(pixels.map(|pixel| !self.shows[bin(pixel)]).collect())
    }
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

/// Calls `see` with each pixel within a polygon.
fn for_each_pixel(
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
fn lab(picture: &impl ToInputArray, shrink: f64) -> opencv::Result<Mat> {
    let (mut small, mut lab) = (Mat::default(), Mat::default());
    let auto = Size::default();
    imgproc::resize(
        picture,
        &mut small,
        auto,
        shrink,
        shrink,
        imgproc::INTER_AREA,
    )?;
    imgproc::cvt_color_def(&small, &mut lab, imgproc::COLOR_BGR2Lab)?;
    Ok(lab)
}

fn polygon(corners: &ImageCorners, shrink: f64) -> Vector<Point> {
    corners
        .iter()
        .map(|corner| cv::pixel(*corner * shrink))
        .collect()
}

fn bin(pixel: &Vec3b) -> usize {
    let i = |c: usize| usize::from(pixel[c]) * BINS[c] / 256;
    (i(0) * BINS[1] + i(1)) * BINS[2] + i(2)
}

/// Blurs the hue planes a little: neighbouring colours are the same material in other light.
fn smooth(counts: &mut [f32]) -> opencv::Result<()> {
    for plane in counts.chunks_exact_mut(BINS[1] * BINS[2]) {
        let source = Mat::from_slice(plane)?;
        let source = source.reshape(1, BINS[1] as i32)?;
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&source, &mut soft, Size::new(5, 5), 1.0)?;
        plane.copy_from_slice(soft.data_typed()?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space;

    const GRASS: Scalar = Scalar::new(40.0, 160.0, 110.0, 0.0);
    const CITY: Scalar = Scalar::new(90.0, 150.0, 200.0, 0.0);
    const BLACK: Scalar = Scalar::new(20.0, 20.0, 20.0, 0.0);

    /// Ten tiles in a row, a third of each city; black pieces hide a quarter of each of `covered`.
    fn print(covered: std::ops::Range<i32>) -> opencv::Result<Print> {
        let mut picture = Mat::new_rows_cols_with_default(60, 600, opencv::core::CV_8UC3, GRASS)?;
        for n in 0..10 {
            let city = Rect::new(60 * n, 0, 60, 20);
            imgproc::rectangle(&mut picture, city, CITY, -1, imgproc::LINE_8, 0)?;
            if covered.contains(&n) {
                let piece = Rect::new(60 * n + 15, 25, 30, 30);
                imgproc::rectangle(&mut picture, piece, BLACK, -1, imgproc::LINE_8, 0)?;
            }
        }
        let tiles = (0..10).map(|n| {
            let at = space::square(0.0, 59.0);
            at.map(|corner| corner + vec2(60.0 * f64::from(n), 0.0))
        });
        Print::of(&Colours::of(&picture)?, tiles)
    }

    #[test]
    fn pieces_on_a_fifth_of_the_tiles_are_no_print() -> opencv::Result<()> {
        let hidden = |print: &Print, colour: Scalar| -> opencv::Result<bool> {
            let type_ = opencv::core::CV_8UC3;
            let patch = Mat::new_rows_cols_with_default(1, 1, type_, colour)?;
            Ok(print.hidden(&patch)? == [true])
        };
        let print = print(3..5)?;
        assert!(hidden(&print, BLACK)?);
        assert!(!hidden(&print, GRASS)? && !hidden(&print, CITY)?);
        // What so many tiles show belongs to them.
        assert!(!hidden(&self::print(0..6)?, BLACK)?);
        Ok(())
    }
}
