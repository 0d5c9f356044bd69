//! Mist and the ghosts that come and go with it (rules dossier "mists coop", sections 4 to 6).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{FINISHING_JOINS, UNFINISHED_ADDS, put_ghosts, take_ghosts};
use crate::board::Board;
use crate::board::mist::{Bank, BankId, Banks, MistRef, Seams};
use crate::event::ghost::GhostPlace;
use crate::rules::choice::Expected;
use crate::rules::expansions::spell_circles;
use crate::rules::{Game, RuleFault};
use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::FigureKind;

/// Why so many ghosts came with a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GhostsWhy {
    /// It shows no mist.
    #[default]
    NoMist,
    /// Its mist is new: all its symbols.
    New,
    /// Its mist joined some on the board: one less.
    Extended,
    /// It finished its bank: none.
    Finished,
}

/// The ghosts printed on the start tile stand there from the beginning (section 3). Tiles from
/// before watching bring none by themselves: see [`stood_before`].
pub(super) fn put_printed(game: &mut Game, cell: Cell) {
    let Some(laid) = game.board.get(cell) else {
        return;
    };
    if laid.face.start.is_none() {
        return;
    }
    let printed: Vec<u8> = laid.face.mists.iter().map(|mist| mist.ghosts).collect();
    for (part, count) in printed.into_iter().enumerate() {
        // They never stand in front of Eloise first, so they are not hers (spell circles, A1).
        let to = GhostPlace::Mist { cell, part };
        let put = game.states.ghosts.shift(GhostPlace::Supply, to, count);
        if put.is_ok() && count > 0 {
            *game.states.mists.report.arrive.entry(cell).or_default() += count;
        }
    }
}

/// Ghosts that stood on the board before watching began: they may be put anywhere before the
/// first turn. `None` if it is too late for that.
pub(super) fn stood_before(
    game: &mut Game,
    from: GhostPlace,
    to: GhostPlace,
    count: u8,
) -> Option<Result<(), RuleFault>> {
    if game.turn > 0 || from.is_on_board() {
        return None;
    }
    let face = to.cell().and_then(|cell| game.board.get(cell));
    let exists = face.is_some_and(|laid| match to {
        GhostPlace::Mist { part, .. } => part < laid.face.mists.len(),
        GhostPlace::Circle { part, .. } => {
            let circles = laid
                .face
                .mists
                .get(part)
                .map_or(0, |mist| mist.circles.len());
            usize::from(game.states.ghosts.at(to)) + usize::from(count) <= circles
        }
        GhostPlace::Cemetery { .. } => laid.face.cemetery().is_some(),
        _ => false,
    });
    if !exists {
        return Some(Err(RuleFault::NotCalledFor));
    }
    Some(game.states.ghosts.shift(from, to, count))
}

/// Step 1b: the ghosts of every bank that the tile finished go home, those in its circles too.
pub(super) fn finish_banks(game: &mut Game, cell: Cell) {
    let banks = Banks::of(&game.board);
    let own = game.board.get(cell).map_or(0, |laid| laid.face.mists.len());
    let own = (0..own).filter_map(|mist| banks.at(cell, mist));
    let own: BTreeMap<BankId, Bank> = own.map(|bank| (bank.id, bank.clone())).collect();
    for bank in own.into_values().filter(Bank::finished) {
        let mut count = 0;
        for &MistRef { cell, mist: part } in &bank.parts {
            count += take_ghosts(game, GhostPlace::Mist { cell, part });
            count += take_ghosts(game, GhostPlace::Circle { cell, part });
        }
        let finished = &mut game.states.mists.report.finished;
        finished.0 += count;
        finished.1.extend(bank.cells());
    }
}

fn holds_ghosts(game: &Game, bank: &Bank) -> bool {
    bank.parts.iter().any(|&MistRef { cell, mist: part }| {
        let at = |place| game.states.ghosts.at(place);
        at(GhostPlace::Mist { cell, part }) + at(GhostPlace::Circle { cell, part }) > 0
    })
}

/// The tiles of banks with ghosts that could still be finished without the tile on `cell`, and
/// with it never.
pub(super) fn spoiled_by(game: &Game, board: &Board, cell: Cell) -> BTreeSet<Cell> {
    let (banks, before) = (Banks::of(board), Banks::of(&board.without(cell)));
    let was_spoiled = |bank: &Bank| {
        let parts = bank.parts.iter();
        let mut parts = parts.filter_map(|part| before.at(part.cell, part.mist));
        parts.any(|bank| bank.spoiled)
    };
    let mut cells = BTreeSet::new();
    let seams = Seams::of(board, cell);
    for seam in seams.destroyed() {
        let own = seam.own.and_then(|mist| banks.at(cell, mist));
        let theirs = seam.theirs.and_then(|mist| banks.at(seam.neighbour, mist));
        let banks = own.into_iter().chain(theirs);
        let newly = banks.filter(|bank| holds_ghosts(game, bank) && !was_spoiled(bank));
        cells.extend(newly.flat_map(Bank::cells));
    }
    cells
}

/// Step 2a (section 6; rulings M4, M19 and BK8): symbols of unfinished mist, one less if a side of
/// the tile joined.
pub(super) fn add_ghosts(game: &mut Game, cell: Cell) {
    let Some(laid) = game.board.get(cell) else {
        return;
    };
    let face = laid.face.clone();
    if !face.shows_mist() {
        return;
    }
    let banks = Banks::of(&game.board);
    let seams = Seams::of(&game.board, cell);
    let unfinished = |part: usize| banks.at(cell, part).is_some_and(|bank| !bank.finished());
    let parts = 0..face.mists.len();
    let silent = parts.clone().any(|part| !unfinished(part))
        && !game.setup.options.rulings.yes(&UNFINISHED_ADDS);
    let mut symbols: Vec<(usize, u8)> = parts
        .filter(|&part| unfinished(part) && !silent)
        .map(|part| (part, spell_circles::symbols(game, &face, part)))
        .collect();
    let by_tile = game.setup.options.rulings.yes(&FINISHING_JOINS);
    let joined = seams
        .joined()
        .any(|seam| by_tile || seam.own.is_some_and(unfinished));
    if joined {
        // Which mist of the tile gets one less makes no difference for the number: one that
        // joined, if it has any.
        let less = symbols
            .iter()
            .position(|&(part, n)| n > 0 && seams.joins(part));
        let less = less.or_else(|| symbols.iter().position(|&(_, n)| n > 0));
        if let Some(less) = less {
            symbols[less].1 -= 1;
        }
    }
    let report = &mut game.states.mists.report;
    report.why = match (symbols.is_empty(), joined) {
        (true, _) => GhostsWhy::Finished,
        (false, true) => GhostsWhy::Extended,
        (false, false) => GhostsWhy::New,
    };
    report.came = symbols.iter().map(|&(_, count)| count).sum();
    for (part, count) in symbols {
        put_ghosts(game, GhostPlace::Mist { cell, part }, count);
    }
    game.states.mists.report.left = game.states.ghosts.in_stock();
}

/// The place on the mist of a tile for a ghost that comes there for another reason than its
/// symbols: on mist that can still be finished, if there is any.
pub(super) fn place_on(game: &Game, banks: &Banks, cell: Cell) -> Option<GhostPlace> {
    let laid = game.board.get(cell)?;
    let parts = 0..laid.face.mists.len();
    let open = |&part: &usize| {
        banks
            .at(cell, part)
            .is_some_and(|bank| bank.open && !bank.spoiled)
    };
    let part = parts.clone().find(open).or_else(|| parts.clone().next())?;
    Some(GhostPlace::Mist { cell, part })
}

/// The tiles of banks with ghosts that could never be finished any more with this tile there
/// (section 11, number 10).
pub fn would_spoil(game: &Game, cell: Cell, face: &Face, rotation: Rotation) -> Vec<Cell> {
    let mut board = Board::clone(&game.board);
    let face = std::sync::Arc::new(face.clone());
    if board.lay(cell, &face, rotation).is_err() {
        return Vec::new();
    }
    let spoiled = spoiled_by(game, &board, cell);
    spoiled.into_iter().filter(|&at| at != cell).collect()
}

/// Ghosts that should be seen to come and go in the open turn.
pub(super) fn expects(game: &Game) -> Vec<Expected> {
    let report = &game.states.mists.report;
    if report.turn != game.turn || (game.turn > 0 && game.open.is_none()) {
        return Vec::new();
    }
    let piece = FigureKind::Ghost;
    let color = None;
    let arrive = report
        .arrive
        .iter()
        .map(|(&cell, &count)| Expected::Arrives {
            piece,
            color,
            cell,
            count,
        });
    let leave = report.leave.iter().map(|(&cell, &count)| Expected::Leaves {
        piece,
        color,
        cell,
        count,
    });
    arrive.chain(leave).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::event::{EventId, EventKind};
    use crate::setup::Setup;

    /// Section 11, number 10.
    #[test]
    fn a_placement_is_known_to_spoil_before_it_is_made() {
        let setup: Setup = "modules=mists; players=red,blue,green".parse().unwrap();
        let mut game = Game::new(Arc::new(setup));
        let faces = game.catalogue().clone();
        for (number, name) in (1..).zip(["S-NW", "S-NE", "S-SW", "S-SE"]) {
            let face = faces.find(name).unwrap();
            let kind = EventKind::TileLaid {
                cell: face.start.unwrap(),
                face: face.id,
                rotation: Rotation::R0,
                garden: None,
                before: number > 1,
            };
            game.apply(EventId(number), &kind).unwrap();
        }
        let west = Cell::new(-1, 0);
        let spoils = |name, rotation| would_spoil(&game, west, faces.find(name).unwrap(), rotation);
        // Clear against the start tile's mist, mist against it, and no place for it at all.
        assert_eq!(spoils("M01", Rotation::R180).len(), 3);
        assert!(spoils("M42", Rotation::R0).is_empty());
        assert!(spoils("M03", Rotation::R0).is_empty());
    }
}
