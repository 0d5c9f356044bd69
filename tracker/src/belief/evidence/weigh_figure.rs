//! Weighing what a new figure is: what the looks say against what the rules and the hands allow.

use std::collections::BTreeMap;

use super::posterior;
use super::track::Track;
use crate::belief::limits;
use crate::board::features::SegmentRef;
use crate::rules::Game;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::TileGeometry;
use carcassonne::tie::Tie;

/// Natural logarithm of how often something that is no figure is taken for one.
const NO_FIGURE: f32 = -1.0;

/// What a track comes to: which piece of whom on which segment. `None` is no figure at all.
pub type FigureReading = Option<(FigureKind, Option<Color>, usize)>;

/// On which tile a figure seems to stand: a player's may only come onto the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The one of the open turn.
    NewestTile,
    /// One of an earlier turn, in which it was missed.
    OlderTile,
}

/// Posterior of what a track is, likeliest first.
pub fn rank(
    game: &Game,
    geometry: &dyn TileGeometry,
    tie: Tie,
    track: &Track,
    on: On,
) -> Vec<(FigureReading, f32)> {
    let cell = tie.cell(track.cell);
    let Some(laid) = game.board().get(cell) else {
        return Vec::new();
    };
    let mut weights: BTreeMap<FigureReading, f32> = BTreeMap::new();
    for ((kind, color, pose), seen) in track.evidence.readings() {
        let in_turn = color.map_or(0.0, |color| in_turn(game, on, color));
        let in_hand = color.map_or(0.0, |color| in_hand(game, color, kind));
        let foot = tie.foot(track.foot_in(pose));
        let segments = geometry.segment_log_likelihoods(&laid.face, laid.rotation, foot, pose);
        for (segment, place) in segments {
            let at = SegmentRef::new(cell, segment);
            let weight = weights
                .entry(Some((kind, color, segment)))
                .or_insert(f32::NEG_INFINITY);
            let allowed = allowed(game, on, kind, color, at);
            *weight = log_add(*weight, seen + place + allowed + in_turn + in_hand);
        }
    }
    weights.insert(None, NO_FIGURE);
    posterior(weights)
}

/// Natural logarithm of how much likelier a colour places a figure, by whose turn it is.
fn in_turn(game: &Game, on: On, color: Color) -> f32 {
    let expected = match on {
        On::NewestTile => game.open_turn().and_then(|open| open.player),
        On::OlderTile => None,
    };
    if expected == Some(color) {
        limits::IN_TURN
    } else {
        0.0
    }
}

/// Natural logarithm of how much less likely the rules make a figure somewhere.
fn allowed(game: &Game, on: On, kind: FigureKind, color: Option<Color>, at: SegmentRef) -> f32 {
    let allowed = match (color, on) {
        (None, _) => game.check_neutral(kind, at),
        (Some(color), On::NewestTile) => game.check_figure(kind, color, at),
        (Some(color), On::OlderTile) => game.check_piece(kind, color, at).map(drop),
    };
    if allowed.is_ok() {
        0.0
    } else {
        limits::ILLEGAL_FIGURE
    }
}

/// Natural logarithm of how many of the pieces that a colour has in hand are of that kind: a guard
/// and a meeple look alike, but there are two of the one and five of the other. A kind that is used
/// up may still stand there by mistake; then it counts as one.
fn in_hand(game: &Game, color: Color, kind: FigureKind) -> f32 {
    let count = |kind| f32::from(game.in_hand(color, kind).max(1));
    let all: f32 = game.pieces().map(|(kind, _)| count(kind)).sum();
    (count(kind) / all).ln()
}

/// How sure a reading is together with those that count alike: what is a guard and what a meeple
/// is told by later turns, if it matters at all.
pub fn sure_in_effect(ranked: &[(FigureReading, f32)], best: FigureReading) -> f32 {
    let as_meeple = |reading: FigureReading| {
        reading.map(|(kind, color, segment)| {
            let guard = kind == FigureKind::Guard;
            let counts_as = if guard { FigureKind::Meeple } else { kind };
            (counts_as, color, segment)
        })
    };
    let alike = ranked
        .iter()
        .filter(|(other, _)| as_meeple(*other) == as_meeple(best));
    alike.map(|(_, sure)| sure).sum()
}

/// ln(eᵃ + eᵇ)
fn log_add(a: f32, b: f32) -> f32 {
    let high = a.max(b);
    if high == f32::NEG_INFINITY {
        high
    } else {
        high + ((a - high).exp() + (b - high).exp()).ln()
    }
}
