//! Words of the set-up: what the modules are, and what no rule sheet says about them together.

use carcassonne::catalogue::TileSet;
use tracker::rules::{Expansion, SetupWarning};
use tracker::setup::Setup;

use crate::text::{Words, message};

impl Words {
    /// What the module is called.
    pub fn module(self, module: Expansion) -> String {
        self.say(match module {
            Expansion::Abbot => message::NEW_ABBOT,
            Expansion::MageAndWitch => message::MODULE_MAGE_AND_WITCH,
            Expansion::Mists => message::MODULE_MISTS,
            Expansion::GhostsCastlesCemeteries => message::MODULE_GHOSTS,
            Expansion::SpellCircles => message::MODULE_CIRCLES,
            Expansion::Tatan => message::MODULE_TATAN,
            Expansion::Benelux => message::MODULE_BENELUX,
        })
    }

    /// What a box of tiles is called.
    pub fn box_name(self, set: TileSet) -> String {
        match set {
            TileSet::Base => self.say(message::REVIEW_BASE),
            TileSet::MageAndWitch => self.module(Expansion::MageAndWitch),
            TileSet::Mists => self.module(Expansion::Mists),
            TileSet::Circles => self.module(Expansion::SpellCircles),
            TileSet::Tatan => self.module(Expansion::Tatan),
            TileSet::Other => self.say(message::BAG_OTHERS),
        }
    }

    /// What the module brings, in a sentence.
    pub fn module_why(self, module: Expansion) -> String {
        self.say(match module {
            Expansion::Abbot => message::NEW_ABBOT_WHY,
            Expansion::MageAndWitch => message::MODULE_MAGE_AND_WITCH_WHY,
            Expansion::Mists => message::MODULE_MISTS_WHY,
            Expansion::GhostsCastlesCemeteries => message::MODULE_GHOSTS_WHY,
            Expansion::SpellCircles => message::MODULE_CIRCLES_WHY,
            Expansion::Tatan => message::MODULE_TATAN_WHY,
            Expansion::Benelux => message::MODULE_BENELUX_WHY,
        })
    }

    /// What no rule sheet says about the modules of a set-up; `None` if the sheets cover it.
    pub fn own_risk(self, setup: &Setup) -> Option<String> {
        let quoted = |module| {
            let name = self.module(module);
            self.with(message::ModuleQuoted { name })
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
        Some(self.with(message::ModuleOwnRisk {
            mist: self.module(*mists.first()?),
            others: self.list(&others),
        }))
    }
}
