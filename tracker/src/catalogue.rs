//! The catalogue of tile faces, read from data files and checked as they are read.
//!
//! First station of the rules: a [`Face`] says what is printed on a tile, and everything else
//! (board, features, belief, drawing) asks it. It never knows where a tile lies or who owns
//! what. Faces of a set stand in one TOML file of `tracker/data`; a file with mistakes is
//! refused with *all* its faults at once.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

use crate::geometry::{Rim, Rotation, Side};

mod load;

pub use load::{CatalogueError, Fault};

/// The name of a face: `A`…`X`, `MW3`, `M07`, `BK2`, `S-NW`. Eight bytes at most.
pub type FaceId = ArrayString<8>;

/// A face name from a text; `None` if it is empty or longer than eight bytes.
pub fn face_id(text: &str) -> Option<FaceId> {
    FaceId::from(text).ok().filter(|id| !id.is_empty())
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
}

impl Terrain {
    /// `C`, `R` or `F`, as in the data files.
    pub const fn letter(self) -> char {
        match self {
            Self::City => 'C',
            Self::Road => 'R',
            Self::Field => 'F',
        }
    }
}

/// Which box a face comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// The base game.
    Base,
}

/// One printed piece of a feature on a face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// What it is.
    pub kind: SegmentKind,
    /// The rim thirds it holds on the face as printed, ascending; empty for a monastery.
    pub rim: Vec<Rim>,
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
    /// A monastery; one per face at most.
    Monastery,
    /// A garden; only some copies of a face have one. Never listed in [`Face::segments`]: see
    /// [`Face::garden_segment`].
    Garden,
}

/// What is printed on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// Its name.
    pub id: FaceId,
    /// The box it comes from.
    pub set: TileSet,
    /// How many tiles in that box show it, the start tile included.
    pub copies: u8,
    /// How many of those copies also show a garden.
    pub garden_copies: u8,
    /// Terrain of N E S W as printed. Use [`Face::side`] for a turned tile.
    pub edges: [Terrain; 4],
    /// The segments in the order of the data file: monastery, cities, roads, fields. Records
    /// name a segment by its number in this list, so the order of a published face is fixed.
    pub segments: Vec<Segment>,
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
        self.segments
            .iter()
            .position(|segment| segment.kind == SegmentKind::Monastery)
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

    /// Whether the turned face is the same as the face: same edges, same segments, same borders.
    fn looks_the_same(&self, by: Rotation) -> bool {
        let turned = |rim: &[Rim]| {
            let mut rim: Vec<Rim> = rim.iter().map(|r| r.rotated(by)).collect();
            rim.sort();
            rim
        };
        let partner = |number: usize| {
            let segment = &self.segments[number];
            let rim = turned(&segment.rim);
            self.segments
                .iter()
                .position(|other| other.rim == rim && other.kind.same_sort(&segment.kind))
        };
        Side::ALL
            .iter()
            .all(|&side| self.side(side, by) == self.edges[side.index()])
            && (0..self.segments.len()).all(|number| {
                let Some(to) = partner(number) else {
                    return false;
                };
                match (&self.segments[number].kind, &self.segments[to].kind) {
                    (SegmentKind::Field { cities: a }, SegmentKind::Field { cities: b }) => {
                        let mut moved: Vec<_> =
                            a.iter().filter_map(|&city| partner(city)).collect();
                        moved.sort_unstable();
                        moved == *b
                    }
                    (a, b) => a == b,
                }
            })
    }
}

impl SegmentKind {
    fn same_sort(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// All faces that a game can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    faces: Vec<Arc<Face>>,
    by_id: BTreeMap<FaceId, usize>,
}

impl Catalogue {
    /// The faces that come with the program.
    pub fn bundled() -> Arc<Self> {
        static BUNDLED: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
            let catalogue = Catalogue::from_toml(&[include_str!("../data/base.toml")]);
            Arc::new(catalogue.expect("the bundled data files are checked by a test"))
        });
        Arc::clone(&BUNDLED)
    }

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
