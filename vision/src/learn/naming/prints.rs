//! What the faces of a box have on their sides, and which differ in less than that.

use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, Face, FaceId, SegmentKind, Terrain};
use carcassonne::geometry::{Rotation, Side};

/// Sides as labels: city, road, field.
pub(super) type Labels = [usize; 4];

/// A face as it may lie in a spread.
pub(super) struct Print {
    pub(super) id: FaceId,
    pub(super) copies: usize,
    /// Its sides N E S W at each of four turns.
    pub(super) sides: [Labels; 4],
    /// Turns after which it looks the same.
    pub(super) symmetry: usize,
    /// Coats of arms.
    pub(super) shields: u8,
    /// Other faces that have the same sides and differ by whether their cities are joined:
    /// where to look, as printed, and whether that is city here.
    pub(super) joined: Vec<([f32; 2], bool)>,
    /// The number of the face that differs by its coat of arms only.
    pub(super) twin: Option<usize>,
}

/// The faces of a catalogue that are ordinary tiles with known sides.
pub(super) fn prints(catalogue: &Catalogue) -> Vec<Print> {
    let faces: Vec<&Arc<Face>> = catalogue
        .faces()
        .filter(|face| !face.is_wild() && face.copies > 0)
        .collect();
    let print = |(number, face): (usize, &&Arc<Face>)| {
        let rivals: Vec<&&Arc<Face>> = faces
            .iter()
            .enumerate()
            .filter(|(other, rival)| *other != number && same_sides(face, rival))
            .map(|(_, rival)| rival)
            .collect();
        let splits = rivals.iter().any(|rival| cities(rival) != cities(face));
        let joined = if splits { spots(face) } else { Vec::new() };
        let twin = faces.iter().position(|rival| {
            same_sides(face, rival)
                && cities(rival) == cities(face)
                && (shields(rival) > 0) != (shields(face) > 0)
        });
        Print {
            id: face.id,
            copies: usize::from(face.copies),
            sides: Rotation::ALL.map(|turn| Side::ALL.map(|side| label(face.side(side, turn)))),
            symmetry: usize::from(face.symmetry()),
            shields: shields(face),
            joined,
            twin,
        }
    };
    faces.iter().enumerate().map(print).collect()
}

fn label(terrain: Terrain) -> usize {
    match terrain {
        Terrain::City => 0,
        Terrain::Road => 1,
        Terrain::Field | Terrain::Any => 2,
    }
}

/// Whether two faces show the same sides when one is turned.
fn same_sides(a: &Face, b: &Face) -> bool {
    Rotation::ALL.iter().any(|turn| {
        Side::ALL
            .iter()
            .all(|s| a.edges[s.index()] == b.side(*s, *turn))
    })
}

/// How many pieces of city a face has.
fn cities(face: &Face) -> usize {
    let is_city = |kind: &SegmentKind| matches!(kind, SegmentKind::City { .. });
    face.segments.iter().filter(|s| is_city(&s.kind)).count()
}

fn shields(face: &Face) -> u8 {
    let of = |kind: &SegmentKind| match kind {
        SegmentKind::City { shields } => *shields,
        _ => 0,
    };
    face.segments.iter().map(|s| of(&s.kind)).sum()
}

/// Where joined cities are city and separate ones are not: between two city sides.
fn spots(face: &Face) -> Vec<([f32; 2], bool)> {
    /// From the rim, share of the tile: farther in than a city of one side reaches.
    const IN: f32 = 0.3;
    let city = |side: usize| face.edges[side % 4] == Terrain::City;
    let piece = |side: usize| {
        let own = |segment: &carcassonne::catalogue::Segment| {
            segment
                .rim
                .iter()
                .any(|rim| rim.side() == Side::ALL[side % 4])
                && matches!(segment.kind, SegmentKind::City { .. })
        };
        face.segments.iter().position(own)
    };
    let corners = [
        [1.0 - IN, IN],
        [1.0 - IN, 1.0 - IN],
        [IN, 1.0 - IN],
        [IN, IN],
    ];
    let mut spots = Vec::new();
    for (side, corner) in corners.into_iter().enumerate() {
        if city(side) && city(side + 1) {
            spots.push((corner, piece(side) == piece(side + 1)));
        }
    }
    for side in 0..2 {
        if city(side) && city(side + 2) && spots.is_empty() {
            spots.push(([0.5, 0.5], piece(side) == piece(side + 2)));
        }
    }
    spots
}
