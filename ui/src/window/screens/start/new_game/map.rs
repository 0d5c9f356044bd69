//! Which map is played on: the practice map or one's own, its start squares, its chips.

use std::collections::BTreeSet;

use carcassonne::map::{Map, SquareKind};
use egui::{TextEdit, Ui, vec2};
use tracker::rules::expansions::benelux;
use tracker::rules::expansions::benelux::{MapChoice, TownsAndCities};

use crate::store::maps::LearntMap;
use crate::text::{Words, message};
use crate::window::widgets::card;

/// The map and how it is played on.
pub struct MapTable {
    learnt: Vec<LearntMap>,
    played: Played,
    path: String,
    starts: BTreeSet<String>,
    by_hand: bool,
    chips: bool,
}

/// Which map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    /// The practice map.
    Sample,
    /// One that was learnt, by its number.
    Learnt(usize),
    /// One that stands in a file.
    File,
}

impl Default for MapTable {
    fn default() -> Self {
        let practice = benelux::BeneluxSetup::practice();
        Self {
            learnt: Vec::new(),
            played: Played::Sample,
            path: String::new(),
            starts: practice.starts.into_iter().collect(),
            by_hand: false,
            chips: practice.chips,
        }
    }
}

impl MapTable {
    /// The practice map, with these to choose from.
    pub fn new(learnt: Vec<LearntMap>) -> Self {
        Self {
            learnt,
            ..Self::default()
        }
    }

    /// Takes over the map of another game, as far as it is there still.
    pub fn take(&mut self, table: &benelux::BeneluxSetup) {
        let name = match &table.map {
            MapChoice::Learnt(map) => Some(&map.name),
            _ => None,
        };
        let learnt = self
            .learnt
            .iter()
            .position(|learnt| Some(&learnt.map.name) == name);
        self.played = learnt.map_or(Played::Sample, Played::Learnt);
        self.starts = table.starts.iter().cloned().collect();
        self.by_hand = table.towns_and_cities == Some(TownsAndCities::ByHand);
        self.chips = table.chips;
    }

    fn map(&self, words: Words) -> Result<MapChoice, String> {
        let of = |map: Map| MapChoice::Learnt(Box::new(map));
        match self.played {
            Played::Sample => Ok(MapChoice::Sample),
            Played::Learnt(n) => {
                let learnt = self.learnt.get(n);
                let map = learnt.map(|learnt| Map::clone(&learnt.map));
                Ok(map.map_or(MapChoice::Sample, of))
            }
            Played::File => {
                let text = files::read::text(
                    std::path::Path::new(self.path.trim()),
                    files::limits::TEXT_BYTES,
                );
                let text = text.map_err(|error| error.to_string())?;
                let map = Map::from_toml(&text);
                map.map(of).map_err(|error| words.map_error(&error))
            }
        }
    }

    /// The map as chosen.
    ///
    /// # Errors
    /// In words, if something is missing.
    pub fn table(&self, words: Words) -> Result<benelux::BeneluxSetup, String> {
        let unusable = |why: String| words.with(message::NewFaultMap { why });
        if self.starts.len() != 2 {
            return Err(words.say(message::NEW_FAULT_STARTS));
        }
        Ok(benelux::BeneluxSetup {
            map: self.map(words).map_err(unusable)?,
            starts: self.starts.iter().cloned().collect(),
            towns_and_cities: Some(if self.by_hand {
                TownsAndCities::ByHand
            } else {
                TownsAndCities::NoEffect
            }),
            chips: self.chips,
        })
    }

    /// Shows the choice.
    pub fn show(&mut self, ui: &mut Ui, words: Words) {
        ui.radio_value(
            &mut self.played,
            Played::Sample,
            words.say(message::MAP_SAMPLE),
        );
        card::explained(ui, &words.say(message::MAP_SAMPLE_WHY));
        for (n, learnt) in self.learnt.iter().enumerate() {
            let name = learnt.map.name.as_str();
            ui.radio_value(&mut self.played, Played::Learnt(n), name);
            let why = match learnt.has_print {
                true => message::MAP_LEARNT_WHY,
                false => message::MAP_LEARNT_PRINTLESS,
            };
            card::explained(ui, &words.say(why));
        }
        ui.radio_value(&mut self.played, Played::File, words.say(message::MAP_FILE));
        card::explained(ui, &words.say(message::MAP_FILE_WHY));
        if self.played == Played::File {
            let edit =
                TextEdit::singleline(&mut self.path).hint_text(words.say(message::MAP_FILE_HINT));
            let size = vec2(ui.available_width(), 28.0);
            ui.add_sized(size, edit)
                .accessible_name(words.say(message::MAP_FILE));
        }
        card::body(ui, &words.say(message::MAP_STARTS));
        // All maps of the series name the same three squares.
        let sample = Map::sample();
        let names = sample.of_kind(SquareKind::Start);
        ui.horizontal_wrapped(|ui| {
            for name in names.filter_map(|(_, square)| square.name.as_deref()) {
                let mut used = self.starts.contains(name);
                if ui.checkbox(&mut used, name).changed() {
                    if used {
                        self.starts.insert(name.to_owned());
                    } else {
                        self.starts.remove(name);
                    }
                }
            }
        });
        let say = |text| words.say(text);
        card::choice(
            ui,
            &mut self.chips,
            &say(message::MAP_CHIPS),
            &say(message::MAP_CHIPS_WHY),
        );
        card::choice(
            ui,
            &mut self.by_hand,
            &say(message::MAP_TOWNS),
            &say(message::MAP_TOWNS_WHY),
        );
    }
}
