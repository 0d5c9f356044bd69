//! Flat pictograms of the wooden pieces, each player colour with a pattern of its own.

use std::fmt::Write as _;

use carcassonne::piece::{Color, FigureKind, Pose};
use shapes::solid::{body, opacity, paint};

/// A player colour's pattern as SVG, so that colours can be told apart without seeing
/// colour. It covers the square ±`r` and is to be clipped by the caller.
fn pattern(color: Color, r: f64, ink: &str) -> String {
    let mut svg = String::new();
    let line = |svg: &mut String, d: String, w: f64| {
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{w:.2}\"/>"
        );
    };
    let step = r / 3.0;
    let lines =
        |f: &dyn Fn(f64) -> String| (-6..=6).map(|i| f(f64::from(i) * step)).collect::<String>();
    match color {
        Color::Red => {}
        Color::Blue => line(
            &mut svg,
            lines(&|v| format!("M{:.2} {v:.2}H{r:.2}", -r)),
            step * 0.35,
        ),
        Color::Yellow => {
            for i in -3..=3 {
                for j in -3..=3 {
                    let (x, y) = (
                        f64::from(i) * step + if j % 2 == 0 { 0.0 } else { step / 2.0 },
                        f64::from(j) * step,
                    );
                    let _ = write!(
                        svg,
                        "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{:.2}\" fill=\"{ink}\"/>",
                        step * 0.2
                    );
                }
            }
        }
        Color::Green => line(
            &mut svg,
            lines(&|v| format!("M{:.2} {:.2}L{:.2} {:.2}", v - r, r, v + r, -r)),
            step * 0.3,
        ),
        Color::Black => line(
            &mut svg,
            lines(&|v| format!("M{v:.2} {:.2}V{r:.2}M{:.2} {v:.2}H{r:.2}", -r, -r)),
            step * 0.18,
        ),
        Color::Pink => line(
            &mut svg,
            lines(&|v| {
                let mut d = format!("M{:.2} {v:.2}", -r);
                for i in 0..6 {
                    let up = if i % 2 == 0 { -step * 0.4 } else { step * 0.4 };
                    let _ = write!(d, "l{:.2} {up:.2}", r / 3.0);
                }
                d
            }),
            step * 0.25,
        ),
    }
    svg
}

/// A pictogram of a piece from its flat side, as a stand-alone SVG of 32 × 32 units.
/// Lying pieces lie on their side. Each player colour has its own pattern.
pub fn pictogram(kind: FigureKind, color: Option<Color>, pose: Pose) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-16 -16 32 32\">{}</svg>",
        pictogram_group(kind, color, pose)
    )
}

/// The inside of [`pictogram`], centred on the origin within ±16 units, for use within a
/// larger drawing.
pub fn pictogram_group(kind: FigureKind, color: Option<Color>, pose: Pose) -> String {
    let body = body(kind);
    let tall = body.height_mm();
    // All at one scale, as far as they fit.
    let most = if kind == FigureKind::BigMeeple {
        31.0
    } else {
        27.0
    };
    let zoom = most / tall.max(17.0);
    let mut d = String::new();
    for (i, p) in body.outline_mm.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(
            d,
            "{letter}{:.2} {:.2}",
            p[0] * zoom,
            (tall / 2.0 - p[1]) * zoom
        );
    }
    d.push('Z');
    let [r, g, b] = paint(kind, color);
    let dark = (u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b)) < 1100;
    let hex = |f: f64| {
        let v = |c: u8| (f64::from(c) * f).clamp(0.0, 255.0) as u8;
        format!("#{:02x}{:02x}{:02x}", v(r), v(g), v(b))
    };
    let ink = if dark {
        "rgba(255,255,255,0.34)"
    } else {
        "rgba(70,40,0,0.3)"
    };
    let name = format!("{kind:?}-{}-{pose:?}", color.map_or("none", Color::name)).to_lowercase();
    let turn = match pose {
        Pose::Standing => 0,
        Pose::Lying => 90,
    };
    let owned = color.filter(|_| !matches!(kind, FigureKind::Hound | FigureKind::Chip));
    let pattern = owned.map(|c| pattern(c, 15.0, ink)).unwrap_or_default();
    let (solid, details) = (opacity(kind), details(kind));
    format!(
        "<g transform=\"rotate({turn})\"><clipPath id=\"clip-{name}\"><path d=\"{d}\"/></clipPath>\
         <path d=\"{d}\" fill=\"{}\" transform=\"translate(0.9 1.1)\" opacity=\"0.35\"/>\
         <path d=\"{d}\" fill=\"{}\" fill-opacity=\"{solid}\"/>\
         <g clip-path=\"url(#clip-{name})\">{pattern}\
         <g transform=\"scale({zoom:.3} {:.3}) translate(0 {:.3})\">{details}</g>\
         <path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" opacity=\"0.6\" transform=\"translate(0.8 0.9)\"/></g>\
         <path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1\" stroke-linejoin=\"round\"/></g>",
        hex(0.15),
        hex(1.0),
        -zoom,
        -tall / 2.0,
        hex(1.25),
        hex(0.42),
    )
}

/// What is painted on a piece in a pictogram, in the millimetres of its outline (y up).
const fn details(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::Meeple | FigureKind::Abbot => "",
        FigureKind::BigMeeple => {
            "<path d=\"M0 12.6l1 -2.2 2.4 -0.3 -1.8 -1.6 0.5 -2.4 -2.1 1.2 -2.1 -1.2 0.5 2.4 -1.8 1.6 2.4 0.3z\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"0.4\"/>"
        }
        FigureKind::Guard => {
            "<path d=\"M-5 12.7h10v6h-10z\" fill=\"#aab2bc\"/><path d=\"M-5 13.2h10\" stroke=\"#5b646e\" stroke-width=\"0.8\"/>\
             <path d=\"M6.8 18.2h4v5h-4z\" fill=\"#aab2bc\"/><path d=\"M7.9 0h1.7v18h-1.7z\" fill=\"#7a5a38\"/>"
        }
        FigureKind::Ghost => {
            "<g fill=\"#3d4a66\"><ellipse cx=\"-2\" cy=\"11.2\" rx=\"0.9\" ry=\"1.2\"/>\
             <ellipse cx=\"2\" cy=\"11.2\" rx=\"0.9\" ry=\"1.2\"/><ellipse cx=\"0\" cy=\"8.2\" rx=\"0.9\" ry=\"0.8\"/></g>"
        }
        FigureKind::Cat => {
            "<g fill=\"#f2d24b\"><circle cx=\"5\" cy=\"11.4\" r=\"0.6\"/><circle cx=\"7.2\" cy=\"11.4\" r=\"0.6\"/></g>\
             <path d=\"M3.4 8.9l5 0.2\" stroke=\"#c43c3c\" stroke-width=\"0.9\"/>"
        }
        FigureKind::Mage => {
            "<path d=\"M-5 13.6h10v1.6h-10z\" fill=\"#f2cf5a\"/><path d=\"M-2.4 13.2q2.4 -9 4.8 0z\" fill=\"#f4f1ea\"/>\
             <circle cx=\"0\" cy=\"18.6\" r=\"0.9\" fill=\"#f2cf5a\"/>"
        }
        FigureKind::Witch => {
            "<path d=\"M-3.2 16.8h6.4v1.7h-6.4z\" fill=\"#4a2160\"/>\
             <path d=\"M-3 15q-0.6 -4 -2 -5.4M3 15q0.6 -4 2 -5.4\" stroke=\"#5d2a14\" stroke-width=\"1.2\" fill=\"none\"/>"
        }
        FigureKind::Hound => {
            "<circle cx=\"5.9\" cy=\"11\" r=\"0.55\" fill=\"#fff\"/><circle cx=\"8.6\" cy=\"10.2\" r=\"0.6\" fill=\"#222\"/>\
             <path d=\"M3.8 13q-1.6 -1.6 -0.6 -4\" stroke=\"#221a14\" stroke-width=\"1\" fill=\"none\"/>"
        }
        FigureKind::Chip => {
            "<circle cx=\"0\" cy=\"7.5\" r=\"5\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.8\" opacity=\"0.75\"/>"
        }
    }
}
