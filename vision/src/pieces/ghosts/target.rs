//! Fits pieces with their shadows to what has changed: analysis by synthesis.
//!
//! A target is what has changed in an area without what known figures explain; pieces are moved and
//! turned until they cover it as well as they can. Does not say how many there are nor which.

use std::collections::BTreeMap;

use calibration::space::{LatticeOffset, LatticePoint, apart, point2, vec2};
use calibration::{Offset, Point as Place};
use carcassonne::geometry::Cell;
use carcassonne::piece::{FigureKind, Pose};
use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use super::board::{Board, Known, LEAST_MM2, PX_PER_MM2, Piece, outlines};
use crate::bare::pixels::{Part, Raster};
use crate::bare::raster::CELL_PX;
use crate::cv;
use crate::lattice::cell_at;
use crate::pieces::blob::filled;
use crate::pieces::silhouette::turns;
use shapes::solid::body;

/// A pixel as light as on the bare board, in the picture of what is lighter, and how much darker
/// a shadow makes it at least.
pub(super) const AS_LIGHT: u8 = 128;
const SHADE: u8 = 4;
/// Pieces cannot stand nearer to each other, in cells: a ghost is 8 mm thick and 14 wide.
const APART: f64 = 0.22;
/// Marks of what a piece covers.
const SHADOW: u8 = 100;
pub(super) const SOLID: u8 = 255;
/// Share of a piece's cover that should be seen for the rest to be hidden.
const TOLD: f64 = 0.6;
/// How far a piece's outline may be off, pixels of the raster: 1.6 mm.
const OFF_PX: i32 = 4;

/// What is no wider along a figure is its own rim, which its solid does not take in everywhere, pixels
/// of the raster: 3 mm.
const RIM_PX: i32 = 7;

/// What has become of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixel {
    /// Beside the tiles, or explained already.
    NoMatter,
    Same,
    /// It may be in a shadow.
    Darker,
    /// It shows a piece.
    Changed,
}

impl Pixel {
    pub(super) fn is_told(self) -> bool {
        self != Self::NoMatter
    }

    pub(super) fn has_changed(self) -> bool {
        matches!(self, Self::Darker | Self::Changed)
    }
}

/// Where pieces are fitted: what has changed in an area without what known figures explain.
pub(super) struct Target<'a> {
    pub(super) board: &'a Board<'a>,
    pub(super) area: Rect,
    pub(super) wanted: Vec<Pixel>,
    pub(super) changed: usize,
}

impl Target<'_> {
    pub(super) fn blank(&self) -> opencv::Result<Mat> {
        blank(self.area)
    }

    /// What a piece covers, shadow included; its own solid is marked by [`SOLID`].
    pub(super) fn cover(&self, piece: &Piece, slope: LatticeOffset) -> opencv::Result<Mat> {
        let mut drawn = self.blank()?;
        let [solid, shadow] = outlines(self.board, &piece.known(), slope);
        fill(&mut drawn, &shadow, self.area, SHADOW)?;
        fill(&mut drawn, &solid, self.area, SOLID)?;
        Ok(drawn)
    }

    /// How many pixels a piece of a kind and its shadow cover, standing alone.
    pub(super) fn area_alone(&self, kind: FigureKind, slope: LatticeOffset) -> opencv::Result<f64> {
        let Rect { width, height, .. } = self.area;
        let piece = Piece {
            foot: self.to_cells(point2(f64::from(width) / 2.0, f64::from(height) / 2.0)),
            names: Vec::new(),
            kind,
            turn: turns(&body(kind), Pose::Standing)[0],
        };
        let covered = opencv::core::count_non_zero(&self.cover(&piece, slope)?)?;
        Ok(f64::from(covered.max(1)))
    }

    /// What several pieces cover together.
    pub(super) fn together<'m>(
        &self,
        covers: impl IntoIterator<Item = &'m Mat>,
    ) -> opencv::Result<Mat> {
        covers.into_iter().try_fold(self.blank()?, |all, cover| {
            let mut both = Mat::default();
            opencv::core::max(&all, cover, &mut both)?;
            Ok(both)
        })
    }

    /// Intersection over union of what a piece and the others cover with what has changed.
    fn overlap(&self, cover: &Mat, others: &Mat) -> opencv::Result<f64> {
        let (covers, others): (&[u8], &[u8]) = (cover.data_typed()?, others.data_typed()?);
        let (mut common, mut outside) = (0, 0);
        for (wanted, (cover, other)) in self.wanted.iter().zip(covers.iter().zip(others)) {
            match (wanted, *cover.max(other)) {
                (Pixel::NoMatter, _) | (_, 0) => {}
                (Pixel::Darker, _) | (Pixel::Changed, SOLID) => common += 1,
                (Pixel::Same | Pixel::Changed, _) => outside += 1,
            }
        }
        Ok(f64::from(common) / f64::from(self.changed as u32 + outside).max(1.0))
    }

    /// The least share of a piece's cover that is its own and has changed. What figures hide of
    /// it tells nothing, but of so little that is seen more must be its own.
    pub(super) fn least_own(&self, pieces: &[Piece], slope: LatticeOffset) -> opencv::Result<f64> {
        let covers: Vec<Mat> = pieces
            .iter()
            .map(|piece| self.cover(piece, slope))
            .collect::<opencv::Result<_>>()?;
        let covers: Vec<&[u8]> = covers
            .iter()
            .map(|cover| cover.data_typed())
            .collect::<opencv::Result<_>>()?;
        let mut least = 1.0f64;
        for (n, cover) in covers.iter().enumerate() {
            let (mut own, mut told, mut all) = (0, 0, 0);
            for i in (0..cover.len()).filter(|&i| cover[i] > 0) {
                all += 1;
                if !self.wanted[i].is_told() {
                    continue;
                }
                let shared = covers.iter().enumerate().any(|(m, c)| m != n && c[i] > 0);
                told += 1;
                own += u32::from(!shared && self.wanted[i].has_changed());
            }
            let of = f64::from(told).max(TOLD * f64::from(all)).max(1.0);
            least = least.min(f64::from(own) / of);
        }
        Ok(least)
    }

    /// Middles of `count` groups of what has changed and nothing covers, far from each other at first.
    fn groups(&self, count: usize, covered: &[u8]) -> Vec<Place<Part>> {
        let width = self.area.width as usize;
        let points: Vec<Place<Part>> = (0..self.wanted.len())
            .filter(|&i| self.wanted[i].has_changed() && covered[i] == 0)
            .step_by(5)
            .map(|i| point2((i % width) as f64, (i / width) as f64))
            .collect();
        let n = points.len().max(1) as f64;
        let sum: Offset<Part> = points.iter().map(|p| p.to_vector()).sum();
        let mean = (sum / n).to_point();
        let far = |a: &Place<Part>, b: &Place<Part>| apart(*a, *b);
        let away = |p: &Place<Part>, from: &[Place<Part>]| {
            from.iter().map(|m| far(p, m)).fold(f64::MAX, f64::min)
        };
        let mut middles = vec![mean];
        if count > 1 {
            middles.clear();
            let first = points
                .iter()
                .max_by(|a, b| far(a, &mean).total_cmp(&far(b, &mean)));
            middles.extend(first.copied());
            while middles.len() < count {
                let next = points
                    .iter()
                    .max_by(|a, b| away(a, &middles).total_cmp(&away(b, &middles)));
                middles.push(next.copied().unwrap_or(mean));
            }
        }
        for _ in 0..8 {
            let mut sums = vec![(Offset::<Part>::zero(), 0.0); middles.len()];
            for p in &points {
                let nearest = (0..middles.len())
                    .min_by(|&a, &b| far(p, &middles[a]).total_cmp(&far(p, &middles[b])));
                if let Some(nearest) = nearest {
                    sums[nearest].0 += p.to_vector();
                    sums[nearest].1 += 1.0;
                }
            }
            for (middle, (sum, n)) in middles.iter_mut().zip(sums) {
                if n > 0.0 {
                    *middle = (sum / n).to_point();
                }
            }
        }
        middles
    }

    fn to_cells(&self, at: Place<Part>) -> LatticePoint {
        let first = vec2(f64::from(self.area.x), f64::from(self.area.y));
        let lattice_from_raster = &self.board.raster.lattice_from_raster;
        lattice_from_raster.apply(at.cast_unit() + first)
    }

    /// The cells in which so many pixels have changed.
    pub(super) fn filled_cells(&self, least: f64) -> Vec<Cell> {
        let width = self.area.width as usize;
        let mut cells: BTreeMap<Cell, f64> = BTreeMap::new();
        let changed = (0..self.wanted.len()).filter(|&i| self.wanted[i].has_changed());
        for i in changed {
            let at = self.to_cells(point2((i % width) as f64, (i / width) as f64));
            *cells.entry(cell_at(at)).or_default() += 1.0;
        }
        let filled = cells.into_iter().filter(|(_, count)| *count >= least);
        filled.map(|(cell, _)| cell).collect()
    }

    /// The pieces that are taken to stand here and so many more of a kind, set where they overlap best;
    /// the overlap.
    pub(super) fn fit(
        &self,
        mut pieces: Vec<Piece>,
        more: usize,
        kind: FigureKind,
        slope: LatticeOffset,
        steps: &[f64],
    ) -> opencv::Result<(f64, Vec<Piece>)> {
        let turn = turns(&body(kind), Pose::Standing)[0];
        let covers = pieces.iter().map(|piece| self.cover(piece, slope));
        let covers: Vec<Mat> = covers.collect::<opencv::Result<_>>()?;
        let covered = self.together(&covers)?;
        let groups = match more {
            0 => Vec::new(),
            more => self.groups(more, covered.data_typed()?),
        };
        for middle in groups {
            let mut piece = Piece {
                foot: self.to_cells(middle),
                names: Vec::new(),
                kind,
                turn,
            };
            // Put the cover's middle onto the group's.
            let drawn = self.cover(&piece, slope)?;
            let m = imgproc::moments(&drawn, true)?;
            if m.m00 > 0.0 {
                let off = middle - point2(m.m10 / m.m00, m.m01 / m.m00);
                piece.foot = self.to_cells(middle + off);
            }
            pieces.push(piece);
        }
        let overlap = self.settle(&mut pieces, slope, steps)?;
        Ok((overlap, pieces))
    }

    /// Moves and turns pieces to where they overlap best; the overlap.
    pub(super) fn settle(
        &self,
        pieces: &mut [Piece],
        slope: LatticeOffset,
        steps: &[f64],
    ) -> opencv::Result<f64> {
        let mut covers: Vec<Mat> = pieces
            .iter()
            .map(|piece| self.cover(piece, slope))
            .collect::<opencv::Result<_>>()?;
        let mut best = self.overlap(&self.together(&covers)?, &self.blank()?)? - crowding(pieces);
        let unit = 1.0 / f64::from(CELL_PX);
        for &step in steps {
            for _ in 0..6 {
                let before = best;
                for n in 0..pieces.len() {
                    let now = pieces[n].clone();
                    let others = (covers.iter().enumerate()).filter(|(m, _)| *m != n);
                    let others = self.together(others.map(|(_, cover)| cover))?;
                    let shifts = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
                    let moved = shifts.map(|(x, y)| Piece {
                        foot: now.foot + vec2(x * step * unit, y * step * unit),
                        ..now.clone()
                    });
                    let all_turns = turns(&body(now.kind), Pose::Standing);
                    let turned = all_turns.into_iter().map(|turn| Piece {
                        turn,
                        ..now.clone()
                    });
                    for other in turned.chain(moved) {
                        let cover = self.cover(&other, slope)?;
                        let was = std::mem::replace(&mut pieces[n], other);
                        let overlap = self.overlap(&cover, &others)? - crowding(pieces);
                        if overlap > best + 1e-6 {
                            (best, covers[n]) = (overlap, cover);
                        } else {
                            pieces[n] = was;
                        }
                    }
                }
                if best <= before + 1e-6 {
                    break;
                }
            }
        }
        Ok(best)
    }
}

/// Whether enough has changed for a piece.
pub(super) fn is_piece(target: &Target) -> bool {
    target.changed as f64 >= LEAST_MM2 * PX_PER_MM2
}

/// What pieces lose that stand in each other's place.
fn crowding(pieces: &[Piece]) -> f64 {
    let pairs = (0..pieces.len()).flat_map(|n| (0..n).map(move |m| (n, m)));
    pairs
        .map(|(n, m)| (APART - apart(pieces[n].foot, pieces[m].foot)).max(0.0))
        .sum()
}

/// Fills the hull of a solid: pieces are nearly convex.
pub(super) fn fill(
    mask: &mut Mat,
    polygons: &[Vec<Place<Raster>>],
    area: Rect,
    mark: u8,
) -> opencv::Result<()> {
    let corners = polygons.iter().flatten();
    let points: Vector<Point> = corners.map(|p| cv::pixel(*p) - area.tl()).collect();
    if points.is_empty() {
        return Ok(());
    }
    let mut hull = Vector::<Point>::new();
    imgproc::convex_hull(&points, &mut hull, true, true)?;
    imgproc::fill_convex_poly_def(mask, &hull, Scalar::all(f64::from(mark)))
}

pub(super) fn blank(area: Rect) -> opencv::Result<Mat> {
    Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))
}

/// What some outlines cover, and as much around it as they may be off.
pub(super) fn around(
    outlines: impl IntoIterator<Item = impl AsRef<[Vec<Place<Raster>>]>>,
    area: Rect,
) -> opencv::Result<Mat> {
    let mut covered = blank(area)?;
    for outline in outlines {
        fill(&mut covered, outline.as_ref(), area, SOLID)?;
    }
    cv::dilated(&covered, &cv::disc(2 * OFF_PX + 1)?)
}

/// Where it has become darker, by how much [lighter](super::own::changed) it is.
pub(super) fn darker(lighter: &Mat, area: Rect) -> opencv::Result<Mat> {
    let darkest = f64::from(AS_LIGHT - SHADE - 1);
    let part = Mat::roi(lighter, area)?.try_clone()?;
    cv::thresholded(&part, darkest, 255.0, imgproc::THRESH_BINARY_INV)
}

/// A blob to be explained, without what the known figures and their shadows explain.
pub(super) fn target<'a>(
    board: &'a Board,
    blob: &Vector<Point>,
    lighter: &Mat,
    figures: &[Known],
    slope: Option<LatticeOffset>,
) -> opencv::Result<Target<'a>> {
    let pad = 24;
    let bounds = imgproc::bounding_rect(blob)?;
    let frame = Rect::new(0, 0, board.seen.cols(), board.seen.rows());
    let area = Rect::new(
        bounds.x - pad,
        bounds.y - pad,
        bounds.width + 2 * pad,
        bounds.height + 2 * pad,
    ) & frame;
    part(board, area, &filled(blob, area)?, lighter, figures, slope)
}

/// What has changed in an area of the raster, without what the known figures and their shadows explain.
pub(super) fn part<'a>(
    board: &'a Board,
    area: Rect,
    changed: &Mat,
    lighter: &Mat,
    figures: &[Known],
    slope: Option<LatticeOffset>,
) -> opencv::Result<Target<'a>> {
    let figures = figures.iter();
    let figures = figures.map(|figure| outlines(board, figure, slope.unwrap_or_default()));
    let (solids, shadows): (Vec<_>, Vec<_>) =
        figures.map(|[solid, shadow]| (solid, shadow)).unzip();
    let [solids, shadows] = [around(solids, area)?, around(shadows, area)?];
    let darker = darker(lighter, area)?;
    // A shadow makes nothing lighter.
    let same = cv::inverted(changed)?;
    let shaded = cv::both(&shadows, &cv::either(&darker, &same)?)?;
    let covered = cv::either(&solids, &shaded)?;
    let covered = cv::either(&covered, &rims(changed, &covered)?)?;
    let counts = cv::both(&Mat::roi(board.known, area)?, &cv::inverted(&covered)?)?;
    let (changed, darker) = (changed.data_typed::<u8>()?, darker.data_typed::<u8>()?);
    let wanted: Vec<Pixel> = (counts.data_typed::<u8>()?.iter())
        .zip(changed.iter().zip(darker))
        .map(
            |(counts, (changed, darker))| match (*counts > 0, *changed > 0) {
                (false, _) => Pixel::NoMatter,
                (true, false) => Pixel::Same,
                (true, true) if *darker > 0 => Pixel::Darker,
                (true, true) => Pixel::Changed,
            },
        )
        .collect();
    let changed = wanted.iter().filter(|pixel| pixel.has_changed()).count();
    Ok(Target {
        board,
        area,
        wanted,
        changed,
    })
}

/// What has changed along covered parts in strips that are no piece.
fn rims(changed: &Mat, covered: &Mat) -> opencv::Result<Mat> {
    let left = cv::both(changed, &cv::inverted(covered)?)?;
    let wide = cv::morphed(&left, imgproc::MORPH_OPEN, &cv::disc(RIM_PX)?)?;
    let thin = cv::both(&left, &cv::inverted(&wide)?)?;
    cv::both(&thin, &cv::dilated(covered, &cv::disc(2 * RIM_PX + 1)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ghost(x: f64) -> Piece {
        Piece {
            foot: point2(x, 0.0),
            names: Vec::new(),
            kind: FigureKind::Ghost,
            turn: turns(&body(FigureKind::Ghost), Pose::Standing)[0],
        }
    }

    #[test]
    fn pieces_do_not_stand_in_each_other() {
        assert_eq!(crowding(&[ghost(0.0), ghost(0.25)]), 0.0);
        let inside = crowding(&[ghost(0.0), ghost(0.1), ghost(0.4)]);
        assert!((0.11..0.13).contains(&inside), "{inside}");
    }
}
