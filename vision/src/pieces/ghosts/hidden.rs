//! Tells a piece that has gone from one of which too little shows, as when a figure hides most of it.
//!
//! Where a piece has gone its tile looks bare again. Where it does not, and no other piece stands in its
//! place, it may stand there still. Finds no pieces.

use calibration::space::{LatticeOffset, apart};
use carcassonne::piece::FigureKind;
use opencv::core::{Mat, Rect};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::{Board, Known, Piece, outlines};
use super::own::Change;
use super::target::{SOLID, Target, part};
use crate::cv;
use crate::lattice::cell_at;

/// Share of its solid that must show for a piece's place to look bare (chosen). With its shadow
/// counted, and a tenth asked for, a ghost beside a meeple was held to be gone in a drawn game.
const TELLS: f64 = 0.15;
/// Share of what shows of its place that does not look bare while a piece stands there (chosen: half).
const NOT_BARE: f64 = 0.5;
/// Share of its solid from which on pieces that were found stand in its place (chosen: half).
const TAKEN: f64 = 0.5;
/// How near its middle a figure stands in its place, cells: 5 mm. Beside each other they are 9 mm apart and
/// more, as thick as half of both.
const INSTEAD: f64 = 0.12;
/// How near the cat's middle a part of her is read as a piece of its own at most, cells: 18 mm (chosen); her
/// upper half was 10 mm away in a drawn game.
const HER_PART: f64 = 0.4;

/// Those of the pieces that stood there which may stand there still, though they were not found.
///
/// Where a tile tells nothing they may; where none lies any more they may not.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn may_stand_still(
    board: &Board,
    change: &Change,
    figures: &[Known],
    stood: Vec<Piece>,
    found: &[Piece],
    slope: LatticeOffset,
) -> opencv::Result<Vec<Piece>> {
    let frame = Rect::new(0, 0, change.marks.cols(), change.marks.rows());
    let mut hidden = Vec::new();
    for piece in stood {
        let cell = cell_at(piece.foot);
        let mut figures_apart = figures.iter().map(|figure| apart(figure.foot, piece.foot));
        if !board.tiles.contains_key(&cell)
            || figures_apart.any(|apart| apart < INSTEAD)
            || was_part_of_cat(&piece, figures)
        {
            continue;
        }
        if change.spoilt.contains(&cell) {
            hidden.push(piece);
            continue;
        }
        let covers = outlines(board, &piece.known(), slope).concat();
        let points = cv::points(covers.iter().flatten().map(|p| cv::pixel(*p)));
        let area = imgproc::bounding_rect(&points)? & frame;
        if area.empty() {
            continue;
        }
        let changed = Mat::roi(&change.marks, area)?.try_clone()?;
        let place = part(board, area, &changed, &change.lighter, figures, Some(slope))?;
        if may_stand(&place, &piece, found, slope)? {
            hidden.push(piece);
        }
    }
    Ok(hidden)
}

/// Whether a piece that is as like the cat as anything was a part of her: she is found beside it now, and there is
/// one.
fn was_part_of_cat(piece: &Piece, figures: &[Known]) -> bool {
    let is_cat = |figure: &&Known| figure.kind == FigureKind::Cat;
    let mut cats = figures.iter().filter(is_cat);
    piece.is_as_like(FigureKind::Cat) && cats.any(|cat| apart(cat.foot, piece.foot) < HER_PART)
}

/// Whether a piece may stand in its place still: too little of that shows or it does not look bare, and no
/// other stands there.
fn may_stand(
    place: &Target,
    piece: &Piece,
    found: &[Piece],
    slope: LatticeOffset,
) -> opencv::Result<bool> {
    let own = place.cover(piece, slope)?;
    let others: Vec<Mat> = (found.iter())
        .map(|other| place.cover(other, slope))
        .collect::<opencv::Result<_>>()?;
    let others = place.together(&others)?;
    let (own, others): (&[u8], &[u8]) = (own.data_typed()?, others.data_typed()?);
    let (mut all, mut taken, mut told, mut changed) = (0u32, 0u32, 0u32, 0u32);
    for (i, pixel) in place.wanted.iter().enumerate() {
        if own[i] != SOLID {
            continue;
        }
        all += 1;
        taken += u32::from(others[i] == SOLID);
        if others[i] == 0 && pixel.is_told() {
            told += 1;
            changed += u32::from(pixel.has_changed());
        }
    }
    let [all, taken, told, changed] = [all, taken, told, changed].map(f64::from);
    let looks_bare = told >= TELLS * all && changed < NOT_BARE * told;
    Ok(taken < TAKEN * all && !looks_bare)
}
