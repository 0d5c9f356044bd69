//! Reading tiles: the start, each turn's new tile, and doubts about tiles that lie.

use crate::board::Board;
use crate::catalogue::FaceId;
use crate::event::{EventId, EventKind};
use crate::geometry::{Cell, Rotation};
use crate::log::Log;
use crate::rules::Game;
use crate::seen::SeenTable;
use crate::setup::StartTile;
use crate::snapshot::{About, Difference, Guess, Meaning};

use super::evidence::{Evidence, posterior};
use super::frame::Frame;
use super::{Belief, Reading, TileEvidence, limits, readings};

/// Mean log-likelihood per look by which vision must prefer another reading of a known tile
/// before the belief doubts it: less is within the noise of one look.
const PREFERS_OTHER: f32 = 1.0;

/// How much that preference must have grown since the tile was believed. A tile that vision
/// has always read wrong, and that the rules put right, is no news.
const CHANGED_BY: f32 = 2.0;

/// Probability that a tile is the start tile below which waiting is better than guessing.
const START_LIKELY: f32 = 0.5;

/// The same after all patience: there must be a start tile, so even a poor match will do.
const START_POSSIBLE: f32 = 0.05;

/// A cell that seems to hold a new tile.
#[derive(Clone, Debug)]
pub struct NewTile {
    evidence: TileEvidence,
    /// Looks in a row without it.
    absent: u32,
}

/// A tile of the board under observation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// All looks at it.
    total: TileEvidence,
    /// The looks since it was last judged.
    window: TileEvidence,
    /// By how much vision preferred another reading, per look, when the tile was believed.
    baseline: f32,
    /// What vision now prefers, if that is news.
    other: Option<(FaceId, Rotation)>,
    /// Looks in a row without it.
    missing: u32,
}

/// A tile reading on the board with its probability.
type Ranked = ((FaceId, Rotation), f32);

impl Belief {
    /// Adds a look's tiles to the evidence: new cells and known tiles.
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
            new.evidence.add(table.frame, readings(log, tile));
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
        self.frame = Some(frame);
        self.lay(log, table, origin, vec![(face, sure)], false);
        for (cell, ranked) in plan {
            self.lay(log, table, cell, ranked, true);
        }
    }

    /// The start tile's cell and turn in the lattice, its reading and probability.
    fn find_start(
        &self,
        log: &Log,
        lattice: u32,
        patient: bool,
    ) -> Option<(Frame, (FaceId, Rotation), f32)> {
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
            Frame {
                lattice,
                origin,
                turn,
            },
            (face, laid),
            probability,
        ))
    }

    /// Explains all tiles that lie, surest first, each by what its neighbours allow.
    fn explain_all(&self, game: &Game, mut board: Board, frame: Frame) -> Vec<(Cell, Vec<Ranked>)> {
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
                    let (legal, _) = rank(game, &board, frame, *cell, &new.evidence);
                    let sure = legal.first()?.1;
                    Some((at, legal, sure))
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
            other: None,
            missing: 0,
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
                });
            self.ask(About::WhichTile, cell, table.frame, guesses.collect());
        }
    }

    /// Looks after the tiles that lie: gone, changed, or as they were.
    pub(super) fn check_known_tiles(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
        let Some(frame) = self.frame else { return };
        let game = log.game();
        let tiles: Vec<(EventId, Cell)> = game
            .tiles()
            .iter()
            .map(|tile| (tile.event, tile.cell))
            .collect();
        self.watched
            .retain(|event, _| tiles.iter().any(|(tile, _)| tile == event));
        for &(event, cell) in &tiles {
            let Some(laid) = game.board().get(cell) else {
                continue;
            };
            let watch = self.watched.entry(event).or_insert_with(|| Watch {
                total: Evidence::new(table.frame),
                window: Evidence::new(table.frame),
                baseline: 0.0,
                other: None,
                missing: 0,
            });
            let lattice_cell = frame.lattice_cell(cell);
            if let Some(seen) = table.tiles.iter().find(|tile| tile.cell == lattice_cell) {
                watch.missing = 0;
                watch.total.add(table.frame, readings(log, seen));
                watch.window.add(table.frame, readings(log, seen));
                if watch.window.looks() >= limits::WINDOW {
                    let (by, other) =
                        preference(game, &watch.window, frame, (laid.face.id, laid.rotation));
                    let news = by > PREFERS_OTHER && by - watch.baseline > CHANGED_BY;
                    watch.other = other.filter(|_| news);
                    watch.window = Evidence::new(table.frame);
                }
            } else if !table.hidden.contains(&lattice_cell) {
                watch.missing += 1;
            }
        }
        self.judge_missing(log, table, differences);
        self.judge_changed(log, table, differences);
    }

    /// A tile that vanished: taken back if it is the newest and the only one, else a desync.
    fn judge_missing(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
        let newest = newest(log.game());
        let gone: Vec<EventId> = self
            .watched
            .iter()
            .filter(|(_, watch)| watch.missing > 0)
            .map(|(&event, _)| event)
            .collect();
        let long = |event: &EventId| self.watched[event].missing >= limits::GONE;
        if let [only] = gone[..] {
            if Some(only) == newest && long(&only) {
                self.take_back(log, table, only);
                return;
            }
        }
        for event in gone.iter().filter(|event| long(event)) {
            let tile = log.game().tiles().iter().find(|tile| tile.event == *event);
            let Some(cell) = tile.map(|tile| tile.cell) else {
                continue;
            };
            let Some(laid) = log.game().board().get(cell) else {
                continue;
            };
            let (face, rotation) = (laid.face.id, laid.rotation);
            differences.push(Difference::TileMissing {
                cell,
                face,
                rotation,
            });
        }
    }

    /// The newest tile went back into the hand; a figure on it with it.
    fn take_back(&mut self, log: &mut Log, table: &SeenTable, tile: EventId) {
        let figure = log.game().open_turn().and_then(|open| open.acted);
        let looks = self.watched.get(&tile).map_or(0, |watch| watch.missing);
        let evidence = crate::event::Evidence {
            first_frame: table.frame.saturating_sub(u64::from(looks)),
            last_frame: table.frame,
            looks,
        };
        let placed_now = figure.filter(|&figure| {
            log.game()
                .figure(figure)
                .is_some_and(|figure| figure.turn == log.game().turn())
        });
        for event in placed_now.into_iter().chain([tile]) {
            // Removing an event that holds is never refused.
            let removed = EventKind::Removed { event };
            drop(Self::append(log, table, limits::SURE, evidence, removed));
        }
        self.watched.remove(&tile);
        self.newest_figure = None;
    }

    /// Tiles that vision now reads differently. The newest may be turned or exchanged while its
    /// turn is open; one older tile is a question; several are a desync.
    fn judge_changed(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
        let newest = newest(log.game());
        let changed: Vec<(EventId, (FaceId, Rotation))> = self
            .watched
            .iter()
            .filter_map(|(&event, watch)| Some((event, watch.other?)))
            .collect();
        for &(event, other) in &changed {
            let tile = log.game().tiles().iter().find(|tile| tile.event == event);
            let Some(cell) = tile.map(|tile| tile.cell) else {
                continue;
            };
            let Some(laid) = log.game().board().get(cell) else {
                continue;
            };
            let (face, rotation) = (laid.face.id, laid.rotation);
            let legal = fits_instead(log.game(), cell, other);
            let to = Box::new(EventKind::TileLaid {
                cell,
                face: other.0,
                rotation: other.1,
                garden: None,
                before: matches!(
                    log.fact(event).map(|fact| &fact.kind),
                    Some(EventKind::TileLaid { before: true, .. })
                ),
            });
            let correction = EventKind::Corrected { event, to };
            if legal && Some(event) == newest {
                let frames = self.watched[&event].window.frames();
                if Self::append(log, table, limits::SURE, frames, correction.clone()).is_ok() {
                    self.watched.remove(&event);
                    continue;
                }
            }
            if legal && changed.len() == 1 {
                let asked = self
                    .questions
                    .iter()
                    .any(|q| q.about == About::OldTile { event });
                if !asked {
                    let tile = |(face, rotation)| Meaning::Tile { face, rotation };
                    let guesses = vec![
                        Guess {
                            meaning: tile(other),
                            events: vec![correction],
                            probability: 0.6,
                        },
                        Guess {
                            meaning: tile((face, rotation)),
                            events: Vec::new(),
                            probability: 0.4,
                        },
                    ];
                    self.ask(About::OldTile { event }, cell, table.frame, guesses);
                }
                continue;
            }
            let (seen_face, seen_rotation) = other;
            differences.push(Difference::TileOther {
                cell,
                face,
                rotation,
                seen_face,
                seen_rotation,
            });
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
            let board = log.game().board();
            let beside = crate::geometry::Side::ALL
                .iter()
                .any(|&s| board.holds(cell.neighbour(s)));
            if !beside {
                continue; // a tile beside the board, or none at all
            }
            let (legal, illegal) = rank(log.game(), board, frame, cell, &new.evidence);
            let best = legal.first().map_or(0.0, |(_, probability)| *probability);
            let waited = new.evidence.looks() >= limits::PATIENCE;
            if waited && illegal > limits::SURE.max(best) {
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
                self.lay(log, table, cell, legal, false);
            }
        }
    }

    /// A new tile that fits by no believable reading may show that an older one was misread:
    /// finds the one other reading of one older tile that explains both best, if it does so
    /// better than the board as it is. Returns the correction and its probability.
    fn repair(&self, game: &Game, frame: Frame, cell: Cell) -> Option<(EventKind, f32)> {
        let new = self.cells.get(&frame.lattice_cell(cell))?;
        let (legal, _) = rank(game, game.board(), frame, cell, &new.evidence);
        let as_it_is = legal
            .first()
            .map_or(limits::ILLEGAL_TILE, |((face, rotation), _)| {
                of(game, frame, &new.evidence, (*face, *rotation))
            });
        let mut best: Option<(EventKind, f32)> = None;
        for tile in game.tiles().iter().skip(1) {
            let Some(watch) = self.watched.get(&tile.event) else {
                continue;
            };
            let Some(laid) = game.board().get(tile.cell) else {
                continue;
            };
            let own = of(game, frame, &watch.total, (laid.face.id, laid.rotation));
            let without = game.board().without(tile.cell);
            for (other, value) in on_board(game, frame, &watch.total) {
                if !fits_instead(game, tile.cell, other) {
                    continue;
                }
                let Some(face) = game.catalogue().face(&other.0) else {
                    continue;
                };
                let mut board = without.clone();
                if board.lay(tile.cell, face, other.1).is_err() {
                    continue;
                }
                // How much better the new tile is explained once the old one is changed.
                let then = on_board(game, frame, &new.evidence)
                    .filter(|((id, rotation), _)| {
                        let Some(face) = game.catalogue().face(id) else {
                            return false;
                        };
                        let freed = u8::from(laid.face.id == *id);
                        let taken = u8::from(other.0 == *id);
                        game.copies_left(face) + freed > taken
                            && board.accepts(cell, face, *rotation)
                    })
                    .map(|(_, value)| value)
                    .fold(f32::NEG_INFINITY, f32::max);
                let gain = value - own + then - as_it_is;
                let sure = 1.0 / (1.0 + (-gain).exp());
                let better = best.as_ref().is_none_or(|(_, known)| sure > *known);
                if sure >= limits::SURE && better {
                    let to = Box::new(EventKind::TileLaid {
                        cell: tile.cell,
                        face: other.0,
                        rotation: other.1,
                        garden: None,
                        before: tile.turn == 0,
                    });
                    best = Some((
                        EventKind::Corrected {
                            event: tile.event,
                            to,
                        },
                        sure,
                    ));
                }
            }
        }
        best
    }
}

/// The evidence's readings as they would lie on the board, with their log-likelihoods.
fn on_board<'e>(
    game: &'e Game,
    frame: Frame,
    evidence: &'e TileEvidence,
) -> impl Iterator<Item = ((FaceId, Rotation), f32)> + use<'e> {
    evidence.readings().filter_map(move |(reading, value)| {
        let (id, rotation) = reading?;
        let face = game.catalogue().face(&id)?;
        Some(((id, face.canonical(frame.rotation(rotation))), value))
    })
}

/// The log-likelihood of one reading on the board.
fn of(game: &Game, frame: Frame, evidence: &TileEvidence, reading: (FaceId, Rotation)) -> f32 {
    on_board(game, frame, evidence)
        .find(|(other, _)| *other == reading)
        .map_or(0.0, |(_, value)| value)
}

/// Why no reading of a new tile may stand.
fn stated(
    game: &Game,
    frame: Frame,
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

/// The tile of the open turn.
fn newest(game: &Game) -> Option<EventId> {
    let open = game.open_turn()?;
    game.tiles()
        .iter()
        .rfind(|tile| tile.cell == open.cell)
        .map(|tile| tile.event)
}

/// Posterior of every legal reading, likeliest first, and of all others together. The prior is
/// the share of copies left; what the rules forbid is as rare as [`limits::ILLEGAL_TILE`] says.
fn rank(
    game: &Game,
    board: &Board,
    frame: Frame,
    cell: Cell,
    evidence: &TileEvidence,
) -> (Vec<Ranked>, f32) {
    let mut weights: Vec<((Reading, bool), f32)> = Vec::new();
    let listed: Vec<(Reading, f32)> = evidence.readings().collect();
    let seen = |reading: Reading| {
        listed
            .iter()
            .find(|(other, _)| *other == reading)
            .map_or(0.0, |(_, value)| *value)
    };
    for face in game.catalogue().faces() {
        let laid = board
            .tiles()
            .filter(|(_, laid)| laid.face.id == face.id)
            .count();
        let on_board = game
            .board()
            .tiles()
            .filter(|(_, l)| l.face.id == face.id)
            .count();
        // `board` may be ahead of the game while a whole table is being explained.
        let left =
            usize::from(game.copies_left(face)).saturating_sub(laid.saturating_sub(on_board));
        for rotation in face.distinct_rotations() {
            let on_lattice = face.canonical(rotation.then(frame.turn.inverse()));
            let value = seen(Some((face.id, on_lattice)));
            let legal = left > 0 && board.accepts(cell, face, rotation);
            let prior = if legal {
                (left as f32).ln()
            } else {
                limits::ILLEGAL_TILE
            };
            weights.push(((Some((face.id, rotation)), legal), value + prior));
        }
    }
    weights.push(((None, false), seen(None) + limits::ILLEGAL_TILE));
    let mut illegal = 0.0;
    let mut ranked = Vec::new();
    for ((reading, legal), probability) in posterior(weights) {
        match reading {
            Some(reading) if legal => ranked.push((reading, probability)),
            _ => illegal += probability,
        }
    }
    (ranked, illegal)
}

/// By how much, per look, the evidence prefers another reading to that on the board, and which.
fn preference(
    game: &Game,
    evidence: &TileEvidence,
    frame: Frame,
    on_board: (FaceId, Rotation),
) -> (f32, Option<(FaceId, Rotation)>) {
    let mut own = 0.0;
    let mut other: (f32, Option<(FaceId, Rotation)>) = (0.0, None);
    for (reading, mean) in evidence.means() {
        let Some((id, rotation)) = reading else {
            continue;
        };
        let Some(face) = game.catalogue().face(&id) else {
            continue;
        };
        let turned = face.canonical(frame.rotation(rotation));
        if (id, turned) == on_board {
            own = mean;
        } else if mean > other.0 {
            other = (mean, Some((id, turned)));
        }
    }
    (other.0 - own, other.1)
}

/// Whether the tile on a cell could be another one as far as its neighbours and the box tell.
fn fits_instead(game: &Game, cell: Cell, (id, rotation): (FaceId, Rotation)) -> bool {
    let Some(face) = game.catalogue().face(&id) else {
        return false;
    };
    let same_face = game
        .board()
        .get(cell)
        .is_some_and(|laid| laid.face.id == id);
    (same_face || game.copies_left(face) > 0)
        && game.board().without(cell).accepts(cell, face, rotation)
}
