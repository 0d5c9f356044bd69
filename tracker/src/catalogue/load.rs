//! Reading a catalogue file and finding everything that is wrong with it.
//!
//! Between the TOML text and [`Catalogue`]. It never repairs: a face is right or it is listed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{Catalogue, Face, FaceId, Segment, SegmentKind, Terrain, TileSet, face_id};
use crate::geometry::{Rim, Rotation, Side};

/// One thing that is wrong with a catalogue file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is no TOML, or a field is missing, misspelt or of the wrong type.
    #[error("not readable: {0}")]
    Unreadable(String),
    /// A face name is empty or longer than eight bytes.
    #[error("face `{0}`: a name has one to eight bytes")]
    BadName(String),
    /// Two faces share a name.
    #[error("face `{0}`: listed twice")]
    Twice(FaceId),
    /// The edges are not four of C, R, F.
    #[error("face `{face}`: edges are four of C, R, F, not `{edges}`")]
    BadEdges {
        /// Which face.
        face: FaceId,
        /// What the file says.
        edges: String,
    },
    /// There is no copy of the face, or more gardens than copies.
    #[error("face `{face}`: {copies} copies with {gardens} gardens make no sense")]
    BadCopies {
        /// Which face.
        face: FaceId,
        /// What the file says.
        copies: u8,
        /// What the file says.
        gardens: u8,
    },
    /// A rim position that does not exist.
    #[error("face `{face}`, segment {segment}: {what}")]
    BadRim {
        /// Which face.
        face: FaceId,
        /// Number of the segment.
        segment: usize,
        /// The position as the file spells it, and what is right.
        what: String,
    },
    /// A rim third is in no segment or in several.
    #[error("face `{face}`: {rim} is in {count} segments, it must be in exactly one")]
    RimCount {
        /// Which face.
        face: FaceId,
        /// The position.
        rim: Rim,
        /// In how many segments it is.
        count: usize,
    },
    /// A segment reaches a third whose side shows another terrain.
    #[error("face `{face}`, segment {segment}: a {kind} cannot hold {rim} of a side {letter}")]
    WrongTerrain {
        /// Which face.
        face: FaceId,
        /// Number of the segment.
        segment: usize,
        /// `road`, `city`, `field` or `monastery`.
        kind: &'static str,
        /// The position.
        rim: Rim,
        /// The side's letter.
        letter: char,
    },
    /// A road, city or field that holds no rim third.
    #[error("face `{face}`, segment {segment}: it reaches no side")]
    NoRim {
        /// Which face.
        face: FaceId,
        /// Number of the segment.
        segment: usize,
    },
    /// A field borders something that is no city segment of its face.
    #[error("face `{face}`, segment {segment}: segment {city} is no city")]
    NoSuchCity {
        /// Which face.
        face: FaceId,
        /// Number of the field segment.
        segment: usize,
        /// The number it names.
        city: usize,
    },
    /// More than one monastery.
    #[error("face `{0}`: more than one monastery")]
    Monasteries(FaceId),
}

/// A catalogue file that cannot be used, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tile catalogue has {} fault(s):\n{}", .faults.len(), list(.faults))]
pub struct CatalogueError {
    /// All faults, in the order of the file.
    pub faults: Vec<Fault>,
}

fn list(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(|fault| format!("  {fault}"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    set: TileSet,
    #[serde(default)]
    face: Vec<RawFace>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFace {
    id: String,
    copies: u8,
    #[serde(default)]
    garden_copies: u8,
    edges: String,
    segments: Vec<RawSegment>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum RawSegment {
    Monastery {},
    City {
        rim: String,
        #[serde(default)]
        shields: u8,
    },
    Road {
        rim: String,
    },
    Field {
        rim: String,
        #[serde(default)]
        cities: Vec<usize>,
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
        let mut faces: Vec<Arc<Face>> = Vec::new();
        let mut by_id = BTreeMap::new();
        for text in texts {
            let file: File = match toml::from_str(text) {
                Ok(file) => file,
                Err(error) => {
                    faults.push(Fault::Unreadable(error.to_string()));
                    continue;
                }
            };
            for raw in file.face {
                let Some(face) = read_face(file.set, raw, &mut faults) else {
                    continue;
                };
                if by_id.insert(face.id, faces.len()).is_some() {
                    faults.push(Fault::Twice(face.id));
                }
                faces.push(Arc::new(face));
            }
        }
        if faults.is_empty() {
            Ok(Self { faces, by_id })
        } else {
            Err(CatalogueError { faults })
        }
    }
}

/// The face, or `None` if it is too broken to look further; faults are added either way.
fn read_face(set: TileSet, raw: RawFace, faults: &mut Vec<Fault>) -> Option<Face> {
    let Some(id) = face_id(&raw.id) else {
        faults.push(Fault::BadName(raw.id));
        return None;
    };
    if raw.copies == 0 || raw.garden_copies > raw.copies {
        faults.push(Fault::BadCopies {
            face: id,
            copies: raw.copies,
            gardens: raw.garden_copies,
        });
    }
    let segments: Vec<Segment> = raw
        .segments
        .into_iter()
        .enumerate()
        .map(|(n, s)| read_segment(id, n, s, faults))
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
        copies: raw.copies,
        garden_copies: raw.garden_copies,
        edges,
        segments,
        symmetry: 4,
    };
    let before = faults.len();
    check(&face, faults);
    if faults.len() == before {
        face.symmetry = [(Rotation::R90, 1), (Rotation::R180, 2)]
            .into_iter()
            .find(|&(by, _)| face.looks_the_same(by))
            .map_or(4, |(_, symmetry)| symmetry);
    }
    Some(face)
}

fn read_edges(text: &str) -> Option<[Terrain; 4]> {
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
    let (kind, rim) = match raw {
        RawSegment::Monastery {} => (SegmentKind::Monastery, String::new()),
        RawSegment::City { rim, shields } => (SegmentKind::City { shields }, rim),
        RawSegment::Road { rim } => (SegmentKind::Road, rim),
        RawSegment::Field { rim, mut cities } => {
            cities.sort_unstable();
            (SegmentKind::Field { cities }, rim)
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

fn check(face: &Face, faults: &mut Vec<Fault>) {
    for rim in Rim::ALL {
        let count = face
            .segments
            .iter()
            .flat_map(|s| &s.rim)
            .filter(|&&held| held == rim)
            .count();
        if count != 1 {
            faults.push(Fault::RimCount {
                face: face.id,
                rim,
                count,
            });
        }
    }
    for (number, segment) in face.segments.iter().enumerate() {
        if segment.rim.is_empty() && segment.kind != SegmentKind::Monastery {
            faults.push(Fault::NoRim {
                face: face.id,
                segment: number,
            });
        }
        for &rim in &segment.rim {
            let side = face.edges[rim.side().index()];
            let (kind, fits) = match segment.kind {
                SegmentKind::City { .. } => ("city", side == Terrain::City),
                SegmentKind::Road => ("road", side == Terrain::Road && rim.third() == 1),
                SegmentKind::Field { .. } => (
                    "field",
                    side == Terrain::Field || side == Terrain::Road && rim.third() != 1,
                ),
                SegmentKind::Monastery | SegmentKind::Garden => ("monastery", false),
            };
            if !fits {
                let letter = side.letter();
                faults.push(Fault::WrongTerrain {
                    face: face.id,
                    segment: number,
                    kind,
                    rim,
                    letter,
                });
            }
        }
        if let SegmentKind::Field { cities } = &segment.kind {
            for &city in cities {
                if !matches!(
                    face.segments.get(city).map(|s| &s.kind),
                    Some(SegmentKind::City { .. })
                ) {
                    faults.push(Fault::NoSuchCity {
                        face: face.id,
                        segment: number,
                        city,
                    });
                }
            }
        }
    }
    if face
        .segments
        .iter()
        .filter(|s| s.kind == SegmentKind::Monastery)
        .count()
        > 1
    {
        faults.push(Fault::Monasteries(face.id));
    }
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
            "segment 3 is no city",
            "`XX` is no rim position",
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
