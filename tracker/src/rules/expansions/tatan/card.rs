//! A drawn card (rules dossier "Tatan", section 2): drawn, used, a tile relocated by it.

use std::sync::Arc;

use carcassonne::geometry::{Cell, Rotation};

use super::{Drawn, KEPT, chosen, held, is_card, moving};
use crate::event::{EventKind, TatanUse};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::game::Game;
use crate::rules::{JustLaid, RuleFault};

/// Section 2: the turn before is over, and the next player has a card to use.
pub(super) fn draw(game: &mut Game) -> Result<(), RuleFault> {
    let card = game.catalogue.faces().find(|face| is_card(face)).cloned();
    let card = card.ok_or(RuleFault::NotCalledFor)?;
    if game.copies_left(&card) == 0 {
        return Err(RuleFault::NoCopyLeft(card.id));
    }
    if game.pile_left() == 0 {
        return Err(RuleFault::NoTileToDraw);
    }
    if game.players.is_empty()
        || game.ending
        || game.board.is_empty()
        || game.board.starts_left().next().is_some()
    {
        return Err(RuleFault::NotCalledFor);
    }
    game.end_turn();
    let player = game.next_player().ok_or(RuleFault::NotCalledFor)?;
    game.forced_next = None;
    let turn = game.turn;
    let state = &mut game.states.tatan;
    if state.drawn.is_some() {
        // This card is the first of the two tiles.
        state.due = state.due.saturating_add(2);
    }
    state.due = state.due.saturating_sub(1);
    state.drawn = Some(Drawn { turn, moves: None });
    state.player = Some(player);
    *state.cards.entry(player).or_default() += 1;
    Ok(())
}

pub(super) fn use_card(game: &mut Game, how: TatanUse) -> Result<(), RuleFault> {
    let mut drawn = game.states.tatan.drawn.ok_or(RuleFault::NotCalledFor)?;
    match how {
        TatanUse::Relocate { from } => {
            moving::check(game, from)?;
            drawn.moves = Some(from);
            game.states.tatan.drawn = Some(drawn);
        }
        TatanUse::TwoTiles => {
            let left = u8::try_from(game.pile_left()).unwrap_or(u8::MAX);
            let state = &mut game.states.tatan;
            state.drawn = None;
            state.due = state.due.saturating_add(2).min(left);
            if left == 0 {
                game.wind_up();
            }
        }
    }
    Ok(())
}

/// Section 2, option 1: the tile is laid as if freshly drawn.
pub(super) fn relocate(
    game: &mut Game,
    from: Cell,
    to: Cell,
    rotation: Rotation,
) -> Result<(), RuleFault> {
    if game.states.tatan.drawn.is_none() {
        return Err(RuleFault::NotCalledFor);
    }
    let board = moving::moved(game, from, to, rotation)?;
    let state = &mut game.states.tatan;
    state.drawn = None;
    state.due = state.due.saturating_add(1);
    let player = state.player;
    game.begin_turn(to);
    game.board = Arc::new(board);
    let turn = game.turn;
    let tile = game.tiles.iter_mut().find(|tile| tile.cell == from);
    let tile = tile.expect("every tile of the board is listed");
    (tile.cell, tile.turn) = (to, turn);
    let event = tile.event;
    game.rejoin();
    game.tell_laid(JustLaid {
        event,
        cell: to,
        before: false,
    });
    if !game.setup.options.rulings.yes(&KEPT) {
        let state = &mut game.states.tatan;
        state.keep = None;
        if let Some(cards) = player.and_then(|player| state.cards.get_mut(&player)) {
            *cards = cards.saturating_sub(1);
            state.gone += 1;
        }
    }
    Ok(())
}

/// Section 2: move one of these tiles, or draw two.
pub(super) fn use_choice(game: &Game) -> Option<Choice> {
    let state = &game.states.tatan;
    let drawn = state
        .drawn
        .filter(|_| !game.over && chosen(game).is_none())?;
    let relocate = moving::movable(game)
        .into_iter()
        .map(|from| TatanUse::Relocate { from });
    let uses = std::iter::once(TatanUse::TwoTiles).chain(relocate);
    Some(Choice {
        id: ChoiceId(format!("tatan-use/{}/{}", drawn.turn, held(state))),
        kind: ChoiceKind::UseTatan,
        who: state.player,
        optional: false,
        options: uses
            .map(|how| ChoiceOption::of(EventKind::TatanUsed { how }))
            .collect(),
        source: "tatan 2",
    })
}

/// Section 2, option 1: every place where the tile may lie.
pub(super) fn where_choice(game: &Game) -> Option<Choice> {
    let state = &game.states.tatan;
    let drawn = state.drawn.filter(|_| !game.over)?;
    let from = chosen(game)?;
    let moved = |(to, rotation)| ChoiceOption::of(EventKind::TileMoved { from, to, rotation });
    Some(Choice {
        id: ChoiceId(format!("tatan-move/{}/{}", drawn.turn, held(state))),
        kind: ChoiceKind::RelocateTile,
        who: state.player,
        optional: false,
        options: moving::places(game, from).into_iter().map(moved).collect(),
        source: "tatan 2, option 1",
    })
}
