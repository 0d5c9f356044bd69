//! A knocked table: which piece goes where, one step after the other, ticked off as they return.
//!
//! Shown while table and board differ. What was off since then stays on the list, so that
//! everybody sees how far it is. It decides nothing: when the table is as the board again,
//! belief notices by itself.

use std::collections::{BTreeMap, BTreeSet};

use carcassonne::geometry::Cell;
use egui::{RichText, Stroke, Ui};
use tracker::belief::relay::{Place, Relay};
use tracker::log::event::EventId;
use tracker::snapshot::{PlacedTile, Snapshot};

use crate::run::link::Link;
use crate::run::relay::Relaying;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::{Wishes, all_segments};
use crate::window::widgets::board::{cell_of, tile_on};
use crate::window::widgets::card;
use crate::window::widgets::picture::Target;

/// Most steps that are listed; further ones come up as these are done.
const MAX_STEPS: usize = 8;

/// What has to be put right.
#[derive(Default)]
pub struct Guide {
    relaying: Relaying,
    /// How the cells that were off since table and board began to differ look now.
    tiles: BTreeMap<Cell, Place>,
    /// Tiles where none belongs, and whether one still lies there.
    extra: BTreeMap<Cell, bool>,
    /// Figures of those cells, and whether each is seen.
    figures: BTreeMap<EventId, bool>,
}

/// One thing to do.
struct Step {
    text: String,
    done: bool,
    cell: Cell,
}

impl Guide {
    /// Follows table and board. Forgets everything once they agree.
    pub fn follow(&mut self, game: &dyn Link, snapshot: &Snapshot) {
        if snapshot.desync.is_none() {
            if !(self.tiles.is_empty() && self.extra.is_empty()) {
                *self = Self::default();
            }
            return;
        }
        if let Some(relay) = self.relaying.look(game, snapshot) {
            self.take(&relay, snapshot);
        }
    }

    fn take(&mut self, relay: &Relay, snapshot: &Snapshot) {
        for &(cell, place) in &relay.tiles {
            let off = !matches!(place, Place::Lies | Place::Hidden);
            match self.tiles.get_mut(&cell) {
                // What a hand covers is neither done nor undone.
                Some(known) if place != Place::Hidden => *known = place,
                None if off => {
                    self.tiles.insert(cell, place);
                }
                _ => {}
            }
        }
        let extra: BTreeSet<Cell> = relay.extra.iter().copied().collect();
        for (cell, lies) in &mut self.extra {
            *lies = extra.contains(cell);
        }
        self.extra
            .extend(extra.into_iter().map(|cell| (cell, true)));
        for &(event, seen) in &relay.figures {
            let figure = snapshot.figures.iter().find(|f| f.event == event);
            let near = figure.is_some_and(|f| self.tiles.contains_key(&f.at.cell));
            if near && (!seen || self.figures.contains_key(&event)) {
                self.figures.insert(event, seen);
            }
        }
    }

    /// Whether there is nothing to guide to: a new tile that fits nowhere is told elsewhere.
    fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// What is to be shown over the picture: which tile goes where, and what is to go.
    pub fn targets(&self, snapshot: &Snapshot) -> Vec<Target> {
        if self.is_empty() {
            return Vec::new();
        }
        let tiles = self.tiles.iter().map(|(&cell, &place)| {
            let tile = tile_on(snapshot, cell);
            match (place, tile) {
                (Place::Lies, _) | (_, None) => Target::Done(cell),
                (_, Some(tile)) => Target::Lay {
                    cell,
                    face: tile.face,
                    rotation: tile.rotation,
                },
            }
        });
        let extra = self.extra.iter().filter(|(_, lies)| **lies);
        let extra = extra.map(|(&cell, _)| Target::Away(cell));
        tiles.chain(extra).collect()
    }

    fn steps(&self, words: Words, snapshot: &Snapshot) -> Vec<Step> {
        let differences = snapshot
            .desync
            .iter()
            .flat_map(|desync| &desync.differences);
        let mut steps = Vec::new();
        for (&cell, &lies) in &self.extra {
            // What belief says of a strange tile says more than that it is strange.
            let mut told = differences.clone();
            let told = told.find(|difference| cell_of(difference) == Some(cell));
            let away = || {
                words.with(message::RelayAway {
                    place: words.place_in(snapshot, cell),
                })
            };
            let text = told.map_or_else(away, |difference| words.difference(snapshot, difference));
            let done = !lies;
            steps.push(Step { text, done, cell });
        }
        for tile in &snapshot.tiles {
            if let Some(&place) = self.tiles.get(&tile.cell) {
                steps.push(Step {
                    text: lay(words, snapshot, tile, place),
                    done: place == Place::Lies,
                    cell: tile.cell,
                });
            }
        }
        for (&event, &done) in &self.figures {
            if let Some(figure) = snapshot.figures.iter().find(|f| f.event == event) {
                steps.push(Step {
                    text: words.figure_to_put(snapshot, figure),
                    done,
                    cell: figure.at.cell,
                });
            }
        }
        steps
    }

    /// Shows the steps; whether there are any.
    pub fn show(
        &self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) -> bool {
        if snapshot.desync.is_none() || self.is_empty() {
            return false;
        }
        let steps = self.steps(words, snapshot);
        let done = steps.iter().filter(|step| step.done).count();
        let p = palette(ui);
        card::card(ui, p.card_wrong, Stroke::new(2.0, p.wrong), |ui| {
            card::heading(ui, &words.say(message::RELAY_TITLE));
            let said = words.with(message::RelayCount {
                done,
                all: steps.len(),
            });
            card::soft(ui, &said);
            let open = steps.iter().filter(|step| !step.done);
            for (index, step) in open.take(MAX_STEPS).enumerate() {
                let size = if index == 0 {
                    size::HEADING
                } else {
                    size::BODY
                };
                row(
                    ui,
                    &format!("☐ {}", step.text),
                    size,
                    step,
                    snapshot,
                    wishes,
                );
            }
            if done == steps.len() {
                card::body(ui, &words.say(message::RELAY_DONE));
            }
            for step in steps
                .iter()
                .filter(|step| step.done)
                .rev()
                .take(MAX_STEPS / 2)
            {
                let text = words.with(message::RelayTicked {
                    what: step.text.as_str(),
                });
                row(ui, &text, size::SMALL, step, snapshot, wishes);
            }
            card::soft(ui, &words.say(message::DESYNC_HELP));
            if ui.button(Action::Resync.name(words)).clicked() {
                wishes.actions.push(Action::Resync);
            }
        });
        ui.add_space(2.0);
        true
    }
}

fn row(ui: &mut Ui, text: &str, size: f32, step: &Step, snapshot: &Snapshot, wishes: &mut Wishes) {
    let p = palette(ui);
    let color = if step.done { p.text_soft } else { p.text };
    let text = RichText::new(text).size(size).color(color);
    let line = ui.add(egui::Label::new(text).wrap());
    if line.hovered() {
        wishes.lit = all_segments(snapshot, step.cell);
    }
}

/// What is to be done with a tile.
fn lay(words: Words, snapshot: &Snapshot, tile: &PlacedTile, place: Place) -> String {
    let (face, at) = (tile.face.to_string(), words.place_in(snapshot, tile.cell));
    let degrees = tile.rotation.degrees();
    match place {
        Place::Turned(by) => words.with(message::RelayTurn {
            face,
            place: at,
            degrees: by.degrees(),
        }),
        Place::Other(other) => words.with(message::RelaySwap {
            face,
            place: at,
            degrees,
            other: other.to_string(),
        }),
        Place::Missing | Place::Lies | Place::Hidden => words.with(message::RelayLay {
            face,
            place: at,
            degrees,
        }),
    }
}
