//! Follows one table: from frames and the gate's verdicts to claims.
//!
//! Keeps the lattice and what every cell looked like, so that a still frame costs only what has
//! changed since the last one. Claims what it sees and nothing more: whether tiles fit, what a
//! change means and when a tile was laid is [`tracker::belief`]'s business. A table that cannot
//! be read is reported as lost, with the reason; nothing is forgotten meanwhile.

mod again;
pub mod backdrop;
mod cards;
pub mod photo;
mod place;
mod reach;
mod sight;
pub mod start;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calibration::{KnownLens, KnownView};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::{Opinion, weigh};
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, FaceCandidate, SeenFigure, SeenSupply, SeenTable, SeenTile};
use opencv::core::Mat;
use opencv::prelude::*;

use self::again::Again;
use self::cards::Card;
use self::place::Still;
use self::sight::Remembered;
use crate::gate::{GateReport, RegionPx};
use crate::lattice::Lattice;
use crate::map::{MapPrint, MapReader};
use crate::pack::Pack;
use crate::pack::learnt::Learnt;
use crate::pieces::bare::BareTile;
use crate::pieces::figures::{Wanted, find_figures, view};
use crate::pieces::memory::Memory;
use crate::pieces::supply::Supplies;
use crate::reader::backdrop::Backdrop;
use crate::source::frame::Frame;
use crate::tiles::cells::{CellReading, Pyramid};
use crate::tiles::finder::Finder;
use crate::tiles::model::Model;
use crate::tiles::standard::Standard;
use crate::tiles::{covered, edge};

/// How a table is followed.
#[derive(Clone, Debug)]
pub struct ReaderConfig {
    /// What to look for on the tiles.
    pub wanted: Wanted,
    /// Still frames read after each change; more of the same quiet picture says nothing new.
    pub looks: u32,
    /// Candidates claimed per tile.
    pub candidates: usize,
    /// Faces of which one lies on every board from its start; empty if any may be the first.
    pub start: Vec<FaceId>,
    /// Faces of cards that may come to lie beside the board.
    pub cards: Vec<FaceId>,
    /// The printed map that is played on, if its print is known.
    pub map: Option<MapPrint>,
    /// What is known of the camera from before, for each size of its pictures.
    pub known: Vec<KnownView>,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        Self {
            wanted: Wanted::default(),
            looks: 3,
            candidates: 12,
            start: Vec::new(),
            cards: Vec::new(),
            map: None,
            known: Vec::new(),
        }
    }
}

/// What one look says of a face's being unknown counts this much: every further look at the tile
/// shows the same print, and belief adds looks up to three times one.
const UNKNOWN_PER_LOOK: f32 = 0.3;

/// Follows one table.
pub struct Reader {
    pack: Arc<Pack>,
    catalogue: Arc<Catalogue>,
    model: Model,
    finder: Finder,
    config: ReaderConfig,
    map: Option<MapReader>,
    /// That a tile shows a face of which the pack has no picture.
    foreign_odds: f32,
    lattice: Option<Lattice>,
    lattice_number: u32,
    cells: BTreeMap<Cell, Remembered>,
    standard: Standard,
    /// A tile was seen to come: what lies there is surely a board.
    proven: bool,
    /// Cells claimed as tiles in the last table.
    claimed: BTreeSet<Cell>,
    /// The last still frame.
    still: Option<Still>,
    /// The first still frame of this view on which no board was found.
    bare: Option<Still>,
    /// The table before the last move; all tiles of that time were known.
    backdrop: Option<Backdrop>,
    looks: u32,
    /// The cards beside the board.
    cards: Vec<Card>,
    figures: Memory,
    /// The tiles on which figures were looked for last, and where something has changed since.
    /// Empty when all must be looked at.
    figured: BTreeMap<Cell, BareTile>,
    touched: BTreeSet<Cell>,
    /// The last look at figures was at a part of the board.
    in_part: bool,
    last: Option<SeenTable>,
    /// The finder has looked at this quiet picture already.
    searched: bool,
    /// When it may look at the next, and whether it must.
    again: Again,
    /// What was known of the camera at this size of pictures; the board's place only until it was
    /// tried.
    known: Option<KnownView>,
    /// The lens as most tiles of this game told it.
    told_lens: Option<KnownLens>,
}

impl Reader {
    /// A reader for the faces of `pack`.
    ///
    /// Learning a pack takes seconds; do it off the UI's thread.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(
        pack: Arc<Pack>,
        catalogue: Arc<Catalogue>,
        config: ReaderConfig,
    ) -> opencv::Result<Self> {
        let learnt = Learnt::of(&pack)?;
        Self::with(learnt, pack, catalogue, config)
    }

    /// A reader for the faces of `pack`, of which that was learnt.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn with(
        learnt: Learnt,
        pack: Arc<Pack>,
        catalogue: Arc<Catalogue>,
        config: ReaderConfig,
    ) -> opencv::Result<Self> {
        let Learnt { model, finder } = learnt;
        let map = config.map.as_ref().map(MapReader::new).transpose()?;
        Ok(Self {
            map,
            foreign_odds: photo::foreign_odds(&pack, &catalogue),
            pack,
            catalogue,
            model,
            finder,
            config,
            lattice: None,
            lattice_number: 0,
            cells: BTreeMap::new(),
            standard: Standard::default(),
            proven: false,
            claimed: BTreeSet::new(),
            still: None,
            bare: None,
            backdrop: None,
            looks: 0,
            cards: Vec::new(),
            figures: Memory::default(),
            figured: BTreeMap::new(),
            touched: BTreeSet::new(),
            in_part: false,
            last: None,
            searched: false,
            again: Again::default(),
            known: None,
            told_lens: None,
        })
    }

    /// What is now known of the camera: its lens, and where a board of three tiles or more lies;
    /// `None` before the first still picture.
    pub fn known(&self) -> Option<KnownView> {
        let size = size_of(&self.still.as_ref()?.pixels);
        let before = self.known.as_ref().and_then(|known| known.lens);
        // Fewer tiles know less; but a lens may be set anew, and a file be wrong.
        let newer = |told: &KnownLens| before.is_none_or(|b| 2 * told.tiles >= b.tiles);
        let lens = self.told_lens.filter(newer).or(before);
        let lattice = self.lattice.as_ref().filter(|_| self.claimed.len() >= 3);
        let board = lattice.map(|lattice| lattice.to_known(self.claimed.iter().copied()));
        Some(KnownView { size, lens, board })
    }

    /// Remembers what is known of a camera that makes such pictures.
    fn recall(&mut self, picture: &Mat) {
        let size = size_of(picture);
        if self.known.as_ref().is_none_or(|known| known.size != size) {
            let of_size = self.config.known.iter().find(|known| known.size == size);
            self.known = of_size.cloned();
        }
    }

    /// The lattice as it lies now, once a tile was found.
    pub fn lattice(&self) -> Option<&Lattice> {
        self.lattice.as_ref()
    }

    /// Reads a frame. Frames that are not still carry no claims; still frames of an unchanged
    /// table repeat the last claims under the number of the frame they were read from.
    ///
    /// # Errors
    /// Fails when OpenCV does; the next frame may be tried.
    pub fn look(&mut self, frame: &Frame, gate: &GateReport) -> opencv::Result<SeenTable> {
        if gate.calm != Calm::Still {
            self.looks = 0;
            let mut table = self.nothing(frame, gate.calm);
            table.hidden = self.under(&gate.covered);
            return Ok(table);
        }
        let news = self.looks == 0;
        if news {
            self.searched = false;
        }
        if self.looks >= self.config.looks
            && let Some(last) = &self.last
        {
            return Ok(last.clone());
        }
        self.looks += 1;
        self.recall(&frame.pixels);
        let calm = self.settle(frame, gate, news)?;
        if calm != Calm::Still {
            return Ok(self.nothing(frame, calm));
        }
        let mut table = self.read(frame, gate, news)?;
        // Nobody waits for these counts: before the table is left alone.
        let is_last = self.looks >= self.config.looks && gate.covered.is_empty();
        table.supplies = match is_last {
            true => self.count_supplies(&frame.pixels)?,
            false => None,
        };
        self.last = Some(table.clone());
        Ok(table)
    }

    fn nothing(&self, frame: &Frame, calm: Calm) -> SeenTable {
        SeenTable {
            frame: frame.seq,
            at_ms: frame.taken_at_ms,
            calm,
            lattice: self.lattice_number,
            tiles: Vec::new(),
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        }
    }

    /// The tiles over which something is.
    fn under(&self, covered: &[RegionPx]) -> Vec<Cell> {
        let Some(lattice) = &self.lattice else {
            return Vec::new();
        };
        let over = |cell: &Cell| {
            let corners = lattice.corners(*cell);
            covered.iter().any(|region| touches(region, &corners))
        };
        self.claimed.iter().copied().filter(over).collect()
    }

    /// Reads a still frame, the first one of a quiet spell if there may be `news`.
    fn read(&mut self, frame: &Frame, gate: &GateReport, news: bool) -> opencv::Result<SeenTable> {
        let mut table = self.nothing(frame, Calm::Still);
        let covered = &gate.covered;
        let pyramid = Pyramid::new(&frame.pixels)?;
        if news {
            self.look_for_cards(&pyramid, gate)?;
        }
        table.cards = self.seen_cards();
        let mut changed = self.last.is_none();
        let mut fresh = changed;
        // A new tile opens new cells; a hand lays one or two at a time, a table that is already
        // full is read as far as it reaches.
        for _ in 0..40 {
            let news = self.read_cells(&frame.pixels, &pyramid, covered, &mut table.hidden)?;
            changed |= news.looks;
            fresh |= news.readings;
            if !std::mem::take(&mut fresh) || !self.grow(&pyramid)? {
                break;
            }
        }
        let Some(lattice) = &self.lattice else {
            return Ok(table);
        };
        if let Some(map) = &mut self.map {
            let over = |cell: &Cell| covered.iter().any(|r| touches(r, &lattice.corners(*cell)));
            table.hidden.extend(map.islands().filter(over));
            let read = (&self.model, &self.standard);
            let seen = map.look(&pyramid, lattice, &self.claimed, &table.hidden, read)?;
            table.map = Some(seen);
        }
        // The squares of a map lie where they lie, with a tile or without.
        if self.map.is_none() {
            let free = |corners: &[[f64; 2]; 4]| !covered.iter().any(|r| touches(r, corners));
            table.cut = edge::cut_off(&frame.pixels, lattice, &self.standard, free)?;
        }
        // What changed was looked at first; before the table is left alone, so is all the rest.
        let rest = self.in_part && self.looks >= self.config.looks;
        if !changed
            && !rest
            && let Some(mut last) = self.last_claims()
        {
            last.frame = frame.seq;
            last.at_ms = frame.taken_at_ms;
            last.hidden = table.hidden;
            last.cut = table.cut;
            last.cards = table.cards;
            last.map = table.map;
            return Ok(last);
        }
        let mut opinions = BTreeMap::new();
        for (cell, reading) in self.readings() {
            let opinion = photo::opinion(reading, &self.standard, self.foreign_odds)?;
            opinions.insert(cell, opinion);
        }
        if rest {
            self.figured.clear();
        }
        // With figures known, tiles under them are named by what is free; with other names, what
        // is bare is another thing.
        let before = self.see_past_figures(&opinions, &pyramid)?;
        let mut verdicts = weigh(&self.catalogue, &before);
        let mut bare = photo::bare_tiles(self.readings(), &verdicts);
        let mut part = self.find_figures(&pyramid, &bare, &mut table)?;
        opinions = self.see_past_figures(&opinions, &pyramid)?;
        if opinions != before {
            verdicts = weigh(&self.catalogue, &opinions);
            let other = photo::bare_tiles(self.readings(), &verdicts);
            if other != bare {
                (self.figured, bare) = (bare, other);
                part &= self.find_figures(&pyramid, &bare, &mut table)?;
            }
        }
        for (cell, verdict) in &verdicts {
            let (Some(reading), Some(opinion)) = (self.reading(*cell), opinions.get(cell)) else {
                continue;
            };
            if verdict.present > 0.5 {
                table
                    .tiles
                    .push(claim(*cell, reading, opinion, self.config.candidates));
            } else if self.claimed.contains(cell) && !self.standard.looks_bare(reading)? {
                table.hidden.push(*cell);
            }
        }
        let hidden: BTreeSet<Cell> = table.hidden.iter().copied().collect();
        self.in_part = part;
        self.figured = bare;
        self.touched.clone_from(&hidden);
        table
            .figures
            .retain(|figure: &SeenFigure| !hidden.contains(&figure.cell));
        table.hidden = hidden.into_iter().collect();
        table.unclear = self.figures.unclear();
        // Beside a board that is none, no tile comes to lie.
        self.proven |= self.backdrop.is_some()
            && table.tiles.iter().any(|tile| {
                let sure = |reading| self.standard.is_sure(reading);
                !self.claimed.contains(&tile.cell) && self.reading(tile.cell).is_some_and(sure)
            });
        self.claimed = table.tiles.iter().map(|t| t.cell).collect();
        self.claimed.extend(&table.hidden);
        Ok(table)
    }

    /// The opinions, corrected where figures were found last.
    fn see_past_figures(
        &self,
        opinions: &BTreeMap<Cell, Opinion>,
        pyramid: &Pyramid,
    ) -> opencv::Result<BTreeMap<Cell, Opinion>> {
        let mut opinions = opinions.clone();
        let covers = self.figures.covers();
        covered::correct(&mut opinions, self.readings(), pyramid, &self.pack, covers)?;
        Ok(opinions)
    }

    /// Finds the figures on these tiles; says whether only a part of the board was looked at.
    fn find_figures(
        &mut self,
        pyramid: &Pyramid,
        bare: &BTreeMap<Cell, BareTile>,
        table: &mut SeenTable,
    ) -> opencv::Result<bool> {
        let Some(lattice) = &self.lattice else {
            return Ok(false);
        };
        let part = self.changed_since(bare);
        let (wanted, memory) = (&self.config.wanted, &mut self.figures);
        let at = part.as_ref();
        table.figures = find_figures(pyramid, lattice, bare, &self.pack, wanted, memory, at)?;
        Ok(part.is_some())
    }

    /// The players' pieces beside the board.
    fn count_supplies(&self, picture: &Mat) -> opencv::Result<Option<Vec<SeenSupply>>> {
        let size = size_of(picture).map(f64::from);
        let lattice = self.lattice.as_ref();
        let view = lattice.and_then(|lattice| view(lattice, &self.figured, size));
        let from_image = lattice.and_then(|lattice| lattice.image_from_lattice.inverse());
        let Some((view, lattice_from_image)) = view.zip(from_image) else {
            return Ok(None);
        };
        let tiles: Vec<_> = self.figured.values().map(|tile| tile.corners).collect();
        let supplies = Supplies {
            lattice_from_image: &lattice_from_image,
            view: &view,
            tiles: &tiles,
            usual_size: self.figures.usual_size(),
        };
        supplies
            .count(picture, &self.config.wanted.paints)
            .map(Some)
    }

    /// The cells on which something has changed since figures were looked for; `None` when that
    /// is all of them.
    fn changed_since(&self, tiles: &BTreeMap<Cell, BareTile>) -> Option<BTreeSet<Cell>> {
        let before = &self.figured;
        let all = tiles.keys().chain(before.keys()).copied();
        let changed = all.filter(|c| before.get(c) != tiles.get(c));
        let touched = self.touched.iter().copied();
        (!before.is_empty()).then(|| changed.chain(touched).collect())
    }

    /// What a cell looks like; `None` where nothing was read or only table.
    fn reading(&self, cell: Cell) -> Option<&CellReading> {
        self.cells.get(&cell)?.reading.as_ref()
    }

    /// What all cells but those of the bare table look like.
    fn readings(&self) -> impl Iterator<Item = (Cell, &CellReading)> + Clone {
        let cells = self.cells.iter();
        cells.filter_map(|(cell, remembered)| Some((*cell, remembered.reading.as_ref()?)))
    }

    fn last_claims(&self) -> Option<SeenTable> {
        self.last.clone().filter(|last| last.calm == Calm::Still)
    }
}

/// A tile as belief is told of it.
fn claim(cell: Cell, reading: &CellReading, opinion: &Opinion, candidates: usize) -> SeenTile {
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
        corners_px: reading.corners.map(|c| c.map(|v| v as f32)),
    }
}

/// Width and height of a picture, pixels.
fn size_of(picture: &Mat) -> [u32; 2] {
    [picture.cols(), picture.rows()].map(|side| side.max(0) as u32)
}

fn touches(region: &RegionPx, corners: &[[f64; 2]; 4]) -> bool {
    let bound =
        |c: usize, f: fn(f64, f64) -> f64, start: f64| corners.iter().map(|p| p[c]).fold(start, f);
    let (left, right) = (bound(0, f64::min, f64::MAX), bound(0, f64::max, f64::MIN));
    let (top, bottom) = (bound(1, f64::min, f64::MAX), bound(1, f64::max, f64::MIN));
    f64::from(region.left) < right
        && f64::from(region.right) > left
        && f64::from(region.top) < bottom
        && f64::from(region.bottom) > top
}

#[cfg(test)]
mod tests;
