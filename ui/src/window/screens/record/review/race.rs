//! The race: the score of everybody turn by turn, and the scores at the moment shown. A click
//! on the plot goes to that turn.

use carcassonne::piece::Color;
use egui::{Color32, RichText, Ui, WidgetInfo};
use egui_plot::{AxisHints, Line, LineStyle, Plot, PlotPoints, VLine};
use tracker::snapshot::Snapshot;
use tracker::snapshot::review::{Review, Scorer};

use super::jump::Jump;
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{Palette, contrast, palette, size, wood};
use crate::window::widgets::{badge, card};

/// Contrast of a line with what it is drawn on (WCAG 2.2, 1.4.11).
const SEEN: f32 = 3.0;
/// Height of the plot, points.
const HEIGHT: f32 = 330.0;

/// Shows plot and scores.
pub(super) fn show(
    ui: &mut Ui,
    words: Words,
    now: &Snapshot,
    review: &Review,
    at: usize,
    jump: &mut Jump,
) {
    let p = palette(ui);
    let race = review.race();
    let turn = at
        .checked_sub(1)
        .map_or(0, |moment| review.moments[moment].turn);
    let given = race.iter().flat_map(|(_, scores)| scores.iter());
    let most = f64::from(given.max().copied().unwrap_or(0).max(10));
    let plot = Plot::new("race")
        .height(HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(words.say(message::REVIEW_AXIS_TURN))
                .label_spacing(18.0..=30.0),
        ])
        .y_axis_label(words.say(message::REVIEW_AXIS_POINTS))
        .include_y(most * 1.08)
        .label_formatter(|_| None);
    let shown = plot.show(ui, |plot| {
        plot.vline(
            VLine::new("now", f64::from(turn))
                .color(p.text_soft)
                .width(1.5),
        );
        for (seat, &who) in review.scorers.iter().enumerate() {
            let points: PlotPoints<'_> = race
                .iter()
                .map(|(turn, scores)| [f64::from(*turn), f64::from(scores[seat])])
                .collect();
            let line = Line::new(words.scorer(now, who), points)
                .color(color(p, who))
                .style(style(who))
                .width(2.5);
            plot.line(line);
        }
    });
    let finals: Vec<String> = review
        .scorers
        .iter()
        .zip(race.last().map(|(_, scores)| *scores).unwrap_or_default())
        .map(|(&who, score)| format!("{} {score}", words.scorer(now, who)))
        .collect();
    let spoken = words.with(message::ReviewRaceSpoken {
        scores: finals.join(", "),
    });
    let enabled = ui.is_enabled();
    let response = shown.response;
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, &spoken));
    if response.clicked()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let x = shown.transform.value_from_position(pointer).x;
        let turn = x.round().max(0.0) as u32;
        jump.to = review.end_of_turn(turn).map(|moment| moment + 1);
    }
    ui.add_space(6.0);
    scores(ui, words, now, review, at);
}

/// The scores at the moment shown, each with its line as a legend.
fn scores(ui: &mut Ui, words: Words, now: &Snapshot, review: &Review, at: usize) {
    let p = palette(ui);
    let none = vec![0; review.scorers.len()];
    let scores = at
        .checked_sub(1)
        .map_or(&none, |moment| &review.moments[moment].scores);
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::REVIEW_SCORES_THEN));
        egui::Grid::new("then").num_columns(4).show(ui, |ui| {
            for (&who, score) in review.scorers.iter().zip(scores) {
                let name = words.scorer(now, who);
                match who {
                    Some(color) => {
                        badge::badge(ui, color, &initial(&name), 24.0, "");
                    }
                    None => {
                        ui.label("");
                    }
                }
                card::body(ui, &name);
                sample(ui, p, who);
                ui.label(
                    RichText::new(score.to_string())
                        .size(size::HEADING)
                        .color(p.text),
                );
                ui.end_row();
            }
        });
    });
}

/// A piece of somebody's line.
fn sample(ui: &mut Ui, p: &Palette, who: Scorer) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(60.0, 20.0), egui::Sense::hover());
    let stroke = egui::Stroke::new(2.5, color(p, who));
    let ends = [rect.left_center(), rect.right_center()];
    match style(who) {
        LineStyle::Solid => {
            ui.painter().line_segment(ends, stroke);
        }
        LineStyle::Dashed { length } => {
            let gap = length * 1.6 - length;
            ui.painter()
                .extend(egui::Shape::dashed_line(&ends, stroke, length, gap));
        }
        LineStyle::Dotted { spacing } => {
            ui.painter()
                .extend(egui::Shape::dotted_line(&ends, stroke.color, spacing, 1.6));
        }
    }
}

/// A line has its player's colour, as much lighter or darker as it takes to show on the ground.
fn color(p: &Palette, who: Scorer) -> Color32 {
    let Some(color) = who else { return p.accent };
    let fill = wood(color).fill;
    // Towards the colour of text there is always one that shows.
    let mut mixed = (0..=20_u8).map(|n| fill.lerp_to_gamma(p.text, f32::from(n) / 20.0));
    let seen = mixed.find(|&c| contrast(c, p.ground) >= SEEN);
    seen.unwrap_or(p.text)
}

/// And a style of its own, for those who do not see the colour.
const fn style(who: Scorer) -> LineStyle {
    match who {
        None | Some(Color::Red) => LineStyle::Solid,
        Some(Color::Blue) => LineStyle::Dashed { length: 10.0 },
        Some(Color::Yellow) => LineStyle::Dotted { spacing: 6.0 },
        Some(Color::Green) => LineStyle::Dashed { length: 20.0 },
        Some(Color::Black) => LineStyle::Dashed { length: 5.0 },
        Some(Color::Pink) => LineStyle::Dotted { spacing: 11.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{DARK, LIGHT};

    #[test]
    fn every_line_is_seen_on_both_themes() {
        for p in [LIGHT, DARK] {
            for who in Color::ALL.into_iter().map(Some).chain([None]) {
                let c = contrast(color(&p, who), p.ground);
                assert!(c >= 3.0, "{who:?}: {c:.2}");
            }
        }
    }

    /// Blue is blue on the dark theme too, and so are the others, but for black.
    #[test]
    fn every_line_keeps_its_hue() {
        let strongest = |c: Color32| {
            let (rgb, most) = ([c.r(), c.g(), c.b()], c.r().max(c.g()).max(c.b()));
            rgb.map(|channel| u16::from(channel) * 4 > u16::from(most) * 3)
        };
        for p in [LIGHT, DARK] {
            for who in Color::ALL.into_iter().filter(|&who| who != Color::Black) {
                let (line, own) = (color(&p, Some(who)), wood(who).fill);
                assert_eq!(strongest(line), strongest(own), "{who:?} {line:?}");
            }
        }
    }
}
