//! What the page of a photograph may want, with the sheet it was looking at.

use carcassonne::piece::Color;
use serde::{Deserialize, Serialize};

/// An order, as the page sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Order {
    /// That guess about a doubt is right.
    Guess {
        /// The sheet.
        version: u64,
        /// Index of the doubt.
        doubt: usize,
        /// Index into its guesses.
        guess: usize,
    },
    /// The last answer was wrong.
    Back {
        /// The sheet.
        version: u64,
    },
    /// The track shows so many points.
    Track {
        /// Of that colour.
        color: Color,
        /// So many.
        points: i32,
    },
}

impl Order {
    /// Reads what the page sent; `None` if it is no order.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// As the page sends it.
    pub(super) fn text(&self) -> String {
        // Numbers and names always can be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}
