//! Features: the roads, cities, fields and places that segments join into.
//!
//! Between the board and scoring: a union-find over segments, then one pass that counts; over the
//! whole board, or over what a tile touches that is laid. It knows nothing of figures, turns or
//! points.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::join::Join;
use crate::board::{Board, Laid};
use carcassonne::catalogue::SegmentKind;
pub use carcassonne::feature::FeatureKind;
use carcassonne::geometry::{Cell, Rim};

/// A segment on the board.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct SegmentRef {
    /// The tile.
    pub cell: Cell,
    /// The segment's number on its face, [`carcassonne::catalogue::Face::segments`].
    pub segment: usize,
}

impl SegmentRef {
    /// The segment `segment` of the tile on `cell`.
    pub const fn new(cell: Cell, segment: usize) -> Self {
        Self { cell, segment }
    }
}

/// Names a feature by its first segment in cell order. Two features that join become one with
/// the smaller name.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct FeatureId(pub SegmentRef);

/// A connected feature and what counts for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Every segment, in cell order.
    pub segments: Vec<SegmentRef>,
    /// Different tiles it touches: a tile counts once however often it is touched.
    pub tiles: usize,
    /// Coats of arms.
    pub shields: usize,
    /// Tiles around a place, as many as count for it; 0 for others. A tile with wild sides
    /// closes only cemeteries, so it counts for no other place (rules dossiers "mists coop",
    /// sections 7 and 8, and "Tatan", ruling T6).
    pub surroundings: usize,
    /// Cities that a field borders; empty for others.
    pub cities: BTreeSet<FeatureId>,
    /// Whether it is not completed. Fields are always open, and so is for ever what touches a
    /// tile with wild sides. A cemetery closes with eight tiles around it; where it closes with
    /// four (rules dossier "mists coop", section 3), ask [`Board::neighbours`].
    pub open: bool,
}

/// All features of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    features: BTreeMap<FeatureId, Feature>,
    of_segment: BTreeMap<SegmentRef, FeatureId>,
}

impl Features {
    /// Joins the segments of `board`. Cells in `gardens` show a garden.
    pub fn of(board: &Board, gardens: &BTreeSet<Cell>) -> Self {
        let segments = board.tiles();
        let segments = segments.flat_map(|(cell, laid)| segments_of(cell, laid, gardens));
        let mut join = Join::new(segments);
        for (cell, laid) in board.tiles() {
            for (here, there) in seams(board, cell, laid) {
                join.union(here, there);
            }
        }
        let mut all = Self::default();
        for segments in join.groups() {
            all.add(board, segments);
        }
        let fields = all.features.values_mut();
        for field in fields.filter(|f| f.kind == FeatureKind::Field) {
            field.cities = cities(board, &all.of_segment, &field.segments);
        }
        all
    }

    /// Takes in one more tile: what [`Self::of`] would say of the board now that it lies on
    /// `cell`, without looking at features that have nothing to do with it.
    pub(crate) fn lay(&mut self, board: &Board, gardens: &BTreeSet<Cell>, cell: Cell) {
        let Some(laid) = board.get(cell) else {
            return;
        };
        // Whatever lies around may get longer, be closed or have one more tile around it.
        let around = cell.surrounding();
        let around = around.iter().flat_map(|&cell| self.on(cell));
        let around: BTreeSet<FeatureId> = around.collect();
        let new = segments_of(cell, laid, gardens);
        let mut join = Join::new(new.chain(around.iter().map(|id| id.0)));
        for (here, there) in seams(board, cell, laid) {
            if let Some(id) = self.of_segment.get(&there) {
                join.union(here, id.0);
            }
        }
        let mut renamed = BTreeMap::new();
        for group in join.groups() {
            let mut segments = Vec::new();
            let mut old = Vec::new();
            for at in group {
                match self
                    .features
                    .remove(&FeatureId(at))
                    .filter(|_| at.cell != cell)
                {
                    Some(feature) => {
                        segments.extend(feature.segments);
                        old.push(feature.id);
                    }
                    None => segments.push(at),
                }
            }
            segments.sort();
            if let Some(&first) = segments.first() {
                renamed.extend(old.into_iter().map(|id| (id, FeatureId(first))));
            }
            self.add(board, segments);
        }
        let of_segment = &self.of_segment;
        let fields = self.features.values_mut();
        for field in fields.filter(|f| f.kind == FeatureKind::Field) {
            if around.contains(&field.id) || field.segments.iter().any(|at| at.cell == cell) {
                field.cities = cities(board, of_segment, &field.segments);
            } else if field.cities.iter().any(|city| renamed.contains_key(city)) {
                let name = |city: &FeatureId| renamed.get(city).copied().unwrap_or(*city);
                field.cities = field.cities.iter().map(name).collect();
            }
        }
    }

    /// The features of the tile on a cell.
    fn on(&self, cell: Cell) -> impl Iterator<Item = FeatureId> {
        let all = SegmentRef::new(cell, 0)..=SegmentRef::new(cell, usize::MAX);
        self.of_segment.range(all).map(|(_, id)| *id)
    }

    /// Adds a group of joined segments, ascending.
    fn add(&mut self, board: &Board, segments: Vec<SegmentRef>) {
        let Some(&first) = segments.first() else {
            return;
        };
        for &segment in &segments {
            self.of_segment.insert(segment, FeatureId(first));
        }
        if let Some(feature) = count(board, segments) {
            self.features.insert(feature.id, feature);
        }
    }

    /// The feature of that name.
    pub fn get(&self, id: FeatureId) -> Option<&Feature> {
        self.features.get(&id)
    }

    /// The feature a segment belongs to.
    pub fn at(&self, segment: SegmentRef) -> Option<&Feature> {
        self.of_segment
            .get(&segment)
            .and_then(|id| self.features.get(id))
    }

    /// All features by name.
    pub fn iter(&self) -> impl Iterator<Item = &Feature> {
        self.features.values()
    }
}

/// The segments of a tile, its garden last.
fn segments_of(
    cell: Cell,
    laid: &Laid,
    gardens: &BTreeSet<Cell>,
) -> impl Iterator<Item = SegmentRef> + use<> {
    let count = laid.face.segments.len() + usize::from(gardens.contains(&cell));
    (0..count).map(move |segment| SegmentRef::new(cell, segment))
}

/// The pairs of segments that touch across a tile's sides, its own first.
fn seams<'b>(
    board: &'b Board,
    cell: Cell,
    laid: &'b Laid,
) -> impl Iterator<Item = (SegmentRef, SegmentRef)> + use<'b> {
    let segments = laid.face.segments.iter().enumerate();
    segments.flat_map(move |(number, segment)| {
        let here = SegmentRef::new(cell, number);
        let rims = segment.rim.iter().map(|rim| rim.rotated(laid.rotation));
        let kind = FeatureKind::of(&segment.kind);
        rims.filter_map(move |rim| {
            let there = across(board, cell, rim)?;
            // A tile that is kept although it does not fit shows another thing across the side.
            (kind_at(board, there) == Some(kind)).then_some((here, there))
        })
    })
}

fn kind_at(board: &Board, at: SegmentRef) -> Option<FeatureKind> {
    let laid = board.get(at.cell)?;
    laid.face.kind(at.segment).map(FeatureKind::of)
}

/// Which cities a field of those segments borders (rules dossier "base game", section 3,
/// "touching").
fn cities(
    board: &Board,
    of_segment: &BTreeMap<SegmentRef, FeatureId>,
    field: &[SegmentRef],
) -> BTreeSet<FeatureId> {
    let touched = |at: &SegmentRef| {
        let laid = board.get(at.cell)?;
        let Some(SegmentKind::Field { cities }) = laid.face.kind(at.segment) else {
            return None;
        };
        let cell = at.cell;
        Some(cities.iter().map(move |&city| SegmentRef::new(cell, city)))
    };
    let touched = field.iter().filter_map(touched).flatten();
    touched
        .filter_map(|city| of_segment.get(&city).copied())
        .collect()
}

/// The segment that `rim` of the tile on `cell` touches on the neighbour, if a tile with a
/// segment there lies: mist and tiles with wild sides have none.
fn across(board: &Board, cell: Cell, rim: Rim) -> Option<SegmentRef> {
    let neighbour = cell.neighbour(rim.side());
    let laid = board.get(neighbour)?;
    let segment = laid.face.segment_at(rim.across(), laid.rotation)?;
    Some(SegmentRef::new(neighbour, segment))
}

/// Whether a segment ends at a side where a tile may still be laid.
fn is_open(board: &Board, at: SegmentRef) -> bool {
    let Some(laid) = board.get(at.cell) else {
        return false;
    };
    let Some(segment) = laid.face.segments.get(at.segment) else {
        return false;
    };
    let mut rims = segment.rim.iter().map(|rim| rim.rotated(laid.rotation));
    rims.any(|rim| across(board, at.cell, rim).is_none() && !board.is_closed(at.cell, rim.side()))
}

fn count(board: &Board, segments: Vec<SegmentRef>) -> Option<Feature> {
    let first = *segments.first()?;
    let kind_of = |at: &SegmentRef| {
        board
            .get(at.cell)
            .and_then(|laid| laid.face.kind(at.segment))
    };
    let kind = FeatureKind::of(kind_of(&first)?);
    let tiles = segments
        .iter()
        .map(|at| at.cell)
        .collect::<BTreeSet<_>>()
        .len();
    let shields = segments
        .iter()
        .map(|at| match kind_of(at) {
            Some(&SegmentKind::City { shields }) => usize::from(shields),
            _ => 0,
        })
        .sum();
    let (surroundings, open) = match kind {
        FeatureKind::Monastery | FeatureKind::Garden | FeatureKind::Castle => {
            let printed = board.printed_surroundings(first.cell);
            (printed, printed < 8)
        }
        FeatureKind::Cemetery => {
            let filled = board.surroundings(first.cell);
            (filled, filled < 8)
        }
        FeatureKind::Field => (0, true),
        FeatureKind::Road | FeatureKind::City => (0, segments.iter().any(|at| is_open(board, *at))),
    };
    Some(Feature {
        id: FeatureId(first),
        kind,
        segments,
        tiles,
        shields,
        surroundings,
        cities: BTreeSet::new(),
        open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::{Catalogue, TileSet};
    use carcassonne::geometry::Rotation;

    fn board(tiles: &[(i32, i32, &str, Rotation)]) -> Board {
        let catalogue = Catalogue::of(&TileSet::ALL);
        let mut board = Board::default();
        for &(x, y, face, rotation) in tiles {
            let face = catalogue.find(face).unwrap();
            board.lay(Cell::new(x, y), face, rotation).unwrap();
        }
        board
    }

    fn features(board: &Board) -> Features {
        Features::of(board, &BTreeSet::new())
    }

    /// Worked example 8 of section 8 of the rules dossier "Tatan", and the haunted regions of
    /// "mists coop", section 7.
    #[test]
    fn a_tile_with_wild_sides_closes_no_city_or_road() {
        for wild in ["Tatan", "back"] {
            // D: city to the north, road west to east; both ends of the road and the city's
            // only open side meet wild sides.
            let board = board(&[
                (0, 0, "D", Rotation::R0),
                (0, -1, wild, Rotation::R0),
                (1, 0, wild, Rotation::R0),
                (-1, 0, wild, Rotation::R0),
            ]);
            let all = features(&board);
            let city = all.at(SegmentRef::new(Cell::new(0, 0), 0)).unwrap();
            let road = all.at(SegmentRef::new(Cell::new(0, 0), 1)).unwrap();
            assert!(city.open && road.open, "{wild}");
            assert_eq!(
                (city.tiles, road.tiles),
                (1, 1),
                "{wild} is no tile of them"
            );
        }
    }

    /// Worked example 7 of section 8 of the rules dossier "Tatan".
    #[test]
    fn a_tatan_card_does_not_count_around_a_monastery() {
        let mut tiles = vec![(0, 0, "B", Rotation::R0)];
        let around = Cell::new(0, 0).surrounding();
        tiles.push((0, -1, "Tatan", Rotation::R0));
        let others = around.into_iter().filter(|&cell| cell != Cell::new(0, -1));
        // Each beside one already laid: clockwise from the north-east.
        let mut rest: Vec<Cell> = others.collect();
        rest.rotate_left(1);
        tiles.extend(rest.iter().map(|cell| (cell.x, cell.y, "B", Rotation::R0)));
        let board = board(&tiles);
        assert_eq!(board.len(), 9);
        let all = features(&board);
        let monastery = all.at(SegmentRef::new(Cell::new(0, 0), 0)).unwrap();
        assert_eq!(monastery.surroundings, 7);
        assert!(monastery.open);
    }

    /// Castles and cemeteries: rules dossier "mists coop", sections 7 and 8.
    #[test]
    fn a_face_down_tile_blocks_a_castle_and_helps_a_cemetery() {
        for (kind, blocked) in [("castle", true), ("cemetery", false)] {
            let text = format!(
                r#"
                set = "mists"
                [[face]]
                id = "place"
                copies = 1
                edges = "FFFF"
                segments = [{{ kind = "{kind}" }}, {{ kind = "field", rim = "N* E* S* W*" }}]
                [[face]]
                id = "plain"
                copies = 9
                edges = "FFFF"
                segments = [{{ kind = "field", rim = "N* E* S* W*" }}]
                [[face]]
                id = "back"
                copies = 0
                edges = "****"
                "#
            );
            let catalogue = Catalogue::from_toml(&[&text]).unwrap();
            let at = Cell::new(0, 0);
            let lay = |board: &mut Board, cell, face| {
                let face = catalogue.find(face).unwrap();
                board.lay(cell, face, Rotation::R0).unwrap();
            };
            let open = |board: &Board| features(board).at(SegmentRef::new(at, 0)).unwrap().open;
            let mut board = Board::default();
            lay(&mut board, at, "place");
            let [north_west, rest @ ..] = at.surrounding();
            for cell in rest {
                lay(&mut board, cell, "plain");
            }
            assert!(open(&board), "{kind}");
            assert_eq!(board.neighbours(at), 4);
            assert_eq!(board.neighbours(north_west), 2);
            let mut face_up = board.clone();
            lay(&mut face_up, north_west, "plain");
            assert!(!open(&face_up), "{kind}");
            lay(&mut board, north_west, "back");
            assert_eq!(open(&board), blocked, "{kind}");
            assert_eq!(
                (board.surroundings(at), board.printed_surroundings(at)),
                (8, 7)
            );
        }
    }

    /// Rules dossier "ghosts, castles and cemeteries", section 5.
    #[test]
    fn mist_cuts_a_field_in_two_and_a_road_runs_on_beneath_it() {
        let text = r#"
            set = "mists"
            [[face]]
            id = "road"
            copies = 2
            edges = "RFRF"
            mist = [{ sides = "N", ghosts = 1 }]
            segments = [
              { kind = "road", rim = "NM SM" },
              { kind = "field", rim = "E* SL" },
              { kind = "field", rim = "SR W*" },
            ]
        "#;
        let catalogue = Catalogue::from_toml(&[text]).unwrap();
        let face = catalogue.find("road").unwrap();
        let mut board = Board::default();
        let (south, north) = (Cell::new(0, 0), Cell::new(0, -1));
        board.lay(south, face, Rotation::R0).unwrap();
        board.lay(north, face, Rotation::R180).unwrap();
        let all = features(&board);
        let at = |cell, segment| all.at(SegmentRef::new(cell, segment)).unwrap();
        assert_eq!(at(south, 0).id, at(north, 0).id);
        assert_eq!(at(south, 0).tiles, 2);
        assert_eq!(
            all.iter().filter(|f| f.kind == FeatureKind::Field).count(),
            4
        );
    }
}
