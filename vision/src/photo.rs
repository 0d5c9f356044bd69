//! Reads one photograph: find the lattice, name the tiles, weigh the whole board.
//!
//! For `read` and for starting to watch in the middle of a game. Everything it knows of rules
//! comes from [`tracker::consistency`].

use std::collections::BTreeMap;

use opencv::core::Mat;
use tracker::catalogue::Catalogue;
use tracker::consistency::{Opinion, Verdict, weigh};
use tracker::geometry::Cell;
use tracker::piece::Color;
use tracker::seen::SeenFigure;

use crate::cells::{self, CellReading, NEVER, Pyramid, SURE};
use crate::figures::{BareTile, Memory, find_figures};
use crate::finder::Finder;
use crate::lattice::Lattice;
use crate::model::Model;
use crate::pack::Pack;
use crate::presence::{Known, Presence};

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

/// Finds and reads the board in a BGR picture; `None` when no tile is found.
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
    let outlines = finder.find(picture)?;
    let Some(mut lattice) = Lattice::from_outlines(&outlines) else {
        return Ok(None);
    };
    let pyramid = Pyramid::new(picture)?;
    let cells = cells::read_board(&pyramid, &mut lattice, model)?;
    let presence = learn_presence(picture, &cells)?;
    let mut opinions = BTreeMap::new();
    for (cell, reading) in &cells {
        opinions.insert(*cell, opinion(reading, presence.as_ref())?);
    }
    let verdicts = weigh(catalogue, &opinions);
    let tiles = bare_tiles(&cells, &verdicts);
    let figures = find_figures(
        &pyramid,
        &lattice,
        &tiles,
        pack,
        &Color::ALL,
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

/// This table's colours, once enough cells are sure.
fn learn_presence(
    picture: &Mat,
    cells: &BTreeMap<Cell, CellReading>,
) -> opencv::Result<Option<Presence>> {
    let known: Vec<_> = cells
        .values()
        .filter(|reading| reading.likeness >= NEVER)
        .map(|reading| {
            let sure = reading.likeness >= SURE;
            (
                reading.corners,
                if sure { Known::Tile } else { Known::Unclear },
            )
        })
        .collect();
    if !known.iter().any(|(_, k)| *k == Known::Tile) {
        return Ok(None);
    }
    Presence::learn(picture, &known).map(Some)
}

/// A reading as the rules weigh it.
///
/// # Errors
/// Fails when OpenCV does.
pub fn opinion(reading: &CellReading, presence: Option<&Presence>) -> opencv::Result<Opinion> {
    let top = reading.ranked.first().map_or(0.0, |m| m.log_likelihood);
    let candidates = reading
        .ranked
        .iter()
        .map(|m| (m.face, m.rotation, (m.log_likelihood - top) / TEMPERATURE))
        .collect();
    let colour = match presence {
        Some(presence) => presence.log_ratio(&reading.corners)?,
        None => 0.0,
    };
    // Measured on photographs: cells without a tile reach a likeness of 0.26, dim tiles of
    // another print fall to 0.20; colours then decide.
    let presence = 25.0 * (reading.likeness - 0.26) + 3.0 * colour;
    Ok(Opinion {
        candidates,
        presence,
    })
}
