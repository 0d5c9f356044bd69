//! Tiles that look different from the pack at work: which other pack reads them, or that none
//! does, each with the way on in one click.

use egui::{Stroke, Ui};

use crate::run::news::PackNews;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::Page;
use crate::window::screens::table::wishes::Beyond;
use crate::window::widgets::card;

/// Shows the card if there is news; what is asked for.
pub fn show(ui: &mut Ui, words: Words, news: Option<&PackNews>) -> Option<Beyond> {
    let mut beyond = None;
    let (text, pack) = match news? {
        PackNews::Reads { pack, tiles, .. } => {
            let name = words.pack_name(pack);
            let count = *tiles;
            let text = words.with(message::ForeignOther { name, count });
            (text, Some(pack))
        }
        PackNews::Foreign => (words.say(message::FOREIGN_NONE), None),
        PackNews::Settled => return None,
    };
    let p = palette(ui);
    card::card(ui, p.card_ask, Stroke::new(2.0, p.wait), |ui| {
        card::heading(ui, &words.say(message::FOREIGN_TITLE));
        card::body(ui, &text);
        if let Some(pack) = pack {
            let name = words.pack_name(pack);
            let text = words.with(message::ForeignTake { name });
            if ui.add(card::main_button(p, &text)).clicked() {
                beyond = Some(Beyond::Pack(pack.id.clone()));
            }
        }
        ui.horizontal_wrapped(|ui| {
            if ui.button(words.say(message::FOREIGN_TEACH)).clicked() {
                beyond = Some(Beyond::Page(Page::Teach));
            }
            if ui.button(words.say(message::FOREIGN_CHOOSE)).clicked() {
                beyond = Some(Beyond::Page(Page::Source));
            }
        });
    });
    ui.add_space(2.0);
    beyond
}
