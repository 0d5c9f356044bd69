//! Weighing readings of one tile: what the looks say against what the rules and the box allow.

use crate::board::Board;
use crate::rules::Game;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};

use super::evidence::posterior;
use super::{Reading, TileEvidence, limits};
use carcassonne::tie::Tie;

/// A tile reading on the board with its probability.
pub type Ranked = ((FaceId, Rotation), f32);

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
pub fn rank(
    game: &Game,
    board: &Board,
    frame: Tie,
    cell: Cell,
    evidence: &TileEvidence,
) -> Ranking {
    let mut weights: Vec<((Reading, bool), f32)> = Vec::new();
    let listed: Vec<(Reading, f32)> = evidence.readings().collect();
    let seen = |reading: Reading| {
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
            let on_lattice = face.canonical(rotation.then(frame.turn.inverse()));
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
    frame: Tie,
    evidence: &'e TileEvidence,
) -> impl Iterator<Item = ((FaceId, Rotation), f32)> + use<'e> {
    evidence.readings().filter_map(move |(reading, value)| {
        let (id, rotation) = reading?;
        let face = game.catalogue().face(&id)?;
        Some(((id, face.canonical(frame.rotation(rotation))), value))
    })
}

/// The log-likelihood of one reading on the board.
pub fn log_likelihood(
    game: &Game,
    frame: Tie,
    evidence: &TileEvidence,
    reading: (FaceId, Rotation),
) -> f32 {
    on_board(game, frame, evidence)
        .find(|(other, _)| *other == reading)
        .map_or(0.0, |(_, value)| value)
}

/// By how much, per look, the evidence prefers another reading to that on the board, and which.
pub fn preference(
    game: &Game,
    evidence: &TileEvidence,
    frame: Tie,
    on_board: (FaceId, Rotation),
) -> (f32, Option<(FaceId, Rotation)>) {
    let mut own = 0.0;
    let mut other: (f32, Option<(FaceId, Rotation)>) = (0.0, None);
    for (reading, mean) in evidence.means() {
        let Some((id, rotation)) = reading else {
            continue;
        };
        let Some(face) = game.catalogue().face(&id) else {
            continue;
        };
        let turned = face.canonical(frame.rotation(rotation));
        if (id, turned) == on_board {
            own = mean;
        } else if mean > other.0 {
            other = (mean, Some((id, turned)));
        }
    }
    (other.0 - own, other.1)
}

/// Whether the tile on a cell could be another one as far as its neighbours and the box tell.
pub fn fits_instead(game: &Game, cell: Cell, (id, rotation): (FaceId, Rotation)) -> bool {
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
