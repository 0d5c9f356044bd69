//! A tile in hand: where it fits and how it is turned.

use std::collections::BTreeMap;

use carcassonne::geometry::{Cell, Rotation};

use crate::window::widgets::art::Copy;

/// A tile in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Which copy.
    pub copy: Copy,
    /// Every cell where it fits, with the rotations in which it does; never an empty list.
    pub fits: BTreeMap<Cell, Vec<Rotation>>,
    /// The rotation it is held in.
    pub rotation: Rotation,
    /// The place it is held over.
    pub at: Option<Cell>,
}

impl Held {
    /// How it would lie on that cell: as it is held if that fits, else in the next turn that
    /// does.
    pub fn rotation_at(&self, cell: Cell) -> Option<Rotation> {
        let fitting = self.fits.get(&cell)?;
        (0..4)
            .map(|n| self.rotation.then(Rotation::from_quarter_turns(n)))
            .find(|rotation| fitting.contains(rotation))
    }

    /// Turns it to the next rotation that fits where it is held over.
    pub fn turn(&mut self) {
        let next = self.rotation.then(Rotation::R90);
        self.rotation = next;
        if let Some(fitting) = self.at.and_then(|cell| self.rotation_at(cell)) {
            self.rotation = fitting;
        }
    }

    /// Holds it over the place before.
    pub fn last_place(&mut self) {
        let before = self.at.and_then(|at| self.fits.range(..at).next_back());
        let before = before.or_else(|| self.fits.iter().next_back());
        self.at = before.map(|(&cell, _)| cell);
    }

    /// Holds it over the nearest place to the right and below by those signs, if there is one.
    pub fn toward(&mut self, right: i32, down: i32) {
        let Some(at) = self.at else {
            return self.next_place();
        };
        let ahead = |cell: &Cell| (cell.x - at.x) * right + (cell.y - at.y) * down;
        // What lies aside counts double, so that the way is rather straight.
        let way = |cell: &Cell| {
            let aside = (cell.x - at.x) * down.abs() + (cell.y - at.y) * right.abs();
            ahead(cell) + 2 * aside.abs()
        };
        let cells = self.fits.keys().filter(|cell| ahead(cell) > 0);
        if let Some(&nearest) = cells.min_by_key(|cell| way(cell)) {
            self.at = Some(nearest);
        }
    }

    /// Holds it over the next place where it fits.
    pub fn next_place(&mut self) {
        let after = self.at.and_then(|at| {
            let mut later = self.fits.range(at..);
            later.next();
            later.next().map(|(&cell, _)| cell)
        });
        self.at = after.or_else(|| self.fits.keys().next().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::face_id;

    fn held() -> Held {
        let fits = [
            (Cell::new(-1, 0), vec![Rotation::R90]),
            (Cell::new(0, 1), vec![Rotation::R0, Rotation::R180]),
        ];
        Held {
            copy: Copy::plain(face_id("D").unwrap()),
            fits: fits.into(),
            rotation: Rotation::R0,
            at: None,
        }
    }

    #[test]
    fn a_tile_in_hand_turns_only_to_what_fits() {
        let mut held = held();
        assert_eq!(held.rotation_at(Cell::new(-1, 0)), Some(Rotation::R90));
        assert_eq!(held.rotation_at(Cell::new(5, 5)), None);
        held.at = Some(Cell::new(0, 1));
        held.turn();
        assert_eq!(held.rotation, Rotation::R180);
        held.turn();
        assert_eq!(held.rotation, Rotation::R0);
    }

    #[test]
    fn arrows_go_to_the_nearest_place_that_way() {
        let mut held = held();
        held.toward(1, 0);
        assert_eq!(held.at, Some(Cell::new(-1, 0)), "the first place");
        held.toward(1, 0);
        assert_eq!(held.at, Some(Cell::new(0, 1)));
        held.toward(0, 1);
        assert_eq!(held.at, Some(Cell::new(0, 1)), "nothing lies below");
        held.toward(0, -1);
        assert_eq!(held.at, Some(Cell::new(-1, 0)));
        held.last_place();
        assert_eq!(held.at, Some(Cell::new(0, 1)), "round");
    }

    #[test]
    fn the_next_place_goes_round() {
        let mut held = held();
        let mut places = Vec::new();
        for _ in 0..3 {
            held.next_place();
            places.push(held.at.unwrap());
        }
        assert_eq!(
            places,
            [Cell::new(-1, 0), Cell::new(0, 1), Cell::new(-1, 0)]
        );
    }
}
