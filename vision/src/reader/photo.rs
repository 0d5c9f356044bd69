//! Reads one photograph: find the lattice, name the tiles, weigh the whole board.
//!
//! For `read` and for starting to watch in the middle of a game. Everything it knows of rules
//! comes from [`carcassonne::consistency`].

use std::collections::{BTreeMap, BTreeSet};

use calibration::{View, space};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::{Verdict, weigh};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use carcassonne::seen::SeenFigure;
use opencv::core::Mat;

use crate::bare::BareTile;
use crate::lattice::{LOW_DEG, Lattice};
use crate::pack::Pack;
use crate::picture::pyramid::Pyramid;
use crate::pieces::beside::heaps::{self, Heap};
use crate::pieces::beside::supply::Supplies;
use crate::pieces::figures::{Wanted, find_figures, is_low, view};
use crate::pieces::ground::Ground;
use crate::pieces::memory::Memory;
use crate::pieces::named::{NamedFigure, named, played};
use crate::pieces::place::figures_apart;
use crate::reader::start;
use crate::tiles::finder::Finder;
use crate::tiles::model::{Match, Model};
use crate::tiles::occlusion::covered::{self, Known};
use crate::tiles::occlusion::covers::Covers;
use crate::tiles::opinion::{foreign_odds, opinion};
use crate::tiles::reading::CellReading;
use crate::tiles::shield;
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
    /// From where the camera saw the board; `None` where its tiles do not tell.
    pub view: Option<View<space::Lattice>>,
}

impl BoardReading {
    /// How high above the table the camera stood, whole degrees, if that was too low to see the
    /// far side of the board.
    pub fn too_low_deg(&self) -> Option<i32> {
        let above = self.view?.above_deg();
        (above < LOW_DEG).then_some(above.round() as i32)
    }

    /// The likeliest face and turn of every cell that rather holds a tile than not.
    pub fn faces(&self) -> BTreeMap<Cell, (FaceId, Rotation)> {
        let present = self.verdicts.iter().filter(|(_, v)| v.present > PRESENT);
        present
            .filter_map(|(cell, verdict)| {
                let (face, rotation, _) = *verdict.ranked.first()?;
                Some((*cell, (face, rotation)))
            })
            .collect()
    }

    /// What the figures come to on these tiles.
    pub fn named(&self, catalogue: &Catalogue, ground: &Ground) -> Vec<NamedFigure> {
        named(
            &self.figures,
            &self.lattice,
            &self.faces(),
            catalogue,
            ground,
        )
    }
}

/// Probability from which a cell holds a tile.
const PRESENT: f32 = 0.5;

/// Finds and reads the board in a BGR picture; `None` when nothing in it is surely a tile.
///
/// Nobody says what is played: meeples of all colours are looked for.
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
    let all = Wanted::default();
    let picture = Pyramid::new(picture)?;
    let read = read_remembering(&picture, finder, model, pack, catalogue, &all)?;
    read.map(|(board, memories)| with_played(board, &picture, pack, &all, memories))
        .transpose()
}

/// The board with the figures of those colours only that seem to be played.
fn with_played(
    mut board: BoardReading,
    pyramid: &Pyramid,
    pack: &Pack,
    all: &Wanted,
    mut memories: Memories,
) -> opencv::Result<BoardReading> {
    let readings = board.cells.iter().map(|(cell, reading)| (*cell, reading));
    let tiles = bare_tiles(readings, &board.verdicts);
    let lattice_from_image = board.lattice.image_from_lattice.inverse();
    let Some((view, lattice_from_image)) = board.view.zip(lattice_from_image) else {
        return Ok(board);
    };
    let supplies = Supplies {
        lattice_from_image: &lattice_from_image,
        view: &view,
        usual_size: Memory::default().usual_size(),
    };
    let beside = supplies.count(&memories.heaps, &all.paints)?;
    let played = played::colors(&board.figures, &beside);
    let is_played = |color: Option<Color>| color.is_some_and(|color| played.contains(&color));
    let best = |figure: &SeenFigure| figure.candidates.first().and_then(|c| c.color);
    if board.figures.iter().all(|figure| is_played(best(figure))) {
        return Ok(board);
    }
    let paints = all.paints.iter().filter(|paint| is_played(paint.color));
    let wanted = Wanted {
        paints: paints.cloned().collect(),
        loose: Vec::new(),
    };
    let memories = &mut memories;
    board.figures = figures_once(
        pyramid,
        &board.lattice,
        &tiles,
        pack,
        &wanted,
        memories,
        None,
    )?;
    Ok(board)
}

/// The same, looking for the pieces that are `wanted`.
///
/// # Errors
/// Fails when OpenCV does.
pub fn read_wanted(
    picture: &Mat,
    finder: &mut Finder,
    model: &Model,
    pack: &Pack,
    catalogue: &Catalogue,
    wanted: &Wanted,
) -> opencv::Result<Option<BoardReading>> {
    let picture = Pyramid::new(picture)?;
    let read = read_remembering(&picture, finder, model, pack, catalogue, wanted)?;
    Ok(read.map(|(board, _)| board))
}

/// The same, with what was looked at on the way.
fn read_remembering(
    pyramid: &Pyramid,
    finder: &mut Finder,
    model: &Model,
    pack: &Pack,
    catalogue: &Catalogue,
    wanted: &Wanted,
) -> opencv::Result<Option<(BoardReading, Memories)>> {
    let Some((lattice, cells)) = start::from_picture(pyramid, finder, model, catalogue)? else {
        return Ok(None);
    };
    let standard = Standard::of_all(pyramid, cells.values())?;
    let foreign = foreign_odds(pack, catalogue);
    let readings = || cells.iter().map(|(cell, reading)| (*cell, reading));
    let mut opinions = BTreeMap::new();
    for (cell, reading) in &cells {
        opinions.insert(*cell, opinion(reading, &standard, foreign)?);
    }
    // Which tiles have a shield is told once without figures, too: as another tile, its twin would show
    // pieces that are none.
    let known = (pack, catalogue);
    let mut without_figures = opinions.clone();
    shield::correct(
        &mut without_figures,
        readings(),
        pyramid,
        known,
        &Covers::new(),
    )?;
    let mut verdicts = weigh(catalogue, &without_figures);
    let mut tiles = bare_tiles(readings(), &verdicts);
    let corners: Vec<_> = tiles.values().map(|tile| tile.corners).collect();
    let mut memories = Memories::beside(heaps::of(pyramid.picture(), &corners, &wanted.paints)?);
    let mut figures = figures_once(pyramid, &lattice, &tiles, pack, wanted, &mut memories, None)?;
    let covers = memories.as_it_is.covers();
    let by = Known {
        pack,
        catalogue,
        model,
    };
    covered::correct(&mut opinions, readings(), pyramid, by, covers)?;
    shield::correct(&mut opinions, readings(), pyramid, known, covers)?;
    verdicts = weigh(catalogue, &opinions);
    let other = bare_tiles(readings(), &verdicts);
    let changed = differing(&tiles, &other);
    if !changed.is_empty() {
        tiles = other;
        let (memories, changed) = (&mut memories, Some(&changed));
        figures = figures_once(pyramid, &lattice, &tiles, pack, wanted, memories, changed)?;
    }
    let (width, height) = pyramid.size();
    let view = view(&lattice, &tiles, [width, height].map(f64::from));
    let board = BoardReading {
        lattice,
        cells,
        verdicts,
        figures,
        view,
    };
    Ok(Some((board, memories)))
}

/// The cells whose tiles differ.
fn differing(
    tiles: &BTreeMap<Cell, BareTile>,
    others: &BTreeMap<Cell, BareTile>,
) -> BTreeSet<Cell> {
    let cells = tiles.keys().chain(others.keys());
    cells
        .filter(|cell| tiles.get(cell) != others.get(cell))
        .copied()
        .collect()
}

/// What was found in one picture, each way of looking by itself.
struct Memories {
    /// Wood beside the board.
    heaps: Vec<Heap>,
    /// In the picture as it is, of a low board, or from above.
    as_it_is: Memory,
    /// From above, of a low board.
    from_above: Memory,
}

impl Memories {
    /// Nothing yet but what lies beside the board.
    fn beside(heaps: Vec<Heap>) -> Self {
        let piles = heaps::piles(&heaps);
        Self {
            heaps,
            as_it_is: Memory::of_one_picture().with_piles(piles.clone()),
            from_above: Memory::default().with_piles(piles),
        }
    }
}

/// The figures of one picture: all, or what is another on and around cells whose tiles have `changed`
/// their names. Nothing is known of them from before, so the surest tell how large this set's pieces
/// are.
fn figures_once(
    pyramid: &Pyramid,
    lattice: &Lattice,
    tiles: &BTreeMap<Cell, BareTile>,
    pack: &Pack,
    wanted: &Wanted,
    memories: &mut Memories,
    changed: Option<&BTreeSet<Cell>>,
) -> opencv::Result<Vec<SeenFigure>> {
    let find =
        |memory: &mut Memory| find_figures(pyramid, lattice, tiles, pack, wanted, memory, changed);
    let figures = find(&mut memories.as_it_is)?;
    if !wanted.loose.is_empty() {
        return Ok(figures);
    }
    let mut figures = memories.as_it_is.by_stature();
    let (width, height) = pyramid.size();
    let view = view(lattice, tiles, [width, height].map(f64::from));
    if view.is_some_and(|view| is_low(&view, wanted)) {
        // They were looked for in the picture as it is, where one hides another; from above some of
        // these lie apart.
        find(&mut memories.from_above)?;
        for figure in memories.from_above.by_stature() {
            let is_another = |other: &SeenFigure| figures_apart(other, &figure) > APART;
            if figures.iter().all(is_another) {
                figures.push(figure);
            }
        }
    }
    Ok(figures)
}

/// How far apart two figures stand at least that were found in two ways, cells: their feet are read
/// up to half a tile off where a piece is taken to lie that stands.
const APART: f32 = 0.5;

/// The tiles that lie on the board, with the pictures that look most like them.
pub(crate) fn bare_tiles<'a>(
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    verdicts: &BTreeMap<Cell, Verdict>,
) -> BTreeMap<Cell, BareTile> {
    let bare = |(cell, reading): (Cell, &CellReading)| {
        let verdict = verdicts.get(&cell).filter(|v| v.present > PRESENT)?;
        let (face, rotation, _) = *verdict.ranked.first()?;
        let of_name = |m: &&Match| (m.face, m.rotation) == (face, rotation);
        let tile = BareTile {
            picture: reading.ranked.iter().find(of_name)?.picture?,
            rotation,
            corners: reading.corners,
        };
        Some((cell, tile))
    };
    readings.filter_map(bare).collect()
}
