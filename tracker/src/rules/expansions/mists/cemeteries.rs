//! Cemeteries: what closes them, who is buried, which ghosts they attract (rules dossier
//! "mists coop", section 7 and the last part of section 6).

use std::sync::Arc;

use super::fog::place_on;
use super::{
    CORNER, HAUNTS_ITSELF, HOST_BURIED, active_pile, hounds, is_scored_now, level_of, put_ghosts,
    standing, take_ghosts,
};
use crate::board::features::SegmentRef;
use crate::board::mist::Banks;
use crate::event::ghost::GhostPlace;
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::expansions::spell_circles;
use crate::rules::{Figure, FigureState, Game, RuleFault, Tile};
use carcassonne::geometry::{Cell, Side};
use carcassonne::piece::{Color, FigureKind};

/// A closed cemetery that waits for its meeple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Burial {
    /// The cemetery.
    pub cell: Cell,
    /// The turn in which it was closed.
    pub turn: u32,
    /// What closed it.
    pub by: ClosedBy,
}

/// What closed a cemetery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClosedBy {
    /// The tile of the turn.
    Tile,
    /// A face-down tile, so what the turn completes is scored before.
    FaceDown,
}

/// All cemeteries on the board, in cell order.
pub(super) fn all(game: &Game) -> impl Iterator<Item = Cell> {
    let tiles = game.board.tiles();
    tiles
        .filter(|(_, laid)| laid.face.cemetery().is_some())
        .map(|(cell, _)| cell)
}

/// The cells that must be filled to close it: four, or eight if it is haunted.
pub(super) fn ring(game: &Game, cell: Cell) -> Vec<Cell> {
    if level_of(game).is_haunted() {
        cell.surrounding().to_vec()
    } else {
        Side::ALL.map(|side| cell.neighbour(side)).to_vec()
    }
}

/// Whether a cell around it is free.
pub(super) fn is_open(game: &Game, cell: Cell) -> bool {
    ring(game, cell)
        .into_iter()
        .any(|around| !game.board.holds(around))
}

fn open(game: &Game) -> Vec<Cell> {
    all(game).filter(|&cell| is_open(game, cell)).collect()
}

/// Step 1c: cemeteries that the tile on `near` closed. Their ghosts go home.
pub(super) fn close(game: &mut Game, near: Cell, by: ClosedBy) {
    let closed =
        |&cell: &Cell| (cell == near || ring(game, cell).contains(&near)) && !is_open(game, cell);
    let closed: Vec<Cell> = all(game).filter(closed).collect();
    for cell in closed {
        let turn = game.turn;
        game.states.mists.burials.push(Burial { cell, turn, by });
        if !level_of(game).is_haunted() {
            let count = take_ghosts(game, GhostPlace::Cemetery { cell });
            game.states.mists.report.cleared.insert(cell, count);
        }
    }
}

/// Levels 5 and 6: a cemetery that was just laid brings a ghost onto every misty tile around
/// it.
pub(super) fn haunt(game: &mut Game, cell: Cell) {
    let face = game.board.get(cell).map(|laid| &laid.face);
    if !level_of(game).is_haunted() || face.is_none_or(|face| face.cemetery().is_none()) {
        return;
    }
    let own = game.setup.options.rulings.yes(&HAUNTS_ITSELF);
    let banks = Banks::of(&game.board);
    let cells = cell.surrounding().into_iter().chain(own.then_some(cell));
    let haunted: Vec<GhostPlace> = cells.filter_map(|at| place_on(game, &banks, at)).collect();
    game.states.mists.report.haunted = haunted.iter().filter_map(|at| at.cell()).collect();
    for place in haunted {
        put_ghosts(game, place, 1);
    }
}

/// Levels 2 to 4: if ghosts came onto mist or into circles, one more comes onto an open
/// cemetery. Asked once after each tile.
pub(super) fn additional_ghost(game: &mut Game) {
    let level = level_of(game);
    let report = &mut game.states.mists.report;
    if report.looked_after || game.open.is_none() {
        return;
    }
    report.looked_after = true;
    if report.put == 0 || !level.has_places() || level.is_haunted() {
        return;
    }
    match open(game)[..] {
        [] => {}
        [cell] => put_on(game, cell),
        [cell, ..] if game.states.ghosts.in_stock() == 0 => put_on(game, cell),
        _ => game.states.mists.cemetery_ghost = true,
    }
}

fn put_on(game: &mut Game, cell: Cell) {
    game.states.mists.cemetery_ghost = false;
    game.states.mists.report.cemetery = Some(cell);
    put_ghosts(game, GhostPlace::Cemetery { cell }, 1);
}

/// Where nobody said it, the ghost goes onto the first open cemetery in cell order.
pub(super) fn default_ghost(game: &mut Game) {
    if !game.states.mists.cemetery_ghost || game.over {
        return;
    }
    game.states.mists.cemetery_ghost = false;
    if let Some(&cell) = open(game).first() {
        put_on(game, cell);
    }
}

/// The team says where the additional ghost goes; the rules know from which stock.
pub(super) fn put_ghost(
    game: &mut Game,
    from: GhostPlace,
    to: GhostPlace,
    count: u8,
) -> Result<(), RuleFault> {
    let fits = ghost_options(game).iter().any(|option| option.1 == to);
    match to {
        GhostPlace::Cemetery { cell } if fits && count == 1 && !from.is_on_board() => {
            put_on(game, cell);
            Ok(())
        }
        _ => Err(RuleFault::NotCalledFor),
    }
}

fn ghost_options(game: &Game) -> Vec<(GhostPlace, GhostPlace)> {
    let ghosts = &game.states.ghosts;
    if !game.states.mists.cemetery_ghost {
        return Vec::new();
    }
    let stocks = [ghosts.home(), GhostPlace::Supply, GhostPlace::CatStock];
    let Some(from) = stocks.into_iter().find(|&stock| ghosts.at(stock) > 0) else {
        return Vec::new();
    };
    let to = open(game)
        .into_iter()
        .map(|cell| GhostPlace::Cemetery { cell });
    to.map(|to| (from, to)).collect()
}

/// Meeples that may be buried there, or if none stands on the board, colours that have one in
/// the supply (rulings M6 and BK10: hosts of animals, too).
pub(super) fn candidates(game: &Game, burial: Burial) -> Vec<(Color, Option<EventId>)> {
    let may_host = game.setup.options.rulings.yes(&HOST_BURIED);
    let on_board: Vec<&Figure> = standing(game)
        .filter(|figure| match burial.by {
            ClosedBy::Tile => figure.turn < burial.turn,
            ClosedBy::FaceDown => !is_scored_now(game, figure),
        })
        .collect();
    let free = |figure: &&&Figure| {
        let figure = figure.event;
        (may_host || !hounds::hosts(game, figure)) && !spell_circles::is_spared(game, figure)
    };
    let mut meeples: Vec<&Figure> = on_board.iter().filter(free).copied().collect();
    if meeples.is_empty() {
        meeples = on_board;
    }
    if !meeples.is_empty() {
        let named = meeples
            .iter()
            .filter_map(|f| Some((f.color?, Some(f.event))));
        return named.collect();
    }
    let in_hand = |color: &Color| game.in_hand(*color, FigureKind::Meeple) > 0;
    game.colors()
        .filter(in_hand)
        .map(|color| (color, None))
        .collect()
}

/// A meeple comes to lie on a cemetery.
pub(super) fn bury(game: &mut Game, event: EventId, kind: &EventKind) -> Result<(), RuleFault> {
    let EventKind::MeepleBuried {
        cell,
        color,
        figure,
    } = *kind
    else {
        return Err(RuleFault::NotCalledFor);
    };
    let burial = game
        .states
        .mists
        .burials
        .iter()
        .find(|burial| burial.cell == cell);
    let burial = *burial.ok_or(RuleFault::NotCalledFor)?;
    // A meeple that was placed too soon may lie there all the same.
    let too_soon = Burial {
        turn: u32::MAX,
        ..burial
    };
    let may = |burial| candidates(game, burial).contains(&(color, figure));
    if !may(burial) && !may(too_soon) {
        return Err(RuleFault::NotCalledFor);
    }
    let face = game.board.get(cell).map(|laid| &laid.face);
    let segment = face.and_then(|face| face.cemetery());
    let segment = segment.ok_or(RuleFault::NotCalledFor)?;
    if let Some(figure) = figure {
        game.figures.remove(&figure);
        hounds::lose_host(game, figure);
    }
    let buried = Figure {
        event,
        at: SegmentRef::new(cell, segment),
        kind: FigureKind::Meeple,
        color: Some(color),
        foot: None,
        turn: game.turn,
        state: FigureState::Buried,
    };
    game.figures.insert(event, buried);
    game.states
        .mists
        .burials
        .retain(|burial| burial.cell != cell);
    Ok(())
}

/// Where there is no meeple at all, nobody is buried.
pub(super) fn settle(game: &mut Game) {
    let pending = game.states.mists.burials.clone();
    let possible = pending
        .into_iter()
        .filter(|&burial| !candidates(game, burial).is_empty());
    game.states.mists.burials = possible.collect();
}

/// Cells where the face-down tile may go (rulings M9 and M12).
fn down_cells(game: &Game) -> Vec<Cell> {
    if !game.states.mists.face_down || active_pile(game) == 0 {
        return Vec::new();
    }
    let corner = game.setup.options.rulings.yes(&CORNER);
    let around = open(game).into_iter().flat_map(Cell::surrounding);
    let mut cells: Vec<Cell> = around
        .filter(|&cell| !game.board.holds(cell))
        .filter(|&cell| corner || game.board.neighbours(cell) > 0)
        .collect();
    cells.sort();
    cells.dedup();
    cells
}

/// Step 3c: a tile lies face down beside an open cemetery (ruling M10: it may close one).
pub(super) fn turn_down(game: &mut Game, event: EventId, cell: Cell) -> Result<(), RuleFault> {
    if !down_cells(game).contains(&cell) {
        return Err(RuleFault::NotCalledFor);
    }
    let catalogue = game.catalogue.clone();
    let back = catalogue.back().ok_or(RuleFault::NotCalledFor)?;
    let laid = Arc::make_mut(&mut game.board).lay_face_down(cell, back);
    laid.map_err(|fault| RuleFault::Placement(vec![fault]))?;
    game.tiles.push(Tile {
        event,
        cell,
        garden: None,
        turn: game.turn,
    });
    game.states.mists.face_down = false;
    game.rejoin();
    close(game, cell, ClosedBy::FaceDown);
    Ok(())
}

/// Burials, the ghost for a cemetery, and the face-down tile.
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    let mut offer = |id: String, kind, options: Vec<EventKind>, source| {
        if !options.is_empty() {
            choices.push(Choice {
                id: ChoiceId(id),
                kind,
                who: None,
                optional: false,
                options: options.into_iter().map(ChoiceOption::of).collect(),
                source,
            });
        }
    };
    for &burial in &game.states.mists.burials {
        let Burial { cell, .. } = burial;
        let options = candidates(game, burial).into_iter();
        let options = options.map(|(color, figure)| EventKind::MeepleBuried {
            cell,
            color,
            figure,
        });
        offer(
            format!("bury/{}/{}", cell.x, cell.y),
            ChoiceKind::BuryMeeple,
            options.collect(),
            "mists-coop 5, step 1c",
        );
    }
    let ghost = ghost_options(game).into_iter();
    let ghost = ghost.map(|(from, to)| EventKind::GhostsMoved { from, to, count: 1 });
    offer(
        format!("cemetery-ghost/{}", game.turn),
        ChoiceKind::CemeteryGhost,
        ghost.collect(),
        "mists-coop 6",
    );
    let down = down_cells(game).into_iter();
    offer(
        format!("face-down/{}", game.turn),
        ChoiceKind::TurnTileDown,
        down.map(|cell| EventKind::TileTurnedDown { cell })
            .collect(),
        "mists-coop 5, step 3c",
    );
    choices
}
