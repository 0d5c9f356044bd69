//! Who stands where, and by what: places, points, and where the points came from. What the end of
//! a game, its picture and the statistics share. Counts nothing anew; the points are the tracker's.

use carcassonne::piece::Color;
use tracker::board::features::FeatureKind;
use tracker::snapshot::{ScoreLine, ScoreReason, Snapshot};

/// What points are for, whether they were given on the way or at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Features of a kind.
    Feature(FeatureKind),
    /// Something else.
    Else(ScoreReason),
}

impl Origin {
    /// What that reason is about.
    pub const fn of(reason: ScoreReason) -> Self {
        match reason {
            ScoreReason::Completed(kind) | ScoreReason::Final(kind) => Self::Feature(kind),
            other => Self::Else(other),
        }
    }
}

/// One player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whose.
    pub color: Color,
    /// Counted from 1; equal points share a place.
    pub place: usize,
    /// Points.
    pub score: i32,
    /// Where they came from, the most first.
    pub from: Vec<(Origin, i32)>,
}

/// Everybody's place, the first first, as if an open turn ended as it is; nobody's where all play
/// together.
pub fn standings(snapshot: &Snapshot) -> Vec<Standing> {
    if snapshot.team.is_some() {
        return Vec::new();
    }
    let lines = [&*snapshot.score_lines, &snapshot.provisional].concat();
    let players = snapshot.players.iter();
    let scores = players.map(|player| (player.color, player.provisional_score));
    ranked(scores.collect(), &lines)
}

/// The same of scores and the lines they came from.
pub fn ranked(mut scores: Vec<(Color, i32)>, lines: &[ScoreLine]) -> Vec<Standing> {
    // Among equals the seats decide who is named first, and nothing else.
    scores.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    let place = |score: i32| 1 + scores.iter().filter(|(_, other)| *other > score).count();
    scores
        .iter()
        .map(|&(color, score)| Standing {
            color,
            place: place(score),
            score,
            from: sources(lines, color),
        })
        .collect()
}

/// Where a player's points came from, the most first.
pub fn sources(lines: &[ScoreLine], color: Color) -> Vec<(Origin, i32)> {
    let mut sources: Vec<(Origin, i32)> = Vec::new();
    for line in lines.iter().filter(|line| line.color == Some(color)) {
        let from = Origin::of(line.reason);
        match sources.iter_mut().find(|(other, _)| *other == from) {
            Some((_, points)) => *points += line.points,
            None => sources.push((from, line.points)),
        }
    }
    sources.retain(|(_, points)| *points != 0);
    sources.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(color: Color, points: i32, reason: ScoreReason) -> ScoreLine {
        ScoreLine {
            turn: 1,
            color: Some(color),
            points,
            reason,
            expression: tracker::rules::points::expression::Expression::default(),
            segments: Vec::new(),
            figures: Vec::new(),
        }
    }

    #[test]
    fn equal_points_share_a_place_and_features_are_told_once() {
        let road = FeatureKind::Road;
        let lines = [
            line(Color::Red, 4, ScoreReason::Completed(road)),
            line(Color::Blue, 9, ScoreReason::Final(FeatureKind::Field)),
            line(Color::Red, 5, ScoreReason::Final(road)),
            line(Color::Green, 2, ScoreReason::ByHand),
        ];
        let scores = vec![(Color::Red, 9), (Color::Green, 2), (Color::Blue, 9)];
        let told = ranked(scores, &lines);
        let places: Vec<_> = told.iter().map(|one| (one.color, one.place)).collect();
        assert_eq!(
            places,
            [(Color::Red, 1), (Color::Blue, 1), (Color::Green, 3)]
        );
        assert_eq!(told[0].from, [(Origin::Feature(road), 9)]);
    }
}
