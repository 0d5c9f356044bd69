//! The points as they stand on the score track, to be put right by hand: for a game that was begun
//! before watching, now or later. What is entered is one more event, like any other.

use std::collections::BTreeMap;

use carcassonne::piece::Color;
use egui::{CollapsingHeader, DragValue, Ui};
use files::limits::POINTS_BY_HAND;
use tracker::command::Command;
use tracker::snapshot::Snapshot;

use crate::text::{Words, message};
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// The numbers that are being entered.
#[derive(Default)]
pub struct Track {
    entered: BTreeMap<Color, i32>,
}

impl Track {
    /// Shows a number for each player; a cooperative team has no track.
    pub fn show(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
        if snapshot.team.is_some() || snapshot.players.is_empty() {
            return;
        }
        let title = words.say(message::HAND_POINTS);
        CollapsingHeader::new(title)
            .id_salt("track")
            .show(ui, |ui| {
                card::soft(ui, &words.say(message::HAND_POINTS_WHY));
                for player in &snapshot.players {
                    let mut points = *self.entered.get(&player.color).unwrap_or(&player.score);
                    ui.horizontal(|ui| {
                        let label = ui.label(words.name(player));
                        let value = DragValue::new(&mut points).range(0..=POINTS_BY_HAND);
                        if ui.add(value).labelled_by(label.id).changed() {
                            self.entered.insert(player.color, points);
                        }
                    });
                }
                let changed: Vec<(Color, i32)> = snapshot
                    .players
                    .iter()
                    .filter_map(|player| {
                        let points = self.entered.get(&player.color)? - player.score;
                        (points != 0).then_some((player.color, points))
                    })
                    .collect();
                let set = egui::Button::new(words.say(message::HAND_POINTS_SET));
                if ui.add_enabled(!changed.is_empty(), set).clicked() {
                    self.entered.clear();
                    let given = changed.into_iter();
                    let given = given.map(|(color, points)| Command::GivePoints { color, points });
                    wishes.commands.extend(given);
                }
            });
    }
}
