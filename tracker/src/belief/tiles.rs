//! Deciding tiles: the start, those that lie when watching begins, and each turn's new one.

use crate::board::Board;
use crate::log::Log;
use crate::log::event::EventKind;
use crate::rules::{Game, mists};
use crate::setup::StartTile;
use crate::snapshot::{About, Difference, Guess, Meaning};
use carcassonne::catalogue::{BACK, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;

use super::evidence::{Evidence, posterior};
use super::known::{Watch, newest};
use super::weigh::{Ranked, Ranking, preference, rank};
use super::{Belief, TileEvidence, limits, readings};
use carcassonne::tie::Tie;

/// Probability that a tile is the start tile below which waiting is better than guessing.
const START_LIKELY: f32 = 0.5;

/// The same after all patience: there must be a start tile, so even a poor match will do.
const START_POSSIBLE: f32 = 0.05;

/// A cell that seems to hold a new tile.
#[derive(Clone, Debug)]
pub struct NewTile {
    pub(super) evidence: TileEvidence,
    /// Looks in a row without it.
    pub(super) absent: u32,
}

impl Belief {
    /// Adds a look's tiles to the evidence: new cells and known tiles. A new tile that clearly
    /// shows another thing than before was turned or exchanged in between, and begins anew.
    pub(super) fn add_tiles(&mut self, log: &Log, table: &SeenTable) {
        let board = log.game().board();
        let on_board = |cell: Cell| {
            self.frame
                .is_some_and(|frame| board.holds(frame.cell(cell)))
        };
        for tile in table.tiles.iter().filter(|tile| !on_board(tile.cell)) {
            let new = self.cells.entry(tile.cell).or_insert_with(|| NewTile {
                evidence: Evidence::new(table.frame),
                absent: 0,
            });
            new.absent = 0;
            let look: Vec<_> = readings(log, tile).collect();
            if new.evidence.contradiction(&look) > limits::TURNED {
                new.evidence = Evidence::new(table.frame);
            }
            new.evidence.add(table.frame, look);
        }
        self.cells.retain(|cell, new| {
            let seen = table.tiles.iter().any(|tile| tile.cell == *cell);
            if !seen && !table.hidden.contains(cell) {
                new.absent += 1;
            }
            new.absent < limits::NEW && !on_board(*cell)
        });
    }

    /// Ties the lattice to the board: finds the start tile among those seen, and takes all
    /// others that lie already as laid before watching began.
    pub(super) fn begin(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
        let patient = self.looks_without_frame < limits::PATIENCE;
        if !log.game().board().is_empty() {
            if !patient {
                differences.push(Difference::BoardNotFound);
            }
            return;
        }
        let settled = self
            .cells
            .values()
            .all(|new| new.evidence.looks() >= limits::NEW);
        if self.cells.is_empty() || (patient && !settled) {
            return;
        }
        let Some((frame, face, sure)) = self.find_start(log, table.lattice, patient) else {
            if !patient {
                let face = match log.game().setup().start {
                    StartTile::Face(face) => Some(face),
                    StartTile::Seen => None,
                };
                differences.push(Difference::StartTileMissing { face });
            }
            return;
        };
        let mut board = Board::default();
        let origin = Cell::default();
        let Some(printed) = log.game().catalogue().face(&face.0).cloned() else {
            return;
        };
        if board.lay(origin, &printed, face.1).is_err() {
            return;
        }
        let plan = self.explain_all(log.game(), board, frame);
        if patient && plan.iter().any(|(_, ranked)| ranked[0].1 < limits::SURE) {
            return;
        }
        let came_after = self.came_after(frame.lattice_cell(origin));
        self.frame = Some(frame);
        self.lay(log, table, origin, vec![(face, sure)], false);
        for (cell, ranked) in plan {
            if Some(frame.lattice_cell(cell)) != came_after {
                self.lay(log, table, cell, ranked, true);
            }
        }
    }

    /// The cell of the one tile that came to the start tile while watching: the first turn's,
    /// laid before the start tile was sure.
    fn came_after(&self, start: Cell) -> Option<Cell> {
        let first = |cell: &Cell| {
            self.cells
                .get(cell)
                .map(|new| new.evidence.frames().first_frame)
        };
        let mut others = self.cells.keys().filter(|cell| **cell != start);
        let (only, None) = (others.next()?, others.next()) else {
            return None;
        };
        (first(only)? > first(&start)?).then_some(*only)
    }

    /// The start tile's cell and turn in the lattice, its reading and probability.
    fn find_start(
        &self,
        log: &Log,
        lattice: u32,
        patient: bool,
    ) -> Option<(Tie, (FaceId, Rotation), f32)> {
        let wanted = match log.game().setup().start {
            StartTile::Face(face) => Some(face),
            StartTile::Seen => None,
        };
        // Only the first tile's identity is asked here, so a tile that cannot be read better
        // than even is no start as long as others may come.
        let needed = if patient {
            START_LIKELY
        } else {
            START_POSSIBLE
        };
        let mut best: Option<(Cell, (FaceId, Rotation), f32)> = None;
        for (&cell, new) in &self.cells {
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
        Some((
            Tie {
                lattice,
                origin,
                turn,
            },
            (face, laid),
            probability,
        ))
    }

    /// Explains all tiles that lie, surest first, each by what its neighbours allow. One whose
    /// face seems to be unknown is left out.
    fn explain_all(&self, game: &Game, mut board: Board, frame: Tie) -> Vec<(Cell, Vec<Ranked>)> {
        let mut plan = Vec::new();
        let mut open: Vec<(Cell, &NewTile)> = self
            .cells
            .iter()
            .map(|(&cell, new)| (frame.cell(cell), new))
            .collect();
        open.retain(|(cell, _)| !board.holds(*cell));
        loop {
            let best = open
                .iter()
                .enumerate()
                .filter_map(|(at, (cell, new))| {
                    let Ranking { legal, unknown, .. } =
                        rank(game, &board, frame, *cell, &new.evidence);
                    let sure = legal.first()?.1;
                    (sure >= unknown).then_some((at, legal, sure))
                })
                .max_by(|a, b| a.2.total_cmp(&b.2));
            let Some((at, legal, _)) = best else {
                return plan;
            };
            let (cell, _) = open.swap_remove(at);
            let (face, rotation) = legal[0].0;
            let laid = game
                .catalogue()
                .face(&face)
                .map(|face| board.lay(cell, face, rotation));
            if laid.is_some_and(|laid| laid.is_ok()) {
                plan.push((cell, legal));
            }
        }
    }

    /// Appends a tile and, if it is unsure, the question about it.
    fn lay(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        cell: Cell,
        ranked: Vec<Ranked>,
        before: bool,
    ) {
        let Some(frame) = self.frame else { return };
        let lattice_cell = frame.lattice_cell(cell);
        let Some(new) = self.cells.remove(&lattice_cell) else {
            return;
        };
        let ((face, rotation), sure) = ranked[0];
        let laid = |(face, rotation)| EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before,
        };
        let frames = new.evidence.frames();
        let Ok(event) = Self::append(log, table, sure, frames, laid((face, rotation))) else {
            return;
        };
        let baseline = preference(log.game(), &new.evidence, frame, (face, rotation)).0;
        let watch = Watch {
            total: new.evidence,
            window: Evidence::new(table.frame),
            baseline,
            told: None,
            other: None,
            missing: 0,
            missing_since: table.frame,
        };
        self.watched.insert(event, watch);
        if sure < limits::SURE && ranked.len() > 1 {
            let guesses = ranked
                .into_iter()
                .take(5)
                .enumerate()
                .map(|(at, (reading, p))| Guess {
                    meaning: Meaning::Tile {
                        face: reading.0,
                        rotation: reading.1,
                    },
                    events: if at == 0 {
                        Vec::new()
                    } else {
                        vec![EventKind::Corrected {
                            event,
                            to: Box::new(laid(reading)),
                        }]
                    },
                    probability: p,
                    overturns: 0,
                });
            self.ask(About::WhichTile, cell, table.frame, guesses.collect());
        }
    }

    /// Decides new tiles, in the order in which they appeared.
    pub(super) fn decide_new_tiles(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
        let Some(frame) = self.frame else { return };
        // While the newest tile may be on its way back, a new one may be the same tile.
        let wavering = newest(log.game())
            .and_then(|event| self.watched.get(&event))
            .is_some_and(|watch| watch.missing > 0);
        let mut order: Vec<(u64, Cell)> = self
            .cells
            .iter()
            .filter(|(_, new)| new.evidence.looks() >= limits::NEW && new.absent == 0)
            .map(|(&cell, new)| (new.evidence.frames().first_frame, frame.cell(cell)))
            .collect();
        order.sort();
        for (_, cell) in order {
            let Some(new) = self.cells.get(&frame.lattice_cell(cell)) else {
                continue;
            };
            if shows_back(&new.evidence) {
                // Beside the board it is the pile.
                let frames = new.evidence.frames();
                let laid = EventKind::TileTurnedDown { cell };
                if Self::append(log, table, limits::SURE, frames, laid).is_ok() {
                    self.cells.remove(&frame.lattice_cell(cell));
                }
                continue;
            }
            if self.waits_for_follower(log.game(), cell, &new.evidence) {
                continue;
            }
            let board = log.game().board();
            let beside = carcassonne::geometry::Side::ALL
                .iter()
                .any(|&s| board.holds(cell.neighbour(s)));
            let starts = board.starts_left().any(|start| start == cell);
            if !beside && !starts {
                continue; // a tile beside the board, or none at all
            }
            let Ranking {
                legal,
                illegal,
                unknown,
            } = rank(log.game(), board, frame, cell, &new.evidence);
            let best = legal.first().map_or(0.0, |(_, probability)| *probability);
            let waited = new.evidence.looks() >= limits::PATIENCE;
            if waited && unknown > best.max(illegal) {
                differences.push(Difference::TileUnknown { cell });
                continue;
            }
            if waited && illegal + unknown > limits::SURE.max(best) {
                let repair = differences
                    .is_empty()
                    .then(|| self.repair(log.game(), frame, cell));
                if let Some((correction, sure)) = repair.flatten() {
                    let frames = new.evidence.frames();
                    if Self::append(log, table, sure, frames, correction).is_ok() {
                        continue; // the new tile fits with the next look
                    }
                }
                differences.push(stated(log.game(), frame, cell, &new.evidence, &legal));
                continue;
            }
            if !wavering && differences.is_empty() && (best >= limits::SURE || waited) && best > 0.0
            {
                let before = starts && !board.is_empty();
                let ended = log.game().is_over() || mists::is_short(log.game());
                if ended && !self.reopen(log, table) {
                    differences.push(Difference::GameIsOver { cell });
                    continue;
                }
                let legal = self.buy_island_tile(log, table, legal);
                self.lay(log, table, cell, legal, before);
            }
        }
    }
}

/// Whether a tile lies face down.
fn shows_back(evidence: &TileEvidence) -> bool {
    let best = posterior(evidence.readings()).into_iter().next();
    best.is_some_and(|(reading, probability)| {
        probability >= limits::SURE && reading.is_some_and(|(face, _)| face.as_str() == BACK)
    })
}

/// Why no reading of a new tile may stand.
fn stated(
    game: &Game,
    frame: Tie,
    cell: Cell,
    evidence: &TileEvidence,
    legal: &[Ranked],
) -> Difference {
    let best = posterior(evidence.readings())
        .into_iter()
        .find_map(|(reading, _)| reading);
    let Some((id, rotation)) = best else {
        return Difference::TileUnknown { cell };
    };
    let Some(face) = game.catalogue().face(&id) else {
        return Difference::TileUnknown { cell };
    };
    let rotation = face.canonical(frame.rotation(rotation));
    let faults = game.board().faults(cell, face, rotation);
    let fitting = legal.first().map(|(reading, _)| *reading);
    Difference::TileIllegal {
        cell,
        face: id,
        rotation,
        faults,
        fitting,
    }
}
