//! The map: what is printed on the squares under the tiles.
//!
//! Vocabulary beside [`crate::catalogue`]: a [`Map`] is learnt once from the copy on the table and
//! kept as a file; [`Ground`] is what its squares mean for the board under a table's rulings. A
//! map with mistakes is refused with *all* its faults at once ([`check`]); what is only unlike
//! the printed one is a [`MapWarning`]. It knows no tiles, chips or turns. Source: rules dossier
//! "Maps Benelux", sections 1 and 3.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Side};

mod check;
mod draft;

pub use check::{MapError, MapFault, MapWarning};
pub use draft::{Brush, MapDraft, SIZES};

/// What a square of the map is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SquareKind {
    /// Takes a tile.
    Land,
    /// A small town with a red edge, where a game may begin; else an ordinary town (ruling X12).
    Start,
    /// A town; takes a tile.
    Town,
    /// A large city; takes no tile.
    LargeCity,
    /// A wave; takes no tile.
    Wave,
    /// A place for a stack of tiles; takes none itself.
    Island,
    /// Nothing is printed there.
    None,
}

impl SquareKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Land,
        Self::Start,
        Self::Town,
        Self::LargeCity,
        Self::Wave,
        Self::Island,
        Self::None,
    ];

    /// Whether a tile may ever lie there.
    pub const fn takes_tile(self) -> bool {
        matches!(self, Self::Land | Self::Start | Self::Town)
    }

    /// Its letter in the rows of a file.
    pub const fn letter(self) -> char {
        match self {
            Self::Land => '.',
            Self::Start => 'S',
            Self::Town => 'T',
            Self::LargeCity => 'C',
            Self::Wave => '~',
            Self::Island => 'I',
            Self::None => ' ',
        }
    }
}

impl fmt::Display for SquareKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Land => "land square",
            Self::Start => "start square",
            Self::Town => "town",
            Self::LargeCity => "large city",
            Self::Wave => "wave",
            Self::Island => "island",
            Self::None => "blank",
        })
    }
}

/// The colour of a map chip and of the island whose tiles it buys.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ChipColor {
    Purple,
    #[serde(alias = "lightblue")]
    LightBlue,
    Orange,
}

impl ChipColor {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Purple, Self::LightBlue, Self::Orange];

    /// The one spelling used in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Purple => "purple",
            Self::LightBlue => "light_blue",
            Self::Orange => "orange",
        }
    }
}

impl fmt::Display for ChipColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A printed square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// What it is; never [`SquareKind::None`].
    pub kind: SquareKind,
    /// What is written on it.
    pub name: Option<String>,
    /// The colour of an island.
    pub color: Option<ChipColor>,
    /// Sides on which a large city is open.
    pub open_sides: BTreeSet<Side>,
    /// Sides of a square that takes a tile on which features end although a large city lies
    /// beyond (ruling X2).
    pub closed_sides: BTreeSet<Side>,
}

/// A map as printed. The cell of a square is its column and row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MapFile", into = "MapFile")]
pub struct Map {
    /// What it is called.
    pub name: String,
    /// Whether it is an invention of this program and not a printed map.
    pub sample: bool,
    squares: BTreeMap<Cell, Square>,
}

impl Map {
    /// The sample that comes with the program.
    pub fn sample() -> Arc<Self> {
        static SAMPLE: LazyLock<Arc<Map>> = LazyLock::new(|| {
            let map = Map::from_toml(include_str!("../../data/sample_map.toml"));
            Arc::new(map.expect("the sample map is checked by a test"))
        });
        Arc::clone(&SAMPLE)
    }

    /// Reads a map file.
    ///
    /// # Errors
    /// With every fault.
    pub fn from_toml(text: &str) -> Result<Self, MapError> {
        let file: MapFile =
            toml::from_str(text).map_err(|error| MapError::Unreadable(error.to_string()))?;
        Self::try_from(file)
    }

    /// The square printed there.
    pub fn square(&self, cell: Cell) -> Option<&Square> {
        self.squares.get(&cell)
    }

    /// What is there.
    pub fn kind(&self, cell: Cell) -> SquareKind {
        self.square(cell).map_or(SquareKind::None, |s| s.kind)
    }

    /// All printed squares by cell.
    pub fn squares(&self) -> impl Iterator<Item = (Cell, &Square)> {
        self.squares.iter().map(|(&cell, square)| (cell, square))
    }

    /// The squares of that kind.
    pub fn of_kind(&self, kind: SquareKind) -> impl Iterator<Item = (Cell, &Square)> {
        self.squares()
            .filter(move |(_, square)| square.kind == kind)
    }

    /// The start square of that name.
    pub fn start(&self, name: &str) -> Option<Cell> {
        // Read from files, both are made fit to be shown.
        let name = files::words::name(name);
        self.of_kind(SquareKind::Start)
            .find(|(_, square)| square.name.as_deref() == Some(name.as_str()))
            .map(|(cell, _)| cell)
    }

    /// The islands' squares and colours.
    pub fn islands(&self) -> impl Iterator<Item = (Cell, ChipColor)> {
        self.of_kind(SquareKind::Island)
            .filter_map(|(cell, square)| Some((cell, square.color?)))
    }

    /// Whether a chip may ever lie there, whatever lies beside it: on land that touches neither
    /// one of these start squares nor an open side of a large city (rules dossier "Maps
    /// Benelux", section 2, set-up).
    pub fn takes_chip(&self, cell: Cell, starts: &BTreeSet<Cell>) -> bool {
        self.kind(cell) == SquareKind::Land
            && Side::ALL.into_iter().all(|side| {
                let beyond = cell.neighbour(side);
                let city = self.square(beyond);
                let opens = city.is_some_and(|city| city.open_sides.contains(&side.opposite()));
                !opens && !starts.contains(&beyond)
            })
    }
}

/// What the squares mean for the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The map.
    pub map: Arc<Map>,
    /// The start squares that are used.
    pub starts: BTreeSet<Cell>,
    /// X2: whether features end at every side of a large city.
    pub cities_close: bool,
    /// X3: whether features end at waves and islands.
    pub waves_close: bool,
    /// X4: whether cells that take no tile count around a monastery.
    pub border_fills: bool,
}

impl Ground {
    /// What is printed there.
    pub fn kind(&self, cell: Cell) -> SquareKind {
        self.map.kind(cell)
    }

    /// Whether a feature that reaches that side of a tile ends there (section 1, and rulings X2
    /// and X3).
    pub fn is_closed(&self, cell: Cell, side: Side) -> bool {
        match self.kind(cell.neighbour(side)) {
            SquareKind::Land | SquareKind::Start | SquareKind::Town => false,
            SquareKind::None => true,
            SquareKind::Wave | SquareKind::Island => self.waves_close,
            SquareKind::LargeCity => {
                let square = self.map.square(cell);
                let listed = square.is_some_and(|square| square.closed_sides.contains(&side));
                self.cities_close || listed
            }
        }
    }

    /// Whether the empty cell counts as filled for a monastery beside it (ruling X4).
    pub fn fills(&self, cell: Cell) -> bool {
        self.border_fills && !self.kind(cell).takes_tile()
    }
}

/// A map as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Map")]
pub struct MapFile {
    name: String,
    #[serde(default)]
    sample: bool,
    rows: Vec<String>,
    #[serde(default)]
    square: Vec<Detail>,
}

/// What else is known of a square.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Square")]
struct Detail {
    col: i32,
    row: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<ChipColor>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    open_sides: BTreeSet<Side>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    closed_sides: BTreeSet<Side>,
}

impl TryFrom<MapFile> for Map {
    type Error = MapError;

    fn try_from(file: MapFile) -> Result<Self, MapError> {
        let mut faults = Vec::new();
        let mut squares = BTreeMap::new();
        for (row, letters) in (0..).zip(&file.rows) {
            for (col, letter) in (0..).zip(letters.chars()) {
                let cell = Cell::new(col, row);
                if !cell.is_near() {
                    return Err(MapError::Faults(vec![MapFault::TooLarge]));
                }
                let kind = SquareKind::ALL.into_iter().find(|k| k.letter() == letter);
                match kind {
                    None => faults.push(MapFault::UnknownLetter { cell, letter }),
                    Some(SquareKind::None) => {}
                    Some(kind) => drop(squares.insert(cell, Square::plain(kind))),
                }
            }
        }
        let mut told = BTreeSet::new();
        for detail in file.square {
            let cell = Cell::new(detail.col, detail.row);
            if !told.insert(cell) {
                faults.push(MapFault::ToldTwice(cell));
            }
            match squares.get_mut(&cell) {
                None => faults.push(MapFault::NoSquare(cell)),
                Some(square) => {
                    let name = detail.name.map(|name| files::words::name(&name));
                    square.name = name.filter(|name| !name.is_empty());
                    square.color = detail.color;
                    square.open_sides = detail.open_sides;
                    square.closed_sides = detail.closed_sides;
                }
            }
        }
        let map = Self {
            name: files::words::name(&file.name),
            sample: file.sample,
            squares,
        };
        faults.extend(check::faults(&map));
        if faults.is_empty() {
            Ok(map)
        } else {
            Err(MapError::Faults(faults))
        }
    }
}

impl Square {
    const fn plain(kind: SquareKind) -> Self {
        Self {
            kind,
            name: None,
            color: None,
            open_sides: BTreeSet::new(),
            closed_sides: BTreeSet::new(),
        }
    }
}

impl From<Map> for MapFile {
    fn from(map: Map) -> Self {
        let rows = map.squares.keys().map(|cell| cell.y).max();
        let row = |y: i32| {
            let cols = map.squares.keys().filter(|cell| cell.y == y);
            let last = cols.map(|cell| cell.x).max().unwrap_or(-1);
            let letters = (0..=last).map(|x| map.kind(Cell::new(x, y)).letter());
            letters.collect()
        };
        let told = map
            .squares()
            .filter(|(_, square)| **square != Square::plain(square.kind));
        let detail = |(cell, square): (Cell, &Square)| Detail {
            col: cell.x,
            row: cell.y,
            name: square.name.clone(),
            color: square.color,
            open_sides: square.open_sides.clone(),
            closed_sides: square.closed_sides.clone(),
        };
        Self {
            rows: (0..=rows.unwrap_or(-1)).map(row).collect(),
            square: told.map(detail).collect(),
            sample: map.sample,
            name: map.name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_map_is_as_the_rules_ask_and_survives_a_round_trip() {
        let map = Map::sample();
        assert!(map.sample);
        assert_eq!(map.warnings(), []);
        let text = toml::to_string(map.as_ref()).unwrap();
        assert_eq!(Map::from_toml(&text).unwrap(), *map, "{text}");
        let json = serde_json::to_string(map.as_ref()).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&json).unwrap(), *map);
    }

    #[test]
    fn the_names_of_squares_are_fit_to_be_shown() {
        let text = toml::to_string(Map::sample().as_ref()).unwrap();
        let strange = text.replace("\"Meppel\"", "\"\\u001b[2JMeppel\"");
        assert_ne!(strange, text);
        let map = Map::from_toml(&strange).unwrap();
        assert!(map.start("\u{1b}[2JMeppel").is_some());
        assert!(map.squares().all(|(_, square)| {
            let mut letters = square.name.iter().flat_map(|name| name.chars());
            letters.all(files::words::is_plain)
        }));
    }

    /// Section 1, and rulings X2, X3 and X4.
    #[test]
    fn features_end_at_the_border_and_at_waves_but_not_at_large_cities() {
        let map = Map::sample();
        let mut ground = Ground {
            starts: map.start("Meppel").into_iter().collect(),
            map,
            cities_close: false,
            waves_close: true,
            border_fills: true,
        };
        let corner = Cell::new(12, 0);
        assert!(ground.is_closed(corner, Side::North) && ground.is_closed(corner, Side::East));
        assert!(!ground.is_closed(corner, Side::South));
        assert!(ground.is_closed(Cell::new(5, 0), Side::West), "a wave");
        let west_of_amsterdam = Cell::new(6, 2);
        assert!(!ground.is_closed(west_of_amsterdam, Side::East));
        assert!(ground.is_closed(Cell::new(7, 1), Side::South), "as learnt");
        assert!(ground.fills(Cell::new(7, 2)) && !ground.fills(corner));
        (ground.cities_close, ground.waves_close) = (true, false);
        assert!(ground.is_closed(west_of_amsterdam, Side::East));
        assert!(!ground.is_closed(Cell::new(5, 0), Side::West));
    }
}
