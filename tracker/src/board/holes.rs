//! What may still fill a gap on the board, and how likely it comes.
//!
//! Pure counting, for the hole finder of the screens: tiles are drawn at random from those that
//! are left, without putting back, so the chances are hypergeometric.

use std::sync::Arc;

use crate::board::Board;
use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};

/// A face that fits into a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Which face.
    pub face: FaceId,
    /// Turned how.
    pub rotations: Vec<Rotation>,
    /// Copies left.
    pub left: u8,
}

/// A gap and what may fill it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// The cell.
    pub cell: Cell,
    /// Faces of which a copy is left that fits, most copies first.
    pub fits: Vec<Fit>,
    /// Tiles left that fit.
    pub fitting: u32,
    /// All tiles left.
    pub left: u32,
    /// Tiles still to be drawn.
    pub draws: u32,
}

impl Hole {
    /// The gap at `cell`, where `left` are the faces with their copies left and `draws` tiles
    /// will still be drawn.
    pub fn of(
        board: &Board,
        cell: Cell,
        left: impl IntoIterator<Item = (Arc<Face>, u8)>,
        draws: u32,
    ) -> Self {
        let left: Vec<(Arc<Face>, u8)> = left.into_iter().filter(|(_, n)| *n > 0).collect();
        let mut fits: Vec<Fit> = left
            .iter()
            .filter(|(face, _)| !face.is_wild())
            .map(|(face, left)| Fit {
                face: face.id,
                rotations: face
                    .distinct_rotations()
                    .filter(|&rotation| board.accepts(cell, face, rotation))
                    .collect(),
                left: *left,
            })
            .filter(|fit| !fit.rotations.is_empty())
            .collect();
        fits.sort_by_key(|fit| std::cmp::Reverse(fit.left));
        let left: u32 = left.iter().map(|(_, n)| u32::from(*n)).sum();
        Self {
            cell,
            fitting: fits.iter().map(|fit| u32::from(fit.left)).sum(),
            fits,
            left,
            draws: draws.min(left),
        }
    }

    /// How likely the next tile fits, 0 to 1.
    pub fn next(&self) -> f64 {
        any_of(self.left, self.fitting, self.draws.min(1))
    }

    /// How likely one that fits is drawn before the game ends, 0 to 1.
    pub fn in_time(&self) -> f64 {
        any_of(self.left, self.fitting, self.draws)
    }

    /// How likely the player draws one who draws `first` tiles from now (0 is the next one) and
    /// then every `players`th, 0 to 1.
    pub fn for_player(&self, first: u32, players: u32) -> f64 {
        let after = self.draws.saturating_sub(first);
        any_of(self.left, self.fitting, after.div_ceil(players.max(1)))
    }
}

/// The chance that at least one of `wanted` among `all` things is among `drawn` drawn without
/// putting back: 1 − C(all − wanted, drawn) / C(all, drawn).
pub fn any_of(all: u32, wanted: u32, drawn: u32) -> f64 {
    let others = all.saturating_sub(wanted);
    let none: f64 = (0..drawn.min(all))
        .map(|n| f64::from(others.saturating_sub(n)) / f64::from(all - n))
        .product();
    1.0 - none
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Game;
    use crate::setup::Setup;
    use carcassonne::catalogue::face_id;

    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
    }

    #[test]
    fn chances_are_as_computed_by_hand() {
        // 3 of 10, one drawn: 3/10. Two drawn: 1 − (7/10 · 6/9) = 1 − 42/90.
        near(any_of(10, 3, 1), 0.3);
        near(any_of(10, 3, 2), 1.0 - 42.0 / 90.0);
        // 1 of 71 in 36 draws comes in 36 of 71 cases.
        near(any_of(71, 1, 36), 36.0 / 71.0);
        near(any_of(5, 2, 4), 1.0);
        near(any_of(5, 0, 5), 0.0);
        near(any_of(5, 2, 0), 0.0);
        near(any_of(0, 0, 0), 0.0);
    }

    /// Tile C, a city on all four sides, is there once; a gap with cities on three sides takes
    /// it, and the four faces with three city sides.
    #[test]
    fn a_gap_knows_what_fits() {
        let setup: Setup = "players=red,blue".parse().unwrap();
        let game = Game::new(Arc::new(setup));
        let catalogue = game.catalogue();
        let face = |id: &str| catalogue.face(&face_id(id).unwrap()).unwrap().clone();
        let mut board = Board::default();
        board
            .lay(Cell::default(), &face("C"), Rotation::R0)
            .unwrap();
        // Cities (north of E, turned) look at it from west, north and east.
        for (x, y, degrees) in [(-1, 0, 90_u16), (0, -1, 180), (1, 0, 270)] {
            let rotation = Rotation::try_from(degrees).unwrap();
            board.lay(Cell::new(x, y), &face("E"), rotation).unwrap();
        }
        let board = board.without(Cell::default());
        let all = || catalogue.faces().map(|face| (face.clone(), face.copies));
        let hole = Hole::of(&board, Cell::default(), all(), 71);
        let fitting: Vec<(&str, u8, usize)> = hole
            .fits
            .iter()
            .map(|fit| (fit.face.as_str(), fit.left, fit.rotations.len()))
            .collect();
        // C 1, Q 1 and R 3 (field below), S 2 and T 1 (road below): 8 of 72 tiles.
        let mut sorted = fitting.clone();
        sorted.sort_unstable();
        let expected = [
            ("C", 1, 1),
            ("Q", 1, 1),
            ("R", 3, 1),
            ("S", 2, 1),
            ("T", 1, 1),
        ];
        assert_eq!(sorted, expected);
        assert_eq!(fitting[0].0, "R", "most copies first");
        assert_eq!((hole.fitting, hole.left), (8, 72));
        near(hole.next(), 8.0 / 72.0);
        // Two players draw every other tile of four: the first 2, the second 2.
        let four = Hole::of(&board, Cell::default(), all(), 4);
        near(four.for_player(0, 2), 1.0 - (64.0 * 63.0) / (72.0 * 71.0));
        near(four.for_player(3, 2), 8.0 / 72.0);
        near(four.in_time(), any_of(72, 8, 4));
    }
}
