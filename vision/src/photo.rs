//! Reads one photograph: find the lattice, name the tiles, weigh the whole board.
//!
//! For `read` and for starting to watch in the middle of a game. Everything it knows of rules
//! comes from [`tracker::consistency`].

use std::collections::BTreeMap;

use opencv::core::Mat;
use tracker::catalogue::Catalogue;
use tracker::consistency::{Opinion, Verdict, weigh};
use tracker::geometry::Cell;
use tracker::seen::SeenFigure;

use crate::bare::BareTile;
use crate::cells::{CellReading, Pyramid};
use crate::figures::{Memory, Wanted, find_figures};
use crate::finder::Finder;
use crate::lattice::Lattice;
use crate::model::Model;
use crate::pack::Pack;
use crate::standard::Standard;
use crate::start;

/// Log-likelihoods of the templates are divided by this before rules weigh in: features of one
/// picture are far from independent, and packs never show the very tile on the table. Chosen so
/// that stated confidence matches how often readings are right.
pub const TEMPERATURE: f32 = 14.0;

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
    let Some((lattice, cells)) = start::from_picture(picture, finder, model)? else {
        return Ok(None);
    };
    let pyramid = Pyramid::new(picture)?;
    let standard = Standard::of(picture, cells.values())?;
    let mut opinions = BTreeMap::new();
    for (cell, reading) in &cells {
        opinions.insert(*cell, opinion(reading, &standard)?);
    }
    let verdicts = weigh(catalogue, &opinions);
    let tiles = bare_tiles(&cells, &verdicts);
    let figures = find_figures(
        &pyramid,
        &lattice,
        &tiles,
        pack,
        &Wanted::default(),
        &mut Memory::default(),
    )?;
    Ok(Some(BoardReading {
        lattice,
        cells,
        verdicts,
        figures,
    }))
}

/// The tiles that lie on the board, with the pictures that look most like them.
fn bare_tiles(
    cells: &BTreeMap<Cell, CellReading>,
    verdicts: &BTreeMap<Cell, Verdict>,
) -> BTreeMap<Cell, BareTile> {
    verdicts
        .iter()
        .filter(|(_, verdict)| verdict.present > 0.5)
        .filter_map(|(cell, verdict)| {
            let (face, rotation, _) = *verdict.ranked.first()?;
            let reading = cells.get(cell)?;
            let look = reading
                .ranked
                .iter()
                .find(|m| m.face == face && m.rotation == rotation)?;
            Some((
                *cell,
                BareTile {
                    picture: look.picture,
                    rotation,
                    corners: reading.corners,
                },
            ))
        })
        .collect()
}

/// A reading as the rules weigh it.
///
/// # Errors
/// Fails when OpenCV does.
pub fn opinion(reading: &CellReading, standard: &Standard) -> opencv::Result<Opinion> {
    let top = reading.ranked.first().map_or(0.0, |m| m.log_likelihood);
    let candidates = reading
        .ranked
        .iter()
        .map(|m| (m.face, m.rotation, (m.log_likelihood - top) / TEMPERATURE))
        .collect();
    let presence = standard.log_odds(reading)?;
    Ok(Opinion {
        candidates,
        presence,
    })
}
