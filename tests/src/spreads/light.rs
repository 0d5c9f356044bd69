//! Tiles of spreads in bad light: darkened or with a lamp mirrored in them, and what becomes of them.

use calibration::space::middle;
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use opencv::core::{self, Mat, Point, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vision::learn::{Learning, Light, Quad, light};

use crate::spreads::Spread;

/// How tiles are spoilt.
#[derive(Clone, Copy, Debug)]
pub enum Spoilt {
    /// This share of the light is left.
    Shade(f64),
    /// A lamp is mirrored in this share of them.
    Lamp(f64),
}

/// What became of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// It was spoilt.
    pub spoilt: bool,
    /// Surely named right, surely named wrongly, or asked about.
    pub right: Option<bool>,
    /// What is said of its light.
    pub light: Light,
    /// Share of its pixels brighter than [`DARK`].
    pub lit: f64,
    /// Share of its pixels that are washed out.
    pub white: f64,
}

/// As in `vision::learn::light`.
pub const DARK: f64 = 60.0;
const WASHED_OUT: f64 = 250.0;

/// Spoils one tile in `every` of a box, and learns it.
///
/// # Errors
/// Fails when OpenCV does.
pub fn named(
    spreads: &[Spread],
    catalogue: &Catalogue,
    how: Spoilt,
    every: usize,
) -> anyhow::Result<Vec<Tile>> {
    let mut learning = Learning::default();
    let mut truth: Vec<(FaceId, Rotation, bool)> = Vec::new();
    for spread in spreads {
        let spoilt = |n: usize| n % every.max(1) == 1;
        let tiles = spread.tiles.iter().enumerate();
        let bad: Vec<Quad> = tiles
            .clone()
            .filter(|(n, _)| spoilt(*n))
            .map(|(_, (_, quad))| *quad)
            .collect();
        let picture = spoil(&spread.picture, &bad, how)?;
        let mut at = Vec::new();
        for (n, (face, quad)) in tiles {
            // Outlines begin at any corner.
            let turn = (n / 2) % 4;
            let mut corners = *quad;
            corners.rotate_left(turn);
            at.push(corners);
            truth.push((
                *face,
                Rotation::from_quarter_turns(-(turn as i32)),
                spoilt(n),
            ));
        }
        learning.add_at(&spread.name, &picture, &at)?;
    }
    let learnt = learning.learn(catalogue, None)?;
    let canonical = |(face, rotation): (FaceId, Rotation)| {
        let of = catalogue.face(&face);
        (face, of.map_or(rotation, |f| f.canonical(rotation)))
    };
    let tiles = learning.tiles.iter().zip(&truth).enumerate();
    tiles
        .map(|(n, (tile, (face, rotation, spoilt)))| {
            let picture = &tile.cutout.picture;
            let said = learnt.sure(n).map(canonical);
            Ok(Tile {
                spoilt: *spoilt,
                right: said.map(|said| said == canonical((*face, *rotation))),
                light: light(&tile.cutout)?,
                lit: brighter(picture, DARK)?,
                white: washed_out(picture)?,
            })
        })
        .collect()
}

/// The picture with those tiles spoilt; noise and JPEG are a camera's.
///
/// # Errors
/// Fails when OpenCV does.
pub fn spoil(picture: &Mat, tiles: &[Quad], how: Spoilt) -> opencv::Result<Mat> {
    let mut mask = Mat::zeros_size(picture.size()?, core::CV_8U)?.to_mat()?;
    let mut side = 1.0f64;
    for quad in tiles {
        let centre = middle(quad);
        side = calibration::space::apart(quad[0], quad[1]);
        // A shadow reaches beyond the tile, a lamp lies within it.
        let grown = match how {
            Spoilt::Shade(_) => 1.1,
            Spoilt::Lamp(share) => share.sqrt(),
        };
        let corners = quad.iter().map(|&at| {
            let at = centre + (at - centre) * grown;
            Point::new(at.x as i32, at.y as i32)
        });
        let corners: Vector<Point> = corners.collect();
        imgproc::fill_convex_poly_def(&mut mask, &corners, Scalar::all(255.0))?;
    }
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&mask, &mut soft, Size::default(), 0.02 * side)?;
    let soft = soft.data_bytes()?.to_vec();
    let mut spoilt = picture.clone();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let pixels = spoilt.data_typed_mut::<core::Vec3b>()?.iter_mut();
    for (pixel, soft) in pixels.zip(soft) {
        let share = f64::from(soft) / 255.0;
        for k in 0..3 {
            let v = f64::from(pixel[k]);
            let to = match how {
                Spoilt::Shade(left) => v * left,
                Spoilt::Lamp(_) => 255.0,
            };
            let v = v + (to - v) * share + rng.random_range(-3.0..3.0);
            pixel[k] = v.clamp(0.0, 255.0) as u8;
        }
    }
    let mut jpeg = Vector::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, 85]);
    imgcodecs::imencode(".jpg", &spoilt, &mut jpeg, &quality)?;
    imgcodecs::imdecode(&jpeg, imgcodecs::IMREAD_COLOR)
}

fn pixels(picture: &Mat) -> f64 {
    f64::from(picture.rows() * picture.cols()).max(1.0)
}

fn brighter(picture: &Mat, than: f64) -> opencv::Result<f64> {
    let (mut grey, mut bright) = (Mat::default(), Mat::default());
    imgproc::cvt_color_def(picture, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    imgproc::threshold(&grey, &mut bright, than, 255.0, imgproc::THRESH_BINARY)?;
    Ok(f64::from(core::count_non_zero(&bright)?) / pixels(picture))
}

fn washed_out(picture: &Mat) -> opencv::Result<f64> {
    let mut white = Mat::default();
    let [low, high] = [Scalar::all(WASHED_OUT), Scalar::all(255.0)];
    core::in_range(picture, &low, &high, &mut white)?;
    Ok(f64::from(core::count_non_zero(&white)?) / pixels(picture))
}
