//! Wooden pieces as solids: outlines in millimetres, thickness, paint.
//!
//! One outline serves the artist's pictograms, the photographer's figures and the reader's
//! silhouettes. Nothing here knows where a piece stands.

use carcassonne::piece::{Color, FigureKind};
use opencv::core::{Point2f, Vector};
use opencv::imgproc;

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
