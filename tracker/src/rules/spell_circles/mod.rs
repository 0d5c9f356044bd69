//! The spell circles (rules dossier "Spell circles"): two ways to play, one file each, and here
//! what they share: which circles of a tile are to be filled, and which ghosts around it are
//! free to be moved there.

mod competitive;
mod cooperative;

pub use competitive::{CircleTile, Competitive, CompetitiveCirclesView};
pub(super) use cooperative::Eloise;
pub use cooperative::{Cooperative, EloisePlace, EloiseReminder, EloiseView, HostView};

use crate::board::mist::Banks;
use crate::log::ghost::GhostPlace;
use crate::rules::Game;
use crate::rules::ruling::Ruling;
use carcassonne::geometry::Cell;

/// Its table options, of both ways to play.
pub const RULINGS: &[&Ruling] = &[
    &cooperative::NEXT_MEEPLE,
    &cooperative::SCORES_FORGONE,
    &cooperative::TIMES_COLORS,
    &competitive::FILL_DESTROYED,
    &competitive::DESTROY_ON_TOP,
    &competitive::DESTROY_FIRST,
    &competitive::EXTEND_FIRST,
    &competitive::FINISHED_EMPTY,
];

/// The circles of the tile on `cell` whose bank is unfinished, by mist segment, with how many
/// circles it has (section A2; ruling BK15).
fn circles_to_fill(game: &Game, cell: Cell) -> Vec<(GhostPlace, u8)> {
    let Some(laid) = game.board().get(cell) else {
        return Vec::new();
    };
    let banks = Banks::of(game.board());
    let unfinished = |part: usize| banks.at(cell, part).is_some_and(|bank| !bank.finished());
    let mists = laid.face.mists.iter().enumerate();
    mists
        .filter(|&(part, mist)| !mist.circles.is_empty() && unfinished(part))
        .map(|(part, mist)| {
            let circles = u8::try_from(mist.circles.len()).unwrap_or(u8::MAX);
            (GhostPlace::Circle { cell, part }, circles)
        })
        .collect()
}

/// Ghosts in circles on the whole board.
fn in_circles(game: &Game) -> u8 {
    let board = game.ghosts().board();
    let circles = board.filter(|(place, _)| matches!(place, GhostPlace::Circle { .. }));
    circles.map(|(_, count)| count).sum()
}
