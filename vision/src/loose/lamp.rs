//! How shadows fall, which is the same for all pieces under one lamp.
//!
//! Figures that are known tell it, since only the lamp is unknown of them; before there is one,
//! the first loose pieces do, less surely. Never changes with one look by more than a little.

use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::geometry::Cell;
use tracker::piece::FigureKind;

use super::own::OwnLooks;
use super::target::{SOLID, Target, fill};
use super::{Board, FEWEST, Known, ONE_MORE, is_piece};
use crate::art::figure::body;

/// Shadows tried first: directions, and lengths in heights of the piece.
const DIRECTIONS: u32 = 12;
const LENGTHS: [f64; 3] = [0.3, 0.55, 0.85];
/// By how much the shadows' slope is corrected in one look, in heights: the lamp may be near, so
/// that it changes with the pieces that stand.
const CORRECTION: f64 = 0.05;

/// The shadows' slope that explains best what has changed around the figures that are known:
/// theirs is told from nothing else. None without such a figure on a tile whose look is known.
pub(super) fn told(
    board: &Board,
    changed: &Mat,
    figures: &[Known],
    looks: &OwnLooks,
    before: Option<[f64; 2]>,
) -> opencv::Result<Option<[f64; 2]>> {
    let stands = |figure: &&Known| {
        let [x, y] = figure.foot.map(|v| v.round() as i32);
        looks.knows(Cell::new(x, y))
    };
    let figures: Vec<&Known> = figures.iter().filter(stands).collect();
    if figures.is_empty() {
        return Ok(None);
    }
    let slopes: Vec<[f64; 2]> = match before {
        None => {
            let turned = |n| f64::from(n) * std::f64::consts::TAU / f64::from(DIRECTIONS);
            let all = LENGTHS.iter().flat_map(|length| {
                (0..DIRECTIONS).map(move |n| [turned(n).cos() * length, turned(n).sin() * length])
            });
            all.chain([[0.0, 0.0]]).collect()
        }
        Some([x, y]) => {
            let steps = [-CORRECTION, 0.0, CORRECTION];
            let around = steps.iter().flat_map(|dx| steps.map(|dy| [x + dx, y + dy]));
            around.collect()
        }
    };
    let mut best: Option<(f64, [f64; 2])> = None;
    for slope in slopes {
        let mut sum = 0.0;
        for figure in &figures {
            sum += explained(board, changed, figure, slope)?;
        }
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, slope));
        }
    }
    Ok(best.map(|(_, slope)| slope))
}

/// Intersection over union of a figure with its shadow and what has changed around it.
fn explained(board: &Board, changed: &Mat, figure: &Known, slope: [f64; 2]) -> opencv::Result<f64> {
    let [solid, shadow] = outlines(board, figure, slope);
    let points: Vector<Point> = solid
        .iter()
        .flatten()
        .map(|[x, y]| Point::new(x.round() as i32, y.round() as i32))
        .collect();
    let bounds = imgproc::bounding_rect(&points)?;
    let [width, height] = [bounds.width, bounds.height];
    let frame = Rect::new(0, 0, changed.cols(), changed.rows());
    let area = Rect::new(bounds.x - width, bounds.y - height, 3 * width, 3 * height) & frame;
    if area.empty() {
        return Ok(0.0);
    }
    let mut drawn =
        Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    fill(&mut drawn, &solid, area, SOLID)?;
    fill(&mut drawn, &shadow, area, SOLID)?;
    let mut on_tiles = Mat::default();
    opencv::core::bitwise_and_def(&drawn, &Mat::roi(board.known, area)?, &mut on_tiles)?;
    let (mut both, mut either) = (Mat::default(), Mat::default());
    let changed = Mat::roi(changed, area)?;
    opencv::core::bitwise_and_def(&on_tiles, &changed, &mut both)?;
    opencv::core::bitwise_or_def(&on_tiles, &changed, &mut either)?;
    let count = |mask: &Mat| opencv::core::count_non_zero(mask).map(f64::from);
    Ok(count(&both)? / count(&either)?.max(1.0))
}

/// The outlines of a known figure and of its shadow in the raster.
pub(super) fn outlines(board: &Board, figure: &Known, slope: [f64; 2]) -> [Vec<Vec<[f64; 2]>>; 2] {
    let body = body(figure.kind);
    let Known {
        pose,
        foot,
        size,
        turn,
        ..
    } = *figure;
    let Board { silhouettes, .. } = board;
    let solid = silhouettes.shape(&body, pose, foot, size, turn);
    let shadow = silhouettes.shadow(&body, pose, foot, size, turn, slope);
    [solid, shadow]
}

/// The shadows' slope that explains the best of some targets best, if it is well explained by one
/// or two pieces of a kind.
pub(super) fn guessed(targets: &[Target], kind: FigureKind) -> opencv::Result<Option<[f64; 2]>> {
    let mut best = (FEWEST, None);
    for target in targets.iter().filter(|target| is_piece(target)) {
        let (overlap, slope) = first_slope(target, kind)?;
        if overlap > best.0 {
            best = (overlap, Some(slope));
        }
    }
    Ok(best.1)
}

/// The shadows' slope that explains a blob best, when none is known yet, and how well.
fn first_slope(target: &Target, kind: FigureKind) -> opencv::Result<(f64, [f64; 2])> {
    let mut best = (0.0, [0.0, 0.0]);
    for direction in 0..DIRECTIONS {
        let angle = std::f64::consts::TAU * f64::from(direction) / f64::from(DIRECTIONS);
        for length in LENGTHS {
            let slope = [angle.cos() * length, angle.sin() * length];
            for count in 1..=2 {
                let (overlap, _) = target.fit(count, kind, slope, &[5.0, 2.0])?;
                let overlap = overlap - ONE_MORE * (count - 1) as f64;
                if overlap > best.0 {
                    best = (overlap, slope);
                }
            }
        }
    }
    Ok(best)
}
