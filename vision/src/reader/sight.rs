//! What lies in each cell of the board, and how far the board reaches.
//!
//! A cell is read anew when it looks otherwise than at its last reading, and left alone if not.

use std::collections::{BTreeMap, BTreeSet};

use calibration::KnownLens;
use carcassonne::catalogue::BACK;
use carcassonne::geometry::Cell;
use opencv::core::Mat;
use opencv::prelude::*;

use super::{Reader, touches};
use crate::gate::RegionPx;
use crate::lattice::Lattice;
use crate::lattice::align::{self, Freedom};
use crate::reader::backdrop::Thumb;
use crate::tiles::cells::{
    CellReading, Pyramid, Search, inside, is_settled, is_sure_near, offset, read_cell,
};
use crate::tiles::model::Match;
use crate::tiles::standard::{SURE, Standard};

/// A look at a tile that is this much less like any face than the best look so far shows the
/// same tile with something on it: a meeple costs 0.1 to 0.45, camera noise 0.02.
const COVERED: f32 = 0.08;
/// … unless it claims by this log-likelihood that another tile lies there. A meeple in the
/// middle of a road is taken for a monastery by up to 3.
const OTHER_TILE: f32 = 8.0;
pub(super) struct Remembered {
    /// What it looks like; `None` where it looks as it did before anything was laid, so it is
    /// table, whatever it resembles.
    pub(super) reading: Option<CellReading>,
    /// How it looked when it was last table.
    pub(super) bare: Option<Thumb>,
    pub(super) thumb: Thumb,
    /// Where the thumbnail was taken, pixels: the lattice is corrected by less than a hair
    /// without anything having changed there.
    pub(super) at: [[f64; 2]; 4],
    /// Its tile's corners, NW NE SE SW, pixels, once they were asked for; `None` inside where its
    /// picture could not be aligned.
    pub(super) aligned: Option<Option<[[f64; 2]; 4]>>,
}

/// What looking at the cells again has brought.
#[derive(Clone, Copy, Default)]
pub(super) struct News {
    /// Somewhere it looks otherwise than before, if only beside the tiles.
    pub(super) looks: bool,
    /// There are other readings, so that the board may have grown.
    pub(super) readings: bool,
}

impl Reader {
    /// Reads cells that are new or have changed.
    pub(super) fn read_cells(
        &mut self,
        picture: &Mat,
        pyramid: &Pyramid,
        covered: &[RegionPx],
        hidden: &mut Vec<Cell>,
    ) -> opencv::Result<News> {
        let mut news = News::default();
        let Some(lattice) = &self.lattice else {
            return Ok(news);
        };
        let known: BTreeSet<Cell> = lattice.offsets.keys().copied().collect();
        let mut cells: Vec<Cell> = known.iter().copied().collect();
        match &self.map {
            Some(map) => cells.extend(map.squares().filter(|cell| !known.contains(cell))),
            None => {
                let (frontier, corners) = (lattice.frontier(), self.around_cemeteries());
                cells.extend(corners.filter(|c| !known.contains(c) && !frontier.contains(c)));
                cells.extend(frontier);
            }
        }
        for cell in cells {
            let corners = lattice.corners(cell);
            let out = !inside(&corners, pyramid.size());
            if out || covered.iter().any(|region| touches(region, &corners)) {
                hidden.push(cell);
                continue;
            }
            let old = self.cells.get(&cell);
            if let Some(old) = old.filter(|old| is_settled(&old.at, &corners))
                && !old.thumb.differs(&Thumb::of(pyramid, old.at)?)
            {
                continue;
            }
            let thumb = Thumb::of(pyramid, corners)?;
            if old.is_some() {
                self.touched.insert(cell);
                news.looks = true;
            }
            let reading = if self.is_table(cell, &thumb, corners)? {
                None
            } else {
                let was = self.reading(cell);
                let sure = known.contains(&cell) && was.is_some_and(|was| was.likeness >= SURE);
                let search = if sure { Search::Near } else { Search::Wide };
                let Some(new) = read_cell(pyramid, lattice, cell, &self.model, search)? else {
                    continue;
                };
                // The print of a map that is seen for the first time is no row of tiles.
                let print = self.map.is_some() && old.is_none() && new.likeness < SURE;
                let claimed = was.filter(|_| self.claimed.contains(&cell));
                match claimed {
                    _ if print => None,
                    // The colours of the table are nobody's poorer look at a tile.
                    Some(_) if self.standard.looks_bare_in(picture, &corners)? => Some(new),
                    Some(was) if is_covered(was, &new) => {
                        Some(self.covered(was, pyramid, (lattice, cell))?)
                    }
                    Some(_) => Some(new),
                    None => Some(new),
                }
            };
            if reading.is_some() || self.reading(cell).is_some() {
                (news.looks, news.readings) = (true, true);
            }
            let bare = match (&reading, self.cells.remove(&cell), &self.backdrop) {
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
            };
            self.cells.insert(cell, remembered);
        }
        Ok(news)
    }

    /// The eight cells around each cemetery, if tiles are turned down in this game: those come to
    /// lie there, if only corner to corner (Mists over Carcassonne, level 5).
    fn around_cemeteries(&self) -> impl Iterator<Item = Cell> {
        let turned_down = self
            .pack
            .pictures
            .iter()
            .any(|picture| picture.face.as_str() == BACK);
        let is_cemetery = |cell: &&Cell| {
            let best = self.reading(**cell).and_then(|r| r.ranked.first());
            let face = best.and_then(|best| self.catalogue.face(&best.face));
            face.is_some_and(|face| face.cemetery().is_some())
        };
        let tiles = self.claimed.iter().filter(move |_| turned_down);
        let around = tiles
            .filter(is_cemetery)
            .flat_map(|cell| cell.surrounding());
        around.collect::<BTreeSet<Cell>>().into_iter()
    }

    /// Whether a cell with this look is table because it was before.
    fn is_table(&self, cell: Cell, thumb: &Thumb, corners: [[f64; 2]; 4]) -> opencv::Result<bool> {
        let old = self.cells.get(&cell);
        if let Some(bare) = old.and_then(|old| old.bare.as_ref())
            && !bare.differs(thumb)
        {
            return Ok(true);
        }
        // A cell that was read before and shows the same is what it was.
        let was = old.is_none_or(|old| old.reading.is_none()) && !self.claimed.contains(&cell);
        match &self.backdrop {
            Some(backdrop) if was => backdrop.shows(thumb, corners),
            _ => Ok(false),
        }
    }

    /// A tile on which something has come to stand: it is what it was, and lies where its free part
    /// shows, or where it lay.
    fn covered(
        &self,
        was: &CellReading,
        pyramid: &Pyramid,
        (lattice, cell): (&Lattice, Cell),
    ) -> opencv::Result<CellReading> {
        let expected = lattice.corners(cell);
        let aligned = match was.ranked.first() {
            Some(look) => self.aligned(look, pyramid, expected, Freedom::Nudged)?,
            None => None,
        };
        let corners = aligned.unwrap_or(expected);
        Ok(CellReading {
            offset: offset(lattice, cell, corners).unwrap_or(was.offset),
            corners,
            covered: true,
            ..was.clone()
        })
    }

    /// The corners of a tile that looks like this, expected within others.
    fn aligned(
        &self,
        look: &Match,
        pyramid: &Pyramid,
        expected: [[f64; 2]; 4],
        freedom: Freedom,
    ) -> opencv::Result<Option<[[f64; 2]; 4]>> {
        match self.pack.pictures.get(look.picture) {
            Some(face) => align::corners(pyramid, expected, &face.image, look.rotation, freedom),
            None => Ok(None),
        }
    }

    /// The corners of tiles whose middles do not tell how the board lies.
    fn corners_of(
        &mut self,
        tiles: &BTreeMap<Cell, [f64; 2]>,
        pyramid: &Pyramid,
    ) -> opencv::Result<BTreeMap<Cell, [[f64; 2]; 4]>> {
        let mut corners = BTreeMap::new();
        if self.map.is_some() || !Lattice::needs_corners(tiles.keys().copied()) {
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
            let aligned = match (aligned, reading.ranked.first()) {
                (Some(aligned), _) => *aligned,
                (None, Some(look)) => {
                    self.aligned(look, pyramid, reading.corners, Freedom::Shape)?
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
    pub(super) fn grow(&mut self, pyramid: &Pyramid) -> opencv::Result<bool> {
        let picture = pyramid.picture();
        let readings = self.readings();
        self.standard = Standard::of(pyramid, readings.map(|(_, reading)| reading))?;
        let readings = self.readings();
        let sure = readings.filter(|(_, reading)| self.standard.is_sure(reading));
        let ruler: BTreeMap<Cell, [f64; 2]> = sure
            .clone()
            .filter(|(_, reading)| !reading.covered)
            .map(|(cell, reading)| (cell, reading.offset))
            .collect();
        let sure: BTreeSet<Cell> = sure.map(|(cell, _)| cell).collect();
        let corners = self.corners_of(&ruler, pyramid)?;
        let Some(lattice) = &mut self.lattice else {
            return Ok(false);
        };
        // A map's own print is the ruler.
        if !ruler.is_empty() && self.map.is_none() {
            let before = lattice.image_from_lattice;
            let size = [f64::from(picture.cols()), f64::from(picture.rows())];
            lattice.refit(&ruler, &corners, size);
            let told = lattice.told_lens();
            let tiles = |lens: Option<KnownLens>| lens.map_or(0, |lens| lens.tiles);
            if tiles(told) >= tiles(self.told_lens) {
                self.told_lens = told;
            }
            // Offsets are kept against the lattice as it is now.
            if let Some(lattice_from_image) = lattice.image_from_lattice.inverse() {
                for (cell, remembered) in &mut self.cells {
                    let Some(reading) = &mut remembered.reading else {
                        continue;
                    };
                    let [dx, dy] = reading.offset;
                    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
                    let [nx, ny] = lattice_from_image.apply(before.apply([x + dx, y + dy]));
                    reading.offset = [nx - x, ny - y];
                }
            }
        }
        let corners: BTreeSet<Cell> = self.around_cemeteries().collect();
        let Some(lattice) = &mut self.lattice else {
            return Ok(false);
        };
        let mut tiles = BTreeMap::new();
        for (cell, remembered) in &self.cells {
            let Some(reading) = &remembered.reading else {
                continue;
            };
            let known = self.map.is_some() || lattice.offsets.contains_key(cell);
            let turned_down = corners.contains(cell) && reading.shows_back();
            let believed = known || is_sure_near(&sure, *cell) || turned_down;
            if believed && self.standard.log_odds(reading)? > 0.0 {
                tiles.insert(*cell, reading.offset);
            }
        }
        let grown = tiles.keys().any(|cell| !lattice.offsets.contains_key(cell));
        if !tiles.is_empty() {
            lattice.offsets = tiles;
        }
        Ok(grown)
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
