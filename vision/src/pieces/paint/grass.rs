//! Whether what may be green or yellow wood is grass, which has nearly its colours.
//!
//! Asked by [`crate::pieces::explain`] of one blob against what lies around it, and by
//! [`crate::pieces::memory`] of all green pieces of a table together. Knows no shapes.

use carcassonne::piece::Color;
use opencv::core::{Mat, Point, Rect, Size, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pieces::blob;
use crate::pieces::paint::Paint;
use crate::pieces::place::Place;

/// Green wood has no more than this share of the board's median lightness: 0.55 to 0.73 of it in
/// films and on drawn tables, grass in a flash 1.2.
const GREEN_AT_LIGHTEST: f64 = 1.0;
/// In a lamp's glare it may be lighter, but has no more than this share of the lightness around it.
const GREEN_AT_LIGHTEST_HERE: f64 = 0.9;
/// By how much wood's colours, as shares of its lightness, are off those around it at least: green wood's
/// 0.4 and more on tables, yellow wood's 0.26 and more in a flash, patches of grass 0.15. Under this
/// lightness shares are noise.
const OFF_GRASS: f64 = 0.22;
/// The same of yellow wood against printed grass beside it: on drawn tables by flash its 0.18 and more,
/// blurred grass's 0.15 and less on a photograph.
const YELLOW_OFF_PRINT: f64 = 0.15;
/// The same of what may be green wood: on 48 drawn tables and four photographs nearly all lies under 0.2 or
/// above 0.35, and a patch of grass at 0.18 was taken for a farmer. Twenty lie between, of which none was looked at.
const GREEN_OFF_PRINT: f64 = 0.25;
const DARKEST: f64 = 6.0;
/// Darker than this share of what lies around it, no grass is: that has one print.
const DARK_BESIDE: f64 = 0.5;
/// What lies around it, px of the rectified board beyond its rim: its shadow falls nearer.
const AROUND_PX: [i32; 2] = [5, 14];
/// The hues of printed grass in white light, degrees, and its chroma at least: cities and roads have 70
/// to 90, woods and ponds more.
const PRINTED: std::ops::Range<f32> = 95.0..150.0;
const PRINTED_CHROMA: f32 = 18.0;
/// So many pixels of it at least say what grass looks like.
const ENOUGH: usize = 150;

/// What may be green wood: its hue and that of what lies around it, degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Green {
    hue: f32,
    around: f32,
}

#[cfg(test)]
impl Green {
    pub(crate) const fn new(hue: f32, around: f32) -> Self {
        Self { hue, around }
    }
}

/// Fewest green things from which the surest tell the others.
const MIN_GREEN_PIECES: usize = 3;
/// Share of the green things that may be grass.
const MOST_GRASS: f64 = 0.75;

/// Which of these are grass: all that are nearer in hue to what lies around them than to this
/// table's green wood. Wood is of one paint, and grass is yellower than any, so the paint is as green
/// as the greenest quarter.
pub(crate) fn are_grass(greens: &[Green]) -> Vec<bool> {
    let mut hues: Vec<f32> = greens.iter().map(|green| green.hue).collect();
    hues.sort_by(f32::total_cmp);
    let last = greens.len().saturating_sub(1);
    let greenest = ((MOST_GRASS * last as f64).ceil() as usize).min(last);
    let paint = hues
        .get(greenest)
        .copied()
        .filter(|_| greens.len() >= MIN_GREEN_PIECES);
    let is_grass = |green: &Green| {
        paint.is_some_and(|paint| paint - green.hue > (green.hue - green.around).abs())
    };
    greens.iter().map(is_grass).collect()
}

/// The part of a picture as far around a blob.
fn around(blob: &Vector<Point>, far: i32, picture: &Mat) -> opencv::Result<Rect> {
    let bounds = imgproc::bounding_rect(blob)?;
    let (out, twice) = (Point::new(far, far), Size::new(2 * far, 2 * far));
    let frame = Rect::new(0, 0, picture.cols(), picture.rows());
    Ok(Rect::from_point_size(bounds.tl() - out, bounds.size() + twice) & frame)
}

fn grown(inside: &Mat, by: i32) -> opencv::Result<Mat> {
    cv::morphed(inside, imgproc::MORPH_DILATE, &cv::disc(2 * by + 1)?)
}

/// The mean colours of a blob and of what lies around it, Lab.
fn here_and_around(blob: &Vector<Point>, place: &Place) -> opencv::Result<[[f64; 3]; 2]> {
    let [near, far] = AROUND_PX;
    let area = around(blob, far, place.seen)?;
    let inside = blob::filled(blob, area)?;
    let around = cv::subtracted(&grown(&inside, far)?, &grown(&inside, near)?)?;
    let seen = Mat::roi(place.seen, area)?;
    let color = |of: &Mat| -> opencv::Result<[f64; 3]> {
        let mean = opencv::core::mean(&seen, of)?;
        Ok([mean[0], mean[1], mean[2]])
    };
    Ok([color(&inside)?, color(&around)?])
}

/// What printed grass looks like as far around a blob as that is large, Lab; `None` where too little is
/// printed there. Far from the lamp all grass of a tile may be yellower than the board's light says.
fn grass_beside(
    blob: &Vector<Point>,
    seen: &Mat,
    printed: &Mat,
) -> opencv::Result<Option<[f64; 3]>> {
    let size = imgproc::bounding_rect(blob)?.size();
    let area = around(blob, size.width.max(size.height), seen)?;
    let covered = grown(&blob::filled(blob, area)?, AROUND_PX[0])?;
    let printed = Mat::roi(printed, area)?.try_clone()?;
    let seen = Mat::roi(seen, area)?.try_clone()?;
    let printed = printed.data_typed::<Vec3f>()?.iter();
    let pixels = printed.zip(seen.data_typed::<Vec3f>()?);
    let pixels = pixels.zip(covered.data_typed::<u8>()?);
    let grass = pixels.filter(|((printed, _), covered)| **covered == 0 && is_printed(printed));
    let grass: Vec<[f32; 3]> = grass.map(|((_, seen), _)| seen.0).collect();
    let median = |c: usize| {
        let mut of: Vec<f32> = grass.iter().map(|pixel| pixel[c]).collect();
        let middle = of.len() / 2;
        f64::from(*of.select_nth_unstable_by(middle, f32::total_cmp).1)
    };
    Ok((grass.len() >= ENOUGH).then(|| [0, 1, 2].map(median)))
}

/// Whether a printed colour (Lab) is grass.
fn is_printed(color: &Vec3f) -> bool {
    let [_, a, b] = color.0;
    a.hypot(b) >= PRINTED_CHROMA && PRINTED.contains(&b.atan2(a).to_degrees())
}

/// How green a blob is of what may be green wood; `None` if it is of another paint, or so dark beside
/// what lies around it that it cannot be grass.
pub(crate) fn green(
    blob: &Vector<Point>,
    paint: &Paint,
    place: &Place,
) -> opencv::Result<Option<Green>> {
    if paint.color != Some(Color::Green) {
        return Ok(None);
    }
    let [here, around] = here_and_around(blob, place)?;
    let hue = |[_, a, b]: [f64; 3]| b.atan2(a).to_degrees() as f32;
    Ok((here[0] > DARK_BESIDE * around[0]).then(|| Green {
        hue: hue(here),
        around: hue(around),
    }))
}

/// Whether what may be green or yellow wood has the colour of what lies around it or of printed grass
/// beside it, or what may be green wood is as light as the board and as what lies around it: grass that a
/// flash lights up.
pub(crate) fn is_grass(blob: &Vector<Point>, paint: &Paint, place: &Place) -> opencv::Result<bool> {
    let is_green = paint.color == Some(Color::Green);
    if !is_green && paint.color != Some(Color::Yellow) {
        return Ok(false);
    }
    let [here, around] = here_and_around(blob, place)?;
    let is_lit = is_green && is_lit_grass(here[0], around[0], f64::from(place.light.median));
    if is_lit || is_like(&here, &around, OFF_GRASS) {
        return Ok(true);
    }
    let grass = grass_beside(blob, place.seen, place.printed)?;
    let off_print = if is_green {
        GREEN_OFF_PRINT
    } else {
        YELLOW_OFF_PRINT
    };
    Ok(grass.is_some_and(|grass| is_like(&here, &grass, off_print)))
}

/// Whether two colours (Lab) are one in other light, so little do they differ: shade leaves a colour's share
/// of lightness alone.
fn is_like(here: &[f64; 3], around: &[f64; 3], off_most: f64) -> bool {
    let share = |of: &[f64; 3], c: usize| of[c] / of[0].max(DARKEST);
    let off = [1, 2].map(|c| share(here, c) - share(around, c));
    off[0].hypot(off[1]) < off_most
}

/// Whether green of that lightness is grass, given the lightness around it and the board's median.
fn is_lit_grass(here: f64, around: f64, median: f64) -> bool {
    here > GREEN_AT_LIGHTEST * median && here > GREEN_AT_LIGHTEST_HERE * around
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::Scalar;

    #[test]
    fn what_is_as_yellow_as_the_grass_around_it_is_none_of_the_green_pieces() {
        let green = |hue: f32, around: f32| Green { hue, around };
        // As on a photograph: wood on grass and in a city, and grass in a flash.
        let wood = [green(139.0, 122.0), green(136.0, 80.0), green(138.0, 125.0)];
        let grass = [green(126.0, 120.0), green(128.0, 122.0)];
        let all = [&wood[..], &grass].concat();
        assert_eq!(are_grass(&all), [false, false, false, true, true]);
        // Alone, nothing is said of them.
        assert_eq!(are_grass(&grass), [false, false]);
        assert_eq!(are_grass(&wood), [false; 3]);
        assert!(are_grass(&[]).is_empty());
    }

    #[test]
    fn grass_of_another_shade_is_like_grass_and_yellow_wood_is_not() {
        // Lab means: a far tile's grass on a photograph in warm light, and on a drawn table in a flash
        // yellow wood, the nearest to what lies around it.
        let is_like = |here, around| super::is_like(here, around, OFF_GRASS);
        assert!(is_like(&[53.0, -14.6, 48.5], &[41.3, -12.2, 35.5]));
        assert!(!is_like(&[75.0, -2.9, 66.9], &[76.6, -14.2, 52.4]));
    }

    /// A far tile all of whose grass the lamp turns yellow, between two black pieces.
    #[test]
    fn grass_of_a_tile_is_told_by_the_print_where_other_things_lie_around_it() -> opencv::Result<()>
    {
        const SIDE: i32 = 100;
        let lab = |l: f64, a: f64, b: f64| Scalar::new(l, a, b, 0.0);
        let filled =
            |color| Mat::new_rows_cols_with_default(SIDE, SIDE, opencv::core::CV_32FC3, color);
        let printed = filled(lab(63.0, -19.0, 43.0))?;
        let mut seen = filled(lab(47.0, -9.5, 48.0))?;
        let mut paint = |rect, color| {
            imgproc::rectangle(&mut seen, rect, color, imgproc::FILLED, imgproc::LINE_8, 0)
        };
        let black = lab(12.0, 1.0, 1.0);
        paint(Rect::new(20, 34, 16, 32), black)?;
        paint(Rect::new(64, 34, 16, 32), black)?;
        paint(Rect::new(40, 44, 20, 12), lab(46.0, -9.5, 47.7))?;
        let blob = [(40, 44), (59, 44), (59, 55), (40, 55)];
        let blob: Vector<Point> = blob.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let grass = grass_beside(&blob, &seen, &printed)?.expect("grass is printed there");
        let is_grass = |color| is_like(&color, &grass, YELLOW_OFF_PRINT);
        assert!(is_grass([46.0, -9.5, 47.7]), "{grass:?}");
        // Yellow wood by flash, as unlike that grass as it was like it on a drawn table.
        assert!(!is_grass([47.0, -2.4, 51.0]) && !is_grass([75.0, -2.9, 66.9]));
        let city = filled(lab(60.0, 6.0, 35.0))?;
        assert_eq!(grass_beside(&blob, &seen, &city)?, None);
        Ok(())
    }

    #[test]
    fn green_wood_is_darker_than_the_board_or_than_what_lies_around_it() {
        // As shares of the board's median lightness.
        for (here, around, grass) in [
            (0.7, 1.0, false),
            // In a lamp's glare, on a drawn table.
            (1.05, 1.4, false),
            // Grass that a flash lights up, on a photograph.
            (1.2, 1.2, true),
        ] {
            assert_eq!(
                is_lit_grass(50.0 * here, 50.0 * around, 50.0),
                grass,
                "{here}"
            );
        }
    }
}
