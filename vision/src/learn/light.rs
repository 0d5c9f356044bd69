//! How a tile was lit: too dark or washed out, it says little of what is printed on it. Names nothing, and
//! leaves nothing out: people are told.

use opencv::core::{self, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

use super::tile::Cutout;
use crate::cv;

// Measured on six scanned pages, a box of 72 tiles, one in six of which is darkened or has a white patch laid
// over it (`light_report`): in 0.25 of the light all 12 are still named, in 0.20 of it 9, in 0.15 of it 2;
// under a patch on 0.30 of the tile 10 are named, on 0.35 of it 8, on 0.50 of it 2. What is told begins
// between: 0.25 is not dark yet, 0.20 is, and so for lamps.

/// A pixel brighter than this, of 255, is not in the dark, and a tile on which less than this share is
/// brighter is. On those pages at 0.25 of the light a fifth of each tile is brighter at least, at 0.20 a
/// twentieth at most.
const DARK: f64 = 50.0;
const LIT: f64 = 0.1;
/// All three colours of a washed out pixel are at least so bright, of 255.
const WASHED_OUT: f64 = 250.0;
/// Share of washed out pixels from which a lamp is mirrored in a tile: of a patch on 0.30 of it 0.23 are,
/// its rim is softer; of one on 0.35 of it 0.26. Roads are nearly white, and yet at most 0.02 are.
const MIRRORED: f64 = 0.25;

/// The light on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Good enough.
    Good,
    /// It lies in the dark.
    Dark,
    /// A lamp or a window is mirrored in it.
    Glare,
}

/// How that tile was lit.
///
/// # Errors
/// Fails when OpenCV does.
pub fn light(tile: &Cutout) -> opencv::Result<Light> {
    let picture = &tile.picture;
    let pixels = f64::from(picture.rows() * picture.cols()).max(1.0);
    let [low, high] = [Scalar::all(WASHED_OUT), Scalar::all(255.0)];
    let white = cv::within(picture, &low, &high)?;
    if f64::from(core::count_non_zero(&white)?) / pixels > MIRRORED {
        return Ok(Light::Glare);
    }
    let grey = cv::converted(picture, imgproc::COLOR_BGR2GRAY)?;
    let bright = cv::thresholded(&grey, DARK, 255.0, imgproc::THRESH_BINARY)?;
    let share = f64::from(core::count_non_zero(&bright)?) / pixels;
    Ok(match share < LIT {
        true => Light::Dark,
        false => Light::Good,
    })
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Rect, Scalar};

    use super::*;

    /// A tile of one colour, with a white patch over so much of it.
    fn tile(color: f64, white: i32) -> Cutout {
        let mut picture =
            Mat::new_rows_cols_with_default(100, 100, CV_8UC3, Scalar::all(color)).unwrap();
        if white > 0 {
            let area = Rect::new(0, 0, 100, white);
            let mut part = Mat::roi_mut(&mut picture, area).unwrap();
            part.set_to_def(&Scalar::all(255.0)).unwrap();
        }
        Cutout { picture, photo: 0 }
    }

    #[test]
    fn shadows_and_mirrored_lamps_are_told() {
        assert_eq!(light(&tile(120.0, 0)).unwrap(), Light::Good);
        assert_eq!(light(&tile(30.0, 0)).unwrap(), Light::Dark);
        assert_eq!(light(&tile(120.0, 50)).unwrap(), Light::Glare);
        // A road across a tile is no lamp.
        assert_eq!(light(&tile(120.0, 15)).unwrap(), Light::Good);
    }
}
