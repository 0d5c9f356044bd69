//! Cities: their ground, streets of houses, walls, gates and market squares.

use std::fmt::Write as _;

use super::buildings::{SLATE, coat_of_arms, house, tower};
use super::ink::{Ink, path, poly, shade};
use super::land;
use shapes::layout::{CityPlan, Plan, Point, distance_to_line, holds};

/// A city with its ground, houses and walls; `arms` coats of arms.
pub fn city(ink: &mut Ink, city: &CityPlan, plan: &Plan, arms: u8) {
    let ground = ink.vary([178.0, 138.0, 88.0], 0.05, 6.0);
    let outline = path(&city.ground, true);
    ink.fill(&outline, ground, 1.0);
    let away = |p: Point| {
        city.walls
            .iter()
            .map(|wall| distance_to_line(wall, p))
            .fold(f32::MAX, f32::min)
    };
    let inside = |p: Point, gap: f32| holds(&city.ground, p) && away(p) > gap;
    let mut dabs = [String::new(), String::new()];
    for _ in 0..260 {
        let p = [ink.roll(-0.5, 0.5), ink.roll(-0.5, 0.5)];
        if inside(p, 0.015) {
            let _ = write!(
                dabs[ink.pick(2)],
                "M{:.1} {:.1}h{:.1}",
                p[0] * 100.0,
                p[1] * 100.0,
                ink.roll(0.6, 1.8)
            );
        }
    }
    ink.line(&dabs[0], shade(ground, 0.72), 0.6, 0.8, "");
    ink.line(&dabs[1], shade(ground, 1.22), 0.6, 0.8, "");

    let shields = shields(city, arms, &|p| inside(p, 0.1));
    let plaza = plaza(city, &|p| inside(p, 0.15));
    let mut houses = Vec::new();
    let (step, turn) = (0.118, ink.roll(-0.2, 0.2));
    let (phase_x, phase_y) = (ink.roll(0.0, step), ink.roll(0.0, step));
    for row in -7..=7 {
        for column in -6..=6 {
            let shift = if row % 2 == 0 { 0.0 } else { step * 0.5 };
            let (u, v) = (
                column as f32 * step * 1.12 + shift + phase_x,
                row as f32 * step * 0.9 + phase_y,
            );
            let p = [
                u * turn.cos() - v * turn.sin() + ink.roll(-0.015, 0.015),
                u * turn.sin() + v * turn.cos() + ink.roll(-0.012, 0.012),
            ];
            let in_tile = p[0].abs() < 0.53 && p[1].abs() < 0.56;
            let clamped = p.map(|v| v.clamp(-0.495, 0.495));
            let free = shields
                .iter()
                .all(|s| (s[0] - p[0]).abs() > 0.125 || (s[1] - p[1]).abs() > 0.125);
            if in_tile
                && free
                && inside(clamped, 0.05)
                && plaza.is_none_or(|at| (p[0] - at[0]).hypot(p[1] - at[1]) > 0.15)
                && ink.pick(14) > 0
            {
                houses.push(p);
            }
        }
    }
    if let Some(at) = plaza {
        square(ink, at.map(|v| v * 100.0));
    }
    houses.sort_by(|a, b| a[1].total_cmp(&b[1]));
    for (i, p) in houses.iter().enumerate() {
        let at = p.map(|v| v * 100.0);
        match ink.pick(16) {
            0 => land::bush(ink, at, 2.8),
            1 if i % 2 == 0 => tower(ink, at, 5.0, 11.0, SLATE[i % 3]),
            _ => house(ink, at, 1.42),
        }
    }
    for wall in &city.walls {
        walls(ink, wall, plan);
    }
    for at in shields {
        coat_of_arms(ink, at.map(|v| v * 100.0));
    }
}

/// A wall with battlements and towers, and a gate where a road meets it.
fn walls(ink: &mut Ink, wall: &[Point], plan: &Plan) {
    let d = path(wall, false);
    let join = "stroke-linejoin=\"round\"";
    ink.line(
        &d,
        [26.0, 38.0, 14.0],
        6.6,
        0.42,
        &format!("{join} transform=\"translate(1.1 2.8)\""),
    );
    // The face of the wall hangs below its walk, whichever way it runs.
    let mut face: Vec<Point> = wall.to_vec();
    face.extend(wall.iter().rev().map(|p| [p[0], p[1] + 0.038]));
    let stone = ink.vary([188.0, 164.0, 116.0], 0.05, 5.0);
    ink.fill_lined(
        &path(&face, true),
        shade(stone, 0.86),
        [82.0, 64.0, 42.0],
        0.8,
    );
    let mut courses = String::new();
    for (i, p) in wall.iter().enumerate() {
        let x = p[0] * 100.0;
        let y = p[1] * 100.0;
        let _ = write!(
            courses,
            "M{x:.1} {:.1}v1.2M{:.1} {:.1}v1",
            y + 1.0 + (i % 2) as f32,
            x + 1.2,
            y + 1.9 - (i % 2) as f32
        );
    }
    ink.line(&courses, shade(stone, 0.6), 0.4, 0.8, "");
    ink.line(&d, [84.0, 66.0, 44.0], 4.2, 1.0, join);
    ink.line(&d, shade(stone, 1.16), 3.0, 1.0, join);
    ink.line(
        &d,
        [84.0, 66.0, 44.0],
        3.4,
        0.8,
        "stroke-dasharray=\"0.8 2.9\"",
    );
    ink.line(
        &d,
        shade(stone, 1.36),
        1.0,
        0.9,
        "stroke-dasharray=\"2.1 1.6\"",
    );

    let last = wall.len() - 1;
    let at =
        |share: f32| wall[((share * last as f32).round() as usize).min(last)].map(|v| v * 100.0);
    let gate = plan
        .roads
        .iter()
        .flat_map(|road| &road.lines)
        .find_map(|line| {
            line.iter()
                .find(|p| distance_to_line(wall, **p) < 0.02)
                .copied()
        });
    let mut towers: Vec<Point> = Vec::new();
    let count = 2 + ink.pick(2);
    for k in 0..count {
        let share = (k as f32 + 1.0) / (count as f32 + 1.0) + ink.roll(-0.06, 0.06);
        let p = at(share);
        if gate.is_none_or(|g| (p[0] - g[0] * 100.0).hypot(p[1] - g[1] * 100.0) > 12.0) {
            towers.push(p);
        }
    }
    towers.sort_by(|a, b| a[1].total_cmp(&b[1]));
    for p in towers {
        let roof = SLATE[ink.pick(3)];
        let roof = ink.vary(roof, 0.1, 5.0);
        let (wide, tall) = (ink.roll(5.6, 6.8), ink.roll(12.0, 14.5));
        tower(ink, [p[0], p[1] + 4.2], wide, tall, roof);
    }
    if let Some(g) = gate {
        let [x, y] = [g[0] * 100.0, g[1] * 100.0];
        let roof = SLATE[ink.pick(3)];
        for side in [-1.0, 1.0] {
            tower(ink, [x + side * 6.6, y + 4.0], 5.4, 13.5, roof);
        }
        ink.fill_lined(
            &poly(
                &[
                    [x - 4.2, y + 4.0],
                    [x - 4.2, y - 4.0],
                    [x + 4.2, y - 4.0],
                    [x + 4.2, y + 4.0],
                ],
                true,
            ),
            stone,
            [82.0, 64.0, 42.0],
            0.5,
        );
        ink.fill(
            &format!("M{:.1} {:.1}v-3.6q2.6 -3.6 5.2 0v3.6z", x - 2.6, y + 4.1),
            [58.0, 42.0, 30.0],
            1.0,
        );
    }
}

/// The middle of a market square, for cities with room for one.
fn plaza(city: &CityPlan, roomy: &dyn Fn(Point) -> bool) -> Option<Point> {
    let (mut area, mut sum) = (0.0, [0.0f32; 2]);
    for (i, a) in city.ground.iter().enumerate() {
        let b = city.ground[(i + 1) % city.ground.len()];
        let cross = a[0] * b[1] - b[0] * a[1];
        area += cross / 2.0;
        sum = [
            sum[0] + (a[0] + b[0]) * cross / 6.0,
            sum[1] + (a[1] + b[1]) * cross / 6.0,
        ];
    }
    // Three sides and more.
    let middle = sum.map(|v| v / area.abs().max(1e-6) * area.signum());
    (area.abs() > 0.74 && roomy(middle)).then_some(middle)
}

/// A market square with a keep.
fn square(ink: &mut Ink, at: Point) {
    let [x, y] = at;
    ink.ellipse([x, y + 0.8], [14.5, 12.0], [70.0, 44.0, 26.0], 0.5);
    ink.ellipse([x, y], [13.6, 11.0], [222.0, 198.0, 148.0], 1.0);
    let mut stones = String::new();
    for _ in 0..44 {
        let (angle, far) = (ink.roll(0.0, std::f32::consts::TAU), ink.roll(0.2, 1.0));
        let _ = write!(
            stones,
            "M{:.1} {:.1}h1.1",
            x + angle.cos() * 12.4 * far,
            y + angle.sin() * 9.8 * far
        );
    }
    ink.line(&stones, [164.0, 138.0, 94.0], 0.7, 0.9, "");
    let roof = SLATE[ink.pick(3)];
    tower(ink, [x - 4.4, y + 3.0], 5.0, 13.0, roof);
    tower(ink, [x + 4.6, y + 3.4], 5.0, 13.0, roof);
    tower(ink, [x, y + 5.0], 8.0, 21.0, roof);
}

/// Places for coats of arms: as far north-west in the city as there is room.
fn shields(city: &CityPlan, arms: u8, roomy: &dyn Fn(Point) -> bool) -> Vec<Point> {
    let mut places: Vec<Point> = Vec::new();
    for _ in 0..arms {
        let mut best: Option<(f32, Point)> = None;
        for row in 0..40 {
            for column in 0..40 {
                let p = [column as f32 * 0.02 - 0.38, row as f32 * 0.02 - 0.38];
                let apart = places
                    .iter()
                    .all(|q| (p[0] - q[0]).hypot(p[1] - q[1]) > 0.2);
                let cost = p[0] + p[1] * 1.01;
                if roomy(p) && apart && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, p));
                }
            }
        }
        // A city too small for it still shows its arms.
        let n = city.ground.len().max(1) as f32;
        let middle = city
            .ground
            .iter()
            .fold([0.0; 2], |m, p| [m[0] + p[0] / n, m[1] + p[1] / n]);
        places.push(best.map_or(middle, |(_, p)| p));
    }
    places
}
