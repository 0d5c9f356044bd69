//! Reads a tile of which figures hide a part, by the rest.
//!
//! On a table seen from low a standing meeple hides half a tile behind it. What shows a colour that the
//! print of this table's tiles lacks ([`Printed`]) is left out, and the tile is named by the [`Model`] of
//! the rest. For cells that look too little like a tile otherwise; finds no figures.

use calibration::space::ImageCorners;
use carcassonne::geometry::Cell;
use opencv::core::Mat;

use crate::lattice::Lattice;
use crate::picture::pyramid::Pyramid;
use crate::tiles::cells::{inside, moved, offset, roughly};
use crate::tiles::model::descriptor::{self, CELLS, MARGIN_PX, Planes, TILE_PX};
use crate::tiles::model::{Model, windows};
use crate::tiles::occlusion::printed::Printed;
use crate::tiles::presence::Presence;
use crate::tiles::reading::{CellReading, FreePart};

/// Share of a tile's cells that must be seen, and under which a part is hidden that matters. On the far
/// rows of a photograph from 33° and of ten changed copies of it, tiles of which a seventh is free were
/// named right with their neighbours (370 of 394 for 367 from a fifth on); at a tenth as many places
/// without a tile are named as tiles are won.
const LEAST_SEEN: f32 = 0.14;
const MOST_SEEN: f32 = 0.95;

/// By how much a tile must look more like one beside where it is expected than there.
const ELSEWHERE: f32 = 0.05;

/// What the tiles of a table are known by.
#[derive(Clone, Copy)]
pub(crate) struct Reference<'a> {
    pub(crate) model: &'a Model,
    pub(crate) colours: &'a Presence,
    pub(crate) printed: &'a Printed,
}

/// What the free part of a cell's tile looks like, expected where its neighbours say; `None` where
/// nothing hides it, or too much.
///
/// Of a part chance finds more that fits: likeness is taken by the root of the share that is seen, as
/// chance's falls with the root of the number of entries.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn read(
    pyramid: &Pyramid,
    lattice: &Lattice,
    cell: Cell,
    reference: Reference,
) -> opencv::Result<Option<CellReading>> {
    let expected = lattice.expected(cell);
    if !inside(&expected, pyramid.size()) {
        return Ok(None);
    }
    let Some(free) = Free::of(pyramid, expected, reference)? else {
        return Ok(None);
    };
    let elsewhere = moved(expected, roughly(&free.planes, &free.part, &[]));
    let here = free.name(lattice, cell, reference.colours)?;
    let there = match Free::of(pyramid, elsewhere, reference)? {
        Some(free) => free.name(lattice, cell, reference.colours)?,
        None => None,
    };
    let alike = |reading: &Option<CellReading>| reading.as_ref().map_or(0.0, |r| r.likeness);
    let is_there = alike(&there) > alike(&here) + ELSEWHERE;
    Ok(if is_there { there } else { here })
}

/// The free part of a tile within corners.
struct Free {
    corners: ImageCorners,
    /// The patch's colours.
    lab: Mat,
    /// What is free of it, pixel by pixel.
    free: Vec<bool>,
    planes: Planes,
    part: Model,
    /// Share of the tile that is seen.
    share: f32,
}

impl Free {
    fn of(
        pyramid: &Pyramid,
        corners: ImageCorners,
        reference: Reference,
    ) -> opencv::Result<Option<Self>> {
        let patch = pyramid.rectify(corners, TILE_PX, MARGIN_PX)?;
        let lab = reference.colours.lab_of(&patch, &corners)?;
        let hidden = reference.printed.hidden(&lab)?;
        let seen = descriptor::seen_cells(&hidden);
        let share = seen.iter().filter(|seen| **seen).count() as f32 / (CELLS * CELLS) as f32;
        if !(LEAST_SEEN..MOST_SEEN).contains(&share) {
            return Ok(None);
        }
        let free: Vec<bool> = hidden.iter().map(|hidden| !hidden).collect();
        Ok(Some(Self {
            corners,
            planes: Planes::new(&patch)?,
            lab,
            free,
            part: reference.model.of_part(&seen)?,
            share,
        }))
    }

    fn name(
        &self,
        lattice: &Lattice,
        cell: Cell,
        colours: &Presence,
    ) -> opencv::Result<Option<CellReading>> {
        let fine = windows(2.0, 1.0, &[0.97, 1.0, 1.03]);
        let (naming, window) = self.part.name(&self.planes, &fine);
        // Beside the tile lies the table, or another.
        let of_tile = self.free.iter().enumerate();
        let of_tile = of_tile.map(|(pixel, free)| *free && window.holds(pixel));
        let of_tile: Vec<bool> = of_tile.collect();
        let colour = colours.log_ratio_of(&self.lab, &of_tile)?;
        let corners = moved(self.corners, window);
        Ok(offset(lattice, cell, corners).map(|offset| CellReading {
            ranked: naming.ranked,
            likeness: naming.likeness * self.share.sqrt(),
            rest: naming.rest,
            offset,
            covered: false,
            part: Some(FreePart {
                share: self.share,
                colour,
            }),
            corners,
            expected: self.corners,
        }))
    }
}
