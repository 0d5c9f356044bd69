//! Gaps that Tatan cards may fill at the end, and what they bring (rules dossier "Tatan",
//! section 3).

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use super::{CARDS, OWN_COUNT, WHOLE_FEATURE, is_card};
use crate::board::features::{FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::game::{Figure, FigureState, Game, Tile};
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::told::{Bonus, ScoreLine, ScoreReason};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};

/// Empty cells that hang together, with tiles on all sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GapView {
    /// The cells, ascending; as many cards fill it.
    pub cells: Vec<Cell>,
    /// What filling it brings now.
    pub points: i32,
}

/// All gaps of at most as many cells as there are cards, and what they bring to `filler`.
pub fn all(game: &Game, filler: Option<Color>) -> Vec<GapView> {
    let mut gaps: Vec<GapView> = Vec::new();
    for cell in game.board.frontier() {
        if gaps.iter().any(|gap| gap.cells.contains(&cell)) {
            continue;
        }
        if let Some(cells) = gap_around(game, cell) {
            let counted = counted(game, &cells, filler);
            let points = expression(&counted).points();
            gaps.push(GapView { cells, points });
        }
    }
    gaps
}

/// The gaps that the cards of `color` can fill (ruling T10: one gap at a time).
pub fn fillable(game: &Game, color: Color) -> Vec<GapView> {
    let cards = game.states.tatan.cards.get(&color).copied().unwrap_or(0);
    let mut gaps = if cards > 0 {
        all(game, Some(color))
    } else {
        Vec::new()
    };
    gaps.retain(|gap| gap.cells.len() <= usize::from(cards));
    gaps
}

/// The gap that an empty cell belongs to, its cells ascending; `None` if it is none or too large for
/// the cards that there are.
pub fn gap(game: &Game, cell: Cell) -> Option<Vec<Cell>> {
    (!game.board.holds(cell)).then(|| gap_around(game, cell))?
}

/// The gap that the empty cell belongs to; `None` if that reaches the outside.
fn gap_around(game: &Game, cell: Cell) -> Option<Vec<Cell>> {
    let mut cells = BTreeSet::from([cell]);
    let mut next = vec![cell];
    while let Some(cell) = next.pop() {
        for beside in Side::ALL.map(|side| cell.neighbour(side)) {
            if game.board.holds(beside) || cells.contains(&beside) {
                continue;
            }
            // Only a tile encloses: neither the outside of a map nor a square that takes none.
            if !game.board.takes_tile(beside) || cells.len() == usize::from(CARDS) {
                return None;
            }
            cells.insert(beside);
            next.push(beside);
        }
    }
    Some(cells.into_iter().collect())
}

/// The figures that count for cards on those cells, each once (rulings T5 and T9).
fn counted<'g>(game: &'g Game, cells: &[Cell], filler: Option<Color>) -> Vec<&'g Figure> {
    let rulings = &game.setup.options.rulings;
    let own = rulings.yes(&OWN_COUNT);
    let counts = |figure: &&Figure| {
        let owner = figure.color.and_then(|color| game.player_of(color));
        figure.state == FigureState::Standing
            && owner.is_some_and(|owner| own || Some(owner.color) != filler)
            && adjoins(game, figure, cells)
    };
    game.figures().filter(counts).collect()
}

/// Whether the figure's open feature has an open side on one of the cells, or its 3×3 block
/// holds one.
fn adjoins(game: &Game, figure: &Figure, cells: &[Cell]) -> bool {
    let Some(feature) = game.features.at(figure.at).filter(|feature| feature.open) else {
        return false;
    };
    match feature.kind {
        FeatureKind::Road | FeatureKind::City | FeatureKind::Field => {
            let whole = game.setup.options.rulings.yes(&WHOLE_FEATURE);
            let reaches = |at: &SegmentRef| reaches(game, *at, cells);
            let mut segments = feature.segments.iter();
            segments.any(|at| (whole || at.cell == figure.at.cell) && reaches(at))
        }
        FeatureKind::Monastery | FeatureKind::Garden => {
            let around = figure.at.cell.surrounding();
            around.iter().any(|cell| cells.contains(cell))
        }
        // Mist is not covered by the sheet (ruling T12).
        FeatureKind::Castle | FeatureKind::Cemetery => false,
    }
}

fn reaches(game: &Game, at: SegmentRef, cells: &[Cell]) -> bool {
    let Some(laid) = game.board.get(at.cell) else {
        return false;
    };
    let Some(segment) = laid.face.segments.get(at.segment) else {
        return false;
    };
    let sides = segment
        .rim
        .iter()
        .map(|rim| rim.rotated(laid.rotation).side());
    sides
        .into_iter()
        .any(|side| cells.contains(&at.cell.neighbour(side)))
}

/// 2 points for each follower, 4 for a large one.
fn expression(figures: &[&Figure]) -> Expression {
    let large = figures
        .iter()
        .filter(|f| f.kind == FigureKind::BigMeeple)
        .count();
    Expression::new([
        (figures.len() - large, Unit::Followers, 2),
        (large, Unit::LargeFollowers, 4),
    ])
}

/// What `filler` gets for cards on those cells.
pub fn line(game: &Game, cells: &[Cell], filler: Color) -> ScoreLine {
    let figures = counted(game, cells, Some(filler));
    let expression = expression(&figures);
    ScoreLine {
        turn: game.turn,
        color: (!game.shares_score()).then_some(filler),
        points: expression.points(),
        reason: ScoreReason::Bonus(Bonus::Tatan),
        expression,
        segments: figures.iter().map(|figure| figure.at).collect(),
        figures: figures.iter().map(|figure| figure.event).collect(),
    }
}

/// Puts cards on the cells. They are tiles of no turn.
pub fn lay_cards(game: &mut Game, event: EventId, cells: &[Cell]) {
    let card = game.catalogue.faces().find(|face| is_card(face)).cloned();
    let card = card.expect("the module brings the card");
    for &cell in cells {
        let laid = Arc::make_mut(&mut game.board).lay(cell, &card, Rotation::R0);
        laid.expect("a card matches everything, and a gap is empty and beside a tile");
        game.tiles.push(Tile {
            event,
            cell,
            garden: None,
            turn: game.turn,
        });
    }
    game.rejoin();
}
