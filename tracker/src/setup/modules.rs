//! Lists of modules in set-ups: names, `base` allowed and implied.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serializer};

use crate::rules::Expansion;

pub fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Expansion>, String> {
    names
        .filter(|&name| name != "base")
        .map(|name| {
            Expansion::ALL
                .into_iter()
                .find(|module| module.name() == name)
                .ok_or_else(|| name.to_owned())
        })
        .collect()
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
    from_names(names.iter().map(String::as_str)).map_err(|name| {
        let known = Expansion::ALL.map(Expansion::name).join(" ");
        serde::de::Error::custom(format!("`{name}` is no module; they are base {known}"))
    })
}
