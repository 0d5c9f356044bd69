//! How events name each other, and the choices that they answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names an event within its record; ids grow from 1 in the order of appending.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct EventId(#[serde(deserialize_with = "carcassonne::bounds::number")] pub u64);

impl std::fmt::Display for EventId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Names a choice as long as it is open: the same text for the same choice.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ChoiceId(pub String);
