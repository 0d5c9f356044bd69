//! The row of buttons under the table.

use egui::{Align, Button, Layout, Ui};
use tracker::snapshot::Snapshot;

use crate::run::news::SourceState;
use crate::text::{Words, message};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::{View, Wishes};
use crate::window::widgets::card;

/// From this width on, points, keys are written on the buttons (German needs the most).
const WITH_KEYS: f32 = 1200.0;
/// From this width on, points, names are written on all buttons.
const WITH_NAMES: f32 = 1000.0;

/// How much is written on a button.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Sign,
    Name,
    Key,
}

/// What the row needs to know.
pub struct Tools<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// How the source of pictures fares.
    pub source: &'a SourceState,
    /// Whether the panel for entering by hand is open.
    pub by_hand: bool,
    /// Whether watching, or the film, is paused.
    pub paused: bool,
    /// What fills the middle.
    pub view: View,
}

/// Shows the row.
pub fn show(ui: &mut Ui, words: Words, tools: &Tools<'_>, wishes: &mut Wishes) {
    let width = ui.available_width();
    let common = if width >= WITH_KEYS {
        Detail::Key
    } else {
        Detail::Name
    };
    let rare = if width >= WITH_NAMES {
        Detail::Name
    } else {
        Detail::Sign
    };
    let snapshot = tools.snapshot;
    ui.horizontal_centered(|ui| {
        let mut button = |ui: &mut Ui, action: Action, sign, detail, enabled, selected| {
            let name = match action {
                Action::Pause if tools.paused => words.say(message::ACTION_RESUME),
                other => other.name(words),
            };
            if show_button(ui, words, &name, action, sign, detail, (enabled, selected)) {
                wishes.actions.push(action);
            }
        };
        let (undo, redo) = (snapshot.can_undo.is_some(), snapshot.can_redo.is_some());
        button(ui, Action::Undo, "↩", common, undo, false);
        button(ui, Action::Redo, "↪", rare, redo, false);
        ui.separator();
        let open = snapshot.turn.open && !snapshot.over;
        button(ui, Action::EndTurn, "✔", common, open, false);
        let by_hand = !snapshot.over;
        button(ui, Action::ByHand, "✋", common, by_hand, tools.by_hand);
        if *tools.source != SourceState::None && !snapshot.over {
            let paused = tools.paused;
            let sign = if paused { "▶" } else { "⏸" };
            let detail = if width >= WITH_NAMES { common } else { rare };
            button(ui, Action::Pause, sign, detail, true, paused);
        }
        if !snapshot.over {
            let watched = *tools.source != SourceState::None;
            button(ui, Action::Source, "📷", Detail::Sign, true, watched);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let views = [
                (View::Picture, message::TABLE_VIEW_PICTURE),
                (View::Board, message::TABLE_VIEW_BOARD),
                (View::Both, message::TABLE_VIEW_BOTH),
            ];
            for (each, text) in views {
                let selected = each == tools.view;
                let chosen = card::one_of(selected, words.say(text));
                if ui.add(chosen).clicked() && !selected {
                    wishes.view = Some(each);
                }
            }
            ui.separator();
            if show_button(
                ui,
                words,
                &words.say(message::TABLE_FIT),
                Action::Fit,
                "⛶",
                rare,
                (true, false),
            ) {
                wishes.actions.push(Action::Fit);
            }
        });
    });
}

/// One button; whether it was clicked. What is not written on it is said when pointed at.
fn show_button(
    ui: &mut Ui,
    words: Words,
    name: &str,
    action: Action,
    sign: &str,
    detail: Detail,
    (enabled, selected): (bool, bool),
) -> bool {
    let key = action.key_text(words);
    let text = if detail == Detail::Sign {
        sign.to_owned()
    } else {
        format!("{sign} {name}")
    };
    let mut button = Button::new(text)
        .selected(selected)
        .min_size(egui::vec2(32.0, 32.0));
    if let (Detail::Key, Some(key), false) = (detail, &key, selected) {
        button = button.shortcut_text(key.clone());
    }
    let hint = match key {
        Some(key) => format!("{name} ({key})"),
        None => name.to_owned(),
    };
    ui.add_enabled(enabled, button)
        .on_hover_text(hint)
        .accessible_name(name)
        .clicked()
}
