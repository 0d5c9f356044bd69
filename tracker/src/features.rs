//! Features: the roads, cities, fields, monasteries and gardens that segments join into.
//!
//! Between the board and scoring: a union-find over all segments on the board, then one pass
//! that counts. It knows nothing of figures, turns or points.

use std::collections::{BTreeMap, BTreeSet};

use ena::unify::{InPlaceUnificationTable, UnifyKey};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::catalogue::SegmentKind;
use crate::geometry::{Cell, Rim};

/// A segment on the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct SegmentRef {
    /// The tile.
    pub cell: Cell,
    /// The segment's number on its face, [`crate::catalogue::Face::segments`].
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

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FeatureKind {
    Road,
    City,
    Field,
    Monastery,
    Garden,
}

impl FeatureKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Road,
        Self::City,
        Self::Field,
        Self::Monastery,
        Self::Garden,
    ];

    /// The one spelling used in files, on the command line and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::City => "city",
            Self::Field => "field",
            Self::Monastery => "monastery",
            Self::Garden => "garden",
        }
    }

    /// What a segment of that kind belongs to.
    pub const fn of(kind: &SegmentKind) -> Self {
        match kind {
            SegmentKind::Road => Self::Road,
            SegmentKind::City { .. } => Self::City,
            SegmentKind::Field { .. } => Self::Field,
            SegmentKind::Monastery => Self::Monastery,
            SegmentKind::Garden => Self::Garden,
        }
    }
}

impl std::fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

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
    /// Filled cells around a monastery or garden; 0 for others.
    pub surroundings: usize,
    /// Cities that a field borders; empty for others.
    pub cities: BTreeSet<FeatureId>,
    /// Whether it can still be completed. Fields are always open.
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
        let mut join = Join::default();
        for (cell, laid) in board.tiles() {
            let count = laid.face.segments.len() + usize::from(gardens.contains(&cell));
            for segment in 0..count {
                join.add(SegmentRef::new(cell, segment));
            }
        }
        let mut open_ends = BTreeSet::new();
        for (cell, laid) in board.tiles() {
            for (number, segment) in laid.face.segments.iter().enumerate() {
                let here = SegmentRef::new(cell, number);
                for rim in segment.rim.iter().map(|rim| rim.rotated(laid.rotation)) {
                    match across(board, cell, rim) {
                        Some(there) => join.union(here, there),
                        None => drop(open_ends.insert(here)),
                    }
                }
            }
        }
        let mut groups: BTreeMap<Node, Vec<SegmentRef>> = BTreeMap::new();
        for (index, &segment) in join.segments.iter().enumerate() {
            let root = join
                .table
                .find(Node(u32::try_from(index).unwrap_or(u32::MAX)));
            groups.entry(root).or_default().push(segment);
        }
        let mut all = Self::default();
        for segments in groups.into_values() {
            // `tiles()` walks in cell order, so the first segment is the smallest.
            let Some(&first) = segments.first() else {
                continue;
            };
            for &segment in &segments {
                all.of_segment.insert(segment, FeatureId(first));
            }
            if let Some(feature) = count(board, segments, &open_ends) {
                all.features.insert(feature.id, feature);
            }
        }
        all.add_cities(board);
        all
    }

    /// Which cities each field borders (rules dossier "base game", section 3, "touching").
    fn add_cities(&mut self, board: &Board) {
        let of_segment = &self.of_segment;
        for feature in self
            .features
            .values_mut()
            .filter(|f| f.kind == FeatureKind::Field)
        {
            for at in &feature.segments {
                let Some(SegmentKind::Field { cities }) = board
                    .get(at.cell)
                    .and_then(|laid| laid.face.kind(at.segment))
                else {
                    continue;
                };
                let touched = cities.iter().map(|&city| SegmentRef::new(at.cell, city));
                feature
                    .cities
                    .extend(touched.filter_map(|city| of_segment.get(&city)));
            }
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

/// The segment that `rim` of the tile on `cell` touches on the neighbour, if a tile lies there.
fn across(board: &Board, cell: Cell, rim: Rim) -> Option<SegmentRef> {
    let neighbour = cell.neighbour(rim.side());
    let laid = board.get(neighbour)?;
    let segment = laid.face.segment_at(rim.across(), laid.rotation)?;
    Some(SegmentRef::new(neighbour, segment))
}

fn count(
    board: &Board,
    segments: Vec<SegmentRef>,
    open_ends: &BTreeSet<SegmentRef>,
) -> Option<Feature> {
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
        FeatureKind::Monastery | FeatureKind::Garden => {
            let filled = board.surroundings(first.cell);
            (filled, filled < 8)
        }
        FeatureKind::Field => (0, true),
        FeatureKind::Road | FeatureKind::City => {
            (0, segments.iter().any(|at| open_ends.contains(at)))
        }
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node(u32);

impl UnifyKey for Node {
    type Value = ();

    fn index(&self) -> u32 {
        self.0
    }

    fn from_index(index: u32) -> Self {
        Self(index)
    }

    fn tag() -> &'static str {
        "segment"
    }
}

#[derive(Default)]
struct Join {
    table: InPlaceUnificationTable<Node>,
    segments: Vec<SegmentRef>,
    node: BTreeMap<SegmentRef, Node>,
}

impl Join {
    fn add(&mut self, segment: SegmentRef) {
        self.node.insert(segment, self.table.new_key(()));
        self.segments.push(segment);
    }

    fn union(&mut self, a: SegmentRef, b: SegmentRef) {
        if let (Some(&a), Some(&b)) = (self.node.get(&a), self.node.get(&b)) {
            self.table.union(a, b);
        }
    }
}
