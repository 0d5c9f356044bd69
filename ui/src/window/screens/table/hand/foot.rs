//! The foot of the panel for entering by hand: whose turn it is, the figures that stand, the end
//! of the game. What takes something away is folded together or asked about once more.

use egui::{CollapsingHeader, Rect, RichText, Ui, pos2};
use tracker::command::Command;
use tracker::snapshot::Snapshot;

use super::super::wishes::{Pass, Wishes};
use crate::text::names::initial;
use crate::text::{Words, capital, message};
use crate::theme::size;
use crate::window::screens::action::Action;
use crate::window::widgets::{badge, board, card};

/// Whose turn it is, to be said or corrected.
pub(super) fn whose_turn(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    ui.add_space(4.0);
    card::soft(ui, &words.say(message::HAND_TURN_OF));
    ui.horizontal_wrapped(|ui| {
        for player in &snapshot.players {
            let name = words.name(player);
            let label = words.with(message::HandTurnOfPlayer {
                name: name.as_str(),
            });
            let on_turn = snapshot.turn.open && snapshot.turn.player == Some(player.color);
            if ui
                .add(card::one_of(on_turn, name))
                .accessible_name(label)
                .clicked()
            {
                let color = player.color;
                wishes.commands.push(Command::SetTurn { color });
            }
        }
    });
}

/// The figures on the board, folded together: taking one off is no slip of the pointer.
pub(super) fn standing(ui: &mut Ui, pass: &mut Pass<'_>) {
    let (words, snapshot) = (pass.words, pass.snapshot);
    if snapshot.figures.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let count = snapshot.figures.len();
    let title = words.with(message::HandRemove { count });
    CollapsingHeader::new(title)
        .id_salt("standing")
        .show(ui, |ui| list(ui, pass));
}

fn list(ui: &mut Ui, pass: &mut Pass<'_>) {
    let (words, snapshot) = (pass.words, pass.snapshot);
    for figure in &snapshot.figures {
        ui.horizontal(|ui| {
            let owner = figure.color.map(|color| words.player(snapshot, color));
            if let (Some(color), Some(name)) = (figure.color, &owner) {
                badge::badge(ui, color, &initial(name), 22.0, "");
            } else {
                board::figure_image(ui, figure.kind, figure.color, figure.pose, 22.0, pass.art);
            }
            let named = capital(&words.figure_of(figure.kind, owner.as_deref()));
            let label = words.with(message::HandTake {
                figure: named,
                place: words.on(figure.on),
            });
            let button = egui::Button::new(RichText::new(label).size(size::SMALL)).wrap();
            let button = ui.add(button);
            if button.hovered() {
                pass.wishes.lit = vec![figure.at];
            }
            if button.clicked() {
                pass.wishes.commands.push(Command::TakeFigure {
                    figure: figure.event,
                });
            }
        });
    }
}

/// The way to end the game before its last tile, asked about once more.
pub(super) fn end(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    ending: &mut bool,
    wishes: &mut Wishes,
) {
    if snapshot.over {
        return;
    }
    ui.add_space(8.0);
    // Asked about just now: the answers are to be in sight.
    let fresh = !*ending;
    if fresh {
        *ending = ui.button(words.say(message::HAND_END_GAME)).clicked();
        if !*ending {
            return;
        }
    }
    let top = ui.cursor().top();
    card::plain(ui, |ui| {
        let text = words.with(message::HandEndSure {
            left: snapshot.bag.left,
        });
        card::body(ui, &text);
        ui.horizontal_wrapped(|ui| {
            // What changes nothing stands where the question was asked.
            if ui.button(words.say(message::HAND_END_NO)).clicked() {
                *ending = false;
            }
            if ui.button(words.say(message::HAND_END_YES)).clicked() {
                wishes.actions.push(Action::EndGame);
                *ending = false;
            }
        });
    });
    if fresh {
        let card = Rect::from_min_max(pos2(ui.min_rect().left(), top), ui.min_rect().max);
        ui.scroll_to_rect(card, None);
    }
}
