//! Which table stands where on the wall: who needs somebody stands on top.

use crate::message::Ailment;

use super::table::Table;

/// How tables are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Who needs help or waits first, then by name.
    #[default]
    Need,
    /// By name.
    Name,
    /// The fewest tiles left first: who will be done next.
    Left,
    /// The highest score first.
    Score,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Need, Self::Name, Self::Left, Self::Score];
}

/// How a table stands, the neediest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Its result and its record disagree, or it was changed after it was final.
    Disagrees,
    /// It says itself that something is wrong.
    Ails(Ailment),
    /// It was cut off in the middle of a game.
    Gone,
    /// Nothing has happened there for a long time.
    Waits,
    /// It plays.
    Plays,
    /// It is over, and nobody has confirmed the result.
    Unconfirmed,
    /// It has not begun.
    Empty,
    /// The result is final.
    Final,
}

/// How long nothing may happen at a table before it waits, ms: five minutes are a long turn.
const WAITS_AFTER_MS: u64 = 5 * 60_000;

impl Table {
    /// How it stands at that moment of the hall's clock.
    pub fn standing(&self, now_ms: u64) -> Standing {
        if self.disagrees() {
            return Standing::Disagrees;
        }
        let Some(state) = self.state() else {
            return match self.confirmed() {
                Some(_) => Standing::Final,
                None => Standing::Empty,
            };
        };
        if self.is_final() {
            return Standing::Final;
        }
        if let Some(ailment) = state.trouble.first() {
            return Standing::Ails(*ailment);
        }
        match () {
            () if state.over => Standing::Unconfirmed,
            () if !self.is_online() => Standing::Gone,
            () if self.turn_ms(now_ms) >= WAITS_AFTER_MS => Standing::Waits,
            () => Standing::Plays,
        }
    }
}

pub(super) fn sorted<'t>(
    tables: impl Iterator<Item = &'t Table>,
    order: Order,
    now_ms: u64,
) -> Vec<(&'t Table, Standing)> {
    let mut all: Vec<_> = tables
        .map(|table| (table, table.standing(now_ms)))
        .collect();
    all.sort_by(|(one, is), (other, was)| {
        let by = match order {
            Order::Need => needs(*is).cmp(&needs(*was)),
            Order::Name => std::cmp::Ordering::Equal,
            Order::Left => one.left().cmp(&other.left()),
            Order::Score => other.best().cmp(&one.best()),
        };
        by.then_with(|| one.name().order().cmp(&other.name().order()))
    });
    all
}

/// Those that play need nothing, whatever is the matter with them otherwise.
fn needs(standing: Standing) -> Standing {
    match standing {
        Standing::Empty => Standing::Final,
        other => other,
    }
}
