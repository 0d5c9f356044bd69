//! Fields, roads and what grows and lives in the open.

use std::fmt::Write as _;

use super::ink::{Ink, Rgb, hex, path, poly, shade};
use shapes::layout::{Layout, Plan, Point, RUIN_RADIUS, RoadPlan, distance_to_line};

/// Meadow: base colour, soft patches, and hundreds of blades. The colour of a quarter of a
/// larger tile must be that of the others.
pub fn meadow(ink: &mut Ink, name: &str, quarter: bool) {
    let base = [127.0, 163.0, 76.0];
    let base = if quarter {
        base
    } else {
        ink.vary(base, 0.05, 7.0)
    };
    let light = shade(base, 1.13);
    ink.raw(&format!(
        "<defs><linearGradient id=\"{name}-m\" x1=\"0\" y1=\"0\" x2=\"0.7\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></linearGradient>",
        hex(light),
        hex(base)
    ));
    for (id, colour) in [
        ("d", [70.0, 108.0, 52.0]),
        ("l", [188.0, 202.0, 112.0]),
        ("w", [244.0, 248.0, 246.0]),
    ] {
        ink.raw(&format!(
            "<radialGradient id=\"{name}-{id}\"><stop offset=\"0\" stop-color=\"{0}\"/>\
             <stop offset=\"0.6\" stop-color=\"{0}\" stop-opacity=\"0.5\"/>\
             <stop offset=\"1\" stop-color=\"{0}\" stop-opacity=\"0\"/></radialGradient>",
            hex(colour)
        ));
    }
    ink.raw(&format!(
        "</defs><rect x=\"-51\" y=\"-51\" width=\"102\" height=\"102\" fill=\"url(#{name}-m)\"/>"
    ));
    for i in 0..13 {
        let at = [ink.roll(-50.0, 50.0), ink.roll(-50.0, 50.0)];
        let radii = [ink.roll(9.0, 24.0), ink.roll(6.0, 13.0)];
        let (turn, opacity) = (ink.roll(-40.0, 40.0), ink.roll(0.3, 0.6));
        let gradient = format!("{name}-{}", if i % 2 == 0 { "d" } else { "l" });
        ink.glow(at, radii, turn, &gradient, opacity);
    }
    let blades: [(Rgb, f32, usize); 3] = [
        ([58.0, 92.0, 38.0], 0.6, 90),
        ([196.0, 212.0, 124.0], 0.65, 60),
        ([92.0, 128.0, 50.0], 0.7, 70),
    ];
    for (colour, opacity, count) in blades {
        let mut d = String::new();
        for _ in 0..count {
            let (x, y) = (ink.roll(-50.0, 50.0), ink.roll(-50.0, 50.0));
            let _ = write!(
                d,
                "M{x:.1} {y:.1}l{:.1} {:.1}",
                ink.roll(-1.0, 1.0),
                -ink.roll(1.2, 3.0)
            );
        }
        ink.line(&d, colour, 0.7, opacity, "stroke-linecap=\"round\"");
    }
}

/// Pale roads with worn edges, ruts and pebbles.
pub fn roads(ink: &mut Ink, roads: &[RoadPlan]) {
    let mut d = String::new();
    let mut pebbles = String::new();
    let mut verge = String::new();
    for line in roads.iter().flat_map(|road| &road.lines) {
        // A little over the rim, so that the cut is clean.
        let mut points = line.clone();
        for (end, next) in [(0, 1), (line.len() - 1, line.len() - 2)] {
            if line[end].iter().any(|v| v.abs() > 0.499) {
                let out: Point = std::array::from_fn(|k| line[end][k] * 2.0 - line[next][k]);
                if end == 0 {
                    points.insert(0, out)
                } else {
                    points.push(out)
                }
            }
        }
        d.push_str(&path(&points, false));
        for w in line.windows(2) {
            let along = [w[1][0] - w[0][0], w[1][1] - w[0][1]];
            let length = along[0].hypot(along[1]).max(1e-6);
            let across = [-along[1] / length, along[0] / length];
            for _ in 0..2 {
                let (t, s) = (ink.roll(0.0, 1.0), ink.roll(-2.8, 2.8));
                let at: Point =
                    std::array::from_fn(|k| (w[0][k] + along[k] * t) * 100.0 + across[k] * s);
                let _ = write!(pebbles, "M{:.1} {:.1}l0.5 0.1", at[0], at[1]);
                let side = if ink.pick(2) == 0 { -1.0 } else { 1.0 };
                let s = side * ink.roll(4.6, 6.0);
                let at: Point =
                    std::array::from_fn(|k| (w[0][k] + along[k] * t) * 100.0 + across[k] * s);
                let _ = write!(
                    verge,
                    "M{:.1} {:.1}l{:.1} -1.7",
                    at[0],
                    at[1],
                    ink.roll(-0.8, 0.8)
                );
            }
        }
    }
    let join = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    ink.line(&d, [46.0, 62.0, 26.0], 12.2, 0.5, join);
    ink.line(&d, [104.0, 84.0, 48.0], 10.0, 1.0, join);
    ink.line(&d, [218.0, 200.0, 154.0], 8.3, 1.0, join);
    ink.line(&d, [246.0, 238.0, 212.0], 6.2, 1.0, join);
    ink.line(
        &d,
        [214.0, 198.0, 158.0],
        0.8,
        0.8,
        "stroke-dasharray=\"4 2.3 7 3\"",
    );
    ink.line(
        &pebbles,
        [150.0, 130.0, 92.0],
        0.8,
        0.8,
        "stroke-linecap=\"round\"",
    );
    ink.line(
        &verge,
        [56.0, 88.0, 34.0],
        0.7,
        0.9,
        "stroke-linecap=\"round\"",
    );
}

/// Distance (tile units) from a point to the nearest road, wall, building or rim.
pub fn clearance(plan: &Plan, garden: Option<(Point, f32)>, p: Point) -> f32 {
    let mut near = 0.5 - p[0].abs().max(p[1].abs());
    for line in plan.roads.iter().flat_map(|road| &road.lines) {
        near = near.min(distance_to_line(line, p) - 0.058);
    }
    for wall in plan.cities.iter().flat_map(|city| &city.walls) {
        near = near.min(distance_to_line(wall, p) - 0.03);
    }
    let mut disc = |at: Point, radius: f32| {
        near = near.min((p[0] - at[0]).hypot(p[1] - at[1]) - radius);
    };
    if let Some(at) = plan.village {
        disc(at, 0.2);
    }
    if let Some(at) = plan.ruin {
        disc(at, RUIN_RADIUS);
    }
    if let Some((at, half)) = garden {
        disc(at, half * 1.45);
    }
    plan.place.map_or(near, |place| near.min(place.distance(p)))
}

/// Trees, bushes, stones, flowers, hay and sheep, where the fields have room for them.
pub fn life(ink: &mut Ink, layout: &Layout, is_field: &dyn Fn(usize) -> bool) {
    let mut placed: Vec<(Point, f32, usize)> = Vec::new();
    for _ in 0..90 {
        let p = [ink.roll(-0.48, 0.48), ink.roll(-0.48, 0.48)];
        let kind = ink.pick(9);
        let size = [0.055, 0.05, 0.075, 0.035, 0.025, 0.03, 0.045, 0.03, 0.035][kind];
        if !layout.segment_at(p).is_some_and(is_field)
            || clearance(layout.plan(), layout.garden(), p) < size
        {
            continue;
        }
        if placed
            .iter()
            .any(|(q, r, _)| (p[0] - q[0]).hypot(p[1] - q[1]) < r + size + 0.02)
        {
            continue;
        }
        placed.push((p, size, kind));
        if placed.len() >= 8 {
            break;
        }
    }
    // Near things cover far ones.
    placed.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    for (p, _, kind) in placed {
        let at = p.map(|v| v * 100.0);
        match kind {
            0 | 1 => tree(ink, at),
            2 => grove(ink, at),
            3 => bush(ink, at, 2.8),
            4 => stones(ink, at),
            5 => flowers(ink, at),
            6 => fir(ink, at),
            7 => hay(ink, at),
            _ => sheep(ink, at),
        }
    }
}

/// A round tree.
pub fn tree(ink: &mut Ink, at: Point) {
    let r = ink.roll(3.2, 4.5);
    ink.ellipse(
        [at[0] + 1.3, at[1] + 1.0],
        [r * 1.2, r * 0.6],
        [46.0, 70.0, 30.0],
        0.4,
    );
    ink.line(
        &format!("M{:.1} {:.1}v-3", at[0], at[1] + 0.8),
        [96.0, 68.0, 40.0],
        1.1,
        1.0,
        "",
    );
    bush(ink, [at[0], at[1] - r * 0.7], r);
}

fn grove(ink: &mut Ink, at: Point) {
    for off in [[-3.2, -2.0], [3.4, -1.4], [0.2, 1.8]] {
        tree(ink, [at[0] + off[0], at[1] + off[1]]);
    }
}

/// A bush, or a tree's crown, of radius `r`.
pub fn bush(ink: &mut Ink, at: Point, r: f32) {
    let green = ink.vary([88.0, 128.0, 56.0], 0.1, 8.0);
    ink.ellipse(
        [at[0] + r * 0.3, at[1] + r * 0.5],
        [r * 1.1, r * 0.75],
        [48.0, 72.0, 34.0],
        0.5,
    );
    for k in 0..4 {
        let (sin, cos) = (k as f32 * 1.57 + ink.roll(0.0, 0.9)).sin_cos();
        ink.ellipse(
            [at[0] + cos * r * 0.45, at[1] + sin * r * 0.35],
            [r * 0.62; 2],
            shade(green, 0.9),
            1.0,
        );
    }
    ink.ellipse(
        [at[0] - r * 0.2, at[1] - r * 0.3],
        [r * 0.55, r * 0.45],
        shade(green, 1.3),
        1.0,
    );
    ink.ellipse(
        [at[0] - r * 0.35, at[1] - r * 0.45],
        [r * 0.25, r * 0.2],
        shade(green, 1.62),
        1.0,
    );
}

fn fir(ink: &mut Ink, at: Point) {
    let h = ink.roll(8.0, 11.0);
    let green = ink.vary([64.0, 108.0, 76.0], 0.1, 4.0);
    ink.ellipse(
        [at[0] + 1.4, at[1] + 0.4],
        [2.8, 1.2],
        [30.0, 48.0, 24.0],
        0.5,
    );
    for (low, width) in [(0.0, 3.3), (0.32, 2.6), (0.58, 1.8)] {
        let (y, top) = (at[1] - h * low, at[1] - h * (low + 0.45));
        ink.fill(
            &poly(
                &[[at[0] - width, y], [at[0] + width, y], [at[0], top]],
                true,
            ),
            green,
            1.0,
        );
        ink.fill(
            &poly(
                &[[at[0] - width, y], [at[0] - width * 0.2, y], [at[0], top]],
                true,
            ),
            shade(green, 1.3),
            1.0,
        );
    }
}

/// A few stones.
pub fn stones(ink: &mut Ink, at: Point) {
    for _ in 0..3 {
        let p = [at[0] + ink.roll(-1.8, 1.8), at[1] + ink.roll(-1.0, 1.0)];
        let grey = ink.vary([150.0, 148.0, 138.0], 0.12, 3.0);
        ink.ellipse(
            [p[0] + 0.3, p[1] + 0.4],
            [1.2, 0.8],
            [50.0, 62.0, 40.0],
            0.7,
        );
        ink.ellipse(p, [1.0, 0.7], grey, 1.0);
    }
}

fn flowers(ink: &mut Ink, at: Point) {
    let colours: [Rgb; 4] = [
        [236.0, 220.0, 90.0],
        [240.0, 240.0, 236.0],
        [206.0, 92.0, 96.0],
        [150.0, 120.0, 196.0],
    ];
    let colour = colours[ink.pick(4)];
    let mut d = String::new();
    for _ in 0..9 {
        let _ = write!(
            d,
            "M{:.1} {:.1}h0.1",
            at[0] + ink.roll(-2.6, 2.6),
            at[1] + ink.roll(-1.8, 1.8)
        );
    }
    ink.line(&d, [52.0, 84.0, 36.0], 1.5, 0.7, "stroke-linecap=\"round\"");
    ink.line(&d, colour, 0.9, 1.0, "stroke-linecap=\"round\"");
}

fn hay(ink: &mut Ink, at: Point) {
    let straw = ink.vary([212.0, 176.0, 88.0], 0.08, 5.0);
    ink.ellipse(
        [at[0] + 0.9, at[1] + 0.3],
        [2.6, 1.1],
        [52.0, 70.0, 30.0],
        0.6,
    );
    let d = format!(
        "M{:.1} {:.1}q-2.6 -4.6 0 -5.2q2.6 0.6 0 5.2q2.6 0 2.2 0q0.4 -5.4 -2.2 -5.2q-2.6 -0.2 -2.2 5.2z",
        at[0], at[1]
    );
    ink.fill_lined(&d, straw, shade(straw, 0.6), 0.4);
}

fn sheep(ink: &mut Ink, at: Point) {
    for _ in 0..2 + ink.pick(2) {
        let p = [at[0] + ink.roll(-2.4, 2.4), at[1] + ink.roll(-1.6, 1.6)];
        ink.ellipse(
            [p[0] + 0.2, p[1] + 0.7],
            [1.4, 0.6],
            [48.0, 66.0, 30.0],
            0.7,
        );
        ink.ellipse(p, [1.3, 0.9], [240.0, 236.0, 224.0], 1.0);
        ink.ellipse(
            [p[0] - 1.2, p[1] - 0.2],
            [0.5, 0.45],
            [60.0, 54.0, 50.0],
            1.0,
        );
    }
}

/// A walled garden: hedge, beds in bloom, crossing paths.
pub fn garden(ink: &mut Ink, at: Point, half: f32) {
    let (x, y, r) = (at[0] * 100.0, at[1] * 100.0, half * 100.0);
    let square = |k: f32| {
        poly(
            &[
                [x - r * k, y - r * k],
                [x + r * k, y - r * k],
                [x + r * k, y + r * k],
                [x - r * k, y + r * k],
            ],
            true,
        )
    };
    ink.fill(&square(1.08), [44.0, 66.0, 28.0], 0.5);
    ink.fill_lined(&square(1.0), [86.0, 122.0, 54.0], [46.0, 74.0, 32.0], 0.7);
    ink.fill(&square(0.8), [222.0, 206.0, 162.0], 1.0);
    let blooms: [Rgb; 4] = [
        [206.0, 70.0, 84.0],
        [238.0, 204.0, 76.0],
        [164.0, 112.0, 190.0],
        [242.0, 236.0, 228.0],
    ];
    for (i, (sx, sy)) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        let (cx, cy, b) = (x + sx * r * 0.42, y + sy * r * 0.42, r * 0.31);
        let bed = poly(
            &[
                [cx - b, cy - b],
                [cx + b, cy - b],
                [cx + b, cy + b],
                [cx - b, cy + b],
            ],
            true,
        );
        ink.fill(&bed, [104.0, 142.0, 62.0], 1.0);
        let mut d = String::new();
        for _ in 0..8 {
            let _ = write!(
                d,
                "M{:.1} {:.1}h0.1",
                cx + ink.roll(-b, b),
                cy + ink.roll(-b, b)
            );
        }
        ink.line(&d, blooms[i], 1.1, 1.0, "stroke-linecap=\"round\"");
    }
    ink.ellipse([x, y], [r * 0.17; 2], [120.0, 160.0, 190.0], 1.0);
    let mut hedge = String::new();
    for k in 0..16 {
        let t = (k as f32 + 0.5) / 8.0 - 1.0;
        let _ = write!(
            hedge,
            "M{0:.1} {1:.1}h0.1M{0:.1} {2:.1}h0.1",
            x + t * r,
            y - r * 0.93,
            y + r * 0.93
        );
        let _ = write!(
            hedge,
            "M{1:.1} {0:.1}h0.1M{2:.1} {0:.1}h0.1",
            y + t * r,
            x - r * 0.93,
            x + r * 0.93
        );
    }
    ink.line(
        &hedge,
        [116.0, 156.0, 74.0],
        1.0,
        0.9,
        "stroke-linecap=\"round\"",
    );
}
