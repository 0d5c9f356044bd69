//! What is laid out before the first turn, to tick off: what the game knows is ticked by itself,
//! the rest by hand. It goes away with the first turn, or when somebody puts it away.

use std::collections::BTreeSet;

use egui::Ui;
use tracker::rules::set_out::Item;
use tracker::snapshot::Snapshot;

use crate::text::{Words, message};
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// The list.
#[derive(Default)]
pub struct SetOutList {
    /// Numbers of the items that were ticked by hand.
    ticked: BTreeSet<usize>,
    away: bool,
}

impl SetOutList {
    /// Shows it; whether it is there.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) -> bool {
        let items = &snapshot.set_out;
        if self.away || items.is_empty() {
            return false;
        }
        let numbered = items.iter().enumerate();
        let done = |(number, item): (usize, &Item)| item.done || self.ticked.contains(&number);
        let done: Vec<bool> = numbered.map(done).collect();
        let count = done.iter().filter(|done| **done).count();
        card::plain(ui, |ui| {
            let said = words.with(message::SetOutTitle {
                done: count,
                all: items.len(),
            });
            card::heading(ui, &said);
            if count == items.len() {
                card::body(ui, &words.say(message::SET_OUT_READY));
            } else {
                card::soft(ui, &words.say(message::SET_OUT_HELP));
            }
            let mut module = None;
            for (number, item) in items.iter().enumerate() {
                if item.module != module
                    && let Some(module) = item.module
                {
                    ui.add_space(2.0);
                    card::soft(ui, &words.module(module));
                }
                module = item.module;
                let mut on = done[number];
                let text = words.set_out(&item.what);
                let tick = egui::Checkbox::new(&mut on, text);
                let shown = ui.add_enabled(!item.done, tick);
                if shown.changed() && on {
                    self.ticked.insert(number);
                } else if shown.changed() {
                    self.ticked.remove(&number);
                }
                if shown.hovered() {
                    let cells = item.cells.iter();
                    let lit = cells.flat_map(|&cell| {
                        crate::window::screens::table::wishes::all_segments(snapshot, cell)
                    });
                    wishes.lit = lit.collect();
                }
                let source = words.sheet(item.source);
                shown.on_hover_text(words.with(message::RemindRule { source }));
            }
            self.away = ui.button(words.say(message::SET_OUT_AWAY)).clicked();
        });
        ui.add_space(2.0);
        true
    }
}
