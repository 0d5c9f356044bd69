//! The choice of what is kept of the pictures, as settings and set-up share it.

use egui::{CollapsingHeader, Ui};
use tracker::setup::Pictures;

use crate::text::Words;
use crate::window::widgets::card;

/// What each answer is called, and what it means.
const fn keys(keep: Pictures) -> [&'static str; 2] {
    match keep {
        Pictures::None => ["pictures-none", "pictures-none-why"],
        Pictures::Evidence => ["pictures-evidence", "pictures-evidence-why"],
        Pictures::All => ["pictures-all", "pictures-all-why"],
    }
}

/// Shows the three answers with what each means, below a heading that is spoken with each.
pub fn choose(ui: &mut Ui, words: Words, heading: &str, keep: &mut Pictures) {
    card::heading(ui, &words.say(heading));
    answers(ui, words, heading, keep);
}

/// The same in one line that unfolds.
pub fn folded(ui: &mut Ui, words: Words, heading: &str, keep: &mut Pictures) {
    let [name, _] = keys(*keep);
    let title = format!("{}: {}", words.say(heading), words.say(name));
    let folded = CollapsingHeader::new(title).id_salt(heading);
    folded.show(ui, |ui| answers(ui, words, heading, keep));
}

fn answers(ui: &mut Ui, words: Words, heading: &str, keep: &mut Pictures) {
    let heading = words.say(heading);
    for each in Pictures::ALL {
        let [name, why] = keys(each).map(|key| words.say(key));
        let spoken = format!("{heading}: {name}");
        ui.radio_value(keep, each, name).accessible_name(spoken);
        card::explained(ui, &why);
    }
}
