//! What was read of a film, held against what happened: each event of the truth is joined to the fact
//! that says so, and what is left was wrong. Reads no picture.

use std::collections::BTreeMap;

use carcassonne::catalogue::{Catalogue, FaceId, SegmentKind};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use tracker::Tracker;
use tracker::log::event::EventKind;
use tracker::snapshot::Snapshot;

use super::video::{Outcome, Truth, TruthEvent, TruthFeature};
use crate::photographs::fault::{Fault, Place};

/// A figure's place as something that compares.
fn place(kind: &str, sides: &[String]) -> String {
    let mut sides: Vec<&str> = sides.iter().map(String::as_str).collect();
    sides.sort_unstable();
    format!("{kind} {}", sides.join(","))
}

/// The same for a segment of a placed tile.
fn place_of(catalogue: &Catalogue, snapshot: &Snapshot, cell: Cell, segment: usize) -> String {
    let Some(tile) = snapshot.tiles.iter().find(|t| t.cell == cell) else {
        return "nowhere".into();
    };
    let Some(face) = catalogue.face(&tile.face) else {
        return "unknown".into();
    };
    let letters = ["N", "E", "S", "W"];
    let rims: Vec<_> = face
        .segments
        .get(segment)
        .map(|s| s.rim.iter().map(|r| r.rotated(tile.rotation)).collect())
        .unwrap_or_default();
    match face.kind(segment) {
        Some(SegmentKind::City { .. }) | Some(SegmentKind::Road) => {
            let mut sides: Vec<String> = rims
                .iter()
                .map(|r| letters[r.side().index()].to_owned())
                .collect();
            sides.sort();
            sides.dedup();
            let road = matches!(face.kind(segment), Some(SegmentKind::Road));
            place(if road { "road" } else { "city" }, &sides)
        }
        Some(SegmentKind::Field { .. }) => {
            let halves: Vec<String> = rims
                .iter()
                .filter(|r| r.third() != 1)
                .map(|r| {
                    format!(
                        "{}{}",
                        letters[r.side().index()],
                        if r.third() == 0 { "L" } else { "R" }
                    )
                })
                .collect();
            place("field", &halves)
        }
        Some(SegmentKind::Monastery) => place("monastery", &[]),
        _ => "other".into(),
    }
}

/// Turns that look alike by edges compare equal.
fn same_turn(catalogue: &Catalogue, face: &str, a: Rotation, b: Rotation) -> bool {
    catalogue
        .find(face)
        .is_some_and(|f| f.canonical(a) == f.canonical(b))
}

/// The edges of a tile as it lies, N E S W, as the truth writes them; faces that only the films name
/// are compared by these.
fn edges(catalogue: &Catalogue, face: FaceId, rotation: Rotation) -> Option<String> {
    let face = catalogue.face(&face)?;
    let side = |side| face.side(side, rotation).letter();
    Some(Side::ALL.map(side).iter().collect())
}

/// Whether a figure is the one that an event tells of. The truth names the paint of the mage and the
/// witch too, who are nobody's.
fn is_piece(event: &TruthEvent, figure: FigureKind, color: Option<Color>) -> bool {
    let neutral = matches!(event.piece.as_deref(), Some("mage" | "witch"));
    match color {
        Some(color) => !neutral && Some(color.name()) == event.color.as_deref(),
        None => Some(figure.name()) == event.piece.as_deref(),
    }
}

/// A fact that was read, with its event's number.
type Fact = (u64, EventKind);

/// What was read, held against what happened.
struct Joining<'a> {
    truth: &'a Truth,
    catalogue: &'a Catalogue,
    snapshot: &'a Snapshot,
    /// When each fact was appended.
    decided: &'a BTreeMap<u64, u64>,
    /// Facts that nothing that happened has explained so far.
    facts: Vec<Fact>,
    /// Figures of the truth, by the facts that placed them.
    placed: BTreeMap<String, u64>,
}

/// Events against truth. Facts that hold at the end count; what was read and later withdrawn
/// counts as wrong.
pub(super) fn join(
    truth: &Truth,
    tracker: &Tracker,
    snapshot: &Snapshot,
    catalogue: &Catalogue,
    decided: &BTreeMap<u64, u64>,
    outcome: &mut Outcome,
) {
    let facts = tracker.log().events().iter();
    let facts = facts.filter(|e| e.kind.is_fact());
    let mut joining = Joining {
        truth,
        catalogue,
        snapshot,
        decided,
        facts: facts.map(|e| (e.id.0, e.kind.clone())).collect(),
        placed: BTreeMap::new(),
    };
    for event in &truth.events {
        let Some([x, y]) = event.cell else { continue };
        joining.happened(event, Cell::new(x, y), outcome);
    }
    outcome.wrong.extend(joining.left());
}

impl Joining<'_> {
    /// Counts something that happened, and looks for the fact that says so.
    fn happened(&mut self, event: &TruthEvent, cell: Cell, outcome: &mut Outcome) {
        let (count, found) = match event.kind.as_str() {
            "tile_placed" => (&mut outcome.tiles, self.laid(event, cell)),
            "figure_placed" => {
                let Some(feature) = &event.feature else {
                    outcome.figures[0] += 1;
                    return;
                };
                let found = self.put(event, feature, cell);
                if let (Some(i), Some(id)) = (found, &event.id) {
                    self.placed.insert(id.clone(), self.facts[i].0);
                }
                (&mut outcome.figures, found)
            }
            "figure_removed" => (&mut outcome.figures, self.taken(event)),
            _ => return,
        };
        count[0] += 1;
        match found {
            Some(index) => {
                let (id, _) = self.facts.remove(index);
                let late = self
                    .decided
                    .get(&id)
                    .is_some_and(|f| *f > self.next_tile(event.frame));
                count[if late { 2 } else { 1 }] += 1;
            }
            None => {
                // It could be seen until the next tile came.
                let last = self.next_tile(event.frame).saturating_sub(1);
                let missed = Fault::at(described(event, cell), Place::Frame(last));
                outcome.missed.push(missed);
            }
        }
    }

    /// The frame from which the next tile lies.
    fn next_tile(&self, frame: u64) -> u64 {
        let tiles = self.truth.events.iter();
        let mut tiles = tiles.filter(|e| e.kind == "tile_placed").map(|e| e.frame);
        tiles.find(|f| *f > frame).unwrap_or(u64::MAX)
    }

    fn position(&self, is: impl Fn(&EventKind) -> bool) -> Option<usize> {
        self.facts.iter().position(|(_, kind)| is(kind))
    }

    fn laid(&self, event: &TruthEvent, cell: Cell) -> Option<usize> {
        let face = event.face.clone().unwrap_or_default();
        let turn = Rotation::from_quarter_turns(event.rot.unwrap_or(0));
        let catalogue = self.catalogue;
        self.position(|kind| {
            matches!(kind, EventKind::TileLaid { cell: c, face: f, rotation, .. }
            if *c == cell && match catalogue.find(&face) {
                Some(_) => f.as_str() == face && same_turn(catalogue, &face, *rotation, turn),
                None => event.edges_board == edges(catalogue, *f, *rotation),
            })
        })
    }

    fn put(&self, event: &TruthEvent, feature: &TruthFeature, cell: Cell) -> Option<usize> {
        let mut sides = feature.board_edges.clone();
        sides.extend(feature.board_halves.clone());
        let wanted = place(&feature.kind, &sides);
        let (catalogue, snapshot) = (self.catalogue, self.snapshot);
        self.position(|kind| {
            matches!(kind, EventKind::FigurePlaced { cell: c, segment, figure, color, .. }
                if *c == cell
                    && is_piece(event, *figure, *color)
                    && place_of(catalogue, snapshot, *c, *segment) == wanted)
        })
    }

    fn taken(&self, event: &TruthEvent) -> Option<usize> {
        let placed = event.id.as_ref().and_then(|id| self.placed.get(id));
        let placed = placed.copied();
        self.position(
            |kind| matches!(kind, EventKind::FigureTaken { figure } if Some(figure.0) == placed),
        )
    }

    /// Facts that nothing explains.
    fn left(self) -> impl Iterator<Item = Fault> {
        let decided = self.decided;
        let counts = |(_, kind): &Fact| {
            matches!(
                kind,
                EventKind::TileLaid { .. }
                    | EventKind::FigurePlaced { .. }
                    | EventKind::FigureTaken { .. }
            )
        };
        let facts = self.facts.into_iter().filter(counts);
        facts.map(move |(id, kind)| Fault {
            what: format!("#{id} {kind:?}"),
            place: decided.get(&id).copied().map(Place::Frame),
        })
    }
}

/// What happened, in words of the truth's file.
fn described(event: &TruthEvent, cell: Cell) -> String {
    format!(
        "turn {} {} {} {} at {cell}",
        event.turn,
        event.kind,
        event
            .face
            .as_deref()
            .or(event.color.as_deref())
            .unwrap_or(""),
        event.feature.as_ref().map_or("", |f| f.kind.as_str()),
    )
}

/// Scores just before the next tile lies, and at the film's end.
pub(super) fn join_scores(
    truth: &Truth,
    scores_at: &[BTreeMap<String, i32>],
    outcome: &mut Outcome,
) {
    let tiles: Vec<u64> = truth
        .events
        .iter()
        .filter(|e| e.kind == "tile_placed")
        .map(|e| e.frame)
        .collect();
    for event in truth.events.iter().filter(|e| e.kind == "turn_done") {
        outcome.scores[0] += 1;
        let until = tiles
            .iter()
            .copied()
            .find(|f| *f > event.frame)
            .unwrap_or(u64::MAX);
        let last = (until.saturating_sub(1)).min(scores_at.len().saturating_sub(1) as u64);
        let Some(read) = scores_at.get(last as usize) else {
            continue;
        };
        let right = event
            .scores
            .iter()
            .all(|(c, v)| read.get(c).copied().unwrap_or(0) == *v)
            && read
                .iter()
                .all(|(c, v)| event.scores.get(c).copied().unwrap_or(0) == *v);
        if right {
            outcome.scores[1] += 1;
        } else {
            let what = format!("turn {}: {:?} read as {read:?}", event.turn, event.scores);
            outcome
                .score_faults
                .push(Fault::at(what, Place::Frame(last)));
        }
    }
}
