//! Ghosts and animals as seen, and how well a game explains where they stand.

use std::collections::BTreeMap;

use super::figures::expected_foot;
use super::track::distance;
use crate::event::Evidence;
use crate::event::ghost::GhostPlace;
use crate::rules::{FigureState, Game, Token};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{SeenFigure, SeenTable};
use carcassonne::spots::TileGeometry;
use carcassonne::tie::Tie;

/// What a piece costs that stands this far from where it should, in tile sides, on its tile: a
/// hint between meeples that share a tile, never more than the piece itself.
const ASTRAY: f32 = 0.25;

/// A kind of piece and, of hounds, which.
pub type Piece = (FigureKind, Option<Color>);

/// The piece of which there are many.
pub const GHOST: Piece = (FigureKind::Ghost, None);

/// A piece as seen, in the board's frame.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Which.
    pub piece: Piece,
    /// On which tile.
    pub cell: Cell,
    /// Where on the tile.
    pub foot: [f32; 2],
}

/// The loose pieces as last seen.
#[derive(Clone, Debug, Default)]
pub struct Loose {
    /// All of them.
    pub seen: Vec<Seen>,
    /// Looks in a row that saw as many on each tile, and the first frame of those.
    pub looks: u32,
    /// The first frame of those looks.
    pub first_frame: u64,
    /// Length of the log and first frame for which the latest turns were searched.
    pub searched: Option<(usize, u64)>,
    /// The most that were surely seen of those that should stand on a tile: what never came
    /// cannot have been taken away.
    pub came: BTreeMap<(Cell, Piece), u32>,
    /// Those that the rules sent home in the turn of this number, and that still stand: people take them
    /// away when they please.
    leaving: (u32, BTreeMap<(Cell, Piece), u32>),
    /// Those that stood where the game has none while nothing was open that could have brought them, the first
    /// noted before the later ones.
    odd: BTreeMap<(Cell, Piece), Vec<Odd>>,
    /// The last turn in which each tile told which pieces stand there.
    told: BTreeMap<Cell, u32>,
}

/// A piece that stands where the game has none. What vision takes for one comes and goes: it is forgotten when it
/// was not seen for a whole turn.
#[derive(Clone, Copy, Debug)]
struct Odd {
    /// The turn in which it was noted.
    since: u32,
    /// The last turn in which it was seen.
    seen: u32,
}

/// Whether a piece is one of those looked after here.
pub const fn is_loose(kind: FigureKind) -> bool {
    matches!(
        kind,
        FigureKind::Ghost | FigureKind::Cat | FigureKind::Hound
    )
}

/// A piece that the game has on a tile.
struct Wanted {
    token: Token,
    cell: Cell,
    /// Where on the tile, if that is told by more than the tile.
    at: Option<[f32; 2]>,
}

impl Wanted {
    const fn piece(&self) -> Piece {
        (self.token.kind, self.token.color)
    }

    /// The nearest of the pieces that may be this one, and how far it is away.
    fn nearest(&self, spare: &[&Seen]) -> Option<(usize, f32)> {
        let away = |seen: &Seen| self.at.map_or(0.0, |at| distance(at, seen.foot));
        spare
            .iter()
            .enumerate()
            .filter(|(_, seen)| seen.cell == self.cell && seen.piece == self.piece())
            .map(|(n, seen)| (n, away(seen)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

impl Loose {
    /// Takes note of the loose pieces of a look.
    pub fn add(&mut self, tie: Tie, table: &SeenTable, loose: &[(SeenFigure, Piece)]) {
        let seen = loose.iter().map(|(figure, piece)| Seen {
            piece: *piece,
            cell: tie.cell(figure.cell),
            foot: tie.foot(figure.foot),
        });
        let seen: Vec<Seen> = seen.collect();
        if counts(&seen) == counts(&self.seen) {
            self.looks += 1;
        } else {
            self.looks = 1;
            self.first_frame = table.frame;
        }
        self.seen = seen;
    }

    /// The looks that saw as many on each tile.
    pub const fn frames(&self, last_frame: u64) -> Evidence {
        Evidence {
            first_frame: self.first_frame,
            last_frame,
            looks: self.looks,
        }
    }

    /// Remembers which pieces came, and which of those need not stand any more, until they have gone or the next
    /// tile lies. Tiles that tell nothing (`untold`) do not tell that either.
    pub fn note(&mut self, game: &Game, untold: &[Cell]) {
        let (wanted, seen) = (wanted_on_tiles(game), counts(&self.seen));
        let of = |counts: &BTreeMap<_, u32>, key| counts.get(key).copied().unwrap_or(0);
        let (turn, leaving) = &mut self.leaving;
        if std::mem::replace(turn, game.turn()) != game.turn() {
            leaving.clear();
        }
        for (key, came) in &self.came {
            *leaving.entry(*key).or_default() += came.saturating_sub(of(&wanted, key));
        }
        for (key, left) in leaving
            .iter_mut()
            .filter(|(key, _)| !untold.contains(&key.0))
        {
            *left = (*left).min(of(&seen, key).saturating_sub(of(&wanted, key)));
        }
        for (key, odd) in &mut self.odd {
            let shown = match untold.contains(&key.0) {
                true => odd.len(),
                false => of(&seen, key).saturating_sub(of(&wanted, key)) as usize,
            };
            odd.iter_mut()
                .take(shown)
                .for_each(|odd| odd.seen = game.turn());
            odd.retain(|odd| odd.seen + 1 >= game.turn());
        }
        let cells = game.tiles().iter().map(|tile| tile.cell);
        let told = cells.filter(|cell| !untold.contains(cell));
        self.told.extend(told.map(|cell| (cell, game.turn())));
        self.note_arrivals(game);
    }

    /// The last turn in which a tile told which pieces stand there.
    pub fn told_last(&self, cell: Cell) -> Option<u32> {
        self.told.get(&cell).copied()
    }

    /// Whether more of a piece are seen on a tile than the game has there.
    pub fn shows_more(&self, game: &Game, cell: Cell, piece: Piece) -> bool {
        let of = |counts: BTreeMap<_, u32>| counts.get(&(cell, piece)).copied();
        of(counts(&self.seen)) > of(wanted_on_tiles(game))
    }

    /// Remembers the pieces that stand where the game has none though nothing is open: what opens later did
    /// not bring them. Those on tiles that tell nothing now may be told of later.
    pub fn note_odd(&mut self, game: &Game) {
        let wanted = wanted_on_tiles(game);
        for (key, seen) in counts(&self.seen) {
            let wanted = wanted.get(&key).copied().unwrap_or(0);
            let odd = self.odd.entry(key).or_default();
            let now = odd.len().max(seen.saturating_sub(wanted) as usize);
            let (since, seen) = (game.turn(), game.turn());
            odd.resize(now, Odd { since, seen });
        }
    }

    /// Remembers which of the pieces that should stand on each tile were seen there.
    pub fn note_arrivals(&mut self, game: &Game) {
        let (wanted, seen) = (wanted_on_tiles(game), counts(&self.seen));
        let came = &mut self.came;
        came.retain(|key, _| wanted.contains_key(key));
        for (key, most) in wanted {
            let now = seen.get(&key).copied().unwrap_or(0);
            let before = came.get(&key).copied().unwrap_or(0);
            came.insert(key, now.max(before).min(most));
        }
    }

    /// How many pieces are not where the game says, and a little for those that are askew. Tiles
    /// that tell nothing (`untold`) do not count, nor does it whether what goes home is gone, or has gone
    /// already.
    pub fn misfit(&self, game: &Game, geometry: &dyn TileGeometry, untold: &[Cell]) -> f32 {
        self.misfit_since(0, game, geometry, untold)
    }

    /// The same but for those that stood where the game has none before that turn began: by them nobody can
    /// tell what was chosen in it.
    pub fn misfit_since(
        &self,
        turn: u32,
        game: &Game,
        geometry: &dyn TileGeometry,
        untold: &[Cell],
    ) -> f32 {
        let told = |seen: &&Seen| !untold.contains(&seen.cell);
        let mut spare: Vec<&Seen> = self.seen.iter().filter(told).collect();
        let mut came = self.came.clone();
        let mut misfit = 0.0;
        let mut lacking = Vec::new();
        for wanted in wanted(game, geometry, untold) {
            let key = (wanted.cell, wanted.piece());
            let nearest = wanted.nearest(&spare);
            match nearest {
                Some((n, away)) => {
                    misfit += ASTRAY * away.min(1.0);
                    spare.swap_remove(n);
                }
                None if goes_home(game, wanted.token.place) => {}
                None => lacking.push(key),
            }
            if let Some(left) = came.get_mut(&key) {
                *left = left.saturating_sub(u32::from(nearest.is_some()));
            }
        }
        // A piece that was never seen on its tile may still be on its way there.
        for key in lacking {
            if let Some(left) = came.get_mut(&key).filter(|left| **left > 0) {
                *left -= 1;
                misfit += 1.0;
            }
        }
        let mut expected = self.leaving.1.clone();
        for (key, odd) in &self.odd {
            let before = odd.iter().filter(|odd| odd.since < turn);
            *expected.entry(*key).or_default() += before.count() as u32;
        }
        let is_unexpected = |seen: &&Seen| {
            let left = expected.get_mut(&(seen.cell, seen.piece));
            left.filter(|left| **left > 0)
                .map(|left| *left -= 1)
                .is_none()
        };
        misfit + spare.into_iter().filter(is_unexpected).count() as f32
    }

    /// Whether every piece that one game explains is explained by another, too. On tiles that tell nothing
    /// (`untold`) those are all that it has there.
    pub fn explained_still(&self, before: &Game, after: &Game, untold: &[Cell]) -> bool {
        let [before, after] = [before, after].map(wanted_on_tiles);
        let seen = counts(&self.seen);
        let of = |counts: &BTreeMap<_, u32>, key| counts.get(key).copied().unwrap_or(0);
        before.iter().all(|(key, &wanted)| {
            let most = if untold.contains(&key.0) {
                wanted
            } else {
                of(&seen, key)
            };
            of(&after, key) >= wanted.min(most)
        })
    }
}

/// How many pieces the game has on each tile.
fn wanted_on_tiles(game: &Game) -> BTreeMap<(Cell, Piece), u32> {
    let mut wanted = BTreeMap::new();
    for token in game.tokens() {
        if let Some(cell) = game.cell_of(token.place) {
            *wanted.entry((cell, (token.kind, token.color))).or_default() += 1;
        }
    }
    wanted
}

fn counts(seen: &[Seen]) -> BTreeMap<(Cell, Piece), u32> {
    let mut counts = BTreeMap::new();
    for piece in seen {
        *counts.entry((piece.cell, piece.piece)).or_default() += 1;
    }
    counts
}

/// The pieces that the game has on tiles that can be seen. Those whose place on the tile is known
/// choose first, those that go home last.
fn wanted(game: &Game, geometry: &dyn TileGeometry, untold: &[Cell]) -> Vec<Wanted> {
    let tokens = game.tokens().into_iter();
    let mut wanted: Vec<Wanted> = tokens
        .filter_map(|token| {
            let cell = game.cell_of(token.place)?;
            let at = place_on_tile(game, geometry, token.place);
            (!untold.contains(&cell)).then_some(Wanted { token, cell, at })
        })
        .collect();
    wanted.sort_by_key(|wanted| (goes_home(game, wanted.token.place), wanted.at.is_none()));
    wanted
}

/// Where on its tile a place is, if it is told by more than the tile.
pub fn place_on_tile(
    game: &Game,
    geometry: &dyn TileGeometry,
    place: GhostPlace,
) -> Option<[f32; 2]> {
    match place {
        GhostPlace::Beside { figure } => Some(expected_foot(game, geometry, game.figure(figure)?)),
        GhostPlace::Cemetery { cell } => {
            let laid = game.board().get(cell)?;
            let segment = laid.face.cemetery()?;
            Some(geometry.spot(&laid.face, laid.rotation, segment))
        }
        _ => None,
    }
}

/// Whether a piece stands beside a figure that goes home at the end of the turn: people take the
/// one with the other, at once or when they please.
fn goes_home(game: &Game, place: GhostPlace) -> bool {
    let GhostPlace::Beside { figure } = place else {
        return false;
    };
    let state = game.figure(figure).map(|figure| figure.state);
    matches!(state, Some(FigureState::TakenEarly | FigureState::DueHome))
}
