//! Paints that light makes alike: dark blue wood looks black, red wood in a glare pink, and pink wood
//! under a warm lamp red.
//!
//! Asked by [`crate::pieces::explain`] of the colour of a whole piece that was found by one of them, pixel by
//! pixel. Knows no shapes.

use carcassonne::piece::Color;

use crate::bare::balance;

/// In white light black wood gives back up to 1.5 times as much blue as red, blue wood 4.5 to 200
/// times, on photographs by flash, daylight and candles; between the two …
const BLUE_OVER_RED: f64 = 2.6;
/// … log odds change by this per natural logarithm of the ratio.
const BLUE_SHARPNESS: f64 = 6.0;
/// Hue (degrees) and chroma over lightness between red and pink wood. On photographs, films and drawn tables
/// red has hues of 20 and more, below 30 with a chroma of 1.0 and more; pink has 15 and less, in warm light 25
/// with 0.94.
const RED_FROM: f64 = 24.0;
const RED_CHROMA: f64 = 1.0;
/// By so much log odds change by one.
const HUE_STEP: f64 = 3.0;
const CHROMA_STEP: f64 = 0.15;
/// A colour says no more than this, log odds.
const SURELY: f64 = 4.0;
/// Piles of wood are red and pink if these odds of theirs are so far apart at least, and those of the paler not
/// more than that: under a lamp as warm as any on drawn tables pink has 0, and red 11.
const APART: f64 = 4.0;
const PINKEST: f64 = 2.0;
/// Darker than this (0 to 100) chroma says nothing.
const DARKEST: f64 = 1.0;

/// Of which other paint a piece may be that seems to be of that one.
pub(crate) fn other(color: Color) -> Option<Color> {
    match color {
        Color::Black => Some(Color::Blue),
        Color::Red => Some(Color::Pink),
        Color::Pink => Some(Color::Red),
        Color::Blue | Color::Green | Color::Yellow => None,
    }
}

/// Log odds for the [`other`] paint against that one, by the piece's colour in white light (Lab, lightness
/// 0 to 100) and where red ends on this table; `None` where that paint is sure.
pub(crate) fn odds(color: Color, seen: [f64; 3], line: Line) -> opencv::Result<Option<f64>> {
    let odds = match color {
        Color::Black => BLUE_SHARPNESS * (balance::blue_over_red(seen)? / BLUE_OVER_RED).ln(),
        Color::Red => line.0 - red_over_pink(seen),
        Color::Pink => red_over_pink(seen) - line.0,
        Color::Blue | Color::Green | Color::Yellow => return Ok(None),
    };
    Ok((odds > -SURELY).then(|| odds.min(SURELY)))
}

/// Where red ends and pink begins on this table, by how much that is redder than usual: log odds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Line(f64);

impl Line {
    /// Between red and pink wood that lies beside the board, by the colours of its piles in white light. A warm
    /// lamp is seldom known well enough for pink to stay pink; but the pieces of a supply are in the same light.
    pub(crate) fn between(piles: impl Iterator<Item = [f64; 3]>) -> Self {
        let mut odds: Vec<f64> = piles.map(red_over_pink).collect();
        odds.sort_by(f64::total_cmp);
        let gaps = odds.windows(2).map(|pair| [pair[0], pair[1]]);
        let widest = gaps.max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
        let Some([pink, red]) =
            widest.filter(|[pink, red]| *pink <= PINKEST && red - pink >= APART)
        else {
            return Self::default();
        };
        let room = ((red - pink) / 2.0).min(SURELY);
        // No `clamp`: where both ends are the middle, rounding may put them in the wrong order.
        Self(0.0_f64.max(pink + room).min(red - room))
    }
}

/// Log odds for red against pink.
fn red_over_pink([lightness, a, b]: [f64; 3]) -> f64 {
    let hue = b.atan2(a).to_degrees();
    let chroma = a.hypot(b) / lightness.max(DARKEST);
    (hue - RED_FROM) / HUE_STEP + (chroma - RED_CHROMA) / CHROMA_STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour of that lightness, chroma and hue.
    fn seen(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
        let (b, a) = hue.to_radians().sin_cos();
        [lightness, chroma * a, chroma * b]
    }

    #[test]
    fn red_wood_that_looks_pink_is_rather_red_and_pink_under_a_warm_lamp_may_be_either() {
        let red = |[lightness, chroma, hue]: [f64; 3]| {
            odds(Color::Pink, seen(lightness, chroma, hue), Line::default()).expect("converted")
        };
        // Medians of red pieces in films that were found in pink, too: by a window, on red and on blue cloth.
        for film in [[38.0, 39.0, 27.0], [46.0, 47.0, 28.0], [56.0, 57.0, 31.0]] {
            assert!(red(film).is_some_and(|odds| odds > 0.7), "{film:?}");
        }
        let warm_pink = [51.0, 48.0, 25.0];
        assert!(red(warm_pink).is_some_and(|odds| odds.abs() < 0.5));
        // Pink on drawn tables.
        for drawn in [[50.0, 40.0, 15.0], [50.0, 40.0, -10.0]] {
            assert_eq!(red(drawn), None, "{drawn:?}");
        }
    }

    #[test]
    fn supplies_tell_where_red_ends_under_a_warm_lamp() {
        let (pink, red) = (seen(46.0, 43.0, 25.0), seen(23.0, 47.0, 36.0));
        let piece = seen(41.0, 45.0, 27.0);
        let red_if = |piles: &[[f64; 3]]| {
            let line = Line::between(piles.iter().copied());
            odds(Color::Pink, piece, line)
                .expect("converted")
                .unwrap_or(-SURELY)
        };
        assert!(red_if(&[]) > 0.5, "red, for all that is known");
        assert!(red_if(&[red, pink]) < -1.5, "pink beside these");
        // One supply alone, and supplies in white light, leave it as it is.
        let white_pink = seen(50.0, 40.0, 5.0);
        for piles in [&[red][..], &[pink], &[red, red], &[red, white_pink]] {
            assert_eq!(red_if(piles), red_if(&[]), "{piles:?}");
        }
        // Red in shade and red in a glare are no pink.
        let glare = seen(56.0, 57.0, 31.0);
        assert_eq!(red_if(&[red, glare]), red_if(&[]));
    }

    #[test]
    fn supplies_close_to_each_other_have_a_line_in_their_middle() {
        for step in 0..200 {
            let hue = 32.5 + f64::from(step) * 0.02;
            let (pink, red) = (seen(46.0, 43.0, 25.0), seen(40.0, 47.0, hue));
            let ends = [red_over_pink(pink), red_over_pink(red)];
            let Line(at) = Line::between([pink, red].into_iter());
            let middle = (ends[0] + ends[1]) / 2.0;
            assert!((at - middle).abs() < 1e-9, "{ends:?} {at}");
        }
    }

    #[test]
    fn what_is_said_against_one_paint_is_said_for_the_other() {
        let between = seen(38.0, 39.0, 27.0);
        let line = Line::default();
        let odds =
            [Color::Red, Color::Pink].map(|color| odds(color, between, line).expect("converted"));
        let [red, pink] = odds.map(|odds| odds.expect("not sure"));
        assert!((red + pink).abs() < 1e-9, "{red} {pink}");
        for color in Color::ALL {
            let there = other(color).and_then(other);
            assert!(there.is_none_or(|back| back == color));
        }
    }
}
