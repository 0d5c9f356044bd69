//! A map while a person is describing it square by square.
//!
//! Begins as land everywhere, so that only what is something else has to be said. The start squares
//! get the printed map's names by where they lie (rules dossier "Maps Benelux", section 3:
//! Meppel in the north, Eindhoven in the middle, Charleroi in the south).

use std::collections::BTreeMap;

use super::check::STARTS;
use super::{ChipColor, Map, MapError, Square, SquareKind};
use crate::geometry::{Cell, Side};

/// Columns and rows a printed map may have.
pub const SIZES: std::ops::RangeInclusive<i32> = 2..=40;

/// A map being described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapDraft {
    /// What it will be called.
    pub name: String,
    size: [i32; 2],
    squares: BTreeMap<Cell, Square>,
}

/// What a click makes of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    /// A square of that kind; not for islands, which have a colour.
    Kind(SquareKind),
    /// A square of the island of that colour.
    Island(ChipColor),
}

impl Brush {
    /// All of them, the commonest first.
    pub const ALL: [Self; 9] = [
        Self::Kind(SquareKind::Land),
        Self::Kind(SquareKind::None),
        Self::Kind(SquareKind::Start),
        Self::Kind(SquareKind::Town),
        Self::Kind(SquareKind::LargeCity),
        Self::Kind(SquareKind::Wave),
        Self::Island(ChipColor::Purple),
        Self::Island(ChipColor::LightBlue),
        Self::Island(ChipColor::Orange),
    ];
}

impl MapDraft {
    /// All land, with so many columns and rows.
    pub fn new(name: String, size: [i32; 2]) -> Self {
        let mut draft = Self {
            name,
            size: [0, 0],
            squares: BTreeMap::new(),
        };
        draft.resize(size);
        draft
    }

    /// Columns and rows.
    pub const fn size(&self) -> [i32; 2] {
        self.size
    }

    /// Changes the number of columns and rows; new squares are land, the others stay.
    pub fn resize(&mut self, size: [i32; 2]) {
        let size = size.map(|n| n.clamp(*SIZES.start(), *SIZES.end()));
        let old = std::mem::replace(&mut self.size, size);
        let inside = |cell: &Cell, [cols, rows]: [i32; 2]| cell.x < cols && cell.y < rows;
        self.squares.retain(|cell, _| inside(cell, size));
        for cell in self
            .cells()
            .filter(|cell| !inside(cell, old))
            .collect::<Vec<_>>()
        {
            self.squares.insert(cell, Square::plain(SquareKind::Land));
        }
        self.tidy();
    }

    /// All places, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let [cols, rows] = self.size;
        (0..rows).flat_map(move |y| (0..cols).map(move |x| Cell::new(x, y)))
    }

    /// What is printed there.
    pub fn square(&self, cell: Cell) -> Option<&Square> {
        self.squares.get(&cell)
    }

    /// What is there.
    pub fn kind(&self, cell: Cell) -> SquareKind {
        self.square(cell).map_or(SquareKind::None, |s| s.kind)
    }

    /// Makes a place what the brush says.
    pub fn paint(&mut self, cell: Cell, brush: Brush) {
        let [cols, rows] = self.size;
        if !(0..cols).contains(&cell.x) || !(0..rows).contains(&cell.y) {
            return;
        }
        let (kind, color) = match brush {
            Brush::Kind(kind) => (kind, None),
            Brush::Island(color) => (SquareKind::Island, Some(color)),
        };
        if kind == SquareKind::None {
            self.squares.remove(&cell);
        } else {
            let was = self.squares.remove(&cell);
            let sides = was.filter(|was| was.kind == kind);
            let square = Square {
                color,
                ..sides.unwrap_or_else(|| Square::plain(kind))
            };
            self.squares.insert(cell, square);
        }
        self.tidy();
    }

    /// Whether something can be said of that side: that a large city is open there, or that
    /// features of a tile end there although no other land does (ruling X2).
    pub fn has_side(&self, cell: Cell, side: Side) -> bool {
        match self.kind(cell) {
            SquareKind::LargeCity => true,
            kind => kind.takes_tile() && self.kind(cell.neighbour(side)) == SquareKind::LargeCity,
        }
    }

    /// Opens or closes that side, if something can be said of it.
    pub fn touch_side(&mut self, cell: Cell, side: Side) {
        if !self.has_side(cell, side) {
            return;
        }
        let Some(square) = self.squares.get_mut(&cell) else {
            return;
        };
        let sides = match square.kind {
            SquareKind::LargeCity => &mut square.open_sides,
            _ => &mut square.closed_sides,
        };
        if !sides.remove(&side) {
            sides.insert(side);
        }
    }

    /// Names the start squares from north to south, and forgets sides of which nothing can be
    /// said any more.
    fn tidy(&mut self) {
        let starts = self.squares.iter_mut();
        let starts = starts.filter(|(_, square)| square.kind == SquareKind::Start);
        let mut starts: Vec<_> = starts.collect();
        starts.sort_by_key(|(cell, _)| (cell.y, cell.x));
        for (n, (_, square)) in starts.into_iter().enumerate() {
            let name = STARTS.get(n).map(|name| (*name).to_owned());
            square.name = Some(name.unwrap_or_else(|| format!("Start {}", n + 1)));
        }
        let stale: Vec<(Cell, Side)> = self
            .squares
            .iter()
            .flat_map(|(cell, square)| square.closed_sides.iter().map(|side| (*cell, *side)))
            .filter(|(cell, side)| !self.has_side(*cell, *side))
            .collect();
        for (cell, side) in stale {
            if let Some(square) = self.squares.get_mut(&cell) {
                square.closed_sides.remove(&side);
            }
        }
    }

    /// The map, moved so that its first column and row are used.
    ///
    /// # Errors
    /// With every fault.
    pub fn map(&self) -> Result<Map, MapError> {
        let [x, y] = self.first();
        let moved = self.squares.iter().map(|(cell, square)| {
            let cell = Cell::new(cell.x - x, cell.y - y);
            (cell, square.clone())
        });
        Map::of(self.name.trim().to_owned(), moved.collect())
    }

    /// The first column and the first row in which something is printed.
    pub fn first(&self) -> [i32; 2] {
        let least = |axis: fn(&Cell) -> i32| self.squares.keys().map(axis).min().unwrap_or(0);
        [least(|cell| cell.x), least(|cell| cell.y)]
    }
}

impl Map {
    /// A map of these squares; their cells are columns and rows from 0.
    ///
    /// # Errors
    /// With every fault.
    pub fn of(name: String, squares: BTreeMap<Cell, Square>) -> Result<Self, MapError> {
        let map = Self {
            name,
            sample: false,
            squares,
        };
        let faults = super::check::faults(&map);
        if faults.is_empty() {
            Ok(map)
        } else {
            Err(MapError::Faults(faults))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::MapFault;

    /// Draws the sample map anew by clicks; answers how many it took.
    fn drawn(sample: &Map) -> (MapDraft, usize) {
        let last = |axis: fn(Cell) -> i32| sample.squares().map(|(c, _)| axis(c)).max().unwrap();
        let size = [last(|c| c.x) + 1, last(|c| c.y) + 1];
        let mut draft = MapDraft::new(sample.name.clone(), size);
        let mut clicks = 0;
        for cell in draft.cells() {
            let brush = match sample.square(cell) {
                Some(Square {
                    color: Some(color), ..
                }) => Brush::Island(*color),
                _ => Brush::Kind(sample.kind(cell)),
            };
            if brush != Brush::Kind(SquareKind::Land) {
                draft.paint(cell, brush);
                clicks += 1;
            }
        }
        for (cell, square) in sample.squares() {
            for side in square.open_sides.iter().chain(&square.closed_sides) {
                draft.touch_side(cell, *side);
                clicks += 1;
            }
        }
        (draft, clicks)
    }

    #[test]
    fn the_practice_map_is_described_by_clicks_on_what_is_not_land() {
        let sample = Map::sample();
        let (draft, clicks) = drawn(&sample);
        let map = draft.map().unwrap();
        assert_eq!(map.warnings(), []);
        for (cell, square) in sample.squares() {
            let read = map.square(cell).unwrap();
            let but_name = |square: &Square| Square {
                name: None,
                ..square.clone()
            };
            assert_eq!(but_name(read), but_name(square), "{cell}");
            if square.kind == SquareKind::Start {
                assert_eq!(read.name, square.name);
            }
        }
        assert_eq!(map.squares().count(), sample.squares().count());
        assert!(clicks <= 64, "{clicks} clicks");
    }

    #[test]
    fn what_is_missing_is_said_and_nothing_stale_stays() {
        let mut draft = MapDraft::new("mine".to_owned(), [5, 4]);
        let Err(MapError::Faults(faults)) = draft.map() else {
            panic!("no start square");
        };
        assert!(faults.contains(&MapFault::FewStarts(0)));
        let city = Cell::new(2, 2);
        draft.paint(city, Brush::Kind(SquareKind::LargeCity));
        let beside = Cell::new(1, 2);
        draft.touch_side(beside, Side::East);
        draft.touch_side(beside, Side::West);
        assert_eq!(
            draft.square(beside).unwrap().closed_sides,
            [Side::East].into()
        );
        draft.paint(city, Brush::Kind(SquareKind::Land));
        assert!(draft.square(beside).unwrap().closed_sides.is_empty());
        draft.paint(Cell::new(9, 9), Brush::Kind(SquareKind::Wave));
        draft.resize([3, 9]);
        assert_eq!(draft.cells().count(), 27);
        assert_eq!(draft.kind(Cell::new(0, 8)), SquareKind::Land);
        assert_eq!(draft.kind(Cell::new(4, 0)), SquareKind::None);
    }

    #[test]
    fn an_unused_rim_is_no_part_of_the_map() {
        let sample = Map::sample();
        let (inner, _) = drawn(&sample);
        let mut draft = MapDraft::new(inner.name.clone(), inner.size().map(|n| n + 1));
        for cell in draft.cells() {
            let from = Cell::new(cell.x - 1, cell.y - 1);
            let brush = match inner.square(from) {
                Some(Square {
                    color: Some(color), ..
                }) => Brush::Island(*color),
                _ => Brush::Kind(inner.kind(from)),
            };
            draft.paint(cell, brush);
        }
        assert_eq!(draft.first(), [1, 1]);
        let map = draft.map().unwrap();
        assert!(sample.squares().all(|(cell, s)| map.kind(cell) == s.kind));
    }
}
