//! The rules that a table agrees on for the base game, and what the camera is to make of them.

use egui::Ui;
use tracker::rules::Expansion;
use tracker::setup::{ClaimsAtOnce, Setup, UnplaceableTile};

use super::NewGameScreen;
use crate::text::Words;
use crate::window::widgets::card;

impl NewGameScreen {
    pub(super) fn rules(&mut self, ui: &mut Ui, words: Words) {
        let say = |key: &str| words.say(key);
        card::heading(ui, &say("new-options"));
        if !self.known.groups.is_empty() {
            card::soft(ui, &say("new-options-kept"));
            if ui.button(say("new-options-box")).clicked() {
                self.forget_rules();
            }
        }
        let setup = Setup {
            modules: self.modules.chosen(),
            ..Setup::default()
        };
        let options = &mut self.options;
        // Played together nobody lies in a field.
        let farmers = !self.modules.plays(Expansion::Mists);
        ui.add_enabled_ui(farmers, |ui| {
            let why = say("new-farmers-why");
            card::choice(ui, &mut options.farmers, &say("new-farmers"), &why);
        });
        let mut four = options.two_tile_city == 4;
        card::choice(
            ui,
            &mut four,
            &say("new-small-city"),
            &say("new-small-city-why"),
        );
        options.two_tile_city = if four { 4 } else { 2 };
        let mut back = options.unplaceable_tile == UnplaceableTile::PutBack;
        card::choice(
            ui,
            &mut back,
            &say("new-put-back"),
            &say("new-put-back-why"),
        );
        options.unplaceable_tile = if back {
            UnplaceableTile::PutBack
        } else {
            UnplaceableTile::Removed
        };
        if self.source.follows() {
            let why = say("new-start-seen-why");
            card::choice(ui, &mut self.start_seen, &say("new-start-seen"), &why);
            claims_at_once(ui, words, &mut options.claims_at_once);
        }
        let modules = setup.modules.iter().map(|module| module.moments(&setup));
        let fixed = modules.into_iter().any(|m| m.meeples(&setup).is_some());
        if fixed {
            card::soft(ui, &say("new-meeples-fixed"));
            return;
        }
        ui.horizontal(|ui| {
            let label = ui.label(say("new-meeples"));
            let value = egui::DragValue::new(&mut options.meeples).range(1..=20);
            card::number(ui, value).labelled_by(label.id);
        });
        card::soft(ui, &say("new-meeples-why"));
    }
}

/// What is taken for granted where no meeple was seen on what a tile has finished.
fn claims_at_once(ui: &mut Ui, words: Words, habit: &mut ClaimsAtOnce) {
    let heading = words.say("new-at-once");
    card::body(ui, &heading);
    ui.horizontal_wrapped(|ui| {
        for each in ClaimsAtOnce::ALL {
            let name = words.say(match each {
                ClaimsAtOnce::Ask => "new-at-once-ask",
                ClaimsAtOnce::Always => "new-at-once-always",
                ClaimsAtOnce::Never => "new-at-once-never",
            });
            let spoken = format!("{heading}: {name}");
            ui.radio_value(habit, each, name).accessible_name(spoken);
        }
    });
    card::soft(ui, &words.say("new-at-once-why"));
}
