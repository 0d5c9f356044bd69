//! What each match says of where a tile lies, gathered into clusters that become outlines.

use std::collections::HashMap;

use calibration::space::{self, Face, FacePoint, Image, ImagePoint, apart, point2};
use calibration::{Fit, Homography};

use crate::lattice::outline::{Outline, inside, plausible, side_of};

/// Clusters tried, strongest first: 72 tiles and as many doubles; what comes later is chance.
const CLUSTERS: usize = 300;
/// The same in a thorough search: where many tiles repeat each other's prints, the strongest
/// clusters are doubles of a few.
const MOST_CLUSTERS: usize = 3000;

/// How far from where they belong the features of a tile may lie, as a share of its side, and
/// how far if its perspective is left out: seen obliquely from eight tiles away, its far side is
/// a tenth shorter than its near one.
const TOLERANCE: f64 = 0.05;
const NEARBY: f64 = 0.08;

/// One match's opinion: a tile is centred here, of this size and turn.
#[derive(Clone, Copy)]
pub(super) struct Vote {
    pub(super) centre: ImagePoint,
    /// Side of the tile, pixels.
    pub(super) side: f64,
    /// Degrees, clockwise in the picture.
    pub(super) turn: f64,
    /// Index of the picture's feature.
    pub(super) feature: usize,
    /// Where on the face, counted from its middle.
    pub(super) on_face: FacePoint,
    pub(super) in_image: ImagePoint,
}

/// What a picture's features say of tiles in it.
pub struct Votes {
    pub(super) votes: Vec<Vote>,
    pub(super) fewest: usize,
    /// How much higher than the picture they were looked for in.
    pub(super) stretch: f64,
}

impl Votes {
    /// Outlines of tiles, most supported first; they may overlap and a few may be wrong. A
    /// thorough search takes longer and finds more.
    pub fn outlines(&self, thorough: bool) -> Vec<Outline> {
        let most = if thorough { MOST_CLUSTERS } else { CLUSTERS };
        let mut found = outlines(&self.votes, self.fewest, most);
        for corner in found.iter_mut().flat_map(|outline| &mut outline.corners) {
            corner.y /= self.stretch;
        }
        found
    }
}

/// Difference of two turns modulo a quarter, −45…45 degrees.
fn quarter_difference(a: f64, b: f64) -> f64 {
    (a - b + 45.0).rem_euclid(90.0) - 45.0
}

/// Votes gathered in overlapping bins of size, turn and place; strongest bins first become
/// outlines and use their votes up.
fn outlines(votes: &[Vote], fewest: usize, most: usize) -> Vec<Outline> {
    // Half-octave sizes, 22.5° turns modulo a quarter, places a third of a tile apart; each
    // vote goes into the two nearest bins per dimension so that no cluster is split.
    let mut bins: HashMap<[i32; 4], Vec<usize>> = HashMap::new();
    for (index, vote) in votes.iter().enumerate() {
        if !(20.0..2000.0).contains(&vote.side) {
            continue;
        }
        let size = vote.side.log2() * 2.0;
        let turn = vote.turn.rem_euclid(90.0) / 22.5;
        for s in [size.floor(), size.floor() + 1.0] {
            let pitch = (s / 2.0).exp2() * 0.35;
            for t in [turn.floor(), turn.floor() + 1.0] {
                let (x, y) = (vote.centre.x / pitch, vote.centre.y / pitch);
                for bx in [x.floor(), x.floor() + 1.0] {
                    for by in [y.floor(), y.floor() + 1.0] {
                        bins.entry([s as i32, t as i32 % 4, bx as i32, by as i32])
                            .or_default()
                            .push(index);
                    }
                }
            }
        }
    }
    let distinct = |members: &[usize]| {
        let mut features: Vec<usize> = members.iter().map(|&i| votes[i].feature).collect();
        features.sort_unstable();
        features.dedup();
        features.len()
    };
    let mut clusters: Vec<(usize, [i32; 4])> = bins
        .iter()
        .map(|(key, members)| (distinct(members), *key))
        .filter(|&(count, _)| count >= fewest)
        .collect();
    clusters.sort_unstable_by(|a, b| b.cmp(a));
    let mut found: Vec<Outline> = Vec::new();
    let mut used = vec![false; votes.iter().map(|v| v.feature + 1).max().unwrap_or(0)];
    clusters.truncate(most);
    for (_, key) in clusters {
        // What a stronger outline explains is used up, or the bins around it would be tried
        // one after the other.
        let members: Vec<Vote> = bins[&key]
            .iter()
            .map(|&i| votes[i])
            .filter(|v| !used[v.feature])
            .collect();
        let Some(outline) = outline(&members, fewest) else {
            continue;
        };
        if let Some(inside) = inside(&outline) {
            votes
                .iter()
                .filter(|v| inside(v.in_image))
                .for_each(|v| used[v.feature] = true);
        }
        let centre = outline.centre();
        let double = found
            .iter_mut()
            .find(|other| apart(other.centre(), centre) < 0.35 * side_of(&other.corners));
        match double {
            Some(other) if other.matches >= outline.matches => {}
            Some(other) => *other = outline,
            None => found.push(outline),
        }
    }
    found.sort_by_key(|outline| std::cmp::Reverse(outline.matches));
    found
}

/// The homography that most votes of a cluster agree on, if it maps a square to something a
/// tile could look like.
fn outline(votes: &[Vote], fewest: usize) -> Option<Outline> {
    let reference = votes.first()?.turn;
    let distinct = |kept: &mut dyn Iterator<Item = usize>| {
        let mut features: Vec<usize> = kept.collect();
        features.sort_unstable();
        features.dedup();
        features.len()
    };
    if distinct(&mut votes.iter().map(|v| v.feature)) < fewest {
        return None;
    }
    let mut from = Vec::with_capacity(votes.len());
    let mut to = Vec::with_capacity(votes.len());
    for vote in votes {
        // All faces are turned into the frame of the first vote, by whole quarters.
        let quarters = ((vote.turn - reference - quarter_difference(vote.turn, reference)) / 90.0)
            .round() as i32;
        let [x, y] = vote.on_face.to_array();
        from.push(match quarters.rem_euclid(4) {
            0 => point2(x, y),
            1 => point2(-y, x),
            2 => point2(-x, -y),
            _ => point2(y, -x),
        });
        to.push(vote.in_image);
    }
    let mut sides: Vec<f64> = votes.iter().map(|v| v.side).collect();
    sides.sort_by(f64::total_cmp);
    let side = sides[sides.len() / 2];
    let explained = |fit: Fit<Image, Face>| {
        let agree = votes.iter().zip(&fit.inliers).filter(|(_, i)| **i);
        let matches = distinct(&mut agree.map(|(v, _)| v.feature));
        let corners = space::square(-0.5, 0.5).map(|corner| fit.map.apply(corner));
        (matches >= fewest && plausible(&corners, side)).then_some(Outline { corners, matches })
    };
    // Most clusters are chance: a quick fit shows it.
    let tolerances = [NEARBY, TOLERANCE].map(|t| t * side);
    explained(Homography::fit_nearby(&from, &to, tolerances, fewest)?)?;
    explained(Homography::fit(&from, &to, TOLERANCE * side)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_differ_by_less_than_an_eighth() {
        assert!((quarter_difference(100.0, 5.0) - 5.0).abs() < 1e-9);
        assert!((quarter_difference(-80.0, 5.0) - 5.0).abs() < 1e-9);
        assert!((quarter_difference(85.0, 0.0) + 5.0).abs() < 1e-9);
    }
}
