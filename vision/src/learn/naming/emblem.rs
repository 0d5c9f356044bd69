//! Which cities have a coat of arms: whatever it looks like, it is the same small picture on every
//! tile that has one, and no other small picture is. Every piece of a tile that must have one is
//! compared with every piece of the tiles that may; the piece that divides them best is it.

use std::collections::BTreeSet;

use ndarray::{Array2, Axis};
use opencv::core::{self, Mat, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;
use rayon::prelude::*;

use crate::cv;

/// Side of the picture that is looked at, and of a piece, pixels: coats of arms are a tenth to a
/// sixth of a tile wide.
const LOOK_PX: usize = 64;
const PIECE_PX: usize = 10;
/// Steps between pieces that are looked for, and between those among which they are, pixels.
const WANTED_STEP_PX: usize = 4;
const STEP_PX: usize = 2;
/// Contrast, standard deviation in CIE Lab, from which on a piece shows something.
const CONTRAST: f32 = 4.0;
/// Correlation that a piece must reach on another tile to be the same at all, and between which the
/// even odds lie.
const SAME: f32 = 0.5;
const EVEN: std::ops::RangeInclusive<f32> = 0.55..=0.8;
/// Numbers of a piece.
const NUMBERS: usize = PIECE_PX * PIECE_PX * 3;
/// Log odds at the mean of those with, or without.
const TELLS: f32 = 4.0;
/// At most.
const SURELY: f32 = 7.0;
/// How well the best piece divides, in spreads, if that is to count fully; and how well if all are
/// on one side.
const DIVIDES: f32 = 1.5;
const UNDIVIDED: f32 = 0.3;
/// How much the distance of the means counts beside the gap between the two.
const APART: f32 = 0.3;
/// By how much those with one must be more alike than the same at all.
const ALIKE: f32 = 0.25;
/// How much odds count if no tile is known to have one, and tiles that are then taken to have one.
const GUESSED: f32 = 0.4;
const MOST_GUESSED: usize = 12;
/// Tiles known to have one that are looked at.
const MOST_BEARERS: usize = 8;

/// A tile that may have a coat of arms.
pub(super) struct Candidate<'a> {
    pub(super) picture: &'a Mat,
    /// Tiles of one group differ by the coat of arms only; how many of it have one, and have none,
    /// at most.
    pub(super) group: usize,
    pub(super) most: [usize; 2],
}

/// A tile that has a coat of arms, and its number if it is one of the candidates.
pub(super) struct Bearer<'a> {
    pub(super) picture: &'a Mat,
    pub(super) candidate: Option<usize>,
}

/// Log odds for each candidate that it has a coat of arms. `bearers` must have one; without any, one of
/// the candidates is taken to have one, and the odds tell less.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn odds(candidates: &[Candidate], bearers: &[Bearer]) -> opencv::Result<Vec<f32>> {
    let mut seen = Vec::new();
    for candidate in candidates {
        seen.push(pieces(candidate.picture, STEP_PX)?);
    }
    let guessed: Vec<Bearer> = candidates
        .iter()
        .enumerate()
        .map(|(n, candidate)| Bearer {
            picture: candidate.picture,
            candidate: Some(n),
        })
        .collect();
    // The fewer of a box's tiles there are, the more may divide them by chance.
    let share = candidates.len() as f32 / all(candidates).max(1) as f32;
    let telling = share.min(1.0).powi(2);
    let (bearers, counts, most) = match bearers {
        [] => (&guessed[..], GUESSED * telling, MOST_GUESSED),
        known => (known, telling, MOST_BEARERS),
    };
    let bearers = &bearers[..bearers.len().min(most)];
    let likenesses = bearers.par_iter().map(|bearer| likeness(bearer, &seen));
    let likenesses: Vec<Array2<f32>> = likenesses.collect::<opencv::Result<_>>()?;
    let mut best: Option<(f32, Vec<f32>)> = None;
    for (bearer, likeness) in bearers.iter().zip(&likenesses) {
        for column in likeness.axis_iter(Axis(1)) {
            let scores: Vec<f32> = column.to_vec();
            if let Some((quality, mut odds)) = divided(&scores, candidates, bearer.candidate)
                && best.as_ref().is_none_or(|(most, _)| quality > *most)
            {
                odds.iter_mut().for_each(|odds| *odds *= counts);
                if let Some(own) = bearer.candidate {
                    odds[own] = SURELY * counts;
                }
                best = Some((quality, odds));
            }
        }
    }
    Ok(best.map_or_else(|| vec![0.0; candidates.len()], |(_, odds)| odds))
}

/// How many tiles the groups of the candidates have in a box.
fn all(candidates: &[Candidate]) -> usize {
    let groups = candidates.iter().map(|c| (c.group, c.most));
    let groups: std::collections::BTreeMap<usize, [usize; 2]> = groups.collect();
    groups.values().flatten().sum()
}

/// How alike the most alike piece of each candidate (rows) is to each piece of a tile (columns); a tile is
/// not compared with itself.
fn likeness(bearer: &Bearer, seen: &[Array2<f32>]) -> opencv::Result<Array2<f32>> {
    // A piece may lie turned on another tile: the bearer's are taken at four turns, each found
    // again at its place.
    let side = (1..LOOK_PX - PIECE_PX).step_by(WANTED_STEP_PX).count();
    let mut likeness = Array2::<f32>::zeros((seen.len(), side * side));
    let mut turned = bearer.picture.clone();
    for turn in 0..4 {
        if turn > 0 {
            turned = cv::turned(&turned, core::ROTATE_90_CLOCKWISE)?;
        }
        let own = pieces(&turned, WANTED_STEP_PX)?;
        for (n, seen) in seen.iter().enumerate() {
            if bearer.candidate == Some(n) {
                continue;
            }
            let alike = own.dot(&seen.t());
            for (piece, row) in alike.axis_iter(Axis(0)).enumerate() {
                let most = row.iter().copied().fold(0.0, f32::max);
                let (mut y, mut x) = (piece / side, piece % side);
                for _ in 0..turn {
                    // Back a quarter turn.
                    (y, x) = (side - 1 - x, y);
                }
                let place = &mut likeness[[n, y * side + x]];
                *place = most.max(*place);
            }
        }
    }
    Ok(likeness)
}

/// The pieces of a tile, one a row, each without its mean colour and of length one.
fn pieces(picture: &Mat, step: usize) -> opencv::Result<Array2<f32>> {
    let size = Size::new(LOOK_PX as i32, LOOK_PX as i32);
    let small = cv::resized(picture, size, imgproc::INTER_AREA)?;
    let soft = cv::softened(&small, 0.7)?;
    let float = cv::retyped(&soft, core::CV_32FC3, 1.0 / 255.0, 0.0)?;
    let lab = cv::converted(&float, imgproc::COLOR_BGR2Lab)?;
    let pixels = lab.data_typed::<Vec3f>()?;
    let places: Vec<usize> = (1..LOOK_PX - PIECE_PX).step_by(step).collect();
    let mut all = Vec::with_capacity(places.len() * places.len() * NUMBERS);
    for &top in &places {
        for &left in &places {
            let begin = all.len();
            for row in top..top + PIECE_PX {
                let line = &pixels[row * LOOK_PX + left..row * LOOK_PX + left + PIECE_PX];
                all.extend(line.iter().flat_map(|p| [p[0] * 0.6, p[1], p[2]]));
            }
            let piece = &mut all[begin..];
            let mut mean = [0.0; 3];
            for (n, value) in piece.iter().enumerate() {
                mean[n % 3] += value * 3.0 / NUMBERS as f32;
            }
            let mut square = 0.0;
            for (n, value) in piece.iter_mut().enumerate() {
                *value -= mean[n % 3];
                square += *value * *value;
            }
            let length = square.sqrt().max(CONTRAST * (NUMBERS as f32).sqrt());
            piece.iter_mut().for_each(|value| *value /= length);
        }
    }
    let rows = places.len() * places.len();
    Array2::from_shape_vec((rows, NUMBERS), all)
        .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))
}

/// How well scores divide the candidates into those with and those without, and the odds by that;
/// `own` is the candidate that the piece is from.
fn divided(
    scores: &[f32],
    candidates: &[Candidate],
    own: Option<usize>,
) -> Option<(f32, Vec<f32>)> {
    let others = (0..scores.len()).filter(|n| Some(*n) != own);
    let mut order: Vec<usize> = others.collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    if order.first().is_none_or(|&n| scores[n] < SAME) {
        return None;
    }
    let groups = groups(&order, candidates, own);
    let mut tried: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut best: Option<Division> = None;
    for pair in order.windows(2) {
        let between = (scores[pair[0]] + scores[pair[1]]) / 2.0;
        let with = groups.iter().flat_map(|group| {
            let many = group.tiles.iter().filter(|&&n| scores[n] > between).count();
            let many = many.clamp(group.least, group.most);
            group.tiles[..many].iter().copied()
        });
        let mut with: Vec<usize> = with.collect();
        with.sort_unstable();
        if tried.insert(with.clone())
            && let Some(division) = Division::of(scores, &order, &with)
            && best.as_ref().is_none_or(|b| division.quality > b.quality)
        {
            best = Some(division);
        }
    }
    // All have one, or none.
    let best = best.unwrap_or(Division {
        quality: UNDIVIDED,
        middle: (EVEN.start() + EVEN.end()) / 2.0,
        half: 0.1,
    });
    let counts = (best.quality / DIVIDES).clamp(0.1, 1.0);
    let odds = scores.iter().map(|score| {
        let odds = TELLS * (score - best.middle) / best.half;
        odds.clamp(-SURELY, SURELY) * counts
    });
    Some((best.quality, odds.collect()))
}

/// Tiles that differ by the coat of arms only, the highest score first, and how many of them have one.
struct Group {
    tiles: Vec<usize>,
    least: usize,
    most: usize,
}

fn groups(order: &[usize], candidates: &[Candidate], own: Option<usize>) -> Vec<Group> {
    let numbers: BTreeSet<usize> = candidates.iter().map(|c| c.group).collect();
    let group = |number: usize| {
        let fits = |n: &usize| candidates[*n].group == number;
        let tiles: Vec<usize> = order.iter().copied().filter(fits).collect();
        let itself = usize::from(own.is_some_and(|n| fits(&n)));
        let [with, without] = candidates
            .iter()
            .find(|c| c.group == number)
            .map_or([0, 0], |c| c.most);
        let least = (tiles.len() + itself).saturating_sub(without);
        let most = (tiles.len() + itself).min(with);
        Group {
            least: least.saturating_sub(itself).min(tiles.len()),
            most: most.saturating_sub(itself).min(tiles.len()),
            tiles,
        }
    };
    let groups = numbers.into_iter().map(group);
    groups
        .map(|mut group| {
            group.most = group.most.max(group.least);
            group
        })
        .collect()
}

/// A division into tiles with a coat of arms and tiles without.
struct Division {
    quality: f32,
    /// Score at even odds, and half of what lies between the means.
    middle: f32,
    half: f32,
}

impl Division {
    /// `None` if all have one, or none.
    fn of(scores: &[f32], all: &[usize], with: &[usize]) -> Option<Self> {
        let has = |n: &usize| with.binary_search(n).is_ok();
        let (high, low): (Vec<usize>, Vec<usize>) = all.iter().copied().partition(has);
        let mean = |of: &[usize]| of.iter().map(|&n| scores[n]).sum::<f32>() / of.len() as f32;
        let (first, last) = (*low.first()?, *high.last()?);
        let (above, below) = (mean(&high), mean(&low));
        let off = high.iter().map(|&n| (scores[n] - above).powi(2));
        let off = off.chain(low.iter().map(|&n| (scores[n] - below).powi(2)));
        let spread = (off.sum::<f32>() / all.len() as f32).sqrt() + 0.02;
        // Both keep the order of the scores.
        let gap = scores[last] - scores[first];
        let middle = match gap > 0.0 {
            true => (scores[last] + scores[first]) / 2.0,
            false => (above + below) / 2.0,
        };
        let alike = ((above - SAME) / ALIKE).clamp(0.0, 1.0);
        Some(Self {
            quality: (gap.max(-0.1) + APART * (above - below)) / spread * alike,
            middle,
            half: ((above - below) / 2.0).max(0.03),
        })
    }
}
