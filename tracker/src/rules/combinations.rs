//! Which modules are played together: one table, read by the set-up and by screens.
//!
//! A pair is covered by the rule sheets, excludes each other, or is left open by them; what is
//! open is off until the table says that it wants to play so. Pairs only: no three modules say
//! anything that no two of them say. What modules do to each other stands in their own files.

use serde::Serialize;

use super::Expansion;
use crate::rules::ruling::Ruling;
use crate::setup::Setup;

use super::tatan::WITH_MIST;

/// What the rule sheets say of two modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They go together.
    Together,
    /// Only one of them can be played.
    Apart,
    /// No sheet says: off, unless the set-up wants open combinations or gives this answer.
    Open(Option<&'static Ruling>),
}

/// Two modules, the verdict, and the sheet and section (or the ruling) it rests on.
pub type Row = (Expansion, Expansion, Verdict, &'static str);

/// Every pair, in the order of [`Expansion::ALL`]. The base game goes with all of them.
pub const TABLE: [Row; 21] = {
    use Expansion::{
        Abbot, Benelux, GhostsCastlesCemeteries, MageAndWitch, Mists, SpellCircles, Tatan,
    };
    use Verdict::{Apart, Open, Together};
    [
        (Abbot, MageAndWitch, Together, "base-game 2.1"),
        (Abbot, Mists, Open(None), "mists-coop 5"),
        (Abbot, GhostsCastlesCemeteries, Together, "G12"),
        (Abbot, SpellCircles, Together, "G12"),
        (Abbot, Tatan, Together, "tatan"),
        (Abbot, Benelux, Together, "base-game 2.1"),
        (MageAndWitch, Mists, Open(None), "W6"),
        (MageAndWitch, GhostsCastlesCemeteries, Together, "G13"),
        (MageAndWitch, SpellCircles, Together, "G13"),
        (MageAndWitch, Tatan, Together, "tatan"),
        (MageAndWitch, Benelux, Together, "benelux 1"),
        (
            Mists,
            GhostsCastlesCemeteries,
            Apart,
            "ghosts-castles-cemeteries 1",
        ),
        (Mists, SpellCircles, Together, "bannkreise A"),
        (Mists, Tatan, Open(Some(&WITH_MIST)), "T12"),
        (Mists, Benelux, Open(None), "benelux 1"),
        (
            GhostsCastlesCemeteries,
            SpellCircles,
            Together,
            "bannkreise B",
        ),
        (GhostsCastlesCemeteries, Tatan, Together, "tatan"),
        (GhostsCastlesCemeteries, Benelux, Open(None), "benelux 1"),
        (SpellCircles, Tatan, Together, "tatan"),
        (SpellCircles, Benelux, Open(None), "benelux 1"),
        (Tatan, Benelux, Together, "tatan"),
    ]
};

/// Rows whose modules are both played.
fn played(setup: &Setup) -> impl Iterator<Item = &'static Row> {
    let both = |(one, other, ..): &&Row| setup.plays(*one) && setup.plays(*other);
    TABLE.iter().filter(both)
}

/// The first pair that cannot be played as the set-up says.
pub fn refused(setup: &Setup) -> Option<&'static Row> {
    played(setup).find(|(_, _, verdict, _)| match verdict {
        Verdict::Together => false,
        Verdict::Apart => true,
        Verdict::Open(ruling) => {
            let answered = ruling.is_some_and(|ruling| setup.options.rulings.yes(ruling));
            !setup.options.open_combinations && !answered
        }
    })
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

/// The open pairs that are played.
pub fn warnings(setup: &Setup) -> Vec<SetupWarning> {
    played(setup)
        .filter(|(_, _, verdict, _)| matches!(verdict, Verdict::Open(_)))
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
            let plain = text.parse::<Setup>();
            let open = format!("{text}; open_combinations=yes").parse::<Setup>();
            assert_eq!(
                plain.is_ok(),
                verdict == Verdict::Together,
                "{text}: {plain:?}"
            );
            assert_eq!(open.is_ok(), verdict != Verdict::Apart, "{text}: {open:?}");
            if let Ok(plain) = plain {
                assert_eq!(plain.warnings(), [], "{text}");
            }
            let warned = SetupWarning::NotCovered { one, other };
            let warns = open.is_ok_and(|setup| setup.warnings().contains(&warned));
            assert_eq!(warns, matches!(verdict, Verdict::Open(_)), "{text}");
        }
    }

    #[test]
    fn a_ruling_opens_its_pair_alone() {
        let players = "players=red,blue,green";
        let tatan = format!("modules=mists,tatan; T12=yes; {players}");
        assert_eq!(tatan.parse::<Setup>().unwrap().warnings().len(), 1);
        let more = format!("modules=mists,abbot,tatan; T12=yes; {players}");
        let why = more.parse::<Setup>().unwrap_err().to_string();
        assert!(
            why.contains("abbot") && why.contains("open_combinations"),
            "{why}"
        );
    }

    #[test]
    fn a_record_keeps_what_was_switched_on() {
        let text = "modules=mists,abbot; open_combinations=yes; players=red,blue,green";
        let setup: Setup = text.parse().unwrap();
        let written = toml::to_string(&setup).unwrap();
        assert!(written.contains("open_combinations = true"), "{written}");
        assert_eq!(Setup::from_toml(&written).unwrap(), setup);
        let plain = toml::to_string(&Setup::default()).unwrap();
        assert!(!plain.contains("open_combinations"), "{plain}");
    }
}
