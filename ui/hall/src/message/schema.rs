//! The messages as JSON Schema, made from the types themselves.

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::message::topic::Kind;
use crate::message::{Game, Happened, Outcome, Presence, State};

/// One schema: a definition for each topic, by its last part, under `$defs`; `record` and `drawing`
/// are no JSON.
pub fn schema() -> Value {
    let mut maker = SchemaSettings::draft2020_12().into_generator();
    let topics = [
        (Kind::Presence, of::<Presence>(&mut maker)),
        (Kind::Game, of::<Game>(&mut maker)),
        (Kind::State, of::<State>(&mut maker)),
        (Kind::Event, of::<Happened>(&mut maker)),
        (Kind::Result, of::<Outcome>(&mut maker)),
    ];
    let topics: Map<String, Value> = topics
        .into_iter()
        .map(|(kind, schema)| (kind.name().to_owned(), schema.to_value()))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a table to a hall of Nebelwacht, by the last part of their topic",
        "type": "object",
        "properties": topics,
        "additionalProperties": false,
        "$defs": maker.take_definitions(true),
    })
}

fn of<T: schemars::JsonSchema>(maker: &mut SchemaGenerator) -> Schema {
    maker.subschema_for::<T>()
}
