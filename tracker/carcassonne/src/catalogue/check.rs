//! Whether a face makes sense: everything that is wrong with a catalogue file.
//!
//! The rules of rules dossiers "base game", section 1.2, and "tiles", section 2.

use files::limits::PRINTED_ON_A_TILE;

use super::{Face, FaceId, Segment, SegmentKind, Terrain, TileSet};
use crate::geometry::{Rim, Rotation, Side};

/// One thing that is wrong with a catalogue file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is no TOML, or a field is missing, misspelt or of the wrong type.
    #[error("not readable: {0}")]
    Unreadable(String),
    /// A text that is no name of a face.
    #[error(
        "face {0:?}: a name has one to eight bytes: letters and digits, with - . + between them"
    )]
    BadName(String),
    /// Two faces share a name.
    #[error("face `{0}`: listed twice")]
    Twice(FaceId),
    /// The edges are neither four of C, R, F nor all wild.
    #[error("face `{face}`: edges are four of C, R, F, or ****, not `{edges}`")]
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
    /// More of something than fits on a tile, or a start that no board reaches.
    #[error("face `{face}`: {what} {count} make no sense")]
    TooMuch {
        /// Which face.
        face: FaceId,
        /// Of what.
        what: &'static str,
        /// What the file says.
        count: usize,
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
    /// A rim third is in several segments, or in none although no mist covers it.
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
        /// `road`, `city`, `field` or `place`.
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
    #[error("face `{face}`, segment {segment}: segment {city} is not a city")]
    NoSuchCity {
        /// Which face.
        face: FaceId,
        /// Number of the field segment.
        segment: usize,
        /// The number it names.
        city: usize,
    },
    /// More than one monastery, castle or cemetery.
    #[error("face `{0}`: more than one monastery, castle or cemetery")]
    Places(FaceId),
    /// Mist on a side that does not exist.
    #[error("face `{face}`, mist {mist}: `{side}` is not a side; they are N E S W")]
    BadMistSide {
        /// Which face.
        face: FaceId,
        /// Number of the mist segment.
        mist: usize,
        /// What the file says.
        side: String,
    },
    /// Mist that covers no side.
    #[error("face `{face}`, mist {mist}: it reaches no side")]
    MistNowhere {
        /// Which face.
        face: FaceId,
        /// Number of the mist segment.
        mist: usize,
    },
    /// Mist over a city side.
    #[error("face `{face}`: mist on the {side:?} side, which is city")]
    MistOnCity {
        /// Which face.
        face: FaceId,
        /// The side.
        side: Side,
    },
    /// A side that is covered more than once.
    #[error("face `{face}`: mist covers the {side:?} side more than once")]
    MistTwice {
        /// Which face.
        face: FaceId,
        /// The side.
        side: Side,
    },
    /// A spell circle beyond the tile.
    #[error("face `{face}`, mist {mist}: a circle at {at} is not on the tile")]
    CircleOff {
        /// Which face.
        face: FaceId,
        /// Number of the mist segment.
        mist: usize,
        /// Its middle in tile sides, as the file spells it.
        at: String,
    },
    /// Mist in a set that has none.
    #[error("face `{face}`: the set {} has no mist", .set.name())]
    MistInSet {
        /// Which face.
        face: FaceId,
        /// Its set.
        set: TileSet,
    },
    /// Something printed on a face whose sides are wild.
    #[error("face `{0}`: nothing is printed on a tile with wild sides")]
    PrintedWild(FaceId),
    /// A card of the Tatan set whose sides are not wild.
    #[error("face `{0}`: a Tatan card joins anything, its sides are wild")]
    PrintedCard(FaceId),
}

/// A catalogue file that cannot be used, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tile catalogue has {} fault(s):\n{}", .faults.len(), list(.faults))]
pub struct CatalogueError {
    /// All faults, in the order of the file.
    pub faults: Vec<Fault>,
}

impl CatalogueError {
    pub(super) fn unreadable(error: impl std::fmt::Display) -> Self {
        Self {
            faults: vec![Fault::Unreadable(error.to_string())],
        }
    }
}

fn list(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(|fault| format!("  {fault}"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Adds everything that is wrong with the face.
pub(super) fn check(face: &Face, faults: &mut Vec<Fault>) {
    let none = face.copies == 0 && !face.is_wild();
    if none || face.garden_copies > face.copies {
        faults.push(Fault::BadCopies {
            face: face.id,
            copies: face.copies,
            gardens: face.garden_copies,
        });
    }
    check_amounts(face, faults);
    if face.is_wild() {
        if !face.segments.is_empty() || face.shows_mist() || face.garden_copies > 0 {
            faults.push(Fault::PrintedWild(face.id));
        }
        return;
    }
    if face.set == TileSet::Tatan {
        faults.push(Fault::PrintedCard(face.id));
    }
    check_rim(face, faults);
    for (number, segment) in face.segments.iter().enumerate() {
        check_segment(face, number, segment, faults);
    }
    let places = face.segments.iter().filter(|s| s.kind.is_place());
    if places.count() > 1 {
        faults.push(Fault::Places(face.id));
    }
    check_mist(face, faults);
}

/// What is counted is counted in small numbers.
fn check_amounts(face: &Face, faults: &mut Vec<Fault>) {
    let mut check = |what, count: usize, most: usize| {
        if count > most {
            let face = face.id;
            faults.push(Fault::TooMuch { face, what, count });
        }
    };
    for mist in &face.mists {
        check("ghosts", mist.ghosts.into(), PRINTED_ON_A_TILE);
        check("circles", mist.circles.len(), PRINTED_ON_A_TILE);
    }
    for segment in &face.segments {
        if let SegmentKind::City { shields } = segment.kind {
            check("shields", shields.into(), PRINTED_ON_A_TILE);
        }
    }
    // Whatever is listed reaches a side or is a place, of which the rest of the checks speak.
    check("segments", face.segments.len(), Rim::ALL.len() + 1);
    if let Some(start) = face.start.filter(|start| !start.is_near()) {
        let far = start.x.unsigned_abs().max(start.y.unsigned_abs());
        check("start cells away", far as usize, 0);
    }
}

/// Every third in exactly one segment; under mist, all but a road may be in none.
fn check_rim(face: &Face, faults: &mut Vec<Fault>) {
    for rim in Rim::ALL {
        let held = face.segments.iter().flat_map(|segment| &segment.rim);
        let count = held.filter(|&&held| held == rim).count();
        let hidden = face.mist_on(rim.side(), Rotation::R0).is_some();
        let free = match face.edges[rim.side().index()] {
            Terrain::Field => hidden,
            Terrain::Road => hidden && rim.third() != 1,
            Terrain::City | Terrain::Any => false,
        };
        if count > 1 || count == 0 && !free {
            faults.push(Fault::RimCount {
                face: face.id,
                rim,
                count,
            });
        }
    }
}

fn check_segment(face: &Face, number: usize, segment: &Segment, faults: &mut Vec<Fault>) {
    if segment.rim.is_empty() && !segment.kind.is_place() {
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
            SegmentKind::Monastery
            | SegmentKind::Castle
            | SegmentKind::Cemetery
            | SegmentKind::Garden => ("place", false),
        };
        if !fits {
            faults.push(Fault::WrongTerrain {
                face: face.id,
                segment: number,
                kind,
                rim,
                letter: side.letter(),
            });
        }
    }
    let SegmentKind::Field { cities } = &segment.kind else {
        return;
    };
    let is_city = |city: usize| matches!(face.kind(city), Some(SegmentKind::City { .. }));
    for &city in cities.iter().filter(|&&city| !is_city(city)) {
        faults.push(Fault::NoSuchCity {
            face: face.id,
            segment: number,
            city,
        });
    }
}

/// Mist on field and road only, each side once, circles on the tile (rules dossiers "mists
/// coop", section 4, and "tiles", section 2).
fn check_mist(face: &Face, faults: &mut Vec<Fault>) {
    if face.shows_mist() && !face.set.has_mist() {
        faults.push(Fault::MistInSet {
            face: face.id,
            set: face.set,
        });
    }
    for side in Side::ALL {
        let covering = face.mists.iter().flat_map(|mist| &mist.sides);
        let times = covering.filter(|&&covered| covered == side).count();
        if times > 0 && face.edges[side.index()] == Terrain::City {
            faults.push(Fault::MistOnCity {
                face: face.id,
                side,
            });
        }
        if times > 1 {
            faults.push(Fault::MistTwice {
                face: face.id,
                side,
            });
        }
    }
    for (number, mist) in face.mists.iter().enumerate() {
        if mist.sides.is_empty() {
            faults.push(Fault::MistNowhere {
                face: face.id,
                mist: number,
            });
        }
        let on_tile = |at: &[f32; 2]| at.iter().all(|v| (-0.5..=0.5).contains(v));
        for at in mist.circles.iter().filter(|at| !on_tile(at)) {
            faults.push(Fault::CircleOff {
                face: face.id,
                mist: number,
                at: format!("{at:?}"),
            });
        }
    }
}
