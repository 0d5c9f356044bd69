//! Lists of modules in set-ups: names, `base` allowed and implied.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serializer};

use crate::rules::{Expansion, NoExpansion};

/// A module by name: an expansion, or the base game, which is always there and is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module(pub Option<Expansion>);

impl std::str::FromStr for Module {
    type Err = NoExpansion;

    fn from_str(name: &str) -> Result<Self, NoExpansion> {
        Ok(Self(match name {
            "base" => None,
            _ => Some(name.parse()?),
        }))
    }
}

pub fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Expansion>, NoExpansion> {
    let modules = names.map(|name| Ok(name.parse::<Module>()?.0));
    modules.filter_map(Result::transpose).collect()
}

pub fn schema(_: &mut SchemaGenerator) -> Schema {
    let names = Expansion::ALL.map(Expansion::name);
    let names: Vec<&str> = std::iter::once("base").chain(names).collect();
    json_schema!({ "type": "array", "items": { "enum": names } })
}

pub fn serialize<S: Serializer>(modules: &[Expansion], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(std::iter::once("base").chain(modules.iter().map(|module| module.name())))
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Expansion>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    from_names(names.iter().map(String::as_str)).map_err(serde::de::Error::custom)
}
