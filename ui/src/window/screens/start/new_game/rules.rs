//! The rules that a table agrees on for the base game, and what the camera is to make of them.

use egui::Ui;
use tracker::rules::Expansion;
use tracker::setup::{ClaimsAtOnce, Setup, UnplaceableTile};

use super::NewGameScreen;
use crate::text::{Words, message};
use crate::window::widgets::card;

impl NewGameScreen {
    pub(super) fn rules(&mut self, ui: &mut Ui, words: Words) {
        let say = |text| words.say(text);
        card::heading(ui, &say(message::NEW_OPTIONS));
        if !self.known.groups.is_empty() {
            card::soft(ui, &say(message::NEW_OPTIONS_KEPT));
            if ui.button(say(message::NEW_OPTIONS_BOX)).clicked() {
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
            let why = say(message::NEW_FARMERS_WHY);
            card::choice(ui, &mut options.farmers, &say(message::NEW_FARMERS), &why);
        });
        let mut four = options.two_tile_city == 4;
        card::choice(
            ui,
            &mut four,
            &say(message::NEW_SMALL_CITY),
            &say(message::NEW_SMALL_CITY_WHY),
        );
        options.two_tile_city = if four { 4 } else { 2 };
        let mut back = options.unplaceable_tile == UnplaceableTile::PutBack;
        card::choice(
            ui,
            &mut back,
            &say(message::NEW_PUT_BACK),
            &say(message::NEW_PUT_BACK_WHY),
        );
        options.unplaceable_tile = if back {
            UnplaceableTile::PutBack
        } else {
            UnplaceableTile::Removed
        };
        if self.source.follows() {
            let why = say(message::NEW_START_SEEN_WHY);
            card::choice(
                ui,
                &mut self.start_seen,
                &say(message::NEW_START_SEEN),
                &why,
            );
            claims_at_once(ui, words, &mut options.claims_at_once);
        }
        let modules = setup.modules.iter().map(|module| module.moments(&setup));
        let fixed = modules.into_iter().any(|m| m.meeples(&setup).is_some());
        if fixed {
            card::soft(ui, &say(message::NEW_MEEPLES_FIXED));
            return;
        }
        ui.horizontal(|ui| {
            let label = ui.label(say(message::NEW_MEEPLES));
            let value = egui::DragValue::new(&mut options.meeples).range(1..=20);
            card::number(ui, value).labelled_by(label.id);
        });
        card::soft(ui, &say(message::NEW_MEEPLES_WHY));
    }
}

/// What is taken for granted where no meeple was seen on what a tile has finished.
fn claims_at_once(ui: &mut Ui, words: Words, habit: &mut ClaimsAtOnce) {
    let heading = words.say(message::NEW_AT_ONCE);
    card::body(ui, &heading);
    ui.horizontal_wrapped(|ui| {
        for each in ClaimsAtOnce::ALL {
            let name = words.say(match each {
                ClaimsAtOnce::Ask => message::NEW_AT_ONCE_ASK,
                ClaimsAtOnce::Always => message::NEW_AT_ONCE_ALWAYS,
                ClaimsAtOnce::Never => message::NEW_AT_ONCE_NEVER,
            });
            let spoken = format!("{heading}: {name}");
            ui.radio_value(habit, each, name).accessible_name(spoken);
        }
    });
    card::soft(ui, &words.say(message::NEW_AT_ONCE_WHY));
}
