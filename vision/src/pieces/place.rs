//! What a blob of wooden colour is read against: the board as it lies and looks.

use std::collections::{BTreeMap, BTreeSet};

use calibration::View;
use calibration::space::{self, LatticePoint, apart};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{FigureCandidate, SeenFigure};
use opencv::core::{Mat, Point, Vector};
use opencv::imgproc;
use shapes::solid::body;

use crate::bare::pixels;
use crate::bare::raster::Raster;
use crate::bare::{BareTile, TableLight};
use crate::cv;
use crate::lattice::{Lattice, cell_at, middle_of};
use crate::pieces::ghosts;
use crate::pieces::paint::alike;
use crate::pieces::silhouette::{Outlines, Silhouettes};

/// A tile's pitch, millimetres.
pub(crate) const PITCH_MM: f64 = 45.7;

/// What a blob is read against.
pub(crate) struct Place<'a> {
    pub(crate) raster: &'a Raster,
    /// The rectified board as the camera shows it, in white light and, where that falls off steeply, in even
    /// light, Lab.
    pub(crate) seen: &'a Mat,
    /// The bare board as the pack has it, Lab.
    pub(crate) printed: &'a Mat,
    pub(crate) lattice: &'a Lattice,
    pub(crate) view: &'a View<space::Lattice>,
    pub(crate) tiles: &'a BTreeMap<Cell, BareTile>,
    /// Usual size of this set's pieces.
    pub(crate) usual_size: f64,
    /// Animals that may be on the table.
    pub(crate) animals: &'a [(FigureKind, Option<Color>)],
    pub(crate) light: &'a TableLight,
    /// Where red ends and pink begins.
    pub(crate) red_or_pink: alike::Line,
    /// The players' colours that are looked for.
    pub(crate) colors: BTreeSet<Color>,
}

impl Place<'_> {
    /// The outlines of a piece's solid on the rectified board.
    pub(crate) fn shape(&self, piece: &ghosts::Known) -> Outlines<pixels::Raster> {
        let to_raster = |point| (self.raster.raster_from_image).apply(self.view.project(point));
        let silhouettes = Silhouettes {
            to_picture: &to_raster,
            unit_mm: PITCH_MM,
        };
        let body = body(piece.kind);
        silhouettes.shape(&body, piece.pose, piece.foot, piece.size, piece.turn)
    }

    /// The contour around it.
    pub(crate) fn hull(&self, piece: &ghosts::Known) -> opencv::Result<Vector<Point>> {
        let mut hull = Vector::new();
        let corners = cv::polygon(self.shape(piece).iter().flatten());
        imgproc::convex_hull_def(&corners, &mut hull)?;
        Ok(hull)
    }

    /// The claim of a figure whose foot is there, in cells; `None` beside the board.
    pub(crate) fn claim(
        &self,
        at: LatticePoint,
        candidates: Vec<FigureCandidate>,
    ) -> Option<SeenFigure> {
        let mut cell = cell_at(at);
        if !self.tiles.contains_key(&cell) {
            // A foot a hair over the board's edge belongs to the tile it leans from.
            let is_a_hair_off = |cell: &Cell| {
                let off = (middle_of(*cell) - at).abs();
                off.x < 0.58 && off.y < 0.58
            };
            cell = nearest(self.tiles, at).filter(is_a_hair_off)?;
        }
        let off = self.lattice.offsets.get(&cell).copied().unwrap_or_default();
        let foot = (at - middle_of(cell) - off).to_f32().to_array();
        let foot_px = self.view.project(at.to_3d()).to_f32().to_array();
        Some(SeenFigure {
            cell,
            foot,
            candidates,
            foot_px,
        })
    }
}

/// How far apart two figures stand, cells.
pub(crate) fn figures_apart(one: &SeenFigure, other: &SeenFigure) -> f32 {
    let at = |f: &SeenFigure| [f.cell.x as f32 + f.foot[0], f.cell.y as f32 + f.foot[1]];
    let ([a, b], [c, d]) = (at(one), at(other));
    (a - c).hypot(b - d)
}

/// The tile nearest to a place, in cells.
pub(crate) fn nearest(tiles: &BTreeMap<Cell, BareTile>, at: LatticePoint) -> Option<Cell> {
    let far = |cell: &Cell| apart(middle_of(*cell), at);
    let cells = tiles.keys().copied();
    cells.min_by(|a, b| far(a).total_cmp(&far(b)))
}
