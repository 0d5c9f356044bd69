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
/// 0 to 100); `None` where that paint is sure.
pub(crate) fn odds(color: Color, seen: [f64; 3]) -> opencv::Result<Option<f64>> {
    let odds = match color {
        Color::Black => BLUE_SHARPNESS * (balance::blue_over_red(seen)? / BLUE_OVER_RED).ln(),
        Color::Red => -red_over_pink(seen),
        Color::Pink => red_over_pink(seen),
        Color::Blue | Color::Green | Color::Yellow => return Ok(None),
    };
    Ok((odds > -SURELY).then(|| odds.min(SURELY)))
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
            odds(Color::Pink, seen(lightness, chroma, hue)).expect("converted")
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
    fn what_is_said_against_one_paint_is_said_for_the_other() {
        let between = seen(38.0, 39.0, 27.0);
        let odds = [Color::Red, Color::Pink].map(|color| odds(color, between).expect("converted"));
        let [red, pink] = odds.map(|odds| odds.expect("not sure"));
        assert!((red + pink).abs() < 1e-9, "{red} {pink}");
        for color in Color::ALL {
            let there = other(color).and_then(other);
            assert!(there.is_none_or(|back| back == color));
        }
    }
}
