//! Which modules are played together: one table, read by the set-up and by screens.
//!
//! A pair is covered by the rule sheets, excludes each other, or is left open by them; what is
//! open is played at the table's own risk and said in one line. Pairs only: no three modules say
//! anything that no two of them say. What modules do to each other stands in their own files.

use serde::Serialize;

use crate::rules::Expansion;
use crate::setup::Setup;

/// What the rule sheets say of two modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They go together.
    Together,
    /// Only one of them can be played.
    Apart,
    /// No sheet says: each is played by its own sheet, and the table is told so.
    Open,
}

/// Two modules, the verdict, and the sheet and section (or the ruling) it rests on.
pub type Row = (Expansion, Expansion, Verdict, &'static str);

/// The publisher has no rules for the mists against each other with further expansions.
const GHOSTS_ALONE: &str = "ghosts-castles-cemeteries";

/// Every pair, in the order of [`Expansion::ALL`]. The base game goes with all of them. The
/// spell circles are never played without one of the two games of the mists, whose rows speak
/// for them: one line is enough.
pub const TABLE: [Row; 21] = {
    use Expansion::{
        Abbot, Benelux, GhostsCastlesCemeteries, MageAndWitch, Mists, SpellCircles, Tatan,
    };
    use Verdict::{Apart, Open, Together};
    [
        (Abbot, MageAndWitch, Together, "base-game 2.1"),
        (Abbot, Mists, Open, "mists-coop 5"),
        (Abbot, GhostsCastlesCemeteries, Open, GHOSTS_ALONE),
        (Abbot, SpellCircles, Together, "bannkreise"),
        (Abbot, Tatan, Together, "tatan"),
        (Abbot, Benelux, Together, "base-game 2.1"),
        (MageAndWitch, Mists, Open, "W6"),
        (MageAndWitch, GhostsCastlesCemeteries, Open, GHOSTS_ALONE),
        (MageAndWitch, SpellCircles, Together, "bannkreise"),
        (MageAndWitch, Tatan, Together, "tatan"),
        (MageAndWitch, Benelux, Together, "benelux 1"),
        (
            Mists,
            GhostsCastlesCemeteries,
            Apart,
            "ghosts-castles-cemeteries 1",
        ),
        (Mists, SpellCircles, Together, "bannkreise A"),
        (Mists, Tatan, Open, "T12"),
        (Mists, Benelux, Open, "benelux 1"),
        (
            GhostsCastlesCemeteries,
            SpellCircles,
            Together,
            "bannkreise B",
        ),
        (GhostsCastlesCemeteries, Tatan, Open, GHOSTS_ALONE),
        (GhostsCastlesCemeteries, Benelux, Open, GHOSTS_ALONE),
        (SpellCircles, Tatan, Together, "bannkreise"),
        (SpellCircles, Benelux, Together, "bannkreise"),
        (Tatan, Benelux, Together, "tatan"),
    ]
};

/// Rows whose modules are both played.
fn played(setup: &Setup) -> impl Iterator<Item = &'static Row> {
    let both = |(one, other, ..): &&Row| setup.plays(*one) && setup.plays(*other);
    TABLE.iter().filter(both)
}

/// The first pair that cannot be played.
pub fn refused(setup: &Setup) -> Option<&'static Row> {
    played(setup).find(|(_, _, verdict, _)| *verdict == Verdict::Apart)
}

/// Something about a set-up that its table should know before it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupWarning {
    /// No rule sheet speaks of the two together.
    NotCovered {
        /// The one module.
        one: Expansion,
        /// The other.
        other: Expansion,
    },
}

impl std::fmt::Display for SetupWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self::NotCovered { one, other } = self;
        let (one, other) = (one.name(), other.name());
        write!(
            f,
            "no rule sheet speaks of {one} with {other}: at your own risk, each by its own sheet"
        )
    }
}

/// The open pairs that are played.
pub fn warnings(setup: &Setup) -> Vec<SetupWarning> {
    played(setup)
        .filter(|(_, _, verdict, _)| *verdict == Verdict::Open)
        .map(|&(one, other, ..)| SetupWarning::NotCovered { one, other })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_row_once() {
        let pairs: Vec<_> = TABLE.iter().map(|&(one, other, ..)| (one, other)).collect();
        let all = Expansion::ALL.into_iter().enumerate();
        let all = all.flat_map(|(n, one)| {
            let others = Expansion::ALL.into_iter().skip(n + 1);
            others.map(move |other| (one, other))
        });
        assert_eq!(pairs, all.collect::<Vec<_>>());
    }

    /// What else a module's set-up needs.
    fn text(one: Expansion, other: Expansion) -> String {
        let mut text = format!("modules={},{}", one.name(), other.name());
        let with = |module| one == module || other == module;
        if with(Expansion::SpellCircles)
            && !with(Expansion::Mists)
            && !with(Expansion::GhostsCastlesCemeteries)
        {
            text += ",ghosts_castles_cemeteries";
        }
        if with(Expansion::Benelux) {
            text += "; map=sample";
        }
        text + "; players=red,blue,green"
    }

    #[test]
    fn a_set_up_plays_what_the_table_says() {
        for (one, other, verdict, _) in TABLE {
            let text = text(one, other);
            let setup = text.parse::<Setup>();
            assert_eq!(
                setup.is_ok(),
                verdict != Verdict::Apart,
                "{text}: {setup:?}"
            );
            let warned = SetupWarning::NotCovered { one, other };
            let warns = setup.is_ok_and(|setup| setup.warnings().contains(&warned));
            assert_eq!(warns, verdict == Verdict::Open, "{text}");
        }
    }

    /// At a table's own risk: whatever the sheets leave open is allowed and said, all alike.
    #[test]
    fn what_no_sheet_covers_is_allowed_with_one_warning() {
        let mist = ["mists", "ghosts_castles_cemeteries"];
        let more = ["abbot", "mage_and_witch", "tatan", "benelux; map=sample"];
        for (mist, more) in mist.iter().flat_map(|mist| more.map(|more| (mist, more))) {
            for circles in ["", "spell_circles,"] {
                let text = format!("players=red,blue,green; modules={circles}{mist},{more}");
                let setup: Setup = text.parse().unwrap();
                assert_eq!(setup.warnings().len(), 1, "{text}");
                let written = toml::to_string(&setup).unwrap();
                assert_eq!(Setup::from_toml(&written).unwrap(), setup);
            }
        }
    }
}
