//! Follows one table: from frames and the gate's verdicts to claims.
//!
//! Keeps the lattice and what every cell looked like, so that a still frame costs only what has
//! changed since the last one. Claims what it sees and nothing more: whether tiles fit, what a
//! change means and when a tile was laid is `tracker::belief`'s business. A table that cannot
//! be read is reported as lost, with the reason; nothing is forgotten meanwhile.

mod board;
mod cards;
mod figures;
mod given;
pub mod photo;
mod place;
mod remembered;
mod sight;
pub mod start;

use std::sync::Arc;

use calibration::KnownView;
use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, SeenTable};

use self::board::{Board, Look};
use self::cards::Cards;
pub use self::given::ReaderConfig;
use self::given::{Given, size_of};
use self::place::again::Again;
use self::place::camera::Camera;
use self::place::scene::Scene;
use crate::gate::{GateReport, RegionPx};
use crate::lattice::Lattice;
use crate::map::MapReader;
use crate::pack::Pack;
use crate::picture::pyramid::Pyramid;
use crate::source::frame::Frame;
use crate::tiles::finder::Finder;
use crate::tiles::learnt::Learnt;
use crate::tiles::opinion::foreign_odds;

/// Follows one table.
///
/// A still frame goes through stages, each of which hands a value on: where the board lies
/// ([`place`]), what its cells look like and how far it reaches ([`sight`]), what tiles and figures
/// that comes to ([`board`]), and the claims. [`Reader::look`] and [`Reader::read`] are the way.
pub struct Reader {
    given: Given,
    finder: Finder,
    map: Option<MapReader>,
    camera: Camera,
    scene: Scene,
    /// When the finder may look again, and whether it must.
    again: Again,
    /// The finder has looked at this quiet picture already.
    searched: bool,
    board: Option<Board>,
    lattice_number: u32,
    cards: Cards,
    /// Looks at this quiet picture so far.
    looks: u32,
    /// At the last of them.
    in_the_way: InTheWay,
    last: Option<SeenTable>,
}

/// What is in the way of a look at a still table.
#[derive(Clone, Copy, Debug, Default)]
enum InTheWay {
    #[default]
    Nothing,
    /// Something rests over a part of it.
    Rests,
    /// Something moves over a part of it.
    Moves,
}

impl InTheWay {
    fn of(gate: &GateReport) -> Self {
        match (gate.in_part, gate.covered.is_empty()) {
            (true, _) => Self::Moves,
            (false, false) => Self::Rests,
            (false, true) => Self::Nothing,
        }
    }
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
        let Learnt { model, finder } = learnt.for_game(&pack, &catalogue)?;
        let map = config.map.as_ref().map(MapReader::new).transpose()?;
        Ok(Self {
            map,
            camera: Camera::of(config.known.clone()),
            given: Given {
                foreign_odds: foreign_odds(&pack, &catalogue),
                pack,
                catalogue,
                model,
                config,
            },
            finder,
            scene: Scene::default(),
            again: Again::default(),
            searched: false,
            board: None,
            lattice_number: 0,
            cards: Cards::default(),
            looks: 0,
            in_the_way: InTheWay::default(),
            last: None,
        })
    }

    /// Reads by this pack from now on, of which that was learnt: one of the same game with pictures
    /// more or fewer. The board stays where it is; its tiles are named anew with the next look.
    ///
    /// # Errors
    /// Fails when OpenCV does; nothing has changed then.
    pub fn read_by(&mut self, learnt: Learnt, pack: Arc<Pack>) -> opencv::Result<()> {
        let before = self.given.pack.pictures.iter();
        let places: Vec<Option<usize>> = before
            .map(|picture| pack.position(picture))
            .collect::<opencv::Result<_>>()?;
        let Learnt { model, finder } = learnt.for_game(&pack, &self.given.catalogue)?;
        if let Some(board) = &mut self.board {
            board.name_anew(&places);
        }
        if let Some(map) = &mut self.map {
            map.name_anew();
        }
        self.finder = finder;
        self.given.foreign_odds = foreign_odds(&pack, &self.given.catalogue);
        self.given.model = model;
        self.given.pack = pack;
        // A quiet picture is looked at again; nothing has come to lie in it meanwhile.
        self.looks = self.looks.min(1);
        self.searched = false;
        Ok(())
    }

    /// What is now known of the camera: its lens, and where a board of three tiles or more lies;
    /// `None` before the first still picture, or while none of the newest size was read.
    pub fn known(&self) -> Option<KnownView> {
        let still = self.scene.still.as_ref();
        let still = still.filter(|still| self.camera.makes(&still.pixels))?;
        let size = size_of(&still.pixels);
        let is_board = |board: &&Board| board.tiles().count() >= 3;
        let board = self.board.as_ref().filter(is_board);
        let board = board.map(|board| board.lattice.to_known(board.tiles()));
        let lens = self.camera.newest_lens();
        Some(KnownView { size, lens, board })
    }

    /// The lattice as it lies now, once a tile was found.
    pub fn lattice(&self) -> Option<&Lattice> {
        self.board.as_ref().map(|board| &board.lattice)
    }

    /// Reads a frame. Frames that are not still carry no claims; still frames of an unchanged
    /// table repeat the last claims under the number of the frame they were read from.
    ///
    /// # Errors
    /// Fails when OpenCV does; the next frame may be tried.
    pub fn look(&mut self, frame: &Frame, gate: &GateReport) -> opencv::Result<SeenTable> {
        let calm = match gate.calm {
            Calm::Still if gate.in_part && !self.may_glimpse(&gate.covered) => Calm::Moving,
            calm => calm,
        };
        if calm != Calm::Still {
            self.looks = 0;
            let mut table = self.nothing(frame, calm);
            table.hidden = self.under(&gate.covered);
            return Ok(table);
        }
        let in_the_way = InTheWay::of(gate);
        let before = std::mem::replace(&mut self.in_the_way, in_the_way);
        let follows = match (before, in_the_way) {
            // What moved has gone without a frame between …
            (InTheWay::Moves, InTheWay::Nothing | InTheWay::Rests) => true,
            // … and so one photograph comes after another.
            (InTheWay::Nothing, InTheWay::Nothing) => {
                gate.view.is_some() || !gate.changed.is_empty()
            }
            _ => false,
        };
        if self.camera.recall(&frame.pixels) || follows {
            self.looks = 0;
        }
        let news = self.looks == 0;
        if news {
            self.searched = false;
        }
        if self.looks >= self.given.config.looks
            && let Some(last) = &self.last
        {
            return Ok(match last.calm {
                Calm::Still => last.clone(),
                lost => self.nothing(frame, lost),
            });
        }
        self.looks += 1;
        let calm = self.settle(frame, gate, news)?;
        if calm != Calm::Still {
            return Ok(self.nothing(frame, calm));
        }
        let claimed = self.board.as_ref().map(|board| board.claimed.clone());
        let before = (self.lattice_number, claimed.unwrap_or_default());
        let mut table = self.read(frame, gate, news)?;
        if let Some(board) = &self.board {
            let hidden = table.hidden.iter();
            let places = hidden.map(|cell| board.lattice.corners(*cell));
            self.scene.hide(places);
        }
        // Nobody waits for these counts: before the table is left alone.
        let is_last = self.is_last_look() && gate.covered.is_empty();
        if let Some(board) = self.board.as_mut().filter(|_| is_last) {
            let Board {
                lattice, figures, ..
            } = board;
            table.supplies = figures.count_supplies(&frame.pixels, lattice, &self.given)?;
        }
        // What was read is kept, for the next look may bear it out.
        table.calm = self.puzzled(&table, &before);
        self.last = Some(table.clone());
        match table.calm {
            Calm::Still => Ok(table),
            lost => Ok(self.nothing(frame, lost)),
        }
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

    /// Whether the table is left alone after this look.
    fn is_last_look(&self) -> bool {
        self.looks >= self.given.config.looks
    }

    /// The tiles over which something is.
    fn under(&self, covered: &[RegionPx]) -> Vec<Cell> {
        let board = self.board.as_ref();
        board.map_or_else(Vec::new, |board| {
            board.under(covered, board.claimed.iter().copied())
        })
    }

    /// Whether a table is read on which something still moves: a board is not begun or looked for so,
    /// chips are not counted while a hand lays them, and most of the board must show.
    fn may_glimpse(&self, covered: &[RegionPx]) -> bool {
        let followed = self.map.is_none() && !self.is_doubted();
        let board = self.board.as_ref().filter(|board| followed && !board.lost);
        board.is_some_and(|board| 2 * self.under(covered).len() < board.claimed.len())
    }

    /// Reads a still frame, the first one of a quiet spell if there may be `news`.
    fn read(&mut self, frame: &Frame, gate: &GateReport, news: bool) -> opencv::Result<SeenTable> {
        let mut table = self.nothing(frame, Calm::Still);
        let pyramid = Pyramid::new(&frame.pixels)?;
        let last_look = self.is_last_look();
        let look = Look {
            given: &self.given,
            pyramid: &pyramid,
            covered: &gate.covered,
            in_part: gate.in_part,
            backdrop: self.scene.backdrop.as_ref(),
            map: self.map.as_ref(),
        };
        if news {
            self.cards.look(&look, &gate.changed, self.board.as_ref())?;
        }
        table.cards = self.cards.seen();
        let Some(board) = &mut self.board else {
            return Ok(table);
        };
        let anew = self.last.is_none();
        let changed = board.read_all(&look, anew, &mut table.hidden, &mut self.camera)?;
        table.cut = board.cut_off(&look)?;
        // What changed was looked at first; before the table is left alone, so is all the rest.
        let rest = last_look && board.figures.were_in_part();
        let uncovered = board.figures.await_a_look(&table.hidden);
        let explained = match changed || rest || uncovered {
            true => Some(board.explain(&look, rest)?),
            false => None,
        };
        if let Some(map) = &mut self.map {
            let islands = board.under(&gate.covered, map.islands());
            table.hidden.extend(islands);
            let (lattice, read) = (&board.lattice, (&self.given.model, &board.standard));
            let seen = map.look(&pyramid, lattice, &board.claimed, &table.hidden, read)?;
            table.map = Some(seen);
        }
        match (explained, &self.last) {
            (Some(explained), _) => {
                let came = self.scene.backdrop.is_some();
                board.claim(explained, self.given.config.candidates, came, &mut table)?;
            }
            (None, Some(last)) => {
                table.tiles.clone_from(&last.tiles);
                table.figures.clone_from(&last.figures);
                table.unclear.clone_from(&last.unclear);
            }
            (None, None) => {}
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests;
