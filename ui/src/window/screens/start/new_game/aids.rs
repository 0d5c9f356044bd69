//! What the program may help with at this table: named switches, all on unless somebody wants
//! none. They are kept in the game's record.

use egui::{CollapsingHeader, Ui};
use tracker::setup::Aids;

use crate::text::Words;
use crate::window::widgets::card;

/// Shows the switches.
pub fn show(ui: &mut Ui, words: Words, aids: &mut Aids) {
    let state = match *aids {
        _ if *aids == Aids::default() => "aids-all",
        _ if *aids == Aids::PURIST => "aids-none",
        _ => "aids-some",
    };
    let title = words.with("aids-title", &[("state", words.say(state).into())]);
    CollapsingHeader::new(title).id_salt("aids").show(ui, |ui| {
        card::soft(ui, &words.say("aids-why"));
        ui.horizontal(|ui| {
            if ui.button(words.say("aids-all-on")).clicked() {
                *aids = Aids::default();
            }
            if ui.button(words.say("aids-all-off")).clicked() {
                *aids = Aids::PURIST;
            }
        });
        for (on, text, why) in [
            (
                &mut aids.projection,
                "aids-projection",
                "aids-projection-why",
            ),
            (&mut aids.effects, "aids-effects", "aids-effects-why"),
            (&mut aids.hints, "aids-hints", "aids-hints-why"),
            (&mut aids.rule_cards, "aids-cards", "aids-cards-why"),
            (&mut aids.tiles_left, "aids-left", "aids-left-why"),
            (&mut aids.field_borders, "aids-fields", "aids-fields-why"),
        ] {
            card::choice(ui, on, &words.say(text), &words.say(why));
        }
    });
}
