//! Where on a face its mist lies, and where in it the ghosts are printed.
//!
//! Works on the map of [`super::Layout`]: mist covers the ground of its plan and the spell
//! circles, fields have the rest, and what no field reaches is mist again. Cities and places
//! are never under mist; a road may run beneath it and stays a road on the map.

use carcassonne::catalogue::{Face, SegmentKind};
use carcassonne::geometry::Side;

use super::{FREE, GRID, MIST, Point, cell_at, cell_middle, depths, flood, mask, plan, rings};
use plan::{CIRCLE_RADIUS, Plan, holds};

/// A connected area of mist on a face.
#[derive(Clone, Debug, PartialEq)]
pub struct MistShape {
    /// Closed outlines; with more than one, holes and islands by the even–odd rule. Roads
    /// under the mist count as mist.
    pub rings: Vec<Vec<Point>>,
    /// Middles of its printed ghost symbols.
    pub ghosts: Vec<Point>,
}

/// Half the height of a printed ghost, tile units.
pub const GHOST_RADIUS: f32 = 0.085;

/// The number of the mist over each cell of the map, [`FREE`] where there is none; cells that
/// are mist and nothing else become [`MIST`] on the map. To be called before fields grow.
pub(super) fn lay(face: &Face, plan: &Plan, map: &mut [u8]) -> Vec<u8> {
    let in_circle = |circles: &[[f32; 2]], p: Point| {
        circles
            .iter()
            .any(|c| (c[0] - p[0]).hypot(c[1] - p[1]) < CIRCLE_RADIUS + 0.01)
    };
    let mut veil = vec![FREE; GRID * GRID];
    for (i, cell) in map.iter_mut().enumerate() {
        let land = matches!(
            face.segments.get(usize::from(*cell)).map(|s| &s.kind),
            None | Some(SegmentKind::Road)
        );
        let p = cell_middle(i);
        let of = |n: &usize| in_circle(&face.mists[*n].circles, p) || holds(&plan.mists[*n], p);
        if land
            && let Some(number) = (0..face.mists.len()).find(of)
            && !shows_field(face, p)
        {
            veil[i] = number as u8;
            if *cell == FREE {
                *cell = MIST;
            }
        }
    }
    veil
}

/// Gives the land that no field reached to the mist next to it.
pub(super) fn close(map: &mut [u8], veil: &mut [u8]) {
    if veil.iter().all(|&number| number == FREE) {
        return;
    }
    // The mist spreads over free land only, so everything else is in its way.
    let mut spread: Vec<u8> = map
        .iter()
        .zip(veil.iter())
        .map(|(&cell, &number)| match cell {
            MIST | FREE => number,
            _ => MIST,
        })
        .collect();
    let from = (0..spread.len()).filter(|&i| spread[i] < MIST).collect();
    flood(&mut spread, from);
    for (i, cell) in map.iter_mut().enumerate() {
        if *cell == FREE && spread[i] < MIST {
            (*cell, veil[i]) = (MIST, spread[i]);
        }
    }
}

/// Whether the third of the rim next to a point shows field on a side that mist covers too
/// (rules dossier "tiles", ruling L1).
fn shows_field(face: &Face, p: Point) -> bool {
    let nearest = Side::ALL.into_iter().min_by(|a, b| {
        let far = |side: &Side| {
            let (dx, dy) = side.step();
            0.5 - (p[0] * dx as f32 + p[1] * dy as f32)
        };
        far(a).total_cmp(&far(b))
    });
    let Some(side) = nearest else { return false };
    let (dx, dy) = side.step();
    // Clockwise along the side.
    let along = 0.5 - p[0] * dy as f32 + p[1] * dx as f32;
    let third = ((along * 3.0) as usize).min(2);
    let rim = carcassonne::geometry::Rim::new(side, third);
    face.mists.iter().any(|mist| mist.sides.contains(&side))
        && face.segments.iter().any(|segment| {
            matches!(segment.kind, SegmentKind::Field { .. }) && segment.rim.contains(&rim)
        })
}

/// The shapes of a face's mists.
pub(super) fn shapes(
    face: &Face,
    map: &[u8],
    veil: &[u8],
) -> Result<Vec<MistShape>, opencv::Error> {
    (0..face.mists.len())
        .map(|number| {
            let mist = &face.mists[number];
            let whole = mask(veil, |n| usize::from(n) == number)?;
            // Ghosts keep off roads, circles and the rim.
            let open: Vec<u8> = (0..map.len())
                .map(|i| if map[i] == MIST { veil[i] } else { FREE })
                .collect();
            let room = depths(&mask(&open, |n| usize::from(n) == number)?)?;
            Ok(MistShape {
                rings: rings(&whole)?,
                ghosts: ghosts(mist.ghosts, &mist.circles, &room),
            })
        })
        .collect()
}

/// Spots with room, apart from each other and near the middle of the mist, one after the other.
fn ghosts(count: u8, circles: &[[f32; 2]], room: &[f32]) -> Vec<Point> {
    let open: Vec<(Point, f32)> = (0..GRID * GRID)
        .filter(|&i| room[i] > 0.0)
        .map(|i| (cell_middle(i), room[i] / GRID as f32))
        .collect();
    let points: Vec<Point> = open.iter().map(|(p, _)| *p).collect();
    let centroid = plan::middle(&points);
    let far = |p: &Point, q: &Point| (p[0] - q[0]).hypot(p[1] - q[1]);
    let mut spots: Vec<Point> = Vec::new();
    for _ in 0..count {
        let worth = |(p, room): &(Point, f32)| {
            let ghosts = spots.iter().map(|q| far(p, q) - GHOST_RADIUS);
            let circles = circles.iter().map(|q| far(p, q) - CIRCLE_RADIUS);
            let clear = ghosts.chain(circles).fold(*room, f32::min);
            let apart = spots.iter().map(|q| far(p, q)).fold(0.32, f32::min);
            // Room first; more than a ghost needs is worth nothing.
            10.0 * clear.min(GHOST_RADIUS * 1.3) + 1.5 * apart - far(p, &centroid)
        };
        let best = open
            .iter()
            .map(|spot| (worth(spot), spot.0))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        spots.extend(best.map(|(_, p)| p));
    }
    spots
}

/// Points between two mists of a face that touch, about `gap` apart.
pub(super) fn ridge(veil: &[u8], gap: f32) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for i in 0..GRID * GRID {
        let p = cell_middle(i);
        let step = 1.0 / GRID as f32;
        let meets = [[step, 0.0], [0.0, step]].iter().any(|d| {
            let next = veil[cell_at([p[0] + d[0], p[1] + d[1]])];
            veil[i] != FREE && next != FREE && next != veil[i]
        });
        let apart = |q: &Point| (p[0] - q[0]).hypot(p[1] - q[1]) >= gap;
        if meets && points.iter().all(apart) {
            points.push(p);
        }
    }
    points
}
