//! Mist on the land: its veil, the ghosts printed in it, spell circles, and the symbol of
//! mage and witch.
//!
//! Where they lie is the layout's matter. Printed ghosts are dark, so that nobody takes them
//! for the white wooden ones that are put on them.

use std::f32::consts::TAU;
use std::fmt::Write as _;

use carcassonne::catalogue::Face;

use super::ink::{Ink, Rgb, poly, shade};
use super::land;
use shapes::layout::{CIRCLE_RADIUS, GHOST_RADIUS, Layout, MAGIC_RADIUS, Point, RoadPlan};

const PALE: Rgb = [220.0, 230.0, 243.0];
const SHADE: Rgb = [150.0, 170.0, 194.0];
const DARK: Rgb = [62.0, 78.0, 112.0];

/// Every mist of a face. Roads that people can still stand on show through; others are only
/// guessed.
pub fn veils(ink: &mut Ink, face: &Face, layout: &Layout, name: &str) {
    if face.mists.is_empty() {
        return;
    }
    let mut whole = String::new();
    for number in 0..face.mists.len() {
        whole.push_str(&layout.mist_path(number, 100.0).unwrap_or_default());
    }
    veil(ink, &whole, layout, name);
    let roads = |clear: bool| -> Vec<RoadPlan> {
        let roads = layout.plan().roads.iter();
        let wanted = roads.filter(|road| face.segments[road.segment].clear == clear);
        wanted.cloned().collect()
    };
    for (clear, opacity) in [(true, 0.8), (false, 0.2)] {
        ink.raw(&format!(
            "<g opacity=\"{opacity}\" clip-path=\"url(#{name}-mist)\">"
        ));
        land::roads(ink, &roads(clear));
        ink.raw("</g>");
    }
    for at in layout.ridge(0.02) {
        ink.ellipse(at.map(|v| v * 100.0), [2.1; 2], [104.0, 132.0, 66.0], 1.0);
    }
    for at in layout.ridge(0.05) {
        land::stones(ink, at.map(|v| v * 100.0));
    }
}

/// What is printed over mist: spell circles and ghosts.
pub fn symbols(ink: &mut Ink, face: &Face, layout: &Layout) {
    for (mist, shape) in face.mists.iter().zip(layout.mists()) {
        for &circle in &mist.circles {
            spell_circle(ink, circle.map(|v| v * 100.0));
        }
        for &ghost in &shape.ghosts {
            printed_ghost(ink, ghost.map(|v| v * 100.0));
        }
    }
}

/// The veil: soft to the land, full at the rim, with swirls.
fn veil(ink: &mut Ink, path: &str, layout: &Layout, name: &str) {
    ink.raw(&format!(
        "<defs><clipPath id=\"{name}-mist\"><path d=\"{path}\" clip-rule=\"evenodd\"/></clipPath>\
         <radialGradient id=\"{name}-s\"><stop offset=\"0\" stop-color=\"#8fa6c4\"/>\
         <stop offset=\"1\" stop-color=\"#8fa6c4\" stop-opacity=\"0\"/></radialGradient></defs>"
    ));
    let soft = "stroke-linejoin=\"round\"";
    for (width, opacity) in [(9.0, 0.2), (6.0, 0.28), (3.0, 0.4)] {
        ink.line(path, PALE, width, opacity, soft);
    }
    ink.raw(&format!(
        "<path d=\"{path}\" fill=\"{}\" fill-rule=\"evenodd\" fill-opacity=\"0.9\"/>\
         <g clip-path=\"url(#{name}-mist)\">",
        super::ink::hex(PALE)
    ));
    ink.raw("</g>");
    billows(ink, layout);
    ink.raw(&format!("<g clip-path=\"url(#{name}-mist)\">"));
    for i in 0..26 {
        let at = [ink.roll(-50.0, 50.0), ink.roll(-50.0, 50.0)];
        let radii = [ink.roll(9.0, 20.0), ink.roll(3.5, 7.0)];
        let (turn, opacity) = (ink.roll(-14.0, 14.0), ink.roll(0.3, 0.65));
        let gradient = format!("{name}-{}", if i % 2 == 0 { "s" } else { "w" });
        ink.glow(at, radii, turn, &gradient, opacity);
    }
    ink.raw("</g>");
    let mut curls = String::new();
    let mut placed: Vec<Point> = Vec::new();
    for _ in 0..160 {
        let p = [ink.roll(-0.46, 0.46), ink.roll(-0.46, 0.46)];
        let around = [
            [0.0, 0.0],
            [0.07, 0.0],
            [-0.07, 0.0],
            [0.0, 0.035],
            [0.0, -0.04],
        ];
        let in_mist = around.iter().all(|d| {
            let q = [p[0] + d[0], p[1] + d[1]];
            layout.mist_at(q).is_some() && layout.segment_at(q).is_none()
        });
        let apart = placed
            .iter()
            .all(|q| (p[0] - q[0]).hypot(p[1] - q[1]) > 0.15);
        if in_mist && apart {
            placed.push(p);
            curl(ink, &mut curls, p.map(|v| v * 100.0));
        }
    }
    let ends = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    ink.line(&curls, [250.0, 252.0, 255.0], 2.2, 0.8, ends);
    ink.line(&curls, shade(SHADE, 0.94), 0.9, 0.9, ends);
}

/// Rounded clouds along the edge of the mist over open land.
fn billows(ink: &mut Ink, layout: &Layout) {
    let rings = layout.mists().iter().flat_map(|mist| &mist.rings);
    let mut clouds: Vec<Point> = Vec::new();
    for ring in rings {
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            let steps = ((b[0] - a[0]).hypot(b[1] - a[1]) / 0.02).ceil().max(1.0) as usize;
            for k in 0..steps {
                let t = k as f32 / steps as f32;
                let p = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                let far = |q: &Point| (p[0] - q[0]).hypot(p[1] - q[1]);
                let open = p.iter().all(|v| v.abs() < 0.485);
                if open && clouds.iter().all(|q| far(q) > 0.062) {
                    clouds.push(p);
                }
            }
        }
    }
    for p in clouds {
        let at = p.map(|v| v * 100.0 + ink.roll(-0.8, 0.8));
        let r = ink.roll(3.2, 5.0);
        ink.ellipse([at[0] + 0.3, at[1] + 1.0], [r * 1.04, r * 0.84], SHADE, 0.4);
        ink.ellipse(at, [r, r * 0.8], shade(PALE, 1.035), 0.95);
    }
}

/// One swirl of mist: a long stroke that rolls in.
fn curl(ink: &mut Ink, d: &mut String, [x, y]: Point) {
    let to = if ink.pick(2) == 0 { 1.0 } else { -1.0 };
    let r = ink.roll(1.5, 2.2);
    let _ = write!(
        d,
        "M{:.1} {:.1}q{:.1} {:.1} {:.1} {:.1}q{:.1} {:.1} {:.1} {:.1}q{:.1} {:.1} {:.1} {:.1}",
        x - to * 6.5,
        y + 0.9,
        to * 4.0,
        r * 0.7,
        to * 7.4,
        -r * 0.2,
        to * 3.4,
        -r * 0.7,
        to * 2.4,
        -r * 1.8,
        -to * 1.3,
        -r * 0.7,
        -to * 2.2,
        r * 0.6,
    );
}

/// A ghost as it is printed: dark, with a fluttering hem.
fn printed_ghost(ink: &mut Ink, [x, y]: Point) {
    let h = GHOST_RADIUS * 100.0;
    let w = h * 0.78;
    ink.ellipse([x, y], [h * 1.3, h * 1.25], [246.0, 249.0, 252.0], 0.75);
    let d = format!(
        "M{:.2} {:.2}Q{:.2} {:.2} {x:.2} {:.2}Q{:.2} {:.2} {:.2} {:.2}l{:.2} {:.2}l{:.2} {:.2}l{:.2} {:.2}l{:.2} {:.2}Z",
        x - w,
        y + h,
        x - w * 1.15,
        y - h,
        y - h,
        x + w * 1.15,
        y - h,
        x + w,
        y + h,
        -w * 0.5,
        -h * 0.36,
        -w * 0.5,
        h * 0.36,
        -w * 0.5,
        -h * 0.36,
        -w * 0.5,
        h * 0.36,
    );
    ink.fill_lined(&d, shade(DARK, 1.2), shade(DARK, 0.7), 0.8);
    for side in [-1.0, 1.0] {
        ink.ellipse(
            [x + side * w * 0.34, y - h * 0.2],
            [w * 0.2, h * 0.2],
            [240.0, 246.0, 252.0],
            1.0,
        );
    }
    ink.ellipse(
        [x, y + h * 0.2],
        [w * 0.16, h * 0.14],
        [240.0, 246.0, 252.0],
        0.9,
    );
}

/// A spell circle: two rings with runes between and a star within.
fn spell_circle(ink: &mut Ink, at: Point) {
    let r = CIRCLE_RADIUS * 88.0;
    let violet = [88.0, 44.0, 132.0];
    let ring = |r: f32| {
        format!(
            "M{:.2} {:.2}a{r:.2} {r:.2} 0 1 0 {:.2} 0a{r:.2} {r:.2} 0 1 0 {:.2} 0Z",
            at[0] - r,
            at[1],
            r * 2.0,
            -r * 2.0
        )
    };
    ink.ellipse(at, [r * 1.16; 2], [190.0, 150.0, 232.0], 0.45);
    ink.ellipse(at, [r; 2], [236.0, 226.0, 246.0], 1.0);
    ink.line(&ring(r), violet, 1.5, 1.0, "");
    ink.line(
        &ring(r * 0.78),
        violet,
        1.9,
        0.9,
        "stroke-dasharray=\"1.1 1.5\"",
    );
    ink.line(
        &star(at, r * 0.56, 5, 2, 0.0),
        violet,
        1.0,
        1.0,
        "stroke-linejoin=\"round\"",
    );
}

/// The symbol of mage and witch: a golden star in a violet disc that shines on the land.
pub fn magic(ink: &mut Ink, layout: &Layout, name: &str) {
    let Some(middle) = layout.magic() else {
        return;
    };
    let at = middle.map(|v| v * 100.0);
    let r = MAGIC_RADIUS * 100.0;
    ink.raw(&format!(
        "<defs><radialGradient id=\"{name}-v\"><stop offset=\"0.3\" stop-color=\"#8a3fc0\"/>\
         <stop offset=\"1\" stop-color=\"#8a3fc0\" stop-opacity=\"0\"/></radialGradient></defs>"
    ));
    ink.glow(at, [r * 2.1; 2], 0.0, &format!("{name}-v"), 0.85);
    ink.ellipse(
        [at[0] + 0.5, at[1] + 0.9],
        [r * 1.04; 2],
        [30.0, 14.0, 46.0],
        0.5,
    );
    ink.ellipse(at, [r; 2], [250.0, 214.0, 96.0], 1.0);
    ink.ellipse(at, [r * 0.86; 2], [92.0, 34.0, 138.0], 1.0);
    let turn = ink.roll(0.0, TAU);
    ink.fill(&star(at, r * 0.74, 10, 1, turn), [255.0, 226.0, 120.0], 1.0);
    ink.ellipse(at, [r * 0.2; 2], [92.0, 34.0, 138.0], 1.0);
    // Sparks fly over the land around it.
    let mut sparks = String::new();
    for k in 0..9 {
        let (sin, cos) = (k as f32 * 0.698 + ink.roll(0.0, 0.4)).sin_cos();
        let far = r * ink.roll(1.35, 1.9);
        let _ = write!(
            sparks,
            "M{:.1} {:.1}h0.1",
            at[0] + cos * far,
            at[1] + sin * far
        );
    }
    ink.line(
        &sparks,
        [255.0, 232.0, 140.0],
        1.7,
        1.0,
        "stroke-linecap=\"round\"",
    );
}

/// A star with `points` corners: each joined to the one `skip` further on, or, where that is
/// the next, every second drawn in.
fn star(at: Point, r: f32, points: usize, skip: usize, turn: f32) -> String {
    let corner = |k: usize| {
        let (sin, cos) = (turn + k as f32 / points as f32 * TAU - TAU / 4.0).sin_cos();
        let r = if skip == 1 && k % 2 == 1 { r * 0.46 } else { r };
        [at[0] + cos * r, at[1] + sin * r]
    };
    let corners: Vec<Point> = (0..points).map(|k| corner(k * skip % points)).collect();
    poly(&corners, true)
}
