//! Follows one table: from frames and the gate's verdicts to claims.
//!
//! Keeps the lattice and what every cell looked like, so that a still frame costs only what has
//! changed since the last one. Claims what it sees and nothing more: whether tiles fit, what a
//! change means and when a tile was laid is [`tracker::belief`]'s business. A table that cannot
//! be read is said to be lost, and why; nothing is forgotten meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calibration::{Homography, KnownLens, KnownView};
use opencv::core::Mat;
use opencv::prelude::*;
use tracker::catalogue::{Catalogue, FaceId};
use tracker::consistency::weigh;
use tracker::geometry::Cell;
use tracker::map::Map;
use tracker::seen::{Calm, FaceCandidate, LostReason, SeenFigure, SeenTable, SeenTile};

use crate::backdrop::{Backdrop, Thumb};
use crate::bare::BareTile;
use crate::cells::{CellReading, Pyramid, Search, inside, is_settled, is_sure_near, read_cell};
use crate::figures::{Memory, Wanted, find_figures};
use crate::finder::{Finder, FinderConfig};
use crate::frame::Frame;
use crate::gate::{GateReport, RegionPx, ViewMove};
use crate::lattice::Lattice;
use crate::map::MapReader;
use crate::model::{Model, ModelConfig};
use crate::pack::Pack;
use crate::photo;
use crate::standard::{SURE, Standard};
use crate::{edge, register, start};

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
    /// The printed map that is played on, if its print is known.
    pub map: Option<Arc<Map>>,
    /// That print, if it is not our own map's.
    pub print: Option<Arc<Mat>>,
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
            map: None,
            print: None,
            known: Vec::new(),
        }
    }
}

/// A look at a tile that is this much less like any face than the best look so far shows the
/// same tile with something on it: a meeple costs 0.1 to 0.45, camera noise 0.02.
const COVERED: f32 = 0.08;
/// … unless it claims by this log-likelihood that another tile lies there. A meeple in the
/// middle of a road is taken for a monastery by up to 3.
const OTHER_TILE: f32 = 8.0;
/// What one look says of a face's being unknown counts this much: every further look at the tile
/// shows the same print, and belief adds looks up to three times one.
const UNKNOWN_PER_LOOK: f32 = 0.3;

struct Remembered {
    /// What it looks like; `None` where it looks as it did before anything was laid, so it is
    /// table, whatever it resembles.
    reading: Option<CellReading>,
    /// How it looked when it was last table.
    bare: Option<Thumb>,
    thumb: Thumb,
    /// Where the thumbnail was taken, pixels: the lattice is corrected by less than a hair
    /// without anything having changed there.
    at: [[f64; 2]; 4],
}

/// What looking at the cells again has brought.
#[derive(Clone, Copy, Default)]
struct News {
    /// Somewhere it looks otherwise than before, if only beside the tiles.
    looks: bool,
    /// There are other readings, so that the board may have grown.
    readings: bool,
}

/// The last still frame.
struct Still {
    pixels: Mat,
    grey: Mat,
    covered: Vec<RegionPx>,
}

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
    still: Option<Still>,
    /// The table before the last move; all tiles of that time were known.
    backdrop: Option<Backdrop>,
    looks: u32,
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
        let model = Model::learn(&pack, &ModelConfig::default())?;
        let finder = Finder::new(&pack, FinderConfig::default())?;
        let print = config.print.as_deref();
        let map = config.map.clone().map(|map| MapReader::new(map, print));
        let map = map.transpose();
        let map = map.map_err(|error| {
            opencv::Error::new(opencv::core::StsError, format!("the map's print: {error}"))
        })?;
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
            backdrop: None,
            looks: 0,
            figures: Memory::default(),
            figured: BTreeMap::new(),
            touched: BTreeSet::new(),
            in_part: false,
            last: None,
            searched: false,
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
            return Ok(self.nothing(frame, gate.calm));
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
        let table = self.read(frame, &gate.covered)?;
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
            map: None,
        }
    }

    /// Brings the lattice to where the board lies in this frame, or finds it.
    fn settle(&mut self, frame: &Frame, gate: &GateReport, news: bool) -> opencv::Result<Calm> {
        let now = Still {
            grey: register::grey(&frame.pixels)?,
            pixels: frame.pixels.clone(),
            covered: gate.covered.clone(),
        };
        let calm = if self.map.is_some() && self.lattice.is_none() {
            self.find_map(&now)?
        } else if self.map.is_none() && !self.proven && self.laid(&now, gate)? {
            Calm::Still
        } else if self.lattice.is_none() {
            self.search(&now)?
        } else if news {
            self.follow(&now, gate)?
        } else {
            Calm::Still
        };
        // A board that was lost is looked for from where it was last seen.
        if calm != Calm::Lost(LostReason::Bumped) {
            self.still = Some(now);
        }
        Ok(calm)
    }

    /// Looks for the printed map, once per quiet picture.
    fn find_map(&mut self, now: &Still) -> opencv::Result<Calm> {
        let found = match &mut self.map {
            Some(map) if !std::mem::replace(&mut self.searched, true) => map.find(&now.pixels)?,
            _ => None,
        };
        let Some(lattice) = found else {
            return Ok(Calm::Lost(LostReason::NoTiles));
        };
        self.begin(lattice);
        self.proven = true;
        Ok(Calm::Still)
    }

    /// Whether a first tile was laid since the last still frame: begins the board there, also
    /// in place of one that was read from the picture alone and to which this tile is foreign.
    fn laid(&mut self, now: &Still, gate: &GateReport) -> opencv::Result<bool> {
        let Some(before) = &self.still else {
            return Ok(false);
        };
        let (old, new) = (&before.pixels, &now.pixels);
        let board = self.lattice.as_ref();
        let Some((likeness, lattice)) =
            start::from_change(old, new, &gate.changed, board, &self.model)?
        else {
            return Ok(false);
        };
        if let Some(board) = &self.lattice
            && (board.takes(&lattice.corners(Cell::default())) || likeness < self.least_alike())
        {
            return Ok(false);
        }
        self.backdrop = Some(Backdrop::of(old, &before.covered, None, new)?);
        self.proven = true;
        self.begin(lattice);
        Ok(true)
    }

    /// How much like one a tile that was laid must be for the board to begin there: what was
    /// taken for the board may be nothing but table, or tiles that wait beside it.
    fn least_alike(&self) -> f32 {
        let best = self.standard.best();
        if self.is_beside() {
            best - FAR_MORE_ALIKE
        } else {
            best + FAR_MORE_ALIKE
        }
    }

    /// Whether what was taken for the board are tiles that wait beside it: one or two, and none
    /// of them a start tile.
    fn is_beside(&self) -> bool {
        let read = self.claimed.iter().filter_map(|cell| self.cells.get(cell));
        let faces = read.filter_map(|r| Some(r.reading.as_ref()?.ranked.first()?.face));
        let is_start = |face: FaceId| self.config.start.contains(&face);
        let few = faces.clone().count() <= 2 && !self.config.start.is_empty();
        few && !faces.into_iter().any(is_start)
    }

    /// Searches the picture for tiles that lie already, once per quiet picture.
    fn search(&mut self, now: &Still) -> opencv::Result<Calm> {
        if !std::mem::replace(&mut self.searched, true)
            && let Some((lattice, readings)) = self.find_board(now)?
        {
            let pyramid = Pyramid::new(&now.pixels)?;
            self.begin(lattice.clone());
            for (cell, reading) in readings {
                let corners = lattice.corners(cell);
                if now.covered.iter().any(|region| touches(region, &corners)) {
                    continue;
                }
                let remembered = Remembered {
                    thumb: Thumb::of(&pyramid, corners)?,
                    at: corners,
                    bare: None,
                    reading: Some(reading),
                };
                self.cells.insert(cell, remembered);
            }
            return Ok(Calm::Still);
        }
        Ok(Calm::Lost(LostReason::NoTiles))
    }

    /// The board of tiles that lie in the picture already: where the last one lay with this
    /// camera if tiles lie there, anywhere else otherwise.
    fn find_board(
        &mut self,
        now: &Still,
    ) -> opencv::Result<Option<(Lattice, BTreeMap<Cell, CellReading>)>> {
        let known = self.known.as_mut();
        if let Some(board) = known.and_then(|known| known.board.take()) {
            let lens = self.known.as_ref().and_then(KnownView::lens);
            let lattice = Lattice::of_known(&board, lens);
            let free = |corners: &_| !now.covered.iter().any(|region| touches(region, corners));
            if let Some(found) = start::from_known(&now.pixels, lattice, free, &self.model)? {
                return Ok(Some(found));
            }
            tracing::info!("no board lies where the last one lay; it is looked for everywhere");
        }
        start::from_picture(&now.pixels, &mut self.finder, &self.model)
    }

    fn begin(&mut self, lattice: Lattice) {
        let known = self.known.as_ref();
        let lattice = lattice.through(known.and_then(KnownView::lens));
        self.lattice = Some(lattice);
        self.lattice_number += 1;
        self.standard = Standard::default();
        self.cells.clear();
        self.claimed.clear();
        self.figures = Memory::default();
        self.figured.clear();
        self.last = None;
    }

    /// Follows the board from the last still frame to this one.
    fn follow(&mut self, now: &Still, gate: &GateReport) -> opencv::Result<Calm> {
        let (Some(lattice), Some(still)) = (self.lattice.clone(), &self.still) else {
            return Ok(Calm::Still);
        };
        let cells: Vec<_> = match &self.map {
            Some(map) => map.squares().map(|c| lattice.corners(c)).collect(),
            None => self.claimed.iter().map(|c| lattice.corners(*c)).collect(),
        };
        let hint = match gate.view {
            Some(ViewMove::Shifted(map)) => Some(map),
            _ => None,
        };
        let older = self.backdrop.as_ref();
        let backdrop = Backdrop::of(&still.pixels, &still.covered, older, &now.pixels)?;
        let moved = match register::motion(&still.grey, &now.grey, &cells, hint)? {
            Some(map) => Some((lattice.followed(&map), map))
                .filter(|(_, map)| map.drift(cells.as_flattened()) > STILL_PX),
            None if gate.view.is_some() => match self.found_again(&now.pixels, &lattice)? {
                Some(found) => Some(found),
                None => return Ok(Calm::Lost(LostReason::Bumped)),
            },
            None => None,
        };
        if backdrop.is_lit_otherwise() {
            self.figured.clear();
        }
        self.backdrop = Some(backdrop);
        if let Some((lattice, map)) = moved {
            self.lattice = Some(lattice);
            self.go_along(&map)?;
        }
        Ok(Calm::Still)
    }

    /// Takes what was seen to where the board lies now.
    fn go_along(&mut self, map: &Homography) -> opencv::Result<()> {
        if let Some(backdrop) = &mut self.backdrop {
            backdrop.moved(map)?;
        }
        for remembered in self.cells.values_mut() {
            remembered.at = remembered.at.map(|p| map.apply(p));
            if let Some(reading) = &mut remembered.reading {
                reading.corners = reading.corners.map(|p| map.apply(p));
            }
        }
        self.figured.clear();
        self.last = None;
        Ok(())
    }

    /// After a knock too hard to follow: the board found anew, its cells numbered as in `old`
    /// by the faces that lie there, and how it has moved in the picture.
    fn found_again(
        &mut self,
        picture: &Mat,
        old: &Lattice,
    ) -> opencv::Result<Option<(Lattice, Homography)>> {
        if let Some(map) = &mut self.map {
            let found = map.find(picture)?.zip(old.image_from_lattice.inverse());
            return Ok(found.map(|(mut lattice, lattice_from_image)| {
                lattice.offsets = old.offsets.clone();
                let map = lattice.image_from_lattice.after(&lattice_from_image);
                (lattice, map)
            }));
        }
        let found = start::from_picture(picture, &mut self.finder, &self.model)?;
        let Some(((lattice, fresh), lattice_from_image)) =
            found.zip(old.image_from_lattice.inverse())
        else {
            return Ok(None);
        };
        Ok(lattice
            .renumbered(&self.agreement(&fresh))
            .map(|mut lattice| {
                // Nothing was laid by a knock.
                lattice
                    .offsets
                    .retain(|cell, _| self.claimed.contains(cell));
                let map = lattice.image_from_lattice.after(&lattice_from_image);
                (lattice, map)
            }))
    }

    /// Pairs (cell of the new lattice, its turn against the old, cell of the old) whose
    /// readings name the same face.
    fn agreement(&self, fresh: &BTreeMap<Cell, CellReading>) -> Vec<(Cell, u8, Cell)> {
        let mut pairs = Vec::new();
        for (new_cell, new) in fresh.iter().filter(|(_, r)| r.likeness >= SURE) {
            let Some(new_best) = new.ranked.first() else {
                continue;
            };
            for old_cell in &self.claimed {
                let old = self.reading(*old_cell);
                let Some(old_best) = old.and_then(|old| old.ranked.first()) else {
                    continue;
                };
                if new_best.face == old_best.face {
                    let turn = new_best.rotation.then(old_best.rotation.inverse());
                    pairs.push((*new_cell, turn.quarter_turns(), *old_cell));
                }
            }
        }
        pairs
    }

    fn read(&mut self, frame: &Frame, covered: &[RegionPx]) -> opencv::Result<SeenTable> {
        let mut table = self.nothing(frame, Calm::Still);
        let pyramid = Pyramid::new(&frame.pixels)?;
        let mut changed = self.last.is_none();
        let mut fresh = changed;
        // A new tile opens new cells; a hand lays one or two at a time, a table that is already
        // full is read as far as it reaches.
        for _ in 0..40 {
            let news = self.read_cells(&frame.pixels, &pyramid, covered, &mut table.hidden)?;
            changed |= news.looks;
            fresh |= news.readings;
            if !std::mem::take(&mut fresh) || !self.grow(&frame.pixels)? {
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
            last.map = table.map;
            return Ok(last);
        }
        let mut opinions = BTreeMap::new();
        for (cell, reading) in self.readings() {
            let opinion = photo::opinion(reading, &self.standard, self.foreign_odds)?;
            opinions.insert(cell, opinion);
        }
        let verdicts = weigh(&self.catalogue, &opinions);
        let mut bare = BTreeMap::new();
        for (cell, verdict) in &verdicts {
            let Some(reading) = self.reading(*cell) else {
                continue;
            };
            let opinion = &opinions[cell];
            if verdict.present <= 0.5 {
                if self.claimed.contains(cell) && !self.standard.looks_bare(reading)? {
                    table.hidden.push(*cell);
                }
                continue;
            }
            if let Some((face, rotation, _)) = verdict.ranked.first()
                && let Some(look) = reading
                    .ranked
                    .iter()
                    .find(|m| m.face == *face && m.rotation == *rotation)
            {
                let corners = reading.corners;
                bare.insert(
                    *cell,
                    BareTile {
                        picture: look.picture,
                        rotation: *rotation,
                        corners,
                    },
                );
            }
            table.tiles.push(SeenTile {
                cell: *cell,
                candidates: opinion
                    .candidates
                    .iter()
                    .take(self.config.candidates)
                    .map(|&(face, rotation, log_likelihood)| FaceCandidate {
                        face,
                        rotation,
                        log_likelihood,
                    })
                    .collect(),
                unknown: UNKNOWN_PER_LOOK * opinion.unknown,
                corners_px: reading.corners.map(|c| c.map(|v| v as f32)),
            });
        }
        if rest {
            self.figured.clear();
        }
        let part = self.changed_since(&bare);
        let (wanted, memory) = (&self.config.wanted, &mut self.figures);
        let part = part.as_ref();
        table.figures = find_figures(&pyramid, lattice, &bare, &self.pack, wanted, memory, part)?;
        let hidden: BTreeSet<Cell> = table.hidden.iter().copied().collect();
        self.in_part = part.is_some();
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

    /// Reads cells that are new or have changed.
    fn read_cells(
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
            None => cells.extend(lattice.frontier()),
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
                    Some(was) => Some(best_look(was, new)),
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
            };
            self.cells.insert(cell, remembered);
        }
        Ok(news)
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

    /// Corrects the lattice from sure tiles and takes in cells that hold one; says whether the
    /// board has grown.
    fn grow(&mut self, picture: &Mat) -> opencv::Result<bool> {
        let readings = self.readings();
        self.standard = Standard::of(picture, readings.map(|(_, reading)| reading))?;
        let readings = self.readings();
        let sure: BTreeMap<Cell, [f64; 2]> = readings
            .filter(|(_, reading)| self.standard.is_sure(reading))
            .map(|(cell, reading)| (cell, reading.offset))
            .collect();
        let Some(lattice) = &mut self.lattice else {
            return Ok(false);
        };
        // A map's own print is the ruler.
        if !sure.is_empty() && self.map.is_none() {
            let before = lattice.image_from_lattice;
            let size = [f64::from(picture.cols()), f64::from(picture.rows())];
            lattice.refit(&sure, size);
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
        let sure: BTreeSet<Cell> = sure.into_keys().collect();
        let mut tiles = BTreeMap::new();
        for (cell, remembered) in &self.cells {
            let Some(reading) = &remembered.reading else {
                continue;
            };
            let known = self.map.is_some() || lattice.offsets.contains_key(cell);
            let believed = known || is_sure_near(&sure, *cell);
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

/// What a tile's new look says, if it is not only a poorer look at the same tile: then it says
/// what it said before, where it lies now.
fn best_look(old: &CellReading, new: CellReading) -> CellReading {
    let poorer = new.likeness < old.likeness - COVERED;
    let (Some(was), Some(is)) = (old.ranked.first(), new.ranked.first()) else {
        return new;
    };
    let same = new
        .ranked
        .iter()
        .find(|m| (m.face, m.rotation) == (was.face, was.rotation))
        .is_some_and(|m| m.log_likelihood > is.log_likelihood - OTHER_TILE * new.temperature());
    if poorer && same {
        CellReading {
            ranked: old.ranked.clone(),
            likeness: old.likeness,
            rest: old.rest,
            ..new
        }
    } else {
        new
    }
}

/// By how much a tile seen to be laid must be liker one than all that a board read from the
/// picture alone consists of, for that board to be nothing but table; and how much less like one
/// it may be than tiles that wait beside the board.
const FAR_MORE_ALIKE: f32 = 0.15;

/// Drift below which the board has not moved, pixels: following corners errs by that much.
const STILL_PX: f64 = 0.7;

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
