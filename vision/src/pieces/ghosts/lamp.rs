//! How shadows fall, which is the same for all pieces under one lamp.
//!
//! Figures that are known tell it, since only the lamp is unknown of them; before there is one,
//! the first loose pieces do, less surely. A lamp near the table is one lamp here: the slope is
//! that of the whole board.

use calibration::space::{LatticeOffset, LatticePoint, apart, vec2};
use carcassonne::piece::FigureKind;
use opencv::core::{Mat, Rect};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::{Board, Known, MIN_IOU, Solid, outlines};
use super::own::OwnLooks;
use super::target::{SOLID, Target, around, blank, darker, fill, is_piece};
use crate::bare::pixels::Raster;
use crate::cv;
use crate::lattice::cell_at;
use crate::pieces::silhouette::Outlines;

/// Shadows tried: directions, and lengths in heights of the piece, from under a high lamp to one that stands
/// 30° above the table, or a window.
const DIRECTIONS: usize = 12;
const LENGTHS: [f64; 6] = [0.25, 0.45, 0.65, 0.9, 1.25, 1.75];
/// Shadows longer than this, in heights, must be borne out by two pieces.
const USUAL: f64 = 0.95;
/// Log-likelihood per unit of overlap: a figure's own shadow brings 0.1 and more, what is off about
/// its outline up to 0.04.
const SHARPNESS: f64 = 50.0;
/// What a second piece costs, overlap: two explain any heap better than one (chosen, not measured).
const EACH_MORE: f64 = 0.06;
/// Figures that are remembered while fewer stand: where a lamp is rarely changes.
const REMEMBERED: usize = 4;
/// How much worse a figure is explained (overlap) than before if other pieces have come to its shadow since;
/// chosen, not measured.
const SPOILT: f64 = 0.1;

/// What pieces tell about the lamp.
#[derive(Clone, Debug, Default)]
pub(super) struct Lamp {
    /// The latest last.
    votes: Vec<Vote>,
}

/// What one piece tells.
#[derive(Clone, Debug)]
struct Vote {
    foot: LatticePoint,
    /// How well it is explained under each of the [`slopes`].
    explained: Vec<f64>,
}

impl Lamp {
    /// How far shadows fall, in heights, along the lattice's axes: the mean of all slopes by how
    /// well they explain the pieces, so nearly no shadow where no direction stands out, as in soft
    /// light. `None` before a piece was seen.
    pub(super) fn slope(&self) -> Option<LatticeOffset> {
        if self.votes.is_empty() {
            return None;
        }
        let mut all = (LatticeOffset::zero(), 0.0);
        for (n, slope) in slopes().enumerate() {
            let better = self.votes.iter().map(|vote| vote.better(n));
            let sum: f64 = better.clone().sum();
            let told = match slope.x.hypot(slope.y) > USUAL {
                // Another piece beside a figure may pass for its long shadow, but not beside each.
                true if self.votes.len() < 2 => continue,
                true => sum - better.fold(0.0, f64::max),
                false => sum,
            };
            let weight = (SHARPNESS * told).exp();
            all.0 += slope * weight;
            all.1 += weight;
        }
        Some(all.0 / all.1)
    }

    /// Asks the figures that are known, whose shadows are told from nothing else: by what has `changed`,
    /// and not become [`lighter`](super::own::changed). What other pieces cover that were seen last does
    /// not count, nor do tiles whose look is not known.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        [changed, lighter]: [&Mat; 2],
        figures: &[Known],
        looks: &OwnLooks,
        solids: &[Solid],
    ) -> opencv::Result<()> {
        let stands = |figure: &&Known| looks.knows(cell_at(figure.foot));
        let mut standing = Vec::new();
        for figure in figures.iter().filter(stands) {
            let spot = Spot::of(board, [changed, lighter], figure, solids)?;
            let now = Vote {
                foot: figure.foot,
                explained: spot.explained()?,
            };
            let before = self
                .votes
                .iter()
                .find(|old| apart(old.foot, now.foot) < 0.1);
            let clearer = before.filter(|before| before.most() > now.most() + SPOILT);
            standing.push(clearer.cloned().unwrap_or(now));
        }
        let again = |old: &Vote| standing.iter().any(|vote| apart(vote.foot, old.foot) < 0.1);
        self.votes.retain(|old| !again(old));
        let forgotten = (self.votes.len() + standing.len()).saturating_sub(REMEMBERED);
        self.votes.drain(..forgotten.min(self.votes.len()));
        self.votes.append(&mut standing);
        Ok(())
    }

    /// Asks the first loose pieces of a kind, as long as nothing else was seen: what is best
    /// explained by one or two of them.
    pub(super) fn guess(&mut self, targets: &[Target], kind: FigureKind) -> opencv::Result<()> {
        let mut best = (MIN_IOU, None);
        for target in targets.iter().filter(|target| is_piece(target)) {
            let explained = slopes().map(|slope| explained(target, kind, slope));
            let explained: Vec<f64> = explained.collect::<opencv::Result<_>>()?;
            let most = explained.iter().copied().fold(0.0, f64::max);
            if most > best.0 {
                best = (most, Some(explained));
            }
        }
        self.votes.extend(best.1.map(|explained| Vote {
            foot: LatticePoint::splat(f64::INFINITY),
            explained,
        }));
        Ok(())
    }
}

impl Vote {
    /// How well the best slope explains it.
    fn most(&self) -> f64 {
        self.explained.iter().copied().fold(0.0, f64::max)
    }

    /// How much better a slope explains it than no shadow does, beyond what short shadows bring in
    /// all directions: outlines are a bit larger than what was drawn.
    fn better(&self, n: usize) -> f64 {
        let all_around = self.explained[1..=DIRECTIONS].iter().sum::<f64>() / DIRECTIONS as f64;
        if n == 0 {
            0.0
        } else {
            self.explained[n] - all_around.max(self.explained[0])
        }
    }
}

/// No shadow, then shadows all around, ring by ring.
fn slopes() -> impl Iterator<Item = LatticeOffset> {
    let ring = |length: f64| {
        (0..DIRECTIONS).map(move |turn| {
            let angle = std::f64::consts::TAU * turn as f64 / DIRECTIONS as f64;
            vec2(angle.cos() * length, angle.sin() * length)
        })
    };
    std::iter::once(LatticeOffset::zero()).chain(LENGTHS.into_iter().flat_map(ring))
}

/// How well one or two pieces of a kind explain a target.
fn explained(target: &Target, kind: FigureKind, slope: LatticeOffset) -> opencv::Result<f64> {
    let mut best = 0.0f64;
    for count in 1..=2 {
        let (overlap, _) = target.fit(Vec::new(), count, kind, slope, &[5.0, 2.0])?;
        best = best.max(overlap - EACH_MORE * (count - 1) as f64);
    }
    Ok(best)
}

/// A known figure on the raster, to try its shadow.
struct Spot {
    area: Rect,
    /// The outlines of the figure and of its shadow under each of the [`slopes`].
    outlines: Vec<[Outlines<Raster>; 2]>,
    /// Where it tells something: on tiles, and not on other pieces.
    counts: Mat,
    /// Of that, what has changed.
    changed: Mat,
}

impl Spot {
    fn of(
        board: &Board,
        [changed, lighter]: [&Mat; 2],
        figure: &Known,
        solids: &[Solid],
    ) -> opencv::Result<Self> {
        let outlines: Vec<_> = slopes()
            .map(|slope| outlines(board, figure, slope))
            .collect();
        // As far as its shadow may fall.
        let reach = outlines.as_flattened().concat();
        let bounds = imgproc::bounding_rect(&cv::polygon(reach.iter().flatten()))?;
        let area = bounds & Rect::new(0, 0, changed.cols(), changed.rows());
        let mut near = blank(area)?;
        fill(&mut near, &reach, area, SOLID)?;
        let others = solids.iter().filter(|other| other.foot != figure.foot);
        let others = around(others.map(|other| &other.outline), area)?;
        let free = cv::both(&near, &cv::inverted(&others)?)?;
        let changed = Mat::roi(changed, area)?;
        // A shadow makes nothing lighter: what does beside the figure is another piece.
        let own = outlines.first().map(|[figure, _]| figure);
        let shaded = cv::either(&around(own, area)?, &darker(lighter, area)?)?;
        let free = cv::both(&free, &cv::either(&cv::inverted(&changed)?, &shaded)?)?;
        let counts = cv::both(&free, &Mat::roi(board.known, area)?)?;
        let changed = cv::both(&counts, &changed)?;
        Ok(Self {
            area,
            outlines,
            counts,
            changed,
        })
    }

    /// Intersection over union of the figure with its shadow and what has changed around it, under each of
    /// the [`slopes`].
    fn explained(&self) -> opencv::Result<Vec<f64>> {
        let count = |mask: &Mat| opencv::core::count_non_zero(mask).map(f64::from);
        let under = |[solid, shadow]: &[Outlines<Raster>; 2]| {
            let mut drawn = blank(self.area)?;
            fill(&mut drawn, solid, self.area, SOLID)?;
            fill(&mut drawn, shadow, self.area, SOLID)?;
            let covered = cv::both(&drawn, &self.counts)?;
            let both = cv::both(&covered, &self.changed)?;
            let either = cv::either(&covered, &self.changed)?;
            Ok(count(&both)? / count(&either)?.max(1.0))
        };
        self.outlines.iter().map(under).collect()
    }
}
