//! The end of a real table, worked out by the rules from the labels of its photograph.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calibration::Homography;
use calibration::space::{self, FacePoint, ImagePoint};
use carcassonne::catalogue::{Face, FaceId, face_id};
use carcassonne::consistency::Verdict;
use carcassonne::feature::FeatureKind;
use carcassonne::geometry::{Cell, Rim, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use shapes::layout::{Layout, unturned};
use tracker::at_end::{Look, Piece, Spot, TakenOver, take_over};
use tracker::board::features::SegmentRef;
use tracker::board::{Board, Laid};
use tracker::setup::Setup;

use super::photo::{LabelMeeple, LabelTile, Labels};

const SIDES: [(char, Side); 4] = [
    ('N', Side::North),
    ('E', Side::East),
    ('S', Side::South),
    ('W', Side::West),
];

/// The cell of a label: columns go east, rows south.
pub fn cell(row: i32, col: i32) -> Cell {
    Cell::new(col, row)
}

/// Labels, and by how many quarter turns a board is turned against them.
#[derive(Clone, Copy)]
pub struct Labelled<'a> {
    /// The labels.
    pub labels: &'a Labels,
    /// Quarter turns clockwise.
    pub turn: i32,
}

impl Labelled<'_> {
    /// The segment of a tile that a label says a figure stands on: of the kind in its first word, on
    /// the side of its first capital, or else nearest to where it is in the picture.
    pub fn segment(self, label: &LabelMeeple, laid: &Laid) -> Option<usize> {
        let word = label.feature.split(' ').next()?;
        let mut capitals = label.feature.chars();
        let side = capitals.find_map(|c| SIDES.iter().find(|of| of.0 == c));
        let is = |&segment: &usize| {
            let kind = laid.face.kind(segment).map(FeatureKind::of);
            kind.is_some_and(|kind| kind.name() == word)
        };
        // In the frame of the labels.
        let turned = laid.rotation.then(Rotation::from_quarter_turns(-self.turn));
        let named = side.and_then(|of| laid.face.segment_at(Rim::new(of.1, 1), turned));
        let mut tiles = self.labels.tiles.iter();
        let tile = tiles.find(|tile| [tile.row, tile.col] == [label.row, label.col]);
        let far = tile.and_then(|tile| distances(tile, label.px?, &laid.face, turned));
        let far = |segment: usize| {
            let known = far.as_ref().and_then(|far| far.get(segment));
            known.copied().unwrap_or_default()
        };
        named.filter(is).or_else(|| {
            let all = (0..laid.face.segments.len()).filter(is);
            all.min_by(|&a, &b| far(a).total_cmp(&far(b)))
        })
    }
}

/// How far a place in the picture is from each segment of a tile, tile sides.
fn distances(tile: &LabelTile, px: [f64; 2], face: &Face, rotation: Rotation) -> Option<Vec<f32>> {
    let corners = tile.poly_px.map(ImagePoint::from);
    let print = Homography::through(corners, space::square(-0.5, 0.5))?;
    let at: FacePoint = print.apply(ImagePoint::from(px));
    let at = unturned([at.x as f32, at.y as f32], rotation);
    Some(Layout::new(face, false).ok()?.distances(at))
}

/// The colours that stand on the table.
pub fn colors(labels: &Labels) -> Vec<Color> {
    let all = labels.meeples.iter().chain(&labels.ignored_figures);
    let all: BTreeSet<Color> = all.filter_map(|label| label.color.parse().ok()).collect();
    all.into_iter().collect()
}

/// A game of those colours.
///
/// # Panics
/// Where nobody plays that many.
pub fn setup(colors: &[Color]) -> Setup {
    let names: Vec<String> = colors.iter().map(ToString::to_string).collect();
    let setup = format!("players={}; start=seen", names.join(","));
    setup.parse().expect("colours")
}

fn face(name: &str) -> FaceId {
    face_id(name).expect("a face")
}

/// A tile that surely lies there.
pub fn sure(name: &str, quarters: i32) -> Verdict {
    Verdict {
        ranked: vec![(face(name), Rotation::from_quarter_turns(quarters), 1.0)],
        present: 1.0,
        unknown: 0.0,
    }
}

/// The labelled table, taken over and scored.
pub fn of_labels(labels: &Labels) -> TakenOver {
    let tiles = labels.tiles.iter();
    let tiles: BTreeMap<Cell, Verdict> = tiles
        .map(|tile| (cell(tile.row, tile.col), sure(&tile.face, tile.rotation)))
        .collect();
    let labelled = Labelled { labels, turn: 0 };
    let pieces = |board: &Board| -> Vec<Piece> {
        let placed = labels.meeples.iter().map(|label| {
            let laid = board.get(cell(label.row, label.col));
            let segment = laid.and_then(|laid| labelled.segment(label, laid));
            let spot = segment.zip(label.color.parse::<Color>().ok());
            let spot = spot.map(|(segment, color)| Spot {
                at: SegmentRef::new(cell(label.row, label.col), segment),
                kind: FigureKind::Meeple,
                color,
                probability: 1.0,
            });
            Piece {
                spots: spot.into_iter().collect(),
            }
        });
        placed.collect()
    };
    let look = Look {
        tiles: &tiles,
        pieces: &pieces,
        track: &[],
        answers: &[],
    };
    let mut colors = colors(labels);
    if colors.is_empty() {
        colors.push(Color::Red);
    }
    take_over(&Arc::new(setup(&colors)), look)
}
