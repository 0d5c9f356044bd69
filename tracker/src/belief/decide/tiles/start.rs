//! Deciding the start: which tile it is, and those that lie already when watching begins.

use super::new::NewlyLaid;
use crate::belief::decision::Draft;
use crate::belief::evidence::posterior;
use crate::belief::evidence::tiles::NewTile;
use crate::belief::evidence::weigh_tile::{Laying, Ranked, Ranking, rank};
use crate::belief::question::{About, Difference};
use crate::belief::{Belief, limits};
use crate::board::Board;
use crate::rules::Game;
use crate::setup::StartTile;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::tie::Tie;

/// Probability that a tile is the start tile below which waiting is better than guessing.
const START_LIKELY: f32 = 0.5;

/// The same after all patience: there must be a start tile, so even a poor match will do.
const START_POSSIBLE: f32 = 0.05;

/// What the tiles that lie come to.
enum Start {
    /// It takes more looks.
    Wait,
    /// None of them is the start tile.
    Missing,
    /// One is, and the others lie around it.
    Lies(Beginning),
}

/// The start tile and all that lay before watching began.
struct Beginning {
    tie: Tie,
    face: Laying,
    sure: f32,
    others: Vec<NewlyLaid>,
}

/// Whether more looks are waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// They may tell more.
    Waits,
    /// There were so many that what can be told is told now.
    IsOver,
}

impl Belief {
    /// Ties the lattice to the board: finds the start tile among those seen, and takes all
    /// others that lie already as laid before watching began.
    pub(in crate::belief) fn decide_start(&mut self, draft: &mut Draft) {
        self.footing.looks_untied += 1;
        let patience = match self.footing.looks_untied < limits::PATIENCE {
            true => Patience::Waits,
            false => Patience::IsOver,
        };
        if !draft.game().board().is_empty() {
            if patience == Patience::IsOver {
                draft.differ(Difference::BoardNotFound);
            }
            return;
        }
        match self.judge_start(draft.game(), draft.table.lattice, patience) {
            Start::Wait => {}
            Start::Missing => {
                let face = wanted(draft.game());
                self.footing.perhaps =
                    face.and_then(|face| self.perhaps(draft.table.lattice, face));
                self.ask_for_start(draft.game(), draft.table);
                if !self.questions.is_open(About::Unreadable) {
                    draft.differ(Difference::StartTileMissing { face });
                }
            }
            Start::Lies(beginning) => {
                let Beginning {
                    tie,
                    face,
                    sure,
                    others,
                } = beginning;
                self.footing.tie = Some(tie);
                let start = NewlyLaid {
                    cell: Cell::default(),
                    readings: vec![(face, sure)],
                    before: false,
                };
                for tile in std::iter::once(start).chain(others) {
                    self.lay(draft, tie, tile);
                }
            }
        }
    }

    fn judge_start(&self, game: &Game, lattice: u32, patience: Patience) -> Start {
        let patient = patience == Patience::Waits;
        let mut new = self.tiles.new.values();
        let settled = new.all(|new| new.evidence.looks() >= limits::NEW);
        if self.tiles.new.is_empty() || (patient && !settled) {
            return Start::Wait;
        }
        let Some((tie, face, sure)) = self.find_start(game, lattice, patience) else {
            return if patient { Start::Wait } else { Start::Missing };
        };
        let origin = Cell::default();
        let mut board = Board::default();
        let printed = game.catalogue().face(&face.0);
        if printed.is_none_or(|printed| board.lay(origin, printed, face.1).is_err()) {
            return Start::Wait;
        }
        let mut others = self.explain_all(game, board, tie);
        if patient && others.iter().any(|tile| tile.readings[0].1 < limits::SURE) {
            return Start::Wait;
        }
        let came_after = self.came_after(tie.lattice_cell(origin));
        others.retain(|tile| Some(tie.lattice_cell(tile.cell)) != came_after);
        Start::Lies(Beginning {
            tie,
            face,
            sure,
            others,
        })
    }

    /// Where the start tile lies if it is what came first, however little that looks like it.
    fn perhaps(&self, lattice: u32, start: FaceId) -> Option<Tie> {
        let first = |new: &NewTile| new.evidence.frames().first_frame;
        let mut new = self.tiles.new.iter();
        let (&origin, tile) = new
            .by_ref()
            .min_by_key(|(cell, new)| (first(new), **cell))?;
        let readings = posterior(tile.evidence.readings());
        let turned = readings.iter().filter_map(|(reading, probability)| {
            let (face, rotation) = (*reading)?;
            (face == start).then_some((rotation, *probability))
        });
        let likeliest = turned.max_by(|a, b| a.1.total_cmp(&b.1));
        Some(Tie {
            lattice,
            origin,
            turn: likeliest.map_or(Rotation::R0, |(rotation, _)| rotation.inverse()),
        })
    }

    /// The cell of the one tile that came to the start tile while watching: the first turn's,
    /// laid before the start tile was sure.
    fn came_after(&self, start: Cell) -> Option<Cell> {
        let first = |cell: &Cell| {
            let new = self.tiles.new.get(cell);
            new.map(|new| new.evidence.frames().first_frame)
        };
        let mut others = self.tiles.new.keys().filter(|cell| **cell != start);
        let (only, None) = (others.next()?, others.next()) else {
            return None;
        };
        (first(only)? > first(&start)?).then_some(*only)
    }

    /// The start tile's cell and turn in the lattice, its reading and probability.
    fn find_start(
        &self,
        game: &Game,
        lattice: u32,
        patience: Patience,
    ) -> Option<(Tie, Laying, f32)> {
        let wanted = wanted(game);
        // Only the first tile's identity is asked here, so a tile that cannot be read better
        // than even is no start as long as others may come.
        let needed = match patience {
            Patience::Waits => START_LIKELY,
            Patience::IsOver => START_POSSIBLE,
        };
        let mut best: Option<(Cell, Laying, f32)> = None;
        for (&cell, new) in &self.tiles.new {
            for (reading, probability) in posterior(new.evidence.readings()) {
                let Some((face, rotation)) = reading else {
                    continue;
                };
                let fits = wanted.is_none_or(|wanted| wanted == face) && probability >= needed;
                if fits && best.is_none_or(|(.., known)| probability > known) {
                    best = Some((cell, (face, rotation), probability));
                }
            }
        }
        let (origin, (face, rotation), probability) = best?;
        let (turn, laid) = match wanted {
            Some(_) => (rotation.inverse(), Rotation::R0),
            None => (Rotation::R0, rotation),
        };
        let tie = Tie {
            lattice,
            origin,
            turn,
        };
        Some((tie, (face, laid), probability))
    }

    /// Explains all tiles that lie, surest first, each by what its neighbours allow. One whose
    /// face seems to be unknown is left out.
    fn explain_all(&self, game: &Game, mut board: Board, tie: Tie) -> Vec<NewlyLaid> {
        let mut plan = Vec::new();
        let new = self.tiles.new.iter();
        let mut open: Vec<(Cell, &NewTile)> =
            new.map(|(&cell, new)| (tie.cell(cell), new)).collect();
        open.retain(|(cell, _)| !board.holds(*cell));
        while let Some((at, readings)) = surest(game, &board, tie, &open) {
            let (cell, _) = open.swap_remove(at);
            let (face, rotation) = readings[0].0;
            let laid = game
                .catalogue()
                .face(&face)
                .map(|face| board.lay(cell, face, rotation));
            if laid.is_some_and(|laid| laid.is_ok()) {
                plan.push(NewlyLaid {
                    cell,
                    readings,
                    before: true,
                });
            }
        }
        plan
    }
}

/// The one of the open tiles that can be read most surely on that board, and its readings.
fn surest(
    game: &Game,
    board: &Board,
    tie: Tie,
    open: &[(Cell, &NewTile)],
) -> Option<(usize, Vec<Ranked>)> {
    let read = |(at, (cell, new)): (usize, &(Cell, &NewTile))| {
        let Ranking { legal, unknown, .. } = rank(game, board, tie, *cell, &new.evidence);
        let sure = legal.first()?.1;
        (sure >= unknown).then_some((at, legal))
    };
    let read = open.iter().enumerate().filter_map(read);
    read.max_by(|a, b| a.1[0].1.total_cmp(&b.1[0].1))
}

/// The face of the start tile; `None` if any that is seen will do.
fn wanted(game: &Game) -> Option<FaceId> {
    match game.setup().start {
        StartTile::Face(face) => Some(face),
        StartTile::Seen => None,
    }
}
