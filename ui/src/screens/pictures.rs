//! The choice of what is kept of the pictures, as settings and set-up share it.

use egui::Ui;
use tracker::setup::Pictures;

use crate::text::Words;
use crate::widgets::card;

/// Shows the three answers with what each means, below a heading that is spoken with each.
pub fn choose(ui: &mut Ui, words: Words, heading: &str, keep: &mut Pictures) {
    let heading = words.say(heading);
    card::heading(ui, &heading);
    for (each, name, why) in [
        (Pictures::None, "pictures-none", "pictures-none-why"),
        (
            Pictures::Evidence,
            "pictures-evidence",
            "pictures-evidence-why",
        ),
        (Pictures::All, "pictures-all", "pictures-all-why"),
    ] {
        let name = words.say(name);
        let spoken = format!("{heading}: {name}");
        ui.radio_value(keep, each, name).accessible_name(spoken);
        card::explained(ui, &words.say(why));
    }
}
