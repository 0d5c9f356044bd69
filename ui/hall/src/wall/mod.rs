//! The wall: every table as far as the hall has heard of it.
//!
//! Takes messages from anybody and believes none more than it must: what is malformed, too large,
//! out of order or beyond what any table has is counted and changes nothing. Knows no connection,
//! no clock but the one it is told, and no screen.

mod order;
mod table;

use std::collections::BTreeMap;

pub use order::{Order, Standing};
pub use table::{Confirmed, Table};

use crate::limits::{MESSAGE_BYTES, TABLES};
use crate::message::Unread;
use crate::message::topic::{self, TableName};

/// All tables of a hall.
#[derive(Clone, Debug, Default)]
pub struct Wall {
    base: String,
    tables: BTreeMap<TableName, Table>,
    refused: u64,
}

/// What came of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Something on the wall has changed.
    News(TableName),
    /// It was known already, or is older than what is known.
    Old,
    /// It is no message of a table.
    Refused(Refusal),
}

/// Why a message counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Its topic is none of a table's.
    #[error("nobody’s topic")]
    Topic,
    /// It is larger than any message.
    #[error("too large")]
    TooLarge,
    /// There are more tables than any hall has.
    #[error("too many tables")]
    TooManyTables,
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] Unread),
    /// It is another game's than the one that is played.
    #[error("it is of another game")]
    OtherGame,
}

impl Wall {
    /// An empty wall of the hall with that part of the topics.
    pub fn new(base: impl Into<String>) -> Self {
        Self {
            base: base.into(),
            ..Self::default()
        }
    }

    /// Takes a message in; `now_ms` is by the hall's own clock.
    pub fn take(&mut self, topic: &str, payload: &[u8], now_ms: u64) -> Taken {
        let taken = self
            .try_take(topic, payload, now_ms)
            .unwrap_or_else(Taken::Refused);
        if let Taken::Refused(refusal) = &taken {
            self.refused += 1;
            tracing::debug!(topic = %files::words::name(topic), %refusal, "refused");
        }
        taken
    }

    fn try_take(&mut self, topic: &str, payload: &[u8], now_ms: u64) -> Result<Taken, Refusal> {
        let (name, kind) = topic::read(&self.base, topic).ok_or(Refusal::Topic)?;
        if payload.len() > MESSAGE_BYTES as usize {
            return Err(Refusal::TooLarge);
        }
        if payload.is_empty() {
            // Somebody has cleared what the broker kept.
            return Ok(Taken::Old);
        }
        if let Some(table) = self.tables.get_mut(&name) {
            let changed = table.take(kind, payload, now_ms)?;
            return Ok(if changed {
                Taken::News(name)
            } else {
                Taken::Old
            });
        }
        if self.tables.len() >= TABLES {
            return Err(Refusal::TooManyTables);
        }
        // A table begins with its first sound message.
        let mut table = Table::new(name.clone());
        table.take(kind, payload, now_ms)?;
        self.tables.insert(name.clone(), table);
        Ok(Taken::News(name))
    }

    /// All tables by name.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// A table.
    pub fn table(&self, name: &TableName) -> Option<&Table> {
        self.tables.get(name)
    }

    /// Messages that counted for nothing.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// The tables in an order, and how each stands.
    pub fn sorted(&self, order: Order, now_ms: u64) -> Vec<(&Table, Standing)> {
        order::sorted(self.tables.values(), order, now_ms)
    }
}

#[cfg(test)]
mod tests;
