//! The spell circles (rules dossier "Spell circles"): two ways to play, one file each, and here
//! what they share: which circles of a tile are to be filled, and which ghosts around it are
//! free to be moved there.

mod competitive;
mod cooperative;

pub use competitive::{CircleTile, Competitive, CompetitiveCirclesView};
pub(in crate::rules) use cooperative::Eloise;
pub use cooperative::{Cooperative, EloisePlace, EloiseReminder, EloiseView, HostView};

use crate::board::mist::{Bank, Banks};
use crate::event::EventId;
use crate::event::ghost::GhostPlace;
use crate::rules::Game;
use crate::rules::ruling::Ruling;
use carcassonne::catalogue::Face;
use carcassonne::geometry::Cell;

/// BK8: ghost symbols printed on a circle tile bring their ghosts besides the circles.
const SYMBOLS_TOO: Ruling = Ruling::yes("BK8", "symbols_on_circle_tiles_count");
/// BK16: where a tile finishes one of its mists, the circles in the other one stay empty, too.
const ALL_STAY_EMPTY: Ruling = Ruling::yes("BK16", "finishing_tile_leaves_all_circles_empty");

/// Its table options, of both ways to play.
pub const RULINGS: &[&Ruling] = &[
    &cooperative::NEXT_MEEPLE,
    &cooperative::SCORES_FORGONE,
    &cooperative::TIMES_COLORS,
    &SYMBOLS_TOO,
    &cooperative::HOST_BURIED,
    &cooperative::WAITS_FOR_EMPTY,
    &ALL_STAY_EMPTY,
    &competitive::FILL_DESTROYED,
    &competitive::DESTROY_ON_TOP,
    &competitive::DESTROY_FIRST,
    &competitive::FINISHING_EXTENDS,
    &competitive::EXTEND_FIRST,
    &competitive::FINISHED_EMPTY,
];

/// The circles of the tile on `cell` whose bank is unfinished, by mist segment, with how many
/// circles it has (section A2; ruling BK16).
fn circles_to_fill(game: &Game, cell: Cell) -> Vec<(GhostPlace, u8)> {
    let Some(laid) = game.board().get(cell) else {
        return Vec::new();
    };
    let banks = Banks::of(game.board());
    if all_stay_empty(game, &banks, cell) {
        return Vec::new();
    }
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

/// Whether the tile finishes one of its mists, and so fills none of its circles (ruling BK16).
fn all_stay_empty(game: &Game, banks: &Banks, cell: Cell) -> bool {
    let mists = game
        .board()
        .get(cell)
        .map_or(0, |laid| laid.face.mists.len());
    let mut own = (0..mists).filter_map(|part| banks.at(cell, part));
    game.setup().options.rulings.yes(&ALL_STAY_EMPTY) && own.any(Bank::finished)
}

/// Symbols of a tile's mist that bring ghosts in the cooperative game (ruling BK8).
pub(in crate::rules) fn symbols(game: &Game, face: &Face, part: usize) -> u8 {
    let silent = face.circles() > 0 && !game.setup().options.rulings.yes(&SYMBOLS_TOO);
    if silent { 0 } else { face.mists[part].ghosts }
}

/// Whether a meeple is kept from the grave because Eloise is with it (ruling BK10).
pub(in crate::rules) fn is_spared(game: &Game, figure: EventId) -> bool {
    let buried = game.setup().options.rulings.yes(&cooperative::HOST_BURIED);
    !buried && cooperative::host(game) == Some(figure)
}

/// Ghosts in circles on the whole board.
fn in_circles(game: &Game) -> u8 {
    let board = game.ghosts().board();
    let circles = board.filter(|(place, _)| matches!(place, GhostPlace::Circle { .. }));
    circles.map(|(_, count)| count).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use carcassonne::catalogue::Catalogue;

    /// BK8: no known circle tile shows ghost symbols; one that is taught may.
    #[test]
    fn symbols_on_circle_tiles_count_unless_the_table_says_no() {
        let faces = Catalogue::from_toml(&[r#"
            set = "circles"
            [[face]]
            id = "BKx"
            copies = 1
            edges = "FFFF"
            mist = [{ sides = "N", ghosts = 2, circles = [[0, -0.3]] }]
            segments = [{ kind = "field", rim = "E* S* W*" }]
        "#])
        .unwrap();
        let face = faces.find("BKx").unwrap();
        for (options, symbols) in [("", 2), ("; BK8=no", 0)] {
            let setup = format!("modules=mists,spell_circles; players=red,blue,green{options}");
            let game = Game::new(Arc::new(setup.parse().unwrap()));
            assert_eq!(super::symbols(&game, face, 0), symbols, "{options}");
        }
    }
}
