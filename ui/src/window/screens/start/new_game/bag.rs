//! How many of which tiles are in the bag, for tables that play with more or fewer than the
//! boxes hold, or with tiles that the program does not know.

use carcassonne::catalogue::{Catalogue, TileSet};
use egui::{CollapsingHeader, DragValue, Ui};
use tracker::rules::bag::Bag;
use tracker::setup::Setup;

use crate::text::{Words, message};
use crate::window::widgets::card;

/// Boxes of a kind that one table may own.
const BOXES: u8 = 9;

/// Shows the bag of such a game, folded together under its number of tiles.
pub fn show(ui: &mut Ui, words: Words, setup: &Setup, bag: &mut Bag) {
    let boxes = setup.boxes();
    // Boxes that were played a moment ago may not be now.
    bag.keep(&boxes);
    let filled = bag.fill(boxes.clone());
    let count = setup.deck(&filled);
    CollapsingHeader::new(words.with(message::BagTitle { count }))
        .id_salt("bag")
        .show(ui, |ui| {
            card::soft(ui, &words.say(message::BAG_WHY));
            for set in boxes.sets() {
                let name = words.box_name(set);
                let text = words.with(message::BagBoxes { name });
                let mut count = bag.boxes(set);
                if number(ui, &text, &mut count, BOXES) {
                    bag.set_boxes(set, count);
                }
            }
            let mut others = bag.others();
            if number(ui, &words.say(message::BAG_OTHERS), &mut others, u8::MAX) {
                bag.set_others(others);
            }
            card::soft(ui, &words.say(message::BAG_OTHERS_WHY));
            CollapsingHeader::new(words.say(message::BAG_FACES))
                .id_salt("bag faces")
                .show(ui, |ui| faces(ui, words, &boxes, bag));
            if !bag.is_default() && ui.button(words.say(message::BAG_RESET)).clicked() {
                *bag = Bag::default();
            }
        });
}

/// Every face with its number; one that differs from the boxes is kept by name.
fn faces(ui: &mut Ui, words: Words, boxes: &Catalogue, bag: &mut Bag) {
    ui.horizontal_wrapped(|ui| {
        let faces = boxes.faces().filter(|face| face.copies > 0);
        for face in faces.filter(|face| face.set != TileSet::Other) {
            let usual = face.copies.saturating_mul(bag.boxes(face.set));
            let mut count = bag.copies(face);
            let name = words.with(message::AnswerTilePlain {
                face: face.id.as_str(),
            });
            let prefix = format!("{} ", face.id);
            let least = u8::from(face.start.is_some());
            let drag = DragValue::new(&mut count).range(least..=99).prefix(prefix);
            if card::number(ui, drag).accessible_name(name).changed() {
                bag.set_face(face.id, (count != usual).then_some(count));
            }
        }
    });
}

fn number(ui: &mut Ui, text: &str, count: &mut u8, most: u8) -> bool {
    let row = ui.horizontal(|ui| {
        let drag = card::number(ui, DragValue::new(count).range(0..=most));
        let label = ui.label(text);
        drag.labelled_by(label.id).changed()
    });
    row.inner
}
