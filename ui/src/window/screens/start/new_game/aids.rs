//! What the program may help with at this table: named switches, all on unless somebody wants
//! none. They are kept in the game's record.

use egui::{CollapsingHeader, Ui};
use tracker::setup::Aids;

use crate::text::{Words, message};
use crate::window::widgets::card;

/// Shows the switches.
pub fn show(ui: &mut Ui, words: Words, aids: &mut Aids) {
    let state = match *aids {
        _ if *aids == Aids::default() => message::AIDS_ALL,
        _ if *aids == Aids::PURIST => message::AIDS_NONE,
        _ => message::AIDS_SOME,
    };
    let title = words.with(message::AidsTitle {
        state: words.say(state),
    });
    CollapsingHeader::new(title).id_salt("aids").show(ui, |ui| {
        card::soft(ui, &words.say(message::AIDS_WHY));
        ui.horizontal(|ui| {
            if ui.button(words.say(message::AIDS_ALL_ON)).clicked() {
                *aids = Aids::default();
            }
            if ui.button(words.say(message::AIDS_ALL_OFF)).clicked() {
                *aids = Aids::PURIST;
            }
        });
        for (on, text, why) in [
            (
                &mut aids.projection,
                message::AIDS_PROJECTION,
                message::AIDS_PROJECTION_WHY,
            ),
            (
                &mut aids.effects,
                message::AIDS_EFFECTS,
                message::AIDS_EFFECTS_WHY,
            ),
            (
                &mut aids.hints,
                message::AIDS_HINTS,
                message::AIDS_HINTS_WHY,
            ),
            (
                &mut aids.rule_cards,
                message::AIDS_CARDS,
                message::AIDS_CARDS_WHY,
            ),
            (
                &mut aids.tiles_left,
                message::AIDS_LEFT,
                message::AIDS_LEFT_WHY,
            ),
            (
                &mut aids.field_borders,
                message::AIDS_FIELDS,
                message::AIDS_FIELDS_WHY,
            ),
        ] {
            card::choice(ui, on, &words.say(text), &words.say(why));
        }
    });
}
