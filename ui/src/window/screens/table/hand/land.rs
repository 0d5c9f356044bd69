//! What is told by hand on a map and with a pile that nobody counted: chips to lay, island
//! tiles turned up, the pile being empty.

use carcassonne::geometry::Cell;
use carcassonne::map::ChipColor;
use egui::Ui;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::rules::Expansion;
use tracker::rules::expansions::benelux::BeneluxView;
use tracker::snapshot::Snapshot;

use super::layout;
use crate::text::{Words, message};
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// Chips of each colour and in all that lie on a map (rules dossier "Maps Benelux", section 2).
const CHIPS: (usize, usize) = (10, 20);

/// Shows what there is to tell. `chip` is the chip in hand, `places` where it may lie.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    (chip, places): (&mut Option<Option<ChipColor>>, &[Cell]),
    wishes: &mut Wishes,
) {
    if let Some(view) = &snapshot.modules.benelux {
        chips(ui, words, view, chip);
        lay_out(ui, words, view, places, wishes);
        islands(ui, words, snapshot, view, wishes);
    }
    // Where tiles are counted the rules know by themselves.
    let uncounted = [Expansion::Benelux, Expansion::Tatan];
    let may = uncounted.iter().any(|&module| snapshot.setup.plays(module));
    if may && snapshot.turn.number > 0 && ui.button(words.say(message::EVENT_PILE_EMPTY)).clicked()
    {
        wishes.commands.push(Command::Tell {
            what: EventKind::PileEmpty,
        });
    }
}

fn chips(ui: &mut Ui, words: Words, view: &BeneluxView, chip: &mut Option<Option<ChipColor>>) {
    if view.chips_to_lay == 0 {
        *chip = None;
        return;
    }
    // Face down they are all alike, so squares can be clicked at once.
    chip.get_or_insert(None);
    card::plain(ui, |ui| {
        card::body(ui, &words.say(message::HAND_CHIPS));
        ui.horizontal_wrapped(|ui| {
            let plain = card::one_of(*chip == Some(None), words.any_chip(None));
            if ui.add(plain).clicked() {
                *chip = Some(None);
            }
            for color in ChipColor::ALL {
                let laid = view.chips.iter().filter(|(_, other)| *other == Some(color));
                let left = CHIPS.0.saturating_sub(laid.count());
                let name = format!("{} · {left}", words.chip(color));
                let label = card::one_of(*chip == Some(Some(color)), name);
                if ui.add_enabled(left > 0, label).clicked() {
                    *chip = Some(Some(color));
                }
            }
        });
        let text = words.with(message::HandChipsLeft {
            left: view.chips_to_lay,
            total: CHIPS.1,
        });
        card::soft(ui, &text);
    });
}

/// All chips that are left in one click: evenly, or as it comes.
fn lay_out(ui: &mut Ui, words: Words, view: &BeneluxView, places: &[Cell], wishes: &mut Wishes) {
    if view.chips_to_lay == 0 {
        return;
    }
    let count = view.chips_to_lay;
    let taken: Vec<Cell> = view.chips.iter().map(|&(cell, _)| cell).collect();
    let mut laid = None;
    ui.horizontal_wrapped(|ui| {
        if ui.button(words.say(message::HAND_CHIPS_EVENLY)).clicked() {
            laid = layout::evenly(places, &taken, count);
        }
        if ui.button(words.say(message::HAND_CHIPS_RANDOM)).clicked() {
            let seed = ui.input(|input| input.time).to_bits();
            laid = layout::at_random(places, count, seed);
        }
    });
    let tell = |cell| Command::Tell {
        what: EventKind::ChipLaid { cell, color: None },
    };
    wishes.commands.extend(laid.into_iter().flatten().map(tell));
}

/// Stacks whose top tile has to be turned up.
fn islands(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    view: &BeneluxView,
    wishes: &mut Wishes,
) {
    let hidden = view
        .islands
        .iter()
        .filter(|i| i.left > 0 && i.top.is_none());
    for island in hidden {
        let text = words.with(message::HandIsland {
            color: words.chip(island.color),
            place: words.place_in(snapshot, island.cell),
        });
        ui.menu_button(text, |ui| {
            egui::ScrollArea::vertical()
                .max_height(300.0)
                .show(ui, |ui| {
                    for &(face, left) in &snapshot.bag.faces {
                        let what = EventKind::IslandRevealed {
                            island: island.cell,
                            face,
                        };
                        if left > 0 && ui.button(face.as_str()).clicked() {
                            wishes.commands.push(Command::Tell { what });
                            ui.close();
                        }
                    }
                });
        });
    }
}
