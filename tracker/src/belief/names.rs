//! Which loose piece is which, by what it looks like and by what may be in play.
//!
//! Ghosts are many, but there is one cat and one hound of each colour, and none of them on the
//! table before the rules bring it. Decides nothing about where a piece belongs.

use std::collections::BTreeSet;

use crate::piece::FigureKind;
use crate::rules::Game;
use crate::seen::SeenFigure;

use super::loose::{Piece, after, moves_nothing, options};

/// The pieces that stand on the board or may be put there now, if need be after points were
/// taken.
fn in_play(game: &Game) -> BTreeSet<Piece> {
    let mut pieces = BTreeSet::new();
    let mut games = vec![game.clone()];
    while let Some(game) = games.pop() {
        let tokens = game.tokens().into_iter();
        pieces.extend(tokens.map(|token| (token.kind, token.color)));
        for option in options(&game) {
            let Some(after) = after(&game, &option) else {
                continue;
            };
            if moves_nothing(&option) {
                games.push(after);
            } else {
                let tokens = after.tokens().into_iter();
                pieces.extend(tokens.map(|token| (token.kind, token.color)));
            }
        }
    }
    pieces
}

/// What each figure is. There is one cat and one hound of each colour, so the figure that looks
/// most like it is taken for it, and only while it is in play; all others are ghosts.
pub(super) fn names(game: &Game, figures: &[&SeenFigure]) -> Vec<Option<Piece>> {
    let alone = figures.iter().all(|figure| figure.candidates.len() == 1);
    let pieces = if alone {
        BTreeSet::new()
    } else {
        in_play(game)
    };
    ranked(&pieces, figures)
}

fn ranked(pieces: &BTreeSet<Piece>, figures: &[&SeenFigure]) -> Vec<Option<Piece>> {
    let ghost = (FigureKind::Ghost, None);
    let likely = |figure: &SeenFigure, piece: Piece| {
        let mut candidates = figure.candidates.iter();
        candidates
            .find(|c| (c.kind, c.color) == piece)
            .map(|c| c.log_likelihood)
    };
    let mut ranked = Vec::new();
    for (n, figure) in figures.iter().enumerate() {
        for &animal in pieces.iter().filter(|piece| **piece != ghost) {
            let by_ghost = likely(figure, ghost).unwrap_or(f32::NEG_INFINITY);
            let better = likely(figure, animal).map(|animal| animal - by_ghost);
            if let Some(better) = better.filter(|better| *better > 0.0) {
                ranked.push((better, n, animal));
            }
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut names: Vec<Option<Piece>> = vec![None; figures.len()];
    for (_, n, animal) in ranked {
        if names[n].is_none() && !names.contains(&Some(animal)) {
            names[n] = Some(animal);
        }
    }
    let unnamed = names
        .iter_mut()
        .zip(figures)
        .filter(|(name, _)| name.is_none());
    for (name, figure) in unnamed {
        *name = likely(figure, ghost).map(|_| ghost);
    }
    names
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Cell;
    use crate::piece::Pose;
    use crate::seen::FigureCandidate;
    use crate::setup::Setup;

    const RUFUS: Piece = (FigureKind::Hound, None);
    const GHOST: Piece = (FigureKind::Ghost, None);

    fn figure(candidates: &[(Piece, f32)]) -> SeenFigure {
        let candidate = |&((kind, color), log_likelihood): &(Piece, f32)| FigureCandidate {
            kind,
            color,
            pose: Pose::Standing,
            log_likelihood,
        };
        SeenFigure {
            cell: Cell::default(),
            foot: [0.0, 0.0],
            foot_px: [0.0, 0.0],
            candidates: candidates.iter().map(candidate).collect(),
        }
    }

    #[test]
    fn a_hound_that_is_not_in_play_is_a_ghost() {
        let text = "modules=mists; players=red,blue,green; level=3; confirmed=yes; first_hound=3";
        let setup: Setup = text.parse().expect("a set-up");
        let game = Game::new(Arc::new(setup));
        let brown = figure(&[(GHOST, 1.0), (RUFUS, 5.0)]);
        assert_eq!(names(&game, &[&brown]), [Some(GHOST)]);
    }

    #[test]
    fn of_two_that_look_like_the_hound_one_is() {
        let browner = figure(&[(GHOST, 1.0), (RUFUS, 5.0)]);
        let brown = figure(&[(GHOST, 1.0), (RUFUS, 3.0)]);
        let pale = figure(&[(GHOST, 4.0), (RUFUS, 1.0)]);
        let all = [&brown, &browner, &pale];
        let named = ranked(&BTreeSet::from([GHOST, RUFUS]), &all);
        assert_eq!(named, [Some(GHOST), Some(RUFUS), Some(GHOST)]);
    }
}
