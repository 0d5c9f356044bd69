//! What a feature is: a road, a city, a field, or a place of one tile alone.

use serde::{Deserialize, Serialize};

use crate::catalogue::SegmentKind;

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FeatureKind {
    Road,
    City,
    Field,
    Monastery,
    Garden,
    Castle,
    Cemetery,
}

impl FeatureKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Road,
        Self::City,
        Self::Field,
        Self::Monastery,
        Self::Garden,
        Self::Castle,
        Self::Cemetery,
    ];

    /// The one spelling used in files, on the command line and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::City => "city",
            Self::Field => "field",
            Self::Monastery => "monastery",
            Self::Garden => "garden",
            Self::Castle => "castle",
            Self::Cemetery => "cemetery",
        }
    }

    /// What a segment of that kind belongs to.
    pub const fn of(kind: &SegmentKind) -> Self {
        match kind {
            SegmentKind::Road => Self::Road,
            SegmentKind::City { .. } => Self::City,
            SegmentKind::Field { .. } => Self::Field,
            SegmentKind::Monastery => Self::Monastery,
            SegmentKind::Garden => Self::Garden,
            SegmentKind::Castle => Self::Castle,
            SegmentKind::Cemetery => Self::Cemetery,
        }
    }
}

impl std::fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
