//! What a screen shows of the cooperative game at a glance.

use serde::Serialize;

use super::hounds::{HoundState, NAMES};
use super::reminders::{FEW_GHOSTS, FEW_TILES, missing};
use super::{Level, active_pile, cemeteries, color_score, level_of, track};
use crate::board::features::{FeatureKind, SegmentRef};
use crate::board::mist::Banks;
use crate::event::EventId;
use crate::event::ghost::{Companion, GhostCount, GhostPlace};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::{FigureState, Game};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;

/// The cooperative game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistsView {
    /// The level and its numbers.
    pub level: Level,
    /// How far the scoring meeple is; at level 6 the hindmost.
    pub track: i32,
    /// At level 6, each colour's own points; otherwise empty.
    pub colors: Vec<ColorView>,
    /// Points to the next hound, or to the target.
    pub missing: i32,
    /// Ghosts on the board.
    pub on_board: u8,
    /// Ghosts in the supply.
    pub supply: u8,
    /// Ghosts in front of Eloise.
    pub cat_stock: u8,
    /// Every place on the board with ghosts.
    pub ghosts: Vec<GhostCount>,
    /// Tiles left in the active pile.
    pub active_pile: u32,
    /// Tiles in the piles that wait, the next one first.
    pub waiting_piles: Vec<u32>,
    /// Tiles that lie face down.
    pub face_down: u32,
    /// The hounds of the level.
    pub hounds: Vec<HoundView>,
    /// Castles on the board.
    pub castles: Vec<CastleView>,
    /// Cemeteries on the board.
    pub cemeteries: Vec<CemeteryView>,
    /// Meeples that are buried.
    pub buried: Vec<BuriedView>,
    /// Tiles of mist that can still be finished.
    pub open_mist: Vec<Cell>,
    /// Tiles of mist that can never be finished.
    pub spoiled_mist: Vec<Cell>,
    /// What is dangerous now.
    pub warnings: Vec<Warning>,
}

/// A colour that scores for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ColorView {
    /// Which.
    pub color: Color,
    /// Its points.
    pub score: i32,
}

/// A hound and its marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HoundView {
    /// Which.
    pub hound: Companion,
    /// The space it waits on.
    pub space: i32,
    /// Where it is.
    pub place: HoundPlace,
}

/// Where a hound is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HoundPlace {
    /// On the score track.
    Track,
    /// Reached, and waiting for its meeple.
    Due,
    /// With the meeple of that event.
    With(EventId),
    /// Out of the game.
    Gone,
}

/// A castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CastleView {
    /// Where.
    pub at: SegmentRef,
    /// Whether somebody claimed it.
    pub claimed: bool,
    /// Tiles around it that lie face up, of eight.
    pub filled: u8,
    /// Whether a face-down tile blocks it for good.
    pub blocked: bool,
    /// What it is worth as it stands.
    pub value: i32,
}

/// A cemetery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CemeteryView {
    /// Where.
    pub cell: Cell,
    /// Whether it still attracts ghosts or face-down tiles.
    pub open: bool,
    /// Cells around it that hold a tile.
    pub filled: u8,
    /// Cells that close it, 4 or 8.
    pub needed: u8,
    /// Ghosts on it.
    pub ghosts: u8,
    /// Who is buried there.
    pub buried: Option<Color>,
}

/// A buried meeple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BuriedView {
    /// The event that buried it.
    pub figure: EventId,
    /// Whose.
    pub color: Color,
    /// The cemetery.
    pub cell: Cell,
}

/// What is dangerous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// So few ghosts are in stock.
    FewGhosts(u8),
    /// So few tiles are in the active pile.
    FewTiles(u32),
}

/// The view of a game.
pub(super) fn of(game: &Game) -> MistsView {
    let (level, ghosts, state) = (level_of(game), &game.states.ghosts, &game.states.mists);
    let own = game.colors().filter(|_| level.scores_by_color());
    let mut open_mist = Vec::new();
    let mut spoiled_mist = Vec::new();
    for bank in Banks::of(&game.board).iter() {
        if bank.spoiled {
            spoiled_mist.extend(bank.cells());
        } else if bank.open {
            open_mist.extend(bank.cells());
        }
    }
    MistsView {
        level,
        track: track(game),
        colors: own
            .map(|color| ColorView {
                color,
                score: color_score(game, color),
            })
            .collect(),
        missing: missing(game),
        on_board: ghosts.on_board(),
        supply: ghosts.at(GhostPlace::Supply),
        cat_stock: ghosts.at(GhostPlace::CatStock),
        ghosts: ghosts
            .board()
            .map(|(place, count)| GhostCount { place, count })
            .collect(),
        active_pile: active_pile(game),
        waiting_piles: state.waiting.clone(),
        face_down: game.face_down(),
        hounds: hounds(game, level),
        castles: castles(game),
        cemeteries: cemeteries::all(game)
            .map(|cell| cemetery(game, cell))
            .collect(),
        buried: buried(game).collect(),
        open_mist,
        spoiled_mist,
        warnings: warnings(game),
    }
}

fn hounds(game: &Game, level: Level) -> Vec<HoundView> {
    let all = game.states.mists.hounds.iter().zip(NAMES).zip(level.hounds);
    all.filter(|_| level.has_hounds())
        .map(|((hound, name), space)| HoundView {
            hound: name,
            space,
            place: match hound.place {
                HoundState::Track => HoundPlace::Track,
                HoundState::Due => HoundPlace::Due,
                HoundState::With { host, .. } => HoundPlace::With(host),
                HoundState::Box => HoundPlace::Gone,
            },
        })
        .collect()
}

fn castles(game: &Game) -> Vec<CastleView> {
    let castles = game
        .features
        .iter()
        .filter(|f| f.kind == FeatureKind::Castle);
    castles
        .map(|feature| {
            let at = feature.id.0;
            let around = at.cell.surrounding().into_iter();
            let blocked = around.filter_map(|cell| game.board.get(cell));
            CastleView {
                at,
                claimed: scoring::claimants(game, feature).next().is_some(),
                filled: u8::try_from(feature.surroundings).unwrap_or(8),
                blocked: blocked.into_iter().any(|laid| !laid.face.is_tile()),
                value: scoring::value(game, feature, Scored::Completed).points(),
            }
        })
        .collect()
}

fn cemetery(game: &Game, cell: Cell) -> CemeteryView {
    let ring = cemeteries::ring(game, cell);
    let filled = ring
        .iter()
        .filter(|&&around| game.board.holds(around))
        .count();
    CemeteryView {
        cell,
        open: cemeteries::is_open(game, cell),
        filled: u8::try_from(filled).unwrap_or(8),
        needed: u8::try_from(ring.len()).unwrap_or(8),
        ghosts: game.states.ghosts.at(GhostPlace::Cemetery { cell }),
        buried: buried(game)
            .find(|buried| buried.cell == cell)
            .map(|buried| buried.color),
    }
}

fn buried(game: &Game) -> impl Iterator<Item = BuriedView> {
    let buried = game
        .figures()
        .filter(|figure| figure.state == FigureState::Buried);
    buried.filter_map(|figure| {
        Some(BuriedView {
            figure: figure.event,
            color: figure.color?,
            cell: figure.at.cell,
        })
    })
}

fn warnings(game: &Game) -> Vec<Warning> {
    let ghosts = game.states.ghosts.in_stock();
    let tiles = active_pile(game);
    let few_ghosts = (ghosts <= FEW_GHOSTS).then_some(Warning::FewGhosts(ghosts));
    let few_tiles = (tiles <= FEW_TILES).then_some(Warning::FewTiles(tiles));
    few_ghosts.into_iter().chain(few_tiles).collect()
}
