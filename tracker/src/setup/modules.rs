//! Lists of modules in set-ups: names, `base` allowed and implied.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serializer};

use crate::rules::{Expansion, NoExpansion};

pub fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Expansion>, NoExpansion> {
    let expansions = names.filter(|&name| name != "base");
    expansions.map(str::parse).collect()
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
