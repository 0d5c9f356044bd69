//! The tile on top of a stack that lies on a printed map.
//!
//! A stack's height is not known, so it is read as high up as a face is found.

use calibration::View;
use calibration::space::{self, ImageCorners};
use carcassonne::geometry::Cell;
use carcassonne::seen::{FaceCandidate, SeenTile};

use crate::lattice::Lattice;
use crate::picture::pyramid::Pyramid;
use crate::tiles::cells::{Search, read_at};
use crate::tiles::model::Model;
use crate::tiles::opinion::opinion;
use crate::tiles::reading::CellReading;
use crate::tiles::standard::Standard;

/// The thickness of a tile, in squares of 45.6 mm.
const LAYER: f64 = 2.0 / 45.6;
/// Most tiles of a stack.
const LAYERS: i32 = 5;
/// Readings claimed of a stack's top.
const CANDIDATES: usize = 12;

/// The tile on top of a stack, if one lies there face up.
pub(super) fn top(
    pyramid: &Pyramid,
    lattice: &Lattice,
    view: &View<space::Lattice>,
    cell: Cell,
    (model, standard): (&Model, &Standard),
) -> opencv::Result<Option<SeenTile>> {
    let mut best = None;
    for layers in 1..=LAYERS {
        let height = f64::from(layers) * LAYER;
        let square = lattice.square(cell);
        let ground = lattice.corners(cell);
        let corners: ImageCorners = std::array::from_fn(|k| {
            let (up, down) = (
                view.project(square[k].extend(height)),
                view.project(square[k].to_3d()),
            );
            ground[k] + up.to_vector() - down.to_vector()
        });
        let reading = read_at(
            pyramid,
            lattice,
            cell,
            corners,
            model,
            Search::Wide { beside: &[] },
        )?;
        let better = |old: &CellReading, new: &CellReading| new.likeness > old.likeness;
        if let Some(reading) = reading
            && best.as_ref().is_none_or(|old| better(old, &reading))
        {
            best = Some(reading);
        }
    }
    let Some(reading) = best.filter(|reading| standard.is_sure(reading)) else {
        return Ok(None);
    };
    let opinion = opinion(&reading, standard, 0.0)?;
    let listed = opinion.candidates.into_iter().take(CANDIDATES);
    let candidate = |(face, rotation, log_likelihood)| FaceCandidate {
        face,
        rotation,
        log_likelihood,
    };
    Ok(Some(SeenTile {
        cell,
        candidates: listed.map(candidate).collect(),
        unknown: opinion.unknown,
        corners_px: reading.corners.map(|c| c.to_f32().to_array()),
    }))
}
