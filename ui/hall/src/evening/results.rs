//! The results that tables have confirmed, kept over a restart of the hall: a broker gives back
//! only the newest one of each table.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::limits::RESULTS;
use crate::message::topic::TableName;
use crate::wall::{Confirmed, Wall};

/// The confirmed results of an evening, by table and game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(BTreeMap<(TableName, Timestamp), Confirmed>);

/// A result as it is written down.
#[derive(Serialize, Deserialize)]
struct Kept {
    table: TableName,
    #[serde(flatten)]
    confirmed: Confirmed,
}

impl Results {
    /// What a wall knows.
    pub fn of(wall: &Wall) -> Self {
        let mut results = Self::default();
        results.hear(wall);
        results
    }

    /// Takes in what a wall knows. A result that is kept stays, and stays final.
    pub fn hear(&mut self, wall: &Wall) {
        for table in wall.tables() {
            for heard in table.results() {
                let game = (table.name().clone(), heard.outcome.game);
                if let Some(kept) = self.0.get_mut(&game) {
                    kept.heard_again(heard);
                } else if self.count(table.name()) < RESULTS {
                    self.0.insert(game, heard.clone());
                }
            }
        }
    }

    fn count(&self, table: &TableName) -> usize {
        let first = (table.clone(), Timestamp::MIN);
        let last = (table.clone(), Timestamp::MAX);
        self.0.range(first..=last).count()
    }

    /// All of them with their tables, a table's oldest first.
    pub fn all(&self) -> impl Iterator<Item = (&TableName, &Confirmed)> {
        let all = self.0.iter();
        all.map(|((table, _), confirmed)| (table, confirmed))
    }

    /// Reads what [`Results::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        let kept: Vec<Kept> = serde_json::from_str(text)?;
        let results = kept.into_iter().map(|kept| {
            let game = (kept.table, kept.confirmed.outcome.game);
            (game, kept.confirmed)
        });
        Ok(Self(results.collect()))
    }

    /// As text.
    pub fn to_json(&self) -> String {
        let kept = self.all().map(|(table, confirmed)| Kept {
            table: table.clone(),
            confirmed: confirmed.clone(),
        });
        // Nothing in it has keys that are no text.
        serde_json::to_string_pretty(&kept.collect::<Vec<_>>()).unwrap_or_default() + "\n"
    }
}
