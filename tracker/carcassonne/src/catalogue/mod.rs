//! The catalogue of tile faces, read from data files and checked as they are read.
//!
//! First station of the rules: a [`Face`] says what is printed on a tile, and everything else
//! (board, features, belief, drawing) asks it. It never knows where a tile lies or who owns
//! what. Faces of a set stand in one TOML file of `data/`; a file with mistakes is
//! refused with *all* its faults at once.
//!
//! ```
//! use carcassonne::catalogue::{Catalogue, Terrain, TileSet};
//! use carcassonne::geometry::{Rotation, Side};
//!
//! let base = Catalogue::of(&[TileSet::Base]);
//! let tiles: u32 = base.faces().map(|face| u32::from(face.copies)).sum();
//! assert_eq!(tiles, 72);
//!
//! // A straight road runs north and south as printed, east and west after a quarter turn.
//! let road = base.find("U").unwrap();
//! assert_eq!(road.side(Side::North, Rotation::R0), Terrain::Road);
//! assert_eq!(road.side(Side::North, Rotation::R90), Terrain::Field);
//! // Half a turn looks the same, so it is the same placement.
//! assert_eq!(road.canonical(Rotation::R180), Rotation::R0);
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Rim, Rotation, Side};

mod check;
pub mod draft;
mod load;
mod sets;
mod symmetry;
mod taught;

pub use check::{CatalogueError, Fault};
pub use draft::{Draft, Place};
pub use sets::{BACK, OTHER, SetPart, SetWarning};
pub use taught::Taught;

/// The name of a face: `A`…`X`, `MW3`, `M07`, `BK2`, `S-NW`. Eight bytes at most, letters and
/// digits with `-`, `.`, `+` between them: it becomes part of files' names and is shown on
/// terminals, so it can neither lead into another folder nor command a terminal.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema,
)]
#[serde(transparent)]
pub struct FaceId(ArrayString<8>);

/// A face name from a text; `None` if it is none.
pub fn face_id(text: &str) -> Option<FaceId> {
    let spelled = |letter: char| letter.is_alphanumeric() || "-.+".contains(letter);
    let sound = text.starts_with(char::is_alphanumeric) && text.chars().all(spelled);
    ArrayString::from(text).ok().filter(|_| sound).map(FaceId)
}

impl FaceId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl std::ops::Deref for FaceId {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl std::fmt::Display for FaceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self)
    }
}

impl<'de> Deserialize<'de> for FaceId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        face_id(&text).ok_or_else(|| {
            let start: String = text.chars().take(20).collect();
            serde::de::Error::custom(format!("{start:?} is no name of a face"))
        })
    }
}

/// What a side of a tile shows; neighbours must show the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// City on all three thirds.
    City,
    /// A road on the middle third, field beside it.
    Road,
    /// Field on all three thirds.
    Field,
    /// Nothing printed: the side of a face-down tile or a Tatan card. It matches everything
    /// and closes nothing (rules dossiers "mists coop", section 7, and "Tatan", section 3).
    Any,
}

impl Terrain {
    /// `C`, `R`, `F` or `*`, as in the data files.
    pub const fn letter(self) -> char {
        match self {
            Self::City => 'C',
            Self::Road => 'R',
            Self::Field => 'F',
            Self::Any => '*',
        }
    }

    /// Whether two touching sides may show these.
    pub fn fits(self, other: Self) -> bool {
        self == other || self == Self::Any || other == Self::Any
    }
}

/// Which box a face comes from.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// The base game.
    Base,
    /// The mini expansion of mage and witch.
    MageAndWitch,
    /// Mists over Carcassonne: start tile, land tiles, castles and cemeteries.
    Mists,
    /// The spell circles.
    Circles,
    /// The Tatan cards.
    Tatan,
    /// Tiles of boxes that are not on record.
    Other,
}

impl TileSet {
    /// All sets on record.
    pub const ALL: [Self; 5] = [
        Self::Base,
        Self::MageAndWitch,
        Self::Mists,
        Self::Circles,
        Self::Tatan,
    ];

    /// The one spelling used in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::MageAndWitch => "mage_and_witch",
            Self::Mists => "mists",
            Self::Circles => "circles",
            Self::Tatan => "tatan",
            Self::Other => "other",
        }
    }

    /// Whether the set's tiles may show mist.
    pub const fn has_mist(self) -> bool {
        matches!(self, Self::Mists | Self::Circles)
    }
}

/// One printed piece of a feature on a face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// What it is.
    pub kind: SegmentKind,
    /// The rim thirds it holds on the face as printed, ascending; empty for a place.
    pub rim: Vec<Rim>,
    /// Whether a part of it is free of mist, so that a meeple can stand on it (rules dossier
    /// "mists coop", ruling M7).
    pub clear: bool,
}

/// What a segment is, with what only that kind has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    /// A piece of road. Its ends that do not reach the rim are closed.
    Road,
    /// A piece of city.
    City {
        /// Coats of arms on it.
        shields: u8,
    },
    /// A piece of field.
    Field {
        /// Numbers of the city segments of this face that it borders, ascending.
        cities: Vec<usize>,
    },
    /// A monastery; one monastery, castle or cemetery per face at most.
    Monastery,
    /// A castle (rules dossier "mists coop", section 8).
    Castle,
    /// A cemetery (rules dossier "mists coop", section 7).
    Cemetery,
    /// A garden; only some copies of a face have one. Never listed in [`Face::segments`]: see
    /// [`Face::garden_segment`].
    Garden,
}

impl SegmentKind {
    /// Whether it is a place: a feature of this tile alone that touches no rim and is finished
    /// when tiles lie all around it.
    pub const fn is_place(&self) -> bool {
        matches!(
            self,
            Self::Monastery | Self::Castle | Self::Cemetery | Self::Garden
        )
    }
}

/// A connected area of mist on a face (rules dossier "mists coop", section 4).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistSegment {
    /// The sides of the face as printed that it covers, clockwise from the north. Mist that
    /// covers opposite sides lies across the middle of the tile.
    pub sides: Vec<Side>,
    /// Printed ghost symbols.
    pub ghosts: u8,
    /// Middles of its spell circles on the face as printed, in tile sides, -0.5…0.5 from the
    /// tile's middle, x east and y south.
    pub circles: Vec<[f32; 2]>,
}

/// What is printed on a tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Face {
    /// Its name.
    pub id: FaceId,
    /// The box it comes from.
    pub set: TileSet,
    /// Whether it is an invention of this program that stands in for a tile whose print is not
    /// on record.
    pub practice: bool,
    /// How many tiles in that box show it, the start tile included.
    pub copies: u8,
    /// How many of those copies also show a garden.
    pub garden_copies: u8,
    /// Terrain of N E S W as printed. Use [`Face::side`] for a turned tile.
    pub edges: [Terrain; 4],
    /// The segments in the order of the data file: place, cities, roads, fields. Records
    /// name a segment by its number in this list, so the order of a published face is fixed.
    pub segments: Vec<Segment>,
    /// Its mist, in the order of the data file. What lies under it is no field.
    pub mists: Vec<MistSegment>,
    /// Whether it shows the symbol of mage and witch.
    pub magic: bool,
    /// Where one copy lies when a game begins.
    pub start: Option<Cell>,
    /// Quarter turns after which the face looks the same: 1, 2 or 4.
    symmetry: u8,
}

impl Face {
    /// The terrain that the tile shows on `side` of the board when turned by `rotation`.
    pub fn side(&self, side: Side, rotation: Rotation) -> Terrain {
        self.edges[side.rotated(rotation.inverse()).index()]
    }

    /// Number of the segment that holds the board's rim position `rim` when the tile is turned
    /// by `rotation`.
    pub fn segment_at(&self, rim: Rim, rotation: Rotation) -> Option<usize> {
        let printed = rim.rotated(rotation.inverse());
        self.segments
            .iter()
            .position(|segment| segment.rim.contains(&printed))
    }

    /// The number a garden of this face has in records: one past the last listed segment.
    /// `None` if no copy of the face has a garden.
    pub fn garden_segment(&self) -> Option<usize> {
        (self.garden_copies > 0).then_some(self.segments.len())
    }

    /// What segment `number` is, the garden included. `None` if there is no such segment.
    pub fn kind(&self, number: usize) -> Option<&SegmentKind> {
        match self.segments.get(number) {
            Some(segment) => Some(&segment.kind),
            None if self.garden_segment() == Some(number) => Some(&SegmentKind::Garden),
            None => None,
        }
    }

    /// The number of the monastery, if the face has one.
    pub fn monastery(&self) -> Option<usize> {
        self.number_of(&SegmentKind::Monastery)
    }

    /// The number of the castle, if the face has one.
    pub fn castle(&self) -> Option<usize> {
        self.number_of(&SegmentKind::Castle)
    }

    /// The number of the cemetery, if the face has one.
    pub fn cemetery(&self) -> Option<usize> {
        self.number_of(&SegmentKind::Cemetery)
    }

    fn number_of(&self, kind: &SegmentKind) -> Option<usize> {
        self.segments
            .iter()
            .position(|segment| segment.kind == *kind)
    }

    /// The numbers of the segments that touch no rim: monastery, castle, cemetery, and the
    /// garden if a copy of the face has one.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let listed = self.segments.iter().enumerate();
        listed
            .filter(|(_, segment)| segment.kind.is_place())
            .map(|(number, _)| number)
            .chain(self.garden_segment())
    }

    /// Whether nothing is printed on it that others could join: a face-down tile or a Tatan
    /// card.
    pub fn is_wild(&self) -> bool {
        self.edges.contains(&Terrain::Any)
    }

    /// Whether it is an ordinary tile, printed with something, whether that is known or not.
    pub fn is_tile(&self) -> bool {
        !self.is_wild() || self.set == TileSet::Other
    }

    /// Whether it shows mist.
    pub fn shows_mist(&self) -> bool {
        !self.mists.is_empty()
    }

    /// Ghost symbols printed on it.
    pub fn ghosts(&self) -> u8 {
        self.mists.iter().map(|mist| mist.ghosts).sum()
    }

    /// How many spell circles it shows.
    pub fn circles(&self) -> usize {
        self.mists.iter().map(|mist| mist.circles.len()).sum()
    }

    /// The number in [`Face::mists`] of the mist that covers `side` of the board when the tile
    /// is turned by `rotation`.
    pub fn mist_on(&self, side: Side, rotation: Rotation) -> Option<usize> {
        let printed = side.rotated(rotation.inverse());
        self.mists
            .iter()
            .position(|mist| mist.sides.contains(&printed))
    }

    /// Quarter turns after which the face looks the same: 1, 2 or 4. No camera can tell such
    /// turns apart and no rule needs to.
    pub const fn symmetry(&self) -> u8 {
        self.symmetry
    }

    /// The smallest rotation that looks like `rotation`; belief and records use only this one,
    /// so that segment numbers of a symmetric tile are unambiguous.
    pub fn canonical(&self, rotation: Rotation) -> Rotation {
        Rotation::from_quarter_turns(i32::from(rotation.quarter_turns() % self.symmetry))
    }

    /// The rotations that look different, ascending.
    pub fn distinct_rotations(&self) -> impl Iterator<Item = Rotation> + use<> {
        (0..i32::from(self.symmetry)).map(Rotation::from_quarter_turns)
    }
}

/// All faces that a game can show.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    faces: Vec<Arc<Face>>,
    by_id: BTreeMap<FaceId, usize>,
}

impl Catalogue {
    /// Every face, in the order of the files.
    pub fn faces(&self) -> impl Iterator<Item = &Arc<Face>> {
        self.faces.iter()
    }

    /// The face of that name.
    pub fn face(&self, id: &FaceId) -> Option<&Arc<Face>> {
        self.by_id.get(id).map(|&index| &self.faces[index])
    }

    /// The face of that name, from a plain text.
    pub fn find(&self, id: &str) -> Option<&Arc<Face>> {
        face_id(id).and_then(|id| self.face(&id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_set_has_the_totals_of_the_box() {
        let catalogue = Catalogue::bundled();
        let sum =
            |count: &dyn Fn(&Face) -> u32| catalogue.faces().map(|face| count(face)).sum::<u32>();
        let copies = |face: &Face| u32::from(face.copies);
        assert_eq!(catalogue.faces().count(), 24);
        assert_eq!(sum(&copies), 72);
        assert_eq!(sum(&|face| u32::from(face.garden_copies)), 8);
        assert_eq!(
            sum(&|face| if face.monastery().is_some() {
                copies(face)
            } else {
                0
            }),
            6
        );
        let shields = |face: &Face| {
            face.segments
                .iter()
                .map(|segment| match segment.kind {
                    SegmentKind::City { shields } => u32::from(shields),
                    _ => 0,
                })
                .sum::<u32>()
                * copies(face)
        };
        assert_eq!(sum(&shields), 10);
    }

    #[test]
    fn symmetry_is_that_of_the_rules_dossier() {
        for face in Catalogue::bundled().faces() {
            let expected = match face.id.as_str() {
                "B" | "C" | "X" => 1,
                "F" | "G" | "H" | "U" => 2,
                _ => 4,
            };
            assert_eq!(face.symmetry(), expected, "{}", face.id);
        }
    }

    /// Worked example 12 of the rules dossier "base game".
    #[test]
    fn turning_moves_edges_and_rim_clockwise() {
        let catalogue = Catalogue::bundled();
        let face = catalogue.find("E").unwrap();
        assert_eq!(face.side(Side::East, Rotation::R90), Terrain::City);
        assert_eq!(face.side(Side::North, Rotation::R90), Terrain::Field);
        let field: Vec<String> = face.segments[1]
            .rim
            .iter()
            .map(|rim| rim.rotated(Rotation::R90).side())
            .map(|side| format!("{side:?}"))
            .collect();
        assert!(!field.contains(&"East".to_owned()));
        assert_eq!(
            face.segment_at(Rim::new(Side::North, 1), Rotation::R90),
            Some(1)
        );
    }
}
