//! Which loose piece is which, by what it looks like and by what may be in play.
//!
//! Ghosts are many, but there is one cat and one hound of each colour, and none of them on the
//! table before the rules bring it. Decides nothing about where a piece belongs.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Game, OpenTurn};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{FigureCandidate, SeenFigure};

use super::loose::{GHOST, Piece, is_loose};
use super::options::{after, moves_nothing, options};
use carcassonne::tie::Tie;

/// By how much an animal must explain a figure better than a ghost does, log-likelihood: there are
/// many ghosts, some of them in the shade.
const RARE: f32 = 1.0;
/// By how much a figure is likelier what the game has on its tile: animals are moved once in many
/// turns, and in the shade one looks like another, or a ghost like either.
const STAYS: f32 = 5.0;
/// By how much a figure is less likely one of a player's where more of that colour are seen on its tile
/// than the rules let stand there, log-likelihood: the cat beside a black meeple on the drawn table looks
/// like a second one by 2.2.
const ONE_TOO_MANY: f32 = 3.0;
/// By how much a ghost is less likely that would be one more than the game has on its tile, where an animal may
/// come, log-likelihood: no rule brings it. On the drawn table Eloise was once less like herself than like a ghost
/// by 0.5, and ghosts less like a hound by 3.3 and more, with [`RARE`].
const NOT_BROUGHT: f32 = 2.0;
/// What is like an animal where the rules let it stand comes before all that is like it elsewhere: a
/// ghost's shadow on a dark print was the cat by 8 on the drawn table, and the cat itself by 2.
const WHERE_IT_MAY: f32 = 100.0;

/// Pieces and the tiles on which each may stand.
type InPlay = BTreeMap<Piece, BTreeSet<Cell>>;

/// The pieces that stand on the board or may be put there now, if need be after points were
/// taken.
fn in_play(game: &Game) -> InPlay {
    let mut games = vec![game.clone()];
    for option in options(game) {
        let Some(then) = after(game, &option) else {
            continue;
        };
        if moves_nothing(&option) {
            let next = options(&then);
            games.extend(next.iter().filter_map(|next| after(&then, next)));
        }
        games.push(then);
    }
    let mut pieces = InPlay::new();
    for game in &games {
        for token in game.tokens() {
            let cells = pieces.entry((token.kind, token.color)).or_default();
            cells.extend(game.cell_of(token.place));
        }
    }
    pieces
}

/// Parts the figures into the loose pieces, named, and the others, which keep what else they may
/// be. There is one cat and one hound of each colour, so the figure that looks most like it is
/// taken for it, and only while it is in play.
pub fn parted(
    game: &Game,
    tie: Option<Tie>,
    figures: &[SeenFigure],
) -> (Vec<(SeenFigure, Piece)>, Vec<SeenFigure>) {
    let is_animal = |c: &FigureCandidate| is_loose(c.kind) && c.kind != FigureKind::Ghost;
    let animals = figures.iter().any(|f| f.candidates.iter().any(is_animal));
    let pieces = if animals {
        in_play(game)
    } else {
        InPlay::new()
    };
    let mut loose = Vec::new();
    let mut others = Vec::new();
    let settled = tie.map(|tie| Settled::of(game, tie, figures));
    let stays =
        |piece: Piece, figure: &SeenFigure| settled.as_ref().is_some_and(|s| s.has(piece, figure));
    let is_too_many = |figure: &SeenFigure| {
        let settled = settled.as_ref();
        settled.is_some_and(|settled| settled.has_too_many_like(figure))
    };
    let may_stand = |piece: Piece, figure: &SeenFigure| {
        let cell = tie.map(|tie| tie.cell(figure.cell));
        cell.is_some_and(|cell| pieces[&piece].contains(&cell))
    };
    let animals = pieces.keys().copied().filter(|piece| *piece != GHOST);
    let animals: Vec<Piece> = animals.collect();
    let names = ranked(&animals, figures, stays, is_too_many, may_stand);
    for (figure, name) in figures.iter().zip(names) {
        let mut figure = figure.clone();
        match name {
            Some(piece) => loose.push((figure, piece)),
            None => {
                figure.candidates.retain(|c| !is_loose(c.kind));
                others.extend((!figure.candidates.is_empty()).then_some(figure));
            }
        }
    }
    (loose, others)
}

/// What the game has where figures are seen.
struct Settled {
    tie: Tie,
    tokens: BTreeMap<(Cell, Piece), usize>,
    /// How many figures may be ghosts or animals, by the tile.
    seen: BTreeMap<Cell, usize>,
    /// How many more figures are seen of a colour on a tile than the game has or takes there.
    spare: BTreeMap<(Cell, Color), isize>,
}

impl Settled {
    fn of(game: &Game, tie: Tie, figures: &[SeenFigure]) -> Self {
        let mut tokens = BTreeMap::new();
        for token in game.tokens() {
            if let Some(cell) = game.cell_of(token.place) {
                *tokens.entry((cell, (token.kind, token.color))).or_default() += 1;
            }
        }
        let mut seen = BTreeMap::new();
        for figure in figures.iter().filter(|f| likely(f, GHOST).is_finite()) {
            *seen.entry(tie.cell(figure.cell)).or_default() += 1;
        }
        let mut spare: BTreeMap<(Cell, Color), isize> = BTreeMap::new();
        for figure in figures {
            let cell = tie.cell(figure.cell);
            if let Some(color) = worn(figure).filter(|_| game.board().holds(cell)) {
                *spare.entry((cell, color)).or_default() += 1;
            }
        }
        let open = game.open_turn().into_iter().flat_map(OpenTurn::cells);
        let open: Vec<Cell> = open.collect();
        for (&(cell, color), spare) in &mut spare {
            let stand = game.figures();
            let stand = stand.filter(|f| f.at.cell == cell && f.color == Some(color));
            *spare -= stand.count() as isize + isize::from(open.contains(&cell));
        }
        Self {
            tie,
            tokens,
            seen,
            spare,
        }
    }

    /// Whether more figures of its colour are seen on its tile than can stand there.
    fn has_too_many_like(&self, figure: &SeenFigure) -> bool {
        let cell = self.tie.cell(figure.cell);
        let spare = worn(figure).and_then(|color| self.spare.get(&(cell, color)));
        spare.is_some_and(|spare| *spare > 0)
    }

    /// Whether the figure needs to be nothing but this piece, which stands on its tile: an animal,
    /// or one of as many ghosts as there are figures.
    fn has(&self, piece: Piece, figure: &SeenFigure) -> bool {
        let cell = self.tie.cell(figure.cell);
        let stand = self.tokens.get(&(cell, piece)).copied().unwrap_or(0);
        let seen = self.seen.get(&cell).copied().unwrap_or(0);
        stand >= if piece == GHOST { seen.max(1) } else { 1 }
    }
}

/// The colour of the player's figure that a figure looks most like, if it looks like any.
fn worn(figure: &SeenFigure) -> Option<Color> {
    let players = figure.candidates.iter().filter(|c| !is_loose(c.kind));
    let best = players.max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood));
    best.and_then(|candidate| candidate.color)
}

/// Which loose piece each figure is, if any; `stays` tells whether the piece stands on the
/// figure's tile already and nothing new has come there, `is_too_many` whether more like the figure
/// are seen there than can stand there, `may_stand` whether the rules let an animal stand there.
fn ranked(
    animals: &[Piece],
    figures: &[SeenFigure],
    stays: impl Fn(Piece, &SeenFigure) -> bool,
    is_too_many: impl Fn(&SeenFigure) -> bool,
    may_stand: impl Fn(Piece, &SeenFigure) -> bool,
) -> Vec<Option<Piece>> {
    // How much better than what else it may be each animal explains each figure.
    let better: Vec<Vec<f32>> = animals
        .iter()
        .map(|&animal| {
            let better = |figure: &SeenFigure| {
                let prior = |piece| match (stays(piece, figure), piece) {
                    (true, _) => STAYS,
                    (false, GHOST) if may_stand(animal, figure) => -NOT_BROUGHT,
                    (false, _) => 0.0,
                };
                let less = if is_too_many(figure) {
                    ONE_TOO_MANY
                } else {
                    0.0
                };
                let without = likely_without(figure, prior(GHOST), less);
                let better = likely(figure, animal) + prior(animal) - without;
                if better > 0.0 && may_stand(animal, figure) {
                    better + WHERE_IT_MAY
                } else {
                    better
                }
            };
            figures.iter().map(better).collect()
        })
        .collect();
    let mut names: Vec<Option<Piece>> = vec![None; figures.len()];
    for (&animal, n) in animals.iter().zip(assigned(&better, &mut Vec::new()).1) {
        if let Some(n) = n {
            names[n] = Some(animal);
        }
    }
    for (name, figure) in names.iter_mut().zip(figures) {
        let is_ghost = likely(figure, GHOST) > f32::NEG_INFINITY;
        *name = name.or(is_ghost.then_some(GHOST));
    }
    names
}

/// Log-likelihood of what a figure most looks like besides an animal, given what speaks for a
/// ghost and against a player's beforehand.
fn likely_without(figure: &SeenFigure, ghost: f32, less: f32) -> f32 {
    let without = figure.candidates.iter().filter_map(|c| match c.kind {
        FigureKind::Ghost => Some(c.log_likelihood + RARE + ghost),
        kind => (!is_loose(kind)).then_some(c.log_likelihood - less),
    });
    without.fold(f32::NEG_INFINITY, f32::max)
}

/// Log-likelihood that a figure is a piece; none of those that it may be is minus infinity.
fn likely(figure: &SeenFigure, piece: Piece) -> f32 {
    let mut candidates = figure.candidates.iter();
    let candidate = candidates.find(|c| (c.kind, c.color) == piece);
    candidate.map_or(f32::NEG_INFINITY, |c| c.log_likelihood)
}

/// Which figure each animal is, if any, so that all of them together fit best: how well they fit.
fn assigned(better: &[Vec<f32>], taken: &mut Vec<Option<usize>>) -> (f32, Vec<Option<usize>>) {
    let Some(animal) = better.get(taken.len()) else {
        return (0.0, taken.clone());
    };
    taken.push(None);
    let mut best = assigned(better, taken);
    taken.pop();
    for (n, &gain) in animal.iter().enumerate() {
        if gain > 0.0 && !taken.contains(&Some(n)) {
            taken.push(Some(n));
            let (rest, all) = assigned(better, taken);
            if rest + gain > best.0 {
                best = (rest + gain, all);
            }
            taken.pop();
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::event::{By, EventKind};
    use crate::log::Log;
    use crate::setup::Setup;
    use carcassonne::geometry::Rotation;
    use carcassonne::piece::Pose;

    const RUFUS: Piece = (FigureKind::Hound, None);

    fn figure(candidates: &[(Piece, f32)]) -> SeenFigure {
        let candidate = |&((kind, color), log_likelihood): &(Piece, f32)| FigureCandidate {
            kind,
            color,
            pose: Pose::Standing,
            log_likelihood,
            foot: None,
        };
        SeenFigure {
            cell: Cell::default(),
            foot: [0.0, 0.0],
            foot_px: [0.0, 0.0],
            candidates: candidates.iter().map(candidate).collect(),
        }
    }

    fn nowhere(_: Piece, _: &SeenFigure) -> bool {
        false
    }

    fn enough(_: &SeenFigure) -> bool {
        false
    }

    #[test]
    fn the_cat_stays_the_cat_when_a_hound_comes() {
        let (cat, hound) = (
            (FigureKind::Cat, None),
            (FigureKind::Hound, Some(Color::Black)),
        );
        let mut lit = figure(&[(GHOST, 17.0), (cat, 22.0), (hound, 25.0)]);
        lit.cell = Cell::new(1, 0);
        let come = figure(&[(GHOST, 19.0), (cat, 12.0), (hound, 20.5)]);
        let animals = [cat, hound];
        let pair = [lit, come];
        let stands = |piece, seen: &SeenFigure| piece == cat && seen.cell == Cell::new(1, 0);
        assert_eq!(
            ranked(&animals, &pair, stands, enough, nowhere),
            [Some(cat), Some(hound)]
        );
        assert_eq!(
            ranked(&animals, &pair, nowhere, enough, nowhere),
            [Some(hound), Some(GHOST)]
        );
    }

    #[test]
    fn a_dark_ghost_stays_a_ghost_when_a_hound_comes() {
        let mut dark = figure(&[(GHOST, 22.0), (RUFUS, 25.5)]);
        dark.cell = Cell::new(2, 3);
        let come = figure(&[(GHOST, 22.0), (RUFUS, 24.0)]);
        let animals = [RUFUS];
        let pair = [dark, come];
        let stands = |piece, seen: &SeenFigure| piece == GHOST && seen.cell == Cell::new(2, 3);
        assert_eq!(
            ranked(&animals, &pair, stands, enough, nowhere),
            [Some(GHOST), Some(RUFUS)]
        );
    }

    /// The cat as she was read on the drawn table, with the ghost that the game has on her tile.
    #[test]
    fn a_ghost_that_no_rule_brings_is_the_cat_if_she_may_come() {
        let cat = (FigureKind::Cat, None);
        let stands = figure(&[(GHOST, 21.8), (cat, 5.0)]);
        let come = figure(&[(GHOST, 14.9), (cat, 15.5)]);
        let pair = [stands, come];
        let named = |may| ranked(&[cat], &pair, nowhere, enough, |_, _| may);
        assert_eq!(named(false), [Some(GHOST), Some(GHOST)]);
        assert_eq!(named(true), [Some(GHOST), Some(cat)]);
    }

    #[test]
    fn a_hound_that_is_not_in_play_is_a_ghost() {
        let text = "modules=mists; players=red,blue,green; level=3; confirmed=yes; first_hound=3";
        let setup: Setup = text.parse().expect("a set-up");
        let game = Game::new(Arc::new(setup));
        let brown = figure(&[(GHOST, 1.0), (RUFUS, 5.0)]);
        let (loose, others) = parted(&game, None, std::slice::from_ref(&brown));
        assert_eq!(loose, [(brown, GHOST)]);
        assert_eq!(others, []);
    }

    #[test]
    fn cat_and_hound_are_told_apart_by_each_other() {
        let (cat, hound) = (
            (FigureKind::Cat, None),
            (FigureKind::Hound, Some(Color::Black)),
        );
        // Both lie in the shade, so that both look like the cat, one less so.
        let dark = figure(&[(GHOST, 0.0), (cat, 9.0), (hound, 7.0)]);
        let darkest = figure(&[(GHOST, 0.0), (cat, 8.0), (hound, 2.0)]);
        let named = ranked(&[cat, hound], &[dark, darkest], nowhere, enough, nowhere);
        assert_eq!(named, [Some(hound), Some(cat)]);
    }

    #[test]
    fn the_cat_beside_a_black_meeple_is_the_one_that_looks_more_like_it() {
        let (cat, black) = (
            (FigureKind::Cat, None),
            (FigureKind::Meeple, Some(Color::Black)),
        );
        let darker = figure(&[(black, 40.0), (cat, 42.0)]);
        let greyer = figure(&[(black, 30.0), (cat, 42.0)]);
        let pair = [darker, greyer];
        let named = ranked(&[cat], &pair, nowhere, enough, nowhere);
        assert_eq!(named, [None, Some(cat)]);
        // Before there is a cat, both are meeples, and nothing else.
        let text = "modules=mists,spell_circles; players=red,black,green; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let (loose, others) = parted(&Game::new(Arc::new(setup)), None, &pair);
        assert_eq!(loose, []);
        let left: Vec<_> = others.iter().map(|f| f.candidates.len()).collect();
        assert_eq!(left, [1, 1]);
    }

    /// A tile that is not the newest takes no meeple, so that what looks a little more like one than like
    /// the cat is the cat. Of a place where no tile is known nothing can be said.
    #[test]
    fn what_looks_like_one_meeple_too_many_on_an_older_tile_is_the_cat() {
        let (cat, black) = (
            (FigureKind::Cat, None),
            (FigureKind::Meeple, Some(Color::Black)),
        );
        let text = "modules=mists,spell_circles; players=red,black,green; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let mut log = Log::new(Arc::new(setup));
        for (n, face) in log.game().catalogue().clone().start().enumerate() {
            let laid = EventKind::TileLaid {
                cell: face.start.expect("a start tile"),
                face: face.id,
                rotation: Rotation::R0,
                garden: None,
                before: n > 0,
            };
            log.append(0, By::Person, laid).expect("starts");
        }
        let mut figures = [
            figure(&[(black, 56.0)]),
            figure(&[(black, 50.0), (cat, 48.0)]),
        ];
        let tie = Tie {
            lattice: 1,
            origin: Cell::default(),
            turn: Rotation::R0,
        };
        let animals = [cat];
        let named = |figures: &[SeenFigure]| {
            let settled = Settled::of(log.game(), tie, figures);
            let is_too_many = |figure: &SeenFigure| settled.has_too_many_like(figure);
            ranked(&animals, figures, nowhere, is_too_many, nowhere)
        };
        assert_eq!(named(&figures), [None, Some(cat)]);
        for figure in &mut figures {
            figure.cell = Cell::new(5, 5);
        }
        assert_eq!(named(&figures), [None, None]);
    }

    /// The cat stands beside a meeple, so that it is not where none stands.
    #[test]
    fn the_cat_is_where_the_rules_let_it_stand() {
        let (cat, black) = (
            (FigureKind::Cat, None),
            (FigureKind::Meeple, Some(Color::Black)),
        );
        let shadow = figure(&[(black, 39.6), (cat, 51.3)]);
        let mut beside = figure(&[(black, 46.5), (cat, 48.3)]);
        beside.cell = Cell::new(1, 0);
        let pair = [shadow, beside];
        let may_stand = |_, figure: &SeenFigure| figure.cell == Cell::new(1, 0);
        let named = |pair: &[SeenFigure]| ranked(&[cat], pair, nowhere, enough, may_stand);
        assert_eq!(named(&pair), [None, Some(cat)]);
        // A game may lag behind the table: the cat is elsewhere if it is nowhere else.
        assert_eq!(named(&pair[..1]), [Some(cat)]);
    }

    #[test]
    fn of_two_that_look_like_the_hound_one_is() {
        let browner = figure(&[(GHOST, 1.0), (RUFUS, 5.0)]);
        let brown = figure(&[(GHOST, 1.0), (RUFUS, 3.0)]);
        let shaded = figure(&[(GHOST, 4.0), (RUFUS, 4.5)]);
        let pale = figure(&[(GHOST, 4.0), (RUFUS, 1.0)]);
        let all = [brown, browner, pale];
        assert_eq!(
            ranked(&[RUFUS], &[shaded], nowhere, enough, nowhere),
            [Some(GHOST)]
        );
        let named = ranked(&[RUFUS], &all, nowhere, enough, nowhere);
        assert_eq!(named, [Some(GHOST), Some(RUFUS), Some(GHOST)]);
    }
}
