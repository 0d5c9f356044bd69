//! A track: something that seems to be a new figure, followed from look to look.

use std::collections::BTreeMap;

use super::{Likelihoods, posterior};
use crate::belief::limits;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure};

/// Two feet nearer than this, in tile sides, are the same figure: a nudge, or the noise of a
/// foot point. Meeples are a third of a side wide, so two of them stand further apart.
pub const SAME_FIGURE: f32 = 0.25;

/// What a figure is read as.
type Look = (FigureKind, Option<Color>, Pose);

/// Something that seems to be a new figure.
#[derive(Clone, Debug)]
pub struct Track {
    /// The lattice cell.
    pub cell: Cell,
    /// Which piece, if it belongs to nobody: it may stand close to a player's.
    pub neutral: Option<FigureKind>,
    /// Mean foot point in the lattice's frame.
    pub foot: [f32; 2],
    /// The same for each pose that was seen in it: what stands leans, so its foot is elsewhere.
    pub feet: BTreeMap<Pose, [f32; 2]>,
    /// All looks at it.
    pub evidence: Likelihoods<Look>,
    /// How well its likeliest reading explains what is seen, as the mean log-likelihood over looks.
    pub explained: f32,
    /// Looks in a row without it.
    pub absent: u32,
    /// Asked about or said to be no figure: left alone as long as it is seen.
    pub settled: bool,
}

impl Track {
    /// Something that was seen for the first time.
    pub fn new(seen: &SeenFigure, frame: u64) -> Self {
        let mut track = Self {
            cell: seen.cell,
            neutral: neutral(seen),
            foot: seen.foot,
            feet: feet(seen),
            evidence: Likelihoods::new(frame),
            explained: 0.0,
            absent: 0,
            settled: false,
        };
        track.add(seen, frame);
        track
    }

    /// Adds a look at it.
    pub fn add(&mut self, seen: &SeenFigure, frame: u64) {
        let looks = self.evidence.looks() as f32;
        let onto = |mean: &mut [f32], new: &[f32]| {
            for (mean, new) in mean.iter_mut().zip(new) {
                *mean = (*mean * looks + new) / (looks + 1.0);
            }
        };
        onto(&mut self.foot, &seen.foot);
        for (pose, new) in feet(seen) {
            onto(self.feet.entry(pose).or_insert(new), &new);
        }
        let best = likeliest(seen).map_or(0.0, |candidate| candidate.log_likelihood);
        onto(std::slice::from_mut(&mut self.explained), &[best]);
        self.absent = 0;
        let readings = seen.candidates.iter();
        self.evidence.add(
            frame,
            readings.map(|c| ((c.kind, c.color, c.pose), c.log_likelihood)),
        );
    }

    /// The same figure, to be read anew.
    pub fn anew(&self, frame: u64) -> Self {
        Self {
            evidence: Likelihoods::new(frame),
            ..self.clone()
        }
    }

    /// The foot if the figure is in that pose.
    pub fn foot_in(&self, pose: Pose) -> [f32; 2] {
        self.feet.get(&pose).copied().unwrap_or(self.foot)
    }

    /// Whether what is seen is this figure.
    pub fn is_near(&self, seen: &SeenFigure) -> bool {
        self.cell == seen.cell
            && self.neutral == neutral(seen)
            && distance(self.foot, seen.foot) < SAME_FIGURE
    }

    /// Whether it was seen often enough to be believed, and still is.
    pub fn is_seen(&self) -> bool {
        self.absent == 0 && self.evidence.looks() >= limits::NEW
    }

    /// Whose figure it is, once it was seen often enough.
    pub fn color(&self) -> Option<Color> {
        let best = posterior(self.evidence.readings()).into_iter().next();
        best.filter(|_| self.is_seen())
            .and_then(|((_, color, _), _)| color)
    }
}

/// The foot in each pose, as the likeliest reading in it has it.
fn feet(seen: &SeenFigure) -> BTreeMap<Pose, [f32; 2]> {
    let likeliest_last = seen.candidates.iter().rev();
    likeliest_last
        .map(|candidate| (candidate.pose, candidate.foot.unwrap_or(seen.foot)))
        .collect()
}

/// Which piece is seen, if it belongs to nobody.
pub fn neutral(seen: &SeenFigure) -> Option<FigureKind> {
    likeliest(seen)
        .filter(|candidate| candidate.color.is_none())
        .map(|candidate| candidate.kind)
}

/// What a figure most looks like.
pub fn likeliest(seen: &SeenFigure) -> Option<&FigureCandidate> {
    seen.candidates
        .iter()
        .max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood))
}

/// How far apart two points are.
pub fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from low, what stands on a road covers the field behind it.
    #[test]
    fn each_pose_keeps_its_own_foot() {
        let look = |standing: [f32; 2], lying: [f32; 2]| {
            let candidate = |pose, foot, log_likelihood| FigureCandidate {
                kind: FigureKind::Meeple,
                color: Some(Color::Red),
                pose,
                log_likelihood,
                foot: Some(foot),
            };
            SeenFigure {
                cell: Cell::new(0, 0),
                foot: lying,
                candidates: vec![
                    candidate(Pose::Lying, lying, 51.0),
                    candidate(Pose::Standing, standing, 50.0),
                ],
                foot_px: [0.0; 2],
            }
        };
        let mut track = Track::new(&look([0.0, 0.2], [0.0, -0.2]), 1);
        track.add(&look([0.0, 0.0], [0.0, -0.3]), 2);
        assert_eq!(track.foot_in(Pose::Standing), [0.0, 0.1]);
        assert_eq!(track.foot_in(Pose::Lying), [0.0, -0.25]);
        assert_eq!(track.foot, track.foot_in(Pose::Lying));
    }
}
