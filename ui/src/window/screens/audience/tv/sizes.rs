//! How large things must be on a television to be read from the sofa. Pure arithmetic.
//!
//! Letters have to fill an angle, so sizes grow with the distance. What counts is the height
//! of capitals and digits, as in ISO 9241-303: 20 arc minutes are 17.5 mm at 3 m.

use egui::Vec2;

/// Height of capitals and digits of a text at [`AT_M`], mm.
pub const TEXT_MM: f32 = 17.5;
/// Height of the digits of a score at [`AT_M`], mm.
pub const SCORE_MM: f32 = 52.0;
/// The distance those heights are for, m.
pub const AT_M: f32 = 3.0;

/// Height of capitals and digits as a share of the font size. The window's font measures 0.68;
/// a test holds the drawn digits to the millimetres.
const CAPITAL: f32 = 0.67;
/// Millimetres per inch.
const INCH_MM: f32 = 25.4;

/// Who looks at what from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewing {
    /// From the sofa to the screen, m.
    pub distance_m: f32,
    /// From corner to opposite corner of the screen, inches, as it is sold.
    pub diagonal_in: f32,
}

/// Font sizes in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Of every text.
    pub text: f32,
    /// Of a score.
    pub score: f32,
}

impl Viewing {
    /// How large a point is on a screen that measures `screen` points, mm.
    pub fn mm_per_point(&self, screen: Vec2) -> f32 {
        self.diagonal_in * INCH_MM / screen.length().max(1.0)
    }

    /// The smallest sizes that can be read from there; none is larger than the screen, as no graphics
    /// card could draw such letters.
    pub fn sizes(&self, screen: Vec2) -> Sizes {
        let most = screen.max_elem().max(1.0);
        let points = |mm: f32| {
            let height_mm = mm * self.distance_m / AT_M;
            (height_mm / CAPITAL / self.mm_per_point(screen)).min(most)
        };
        Sizes {
            text: points(TEXT_MM),
            score: points(SCORE_MM),
        }
    }
}

impl Sizes {
    /// All of them smaller or larger.
    #[must_use]
    pub fn scaled(self, by: f32) -> Self {
        Self {
            text: self.text * by,
            score: self.score * by,
        }
    }
}

/// Seconds between two steps of the whole picture.
pub const STEP_S: f64 = 60.0;
/// How far the picture strays from its place, as a share of the screen's height.
pub const STRAY: f32 = 0.012;
/// Steps in one round.
const ROUND: f64 = 48.0;

/// Where the whole picture stands at that time, in screen heights from its place: a slow round
/// in which no edge stays where it was, so that nothing burns into the screen. It takes one
/// step a minute, each too small to be noticed.
pub fn shift(now_s: f64) -> Vec2 {
    let step = (now_s / STEP_S).floor() / ROUND * std::f64::consts::TAU;
    // Three rounds across to two along: a figure that covers the whole little field.
    let (x, y) = ((3.0 * step).sin(), (2.0 * step + 0.7).sin());
    Vec2::new(x as f32, y as f32) * STRAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_television_is_measured_by_its_diagonal() {
        let viewing = Viewing {
            distance_m: 3.0,
            diagonal_in: 43.0,
        };
        // 43 inches of 16 : 9 are 952 mm wide.
        let screen = Vec2::new(1920.0, 1080.0);
        let wide_mm = viewing.mm_per_point(screen) * 1920.0;
        assert!((wide_mm - 952.0).abs() < 1.0, "{wide_mm}");
        let near = viewing.sizes(screen);
        let far = Viewing {
            distance_m: 6.0,
            ..viewing
        };
        assert!((far.sizes(screen).text - 2.0 * near.text).abs() < 1e-3);
        // Twice the points on the same screen: twice the size in points.
        let fine = viewing.sizes(screen * 2.0);
        assert!((fine.score - 2.0 * near.score).abs() < 1e-2);
        let toy = Viewing {
            distance_m: 50.0,
            diagonal_in: 7.0,
        };
        assert!(toy.sizes(screen).score <= screen.x);
    }

    #[test]
    fn the_picture_never_rests_and_never_jumps() {
        let places: Vec<Vec2> = (0..48).map(|n| shift(f64::from(n) * STEP_S)).collect();
        let steps = places.windows(2).map(|two| (two[1] - two[0]).length());
        for step in steps {
            // On 1080 lines: at least half a pixel, and less than six.
            assert!(step * 1080.0 > 0.5 && step * 1080.0 < 6.0, "{step}");
        }
        let widest = places.iter().map(|at| at.x).fold(0.0, f32::max);
        assert!(widest > 0.9 * STRAY, "{widest}");
        assert_eq!(shift(10.0), shift(50.0), "still within a minute");
    }
}
