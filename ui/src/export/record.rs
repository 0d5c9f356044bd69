//! The game's own record (JSON Lines), the JSON Schema that describes it, and the last
//! snapshot as JSON.

use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::json;
use tracker::log::record::{Header, Line};

use super::told::{File, Lack, Told};
use crate::text::Words;

pub(super) const RECORD: &str = "game.jsonl";
pub(super) const SCHEMA: &str = "record.schema.json";
pub(super) const SNAPSHOT: &str = "game.json";

/// The record as it is, without a line that a crash cut off.
pub(super) fn record(told: &Told, _: Words) -> Result<Vec<File>, Lack> {
    Ok(vec![File::new(RECORD, told.lines.clone())])
}

/// Snapshot of the game at the end of the record.
pub(super) fn snapshot(told: &Told, _: Words) -> Result<Vec<File>, Lack> {
    pretty(SNAPSHOT, told.snapshot.as_ref())
}

/// What a line of a record may be.
pub(super) fn schema(_: &Told, _: Words) -> Result<Vec<File>, Lack> {
    let settings = SchemaSettings::draft2020_12();
    let mut generator = settings.into_generator();
    let first = generator.subschema_for::<Header>();
    let further = generator.subschema_for::<Line>();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a record of Nebelwacht",
        "description": "A record is a text file of one JSON value per line: the first line is \
            the header, each further one an event or an expectation.",
        "anyOf": [first, further],
        "$defs": generator.take_definitions(true),
    });
    pretty(SCHEMA, &schema)
}

fn pretty(name: &'static str, value: &impl Serialize) -> Result<Vec<File>, Lack> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| Lack::failed(&error))?;
    bytes.push(b'\n');
    Ok(vec![File::new(name, bytes)])
}
