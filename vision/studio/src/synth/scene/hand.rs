//! A hand with its arm: reaches in, covers, carries, leaves.
//!
//! The skin is a height field, the upper hull of tapered round limbs; it is lit by the
//! field's own slope. Never more than scenery: nothing is read from it.

use opencv::core::{self, Mat, Rect, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::camera::View;
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::paint::{self, Shadows};
use crate::synth::scene::figure::Figure;
use crate::synth::scene::tile::SceneTile;
use crate::synth::sensor;

/// What a hand holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Carried {
    /// A tile: only its face and turn matter, it hangs under the fingertips.
    Tile(SceneTile),
    /// A figure between the fingertips.
    Figure(Figure),
}

/// A hand in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Table mm between the fingertips.
    pub tip_mm: [f64; 2],
    /// Where the arm comes from: degrees clockwise from the table's north, seen from the tip.
    pub from_deg: f64,
    /// Height of the fingertips above the table, mm.
    pub height_mm: f64,
    /// How far it moves during the exposure, pixels.
    pub smear_px: f64,
    /// Direction of that movement, degrees clockwise from the picture's top.
    pub smear_deg: f64,
    /// Skin, red green blue.
    pub skin: [u8; 3],
    /// Sleeve, red green blue.
    pub sleeve: [u8; 3],
    /// What it carries.
    pub carries: Option<Carried>,
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            tip_mm: [0.0, 0.0],
            from_deg: 180.0,
            height_mm: 14.0,
            smear_px: 0.0,
            smear_deg: 0.0,
            skin: [214, 160, 130],
            sleeve: [58, 78, 122],
            carries: None,
        }
    }
}

/// A tapered round limb in hand millimetres: across, back from the tip, up, radius.
struct Limb {
    from: [f64; 4],
    to: [f64; 4],
    sleeve: bool,
}

const fn limb(from: [f64; 4], to: [f64; 4], sleeve: bool) -> Limb {
    Limb { from, to, sleeve }
}

/// A right hand pinching at the origin, its arm going back along +y.
const LIMBS: [Limb; 13] = [
    limb([-9.0, 2.0, 8.0, 8.0], [-24.0, 30.0, 26.0, 10.0], false),
    limb([-24.0, 30.0, 26.0, 10.0], [-14.0, 76.0, 30.0, 19.0], false),
    limb([7.0, -3.0, 7.0, 7.0], [4.0, 26.0, 34.0, 8.5], false),
    limb([4.0, 26.0, 34.0, 8.5], [-4.0, 68.0, 40.0, 11.5], false),
    limb([22.0, -7.0, 10.0, 7.2], [20.0, 26.0, 38.0, 8.8], false),
    limb([20.0, 26.0, 38.0, 8.8], [12.0, 68.0, 42.0, 12.0], false),
    limb([37.0, 4.0, 14.0, 6.8], [34.0, 34.0, 38.0, 8.4], false),
    limb([34.0, 34.0, 38.0, 8.4], [26.0, 70.0, 40.0, 11.5], false),
    limb([50.0, 22.0, 16.0, 5.8], [46.0, 46.0, 34.0, 7.2], false),
    limb([46.0, 46.0, 34.0, 7.2], [34.0, 78.0, 36.0, 11.0], false),
    limb([10.0, 84.0, 34.0, 33.0], [8.0, 118.0, 36.0, 26.0], false),
    limb([8.0, 118.0, 36.0, 26.0], [6.0, 185.0, 42.0, 29.0], false),
    limb([6.0, 172.0, 42.0, 36.0], [0.0, 900.0, 60.0, 52.0], true),
];

/// Hand patches are painted at this share of the canvas' resolution: skin is soft.
const COARSE: f64 = 0.5;

impl Hand {
    /// Hand millimetres to table space.
    fn place(&self, limb_end: [f64; 4]) -> [f64; 3] {
        let (sin, cos) = self.from_deg.to_radians().sin_cos();
        // Back along the arm, and to the right as the hand's owner sees it.
        let (back, right) = ([sin, -cos], [-cos, -sin]);
        [
            self.tip_mm[0] + back[0] * limb_end[1] + right[0] * limb_end[0],
            self.tip_mm[1] + back[1] * limb_end[1] + right[1] * limb_end[0],
            self.height_mm - 8.0 + limb_end[2],
        ]
    }

    /// Limbs as canvas circles: x, y, radius, height of the middle in pixels.
    fn limbs(&self, view: &View) -> Vec<([[f64; 4]; 2], bool)> {
        LIMBS
            .iter()
            .map(|limb| {
                let end = |e: [f64; 4]| {
                    let point = self.place(e);
                    let at = view.place(point);
                    let scale = view.scale(point);
                    [at[0], at[1], e[3] * scale, e[2] * scale]
                };
                ([end(limb.from), end(limb.to)], limb.sleeve)
            })
            .collect()
    }

    /// Whether any of it is in the picture.
    pub(in crate::synth) fn in_view(&self, view: &View) -> bool {
        let size = view.canvas;
        self.limbs(view).iter().any(|(ends, _)| {
            let [a, b] = ends;
            // Sample along the limb: both ends may lie outside.
            (0..=12).any(|i| {
                let t = f64::from(i) / 12.0;
                let at: [f64; 3] = std::array::from_fn(|k| a[k] + (b[k] - a[k]) * t);
                at[0] > -at[2]
                    && at[1] > -at[2]
                    && at[0] < f64::from(size.width) + at[2]
                    && at[1] < f64::from(size.height) + at[2]
            })
        })
    }

    /// Lays its shadow on the canvas.
    pub(in crate::synth) fn shade(
        &self,
        canvas: &mut Mat,
        view: &View,
        light: &Light,
    ) -> Result<(), SynthError> {
        let mut shadows = Shadows::new(canvas.size()?)?;
        let slope = light.slope();
        for limb in &LIMBS {
            let mut round = Vec::new();
            for end in [limb.from, limb.to] {
                let at = self.place(end);
                for k in 0..10 {
                    let (sin, cos) = (f64::from(k) * 0.628_318).sin_cos();
                    round.push([
                        at[0] + slope[0] * at[2] + cos * end[3],
                        at[1] + slope[1] * at[2] + sin * end[3],
                    ]);
                }
            }
            shadows.cast(view, &round, 1.0, 0.0, [0.0, 0.0])?;
        }
        let scale = view.scale([self.tip_mm[0], self.tip_mm[1], 0.0]);
        shadows.lay(
            canvas,
            light.shadow * 0.9,
            7.0 * scale * light.softness + self.smear_px * 0.3,
        )
    }

    /// Paints it over the canvas.
    pub(in crate::synth) fn draw(
        &self,
        canvas: &mut Mat,
        view: &View,
        light: &Light,
    ) -> Result<(), SynthError> {
        let limbs = self.limbs(view);
        let mut rim = Vec::new();
        for (ends, _) in &limbs {
            for e in ends {
                rim.push([e[0] - e[2], e[1] - e[2]]);
                rim.push([e[0] + e[2], e[1] + e[2]]);
            }
        }
        let Some(roi) = paint::bounds(&rim, 4.0 + self.smear_px, canvas.size()?) else {
            return Ok(());
        };
        let (width, height) = (
            (f64::from(roi.width) * COARSE).ceil() as usize,
            (f64::from(roi.height) * COARSE).ceil() as usize,
        );
        let mut field = vec![f32::NEG_INFINITY; width * height];
        let mut sleeve = vec![false; width * height];
        for (ends, is_sleeve) in &limbs {
            raise(
                &mut field,
                &mut sleeve,
                [width, height],
                roi,
                ends,
                *is_sleeve,
            );
        }
        let (colour, cover) = self.light_field(&field, &sleeve, [width, height], light)?;
        let enlarge = |from: &Mat| -> Result<Mat, SynthError> {
            let mut from = from.try_clone()?;
            if self.smear_px >= 2.0 {
                from = sensor::smear(&from, self.smear_px * COARSE, self.smear_deg)?;
            }
            let mut to = Mat::default();
            imgproc::resize(&from, &mut to, roi.size(), 0.0, 0.0, imgproc::INTER_LINEAR)?;
            Ok(to)
        };
        paint::blend(canvas, roi, &enlarge(&colour)?, &enlarge(&cover)?)
    }

    /// Colours the height field by its slope; also where it covers.
    fn light_field(
        &self,
        field: &[f32],
        sleeve: &[bool],
        [width, height]: [usize; 2],
        light: &Light,
    ) -> Result<(Mat, Mat), SynthError> {
        let (rows, columns) = (height as i32, width as i32);
        let mut colour =
            Mat::new_rows_cols_with_default(rows, columns, core::CV_8UC3, Scalar::all(0.0))?;
        let mut cover =
            Mat::new_rows_cols_with_default(rows, columns, core::CV_8UC1, Scalar::all(0.0))?;
        let pixels = colour.data_bytes_mut()?;
        let covers = cover.data_bytes_mut()?;
        let lamp = light.towards_lamp();
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                let here = field[i];
                let base = if sleeve[i] { self.sleeve } else { self.skin };
                let mut level = 0.5;
                if here > f32::NEG_INFINITY {
                    covers[i] = 255;
                    let look = |j: usize| {
                        if field[j] > f32::NEG_INFINITY {
                            field[j]
                        } else {
                            here - 3.0
                        }
                    };
                    let slope_x = f64::from(
                        look(i + usize::from(x + 1 < width)) - look(i - usize::from(x > 0)),
                    );
                    let down = if y + 1 < height { i + width } else { i };
                    let up = if y > 0 { i - width } else { i };
                    let slope_y = f64::from(look(down) - look(up));
                    let steep = (slope_x * slope_x + slope_y * slope_y + 16.0).sqrt();
                    let normal = [-slope_x / steep, -slope_y / steep, 4.0 / steep];
                    let facing =
                        (normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2]).max(0.0);
                    level = 0.42 * (0.6 + 0.4 * normal[2]) + 0.58 * facing / lamp[2] * 0.9;
                    // Knitwear and knuckles: a faint regular unevenness.
                    let weave = if sleeve[i] {
                        ((x * 7 + y * 3) % 5) as f64 * 0.012
                    } else {
                        0.0
                    };
                    level = (level + weave).min(1.12);
                }
                // Blood shines through where skin turns away.
                let tint = if sleeve[i] {
                    [1.0; 3]
                } else {
                    [
                        1.0,
                        0.72 + 0.28 * level.min(1.0),
                        0.68 + 0.32 * level.min(1.0),
                    ]
                };
                for k in 0..3 {
                    let c = 2 - k;
                    pixels[i * 3 + k] =
                        (f64::from(base[c]) * level * tint[c]).clamp(0.0, 255.0) as u8;
                }
            }
        }
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&cover, &mut soft, core::Size::new(3, 3), 0.8)?;
        Ok((colour, soft))
    }
}

/// Raises the field to the upper side of a limb given by two canvas circles.
fn raise(
    field: &mut [f32],
    sleeve: &mut [bool],
    [width, height]: [usize; 2],
    roi: Rect,
    ends: &[[f64; 4]; 2],
    is_sleeve: bool,
) {
    let local = |e: &[f64; 4]| {
        [
            (e[0] - f64::from(roi.x)) * COARSE,
            (e[1] - f64::from(roi.y)) * COARSE,
            e[2] * COARSE,
            e[3] * COARSE,
        ]
        .map(|v| v as f32)
    };
    let (a, b) = (local(&ends[0]), local(&ends[1]));
    let d = [b[0] - a[0], b[1] - a[1]];
    let length = (d[0] * d[0] + d[1] * d[1]).max(1e-3);
    let grow = a[2].max(b[2]);
    let low = |k: usize| (a[k].min(b[k]) - grow).max(0.0) as usize;
    let high = |k: usize, most: usize| ((a[k].max(b[k]) + grow).max(0.0) as usize + 1).min(most);
    for y in low(1)..high(1, height) {
        for x in low(0)..high(0, width) {
            let p = [x as f32 - a[0], y as f32 - a[1]];
            let t = ((p[0] * d[0] + p[1] * d[1]) / length).clamp(0.0, 1.0);
            let off = [p[0] - d[0] * t, p[1] - d[1] * t];
            let far = off[0] * off[0] + off[1] * off[1];
            let radius = a[2] + (b[2] - a[2]) * t;
            if far < radius * radius {
                let top = a[3] + (b[3] - a[3]) * t + (radius * radius - far).sqrt();
                let i = y * width + x;
                if top > field[i] {
                    field[i] = top;
                    sleeve[i] = is_sleeve;
                }
            }
        }
    }
}
