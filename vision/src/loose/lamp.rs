//! How shadows fall, which is the same for all pieces under one lamp.
//!
//! Figures that are known tell it, since only the lamp is unknown of them; before there is one,
//! the first loose pieces do, less surely. A lamp near the table is one lamp here: the slope is
//! that of the whole board.

use opencv::core::{Mat, Point, Rect, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::geometry::Cell;
use tracker::piece::FigureKind;

use super::own::OwnLooks;
use super::target::{SOLID, Target, around, blank, fill};
use super::{Board, FEWEST, Known, ONE_MORE, Solid, is_piece};
use crate::art::figure::body;

/// Shadows tried first: directions, and lengths in heights of the piece.
const DIRECTIONS: u32 = 12;
const LENGTHS: [f64; 3] = [0.3, 0.55, 0.85];
/// Longest shadow: a lamp hangs higher.
const LONGEST: f64 = 1.2;
/// By how much the shadows' slope is corrected in one look, in heights: the lamp may be near, so
/// that it changes with the pieces that stand.
const CORRECTION: f64 = 0.05;

/// The shadows' slope that explains best what has changed around the figures that are known:
/// theirs is told from nothing else. What other pieces cover that were seen last does not count.
/// None without such a figure on a tile whose look is known.
pub(super) fn told(
    board: &Board,
    changed: &Mat,
    figures: &[Known],
    looks: &OwnLooks,
    solids: &[Solid],
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
    let steps = [-CORRECTION, 0.0, CORRECTION];
    let fine = before.iter().flat_map(|[x, y]| {
        let around = steps.iter().flat_map(|dx| steps.map(|dy| [x + dx, y + dy]));
        around.collect::<Vec<_>>()
    });
    let slopes = coarse().chain([[0.0, 0.0]]).chain(fine);
    let spots: Vec<Spot> = figures
        .iter()
        .map(|figure| Spot::of(board, changed, figure, solids))
        .collect::<opencv::Result<_>>()?;
    let mut best: Option<(f64, [f64; 2])> = None;
    for slope in slopes.filter(|[x, y]| x.hypot(*y) <= LONGEST) {
        let mut sum = 0.0;
        for spot in &spots {
            sum += spot.explained(board, slope)?;
        }
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, slope));
        }
    }
    Ok(best.map(|(_, slope)| slope))
}

/// Where a known figure stands, to try its shadow.
struct Spot<'a> {
    figure: &'a Known,
    area: Rect,
    /// Where it tells something: on tiles, and not on other pieces.
    counts: Mat,
    /// Of that, what has changed.
    changed: Mat,
}

impl<'a> Spot<'a> {
    fn of(
        board: &Board,
        changed: &Mat,
        figure: &'a Known,
        solids: &[Solid],
    ) -> opencv::Result<Self> {
        let [solid, _] = outlines(board, figure, [0.0, 0.0]);
        let points: Vector<Point> = solid
            .iter()
            .flatten()
            .map(|[x, y]| Point::new(x.round() as i32, y.round() as i32))
            .collect();
        let bounds = imgproc::bounding_rect(&points)?;
        let [width, height] = [bounds.width, bounds.height];
        let frame = Rect::new(0, 0, changed.cols(), changed.rows());
        let area = Rect::new(bounds.x - width, bounds.y - height, 3 * width, 3 * height) & frame;
        let others = solids.iter().filter(|other| other.foot != figure.foot);
        let others = around(others.map(|other| &other.outline), area)?;
        let mut free = Mat::default();
        opencv::core::bitwise_not_def(&others, &mut free)?;
        let (mut counts, mut marked) = (Mat::default(), Mat::default());
        opencv::core::bitwise_and_def(&free, &Mat::roi(board.known, area)?, &mut counts)?;
        opencv::core::bitwise_and_def(&counts, &Mat::roi(changed, area)?, &mut marked)?;
        Ok(Self {
            figure,
            area,
            counts,
            changed: marked,
        })
    }

    /// Intersection over union of the figure with its shadow and what has changed around it.
    fn explained(&self, board: &Board, slope: [f64; 2]) -> opencv::Result<f64> {
        let [solid, shadow] = outlines(board, self.figure, slope);
        let mut drawn = blank(self.area)?;
        fill(&mut drawn, &solid, self.area, SOLID)?;
        fill(&mut drawn, &shadow, self.area, SOLID)?;
        let mut covered = Mat::default();
        opencv::core::bitwise_and_def(&drawn, &self.counts, &mut covered)?;
        let (mut both, mut either) = (Mat::default(), Mat::default());
        opencv::core::bitwise_and_def(&covered, &self.changed, &mut both)?;
        opencv::core::bitwise_or_def(&covered, &self.changed, &mut either)?;
        let count = |mask: &Mat| opencv::core::count_non_zero(mask).map(f64::from);
        Ok(count(&both)? / count(&either)?.max(1.0))
    }
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
    for slope in coarse() {
        for count in 1..=2 {
            let (overlap, _) = target.fit(count, kind, slope, &[5.0, 2.0])?;
            let overlap = overlap - ONE_MORE * (count - 1) as f64;
            if overlap > best.0 {
                best = (overlap, slope);
            }
        }
    }
    Ok(best)
}

/// Slopes of shadows all around, some short and some long.
fn coarse() -> impl Iterator<Item = [f64; 2]> {
    let turns = (0..DIRECTIONS).map(f64::from);
    turns.flat_map(|turn| {
        let angle = std::f64::consts::TAU * turn / f64::from(DIRECTIONS);
        LENGTHS.map(|length| [angle.cos() * length, angle.sin() * length])
    })
}
