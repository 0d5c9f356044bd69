//! Deciding about tiles that lie: taken back, turned, exchanged, vanished, or misread all along.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::tiles::Watch;
use crate::belief::evidence::weigh_tile::{
    Laying, TileEvidence, fits_instead, log_likelihood, on_board, rank,
};
use crate::belief::question::{About, Difference, Guess, Meaning};
use crate::belief::{Belief, limits};
use crate::board::Board;
use crate::event::{EventId, EventKind};
use crate::log::Log;
use crate::rules::{Game, Tile};
use carcassonne::catalogue::TileSet;
use carcassonne::geometry::Cell;
use carcassonne::tie::Tie;

/// What tiles come to whose places are empty.
enum MissingTilesAre {
    /// Perhaps only hidden, or in somebody's hand.
    Waiting,
    /// The newest one alone, back in the hand; a figure on it with it.
    TakenBack(EventId),
    /// Vanished for no reason.
    Vanished(Vec<Difference>),
}

/// A tile that vision now reads as another.
struct ChangedTile {
    event: EventId,
    cell: Cell,
    laid: Laying,
    seen: Laying,
    /// Whether it may be what is seen, as far as its neighbours and the box tell.
    may_be: bool,
    /// It lay there before watching began.
    before: bool,
}

impl ChangedTile {
    fn correction(&self) -> EventKind {
        let (face, rotation) = self.seen;
        let to = Box::new(EventKind::TileLaid {
            cell: self.cell,
            face,
            rotation,
            garden: None,
            before: self.before,
        });
        EventKind::Corrected {
            event: self.event,
            to,
        }
    }

    fn guesses(&self) -> Vec<Guess> {
        let tile = |(face, rotation)| Meaning::Tile { face, rotation };
        vec![
            Guess::new(tile(self.seen), vec![self.correction()], 0.6),
            Guess::new(tile(self.laid), Vec::new(), 0.4),
        ]
    }

    fn difference(&self) -> Difference {
        Difference::TileOther {
            cell: self.cell,
            face: self.laid.0,
            rotation: self.laid.1,
            seen_face: self.seen.0,
            seen_rotation: self.seen.1,
        }
    }
}

impl Belief {
    /// Decides about tiles that vanished.
    pub(in crate::belief) fn decide_missing_tiles(&mut self, draft: &mut Draft) {
        match self.judge_missing_tiles(draft.game()) {
            MissingTilesAre::Waiting => {}
            MissingTilesAre::TakenBack(tile) => self.take_back(draft, tile),
            MissingTilesAre::Vanished(differences) => {
                for difference in differences {
                    draft.differ(difference);
                }
            }
        }
    }

    fn judge_missing_tiles(&self, game: &Game) -> MissingTilesAre {
        let gone: Vec<(EventId, &Watch)> = self.tiles.gone().collect();
        let long = |watch: &Watch| watch.missing >= limits::GONE;
        if let [(only, watch)] = gone[..]
            && Some(only) == newest(game)
            && long(watch)
        {
            return MissingTilesAre::TakenBack(only);
        }
        if self.lifted(game).is_some() {
            return MissingTilesAre::Waiting;
        }
        let vanished = gone.iter().filter(|(_, watch)| long(watch));
        let difference = |(event, _): &(EventId, &Watch)| {
            let cell = tile_of(game, *event)?.cell;
            let laid = game.board().get(cell)?;
            Some(Difference::TileMissing {
                cell,
                face: laid.face.id,
                rotation: laid.rotation,
            })
        };
        MissingTilesAre::Vanished(vanished.filter_map(difference).collect())
    }

    /// The newest tile went back into the hand; a figure on it with it.
    fn take_back(&mut self, draft: &mut Draft, tile: EventId) {
        let Some(watch) = self.tiles.known.remove(&tile) else {
            return;
        };
        let evidence = watch.absence(draft.table.frame);
        let game = draft.game();
        let figure = game.open_turn().and_then(|open| open.acted);
        let placed_now = figure.filter(|&figure| {
            game.figure(figure)
                .is_some_and(|figure| figure.turn == game.turn())
        });
        let gone = placed_now.into_iter().chain([tile]);
        let removed = |event| EventKind::Removed { event };
        draft.decide_all(gone.map(|event| Decision::seen(removed(event), limits::SURE, evidence)));
        self.figures.newest = None;
    }

    /// Decides about tiles that vision now reads differently. The newest may be turned or exchanged
    /// while its turn is open; one older tile is a question; several are a desync.
    pub(in crate::belief) fn decide_changed_tiles(&mut self, draft: &mut Draft) {
        let newest = newest(draft.game());
        let known = self.tiles.known.iter();
        let changed: Vec<(EventId, Laying)> = known
            .filter_map(|(&event, watch)| Some((event, watch.other?)))
            .collect();
        let frame = draft.table.frame;
        for &(event, seen) in &changed {
            let Some(tile) = judge_changed_tile(draft.log(), event, seen) else {
                continue;
            };
            if tile.may_be && Some(event) == newest {
                let frames = self.tiles.known[&event].window.frames();
                let correction = Decision::seen(tile.correction(), limits::SURE, frames);
                if draft.decide(correction).is_ok() {
                    self.tiles.known.remove(&event);
                    continue;
                }
            }
            let about = About::OldTile { event };
            if !tile.may_be || changed.len() > 1 {
                draft.differ(tile.difference());
            } else if !self.questions.is_open(about) {
                self.questions.ask(about, tile.cell, frame, tile.guesses());
            }
        }
    }

    /// A new tile that fits by no believable reading may show that an older one was misread:
    /// finds the one other reading of one older tile that explains both best, if it does so
    /// better than the board as it is. Returns the correction and its probability.
    pub(super) fn judge_misread_tile(
        &self,
        game: &Game,
        tie: Tie,
        cell: Cell,
        new: &TileEvidence,
    ) -> Option<(EventKind, f32)> {
        let legal = rank(game, game.board(), tie, cell, new).legal;
        let as_it_is = legal.first().map_or(limits::ILLEGAL_TILE, |(reading, _)| {
            log_likelihood(game, tie, new, *reading)
        });
        let mut best: Option<(EventKind, f32)> = None;
        for tile in game.tiles().iter().skip(1) {
            let Some(watch) = self.tiles.known.get(&tile.event) else {
                continue;
            };
            let Some(laid) = game.board().get(tile.cell) else {
                continue;
            };
            let laid = (laid.face.id, laid.rotation);
            let own = log_likelihood(game, tie, &watch.total, laid);
            let without = game.board().without(tile.cell);
            for (other, value) in on_board(game, tie, &watch.total) {
                let Some(then) =
                    explained_with(game, &without, tie, (tile, laid), other, (cell, new))
                else {
                    continue;
                };
                let gain = value - own + then - as_it_is;
                let sure = 1.0 / (1.0 + (-gain).exp());
                let better = best.as_ref().is_none_or(|(_, known)| sure > *known);
                if sure >= limits::SURE && better {
                    best = Some((misread(tile, other), sure));
                }
            }
        }
        best
    }
}

/// What a tile of the board comes to that is now read as another; `None` if that contradicts
/// nothing.
fn judge_changed_tile(log: &Log, event: EventId, seen: Laying) -> Option<ChangedTile> {
    let game = log.game();
    let cell = tile_of(game, event)?.cell;
    let laid = game.board().get(cell)?;
    if laid.face.set == TileSet::Other {
        // No camera knows it.
        return None;
    }
    let fact = log.fact(event).map(|fact| &fact.kind);
    Some(ChangedTile {
        event,
        cell,
        laid: (laid.face.id, laid.rotation),
        seen,
        may_be: fits_instead(game, cell, seen),
        before: matches!(fact, Some(EventKind::TileLaid { before: true, .. })),
    })
}

/// How well a new tile is explained once an old one is another: the log-likelihood of its best
/// legal reading then. `None` if the old one cannot be that.
fn explained_with(
    game: &Game,
    without: &Board,
    tie: Tie,
    (tile, laid): (&Tile, Laying),
    other: Laying,
    (cell, new): (Cell, &TileEvidence),
) -> Option<f32> {
    if !fits_instead(game, tile.cell, other) {
        return None;
    }
    let mut board = without.clone();
    let face = game.catalogue().face(&other.0)?;
    board.lay(tile.cell, face, other.1).ok()?;
    let fits = |(id, rotation): Laying| {
        let Some(face) = game.catalogue().face(&id) else {
            return false;
        };
        let freed = u8::from(laid.0 == id);
        let taken = u8::from(other.0 == id);
        game.copies_left(face) + freed > taken && board.accepts(cell, face, rotation)
    };
    let fitting = on_board(game, tie, new).filter(|(reading, _)| fits(*reading));
    let values = fitting.map(|(_, value)| value);
    Some(values.fold(f32::NEG_INFINITY, f32::max))
}

fn misread(tile: &Tile, (face, rotation): Laying) -> EventKind {
    let to = Box::new(EventKind::TileLaid {
        cell: tile.cell,
        face,
        rotation,
        garden: None,
        before: tile.turn == 0,
    });
    EventKind::Corrected {
        event: tile.event,
        to,
    }
}

fn tile_of(game: &Game, event: EventId) -> Option<&Tile> {
    game.tiles().iter().find(|tile| tile.event == event)
}

/// The tile of the open turn.
pub(super) fn newest(game: &Game) -> Option<EventId> {
    let open = game.open_turn()?;
    game.tiles()
        .iter()
        .rfind(|tile| tile.cell == open.cell)
        .map(|tile| tile.event)
}
