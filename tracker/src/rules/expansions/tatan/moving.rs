//! Which tiles a Tatan card may move, and where to (rules dossier "Tatan", section 2, option 1).

use std::fmt;

use serde::Serialize;

use super::{MONASTERY_HOLDS, RING_MOVES, START_MOVES};
use crate::board::features::{FeatureKind, SegmentRef};
use crate::board::{Board, Laid};
use crate::rules::{Game, RuleFault};
use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Rotation};

/// Why a tile may not be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StaysBecause {
    /// No tile lies there.
    NothingThere,
    /// It shows no print.
    NoPrint,
    /// It is the start tile, and ruling T3 was answered with no.
    StartTile,
    /// A figure or another component stands on it (condition 1).
    FigureOnIt,
    /// It belongs to a completed feature (condition 2).
    Completed,
    /// It would lie where it lay (condition 3).
    SamePlace,
    /// What remains would no longer hang together (condition 4).
    BreaksLandscape,
    /// It fits nowhere else (ruling T11).
    FitsNowhereElse,
}

impl fmt::Display for StaysBecause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingThere => "there is no tile",
            Self::NoPrint => "it shows no print",
            Self::StartTile => "the start tile stays",
            Self::FigureOnIt => "something stands on it",
            Self::Completed => "it belongs to a completed feature",
            Self::SamePlace => "it must go to another place",
            Self::BreaksLandscape => "the other tiles would no longer hang together",
            Self::FitsNowhereElse => "it fits nowhere else",
        })
    }
}

/// The tiles that may be moved, by cell.
pub fn movable(game: &Game) -> Vec<Cell> {
    let cells = game.board.tiles().map(|(cell, _)| cell);
    cells.filter(|&cell| check(game, cell).is_ok()).collect()
}

/// Whether the tile may be moved at all.
pub fn check(game: &Game, from: Cell) -> Result<(), RuleFault> {
    let stays = |why| Err(RuleFault::TileStays { cell: from, why });
    match lifted(game, from) {
        Err(why) => stays(why),
        Ok((board, laid)) if targets(&board, from, &laid.face).next().is_none() => {
            stays(StaysBecause::FitsNowhereElse)
        }
        Ok(_) => Ok(()),
    }
}

/// Everywhere the tile may be laid anew.
pub fn places(game: &Game, from: Cell) -> Vec<(Cell, Rotation)> {
    let Ok((board, laid)) = lifted(game, from) else {
        return Vec::new();
    };
    targets(&board, from, &laid.face).collect()
}

/// The board with the tile laid anew.
pub fn moved(game: &Game, from: Cell, to: Cell, rotation: Rotation) -> Result<Board, RuleFault> {
    let stays = |why| RuleFault::TileStays { cell: from, why };
    let (mut board, laid) = lifted(game, from).map_err(stays)?;
    if to == from {
        return Err(stays(StaysBecause::SamePlace));
    }
    board
        .lay(to, &laid.face, rotation)
        .map_err(RuleFault::Placement)?;
    Ok(board)
}

fn targets<'b>(
    board: &'b Board,
    from: Cell,
    face: &Face,
) -> impl Iterator<Item = (Cell, Rotation)> + use<'b> {
    let places = board.placements(face).into_iter();
    places.filter(move |&(to, _)| to != from)
}

/// The board without the tile, if the tile may be taken off it.
fn lifted(game: &Game, from: Cell) -> Result<(Board, Laid), StaysBecause> {
    let mut board = Board::clone(&game.board);
    let laid = board.lift(from).ok_or(StaysBecause::NothingThere)?;
    if laid.face.is_wild() {
        return Err(StaysBecause::NoPrint);
    }
    let rulings = &game.setup.options.rulings;
    let is_start = game.tiles.first().is_some_and(|tile| tile.cell == from);
    if is_start && !rulings.yes(&START_MOVES) {
        return Err(StaysBecause::StartTile);
    }
    let figures = game.figures.values().any(|figure| figure.at.cell == from);
    let mut ghosts = game.states.ghosts.board();
    if figures || ghosts.any(|(place, _)| place.cell() == Some(from)) {
        return Err(StaysBecause::FigureOnIt);
    }
    let holds = |kind| kind != FeatureKind::Monastery || rulings.yes(&MONASTERY_HOLDS);
    let completed = (0..=laid.face.segments.len())
        .filter_map(|segment| game.features.at(SegmentRef::new(from, segment)))
        .any(|feature| !feature.open && holds(feature.kind));
    if completed || !rulings.yes(&RING_MOVES) && rings_completed(game, from) {
        return Err(StaysBecause::Completed);
    }
    // Where two groups grow from two start squares, there may be two before and after.
    if board.is_empty() || board.groups() > game.board.groups() {
        return Err(StaysBecause::BreaksLandscape);
    }
    Ok((board, laid))
}

/// Whether the tile lies around a completed monastery, garden, castle or cemetery (ruling T14).
fn rings_completed(game: &Game, cell: Cell) -> bool {
    let around = cell.surrounding().into_iter();
    let laid = around.filter_map(|at| Some((at, &game.board.get(at)?.face)));
    let places = laid.flat_map(|(at, face)| face.places().map(move |n| SegmentRef::new(at, n)));
    places
        .filter_map(|at| game.features.at(at))
        .any(|feature| !feature.open)
}
