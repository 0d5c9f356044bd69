//! Whether a map makes sense, and whether it looks like the printed one.
//!
//! Asked by [`super::Map`] as it is read. A fault would keep the rules from working; a warning
//! only says that something was probably learnt wrongly (rules dossier "Maps Benelux",
//! section 3).

use std::collections::{BTreeMap, BTreeSet};

use super::{ChipColor, Map, SquareKind};
use crate::geometry::{Cell, Side};

/// The start squares of the printed map.
pub(super) const STARTS: [&str; 3] = ["Meppel", "Eindhoven", "Charleroi"];
/// Wave squares of the printed map.
const WAVES: usize = 3;
/// Island squares of each colour.
const ISLANDS: usize = 2;
/// Chips that are laid at the start.
const CHIPS: usize = 20;

/// A map that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// The text is no TOML of the right shape.
    #[error("the map is not readable: {0}")]
    Unreadable(String),
    /// Everything that is wrong with it.
    #[error("the map has faults: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<MapFault>),
}

/// One thing that is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapFault {
    /// A letter in the rows that stands for nothing.
    #[error("`{letter}` at {cell} is not a kind of square; they are . S T C ~ I and blank")]
    UnknownLetter {
        /// Where.
        cell: Cell,
        /// Which.
        letter: char,
    },
    /// More rows or columns than any map has ([`files::limits::FARTHEST_CELL`]).
    #[error("the map has more rows or columns than fit on a table")]
    TooLarge,
    /// Something is told of a square that is not in the rows.
    #[error("there is no square at {0}")]
    NoSquare(Cell),
    /// Two entries for one square.
    #[error("the square at {0} is described twice")]
    ToldTwice(Cell),
    /// A game needs two start squares.
    #[error("{0} start squares, at least 2 are needed")]
    FewStarts(usize),
    /// Start squares are chosen by name.
    #[error("the start square at {0} has no name of its own")]
    Nameless(Cell),
    /// An island without colour.
    #[error("the island at {0} has no colour")]
    NoColor(Cell),
    /// Only islands have a colour.
    #[error("the square at {0} has a colour but is not an island")]
    ColorElsewhere(Cell),
    /// Not two squares of that colour.
    #[error("{found} {color} island squares, {ISLANDS} are needed")]
    Islands {
        /// Which colour.
        color: ChipColor,
        /// How many there are.
        found: usize,
    },
    /// Only large cities have open sides.
    #[error("the square at {0} has open sides but is not a large city")]
    OpenElsewhere(Cell),
    /// Features cannot end where a tile may lie beyond, nor where none lies at all.
    #[error("the {side:?} side of {cell} cannot be closed: it does not end the land")]
    NotClosed {
        /// The square.
        cell: Cell,
        /// Its side.
        side: Side,
    },
}

/// Something that is not as on the printed map. Never keeps a game from running.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapWarning {
    /// The start squares have other names.
    #[error("the start squares are {}, not Meppel, Eindhoven, Charleroi", .0.join(", "))]
    Starts(Vec<String>),
    /// There are not three waves.
    #[error("{0} wave squares, the printed map has {WAVES}")]
    Waves(usize),
    /// There is no large city.
    #[error("no large city")]
    NoLargeCity,
    /// A large city without open side.
    #[error("the large city at {0} has no open side")]
    NoOpenSide(Cell),
    /// There is no room for the chips.
    #[error("room for {0} chips that do not touch, {CHIPS} are laid")]
    FewChipSquares(usize),
    /// A start square lies in another part of the land than expected.
    #[error("{name} is expected farther {towards}")]
    Place {
        /// Which start square.
        name: &'static str,
        /// Where it should be.
        towards: &'static str,
    },
}

/// Everything that keeps the rules from working on the map.
pub fn faults(map: &Map) -> Vec<MapFault> {
    let mut faults = Vec::new();
    let mut names = BTreeMap::new();
    let starts: Vec<_> = map.of_kind(SquareKind::Start).collect();
    if starts.len() < 2 {
        faults.push(MapFault::FewStarts(starts.len()));
    }
    for (cell, square) in starts {
        let name = square.name.as_deref().unwrap_or_default();
        if name.is_empty() || names.insert(name, cell).is_some() {
            faults.push(MapFault::Nameless(cell));
        }
    }
    for (cell, square) in map.squares() {
        match (square.kind == SquareKind::Island, square.color) {
            (true, None) => faults.push(MapFault::NoColor(cell)),
            (false, Some(_)) => faults.push(MapFault::ColorElsewhere(cell)),
            _ => {}
        }
        if square.kind != SquareKind::LargeCity && !square.open_sides.is_empty() {
            faults.push(MapFault::OpenElsewhere(cell));
        }
        for &side in &square.closed_sides {
            let beyond = map.kind(cell.neighbour(side));
            if !square.kind.takes_tile() || beyond.takes_tile() {
                faults.push(MapFault::NotClosed { cell, side });
            }
        }
    }
    for color in ChipColor::ALL {
        let found = map.islands().filter(|&(_, other)| other == color).count();
        if found != ISLANDS {
            faults.push(MapFault::Islands { color, found });
        }
    }
    faults
}

impl Map {
    /// What is not as on the printed map.
    pub fn warnings(&self) -> Vec<MapWarning> {
        let mut warnings = Vec::new();
        let names: BTreeSet<&str> = self
            .of_kind(SquareKind::Start)
            .filter_map(|(_, square)| square.name.as_deref())
            .collect();
        if names == BTreeSet::from(STARTS) {
            warnings.extend(self.misplaced());
        } else {
            let names = names.into_iter().map(str::to_owned);
            warnings.push(MapWarning::Starts(names.collect()));
        }
        let waves = self.of_kind(SquareKind::Wave).count();
        if waves != WAVES {
            warnings.push(MapWarning::Waves(waves));
        }
        if self.of_kind(SquareKind::LargeCity).next().is_none() {
            warnings.push(MapWarning::NoLargeCity);
        }
        for (cell, city) in self.of_kind(SquareKind::LargeCity) {
            if city.open_sides.is_empty() {
                warnings.push(MapWarning::NoOpenSide(cell));
            }
        }
        let room = self.room_for_chips();
        if room < CHIPS {
            warnings.push(MapWarning::FewChipSquares(room));
        }
        warnings
    }

    /// Chips that surely find room, whichever start squares are used: those on the squares of
    /// one colour if the map is coloured like a chessboard. There may be room for more.
    fn room_for_chips(&self) -> usize {
        let starts = self.of_kind(SquareKind::Start).map(|(cell, _)| cell);
        let starts = starts.collect();
        let legal = self.squares().map(|(cell, _)| cell);
        let (even, odd): (Vec<Cell>, Vec<Cell>) = legal
            .filter(|&cell| self.takes_chip(cell, &starts))
            .partition(|cell| (cell.x + cell.y) % 2 == 0);
        even.len().max(odd.len())
    }

    /// Meppel lies in the north-east, Charleroi in the south, Eindhoven between them.
    fn misplaced(&self) -> Vec<MapWarning> {
        let [Some(meppel), Some(eindhoven), Some(charleroi)] = STARTS.map(|n| self.start(n)) else {
            return Vec::new();
        };
        let xs = self.squares().map(|(cell, _)| cell.x);
        let middle = xs.max().unwrap_or(0) / 2;
        let expected = [
            (meppel.y < eindhoven.y, STARTS[0], "north"),
            (meppel.x > middle, STARTS[0], "east"),
            (charleroi.y > eindhoven.y, STARTS[2], "south"),
        ];
        expected
            .into_iter()
            .filter(|&(holds, ..)| !holds)
            .map(|(_, name, towards)| MapWarning::Place { name, towards })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_refused_with_all_its_faults() {
        let text = r#"
            name = "wrong"
            rows = ["S.?", "I.C"]
            square = [
              { col = 1, row = 0, color = "orange", closed_sides = ["west", "north"] },
              { col = 1, row = 1, open_sides = ["north"] },
              { col = 1, row = 1 },
              { col = 9, row = 9 },
            ]
        "#;
        let MapError::Faults(faults) = Map::from_toml(text).unwrap_err() else {
            panic!("it is readable");
        };
        let at = Cell::new;
        let islands = |color, found| MapFault::Islands { color, found };
        assert_eq!(
            faults,
            [
                MapFault::UnknownLetter {
                    cell: at(2, 0),
                    letter: '?'
                },
                MapFault::ToldTwice(at(1, 1)),
                MapFault::NoSquare(at(9, 9)),
                MapFault::FewStarts(1),
                MapFault::Nameless(at(0, 0)),
                MapFault::NoColor(at(0, 1)),
                MapFault::ColorElsewhere(at(1, 0)),
                MapFault::NotClosed {
                    cell: at(1, 0),
                    side: Side::West
                },
                islands(ChipColor::Purple, 0),
                islands(ChipColor::LightBlue, 0),
                islands(ChipColor::Orange, 0),
            ]
        );
    }

    #[test]
    fn a_map_unlike_the_printed_one_is_warned_of() {
        let text = r#"
            name = "odd"
            rows = ["S..S~", "C....", "IIIIII"]
            square = [
              { col = 0, row = 0, name = "Here" },
              { col = 3, row = 0, name = "There" },
              { col = 0, row = 2, color = "orange" },
              { col = 1, row = 2, color = "orange" },
              { col = 2, row = 2, color = "purple" },
              { col = 3, row = 2, color = "purple" },
              { col = 4, row = 2, color = "light_blue" },
              { col = 5, row = 2, color = "light_blue" },
            ]
        "#;
        let map = Map::from_toml(text).unwrap();
        let starts = vec!["Here".to_owned(), "There".to_owned()];
        assert_eq!(
            map.warnings(),
            [
                MapWarning::Starts(starts),
                MapWarning::Waves(1),
                MapWarning::NoOpenSide(Cell::new(0, 1)),
                MapWarning::FewChipSquares(2),
            ]
        );
    }
}
