//! Copies of a labelled photograph as another camera, lamp or file would have made it, labels
//! moved along: how much of a reading is luck of one picture.
//!
//! Copies stay copies of tables that may have been looked at while reading was developed: they
//! show what is brittle, not how well strangers are read. No copy is mirrored, for printed tiles
//! are not.

use anyhow::Context;
use calibration::Homography;
use calibration::space::Image;
use opencv::core::{CV_8UC3, CV_16SC3, Mat, Rect, Scalar, Size, Vec3b, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};

use crate::photographs::photo::{LabelMeeple, LabelTile, Labels};

/// What is done to a photograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Half as wide and high.
    Halved,
    /// Out of focus by a fiftieth of a tile.
    Blurred,
    /// Turned by 25 degrees.
    Turned,
    /// Under a warm lamp in the evening.
    Warm,
    /// In the blue light of a window.
    Cool,
    /// Too dark, with noise.
    Dim,
    /// Too bright, the lightest burnt out.
    Bright,
    /// Saved small and with little care.
    Packed,
    /// Cut off on all sides: tiles at the rim are gone.
    Cropped,
    /// As from a lower camera. Pieces have height and would look otherwise from there: they
    /// count neither way.
    Flatter,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Halved,
        Self::Blurred,
        Self::Turned,
        Self::Warm,
        Self::Cool,
        Self::Dim,
        Self::Bright,
        Self::Packed,
        Self::Cropped,
        Self::Flatter,
    ];

    /// Its name in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Halved => "halved",
            Self::Blurred => "blurred",
            Self::Turned => "turned",
            Self::Warm => "warm",
            Self::Cool => "cool",
            Self::Dim => "dim",
            Self::Bright => "bright",
            Self::Packed => "packed",
            Self::Cropped => "cropped",
            Self::Flatter => "flatter",
        }
    }

    /// A photograph changed so, and its labels.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn of(self, picture: &Mat, labels: &Labels) -> anyhow::Result<(Mat, Labels)> {
        let [width, height] = [picture.cols(), picture.rows()].map(f64::from);
        let same = || labels.clone();
        Ok(match self {
            Self::Halved => warped(
                picture,
                labels,
                &scaled(0.5, 0.5),
                [0.5 * width, 0.5 * height],
            )?,
            Self::Blurred => {
                let tiles = labels.tiles.iter();
                let sides = tiles.map(|tile| labels.side_px([tile.row, tile.col]));
                let side = sides.sum::<f64>() / labels.tiles.len().max(1) as f64;
                let mut soft = Mat::default();
                imgproc::gaussian_blur_def(picture, &mut soft, Size::new(0, 0), BLUR * side)?;
                (soft, same())
            }
            Self::Turned => {
                let (sin, cos) = TURN_DEG.to_radians().sin_cos();
                let size = [width * cos + height * sin, width * sin + height * cos];
                let turned =
                    Homography::new([[cos, -sin, height * sin], [sin, cos, 0.0], [0.0, 0.0, 1.0]]);
                warped(picture, labels, &turned, size)?
            }
            Self::Warm => (lit(picture, [0.35, 0.62, 0.85])?, same()),
            Self::Cool => (lit(picture, [1.25, 0.95, 0.65])?, same()),
            Self::Dim => (noisy(&lit(picture, [0.22; 3])?)?, same()),
            Self::Bright => (lit(picture, [1.8; 3])?, same()),
            Self::Packed => {
                let least = (PACKED_PX / width.max(height)).min(1.0);
                let size = [width, height].map(|side| least * side);
                let (small, labels) = warped(picture, labels, &scaled(least, least), size)?;
                let quality = Vector::<i32>::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, 40]);
                let mut bytes = Vector::<u8>::new();
                imgcodecs::imencode(".jpg", &small, &mut bytes, &quality)?;
                (
                    imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR)?,
                    labels,
                )
            }
            Self::Cropped => {
                let [x, y] = [CUT * width, CUT * height];
                let size = [width - 2.0 * x, height - 2.0 * y];
                let moved = Homography::new([[1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, 0.0, 1.0]]);
                warped(picture, labels, &moved, size)?
            }
            Self::Flatter => {
                let (flat, mut labels) = warped(
                    picture,
                    labels,
                    &scaled(1.0, FLATTER),
                    [width, FLATTER * height],
                )?;
                let all = labels.meeples.drain(..);
                labels.ignored_figures.extend(all);
                (flat, labels)
            }
        })
    }
}

/// From a photograph's pixels to its copy's.
type Moved = Homography<Image, Image>;

/// Blur, in shares of a tile's side.
const BLUR: f64 = 0.02;
const TURN_DEG: f64 = 25.0;
/// Longer side of a picture that was sent by a messenger, pixels.
const PACKED_PX: f64 = 1280.0;
/// What is cut off on each side.
const CUT: f64 = 0.14;
/// How much lower a picture gets from a lower camera.
const FLATTER: f64 = 0.7;
/// Noise of a sensor in the dark, standard deviation in grey levels.
const NOISE: f64 = 5.0;

fn scaled(x: f64, y: f64) -> Moved {
    Homography::new([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, 1.0]])
}

/// A picture in light with these shares of blue, green and red, in linear light.
fn lit(picture: &Mat, shares: [f64; 3]) -> opencv::Result<Mat> {
    // Near enough to sRGB for light that is made up.
    const GAMMA: f64 = 2.2;
    let byte = |v: u8| {
        let of = |share: f64| 255.0 * (share.powf(1.0 / GAMMA) * f64::from(v) / 255.0);
        Vec3b::from_array(shares.map(|share| of(share).round().clamp(0.0, 255.0) as u8))
    };
    let table: Vec<Vec3b> = (0..=255).map(byte).collect();
    let mut out = Mat::default();
    opencv::core::lut(picture, &Mat::from_slice(&table)?, &mut out)?;
    Ok(out)
}

fn noisy(picture: &Mat) -> opencv::Result<Mat> {
    opencv::core::set_rng_seed(1)?;
    let size = picture.size()?;
    let mut noise = Mat::new_size_with_default(size, CV_16SC3, Scalar::all(0.0))?;
    opencv::core::randn(&mut noise, &Scalar::all(0.0), &Scalar::all(NOISE))?;
    let mut out = Mat::default();
    let none = opencv::core::no_array();
    opencv::core::add(picture, &noise, &mut out, &none, CV_8UC3)?;
    Ok(out)
}

/// A picture and its labels under a map of its pixels; what is cut by the new border is gone.
fn warped(
    picture: &Mat,
    labels: &Labels,
    map: &Moved,
    size: [f64; 2],
) -> anyhow::Result<(Mat, Labels)> {
    let size = Size::new(size[0].round() as i32, size[1].round() as i32);
    // Fine detail must not turn into noise where the picture shrinks.
    let back = map.inverse().context("a map that can be undone")?;
    let pyramid = vision::picture::pyramid::Pyramid::new(picture)?;
    let out = pyramid.warp(&back, size)?;
    let moved = |at: [f64; 2]| map.apply(at.into()).to_array();
    let frame = Rect::new(0, 0, size.width, size.height);
    let inside = |[x, y]: &[f64; 2]| frame.contains(opencv::core::Point::new(*x as i32, *y as i32));
    let tiles = labels.tiles.iter().map(|tile| LabelTile {
        poly_px: tile.poly_px.map(moved),
        ..tile.clone()
    });
    let tiles: Vec<LabelTile> = tiles
        .filter(|tile| tile.poly_px.iter().all(inside))
        .collect();
    let (mut meeples, mut ignored_figures) = (Vec::new(), Vec::new());
    let figures = labels.meeples.iter().map(|figure| (figure, true));
    let ignored = labels.ignored_figures.iter().map(|figure| (figure, false));
    for (figure, counts) in figures.chain(ignored) {
        let there = LabelMeeple {
            px: figure.px.map(moved),
            ..figure.clone()
        };
        let is_there = tiles
            .iter()
            .any(|tile| [tile.row, tile.col] == [figure.row, figure.col]);
        match counts && is_there {
            true => meeples.push(there),
            false => ignored_figures.push(there),
        }
    }
    let unsure = labels.unsure.clone();
    Ok((
        out,
        Labels {
            tiles,
            meeples,
            unsure,
            ignored_figures,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Labels {
        let square = |x: f64, y: f64| [[x, y], [x + 80.0, y], [x + 80.0, y + 80.0], [x, y + 80.0]];
        let tile = |col: i32, poly_px| LabelTile {
            row: 0,
            col,
            face: "D".into(),
            rotation: 0,
            poly_px,
        };
        Labels {
            tiles: vec![tile(0, square(20.0, 20.0)), tile(1, square(160.0, 160.0))],
            meeples: vec![LabelMeeple {
                row: 0,
                col: 0,
                color: "red".into(),
                pose: None,
                feature: "city".into(),
                px: Some([60.0, 60.0]),
            }],
            unsure: Vec::new(),
            ignored_figures: Vec::new(),
        }
    }

    /// Each tile's own colour is found under its moved label.
    #[test]
    fn labels_move_with_the_picture() {
        let mut picture =
            Mat::new_rows_cols_with_default(400, 400, CV_8UC3, Scalar::all(128.0)).unwrap();
        for (tile, at) in [(0, 20), (1, 160)] {
            let grey = Scalar::all([250.0, 5.0][tile]);
            let area = Rect::new(at, at, 80, 80);
            imgproc::rectangle(&mut picture, area, grey, -1, imgproc::LINE_8, 0).unwrap();
        }
        for change in [
            Change::Halved,
            Change::Turned,
            Change::Flatter,
            Change::Cropped,
        ] {
            let (copy, moved) = change.of(&picture, &labels()).unwrap();
            for tile in &moved.tiles {
                let [x, y] = [0, 1].map(|c| tile.poly_px.iter().map(|p| p[c]).sum::<f64>() / 4.0);
                let shown = copy.at_2d::<Vec3b>(y as i32, x as i32).unwrap()[0];
                assert_eq!(shown > 128, tile.col == 0, "{}", change.name());
            }
            let left = if change == Change::Cropped { 1 } else { 2 };
            assert_eq!(moved.tiles.len(), left, "{}", change.name());
            let stands = matches!(change, Change::Halved | Change::Turned);
            assert_eq!(
                moved.meeples.len(),
                usize::from(stands),
                "{}",
                change.name()
            );
        }
    }
}
