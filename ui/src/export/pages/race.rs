//! The score race: everybody's points after each turn, as a small SVG to stand within a page.
//!
//! Players differ by dashes and by their name at the line's end, so that nobody has to tell
//! colours apart.

use carcassonne::piece::Color;
use maud::{Markup, html};

use crate::export::pictures::board::hex;
use crate::export::told::Told;
use crate::text::{Words, message};
use crate::theme::{LIGHT, wood};

/// Size of the drawing and room for numbers at the left, names at the right, units.
const SIZE: [f32; 2] = [720.0, 300.0];
const ROOM: [f32; 4] = [36.0, 14.0, 150.0, 30.0];
/// Lines between numbers: about this many.
const GRID: f32 = 5.0;
/// Least distance of two names, units.
const NAME: f32 = 15.0;

/// The drawing.
pub(super) fn race(told: &Told, words: Words) -> Markup {
    let race = told.review.race();
    let courses: Vec<(Option<Color>, Vec<i32>)> = told
        .review
        .scorers
        .iter()
        .enumerate()
        .map(|(seat, color)| {
            (
                *color,
                race.iter().map(|(_, scores)| scores[seat]).collect(),
            )
        })
        .collect();
    let most = courses.iter().flat_map(|(_, course)| course).copied().max();
    let most = most.unwrap_or(0).max(1) as f32;
    let steps = (race.len().max(2) - 1) as f32;
    let [left, top, right, bottom] = ROOM;
    let [width, height] = [SIZE[0] - left - right, SIZE[1] - top - bottom];
    let x = |step: usize| left + width * step as f32 / steps;
    let y = |points: f32| top + height * (1.0 - points / most);
    let grid = round_step(most / GRID);
    let marks = (0..)
        .map(|n| grid * n as f32)
        .take_while(|mark| *mark <= most);
    let names = spread(
        courses
            .iter()
            .map(|(_, course)| y(course.last().copied().unwrap_or(0) as f32)),
    );
    let label = words.say(message::REPORT_RACE);
    html! {
        svg viewBox=(format!("0 0 {} {}", SIZE[0], SIZE[1])) role="img" aria-label=(label) class="race" {
            @for mark in marks {
                line x1=(left) x2=(left + width) y1=(y(mark)) y2=(y(mark)) stroke=(hex(LIGHT.line)) {}
                text x=(left - 6.0) y=(y(mark) + 4.0) text-anchor="end" { (mark) }
            }
            text x=(left) y=(SIZE[1] - 8.0) { (words.say(message::REPORT_TURNS_AXIS)) " 0" }
            text x=(left + width) y=(SIZE[1] - 8.0) text-anchor="end" {
                (told.story.turns())
            }
            @for (n, (color, course)) in courses.iter().enumerate() {
                @let points: Vec<String> = course.iter().enumerate()
                    .map(|(step, points)| format!("{:.1},{:.1}", x(step), y(*points as f32)))
                    .collect();
                @let ink = color.map_or(hex(LIGHT.text), |color| hex(wood(color).fill));
                @let dashes = ["", "9 4", "3 3", "12 3 3 3", "6 6", "1 4"][n % 6];
                // A dark line beneath, as yellow alone would not show on paper.
                polyline points=(points.join(" ")) fill="none" stroke="#444" stroke-width="4" {}
                polyline points=(points.join(" ")) fill="none" stroke=(ink) stroke-width="2.6" {}
                polyline points=(points.join(" ")) fill="none" stroke="#fff" stroke-width="1"
                    stroke-dasharray=(if dashes.is_empty() { "0 1000" } else { dashes }) {}
                text x=(left + width + 8.0) y=(names[n] + 4.0) {
                    (words.scorer(&told.snapshot, *color)) " " (course.last().copied().unwrap_or(0))
                }
            }
        }
    }
}

/// The next of 1, 2, 5, 10, 20 … that is not smaller.
fn round_step(least: f32) -> f32 {
    let magnitude = 10_f32.powf(least.max(1.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude);
    steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(10.0 * magnitude)
}

/// The heights, moved apart where two names would touch.
fn spread(heights: impl Iterator<Item = f32>) -> Vec<f32> {
    let heights: Vec<f32> = heights.collect();
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]));
    let mut placed = heights.clone();
    let mut free = f32::NEG_INFINITY;
    for n in order {
        placed[n] = heights[n].max(free);
        free = placed[n] + NAME;
    }
    // What was pushed over the lower edge goes up again.
    let over = placed.iter().copied().fold(0.0, f32::max) - (SIZE[1] - ROOM[3]);
    if over > 0.0 {
        placed.iter_mut().for_each(|height| *height -= over);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_side_are_round_and_names_do_not_touch() {
        assert_eq!(
            [0.4, 1.3, 3.0, 7.0, 11.0, 43.0].map(round_step),
            [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]
        );
        let names = spread([100.0, 101.0, 300.0, 299.0].into_iter());
        for (n, one) in names.iter().enumerate() {
            for other in &names[..n] {
                assert!((one - other).abs() >= NAME - 0.01, "{names:?}");
            }
        }
    }
}
