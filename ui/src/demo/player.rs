//! Chooses moves as a family would: closes what pays, keeps the board together, keeps a
//! figure or two in hand, and does not always see the best place.
//!
//! Asks the tracker's rules what is allowed and never goes against them. It plays the game
//! that the synthetic table shows; it never sees what the camera reads.

use std::sync::Arc;

use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tracker::board::features::{Feature, FeatureKind};
use tracker::log::event::{EventId, EventKind};
use tracker::rules::Game;
use tracker::rules::choice::{Choice, ChoiceOption};
use tracker::snapshot::{FigurePlace, Outcome};

/// Widest and deepest board that players keep to while they can, in tiles: what lies on a
/// dining table, and what a 16:9 picture shows with tiles of 45 pixels and more.
const ROOM: [i32; 2] = [12, 9];

/// Placements that are thought through; the others are passed over at first sight.
const FINALISTS: usize = 10;

/// What a player does with a drawn tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Where it is laid.
    pub cell: Cell,
    /// How it is turned.
    pub rotation: Rotation,
    /// Where a figure is put, if one is.
    pub figure: Option<FigurePlace>,
}

/// The move of `color` with a drawn tile; `None` if it fits nowhere.
pub fn choose(game: &Game, color: Color, face: &Arc<Face>, rng: &mut ChaCha8Rng) -> Option<Move> {
    let mut placements: Vec<_> = game
        .board()
        .placements(face)
        .into_iter()
        .map(|(cell, rotation)| {
            (
                neatness(game, cell) + rng.random_range(0.0..0.8),
                cell,
                rotation,
            )
        })
        .collect();
    placements.sort_by(|a, b| b.0.total_cmp(&a.0));
    placements.truncate(FINALISTS);
    let weighed = placements.into_iter().filter_map(|(neat, cell, rotation)| {
        let after = with_tile(game, face.id, cell, rotation)?;
        let (figure, worth) = best_figure(&after, color, rng);
        let worth = worth + completion(&after, color) + neat + rng.random_range(0.0..1.5);
        let worth = worth - dread(&after);
        Some((
            worth,
            Move {
                cell,
                rotation,
                figure,
            },
        ))
    });
    weighed
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, chosen)| chosen)
}

/// Where `color` puts a figure on the newest tile, if anywhere.
pub fn figure(game: &Game, color: Color, rng: &mut ChaCha8Rng) -> Option<FigurePlace> {
    best_figure(game, color, rng).0
}

/// What `color` does about an open choice: one of the options that pay best, with some
/// carelessness; `None` if there is nothing to choose from.
pub fn decide(
    game: &Game,
    color: Color,
    choice: &Choice,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<EventKind>> {
    let own = |after: &Game| {
        let later = after.after_end();
        let score = |own: bool| -> i32 {
            let players = later.players().iter();
            players
                .filter(|p| p.plays(color) == own)
                .map(|p| p.score)
                .sum()
        };
        let points = f64::from(score(true)) - 0.4 * f64::from(score(false));
        points + f64::from(later.team_score()) - dread(after)
    };
    let crowded = |kind: &EventKind| match kind {
        // There is little room for two pieces on a tile.
        EventKind::FigurePlaced { cell, .. } => game.figures().any(|f| f.at.cell == *cell),
        _ => false,
    };
    // A glance at some of the options is all that people take.
    let mut options: Vec<&ChoiceOption> = choice.options.iter().collect();
    options.shuffle(rng);
    let plain = |kind: &EventKind| match kind {
        EventKind::RegionDecided { removal, .. } => removal.is_empty(),
        _ => true,
    };
    // To take the points is thought of first.
    options.sort_by_key(|option| !option.events.iter().all(plain));
    options.sort_by_key(|option| option.events.iter().any(crowded));
    options.truncate(FINALISTS);
    let weighed = options.into_iter().filter_map(|option| {
        let mut after = game.clone();
        for kind in &option.events {
            let id = unused_id(&after);
            after.apply(id, kind).ok()?;
        }
        Some((own(&after) + rng.random_range(0.0..3.0), option))
    });
    let best = weighed.max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, option)| option.events.clone())
}

/// How well a cell keeps the board together.
fn neatness(game: &Game, cell: Cell) -> f64 {
    let board = game.board();
    let beyond = |axis: fn(Cell) -> i32, room: i32| {
        let cells = board
            .tiles()
            .map(|(cell, _)| axis(cell))
            .chain([axis(cell)]);
        let (low, high) = cells.fold((i32::MAX, i32::MIN), |(l, h), v| (l.min(v), h.max(v)));
        f64::from((high - low + 1 - room).max(0))
    };
    let beside = carcassonne::geometry::Side::ALL
        .iter()
        .filter(|&&side| board.holds(cell.neighbour(side)))
        .count();
    let far = beyond(|cell| cell.x, ROOM[0]) + beyond(|cell| cell.y, ROOM[1]);
    beside as f64 + 0.2 * board.surroundings(cell) as f64 - 8.0 * far
}

fn with_tile(game: &Game, face: FaceId, cell: Cell, rotation: Rotation) -> Option<Game> {
    let mut after = game.clone();
    let laid = EventKind::TileLaid {
        cell,
        face,
        rotation,
        garden: None,
        before: false,
    };
    after.apply(unused_id(game), &laid).ok()?;
    Some(after)
}

/// A name for an event of a game that is only imagined.
fn unused_id(game: &Game) -> EventId {
    let last = game.figures().map(|figure| figure.event);
    let last = last.chain(game.tiles().iter().map(|tile| tile.event)).max();
    EventId(last.map_or(0, |id| id.0) + 1)
}

/// What the completed features are worth: own points, less what others get, and figures that
/// come home.
fn completion(after: &Game, color: Color) -> f64 {
    let points: f64 = after
        .provisional()
        .iter()
        .map(|line| {
            let share = if line.color.is_none_or(|own| own == color) {
                1.0
            } else {
                -0.4
            };
            share * f64::from(line.points)
        })
        .sum();
    let closed = after.completed_now().len() as f64;
    let home = after
        .figures()
        .filter(|figure| figure.color == Some(color))
        .filter_map(|figure| after.features().at(figure.at))
        .filter(|feature| after.is_completed_now(feature))
        .count() as f64;
    points + 1.2 * closed + 1.5 * home
}

/// Where a figure pays best on the newest tile, if anywhere, and how much.
fn best_figure(after: &Game, color: Color, rng: &mut ChaCha8Rng) -> (Option<FigurePlace>, f64) {
    let places = after.figure_places(color);
    let worth = places.into_iter().filter_map(|place| {
        let feature = after.features().at(place.at)?;
        let price = price(after, color, place.figure);
        let worth = promise(after, feature) - price + rng.random_range(-0.8..0.8);
        (worth > 0.0).then_some((place, worth))
    });
    worth
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map_or((None, 0.0), |(place, worth)| (Some(place), worth))
}

/// What a player holds a piece in hand for worth: the fewer, the dearer.
fn price(after: &Game, color: Color, kind: FigureKind) -> f64 {
    match (kind, after.in_hand(color, kind)) {
        (FigureKind::Meeple, 0 | 1) => 5.0,
        (FigureKind::Meeple, 2 | 3) => 3.2,
        (FigureKind::Meeple, _) => 2.0,
        // Few of a kind, and good for more than one thing.
        _ => 3.5,
    }
}

/// What a team fears: ghosts on the board, and to run out of them.
fn dread(after: &Game) -> f64 {
    if !after.is_cooperative() {
        return 0.0;
    }
    let lost = after
        .outcome()
        .is_some_and(|outcome| outcome != Outcome::Won);
    0.9 * f64::from(after.ghosts().on_board()) + if lost { 100.0 } else { 0.0 }
}

/// What a figure on the feature may bring, in points.
fn promise(after: &Game, feature: &Feature) -> f64 {
    let tiles = feature.tiles as f64;
    let left = f64::from(after.tiles_left()) / 71.0;
    if !feature.open && feature.kind != FeatureKind::Field {
        // Scores at once and comes back: costs nothing.
        return 3.0 + tiles;
    }
    match feature.kind {
        FeatureKind::City => 2.0 + 0.8 * tiles + feature.shields as f64,
        FeatureKind::Road => 1.4 + 0.6 * tiles,
        FeatureKind::Monastery
        | FeatureKind::Garden
        | FeatureKind::Castle
        | FeatureKind::Cemetery => 2.5 + 0.5 * feature.surroundings as f64,
        // Fields pay at the end only; people think of it in the middle of the game.
        FeatureKind::Field => {
            let cities = feature.cities.len() as f64;
            if left < 0.75 { 0.8 + 1.1 * cities } else { 1.2 }
        }
    }
}
