//! Wooden pieces: their outlines in millimetres, player paints, and flat pictograms.
//!
//! One outline serves both the window's pictograms and the photographer's solid figures.
//! Nothing here knows where a piece stands.

use std::fmt::Write as _;

use opencv::core::{Point2f, Vector};
use opencv::imgproc;
use tracker::piece::{Color, FigureKind, Pose};

mod outline;

pub use outline::body;

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

    /// Whether its left half is the right one's mirror image.
    pub fn has_equal_halves(&self) -> bool {
        let twin = |p: &[f64; 2]| {
            let far = |q: &[f64; 2]| (q[0] + p[0]).abs().max((q[1] - p[1]).abs());
            self.outline_mm.iter().any(|q| far(q) < 1e-6)
        };
        self.outline_mm.iter().all(twin)
    }

    /// The same piece with only the corners of its outline that matter by `off_mm`
    /// (Douglas & Peucker 1973).
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn with_fewer_corners(&self, off_mm: f64) -> opencv::Result<Self> {
        let outline: Vector<Point2f> = self
            .outline_mm
            .iter()
            .map(|&[x, y]| Point2f::new(x as f32, y as f32))
            .collect();
        let mut fewer = Vector::<Point2f>::new();
        imgproc::approx_poly_dp(&outline, &mut fewer, off_mm, true)?;
        Ok(Self {
            outline_mm: fewer.iter().map(|p| [p.x, p.y].map(f64::from)).collect(),
            depth_mm: self.depth_mm,
        })
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

/// The paint of a piece as red, green, blue 0..=255. Without a colour it is that of a piece
/// nobody owns, or bare wood.
///
/// Hounds and map chips are never a player's; their paints go by the nearest player's colour:
/// Rufus is brown (no colour) and Ronja grey (black), chips are purple (no colour or pink),
/// light blue (blue) and orange (yellow).
pub fn paint(kind: FigureKind, color: Option<Color>) -> [u8; 3] {
    match (kind, color) {
        (FigureKind::Hound, Some(Color::Black)) => [132, 132, 138],
        (FigureKind::Chip, Some(Color::Blue)) => [122, 188, 224],
        (FigureKind::Chip, Some(Color::Yellow)) => [236, 138, 36],
        (FigureKind::Chip, None | Some(Color::Pink)) => [124, 66, 160],
        (_, Some(Color::Red)) => [200, 30, 34],
        (_, Some(Color::Blue)) => [30, 74, 172],
        (_, Some(Color::Yellow)) => [240, 196, 22],
        (_, Some(Color::Green)) => [36, 128, 52],
        (_, Some(Color::Black)) => [38, 37, 40],
        (_, Some(Color::Pink)) => [232, 118, 160],
        (FigureKind::Ghost, None) => [236, 240, 246],
        (FigureKind::Mage, None) => [112, 50, 146],
        (FigureKind::Witch, None) => [228, 110, 24],
        (FigureKind::Cat, None) => [74, 74, 80],
        (FigureKind::Hound, None) => [132, 80, 42],
        (_, None) => [196, 156, 104],
    }
}

/// How much of what lies behind a piece it hides, 0..=1: ghosts are of clear stuff.
pub const fn opacity(kind: FigureKind) -> f64 {
    match kind {
        FigureKind::Ghost => 0.82,
        _ => 1.0,
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

    /// How much of two standing pieces' outlines is common, 0..=1, foot on foot.
    fn alike(a: FigureKind, b: FigureKind) -> f64 {
        let (a, b) = (body(a).outline_mm, body(b).outline_mm);
        let holds = |outline: &[[f64; 2]], p: [f64; 2]| {
            let points = outline.iter().map(|v| v.map(|v| v as f32));
            crate::layout::holds(&points.collect::<Vec<_>>(), p.map(|v| v as f32))
        };
        let (mut both, mut any) = (0, 0);
        for row in 0..100 {
            for column in -60..60 {
                let p = [f64::from(column) * 0.25, f64::from(row) * 0.25];
                let (in_a, in_b) = (holds(&a, p), holds(&b, p));
                both += u32::from(in_a && in_b);
                any += u32::from(in_a || in_b);
            }
        }
        f64::from(both) / f64::from(any)
    }

    #[test]
    fn pieces_of_different_kinds_have_different_silhouettes() {
        use FigureKind::{Abbot, BigMeeple, Cat, Ghost, Guard, Hound, Mage, Meeple, Witch};
        let kinds = [
            Meeple, BigMeeple, Guard, Abbot, Ghost, Cat, Mage, Witch, Hound,
        ];
        for (n, &a) in kinds.iter().enumerate() {
            for &b in &kinds[..n] {
                let alike = alike(a, b);
                // Robes with tall hats are alike and told apart by their paint.
                let robes = [Abbot, Mage, Witch];
                let most = if robes.contains(&a) && robes.contains(&b) {
                    0.88
                } else {
                    0.75
                };
                assert!(alike < most, "{a:?} {b:?}: {alike:.2}");
            }
        }
    }

    #[test]
    fn only_guards_and_animals_have_unequal_halves() {
        use FigureKind::{Abbot, BigMeeple, Cat, Chip, Ghost, Guard, Hound, Mage, Meeple, Witch};
        for kind in [Meeple, BigMeeple, Abbot, Ghost, Mage, Witch, Chip] {
            assert!(body(kind).has_equal_halves(), "{kind:?}");
        }
        for kind in [Guard, Cat, Hound] {
            assert!(!body(kind).has_equal_halves(), "{kind:?}");
        }
    }

    #[test]
    fn tokens_have_paints_of_their_own() {
        let chips = [None, Some(Color::Blue), Some(Color::Yellow)];
        let chips = chips.map(|color| paint(FigureKind::Chip, color));
        assert!(chips[0] != chips[1] && chips[1] != chips[2] && chips[0] != chips[2]);
        let [rufus, ronja] = [None, Some(Color::Black)].map(|c| paint(FigureKind::Hound, c));
        assert!(rufus[0] > rufus[2] + 50 && ronja[0].abs_diff(ronja[2]) < 12);
        let [mage, witch] = [FigureKind::Mage, FigureKind::Witch].map(|kind| paint(kind, None));
        assert!(mage[2] > mage[0] && witch[0] > 200 && witch[2] < 60);
    }
}
