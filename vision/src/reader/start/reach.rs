//! Takes a board further than its tiles are sure by their look alone: to the far rows of a table
//! that is seen flat.
//!
//! After [`crate::tiles::cells::read_board`], which opens new cells beside sure tiles only. Far tiles
//! are small and out of focus, so each looks less like its face than the nearest ones do, and the
//! board would end before them. What lies there is believed together instead: it has the colours of
//! this table's tiles, its sides meet its neighbours', and the box holds so many copies
//! ([`carcassonne::consistency`]). Tiles under figures are named by what is free of them
//! ([`crate::tiles::occlusion::partly`]). Finds no board where none was begun.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{ImageCorners, LatticeOffset};
use carcassonne::catalogue::Catalogue;
use carcassonne::consistency::weigh;
use carcassonne::geometry::{Cell, Side};
use rayon::prelude::*;

use crate::lattice::{Few, Lattice};
use crate::picture::pyramid::Pyramid;
use crate::reader::remembered::Found;
use crate::tiles::cells::{is_sure_near, offset, read_cells};
use crate::tiles::model::Model;
use crate::tiles::occlusion::partly::{self, Reference};
use crate::tiles::occlusion::printed::Printed;
use crate::tiles::opinion::{STRANGERS, opinion};
use crate::tiles::reading::{CellReading, is_settled};
use crate::tiles::standard::Standard;

/// Rounds, at most: each reaches one row further.
const ROUNDS: usize = 16;
/// Probability, with what its neighbours say, from which a tile opens the cells beside it.
const PRESENT: f32 = 0.9;
/// Least colour log ratio of such a tile: what has this table's colours opens nothing.
const COLOUR: f32 = 0.5;
/// Least log odds of a cell beside a tile beyond which others are looked for: one that figures hide
/// may join those that lie behind it.
const PERHAPS: f32 = -3.0;

/// The board grown as far as its tiles bear each other out.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn further(
    pyramid: &Pyramid,
    (mut lattice, mut cells): Found,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Found> {
    let (width, height) = pyramid.size();
    let size = [f64::from(width), f64::from(height)];
    // Where cells, and their free parts, were looked at.
    let mut seen: BTreeMap<Cell, ImageCorners> = BTreeMap::new();
    let mut tried: BTreeMap<Cell, ImageCorners> = BTreeMap::new();
    // How many tiles told the light as parts were last looked at.
    let mut told = 0;
    for _ in 0..ROUNDS {
        let standard = Standard::of_all(pyramid, cells.values())?;
        let reach = Reach::of(&cells, &standard, catalogue)?;
        let measured: BTreeMap<Cell, LatticeOffset> = cells
            .iter()
            .filter(|(_, reading)| standard.is_sure(reading))
            .map(|(cell, reading)| (*cell, reading.offset))
            .collect();
        lattice.refit(&measured, Few::Posed, size);
        for (cell, reading) in &mut cells {
            reading.offset = offset(&lattice, *cell, reading.corners).unwrap_or_default();
        }
        lie(&mut lattice, &reach, &measured);
        let mut news = false;
        let mut open: Vec<Cell> = reach.open(&lattice).into_iter().collect();
        open.retain(|cell| {
            let expected = lattice.corners(*cell);
            let is_read = |old: &CellReading| old.is_settled(&expected);
            match seen.get(cell) {
                Some(at) => !is_settled(at, &expected),
                None => !cells.get(cell).is_some_and(is_read),
            }
        });
        seen.extend(open.iter().map(|cell| (*cell, lattice.corners(*cell))));
        for (cell, new) in read_cells(pyramid, &lattice, open, model)? {
            if standard.prefers(&new, cells.get(&cell), &lattice.corners(cell))? {
                news = true;
                cells.insert(cell, new);
            }
        }
        if let Some(colours) = standard.colours() {
            let of_print = cells.iter().filter(|(cell, _)| measured.contains_key(cell));
            let of_print = of_print.map(|(_, reading)| reading.corners);
            let reference = Reference {
                model,
                colours,
                printed: &Printed::of(colours.colours(), of_print)?,
            };
            if 2 * measured.len() > 3 * told {
                // They tell the light, and so what was hidden.
                tried.clear();
                told = measured.len();
            }
            let is_untried = |cell: &&Cell| {
                let at = tried.get(*cell);
                !at.is_some_and(|at| is_settled(at, &lattice.expected(**cell)))
            };
            let unsure = cells.keys().filter(|cell| !reach.surely.contains(cell));
            let unsure: Vec<Cell> = unsure.filter(is_untried).copied().collect();
            tried.extend(unsure.iter().map(|cell| (*cell, lattice.expected(*cell))));
            let part = |cell: Cell| {
                let part = partly::read(pyramid, &lattice, cell, reference)?;
                Ok(part.map(|part| (cell, part)))
            };
            let parts = unsure.into_par_iter().map(part);
            let parts: Vec<_> = parts
                .filter_map(Result::transpose)
                .collect::<opencv::Result<_>>()?;
            for (cell, part) in parts {
                if standard.prefers(&part, cells.get(&cell), &lattice.expected(cell))? {
                    cells.insert(cell, part);
                    news = true;
                }
            }
        }
        if !news {
            if measured.len() == told {
                break;
            }
            // What is free of a tile was told by fewer than are known now.
            tried.clear();
            told = measured.len();
        }
    }
    Ok((lattice, cells))
}

/// Lays the tiles where they were measured, and those that were not surely seen where these say.
fn lie(lattice: &mut Lattice, reach: &Reach, measured: &BTreeMap<Cell, LatticeOffset>) {
    let of_board = measured.iter().filter(|(cell, _)| reach.lie.contains(cell));
    lattice.offsets = of_board.map(|(cell, at)| (*cell, *at)).collect();
    let others = reach.lie.iter().filter(|cell| !measured.contains_key(cell));
    let expected =
        others.filter_map(|&cell| Some((cell, offset(lattice, cell, lattice.expected(cell))?)));
    let expected: Vec<_> = expected.collect();
    lattice.offsets.extend(expected);
}

/// How far a board reaches.
struct Reach {
    /// Cells that hold a tile, and those of them that surely do.
    lie: BTreeSet<Cell>,
    surely: BTreeSet<Cell>,
    /// Cells beside which others may lie.
    opens: BTreeSet<Cell>,
}

impl Reach {
    fn of(
        cells: &BTreeMap<Cell, CellReading>,
        standard: &Standard,
        catalogue: &Catalogue,
    ) -> opencv::Result<Self> {
        let foreign = (STRANGERS / (1.0 - STRANGERS)).ln();
        let mut opinions = BTreeMap::new();
        for (cell, reading) in cells {
            opinions.insert(*cell, opinion(reading, standard, foreign)?);
        }
        let verdicts = weigh(catalogue, &opinions);
        let (mut surely, mut perhaps) = (BTreeSet::new(), BTreeSet::new());
        for (cell, reading) in cells {
            let present = verdicts.get(cell).map_or(0.0, |verdict| verdict.present);
            let (colour, odds) = (standard.colour(reading)?, standard.log_odds(reading)?);
            let is_borne_out = present >= PRESENT && colour >= COLOUR;
            if odds > 0.0 && (standard.is_sure(reading) || is_borne_out) {
                surely.insert(*cell);
            } else if odds > PERHAPS && colour > 0.0 {
                perhaps.insert(*cell);
            }
        }
        let mut lie = surely.clone();
        for (cell, reading) in cells {
            if is_sure_near(&surely, *cell) && standard.log_odds(reading)? > 0.0 {
                lie.insert(*cell);
            }
        }
        let perhaps = perhaps.iter().filter(|cell| is_sure_near(&surely, **cell));
        let opens = surely.iter().chain(perhaps).copied().collect();
        Ok(Self { lie, surely, opens })
    }

    /// The cells to be read: beside those that open others, and without a tile as yet.
    fn open(&self, lattice: &Lattice) -> BTreeSet<Cell> {
        let beside = self
            .opens
            .iter()
            .flat_map(|cell| Side::ALL.map(|side| cell.neighbour(side)));
        beside
            .filter(|cell| !lattice.offsets.contains_key(cell))
            .collect()
    }
}
