//! What each figure of a photograph comes to: which piece, how it stands, and on what.
//!
//! The last stage of [`crate::reader::photo`]: the readings of a figure ([`SeenFigure`]) are joined with
//! what the tile below offers there ([`Ground`]). People lay farmers and stand everybody else, so
//! pose and feature are told together and never one after the other. Knows no points and no turn.

pub(crate) mod played;

use std::collections::BTreeMap;

use calibration::space::vec2;
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::feature::FeatureKind;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure};
use carcassonne::spots::TileGeometry as _;

use crate::lattice::{Lattice, middle_of};
use crate::pieces::ground::Ground;
use crate::pieces::silhouette;

/// A figure as it is told: everything that can be asked about it, and how sure that is.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFigure {
    /// The lattice cell of its tile.
    pub cell: Cell,
    /// Where its foot is in the picture, pixels.
    pub foot_px: [f32; 2],
    /// The likeliest reading.
    pub reading: Reading,
    /// Probability of that reading, 0 to 1.
    pub confidence: f32,
    /// The other readings with their probabilities, likeliest first.
    pub others: Vec<(Reading, f32)>,
    /// On which segments it may stand, likeliest first: the same probabilities, laid out by places.
    pub spots: Vec<Spot>,
}

/// A place where a figure may stand, and as what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The lattice cell of the tile.
    pub cell: Cell,
    /// The segment's number on the tile's face.
    pub segment: usize,
    /// The reading.
    pub reading: Reading,
    /// Probability, 0 to 1.
    pub probability: f32,
}

/// One reading of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading {
    /// Which piece.
    pub kind: FigureKind,
    /// Whose; `None` for pieces that belong to nobody.
    pub color: Option<Color>,
    /// Standing or lying.
    pub pose: Pose,
    /// What of its tile it stands on; `None` where the tile's face is not described.
    pub on: Option<FeatureKind>,
}

/// How much of the difference between two outlines' log-likelihoods counts. In one look at a real
/// table the true pose overlaps more by 0.1 on average, but it scatters by 0.08, so a unit of overlap
/// is worth half of what it is on average over a film's looks.
const ONE_LOOK: f32 = 0.5;
/// The overlap at which half of what looks like a piece is one, on real photographs, and by how much
/// more it is five times likelier than not to be.
const HALF_REAL: f32 = 0.60;
const REAL_STEP: f32 = 0.06;
/// Probability, at most, that all is right of what was read in one look.
const AT_MOST: f32 = 0.98;

/// Log odds that a piece is there at all, by how well its outline fits; of its best reading's
/// log-likelihood.
pub(crate) fn real_odds(log_likelihood: f32) -> f32 {
    let overlap = log_likelihood / silhouette::SHARPNESS;
    FIVE_TIMES * (overlap - HALF_REAL) / REAL_STEP
}

/// Least probability that it is a piece at all of what is named. Of 669 figures on 48 drawn tables none
/// was said with less.
const LEAST_REAL: f32 = 1.0 / 3.0;
/// Log odds beforehand that a piece lies: of 67 figures on five real tables 15 were farmers.
const LIES: f32 = -1.2;

/// Natural logarithm of 5.
const FIVE_TIMES: f32 = 1.609_438;

/// How far over the edge of its tile a foot may be read, tile sides: lattice and outline err by
/// some 2 mm each, and at the far rim of a table seen from low by more.
const OVER_EDGE: f32 = 0.12;

/// A foot is set down at least so far inside its tile, tile sides: half of its width; and how far
/// from that it is read.
const INSIDE: f32 = 0.1;
const SPREAD: f32 = 0.065;

/// Log-likelihood of a foot so near to its tile's edge, or beyond it.
fn at_the_edge(foot: [f32; 2]) -> f32 {
    let over = foot.map(|v| ((v.abs() + INSIDE - 0.5) / SPREAD).max(0.0));
    -0.5 * (over[0] * over[0] + over[1] * over[1])
}

/// No tile lies so far from a figure's, tile sides: a reading that explains nothing may have its foot
/// anywhere.
const FARTHEST: f32 = 1e6;

/// The tiles on which a foot may be, in the frame of `cell`: each with the foot in its own frame.
fn beneath(cell: Cell, [x, y]: [f32; 2]) -> impl Iterator<Item = (Cell, [f32; 2])> {
    let near = move |c: &(Cell, [f32; 2])| c.1.iter().all(|v| v.abs() <= 0.5 + OVER_EDGE);
    let across = |v: f32| {
        let middle = v.clamp(-FARTHEST, FARTHEST).round() as i32;
        middle - 1..=middle + 1
    };
    across(y)
        .flat_map(move |dy| across(x).map(move |dx| (dx, dy)))
        .map(move |(dx, dy)| {
            let there = Cell::new(cell.x + dx, cell.y + dy);
            (there, [x - dx as f32, y - dy as f32])
        })
        .filter(near)
}

/// Where the figure's foot is in the picture if that reading is right, pixels.
fn foot_px(figure: &SeenFigure, reading: &Reading, lattice: &Lattice) -> [f32; 2] {
    let is = |c: &&FigureCandidate| {
        (c.kind, c.color, c.pose) == (reading.kind, reading.color, reading.pose)
    };
    let foot = figure.candidates.iter().find(is).and_then(|c| c.foot);
    let Some([x, y]) = foot else {
        return figure.foot_px;
    };
    let cell = figure.cell;
    let off = lattice.offsets.get(&cell).copied().unwrap_or_default();
    let at = middle_of(cell) + vec2(f64::from(x), f64::from(y)) + off;
    lattice.image_from_lattice.apply(at).to_f32().to_array()
}

/// What figures come to on tiles whose `faces` are named.
pub fn named(
    figures: &[SeenFigure],
    lattice: &Lattice,
    faces: &BTreeMap<Cell, (FaceId, Rotation)>,
    catalogue: &Catalogue,
    ground: &Ground,
) -> Vec<NamedFigure> {
    let tiles = Tiles {
        faces,
        catalogue,
        ground,
    };
    let name = |figure: &SeenFigure| {
        let real = real(figure)?;
        let Weighed { odds, spots } = tiles.weigh(figure)?;
        let all: f32 = odds.values().sum();
        let mut ranked: Vec<((Reading, Cell), f32)> = odds.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let share = real / all.max(f32::MIN_POSITIVE);
        ranked.iter_mut().for_each(|(_, odds)| *odds *= share);
        let ((reading, cell), confidence) = *ranked.first()?;
        let spots = spots
            .into_iter()
            .map(|((cell, segment, reading), odds)| Spot {
                cell,
                segment,
                reading,
                probability: odds * share,
            });
        let mut spots: Vec<Spot> = spots.collect();
        spots.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Some(NamedFigure {
            cell,
            foot_px: foot_px(figure, &reading, lattice),
            reading,
            confidence,
            others: ranked
                .into_iter()
                .skip(1)
                .map(|((reading, _), odds)| (reading, odds))
                .collect(),
            spots,
        })
    };
    figures.iter().filter_map(name).collect()
}

/// The probability that a figure is there at all; `None` for what is not worth naming.
fn real(figure: &SeenFigure) -> Option<f32> {
    let most = figure.candidates.first()?.log_likelihood;
    // Ghosts and animals are found by what they change, not by an outline.
    let has_outline = figure.candidates.iter().any(|c| c.foot.is_some());
    let real = if has_outline {
        1.0 / (1.0 + (-real_odds(most)).exp())
    } else {
        1.0
    };
    (real >= LEAST_REAL).then_some(AT_MOST * real)
}

/// How likely each reading of a figure is against the others, and each place for it.
#[derive(Default)]
struct Weighed {
    odds: BTreeMap<(Reading, Cell), f32>,
    spots: BTreeMap<(Cell, usize, Reading), f32>,
}

impl Weighed {
    /// Adds that it may stand so on that tile, on this segment of it if its face is described.
    fn add(&mut self, reading: Reading, cell: Cell, segment: Option<usize>, log: f32) {
        *self.odds.entry((reading, cell)).or_default() += log.exp();
        if let Some(segment) = segment {
            *self.spots.entry((cell, segment, reading)).or_default() += log.exp();
        }
    }
}

/// The tiles that figures stand on.
struct Tiles<'a> {
    faces: &'a BTreeMap<Cell, (FaceId, Rotation)>,
    catalogue: &'a Catalogue,
    ground: &'a Ground,
}

impl Tiles<'_> {
    /// A figure's readings joined with what the tiles below offer; `None` of a figure without any.
    fn weigh(&self, figure: &SeenFigure) -> Option<Weighed> {
        let most = figure.candidates.first()?.log_likelihood;
        let mut weighed = Weighed::default();
        for candidate in &figure.candidates {
            let foot = candidate.foot.unwrap_or(figure.foot);
            let usual = match candidate.pose {
                Pose::Standing => 0.0,
                Pose::Lying => LIES,
            };
            let look = ONE_LOOK * (candidate.log_likelihood - most) + usual;
            for (cell, foot) in beneath(figure.cell, foot) {
                let Some((face, rotation)) = self.faces.get(&cell) else {
                    continue;
                };
                let look = look + at_the_edge(foot);
                let reading = |on| Reading {
                    kind: candidate.kind,
                    color: candidate.color,
                    pose: candidate.pose,
                    on,
                };
                let Some(face) = self.catalogue.face(face) else {
                    weighed.add(reading(None), cell, None, look);
                    continue;
                };
                let ground = self.ground;
                let places = ground.segment_log_likelihoods(face, *rotation, foot, candidate.pose);
                for (segment, place) in places {
                    let on = face.kind(segment).map(FeatureKind::of);
                    // Only abbots tend gardens.
                    if on == Some(FeatureKind::Garden) && candidate.kind != FigureKind::Abbot {
                        continue;
                    }
                    weighed.add(reading(on), cell, Some(segment), place + look);
                }
            }
        }
        Some(weighed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space;
    use carcassonne::catalogue::face_id;

    fn face(name: &str) -> FaceId {
        face_id(name).expect("a face")
    }

    /// A red meeple that either stands or lies, with its foot in each pose.
    fn figure(standing: (f32, [f32; 2]), lying: (f32, [f32; 2])) -> SeenFigure {
        let candidate = |pose, (overlap, foot): (f32, [f32; 2])| FigureCandidate {
            kind: FigureKind::Meeple,
            color: Some(Color::Red),
            pose,
            log_likelihood: overlap * silhouette::SHARPNESS,
            foot: Some(foot),
        };
        let mut candidates = vec![
            candidate(Pose::Standing, standing),
            candidate(Pose::Lying, lying),
        ];
        candidates.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
        SeenFigure {
            cell: Cell::new(0, 0),
            foot: candidates[0].foot.unwrap_or_default(),
            candidates,
            foot_px: [0.0; 2],
        }
    }

    /// What it comes to on a straight road from west to east.
    fn on_a_road(figure: SeenFigure) -> NamedFigure {
        let lattice = Lattice::from_tile(space::square(0.0, 100.0)).expect("a lattice");
        let road = (face("U"), Rotation::R90);
        let faces = BTreeMap::from([
            (Cell::new(0, 0), road),
            (Cell::new(0, -1), (face("B"), Rotation::R0)),
        ]);
        let catalogue = Catalogue::bundled();
        let all = named(&[figure], &lattice, &faces, &catalogue, &Ground::default());
        all.into_iter().next().expect("one figure")
    }

    #[test]
    fn what_leans_over_a_field_stands_on_the_road() {
        // Where the camera is low, a lying outline fits a standing piece nearly as well, but half a
        // tile behind its foot.
        let read = on_a_road(figure((0.84, [0.0, 0.0]), (0.82, [0.0, -0.35])));
        assert_eq!(read.reading.pose, Pose::Standing, "{read:?}");
        assert_eq!(read.reading.on, Some(FeatureKind::Road), "{read:?}");
        let read = on_a_road(figure((0.70, [0.0, 0.1]), (0.86, [0.0, -0.3])));
        assert_eq!(read.reading.pose, Pose::Lying, "{read:?}");
        assert_eq!(read.reading.on, Some(FeatureKind::Field), "{read:?}");
    }

    #[test]
    fn a_foot_a_hair_over_the_edge_may_be_the_neighbours() {
        // It would stand on a field up there, which nobody does.
        let read = on_a_road(figure((0.85, [0.0, -0.52]), (0.60, [0.0, -0.9])));
        assert!(read.others.len() > 1, "{read:?}");
        let read = on_a_road(figure((0.60, [0.0, 0.0]), (0.85, [0.0, -0.6])));
        assert_eq!(read.cell, Cell::new(0, -1), "{read:?}");
        assert_eq!(read.reading.on, Some(FeatureKind::Field), "{read:?}");
    }

    #[test]
    fn a_reading_whose_foot_is_nowhere_near_counts_for_nothing() {
        for far in [3e9, f32::INFINITY, f32::NAN] {
            let read = on_a_road(figure((0.85, [0.0, 0.0]), (0.60, [far, -0.3])));
            assert_eq!(read.reading.pose, Pose::Standing, "{far}: {read:?}");
        }
    }

    #[test]
    fn what_is_hardly_a_piece_is_not_named() {
        let lattice = Lattice::from_tile(space::square(0.0, 100.0)).expect("a lattice");
        let faces = BTreeMap::from([(Cell::new(0, 0), (face("U"), Rotation::R90))]);
        let (catalogue, ground) = (Catalogue::bundled(), Ground::default());
        let name = |overlap: f32| {
            let read = figure((overlap, [0.0, 0.0]), (0.3, [0.0, -0.3]));
            named(&[read], &lattice, &faces, &catalogue, &ground).len()
        };
        assert_eq!([0.45, 0.8].map(name), [0, 1]);
    }

    #[test]
    fn a_meeple_tends_no_garden() {
        let catalogue = Catalogue::bundled();
        let mut faces = catalogue.faces();
        let garden = faces.find(|face| face.garden_copies > 0);
        let garden = garden.expect("a garden");
        let ground = Ground::default();
        let number = garden.segments.len();
        let foot = ground.spot(garden, Rotation::R0, number);
        let lattice = Lattice::from_tile(space::square(0.0, 100.0)).expect("a lattice");
        let faces = BTreeMap::from([(Cell::new(0, 0), (garden.id, Rotation::R0))]);
        let mut read = figure((0.9, foot), (0.3, foot));
        let on = |read: &SeenFigure| {
            let one = std::slice::from_ref(read);
            named(one, &lattice, &faces, &catalogue, &ground)[0]
                .reading
                .on
        };
        assert_ne!(on(&read), Some(FeatureKind::Garden));
        for candidate in &mut read.candidates {
            candidate.kind = FigureKind::Abbot;
        }
        assert_eq!(on(&read), Some(FeatureKind::Garden));
    }

    #[test]
    fn a_poor_outline_is_a_doubt() {
        let sure = on_a_road(figure((0.85, [0.0, 0.0]), (0.60, [0.0, -0.3])));
        let poor = on_a_road(figure((0.58, [0.0, 0.0]), (0.40, [0.0, -0.3])));
        assert!(
            sure.confidence > 0.9 && poor.confidence < 0.5,
            "{sure:?} {poor:?}"
        );
    }
}
