//! Tiles moved to where the edges are: as squares of one size on the table, or side by side in the
//! picture.

use calibration::space::{Image, ImagePoint, middle, point2, vec2};
use calibration::{Homography, Offset, Point};

use super::edges::{Edges, normal};
use super::plane::Sides;
use super::squares::square;
use crate::learn::quads::{Quad, area, shared, side};

/// How far a side is moved at most, and what moving costs, of its length.
const REACH: f64 = 0.05;
const COST: f32 = 2.0;

/// From the picture to the table.
pub(super) type TableFromImage = Homography<Sides, Image>;

/// A tile that was found: its corners, how well it is framed, whether it stood out by itself.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) corners: Quad,
    pub(super) frame: f32,
    pub(super) outlined: bool,
}

/// How much of the picture tiles explain: what well framed ones cover, less what lies twice under
/// some, which no tiles do.
pub(super) fn explained(edges: &Edges, tiles: &[Quad]) -> f64 {
    let covered = tiles.iter().map(|quad| {
        let framed = f64::from(edges.frame(quad));
        framed.powi(3) * area(quad).abs()
    });
    let pairs = tiles.iter().enumerate();
    let twice = pairs.flat_map(|(n, one)| tiles[..n].iter().map(move |other| shared(one, other)));
    covered.sum::<f64>() - TWICE * twice.sum::<f64>()
}

/// Tiles moved to the edges that are there, all of one size, which is the one that explains most; if
/// outlines tell the size, about that.
pub(super) fn settled(
    edges: &Edges,
    table: &TableFromImage,
    mut found: Vec<Found>,
    known: bool,
) -> Option<Vec<Found>> {
    let image_from_table = table.inverse()?;
    let lying = |one: &Found| {
        let flat = one.corners.map(|corner| table.apply(corner));
        let along = flat[1] - flat[0];
        Lying {
            middle: middle(&flat),
            degrees: along.y.atan2(along.x).to_degrees(),
        }
    };
    let tiles: Vec<Lying> = found.iter().map(lying).collect();
    let sizes = if known { -2..=2 } else { -8..=8 };
    let best = sizes.map(|n| {
        let side = 1.0 + 0.02 * f64::from(n);
        let first = tiles.iter().take(SAMPLE);
        let first = first.map(|tile| tile.settled(edges, &image_from_table, side).1);
        (explained(edges, &first.collect::<Vec<_>>()), side)
    });
    let (_, side) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
    for (one, tile) in found.iter_mut().zip(&tiles) {
        one.corners = tile.settled(edges, &image_from_table, side).1;
    }
    Some(found)
}

/// Tiles by which the size is found.
const SAMPLE: usize = 24;
/// What counts against tiles that lie over each other, as a multiple of the shared area.
const TWICE: f64 = 3.0;

/// Where a tile lies on the table, in tile sides.
#[derive(Clone, Copy)]
pub(super) struct Lying {
    pub(super) middle: Point<Sides>,
    pub(super) degrees: f64,
}

impl Lying {
    /// In the picture, moved and turned a little to where edges are strongest.
    pub(super) fn settled(
        self,
        edges: &Edges,
        image_from_table: &Homography<Image, Sides>,
        side: f64,
    ) -> (Self, Quad) {
        let in_image = |tile: &Self| {
            square(tile.middle, tile.degrees, side).map(|corner| image_from_table.apply(corner))
        };
        let mut best = (f32::NEG_INFINITY, self);
        // Ever finer: shares of a side, degrees, steps to either side.
        for (step, turn, steps) in [(0.012, 1.5, 5), (0.005, 0.6, 2), (0.0025, 0.3, 1)] {
            let from = best.1;
            for (x, y) in (-steps..=steps).flat_map(|x| (-steps..=steps).map(move |y| (x, y))) {
                for turned in -1..=1 {
                    let tile = Self {
                        middle: from.middle + vec2(f64::from(x) * step, f64::from(y) * step),
                        degrees: from.degrees + f64::from(turned) * turn,
                    };
                    let strength = strength(edges, &in_image(&tile));
                    if strength > best.0 {
                        best = (strength, tile);
                    }
                }
            }
        }
        (best.1, in_image(&best.1))
    }

    /// The same as far away as that.
    pub(super) fn moved(self, by: Offset<Sides>) -> Self {
        let middle = self.middle + by;
        Self { middle, ..self }
    }

    /// In the middle of all; `None` of none.
    pub(super) fn mean(of: &[Self]) -> Option<Self> {
        let count = of.len() as f64;
        let mean = |value: fn(&Self) -> f64| of.iter().map(value).sum::<f64>() / count;
        (!of.is_empty()).then(|| Self {
            middle: point2(mean(|one| one.middle.x), mean(|one| one.middle.y)),
            degrees: mean(|one| one.degrees),
        })
    }
}

/// How strong the edges along the sides of a quadrangle are, the weakest side counting as much as
/// all.
fn strength(edges: &Edges, quad: &Quad) -> f32 {
    const POINTS: usize = 20;
    /// An edge stronger than this is none the surer.
    const STRONG: f32 = 14.0;
    let sides: [f32; 4] = std::array::from_fn(|i| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        let normal = normal(a, b);
        let along = (0..POINTS).map(|n| {
            let t = 0.06 + 0.88 * (n as f64 + 0.5) / POINTS as f64;
            let at = a + (b - a) * t;
            edges.across(at, normal).min(STRONG).sqrt()
        });
        along.sum::<f32>() / POINTS as f32
    });
    sides.iter().copied().fold(f32::INFINITY, f32::min) + sides.iter().sum::<f32>() / 4.0
}

/// A quadrangle with each side moved to the strongest edge nearby.
pub(super) fn moved(edges: &Edges, quad: &Quad) -> Quad {
    const POINTS: usize = 32;
    /// An edge stronger than this is none the surer.
    const STRONG: f32 = 14.0;
    let length = side(quad);
    let reach = (REACH * length).ceil().max(1.0) as i32;
    let lines: [[ImagePoint; 2]; 4] = std::array::from_fn(|i| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        let normal = normal(a, b);
        let along = |n: usize| 0.05 + 0.9 * (n as f64 + 0.5) / POINTS as f64;
        let off = |p: ImagePoint, by: f64| p + vec2(normal[0], normal[1]).to_f64() * by;
        let rows = (-reach..=reach).map(|by| {
            let row = (0..POINTS).map(|n| {
                let t = along(n);
                let at = a + (b - a) * t;
                edges
                    .across(off(at, f64::from(by)), normal)
                    .min(STRONG)
                    .sqrt()
            });
            row.collect::<Vec<f32>>()
        });
        let rows: Vec<Vec<f32>> = rows.collect();
        let mut best = (f32::NEG_INFINITY, 0, 0);
        for from in -reach..=reach {
            for to in -reach..=reach {
                let strength = (0..POINTS).map(|n| {
                    let by = f64::from(from) + f64::from(to - from) * along(n);
                    rows[(by.round() as i32 + reach) as usize][n]
                });
                let far = (from.abs() + to.abs()) as f32 / length as f32;
                let value = strength.sum::<f32>() / POINTS as f32 - COST * far;
                if value > best.0 {
                    best = (value, from, to);
                }
            }
        }
        [off(a, f64::from(best.1)), off(b, f64::from(best.2))]
    });
    std::array::from_fn(|i| crossing(lines[(i + 3) % 4], lines[i]).unwrap_or(quad[i]))
}

/// Where two lines through two points each cross.
fn crossing([a, b]: [ImagePoint; 2], [c, d]: [ImagePoint; 2]) -> Option<ImagePoint> {
    let (u, v) = (b - a, d - c);
    let t = (c - a).cross(v) / u.cross(v);
    t.is_finite().then(|| a + u * t)
}
