//! The ledger of ghosts, shared by the expansions that have them.
//!
//! It conserves ghosts and knows no rule: what must or may move is each expansion's business.

use std::collections::BTreeMap;

use crate::event::ghost::GhostPlace;
use crate::rules::RuleFault;

/// How many ghosts are where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ghosts {
    places: BTreeMap<GhostPlace, u8>,
    home: GhostPlace,
    unsettled: u8,
}

impl Ghosts {
    /// So many ghosts in the supply.
    pub fn new(supply: u8) -> Self {
        let mut ghosts = Self::default();
        ghosts.add(GhostPlace::Supply, supply);
        ghosts
    }

    /// How many are there.
    pub fn at(&self, place: GhostPlace) -> u8 {
        self.places.get(&place).copied().unwrap_or(0)
    }

    /// How many stand on the board.
    pub fn on_board(&self) -> u8 {
        self.board().map(|(_, count)| count).sum()
    }

    /// How many there are at all; never changes.
    pub fn total(&self) -> u8 {
        self.places.values().sum()
    }

    /// Every place on the board that holds some, and how many.
    pub fn board(&self) -> impl Iterator<Item = (GhostPlace, u8)> {
        self.places
            .iter()
            .map(|(&place, &count)| (place, count))
            .filter(|(place, _)| place.is_on_board())
    }

    /// Moves ghosts.
    ///
    /// # Errors
    /// If there are not so many; nothing has moved then.
    pub fn shift(&mut self, from: GhostPlace, to: GhostPlace, count: u8) -> Result<(), RuleFault> {
        let there = self.at(from);
        if there < count {
            return Err(RuleFault::NotSoManyGhosts { there, count });
        }
        self.places.insert(from, there - count);
        self.places.retain(|_, count| *count > 0);
        self.add(to, count);
        Ok(())
    }

    /// Moves all ghosts of a place, or none if there are none; returns how many.
    pub fn shift_all(&mut self, from: GhostPlace, to: GhostPlace) -> u8 {
        let count = self.places.remove(&from).unwrap_or(0);
        self.add(to, count);
        count
    }

    /// The stock that ghosts return to, and are taken from as long as it lasts.
    pub fn home(&self) -> GhostPlace {
        self.home
    }

    /// Ghosts that are not on the board.
    pub fn in_stock(&self) -> u8 {
        self.at(GhostPlace::Supply) + self.at(GhostPlace::CatStock)
    }

    /// Ghosts that somebody still has to pick to be moved; until then none may be removed.
    pub fn unsettled(&self) -> u8 {
        self.unsettled
    }

    /// Says how many ghosts are still to be picked.
    pub(in crate::rules) fn leave_unsettled(&mut self, count: u8) {
        self.unsettled = count;
    }

    /// Names another stock as home; ghosts stay where they are.
    pub(in crate::rules) fn move_home(&mut self, stock: GhostPlace) {
        self.home = stock;
    }

    /// Puts ghosts on the board, from home first.
    ///
    /// # Errors
    /// If there are not so many in stock; nothing has moved then.
    pub fn put(&mut self, to: GhostPlace, count: u8) -> Result<(), RuleFault> {
        let there = self.in_stock();
        if there < count {
            return Err(RuleFault::NotSoManyGhosts { there, count });
        }
        let first = self.at(self.home).min(count);
        let other = match self.home {
            GhostPlace::Supply => GhostPlace::CatStock,
            _ => GhostPlace::Supply,
        };
        self.shift(self.home, to, first)?;
        self.shift(other, to, count - first)
    }

    fn add(&mut self, to: GhostPlace, count: u8) {
        if count > 0 {
            *self.places.entry(to).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::geometry::Cell;

    #[test]
    fn ghosts_are_conserved_and_never_made() {
        let mut ghosts = Ghosts::new(12);
        let tile = GhostPlace::Mist {
            cell: Cell::new(0, 0),
            part: 0,
        };
        ghosts.shift(GhostPlace::Supply, tile, 3).unwrap();
        assert_eq!((ghosts.on_board(), ghosts.at(GhostPlace::Supply)), (3, 9));
        let refused = ghosts.shift(tile, GhostPlace::Supply, 4);
        assert_eq!(
            refused,
            Err(RuleFault::NotSoManyGhosts { there: 3, count: 4 })
        );
        assert_eq!(ghosts.shift_all(tile, GhostPlace::Supply), 3);
        assert_eq!((ghosts.on_board(), ghosts.total()), (0, 12));
    }
}
