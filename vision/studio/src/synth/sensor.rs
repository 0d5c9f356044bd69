//! From light to bytes: gain of light and lens over the picture, glare, blur, noise, JPEG.
//!
//! Works on finished pictures; knows neither table nor game.

use opencv::core::{self, Mat, Rect, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::synth::error::SynthError;
use crate::synth::light::Light;

/// Gain 1.0 in a gain map; leaves room for nearly twofold brightening.
const UNITY: f64 = 128.0;
/// Width of the coarse maps that are stretched over the picture: light is smooth.
const COARSE: i32 = 96;

/// What the sensor and its electronics add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// Defocus, Gaussian sigma in pixels. 0.6: a webcam's fixed focus.
    pub blur_px: f64,
    /// Length of a shake during the exposure, pixels.
    pub shake_px: f64,
    /// Direction of that shake, degrees clockwise from the picture's top.
    pub shake_deg: f64,
    /// Noise, standard deviation in grey levels. 3: an evening room.
    pub noise: f64,
    /// JPEG quality 1..=100; 0 leaves the compression out. 88: what webcams send.
    pub jpeg: i32,
}

impl Default for Sensor {
    fn default() -> Self {
        Self {
            blur_px: 0.6,
            shake_px: 0.0,
            shake_deg: 0.0,
            noise: 3.0,
            jpeg: 88,
        }
    }
}

/// Light and lens as per-pixel gain and added glare.
pub(in crate::synth) struct Exposure {
    gain: Mat,
    glare: Option<Mat>,
}

impl Exposure {
    /// `glare` is how glossy the table is, times the light's own glare; `spot` where the
    /// lamp mirrors, in shares of the picture.
    pub fn new(
        light: &Light,
        size: [i32; 2],
        gloss: f64,
        spot: [f64; 2],
    ) -> Result<Self, SynthError> {
        let rows = (COARSE * size[1] / size[0]).max(4);
        let whole = Size::new(size[0], size[1]);
        let mut gain =
            Mat::new_rows_cols_with_default(rows, COARSE, core::CV_8UC3, Scalar::all(0.0))?;
        let mut glare = gain.try_clone()?;
        let (sin, cos) = light.gradient_deg.to_radians().sin_cos();
        // Blue, green, red.
        let balance = [
            1.0 - 0.28 * light.warmth,
            1.0 - 0.03 * light.warmth.abs(),
            1.0 + 0.16 * light.warmth,
        ];
        let place = |i: usize| {
            let (x, y) = (
                (i as i32 % COARSE) as f64 + 0.5,
                (i as i32 / COARSE) as f64 + 0.5,
            );
            [x / f64::from(COARSE), y / f64::from(rows)]
        };
        for (i, pixel) in gain.data_typed_mut::<core::Vec3b>()?.iter_mut().enumerate() {
            let [x, y] = place(i).map(|v| v * 2.0 - 1.0);
            let along = (x * sin - y * cos) * 0.5;
            let corner = (x * x + y * y) / 2.0;
            let light =
                light.level * (1.0 + light.gradient * along) * (1.0 - light.vignette * corner);
            for k in 0..3 {
                pixel[k] = (UNITY * light * balance[k]).clamp(0.0, 255.0) as u8;
            }
        }
        let strength = light.glare * gloss * 210.0;
        let aspect = f64::from(size[0]) / f64::from(size[1]);
        for (i, pixel) in glare
            .data_typed_mut::<core::Vec3b>()?
            .iter_mut()
            .enumerate()
        {
            let [x, y] = place(i);
            let (dx, dy) = ((x - spot[0]) * aspect, (y - spot[1]) * 0.8);
            let far = dx * dx + dy * dy;
            let glow = strength * ((-far / 0.006).exp() + 0.25 * (-far / 0.06).exp());
            for k in 0..3 {
                pixel[k] = (glow * balance[k]).clamp(0.0, 255.0) as u8;
            }
        }
        let stretch = |from: &Mat| -> Result<Mat, SynthError> {
            let mut to = Mat::default();
            imgproc::resize(from, &mut to, whole, 0.0, 0.0, imgproc::INTER_LINEAR)?;
            Ok(to)
        };
        let glare = if strength > 2.0 {
            Some(stretch(&glare)?)
        } else {
            None
        };
        Ok(Self {
            gain: stretch(&gain)?,
            glare,
        })
    }

    /// The picture under this light.
    pub fn light(&self, picture: &Mat) -> Result<Mat, SynthError> {
        let mut lit = Mat::default();
        core::multiply(picture, &self.gain, &mut lit, 1.0 / UNITY, -1)?;
        if let Some(glare) = &self.glare {
            let mut shone = Mat::default();
            core::add_def(&lit, glare, &mut shone)?;
            lit = shone;
        }
        Ok(lit)
    }
}

/// A sheet of noise larger than the picture, cut anew for each frame.
pub(in crate::synth) struct Grain {
    sheet: Mat,
    strength: f64,
    size: [i32; 2],
}

/// How far a cut of the noise sheet may wander, pixels.
const WANDER: i32 = 160;

impl Grain {
    pub fn fits(&self, size: [i32; 2], strength: f64) -> bool {
        self.size == size && self.strength == strength
    }

    pub fn new(size: [i32; 2], strength: f64) -> Result<Self, SynthError> {
        let mut rng = ChaCha8Rng::seed_from_u64(0x6e01_5e00);
        let mut sheet = Mat::new_rows_cols_with_default(
            size[1] + WANDER,
            size[0] + WANDER,
            core::CV_8UC3,
            Scalar::all(0.0),
        )?;
        // The sum of four bytes is near enough to a normal spread; its deviation is 147.8.
        let scale = strength / 147.8;
        let (mut even, count) = ([0u8; 12], sheet.total());
        let pixels = sheet.data_bytes_mut()?;
        for i in 0..count {
            rng.fill(&mut even);
            for k in 0..3 {
                let sum: f64 = even[k * 4..k * 4 + 4].iter().map(|&v| f64::from(v)).sum();
                pixels[i * 3 + k] = ((sum - 510.0) * scale + 128.0).clamp(0.0, 255.0).round() as u8;
            }
        }
        // Demosaicing spreads noise over neighbours; a light blur keeps most of its strength.
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&sheet, &mut soft, Size::new(3, 3), 0.45)?;
        Ok(Self {
            sheet: soft,
            strength,
            size,
        })
    }

    fn add(&self, picture: &Mat, rng: &mut ChaCha8Rng) -> Result<Mat, SynthError> {
        let cut = Rect::new(
            rng.random_range(0..WANDER),
            rng.random_range(0..WANDER),
            self.size[0],
            self.size[1],
        );
        let mut noisy = Mat::default();
        let part = Mat::roi(&self.sheet, cut)?;
        core::add_weighted(picture, 1.0, &part, 1.0, -128.0, &mut noisy, -1)?;
        Ok(noisy)
    }
}

/// Blurs, adds noise and compresses.
pub(in crate::synth) fn develop(
    lit: &Mat,
    sensor: &Sensor,
    grain: Option<&Grain>,
    seed: u64,
) -> Result<Mat, SynthError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut picture = soften(lit, sensor)?;
    if let Some(grain) = grain {
        picture = grain.add(&picture, &mut rng)?;
    }
    if sensor.jpeg > 0 {
        let quality =
            Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, sensor.jpeg.clamp(1, 100)]);
        let mut bytes = Vector::<u8>::new();
        imgcodecs::imencode(".jpg", &picture, &mut bytes, &quality)?;
        picture = imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR)?;
    }
    Ok(picture)
}

/// Defocus and shake.
pub(in crate::synth) fn soften(lit: &Mat, sensor: &Sensor) -> Result<Mat, SynthError> {
    let mut picture = lit.try_clone()?;
    if sensor.blur_px > 0.2 {
        let mut soft = Mat::default();
        let side = ((sensor.blur_px * 2.6).ceil() as i32).clamp(1, 30) * 2 + 1;
        imgproc::gaussian_blur_def(&picture, &mut soft, Size::new(side, side), sensor.blur_px)?;
        picture = soft;
    }
    if sensor.shake_px >= 1.0 {
        picture = smear(&picture, sensor.shake_px, sensor.shake_deg)?;
    }
    Ok(picture)
}

/// Smears a picture along a straight line, as movement during the exposure does.
pub(in crate::synth) fn smear(picture: &Mat, length_px: f64, deg: f64) -> Result<Mat, SynthError> {
    let side = (length_px.ceil() as i32).clamp(1, 60) | 1;
    let mut kernel = Mat::new_rows_cols_with_default(side, side, core::CV_32FC1, Scalar::all(0.0))?;
    let middle = f64::from(side / 2);
    let (sin, cos) = deg.to_radians().sin_cos();
    let point = |t: f64| {
        core::Point::new(
            (middle + t * sin * middle).round() as i32,
            (middle - t * cos * middle).round() as i32,
        )
    };
    imgproc::line(
        &mut kernel,
        point(-1.0),
        point(1.0),
        Scalar::all(1.0),
        1,
        imgproc::LINE_8,
        0,
    )?;
    let sum = core::sum_elems(&kernel)?[0].max(1.0);
    let mut even = Mat::default();
    kernel.convert_to(&mut even, -1, 1.0 / sum, 0.0)?;
    let mut smeared = Mat::default();
    imgproc::filter_2d_def(picture, &mut smeared, -1, &even)?;
    Ok(smeared)
}
