//! The film that is watched: pause, speed, and where it is.

use egui::{Slider, Ui};

use crate::run::link::Link;
use crate::run::real_time::{FilmWish, SPEEDS};
use crate::text::{Words, message};
use crate::window::widgets::card;

/// Height of the row, points.
pub const HEIGHT: f32 = 38.0;

/// Shows the row, if a film is watched.
pub fn show(ui: &mut Ui, words: Words, link: &dyn Link) {
    let Some(film) = link.film() else { return };
    egui::Panel::bottom("film")
        .exact_size(HEIGHT)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                let (sign, name) = match film.paused {
                    true => ("▶", message::FILM_GO_ON),
                    false => ("⏸", message::FILM_PAUSE),
                };
                let button = egui::Button::new(sign).min_size(egui::vec2(32.0, 28.0));
                let name = words.say(name);
                let button = ui.add(button).on_hover_text(&name).accessible_name(name);
                if button.clicked() {
                    link.play(FilmWish::Pause(!film.paused));
                }
                for speed in SPEEDS {
                    let text = format!("{}×", speed / 100);
                    let spoken = words.with(message::FilmSpeed { times: speed / 100 });
                    let chosen = film.speed_percent == speed;
                    let button = card::one_of(chosen, text);
                    if ui.add(button).accessible_name(spoken).clicked() {
                        link.play(FilmWish::Speed(speed));
                    }
                }
                if film.frames < 2 {
                    return;
                }
                let percent = film.at * 100 / film.frames.max(1);
                let text = words.with(message::QuestionShare {
                    percent: percent.min(100),
                });
                card::soft(ui, &text);
                ui.spacing_mut().slider_width = (ui.available_width() - 12.0).max(80.0);
                let mut at = film.at.min(film.frames - 1);
                let slider = Slider::new(&mut at, 0..=film.frames - 1);
                let slider = ui.add(slider.show_value(false).trailing_fill(true));
                let slider = slider.accessible_name(words.say(message::FILM_PLACE));
                // Dragging passes over places nobody wants to see.
                let settled = slider.drag_stopped() || slider.changed() && !slider.dragged();
                if settled && at != film.at {
                    link.play(FilmWish::Go(at));
                }
            });
        });
}
