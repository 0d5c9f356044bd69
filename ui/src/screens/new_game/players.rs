//! The players: names, colours with patterns, and the order in which they sit.

use carcassonne::piece::Color;
use egui::{TextEdit, Ui, vec2};
use tracker::setup::Player;

use crate::text::{Words, capital};
use crate::widgets::{badge, card};

/// The rows of the list.
pub struct Seats {
    rows: Vec<Row>,
}

struct Row {
    name: String,
    color: Color,
}

/// Nobody plays with more colours than there are.
const MOST: usize = Color::ALL.len();

impl Default for Seats {
    fn default() -> Self {
        let rows = Color::ALL[..2].iter().map(|&color| Row {
            name: String::new(),
            color,
        });
        Self {
            rows: rows.collect(),
        }
    }
}

impl Seats {
    /// The players in the order of their seats. Where all play together, one or two of them
    /// play several colours (rules dossier "mists coop", section 2).
    pub fn players(&self, together: bool) -> Vec<Player> {
        let numbered = self.rows.iter().zip(self.also(together)).zip(1..);
        numbered
            .map(|((row, also), seat)| Player {
                name: row.name.trim().to_owned(),
                color: row.color,
                also,
                seat,
            })
            .collect()
    }

    /// The further colours of each row: the first ones that nobody has.
    fn also(&self, together: bool) -> Vec<Vec<Color>> {
        let each = match self.rows.len() {
            1 if together => 3,
            2 if together => 1,
            _ => 0,
        };
        let mut free = Color::ALL
            .into_iter()
            .filter(|color| self.rows.iter().all(|row| row.color != *color));
        let rows = self.rows.iter();
        rows.map(|_| free.by_ref().take(each).collect()).collect()
    }

    /// Shows the list.
    pub fn show(&mut self, ui: &mut Ui, words: Words, together: bool) {
        let also = self.also(together);
        card::heading(ui, &words.say("new-players"));
        card::soft(ui, &words.say("new-players-why"));
        let mut up = None;
        let mut remove = None;
        let count = self.rows.len();
        for (index, row) in self.rows.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                let seat = index + 1;
                let shown = if row.name.trim().is_empty() {
                    capital(&words.color(row.color))
                } else {
                    row.name.clone()
                };
                badge::badge(ui, row.color, &badge::initial(&shown), 30.0, "");
                color_choice(ui, words, seat, &mut row.color);
                let edit = TextEdit::singleline(&mut row.name)
                    .hint_text(words.say("new-name-hint"))
                    .align(egui::Align2::LEFT_CENTER)
                    .char_limit(24);
                let label = words.with("new-name", &[("seat", seat.into())]);
                ui.add_sized(vec2(190.0, 30.0), edit).accessible_name(label);
                let named = |key: &str| words.with(key, &[("name", shown.as_str().into())]);
                let mut button = |text: &str, enabled: bool, label: String| {
                    ui.add_enabled(enabled, egui::Button::new(text).min_size(vec2(30.0, 30.0)))
                        .on_hover_text(&label)
                        .accessible_name(label)
                        .clicked()
                };
                if button("⬆", index > 0, named("new-move-up")) {
                    up = Some(index);
                }
                if button("⬇", index + 1 < count, named("new-move-down")) {
                    up = Some(index + 1);
                }
                if button("✖", count > 1, named("new-remove")) {
                    remove = Some(index);
                }
            });
        }
        for (row, also) in self
            .rows
            .iter()
            .zip(also)
            .filter(|(_, also)| !also.is_empty())
        {
            let own = capital(&words.color(row.color));
            let name = Some(row.name.trim()).filter(|name| !name.is_empty());
            let colors: Vec<String> = also.iter().map(|&color| words.color(color)).collect();
            let args = [
                ("name", name.unwrap_or(&own).into()),
                ("colors", words.list(&colors).into()),
            ];
            card::soft(ui, &words.with("new-also", &args));
        }
        if let Some(index) = up {
            self.rows.swap(index - 1, index);
        }
        if let Some(index) = remove {
            self.rows.remove(index);
        }
        let more = self.rows.len() < MOST;
        let add = |ui: &mut Ui| ui.button(words.say("new-add")).clicked();
        if more && ui.horizontal(add).inner {
            let free = |color: &Color| self.rows.iter().all(|row| row.color != *color);
            if let Some(color) = Color::ALL.into_iter().find(free) {
                self.rows.push(Row {
                    name: String::new(),
                    color,
                });
            }
        }
    }
}

fn color_choice(ui: &mut Ui, words: Words, seat: usize, color: &mut Color) {
    let label = words.with("new-color", &[("seat", seat.into())]);
    let combo = egui::ComboBox::from_id_salt(("color", seat))
        .selected_text(capital(&words.color(*color)))
        .width(96.0)
        .show_ui(ui, |ui| {
            for each in Color::ALL {
                ui.horizontal(|ui| {
                    badge::badge(ui, each, "", 20.0, "");
                    ui.selectable_value(color, each, capital(&words.color(each)));
                });
            }
        });
    combo.response.accessible_name(label);
}
