//! Reads single cells of the lattice: rectifies, names, measures where the tile lies.
//!
//! Takes a picture and a lattice, gives what each cell looks like. Decides nothing about the
//! board: whether readings fit each other is for the rules.

use std::collections::{BTreeMap, BTreeSet};

use calibration::Homography;
use calibration::space::{self, Face, ImageCorners, LatticeOffset, apart, vec2};
use carcassonne::geometry::{Cell, Side};
use opencv::prelude::*;
use rayon::prelude::*;

use crate::lattice::outline::{Outline, side_of};
use crate::lattice::{Few, Lattice, middle_of};
use crate::picture::pyramid::Pyramid;
use crate::tiles::model::descriptor::{MARGIN_PX, PATCH_PX, Planes, TILE_PX, Window};
use crate::tiles::model::{Model, Naming, windows};
use crate::tiles::reading::CellReading;
use crate::tiles::standard::Standard;

/// How closely a cell is searched.
#[derive(Clone, Copy, Debug)]
pub enum Search<'a> {
    /// The lattice is only a guess here: up to an eighth of a tile off, in two passes, but not over the
    /// tiles that lie on these sides of the cell.
    Wide {
        /// Where known tiles lie; `&[]` where the lattice may be off by as much.
        beside: &'a [Side],
    },
    /// The tile's place is known to a millimetre or two.
    Near,
}

/// Sides a tile may have in the picture, pixels: smaller cannot be read, larger shows no board.
pub(crate) const SIDES_PX: std::ops::RangeInclusive<f64> = 28.0..=900.0;

/// How far over a tile beside it a tile may be read, pixels of the patch: 2 mm. What stands on a tile drew
/// one that had nothing but a field beside it 7 mm over its neighbour.
const OVER_PX: f32 = 2.0;

/// Margin of a cell to the picture's border under which it is cut off, share of the cell.
const INSIDE: f64 = 0.08;

/// Area that two sides of a tile span at least, pixels².
const NARROWEST_PX2: f64 = 1.0;

/// Whether corners are clockwise, as those of a square seen from above are: what a lattice has at its
/// horizon, or comes to when it is wrong, is not.
pub(crate) fn is_from_above(corners: &ImageCorners) -> bool {
    let turns_right = |i: usize| {
        let [a, b, c] = [0, 1, 2].map(|n| corners[(i + n) % 4]);
        (b - a).cross(c - b) > NARROWEST_PX2
    };
    (0..4).all(turns_right)
}

/// Whether a quadrangle lies inside the picture.
pub fn inside(corners: &ImageCorners, (width, height): (i32, i32)) -> bool {
    let slack = INSIDE * apart(corners[0], corners[2]);
    is_from_above(corners)
        && corners.iter().all(|corner| {
            corner.x > -slack
                && corner.y > -slack
                && corner.x < f64::from(width) + slack
                && corner.y < f64::from(height) + slack
        })
}

/// Reads one cell; `None` when it is not wholly in the picture.
///
/// # Errors
/// Fails when OpenCV does.
pub fn read_cell(
    pyramid: &Pyramid,
    lattice: &Lattice,
    cell: Cell,
    model: &Model,
    search: Search<'_>,
) -> opencv::Result<Option<CellReading>> {
    read_at(pyramid, lattice, cell, lattice.corners(cell), model, search)
}

/// Reads one cell whose tile is `expected` within these corners, NW NE SE SW of the lattice; `None`
/// when it is not wholly in the picture, or too small or large there to be read.
///
/// # Errors
/// Fails when OpenCV does.
pub fn read_at(
    pyramid: &Pyramid,
    lattice: &Lattice,
    cell: Cell,
    expected: ImageCorners,
    model: &Model,
    search: Search<'_>,
) -> opencv::Result<Option<CellReading>> {
    if !inside(&expected, pyramid.size()) || !SIDES_PX.contains(&side_of(&expected)) {
        return Ok(None);
    }
    let mut corners = expected;
    if let Search::Wide { beside } = search {
        let patch = pyramid.rectify(corners, TILE_PX, MARGIN_PX)?;
        corners = moved(corners, roughly(&Planes::new(&patch)?, model, beside));
        if !inside(&corners, pyramid.size()) {
            return Ok(None);
        }
    }
    let fine = windows(2.0, 1.0, &[0.97, 1.0, 1.03]);
    let (naming, window) = look(pyramid, corners, model, &fine)?;
    let corners = moved(corners, window);
    if !inside(&corners, pyramid.size()) {
        return Ok(None);
    }
    Ok(offset(lattice, cell, corners).map(|offset| CellReading {
        ranked: naming.ranked,
        likeness: naming.likeness,
        rest: naming.rest,
        offset,
        covered: false,
        part: None,
        corners,
        expected,
    }))
}

/// Where a tile lies within an eighth of its side: first as large as expected, then larger and
/// smaller thereabouts. All sizes at all places would cost twice as much and find the same. `beside`
/// are the sides on which another tile lies.
pub(crate) fn roughly(planes: &Planes, model: &Model, beside: &[Side]) -> Window {
    let is_free = |window: &Window| beside.iter().all(|side| over_px(window, *side) <= OVER_PX);
    let mut places = windows(6.0, 2.0, &[1.0]);
    places.retain(is_free);
    let there = model.locate(planes, &places);
    let mut near = windows(2.0, 2.0, &[0.94, 1.06]);
    for window in &mut near {
        window.shift_px = [0, 1].map(|c| window.shift_px[c] + there.shift_px[c]);
    }
    near.retain(is_free);
    near.push(there);
    model.locate(planes, &near)
}

/// How far a window reaches beyond the cell on that side, pixels of the patch.
fn over_px(window: &Window, side: Side) -> f32 {
    let beside = Cell::default().neighbour(side);
    let shift = beside.x as f32 * window.shift_px[0] + beside.y as f32 * window.shift_px[1];
    shift + (window.scale - 1.0) * TILE_PX as f32 / 2.0
}

fn look(
    pyramid: &Pyramid,
    corners: ImageCorners,
    model: &Model,
    windows: &[Window],
) -> opencv::Result<(Naming, Window)> {
    let patch = pyramid.rectify(corners, TILE_PX, MARGIN_PX)?;
    debug_assert_eq!(patch.cols(), PATCH_PX);
    Ok(model.name(&Planes::new(&patch)?, windows))
}

/// Reads cells whose places are guessed, those that are wholly in the picture.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn read_cells(
    pyramid: &Pyramid,
    lattice: &Lattice,
    cells: Vec<Cell>,
    model: &Model,
) -> opencv::Result<Vec<(Cell, CellReading)>> {
    let read = |cell: Cell| {
        let reading = read_cell(pyramid, lattice, cell, model, Search::Wide { beside: &[] });
        reading.map(|reading| reading.map(|reading| (cell, reading)))
    };
    let read = cells.into_par_iter().map(read);
    read.filter_map(Result::transpose).collect()
}

/// Reads every cell of a board from a first guess at the lattice, growing it from tiles to
/// their neighbours until nothing is added. So that it does not grow over a table that resembles
/// tiles, colours are asked in every round, and only what surely shows a tile opens new cells.
///
/// # Errors
/// Fails when OpenCV does.
pub fn read_board(
    pyramid: &Pyramid,
    lattice: &mut Lattice,
    model: &Model,
) -> opencv::Result<BTreeMap<Cell, CellReading>> {
    let mut readings: BTreeMap<Cell, CellReading> = BTreeMap::new();
    // Every round reaches one cell further; a board is at most a few dozen across.
    for _ in 0..40 {
        let mut cells: Vec<Cell> = lattice.offsets.keys().copied().collect();
        cells.extend(lattice.frontier());
        cells.retain(|cell| !readings.contains_key(cell));
        readings.extend(read_cells(pyramid, lattice, cells, model)?);
        let standard = Standard::of(pyramid, readings.values())?;
        let read = readings.iter();
        let sure = read.filter(|(_, reading)| standard.is_sure(reading));
        let sure: BTreeSet<Cell> = sure.map(|(cell, _)| *cell).collect();
        let mut tiles: BTreeMap<Cell, LatticeOffset> = BTreeMap::new();
        for (cell, reading) in &readings {
            if is_sure_near(&sure, *cell) && standard.log_odds(reading)? > 0.0 {
                tiles.insert(*cell, reading.offset);
            }
        }
        let sure = tiles.iter().filter(|(cell, _)| sure.contains(cell));
        let (width, height) = pyramid.size();
        let size = [f64::from(width), f64::from(height)];
        let old = lattice.clone();
        let measured = sure.map(|(cell, at)| (*cell, *at)).collect();
        lattice.refit(&measured, Few::Posed, size);
        for (cell, reading) in &mut readings {
            reading.offset = offset(lattice, *cell, reading.corners).unwrap_or_default();
        }
        lattice.offsets = tiles.keys().map(|c| (*c, readings[c].offset)).collect();
        if tiles.keys().all(|cell| old.offsets.contains_key(cell)) {
            break;
        }
    }
    // Some were read at places that later fits moved: one last look at those.
    let mut cells: BTreeSet<Cell> = lattice.offsets.keys().copied().collect();
    cells.extend(lattice.frontier());
    readings.retain(|cell, reading| {
        cells.contains(cell) && reading.is_settled(&lattice.corners(*cell))
    });
    cells.retain(|cell| !readings.contains_key(cell));
    let moved = cells.into_iter().collect();
    readings.extend(read_cells(pyramid, lattice, moved, model)?);
    Ok(readings)
}

/// Whether a cell is among the sure tiles or beside one: what is less than sure is believed there
/// only, and leads no further.
pub(crate) fn is_sure_near(sure: &BTreeSet<Cell>, cell: Cell) -> bool {
    let beside = Side::ALL.map(|side| cell.neighbour(side));
    sure.contains(&cell) || beside.iter().any(|cell| sure.contains(cell))
}

/// Where a tile lies: its centre's offset from the lattice point, in cells.
pub(crate) fn offset(
    lattice: &Lattice,
    cell: Cell,
    corners: ImageCorners,
) -> Option<LatticeOffset> {
    let lattice_from_image = lattice.image_from_lattice.inverse()?;
    let outline = Outline {
        corners,
        matches: 0,
    };
    Some(lattice_from_image.apply(outline.centre()) - middle_of(cell))
}

/// The corners under a window of the patch that was rectified from `corners`.
pub(crate) fn moved(corners: ImageCorners, window: Window) -> ImageCorners {
    let unit = space::square::<Face>(-0.5, 0.5);
    let Some(image_from_tile) = Homography::through(unit, corners) else {
        return corners;
    };
    let [x, y] = window.shift_px.map(|s| f64::from(s) / f64::from(TILE_PX));
    let scale = f64::from(window.scale);
    unit.map(|corner| image_from_tile.apply(corner * scale + vec2(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_window_reaches_over_all_sides() {
        let window = Window {
            shift_px: [-3.0, 1.0],
            scale: 1.0 + 2.0 / TILE_PX as f32,
        };
        let over = [Side::West, Side::East, Side::South].map(|side| over_px(&window, side));
        assert_eq!(over.map(f32::round), [4.0, -2.0, 2.0]);
    }

    #[test]
    fn what_a_wrong_lattice_expects_is_not_inside() {
        let size = (1280, 720);
        let tile: ImageCorners = space::square(200.0, 260.0);
        assert!(inside(&tile, size));
        let point = tile.map(|_| tile[0]);
        let line = tile.map(|corner| corner + vec2(0.0, corner.x - corner.y));
        let mirrored = [tile[1], tile[0], tile[3], tile[2]];
        let crossed = [tile[0], tile[2], tile[1], tile[3]];
        for wrong in [point, line, mirrored, crossed] {
            assert!(!inside(&wrong, size), "{wrong:?}");
        }
        assert!(!inside(
            &tile.map(|corner| corner + vec2(1100.0, 0.0)),
            size
        ));
    }

    #[test]
    fn only_what_is_sure_opens_new_cells() {
        let sure = BTreeSet::from([Cell::new(0, 0)]);
        assert!(is_sure_near(&sure, Cell::new(0, 0)));
        assert!(is_sure_near(&sure, Cell::new(0, -1)));
        assert!(!is_sure_near(&sure, Cell::new(1, 1)));
        assert!(!is_sure_near(&sure, Cell::new(2, 0)));
    }
}
