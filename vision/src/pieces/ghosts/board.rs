//! The rectified board that ghosts and animals are looked for on, and the pieces on it.

use std::collections::BTreeMap;

use calibration::space::{LatticeOffset, LatticePoint};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::{Mat, Point, Vector};
use opencv::imgproc;

use super::ALIKE;
use crate::bare::raster::{CELL_PX, Raster};
use crate::bare::{BareTile, TableLight, pixels};
use crate::lattice::cell_at;
use crate::pieces::place::PITCH_MM;
use crate::pieces::silhouette::{Outlines, Silhouettes, Turn};
use shapes::solid::body;

/// Raster pixels per square millimetre of the table.
pub(super) const PX_PER_MM2: f64 = (CELL_PX as f64 / PITCH_MM) * (CELL_PX as f64 / PITCH_MM);

/// Least area of a piece with its shadow, mm²: a ghost from above covers 110.
pub(super) const LEAST_MM2: f64 = 55.0;

/// Overlap under which a heap is no pieces: hands' edges and nudged tiles reach 0.4.
pub(super) const MIN_IOU: f64 = 0.52;
/// The same on a tile that was never seen bare, where what a figure's shadow and a city's rim differ in
/// from the pack's picture reaches 0.57, and of what is less than most of a piece, where the rim of a
/// figure reaches 0.6.
pub(super) const MIN_IOU_UNCLEAR: f64 = 0.62;

/// A piece as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) foot: LatticePoint,
    /// What it may be, with the log-likelihoods.
    pub(crate) names: Vec<(FigureKind, Option<Color>, f32)>,
    /// The kind whose solid was fitted.
    pub(super) kind: FigureKind,
    pub(super) turn: Turn,
}

impl Piece {
    /// Whether nothing that it may be is clearly likelier than that kind.
    pub(super) fn is_as_like(&self, kind: FigureKind) -> bool {
        let best = self
            .names
            .iter()
            .map(|name| name.2)
            .fold(f32::MIN, f32::max);
        self.names
            .iter()
            .any(|&(other, _, likely)| other == kind && likely > best - ALIKE)
    }

    /// The same as a figure that is known to stand.
    pub(super) fn known(&self) -> Known {
        Known {
            kind: self.kind,
            pose: Pose::Standing,
            foot: self.foot,
            size: 1.0,
            turn: self.turn,
        }
    }
}

/// A figure that is known to stand, whose solid and shadow are nobody else's.
pub(crate) struct Known {
    pub(crate) kind: FigureKind,
    pub(crate) pose: Pose,
    pub(crate) foot: LatticePoint,
    pub(crate) size: f64,
    pub(crate) turn: Turn,
}

/// A piece's solid in the raster.
pub(super) struct Solid {
    pub(super) foot: LatticePoint,
    pub(super) outline: Outlines<pixels::Raster>,
}

impl Solid {
    /// The cell in which it stands.
    pub(super) fn cell(&self) -> Cell {
        cell_at(self.foot)
    }
}

/// The rectified board to look at.
pub(crate) struct Board<'a> {
    pub(crate) raster: &'a Raster,
    pub(crate) tiles: &'a BTreeMap<Cell, BareTile>,
    /// Lab, seen and as the pack would have it in this light; where that is known.
    pub(crate) seen: &'a Mat,
    pub(crate) bare: &'a Mat,
    pub(crate) known: &'a Mat,
    pub(crate) light: &'a TableLight,
    pub(crate) silhouettes: &'a Silhouettes<'a, pixels::Raster>,
}

pub(super) fn solid(board: &Board, figure: &Known) -> Solid {
    let Known {
        kind,
        pose,
        foot,
        size,
        turn,
    } = *figure;
    let outline = board.silhouettes.shape(&body(kind), pose, foot, size, turn);
    Solid { foot, outline }
}

pub(super) fn blobs(mask: &Mat) -> opencv::Result<Vec<Vector<Point>>> {
    let mut contours = Vector::<Vector<Point>>::new();
    let (outer, none) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
    imgproc::find_contours_def(mask, &mut contours, outer, none)?;
    let mut found = Vec::new();
    for contour in contours {
        if imgproc::contour_area_def(&contour)? >= LEAST_MM2 * PX_PER_MM2 {
            found.push(contour);
        }
    }
    Ok(found)
}

/// The outlines of a known figure and of its shadow in the raster.
pub(super) fn outlines(
    board: &Board,
    figure: &Known,
    slope: LatticeOffset,
) -> [Outlines<pixels::Raster>; 2] {
    let Solid { foot, outline } = solid(board, figure);
    let Known {
        pose, size, turn, ..
    } = *figure;
    let body = body(figure.kind);
    let shadow = (board.silhouettes).shadow(&body, pose, foot, size, turn, slope);
    [outline, shadow]
}
