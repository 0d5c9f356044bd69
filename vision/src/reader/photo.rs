//! Reads one photograph: find the lattice, name the tiles, weigh the whole board.
//!
//! For `read` and for starting to watch in the middle of a game. Everything it knows of rules
//! comes from [`carcassonne::consistency`].

use std::collections::BTreeMap;

use carcassonne::catalogue::Catalogue;
use carcassonne::consistency::{Opinion, Verdict, weigh};
use carcassonne::geometry::Cell;
use carcassonne::seen::SeenFigure;
use opencv::core::Mat;

use crate::lattice::Lattice;
use crate::pack::Pack;
use crate::pieces::bare::BareTile;
use crate::pieces::figures::{Memory, Wanted, find_figures};
use crate::reader::start;
use crate::tiles::cells::{CellReading, Pyramid};
use crate::tiles::covered;
use crate::tiles::finder::Finder;
use crate::tiles::model::{Match, Model};
use crate::tiles::standard::Standard;

/// A board as read from one picture.
pub struct BoardReading {
    /// Where cells lie in the picture.
    pub lattice: Lattice,
    /// What each cell looked like.
    pub cells: BTreeMap<Cell, CellReading>,
    /// What the whole board makes of each cell.
    pub verdicts: BTreeMap<Cell, Verdict>,
    /// Figures on the tiles.
    pub figures: Vec<SeenFigure>,
}

/// Finds and reads the board in a BGR picture; `None` when nothing in it is surely a tile.
///
/// # Errors
/// Fails when OpenCV does.
pub fn read_picture(
    picture: &Mat,
    finder: &mut Finder,
    model: &Model,
    pack: &Pack,
    catalogue: &Catalogue,
) -> opencv::Result<Option<BoardReading>> {
    let Some((lattice, cells)) = start::from_picture(picture, finder, model, catalogue)? else {
        return Ok(None);
    };
    let pyramid = Pyramid::new(picture)?;
    let standard = Standard::of(&pyramid, cells.values())?;
    let foreign = foreign_odds(pack, catalogue);
    let readings = || cells.iter().map(|(cell, reading)| (*cell, reading));
    let mut opinions = BTreeMap::new();
    for (cell, reading) in &cells {
        opinions.insert(*cell, opinion(reading, &standard, foreign)?);
    }
    let mut verdicts = weigh(catalogue, &opinions);
    let mut tiles = bare_tiles(readings(), &verdicts);
    let wanted = Wanted::default();
    let memory = &mut Memory::default();
    let mut figures = find_figures(&pyramid, &lattice, &tiles, pack, &wanted, memory, None)?;
    let covers = memory.covers();
    covered::correct(&mut opinions, readings(), &pyramid, pack, covers)?;
    verdicts = weigh(catalogue, &opinions);
    let other = bare_tiles(readings(), &verdicts);
    if other != tiles {
        tiles = other;
        figures = find_figures(&pyramid, &lattice, &tiles, pack, &wanted, memory, None)?;
    }
    Ok(Some(BoardReading {
        lattice,
        cells,
        verdicts,
        figures,
    }))
}

/// The tiles that lie on the board, with the pictures that look most like them.
pub(crate) fn bare_tiles<'a>(
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    verdicts: &BTreeMap<Cell, Verdict>,
) -> BTreeMap<Cell, BareTile> {
    let bare = |(cell, reading): (Cell, &CellReading)| {
        let verdict = verdicts.get(&cell).filter(|v| v.present > 0.5)?;
        let (face, rotation, _) = *verdict.ranked.first()?;
        let of_name = |m: &&Match| (m.face, m.rotation) == (face, rotation);
        let tile = BareTile {
            picture: reading.ranked.iter().find(of_name)?.picture,
            rotation,
            corners: reading.corners,
        };
        Some((cell, tile))
    };
    readings.filter_map(bare).collect()
}

/// Share of tiles, at least, that show none of a complete pack's faces: another edition's, an
/// expansion that nobody named.
const STRANGERS: f32 = 0.01;

/// Log odds beforehand that a tile of this game shows a face of which `pack` has no picture.
pub fn foreign_odds(pack: &Pack, catalogue: &Catalogue) -> f32 {
    let (mut all, mut lacking) = (0.0, 0.0);
    for face in catalogue.faces() {
        let copies = f32::from(face.copies);
        all += copies;
        if !pack.pictures.iter().any(|p| p.face == face.id) {
            lacking += copies;
        }
    }
    let share = (lacking / f32::max(all, 1.0)).clamp(STRANGERS, 1.0 - STRANGERS);
    (share / (1.0 - share)).ln()
}

/// A reading as the rules weigh it, with [`foreign_odds`].
///
/// # Errors
/// Fails when OpenCV does.
pub fn opinion(
    reading: &CellReading,
    standard: &Standard,
    foreign_odds: f32,
) -> opencv::Result<Opinion> {
    let top = reading.ranked.first().map_or(0.0, |m| m.log_likelihood);
    let candidates = reading
        .ranked
        .iter()
        .map(|m| {
            let log_likelihood = (m.log_likelihood - top) / reading.temperature();
            (m.face, m.rotation, log_likelihood)
        })
        .collect();
    let presence = standard.log_odds(reading)?;
    Ok(Opinion {
        candidates,
        presence,
        unknown: standard.unknown(reading) + foreign_odds,
    })
}
