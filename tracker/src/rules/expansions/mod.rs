//! The expansions: each one's rules in its own file, and what several of them share.
//!
//! The game asks every expansion at named [`moments`] and knows nothing else of it. The
//! [`combinations`] say which go together; [`ghosts`] is the ledger of those that have ghosts,
//! [`tokens`] lists the loose pieces they bring. Nothing here holds the order of a turn.

mod abbot;
pub mod benelux;
pub mod combinations;
pub(super) mod ghosts;
pub mod ghosts_castles_cemeteries;
pub mod mage_and_witch;
pub mod mists;
pub(super) mod moments;
pub mod spell_circles;
pub mod tatan;
pub(super) mod tokens;

use serde::{Serialize, Serializer};

use self::moments::Moments;
use crate::rules::ruling::Ruling;
use crate::setup::Setup;

/// What can be added to the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expansion {
    /// Abbots and gardens (base game, section 2.1).
    Abbot,
    /// Mage and witch.
    MageAndWitch,
    /// Mists over Carcassonne, cooperative.
    Mists,
    /// Ghosts, castles and cemeteries, competitive.
    GhostsCastlesCemeteries,
    /// The spell circles.
    SpellCircles,
    /// Tatan.
    Tatan,
    /// The Benelux map.
    Benelux,
}

/// A name that no expansion has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no module; they are base {known}", known = Expansion::ALL.map(Expansion::name).join(" "))]
pub struct NoExpansion(pub String);

impl std::str::FromStr for Expansion {
    type Err = NoExpansion;

    fn from_str(name: &str) -> Result<Self, NoExpansion> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| NoExpansion(name.to_owned()))
    }
}

impl Expansion {
    /// All of them, in the order of the rules dossiers.
    pub const ALL: [Self; 7] = [
        Self::Abbot,
        Self::MageAndWitch,
        Self::Mists,
        Self::GhostsCastlesCemeteries,
        Self::SpellCircles,
        Self::Tatan,
        Self::Benelux,
    ];

    /// The one spelling used in files, on the command line and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abbot => "abbot",
            Self::MageAndWitch => "mage_and_witch",
            Self::Mists => "mists",
            Self::GhostsCastlesCemeteries => "ghosts_castles_cemeteries",
            Self::SpellCircles => "spell_circles",
            Self::Tatan => "tatan",
            Self::Benelux => "benelux",
        }
    }

    /// What it brings to a game of that set-up.
    pub fn moments(self, setup: &Setup) -> &'static dyn Moments {
        match self {
            Self::Abbot => &abbot::Abbot,
            Self::MageAndWitch => &mage_and_witch::MageAndWitch,
            Self::Mists => &mists::Mists,
            Self::GhostsCastlesCemeteries => &ghosts_castles_cemeteries::GhostsCastlesCemeteries,
            Self::SpellCircles if setup.plays(Self::Mists) => &spell_circles::Cooperative,
            Self::SpellCircles => &spell_circles::Competitive,
            Self::Tatan => &tatan::Tatan,
            Self::Benelux => &benelux::Benelux,
        }
    }

    /// Its table options.
    pub const fn rulings(self) -> &'static [&'static Ruling] {
        match self {
            Self::Abbot => &[],
            Self::MageAndWitch => mage_and_witch::RULINGS,
            Self::Mists => mists::RULINGS,
            Self::GhostsCastlesCemeteries => ghosts_castles_cemeteries::RULINGS,
            Self::SpellCircles => spell_circles::RULINGS,
            Self::Tatan => tatan::RULINGS,
            Self::Benelux => benelux::RULINGS,
        }
    }
}

impl Serialize for Expansion {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}
