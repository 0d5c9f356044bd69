//! Reading catalogue files.
//!
//! Between the TOML text and [`Catalogue`]: here stands what a file may say, [`super::check`]
//! says whether it makes sense. It never repairs: a face is right or it is listed.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::{CatalogueError, Fault, check};
use super::symmetry::symmetry;
use super::{
    Catalogue, Face, FaceId, MistSegment, Segment, SegmentKind, Terrain, TileSet, face_id,
};
use crate::geometry::{Cell, Rim, Side};

/// The faces of a set as they stand in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TileBox")]
pub(super) struct File {
    pub(super) set: TileSet,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) practice: bool,
    #[serde(default)]
    pub(super) face: Vec<RawFace>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TileFace")]
pub(super) struct RawFace {
    pub(super) id: String,
    pub(super) copies: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) garden_copies: u8,
    pub(super) edges: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) magic: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<[i32; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) segments: Vec<RawSegment>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) mist: Vec<RawMist>,
}

impl RawFace {
    /// Whether the same is printed, however many copies were counted.
    pub(super) fn same_print(&self, other: &Self) -> bool {
        let garden = self.garden_copies > 0;
        let uncounted = Self {
            copies: other.copies,
            garden_copies: other.garden_copies,
            ..self.clone()
        };
        uncounted == *other && garden == (other.garden_copies > 0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TileMist")]
pub(super) struct RawMist {
    pub(super) sides: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) ghosts: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) circles: Vec<[f32; 2]>,
}

const fn yes() -> bool {
    true
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_yes(value: &bool) -> bool {
    *value
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "TileSegment")]
pub(super) enum RawSegment {
    Monastery {},
    Castle {},
    Cemetery {},
    City {
        rim: String,
        #[serde(default, skip_serializing_if = "is_default")]
        shields: u8,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        clear: bool,
    },
    Road {
        rim: String,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        clear: bool,
    },
    Field {
        rim: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cities: Vec<usize>,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        clear: bool,
    },
}

impl Catalogue {
    /// Reads one or more catalogue files.
    ///
    /// # Errors
    /// If a text is no TOML of that shape or any face is inconsistent; the error lists every
    /// fault of every file.
    pub fn from_toml(texts: &[&str]) -> Result<Self, CatalogueError> {
        let mut faults = Vec::new();
        let mut files = Vec::new();
        for text in texts {
            match toml::from_str::<File>(text) {
                Ok(file) => files.push(file),
                Err(error) => faults.push(Fault::Unreadable(error.to_string())),
            }
        }
        Self::checked(files, faults)
    }

    /// Checks files that were read.
    pub(super) fn from_files(files: Vec<File>) -> Result<Self, CatalogueError> {
        Self::checked(files, Vec::new())
    }

    fn checked(files: Vec<File>, mut faults: Vec<Fault>) -> Result<Self, CatalogueError> {
        let mut faces: Vec<Arc<Face>> = Vec::new();
        let mut names = BTreeSet::new();
        for file in files {
            for raw in file.face {
                let Some(face) = read_face(file.set, file.practice, raw, &mut faults) else {
                    continue;
                };
                if !names.insert(face.id) {
                    faults.push(Fault::Twice(face.id));
                }
                faces.push(Arc::new(face));
            }
        }
        if faults.is_empty() {
            Ok(Self::new(faces))
        } else {
            Err(CatalogueError { faults })
        }
    }

    /// The catalogue of those faces, whose names differ.
    pub(super) fn new(faces: impl IntoIterator<Item = Arc<Face>>) -> Self {
        let faces: Vec<Arc<Face>> = faces.into_iter().collect();
        let numbered = faces.iter().enumerate();
        let by_id = numbered.map(|(number, face)| (face.id, number)).collect();
        Self { faces, by_id }
    }
}

/// The face, or `None` if it is too broken to look further; faults are added either way.
pub(super) fn read_face(
    set: TileSet,
    practice: bool,
    raw: RawFace,
    faults: &mut Vec<Fault>,
) -> Option<Face> {
    let Some(id) = face_id(&raw.id) else {
        faults.push(Fault::BadName(raw.id));
        return None;
    };
    let before = faults.len();
    let segments = raw.segments.into_iter().enumerate();
    let segments = segments
        .map(|(number, raw)| read_segment(id, number, raw, faults))
        .collect();
    let mists = raw.mist.into_iter().enumerate();
    let mists = mists
        .map(|(number, raw)| read_mist(id, number, raw, faults))
        .collect();
    let Some(edges) = read_edges(&raw.edges) else {
        faults.push(Fault::BadEdges {
            face: id,
            edges: raw.edges,
        });
        return None;
    };
    let mut face = Face {
        id,
        set,
        practice,
        copies: raw.copies,
        garden_copies: raw.garden_copies,
        edges,
        segments,
        mists,
        magic: raw.magic,
        start: raw.start.map(|[x, y]| Cell::new(x, y)),
        symmetry: 4,
    };
    check(&face, faults);
    if faults.len() == before {
        face.symmetry = symmetry(&face);
    }
    Some(face)
}

fn read_edges(text: &str) -> Option<[Terrain; 4]> {
    if text == "****" {
        return Some([Terrain::Any; 4]);
    }
    let letters: Option<Vec<Terrain>> = text
        .chars()
        .map(|letter| match letter {
            'C' => Some(Terrain::City),
            'R' => Some(Terrain::Road),
            'F' => Some(Terrain::Field),
            _ => None,
        })
        .collect();
    letters?.try_into().ok()
}

fn read_segment(face: FaceId, number: usize, raw: RawSegment, faults: &mut Vec<Fault>) -> Segment {
    let (kind, rim, clear) = match raw {
        RawSegment::Monastery {} => (SegmentKind::Monastery, String::new(), true),
        RawSegment::Castle {} => (SegmentKind::Castle, String::new(), true),
        RawSegment::Cemetery {} => (SegmentKind::Cemetery, String::new(), true),
        RawSegment::City {
            rim,
            shields,
            clear,
        } => (SegmentKind::City { shields }, rim, clear),
        RawSegment::Road { rim, clear } => (SegmentKind::Road, rim, clear),
        RawSegment::Field {
            rim,
            mut cities,
            clear,
        } => {
            cities.sort_unstable();
            (SegmentKind::Field { cities }, rim, clear)
        }
    };
    let mut positions = Vec::new();
    for word in rim.split_whitespace() {
        match read_rim(word) {
            Ok(read) => positions.extend(read),
            Err(what) => faults.push(Fault::BadRim {
                face,
                segment: number,
                what,
            }),
        }
    }
    positions.sort();
    Segment {
        kind,
        rim: positions,
        clear,
    }
}

/// The mist segment; its sides are words `N E S W`.
fn read_mist(face: FaceId, number: usize, raw: RawMist, faults: &mut Vec<Fault>) -> MistSegment {
    let mut sides = Vec::new();
    for word in raw.sides.split_whitespace() {
        match word {
            "N" => sides.push(Side::North),
            "E" => sides.push(Side::East),
            "S" => sides.push(Side::South),
            "W" => sides.push(Side::West),
            _ => faults.push(Fault::BadMistSide {
                face,
                mist: number,
                side: word.to_owned(),
            }),
        }
    }
    sides.sort();
    MistSegment {
        sides,
        ghosts: raw.ghosts,
        circles: raw.circles,
    }
}

/// `NL`, or `N*` for all three thirds of a side.
fn read_rim(word: &str) -> Result<Vec<Rim>, String> {
    let side = match word {
        "N*" => Side::North,
        "E*" => Side::East,
        "S*" => Side::South,
        "W*" => Side::West,
        _ => {
            return word
                .parse()
                .map(|rim| vec![rim])
                .map_err(|error| format!("{error}, or N* E* S* W*"));
        }
    };
    Ok((0..3).map(|third| Rim::new(side, third)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked example 2 of the rules dossier "tiles", and that every fault is listed.
    #[test]
    fn all_faults_are_listed_at_once() {
        let text = r#"
            set = "base"
            [[face]]
            id = "Z1"
            copies = 0
            edges = "CFFF"
            segments = [
              { kind = "city", rim = "N*" },
              { kind = "field", rim = "NL E* S* WL WM", cities = [3] },
              { kind = "road", rim = "XX" },
            ]
            [[face]]
            id = "toolonganame"
            copies = 1
            edges = "FFFF"
            segments = []
        "#;
        let faults = Catalogue::from_toml(&[text]).unwrap_err().faults;
        let has = |wanted: &str| {
            faults
                .iter()
                .any(|fault| fault.to_string().contains(wanted))
        };
        for wanted in [
            "0 copies",
            "NL is in 2 segments",
            "WR is in 0 segments",
            "a field cannot hold NL of a side C",
            "segment 3 is not a city",
            "`XX` is not a rim position",
            "toolonganame",
        ] {
            assert!(has(wanted), "{wanted} not in {faults:#?}");
        }
    }

    #[test]
    fn broken_toml_is_a_fault_not_a_panic() {
        assert!(matches!(
            Catalogue::from_toml(&["set = "]).unwrap_err().faults[..],
            [Fault::Unreadable(_)]
        ));
    }
}
