//! Textures laid into a quad in perspective, and a quad of a picture straightened.

use carcassonne::geometry::Rotation;
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Pos2, Rect, TextureId, Vec2, pos2};

/// Cells per side into which a quad is cut, so that its texture lies in perspective.
const CUTS: usize = 8;

/// A texture of an unturned face laid turned into a quad (NW NE SE SW), in perspective.
pub fn in_perspective(
    quad: [Pos2; 4],
    rotation: Rotation,
    texture: TextureId,
    tint: Color32,
) -> Mesh {
    // A clockwise turn by n takes the face's own corner n places on.
    let n = usize::from(rotation.quarter_turns());
    let own: [Pos2; 4] = std::array::from_fn(|i| quad[(i + n) % 4]);
    let to_quad = Homography::of_unit_square(own);
    grid(texture, tint, |u, v| (to_quad.at(u, v), pos2(u, v)))
}

/// What a picture shows inside a quad, straightened into `rect`.
pub fn straightened(
    rect: Rect,
    quad_px: [[f32; 2]; 4],
    size_px: [usize; 2],
    texture: TextureId,
) -> Mesh {
    let scale = |[x, y]: [f32; 2]| pos2(x / size_px[0] as f32, y / size_px[1] as f32);
    let to_picture = Homography::of_unit_square(quad_px.map(scale));
    grid(texture, Color32::WHITE, |u, v| {
        let on_screen = rect.min + Vec2::new(u * rect.width(), v * rect.height());
        (on_screen, to_picture.at(u, v))
    })
}

fn grid(texture: TextureId, tint: Color32, at: impl Fn(f32, f32) -> (Pos2, Pos2)) -> Mesh {
    let mut mesh = Mesh::with_texture(texture);
    let row = CUTS as u32 + 1;
    for j in 0..=CUTS {
        for i in 0..=CUTS {
            let (pos, uv) = at(i as f32 / CUTS as f32, j as f32 / CUTS as f32);
            mesh.vertices.push(Vertex {
                pos,
                uv,
                color: tint,
            });
        }
    }
    for j in 0..CUTS as u32 {
        for i in 0..CUTS as u32 {
            let corner = j * row + i;
            mesh.add_triangle(corner, corner + 1, corner + row);
            mesh.add_triangle(corner + 1, corner + row + 1, corner + row);
        }
    }
    mesh
}

/// The map that takes the unit square onto a quad (Heckbert 1989, section 2.2.3).
pub(in crate::window::widgets) struct Homography {
    m: [f32; 8],
}

impl Homography {
    pub(in crate::window::widgets) fn of_unit_square([a, b, c, d]: [Pos2; 4]) -> Self {
        let (p, q) = (b - c, d - c);
        let s = (a - b) + (c - d);
        let det = p.x * q.y - q.x * p.y;
        // A quad without area has no perspective; leaving it affine keeps the numbers finite.
        let (g, h) = if det.abs() < 1e-9 {
            (0.0, 0.0)
        } else {
            ((s.x * q.y - q.x * s.y) / det, (p.x * s.y - s.x * p.y) / det)
        };
        Self {
            m: [
                b.x - a.x + g * b.x,
                d.x - a.x + h * d.x,
                a.x,
                b.y - a.y + g * b.y,
                d.y - a.y + h * d.y,
                a.y,
                g,
                h,
            ],
        }
    }

    pub(in crate::window::widgets) fn at(&self, u: f32, v: f32) -> Pos2 {
        let m = &self.m;
        let w = m[6] * u + m[7] * v + 1.0;
        pos2(
            (m[0] * u + m[1] * v + m[2]) / w,
            (m[3] * u + m[4] * v + m[5]) / w,
        )
    }
}
