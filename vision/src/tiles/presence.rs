//! Whether a cell holds a tile or shows the table, judged by this table's own colours.
//!
//! Likeness alone cannot tell a dim tile of another print from wood with a grain that looks like
//! a road. Once some cells are surely tiles, their colours and the colours around the board are
//! known, and every other cell is judged by the mean log ratio of the two histograms
//! (naive Bayes over pixels). Knows nothing of faces.

use calibration::space::{ImageCorners, middle, vec2};
use opencv::core::{Mat, Point, Rect, Scalar, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::picture::colours::{BINS, Colours, bin, for_each_pixel, lab, polygon, smooth};
use crate::picture::illumination::{Illumination, bounded, lit};

/// Pixels taken as seen in every bin beforehand, as a share of the pixels counted.
const PRIOR: f32 = 0.000_02;
/// A single pixel's log ratio is not trusted beyond this.
const CLIP: f32 = 3.0;
/// Colours of this table: tiles against everything else.
pub struct Presence {
    /// Under even light.
    colours: Colours,
    light: Illumination,
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
        let tiles = cells.iter().filter(|(_, known)| *known == Known::Tile);
        let light = illumination(colours, tiles.map(|(corners, _)| corners))?;
        let colours = evened(colours, &light)?;
        let Colours { lab, shrink } = &colours;
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
            colours,
            light,
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
        // Of what shows so flat no pixel would be left.
        if f64::from(area.width.min(area.height)) * shrink <= 0.5 {
            return Ok(0.0);
        }
        let mut lab = lab(&Mat::roi(picture, area)?, shrink)?;
        self.even(&mut lab, corners)?;
        let corners = corners.map(|p| p - vec2(f64::from(area.x), f64::from(area.y)));
        self.mean(&lab, &polygon(&corners, shrink))
    }

    /// The colours of a BGR patch of what lies within corners, in Lab, under even light.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn lab_of(&self, patch: &Mat, corners: &ImageCorners) -> opencv::Result<Mat> {
        let mut lab = cv::converted(patch, imgproc::COLOR_BGR2Lab)?;
        self.even(&mut lab, corners)?;
        Ok(lab)
    }

    /// Brings what was seen within corners, in Lab, into even light.
    fn even(&self, lab: &mut Mat, corners: &ImageCorners) -> opencv::Result<()> {
        if self.light.is_even() {
            return Ok(());
        }
        let gain = self.light.gain(middle(corners).to_array());
        for pixel in lab.data_typed_mut::<Vec3b>()? {
            *pixel = lit(*pixel, gain);
        }
        Ok(())
    }

    /// The picture's colours under even light.
    pub(crate) fn colours(&self) -> &Colours {
        &self.colours
    }

    /// Mean log ratio of tile against table over those pixels of a patch in Lab ([`Self::lab_of`]),
    /// −3…3; 0 for none.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn log_ratio_of(&self, lab: &Mat, of: &[bool]) -> opencv::Result<f32> {
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

/// The light over the picture, by tiles within those corners: the median lightness of each.
fn illumination<'a>(
    colours: &Colours,
    tiles: impl Iterator<Item = &'a ImageCorners>,
) -> opencv::Result<Illumination> {
    let Colours { lab, shrink } = colours;
    let mut places = Vec::new();
    for corners in tiles {
        let mut seen: Vec<u8> = Vec::new();
        for_each_pixel(lab, &polygon(corners, *shrink), |pixel| seen.push(pixel[0]))?;
        seen.sort_unstable();
        let median = seen.get(seen.len() / 2).filter(|light| **light > 0);
        places.extend(median.map(|light| (middle(corners).to_array(), f64::from(*light).ln())));
    }
    let longest = f64::from(lab.cols().max(lab.rows())) / shrink;
    Illumination::of(&places, longest)
}

/// A picture's colours under even light.
fn evened(colours: &Colours, light: &Illumination) -> opencv::Result<Colours> {
    let mut even = colours.clone();
    if !light.is_even() {
        let places = |side: i32| (0..side).map(|at| f64::from(at) / colours.shrink);
        let columns = light.factors(0, places(even.lab.cols()));
        let rows = light.factors(1, places(even.lab.rows()));
        for (y, row) in rows.iter().enumerate() {
            let pixels = even.lab.at_row_mut::<Vec3b>(y as i32)?;
            for (pixel, column) in pixels.iter_mut().zip(&columns) {
                *pixel = lit(*pixel, bounded(row * column));
            }
        }
    }
    Ok(even)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space;
    use opencv::core::CV_8UC3;

    const SIDE: f64 = 60.0;

    /// Green tiles in a row on a brown table, each in less light than the last; their corners, and those of
    /// a place without one in the light of the last.
    fn table(tiles: u32) -> (Mat, Vec<ImageCorners>, ImageCorners) {
        let side = SIDE as i32;
        let (width, height) = (side * tiles as i32, 3 * side);
        let mut picture =
            Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::all(0.0)).unwrap();
        let place = |n: u32, row: f64| {
            let off = vec2(SIDE * f64::from(n), SIDE * row);
            space::square(0.0, SIDE - 1.0).map(|corner| corner + off)
        };
        let mut corners = Vec::new();
        for n in 0..tiles {
            let light = 0.9f64.powi(n as i32);
            for (row, colour) in [(0, [40, 80, 130]), (1, [60, 180, 130]), (2, [40, 80, 130])] {
                let [blue, green, red] = colour.map(f64::from);
                let at = Rect::new(side * n as i32, row * side, side, side);
                let colour = Scalar::new(blue, green, red, 0.0) * light;
                imgproc::rectangle(&mut picture, at, colour, -1, imgproc::LINE_8, 0).unwrap();
            }
            corners.push(place(n, 1.0));
        }
        (picture, corners, place(tiles - 1, 0.0))
    }

    #[test]
    fn a_tile_far_from_the_lamp_has_the_colours_of_those_near_it() {
        let (picture, corners, bare) = table(12);
        let last = corners.len() - 1;
        let known = |near: usize| {
            let mark = |(n, at): (usize, &ImageCorners)| {
                (
                    *at,
                    if n < near {
                        Known::Tile
                    } else {
                        Known::Unclear
                    },
                )
            };
            corners.iter().enumerate().map(mark).collect::<Vec<_>>()
        };
        let colours = Colours::of(&picture).unwrap();
        let presence = Presence::learn(&colours, &known(9)).unwrap();
        let of = |at: &ImageCorners| presence.log_ratio(at).unwrap();
        assert!(of(&corners[last]) > 1.5, "{}", of(&corners[last]));
        assert!(of(&bare) < -2.0, "{}", of(&bare));
        // The same of a later picture, and of a part of one.
        let later = presence.log_ratio_in(&picture, &corners[last]).unwrap();
        assert!(later > 1.5, "{later}");
        let tile = Rect::new(
            last as i32 * SIDE as i32,
            SIDE as i32,
            SIDE as i32,
            SIDE as i32,
        );
        let patch = Mat::roi(&picture, tile).unwrap().try_clone().unwrap();
        let lab = presence.lab_of(&patch, &corners[last]).unwrap();
        let all = vec![true; (SIDE * SIDE) as usize];
        let part = presence.log_ratio_of(&lab, &all).unwrap();
        assert!(part > 1.5, "{part}");
    }

    #[test]
    fn a_cell_seen_edge_on_in_a_large_picture_says_nothing() {
        let (picture, corners, _) = table(2);
        let colours = Colours::of(&picture).unwrap();
        let mut presence = Presence::learn(&colours, &[(corners[0], Known::Tile)]).unwrap();
        // As if colours were counted in a fifth of the picture's size.
        presence.colours.shrink = 0.2;
        let flat = [(10.0, 70.0), (50.0, 70.0), (50.0, 71.0), (10.0, 71.0)];
        let flat = flat.map(|(x, y)| space::point2(x, y));
        assert_eq!(presence.log_ratio_in(&picture, &flat).unwrap(), 0.0);
    }
}
