//! The panel for entering by hand: the tile in hand, the figures that may be put, the faces to choose from.
//!
//! What is clicked becomes a wish, or changes what is in hand.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use egui::{Key, Sense, Stroke, TextEdit, Ui, WidgetInfo, vec2};
use tracker::command::Command;
use tracker::rules::Expansion;
use tracker::snapshot::Snapshot;

use super::{Hand, foot, land};
use crate::faces;
use crate::text::search::finds;
use crate::text::{Text, Words, capital, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::asks::insist;
use crate::window::screens::table::wishes::{Pass, Wishes};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::{board, card, column};

/// Side of a face in the list, points.
const FACE: f32 = 58.0;

impl Hand {
    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            card::heading(ui, &words.say(message::HAND_TITLE));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button(words.say(message::HAND_CLOSE)).clicked() {
                    pass.wishes.actions.push(Action::ByHand);
                }
            });
        });
        // What is swapped begins at its top.
        let part = (self.held.is_some(), snapshot.turn.tile);
        column::show_anew(ui, part, |ui| {
            if !snapshot.over {
                if self.held.is_some() {
                    self.in_hand(ui, pass);
                } else {
                    self.figures(ui, pass);
                    // What is laid out comes before the first tile.
                    let benelux = snapshot.modules.benelux.as_ref();
                    let chips = benelux.is_some_and(|view| view.chips_to_lay > 0);
                    if chips {
                        self.land(ui, words, snapshot, pass.wishes);
                    }
                    if snapshot.bag.faces.iter().any(|&(_, left)| left > 0) {
                        self.faces(ui, pass);
                    }
                    if !chips {
                        self.land(ui, words, snapshot, pass.wishes);
                    }
                }
                foot::whose_turn(ui, words, snapshot, pass.wishes);
            }
            self.track.show(ui, words, snapshot, pass.wishes);
            foot::standing(ui, pass);
            foot::end(ui, words, snapshot, &mut self.ending, pass.wishes);
        });
    }

    /// What there is to tell of a map, or of a pile that nobody counted.
    fn land(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
        let places = self.chip_places(snapshot);
        let places: Vec<Cell> = places.into_iter().map(|(cell, _)| cell).collect();
        land::show(ui, words, snapshot, (&mut self.chip, &places), wishes);
    }

    fn in_hand(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let Some(held) = &mut self.held else { return };
        let face = held.copy.face;
        let nowhere = held.fits.is_empty();
        let mut changed = false;
        card::plain(ui, |ui| {
            if nowhere {
                let text = words.with(message::HandNowhere {
                    face: face.as_str(),
                });
                card::body(ui, &text);
            } else {
                card::body(ui, &words.say(message::HAND_LAY));
            }
            ui.horizontal(|ui| {
                let rotation = held.at.and_then(|cell| held.rotation_at(cell));
                let rotation = rotation.unwrap_or(held.rotation);
                board::tile_image(ui, held.copy, rotation, 96.0, pass.art);
                let text = words.with(message::HandTurned {
                    degrees: rotation.degrees(),
                });
                card::soft(ui, &text);
            });
            let gardens = faces::known(&face).is_some_and(|face| face.garden_copies > 0);
            // Without abbots nobody minds gardens.
            if gardens && snapshot.setup.plays(Expansion::Abbot) {
                ui.checkbox(&mut held.copy.garden, words.say(message::HAND_GARDEN));
            }
            let anyway = ui.checkbox(&mut self.anyway, words.say(message::INSIST_ANYWAY));
            changed = anyway
                .on_hover_text(words.say(message::INSIST_ANYWAY_WHY))
                .changed();
            ui.horizontal_wrapped(|ui| {
                if !nowhere
                    && ui
                        .button(format!("{} (R)", words.say(message::HAND_ROTATE)))
                        .clicked()
                {
                    pass.wishes.actions.push(Action::TurnTile);
                }
                if ui.button(words.say(message::HAND_CANCEL)).clicked() {
                    pass.wishes.actions.push(Action::PutDown);
                }
                if nowhere && ui.button(words.say(message::HAND_DISCARD)).clicked() {
                    pass.wishes.commands.push(Command::DiscardTile { face });
                    pass.wishes.actions.push(Action::PutDown);
                }
            });
        });
        if changed {
            self.hold(face);
        }
    }

    fn figures(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let Some(tile) = snapshot.turn.tile.filter(|_| snapshot.turn.open) else {
            return;
        };
        let face = board::tile_on(snapshot, tile).map_or("", |tile| tile.face.as_str());
        card::plain(ui, |ui| {
            let text = match snapshot.turn.figure_places.is_empty() {
                false => words.with(message::HandLaid { face }),
                true => words.with(message::HandLaidOnly { face }),
            };
            card::body(ui, &text);
            if snapshot.turn.figure_places.is_empty() {
                card::soft(ui, &words.say(why_nowhere(snapshot, tile)));
                if let Some(color) = self.color(snapshot) {
                    insist::figures_anyway(ui, words, snapshot, color, pass.wishes);
                }
                return;
            }
            card::soft(ui, &words.say(message::HAND_WHOSE));
            ui.horizontal_wrapped(|ui| {
                let now = self.color(snapshot);
                for color in snapshot.players.iter().flat_map(|player| player.colors()) {
                    let name = words.holder(snapshot, color);
                    if ui.add(card::one_of(now == Some(color), name)).clicked() {
                        self.whose = Some(color);
                    }
                }
            });
            let color = self.color(snapshot);
            // Keys go to the open question or choice first.
            let keys = snapshot.questions.is_empty() && snapshot.choices.is_empty();
            for (number, spot) in snapshot.turn.figure_places.iter().enumerate() {
                ui.horizontal(|ui| {
                    if keys && number < 9 {
                        let (room, _) = ui.allocate_exact_size(vec2(20.0, 24.0), Sense::hover());
                        card::key_cap(ui, room.center(), number + 1);
                    }
                    let pose = board::pose_on(spot);
                    board::figure_image(ui, spot.figure, color, pose, 24.0, pass.art);
                    let text = capital(&words.with(message::HandPut {
                        figure: words.figure(spot.figure),
                        place: words.on_which(snapshot, spot.on, spot.at),
                    }));
                    let button = ui.add(egui::Button::new(text).wrap());
                    if button.hovered() {
                        pass.wishes.lit = vec![spot.at];
                    }
                    if button.clicked() {
                        pass.wishes.commands.push(self.put(spot, snapshot));
                    }
                });
            }
            if let Some(color) = color {
                insist::figures_anyway(ui, words, snapshot, color, pass.wishes);
            }
        });
    }

    fn faces(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        card::body(ui, &words.say(message::HAND_CHOOSE));
        let edit = TextEdit::singleline(&mut self.filter)
            .hint_text(words.say(message::HAND_FILTER_HINT))
            .desired_width(f32::INFINITY);
        let edit = ui
            .add(edit)
            .accessible_name(words.say(message::HAND_FILTER));
        if std::mem::take(&mut self.focus) {
            edit.request_focus();
        }
        let mut found: Vec<(FaceId, u8)> = snapshot
            .bag
            .faces
            .iter()
            .filter(|(id, left)| {
                let face = faces::known(id);
                *left > 0 && face.is_some_and(|face| finds(words, &face, &self.filter))
            })
            .copied()
            .collect();
        // A whole name means that face, not one whose name begins like it.
        found.sort_by_key(|(id, _)| !id.as_str().eq_ignore_ascii_case(self.filter.trim()));
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut chosen = found.first().filter(|_| entered).map(|&(id, _)| id);
        if found.is_empty() {
            card::soft(ui, &words.say(message::HAND_NONE_FOUND));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (id, left) in found {
                if face(ui, words, id, left, pass.art) {
                    chosen = Some(id);
                }
            }
        });
        if let Some(id) = chosen {
            pass.wishes.commands.extend(self.take(id));
        }
    }
}

/// Why nobody may put a figure on the newest tile.
fn why_nowhere(snapshot: &Snapshot, tile: Cell) -> Text {
    let turn = snapshot.turn.number;
    let mut figures = snapshot.figures.iter();
    if figures.any(|figure| figure.at.cell == tile && figure.turn == turn) {
        message::HAND_PUT_ALREADY
    } else {
        message::HAND_NO_PLACE
    }
}

/// One face in the list; whether it was clicked.
fn face(ui: &mut Ui, words: Words, id: FaceId, left: u8, art: &mut Art) -> bool {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(FACE, FACE + 18.0), Sense::click());
    let label = words.with(message::HandTile {
        face: id.as_str(),
        left,
    });
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let picture = egui::Rect::from_min_size(rect.min, egui::Vec2::splat(FACE));
    board::draw_tile(
        ui.ctx(),
        ui.painter(),
        picture,
        Copy::plain(id),
        Rotation::R0,
        art,
        p,
    );
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(3.0, p.accent);
        ui.painter()
            .rect_stroke(picture, 3.0, line, egui::StrokeKind::Outside);
    }
    let text = format!("{id} · {left}");
    let font = egui::FontId::proportional(size::SMALL);
    let below = rect.center_bottom() - vec2(0.0, 1.0);
    ui.painter()
        .text(below, egui::Align2::CENTER_BOTTOM, text, font, p.text_soft);
    response.on_hover_text(label).clicked()
}
