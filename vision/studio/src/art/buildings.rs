//! Single buildings: houses, towers, villages, monasteries, and the coat of arms.

use std::fmt::Write as _;

use super::ink::{Ink, Rgb, poly, shade};
use super::land;
use shapes::layout::{Plan, Point, distance_to_line};

const ROOFS: [Rgb; 6] = [
    [190.0, 88.0, 52.0],
    [172.0, 70.0, 46.0],
    [206.0, 112.0, 62.0],
    [150.0, 78.0, 56.0],
    [134.0, 106.0, 82.0],
    [196.0, 98.0, 72.0],
];
pub const SLATE: [Rgb; 3] = [
    [74.0, 104.0, 138.0],
    [92.0, 116.0, 140.0],
    [70.0, 112.0, 120.0],
];

/// A house whose ground is centred on `at`.
pub fn house(ink: &mut Ink, at: Point, size: f32) {
    let roof = ROOFS[ink.pick(ROOFS.len())];
    let roof = if ink.pick(11) == 0 {
        SLATE[ink.pick(3)]
    } else {
        ink.vary(roof, 0.1, 8.0)
    };
    let plaster = ink.vary([226.0, 206.0, 168.0], 0.07, 6.0);
    let line = [70.0, 46.0, 34.0];
    let (w, h, r) = (
        ink.roll(6.4, 8.4) * size,
        ink.roll(2.2, 3.2) * size,
        ink.roll(2.8, 3.8) * size,
    );
    let [x, y] = [at[0], at[1] + 2.4 * size];
    ink.fill(
        &poly(
            &[
                [x - w / 2.0, y + 0.5],
                [x + w / 2.0 + 1.4, y + 0.5],
                [x + w / 2.0 + 1.8, y - h * 0.7],
                [x, y - h],
            ],
            true,
        ),
        [52.0, 34.0, 26.0],
        0.4,
    );
    if ink.pick(5) < 3 {
        // Eaves to the viewer.
        ink.fill_lined(
            &poly(
                &[
                    [x - w / 2.0, y],
                    [x + w / 2.0, y],
                    [x + w / 2.0, y - h],
                    [x - w / 2.0, y - h],
                ],
                true,
            ),
            plaster,
            line,
            0.45,
        );
        let lean = ink.roll(-1.0, 1.0);
        let top = y - h - r;
        ink.fill_lined(
            &poly(
                &[
                    [x - w / 2.0 - 0.5, y - h + 0.4],
                    [x + w / 2.0 + 0.5, y - h + 0.4],
                    [x + w / 2.0 - 0.9 + lean, top],
                    [x - w / 2.0 + 0.9 + lean, top],
                ],
                true,
            ),
            roof,
            line,
            0.45,
        );
        ink.line(
            &format!(
                "M{:.1} {:.1}h{:.1}M{:.1} {:.1}h{:.1}",
                x - w / 2.0 + 0.2,
                y - h - r * 0.3,
                w - 0.4,
                x - w / 2.0 + 0.6,
                y - h - r * 0.66,
                w - 1.2
            ),
            shade(roof, 0.78),
            0.4,
            0.9,
            "",
        );
        ink.line(
            &format!("M{:.1} {:.1}h{:.1}", x - w / 2.0 + 0.9 + lean, top, w - 1.8),
            shade(roof, 1.35),
            0.6,
            1.0,
            "",
        );
    } else {
        // Gable to the viewer, roof going back to one side.
        let side = if ink.pick(2) == 0 { -1.0 } else { 1.0 };
        let g = w * 0.42 * side;
        let front = x - w * 0.5 * side;
        let apex = [front + g * 0.5, y - h - r];
        ink.fill_lined(
            &poly(
                &[
                    [front, y],
                    [front + g, y],
                    [front + g, y - h],
                    apex,
                    [front, y - h],
                ],
                true,
            ),
            plaster,
            line,
            0.45,
        );
        let end = w * 0.6 * side;
        ink.fill(
            &poly(
                &[
                    [front + g, y],
                    [front + g + end, y - 0.9],
                    [front + g + end, y - h],
                    [front + g, y - h],
                ],
                true,
            ),
            shade(plaster, 0.8),
            1.0,
        );
        ink.fill_lined(
            &poly(
                &[
                    apex,
                    [apex[0] + end, apex[1] - 0.8],
                    [front + g + end + 0.4 * side, y - h - 0.4],
                    [front + g + 0.3 * side, y - h + 0.5],
                ],
                true,
            ),
            roof,
            line,
            0.45,
        );
        ink.fill(
            &poly(
                &[
                    apex,
                    [front, y - h],
                    [front - 0.6 * side, y - h + 0.4],
                    [apex[0], apex[1] - 0.5],
                ],
                true,
            ),
            shade(roof, 1.2),
            1.0,
        );
    }
    ink.line(
        &format!(
            "M{:.1} {:.1}v1.3M{:.1} {:.1}v1",
            x - w * 0.28,
            y - 1.3,
            x - w * 0.02,
            y - h * 0.7
        ),
        [84.0, 58.0, 42.0],
        0.8,
        1.0,
        "",
    );
}

/// A round tower with a pointed roof, its foot at `at`.
pub fn tower(ink: &mut Ink, at: Point, wide: f32, tall: f32, roof: Rgb) {
    let [x, y] = at;
    let half = wide / 2.0;
    let stone = ink.vary([206.0, 186.0, 144.0], 0.05, 4.0);
    let line = [74.0, 58.0, 42.0];
    let body = tall * 0.58;
    ink.ellipse(
        [x + 1.2, y + 0.5],
        [half * 1.5, half * 0.7],
        [30.0, 36.0, 20.0],
        0.45,
    );
    ink.fill_lined(
        &poly(
            &[
                [x - half, y - body],
                [x - half, y],
                [x + half, y],
                [x + half, y - body],
            ],
            true,
        ),
        stone,
        line,
        0.5,
    );
    ink.fill(
        &poly(
            &[
                [x + half * 0.3, y - body],
                [x + half * 0.3, y - 0.2],
                [x + half - 0.2, y - 0.2],
                [x + half - 0.2, y - body],
            ],
            true,
        ),
        shade(stone, 0.78),
        1.0,
    );
    ink.line(
        &format!("M{x:.1} {:.1}v1.4", y - body * 0.7),
        line,
        0.8,
        1.0,
        "",
    );
    let eave = y - body;
    ink.fill_lined(
        &poly(
            &[
                [x - half - 0.7, eave],
                [x + half + 0.7, eave],
                [x, y - tall],
            ],
            true,
        ),
        roof,
        shade(roof, 0.5),
        0.5,
    );
    ink.fill(
        &poly(
            &[
                [x - half - 0.4, eave - 0.2],
                [x - half * 0.2, eave - 0.2],
                [x, y - tall + 0.6],
            ],
            true,
        ),
        shade(roof, 1.4),
        0.9,
    );
}

/// A coat of arms: a tower over waves of mist.
pub fn coat_of_arms(ink: &mut Ink, at: Point) {
    let [x, y] = at;
    let shield = |k: f32| {
        format!(
            "M{:.1} {:.1}h{:.1}v{:.1}q0 {:.1} {:.1} {:.1}q{:.1} {:.1} {:.1} {:.1}z",
            x - 6.2 * k,
            y - 7.0 * k,
            12.4 * k,
            6.0 * k,
            5.6 * k,
            -6.2 * k,
            9.0 * k,
            -6.2 * k,
            -3.4 * k,
            -6.2 * k,
            -9.0 * k
        )
    };
    ink.fill(&shield(1.44), [40.0, 26.0, 18.0], 0.45);
    ink.fill_lined(&shield(1.3), [248.0, 246.0, 240.0], [46.0, 38.0, 36.0], 0.8);
    ink.fill(&shield(1.05), [44.0, 92.0, 170.0], 1.0);
    // Our own arms: two white waves, the mist, under a white tower.
    let mut waves = String::new();
    for dy in [0.6, 3.4] {
        let _ = write!(
            waves,
            "M{:.1} {:.1}q1.7 -2 3.4 0t3.4 0t2.4 -0.4",
            x - 4.7,
            y + dy
        );
    }
    ink.line(
        &waves,
        [250.0, 250.0, 250.0],
        1.3,
        1.0,
        "stroke-linecap=\"round\"",
    );
    ink.fill(
        &poly(
            &[
                [x - 2.0, y - 1.4],
                [x - 2.0, y - 5.2],
                [x - 0.9, y - 5.2],
                [x - 0.9, y - 4.2],
                [x + 0.9, y - 4.2],
                [x + 0.9, y - 5.2],
                [x + 2.0, y - 5.2],
                [x + 2.0, y - 1.4],
            ],
            true,
        ),
        [250.0, 250.0, 250.0],
        1.0,
    );
}

/// Houses around the place where roads end.
pub fn village(ink: &mut Ink, at: Point, plan: &Plan) {
    let [x, y] = at.map(|v| v * 100.0);
    ink.ellipse([x, y + 0.6], [13.4, 11.2], [92.0, 82.0, 44.0], 0.5);
    ink.ellipse([x, y], [12.2, 10.0], [204.0, 180.0, 128.0], 1.0);
    let mut dust = String::new();
    for _ in 0..26 {
        let _ = write!(
            dust,
            "M{:.1} {:.1}h0.8",
            x + ink.roll(-8.0, 8.0),
            y + ink.roll(-6.0, 6.0)
        );
    }
    ink.line(&dust, [150.0, 124.0, 80.0], 0.6, 0.8, "");
    let start = ink.roll(0.0, 6.3);
    let mut houses: Vec<(Point, usize)> = Vec::new();
    for k in 0..14 {
        let angle = start + k as f32 * 0.449;
        let far = ink.roll(0.115, 0.15);
        let p = [at[0] + angle.cos() * far, at[1] + angle.sin() * far * 0.9];
        let free = plan
            .roads
            .iter()
            .flat_map(|r| &r.lines)
            .all(|line| distance_to_line(line, p) > 0.07);
        let apart = houses
            .iter()
            .all(|(q, _)| (q[0] - p[0]).hypot(q[1] - p[1]) > 0.095);
        if free && apart {
            houses.push((p, ink.pick(5)));
        }
    }
    houses.push((at, 9));
    houses.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    for (p, kind) in houses {
        let q = p.map(|v| v * 100.0);
        match kind {
            9 => well(ink, q),
            0 => land::tree(ink, q),
            _ => house(ink, q, 1.5),
        }
    }
}

fn well(ink: &mut Ink, at: Point) {
    ink.ellipse(
        [at[0] + 0.5, at[1] + 0.6],
        [2.6, 2.0],
        [60.0, 46.0, 30.0],
        0.5,
    );
    ink.ellipse(at, [2.3, 1.8], [168.0, 160.0, 148.0], 1.0);
    ink.ellipse(at, [1.4, 1.0], [56.0, 82.0, 110.0], 1.0);
}

/// A monastery: church with a red roof and a bell tower in a walled orchard.
pub fn monastery(ink: &mut Ink, at: Point) {
    let [left, top] = at.map(|v| v * 100.0);
    ink.raw(&format!(
        "<g transform=\"translate({left:.2} {top:.2}) scale(1.26)\">"
    ));
    let [x, y] = [0.0f32, 0.0];
    ink.ellipse([x + 0.8, y + 1.6], [18.2, 16.6], [36.0, 56.0, 22.0], 0.5);
    ink.ellipse([x, y], [17.4, 15.8], [158.0, 138.0, 94.0], 1.0);
    ink.ellipse([x, y - 0.6], [16.4, 14.6], [150.0, 178.0, 96.0], 1.0);
    let rim = format!(
        "M{:.1} {y:.1}a17 15.2 0 1 0 34 0a17 15.2 0 1 0 -34 0",
        x - 17.0
    );
    ink.line(&rim, [110.0, 90.0, 58.0], 1.6, 1.0, "");
    ink.line(
        &rim,
        [214.0, 196.0, 152.0],
        0.9,
        1.0,
        "stroke-dasharray=\"2.2 0.7\"",
    );
    ink.ellipse([x - 1.0, y + 7.5], [8.0, 4.0], [216.0, 198.0, 152.0], 1.0);
    for _ in 0..7 {
        let angle = ink.roll(0.3, 6.0);
        let p = [x + angle.cos() * 12.8, y + angle.sin() * 11.0];
        if (p[1] - y) < 6.0 || (p[0] - x).abs() > 8.0 {
            land::bush(ink, p, 1.9);
        }
    }
    let stone = ink.vary([226.0, 208.0, 172.0], 0.04, 4.0);
    let red = ink.vary([188.0, 62.0, 44.0], 0.07, 6.0);
    let line = [66.0, 44.0, 36.0];
    let flip = if ink.pick(2) == 0 { 1.0 } else { -1.0 };
    let px = |dx: f32, dy: f32| [x + dx * flip, y + dy];
    let shape =
        |pts: &[(f32, f32)]| poly(&pts.iter().map(|p| px(p.0, p.1)).collect::<Vec<_>>(), true);
    ink.fill(
        &shape(&[(-9.0, 6.5), (12.0, 6.5), (13.5, 2.0), (0.0, -2.0)]),
        [48.0, 40.0, 24.0],
        0.45,
    );
    // Nave, its long side to the viewer.
    ink.fill_lined(
        &shape(&[(-5.0, 6.0), (9.5, 6.0), (9.5, 0.0), (-5.0, 0.0)]),
        stone,
        line,
        0.5,
    );
    ink.fill_lined(
        &shape(&[(-5.8, 0.6), (10.4, 0.6), (8.6, -6.4), (-4.6, -6.4)]),
        red,
        line,
        0.5,
    );
    for k in 1..5 {
        let (t, w) = (k as f32 * -1.3 + 0.4, 0.3 * k as f32);
        let row = [px(-5.6 + w * 0.6, t), px(10.0 - w, t)];
        ink.line(&poly(&row, false), shade(red, 0.76), 0.45, 0.9, "");
    }
    ink.line(
        &poly(&[px(-4.6, -6.4), px(8.6, -6.4)], false),
        shade(red, 1.4),
        0.8,
        1.0,
        "",
    );
    for k in 0..4 {
        let w = px(-2.6 + k as f32 * 3.2, 4.6);
        ink.fill(
            &format!("M{:.1} {:.1}v-2.4q0.7 -1 1.4 0v2.4z", w[0] - 0.7, w[1]),
            [74.0, 88.0, 110.0],
            1.0,
        );
    }
    // Chancel and tower.
    ink.fill_lined(
        &shape(&[(-11.0, 6.6), (-5.0, 6.6), (-5.0, -8.0), (-11.0, -8.0)]),
        shade(stone, 1.04),
        line,
        0.5,
    );
    ink.fill(
        &shape(&[(-6.8, 6.4), (-5.2, 6.4), (-5.2, -7.8), (-6.8, -7.8)]),
        shade(stone, 0.8),
        1.0,
    );
    ink.fill_lined(
        &shape(&[(-11.8, -7.6), (-4.2, -7.6), (-8.0, -16.2)]),
        shade(red, 0.92),
        line,
        0.5,
    );
    ink.fill(
        &shape(&[(-11.4, -7.8), (-8.8, -7.8), (-8.0, -15.6)]),
        shade(red, 1.25),
        1.0,
    );
    let bell = px(-8.6, -3.4);
    ink.fill(
        &format!(
            "M{:.1} {:.1}v-2.2q0.9 -1.4 1.8 0v2.2z",
            bell[0] - 0.9,
            bell[1]
        ),
        [60.0, 50.0, 48.0],
        1.0,
    );
    let door = px(-8.4, 6.6);
    ink.fill(
        &format!("M{:.1} {:.1}v-3q1.1 -1.6 2.2 0v3z", door[0] - 1.1, door[1]),
        [92.0, 58.0, 36.0],
        1.0,
    );
    ink.raw("</g>");
}
