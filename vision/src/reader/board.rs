//! One board, from the moment it is found until another is: where it lies, what its cells look like,
//! which of them hold tiles.
//!
//! Names tiles and figures together, each seen in the light of the other. Whether they may lie there
//! is `tracker::belief`'s business; where the board begins is [`super::place`]'s.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::ImageCorners;
use carcassonne::consistency::{Opinion, Verdict, weigh};
use carcassonne::geometry::Cell;
use carcassonne::seen::{FaceCandidate, SeenFigure, SeenTable, SeenTile};

use super::figures::Figures;
use super::given::{Given, touches};
use super::photo;
use super::remembered::Remembered;
use crate::gate::RegionPx;
use crate::gate::backdrop::Backdrop;
use crate::lattice::Lattice;
use crate::map::MapReader;
use crate::picture::pyramid::Pyramid;
use crate::reader::start;
use crate::tiles::occlusion::covered::{self, Known};
use crate::tiles::opinion::opinion;
use crate::tiles::reading::CellReading;
use crate::tiles::standard::{SURE, Standard};

/// What one look says of a face's being unknown counts this much: every further look at the tile
/// shows the same print, and belief adds looks up to three times one.
const UNKNOWN_PER_LOOK: f32 = 0.3;

/// One look at the table: the picture, and what it is held against.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) given: &'a Given,
    pub(super) pyramid: &'a Pyramid<'a>,
    /// Over what something moves or lies.
    pub(super) covered: &'a [RegionPx],
    /// Something still moves.
    pub(super) in_part: bool,
    /// The table before the last move.
    pub(super) backdrop: Option<&'a Backdrop>,
    /// The printed map that is played on.
    pub(super) map: Option<&'a MapReader>,
}

impl Look<'_> {
    /// Whether something is over that place.
    pub(super) fn is_covered(&self, corners: &ImageCorners) -> bool {
        self.covered.iter().any(|region| touches(region, corners))
    }
}

/// The board that is followed.
pub(super) struct Board {
    pub(super) lattice: Lattice,
    pub(super) cells: BTreeMap<Cell, Remembered>,
    pub(super) standard: Standard,
    /// Cells claimed as tiles in the last table, and those that something hid then.
    pub(super) claimed: BTreeSet<Cell>,
    /// A tile was seen to come: what lies there is surely a board.
    pub(super) proven: bool,
    /// It was knocked, and was not found again yet: `lattice` says where it lay.
    pub(super) lost: bool,
    pub(super) figures: Figures,
}

/// What the picture says of tiles and figures, taken together.
pub(super) struct Explained {
    opinions: BTreeMap<Cell, Opinion>,
    verdicts: BTreeMap<Cell, Verdict>,
    figures: Vec<SeenFigure>,
    in_part: bool,
}

impl Board {
    pub(super) fn at(lattice: Lattice, proven: bool) -> Self {
        Self {
            lattice,
            cells: BTreeMap::new(),
            standard: Standard::default(),
            claimed: BTreeSet::new(),
            proven,
            lost: false,
            figures: Figures::default(),
        }
    }

    /// Has every tile named anew with the next look, by other pictures: `places` says where those
    /// known so far are among them.
    pub(super) fn name_anew(&mut self, places: &[Option<usize>]) {
        let moved = |(old, new): (usize, &Option<usize>)| *new != Some(old);
        if places.iter().enumerate().any(moved) {
            // What was remembered of figures speaks of pictures by their place.
            self.figures = Figures::default();
        }
        for remembered in self.cells.values_mut() {
            remembered.stale = true;
            remembered.aligned = None;
            let Some(reading) = &mut remembered.reading else {
                continue;
            };
            let place = |picture: Option<usize>| places.get(picture?).copied().flatten();
            let best = reading.ranked.first().map(|best| best.picture);
            reading.ranked.retain_mut(|like| {
                like.picture = place(like.picture);
                like.picture.is_some()
            });
            if best.is_some_and(|best| place(best).is_none()) {
                // What it was taken for is not known any more: any look says more than this one.
                reading.likeness = 0.0;
            }
        }
    }

    /// What a cell looks like; `None` where nothing was read or only table.
    pub(super) fn reading(&self, cell: Cell) -> Option<&CellReading> {
        self.cells.get(&cell)?.reading.as_ref()
    }

    /// What all cells but those of the bare table look like.
    pub(super) fn readings(&self) -> impl Iterator<Item = (Cell, &CellReading)> + Clone {
        let cells = self.cells.iter();
        cells.filter_map(|(cell, remembered)| Some((*cell, remembered.reading.as_ref()?)))
    }

    /// The cells that hold a tile, in view or hidden, as far as is known.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Cell> {
        let claimed = self.claimed.iter().copied();
        claimed.filter(move |cell| self.is_tile(*cell))
    }

    /// Those of the cells over which something is.
    pub(super) fn under(
        &self,
        covered: &[RegionPx],
        cells: impl Iterator<Item = Cell>,
    ) -> Vec<Cell> {
        let over = |cell: &Cell| {
            let corners = self.lattice.corners(*cell);
            covered.iter().any(|region| touches(region, &corners))
        };
        cells.filter(over).collect()
    }

    /// Whether what is followed may be no board: neither is one of its tiles certain, nor are two
    /// of them sure.
    pub(super) fn is_doubted(&self) -> bool {
        let read = self.claimed.iter().filter_map(|cell| self.reading(*cell));
        let alike: Vec<f32> = read.map(|reading| reading.likeness).collect();
        let sure = alike.iter().filter(|likeness| **likeness >= SURE).count();
        sure < 2 && !alike.iter().any(|likeness| start::is_certainly(*likeness))
    }

    /// Names the tiles, and finds the figures on them: with figures known, tiles under them are named
    /// by what is free; with other names, what is bare is another thing.
    /// `all` figures, or those where something has changed.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn explain(&mut self, look: &Look, all: bool) -> opencv::Result<Explained> {
        let Look { given, pyramid, .. } = *look;
        if all {
            self.figures.look_anew();
        }
        let mut alone = BTreeMap::new();
        for (cell, reading) in self.readings() {
            let opinion = opinion(reading, &self.standard, given.foreign_odds)?;
            alone.insert(cell, opinion);
        }
        let before = self.past_figures(&alone, look)?;
        let mut verdicts = weigh(&given.catalogue, &before);
        let mut bare = photo::bare_tiles(self.readings(), &verdicts);
        let mut found = self.figures.find(pyramid, &self.lattice, &bare, given)?;
        let opinions = self.past_figures(&alone, look)?;
        if opinions != before {
            verdicts = weigh(&given.catalogue, &opinions);
            let other = photo::bare_tiles(self.readings(), &verdicts);
            if other != bare {
                self.figures.keep(std::mem::replace(&mut bare, other));
                let part = found.in_part;
                found = self.figures.find(pyramid, &self.lattice, &bare, given)?;
                found.in_part &= part;
            }
        }
        self.figures.keep(bare);
        Ok(Explained {
            opinions,
            verdicts,
            figures: found.figures,
            in_part: found.in_part,
        })
    }

    /// The opinions, corrected where figures were found last.
    fn past_figures(
        &self,
        alone: &BTreeMap<Cell, Opinion>,
        look: &Look,
    ) -> opencv::Result<BTreeMap<Cell, Opinion>> {
        let (given, covers) = (look.given, self.figures.memory.covers());
        let known = Known {
            pack: &given.pack,
            catalogue: &given.catalogue,
            model: &given.model,
        };
        let mut opinions = alone.clone();
        covered::correct(&mut opinions, self.readings(), look.pyramid, known, covers)?;
        Ok(opinions)
    }

    /// Claims tiles, each with its best `candidates`, and figures; remembers which tiles were
    /// claimed. `came` if it is known how the table looked before.
    pub(super) fn claim(
        &mut self,
        explained: Explained,
        candidates: usize,
        came: bool,
        table: &mut SeenTable,
    ) -> opencv::Result<()> {
        for (cell, verdict) in &explained.verdicts {
            let opinion = explained.opinions.get(cell);
            let Some((reading, opinion)) = self.reading(*cell).zip(opinion) else {
                continue;
            };
            // What was read before of a place that is hidden now makes no new tile of it.
            if !self.claimed.contains(cell) && table.hidden.contains(cell) {
                continue;
            }
            if verdict.present > 0.5 {
                table.tiles.push(tile(*cell, reading, opinion, candidates));
            } else if self.claimed.contains(cell) && !self.standard.looks_bare(reading)? {
                table.hidden.push(*cell);
            }
        }
        let hidden: BTreeSet<Cell> = table.hidden.iter().copied().collect();
        self.figures.end_look(explained.in_part, &hidden);
        let mut figures = explained.figures;
        figures.retain(|figure| !hidden.contains(&figure.cell));
        table.figures = figures;
        table.unclear = self.figures.memory.unclear();
        table.hidden = hidden.into_iter().collect();
        // Beside a board that is none, no tile comes to lie.
        self.proven |= came
            && table.tiles.iter().any(|tile| {
                let sure = |reading| self.standard.is_sure(reading);
                !self.claimed.contains(&tile.cell) && self.reading(tile.cell).is_some_and(sure)
            });
        self.claimed = table.tiles.iter().map(|t| t.cell).collect();
        self.claimed.extend(&table.hidden);
        Ok(())
    }
}

/// A tile as belief is told of it.
fn tile(cell: Cell, reading: &CellReading, opinion: &Opinion, candidates: usize) -> SeenTile {
    let best = opinion.candidates.iter().take(candidates);
    SeenTile {
        cell,
        candidates: best
            .map(|&(face, rotation, log_likelihood)| FaceCandidate {
                face,
                rotation,
                log_likelihood,
            })
            .collect(),
        unknown: UNKNOWN_PER_LOOK * opinion.unknown,
        corners_px: reading.corners.map(|c| c.to_f32().to_array()),
    }
}
