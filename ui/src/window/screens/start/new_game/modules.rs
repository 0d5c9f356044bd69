//! Which modules are played, and what the table agrees on for each: levels, maps, rulings.

use std::collections::BTreeSet;

use egui::{CollapsingHeader, DragValue, RichText, Ui};
use tracker::rules::Expansion;
use tracker::rules::expansions::ghosts_castles_cemeteries::Parts;
use tracker::rules::expansions::mists::MistsSetup;
use tracker::rules::ruling::{Ruling, Rulings};
use tracker::setup::Setup;

use super::map::MapTable;
use crate::run::link::Program;
use crate::text::rules::rulings::is_yes_or_no;
use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::window::widgets::art::Art;
use crate::window::widgets::{card, example};

/// The two games made from the box of the mists.
const OF_ONE_BOX: [Expansion; 2] = [Expansion::Mists, Expansion::GhostsCastlesCemeteries];

/// What is chosen.
#[derive(Default)]
pub struct Modules {
    chosen: BTreeSet<Expansion>,
    mists: MistsSetup,
    large_followers: bool,
    parts: Parts,
    map: MapTable,
}

impl Modules {
    /// Nothing chosen yet; `program` knows the maps that were learnt.
    pub fn new(program: &dyn Program) -> Self {
        Self {
            map: MapTable::new(program.learnt_maps()),
            ..Self::default()
        }
    }

    /// Takes over what a game was played with.
    pub fn take(&mut self, setup: &Setup) {
        self.chosen = setup.modules.iter().copied().collect();
        self.mists = setup.mists;
        self.large_followers = setup.tatan.large_followers;
        self.parts = setup.ghosts_castles_cemeteries;
        if let Some(table) = &setup.benelux {
            self.map.take(table);
        }
    }

    /// Whether that module is chosen.
    pub fn plays(&self, module: Expansion) -> bool {
        self.chosen.contains(&module)
    }

    /// What is chosen, ascending.
    pub fn chosen(&self) -> Vec<Expansion> {
        self.chosen.iter().copied().collect()
    }

    /// Puts the choice into a set-up.
    ///
    /// # Errors
    /// In words, if something is missing.
    pub fn apply(&self, words: Words, setup: &mut Setup) -> Result<(), String> {
        setup.modules = self.chosen();
        if self.plays(Expansion::Mists) {
            if !self.mists.unconfirmed().is_empty() {
                return Err(words.say(message::NEW_FAULT_LEVEL));
            }
            if setup.players.len() > 5 {
                return Err(words.say(message::NEW_FAULT_MISTS_PLAYERS));
            }
        }
        self.numbers(setup);
        if self.plays(Expansion::Tatan) {
            setup.tatan.large_followers = self.large_followers;
        }
        if self.plays(Expansion::Benelux) {
            setup.benelux = Some(self.map.table(words)?);
        }
        Ok(())
    }

    /// Puts in what changes which tiles are played.
    pub fn numbers(&self, setup: &mut Setup) {
        if self.plays(Expansion::Mists) {
            setup.mists = self.mists;
        }
        if self.plays(Expansion::GhostsCastlesCemeteries) {
            setup.ghosts_castles_cemeteries = self.parts;
        }
    }

    /// Shows the list.
    pub fn show(&mut self, ui: &mut Ui, words: Words, rulings: &mut Rulings, art: &mut Art) {
        for module in Expansion::ALL {
            let trouble = self.trouble(words, module);
            if trouble.is_some() {
                self.chosen.remove(&module);
            }
            let mut on = self.plays(module);
            let enabled = trouble.is_none();
            ui.add_enabled_ui(enabled, |ui| ui.checkbox(&mut on, words.module(module)));
            card::explained(ui, &words.module_why(module));
            if let Some(trouble) = trouble {
                card::explained(ui, &trouble);
                continue;
            }
            if on {
                self.chosen.insert(module);
                ui.indent(module.name(), |ui| {
                    self.details(ui, words, module);
                    let setup = self.so_far();
                    let all = module.rulings().iter().copied();
                    let all: Vec<_> = all.filter(|ruling| ruling.matters(&setup)).collect();
                    table_options(ui, words, (module, &all), rulings, art);
                });
            } else {
                self.chosen.remove(&module);
            }
        }
        self.own_risk(ui, words);
    }

    /// The modules as they are chosen so far, whether that can be played or not.
    fn so_far(&self) -> Setup {
        let mut setup = Setup {
            modules: self.chosen(),
            ..Setup::default()
        };
        self.numbers(&mut setup);
        setup
    }

    /// Why the module cannot be chosen now.
    fn trouble(&self, words: Words, module: Expansion) -> Option<String> {
        let mut of_box = OF_ONE_BOX.into_iter();
        if OF_ONE_BOX.contains(&module)
            && let Some(other) = of_box.find(|&other| other != module && self.plays(other))
        {
            let other = words.module(other);
            return Some(words.with(message::ModuleOtherWay { other }));
        }
        let needs = module == Expansion::SpellCircles;
        if needs && !OF_ONE_BOX.iter().any(|&other| self.plays(other)) {
            let [one, other] = OF_ONE_BOX.map(|module| words.module(module));
            return Some(words.with(message::ModuleNeedsMist { one, other }));
        }
        None
    }

    fn details(&mut self, ui: &mut Ui, words: Words, module: Expansion) {
        match module {
            Expansion::Mists => level(ui, words, &mut self.mists),
            Expansion::Tatan => {
                let why = words.say(message::TATAN_LARGE_WHY);
                card::choice(
                    ui,
                    &mut self.large_followers,
                    &words.say(message::TATAN_LARGE),
                    &why,
                );
            }
            Expansion::Benelux => self.map.show(ui, words),
            Expansion::GhostsCastlesCemeteries => {
                card::body(ui, &words.say(message::PARTS_TITLE));
                let parts = &mut self.parts;
                ui.horizontal_wrapped(|ui| {
                    ui.checkbox(&mut parts.ghosts, words.say(message::PARTS_GHOSTS));
                    ui.checkbox(&mut parts.castles, words.say(message::PARTS_CASTLES));
                    ui.checkbox(&mut parts.cemeteries, words.say(message::PARTS_CEMETERIES));
                });
            }
            Expansion::Abbot | Expansion::MageAndWitch | Expansion::SpellCircles => {}
        }
    }

    /// Says in one line what no rule sheet covers.
    fn own_risk(&self, ui: &mut Ui, words: Words) {
        if let Some(text) = words.own_risk(&self.so_far()) {
            warn(ui, &text);
        }
    }
}

/// A line that warns.
pub fn warn(ui: &mut Ui, text: &str) {
    let color = palette(ui).wait;
    let text = RichText::new(format!("⚠ {text}"));
    ui.add(egui::Label::new(text.size(size::SMALL).color(color)).wrap());
}

/// The level of the cooperative game and its numbers.
fn level(ui: &mut Ui, words: Words, mists: &mut MistsSetup) {
    ui.horizontal(|ui| {
        card::body(ui, &words.say(message::LEVEL_CHOICE));
        for number in 1..=6 {
            let name = format!("{} {number}", words.say(message::LEVEL_CHOICE));
            let chosen = mists.level == number;
            let label = ui.add(card::one_of(chosen, number.to_string()));
            if label.accessible_name(name).clicked() && !chosen {
                *mists = MistsSetup {
                    level: number,
                    ..MistsSetup::default()
                };
            }
        }
    });
    let level = mists.level();
    let unsure = !mists.unconfirmed().is_empty() || mists.confirmed;
    number(ui, words, message::LEVEL_TARGET, level.target, |n| {
        mists.target = Some(n)
    });
    let ghosts = i32::from(level.ghosts);
    number(ui, words, message::LEVEL_GHOSTS, ghosts, |n| {
        mists.ghosts = u8::try_from(n).ok()
    });
    if level.has_hounds() {
        let [first, second] = level.hounds;
        number(ui, words, message::LEVEL_FIRST_HOUND, first, |n| {
            mists.first_hound = Some(n)
        });
        number(ui, words, message::LEVEL_SECOND_HOUND, second, |n| {
            mists.second_hound = Some(n)
        });
    }
    if unsure {
        if !mists.confirmed {
            warn(ui, &words.say(message::LEVEL_UNSURE));
        }
        ui.checkbox(&mut mists.confirmed, words.say(message::LEVEL_CONFIRMED));
    }
}

fn number(ui: &mut Ui, words: Words, text: Text, now: i32, set: impl FnOnce(i32)) {
    ui.horizontal(|ui| {
        let label = ui.label(words.say(text));
        let mut value = now;
        let drag = DragValue::new(&mut value).range(1..=1000);
        if card::number(ui, drag).labelled_by(label.id).changed() {
            set(value);
        }
    });
}

/// The module's rulings, folded together under how many differ from what is suggested.
fn table_options(
    ui: &mut Ui,
    words: Words,
    (module, all): (Expansion, &[&Ruling]),
    rulings: &mut Rulings,
    art: &mut Art,
) {
    if all.is_empty() {
        return;
    }
    let differs = |ruling: &&&Ruling| rulings.answer(ruling) != ruling.answers[0];
    let changed = all.iter().filter(differs).count();
    let count = all.len();
    let title = words.with(message::ModuleRulings { count, changed });
    CollapsingHeader::new(title)
        .id_salt(("rulings", module.name()))
        .show(ui, |ui| {
            for ruling in all {
                table_option(ui, words, ruling, rulings);
                example::show(ui, words, ruling, art);
            }
        });
}

fn table_option(ui: &mut Ui, words: Words, ruling: &Ruling, rulings: &mut Rulings) {
    let text = words.ruling(ruling);
    let mut answer = rulings.answer(ruling);
    let before = answer;
    if is_yes_or_no(ruling) {
        let number = ruling.number;
        let why = match ruling.answers[0] {
            "yes" => words.with(message::OptionDefaultOn { number }),
            _ => words.with(message::OptionDefaultOff { number }),
        };
        let mut on = answer == "yes";
        card::choice(ui, &mut on, &text, &why);
        answer = if on { "yes" } else { "no" };
    } else {
        card::body(ui, &text);
        for &each in ruling.answers {
            let name = words.ruling_answer(ruling, each);
            let name = if each == ruling.answers[0] {
                words.with(message::OptionSuggested { answer: name })
            } else {
                name
            };
            ui.radio_value(&mut answer, each, name);
        }
    }
    if answer != before
        && let Err(error) = rulings.set(ruling.number, answer)
    {
        tracing::error!(%error, "an option offers an answer that it does not have");
    }
}
