//! White balance by the print: the grey of roads and walls, as the pack has it, tells the colour of
//! the table's light.
//!
//! Paints are told by their hue, and a lamp in the evening turns it: blue wood is then as dark as
//! black and greener than blue, and in shade yellow wood has grass's hue. Each channel is scaled in
//! linear light (von Kries' coefficients) so that what is grey in print is grey in the picture. Only
//! greys are asked, because packs and cameras differ in how strong they show colours. A pack that
//! somebody photographed has a light of its own, told by what is whitest in it: under a purple lamp
//! brown walls would pass for grey. Knows no figures.

use opencv::core::{Mat, Point, Rect, Size, Vec3b, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::lab;
use crate::cv;
use crate::pack::Pack;

/// Chroma up to which a print is grey, and how light it is at least in white light: roads. Darker grey
/// is what a roof's red and grass's green come to where they meet.
const GREY: f32 = 14.0;
const LIGHT: f32 = 75.0;
/// A channel brighter than this is burnt out and tells nothing, one darker is noise.
const CLEAR: std::ops::RangeInclusive<u8> = 8..=250;
/// So many grey pixels at least must be seen, or the light is taken as it is.
const ENOUGH: usize = 20;
/// Of all roads' luminances the share that may be covered; what is darker than this share of the next is
/// not bare: blue wood has 0.26 of a road's, the far side of a table by flash half of the near one's.
const BARE: f64 = 0.8;
const COVERED: f64 = 0.4;
/// A picture's rim is one part in so many of its side.
const RIM: i32 = 12;
/// Width of what is narrower than any road, pixels of the rectified board: 2.5 mm.
const ROAD_PX: i32 = 5;
/// How far a print may lie off its place, pixels of the rectified board, and the step of the search.
const REACH_PX: usize = 6;
const REACH_STEP: usize = 2;
/// Of the pixels of the board, one in so many is asked, as in [`crate::bare`].
const STEP: usize = 7;
/// One pixel in so many of a pack is as light as white print at least: roads and glints on walls.
const WHITEST: usize = 100;
/// A light that is further off white than this factor between two channels is an error.
const STRONGEST: f64 = 4.0;
/// One that is less so is white: the greys of another copy's print differ by up to 1.4 in daylight, by up
/// to 1.8 by flash; candles are 2.8 off. Between these two it is believed in part.
const NEARLY_WHITE: f64 = 1.6;
const SURELY_COLORED: f64 = 2.0;

/// How much green a black body between 2500 and 12,000 K lacks against red, as a share of the blue it
/// lacks, in logarithms; and how far real lamps and other people's greys are off that.
const GREEN_PER_WARM: f64 = 0.42;
const OFF_LIGHT_PER_WARM: f64 = 0.25;
const OFF_LIGHT: f64 = 0.15;

/// Factors for blue, green and red in linear light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance([f64; 3]);

impl Default for Balance {
    /// White light.
    fn default() -> Self {
        Self([1.0; 3])
    }
}

impl Balance {
    /// What makes the lightest of each channel in a pack's pictures white, and as light as can be.
    pub(crate) fn of_pack(pack: &Pack) -> opencv::Result<Self> {
        let mut histograms = [[0usize; 256]; 3];
        for picture in &pack.pictures {
            // Its rim may show the table on which it lay.
            let (width, height) = (picture.image.cols(), picture.image.rows());
            let rim = Point::new(width / RIM, height / RIM);
            let size = Size::new(width - 2 * rim.x, height - 2 * rim.y);
            let inside = Mat::roi(&picture.image, Rect::from_point_size(rim, size))?.try_clone()?;
            for pixel in inside.data_typed::<Vec3b>()?.iter().step_by(STEP) {
                for (c, histogram) in histograms.iter_mut().enumerate() {
                    histogram[usize::from(pixel[c])] += 1;
                }
            }
        }
        let white = histograms.map(|histogram| {
            let beyond = histogram.iter().sum::<usize>() / WHITEST;
            let mut lighter = 0;
            let byte = (0..=255u8).rev().find(|byte| {
                lighter += histogram[usize::from(*byte)];
                lighter > beyond
            });
            linear(byte.unwrap_or(255))
        });
        Ok(Self(white.map(|v| (1.0 / v).clamp(1.0, STRONGEST))))
    }

    /// What makes this colour of light white, lightness kept.
    fn to_white(light: [f64; 3]) -> Self {
        let white = luminance(light);
        let factor = |v: f64| (white / v).clamp(1.0 / STRONGEST, STRONGEST);
        Self(light.map(factor))
    }

    /// From where the bare board (printed in white light) is known; both pictures BGR.
    pub(crate) fn of(bare: &Mat, seen: &Mat, known: &Mat) -> opencv::Result<Self> {
        let (grey, shown) = (grey(&lab(bare)?, known)?, lab(seen)?);
        let (grey, shown): (&[u8], &[Vec3f]) = (grey.data_typed()?, shown.data_typed()?);
        let [width, height] = [bare.cols(), bare.rows()].map(|v| v as usize);
        let (bare, seen): (&[Vec3b], &[Vec3b]) = (bare.data_typed()?, seen.data_typed()?);
        let mut ratios: Vec<[f64; 3]> = Vec::new();
        for i in (0..grey.len()).step_by(STEP) {
            if grey[i] == 0 {
                continue;
            }
            // A road is narrow and lies a little beside where the pack has it: of what is seen
            // there, the lightest. What is palest in coloured light is not grey.
            let near = around(i, [width, height]);
            let Some(j) = near.max_by(|x, y| shown[*x][0].total_cmp(&shown[*y][0])) else {
                continue;
            };
            if !seen[j].0.iter().all(|v| CLEAR.contains(v)) {
                continue;
            }
            let ratio = [0, 1, 2].map(|c| linear(seen[j][c]) / linear(bare[i][c]));
            if is_a_light(ratio) {
                ratios.push(ratio);
            }
        }
        leave_covered(&mut ratios);
        if ratios.len() < ENOUGH {
            return Ok(Self::default());
        }
        // What was met instead of a road, grass or a wall, is yellower in any light.
        ratios.sort_by(|x, y| (x[0] / x[2]).total_cmp(&(y[0] / y[2])));
        let roads = &ratios[ratios.len() / 2..];
        let [blue, green, red] = [0, 1, 2].map(|c| {
            let mut all: Vec<f64> = roads.iter().map(|ratios| ratios[c]).collect();
            let middle = all.len() / 2;
            *all.select_nth_unstable_by(middle, f64::total_cmp).1
        });
        let (least, most) = (blue.min(green).min(red), blue.max(green).max(red));
        let off = (most / least / NEARLY_WHITE).ln() / (SURELY_COLORED / NEARLY_WHITE).ln();
        if off <= 0.0 {
            return Ok(Self::default());
        }
        let believed = [blue, green, red].map(|v| v.powf(off.min(1.0)));
        Ok(Self::to_white(believed))
    }

    /// A BGR picture as if the light were white.
    pub(crate) fn on(&self, picture: &Mat) -> opencv::Result<Mat> {
        if *self == Self::default() {
            return Ok(picture.clone());
        }
        let byte = |v: u8| Vec3b::from_array(self.0.map(|factor| encoded(factor * linear(v))));
        let table: Vec<Vec3b> = (0..=255).map(byte).collect();
        let mut balanced = Mat::default();
        opencv::core::lut(picture, &Mat::from_slice(&table)?, &mut balanced)?;
        Ok(balanced)
    }

    /// A colour as if the light were white; both as in [`lab`].
    pub(crate) fn on_color(&self, color: [f32; 3]) -> opencv::Result<[f64; 3]> {
        let pixel = [Vec3f::from_array(color)];
        let bgr = cv::converted(&Mat::from_slice(&pixel)?, imgproc::COLOR_Lab2BGR)?;
        let bytes = bgr
            .at::<Vec3f>(0)?
            .0
            .map(|v| (255.0 * v).round().clamp(0.0, 255.0) as u8);
        let pixel = [Vec3b::from_array(bytes)];
        let white = lab(&self.on(&Mat::from_slice(&pixel)?.try_clone()?)?)?;
        Ok(white.at::<Vec3f>(0)?.0.map(f64::from))
    }
}

/// Relative luminance of blue, green and red in linear light (Rec. 709).
fn luminance([blue, green, red]: [f64; 3]) -> f64 {
    0.0722 * blue + 0.7152 * green + 0.2126 * red
}

/// Leaves out what stands on roads: it is darker than they are in the same light, and where few roads
/// show, blue wood alone would pass for cold light.
fn leave_covered(ratios: &mut Vec<[f64; 3]>) {
    let mut all: Vec<f64> = ratios.iter().copied().map(luminance).collect();
    let nth = (all.len() as f64 * BARE) as usize;
    if nth >= all.len() {
        return;
    }
    let bare = *all.select_nth_unstable_by(nth, f64::total_cmp).1;
    ratios.retain(|ratio| luminance(*ratio) >= COVERED * bare);
}

/// Whether sun, sky, a lamp or a candle may have that colour (blue, green, red in linear light): what
/// they lack of blue they lack of green by less than half as much in logarithms, as any black body
/// does. Grass that was met instead of a road is greener, a pink piece on it pinker.
fn is_a_light(color: [f64; 3]) -> bool {
    let [blue, green, red] = color.map(f64::ln);
    let warm = red - blue;
    ((red - green) - GREEN_PER_WARM * warm).abs() <= OFF_LIGHT_PER_WARM * warm.abs() + OFF_LIGHT
}

/// Where the known board (Lab) is grey in print, as widely as a road is: not where a tile ends.
fn grey(printed: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let is_grey = |pixel: &Vec3f| pixel[0] > LIGHT && pixel[1].hypot(pixel[2]) < GREY;
    let pixels = printed.data_typed::<Vec3f>()?.iter();
    let grey: Vec<u8> = pixels
        .zip(known.data_typed::<u8>()?)
        .map(|(pixel, known)| if is_grey(pixel) { *known } else { 0 })
        .collect();
    let grey = Mat::from_slice(&grey)?
        .reshape(1, printed.rows())?
        .try_clone()?;
    cv::morphed(&grey, imgproc::MORPH_ERODE, &cv::disc(ROAD_PX)?)
}

/// The pixels at most [`REACH_PX`] from pixel `i`, every few of them.
fn around(i: usize, [width, height]: [usize; 2]) -> impl Iterator<Item = usize> {
    let (x, y) = (i % width.max(1), i / width.max(1));
    let span = |v: usize, end: usize| v.saturating_sub(REACH_PX)..(v + REACH_PX + 1).min(end);
    let (columns, rows) = (span(x, width), span(y, height));
    rows.step_by(REACH_STEP).flat_map(move |y| {
        columns
            .clone()
            .step_by(REACH_STEP)
            .map(move |x| y * width + x)
    })
}

/// A byte of sRGB as linear light, 0 to 1 (IEC 61966-2-1).
fn linear(byte: u8) -> f64 {
    linear_share(f64::from(byte) / 255.0)
}

fn linear_share(v: f64) -> f64 {
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

/// The reverse of [`linear`].
fn encoded(v: f64) -> u8 {
    let v = if v <= 0.003_130_8 {
        12.92 * v
    } else {
        1.055 * v.powf(1.0 / 2.4) - 0.055
    };
    (v * 255.0).round().clamp(0.0, 255.0) as u8
}

/// How much more blue than red light a colour in white light reflects; Lab as in [`lab`].
pub(crate) fn blue_over_red(color: [f64; 3]) -> opencv::Result<f64> {
    let pixel = [Vec3f::from_array(color.map(|v| v as f32))];
    let printed = Mat::from_slice(&pixel)?;
    let bgr = cv::converted(&printed, opencv::imgproc::COLOR_Lab2BGR)?;
    let [blue, _, red] = bgr.at::<Vec3f>(0)?.0.map(|v| linear_share(f64::from(v)));
    Ok((blue + DARKEST) / (red + DARKEST))
}

/// Linear light under which channels are noise: a fifth of a byte.
const DARKEST: f64 = 0.0003;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::FacePicture;
    use carcassonne::catalogue::face_id;
    use opencv::core::{CV_8UC1, CV_8UC3, Scalar};

    /// Side of a board, and how wide its stripes are, pixels.
    const SIDE: usize = 96;
    const STRIPE: usize = 12;

    /// A board of stripes of these prints in a light of these factors: bare, seen, known.
    fn striped(prints: &[[u8; 3]], factors: [f64; 3]) -> (Mat, Mat, Mat) {
        let pixel = |i: usize| Vec3b::from_array(prints[i / SIDE / STRIPE % prints.len()]);
        let bare: Vec<Vec3b> = (0..SIDE * SIDE).map(pixel).collect();
        let seen: Vec<Vec3b> = bare
            .iter()
            .map(|p| Vec3b::from_array([0, 1, 2].map(|c| encoded(factors[c] * linear(p[c])))))
            .collect();
        let side = SIDE as i32;
        let board = |pixels: Vec<Vec3b>| {
            let mat = Mat::from_slice(&pixels).unwrap();
            mat.reshape(3, side).unwrap().try_clone().unwrap()
        };
        let all = Scalar::all(255.0);
        let known = Mat::new_rows_cols_with_default(side, side, CV_8UC1, all).unwrap();
        (board(bare), board(seen), known)
    }

    /// A board of roads, grass and roofs.
    fn lit(factors: [f64; 3]) -> (Mat, Mat, Mat) {
        striped(&[[210, 210, 210], [60, 150, 90], [60, 80, 190]], factors)
    }

    #[test]
    fn what_is_grey_in_print_is_grey_in_any_light() {
        for light in [[0.3, 0.65, 1.0], [1.0, 1.0, 1.0], [1.0, 0.8, 0.5]] {
            let (bare, seen, known) = lit(light);
            let balance = Balance::of(&bare, &seen, &known).unwrap();
            let balanced = balance.on(&seen).unwrap();
            let [b, g, r] = balanced.at::<Vec3b>(0).unwrap().0.map(i32::from);
            assert!(
                (b - g).abs() < 6 && (g - r).abs() < 6,
                "{light:?}: {b} {g} {r}"
            );
        }
    }

    /// A pack's road lies a little beside where it is seen, and there is something lighter.
    #[test]
    fn grass_and_pieces_that_are_met_instead_of_a_road_are_not_taken_for_grey() {
        let (bare, _, known) = lit([1.0; 3]);
        for light in [[0.3, 0.65, 1.0], [0.9, 1.0, 1.0]] {
            let (grass, pink) = ([70, 240, 190], [210, 150, 250]);
            let prints: [[u8; 3]; 3] = [[210, 210, 210], grass, pink];
            let (_, seen, _) = striped(&prints, light);
            let balance = Balance::of(&bare, &seen, &known).unwrap();
            let balanced = balance.on(&seen).unwrap();
            let [b, g, r] = balanced.at::<Vec3b>(0).unwrap().0.map(i32::from);
            assert!(
                (b - g).abs() < 20 && (g - r).abs() < 20,
                "{light:?}: {b} {g} {r}"
            );
        }
    }

    #[test]
    fn a_pack_that_was_photographed_under_a_purple_lamp_is_white_where_it_is_whitest() {
        let purple = [0.6, 0.45, 0.5];
        let (_, image, _) = lit(purple);
        let face = face_id("D").unwrap();
        let pack = Pack {
            pictures: vec![FacePicture { face, image }],
            ..Pack::default()
        };
        let white = Balance::of_pack(&pack).unwrap();
        let image = white.on(&pack.pictures[0].image).unwrap();
        let [b, g, r] = image.at::<Vec3b>(0).unwrap().0.map(i32::from);
        assert!(
            (b - g).abs() < 6 && (g - r).abs() < 6 && g > 250,
            "{b} {g} {r}"
        );
    }

    #[test]
    fn light_that_is_nearly_white_is_taken_as_it_is() {
        let (bare, seen, known) = lit([0.82, 1.0, 0.95]);
        let balance = Balance::of(&bare, &seen, &known).unwrap();
        assert_eq!(balance, Balance::default());
    }

    /// Of a table by flash, read with a pack whose roads are bluer: all black pieces became blue.
    #[test]
    fn light_that_may_be_the_print_s_is_believed_in_part() {
        let light = [0.56, 0.85, 1.0];
        let (bare, seen, known) = lit(light);
        let Balance([blue, _, red]) = Balance::of(&bare, &seen, &known).unwrap();
        assert!((1.2..1.4).contains(&(blue / red)), "{blue} {red}");
    }

    #[test]
    fn without_grey_the_light_is_taken_as_it_is() {
        let grass = Scalar::new(60.0, 150.0, 90.0, 0.0);
        let bare = Mat::new_rows_cols_with_default(80, 80, CV_8UC3, grass).unwrap();
        let known = Mat::new_rows_cols_with_default(80, 80, CV_8UC1, Scalar::all(255.0)).unwrap();
        let balance = Balance::of(&bare, &bare, &known).unwrap();
        assert_eq!(balance, Balance::default());
    }

    /// Of a table in the evening: blue wood that is nearly as dark as black.
    #[test]
    fn dark_blue_wood_reflects_more_blue_than_red() {
        let blue = blue_over_red([9.0, 4.0, -18.0]).unwrap();
        let black = blue_over_red([6.0, 1.0, -3.0]).unwrap();
        assert!(blue > 3.5 && black < 2.5, "{blue} {black}");
    }
}
