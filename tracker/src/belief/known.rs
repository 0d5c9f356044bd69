//! Looking after tiles that lie: taken back, turned, exchanged, vanished, or misread all along.

use crate::log::Log;
use crate::log::event::{By, EventId, EventKind};
use crate::rules::Game;
use crate::snapshot::{About, Difference, Guess, Meaning};
use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::SeenTable;

use super::evidence::Evidence;
use super::weigh::{fits_instead, log_likelihood, on_board, preference, rank};
use super::{Belief, TileEvidence, limits, readings};
use carcassonne::tie::Tie;

/// Mean log-likelihood per look by which vision must prefer another reading of a known tile
/// before the belief doubts it: less is within the noise of one look.
const PREFERS_OTHER: f32 = 1.0;

/// How much that preference must have grown since the tile was believed. A tile that vision
/// has always read wrong, and that the rules put right, is no news.
const CHANGED_BY: f32 = 2.0;

/// A tile of the board under observation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// All looks at it.
    pub(super) total: TileEvidence,
    /// The looks since it was last judged.
    pub(super) window: TileEvidence,
    /// By how much vision preferred another reading, per look, when the tile was believed.
    pub(super) baseline: f32,
    /// What a person said it is. What vision has always preferred to that is no news either.
    pub(super) told: Option<(FaceId, Rotation)>,
    /// What vision now prefers, if that is news.
    pub(super) other: Option<(FaceId, Rotation)>,
    /// Looks in a row without it.
    pub(super) missing: u32,
    /// The first frame of those.
    pub(super) missing_since: u64,
}

impl Belief {
    /// Adds a look to what is known of each tile that lies.
    pub(super) fn watch_known_tiles(&mut self, log: &Log, table: &SeenTable) {
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
                told: None,
                other: None,
                missing: 0,
                missing_since: table.frame,
            });
            let as_laid = (laid.face.id, laid.rotation);
            let by_person = log.fact(event).is_some_and(|fact| fact.by == By::Person);
            if by_person && watch.told != Some(as_laid) {
                watch.told = Some(as_laid);
                watch.baseline = f32::INFINITY;
                watch.window = Evidence::new(table.frame);
                watch.other = None;
            }
            let lattice_cell = frame.lattice_cell(cell);
            if let Some(seen) = table.tiles.iter().find(|tile| tile.cell == lattice_cell) {
                watch.missing = 0;
                watch.total.add(table.frame, readings(log, seen));
                watch.window.add(table.frame, readings(log, seen));
                if watch.window.looks() >= limits::WINDOW {
                    let (by, other) = preference(game, &watch.window, frame, as_laid);
                    if watch.baseline == f32::INFINITY {
                        watch.baseline = by;
                    }
                    let news = by > PREFERS_OTHER && by - watch.baseline > CHANGED_BY;
                    watch.other = other.filter(|_| news);
                    watch.window = Evidence::new(table.frame);
                }
            } else if !table.hidden.contains(&lattice_cell) {
                if watch.missing == 0 {
                    watch.missing_since = table.frame;
                }
                watch.missing += 1;
            }
        }
    }

    /// Tiles that are gone or have changed.
    pub(super) fn judge_known_tiles(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        differences: &mut Vec<Difference>,
    ) {
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
        if let [only] = gone[..]
            && Some(only) == newest
            && long(&only)
        {
            self.take_back(log, table, only);
            return;
        }
        if self.lifted(log.game()).is_some() {
            return;
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
        let watch = self.watched.get(&tile);
        let evidence = crate::log::event::Evidence {
            first_frame: watch.map_or(table.frame, |watch| watch.missing_since),
            last_frame: table.frame,
            looks: watch.map_or(0, |watch| watch.missing),
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
            if laid.face.set == TileSet::Other {
                // No camera knows it, so whatever it is read as contradicts nothing.
                continue;
            }
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
                            overturns: 0,
                        },
                        Guess {
                            meaning: tile((face, rotation)),
                            events: Vec::new(),
                            probability: 0.4,
                            overturns: 0,
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

    /// A new tile that fits by no believable reading may show that an older one was misread:
    /// finds the one other reading of one older tile that explains both best, if it does so
    /// better than the board as it is. Returns the correction and its probability.
    pub(super) fn repair(&self, game: &Game, frame: Tie, cell: Cell) -> Option<(EventKind, f32)> {
        let new = self.cells.get(&frame.lattice_cell(cell))?;
        let legal = rank(game, game.board(), frame, cell, &new.evidence).legal;
        let as_it_is = legal
            .first()
            .map_or(limits::ILLEGAL_TILE, |((face, rotation), _)| {
                log_likelihood(game, frame, &new.evidence, (*face, *rotation))
            });
        let mut best: Option<(EventKind, f32)> = None;
        for tile in game.tiles().iter().skip(1) {
            let Some(watch) = self.watched.get(&tile.event) else {
                continue;
            };
            let Some(laid) = game.board().get(tile.cell) else {
                continue;
            };
            let own = log_likelihood(game, frame, &watch.total, (laid.face.id, laid.rotation));
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

/// The tile of the open turn.
pub(super) fn newest(game: &Game) -> Option<EventId> {
    let open = game.open_turn()?;
    game.tiles()
        .iter()
        .rfind(|tile| tile.cell == open.cell)
        .map(|tile| tile.event)
}
