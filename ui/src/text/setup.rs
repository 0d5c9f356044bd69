//! Words of the set-up: what the modules are, and what a table can agree on.

use tracker::rules::Expansion;
use tracker::rules::ruling::Ruling;

use super::Words;

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
pub(super) fn ruling_key(ruling: &Ruling) -> String {
    format!("ruling-{}", ruling.number.to_lowercase())
}

/// Whether a table option is answered by yes or no.
pub fn is_yes_or_no(ruling: &Ruling) -> bool {
    ruling
        .answers
        .iter()
        .all(|answer| ["yes", "no"].contains(answer))
}
