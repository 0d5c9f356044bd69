//! The choice of what is kept of the pictures, as settings and set-up share it.

use egui::{CollapsingHeader, Ui};
use tracker::setup::Pictures;

use crate::text::{Text, Words, message};
use crate::window::widgets::card;

/// What each answer is called, and what it means.
const fn texts(keep: Pictures) -> [Text; 2] {
    match keep {
        Pictures::None => [message::PICTURES_NONE, message::PICTURES_NONE_WHY],
        Pictures::Evidence => [message::PICTURES_EVIDENCE, message::PICTURES_EVIDENCE_WHY],
        Pictures::All => [message::PICTURES_ALL, message::PICTURES_ALL_WHY],
    }
}

/// Shows the three answers with what each means, below a heading that is spoken with each.
pub fn choose(ui: &mut Ui, words: Words, heading: Text, keep: &mut Pictures) {
    card::heading(ui, &words.say(heading));
    answers(ui, words, heading, keep);
}

/// The same in one line that unfolds.
pub fn folded(ui: &mut Ui, words: Words, heading: Text, keep: &mut Pictures) {
    let [name, _] = texts(*keep);
    let title = format!("{}: {}", words.say(heading), words.say(name));
    let folded = CollapsingHeader::new(title).id_salt(heading);
    folded.show(ui, |ui| answers(ui, words, heading, keep));
}

fn answers(ui: &mut Ui, words: Words, heading: Text, keep: &mut Pictures) {
    let heading = words.say(heading);
    for each in Pictures::ALL {
        let [name, why] = texts(each).map(|text| words.say(text));
        let spoken = format!("{heading}: {name}");
        ui.radio_value(keep, each, name).accessible_name(spoken);
        card::explained(ui, &why);
    }
}
