//! Words of the set-up: what the modules are, and what a table can agree on.

use carcassonne::catalogue::TileSet;
use tracker::rules::ruling::Ruling;
use tracker::rules::{Expansion, SetupWarning};
use tracker::setup::Setup;

use crate::text::Words;

impl Words {
    /// What the module is called.
    pub fn module(self, module: Expansion) -> String {
        self.say(match module {
            Expansion::Abbot => "new-abbot",
            Expansion::MageAndWitch => "module-mage-and-witch",
            Expansion::Mists => "module-mists",
            Expansion::GhostsCastlesCemeteries => "module-ghosts",
            Expansion::SpellCircles => "module-circles",
            Expansion::Tatan => "module-tatan",
            Expansion::Benelux => "module-benelux",
        })
    }

    /// What a box of tiles is called.
    pub fn box_name(self, set: TileSet) -> String {
        match set {
            TileSet::Base => self.say("review-base"),
            TileSet::MageAndWitch => self.module(Expansion::MageAndWitch),
            TileSet::Mists => self.module(Expansion::Mists),
            TileSet::Circles => self.module(Expansion::SpellCircles),
            TileSet::Tatan => self.module(Expansion::Tatan),
            TileSet::Other => self.say("bag-others"),
        }
    }

    /// What the module brings, in a sentence.
    pub fn module_why(self, module: Expansion) -> String {
        self.say(match module {
            Expansion::Abbot => "new-abbot-why",
            Expansion::MageAndWitch => "module-mage-and-witch-why",
            Expansion::Mists => "module-mists-why",
            Expansion::GhostsCastlesCemeteries => "module-ghosts-why",
            Expansion::SpellCircles => "module-circles-why",
            Expansion::Tatan => "module-tatan-why",
            Expansion::Benelux => "module-benelux-why",
        })
    }

    /// What no rule sheet says about the modules of a set-up; `None` if the sheets cover it.
    pub fn own_risk(self, setup: &Setup) -> Option<String> {
        let quoted = |module| {
            let name = self.module(module);
            self.with("module-quoted", &[("name", name.into())])
        };
        let mist = |module: &Expansion| {
            matches!(
                module,
                Expansion::Mists | Expansion::GhostsCastlesCemeteries
            )
        };
        let pairs = setup.warnings();
        let mut modules: Vec<Expansion> = pairs
            .iter()
            .flat_map(|&SetupWarning::NotCovered { one, other }| [one, other])
            .collect();
        modules.sort();
        modules.dedup();
        // Every open pair has one of the two games of the mists in it.
        let (mists, others): (Vec<_>, Vec<_>) = modules.into_iter().partition(mist);
        let others: Vec<String> = others.into_iter().map(quoted).collect();
        let args = [
            ("mist", self.module(*mists.first()?).into()),
            ("others", self.list(&others).into()),
        ];
        Some(self.with("module-own-risk", &args))
    }

    /// What a table option says, in a sentence that is true if the answer is yes.
    pub fn ruling(self, ruling: &Ruling) -> String {
        self.say(&ruling_key(ruling))
    }

    /// An answer to a table option that is not answered by yes or no.
    pub fn ruling_answer(self, ruling: &Ruling, answer: &str) -> String {
        self.say(&format!("{}-{answer}", ruling_key(ruling)))
    }
}

/// The key of a table option's sentence; its answers' keys begin with it.
pub(in crate::text) fn ruling_key(ruling: &Ruling) -> String {
    format!("ruling-{}", ruling.number.to_lowercase())
}

/// Whether a table option is answered by yes or no.
pub fn is_yes_or_no(ruling: &Ruling) -> bool {
    ruling
        .answers
        .iter()
        .all(|answer| ["yes", "no"].contains(answer))
}
