//! Rulings: what the rule sheets leave open, as named table options.
//!
//! Each expansion lists its rulings as constants in its own file; the table's answers are part
//! of the [`crate::setup::Setup`] and so of every record. The first answer of a ruling is the
//! default. Numbers and defaults are those of the rules dossiers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::Expansion;
use crate::setup::Setup;

/// A question that a rule sheet leaves open.
#[derive(Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its number in the dossier, as `W3`.
    pub number: &'static str,
    /// Its readable name in files.
    pub name: &'static str,
    /// The possible answers; the first is the default.
    pub answers: &'static [&'static str],
}

impl Ruling {
    /// A ruling that is answered with yes unless the table says no.
    pub const fn yes(number: &'static str, name: &'static str) -> Self {
        Self {
            number,
            name,
            answers: &["yes", "no"],
        }
    }

    /// A ruling that is answered with no unless the table says yes.
    pub const fn no(number: &'static str, name: &'static str) -> Self {
        Self {
            number,
            name,
            answers: &["no", "yes"],
        }
    }

    /// All rulings of all expansions, in the order of the dossiers.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Expansion::ALL
            .into_iter()
            .flat_map(|expansion| expansion.rulings())
            .copied()
    }

    /// Whether its answer changes anything in a game of that set-up that plays its module: some are of
    /// one way to play with a box, of some levels, or of what another module brings.
    pub fn matters(&self, setup: &Setup) -> bool {
        let level = setup.mists.level();
        let together = setup.plays(Expansion::Mists);
        let parts = setup.ghosts_castles_cemeteries;
        match self.number {
            "M5" | "M6" | "M16" => level.has_hounds(),
            "M9" | "M19" => level.is_haunted(),
            "M14" | "M15" => level.scores_by_color(),
            "BK1" | "BK2" | "BK8" | "BK17" => together,
            "BK3" => together && !level.scores_by_color(),
            "BK10" => together && level.has_places(),
            "BK4a" | "BK4b" | "BK5" | "BK6" | "BK7" | "BK15" => !together,
            "G1" | "G2" | "G3" | "G10" => parts.ghosts,
            "G5" => parts.ghosts && parts.cemeteries,
            "G12" => parts.ghosts && setup.plays(Expansion::Abbot),
            "G13" => parts.ghosts && setup.plays(Expansion::MageAndWitch),
            _ => true,
        }
    }

    /// The ruling of that number or name.
    pub fn find(key: &str) -> Option<&'static Self> {
        Self::all().find(|ruling| ruling.number == key || ruling.name == key)
    }
}

/// Keys of older versions that are no option any more; files that hold them are read all the
/// same. Which modules go together is a warning now and asks nothing.
const RETIRED: [&str; 3] = ["open_combinations", "T12", "tatan_with_mist"];

/// The table's answers; rulings without one have their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings(BTreeMap<&'static str, &'static str>);

/// An answer that a ruling does not have, or a ruling that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulingError {
    /// No ruling of that number or name.
    #[error("there is no table option `{0}`")]
    Unknown(String),
    /// The ruling has no such answer.
    #[error("`{answer}` is not an answer to `{name}`; they are {answers}")]
    NoSuchAnswer {
        /// The ruling's readable name.
        name: &'static str,
        /// What was written.
        answer: String,
        /// What would be right.
        answers: String,
    },
}

impl Rulings {
    /// The table's answer.
    pub fn answer(&self, ruling: &Ruling) -> &'static str {
        self.0
            .get(ruling.name)
            .copied()
            .unwrap_or(ruling.answers[0])
    }

    /// Whether the table says yes.
    pub fn yes(&self, ruling: &Ruling) -> bool {
        self.answer(ruling) == "yes"
    }

    /// Answers a ruling by its number or name.
    ///
    /// # Errors
    /// If there is no such ruling or it has no such answer.
    pub fn set(&mut self, key: &str, answer: &str) -> Result<(), RulingError> {
        if RETIRED.contains(&key) {
            return Ok(());
        }
        let ruling = Ruling::find(key).ok_or_else(|| RulingError::Unknown(key.to_owned()))?;
        let answer = match answer {
            "on" | "true" => "yes",
            "off" | "false" => "no",
            other => other,
        };
        let known = ruling.answers.iter().find(|known| **known == answer);
        let known = known.ok_or_else(|| RulingError::NoSuchAnswer {
            name: ruling.name,
            answer: answer.to_owned(),
            answers: ruling.answers.join(" "),
        })?;
        self.0.remove(ruling.name);
        if *known != ruling.answers[0] {
            self.0.insert(ruling.name, known);
        }
        Ok(())
    }
}

impl Serialize for Rulings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(&self.0)
    }
}

impl JsonSchema for Rulings {
    fn schema_name() -> Cow<'static, str> {
        "Rulings".into()
    }

    /// Each ruling by its name or number, with its answers.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        for ruling in Ruling::all() {
            let mut answers: Vec<serde_json::Value> =
                ruling.answers.iter().map(|&answer| answer.into()).collect();
            if ruling.answers.contains(&"yes") {
                answers.extend([true.into(), false.into(), "on".into(), "off".into()]);
            }
            for key in [ruling.name, ruling.number] {
                properties.insert(key.to_owned(), serde_json::json!({ "enum": answers }));
            }
        }
        json_schema!({ "type": "object", "properties": properties })
    }
}

/// Answers may be written as text or as true and false.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Flag(bool),
    Text(String),
}

impl<'de> Deserialize<'de> for Rulings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut rulings = Self::default();
        for (key, written) in BTreeMap::<String, Written>::deserialize(from)? {
            let answer = match written {
                Written::Flag(flag) => flag.to_string(),
                Written::Text(text) => text,
            };
            rulings.set(&key, &answer).map_err(D::Error::custom)?;
        }
        Ok(rulings)
    }
}
