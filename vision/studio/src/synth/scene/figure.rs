//! Wooden figures as solid prisms, projected, shaded and painted back to front.
//!
//! Uses the outlines of the artist; knows nothing of players or rules.

use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::{self, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::camera::{View, cross, dot};
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::paint::{self, Shadows};
use shapes::solid::{Body, body, opacity, paint as figure_paint};

/// A piece on the table or on a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Which piece.
    pub kind: FigureKind,
    /// Its paint; `None` for neutral pieces.
    pub color: Option<Color>,
    /// Standing on its feet or lying on its flat side.
    pub pose: Pose,
    /// Table mm of the middle of its foot (standing) or of its outline's centroid (lying).
    pub at_mm: [f64; 2],
    /// Clockwise turn seen from above, degrees. At 0 a standing figure faces south and a
    /// lying one has its head to the north.
    pub yaw_deg: f64,
    /// Height of what it stands on, mm: 2 on a tile, 0 on the table, more in a hand.
    pub on_mm: f64,
}

/// The prism of a figure in table space, heights up.
struct Solid {
    front: Vec<[f64; 3]>,
    back: Vec<[f64; 3]>,
}

impl Figure {
    fn solid(&self) -> (Solid, Body) {
        let body = body(self.kind);
        let (sin, cos) = self.yaw_deg.to_radians().sin_cos();
        let half = body.depth_mm / 2.0;
        let middle = body.middle_mm();
        // Right and south of the unturned figure, turned clockwise (y points down).
        let (right, south) = ([cos, sin], [-sin, cos]);
        let at = |u: f64, v: f64, d: f64| match self.pose {
            Pose::Standing => [
                self.at_mm[0] + right[0] * u + south[0] * d,
                self.at_mm[1] + right[1] * u + south[1] * d,
                self.on_mm + v,
            ],
            Pose::Lying => [
                self.at_mm[0] + right[0] * u - south[0] * (v - middle),
                self.at_mm[1] + right[1] * u - south[1] * (v - middle),
                self.on_mm + half + d,
            ],
        };
        let face = |d: f64| body.outline_mm.iter().map(|p| at(p[0], p[1], d)).collect();
        (
            Solid {
                front: face(half),
                back: face(-half),
            },
            body,
        )
    }

    /// The ground it covers: the outline of its foot or of the lying figure, table mm.
    fn ground(&self) -> Vec<[f64; 2]> {
        let (solid, _) = self.solid();
        match self.pose {
            Pose::Lying => solid.back.iter().map(|p| [p[0], p[1]]).collect(),
            Pose::Standing => solid
                .front
                .iter()
                .chain(&solid.back)
                .filter(|p| p[2] - self.on_mm < 1.5)
                .map(|p| [p[0], p[1]])
                .collect(),
        }
    }

    /// Adds its cast shadow and the dark rim where it touches the ground.
    pub(in crate::synth) fn shade(
        &self,
        view: &View,
        light: &Light,
        cast: &mut Shadows,
        contact: &mut Shadows,
    ) -> Result<(), SynthError> {
        let (solid, _) = self.solid();
        let ground = self.ground();
        // A figure in a hand throws its shadow on what lies below, not on its own level.
        let plane = self.on_mm.min(2.0);
        let slope = light.slope();
        for face in [&solid.front, &solid.back] {
            let fallen: Vec<_> = face
                .iter()
                .map(|p| {
                    let h = p[2] - plane;
                    view.place([p[0] + slope[0] * h, p[1] + slope[1] * h, plane])
                })
                .collect();
            cast.add(&fallen)?;
        }
        if self.pose == Pose::Standing {
            // The body between the two faces: the foot swept along the light.
            cast.cast(view, &ground, plane, 7.0, slope)?;
        } else {
            cast.cast(view, &ground[..1], plane, 0.0, slope)?;
        }
        if self.on_mm < 3.0 && ground.len() > 2 {
            let grown: Vec<_> = {
                let n = ground.len() as f64;
                let centre = ground
                    .iter()
                    .fold([0.0; 2], |c, p| [c[0] + p[0] / n, c[1] + p[1] / n]);
                ground
                    .iter()
                    .map(|p| [0, 1].map(|i| centre[i] + (p[i] - centre[i]) * 1.12))
                    .collect()
            };
            contact.cast(view, &grown, plane, 0.0, [0.0, 0.0])?;
        }
        Ok(())
    }

    /// Distance used to paint far figures first.
    pub(in crate::synth) fn distance(&self, view: &View) -> f64 {
        view.distance([self.at_mm[0], self.at_mm[1], self.on_mm])
    }

    /// Paints it on the canvas.
    pub(in crate::synth) fn draw(
        &self,
        canvas: &mut Mat,
        view: &View,
        light: &Light,
    ) -> Result<(), SynthError> {
        /// Painted finer than the canvas, then averaged: smooth edges without seams.
        const ZOOM: i32 = 3;
        let (solid, body) = self.solid();
        let place = |face: &[[f64; 3]]| face.iter().map(|p| view.place(*p)).collect::<Vec<_>>();
        let (front, back) = (place(&solid.front), place(&solid.back));
        let all: Vec<_> = front.iter().chain(&back).copied().collect();
        let Some(roi) = paint::bounds(&all, 2.0, canvas.size()?) else {
            return Ok(());
        };
        let origin = [f64::from(roi.x), f64::from(roi.y)];
        let mut colour = paint::patch(roi, ZOOM, core::CV_8UC3)?;
        let mut cover = paint::patch(roi, ZOOM, core::CV_8UC1)?;
        let base = figure_paint(self.kind, self.color).map(f64::from);
        let zoom = f64::from(ZOOM);

        // Sides, far to near, then the flat face that looks at the camera: nothing of the
        // prism can stand before that face.
        let n = front.len();
        let mut sides: Vec<(f64, usize)> = (0..n)
            .map(|i| {
                let middle = std::array::from_fn(|k| (solid.front[i][k] + solid.back[i][k]) / 2.0);
                (view.distance(middle), i)
            })
            .collect();
        sides.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, i) in sides {
            let j = (i + 1) % n;
            let corners = [solid.front[i], solid.front[j], solid.back[j], solid.back[i]];
            let normal = outward(&corners, &body, &solid, i);
            if dot(normal, view.towards(corners[0])) <= 0.0 {
                continue;
            }
            let quad = [front[i], front[j], back[j], back[i]];
            let shade = shade(base, normal, light);
            paint::fill(&mut colour, &quad, origin, zoom, shade, false)?;
            paint::fill(&mut cover, &quad, origin, zoom, Scalar::all(255.0), false)?;
        }
        let axis: [f64; 3] = std::array::from_fn(|k| solid.front[0][k] - solid.back[0][k]);
        let length = dot(axis, axis).sqrt();
        for (face, points, sign) in [(&solid.front, &front, 1.0), (&solid.back, &back, -1.0)] {
            let normal = axis.map(|v| v * sign / length);
            if dot(normal, view.towards(face[0])) > 0.0 {
                let shade = shade(base, normal, light);
                paint::fill(&mut colour, points, origin, zoom, shade, false)?;
                paint::fill(&mut cover, points, origin, zoom, Scalar::all(255.0), false)?;
                self.rim(&mut colour, points, origin, zoom, base, light)?;
            }
        }
        let shrink = |from: &Mat| -> Result<Mat, SynthError> {
            let mut to = Mat::default();
            imgproc::resize(from, &mut to, roi.size(), 0.0, 0.0, imgproc::INTER_AREA)?;
            Ok(to)
        };
        // Colours bleed outwards first, so that averaging does not darken the rim.
        let mut bled = Mat::default();
        let kernel = Mat::ones(ZOOM, ZOOM, core::CV_8UC1)?.to_mat()?;
        imgproc::dilate_def(&colour, &mut bled, &kernel)?;
        let mut bare = Mat::default();
        core::compare(&cover, &Scalar::all(0.0), &mut bare, core::CMP_EQ)?;
        bled.copy_to_masked(&mut colour, &bare)?;
        let mut cover = shrink(&cover)?;
        if opacity(self.kind) < 1.0 {
            let whole = cover.clone();
            whole.convert_to(&mut cover, -1, opacity(self.kind), 0.0)?;
        }
        paint::blend(canvas, roi, &shrink(&colour)?, &cover)
    }

    /// The lighter, rounded edge of a sawn and painted piece of wood.
    fn rim(
        &self,
        colour: &mut Mat,
        points: &[[f64; 2]],
        origin: [f64; 2],
        zoom: f64,
        base: [f64; 3],
        light: &Light,
    ) -> Result<(), SynthError> {
        let at = |p: &[f64; 2]| {
            core::Point::new(
                (((p[0] - origin[0]) + 0.5) * zoom * 16.0) as i32,
                (((p[1] - origin[1]) + 0.5) * zoom * 16.0) as i32,
            )
        };
        let ring: core::Vector<core::Point> = points.iter().map(at).collect();
        let rings = core::Vector::<core::Vector<core::Point>>::from_iter([ring]);
        let edge = base.map(|v| v * 1.05 + 22.0);
        imgproc::polylines(
            colour,
            &rings,
            true,
            paint::bgr(edge, light.ambient + light.direct * 0.75),
            2,
            imgproc::LINE_AA,
            4,
        )?;
        Ok(())
    }
}

/// The outward normal of side `i` of a prism.
fn outward(corners: &[[f64; 3]; 4], body: &Body, solid: &Solid, i: usize) -> [f64; 3] {
    let along: [f64; 3] = std::array::from_fn(|k| corners[1][k] - corners[0][k]);
    let deep: [f64; 3] = std::array::from_fn(|k| corners[3][k] - corners[0][k]);
    let normal = cross(along, deep);
    let length = dot(normal, normal).sqrt().max(1e-9);
    let unit = normal.map(|v| v / length);
    // The outlines run clockwise seen with y up; whether that makes the cross product point
    // out or in depends on the handedness of the pose, which the flat faces tell.
    let points = &body.outline_mm;
    let area: f64 = (0..points.len())
        .map(|k| {
            let (a, b) = (points[k], points[(k + 1) % points.len()]);
            a[0] * b[1] - b[0] * a[1]
        })
        .sum();
    let (a, b) = (points[i], points[(i + 1) % points.len()]);
    // Outward in the outline's own plane, carried over by the pose's linear map.
    let out = if area > 0.0 {
        [b[1] - a[1], a[0] - b[0]]
    } else {
        [a[1] - b[1], b[0] - a[0]]
    };
    let tip = direction(body, solid, out);
    if dot(tip, unit) < 0.0 {
        unit.map(|v| -v)
    } else {
        unit
    }
}

/// A direction of the outline's plane as a direction in table space.
fn direction(body: &Body, solid: &Solid, d: [f64; 2]) -> [f64; 3] {
    // Any three points of the outline fix the linear map; these are far from a line.
    let n = body.outline_mm.len();
    let (o, a, b) = (0, n / 3, 2 * n / 3);
    let plane = |k: usize| {
        [
            body.outline_mm[k][0] - body.outline_mm[o][0],
            body.outline_mm[k][1] - body.outline_mm[o][1],
        ]
    };
    let (u, v) = (plane(a), plane(b));
    let det = u[0] * v[1] - u[1] * v[0];
    let (s, t) = (
        (d[0] * v[1] - d[1] * v[0]) / det,
        (u[0] * d[1] - u[1] * d[0]) / det,
    );
    std::array::from_fn(|k| {
        s * (solid.front[a][k] - solid.front[o][k]) + t * (solid.front[b][k] - solid.front[o][k])
    })
}

fn shade(base: [f64; 3], normal: [f64; 3], light: &Light) -> Scalar {
    let level = light.on(normal);
    // A little of the lamp's own colour on surfaces that face it: satin paint.
    let gleam = (dot(normal, light.towards_lamp()) - 0.75).max(0.0) * 46.0;
    paint::bgr(base.map(|v| v * level + gleam), 1.0)
}

/// Paints shadows and figures, far ones first.
pub(in crate::synth) fn draw_all(
    canvas: &mut Mat,
    figures: &[Figure],
    view: &View,
    light: &Light,
) -> Result<(), SynthError> {
    if figures.is_empty() {
        return Ok(());
    }
    let size: Size = canvas.size()?;
    let (mut cast, mut contact) = (Shadows::new(size)?, Shadows::new(size)?);
    for figure in figures {
        figure.shade(view, light, &mut cast, &mut contact)?;
    }
    let scale = view.scale([view.camera.target_mm[0], view.camera.target_mm[1], 0.0]);
    cast.lay(canvas, light.shadow, 1.6 * scale * light.softness)?;
    contact.lay(canvas, 0.45, 0.9 * scale)?;
    let mut order: Vec<&Figure> = figures.iter().collect();
    order.sort_by(|a, b| b.distance(view).total_cmp(&a.distance(view)));
    for figure in order {
        figure.draw(canvas, view, light)?;
    }
    Ok(())
}
