//! Which cities have a coat of arms: whatever it looks like, it is the same small picture on every
//! tile that has one, and no other small picture is. Every piece of a tile that must have one is
//! compared with every piece of the tiles that may; the piece that divides them best is it.

use ndarray::{Array2, Axis};
use opencv::core::{self, Mat, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

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
/// How well the best piece divides, in spreads, if that is to count fully.
const DIVIDES: f32 = 3.0;

/// A tile that may have a coat of arms.
pub(super) struct Candidate<'a> {
    pub(super) picture: &'a Mat,
    /// Tiles of one group differ by the coat of arms only; how many of it have one, and have none,
    /// at most.
    pub(super) group: usize,
    pub(super) most: [usize; 2],
}

/// Log odds for each candidate that it has a coat of arms, by tiles that must have one.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn odds(candidates: &[Candidate], bearers: &[&Mat]) -> opencv::Result<Vec<f32>> {
    let mut seen = Vec::new();
    for candidate in candidates {
        seen.push(pieces(candidate.picture, STEP_PX)?);
    }
    let mut best: Option<(f32, Vec<f32>)> = None;
    let mut consider = |bearer: &Mat| -> opencv::Result<()> {
        // A piece may lie turned on another tile: the bearer's are taken at four turns, each found
        // again at its place.
        let side = (1..LOOK_PX - PIECE_PX).step_by(WANTED_STEP_PX).count();
        let mut likeness = Array2::<f32>::zeros((candidates.len(), side * side));
        let mut turned = bearer.clone();
        for turn in 0..4 {
            if turn > 0 {
                let mut next = Mat::default();
                core::rotate(&turned, &mut next, core::ROTATE_90_CLOCKWISE)?;
                turned = next;
            }
            let own = pieces(&turned, WANTED_STEP_PX)?;
            for (n, seen) in seen.iter().enumerate() {
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
        for column in likeness.axis_iter(Axis(1)) {
            let scores: Vec<f32> = column.to_vec();
            if let Some(divided) = divided(&scores, candidates)
                && best.as_ref().is_none_or(|(most, _)| divided.0 > *most)
            {
                best = Some(divided);
            }
        }
        Ok(())
    };
    for bearer in bearers {
        consider(bearer)?;
    }
    Ok(best.map_or_else(|| vec![0.0; candidates.len()], |(_, odds)| odds))
}

/// The pieces of a tile, one a row, each without its mean colour and of length one.
fn pieces(picture: &Mat, step: usize) -> opencv::Result<Array2<f32>> {
    let (mut small, mut soft) = (Mat::default(), Mat::default());
    let size = Size::new(LOOK_PX as i32, LOOK_PX as i32);
    imgproc::resize(picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    imgproc::gaussian_blur_def(&small, &mut soft, Size::default(), 0.7)?;
    let (mut float, mut lab) = (Mat::default(), Mat::default());
    soft.convert_to(&mut float, core::CV_32FC3, 1.0 / 255.0, 0.0)?;
    imgproc::cvt_color_def(&float, &mut lab, imgproc::COLOR_BGR2Lab)?;
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

/// How well scores divide the candidates into those with and those without, and the odds by that.
fn divided(scores: &[f32], candidates: &[Candidate]) -> Option<(f32, Vec<f32>)> {
    let highest = scores.iter().copied().fold(0.0, f32::max);
    if highest < SAME {
        return None;
    }
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    // As many of each group have one as the box says, if the whole group is there; else those
    // beyond what may be without.
    let mut has = vec![false; scores.len()];
    let mut groups: Vec<usize> = candidates.iter().map(|c| c.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let of: Vec<usize> = order
            .iter()
            .copied()
            .filter(|&n| candidates[n].group == group)
            .collect();
        let [with, without] = candidates[of[0]].most;
        let least = of.len().saturating_sub(without);
        for (rank, n) in of.into_iter().enumerate() {
            has[n] = rank < least || (rank < with && scores[n] > *EVEN.end());
        }
    }
    let of = |with: bool| {
        let own: Vec<f32> = (0..scores.len())
            .filter(|&n| has[n] == with)
            .map(|n| scores[n])
            .collect();
        let mean = own.iter().sum::<f32>() / own.len().max(1) as f32;
        let spread = own.iter().map(|s| (s - mean).powi(2)).sum::<f32>();
        (own.len(), mean, spread / own.len().max(1) as f32)
    };
    let ((many, high, high_spread), (few, low, low_spread)) = (of(true), of(false));
    let (quality, middle, half) = match (many, few) {
        (0, _) | (_, 0) => (1.0, (EVEN.start() + EVEN.end()) / 2.0, 0.1),
        _ => {
            let spread = ((high_spread + low_spread) / 2.0).sqrt() + 0.02;
            let middle = ((high + low) / 2.0).clamp(*EVEN.start(), *EVEN.end());
            (
                (high - low) / spread,
                middle,
                ((high - low) / 2.0).max(0.03),
            )
        }
    };
    let counts = (quality / DIVIDES).clamp(0.2, 1.0);
    let odds = scores.iter().map(|score| {
        let odds = TELLS * (score - middle) / half;
        odds.clamp(-SURELY, SURELY) * counts
    });
    Some((quality, odds.collect()))
}
