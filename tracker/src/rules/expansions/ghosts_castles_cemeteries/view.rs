//! What the module has to show, and what it expects to be seen.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::haunting::{Step, Whose};
use super::{Source, guards_left, misty_around};
use crate::board::features::{Feature, FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::event::ghost::GhostPlace;
use crate::rules::choice::Expected;
use crate::rules::points::scoring::{self, Scored};
use crate::rules::{Game, Ghosts};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// Ghosts, castles and cemeteries at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GhostsCastlesCemeteriesView {
    /// Ghosts in the supply.
    pub supply: u8,
    /// Haunted meeples, in the order of placing.
    pub haunted: Vec<Haunted>,
    /// Ghosts that laid tiles still ask for, oldest first.
    pub owed: Vec<Owed>,
    /// Guards that wait for each colour's cemeteries.
    pub guards_left: Vec<(Color, u8)>,
    /// Castles on the board.
    pub castles: Vec<CastleView>,
    /// Cemeteries on the board.
    pub cemeteries: Vec<CemeteryView>,
}

/// A meeple with ghosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Haunted {
    /// The event that placed it.
    pub figure: EventId,
    /// Whose.
    pub color: Option<Color>,
    /// Where it stands.
    pub at: SegmentRef,
    /// How many.
    pub ghosts: u8,
}

/// A ghost, or all ghosts of some circles, due beside somebody's meeple.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Owed {
    /// The turn whose tile asks for it.
    pub turn: u32,
    /// Who laid that tile, if known.
    pub by: Option<Color>,
    /// Whose meeple it goes to; `None` into the circles of that tile.
    pub whose: Option<Whose>,
    /// The circles it comes from, by their tiles; empty if from the supply.
    pub circles: Vec<Cell>,
}

/// A castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CastleView {
    /// Where.
    pub at: SegmentRef,
    /// Who holds it.
    pub color: Option<Color>,
    /// Tiles around it, of eight.
    pub surroundings: usize,
    /// Those with mist.
    pub misty: usize,
    /// What it is worth as it stands.
    pub points: i32,
}

/// A cemetery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CemeteryView {
    /// Where.
    pub at: SegmentRef,
    /// Whose warden stands on it.
    pub warden: Option<Color>,
    /// Tiles around it, of eight.
    pub surroundings: usize,
}

pub(super) fn of(game: &Game) -> GhostsCastlesCemeteriesView {
    let holder =
        |feature: &Feature| scoring::claimants(game, feature).find_map(|figure| figure.color);
    let places = |kind| game.features.iter().filter(move |f| f.kind == kind);
    GhostsCastlesCemeteriesView {
        supply: game.ghosts().at(GhostPlace::Supply),
        haunted: haunted(game),
        owed: owed(game),
        guards_left: game
            .colors()
            .map(|color| (color, guards_left(game, color)))
            .collect(),
        castles: places(FeatureKind::Castle)
            .map(|castle| CastleView {
                at: castle.id.0,
                color: holder(castle),
                surroundings: castle.surroundings,
                misty: misty_around(game, castle.id.0.cell),
                points: scoring::value(game, castle, Scored::now(castle)).points(),
            })
            .collect(),
        cemeteries: places(FeatureKind::Cemetery)
            .map(|cemetery| CemeteryView {
                at: cemetery.id.0,
                warden: holder(cemetery),
                surroundings: cemetery.surroundings,
            })
            .collect(),
    }
}

fn haunted(game: &Game) -> Vec<Haunted> {
    let with_ghosts = game.ghosts().board().filter_map(|(place, ghosts)| {
        let GhostPlace::Beside { figure } = place else {
            return None;
        };
        let figure = game.figure(figure)?;
        Some(Haunted {
            figure: figure.event,
            color: figure.color,
            at: figure.at,
            ghosts,
        })
    });
    with_ghosts.collect()
}

fn owed(game: &Game) -> Vec<Owed> {
    let dues = game.states.ghosts_castles_cemeteries.dues.iter();
    let steps = dues.flat_map(|dues| dues.steps.iter().map(move |step| (dues, step)));
    steps
        .map(|(dues, step)| {
            let (whose, circles) = match step {
                Step::Haunt { whose, from } => {
                    let circles = match from {
                        Source::Supply => &[][..],
                        Source::OneOf(circles) => circles,
                        Source::Out(circle) => std::slice::from_ref(circle),
                    };
                    (Some(*whose), circles)
                }
                Step::Empty { whose, circles } => (Some(*whose), circles.as_slice()),
                Step::Fill { .. } => (None, &[][..]),
            };
            let mut circles: Vec<Cell> =
                circles.iter().filter_map(|circle| circle.cell()).collect();
            circles.dedup();
            Owed {
                turn: dues.turn(),
                by: dues.player(game),
                whose,
                circles,
            }
        })
        .collect()
}

/// Ghosts that have come to or left each tile since the last scoring began.
pub(super) fn moved(game: &Game) -> Vec<Expected> {
    let by_cell = |ghosts: &Ghosts| {
        let mut cells: BTreeMap<Cell, u8> = BTreeMap::new();
        for (place, count) in ghosts.board() {
            let beside = match place {
                GhostPlace::Beside { figure } => game.figure(figure).map(|f| f.at.cell),
                _ => place.cell(),
            };
            if let Some(cell) = beside {
                *cells.entry(cell).or_default() += count;
            }
        }
        cells
    };
    let before = by_cell(&game.states.ghosts_castles_cemeteries.before);
    let now = by_cell(game.ghosts());
    let cells: BTreeSet<&Cell> = before.keys().chain(now.keys()).collect();
    let count = |ghosts: &BTreeMap<Cell, u8>, cell: &Cell| ghosts.get(cell).copied().unwrap_or(0);
    let piece = FigureKind::Ghost;
    cells
        .into_iter()
        .filter_map(|cell| {
            let (before, now) = (count(&before, cell), count(&now, cell));
            let (color, cell) = (None, *cell);
            match now.cmp(&before) {
                std::cmp::Ordering::Greater => Some(Expected::Arrives {
                    piece,
                    color,
                    cell,
                    count: now - before,
                }),
                std::cmp::Ordering::Less => Some(Expected::Leaves {
                    piece,
                    color,
                    cell,
                    count: before - now,
                }),
                std::cmp::Ordering::Equal => None,
            }
        })
        .collect()
}
