//! Players can be told apart by every eye: their badges and figures are looked at as somebody
//! sees them who lacks one kind of cones, or sees no colour at all, in both themes.
//!
//! The simulation is that of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
//! Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6),
//! 2009: their matrices for severity 1.0, which work on linear light.

use carcassonne::piece::{Color, FigureKind, Pose};
use egui::{Color32, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use nebelwacht_ui::theme::{DARK, LIGHT, contrast, wood};
use nebelwacht_ui::window::widgets::badge;
use studio::art::figure::pictogram;

type Matrix = [[f32; 3]; 3];

const EYES: [(&str, Matrix); 5] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
    // Luminance of linear sRGB (Rec. 709).
    ("no colour", [[0.2126, 0.7152, 0.0722]; 3]),
];

/// Linear light 0…1.
type Light = [f32; 3];

fn seen_by(eye: &Matrix, [r, g, b]: Light) -> Light {
    eye.map(|[x, y, z]| (x * r + y * g + z * b).clamp(0.0, 1.0))
}

/// CIE L*a*b* under D65.
fn lab([r, g, b]: Light) -> [f32; 3] {
    let xyz = [
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ];
    let [x, y, z] = xyz.map(|t| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Mean difference of two pictures, ΔE of 1976; 2.3 can just be noticed on a plain surface.
fn difference(a: &[Light], b: &[Light], eye: &Matrix) -> f32 {
    let far = |(a, b): (&Light, &Light)| {
        let (a, b) = (lab(seen_by(eye, *a)), lab(seen_by(eye, *b)));
        let square: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        square.sqrt()
    };
    a.iter().zip(b).map(far).sum::<f32>() / a.len() as f32
}

/// Fails if an eye takes two of the pictures for one. `least` is what must differ on average.
fn told_apart(what: &str, pictures: &[(Color, Vec<Light>)], least: f32) {
    let mut faults = Vec::new();
    for (n, (one, a)) in pictures.iter().enumerate() {
        for (other, b) in &pictures[..n] {
            for (eye, matrix) in &EYES {
                let far = difference(a, b, matrix);
                if far < least {
                    faults.push(format!(
                        "{what}, {eye}: {one} and {other} differ by {far:.1}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The badges of two players with the same initial: what is left are colour and pattern.
#[test]
fn badges_are_told_apart_by_every_eye_in_both_themes() {
    const SIDE: f32 = 26.0;
    let at = |n: usize| Rect::from_min_size(Pos2::new(n as f32 * 30.0, 0.0), Vec2::splat(SIDE));
    for (name, theme, ground) in [
        ("light", egui::Theme::Light, LIGHT.card),
        ("dark", egui::Theme::Dark, DARK.card),
    ] {
        let mut shown = Harness::builder()
            .with_size(Vec2::new(200.0, 48.0))
            .with_theme(theme)
            .build_ui(move |ui| {
                ui.painter().rect_filled(Rect::EVERYTHING, 0.0, ground);
                let origin = ui.max_rect().min.to_vec2();
                for (n, color) in Color::ALL.into_iter().enumerate() {
                    badge::paint(ui.painter(), at(n).translate(origin), color, "A");
                }
            });
        shown.run();
        let origin = 8;
        let picture = shown.render().unwrap();
        let pixels = |n: usize| -> Vec<Light> {
            let rect = at(n);
            let rows = 0..SIDE as u32;
            let each = rows.flat_map(|y| (0..SIDE as u32).map(move |x| (x, y)));
            each.map(|(x, y)| {
                let [r, g, b, _] = picture
                    .get_pixel(origin + rect.left() as u32 + x, origin + y)
                    .0;
                let light = egui::Rgba::from(Color32::from_rgb(r, g, b));
                [light.r(), light.g(), light.b()]
            })
            .collect()
        };
        let all = Color::ALL.into_iter().enumerate();
        let all: Vec<_> = all.map(|(n, color)| (color, pixels(n))).collect();
        told_apart(name, &all, 6.0);
    }
}

/// Meeples as they stand on the drawn board.
#[test]
fn figures_are_told_apart_by_every_eye() {
    let drawn = Color::ALL.map(|color| {
        let svg = pictogram(FigureKind::Meeple, Some(color), Pose::Standing);
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        let mut picture = resvg::tiny_skia::Pixmap::new(32, 32).unwrap();
        let scale = resvg::tiny_skia::Transform::from_scale(
            32.0 / tree.size().width(),
            32.0 / tree.size().height(),
        );
        resvg::render(&tree, scale, &mut picture.as_mut());
        // Only the piece itself, without its shadow and the air around.
        let lights = picture.pixels().iter().map(|pixel| {
            let c = pixel.demultiply();
            let solid = if pixel.alpha() > 200 { 1.0 } else { 0.0 };
            let light = egui::Rgba::from(Color32::from_rgb(c.red(), c.green(), c.blue()));
            ([light.r(), light.g(), light.b()], solid)
        });
        let lights: Vec<Light> = lights.filter(|(_, s)| *s > 0.0).map(|(l, _)| l).collect();
        (color, lights)
    });
    told_apart("meeples", &drawn, 6.0);
}

/// A pattern that nobody sees tells nobody apart (WCAG 2.2, 1.4.11: 3 : 1 for marks). Red is
/// plain.
#[test]
fn patterns_stand_out_from_their_wood() {
    for color in Color::ALL.into_iter().filter(|&color| color != Color::Red) {
        let wood = wood(color);
        let c = contrast(wood.fill, wood.shade);
        assert!(c >= 3.0, "{color}: {c:.2}");
    }
}
