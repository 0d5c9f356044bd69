//! Table tops for the photographer: seeded textures of wood, cloth, gloss and stone.
//!
//! A texture is a square picture of [`TEXTURE_MM`] millimetres that is mirrored at its rims
//! to cover any table. Our own patterns; nothing here knows what lies on the table.

use opencv::core::{self, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::synth::error::SynthError;

/// Side of a texture, mm.
pub const TEXTURE_MM: f64 = 800.0;
/// Side of a texture, pixels: 1.75 px per mm, a little under what a 1080p webcam sees.
pub const TEXTURE_PX: i32 = 1400;

/// What the game lies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Table {
    /// Light planks with long grain.
    #[default]
    Oak,
    /// Dark brown planks.
    Walnut,
    /// A checked woven cloth.
    Cloth,
    /// A plain white, slightly glossy top.
    White,
    /// Grey stone with speckles.
    Slate,
    /// A bright tiled pattern of squares as large as the tiles: the hardest table.
    Patchwork,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 6] = [
        Self::Oak,
        Self::Walnut,
        Self::Cloth,
        Self::White,
        Self::Slate,
        Self::Patchwork,
    ];

    /// The table's picture, BGR, [`TEXTURE_PX`] square, equal for equal seeds.
    pub fn texture(self, seed: u64) -> Result<Mat, SynthError> {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed ^ 0x7ab1_e000 ^ self as u64);
        let side = TEXTURE_PX;
        let field = match self {
            Self::Oak => planks(rng, [178.0, 134.0, 84.0], 150.0)?,
            Self::Walnut => planks(rng, [82.0, 52.0, 38.0], 120.0)?,
            Self::Cloth => cloth(rng)?,
            Self::White => {
                let cloud = noise(rng, 6, 6, side, 4.0)?;
                paint(|_, _| [228.0, 226.0, 220.0], &[&cloud])?
            }
            Self::Slate => {
                let cloud = noise(rng, 14, 14, side, 14.0)?;
                let speckle = noise(rng, 500, 500, side, 12.0)?;
                paint(|_, _| [98.0, 102.0, 106.0], &[&cloud, &speckle])?
            }
            Self::Patchwork => patchwork(rng)?,
        };
        let mut texture = Mat::default();
        field.convert_to(&mut texture, core::CV_8UC3, 1.0, 0.0)?;
        Ok(texture)
    }

    /// How much the top mirrors a lamp, 0..=1.
    pub(in crate::synth) fn gloss(self) -> f64 {
        match self {
            Self::White => 1.0,
            Self::Walnut => 0.6,
            Self::Oak | Self::Slate => 0.35,
            Self::Cloth | Self::Patchwork => 0.0,
        }
    }
}

/// Smooth noise of ±`strength`: `columns` × `rows` random values stretched over the texture.
fn noise(
    rng: &mut ChaCha8Rng,
    columns: i32,
    rows: i32,
    side: i32,
    strength: f32,
) -> Result<Mat, SynthError> {
    let mut coarse =
        Mat::new_rows_cols_with_default(rows, columns, core::CV_32FC1, Scalar::all(0.0))?;
    for value in coarse.data_typed_mut::<f32>()? {
        *value = rng.random_range(-strength..strength);
    }
    let mut fine = Mat::default();
    imgproc::resize(
        &coarse,
        &mut fine,
        Size::new(side, side),
        0.0,
        0.0,
        imgproc::INTER_CUBIC,
    )?;
    Ok(fine)
}

/// A float picture: `colour(x, y)` as red, green, blue, brightened by each layer.
fn paint(colour: impl Fn(usize, usize) -> [f32; 3], layers: &[&Mat]) -> Result<Mat, SynthError> {
    let side = TEXTURE_PX as usize;
    let mut picture =
        Mat::new_rows_cols_with_default(TEXTURE_PX, TEXTURE_PX, core::CV_32FC3, Scalar::all(0.0))?;
    let layers = layers
        .iter()
        .map(|l| l.data_typed::<f32>())
        .collect::<Result<Vec<_>, _>>()?;
    for (i, pixel) in picture
        .data_typed_mut::<core::Vec3f>()?
        .iter_mut()
        .enumerate()
    {
        let light: f32 = layers.iter().map(|layer| layer[i]).sum();
        let [red, green, blue] = colour(i % side, i / side);
        // Light wood and stone change colour with depth a little less in red.
        *pixel = core::Vec3f::from([blue + light * 0.9, green + light, red + light * 1.05]);
    }
    Ok(picture)
}

fn planks(rng: &mut ChaCha8Rng, base: [f32; 3], width_px: f32) -> Result<Mat, SynthError> {
    let side = TEXTURE_PX;
    let broad = noise(rng, 5, 60, side, base[0] * 0.06)?;
    let grain = noise(rng, 14, 420, side, base[0] * 0.11)?;
    let fine = noise(rng, 90, 1400, side, base[0] * 0.07)?;
    let wave = noise(rng, 5, 4, side, 14.0)?;
    let wave = wave.data_typed::<f32>()?;
    let tints: Vec<[f32; 3]> = (0..(side as f32 / width_px) as usize + 3)
        .map(|_| {
            let light = rng.random_range(0.86..1.1f32);
            let warm = rng.random_range(-0.04..0.04f32);
            [
                base[0] * (light + warm),
                base[1] * light,
                base[2] * (light - warm),
            ]
        })
        .collect();
    let colour = |x: usize, y: usize| {
        let at = y as f32 / width_px;
        let tint = tints[at as usize];
        let seam = (at.fract() * width_px).min((1.0 - at.fract()) * width_px);
        let dark = if seam < 1.6 { 0.62 } else { 1.0 };
        // Slow waves let the grain wander.
        let ring = ((y as f32 + wave[y * side as usize + x]) * 0.09).sin() * base[0] * 0.035;
        tint.map(|v| (v + ring) * dark)
    };
    paint(colour, &[&broad, &grain, &fine])
}

fn cloth(rng: &mut ChaCha8Rng) -> Result<Mat, SynthError> {
    let soft = noise(rng, 9, 9, TEXTURE_PX, 7.0)?;
    let fibre = noise(rng, 700, 700, TEXTURE_PX, 13.0)?;
    let dark = [84.0f32, 108.0, 96.0];
    let light = [168.0f32, 182.0, 168.0];
    let period = 116;
    let colour = |x: usize, y: usize| {
        let stripes = (x / period % 2) + (y / period % 2);
        let share = [0.05, 0.5, 1.0][stripes] + if (x + y) % 4 < 2 { 0.05 } else { -0.05 };
        std::array::from_fn(|i| dark[i] + (light[i] - dark[i]) * share)
    };
    paint(colour, &[&soft, &fibre])
}

fn patchwork(rng: &mut ChaCha8Rng) -> Result<Mat, SynthError> {
    let soft = noise(rng, 40, 40, TEXTURE_PX, 10.0)?;
    let period = 79;
    let colours: Vec<[f32; 3]> = (0..400)
        .map(|_| {
            let base = [
                [150.0, 70.0, 60.0],
                [70.0, 110.0, 70.0],
                [200.0, 180.0, 130.0],
                [70.0, 90.0, 140.0],
            ];
            base[rng.random_range(0..4usize)].map(|v: f32| v + rng.random_range(-14.0..14.0f32))
        })
        .collect();
    let colour = |x: usize, y: usize| {
        let (column, row) = (x / period, y / period);
        let seam = (x % period).min(y % period) < 3;
        let (u, v) = ((x % period) as f32 - 39.0, (y % period) as f32 - 39.0);
        let mut tint = colours[(column * 20 + row) % 400];
        if (u * u + v * v).sqrt() % 20.0 < 4.0 {
            tint = tint.map(|c| c * 0.75);
        }
        if seam { [225.0, 220.0, 205.0] } else { tint }
    };
    paint(colour, &[&soft])
}
