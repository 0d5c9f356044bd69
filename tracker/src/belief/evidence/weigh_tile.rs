//! Weighing readings of one tile: what the looks say against what the rules and the box allow.

use std::collections::BTreeMap;

use super::super::limits;
use super::{Likelihoods, posterior};
use crate::board::Board;
use crate::rules::Game;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTile;
use carcassonne::tie::Tie;

/// A face as it lies.
pub type Laying = (FaceId, Rotation);

/// A reading of a tile in the lattice's frame; `None` is a face no pack knows.
pub type TileReading = Option<Laying>;

/// What was seen of a tile.
pub type TileEvidence = Likelihoods<TileReading>;

/// A tile reading on the board with its probability.
pub type Ranked = (Laying, f32);

/// The readings of a seen tile in the lattice's frame.
pub fn readings<'t>(
    game: &'t Game,
    tile: &'t SeenTile,
) -> impl Iterator<Item = (TileReading, f32)> + use<'t> {
    let catalogue = game.catalogue();
    let known = tile.candidates.iter().filter_map(|candidate| {
        let face = catalogue.face(&candidate.face)?;
        let rotation = face.canonical(candidate.rotation);
        Some((Some((face.id, rotation)), candidate.log_likelihood))
    });
    known.chain([(None, tile.unknown)])
}

/// What a new tile may be.
pub struct Ranking {
    /// Every legal reading, likeliest first.
    pub legal: Vec<Ranked>,
    /// Probability of all known faces against the rules together.
    pub illegal: f32,
    /// Probability of a face that no pack knows.
    pub unknown: f32,
}

/// Posterior of every legal reading and of the rest. The prior is the share of copies left; what
/// the rules forbid is as rare as [`limits::ILLEGAL_TILE`] says.
pub fn rank(game: &Game, board: &Board, tie: Tie, cell: Cell, evidence: &TileEvidence) -> Ranking {
    let mut weights: Vec<((TileReading, bool), f32)> = Vec::new();
    let listed: Vec<(TileReading, f32)> = evidence.readings().collect();
    let seen = |reading: TileReading| {
        listed
            .iter()
            .find(|(other, _)| *other == reading)
            .map_or(0.0, |(_, value)| *value)
    };
    for face in game.catalogue().faces() {
        let laid = board
            .tiles()
            .filter(|(_, laid)| laid.face.id == face.id)
            .count();
        let on_board = game
            .board()
            .tiles()
            .filter(|(_, l)| l.face.id == face.id)
            .count();
        // `board` may be ahead of the game while a whole table is being explained.
        let left =
            usize::from(game.copies_left(face)).saturating_sub(laid.saturating_sub(on_board));
        for rotation in face.distinct_rotations() {
            let on_lattice = face.canonical(rotation.then(tie.turn.inverse()));
            let value = seen(Some((face.id, on_lattice)));
            let legal = left > 0 && board.accepts(cell, face, rotation);
            let prior = if legal {
                (left as f32).ln()
            } else {
                limits::ILLEGAL_TILE
            };
            weights.push(((Some((face.id, rotation)), legal), value + prior));
        }
    }
    weights.push(((None, false), seen(None) + limits::UNKNOWN_TILE));
    let mut ranking = Ranking {
        legal: Vec::new(),
        illegal: 0.0,
        unknown: 0.0,
    };
    for ((reading, legal), probability) in posterior(weights) {
        match reading {
            Some(reading) if legal => ranking.legal.push((reading, probability)),
            Some(_) => ranking.illegal += probability,
            None => ranking.unknown += probability,
        }
    }
    ranking
}

/// The evidence's readings as they would lie on the board, with their log-likelihoods.
pub fn on_board<'e>(
    game: &'e Game,
    tie: Tie,
    evidence: &'e TileEvidence,
) -> impl Iterator<Item = (Laying, f32)> + use<'e> {
    evidence.readings().filter_map(move |(reading, value)| {
        let (id, rotation) = reading?;
        let face = game.catalogue().face(&id)?;
        Some(((id, face.canonical(tie.rotation(rotation))), value))
    })
}

/// The log-likelihood of one reading on the board.
pub fn log_likelihood(game: &Game, tie: Tie, evidence: &TileEvidence, reading: Laying) -> f32 {
    on_board(game, tie, evidence)
        .find(|(other, _)| *other == reading)
        .map_or(0.0, |(_, value)| value)
}

/// By how much, per look, the evidence prefers another reading to that on the board, and which.
pub fn preference(
    game: &Game,
    evidence: &TileEvidence,
    tie: Tie,
    on_board: Laying,
) -> (f32, Option<Laying>) {
    let mut own = 0.0;
    let mut other: (f32, Option<Laying>) = (0.0, None);
    for (reading, mean) in evidence.means() {
        let Some((id, rotation)) = reading else {
            continue;
        };
        let Some(face) = game.catalogue().face(&id) else {
            continue;
        };
        let turned = face.canonical(tie.rotation(rotation));
        if (id, turned) == on_board {
            own = mean;
        } else if mean > other.0 {
            other = (mean, Some((id, turned)));
        }
    }
    (other.0 - own, other.1)
}

/// Whether the tile on a cell could be another one as far as its neighbours and the box tell.
pub fn fits_instead(game: &Game, cell: Cell, (id, rotation): Laying) -> bool {
    let Some(face) = game.catalogue().face(&id) else {
        return false;
    };
    let same_face = game
        .board()
        .get(cell)
        .is_some_and(|laid| laid.face.id == id);
    (same_face || game.copies_left(face) > 0)
        && game.board().without(cell).accepts(cell, face, rotation)
}

/// The likeliest face of a tile that can still be drawn, however it lies, and its probability.
pub fn face_of(game: &Game, evidence: &TileEvidence) -> Option<(FaceId, f32)> {
    let mut faces: BTreeMap<FaceId, f32> = BTreeMap::new();
    let drawable = |face: &FaceId| {
        let face = game.catalogue().face(face);
        face.is_some_and(|face| game.copies_left(face) > 0)
    };
    for (reading, probability) in posterior(evidence.readings()) {
        if let Some((face, _)) = reading.filter(|(face, _)| drawable(face)) {
            *faces.entry(face).or_default() += probability;
        }
    }
    faces.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
}
