//! Castles, cemeteries, and the ruin in the middle of the start tile.
//!
//! Units are hundredths of the tile's side.

use std::f32::consts::TAU;
use std::fmt::Write as _;

use super::ink::{Ink, Rgb, poly, shade};
use super::land;
use shapes::layout::{PlacePlan, Plot, Point, RUIN_RADIUS};

const STONE: Rgb = [158.0, 158.0, 164.0];
const LINE: Rgb = [50.0, 50.0, 58.0];

/// A castle: a grey keep with battlements and flags on a rock, a paved yard before it.
pub fn castle(ink: &mut Ink, place: &PlacePlan) {
    let [left, top] = place.at.map(|v| v * 100.0);
    ink.raw(&format!("<g transform=\"translate({left:.2} {top:.2})\">"));
    ink.ellipse([1.0, 2.2], [21.5, 19.5], [36.0, 46.0, 28.0], 0.5);
    let rock: Vec<Point> = (0..20)
        .map(|k| {
            let (sin, cos) = (k as f32 / 20.0 * TAU).sin_cos();
            let r = ink.roll(18.6, 21.0);
            [cos * r, sin * r * 0.95]
        })
        .collect();
    ink.fill_lined(
        &poly(&rock, true),
        [134.0, 124.0, 108.0],
        [66.0, 58.0, 48.0],
        0.9,
    );
    let mut cracks = String::new();
    for _ in 0..34 {
        let (sin, cos) = ink.roll(0.0, TAU).sin_cos();
        let r = ink.roll(14.0, 18.5);
        let _ = write!(
            cracks,
            "M{:.1} {:.1}l{:.1} {:.1}",
            cos * r,
            sin * r * 0.95,
            cos * 1.8 - 0.5,
            sin * 1.8 + 0.3
        );
    }
    ink.line(
        &cracks,
        [92.0, 82.0, 68.0],
        0.7,
        0.9,
        "stroke-linecap=\"round\"",
    );
    ink.ellipse([0.0, 8.6], [9.4, 6.2], [206.0, 198.0, 180.0], 1.0);
    ink.line(
        "M-9.4 8.6a9.4 6.2 0 1 0 18.8 0a9.4 6.2 0 1 0 -18.8 0",
        [120.0, 112.0, 98.0],
        0.8,
        1.0,
        "stroke-dasharray=\"1.8 0.9\"",
    );
    keep_tower(ink, [-11.0, -4.6], 7.4, 12.0);
    keep_tower(ink, [11.0, -4.6], 7.4, 12.0);
    keep_tower(ink, [0.0, -3.6], 13.0, 13.6);
    flag(ink, [0.0, -17.2]);
    // The curtain wall with its gate.
    battlements(ink, [-12.6, 4.8], 25.2, 7.4);
    ink.fill("M-3 4.8v-3.4q3 -4.2 6 0v3.4z", [44.0, 32.0, 30.0], 1.0);
    keep_tower(ink, [-14.0, 6.6], 7.2, 14.0);
    keep_tower(ink, [14.0, 6.6], 7.2, 14.0);
    flag(ink, [-14.0, -7.6]);
    flag(ink, [14.0, -7.6]);
    ink.raw("</g>");
}

/// A square tower with battlements; `at` is the middle of its foot.
fn keep_tower(ink: &mut Ink, [x, y]: Point, wide: f32, tall: f32) {
    ink.fill(
        &poly(
            &[
                [x - wide / 2.0, y + 0.6],
                [x + wide / 2.0 + 2.0, y + 0.6],
                [x + wide / 2.0 + 2.0, y - tall * 0.6],
            ],
            true,
        ),
        [30.0, 30.0, 34.0],
        0.35,
    );
    battlements(ink, [x - wide / 2.0, y], wide, tall);
    ink.fill(
        &poly(
            &[
                [x + wide * 0.2, y - 0.2],
                [x + wide / 2.0 - 0.3, y - 0.2],
                [x + wide / 2.0 - 0.3, y - tall + 1.6],
                [x + wide * 0.2, y - tall + 1.6],
            ],
            true,
        ),
        [84.0, 84.0, 94.0],
        0.55,
    );
    ink.line(
        &format!("M{:.1} {:.1}v2", x - wide * 0.12, y - tall * 0.6),
        LINE,
        1.0,
        1.0,
        "",
    );
}

/// A wall with battlements; `at` is its lower left corner.
fn battlements(ink: &mut Ink, [x, y]: Point, wide: f32, tall: f32) {
    let count = (wide / 2.9).round().max(2.0) as usize * 2 - 1;
    let step = wide / count as f32;
    let mut d = format!("M{x:.2} {y:.2}");
    for k in 0..count {
        let top = if k % 2 == 0 { y - tall } else { y - tall + 1.7 };
        let from = x + step * k as f32;
        let _ = write!(d, "L{from:.2} {top:.2}L{:.2} {top:.2}", from + step);
    }
    let _ = write!(d, "L{:.2} {y:.2}Z", x + wide);
    let stone = ink.vary(STONE, 0.04, 3.0);
    ink.fill_lined(&d, stone, LINE, 0.6);
    let mut courses = String::new();
    for row in 1..(tall / 2.2) as usize {
        let _ = write!(
            courses,
            "M{:.1} {:.1}h{:.1}",
            x + 0.4,
            y - row as f32 * 2.2,
            wide - 0.8
        );
    }
    ink.line(
        &courses,
        shade(stone, 0.76),
        0.4,
        0.9,
        "stroke-dasharray=\"2.4 0.7\"",
    );
}

fn flag(ink: &mut Ink, [x, y]: Point) {
    ink.line(&format!("M{x:.1} {y:.1}v-5.6"), LINE, 0.7, 1.0, "");
    ink.fill_lined(
        &format!("M{x:.1} {:.1}l5.4 1.5l-5.4 1.7z", y - 5.6),
        [60.0, 74.0, 168.0],
        [26.0, 30.0, 84.0],
        0.4,
    );
}

/// A cemetery: rows of gravestones on dark earth within a fence, and a bare tree.
pub fn cemetery(ink: &mut Ink, place: &PlacePlan) {
    let half = match place.plot {
        Plot::Oblong(half) => half.map(|v| v * 100.0),
        Plot::Round(radius) => [radius * 100.0; 2],
    };
    let [left, top] = place.at.map(|v| v * 100.0);
    ink.raw(&format!("<g transform=\"translate({left:.2} {top:.2})\">"));
    let plot = |k: f32| {
        let [x, y] = half.map(|v| v - k);
        poly(&[[-x, -y], [x, -y], [x, y], [-x, y]], true)
    };
    ink.fill(&plot(-1.4), [30.0, 36.0, 26.0], 0.45);
    ink.fill_lined(&plot(0.0), [92.0, 92.0, 74.0], [36.0, 34.0, 34.0], 0.8);
    let mut tufts = String::new();
    for _ in 0..46 {
        let (x, y) = (ink.roll(-17.0, 17.0), ink.roll(-13.0, 14.0));
        let _ = write!(tufts, "M{x:.1} {y:.1}l{:.1} -1.6", ink.roll(-0.8, 0.8));
    }
    ink.line(&tufts, [62.0, 68.0, 48.0], 0.7, 0.9, "");
    ink.ellipse([0.0, 9.0], [5.0, 5.6], [166.0, 150.0, 118.0], 1.0);
    fence(ink, [-half[0], -half[1]], half[0] * 2.0);
    bare_tree(ink, [-half[0] + 6.0, -2.6]);
    for (row, y) in [(0, -6.4), (1, 2.0), (2, 10.4)] {
        for column in 0..4 {
            let x = -5.6 + column as f32 * 7.6 - if row > 0 { 7.0 } else { 0.0 };
            // The path to the gate stays free.
            if row == 2 && x.abs() < 6.5 || x > half[0] - 3.0 {
                continue;
            }
            let aside = ink.roll(-0.6, 0.6);
            grave(ink, [x + aside, y]);
        }
    }
    for side in [-1.0f32, 1.0] {
        let x = side * half[0];
        let posts: String = (0..8)
            .map(|k| {
                let y = -half[1] + half[1] * 2.0 * k as f32 / 7.0;
                format!("M{x:.1} {:.1}v-3.2", y + 0.6)
            })
            .collect();
        ink.line(&posts, [34.0, 32.0, 36.0], 1.1, 1.0, "");
    }
    let gap = 4.6;
    fence(ink, [-half[0], half[1]], half[0] - gap);
    fence(ink, [gap, half[1]], half[0] - gap);
    ink.raw("</g>");
}

/// An iron fence from `at` to the right.
fn fence(ink: &mut Ink, [x, y]: Point, wide: f32) {
    let count = (wide / 2.4).round().max(1.0);
    let mut d = format!(
        "M{x:.1} {:.1}h{wide:.1}M{x:.1} {:.1}h{wide:.1}",
        y - 0.6,
        y - 2.6
    );
    for k in 0..=count as usize {
        let _ = write!(d, "M{:.1} {:.1}v-4.4", x + wide * k as f32 / count, y + 0.6);
    }
    ink.line(&d, [34.0, 32.0, 36.0], 0.9, 1.0, "");
}

/// A gravestone or a cross.
fn grave(ink: &mut Ink, [x, y]: Point) {
    ink.ellipse([x + 0.8, y + 0.4], [2.8, 1.2], [36.0, 34.0, 26.0], 0.6);
    let stone = ink.vary([206.0, 206.0, 204.0], 0.08, 4.0);
    let d = if ink.pick(3) == 0 {
        format!(
            "M{:.1} {y:.1}v-3.6h-1.6v-1.6h1.6v-1.9h1.6v1.9h1.6v1.6h-1.6v3.6z",
            x - 0.8
        )
    } else {
        format!("M{:.1} {y:.1}v-4.2q2.1 -3.2 4.2 0v4.2z", x - 2.1)
    };
    ink.fill_lined(&d, stone, [58.0, 56.0, 60.0], 0.6);
}

fn bare_tree(ink: &mut Ink, [x, y]: Point) {
    let d = format!(
        "M{x:.1} {y:.1}v-6l-3 -3.4m3 3.4l0.4 -5m-0.4 3l3.2 -3.6m-3.2 7l3.6 -1.8m-6.6 -2.2l-2 0.4m5.4 -2.6l-1.6 -2"
    );
    ink.line(&d, [44.0, 34.0, 30.0], 1.2, 1.0, "stroke-linecap=\"round\"");
}

/// A quarter of the ruin around a corner of the tile: a broken round tower. The four quarters
/// of the start tile make a whole.
pub fn ruin(ink: &mut Ink, at: Point) {
    let [left, top] = at.map(|v| v * 100.0);
    let r = RUIN_RADIUS * 100.0;
    ink.raw(&format!("<g transform=\"translate({left:.2} {top:.2})\">"));
    ink.ellipse([0.8, 1.4], [r * 1.08; 2], [40.0, 44.0, 32.0], 0.5);
    ink.ellipse([0.0, 0.0], [r; 2], [176.0, 168.0, 150.0], 1.0);
    let mut slabs = String::new();
    for k in 1..4 {
        let q = r * 0.24 * k as f32;
        let _ = write!(
            slabs,
            "M{:.1} 0a{q:.1} {q:.1} 0 1 0 {:.1} 0a{q:.1} {q:.1} 0 1 0 {:.1} 0",
            -q,
            q * 2.0,
            -q * 2.0
        );
    }
    ink.line(
        &slabs,
        [128.0, 120.0, 104.0],
        0.8,
        0.9,
        "stroke-dasharray=\"3.1 0.9\"",
    );
    // The wall, broken where the roads come in and where it fell.
    for k in 0..16 {
        if k % 4 == 1 {
            continue;
        }
        let side = |t: f32, r: f32| {
            let (sin, cos) = ((k as f32 + t) / 16.0 * TAU).sin_cos();
            [cos * r, sin * r]
        };
        let block = [
            side(0.04, r),
            side(0.96, r),
            side(0.96, r * 0.8),
            side(0.04, r * 0.8),
        ];
        let stone = ink.vary([150.0, 146.0, 142.0], 0.1, 3.0);
        ink.fill_lined(&poly(&block, true), stone, LINE, 0.7);
    }
    for _ in 0..14 {
        let (sin, cos) = ink.roll(0.0, TAU).sin_cos();
        let far = r * ink.roll(0.3, 1.1);
        land::stones(ink, [cos * far, sin * far]);
    }
    ink.raw("</g>");
}
