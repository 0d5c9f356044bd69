//! Wooden pieces: their outlines in millimetres, player paints, and flat pictograms.
//!
//! One outline serves both the window's pictograms and the photographer's solid figures.
//! Nothing here knows where a piece stands.

use std::fmt::Write as _;

use tracker::piece::{Color, FigureKind, Pose};

/// A piece as a prism: an outline that is as thick as the wood.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Closed outline, mm: x to the right, y up from the foot, centred on x = 0.
    pub outline_mm: Vec<[f64; 2]>,
    /// Thickness of the wood, mm.
    pub depth_mm: f64,
}

impl Body {
    /// Height above the foot, mm.
    pub fn height_mm(&self) -> f64 {
        self.outline_mm.iter().map(|p| p[1]).fold(0.0, f64::max)
    }

    /// The height at which the outline's area balances, mm above the foot.
    pub fn middle_mm(&self) -> f64 {
        let points = &self.outline_mm;
        let (mut area, mut moment) = (0.0, 0.0);
        for (i, a) in points.iter().enumerate() {
            let b = points[(i + 1) % points.len()];
            let cross = a[0] * b[1] - b[0] * a[1];
            area += cross;
            moment += cross * (a[1] + b[1]);
        }
        if area.abs() < 1e-9 {
            0.0
        } else {
            moment / (3.0 * area)
        }
    }
}

/// The solid of a piece. The meeple is 16 mm wide and tall and 10 mm deep, as in the box;
/// the others are our own shapes at the usual sizes.
pub fn body(kind: FigureKind) -> Body {
    let (half, depth_mm): (&[[f64; 2]], f64) = match kind {
        FigureKind::Meeple => (MEEPLE, 10.0),
        FigureKind::BigMeeple => {
            let mut big = rounded(MEEPLE, 2);
            big.iter_mut().flatten().for_each(|v| *v *= 1.25);
            return Body {
                outline_mm: big,
                depth_mm: 12.0,
            };
        }
        FigureKind::Abbot => (ABBOT, 10.0),
        FigureKind::Guard => (GUARD, 10.0),
        FigureKind::Ghost => (GHOST, 8.0),
        FigureKind::Cat => (CAT, 8.0),
        FigureKind::Mage => (MAGE, 10.0),
        FigureKind::Witch => (WITCH, 10.0),
        FigureKind::Hound => {
            return Body {
                outline_mm: cut_corners(HOUND.to_vec(), 2),
                depth_mm: 8.0,
            };
        }
        FigureKind::Chip => (CHIP, 4.0),
    };
    Body {
        outline_mm: rounded(half, 2),
        depth_mm,
    }
}

/// Right halves of the outlines, from the top of the head down to the foot, mm.
const MEEPLE: &[[f64; 2]] = &[
    [0.0, 16.2],
    [1.9, 16.1],
    [3.2, 14.4],
    [3.1, 12.3],
    [2.2, 11.0],
    [3.6, 10.5],
    [7.6, 9.7],
    [8.4, 8.4],
    [7.8, 6.9],
    [5.2, 6.3],
    [4.3, 5.6],
    [5.3, 3.6],
    [7.3, 1.1],
    [7.0, -0.05],
    [5.0, 0.0],
    [2.6, 0.0],
    [1.6, 0.9],
    [0.6, 3.2],
    [0.0, 3.6],
];
const ABBOT: &[[f64; 2]] = &[
    [0.0, 19.2],
    [0.9, 18.6],
    [2.2, 16.2],
    [3.0, 13.6],
    [2.6, 11.6],
    [3.4, 10.8],
    [6.9, 8.6],
    [7.2, 7.0],
    [5.2, 6.4],
    [5.6, 3.0],
    [6.8, 0.6],
    [6.4, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
const GUARD: &[[f64; 2]] = &[
    [0.0, 15.6],
    [2.6, 15.6],
    [3.2, 14.2],
    [3.0, 11.4],
    [4.4, 10.6],
    [6.6, 9.4],
    [6.8, 5.6],
    [5.0, 5.2],
    [5.4, 1.0],
    [5.4, 0.0],
    [2.0, 0.0],
    [0.0, 0.0],
];
const GHOST: &[[f64; 2]] = &[
    [0.0, 16.0],
    [3.0, 15.6],
    [4.8, 13.0],
    [5.2, 9.6],
    [7.0, 8.6],
    [7.2, 7.2],
    [5.4, 6.6],
    [5.6, 3.0],
    [6.4, 0.2],
    [4.4, 0.0],
    [3.4, 1.3],
    [2.2, 0.0],
    [1.0, 1.2],
    [0.0, 0.0],
];
const CAT: &[[f64; 2]] = &[
    [0.0, 13.2],
    [1.4, 13.0],
    [3.2, 15.6],
    [3.8, 12.0],
    [3.6, 9.4],
    [2.6, 8.4],
    [4.6, 5.0],
    [5.2, 1.0],
    [4.8, 0.0],
    [2.0, 0.0],
    [0.0, 0.0],
];
const MAGE: &[[f64; 2]] = &[
    [0.0, 24.0],
    [0.7, 23.0],
    [2.6, 17.6],
    [3.0, 15.4],
    [3.4, 13.6],
    [3.8, 12.0],
    [6.6, 9.6],
    [6.6, 7.4],
    [4.8, 7.4],
    [5.6, 2.6],
    [6.8, 0.4],
    [6.2, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
const WITCH: &[[f64; 2]] = &[
    [0.0, 24.0],
    [0.8, 22.6],
    [2.2, 18.0],
    [5.6, 16.8],
    [5.8, 15.8],
    [3.0, 15.6],
    [3.0, 12.8],
    [5.6, 10.0],
    [6.0, 7.2],
    [4.2, 7.4],
    [5.0, 3.0],
    [6.4, 0.4],
    [6.0, 0.0],
    [3.0, 0.0],
    [0.0, 0.0],
];
/// The whole outline: the only piece that is not the same on both sides.
const HOUND: &[[f64; 2]] = &[
    [-9.0, 9.6],
    [-8.2, 12.4],
    [-6.2, 13.0],
    [-5.6, 10.8],
    [2.0, 10.2],
    [4.2, 13.4],
    [5.4, 11.8],
    [8.8, 10.8],
    [9.0, 9.2],
    [6.6, 8.4],
    [6.2, 5.4],
    [6.4, 0.6],
    [6.0, 0.0],
    [4.2, 0.0],
    [3.8, 4.6],
    [-2.6, 4.6],
    [-3.6, 0.0],
    [-5.4, 0.0],
    [-5.8, 0.6],
    [-6.4, 6.0],
    [-7.4, 8.8],
];
const CHIP: &[[f64; 2]] = &[
    [0.0, 15.0],
    [3.0, 14.4],
    [5.6, 12.6],
    [7.2, 9.6],
    [7.4, 7.4],
    [7.2, 5.4],
    [5.6, 2.4],
    [3.0, 0.6],
    [0.0, 0.0],
];

/// Mirrors a half outline and rounds it by cutting corners (Chaikin 1974) `times` times.
fn rounded(half: &[[f64; 2]], times: usize) -> Vec<[f64; 2]> {
    let mut points = half.to_vec();
    points.extend(
        half.iter()
            .rev()
            .filter(|p| p[0] > 0.0)
            .map(|p| [-p[0], p[1]]),
    );
    cut_corners(points, times)
}

fn cut_corners(mut points: Vec<[f64; 2]>, times: usize) -> Vec<[f64; 2]> {
    for _ in 0..times {
        let around = points.clone();
        points = (0..around.len())
            .flat_map(|i| {
                let (a, b) = (around[i], around[(i + 1) % around.len()]);
                let mix = |t: f64| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                [mix(0.25), mix(0.75)]
            })
            .collect();
    }
    points
}

/// The paint of a piece as red, green, blue 0..=255; `None` is bare or neutral wood.
pub fn paint(kind: FigureKind, color: Option<Color>) -> [u8; 3] {
    match color {
        Some(Color::Red) => [200, 30, 34],
        Some(Color::Blue) => [30, 74, 172],
        Some(Color::Yellow) => [240, 196, 22],
        Some(Color::Green) => [36, 128, 52],
        Some(Color::Black) => [38, 37, 40],
        Some(Color::Pink) => [232, 118, 160],
        None => match kind {
            FigureKind::Ghost => [238, 238, 234],
            FigureKind::Mage => [214, 120, 30],
            FigureKind::Witch => [112, 58, 138],
            FigureKind::Cat => [60, 56, 54],
            _ => [196, 156, 104],
        },
    }
}

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
    let zoom = 27.0 / tall.max(17.0);
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
    let pattern = color.map(|c| pattern(c, 15.0, ink)).unwrap_or_default();
    let face = match kind {
        FigureKind::Ghost => {
            "<circle cx=\"-2.6\" cy=\"-6\" r=\"1.3\" fill=\"#444\"/><circle cx=\"2.6\" cy=\"-6\" r=\"1.3\" fill=\"#444\"/>"
        }
        _ => "",
    };
    format!(
        "<g transform=\"rotate({turn})\"><clipPath id=\"clip-{name}\"><path d=\"{d}\"/></clipPath>\
         <path d=\"{d}\" fill=\"{}\" transform=\"translate(0.9 1.1)\" opacity=\"0.35\"/>\
         <path d=\"{d}\" fill=\"{}\"/>\
         <g clip-path=\"url(#clip-{name})\">{pattern}\
         <path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" opacity=\"0.6\" transform=\"translate(0.8 0.9)\"/></g>\
         <path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1\" stroke-linejoin=\"round\"/>{face}</g>",
        hex(0.15),
        hex(1.0),
        hex(1.25),
        hex(0.42),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meeple_has_the_size_of_the_box() {
        let body = body(FigureKind::Meeple);
        let wide = body.outline_mm.iter().map(|p| p[0]).fold(0.0, f64::max) * 2.0;
        assert!((15.0..17.0).contains(&wide), "{wide}");
        assert!((15.0..17.0).contains(&body.height_mm()));
        assert!(
            (6.0..9.5).contains(&body.middle_mm()),
            "{}",
            body.middle_mm()
        );
    }
}
