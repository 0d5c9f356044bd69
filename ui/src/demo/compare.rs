//! Compares the game that was read with the game that was laid.
//!
//! The only place where truth and reading meet, after the last frame. Counts plainly and
//! names every difference.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use serde::Serialize;
use tracker::board::features::SegmentRef;
use tracker::log::Log;
use tracker::log::event::{EventId, EventKind};
use tracker::rules::Game;

use crate::export::json::{Scores, Story};

/// How many of a kind of event were read as they happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hits {
    /// How many happened.
    pub happened: usize,
    /// Read as they happened.
    pub right: usize,
    /// Happened but not read so.
    pub missed: usize,
    /// Read but did not happen so.
    pub wrong: usize,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Tiles: cell, face and rotation, those that look the same counted equal; or turned down.
    pub tiles: Hits,
    /// Figures put down: turn, colour, tile and segment.
    pub placed: Hits,
    /// Figures taken home or buried: which one, in which turn.
    pub taken: Hits,
    /// Ghosts and animals: how many came to be on which tile in which turn.
    pub loose: Hits,
    /// Chips laid and turned over, stacks turned up and island tiles bought on a map.
    pub map: Hits,
    /// Turns after which all scores were right.
    pub turns_scored_right: u32,
    /// Turns played.
    pub turns: u32,
    /// Whether the scores at the end are equal.
    pub scores_equal: bool,
    /// The scores as they should be at the end.
    pub scores_laid: Scores,
    /// Every difference in words, in the order of the game.
    pub differences: Vec<String>,
}

impl Comparison {
    /// Compares the events that hold in two logs of one game.
    pub fn of(laid: &Log, read: &Log) -> Self {
        let (truth, got) = (Happenings::of(laid), Happenings::of(read));
        let mut differences = Vec::new();
        let tiles = hits(&truth.tiles, &got.tiles, &mut differences);
        let placed = hits(&truth.placed, &got.placed, &mut differences);
        let taken = hits(&truth.taken, &got.taken, &mut differences);
        let loose = hits(&truth.loose, &got.loose, &mut differences);
        let map = hits(&truth.map, &got.map, &mut differences);
        let (told, heard) = (Story::of(laid), Story::of(read));
        let turns = told.turns();
        let right = |turn: &u32| told.scores_after(*turn) == heard.scores_after(*turn);
        differences.sort();
        Self {
            tiles,
            placed,
            taken,
            loose,
            map,
            turns_scored_right: (1..=turns).filter(right).count() as u32,
            turns,
            scores_equal: told.scores() == heard.scores(),
            scores_laid: told.scores(),
            differences: differences.into_iter().map(|(_, what)| what).collect(),
        }
    }

    /// Whether everything was read as it was laid.
    pub fn is_perfect(&self) -> bool {
        self.differences.is_empty() && self.scores_equal
    }
}

impl fmt::Display for Comparison {
    /// One line, and one for each difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tiles,
            placed,
            taken,
            loose,
            map,
            ..
        } = self;
        write!(
            f,
            "compared with what was laid: {} of {} tiles right, {} of {} figures put and {} of \
             {} taken home right",
            tiles.right, tiles.happened, placed.right, placed.happened, taken.right, taken.happened,
        )?;
        if loose.happened + loose.wrong > 0 {
            let Hits {
                right, happened, ..
            } = loose;
            write!(
                f,
                ", {right} of {happened} moves of ghosts and animals right"
            )?;
        }
        if map.happened + map.wrong > 0 {
            let Hits {
                right, happened, ..
            } = map;
            write!(f, ", {right} of {happened} chips and island tiles right")?;
        }
        let wrong = [tiles, placed, taken, loose, map].map(|hits| hits.wrong);
        let wrong: usize = wrong.into_iter().sum();
        if wrong > 0 {
            write!(f, ", {wrong} wrong")?;
        }
        writeln!(
            f,
            "; scores right after {} of {} turns, at the end {}",
            self.turns_scored_right,
            self.turns,
            if self.scores_equal {
                "equal"
            } else {
                "NOT EQUAL"
            }
        )?;
        if !self.scores_equal {
            let scores = self.scores_laid.iter();
            let scores: Vec<_> = scores.map(|(color, n)| format!("{color} {n}")).collect();
            writeln!(f, "  scores should be: {}", scores.join(", "))?;
        }
        for difference in &self.differences {
            writeln!(f, "  {difference}")?;
        }
        Ok(())
    }
}

/// A tile: where, what, how turned.
type TileKey = (Cell, FaceId, Rotation);
/// A figure put down: in which turn, where, which, whose.
type PutKey = (u32, SegmentRef, FigureKind, Option<Color>);
/// A figure taken off: which one, in which turn.
type TakeKey = (PutKey, u32);

/// So many of a piece on a tile from a turn on.
type LooseKey = (u32, Cell, (FigureKind, Option<Color>), u8);
/// What happened on a map, from a turn on, where, with which colour, value or face.
type MapKey = (u32, Cell, String);
/// How many of each piece are on each tile.
type Crowd = BTreeMap<(Cell, (FigureKind, Option<Color>)), u8>;

/// What happened in a game, each with its turn and in words.
#[derive(Default)]
struct Happenings {
    tiles: BTreeMap<TileKey, (u32, String)>,
    placed: BTreeMap<PutKey, (u32, String)>,
    taken: BTreeMap<TakeKey, (u32, String)>,
    loose: BTreeMap<LooseKey, (u32, String)>,
    map: BTreeMap<MapKey, (u32, String)>,
}

impl Happenings {
    fn of(log: &Log) -> Self {
        let whole = log.game();
        let mut all = Self::default();
        let mut game = Game::new(whole.setup().clone());
        let mut put: BTreeMap<EventId, (PutKey, String)> = BTreeMap::new();
        let mut crowd = Crowd::new();
        for fact in log.holding() {
            if matches!(fact.kind, EventKind::TileLaid { before: false, .. }) {
                all.crowd(&game, &mut crowd);
            }
            // Facts without effect did not happen.
            if game.apply(fact.event, &fact.kind).is_err() {
                continue;
            }
            let turn = game.turn();
            match fact.kind {
                EventKind::TileLaid { cell, face, .. } => {
                    let rotation = game.board().get(cell).map_or(Rotation::R0, |t| t.rotation);
                    let what = format!("tile {face} at {cell} turned {}", rotation.degrees());
                    all.tiles.insert((cell, face, rotation), (turn, what));
                }
                EventKind::FigurePlaced {
                    cell,
                    segment,
                    figure,
                    color,
                    ..
                } => {
                    let at = SegmentRef::new(cell, segment);
                    let key = (turn, at, figure, color);
                    let on = game.features().at(at).map_or("nothing", |f| f.kind.name());
                    let color = color.map_or("", Color::name);
                    let piece = figure.name();
                    let what = format!("{color} {piece} on the {on} (segment {segment}) of {cell}");
                    put.insert(fact.event, (key, what.clone()));
                    all.placed.insert(key, (turn, what));
                }
                EventKind::FigureTaken { figure } => {
                    if let Some((key, what)) = put.get(&figure) {
                        let what = format!("{what} taken home");
                        all.taken.insert((*key, turn), (turn, what));
                    }
                }
                EventKind::TileTurnedDown { cell } => {
                    let what = format!("tile turned down at {cell}");
                    let face = game.board().get(cell).map(|tile| tile.face.id);
                    all.tiles
                        .extend(face.map(|face| ((cell, face, Rotation::R0), (turn, what))));
                }
                EventKind::MeepleBuried { figure, .. } => {
                    if let Some((key, what)) = figure.and_then(|figure| put.get(&figure)) {
                        let what = format!("{what} buried");
                        all.taken.insert((*key, turn), (turn, what));
                    }
                }
                ref kind => {
                    if let Some((cell, what)) = on_map(kind) {
                        let told = format!("{what} at {cell}");
                        all.map.insert((turn, cell, what), (turn, told));
                    }
                }
            }
        }
        all.crowd(&game, &mut crowd);
        all
    }

    /// Notes where the number of ghosts or animals differs once the turn is over.
    fn crowd(&mut self, game: &Game, before: &mut Crowd) {
        let later = game.after_turn();
        let mut now = Crowd::new();
        for token in later.tokens() {
            if let Some(cell) = later.cell_of(token.place) {
                *now.entry((cell, (token.kind, token.color))).or_default() += 1;
            }
        }
        let turn = game.turn();
        let keys: BTreeSet<_> = before.keys().chain(now.keys()).copied().collect();
        for key in keys {
            let count = |crowd: &Crowd| crowd.get(&key).copied().unwrap_or(0);
            if count(before) != count(&now) {
                let (cell, piece) = key;
                let count = count(&now);
                let what = format!("{count} {}s at {cell}", piece.0.name());
                self.loose.insert((turn, cell, piece, count), (turn, what));
            }
        }
        *before = now;
    }
}

/// What a fact says of chips and islands, and on which square.
fn on_map(kind: &EventKind) -> Option<(Cell, String)> {
    match kind {
        EventKind::ChipLaid {
            cell,
            color: Some(color),
        } => Some((*cell, format!("{color} chip"))),
        EventKind::ChipLaid { cell, color: None } => Some((*cell, "a chip".to_owned())),
        EventKind::ChipTurned { cell, value, .. } => Some((*cell, format!("{value} on the chip"))),
        EventKind::IslandRevealed { island, face } => {
            Some((*island, format!("tile {face} on the stack")))
        }
        EventKind::IslandTaken { island } => Some((*island, "a tile bought".to_owned())),
        _ => None,
    }
}

fn hits<K: Ord>(
    laid: &BTreeMap<K, (u32, String)>,
    read: &BTreeMap<K, (u32, String)>,
    differences: &mut Vec<(u32, String)>,
) -> Hits {
    let (truth, got): (BTreeSet<_>, BTreeSet<_>) = (laid.keys().collect(), read.keys().collect());
    for key in truth.difference(&got) {
        let (turn, what) = &laid[*key];
        differences.push((*turn, format!("turn {turn}: not read: {what}")));
    }
    for key in got.difference(&truth) {
        let (turn, what) = &read[*key];
        differences.push((*turn, format!("turn {turn}: read but not so: {what}")));
    }
    Hits {
        happened: truth.len(),
        right: truth.intersection(&got).count(),
        missed: truth.difference(&got).count(),
        wrong: got.difference(&truth).count(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracker::log::event::{By, Event};

    use super::*;
    use crate::demo::Demo;
    use crate::demo::plan::Plan;

    #[test]
    fn a_game_is_equal_to_itself() {
        let demo = Demo::new(&Plan::base(2).turns(20)).expect("played");
        let same = Comparison::of(&demo.truth, &demo.truth);
        assert!(same.is_perfect(), "{same}");
        assert_eq!((same.tiles.right, same.turns_scored_right), (21, 20));
    }

    #[test]
    fn a_missed_meeple_and_all_that_follows_is_named() {
        let demo = Demo::new(&Plan::base(2).turns(30)).expect("played");
        let is_taken = |event: &Event| matches!(event.kind, EventKind::FigureTaken { .. });
        let taken = demo.truth.events().iter().find(|e| is_taken(e));
        let Some(EventKind::FigureTaken { figure }) = taken.map(|event| &event.kind) else {
            panic!("nobody came home in 30 turns");
        };
        let mut read = Log::new(Arc::new(demo.setup.clone()));
        for fact in demo.truth.holding() {
            if fact.event != *figure {
                // What depends on the missed figure is refused.
                let event = Event {
                    id: fact.event,
                    at_ms: 0,
                    by: By::Person,
                    kind: fact.kind.clone(),
                };
                read.push(event);
            }
        }
        let compared = Comparison::of(&demo.truth, &read);
        assert_eq!(
            (compared.placed.missed, compared.taken.missed),
            (1, 1),
            "{compared}"
        );
        assert_eq!(compared.tiles.right, 31);
        assert!(!compared.scores_equal && compared.turns_scored_right < 30);
        assert_eq!(compared.differences.len(), 2, "{compared}");
        assert!(compared.to_string().contains("NOT EQUAL"));
    }
}
