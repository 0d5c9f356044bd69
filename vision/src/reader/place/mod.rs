//! Where the board lies: found, followed from picture to picture, found again after a knock.
//!
//! [`scene`] is how the table has looked, [`camera`] what is known of where it stands, [`again`] when the
//! start is doubted. Names no tile beyond what that takes; what lies on the board is
//! [`crate::reader::board`]'s business.

pub(super) mod again;
pub(super) mod camera;
pub(super) mod scene;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use calibration::Homography;
use calibration::space::Image;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, LostReason, SeenTable, SeenTile};
use opencv::core::Mat;

use self::scene::Still;
use super::Reader;
use super::board::Board;
use super::given::{Given, size_of, touches};
use super::remembered::Remembered;
use crate::gate::backdrop::{Backdrop, Thumb};
use crate::gate::{GateReport, ViewMove};
use crate::lattice::{Lattice, register};
use crate::picture::pyramid::Pyramid;
use crate::reader::remembered::Found;
use crate::reader::start;
use crate::source::frame::Frame;
use crate::tiles::cells::{Search, read_cell};
use crate::tiles::reading::CellReading;
use crate::tiles::standard::{PLANKS, SURE};

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
        // What comes is noted once, when all is still.
        if news && !gate.in_part {
            let board = self.board.as_ref();
            let tile_px = board.map(|board| board.lattice.side_px(Cell::default()));
            self.again.note(gate, tile_px);
        }
        let at_ms = frame.taken_at_ms;
        let proven = self.board.as_ref().is_some_and(|board| board.proven);
        let open = self.map.is_none() && (!proven || self.is_sought());
        let calm = if self.map.is_some() && self.board.is_none() {
            self.find_map(&now, at_ms)?
        } else if open
            && (self.laid(&now, gate)? || (!gate.in_part && self.search_again(&now, at_ms)?))
        {
            Calm::Still
        } else if self.board.is_none() {
            self.search(&now, at_ms)?
        } else if news {
            self.follow(&now, gate)?
        } else if self.board.as_ref().is_some_and(|board| board.lost) {
            Calm::Lost(LostReason::Bumped)
        } else {
            Calm::Still
        };
        // A board that was lost is looked for from where it was last seen.
        if calm != Calm::Lost(LostReason::Bumped) {
            self.note_bare(&now, gate);
            self.scene.still = Some(now);
        }
        Ok(calm)
    }

    /// Looks for the printed map, once per quiet picture.
    fn find_map(&mut self, now: &Still, at_ms: u64) -> opencv::Result<Calm> {
        let found = match &mut self.map {
            Some(map) if !self.searched && self.again.may_search(at_ms) => {
                self.searched = true;
                map.find(&now.pixels)?
            }
            _ => None,
        };
        let Some(lattice) = found else {
            return Ok(Calm::Lost(LostReason::NoTiles));
        };
        self.begin(lattice, true);
        Ok(Calm::Still)
    }

    /// Whether a first tile was laid since the last still frame: begins the board there, also
    /// in place of one that was read from the picture alone and to which this tile is foreign.
    fn laid(&mut self, now: &Still, gate: &GateReport) -> opencv::Result<bool> {
        let same_size = |still: &&Still| size_of(&still.pixels) == size_of(&now.pixels);
        let Some(before) = self.scene.still.as_ref().filter(same_size) else {
            return Ok(false);
        };
        let (old, new) = (&before.pixels, &now.pixels);
        let lattice = self.board.as_ref().map(|board| &board.lattice);
        let (model, starts) = (&self.given.model, &self.given.config.start);
        let changed = &gate.changed;
        let Some((likeness, laid)) = start::from_change(old, new, changed, lattice, model, starts)?
        else {
            return Ok(false);
        };
        if let Some(board) = &self.board
            && (board.lattice.takes(&laid.corners(Cell::default()))
                || likeness < board.least_alike(starts))
        {
            return Ok(false);
        }
        // A tile that nobody noticed may have come before this one: the table is as it was at first.
        let bare = self.scene.bare.as_ref().filter(same_size).unwrap_or(before);
        self.scene.backdrop = Some(Backdrop::of(&bare.pixels, &bare.covered, None, new)?);
        self.begin(laid, true);
        Ok(true)
    }

    /// Whether what is followed may be no board, so that one is looked for elsewhere.
    pub(super) fn is_doubted(&self) -> bool {
        self.map.is_none() && self.board.as_ref().is_some_and(Board::is_doubted)
    }

    /// Whether a board is looked for elsewhere: what is followed may be none, or tiles that wait beside it.
    fn is_sought(&self) -> bool {
        let starts = &self.given.config.start;
        let board = self.board.as_ref().filter(|_| self.map.is_none());
        board.is_some_and(|board| board.is_doubted() || board.is_beside(starts))
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
        self.scene.backdrop = self.bare_table(&lattice, &readings, now, &pyramid)?;
        self.begin(lattice.clone(), false);
        let (Some(board), backdrop) = (&mut self.board, &self.scene.backdrop) else {
            return Ok(());
        };
        let likest = beyond_planks(&readings);
        for (cell, reading) in readings {
            let corners = lattice.corners(cell);
            if now.covered.iter().any(|region| touches(region, &corners)) {
                continue;
            }
            let thumb = Thumb::of(&pyramid, corners)?;
            let (bare, was_there) = match backdrop {
                Some(table) => (Some(table.before(corners)?), table.shows(&thumb, corners)?),
                None => (None, false),
            };
            // What no table looks like may have lain there when watching began.
            let is_table = was_there && reading.likeness < likest;
            if is_table {
                board.lattice.offsets.remove(&cell);
            }
            let remembered = Remembered {
                bare: if is_table { Some(thumb.clone()) } else { bare },
                thumb,
                at: corners,
                reading: (!is_table).then_some(reading),
                aligned: None,
                stale: false,
            };
            board.cells.insert(cell, remembered);
        }
        Ok(())
    }

    /// Keeps the first still picture of a table on which nothing was found, as long as the camera
    /// stays where it is.
    fn note_bare(&mut self, now: &Still, gate: &GateReport) {
        if gate.view.is_some() {
            self.scene.bare = None;
        }
        if self.board.is_none() && self.map.is_none() && self.scene.bare.is_none() {
            self.scene.bare = Some(now.clone());
        }
    }

    /// The table as it was before this board came to lie there; `None` if that was never seen:
    /// most of its certain tiles lay there from the first.
    fn bare_table(
        &self,
        lattice: &Lattice,
        readings: &BTreeMap<Cell, CellReading>,
        now: &Still,
        pyramid: &Pyramid,
    ) -> opencv::Result<Option<Backdrop>> {
        let same_size = |bare: &&Still| size_of(&bare.pixels) == size_of(&now.pixels);
        let Some(bare) = self.scene.bare.as_ref().filter(same_size) else {
            return Ok(None);
        };
        let table = Backdrop::of(&bare.pixels, &bare.covered, None, &now.pixels)?;
        let likest = beyond_planks(readings);
        let (mut lay, mut came) = (0, 0);
        for (cell, reading) in readings {
            if start::is_certainly(reading.likeness) && reading.likeness >= likest {
                let corners = lattice.corners(*cell);
                let lies_still = table.shows(&Thumb::of(pyramid, corners)?, corners)?;
                *(if lies_still { &mut lay } else { &mut came }) += 1;
            }
        }
        Ok((came >= lay).then_some(table))
    }

    /// The board of tiles that lie in the picture already: where the last one lay with this
    /// camera if tiles lie there, anywhere else otherwise.
    fn find_board(&mut self, now: &Still) -> opencv::Result<Option<Found>> {
        if let Some(board) = self.camera.take_board() {
            let lattice = Lattice::of_known(&board, self.camera.lens());
            let free = |corners: &_| !now.covered.iter().any(|region| touches(region, corners));
            let model = &self.given.model;
            if let Some(found) = start::from_known(&now.pixels, lattice, free, model)? {
                return Ok(Some(found));
            }
            tracing::info!("no board lies where the last one lay; it is looked for everywhere");
        }
        self.in_picture(&now.pixels)
    }

    /// The board of tiles that lie anywhere in a picture.
    pub(super) fn in_picture(&mut self, picture: &Mat) -> opencv::Result<Option<Found>> {
        let Given {
            model, catalogue, ..
        } = &self.given;
        start::from_picture(&Pyramid::new(picture)?, &mut self.finder, model, catalogue)
    }

    /// Follows another board from now on.
    fn begin(&mut self, lattice: Lattice, proven: bool) {
        self.lattice_number += 1;
        self.again.begun();
        self.last = None;
        let lattice = lattice.through(self.camera.lens());
        self.board = Some(Board::at(lattice, proven));
    }

    /// Follows the board from the last still frame to this one, or finds it again.
    fn follow(&mut self, now: &Still, gate: &GateReport) -> opencv::Result<Calm> {
        let (Some(board), Some(still)) = (&self.board, &self.scene.still) else {
            return Ok(Calm::Still);
        };
        let lattice = board.lattice.clone();
        let cells: Vec<_> = match &self.map {
            Some(map) => map.squares().map(|c| lattice.corners(c)).collect(),
            None => board.claimed.iter().map(|c| lattice.corners(*c)).collect(),
        };
        // The last still frame of a board that was lost is not the gate's.
        let hint = match gate.view {
            Some(ViewMove::Shifted(map)) if !board.lost => Some(map),
            _ => None,
        };
        // Pictures of another size do not tell what a place showed before.
        let resized = size_of(&still.pixels) != size_of(&now.pixels);
        let older = self.scene.backdrop.as_ref();
        let (was, is) = (&still.pixels, &now.pixels);
        let backdrop = match resized {
            true => None,
            false => Some(Backdrop::of(was, &still.covered, older, is)?),
        };
        let is_elsewhere = board.lost || resized || gate.view.is_some();
        let moved = match register::motion(&still.grey, &now.grey, &cells, hint)? {
            Some(map) => Some((lattice.followed(&map), map))
                .filter(|(_, map)| map.drift(cells.as_flattened()) > STILL_PX),
            None if is_elsewhere => match self.found_again(&now.pixels)? {
                Some(found) => Some(found),
                None => return Ok(self.lose()),
            },
            None => None,
        };
        let moved = match moved {
            Some((there, map)) if !self.reads_as_before(&now.pixels, &there, &map)? => {
                let found = self.found_again(&now.pixels)?;
                Some(found.unwrap_or((there, map)))
            }
            moved => moved,
        };
        let is_lit_otherwise = backdrop.as_ref().is_some_and(Backdrop::is_lit_otherwise);
        self.scene.backdrop = backdrop;
        if let Some((lattice, map)) = moved {
            self.go_along(lattice, &map)?;
        }
        let Some(board) = &mut self.board else {
            return Ok(Calm::Still);
        };
        board.lost = false;
        if is_lit_otherwise {
            board.figures.look_anew();
            if let Some(map) = &mut self.map {
                map.learn_light(&now.pixels, &board.lattice, &board.claimed)?;
            }
        }
        Ok(Calm::Still)
    }

    /// Where the board lies is not known until it is followed or found again; what was read last is
    /// not said again meanwhile.
    fn lose(&mut self) -> Calm {
        if let Some(board) = &mut self.board {
            board.lost = true;
        }
        self.last = None;
        Calm::Lost(LostReason::Bumped)
    }

    /// Whether tiles still look like tiles where a knock has taken them, as far as followed
    /// corners tell; a small move is believed without asking.
    fn reads_as_before(
        &self,
        picture: &Mat,
        there: &Lattice,
        map: &Homography<Image, Image>,
    ) -> opencv::Result<bool> {
        let asked = self.board.as_ref().filter(|_| self.map.is_none());
        let Some(board) = asked.filter(|board| board.is_far(map)) else {
            return Ok(true);
        };
        let pyramid = Pyramid::new(picture)?;
        let (mut asked, mut alike) = (0, 0);
        for cell in &board.claimed {
            let Some(was) = board.reading(*cell).filter(|was| was.likeness >= SURE) else {
                continue;
            };
            let model = &self.given.model;
            if let Some(is) = read_cell(&pyramid, there, *cell, model, Search::Near)? {
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
    fn go_along(&mut self, lattice: Lattice, map: &Homography<Image, Image>) -> opencv::Result<()> {
        if let Some(backdrop) = &mut self.scene.backdrop {
            backdrop.moved(map)?;
        }
        if let Some(board) = &mut self.board {
            board.go_along(lattice, map);
        }
        self.cards.moved(map);
        self.last = None;
        Ok(())
    }

    /// After a knock too hard to follow: the board found anew, its cells numbered as before by the
    /// faces that lie there, and how it has moved in the picture.
    fn found_again(
        &mut self,
        picture: &Mat,
    ) -> opencv::Result<Option<(Lattice, Homography<Image, Image>)>> {
        let found = match &mut self.map {
            Some(map) => map.find(picture)?.map(|lattice| (lattice, None)),
            None => self.in_picture(picture)?.map(|(l, fresh)| (l, Some(fresh))),
        };
        let Some((board, (lattice, fresh))) = self.board.as_ref().zip(found) else {
            return Ok(None);
        };
        let old = &board.lattice;
        let Some(lattice_from_image) = old.image_from_lattice.inverse() else {
            return Ok(None);
        };
        let lattice = match fresh {
            Some(fresh) => lattice.renumbered(&board.agreement(&fresh)),
            None => Some(lattice),
        };
        Ok(lattice.map(|lattice| {
            let mut lattice = lattice.through(self.camera.lens());
            // Nothing was laid by a knock.
            match &self.map {
                Some(_) => lattice.offsets.clone_from(&old.offsets),
                None => lattice
                    .offsets
                    .retain(|cell, _| board.claimed.contains(cell)),
            }
            let map = lattice.image_from_lattice.after(&lattice_from_image);
            (lattice, map)
        }))
    }
}

impl Reader {
    /// What to say of a look: that things come which the board, if it is one, does not explain.
    /// `before` are the cells that this board, by its number, held before the look.
    pub(super) fn puzzled(&mut self, table: &SeenTable, before: &(u32, BTreeSet<Cell>)) -> Calm {
        let (lattice, claimed) = before;
        let new = |tile: &SeenTile| !claimed.contains(&tile.cell);
        let grew = *lattice == self.lattice_number && table.tiles.iter().any(new);
        if grew || !self.is_sought() {
            self.again.explained();
        }
        match self.again.reason() {
            LostReason::Unreadable => Calm::Lost(LostReason::Unreadable),
            _ => Calm::Still,
        }
    }

    /// Searches the picture for a board in place of a doubted one; takes it if it reads better.
    pub(super) fn search_again(&mut self, now: &Still, at_ms: u64) -> opencv::Result<bool> {
        if !self.again.due || !self.is_sought() || !self.again.may_search(at_ms) {
            return Ok(false);
        }
        let Some((lattice, readings)) = self.in_picture(&now.pixels)? else {
            return Ok(false);
        };
        // The same board, found again, goes on as it is; tiles that wait beside it give way to the board only.
        let first = lattice.corners(Cell::default());
        let starts = &self.given.config.start;
        let begins =
            |tile: &CellReading| tile.shows_one_of(starts) && start::is_certainly(tile.likeness);
        let stays = self.board.as_ref().is_some_and(|board| {
            let is_surely_tiles = !board.is_doubted() && !readings.values().any(begins);
            board.lattice.takes(&first) || is_surely_tiles
        });
        if stays {
            return Ok(false);
        }
        tracing::info!("a board that reads better was found elsewhere");
        self.begin_with(lattice, readings, now)?;
        Ok(true)
    }
}

/// How much like a tile none of a table's boards is.
fn beyond_planks(readings: &BTreeMap<Cell, CellReading>) -> f32 {
    let likeness = readings.values().map(|reading| reading.likeness);
    PLANKS * likeness.fold(0.0, f32::max)
}

impl Board {
    /// How much like one a tile that was laid must be for the board to begin there: what was
    /// taken for the board may be nothing but table, or tiles that wait beside it.
    fn least_alike(&self, starts: &[FaceId]) -> f32 {
        let best = self.standard.best();
        if self.is_beside(starts) {
            best - FAR_MORE_ALIKE
        } else {
            best + FAR_MORE_ALIKE
        }
    }

    /// Whether what was taken for the board are tiles that wait beside it: one or two, and none
    /// of them a start tile.
    fn is_beside(&self, starts: &[FaceId]) -> bool {
        let read = self.claimed.iter().filter_map(|cell| self.reading(*cell));
        let mut read = read.filter(|reading| !reading.ranked.is_empty());
        let few = read.clone().count() <= 2 && !starts.is_empty();
        few && !read.any(|reading| reading.shows_one_of(starts))
    }

    /// Whether that takes a tile so far that the board was knocked.
    fn is_far(&self, map: &Homography<Image, Image>) -> bool {
        let lattice = &self.lattice;
        let far =
            |cell: &Cell| map.drift(&lattice.corners(*cell)) > KNOCKED * lattice.side_px(*cell);
        self.claimed.iter().any(far)
    }

    /// Takes what was seen to where the board lies now.
    fn go_along(&mut self, lattice: Lattice, map: &Homography<Image, Image>) {
        self.lattice = lattice;
        for remembered in self.cells.values_mut() {
            remembered.at = remembered.at.map(|p| map.apply(p));
            remembered.aligned = None;
            if let Some(reading) = &mut remembered.reading {
                reading.corners = reading.corners.map(|p| map.apply(p));
            }
        }
        self.figures.memory.moved(map);
        self.figures.look_anew();
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
