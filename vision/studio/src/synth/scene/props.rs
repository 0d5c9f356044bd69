//! Flat and boxy things: tiles and what lies beside the game, all drawn as slabs.
//!
//! A slab has a picture on top and plain sides. Nothing here decides what lies where.

use opencv::core::{Mat, Scalar, Size};
use opencv::prelude::*;

pub use crate::art::Prop;

use crate::synth::camera::View;
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::paint::{self, Shadows};

/// A thing beside the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clutter {
    /// What it is.
    pub prop: Prop,
    /// Its middle on the table, mm.
    pub at_mm: [f64; 2],
    /// Clockwise turn, degrees.
    pub yaw_deg: f64,
}

/// A board with a picture on its top.
pub(in crate::synth) struct Slab<'a> {
    pub top: &'a Mat,
    pub at_mm: [f64; 2],
    /// Width and depth, mm.
    pub size_mm: [f64; 2],
    /// Height of its underside and its thickness, mm.
    pub base_mm: f64,
    pub thick_mm: f64,
    pub turn_deg: f64,
    /// Cut of the corners, mm.
    pub corner_mm: f64,
    pub side: [f64; 3],
    /// Number of boards in it; more than one shows as lines on the sides.
    pub layers: usize,
}

impl Slab<'_> {
    fn ring(&self, inset: &[[f64; 2]], height: f64) -> Vec<[f64; 3]> {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        inset
            .iter()
            .map(|p| {
                [
                    self.at_mm[0] + cos * p[0] - sin * p[1],
                    self.at_mm[1] + sin * p[0] + cos * p[1],
                    height,
                ]
            })
            .collect()
    }

    /// Corners clockwise from NW, and the same with the corners cut.
    fn outlines(&self) -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
        let [w, h] = self.size_mm.map(|v| v / 2.0);
        let c = self.corner_mm;
        let square = vec![[-w, -h], [w, -h], [w, h], [-w, h]];
        let cut = vec![
            [-w, -h + c],
            [-w + c * 0.3, -h + c * 0.3],
            [-w + c, -h],
            [w - c, -h],
            [w - c * 0.3, -h + c * 0.3],
            [w, -h + c],
            [w, h - c],
            [w - c * 0.3, h - c * 0.3],
            [w - c, h],
            [-w + c, h],
            [-w + c * 0.3, h - c * 0.3],
            [-w, h - c],
        ];
        (
            square,
            if c > 0.0 {
                cut
            } else {
                vec![[-w, -h], [w, -h], [w, h], [-w, h]]
            },
        )
    }

    pub fn distance(&self, view: &View) -> f64 {
        view.distance([self.at_mm[0], self.at_mm[1], self.base_mm])
    }

    /// Side of its picture on the canvas, px: how fine the picture has to be.
    pub fn side_px(view: &View, at_mm: [f64; 2], size_mm: f64) -> f64 {
        view.scale([at_mm[0], at_mm[1], 0.0]) * size_mm
    }

    pub fn shade(&self, view: &View, light: &Light, cast: &mut Shadows) -> Result<(), SynthError> {
        let (square, _) = self.outlines();
        let ground: Vec<_> = self
            .ring(&square, 0.0)
            .iter()
            .map(|p| [p[0], p[1]])
            .collect();
        let slope = light.slope();
        if self.base_mm > 1.0 {
            let down = |p: &[f64; 2]| {
                [
                    p[0] + slope[0] * self.base_mm,
                    p[1] + slope[1] * self.base_mm,
                ]
            };
            let fallen: Vec<_> = ground.iter().map(down).collect();
            return cast.cast(view, &fallen, 0.0, self.thick_mm, slope);
        }
        cast.cast(view, &ground, 0.0, self.thick_mm, slope)
    }

    pub fn draw(&self, canvas: &mut Mat, view: &View, light: &Light) -> Result<(), SynthError> {
        let (square, cut) = self.outlines();
        let (low, high) = (self.base_mm, self.base_mm + self.thick_mm);
        let (bottom, top) = (self.ring(&cut, low), self.ring(&cut, high));
        let n = cut.len();
        let canvas_size: Size = canvas.size()?;
        if self.thick_mm > 0.4 {
            for i in 0..n {
                let j = (i + 1) % n;
                let along = [top[j][0] - top[i][0], top[j][1] - top[i][1]];
                let length = (along[0] * along[0] + along[1] * along[1]).sqrt().max(1e-9);
                // Clockwise seen from above with y down: outward is to the left of the way.
                let normal = [along[1] / length, -along[0] / length, 0.0];
                let away = view.towards(top[i]);
                if normal[0] * away[0] + normal[1] * away[1] <= 0.0 {
                    continue;
                }
                let at = |p: [f64; 3]| view.place(p);
                let quad = [at(top[i]), at(top[j]), at(bottom[j]), at(bottom[i])];
                if paint::bounds(&quad, 1.0, canvas_size).is_none() {
                    continue;
                }
                let level = light.on(normal);
                paint::fill(
                    canvas,
                    &quad,
                    [0.0; 2],
                    1.0,
                    paint::bgr(self.side, level),
                    true,
                )?;
                for layer in 1..self.layers {
                    let h = low + self.thick_mm * layer as f64 / self.layers as f64;
                    let lift = |p: [f64; 3], h: f64| view.place([p[0], p[1], h]);
                    let line = [
                        lift(top[i], h),
                        lift(top[j], h),
                        lift(top[j], h - 0.5),
                        lift(top[i], h - 0.5),
                    ];
                    let dark = paint::bgr(self.side, level * 0.62);
                    paint::fill(canvas, &line, [0.0; 2], 1.0, dark, true)?;
                }
            }
        }
        let corners = self.ring(&square, high);
        let corners: [[f64; 2]; 4] = std::array::from_fn(|i| view.place(corners[i]));
        let outline: Vec<_> = top.iter().map(|p| view.place(*p)).collect();
        paint::lay_picture(canvas, self.top, &corners, &outline)
    }
}

/// Draws a cup: the one round thing.
pub(in crate::synth) fn draw_cup(
    canvas: &mut Mat,
    at: [f64; 2],
    view: &View,
    light: &Light,
) -> Result<(), SynthError> {
    let [wide, _, tall] = Prop::Cup.size_mm();
    let radius = wide / 2.0;
    const STEPS: usize = 48;
    let ring = |r: f64, h: f64| -> Vec<[f64; 2]> {
        (0..STEPS)
            .map(|k| {
                let (sin, cos) = (k as f64 / STEPS as f64 * std::f64::consts::TAU).sin_cos();
                view.place([at[0] + cos * r, at[1] + sin * r, h])
            })
            .collect()
    };
    let (low, high) = (ring(radius * 0.82, 0.0), ring(radius, tall));
    let side = Prop::Cup.side();
    for k in 0..STEPS {
        let j = (k + 1) % STEPS;
        let (sin, cos) = ((k as f64 + 0.5) / STEPS as f64 * std::f64::consts::TAU).sin_cos();
        let away = view.towards([at[0] + cos * radius, at[1] + sin * radius, tall / 2.0]);
        if cos * away[0] + sin * away[1] > 0.0 {
            let quad = [low[k], low[j], high[j], high[k]];
            let colour = paint::bgr(side, light.on([cos, sin, 0.0]));
            paint::fill(canvas, &quad, [0.0; 2], 1.0, colour, false)?;
        }
    }
    let white = |v: f64| Scalar::new(v * 0.96, v, v, 0.0);
    paint::fill(canvas, &high, [0.0; 2], 1.0, white(222.0), true)?;
    paint::fill(
        canvas,
        &ring(radius * 0.92, tall),
        [0.0; 2],
        1.0,
        white(150.0),
        true,
    )?;
    let tea = ring(radius * 0.9, tall - 12.0);
    paint::fill(
        canvas,
        &tea,
        [0.0; 2],
        1.0,
        Scalar::new(24.0, 52.0, 96.0, 0.0),
        true,
    )
}
