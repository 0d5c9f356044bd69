//! Filling the circles of a new tile (rules dossier "Spell circles", A2; rulings BK9 and BK12).
//!
//! Which ghosts are sucked in is a choice only if there are more around than circles. What
//! nobody picked until the turn is scored is taken clockwise from the north-west.

use std::collections::BTreeMap;

use crate::event::EventKind;
use crate::event::ghost::GhostPlace;
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption, Expected};
use crate::rules::expansions::mists::put_ghosts;
use crate::rules::expansions::spell_circles::circles_to_fill;
use crate::rules::{Game, RuleFault};
use carcassonne::geometry::Cell;
use carcassonne::piece::FigureKind;

/// What a circle tile did to the ghosts around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Suction {
    /// The tile.
    pub cell: Cell,
    /// The turn it was laid in.
    pub turn: u32,
    /// Circles to fill.
    pub circles: u8,
    /// Ghosts to be moved from around it.
    pub moved: u8,
    /// Ghosts that come from the stock.
    pub stock: u8,
    /// Circles still without a ghost.
    empty: Vec<(GhostPlace, u8)>,
    /// Ghosts around it that may still be picked.
    around: Vec<(GhostPlace, u8)>,
    /// Ghosts that should be seen to leave and arrive without anybody's choice.
    seen: BTreeMap<Cell, i32>,
}

impl Suction {
    fn missing(&self) -> u8 {
        self.empty.iter().map(|(_, count)| count).sum()
    }

    /// The tiles that ghosts may still be picked from.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.around.iter().filter_map(|(place, _)| place.cell())
    }
}

/// The ghosts around a tile that are in no circle, clockwise from the north-west.
fn free_around(game: &Game, cell: Cell) -> Vec<(GhostPlace, u8)> {
    let board: Vec<(GhostPlace, u8)> = game.states.ghosts.board().collect();
    let free = |at: Cell| {
        let here = board.iter().filter(move |(place, _)| {
            place.cell() == Some(at) && !matches!(place, GhostPlace::Circle { .. })
        });
        here.copied().collect::<Vec<_>>()
    };
    cell.surrounding().into_iter().flat_map(free).collect()
}

/// A tile lies: its circles are filled as far as nobody has to choose.
pub(super) fn fill(game: &mut Game, cell: Cell) {
    let empty = circles_to_fill(game, cell);
    let around = free_around(game, cell);
    let circles: u8 = empty.iter().map(|(_, count)| count).sum();
    if circles == 0 || game.over {
        return;
    }
    let free = around
        .iter()
        .fold(0_u8, |sum, (_, count)| sum.saturating_add(*count));
    let moved = free.min(circles);
    let mut suction = Suction {
        cell,
        turn: game.turn,
        circles,
        moved,
        stock: circles - moved,
        empty,
        around,
        seen: BTreeMap::new(),
    };
    for _ in 0..suction.stock {
        if let Some(to) = next_empty(&mut suction, Filled::Stock) {
            put_ghosts(game, to, 1);
        }
    }
    game.states.eloise.suction = Some(suction);
    take_forced(game);
}

/// From where a circle is filled.
#[derive(Clone, Copy)]
enum Filled {
    /// The first circles are filled with ghosts from around.
    Around,
    /// The last ones are filled from the stock; ghosts are all alike.
    Stock,
}

/// Takes note that one more circle is filled, and which.
fn next_empty(suction: &mut Suction, filled: Filled) -> Option<GhostPlace> {
    suction.empty.retain(|(_, count)| *count > 0);
    let next = match filled {
        Filled::Around => suction.empty.first_mut(),
        Filled::Stock => suction.empty.last_mut(),
    };
    next.map(|(place, count)| {
        *count -= 1;
        *place
    })
}

/// Moves what there is no choice about: all of them if there are not more than circles, or if
/// all that are left stand in one place.
fn take_forced(game: &mut Game) {
    let Some(suction) = game.states.eloise.suction.clone() else {
        return;
    };
    let places = suction.around.iter().filter(|(_, count)| *count > 0);
    let free = places
        .clone()
        .fold(0_u8, |sum, (_, count)| sum.saturating_add(*count));
    if free <= suction.missing() || places.count() == 1 {
        take_first(game, Pick::Forced);
    }
    note(game);
}

/// What nobody picked, at the end of the turn.
pub(super) fn take_rest(game: &mut Game) {
    take_first(game, Pick::Left);
    note(game);
}

/// Why nobody picks the ghosts that fill circles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pick {
    /// There is no choice.
    Forced,
    /// Nobody did until the turn ended.
    Left,
}

/// Fills the circles from the places around in their order.
fn take_first(game: &mut Game, pick: Pick) {
    let Some(mut suction) = game.states.eloise.suction.take() else {
        return;
    };
    for number in 0..suction.around.len() {
        let (from, count) = suction.around[number];
        let count = count.min(suction.missing());
        for _ in 0..count {
            move_one(game, &mut suction, from);
        }
        suction.around[number].1 -= count;
        if let Some(cell) = from.cell().filter(|_| pick == Pick::Forced && count > 0) {
            *suction.seen.entry(cell).or_default() -= i32::from(count);
            *suction.seen.entry(suction.cell).or_default() += i32::from(count);
        }
    }
    game.states.eloise.suction = Some(suction);
}

fn move_one(game: &mut Game, suction: &mut Suction, from: GhostPlace) {
    if let Some(to) = next_empty(suction, Filled::Around) {
        // What stood there when the tile was laid still does: none is removed before.
        drop(game.states.ghosts.shift(from, to, 1));
    }
}

/// As long as ghosts are to be picked, none may be removed.
fn note(game: &mut Game) {
    let missing = game
        .states
        .eloise
        .suction
        .as_ref()
        .map_or(0, Suction::missing);
    game.states.ghosts.leave_unsettled(missing);
}

/// Somebody picks a ghost.
pub(super) fn take(
    game: &mut Game,
    from: GhostPlace,
    to: GhostPlace,
    count: u8,
) -> Result<(), RuleFault> {
    let Some(mut suction) = game.states.eloise.suction.clone() else {
        return Err(RuleFault::NotCalledFor);
    };
    let tile = to.cell() == Some(suction.cell) && count > 0 && count <= suction.missing();
    let there = suction
        .around
        .iter_mut()
        .find(|(place, left)| *place == from && *left >= count);
    let (true, Some(there)) = (tile, there) else {
        return Err(RuleFault::NotCalledFor);
    };
    there.1 -= count;
    for _ in 0..count {
        move_one(game, &mut suction, from);
    }
    game.states.eloise.suction = Some(suction);
    take_forced(game);
    Ok(())
}

/// Which ghost is picked next.
pub(super) fn choice(game: &Game) -> Option<Choice> {
    let suction = game.states.eloise.suction.as_ref()?;
    let to = suction.empty.iter().find(|(_, count)| *count > 0)?.0;
    let from = suction.around.iter().filter(|(_, count)| *count > 0);
    let options = from.map(|&(from, _)| EventKind::GhostsMoved { from, to, count: 1 });
    Some(Choice {
        id: ChoiceId(format!(
            "fill-circles/{}/{}",
            suction.turn,
            suction.missing()
        )),
        kind: ChoiceKind::FillCircles,
        who: None,
        optional: false,
        options: options.map(ChoiceOption::of).collect(),
        source: "bannkreise A2",
    })
}

/// Ghosts that move without anybody's choice.
pub(super) fn expects(game: &Game) -> Vec<Expected> {
    let suction = game.states.eloise.suction.as_ref();
    let seen = suction.filter(|_| game.open.is_some());
    let seen = seen.into_iter().flat_map(|suction| &suction.seen);
    let piece = FigureKind::Ghost;
    let color = None;
    seen.map(|(&cell, &change)| {
        let count = u8::try_from(change.unsigned_abs()).unwrap_or(u8::MAX);
        if change > 0 {
            Expected::Arrives {
                piece,
                color,
                cell,
                count,
            }
        } else {
            Expected::Leaves {
                piece,
                color,
                cell,
                count,
            }
        }
    })
    .collect()
}
