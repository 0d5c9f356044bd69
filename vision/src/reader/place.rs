//! Where the board lies: found, followed from picture to picture, found again after a knock.
//!
//! Names no tile beyond what that takes.

use std::collections::BTreeMap;

use calibration::{Homography, KnownView};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, LostReason};
use opencv::core::Mat;

use super::sight::Remembered;
use super::{Reader, size_of, touches};
use crate::gate::{GateReport, RegionPx, ViewMove};
use crate::lattice::Lattice;
use crate::lattice::register;
use crate::pieces::memory::Memory;
use crate::reader::backdrop::{Backdrop, Thumb};
use crate::reader::start;
use crate::source::frame::Frame;
use crate::tiles::cells::{CellReading, Pyramid, Search, read_cell};
use crate::tiles::standard::{SURE, Standard};

/// By how much a tile seen to be laid must be liker one than all that a board read from the
/// picture alone consists of, for that board to be nothing but table; and how much less like one
/// it may be than tiles that wait beside the board.
const FAR_MORE_ALIKE: f32 = 0.15;

/// Drift from which the board was knocked, as a share of a tile's side.
const KNOCKED: f64 = 0.1;
/// Share of its likeness that a tile keeps at least in a view that is a little different, and how
/// many tiles are asked: half of them must.
const AS_BEFORE: f32 = 0.75;
const ASKED: usize = 6;

/// Drift below which the board has not moved, pixels: following corners errs by that much.
const STILL_PX: f64 = 0.7;

/// A still frame.
#[derive(Clone)]
pub(super) struct Still {
    pub(super) pixels: Mat,
    grey: Mat,
    covered: Vec<RegionPx>,
}

impl Reader {
    /// Brings the lattice to where the board lies in this frame, or finds it.
    pub(super) fn settle(
        &mut self,
        frame: &Frame,
        gate: &GateReport,
        news: bool,
    ) -> opencv::Result<Calm> {
        let now = Still {
            grey: register::grey(&frame.pixels)?,
            pixels: frame.pixels.clone(),
            covered: gate.covered.clone(),
        };
        if news {
            self.again.note(gate);
        }
        let at_ms = frame.taken_at_ms;
        let open = self.map.is_none() && (!self.proven || self.is_doubted());
        let calm = if self.map.is_some() && self.lattice.is_none() {
            self.find_map(&now)?
        } else if open && (self.laid(&now, gate)? || self.search_again(&now, at_ms)?) {
            Calm::Still
        } else if self.lattice.is_none() {
            self.search(&now, at_ms)?
        } else if news {
            self.follow(&now, gate)?
        } else {
            Calm::Still
        };
        // A board that was lost is looked for from where it was last seen.
        if calm != Calm::Lost(LostReason::Bumped) {
            self.note_bare(&now, gate);
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
        let starts = &self.config.start;
        let changed = &gate.changed;
        let Some((likeness, lattice)) =
            start::from_change(old, new, changed, board, &self.model, starts)?
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
    fn search(&mut self, now: &Still, at_ms: u64) -> opencv::Result<Calm> {
        if !self.searched && self.again.may_search(at_ms) {
            self.searched = true;
            if let Some((lattice, readings)) = self.find_board(now)? {
                self.begin_with(lattice, readings, now)?;
                return Ok(Calm::Still);
            }
        }
        Ok(Calm::Lost(self.again.reason()))
    }

    /// Begins a board of which tiles were read already.
    pub(super) fn begin_with(
        &mut self,
        lattice: Lattice,
        readings: BTreeMap<Cell, CellReading>,
        now: &Still,
    ) -> opencv::Result<()> {
        let pyramid = Pyramid::new(&now.pixels)?;
        self.begin(lattice.clone());
        self.backdrop = self.bare_table(&lattice, &readings, now, &pyramid)?;
        self.proven = false;
        for (cell, reading) in readings {
            let corners = lattice.corners(cell);
            if now.covered.iter().any(|region| touches(region, &corners)) {
                continue;
            }
            let thumb = Thumb::of(&pyramid, corners)?;
            let (bare, was_there) = match &self.backdrop {
                Some(table) => (Some(table.before(corners)?), table.shows(&thumb, corners)?),
                None => (None, false),
            };
            // What is surely a tile may have lain there when watching began.
            let is_table = was_there && reading.likeness < SURE;
            if is_table && let Some(board) = &mut self.lattice {
                board.offsets.remove(&cell);
            }
            let remembered = Remembered {
                bare: if is_table { Some(thumb.clone()) } else { bare },
                thumb,
                at: corners,
                reading: (!is_table).then_some(reading),
                aligned: None,
            };
            self.cells.insert(cell, remembered);
        }
        Ok(())
    }

    /// Keeps the first still picture of a table on which nothing was found, as long as the camera
    /// stays where it is.
    fn note_bare(&mut self, now: &Still, gate: &GateReport) {
        if gate.view.is_some() {
            self.bare = None;
        }
        if self.lattice.is_none() && self.map.is_none() && self.bare.is_none() {
            self.bare = Some(now.clone());
        }
    }

    /// The table as it was before this board came to lie there; `None` if that was never seen:
    /// certain tiles of it lay there from the first.
    fn bare_table(
        &self,
        lattice: &Lattice,
        readings: &BTreeMap<Cell, CellReading>,
        now: &Still,
        pyramid: &Pyramid,
    ) -> opencv::Result<Option<Backdrop>> {
        let same_size = |bare: &&Still| size_of(&bare.pixels) == size_of(&now.pixels);
        let Some(bare) = self.bare.as_ref().filter(same_size) else {
            return Ok(None);
        };
        let table = Backdrop::of(&bare.pixels, &bare.covered, None, &now.pixels)?;
        for (cell, reading) in readings {
            let corners = lattice.corners(*cell);
            let certain = start::is_certainly(reading.likeness);
            if certain && table.shows(&Thumb::of(pyramid, corners)?, corners)? {
                return Ok(None);
            }
        }
        Ok(Some(table))
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
        start::from_picture(&now.pixels, &mut self.finder, &self.model, &self.catalogue)
    }

    fn begin(&mut self, lattice: Lattice) {
        let known = self.known.as_ref();
        let lattice = lattice.through(known.and_then(KnownView::lens));
        self.lattice = Some(lattice);
        self.lattice_number += 1;
        self.again.begun();
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
        let moved = match moved {
            Some((there, map)) if !self.reads_as_before(&now.pixels, &lattice, &there, &map)? => {
                let found = self.found_again(&now.pixels, &lattice)?;
                Some(found.unwrap_or((there, map)))
            }
            moved => moved,
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

    /// Whether tiles still look like tiles where a knock has taken them, as far as followed
    /// corners tell; a small move is believed without asking.
    fn reads_as_before(
        &self,
        picture: &Mat,
        before: &Lattice,
        there: &Lattice,
        map: &Homography,
    ) -> opencv::Result<bool> {
        let far = |cell: &Cell| map.drift(&before.corners(*cell)) > KNOCKED * before.side_px(*cell);
        if self.map.is_some() || !self.claimed.iter().any(far) {
            return Ok(true);
        }
        let pyramid = Pyramid::new(picture)?;
        let (mut asked, mut alike) = (0, 0);
        for cell in &self.claimed {
            let Some(was) = self.reading(*cell).filter(|was| was.likeness >= SURE) else {
                continue;
            };
            if let Some(is) = read_cell(&pyramid, there, *cell, &self.model, Search::Near)? {
                asked += 1;
                alike += usize::from(is.likeness >= AS_BEFORE * was.likeness);
            }
            if asked == ASKED {
                break;
            }
        }
        Ok(2 * alike >= asked)
    }

    /// Takes what was seen to where the board lies now.
    fn go_along(&mut self, map: &Homography) -> opencv::Result<()> {
        if let Some(backdrop) = &mut self.backdrop {
            backdrop.moved(map)?;
        }
        for remembered in self.cells.values_mut() {
            remembered.at = remembered.at.map(|p| map.apply(p));
            remembered.aligned = None;
            if let Some(reading) = &mut remembered.reading {
                reading.corners = reading.corners.map(|p| map.apply(p));
            }
        }
        for card in &mut self.cards {
            card.corners = card.corners.map(|p| map.apply(p));
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
        let found = start::from_picture(picture, &mut self.finder, &self.model, &self.catalogue)?;
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
}
