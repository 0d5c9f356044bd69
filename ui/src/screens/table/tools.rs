//! The row of buttons under the table.

use egui::{Align, Button, Layout, Ui};
use tracker::snapshot::Snapshot;

use super::{View, Wishes};
use crate::action::Action;
use crate::link::SourceState;
use crate::text::Words;

/// Shows the row.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    source: &SourceState,
    by_hand: bool,
    view: View,
    wishes: &mut Wishes,
) {
    ui.horizontal_centered(|ui| {
        let actions = &mut wishes.actions;
        button(
            ui,
            words,
            Action::Undo,
            "↶",
            snapshot.can_undo.is_some(),
            false,
            actions,
        );
        button(
            ui,
            words,
            Action::Redo,
            "↷",
            snapshot.can_redo.is_some(),
            false,
            actions,
        );
        ui.separator();
        let open = snapshot.turn.open && !snapshot.over;
        button(ui, words, Action::EndTurn, "✔", open, false, actions);
        button(ui, words, Action::ByHand, "✋", true, by_hand, actions);
        if *source != SourceState::None {
            let sign = if snapshot.health.paused { "▶" } else { "⏸" };
            let name = words.say(if snapshot.health.paused {
                "action-resume"
            } else {
                "action-pause"
            });
            named(
                ui,
                &name,
                Action::Pause,
                sign,
                (true, snapshot.health.paused),
                actions,
            );
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let views = [
                (View::Picture, "table-view-picture"),
                (View::Board, "table-view-board"),
                (View::Both, "table-view-both"),
            ];
            for (each, key) in views {
                let selected = each == view;
                if ui
                    .add(Button::selectable(selected, words.say(key)))
                    .clicked()
                    && !selected
                {
                    // The three views follow each other in a ring.
                    let steps = (place(each) + 3 - place(view)) % 3;
                    actions.extend(std::iter::repeat_n(Action::View, steps));
                }
            }
            ui.separator();
            let fit = words.say("table-fit");
            named(ui, &fit, Action::Fit, "⛶", (true, false), actions);
        });
    });
}

const fn place(view: View) -> usize {
    match view {
        View::Both => 0,
        View::Board => 1,
        View::Picture => 2,
    }
}

fn button(
    ui: &mut Ui,
    words: Words,
    action: Action,
    sign: &str,
    enabled: bool,
    selected: bool,
    actions: &mut Vec<Action>,
) {
    named(
        ui,
        &action.name(words),
        action,
        sign,
        (enabled, selected),
        actions,
    );
}

fn named(
    ui: &mut Ui,
    name: &str,
    action: Action,
    sign: &str,
    (enabled, selected): (bool, bool),
    actions: &mut Vec<Action>,
) {
    let mut button = Button::new(format!("{sign} {name}")).selected(selected);
    let key = action.key_text(ui.ctx());
    if let Some(key) = &key {
        button = button.shortcut_text(key.clone());
    }
    let response = ui.add_enabled(enabled, button.min_size(egui::vec2(0.0, 32.0)));
    if response.accessible_name(name).clicked() {
        actions.push(action);
    }
}
