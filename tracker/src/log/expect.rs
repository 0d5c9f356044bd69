//! What a record says must be true at a place in it: a record with expectations is a test.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::features::SegmentRef;
use crate::event::EventKind;
use carcassonne::piece::Color;

/// What must be true at its place in a record. Absent parts expect nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    /// Scores of these colours.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<Color, i32>,
    /// Meeples these colours have in hand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub meeples: BTreeMap<Color, u8>,
    /// The newest score line, as `red 3: 3 tiles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_line: Option<String>,
    /// Segments where the open turn's player may put a meeple.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<SegmentRef>>,
    /// Each group of segments is one feature, and different groups are different features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Vec<SegmentRef>>,
    /// What the feature at a segment is worth as it stands, as `4 tiles × 2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(SegmentRef, String)>,
    /// Who would get the feature at a segment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<(SegmentRef, Vec<Color>)>,
    /// Number of the newest turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Values in the snapshot by JSON pointer, as `/choices/0/kind`; `null` if there is none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, serde_json::Value>,
    /// A reminder whose id begins like this stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<String>,
    /// No reminder whose id begins like this stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub no_reminders: Vec<String>,
    /// These events would be refused now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<EventKind>,
}
