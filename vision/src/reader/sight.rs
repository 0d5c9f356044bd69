//! What lies in each cell of the board, and how far the board reaches.
//!
//! A cell is read anew when it looks otherwise than at its last reading, and left alone if not.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{ImageCorners, LatticeOffset};
use carcassonne::catalogue::BACK;
use carcassonne::geometry::{Cell, Side};

use super::board::{Board, Look};
use super::given::Given;
use super::place::camera::Camera;
use super::remembered::Remembered;
use crate::gate::backdrop::{Backdrop, Thumb};
use crate::lattice::align::{self, Freedom};
use crate::lattice::{Few, Lattice, middle_of};
use crate::tiles::cells::{Search, inside, is_sure_near, offset, read_cell};
use crate::tiles::edge;
use crate::tiles::model::Match;
use crate::tiles::occlusion::covers::{Covers, free_of};
use crate::tiles::occlusion::partly::{self, Reference};
use crate::tiles::occlusion::printed::Printed;
use crate::tiles::reading::{CellReading, is_settled};
use crate::tiles::standard::{SURE, Standard};

/// A look at a tile that is this much less like any face than the best look so far shows the
/// same tile with something on it: a meeple costs 0.1 to 0.45, camera noise 0.02.
const COVERED: f32 = 0.08;
/// … unless it claims by this log-likelihood that another tile lies there. A meeple in the
/// middle of a road is taken for a monastery by up to 3.
const OTHER_TILE: f32 = 8.0;

/// Best likeness on the table from which the pack shows the very tiles that are played with, of this copy or
/// another: 0.9 and 0.6.
const ALIKE: f32 = 0.6;

/// How far apart the middles of two tiles are at least, in cells: they touch at 0.97, and each is read
/// to 0.03.
const BESIDE: f64 = 0.88;

/// Rounds of reading and growing at most.
const ROUNDS: usize = 40;

/// What looking at the cells again has brought.
#[derive(Clone, Copy, Default)]
pub(super) struct News {
    /// Somewhere it looks otherwise than before, if only beside the tiles.
    pub(super) looks: bool,
    /// There are other readings, so that the board may have grown.
    pub(super) readings: bool,
}

/// What a cell shows.
enum Shows {
    Tile(CellReading),
    Table,
    /// Neither for sure: it is looked at again.
    Unsure,
}

impl Board {
    /// Reads what has changed, as far as the board now reaches; says whether anything looks otherwise,
    /// as all does when it is read `anew`. Cells under something come into `hidden`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn read_all(
        &mut self,
        look: &Look,
        anew: bool,
        hidden: &mut Vec<Cell>,
        camera: &mut Camera,
    ) -> opencv::Result<bool> {
        let (mut changed, mut fresh) = (anew, anew);
        // A new tile opens new cells; a hand lays one or two at a time, a table that is already
        // full is read as far as it reaches.
        for _ in 0..ROUNDS {
            let news = self.read_cells(look, hidden)?;
            changed |= news.looks;
            fresh |= news.readings;
            if !std::mem::take(&mut fresh) {
                break;
            }
            let grown = self.grow(look)?;
            if look.map.is_none() {
                camera.hear(self.lattice.told_lens());
            }
            if !grown {
                break;
            }
        }
        Ok(changed)
    }

    /// Tiles that the edge of the picture cuts off. The squares of a map lie where they lie, with a
    /// tile or without.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn cut_off(&self, look: &Look) -> opencv::Result<Vec<Cell>> {
        if look.map.is_some() {
            return Ok(Vec::new());
        }
        let free = |corners: &ImageCorners| !look.is_covered(corners);
        edge::cut_off(look.pyramid.picture(), &self.lattice, &self.standard, free)
    }

    /// Reads cells that are new or have changed.
    pub(super) fn read_cells(
        &mut self,
        look: &Look,
        hidden: &mut Vec<Cell>,
    ) -> opencv::Result<News> {
        let mut news = News::default();
        for cell in self.asked(look) {
            let corners = self.lattice.corners(cell);
            if !inside(&corners, look.pyramid.size()) || look.is_covered(&corners) {
                hidden.push(cell);
                continue;
            }
            let old = self.cells.get(&cell);
            if let Some(old) = old.filter(|old| !old.stale && is_settled(&old.at, &corners))
                && !old.thumb.differs(&Thumb::of(look.pyramid, old.at)?)
            {
                continue;
            }
            let thumb = Thumb::of(look.pyramid, corners)?;
            if old.is_some() {
                self.figures.touch(cell);
                news.looks = true;
            }
            let reading = match self.shows(look, cell, &thumb, corners)? {
                Shows::Tile(reading) => Some(reading),
                Shows::Table => None,
                Shows::Unsure => {
                    if look.in_part {
                        hidden.push(cell);
                    }
                    continue;
                }
            };
            if reading.is_some() || self.reading(cell).is_some() {
                (news.looks, news.readings) = (true, true);
            }
            let bare = match (&reading, self.cells.remove(&cell), look.backdrop) {
                (None, ..) => Some(thumb.clone()),
                (Some(_), Some(old), _) => old.bare,
                // What lay there before the first tile came.
                (Some(_), None, Some(backdrop)) => Some(backdrop.before(corners)?),
                (Some(_), None, None) => None,
            };
            let remembered = Remembered {
                reading,
                bare,
                thumb,
                at: corners,
                aligned: None,
                stale: false,
            };
            self.cells.insert(cell, remembered);
        }
        Ok(news)
    }

    /// The cells in which a tile may lie: first those of known tiles.
    fn asked(&self, look: &Look) -> Vec<Cell> {
        let known = &self.lattice.offsets;
        let mut cells: Vec<Cell> = known.keys().copied().collect();
        match look.map {
            Some(map) => cells.extend(map.squares().filter(|cell| !known.contains_key(cell))),
            None => {
                let frontier = self.lattice.frontier();
                let corners = self.around_cemeteries(look.given);
                cells.extend(corners.filter(|c| !known.contains_key(c) && !frontier.contains(c)));
                cells.extend(frontier);
            }
        }
        cells
    }

    /// What a cell that is new or has changed shows now.
    fn shows(
        &self,
        look: &Look,
        cell: Cell,
        thumb: &Thumb,
        corners: ImageCorners,
    ) -> opencv::Result<Shows> {
        if self.is_table(cell, thumb, corners, look.backdrop)? {
            return Ok(Shows::Table);
        }
        let Look { given, pyramid, .. } = *look;
        let (known, was) = (&self.lattice.offsets, self.reading(cell));
        let sure = known.contains_key(&cell) && was.is_some_and(|was| was.likeness >= SURE);
        // Where a tile of another artwork lies is chance.
        let is_alike = self.standard.best() >= ALIKE;
        let beside = Side::ALL.into_iter().filter(|_| is_alike);
        let beside = beside.filter(|side| self.is_tile(cell.neighbour(*side)));
        let beside: Vec<Side> = beside.collect();
        let search = match sure {
            true => Search::Near,
            false => Search::Wide { beside: &beside },
        };
        let Some(new) = read_cell(pyramid, &self.lattice, cell, &given.model, search)? else {
            return Ok(Shows::Unsure);
        };
        // The print of a map that is seen for the first time is no row of tiles.
        let print = look.map.is_some() && !self.cells.contains_key(&cell) && new.likeness < SURE;
        let claimed = was.filter(|_| self.claimed.contains(&cell));
        // What is surely a tile may be read askew, under a figure or far from the first tile.
        let unsure = claimed.is_none() && new.likeness < SURE;
        // Where something moves, its shadow does, too.
        if unsure && look.in_part {
            return Ok(Shows::Unsure);
        }
        let anywhere = match unsure && !beside.is_empty() {
            true => {
                let search = Search::Wide { beside: &[] };
                read_cell(pyramid, &self.lattice, cell, &given.model, search)?
            }
            false => None,
        };
        // Most of a cell that the edge of the tile beside it was nudged into is still table.
        let is_edge = unsure
            && self.lies_over_a_tile(cell, anywhere.as_ref().unwrap_or(&new))
            && self.standard.colour_in(pyramid.picture(), &corners)? <= 0.0;
        if is_edge {
            let part = self.free_part(look, cell, &new)?;
            return Ok(part.map_or(Shows::Unsure, Shows::Tile));
        }
        if print {
            return Ok(Shows::Table);
        }
        Ok(Shows::Tile(match claimed {
            // The colours of the table are nobody's poorer look at a tile.
            Some(_) if self.standard.looks_bare_in(pyramid.picture(), &corners)? => new,
            Some(was) if is_covered(was, &new) => self.covered(was, look, cell)?,
            _ if beside.is_empty() => new,
            _ => self.free_part(look, cell, &new)?.unwrap_or(new),
        }))
    }

    /// What figures leave free of a tile that came with them, where the whole looks too little like one and
    /// that is likelier one. Of a tile that the pack lacks, or shows in another artwork, only grass would be
    /// left.
    fn free_part(
        &self,
        look: &Look,
        cell: Cell,
        whole: &CellReading,
    ) -> opencv::Result<Option<CellReading>> {
        if self.standard.best() < ALIKE || look.map.is_some() {
            return Ok(None);
        }
        let others = self.readings().filter(|(at, _)| *at != cell);
        let all = others.clone().map(|(_, reading)| reading).chain([whole]);
        // By the colours of this picture: in the last one the tile had not come.
        let standard = Standard::of(look.pyramid, all)?;
        let is_unsure = !standard.is_sure(whole);
        let Some(colours) = standard.colours().filter(|_| is_unsure) else {
            return Ok(None);
        };
        let sure = others.filter(|(at, tile)| self.claimed.contains(at) && standard.is_sure(tile));
        let printed = Printed::of(colours.colours(), sure.map(|(_, tile)| tile.corners))?;
        let reference = Reference {
            model: &look.given.model,
            colours,
            printed: &printed,
        };
        let part = partly::read(look.pyramid, &self.lattice, cell, reference)?;
        let expected = self.lattice.expected(cell);
        Ok(match part {
            Some(part) if standard.prefers(&part, Some(whole), &expected)? => Some(part),
            _ => None,
        })
    }

    /// Whether a tile lies there, and no hand over a gap, which is claimed as long as nobody sees what it hides.
    pub(super) fn is_tile(&self, cell: Cell) -> bool {
        self.claimed.contains(&cell) && self.lattice.offsets.contains_key(&cell)
    }

    /// Whether what is best read in a cell, wherever that is, lies over a tile beside it: then it is the edge
    /// of that tile, which was nudged there.
    fn lies_over_a_tile(&self, cell: Cell, reading: &CellReading) -> bool {
        Side::ALL.into_iter().any(|side| {
            let beside = cell.neighbour(side);
            let tile = self.reading(beside);
            tile.is_some_and(|tile| {
                let step = reading.offset - tile.offset;
                let across = (f64::from(cell.x - beside.x) + step.x).abs();
                let down = (f64::from(cell.y - beside.y) + step.y).abs();
                self.is_tile(beside) && across.max(down) < BESIDE
            })
        })
    }

    /// The eight cells around each cemetery, if tiles are turned down in this game: those come to
    /// lie there, if only corner to corner (Mists over Carcassonne, level 5).
    fn around_cemeteries(&self, given: &Given) -> impl Iterator<Item = Cell> + use<> {
        let mut pictures = given.pack.pictures.iter();
        let turned_down = pictures.any(|picture| picture.face.as_str() == BACK);
        let is_cemetery = |cell: &&Cell| {
            let best = self.reading(**cell).and_then(|r| r.ranked.first());
            let face = best.and_then(|best| given.catalogue.face(&best.face));
            face.is_some_and(|face| face.cemetery().is_some())
        };
        let tiles = self.claimed.iter().filter(move |_| turned_down);
        let around = tiles
            .filter(is_cemetery)
            .flat_map(|cell| cell.surrounding());
        around.collect::<BTreeSet<Cell>>().into_iter()
    }

    /// Whether a cell with this look is table because it was before.
    fn is_table(
        &self,
        cell: Cell,
        thumb: &Thumb,
        corners: ImageCorners,
        backdrop: Option<&Backdrop>,
    ) -> opencv::Result<bool> {
        let old = self.cells.get(&cell);
        if let Some(bare) = old.and_then(|old| old.bare.as_ref())
            && !bare.differs(thumb)
        {
            return Ok(true);
        }
        // A cell that was read before and shows the same is what it was.
        let was = old.is_none_or(|old| old.reading.is_none()) && !self.claimed.contains(&cell);
        match backdrop {
            Some(backdrop) if was => backdrop.shows(thumb, corners),
            _ => Ok(false),
        }
    }

    /// A tile on which something has come to stand: it is what it was, and lies where its free part
    /// shows, or where it lay.
    fn covered(&self, was: &CellReading, look: &Look, cell: Cell) -> opencv::Result<CellReading> {
        let (expected, covers) = (self.lattice.corners(cell), self.figures.memory.covers());
        let aligned = match was.ranked.first() {
            Some(best) => look.aligned(best, expected, Freedom::Nudged, covers)?,
            None => None,
        };
        let corners = aligned.unwrap_or(expected);
        Ok(CellReading {
            offset: offset(&self.lattice, cell, corners).unwrap_or(was.offset),
            corners,
            expected,
            covered: true,
            ..was.clone()
        })
    }

    /// The corners of tiles whose middles do not tell how the board lies.
    fn corners_of(
        &mut self,
        tiles: &BTreeMap<Cell, LatticeOffset>,
        look: &Look,
    ) -> opencv::Result<BTreeMap<Cell, ImageCorners>> {
        let mut corners = BTreeMap::new();
        if look.map.is_some() || !Lattice::needs_corners(tiles.keys().copied()) {
            return Ok(corners);
        }
        for &cell in tiles.keys() {
            let Some(Remembered {
                reading: Some(reading),
                aligned,
                ..
            }) = self.cells.get(&cell)
            else {
                continue;
            };
            // Of what comes first with its tile nobody knows yet how much it hides.
            let is_new = !self.claimed.contains(&cell) || !self.lattice.offsets.contains_key(&cell);
            if reading.covered || is_new {
                continue;
            }
            let covers = self.figures.memory.covers();
            let aligned = match (aligned, reading.ranked.first()) {
                (Some(aligned), _) => *aligned,
                (None, Some(best)) => {
                    look.aligned(best, reading.corners, Freedom::Shape, covers)?
                }
                (None, None) => None,
            };
            corners.extend(aligned.map(|aligned| (cell, aligned)));
            if let Some(remembered) = self.cells.get_mut(&cell) {
                remembered.aligned = Some(aligned);
            }
        }
        Ok(corners)
    }

    /// Corrects the lattice from sure tiles and takes in cells that hold one; says whether the
    /// board has grown.
    pub(super) fn grow(&mut self, look: &Look) -> opencv::Result<bool> {
        let before: BTreeSet<Cell> = self.lattice.offsets.keys().copied().collect();
        let readings = self.readings();
        self.standard = Standard::of(look.pyramid, readings.map(|(_, reading)| reading))?;
        let readings = self.readings();
        let sure = readings.filter(|(_, reading)| self.standard.is_sure(reading));
        let cells: BTreeSet<Cell> = sure.clone().map(|(cell, _)| cell).collect();
        let few = Lattice::needs_corners(cells.iter().copied());
        // Few tiles would bend the lattice if those under a figure were left out: they keep it as it is.
        let lies = |(cell, reading): (Cell, &CellReading)| match reading.covered {
            false => Some((cell, reading.offset)),
            true if few => Some((cell, *self.lattice.offsets.get(&cell)?)),
            true => None,
        };
        let ruler: BTreeMap<Cell, LatticeOffset> = sure.filter_map(lies).collect();
        // A map's own print is the ruler.
        if !ruler.is_empty() && look.map.is_none() {
            self.refit(&ruler, look)?;
        }
        let tiles = self.holding(&cells, look)?;
        let grown = tiles.keys().any(|cell| !before.contains(cell));
        if !tiles.is_empty() {
            self.lattice.offsets = tiles;
        }
        Ok(grown)
    }

    /// Lays the lattice where these tiles lie, as offsets from their cells.
    fn refit(&mut self, ruler: &BTreeMap<Cell, LatticeOffset>, look: &Look) -> opencv::Result<()> {
        let corners = self.corners_of(ruler, look)?;
        let before = self.lattice.image_from_lattice;
        let (width, height) = look.pyramid.size();
        self.lattice.refit(
            ruler,
            Few::Cornered(&corners),
            [f64::from(width), f64::from(height)],
        );
        // Offsets are kept against the lattice as it is now.
        let Some(lattice_from_image) = self.lattice.image_from_lattice.inverse() else {
            return Ok(());
        };
        for (cell, remembered) in &mut self.cells {
            let Some(reading) = &mut remembered.reading else {
                continue;
            };
            let at = middle_of(*cell);
            let lies = lattice_from_image.apply(before.apply(at + reading.offset));
            reading.offset = lies - at;
        }
        Ok(())
    }

    /// The cells that hold a tile, and how far it lies off.
    fn holding(
        &self,
        sure: &BTreeSet<Cell>,
        look: &Look,
    ) -> opencv::Result<BTreeMap<Cell, LatticeOffset>> {
        let corners: BTreeSet<Cell> = self.around_cemeteries(look.given).collect();
        let mut tiles = BTreeMap::new();
        for (cell, reading) in self.readings() {
            let known = look.map.is_some() || self.lattice.offsets.contains_key(&cell);
            let turned_down = corners.contains(&cell) && reading.shows_back();
            let believed = known || is_sure_near(sure, cell) || turned_down;
            if believed && self.standard.log_odds(reading)? > 0.0 {
                tiles.insert(cell, reading.offset);
            }
        }
        Ok(tiles)
    }
}

impl Look<'_> {
    /// The corners of a tile that looks like this, expected within others.
    fn aligned(
        &self,
        like: &Match,
        expected: ImageCorners,
        freedom: Freedom,
        covers: &Covers,
    ) -> opencv::Result<Option<ImageCorners>> {
        let free = |corners, side_px| free_of(corners, side_px, covers);
        match like.picture.and_then(|n| self.given.pack.pictures.get(n)) {
            Some(face) => align::corners(
                self.pyramid,
                expected,
                &face.image,
                like.rotation,
                freedom,
                free,
            ),
            None => Ok(None),
        }
    }
}

/// Whether a tile's new look is only a poorer look at the same tile.
fn is_covered(old: &CellReading, new: &CellReading) -> bool {
    let (Some(was), Some(is)) = (old.ranked.first(), new.ranked.first()) else {
        return false;
    };
    let again = |m: &&Match| (m.face, m.rotation) == (was.face, was.rotation);
    let same = new.ranked.iter().find(again);
    let likely = is.log_likelihood - OTHER_TILE * new.temperature();
    new.likeness < old.likeness - COVERED && same.is_some_and(|m| m.log_likelihood > likely)
}
